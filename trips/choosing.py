"""Choosing an option, turning all of them down: one function each, for button, words and terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max

from trips import fact_log
from trips.models import Message, Option, PlanVersion, Trip
from trips.plan_versions import whose_deed
from trips.signals import option_chosen

#: States from which an option can (still) be chosen.
CHOOSABLE = (Option.State.OFFERED, Option.State.LAST_RESORT, Option.State.KEPT, Option.State.SELECTED)


def choosable(trip: Trip) -> list[Option]:
    """The newest round of which one can be chosen, by number: made for the facts as they are, or beside the
    plan that was chosen of it."""
    return choosable_of(trip, trip.options.filter(state__in=CHOOSABLE).order_by("-turn__number", "position"))


def choosable_of(trip: Trip, options: Iterable[Option]) -> list[Option]:
    """The same of options that were read already, the newest round first."""
    rows = [option for option in options if option.state in CHOOSABLE]
    if trip.plan_id is None:
        rows = [option for option in rows if option.facts_version == trip.facts_version]
    return newest_round(rows)


def newest_round(options: Sequence[Option]) -> list[Option]:
    """Those offered in the same turn as the first."""
    return [option for option in options if option.turn_id == options[0].turn_id]


class NotOnOffer(Exception):
    """This option cannot be chosen (any more)."""


@transaction.atomic
def select(trip: Trip, option: Option, *, message: Message | None = None) -> PlanVersion:
    """Copy the option into the plan's next version; the others of its round are kept to compare.

    Choosing the option that is the plan already changes nothing. Raises NotOnOffer.
    """
    trip_row = fact_log.locked(trip)
    option.refresh_from_db()
    if option.trip_id != trip_row.pk or option.state not in CHOOSABLE:
        raise NotOnOffer
    if trip_row.plan is not None and trip_row.plan.option_id == option.pk:
        return trip_row.plan
    plan = option.plan
    last = trip_row.plan_versions.aggregate(last=Max("number"))["last"] or 0
    by, by_owner = whose_deed(trip_row, message)
    version = PlanVersion.objects.create(
        trip=trip_row,
        number=last + 1,
        parent=trip_row.plan,
        option=option,
        plan_json=option.plan_json,
        verdict_json=option.verdict_json,
        total=plan.total,
        currency=plan.currency,
        cause=f"Option {option.position} chosen: {plan.title}"[:200],
        facts_version=option.facts_version,
        message=message,
        by=by,
        by_owner=by_owner,
    )
    trip_row.options.filter(turn=option.turn).exclude(state=Option.State.FAILED).exclude(pk=option.pk).update(
        state=Option.State.KEPT
    )
    option.state = Option.State.SELECTED
    option.save(update_fields=["state"])
    trip_row.plan = version
    trip_row.save(update_fields=["plan", "updated"])
    trip_row.touch()
    trip.refresh_from_db()
    option_chosen.send(sender=Trip, trip=trip, option=option, version=version)
    return version


@transaction.atomic
def reject_all(trip: Trip, reason: str) -> int:
    """Turn down what is on offer, with the reason; planning again needs a new yes. Returns how many."""
    trip_row = fact_log.locked(trip)
    count = trip_row.options.on_offer().update(state=Option.State.REJECTED, reason=reason)
    if count:
        Trip.objects.filter(pk=trip.pk).update(confirmed_version=None, asked_version=None)
        trip_row.touch()
    trip.refresh_from_db()
    return count

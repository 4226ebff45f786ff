"""Choosing an option, turning all of them down: one function each, for button, words and terminal."""

from __future__ import annotations

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
    rows = trip.options.filter(state__in=CHOOSABLE).order_by("-turn__number", "position")
    if trip.plan_id is None:
        rows = rows.filter(facts_version=trip.facts_version)
    rows = list(rows)
    return [option for option in rows if option.turn_id == rows[0].turn_id]


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

"""Which command the offline planner hands a message to: by its words, or by what it answers."""

from __future__ import annotations

from typing import NamedTuple

from agents import commands
from agents.commands.plan import denies_a_thing
from agents.offline import phrases
from agents.offline.after_the_trip import errand_after
from agents.offline.left_over import left_over, without_asides
from agents.view import TripView
from memory import fitting
from trips.understanding import Understanding
from trips.understanding.errands import Errand, Setting
from trips.understanding.forget_words import Forgetting, personal, thing_in
from trips.understanding.several_errands import errands_in

#: Commands whose argument are the traveller's words, of which a part can be left out.
_OF_WORDS = frozenset({"cost", "feedback", "plan"})


class Meant(NamedTuple):
    """A command with its argument, and what is said before it."""

    command: str
    argument: str
    lead: str
    then: tuple[Errand, ...] = ()


def errand_meant(view: TripView, read: Understanding, *, changed: bool) -> Meant | None:
    """`changed`: the message tells a fact. None when it asks for no command."""
    setting = Setting(
        view.facts,
        view.gazetteer,
        view.today,
        plan=view.plan,
        started=view.phase in ("travelling", "done"),
        found=view.found,
        forgot=view.forgot,
    )
    decided = None if changed else _decided(view, read)
    afterwards = errand_after(view)
    several = [] if afterwards else _errands(view, setting)
    if len(several) > 1:
        lead = f"{phrases.SEVERAL} {left_over(view, setting, several)}".strip()
        return Meant(several[0].command, several[0].argument, lead, tuple(several[1:]))
    errand = afterwards or next(iter(several), None) or _remembered(view, changed=changed) or decided
    errand = errand or _by_intent(view, read, changed=changed)
    errand = errand or _too_early(view, read, changed=changed) or _thing_alone(view, read, changed=changed)
    if errand is None or errand.command not in {one.name for one in commands.commands()}:
        return None
    if errand == decided:
        return Meant(errand.command, errand.argument, phrases.DECIDED)
    lead = phrases.LEADS.get(errand.command, "I see to that.")
    beside = "" if afterwards else left_over(view, setting, [errand])
    return Meant(errand.command, errand.argument, f"{lead} {beside}".strip())


def _errands(view: TripView, setting: Setting) -> list[Errand]:
    """Of the message; where a question or a booking beside it hides one, of the rest."""
    rest = without_asides(view.message, setting) if view.plan is not None else ""
    beside = errands_in(rest, setting) if rest else []
    return beside if beside and beside[0].command in _OF_WORDS else errands_in(view.message, setting)


def _remembered(view: TripView, *, changed: bool) -> Errand | None:
    """ "Forget the window seat", where a remembered sentence says it."""
    thing = _thing(view, changed=changed)
    wanted = fitting.telling(thing.what) if thing else frozenset()
    fits = wanted and any(fitting.says(claim.text, wanted) for claim in view.remembered.claims)
    meant = thing and fits and (not thing.of_a_plan or personal(thing.what))
    return Errand("forget", thing.what) if meant else None


def _thing(view: TripView, *, changed: bool) -> Forgetting | None:
    """What is to be forgotten by its name alone, unless the trip has something of that name."""
    thing = thing_in(view.message)
    if thing is None or not thing.a_name:
        return thing
    named = [*(place.name for place in view.facts.destinations), *view.facts.must_do]
    of_the_trip = any(name.casefold() in thing.what.casefold() for name in named)
    return None if changed or of_the_trip else thing


def _thing_alone(view: TripView, read: Understanding, *, changed: bool) -> Errand | None:
    """ "Forget the window seat", where nobody knows of one: that is said."""
    thing = None if changed or read.about_a_plan else _thing(view, changed=changed)
    return Errand("forget", thing.what) if thing and not thing.of_a_plan else None


def _decided(view: TripView, read: Understanding) -> Errand | None:
    """A yes or a no to the change of the plan that waits for one; "no shellfish" is neither."""
    decides = view.yes_to_proposal and read.intent in ("yes", "no") and not denies_a_thing(view.message)
    return Errand("plan", read.intent) if decides else None


def _by_intent(view: TripView, read: Understanding, *, changed: bool) -> Errand | None:
    """Starting over; a choice while there is nothing to choose from."""
    if read.intent == "reset":
        return Errand("reset")
    chooses = read.intent == "select" and not changed and phrases.names_an_option(view.message)
    return Errand("select", view.message) if chooses and not view.choosable else None


def _too_early(view: TripView, read: Understanding, *, changed: bool) -> Errand | None:
    """A change of a day where there is no plan yet: the command says what is missing."""
    asks = read.about_a_plan and view.plan is None and not changed
    return Errand("plan", view.message) if asks and not read.question else None

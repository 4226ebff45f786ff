"""Which commands the offline planner hands a message to: by its parts, or by what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from agents import commands
from agents.offline import phrases
from agents.offline.left_over import left_over
from agents.view import TripView
from memory import fitting
from trips.planning.request import city_named
from trips.reading import Understanding, understand
from trips.reading.facts.order import order_said
from trips.reading.facts.ranks import in_plan, ranks_said
from trips.reading.routing import Context, Part, routed
from trips.reading.routing.answers import names_options, refusal_in
from trips.reading.routing.last_day import nights_at_the_end
from trips.reading.routing.memory_orders import Forgetting, personal, thing_in
from trips.reading.routing.values import Claim

#: Commands that can follow one another in one turn.
_TOGETHER = frozenset({"agenda", "cost", "feedback", "plan", "prioritize", "remember"})
#: Their argument is what was read of the words, not the words.
_READ = frozenset({"agenda", "remember", "undo"})


class Errand(NamedTuple):
    """A command's name and what comes after it."""

    command: str
    argument: str = ""


class Meant(NamedTuple):
    """A command with its argument, and what is said before it."""

    command: str
    argument: str
    lead: str
    then: tuple[Errand, ...] = ()


def parts_of(view: TripView) -> list[Part]:
    """The message in parts, each with who owns it."""
    return routed(view.message, context_of(view))


def context_of(view: TripView) -> Context:
    def tells_facts(text: str) -> bool:
        known = None if view.ended else view.facts
        return bool(understand(text, today=view.today, gazetteer=view.gazetteer, facts=known).changes)

    return Context(
        view.today,
        view.gazetteer,
        facts=view.facts,
        plan=view.plan,
        started=view.phase in ("travelling", "done"),
        over=view.ended,
        asked=tuple(view.asked_last) or tuple(line.topic for line in view.open_questions),
        waits=view.yes_to_proposal or view.asked_for_yes,
        options=len(view.choosable),
        found=view.found,
        forgot=view.forgot,
        tells_facts=tells_facts,
        others=lambda text, edits: _of_facts(text, view, edits=edits),
    )


def errand_meant(
    view: TripView, parts: Sequence[Part], read: Understanding, *, changed: bool
) -> Meant | None:
    """`changed`: the message tells a fact. None when it asks for no command."""
    decided = None if changed else _decided(view, read)
    several = (
        [Errand("next", view.message)] if _of_another_trip(view, parts) else _errands(parts, view.message)
    )
    if len(several) > 1:
        lead = f"{phrases.SEVERAL} {left_over(view, parts, several)}".strip()
        return Meant(several[0].command, several[0].argument, lead, tuple(several[1:]))
    errand = next(iter(several), None) or _remembered(view, changed=changed) or decided
    errand = errand or _by_intent(view, read, changed=changed)
    errand = errand or _too_early(view, read, changed=changed) or _thing_alone(view, read, changed=changed)
    if errand is None or errand.command not in {one.name for one in commands.commands()}:
        return None
    if errand == decided:
        return Meant(errand.command, errand.argument, phrases.DECIDED)
    lead = phrases.LEADS.get(errand.command, "I see to that.")
    beside = "" if view.ended else left_over(view, parts, [errand])
    return Meant(errand.command, errand.argument, f"{lead} {beside}".strip())


def _errands(parts: Sequence[Part], message: str) -> list[Errand]:
    """In order, an agenda before the others, each command once. A report reads what was paid and wishes for
    the days after it itself, so that one change of the plan waits for a yes, not two."""
    told = [part for part in parts if part.command]
    if not told or told[0].command not in _TOGETHER:
        return [Errand(told[0].command, told[0].argument)] if told else []
    reported = [part for part in told if part.command == "feedback" and part.argument]
    if reported:
        starts = {part.start for part in reported}
        told = [
            one
            for one in told
            if one.command != "plan" and not (one.command == "cost" and one.start in starts)
        ]
    found: dict[str, list[str]] = {}
    for part in told:
        if part.command in _TOGETHER:
            found.setdefault(part.command, []).append(part.argument)
    if reported and {"feedback"} == set(found):
        return [Errand("feedback", message)]
    if reported:
        found["feedback"] = [
            one.text for one in parts if one.command in ("feedback", "plan") and one.argument
        ]
    errands = [
        Errand(command, said[0] if command in _READ else ". ".join(one.rstrip(" .") for one in said))
        for command, said in found.items()
    ]
    if len(errands) == 1 and len(parts) == 1 and errands[0].argument and errands[0].command not in _READ:
        return [Errand(errands[0].command, told[0].argument)]
    return sorted(errands, key=lambda one: one.command != "agenda")  # what asks for a yes stands below it


def _of_another_trip(view: TripView, parts: Sequence[Part]) -> bool:
    return (
        view.ended
        and not any(part.command for part in parts)
        and any(part.owner == "facts" for part in parts)
    )


def _of_facts(text: str, view: TripView, *, edits: bool) -> Claim | None:
    """What only readers of facts know: places ranked by what they count, cities in another order, a last day
    that moves."""
    cities = [city for goal in view.facts.destinations if (city := city_named(goal, view.gazetteer))]
    said = ranks_said(text, cities, view.gazetteer, planned=True)
    leaves_plan = any(one.leaves_out and in_plan(one, view.plan) for one in said)
    if said and not leaves_plan:  # "skip the aquarium", which no plan has: kept as a fact
        return ("command", "prioritize", text) if view.found else ("facts", "", "")
    if edits:
        return None
    if order_said(text, view.facts):
        return "facts", "", ""  # no edit of a plan that stands: other journeys, so it is planned anew
    started = view.phase in ("travelling", "done")
    nights = nights_at_the_end(text, view.plan, view.facts, view.gazetteer, today=view.today, started=started)
    return ("edit", "plan", nights) if nights else None


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
    decides = view.yes_to_proposal and read.intent in ("yes", "no") and not _denies_a_thing(view)
    return Errand("plan", read.intent) if decides else None


def _denies_a_thing(view: TripView) -> bool:
    """ "No shellfish for my wife": no answer to what is proposed."""
    refused = refusal_in(view.message)
    return refused is not None and refused[1]


def _by_intent(view: TripView, read: Understanding, *, changed: bool) -> Errand | None:
    """Starting over; a choice while there is nothing to choose from."""
    if read.intent == "reset":
        return Errand("reset")
    chooses = read.intent == "select" and not changed and names_options(view.message)
    return Errand("select", view.message) if chooses and not view.choosable else None


def _too_early(view: TripView, read: Understanding, *, changed: bool) -> Errand | None:
    """A change of a day where there is no plan yet: the command says what is missing."""
    asks = read.about_a_plan and view.plan is None and not changed
    return Errand("plan", view.message) if asks and not read.question else None

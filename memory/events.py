"""Events for the traveller's documents: what happened, and the line our own code makes of it.

The line is deterministic. What is in it comes from the traveller's words, from facts, or from our own data;
a name that somebody else brought (a model, a page, a tool) makes the line a proposal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from config import clock
from memory import bounds
from memory.companions import companions, told_of
from memory.quotes import follows_from, own_words
from trips.facts import PATHS
from trips.facts.limits import spoken_date, spoken_range
from trips.models import FactChange, Feedback, Finding, Message, PlanVersion, Trip
from trips.places import current_gazetteer
from trips.plan_versions import first_of
from trips.reading.memory import validity
from trips.reading.memory import whose as told_whose
from trips.reading.memory.kinds import kin_in
from trips.reporting import of_the_plan
from trips.schemas import Item, Plan
from trips.wording import counted

#: Facts that tell what somebody prefers; the others are of one journey.
PREFERENCES = (
    "pace", "interests", "dietary", "access", "cuisines", "stay.kind", "stay.stars", "car.at_hand",
    "car.wanted", "transport_bans", "avoid", "budget.level",
)  # fmt: skip
LABELS = {"budget.level": "Spending", "stay.stars": "Stars of the hotel"}
LEVELS = {"low": "low budget", "mid": "mid-range", "high": "high end"}
MODES = {"flight": "plane", "transit": "public transport"}
#: Everything that can make a line, and the document it may go to.
TRIGGERS: dict[str, tuple[str, ...]] = {
    "name": ("profile",),
    "role": ("profile",),
    "household": ("profile",),
    "need": ("preferences",),
    "employer": ("company",),
    "travel policy": ("company",),
    "facts edited": ("preferences",),
    "rejected at the summary": ("preferences",),
    "options rejected": ("preferences",),
    "finding dismissed": ("preferences",),
    "finding ranked": ("preferences",),
    "plan item edited": ("preferences",),
    "follow-up on a finding": ("episodes",),
    "option chosen": ("episodes",),
    "trip finished": ("episodes", "preferences"),
}
ITEMS_TOLD = 5  # of one change of a plan
_STRONG = {"must": "Put first among what was found", "skip": "Left out of what was found"}


@dataclass(frozen=True, slots=True)
class Event:
    """`line`: what is added to the namespace without a model ("" = nothing). `slot`: a line of this name is
    replaced; `gone`: it is retired. `deed`: a record of what was done, never given to a model.
    `by_hand`: the traveller did it on a page; `trusted`: nothing in the line is of somebody else."""

    trigger: str
    namespace: str
    what: str
    line: str = ""
    quote: str = ""
    message: int | None = None
    slot: str = ""
    gone: bool = False
    deed: bool = False
    by_hand: bool = False
    trusted: bool = True

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


# --- Facts -------------------------------------------------------------------------------------


def edited_facts(trip: Trip, changes: Iterable[FactChange], *, by_hand: bool) -> list[Event]:
    """Preferences among the changes; each with the words it came with."""
    found = []
    members = companions(trip)
    for change in changes:
        if change.path not in PREFERENCES:
            continue
        said = bounds.around(change.message.text, change.quote) if change.message and change.quote else []
        if any(validity(one, change.message.created.date(), change.quote).ends for one in said):
            continue  # for this trip, or for a while
        if any(told_of(one, members, change.quote) for one in said):
            continue  # a fellow traveller's: their note tells it
        for value, gone in _values(change):
            if any(_of_another(one, value, gone=gone) for one in said):
                continue  # "my son is not allergic": the owner may be
            label = LABELS.get(change.path) or PATHS[change.path].label
            line = f"{label}: {value}"
            if change.path in ("interests", "dietary", "access", "cuisines", "transport_bans", "avoid"):
                slot = f"{change.path}={value}"
            else:
                slot = change.path
            found.append(
                Event(
                    trigger="facts edited",
                    namespace="preferences",
                    what=f"{line} was {'taken out' if gone else 'set'} for {journey(trip)}.",
                    line=_resting(line, change.quote, change.message),
                    quote=change.quote,
                    message=change.message_id,
                    slot=slot,
                    gone=gone,
                    by_hand=by_hand,
                )
            )
    return found


def _of_another(sentence: str, value: str, *, gone: bool) -> bool:
    """Does it tell of somebody else? A word that begins a sentence may be the thing itself."""
    whose = told_whose(sentence)
    if not whose or gone:
        return bool(whose)
    with_oneself, ours = kin_in(sentence)
    return not with_oneself and (ours or whose not in value.casefold())


def _values(change: FactChange) -> list[tuple[str, bool]]:
    """The values that came, and those that went."""
    old, new = _entries(change.old), _entries(change.new)
    if change.path in ("pace", "budget.level", "stay.kind", "stay.stars", "car.at_hand", "car.wanted"):
        return [(new[0], False)] if new else [(value, True) for value in old]
    return [(value, False) for value in new if value not in old] + [
        (value, True) for value in old if value not in new
    ]


def _entries(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    values = value if isinstance(value, list) else [value]
    return [_spelt(entry) for entry in values]


def _spelt(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return MODES.get(str(value), str(value)).replace("_", "-")


def _resting(line: str, quote: str, message: Message | None) -> str:
    """The line, with the traveller's words behind it where it has none of them."""
    if message is None or not quote or follows_from(line, message.text):
        return line
    return f"{line}, in their words: {' '.join(quote.split())[:120]}"


def rejected(trip: Trip, message: Message, words: str) -> Event:
    """All options were turned down, with these words."""
    words = " ".join(words.split())[:200]
    return Event(
        trigger="options rejected",
        namespace="preferences",
        what=f"Every option for {journey(trip)} was turned down: {words}",
        line=f"Turned down plans for {journey(trip)}, in their words: {words}",
        quote=words,
        message=message.pk,
    )


# --- Findings and plans ------------------------------------------------------------------------


def dismissed(finding: Finding, message: Message | None) -> Event:
    """A finding is not for them. By a button there are no words: the name has to be one of our own data."""
    place = current_gazetteer().place(finding.place_id) if finding.place_id else None
    name = place.name if place else finding.name
    line = f"Not for them: {name} ({finding.kind}) in {finding.city}."
    return Event(
        trigger="finding dismissed",
        namespace="preferences",
        what=line,
        line=line,
        quote=_sentence_with(name, message),
        message=message.pk if message else None,
        slot=f"finding {finding.pk}",
        by_hand=message is None,
        trusted=place is not None,
    )


def ranked(finding: Finding, before: str, message: Message | None) -> list[Event]:
    """Put first or left out by the traveller's own hand; what they had ranked so (`before`) and did not mean
    is taken back. The tiers between say nothing of what they like."""
    strong = finding.tier_by == Finding.By.TRAVELLER and finding.tier in _STRONG
    if not strong and before not in _STRONG:
        return []
    place = current_gazetteer().place(finding.place_id) if finding.place_id else None
    name = place.name if place else finding.name
    line = f"{_STRONG[finding.tier if strong else before]}: {name} ({finding.kind}) in {finding.city}."
    return [
        Event(
            trigger="finding ranked",
            namespace="preferences",
            what=line if strong else f"No longer so: {line}",
            line=line,
            quote=_sentence_with(name, message),
            message=message.pk if message else None,
            slot=f"finding {finding.pk}",
            gone=not strong,
            by_hand=message is None,
            trusted=place is not None,
        )
    ]


def edited_plan(trip: Trip, before: Plan, after: Plan, message: Message | None) -> list[Event]:
    """Visits and meals that came and went between two versions of a plan."""
    old, new = _wanted(before), _wanted(after)
    changed = [(key, item, "Taken out of") for key, item in old.items() if key not in new]
    changed += [(key, item, "Put into") for key, item in new.items() if key not in old]
    found = []
    for key, item, verb in changed[:ITEMS_TOLD]:
        place = current_gazetteer().place(item.place_id) if item.place_id else None
        name = place.name if place else item.title
        line = f"{verb} the plan for {journey(trip)}: {name} ({item.kind})."
        found.append(
            Event(
                trigger="plan item edited",
                namespace="preferences",
                what=line,
                line=line,
                quote=_sentence_with(name, message),
                message=message.pk if message else None,
                slot=f"plan {trip.pk} {key}",
                by_hand=message is None,
                trusted=place is not None,
            )
        )
    return found


def _wanted(plan: Plan) -> dict[str, Item]:
    """What somebody chose to see or eat, by place or name."""
    return {
        item.place_id or item.title.casefold(): item
        for item in plan.items()
        if item.kind == "visit" or (item.kind == "meal" and item.style == "place")
    }


def _sentence_with(name: str, message: Message | None) -> str:
    """The traveller's sentence that names it, else their first one."""
    if message is None:
        return ""
    sentences = [part.strip() for part in own_words(message.text).replace("\x1e", "\n").splitlines()]
    sentences = [part for line in sentences for part in re.split(r"(?<!\b[A-Z])\. ", line) if part]
    naming = [part for part in sentences if name.casefold() in part.casefold()]
    return (naming or sentences or [""])[0].strip()[:300]


# --- Episodes ----------------------------------------------------------------------------------


def chosen(trip: Trip, version: PlanVersion) -> Event:
    """A plan was chosen: in figures and facts, without a word that a model wrote."""
    plan = version.plan
    line = f"Chose a plan for {journey(trip)}: {_in_short(trip, plan)}{_by(plan)}."
    return Event(
        trigger="option chosen",
        namespace="episodes",
        what=line,
        line=line,
        slot=f"choice {_choice_mark(trip, version)}",
        deed=True,
        by_hand=True,
    )


def finished(trip: Trip) -> Event:
    """The journey is over. The rating is the owner's, whose episode it is."""
    parts = [f"Was in {journey(trip)}"]
    plan = trip.plan.plan if trip.plan else None
    if plan:
        parts.append(_in_short(trip, plan))
    ratings = [entry.rating for entry in of_the_plan(trip).filter(by_owner=True) if entry.rating]
    if ratings:
        parts.append(f"rated {sum(ratings) / len(ratings):.1f} of 5 on the way")
    line = "; ".join(parts) + "."
    return Event(
        trigger="trip finished",
        namespace="episodes",
        what=line,
        line=line,
        slot=f"finished {journey_mark(trip)}",
        deed=True,
        by_hand=True,
    )


def journey_mark(trip: Trip) -> str:
    """The trip's key; of a journey that was planned anew in it with the number of its first version."""
    number = first_of(trip.plan).number if trip.plan else 1
    return f"{trip.pk}" if number == 1 else f"{trip.pk} {number}"


def _choice_mark(trip: Trip, version: PlanVersion) -> str:
    """The trip's key; with how many journeys planned in it before had begun: these keep their line."""
    before = trip.plan_versions.filter(parent=None, number__lt=first_of(version).number)
    plans = before.values_list("plan_json", flat=True)
    today = clock.today().isoformat()
    begun = sum(bool(plan.get("days")) and plan["days"][0]["date"] <= today for plan in plans)
    return f"{trip.pk} {begun}" if begun else f"{trip.pk}"


def journey(trip: Trip) -> str:
    """ "Boston, 15–18 February 2027": of the facts, and only places that our data knows."""
    facts = trip.facts
    known = [place.name for place in facts.destinations if place.city_id or place.country]
    places = ", ".join(known) or "a trip"
    if facts.dates.start and facts.dates.end:
        return f"{places}, {spoken_range(facts.dates.start, facts.dates.end)}"
    return f"{places} (planned on {spoken_date(clock.today())})"


def reported(feedback: Feedback) -> str:
    """Feedback as the work of the feedback agent."""
    parts = [f"Feedback for {spoken_date(feedback.date)}", feedback.text]
    parts += [f"Liked: {', '.join(map(str, feedback.liked))}"] if feedback.liked else []
    parts += [f"Disliked: {', '.join(map(str, feedback.disliked))}"] if feedback.disliked else []
    parts += [f"Energy: {feedback.energy}"] if feedback.energy else []
    parts += [f"Rating: {feedback.rating} of 5"] if feedback.rating else []
    return "\n".join(parts)


def _by(plan: Plan) -> str:
    modes = [item.mode for item in plan.items() if item.kind == "leg" and item.minutes >= 60]
    most = list(dict.fromkeys(MODES.get(mode, mode) for mode in modes))
    return f", by {' and '.join(most[:2])}" if most else ""


def _in_short(trip: Trip, plan: Plan) -> str:
    """For how many, and pace and level where they named one: what a plan came to is no fact about them."""
    level = LEVELS.get(trip.facts.budget.level or "", "")
    pace = f"{plan.pace} pace" if trip.facts.pace else ""
    return ", ".join(filter(None, (counted(plan.travellers, "traveller"), pace, level)))

"""What the prioritizer reads, and what of its answer may stand: one city's findings at a time.

Code sorts first, by the same facts; a model sorts anew and is held to what code knows: every name once, no
more musts than fit, nothing that is closed or does not suit put first, no figure that nobody gave.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agents.companion_schemas import PriorityAnswer, Ranked
from agents.companions.research import cities_of, context_of
from agents.llm.base import ModelMessage
from agents.runtime import prompting
from agents.validation.figures import invented_numbers
from agents.view import TripView
from memory.sections.research import DETAILS, LONGEST_DETAIL
from trips.catalogue.gazetteer import City
from trips.models import Finding
from trips.planning.city_notes import days_in
from trips.planning.finding_merits import Candidate, CityStay, Merit
from trips.planning.ranking_findings import RankedFinding, most_musts, rank
from trips.schemas import TripFacts
from trips.wording import counted

#: Findings of a city that a model is asked about; more would not fit into its answer. Code sorts the rest.
ASKED_MOST = 80
#: Findings that may share one reason before it is one that would fit any place.
SAME_REASON = 3
#: Above this share of what is ranked a must says nothing.
RARE = 0.4
LONGEST_STAY = 60


@dataclass(frozen=True)
class PriorityContext:
    """One city. `candidates`: all that was not put away, those ranked by hand among them."""

    stay: CityStay
    candidates: tuple[Candidate, ...]
    facts: TripFacts

    @property
    def name(self) -> str:
        return self.stay.name

    @cached_property
    def code(self) -> dict[int, RankedFinding]:
        """What code makes of each that is the team's to rank."""
        return {one.key: one for one in rank(self.candidates, self.stay)}

    @cached_property
    def free(self) -> list[Candidate]:
        """Those that are the team's to rank."""
        return [candidate for candidate in self.candidates if not candidate.tier]

    @cached_property
    def asked(self) -> list[Candidate]:
        """Those a model ranks: the best by code, where there are too many."""
        if len(self.free) <= ASKED_MOST:
            return self.free
        order = {one.key: ("must", "should", "could", "skip").index(one.tier) for one in self.code.values()}
        best = sorted(self.free, key=lambda candidate: (order[candidate.key], candidate.key))[:ASKED_MOST]
        return sorted(best, key=lambda candidate: candidate.key)

    @cached_property
    def names(self) -> dict[str, Candidate]:
        """What a model is asked about, as the task spells it."""
        return {spelt(candidate.name): candidate for candidate in self.asked}

    @cached_property
    def named_fit(self) -> bool:
        """Do all that the traveller named fit into the days?"""
        most = most_musts(self.candidates, self.stay)
        named = Counter(
            candidate.food
            for candidate in self.asked
            if self.code[candidate.key].merit.named and not self.code[candidate.key].merit.closed
        )
        return all(named[food] <= most[food] for food in (False, True))

    @cached_property
    def lines(self) -> dict[int, str]:
        """A finding as the task tells it."""
        return {candidate.key: _line(candidate, self.code[candidate.key].merit) for candidate in self.asked}


def spelt(name: str) -> str:
    """A name on one line, as a prompt holds it."""
    return " ".join(prompting.masked(name).split())[:160]


def _said_name(one: Ranked) -> str:
    """As `spelt`, of a name that came back: what was masked is not masked again."""
    return " ".join(one.name.split())


def prepared(context: PriorityContext) -> PriorityContext:
    """With everything reckoned, so that nothing is left for the event loop."""
    context.code, context.lines, context.named_fit  # noqa: B018  (computed once, kept)
    return context


def context_for(
    view: TripView, city: City, rows: Sequence[Finding], called: str, *, cities: Sequence[City] = ()
) -> PriorityContext:
    """`rows`: the city's findings that are not dismissed; `cities`: those of the trip, if they are known."""
    found = context_of(view, city, (), called)
    known = cities or cities_of(view.facts, view.plan, view.gazetteer)
    days, dates, assumed = _days(view, city, known)
    start = dates[0] if dates else found.start
    pool = replace(found.pool, request=replace(found.request, start=start, end=max(start, found.end)))
    stay = CityStay(
        called or city.name, pool, days, dates, tuple(found.wishes), assumed=assumed, dated=found.dated
    )
    candidates = tuple(
        Candidate(
            key=row.pk,
            name=row.name,
            kind=row.kind,
            place=view.gazetteer.place(row.place_id) if row.place_id else None,
            data=row.data,
            kept="you kept it"
            if row.pinned or row.state == Finding.State.KEPT
            else "it is in your plan" * (row.place_id in found.planned),
            tier=row.by_hand,
        )
        for row in rows
    )
    return PriorityContext(stay, candidates, view.facts)


def _days(view: TripView, city: City, cities: Sequence[City]) -> tuple[int, tuple[dt.date, ...], bool]:
    """How many days they are there, which, and are they assumed? Of the plan, else of what was said, else a
    fair share."""
    planned = days_in(view.plan, city)
    if planned:
        return len(planned), tuple(planned), False
    dates, goals = view.facts.dates, view.facts.destinations
    whole = (dates.end - dates.start).days + 1 if dates.start and dates.end else dates.days or 4
    if [one.id for one in cities] == [city.id] and dates.start and dates.end and view.plan is None:
        span = min(max(1, whole), LONGEST_STAY)
        return span, tuple(dates.start + dt.timedelta(days=number) for number in range(span)), False
    nights = next(
        (one.nights for one in goals if city.id == one.city_id or city.name == one.name if one.nights), None
    )
    share = nights or max(1, round(whole / max(1, len(cities))))
    return min(max(1, share), LONGEST_STAY), (), not nights


# --- The task ------------------------------------------------------------------------------------


def task_of(context: PriorityContext) -> list[ModelMessage]:
    """Every finding with what is told of it, and what code knows of these travellers and it."""
    stay = context.stay
    visits, meals = most_musts(context.candidates, stay)
    own = [candidate for candidate in context.candidates if candidate.tier]
    lines = [
        f"The city: {prompting.masked(stay.name)}. {stay.room_in_words[0].upper()}{stay.room_in_words[1:]} "
        f"and {counted(stay.meals, 'meal')}.",
        f"At most {counted(visits, 'must')} among places and activities, {meals} among places to eat.",
        "",
        "Facts of the trip:",
        prompting.facts_text(context.facts),
        "",
        f"Rank each of these {len(context.asked)}, by its exact name, city {prompting.masked(stay.name)}:",
        *(prompting.masked(line) for line in context.lines.values()),
    ]
    if own:
        told = "; ".join(f"{one.name} ({one.tier})" for one in own)
        lines += ["", f"Ranked by the traveller, leave these out: {prompting.masked(told)}"]
    return prompting.companion_task(lines)


def _line(candidate: Candidate, merit: Merit) -> str:
    kind = "place to eat" if candidate.food else candidate.kind
    told = [str(candidate.data[key])[:LONGEST_DETAIL] for key in DETAILS if candidate.data.get(key)]
    marks = ["named by the traveller"] if merit.named else []
    marks += [candidate.kept] if candidate.kept else []
    marks += ["closed on all of their days"] if merit.closed else []
    known = [merit.blocked] if merit.blocked else []
    known += [f"{clause[0].upper()}{clause[1:]}." for clause in (*merit.pros, *merit.cons)]
    parts = [f"- {spelt(candidate.name)} | {kind}", *marks, *told, " ".join(known)]
    return " ".join(" | ".join(part for part in parts if part).split())


# --- What a mind may not do ------------------------------------------------------------------------


def problems_of(answer: PriorityAnswer, context: PriorityContext) -> list[str]:
    """Sentences for a correction."""
    names = context.names
    times = Counter(map(_said_name, answer.ranked))
    found = [f"“{name}” is not among the findings of {context.name}." for name in times if name not in names]
    found += [f"“{name}” is ranked {count} times." for name, count in times.items() if count > 1]
    found += [f"“{name}” is not ranked." for name in names if name not in times]
    ranked = [(one, names[_said_name(one)]) for one in answer.ranked if _said_name(one) in names]
    found += [problem for one, candidate in ranked for problem in _wrong(one, candidate, context)]
    for food, most in zip((False, True), most_musts(context.candidates, context.stay), strict=True):
        musts = sum(one.tier == "must" for one, candidate in ranked if candidate.food is food)
        if musts > most:
            kind = "places to eat" if food else "places and activities"
            found.append(f"{musts} {kind} are must, and at most {most} fit into the days.")
        elif musts > max(1, len(ranked) * RARE, sum(context.code[one.key].merit.named for _r, one in ranked)):
            found.append(f"{musts} of {len(ranked)} are must: that is rare, what would be missed most.")
    reasons = Counter(
        " ".join(one.reason.casefold().split())
        for one, candidate in ranked
        if one.reason != context.code[candidate.key].reason
    )
    found += [
        f"{times} findings have the reason “{reason}”: say what holds for each."
        for reason, times in reasons.items()
        if times > SAME_REASON
    ]
    return found


def _wrong(one: Ranked, candidate: Candidate, context: PriorityContext) -> Iterator[str]:
    merit = context.code[candidate.key].merit
    high = one.tier in ("must", "should")
    if merit.closed and high:
        yield f"“{one.name}” is closed on all of their days: it can't be {one.tier}."
    elif merit.named and one.tier != "must" and not merit.closed:
        if context.named_fit:
            yield f"The traveller named “{one.name}”: it is a must."
    elif candidate.kept and not high and not merit.closed:
        yield f"“{one.name}”: {candidate.kept}, so it is at least should."
    elif merit.blocked and high and not (merit.named or candidate.kept):
        yield f"“{one.name}” can't be {one.tier}: {merit.blocked}"
    if one.reason == context.code[candidate.key].reason:
        return
    line = context.lines[candidate.key]
    given = "\n".join([line, context.stay.room_in_words, prompting.facts_text(context.facts)])
    for figure in invented_numbers(one.reason, given):
        yield f"The figure {figure} in the reason for “{one.name}” was given nowhere: leave it out."


# --- What stands -----------------------------------------------------------------------------------


def ranks_of(answer: PriorityAnswer | None, context: PriorityContext) -> dict[int, tuple[str, str]]:
    """Tier and reason of every finding that is the team's: of the answer, else by code."""
    ranks: dict[int, tuple[str, str]] = {one.key: (one.tier, one.reason) for one in context.code.values()}
    for one in answer.ranked if answer else ():
        if (candidate := context.names.get(_said_name(one))) is not None:
            ranks[candidate.key] = (one.tier, " ".join(one.reason.split()))
    return ranks

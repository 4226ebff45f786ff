"""Findings that the traveller ranks in words: the same moves by hand that the keys of the board make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from agents.outcome import Outcome
from agents.view import TripView
from trips import finding, prioritising
from trips.finding import same_thing
from trips.models import Finding, Message, Trip, Turn
from trips.planning.names import words
from trips.planning.request import city_named
from trips.planning.validator.wording import day_in_words, listed
from trips.understanding.rank_words import RankSaid, clauses_of, in_plan, ranks_said

#: Words too few to be told as not read: "please", "and then".
_SHORT_CLAUSE = 2
_RANK_WORDS: Mapping[str, str] = {
    **{tier: f"as a {tier}" for tier in prioritising.TIERS},
    "dismissed": "as not for you",
}


@dataclass(frozen=True)
class RankByHand:
    """Writes the moves, in the transaction of their turn."""

    moves: Sequence[tuple[Finding, str]]

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        for row, rank in self.moves:
            if rank == "dismissed":
                finding.judge(row, Finding.State.DISMISSED, message=message)
                continue
            if row.state == Finding.State.DISMISSED:  # what was put away comes back when it is ranked
                finding.judge(row, Finding.State.NEW, message=message)
            prioritising.by_hand(row, rank, message=message)
        return ""


def ranks_in(view: TripView, argument: str) -> list[RankSaid]:
    """What the words rank; empty for the name of a city."""
    cities = [city for goal in view.facts.destinations if (city := city_named(goal, view.gazetteer))]
    return ranks_said(argument, cities, view.gazetteer, planned=view.plan is not None)


def ranked(
    view: TripView, text: str, said: Sequence[RankSaid], findings: Sequence[Finding], uuid: str
) -> Outcome:
    """Every name among the findings takes its rank; what is none of them, or was not read, is told."""
    moves = [(one, row) for one in said if (row := _meant(one, findings))]
    lines = []
    if moves:
        told = listed([f"{row.name} {_RANK_WORDS[one.rank]}" for one, row in moves])
        lines.append(f"Noted by your hand: {told}. The team does not move what you ranked.")
    for one in said:
        if not any(one is ranked_one for ranked_one, _row in moves):
            lines.append(_unknown(one))
    for one, row in moves:
        item = in_plan(one, view.plan) if view.plan and one.rank in ("skip", "dismissed") else None
        if item is not None:
            day = day_in_words(item.start.date())
            lines.append(f"It is in your plan on {day}: say “take {row.name} out” if it is to go.")
    left = text
    for one in said:
        left = left[: one.first] + "\n" * (one.last - one.first) + left[one.last :]
    rest = [left[first:last].strip() for first, last in clauses_of(left)]
    lines += [
        f"I did not do “{clause}”: say it once more, alone."
        for clause in rest
        if len(clause.split()) > _SHORT_CLAUSE
    ]
    return Outcome(
        mode="DELEGATE" if moves else "ANSWER",
        agent="prioritizer",
        reply=" ".join(lines),
        effects=[RankByHand([(row, one.rank) for one, row in moves])] if moves else [],
        links=[("On the board", f"{reverse('workspace', args=[uuid])}?tab=trip&view=priorities")],
        short_summary=f"Ranked by hand: {listed([row.name for _one, row in moves])}"[:400] if moves else "",
        next_step="Move what you see otherwise, or go on with the plan.",
    )


def _unknown(one: RankSaid) -> str:
    again = f"say “add {one.name}” with a day to have it in the plan" if one.rank == "must" else ""
    more = f"; {again}" if again else ""
    return f"“{one.name}” is not among what was found, so it has no rank there{more}."


def _meant(said: RankSaid, findings: Sequence[Finding]) -> Finding | None:
    """By the row it names, by its whole name, or by words that only one finding has."""
    if said.place_id and (own := [row for row in findings if row.place_id == said.place_id]):
        return own[0]
    if own := [row for row in findings if same_thing(row.name, said.name)]:
        return own[0]
    wanted = frozenset(words(said.name))
    partly = [row for row in findings if wanted <= frozenset(words(row.name))]
    return partly[0] if len(partly) == 1 and not said.place_id else None

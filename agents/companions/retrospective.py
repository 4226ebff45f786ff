"""What a trip that is over came to, by code: what was done and liked, kilometres, money; one question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.learnt import learnt
from memory.switches import remembers
from trips import spending
from trips.models import Feedback, Trip
from trips.planning.outlay_words import told
from trips.reading.reports import base_of, each_once, is_thing
from trips.reporting import of_the_plan
from trips.schemas import Leg, Meal, Plan, Visit
from trips.wording import counted, listed

NAMED = 5
QUESTION = "How was it, all in all?"
LEARNT = (
    "What I take from it for your next trip waits for your yes on the page of what is remembered; "
    "nothing of it is used before."
)


@dataclass(frozen=True, slots=True)
class Retrospective:
    """`text`: Markdown; `summary`: one line."""

    text: str
    summary: str


def retrospective(trip: Trip) -> Retrospective:
    """Of a trip with a plan. Reads the trip's rows: call it in the database's thread."""
    plan = trip.plan.plan
    rows = list(of_the_plan(trip).order_by("date", "pk"))
    lines = [f"{_where(plan)} is behind you.", "", *(f"- {line}" for line in done(plan))]
    lines += [f"- {line}" for line in reported(rows)] or ["- No day was told of; /feedback still takes it."]
    lines += [f"- {line}" for line in _money(trip)]
    ending = f"{LEARNT} {QUESTION}" if remembers(trip.owner, trip) and learnt(trip) else QUESTION
    return Retrospective(
        "\n".join([*lines, "", ending]), f"The trip is over: {_where(plan).rstrip(chr(44))}."
    )


def done(plan: Plan) -> list[str]:
    """Days, sights, tables and kilometres of the plan, as it stood at the end."""
    visits = [item for item in plan.items() if isinstance(item, Visit)]
    tables = [item for item in plan.items() if isinstance(item, Meal) and item.style == "place"]
    cities = list(dict.fromkeys(day.city for day in plan.days))
    figures = [counted(len(plan.days), "day"), "1 city" if len(cities) == 1 else f"{len(cities)} cities"]
    figures += [counted(len(visits), "sight")] if visits else []
    figures += [counted(len(tables), "table")] if tables else []
    lines = [f"In the plan: {listed(figures)}."]
    if visits:
        named = [item.title for item in visits[:NAMED]]
        more = len(visits) - len(named)
        lines.append(f"Among them {listed([*named, *([f'{more} more'] if more else [])])}.")
    return [*lines, *_kilometres(plan)]


def reported(rows: Sequence[Feedback]) -> list[str]:
    """What was liked and what not, most often said first; strength and ratings over the days told of."""
    if not rows:
        return []
    lines = []
    liked, disliked = _most(row.liked for row in rows), _most(row.disliked for row in rows)
    lines += [f"You liked {listed(liked)}."] if liked else []
    lines += [f"You did not like {listed(disliked)}."] if disliked else []
    days = {row.date for row in rows}
    tired = {row.date for row in rows if row.energy == "low"}
    if tired:
        of = "the one day" if len(days) == 1 else f"{len(tired)} of the {len(days)} days"
        lines.append(f"Energy was low on {of} you told of.")
    ratings = [row.rating for row in rows if row.rating]
    if ratings:
        lines.append(f"You rated {counted(len(ratings), 'time')}: {sum(ratings) / len(ratings):.1f} of 5.")
    return lines or [f"You told of {counted(len(days), 'day')}."]


def _kilometres(plan: Plan) -> list[str]:
    legs = [item for item in plan.items() if isinstance(item, Leg)]
    far = sum(leg.distance_km for leg in legs)
    on_foot = sum(leg.distance_km for leg in legs if leg.mode == "walk")
    if far < 1:
        return []
    feet = f", {on_foot:,.0f} of them on foot" if on_foot >= 1 else ""
    return [f"About {far:,.0f} km by the plan{feet}."]


def _money(trip: Trip) -> list[str]:
    if not trip.expenses.exists():
        plan = trip.plan.plan
        return [f"Nothing spent was noted; the plan came to {plan.total:,.0f} {plan.currency}."]
    return [" ".join(told(spending.account(trip)))]


def _where(plan: Plan) -> str:
    cities = listed(list(dict.fromkeys(day.city for day in plan.days))[:NAMED])
    first, last = plan.days[0].date, plan.days[-1].date
    if (first.year, first.month) == (last.year, last.month):
        return f"{cities}, {first:%-d}–{last:%-d %B %Y},"
    return f"{cities}, {first:%-d %B}–{last:%-d %B %Y},"


def _most(lists: Iterable[Sequence[str]]) -> list[str]:
    """The names said most often, in the order they were said; each once, with its reason if it has one."""
    said = [str(name) for names in lists for name in names if is_thing(str(name).split(" (")[0])]
    counts = Counter(base_of(name) for name in said)
    spelt = {base_of(name): name for name in each_once(said)}
    return [spelt[key] for key, _count in counts.most_common(NAMED)]

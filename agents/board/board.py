"""Which board a trip has now, and everything its template reads."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from agents.board.changes import place_of, proposal_view
from agents.board.facts import FactChip, Gap, fact_chips, gaps, in_a_line
from agents.board.maps import maps_of
from agents.board.options import CompareRow, OptionCard, SaidOf, compare_rows, option_card, said_of
from agents.board.place_map import PlaceMap, place_map_of
from agents.board.rows import OptionRow, option_rows
from agents.board.strips import strips_of
from agents.board.timeline import DayView, Share, days_of, mostly_estimated, shares_of
from agents.board.verdicts import VerdictView, verdict_view
from agents.board.views import views
from agents.events import OptionChecked
from agents.llm import select
from agents.phases import phase_at
from agents.turn_view import ready_options
from trips import changing
from trips.agendas import today_there
from trips.bookings import states_by_item
from trips.catalogue.credits import credits_of, credits_of_plan, sources_of
from trips.catalogue.gazetteer import City, Gazetteer
from trips.fact_log import title_of
from trips.facts import UnknownPlace, unknown_places
from trips.facts.interests import liked
from trips.map_shapes import streets_of
from trips.models import Option, PlanProposal, PlanVersion, Question, Trip
from trips.places import gazetteer_for
from trips.planning.city_notes import cities_in
from trips.planning.options import budget_of, visits_of
from trips.planning.request import lacks_in_words, sparse_cities
from trips.planning.validator import check_plan
from trips.planning.wishes import answers_to, interest_tags
from trips.remote.routing import routed
from trips.schemas import Credit, Place, Plan, TripFacts, Verdict
from trips.wording import source_in_words

ON_OFFER = (Option.State.OFFERED, Option.State.LAST_RESORT)
MOST_SIGHTS = 6  # on the board while there is no plan


@dataclass(frozen=True)
class PlanPage:
    """One plan in full: the chosen one, or an option before it is chosen."""

    plan: Plan
    verdict: VerdictView
    days: list[DayView]
    shares: list[Share]
    budget: Decimal | None  # the sum the traveller named, in all, in the plan's currency
    sources: list[str]
    rough: bool  # most prices are estimates: said once, not at each
    cities: list[City]
    card: OptionCard | None = None  # of an option
    version: PlanVersion | None = None  # of the chosen plan
    today: dt.date | None = None
    shown: int = 1  # the day that one reads
    proposal: PlanProposal | None = None  # the change of the chosen plan that waits for a yes
    stale: bool = False  # the facts changed since; the verdict is a new one


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the trip, as its view says (agents/board/views.py)."""

    name: str
    title: str
    in_bar: bool
    icon: str


#: The plan, or what leads to one.
PLAN = Page("plan", "Plan", in_bar=True, icon="plan")


@dataclass(frozen=True)
class Board:
    view: str  # empty, facts, options, compare, option, checks, plan
    phase: str
    chips: list[FactChip]
    gaps: list[Gap]
    questions: list[Question]
    cards: list[OptionCard] = field(default_factory=list)
    failed: list[OptionCard] = field(default_factory=list)
    comparison: str = ""
    options: list[OptionRow] = field(default_factory=list)
    rows: list[CompareRow] = field(default_factory=list)
    ready: list[OptionChecked] = field(default_factory=list)  # while others are still being written
    page: PlanPage | None = None
    place_map: PlaceMap | None = None  # while there is neither plan nor option
    sights: list[Place] = field(default_factory=list)  # what there is, while there is neither
    unknown: list[UnknownPlace] = field(default_factory=list)
    sparse: list[City] = field(default_factory=list)  # only where no model would name places
    lacks: str = ""  # what they have too little of
    pages: list[Page] = field(default_factory=list)
    here: str = ""  # the name of the page that is open
    line: list[str] = field(default_factory=list)  # the facts in a line, where to first
    where: str = ""  # the names of the cities
    template: str = ""  # of a registered view (agents/board/views.py), and what it reads
    shown: Any = None
    credits: list[Credit] = field(default_factory=list)  # of open data, whatever the view shows of it
    mark: str = ""  # of the round of options and the plan: another mark is another board

    @property
    def has_plan(self) -> bool:
        return self.phase in ("planned", "travelling", "done")

    @property
    def on_offer(self) -> bool:
        """Can the options be turned down?"""
        return any(card.state in ON_OFFER for card in self.cards)

    @property
    def assumptions(self) -> list[SaidOf]:
        return said_of(self.cards, "assumptions")

    @property
    def risks(self) -> list[SaidOf]:
        return said_of(self.cards, "risks")

    @property
    def alternatives(self) -> list[SaidOf]:
        return said_of(self.cards, "alternatives")

    @property
    def shared(self) -> list[str]:
        """What compares alike in all options."""
        return [row.cells[0] for row in self.rows if row.same]

    @property
    def outdated(self) -> bool:
        return bool(self.cards) and all(card.outdated for card in self.cards)


def board_of(trip: Trip, query: Mapping[str, str]) -> Board:
    """`query`: view, option (pk), day, frame (of the maps), and `mark`, the board they were said of: when
    there are other options or another plan by now, the reader sees those, on the same day."""
    gazetteer = gazetteer_for(trip)
    facts = trip.facts
    version = trip.plan
    options = _newest_round(trip, version)
    chosen = version.option_id if version else None
    cards = [option_card(option, facts, trip.facts_version, chosen) for option in options]
    shown = [card for card in cards if card.state != Option.State.FAILED]
    failed = [card for card in cards if card.state == Option.State.FAILED]
    chips = fact_chips(facts, trip.fact_changes.order_by("seq"))
    mark = f"{options[0].turn_id if options else 0}-{version.pk if version else 0}"
    if query.get("mark", mark) != mark:
        query = {"day": query.get("day", "")}
    wanted = query.get("view", "")
    by_pk = {str(option.pk): option for option in options}
    asked = by_pk.get(query.get("option", ""))
    others = {one.name: one for one in views() if one.shown(trip)}
    other = others.get(wanted)
    view = wanted if other else _view(wanted, version, shown, asked, bool(chips))
    today = today_there(trip)
    page = None
    if view in ("plan", "checks") and asked is None and version is not None:
        page = _plan_page(trip, version, gazetteer, query, today)
    elif view in ("option", "checks") and asked is not None:
        card = next(card for card in cards if card.pk == asked.pk)
        more = {"card": card, "budget": card.budget, "diets": facts.dietary}
        page = page_of(asked.plan, asked.verdict, gazetteer, query, today, **more)
    sparse = [] if select.configured() else sparse_cities(facts, gazetteer)
    plans = [card.plan for card in cards]
    if version is not None:
        plans.append(page.plan if page and page.version else version.plan)
        plans += [proposal.plan for proposal in changing.open_proposals(trip)]
    return Board(
        view=view,
        phase=phase_at(trip, today),
        chips=chips,
        gaps=gaps(facts),
        questions=list(trip.questions.open().order_by("-required", "pk")),
        cards=shown,
        failed=failed,
        comparison=options[0].comparison if options else "",
        options=_rows(trip, shown, gazetteer) if view == "options" else [],
        ready=ready_options(trip),
        rows=compare_rows(shown) if view == "compare" else [],
        page=page,
        place_map=place_map_of(facts, gazetteer) if view == "facts" else None,
        sights=_sights(facts, gazetteer) if view in ("facts", "research") else [],
        unknown=unknown_places(facts, gazetteer),
        sparse=sparse,
        lacks=lacks_in_words(sparse, gazetteer),
        mark=mark,
        pages=[PLAN, *(Page(one.name, one.title, one.in_bar, one.icon) for one in others.values())],
        here=other.name if other else PLAN.name,
        line=in_a_line(facts),
        where=title_of(facts),
        template=other.template if other else "",
        shown=other.build(trip, query) if other else None,
        credits=_credits(trip, plans, gazetteer),
    )


def _credits(trip: Trip, plans: list[Plan], gazetteer: Gazetteer) -> list[Credit]:
    """Of all that any view names: options, the plan and what is proposed, findings."""
    found = [credit for plan in plans for credit in credits_of_plan(plan, gazetteer)]
    rows = list(trip.findings.all())
    sources = [*(row.origin for row in rows), *sources_of((row.place_id for row in rows), gazetteer)]
    return list(dict.fromkeys((*found, *credits_of(sources))))


def _sights(facts: TripFacts, gazetteer: Gazetteer) -> list[Place]:
    """The best of the destinations, what they like first."""
    cities = gazetteer.cities(one.city_id for one in facts.destinations if one.city_id)
    slugs = [city.curated for city in cities if city.curated][:MOST_SIGHTS]
    tags, wished = interest_tags(tuple(facts.interests)), liked(facts)
    each = MOST_SIGHTS // (len(slugs) or 1)
    best = [
        sorted(
            gazetteer.places(slug, "visit"),
            key=lambda row: (not answers_to(row, wished), not tags & set(row.tags)),
        )
        for slug in slugs
    ]
    return [row for rows in best for row in rows[:each]]


def _rows(trip: Trip, cards: list[OptionCard], gazetteer: Gazetteer) -> list[OptionRow]:
    plans = [card.plan for card in cards]
    streets = streets_of({day.city_id for plan in plans for day in plan.days if day.city_id})
    rows = (gazetteer.place(one) for one in {one for plan in plans for one in visits_of(plan)})
    named = {row.id: answers_to(row, liked(trip.facts)) for row in rows if row}
    return option_rows(cards, strips_of(plans, gazetteer, streets), named)


def _view(wanted: str, version, cards: list[OptionCard], asked: Option | None, known: bool) -> str:
    possible = {
        "plan": version is not None,
        "options": bool(cards),
        "compare": len(cards) > 1,
        "option": asked is not None,
        "checks": asked is not None or version is not None,
    }
    if possible.get(wanted):
        return wanted
    if version is not None and not _waits_for_a_choice(cards):
        return "plan"
    if cards:
        return "options"
    return "facts" if known else "empty"


def _waits_for_a_choice(cards: list[OptionCard]) -> bool:
    """Planned again beside a chosen plan, for the facts as they are now."""
    return any(card.state in ON_OFFER and not card.outdated for card in cards)


def _newest_round(trip: Trip, version: PlanVersion | None) -> list[Option]:
    """The options of the round that is on offer; with a plan and nothing newer, the round it came from."""
    live = [Option.State.OFFERED, Option.State.LAST_RESORT, Option.State.SELECTED, Option.State.KEPT]
    newest = trip.options.filter(state__in=live).order_by("-turn__number").first()
    if newest is None and version is not None and version.option is not None:
        newest = version.option
    if newest is None:
        return []
    return list(
        trip.options.filter(turn=newest.turn).exclude(state=Option.State.REJECTED).order_by("position")
    )


def _plan_page(trip: Trip, version: PlanVersion, gazetteer: Gazetteer, query, today: dt.date) -> PlanPage:
    """The chosen plan. Facts that changed since are checked against now."""
    plan = version.plan
    stale = version.facts_version != trip.facts_version
    verdict = check_plan(plan, trip.facts, gazetteer, today=today) if stale else version.verdict
    more = {"version": version, "stale": stale, "proposal": proposal_view(trip)}
    booked, budget = states_by_item(trip), budget_of(plan, trip.facts)
    return page_of(
        plan, verdict, gazetteer, query, today, booked=booked, budget=budget, diets=trip.facts.dietary, **more
    )


def page_of(
    plan: Plan,
    verdict: Verdict,
    gazetteer: Gazetteer,
    query: Mapping[str, str],
    today: dt.date,
    *,
    booked: Mapping[str, str] | None = None,
    diets: Sequence[str] = (),
    **more,
) -> PlanPage:
    """`query`: day and frame (of the maps); `booked`: states of bookings by item; `more`: of `PlanPage`."""
    ways = routed(plan) if more.get("version") else None
    days = days_of(plan, verdict, gazetteer, booked, ways, diets)
    streets = streets_of({day.city_id for day in plan.days if day.city_id})
    if proposal := more.get("proposal"):
        proposal.day, proposal.before = place_of(proposal.diff, days)
    maps = maps_of(
        plan,
        days,
        gazetteer,
        frame=query.get("frame", ""),
        streets=streets,
        proposed=proposal.plan if proposal else None,
    )
    for number, drawn in maps.items():
        days[number - 1].map = drawn
    sources = sources_of((item.place_id for item in plan.items()), gazetteer)
    return PlanPage(
        plan=plan,
        verdict=verdict_view(verdict, plan),
        days=days,
        shares=shares_of(plan),
        sources=list(dict.fromkeys(map(source_in_words, sources))),
        rough=mostly_estimated(plan),
        cities=cities_in(plan, gazetteer),
        today=today,
        shown=_shown(days, query.get("day", ""), today, proposal),
        **more,
    )


def _shown(days: list[DayView], asked: str, today: dt.date, proposal: PlanProposal | None) -> int:
    """The day that was asked for, that of a proposed change, on the way today, else the first on which
    something is seen or eaten."""
    numbers = {str(day.number): day.number for day in days}
    filled = next((day.number for day in days if any(entry.pin for entry in day.entries)), 1)
    on_the_way = next((day.number for day in days if day.date == today), filled)
    return numbers.get(asked) or (proposal.day if proposal else on_the_way)

"""What was found, on the board: short lists by city and kind, practical facts, what was not researched."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from agents import web_access
from agents.board.views import always, board_view
from agents.companions.research import cities_of
from trips.agendas import today_there
from trips.catalogue.diets import answered_by, in_words, need_of
from trips.catalogue.matching import is_among
from trips.finding import fresh_cities, name_of
from trips.models import CityIntel, Finding, Trip, Turn
from trips.places import current_gazetteer, gazetteer_for
from trips.planning.costing import meal_lines, sum_in, visit_lines
from trips.planning.wishes import tags_of_interest
from trips.schemas import Source
from trips.wording import whole_money

KINDS = (("place", "Places"), ("activity", "To do"), ("food", "To eat"))
#: Rows of a kind that are shown at once; the others wait behind a line.
SHOWN = {"place": 5, "activity": 3, "food": 4}
KEPT = "kept"
#: What can be asked for by `option`: a kind, or what was kept.
FILTERS = (*KINDS, (KEPT, "Kept"))
#: Order of a brief's topics, as they are told, with their titles; the first six are told in short as well.
TOPICS = {
    "weather": "Weather",
    "getting about": "Getting around",
    "money": "Money",
    "customs": "Tips and customs",
    "connectivity": "Plugs",
    "safety": "Safety",
    "health": "Health",
    "other": "Good to know",
}
IN_SHORT = 6
_PROVENANCE = re.compile(r" \([^()]*\)$")


@board_view(
    "research", "Research", "agents/board/_research.html", shown=always, order=10, in_bar=True, icon="search"
)
def research_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`without`: cities of the trip that were not researched; `links`: those with a page of practical facts;
    `at_work`: research goes on beside the conversation; `web`: this site searches the web."""
    rows = list(trip.findings.order_by("pk"))
    intel = {row.city: row for row in trip.city_intel.all()}
    cities = cities_of(trip.facts, trip.plan.plan if trip.plan else None, current_gazetteer())
    ours = [name_of(trip, city) for city in cities]
    researched = [*intel, *(row.city for row in rows)]
    names = [name for name in dict.fromkeys([*ours, *researched]) if name in researched]
    option = query.get("option", "")
    option = option if option in dict(FILTERS) else ""
    fresh = fresh_cities(trip, within_days=settings.RESEARCH_FRESH_DAYS)
    planned = planned_on(trip)
    told_for(trip, rows)
    of_city = {name: [row for row in rows if row.city == name and _passes(row, option)] for name in names}
    return {
        "cities": [_city(name, found, intel.get(name), fresh, planned) for name, found in of_city.items()],
        "without": [name for name in ours if name not in names],
        "filters": _filters(rows, option),
        "option": option,
        "at_work": trip.turns.filter(kind=Turn.Kind.JOB, status__in=Turn.UNFINISHED).exists(),
        "links": cities,
        "web": web_access.offered(),
    }


def told_for(trip: Trip, rows: Sequence[Finding]) -> None:
    """Gives each what it `costs` all of them in the trip's currency, `whom` that is for, and what it `fits`
    of their wishes: of one in their own words what its words say too."""
    gazetteer, today = gazetteer_for(trip), today_there(trip)
    facts, plan = trip.facts, trip.plan.plan if trip.plan else None
    adults, ages = (plan.adults, plan.ages) if plan else (facts.party.adults, facts.party.ages)
    for row in rows:
        place = gazetteer.place(row.place_id) if row.place_id and row.origin.grade != "web" else None
        row.costs, row.whom = row.data.get("price", ""), ""
        price = place.price if place else None
        if price and price.adult and adults and gazetteer.rate(price.currency, trip.currency, today):
            lines = (meal_lines if place.kind == "food" else visit_lines)(place, adults, ages)
            sum_of_all = whole_money(sum_in(lines, trip.currency, gazetteer, today), trip.currency)
            about = "about " if place.kind == "food" or place.grade_of("price") == "estimate" else ""
            people = adults + len(ages)
            row.costs, row.whom = f"{about}{sum_of_all}", f"for {people}" if people > 1 else ""
        tags, own = set(row.data.get("tags", ())), [row.name, row.data.get("summary", "")]
        liked = [one for one in facts.interests if tags & tags_of_interest(one)]
        row.fits = [
            words if (words := facts.said.get(one)) and is_among(words, own) else one for one in liked
        ]
        served = set(row.data.get("diet", ()))
        row.fits += [in_words(need_of(one)) for one in facts.dietary if served & answered_by(one)]


def planned_on(trip: Trip) -> dict[str, dt.date]:
    """The day of each place that the plan has a visit or a meal at."""
    days = trip.plan.plan.days if trip.plan else []
    return {item.place_id: day.date for day in reversed(days) for item in day.items if item.place_id}


def _city(
    name: str,
    rows: Sequence[Finding],
    intel: CityIntel | None,
    fresh: set[int],
    planned: Mapping[str, dt.date],
) -> dict[str, Any]:
    """`groups` of a kind: title, number, findings at once and behind a line, each with its day of the plan;
    `facts`: title, sentence, the page it was read on, `short`: the first of them in a few words; `fresh`:
    researched whole, for the facts as they are, and not long ago."""
    days = [(row, planned.get(row.place_id)) for row in rows]
    days.sort(key=lambda one: (not one[0].pinned, one[1] is None, not one[0].fits, one[0].pk))
    facts = intel.data if intel else {}
    told = [(title, facts[topic], _page(intel, topic)) for topic, title in TOPICS.items() if facts.get(topic)]
    return {
        "name": name,
        "groups": [group for kind, title in KINDS if (group := _group(kind, title, days))],
        "facts": told,
        "short": [(title, _in_short(sentence)) for title, sentence, _ in told[:IN_SHORT]],
        "intel": intel,
        "fresh": bool(intel and intel.city_id in fresh),
    }


def _group(kind: str, title: str, days: Sequence[tuple[Finding, dt.date | None]]) -> dict[str, Any]:
    found = [one for one in days if one[0].kind == kind]
    shown = max(SHOWN[kind], sum(day is not None for _row, day in found))
    shown = shown if len(found) > shown + 1 else len(found)
    return found and {"title": title, "number": len(found), "first": found[:shown], "others": found[shown:]}


def _in_short(sentences: str) -> str:
    """The first sentence, without what vouches for it: "Types C and F, 230 V"."""
    return _PROVENANCE.sub("", sentences.partition(". ")[0].rstrip("."))


def _page(intel: CityIntel | None, topic: str) -> Source | None:
    url = intel.pages.get(topic, "") if intel else ""
    return Source(grade="web", url=url, as_of=intel.researched_at.date().isoformat()) if url else None


def _passes(row: Finding, option: str) -> bool:
    return row.kept if option == KEPT else not option or row.kind == option


def _filters(rows: Sequence[Finding], option: str) -> list[tuple[str, str, int]]:
    """Name, title and count. What there is nothing of is not offered, but for the one that is on."""
    shown = [row for row in rows if not row.dismissed]
    counts = [(name, title, sum(_passes(row, name) for row in shown)) for name, title in FILTERS]
    return [("", "All", len(shown)), *(one for one in counts if one[2] or one[0] == option)]

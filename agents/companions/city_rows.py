"""From rows to findings: which of our rows fit these travellers, and what of an answer may be kept.

Whoever answers, code decides: an id counts only where it is a row of that city and the name fits it; prices
and hours come from rows alone; what was found before, or does not suit, stays out.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from agents.companion_schemas import ResearchAnswer, Researched
from agents.companions.research import GENERAL, WANTED, ResearchContext
from agents.companions.stated import stated_in
from agents.companions.web import cited_page, passages_of
from agents.llm.server_tools import WebReading, host_of
from trips.catalogue.city_hours import rules_of
from trips.catalogue.diets import answers, dishes_for, in_words
from trips.catalogue.matching import is_among, means
from trips.catalogue.names import words
from trips.catalogue.opening_hours import exception_on, is_known, open_spans
from trips.catalogue.trip_gazetteer import is_own
from trips.facts.describing import money
from trips.finding import FoundRow, known_already, same_thing
from trips.planning.figures import without_figures
from trips.planning.named_places import NamedPlaces
from trips.planning.picking import ranked_visits
from trips.planning.wishes import diets, names_of, tags_of_interest, unsuitable
from trips.schemas import WEEKDAYS, MealName, Place

#: What one does there rather than looks at, and the other way round: the first such tag of a row decides.
DONE = frozenset(
    """walk hike market shopping hammam onsen spa nightlife music theatre sports beach food animals science
    anime craft evening neighbourhood""".split()
)
SEEN = frozenset("museum temple religion architecture history art park garden view literature water".split())
MEALS: tuple[MealName, ...] = ("lunch", "dinner", "breakfast")
#: Of a city's findings that may lie in one quarter before others come first.
NEAR_EACH_OTHER = 3
YOURS = "you named it"
_DAYS = {day[:2].capitalize(): day.capitalize() for day in WEEKDAYS}
_DAY = re.compile(r"\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b")

# --- Choosing rows -----------------------------------------------------------------------------


def chosen_visits(context: ResearchContext) -> tuple[list[Place], list[Place]]:
    """Sights and activities that suit, are open on one of the days and were not found before: must-dos and
    what is planned first, then by wishes, spread over the quarters."""
    wished = {*context.planned, *(wish.place.id for wish in context.wishes if wish.place)}
    ranking = ranked_visits(context.pool, context.facts.interests, level=context.request.level)
    ranked = sorted((place for _score, place in ranking), key=lambda place: place.id not in wished)
    rows = [place for place in ranked if _new(place, context) and _open_once(place, context)]
    done = [place for place in rows if is_done(place)]
    seen = [place for place in rows if not is_done(place)]
    return _spread(seen, WANTED["places"], wished), _spread(done, WANTED["activities"], wished)


def chosen_tables(context: ResearchContext) -> list[Place]:
    """Where to eat: for every meal what is planned, the wished cuisines and the trip's level first."""

    def order(place: Place) -> tuple[bool, bool, bool, float]:
        liked = any(is_among(wish, [place.cuisine, *place.dishes]) for wish in context.facts.cuisines)
        off_level = place.band != context.request.level
        return place.id not in context.planned, not liked, off_level, -context.pool.ranks[place.id]

    left = sorted((p for p in context.pool.tables if _new(p, context) and _open_once(p, context)), key=order)
    chosen: list[Place] = []
    while left and len(chosen) < WANTED["food"]:
        meal = MEALS[len(chosen) % len(MEALS)]
        place = next((place for place in left if meal in place.meals), left[0])
        left.remove(place)
        chosen.append(place)
    return chosen


def is_done(place: Place) -> bool:
    """Is it something one does (a walk, a market, a bath) rather than looks at?"""
    if "museum" in place.tags:
        return False
    return next((tag in DONE for tag in place.tags if tag in DONE or tag in SEEN), False)


def _new(place: Place, context: ResearchContext) -> bool:
    return not any(known_already(context.known, name, place.id) for name in names_of(place))


def _open_once(place: Place, context: ResearchContext) -> bool:
    """On one of the days there at least; what has unknown hours is left in."""
    spans = [open_spans(place, date, context.gazetteer) for date in _days_there(context)]
    return any(one is None or one for one in spans)


def _days_there(context: ResearchContext) -> list[dt.date]:
    """The first fortnight of them."""
    days = min((context.end - context.start).days + 1, 14)
    return [context.start + dt.timedelta(days=n) for n in range(days)]


def _spread(rows: Sequence[Place], most: int, wished: set[str]) -> list[Place]:
    """The first of them, but of one quarter only some before the others had their turn."""
    areas: Counter[str] = Counter()
    first: list[Place] = []
    later: list[Place] = []
    for place in rows:
        areas[place.area] += 1
        near = areas[place.area] > NEAR_EACH_OTHER and place.id not in wished
        (later if near else first).append(place)
    return [*first, *later][:most]


# --- What an answer becomes --------------------------------------------------------------------


@dataclass
class Sorted:
    """What of an answer is kept. `unsuitable`: names with the reason."""

    rows: list[FoundRow] = field(default_factory=list)
    unsuitable: list[str] = field(default_factory=list)
    read_again: list[FoundRow] = field(default_factory=list)  # known before, and now read on a page
    on_pages: list[str] = field(default_factory=list)  # whose hours or price a page states


def found_rows(
    answer: ResearchAnswer,
    context: ResearchContext,
    reading: WebReading | None = None,
    places: NamedPlaces | None = None,
) -> Sorted:
    """The answer's findings as they are kept. `reading`: the pages it was written from; `places`: the rows of
    the trip, to which it adds what is in no row of ours."""
    result = Sorted()
    places = places or NamedPlaces(context.gazetteer, context.today)
    known = list(context.known)
    for kind, part, items in (
        ("place", "places", answer.places),
        ("activity", "activities", answer.activities),
        ("food", "food", answer.food),
    ):
        taken = 0
        for item in items:
            page = cited_page(item.source, item.name, reading)
            row = row_of(item, context)
            if page and row is None and (why := _diet_unsaid(item, context)):
                result.unsuitable.append(f"{' '.join(item.name.split())}: {why}")
                continue
            if row is None and not _is_theirs(item, context):
                row = places.add(item, context.city, page=page)
            said = stated_in(item, passages_of(page, reading)) if page else item
            if row is not None and page:
                row = _read(places, row, item, said, page)
                result.on_pages += [row.name] if "web" in map(row.grade_of, ("hours", "price")) else []
            name = row.name if row else " ".join(item.name.split())
            if known_already(known, name, row.id if row else ""):
                if page and (again := _found(kind, name, said, row, context, page)):
                    result.read_again.append(again)
                continue
            if row is not None and (why := _does_not_fit(row, context)):
                result.unsuitable.append(f"{row.name}: {why}")
                continue
            found = _found(kind, name, said, row, context, page)
            if found is None or taken >= 2 * WANTED[part]:
                continue
            taken += 1
            known.append(found)
            result.rows.append(found)
    result.rows[:0] = theirs(context, known)
    return result


def theirs(context: ResearchContext, known: Sequence[FoundRow]) -> list[FoundRow]:
    """The traveller's must-dos and the places of the chosen plan, of those that are not known."""
    rows = [(wish.text, wish.place) for wish in context.wishes]
    rows += [(row.name, row) for place_id in context.planned if (row := context.gazetteer.place(place_id))]
    found: list[FoundRow] = []
    for text, row in rows:
        name, key = (row.name, row.id) if row else (text[:160], "")
        told = [*known, *found]
        if known_already(told, name, key) or (row is None and any(means(text, [one.name]) for one in told)):
            continue
        kind = "activity" if row and is_done(row) else "place"
        kind = "food" if row and row.kind == "food" else kind
        item = Researched(name=name, summary="You named it; none of our rows tells of it.", source=YOURS)
        found += filter(None, [_found(kind, name, item, row, context, "")])
    return found


def _read(places: NamedPlaces, row: Place, item: Researched, said: Researched, page: str) -> Place:
    """The row with what its page states (`said`). Of a row of the trip the rest is what the model knows:
    hours as a whole, for times of one source and days of another are nobody's."""
    if is_own(row.id):
        row = places.read_again(row, item, page="", week=item.hours)
        if (said.hours, said.opens, said.closed) != (item.hours, item.opens, item.closed):
            said = said.model_copy(update={"closed": []})
    shut = (said.shut_from, said.shut_until)
    return places.read_again(row, said, page=page, week=said.hours, shut=shut)


def row_of(item: Researched, context: ResearchContext) -> Place | None:
    """The row that this is: by its id where the name fits, else by its very name. Of this city alone."""
    slug = context.city.curated
    if not slug:
        return None
    kind = "food" if item.kind == "food" else "visit"
    row = context.gazetteer.place(item.place_id) if item.place_id else None
    if row is not None and row.city == slug and row.kind == kind and means(item.name, names_of(row)):
        return row
    for row in context.gazetteer.places(slug, kind):
        if any(same_thing(item.name, name) for name in names_of(row)):
            return row
    return None


def _does_not_fit(row: Place, context: ResearchContext) -> str:
    if any(wish.place and wish.place.id == row.id for wish in context.wishes):
        return ""
    if why := unsuitable(row, context.request):
        return why
    return "" if _open_once(row, context) else "closed on all days there"


def _found(
    kind: str, name: str, item: Researched, row: Place | None, context: ResearchContext, page: str
) -> FoundRow | None:
    """`page`: the address that says so. None: it names nothing, or nothing is said of it."""
    if row is None:
        if not _is_theirs(item, context):
            return None
        return FoundRow(kind, name, "", {"summary": item.summary}, YOURS, "unlisted")
    data = _of_row(row, context)
    if is_own(row.id):
        if not row.summary:
            return None
        tips = item.tips if page else without_figures(item.tips)
        data["tips"] = " ".join(filter(None, [tips, data["tips"]]))
    if not page:
        page = row.url if row.grade == "open" else ""
        return FoundRow(kind, row.name, row.id, data, row.source, row.grade, page)
    hours = ", ".join(filter(None, [item.hours, shut_in_words(row)])) if item.hours else ""
    price = money(Decimal(str(item.price)), item.currency) if item.price > 0 and item.currency else ""
    read = {"price": price, "hours": hours, "as_of": context.today.isoformat()}
    if is_own(row.id):  # what no page says is marked beside what one does
        unread = [name for name in ("hours", "price") if data[name] and row.grade_of(name) == "unlisted"]
        data |= {name: f"{data[name]} ({GENERAL})" for name in unread}
    data |= {name: words for name, words in read.items() if words}
    return FoundRow(kind, row.name, row.id, data, host_of(page), "web", page)


def _diet_unsaid(item: Researched, context: ResearchContext) -> str:
    """What a traveller may not eat never leaves for the web: a place counts only where its page says it."""
    if item.kind != "food":
        return ""
    served = {"_".join(words(tag)) for tag in item.tags}
    for need in sorted(diets(context.request)):
        if served.isdisjoint(answers(need)):
            return f"no page says that it is {in_words(need)}"
    return ""


def _is_theirs(item: Researched, context: ResearchContext) -> bool:
    """A must-do of the traveller of which nobody says more."""
    return item.source == YOURS and any(same_thing(item.name, wish.text) for wish in context.wishes)


# --- A row in words ----------------------------------------------------------------------------


def _of_row(row: Place, context: ResearchContext) -> dict[str, Any]:
    data: dict[str, Any] = {
        "summary": row.summary,
        "area": row.area,
        "price": price_in_words(row, context),
        "hours": week_in_words(row, context.start),
        "best_for": best_for(row, context),
        "tips": tips_of(row, context),
        "as_of": row.as_of,
        "local_name": row.local_name,
        "tags": list(row.tags),
    }
    if row.kind == "food":
        data |= {
            "cuisine": row.cuisine,
            "meals": list(row.meals),
            "dishes": dishes_for(row, context.facts.dietary)[:6],
        }
        data["diet"] = list(row.diet)
    elif row.visit:
        data["minutes"] = f"about {row.visit.typical} min"
    return data


def price_in_words(row: Place, context: ResearchContext) -> str:
    """A person's ticket or typical meal, children's where they differ."""
    price = row.price
    if price is None:
        return ""
    if not price.adult:
        known = row.grade_of("price") != "estimate"
        return "free" if row.kind == "visit" and known else ""
    said = f"{money(price.adult, price.currency)} a person"
    if row.kind == "food":
        return f"about {said}"
    if row.grade_of("price") == "estimate":
        return f"about {said} (estimate)"
    if context.request.ages and price.child is not None and price.child != price.adult:
        said += f", children {money(price.child, price.currency) if price.child else 'free'}"
    if context.request.ages and price.free_under:
        said += f", under {price.free_under} free"
    return said


def week_in_words(row: Place, date: dt.date) -> str:
    """The usual week of the season, then closures: "Tue–Sun 10:00–17:00, Mon closed"; "" when nothing is
    known."""
    return ", ".join(filter(None, [_week_in_words(row, date), shut_in_words(row)]))


def shut_in_words(row: Place) -> str:
    """ "closed 1 Dec 2026 to 28 Feb 2027", "closed from 1 Dec 2026"."""
    told = []
    for first, last in row.hours.shut:
        ends = "" if last == dt.date.max else f" to {last:%-d %b %Y}"
        told.append(f"closed {'' if ends else 'from '}{first:%-d %b %Y}{ends}")
    return ", ".join(told)


def _week_in_words(row: Place, date: dt.date) -> str:
    hours = row.hours
    if hours.closed:
        return f"closed on {', '.join(day.capitalize() for day in hours.closed)}"
    if not is_known(hours):
        return ""
    season = exception_on(hours, date)
    if season is None and hours.always:
        return "always open"
    rules = rules_of(season.week if season else hours.week, whole=True)
    told = sorted(rules, key=lambda rule: rule.endswith("off"))
    words = ", ".join(told).replace("Mo-Su", "daily").replace("-", "–").replace("off", "closed")
    return _DAY.sub(lambda day: _DAYS[day[0]], re.sub(r",(?=\d)", ", ", words))


def best_for(row: Place, context: ResearchContext) -> str:
    """Which of the traveller's own wishes it answers."""
    tags = set(row.tags)
    told = [wish for wish in context.facts.interests if tags & tags_of_interest(wish)]
    if row.kind == "visit" and "rainy_day" in tags:
        told.append("rainy days")
    if context.request.ages and row.children == "good":
        told.append("children")
    if context.request.walks_little and row.step_free:
        told.append({"yes": "step-free", "partly": "partly step-free"}.get(row.step_free, ""))
    return ", ".join(dict.fromkeys(word for word in told if word))


def tips_of(row: Place, context: ResearchContext) -> str:
    """What to know before: reservation, days of the stay on which it is closed."""
    told = {"required": "Book ahead: it is required.", "recommended": "Better to book ahead."}
    tips = [told[row.booking]] if row.booking in told else []
    if context.dated and is_known(row.hours):
        closed = [date for date in _days_there(context) if open_spans(row, date, context.gazetteer) == []]
        if closed:
            tips.append(f"Closed on {', '.join(f'{date:%a %-d %b}' for date in closed)}.")
    return " ".join(tips)

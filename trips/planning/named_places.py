"""What a language model names becomes rows: of ours where it is one, else a row of the trip, marked as such.

A model knows names well, positions to a few streets, hours and prices roughly. What cannot be right (a
position in another town, a dinner for thousands) is dropped and counts as unknown; the point on the map
that is needed all the same is then an estimate and says so.
"""

from __future__ import annotations

import datetime as dt
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from trips.catalogue.diets import ANSWERED_BY_ROWS
from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.matching import means
from trips.catalogue.names import name_in_id, same_thing, words
from trips.catalogue.stated_hours import hours_of, hours_on_page
from trips.catalogue.trip_gazetteer import OWN, with_rows
from trips.planning.costing import converted
from trips.planning.draft_names import Names
from trips.planning.estimates import USUALLY_FREE, WITH_TICKET, band_of, meal_estimate, room_estimate
from trips.planning.figures import without_figures
from trips.planning.picking import LEVELS
from trips.planning.request import request_of
from trips.planning.route import Coordinates, centre_of
from trips.planning.wishes import names_of, point_given
from trips.schemas import (
    Grade,
    Hours,
    Level,
    NamedPlace,
    Place,
    PlaceKind,
    PlanDraft,
    Price,
    Source,
    TripFacts,
    VisitMinutes,
)

MODEL = "the language model's knowledge"
#: Rows of the trip in one city at most.
MOST_A_CITY = 120
LONGEST_NAME, LONGEST_AREA, LONGEST_SUMMARY = 90, 60, 300
MOST_TAGS = 8
#: Farther from the middle of its city a position is wrong, km.
FARTHEST_KM = 60.0
#: The very name this near is the same place, km: models are some streets off.
SAME_NAME_KM: dict[PlaceKind, float] = {"visit": 3.0, "food": 0.4, "stay": 0.4}
#: Another spelling only where it is next door; a park is large.
LIKE_NAME_KM, LIKE_PARK_KM = 0.15, 0.4
PARKS = frozenset({"park", "garden", "beach", "hike", "neighbourhood"})
#: So many times dearer than the dearest estimate, or cheaper than the cheapest, is a mistake.
ABSURD = 10
DEAREST_TICKET = Decimal(500)  # US dollars
SHORTEST_VISIT, LONGEST_VISIT = 10, 600
USUAL_MINUTES = {"museum": 90, "park": 75, "garden": 75, "neighbourhood": 90, "market": 60, "view": 45}
OTHER_MINUTES = 60
OUTDOORS = frozenset({"park", "garden", "view", "beach", "walk", "hike", "neighbourhood", "water"})
INDOORS = frozenset({"museum", "theatre", "music", "spa", "hammam", "onsen", "rainy_day"})
NO_CUISINE = frozenset("step_free steps book_ahead family food nightlife view breakfast romantic".split())
STAYS = ("hotel", "hostel", "apartment", "guesthouse", "riad", "ryokan", "inn", "resort", "campsite", "motel")
_TAG = re.compile(r"^[a-z][a-z_]{1,23}$")
_UNWANTED = re.compile(r"<[^<>]{0,80}>|[\x00-\x1f\x7f-\x9f<>{}\[\]|\\`*_#]+")
#: Words to an assistant or marks of its memory: no place is called so.
_ORDER = re.compile(
    r"\[(?:pinned|shared)\]|^\W*(?:(?:assistant|system|note|instruction)s?\s*[:,]"
    r"|(?:ignore|disregard|forget)\s+(?:all|any|your|the|previous)\b)",
    re.IGNORECASE,
)
#: Words that name no restaurant and no hotel.
_ANY = frozenset(
    """a an the any some or and for three four five star local typical traditional small simple good nice
    restaurant restaurants cafe cafes bar bistro tavern place places spot food meal breakfast brunch
    lunch dinner free choice hotel hostel guesthouse apartment stay house room rooms near nearby by in
    at of centre center central old town city your own choose""".split()
)


@dataclass
class NamedPlaces:
    """The rows of a trip while agents name more of them, several at the same time: the first word stands."""

    base: Gazetteer
    today: dt.date
    rows: dict[str, Place] = field(default_factory=dict)  # the new ones, by id
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def gazetteer(self) -> Gazetteer:
        """With all rows named so far; it does not change any more."""
        with self._lock:
            return with_rows(self.base, self.rows.values())

    def add(self, named: NamedPlace, city: City, *, page: str = "") -> Place | None:
        """The row this is: one there is already, or a new one. `page`: the address it was read on. None: it
        names nothing, or the city has enough of them."""
        name = cleaned(named.name, LONGEST_NAME)
        if not _names_something(name, named, city):
            return None
        with self._lock:
            gazetteer = with_rows(self.base, self.rows.values())
            city = gazetteer.city(city.id) or city
            rows = gazetteer.places(city.curated) if city.curated else []
            kind, given = _kind_of(named), point_given(name, city, gazetteer)
            position = (given.lat, given.lon) if given else _position(named, city)
            if there := row_named(name, kind, position, rows, _tags(named)):
                return there
            if sum(row.id.startswith(_own(city)) for row in rows) >= MOST_A_CITY:
                return None
            row = _Row(named, name, kind, city, gazetteer, self.today, page).place(position, rows)
            self.rows[row.id] = row
            return row

    def read_again(
        self, row: Place, named: NamedPlace, *, page: str, week: str = "", shut: tuple[str, str] = ("", "")
    ) -> Place:
        """The row with the hours and the price that a page of today states, for this trip; as it was where it
        states none. Without a page the model alone says so. `week` and `shut` as in `hours_on_page`."""
        with self._lock:
            gazetteer = with_rows(self.base, self.rows.values())
            row = gazetteer.place(row.id) or row
            city = gazetteer.city_of(row)
            if city is None:
                return row
            stated = {
                "hours": hours_on_page(row.hours, named, week, shut, self.today),
                "price": _Row(named, row.name, row.kind, city, gazetteer, self.today, page).price_for(row),
            }
            stated = {name: value for name, value in stated.items() if value is not None}
            if stated:
                grade, source = ("web", "") if page else ("unlisted", MODEL)
                read = Source(grade=grade, source=source, url=page, as_of=self.today.isoformat())
                provenance = {**row.provenance, **dict.fromkeys(stated, read)}
                row = row.model_copy(update={**stated, "provenance": provenance})
                self.rows[row.id] = row
            return row

    @property
    def replaced(self) -> frozenset[str]:
        """Rows there were before, of which something else is known now."""
        return frozenset(place_id for place_id in self.rows if self.base.place(place_id))


def as_named(place: Place, city: City) -> dict[str, Any]:
    """A row in the form in which a model names places."""
    return {
        "kind": place.kind,
        "name": place.name,
        "city": city.name,
        "area": place.area,
        "lat": place.lat,
        "lon": place.lon,
        "closed": place.hours.closing_days,
        "band": place.band or "",
        "price": float(place.price.adult) if place.price else 0.0,
        "currency": place.price.currency if place.price else "",
        "minutes": place.visit.typical if place.visit else 0,
        "meals": place.meals,
        "tags": [tag for tag in (place.cuisine, place.stay_type, *place.diet, *place.tags) if tag],
        "summary": place.summary,
    }


def row_named(
    name: str, kind: PlaceKind, position: Coordinates | None, rows: Iterable[Place], tags: Iterable[str] = ()
) -> Place | None:
    """The row of a kind that has this name: the same one not far away (or nobody knows where), another
    spelling only next door."""
    near = LIKE_PARK_KM if PARKS & set(tags) else LIKE_NAME_KM
    like = None
    for row in rows:
        if row.kind != kind:
            continue
        away = None
        if position is not None and row.grade_of("position") != "estimate":
            away = distance_km(*position, row.lat, row.lon)
        if any(same_thing(name, other) for other in names_of(row)):
            if away is None or away <= SAME_NAME_KM[kind]:
                return row
        elif away is not None and away <= near and means(name, names_of(row)):
            like = like or row
    return like


def cleaned(text: str, longest: int) -> str:
    """One line without marks of a markup, cut at a word."""
    line = " ".join(_UNWANTED.sub(" ", text).split()).strip(" \"'“”„«»-–—:;,")
    return line if len(line) <= longest else line[: longest + 1].rsplit(" ", 1)[0][:longest]


def _names_something(name: str, named: NamedPlace, city: City) -> bool:
    said = set(words(name)) - set(words(city.name))
    if not any(letter.isalpha() for letter in name) or "://" in name or _ORDER.search(named.name):
        return False
    return bool(said) if _kind_of(named) == "visit" else bool(said - _ANY)


def _own(city: City) -> str:
    """What the ids of the trip's rows there begin with."""
    return f"{OWN}{city.id}:"


def _kind_of(named: NamedPlace) -> PlaceKind:
    return "visit" if named.kind == "activity" else named.kind


def _tags(named: NamedPlace) -> list[str]:
    tags = ("_".join(words(tag)) for tag in named.tags)
    return list(dict.fromkeys(tag for tag in tags if _TAG.match(tag)))[:MOST_TAGS]


def _position(named: NamedPlace, city: City) -> Coordinates | None:
    """Where it is, as far as that can be right."""
    if not (named.lat or named.lon) or abs(named.lat) > 90 or abs(named.lon) > 180:
        return None
    away = distance_km(named.lat, named.lon, city.lat, city.lon)
    return (round(named.lat, 5), round(named.lon, 5)) if away <= FARTHEST_KM else None


@dataclass(frozen=True)
class _Row:
    """One new row in the making."""

    named: NamedPlace
    name: str
    kind: PlaceKind
    city: City
    gazetteer: Gazetteer
    today: dt.date
    page: str

    def place(self, position: Coordinates | None, rows: list[Place]) -> Place:
        named, tags = self.named, _tags(self.named)
        area = cleaned(named.area, LONGEST_AREA)
        provenance = {}
        if position is None:
            position, where = _middle(area, self.city, rows)
            provenance["position"] = self._source("estimate", f"the middle of {where}")
        elif self.page:
            provenance["position"] = self._source("unlisted", MODEL)
        price = self._price(tags)
        if price and not price.adult and self.named.band != "free":
            provenance["price"] = self._source("estimate", USUALLY_FREE)
        whole = self._source("web", url=self.page) if self.page else self._source("unlisted", MODEL)
        food, stay = self.kind == "food", self.kind == "stay"
        return Place(
            id=self._id(rows),
            city=self.city.slug,
            kind=self.kind,
            name=self.name,
            area=area,
            lat=position[0],
            lon=position[1],
            hours=Hours() if stay else hours_of(named),
            visit=self._minutes(tags) if self.kind == "visit" else None,
            price=price,
            tags=tags,
            outdoor=bool(OUTDOORS & set(tags)) and not INDOORS & set(tags),
            children="good" if "family" in tags else "no" if "nightlife" in tags else None,
            step_free="yes" if "step_free" in tags else "no" if "steps" in tags else None,
            booking="recommended" if "book_ahead" in tags else "none",
            summary=cleaned(without_figures(named.summary), LONGEST_SUMMARY),
            meals=(list(dict.fromkeys(named.meals)) or ["lunch", "dinner"]) if food else [],
            cuisine=_cuisine(tags) if food else "",
            diet=[tag for tag in tags if tag in ANSWERED_BY_ROWS] if food else [],
            band=self._band(price) if food or stay else None,
            stay_type=next((tag for tag in tags if tag in STAYS), "hotel") if stay else "",
            breakfast_included=stay and "breakfast" in tags,
            provenance=provenance,
            **whole.model_dump(),
        )

    def _source(self, grade: Grade, source: str = "", url: str = "") -> Source:
        return Source(grade=grade, source=source, url=url, as_of=self.today.isoformat())

    def _id(self, rows: Iterable[Place]) -> str:
        taken = {row.id for row in rows}
        first = f"{_own(self.city)}{name_in_id(self.name)}"
        more = (f"{first}-{number}" for number in range(2, len(taken) + 3))
        return next(one for one in (first, *more) if one not in taken)

    def _minutes(self, tags: list[str]) -> VisitMinutes:
        said = self.named.minutes
        usual = next((USUAL_MINUTES[tag] for tag in tags if tag in USUAL_MINUTES), OTHER_MINUTES)
        typical = said if SHORTEST_VISIT <= said <= LONGEST_VISIT else usual
        return VisitMinutes(shortest=max(SHORTEST_VISIT, typical // 2), typical=typical, longest=typical * 2)

    # --- prices -------------------------------------------------------------------------------

    def _price(self, tags: list[str]) -> Price | None:
        """As it was said; a sight of a kind that charges nobody is free, any other price is unknown."""
        charges = self.kind != "visit" or WITH_TICKET & set(tags) or self.named.band not in ("", "free")
        return self._said() or (None if charges else Price(currency=self._currency(), adult=Decimal(0)))

    def price_for(self, row: Place) -> Price | None:
        """What a page says for an adult, in the place of the row's; None where it says none, or one that
        cannot be this row's."""
        said, known = self._said(), row.price
        if self.named.band == "free" and said is None and row.kind == "visit":
            return Price(currency=known.currency if known else self._currency(), adult=Decimal(0))
        if said is None or known is None or not known.adult:
            return said
        new, old = self._dollars(said), self._dollars(known)
        if not old / ABSURD <= new <= old * ABSURD:
            return None
        children = {"child": known.child, "free_under": known.free_under}
        return said.model_copy(update=children) if said.currency == known.currency else said

    def _said(self) -> Price | None:
        if not 0 < self.named.price < 1e9:
            return None
        amount = Decimal(str(self.named.price)).quantize(Decimal("0.01"))
        price = Price(currency=self._currency(), adult=amount)
        least, most = self._believable()
        return price if least <= self._dollars(price) <= most else None

    def _believable(self) -> tuple[Decimal, Decimal]:
        """In US dollars."""
        if self.kind == "visit":
            return Decimal(0), DEAREST_TICKET
        about = (self.gazetteer, self.today)
        if self.kind == "food":
            cheap = meal_estimate(self.city, "breakfast", "low", *about)
            dear = meal_estimate(self.city, "dinner", "high", *about)
        else:
            cheap, dear = (room_estimate(self.city, level, *about) for level in ("low", "high"))
        return self._dollars(cheap) / ABSURD, self._dollars(dear) * ABSURD

    def _dollars(self, price: Price) -> Decimal:
        return converted(price.adult, price.currency, "USD", self.gazetteer, self.today)

    def _currency(self) -> str:
        """As named where there is a rate for it, else what is paid there."""
        said = self.named.currency.strip().upper()
        if len(said) == 3 and said.isalpha() and self.gazetteer.rate(said, "USD", self.today):
            return said
        country = self.gazetteer.country(self.city.country)
        return country.currency if country and country.currency else "USD"

    def _band(self, price: Price | None) -> Level | None:
        if self.named.band in LEVELS:
            return self.named.band
        return band_of(price, self.kind, self.city, self.gazetteer, self.today) if price else None


def _middle(area: str, city: City, rows: Iterable[Place]) -> tuple[Coordinates, str]:
    """Of the rows in the same area, else of the city; and its name."""
    there = [row for row in rows if area and words(row.area) == words(area)]
    there = [row for row in there if row.grade_of("position") != "estimate"]
    if middle := centre_of([(row.lat, row.lon) for row in there]):
        return (round(middle[0], 5), round(middle[1], 5)), area
    return (city.lat, city.lon), city.name


def _cuisine(tags: list[str]) -> str:
    """The first word that is no diet and says nothing else: "Portuguese"."""
    said = (tag for tag in tags if tag not in ANSWERED_BY_ROWS | NO_CUISINE)
    return next(said, "").replace("_", " ").capitalize()


# --- Drafts ----------------------------------------------------------------------------------------


def named_in(draft: PlanDraft, facts: TripFacts, places: NamedPlaces) -> PlanDraft:
    """The draft with an id for everything it names: what it describes, and in a city without rows of ours
    also what it only names. Raises UnknownDestination."""
    request = request_of(facts, places.gazetteer, today=places.today)
    return _Naming(draft, places, Names(request), [goal.city for goal in request.goals]).with_ids()


class _Naming:
    def __init__(self, draft: PlanDraft, places: NamedPlaces, names: Names, cities: list[City]) -> None:
        self.draft = draft.model_copy(deep=True)
        self.places = places
        self.names = names
        self.cities = cities
        self.described: list[Place] = []

    def with_ids(self) -> PlanDraft:
        for named in self.draft.places[:MOST_A_CITY]:
            city = self.names.city(named.city) or (self.cities[0] if len(self.cities) == 1 else None)
            if city and (row := self.places.add(named, city)):
                self.described.append(row)
        for stay in self.draft.stays:
            stay.place_id = self._id(stay.place_id, stay.city, NamedPlace(kind="stay", name=stay.name or "-"))
        for day in self.draft.days:
            for stop in day.stops:
                named = NamedPlace(name=stop.name or "-", minutes=stop.minutes or 0, summary=stop.reason)
                stop.place_id = self._id(stop.place_id, day.city, named)
            for meal in day.meals:
                if meal.style == "place":
                    named = NamedPlace(kind="food", name=meal.name or "-", meals=[meal.meal])
                    meal.place_id = self._id(meal.place_id, day.city, named)
        return self.draft

    def _id(self, place_id: str, city_name: str, named: NamedPlace) -> str:
        """The id as it is, of the place described under this name, or of a row made of the bare name; "" =
        none. What the traveller named stays theirs."""
        if place_id and self.places.gazetteer.place(place_id):
            return place_id
        kind = _kind_of(named)
        there = (row for row in self.described if row.kind == kind and same_thing(named.name, row.name))
        if row := next(there, None):
            return row.id
        city = self.names.city(city_name)
        ours = self.places.base.catalogue
        wished = any(means(wish, [named.name]) for wish in self.names.request.facts.must_do)
        if city is None or wished or ours.can_fill(city, self.names.request.days):
            return ""
        row = self.places.add(named, city)
        return row.id if row else ""

"""The look-ups themselves."""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from agents.runtime.hooks import ToolError
from agents.tools import tool
from agents.view import TripView
from trips.catalogue.city_facts import CityFact
from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.opening_hours import hours_in_words
from trips.planning.city_notes import notes_of
from trips.schemas import Place

Name = Annotated[str, Field(min_length=1, max_length=100)]


class CityInput(BaseModel):
    city: Name


class PairInput(BaseModel):
    from_city: Name
    to_city: Name


class CityFactsInput(BaseModel):
    city: Name
    start: dt.date | None = None
    end: dt.date | None = None


class ConvertInput(BaseModel):
    amount: Annotated[Decimal, Field(ge=0, le=Decimal("1e9"))]
    from_currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]
    to_currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]


class PlacesInput(BaseModel):
    city: Name
    kind: Literal["visit", "food", "stay"]
    tag: Annotated[str, Field(max_length=40)] = ""
    band: Literal["low", "mid", "high"] | None = None
    diet: Annotated[str, Field(max_length=40)] = ""
    step_free: bool = False
    on: dt.date | None = None


@tool("airports", "Airports with scheduled service near a city.", CityInput)
def airports(given: CityInput, view: TripView) -> dict:
    city = city_named(given.city, view.gazetteer)
    found = view.gazetteer.airports_near(city.lat, city.lon)
    return {
        "city": city.name,
        "airports": [{"iata": a.iata, "name": a.name, "km": km} for a, km in found],
        "source": "OurAirports, scheduled service",
    }


@tool("distance", "Distance between two cities and rows about the ways between them.", PairInput)
def distance(given: PairInput, view: TripView) -> dict:
    a, b = city_named(given.from_city, view.gazetteer), city_named(given.to_city, view.gazetteer)
    rows = view.gazetteer.connections(a.id, b.id)
    return {
        "from": a.name,
        "to": b.name,
        "km": round(distance_km(a.lat, a.lon, b.lat, b.lon)),
        "connections": [
            {
                "id": row.id,
                "mode": row.mode,
                "minutes": row.minutes,
                "adult": f"{row.price.adult} {row.price.currency}",
                "from": row.from_point,
                "to": row.to_point,
                "as_of": row.as_of,
            }
            for row in rows
        ],
        "source": "great circle; curated rows where listed",
    }


@tool(
    "city_facts",
    "Practical facts of a city, each with source and date: climate with highs and lows, clothes, money, tap "
    "water, tipping, plugs, emergency numbers, language, traffic, clock; public holidays between two dates; "
    "what to check about visas and where. `start` and `end` null mean the trip's own.",
    CityFactsInput,
)
def facts_of_city(given: CityFactsInput, view: TripView) -> dict:
    city = city_named(given.city, view.gazetteer)
    start, end = given.start or view.facts.dates.start, given.end or given.start or view.facts.dates.end
    if start and end and not dt.timedelta(0) <= end - start <= dt.timedelta(days=400):
        raise ToolError("The end must lie after the start, at most 400 days.")
    facts = notes_of(city, view.facts, view.gazetteer, today=view.today, start=given.start, end=given.end)
    return {"city": city.name, "facts": [_fact(fact) for fact in facts]}


def _fact(fact: CityFact) -> dict:
    return {name: value for name, value in asdict(fact).items() if value}


@tool("convert", "Convert an amount into another currency, at a dated rate.", ConvertInput)
def convert(given: ConvertInput, view: TripView) -> dict:
    rate = view.gazetteer.rate(given.from_currency, given.to_currency, view.today)
    if rate is None:
        raise ToolError(f"No rate from {given.from_currency} to {given.to_currency}.")
    return {
        "amount": (given.amount * rate.rate).quantize(Decimal("0.01")),
        "currency": given.to_currency,
        "rate": rate.rate,
        "date": rate.date,
        "source": rate.source,
    }


@tool(
    "places",
    "Places of a city with ids, usual hours, prices, diet and access. Only cities with rows of ours.",
    PlacesInput,
)
def places(given: PlacesInput, view: TripView) -> dict:
    city = city_named(given.city, view.gazetteer)
    if city.curated is None:
        raise ToolError(f"We have no places of {city.name}.")
    rows = [place for place in view.gazetteer.places(city.curated, given.kind) if _fits(place, given)]
    return {"city": city.name, "places": [_row(place, given.on, view.gazetteer) for place in rows[:40]]}


def city_named(name: str, gazetteer: Gazetteer) -> City:
    """Raises ToolError when no city is named so."""
    city = gazetteer.best_city(name)
    if city is None:
        raise ToolError(f"No city named {name} is known.")
    return city


def _fits(place: Place, given: PlacesInput) -> bool:
    return (
        (not given.tag or given.tag in place.tags)
        and (given.band is None or place.band == given.band)
        and (not given.diet or given.diet in place.diet)
        and (not given.step_free or place.step_free == "yes")
    )


def _row(place: Place, on: dt.date | None, gazetteer: Gazetteer) -> dict:
    row = {
        "id": place.id,
        "name": place.name,
        "area": place.area,
        "price": f"{place.price.adult} {place.price.currency}" if place.price else "unknown",
        "tags": place.tags,
        "step_free": place.step_free,
        "children": place.children,
        "grade": place.grade,
    }
    if place.kind == "food":
        row |= {"meals": place.meals, "cuisine": place.cuisine, "diet": place.diet, "band": place.band}
    if place.kind == "stay":
        row |= {"band": place.band, "type": place.stay_type, "occupancy": place.occupancy}
    if place.visit:
        row["minutes"] = place.visit.typical
    if on:
        row["hours"] = hours_in_words(place, on, gazetteer)
    return row

"""Practical facts of a city, each with source and date. Of visas: what to check and where, no verdict."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from zoneinfo import ZoneInfo

from trips.catalogue.country_facts import AS_OF, SOURCE, country_facts
from trips.catalogue.gazetteer import City, Climate, Gazetteer
from trips.schemas import Grade
from trips.wording import country_in_words, day_in_words, listed, money_in_words

GEONAMES = "GeoNames"
#: °C of a usual low or high up to which one needs it; mm of rain in a month from which it rains often.
_WEAR = ((3, "a warm coat, hat and gloves"), (10, "a warm jacket"), (16, "a light jacket and layers"))
_LIGHT_C, _SUN_C, _WET_MM = 20, 26, 60
_RAIN = ((20, "hardly any rain"), (100, "some rain"), (float("inf"), "much rain"))
#: Topics of what a shipped city's file says.
_PRACTICAL = {
    "tap water": "water",
    "tipping": "tipping",
    "plugs": "plugs",
    "getting about": "getting_about",
    "safety": "safety",
    "book ahead": "book_ahead",
}
#: How far highs and lows lie from the mean where they are not known, °C.
_SWING_C = 5


@dataclass(frozen=True, slots=True)
class CityFact:
    """`as_of` is a date or month as text, "" where the source says it. `url`: an official page."""

    topic: str
    sentence: str
    source: str
    as_of: str = ""
    grade: Grade = "official"
    url: str = ""


def city_facts(
    city: City,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    start: dt.date | None = None,
    end: dt.date | None = None,
    home: City | None = None,
    currency: str = "",
) -> list[CityFact]:
    """All that is known, for these dates where there are some. `currency`: what the traveller counts in."""
    first, last = start or today, end or start or today
    return [
        *_climate(city, gazetteer, first, last),
        *_money(city, gazetteer, currency, today),
        *_country(city, gazetteer),
        *_clock(city, home, first),
        *(_holidays(city, gazetteer, start, end or start) if start else ()),
        *_entry(city, home),
    ]


def _climate(city: City, gazetteer: Gazetteer, first: dt.date, last: dt.date) -> Iterator[CityFact]:
    """Of the first and the last month."""
    for month, date in {f"{date:%B}": date for date in (first, last)}.items():
        climate = gazetteer.climate(city.id, date.month)
        if climate is None:
            continue
        rain = next(words for most, words in _RAIN if climate.rain_mm < most)
        if climate.high_c is not None:
            yield _common("climate", f"{month}: usually {climate.low_c} to {climate.high_c} °C, {rain}.")
        mean = f"{climate.mean_c:.0f} °C on average over day and night"
        sentence = f"{month}: {mean}, {climate.rain_mm:.0f} mm of rain in the month."
        yield CityFact("climate", sentence, climate.source, grade=climate.grade)
        clothes = f"{month}: {_clothes(climate)}."
        yield CityFact("clothes", clothes, "a rule over the climate", grade="estimate")


def _clothes(climate: Climate) -> str:
    low = climate.low_c if climate.low_c is not None else climate.mean_c - _SWING_C
    high = climate.high_c if climate.high_c is not None else climate.mean_c + _SWING_C
    warm = next((words for most, words in _WEAR if low <= most), "light clothes")
    needed = {
        "light clothes for the day": high >= _LIGHT_C and low <= _WEAR[-1][0],
        warm: True,
        "something against the sun": high >= _SUN_C,
        "something against rain": climate.rain_mm >= _WET_MM,
    }
    return listed([words for words, is_needed in needed.items() if is_needed])


def _money(city: City, gazetteer: Gazetteer, currency: str, today: dt.date) -> Iterator[CityFact]:
    country = gazetteer.country(city.country)
    if country is None or not country.currency:
        return
    theirs = country.currency
    rate = gazetteer.rate(currency, theirs, today) if currency and currency != theirs else None
    if rate is None:
        yours = ", as in your budget" if currency == theirs else ""
        yield CityFact("money", f"Prices are in {theirs}{yours}.", GEONAMES)
    else:
        dear, cheap, each = (
            (theirs, currency, 1 / rate.rate) if rate.rate < 1 else (currency, theirs, rate.rate)
        )
        about = money_in_words(round(each, 0 if each > 20 else 2), cheap)
        sentence = f"{money_in_words(Decimal(1), dear)} is about {about}."
        yield CityFact("money", sentence, rate.source, rate.date.isoformat())


def _country(city: City, gazetteer: Gazetteer) -> Iterator[CityFact]:
    country = gazetteer.country(city.country)
    if country and country.languages:
        yield CityFact("language", f"Spoken there: {', '.join(country.languages[:3])}.", GEONAMES)
    practical = gazetteer.practical(city)
    for topic, name in _PRACTICAL.items() if practical else ():
        yield CityFact(topic, getattr(practical, name), practical.source, practical.as_of, practical.grade)
    facts = country_facts().get(city.country)
    for topic, sentence in facts.said.items() if facts else ():
        if practical is None or topic not in _PRACTICAL:
            yield _common(topic, sentence)


def _common(topic: str, sentence: str, url: str = "") -> CityFact:
    return CityFact(topic, sentence, SOURCE, AS_OF, "common", url)


def _clock(city: City, home: City | None, date: dt.date) -> Iterator[CityFact]:
    if home is None or home.id == city.id:
        return
    noon = dt.datetime.combine(date, dt.time(12))
    there, here = (noon.replace(tzinfo=ZoneInfo(one.timezone)).utcoffset() for one in (city, home))
    hours = (there - here).total_seconds() / 3600
    many = "1 hour" if abs(hours) == 1 else f"{abs(hours):g} hours"
    ahead = f"{many} {'ahead of' if hours > 0 else 'behind'} {home.name} on your days"
    yield CityFact(
        "time", f"The clock is {ahead if hours else f'the same as in {home.name}'}.", "IANA time zones"
    )


def _holidays(city: City, gazetteer: Gazetteer, start: dt.date, end: dt.date) -> Iterator[CityFact]:
    days = gazetteer.holidays_between(city, start, end)
    found = [f"{day.name} on {day_in_words(day.date)}" for day in days]
    sentence = f"Public holiday: {', '.join(found)}; hours may differ."
    none = "No public holiday falls on your days."
    yield CityFact("holidays", sentence if found else none, "python-holidays, open data")


def _entry(city: City, home: City | None) -> Iterator[CityFact]:
    if home is not None and home.country == city.country:
        return
    facts = country_facts().get(city.country)
    url = facts.entry_url if facts else ""
    country = country_in_words(city.country_name)
    where = "on the official page" if url else f"with an embassy of {country}"
    sentence = (
        f"Check {where}, for your own passport: whether {country} asks for a visa or a "
        "registration before you travel, how long the passport has to be valid, and proof of onward travel."
    )
    yield _common("entry", sentence, url)

"""Whatever fits the schema gets a verdict: random plans and facts full of extremes."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.validator import check_plan, verdict_as_json, verdict_in_words
from trips.planning.validator.registry import checks
from trips.schemas import Plan, TripFacts

IDS = [
    "boston:freedom-trail",
    "boston:hi-boston",
    "tokyo:senso-ji",
    "paris:maslow",
    "marrakesh:riad-yasmine",
    "nowhere:nothing",
    "",
]
CITIES = [None, 4930956, 5128581, 1850147, 2988507, 3413829, 0, -1, 10**40]
CODES = ["", "BOS", "JFK", "HND", "QQQ", "bos", "€", "x" * 100]
ZONES = [
    "America/New_York",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
    "UTC",
    "",
    "Mars",
    "../etc",
    "a\0b",
    "é" * 300,
]
CURRENCIES = ["USD", "EUR", "JPY", "MAD", "XXA", "", "a very long word"]

texts = st.one_of(
    st.sampled_from(["Boston", "Freedom Trail", "", " ", "{}", "a\0b", "museum twice", "👨‍👩‍👧"]),
    st.text(max_size=12),
)
extreme_dates = [dt.date.min, dt.date.max, dt.date(2027, 2, 15), dt.date(2027, 3, 14), dt.date(2026, 12, 25)]
dates = st.one_of(
    st.sampled_from(extreme_dates), st.dates(dt.date(2027, 2, 10), dt.date(2027, 2, 25)), st.dates()
)
clocks = st.times()
moments = st.one_of(
    st.sampled_from([dt.datetime.min, dt.datetime.max]),
    st.builds(dt.datetime.combine, dates, clocks),
    st.datetimes(timezones=st.just(dt.UTC)),
)
floats = st.one_of(
    st.floats(), st.floats(-90, 90), st.sampled_from([42.36, -71.06, 0.0, 1e300, float("nan"), float("inf")])
)
coordinates = st.one_of(st.none(), floats)
integers = st.one_of(st.integers(-3, 12), st.sampled_from([10**6, 10**5000, -(10**5000)]))
amounts = st.one_of(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-1000, max_value=10_000, places=2),
    st.sampled_from([Decimal("1e999999"), Decimal("-1e-999999"), Decimal("0"), Decimal("1e30")]),
)
cities = st.sampled_from(CITIES)
grades = st.sampled_from(["official", "curated", "estimate", "unlisted"])
modes = st.sampled_from(["walk", "transit", "taxi", "train", "coach", "flight", "car", "ferry"])
ids = st.one_of(st.none(), st.sampled_from(IDS))
currencies = st.sampled_from(CURRENCIES)


def maybe(strategy):
    return st.one_of(st.none(), strategy)


lines = st.fixed_dictionaries(
    {
        "label": texts,
        "unit": amounts,
        "quantity": integers,
        "currency": currencies,
        "amount": amounts,
        "category": st.sampled_from(["stay", "food", "transport", "visits"]),
        "grade": grades,
    }
)
points = st.fixed_dictionaries(
    {
        "name": texts,
        "kind": st.sampled_from(["place", "stay", "station", "airport", "city", "area"]),
        "place_id": ids,
        "city_id": cities,
        "code": st.sampled_from(CODES),
        "lat": coordinates,
        "lon": coordinates,
    }
)
common = {
    "uid": st.sampled_from(["a", "b", "c", "d", ""]),
    "title": texts,
    "start": moments,
    "end": moments,
    "zone": st.sampled_from(ZONES),
    "end_zone": st.sampled_from(ZONES),
    "place_id": ids,
    "unlisted": st.booleans(),
    "city_id": cities,
    "lat": coordinates,
    "lon": coordinates,
    "area": texts,
    "costs": st.lists(lines, max_size=2),
    "grade": grades,
    "note": texts,
}
items = st.one_of(
    st.fixed_dictionaries(
        common
        | {
            "kind": st.just("leg"),
            "mode": modes,
            "origin": points,
            "destination": points,
            "distance_km": floats,
            "travel_minutes": integers,
            "buffer_minutes": integers,
            "connection_id": st.sampled_from([None, "", "x"]),
            "source": texts,
        }
    ),
    st.fixed_dictionaries(common | {"kind": st.just("stay"), "nights": integers, "rooms": integers}),
    st.fixed_dictionaries(common | {"kind": st.just("visit")}),
    st.fixed_dictionaries(
        common
        | {
            "kind": st.just("meal"),
            "meal": st.sampled_from(["breakfast", "lunch", "dinner"]),
            "style": st.sampled_from(["place", "at_stay", "free"]),
            "cuisine": texts,
        }
    ),
    st.fixed_dictionaries(common | {"kind": st.just("free")}),
)
days = st.fixed_dictionaries(
    {"date": dates, "city": texts, "city_id": cities, "items": st.lists(items, max_size=5)}
)
rates = st.fixed_dictionaries(
    {"base": currencies, "quote": currencies, "rate": amounts, "date": dates, "source": texts}
)
plans = st.fixed_dictionaries(
    {
        "title": texts,
        "pace": st.sampled_from(["relaxed", "moderate", "packed"]),
        "label": st.sampled_from(["cheapest", "balanced", "finest", "other"]),
        "currency": currencies,
        "adults": integers,
        "ages": st.lists(integers, max_size=3),
        "rooms": integers,
        "days": st.lists(days, max_size=4),
        "rates": st.lists(rates, max_size=3),
        "total": amounts,
        "alternatives": st.lists(
            st.fixed_dictionaries({"kind": st.just("visit"), "name": texts, "place_id": ids}), max_size=2
        ),
    }
)
wanted = st.lists(texts, max_size=2)
facts = st.fixed_dictionaries(
    {
        "origin": maybe(
            st.fixed_dictionaries(
                {"name": texts, "kind": st.sampled_from(["city", "country"]), "city_id": cities}
            )
        ),
        "destinations": st.lists(
            st.fixed_dictionaries(
                {
                    "name": texts,
                    "kind": st.sampled_from(["city", "country", "region"]),
                    "city_id": cities,
                    "country": st.sampled_from([None, "US", "??", ""]),
                    "nights": maybe(integers),
                }
            ),
            max_size=3,
        ),
        "trip_type": st.sampled_from([None, "round", "one_way"]),
        "dates": st.fixed_dictionaries(
            {
                "start": maybe(dates),
                "end": maybe(dates),
                "earliest": maybe(dates),
                "latest": maybe(dates),
                "days": maybe(integers),
            }
        ),
        "party": st.fixed_dictionaries(
            {"adults": maybe(integers), "children": maybe(integers), "ages": st.lists(integers, max_size=2)}
        ),
        "rooms": maybe(integers),
        "budget": st.fixed_dictionaries(
            {
                "amount": maybe(amounts),
                "currency": maybe(currencies),
                "scope": st.sampled_from([None, "total", "per_person", "per_day"]),
                "approximate": st.booleans(),
            }
        ),
        "interests": wanted,
        "dietary": st.lists(st.one_of(texts, st.sampled_from(["vegan", "allergy: nuts", "{}"])), max_size=2),
        "access": st.lists(st.one_of(texts, st.sampled_from(["wheelchair", "pets", "stroller"])), max_size=2),
        "cuisines": wanted,
        "stay": st.fixed_dictionaries({"name": maybe(texts), "max_price": maybe(amounts)}),
        "transport_bans": st.lists(modes, max_size=2),
        "must_do": wanted,
        "avoid": wanted,
        "wishes": wanted,
        "appointments": st.lists(
            st.fixed_dictionaries(
                {
                    "what": texts,
                    "date": maybe(dates),
                    "start": maybe(st.times(timezones=st.one_of(st.none(), st.just(dt.UTC)))),
                    "end": maybe(clocks),
                    "where": maybe(texts),
                }
            ),
            max_size=2,
        ),
        "caps": st.lists(
            st.fixed_dictionaries(
                {
                    "category": st.sampled_from(["stay", "food", "transport", "visits"]),
                    "amount": amounts,
                    "currency": maybe(currencies),
                }
            ),
            max_size=2,
        ),
    }
)


@settings(max_examples=75, deadline=None, suppress_health_check=list(HealthCheck))
@given(plans, facts, st.lists(plans, max_size=1), maybe(dates))
def test_every_plan_gets_a_verdict(plan, wishes, others, today):
    verdict = check_plan(
        Plan.model_validate(plan),
        TripFacts.model_validate(wishes),
        default_gazetteer(),
        today=today,
        others=[Plan.model_validate(other) for other in others],
    )
    expected = [check.id for check in checks() if check.id != 27 and (check.id != 29 or others)]
    assert [result.id for result in verdict.results if result.id != 27] == expected  # 27 explains failures
    assert all(result.message for result in verdict.results)
    verdict_as_json(verdict)
    verdict_in_words(verdict)

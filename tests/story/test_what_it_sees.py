"""What stands in the orchestrator's request when it is asked about the trip: the facts, not the answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.agents.stations import PLANNED_ON, at, told
from tests.agents.talking import answer, say
from tests.story.telling import mind_at
from tests.wire.messages import Answer, text_answer, tool_answer
from tests.wire.server import messages_server
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.opening_hours import open_spans
from trips.models import Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
FAMILY = (
    "Boston from New York, Feb 15-18 2027, 2 adults and 2 children (4 and 9), mid-range, moderate pace, "
    "history, just plan it"
)


@pytest.fixture
def family(trip: Trip) -> Trip:
    """Options are on offer, made by code."""
    at(PLANNED_ON)
    assert told(trip, FAMILY).mode == "FINALIZE"
    return trip


def asked(trip: Trip, question: str, *answers: Answer) -> list[dict[str, Any]]:
    """The bodies of the requests that a question leads to."""
    with messages_server() as server:
        server.script(*answers, text_answer(answer("Here is what the plan says.")))
        turn = say(trip, question, mind_at(server.url))
        assert (turn.status, turn.mode) == (Turn.Status.DONE, "ANSWER"), turn.error
        return [exchange.body for exchange in server.exchanges]


def text_of(body: dict[str, Any]) -> str:
    return json.dumps([body["system"], body["messages"]], ensure_ascii=False)


def test_which_option_suits_the_kids(family: Trip) -> None:
    (body,) = asked(family, "Which option suits the kids?")
    text, gazetteer = text_of(body), default_gazetteer()
    options = list(family.options.on_offer())
    assert len(options) >= 2
    for option in options:
        plan = option.plan
        rows = [gazetteer.place(item.place_id or "") for item in plan.items() if item.kind == "visit"]
        good = [row.name for row in rows if row and row.children == "good"]
        known = [row for row in rows if row]
        assert plan.title in text and good and good[0] in text
        assert f"of {len(known)} visits: {len(good)} good" in text


def test_what_are_we_doing_on_day_2_and_is_anything_closed(family: Trip) -> None:
    told(family, "/select 1")
    plan, gazetteer = family.plan.plan, default_gazetteer()
    day = plan.days[1]
    (body,) = asked(family, "What are we doing on day 2?")
    text = text_of(body)
    for item in day.items:
        if item.kind == "visit":
            assert f"{item.start:%H:%M} {item.title}" in text
    assert f"- 2. {day.date:%a %-d}, " in text and f"{day.city}, {plan.days[0].date:%-d %b} to " in text
    (body,) = asked(family, "Is anything closed on Monday?")
    monday = next(day.date for day in plan.days if day.date.weekday() == 0)
    rows = {item.place_id: gazetteer.place(item.place_id or "") for item in plan.items()}
    closed = [row.name for row in rows.values() if row and open_spans(row, monday, gazetteer) == []]
    line = text_of(body).partition(f"- {monday:%A %-d %b}: ")[2].partition("\\n")[0]
    assert closed and all(name in line for name in closed[:6])
    assert "Washington's Birthday" in text_of(body)


def test_a_day_in_full_comes_by_a_tool_and_without_codes(family: Trip) -> None:
    told(family, "/select 1")
    item = next(item for item in family.plan.plan.days[1].items if item.kind == "visit")
    family.bookings.create(kind="visit", title=item.title, item_uid=item.uid, code="QX7RT9", status="booked")
    first, second = asked(
        family, "When exactly, and what does it cost?", tool_answer(("toolu_1", "read_plan", {"day": 2}))
    )
    assert [tool["name"] for tool in first["tools"]] == [tool["name"] for tool in second["tools"]]
    (result,) = second["messages"][-1]["content"]
    day = json.loads(result["content"])["days"]
    assert day.startswith("## Day 2: ") and item.title in day and "Booked" in day
    assert "QX7RT9" not in json.dumps([first, second])

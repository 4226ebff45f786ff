"""What the tests of turns share: answers of a scripted team, and a way to run one turn."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

from agents import turns
from agents.llm.base import Mind, ModelRequest
from agents.llm.offline import OfflineMind
from agents.models import TurnEvent
from agents.runtime.db_thread import close_recorder_connection
from trips.models import Message, Trip, Turn

BOSTON_CHANGES = [
    {"path": "destinations", "op": "add", "value": "Boston", "quote": "Boston"},
    {"path": "dates.start", "op": "set", "value": "2027-02-15", "quote": "Feb 15-18"},
    {"path": "dates.end", "op": "set", "value": "2027-02-18", "quote": "Feb 15-18"},
    {"path": "party.adults", "op": "set", "value": "2", "quote": "2 people"},
    {"path": "budget.level", "op": "set", "value": "mid", "quote": "mid-range"},
    {"path": "origin", "op": "set", "value": "New York", "quote": "from New York"},
    {"path": "pace", "op": "set", "value": "moderate", "quote": "moderate pace"},
    {"path": "interests", "op": "add", "value": "history", "quote": "history"},
    {"path": "must_do", "op": "add", "value": "Freedom Trail", "quote": "Freedom Trail"},
]
BOSTON = "Boston from New York, Feb 15-18, 2 people, mid-range, moderate pace, history, the Freedom Trail"


def clarify(reply: str = "A few things are missing.", *, changes=(), topics=("dates", "party", "budget")):
    return {
        "reply": reply,
        "changes": list(changes),
        "decision": {
            "mode": "CLARIFY",
            "questions": [{"topic": topic, "text": f"Tell me about {topic}?"} for topic in topics],
        },
        "short_summary": "asked",
        "next_step": "answer",
    }


def confirm(reply: str = "Here is what I have.", *, changes=()):
    return {
        "reply": reply,
        "changes": list(changes),
        "decision": {"mode": "CONFIRM", "summary": "all of it", "question": "Right?"},
    }


def dispatch(quote: str = "yes", specialists=("transport", "stay", "food"), settled=()):
    return {
        "reply": "Good, the team is on its way.",
        "decision": {
            "mode": "DISPATCH",
            "consent_quote": quote,
            "settled": list(settled),
            "tasks": [
                {
                    "id": name,
                    "name": f"look into {name}",
                    "specialist": name,
                    "instructions": "Boston, 15-18 February, two adults, mid-range.",
                }
                for name in specialists
            ],
        },
    }


def answer(reply: str = "You do not need a car."):
    return {"reply": reply, "decision": {"mode": "ANSWER"}}


def idea(specialist: str) -> dict[str, Any]:
    common = {"cost_per_person": "about 60 USD", "from_city": "New York", "to_city": "Boston"}
    rows = {
        "transport": [
            {"mode": mode, "minutes": 240, "distance_km": 345, **common} for mode in ("train", "coach")
        ],
        "stay": [
            {"name": name, "city": "Boston", "area": "Back Bay", "price": 150, "currency": "USD"}
            for name in ("Hotel One", "Hotel Two")
        ],
        "food": [
            {
                "meals": [meal],
                "name": f"Trattoria {meal}",
                "city": "Boston",
                "area": "North End",
                "tags": ["Italian"],
                "price": 20,
                "currency": "USD",
            }
            for meal in ("lunch", "dinner")
        ],
    }
    return {"headline": f"{specialist} found", "recommendations": rows[specialist]}


def send(trip: Trip, text: str, key: str | None = None) -> Turn:
    return turns.start_turn(trip, text, client_key=key or uuid.uuid4().hex)


def run(turn: Turn, mind: Mind | None = None) -> Turn:
    """Run one turn to its end, in this thread."""

    async def main() -> None:
        try:
            await turns.run_turn(turn.pk, mind)
        finally:
            await close_recorder_connection()

    asyncio.run(main())
    turn.refresh_from_db()
    return turn


def say(trip: Trip, text: str, mind: Mind | None = None) -> Turn:
    turn = run(send(trip, text), mind)
    trip.refresh_from_db()
    return turn


def said(trip: Trip, text: str, mind: Mind | None = None) -> Turn:
    """A turn that ends well; offline where no mind is given."""
    turn = say(trip, text, mind or OfflineMind(0))
    assert turn.status == Turn.Status.DONE, turn.error
    return turn


def state_in(request: ModelRequest) -> str:
    """The trip as it stands, as the orchestrator reads it before the newest message."""
    return next(one.text for one in request.messages if one.text.startswith("# The trip now"))


def words_of(turn: Turn) -> str:
    """All that agents said in it."""
    rows = turn.messages.filter(author=Message.Author.AGENT).order_by("position")
    return " ".join(rows.values_list("text", flat=True))


def kinds(turn: Turn) -> list[str]:
    return list(TurnEvent.objects.filter(turn=turn).order_by("seq").values_list("kind", flat=True))

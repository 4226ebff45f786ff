"""What learning costs: tokens in and out of each question after a turn, and its price.

Trips are planned offline; what is sent after their turns is counted (characters / 3, as everywhere without a
provider) and goes to a Messages server of our own that says so, so that the price is the one that is charged.
Besides usual turns the largest questions are built. Goals: under 1,500 tokens in, at most 300 out.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import statistics
import uuid
from decimal import Decimal

from tests.wire.messages import (
    MESSAGE_STOP,
    Answer,
    block_start,
    block_stop,
    message_delta,
    message_start,
    text_delta,
)
from tests.wire.server import messages_server

MOST_IN, MOST_OUT = 1_500, 300
REFERENCE = Decimal("0.002")  # US dollars an extraction: of another system's plan, for comparison
TODAY = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
SENTENCES = (
    "Boston from New York, Feb 15-18 2027, 2 people, mid-range, history and food. We never eat meat.",
    "Tokyo and Kyoto, 1-12 April 2027, 2 adults and a child of 6, high budget. My son is allergic to nuts.",
    "Marrakesh, 3-8 March 2027, 3 people, low budget, I work for Acme Tools. Our policy allows 90 EUR.",
)
#: Three full lines: a usual answer.
ANSWER = "\n".join(
    (
        "- [shared] The museum that they want to see is closed on Mondays, so it lies on 16 February 2027.",
        "- The hotel near the station was taken for its lift; the cheaper one has stairs only.",
        '- [pinned] [shared] They never eat meat. | "We never eat meat"',
    )
)


def main() -> int:
    """1 when a question or an answer is larger than promised."""
    from agents import turns
    from agents.models import ModelCall
    from config import clock
    from memory.models import Extraction
    from tests.agents.background import run_due
    from tests.story.telling import mind_at
    from trips.models import Traveller
    from trips.starting import start_trip

    clock.set_now(TODAY)
    owner = Traveller.objects.create_user("bench-extraction")
    for sentence in SENTENCES:
        trip = start_trip(owner)
        for words in (sentence, "just plan it, please", "I'd rather take option 2"):
            turn = turns.start_turn(trip, words, client_key=uuid.uuid4().hex)
            asyncio.run(_answered(turn.pk))
    _largest(start_trip(owner))
    with messages_server(_answer) as server:
        run_due(mind=mind_at(server.url))
    rows = list(Extraction.objects.exclude(sent="").order_by("pk"))
    calls = list(ModelCall.objects.filter(purpose="extraction", status=ModelCall.Status.DONE))
    clock.set_now(None)
    return _told(rows, calls)


async def _answered(turn_id: int) -> None:
    from agents import turns
    from agents.runtime.db_thread import close_recorder_connection

    await turns.run_turn(turn_id)
    await close_recorder_connection()


def _answer(exchange):
    """The usual answer, with what a provider would count by our measure."""
    system = "".join(block["text"] for block in exchange.body.get("system", []))
    counted = {"input_tokens": len(system + exchange.said) // 3, "output_tokens": 1}
    begin = [message_start(counted, exchange.body["model"]), block_start(), text_delta(ANSWER)]
    end = [block_stop(), message_delta("end_turn", -(-len(ANSWER) // 3)), MESSAGE_STOP]
    return Answer([*begin, *end])


def _largest(trip) -> None:
    """More of everything than a question has room for."""
    from memory import documents, extraction, notes, triggers
    from memory.documents import LineEdit
    from memory.events import Event
    from memory.extraction import Work
    from memory.models.notes import AuthorKind
    from trips.models import Message, Turn

    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    words = "\n\n".join(["I like quiet gardens and small museums, and never too many in a day. " * 5] * 30)
    message = Message.objects.create(trip=trip, turn=turn, position=1, author="traveller", text=words)
    for number in range(40):
        text = f"The garden number {number} of the city closes early on Sundays, and its museum opens late. "
        notes.write(owner=trip.owner, trip=trip, agent="planner", author=AuthorKind.AGENT, text=text * 4)
        edit = LineEdit("add", f"Like quiet garden number {number}. {text * 3}", quote="I like quiet gardens")
        documents.edit_lines(
            trip.owner, "preferences", [edit], author=AuthorKind.TRAVELLER, by="traveller", trip=trip
        )
    long = Work("planner", "A long day. " * 5_000, tool_results=("At 9. " * 900,))
    extraction.due_after(turn, [long])
    said = [Event("facts edited", "preferences", "Set. " * 90, message=message.pk) for _number in range(12)]
    triggers.happened(trip, said, turn)


def _told(rows, calls) -> int:
    sizes: dict[str, list[int]] = {"notes": [], "documents": []}
    for row in rows:
        sizes[row.kind].append(len(row.sent) // 3)
    print("what               questions   tokens in: median   most (goal < 1,500)")
    for kind, counted in sizes.items():
        print(f"{kind:<18} {len(counted):>9}   {statistics.median(counted):>17,.0f}   {max(counted):>6,}")
    costs = sorted(call.cost for call in calls)
    most_out = max(call.output_budget for call in calls)
    print(
        f"answers: {len(ANSWER) // 3} tokens of three full lines, at most {most_out} (goal <= {MOST_OUT})\n"
        f"cost of one, {calls[0].model}: median ${costs[len(costs) // 2]:.6f}, most ${costs[-1]:.6f}, "
        f"with every token it may use ${_dearest(calls[0].model):.6f} (reference ${REFERENCE})"
    )
    failed = [row for row in rows if row.status != "done"]
    for row in failed:
        print(f"NOT DONE {row} {row.kind}: {row.error}")
    too_large = max(max(counted) for counted in sizes.values()) >= MOST_IN or most_out > MOST_OUT
    return int(too_large or bool(failed))


def _dearest(model: str) -> Decimal:
    from agents.llm.base import Usage
    from agents.llm.prices import cost_of

    return cost_of(model, Usage(input=MOST_IN, output=MOST_OUT)) or Decimal(0)

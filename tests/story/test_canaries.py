"""What never reaches a model: the account, and what identifies somebody or opens a booking.

Told to our own server: it keeps every request whole.
"""

from __future__ import annotations

import json

import pytest

from agents.runtime.schemas import Clarify, Confirm
from tests.scripted_mind import ScriptedMind
from tests.story import answers
from tests.story.telling import CONVERSATION, STORY, Line, answering, mind_at, newest, say
from tests.wire.server import messages_server
from trips.models import Member, Traveller, Trip
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

#: Of the account, of companions, of another trip.
OF_ACCOUNTS = {
    "user name": "wrenfield-canary",
    "e-mail of the account": "wren.canary@private.example",
    "first name": "Wrenna",
    "last name": "Canaryfield",
    "user name of a companion": "mossgrove-canary",
    "e-mail of a companion": "moss@elsewhere.example",
    "name of a member": "Aunt Philippa Canary",
    "message of another trip": "the surprise party in Lisbon",
}
#: Written into messages.
IN_MESSAGES = {
    "e-mail in a message": "wren+trips@private.example",
    "booking code": "QX7RT9",
    "confirmation number": "HB-4471-ZK",
    "passport": "X8841207C",
    "card": "4111 1111 1111 1111",
    "card without spaces": "5500005555555559",
    "telephone": "+1 617 555 0142 778",
}
WORDS = (
    "I want to visit Boston for a long weekend. You reach me at {e-mail in a message} or {telephone}.",
    "Feb 15-18, 2 people, mid-range budget. My booking code is {booking code} and the hotel's confirmation "
    "number: {confirmation number}.",
    "From New York, moderate pace, love history and food, must see the Freedom Trail. Passport no. "
    "{passport}, card number {card}.",
    "Yes, that's perfect! (Or should I use card {card without spaces}?)",
)


@pytest.fixture
def wren(db) -> Traveller:
    return Traveller.objects.create_user(
        OF_ACCOUNTS["user name"],
        email=OF_ACCOUNTS["e-mail of the account"],
        password="a-long-enough-word",
        first_name=OF_ACCOUNTS["first name"],
        last_name=OF_ACCOUNTS["last name"],
    )


@pytest.fixture
def their_trip(wren: Traveller) -> Trip:
    companion = Traveller.objects.create_user(
        OF_ACCOUNTS["user name of a companion"], email=OF_ACCOUNTS["e-mail of a companion"]
    )
    other = start_trip(wren)
    chat = answers.ASKS_WHAT_IS_MISSING.model_copy(
        update={
            "decision": Clarify(mode="CLARIFY", questions=answers.ASKS_WHAT_IS_MISSING.decision.questions)
        }
    )
    say(other, f"I want to visit Boston for {OF_ACCOUNTS['message of another trip']}", ScriptedMind([chat]))
    trip = start_trip(wren)
    Member.objects.create(trip=trip, traveller=companion, role=Member.Role.EDITOR)
    Member.objects.create(trip=trip, name=OF_ACCOUNTS["name of a member"], age=71)
    return trip


def answering_with_codes():
    """The story's answers, by a model that even takes what it can see of a code into the facts."""
    lines = [line for line in STORY if line.hears not in answers.LINES]
    marks = ("I want to visit Boston", "Feb 15-18", "From New York", "Yes, that's perfect!")
    lines += [
        Line("orchestrator", line.answer, newest(mark))
        for line, mark in zip(CONVERSATION, marks, strict=True)
    ]
    return answering(lines)


def test_nothing_of_the_account_and_no_code_reaches_a_request(their_trip: Trip) -> None:
    with messages_server(answering_with_codes()) as server:
        mind = mind_at(server.url)
        turns = [say(their_trip, words.format(**IN_MESSAGES), mind) for words in WORDS]
        assert [turn.mode for turn in turns] == ["CLARIFY", "CLARIFY", "CONFIRM", "FINALIZE"], [
            turn.error for turn in turns
        ]
        said = [json.dumps(exchange.body, ensure_ascii=False) for exchange in server.exchanges]
        sent = [
            text + json.dumps(exchange.headers) for text, exchange in zip(said, server.exchanges, strict=True)
        ]
    assert len(sent) == 10
    leaked = {
        name
        for name, canary in (OF_ACCOUNTS | IN_MESSAGES).items()
        if any(canary.casefold() in text.casefold() for text in sent)
    }
    assert leaked == set()
    # the rest of the messages did arrive, in all of the conversation
    assert all("Boston" in text for text in said)
    assert "for a long weekend" in said[3] and "[e-mail address]" in said[3]


def test_a_code_that_became_a_fact_reaches_no_other_agent(their_trip: Trip) -> None:
    """Somebody pastes a booking into a must-do: it stays on the board and out of prompts."""
    code = IN_MESSAGES["booking code"]
    dinner = {
        "path": "must_do",
        "op": "add",
        "value": f"dinner, booking code {code}",
        "quote": f"code {code}",
    }
    changes = [c.model_dump() for line in CONVERSATION[:3] for c in line.answer.changes]
    asks = Confirm(mode="CONFIRM", summary="Everything, with dinner.", question="Right?")
    summary = {"reply": "So.", "changes": [*changes, dinner], "decision": asks.model_dump()}
    line = " ".join((*answers.LINES[:3], f"We have dinner, booking code {code}."))
    assert say(their_trip, line, ScriptedMind([summary])).mode == "CONFIRM"
    assert code in json.dumps(their_trip.facts_json)
    with messages_server(answering(STORY)) as server:
        turn = say(their_trip, answers.LINES[3], mind_at(server.url))
        sent = [json.dumps(exchange.body) for exchange in server.exchanges]
    assert turn.mode == "FINALIZE", turn.error
    assert len(sent) >= 7 and not any(code in text for text in sent)
    assert any("dinner, booking code [code]" in text for text in sent)


def test_the_canaries_would_be_seen(their_trip: Trip) -> None:
    """The same look at the requests finds what is meant to be there."""
    with messages_server(answering(CONVERSATION)) as server:
        say(their_trip, f"{answers.LINES[0]}, with Aunt Canary-Bird", mind_at(server.url))
        (exchange,) = server.exchanges
    assert "aunt canary-bird" in json.dumps(exchange.body).casefold()

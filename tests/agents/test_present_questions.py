"""Questions about the present in plain words: the orchestrator knows whether anybody can look, and sends them
to the web without a word of the traveller."""

from __future__ import annotations

import json

import pytest

from agents import web_access
from tests.agents.commands.test_research import going_to
from tests.agents.talking import answer, words_of
from tests.agents.web_passes import answering, kind_of, kinds, searching
from tests.story.telling import mind_at, say
from tests.wire.messages import Answer, text_answer
from tests.wire.server import Exchange, messages_server
from tests.wire.web import said, search, web_answer
from trips.models import Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "https://metro.example/works"
READ = web_answer(
    search("Porto closures", (PAGE, "Works")), said("Line D is closed until 20 March 2027.", PAGE)
)
ROWS = {"facts": [{"topic": "getting about", "sentence": "Line D is closed until 20 March.", "source": "1"}]}
#: What the traveller says beside the question, and what the model makes of it.
ASIDE = "my aunt Philippa Canary, who is afraid of lifts, booked room 77 under QX7RT9"


@pytest.fixture(autouse=True)
def searched(settings):
    with searching(settings):
        yield


def delegates(argument: str) -> dict:
    decision = {"mode": "DELEGATE", "command": "research", "argument": argument}
    return {"reply": "Research looks it up.", "decision": decision}


def asked(trip: Trip, orchestrator: dict) -> tuple[Turn, list[Exchange]]:
    by_kind = answering(search=READ, pages=ROWS)

    def answer_to(exchange: Exchange) -> Answer:
        return text_answer(orchestrator) if voice(exchange) else by_kind(exchange)

    with messages_server(answer_to) as server:
        turn = say(trip, f"Is anything closed in Porto just now? Ask for {ASIDE}.", mind_at(server.url))
    return turn, server.exchanges


def voice(exchange: Exchange) -> bool:
    return kind_of(exchange) == "plain" and "the one voice" in exchange.body["system"][0]["text"]


def test_with_live_web_it_is_sent_to_research_and_answered_with_the_page(trip: Trip) -> None:
    turn, exchanges = asked(going_to(trip, "Porto"), delegates("Porto: closures"))
    assert (turn.status, turn.mode) == ("done", "DELEGATE"), turn.error
    request = next(exchange for exchange in exchanges if voice(exchange))
    assert "Live web: on." in request.said and "`CITY: TOPIC`" in json.dumps(request.body["system"])
    assert f"Line D is closed until 20 March. ([metro.example]({PAGE}), read " in words_of(turn)
    web = [exchange for exchange in exchanges if kind_of(exchange) in ("search", "pages")]
    assert len(web) == 2 and "Topic: closures" in web[0].said
    sent = json.dumps([exchange.body for exchange in web], ensure_ascii=False).casefold()
    assert not [
        word for word in ("philippa", "canary", "lifts", "room 77", "qx7rt9", "just now") if word in sent
    ]


@pytest.mark.parametrize("off", ["site", "trip", "refused", "staff"])
def test_without_it_is_told_that_nobody_can_look(trip: Trip, settings, off: str) -> None:
    going_to(trip, "Porto")
    match off:
        case "site":
            settings.WEB_SEARCH = "off"
        case "trip":
            Trip.objects.filter(pk=trip.pk).update(web_search=False)
        case "refused":
            web_access.note_refusal("not enabled")
        case "staff":
            web_access.Switchboard.objects.create(web_on=False)
    turn, exchanges = asked(trip, answer("I cannot look that up; see metro.example."))
    request = next(exchange for exchange in exchanges if voice(exchange))
    assert "Live web: off." in request.said and "Live web: on." not in request.said
    assert turn.status == "done" and kinds(exchanges) == ["plain"]


def test_an_argument_in_other_words_sends_nothing_to_the_web(trip: Trip) -> None:
    turn, exchanges = asked(going_to(trip, "Porto"), delegates(f"Porto: closures for {ASIDE}"))
    assert turn.status == "done" and "search" not in kinds(exchanges)

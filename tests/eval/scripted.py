"""Three travellers and their team at our own Messages server: the same words each time, for CI."""

from __future__ import annotations

import datetime as dt
import threading
from decimal import Decimal

from agents.runtime.schemas import OrchestratorAnswer, Respond
from config import clock
from tests.bench.model_calls import BOSTON, GHENT, JAPAN, Journey, Team
from tests.eval.cards import Card, dates
from tests.eval.player import CHOOSE
from tests.eval.playing import Played, play
from tests.eval.wishes import Known, Planned, Within
from tests.story.telling import USAGE, mind_at
from tests.wire.messages import Answer, text_answer
from tests.wire.server import Exchange, messages_server
from trips.models import Traveller, Trip
from trips.starting import start_trip

#: How the requests of tests/eval/traveller.md begin.
PLAYER = "You play a traveller"
CHOOSES = "We take option 1."
TAKEN = OrchestratorAnswer(
    reply="A good choice. It is your plan now.",
    decision=Respond(mode="ANSWER", choose_option=1),
    short_summary="Option 1 is chosen.",
    next_step="Say what should be different.",
)
CARDS = {
    Card(
        "boston-scripted",
        "",
        (
            Known("destinations", "Boston"), *dates("2027-02-15", "2027-02-18"), Known("party.adults", 2),
            Known("budget.level", "mid"), Known("must_do", "Freedom Trail"), Planned(("Freedom Trail",)),
        ),
    ): BOSTON,
    Card(
        "ghent-scripted",
        "",
        (
            Known("destinations", "Ghent"), *dates("2027-05-07", "2027-05-10"), Known("party.adults", 2),
            Known("pace", "relaxed"), Planned(GHENT.unlisted),
        ),
    ): GHENT,
    Card(
        "japan-scripted",
        "",
        (Known("destinations", "Tokyo"), Known("destinations", "Kyoto"), Within(Decimal(20_000), "USD")),
    ): JAPAN,
}  # fmt: skip


class Script:
    """Answers for the traveller, line by line, and for the team."""

    def __init__(self, journey: Journey, trip: Trip) -> None:
        self._team = Team(journey, trip)
        self._lines = [line for line, _answer in journey.lines]
        self._lock = threading.Lock()
        self._prepared = False

    def __call__(self, exchange: Exchange) -> Answer:
        system = "\n".join(block["text"] for block in exchange.body.get("system", []))
        with self._lock:
            if system.startswith(PLAYER):
                return text_answer(CHOOSES if CHOOSE in exchange.said else self._lines.pop(0), usage=USAGE)
            if CHOOSES in exchange.said:
                return text_answer(TAKEN, usage=USAGE)
            if not self._lines and not self._prepared:  # everything is known now
                self._team.prepare()
                self._prepared = True
        return self._team.at_once(exchange)


def play_all() -> list[Played]:
    """The three cards, one after the other, each on its day."""
    owner, _ = Traveller.objects.get_or_create(username="eval")
    played = []
    try:
        for card, journey in CARDS.items():
            clock.set_now(dt.datetime.combine(journey.today, dt.time(12), dt.UTC))
            trip = start_trip(owner)
            with messages_server(Script(journey, trip)) as server:
                played.append(play(card, trip, mind_at(server.url)))
    finally:
        clock.set_now(None)
    return played

"""What a fact change says when a plan was made for the facts as they were."""

from __future__ import annotations

from decimal import Decimal

from agents.offline.words import changed
from trips.schemas import Budget, Destination, TripFacts

TOKYO, KYOTO = Destination(name="Tokyo"), Destination(name="Kyoto")


def test_what_is_other_is_named_with_what_it_was():
    before = TripFacts(destinations=[TOKYO, KYOTO], pace="relaxed")
    said = changed(before, before.model_copy(update={"destinations": [TOKYO], "pace": None}))
    assert said.startswith("Changed: Tokyo (before: Tokyo, Kyoto); no longer relaxed pace.")


def test_nothing_is_said_of_what_is_the_same_or_of_money():
    before = TripFacts(destinations=[TOKYO])
    assert changed(before, before) == ""
    dearer = before.model_copy(update={"budget": Budget(amount=Decimal(3000), currency="USD")})
    assert changed(before, dearer) == ""

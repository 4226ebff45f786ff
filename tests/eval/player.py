"""The simulated traveller: a model that sees the card, what to do now, and the service's last reply."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from string import Template

from agents.llm.base import Mind, ModelMessage, ModelReply, ModelRequest, SystemBlock
from agents.llm.prices import cost_of
from tests.eval.cards import Card

PROMPT = Template(Path(__file__).with_name("traveller.md").read_text("utf-8"))
MOST_TOKENS = 400

BEGIN = "Begin: say in one sentence what you dream of, without details."
REPLY = "Answer the service."
CHOOSE = "Choose the option that fits your card best, by its number."
SAY = "Say this now, in your own words: {words}"
ACCEPT = (
    "The service proposes a change of your plan. Accept it in one short sentence if it is what you asked for."
)


class Player:
    def __init__(self, card: Card, mind: Mind) -> None:
        self.card = card
        self.mind = mind
        self.dollars = Decimal(0)

    async def say(self, what_to_do: str, reply: str = "") -> str:
        """What this traveller writes next. Raises ModelError."""
        card = PROMPT.substitute(story=self.card.story, language=self.card.language)
        shown = f"The service's last reply:\n{reply}\n\n" if reply else ""
        request = ModelRequest(
            purpose="traveller",
            agent="traveller",
            tier="fast",
            system=(SystemBlock(card),),
            messages=(ModelMessage("user", f"{shown}{what_to_do}"),),
            max_tokens=MOST_TOKENS,
        )
        async for event in self.mind.stream(request):
            if isinstance(event, ModelReply):
                self.dollars += cost_of(event.model, event.usage) or 0
                return event.text.strip()
        raise AssertionError("a stream without a reply")

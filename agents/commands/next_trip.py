"""/next: the next trip, on a page of its own, with the words that were said for it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from agents.commands.registry import Command, register
from agents.outcome import Outcome
from agents.thinking import Thinking

#: Of words that go along in an address; browsers and proxies take at least 8,000 bytes.
LONGEST_WISH = 1000


async def _next(thinking: Thinking, argument: str) -> Outcome:
    """Nothing is begun by a word: the link leads to the first page, where the words stand in the field."""
    wish = " ".join(argument.split())[:LONGEST_WISH]
    address = f"{reverse('front')}?{urlencode({'text': wish})}" if wish else reverse("front")
    goes_along = (
        f"Your words go along: “{wish}”"
        if wish
        else "Say there where you want to go, when and how many you are."
    )
    return Outcome(
        mode="ANSWER",
        reply=f"The next trip gets a conversation of its own; this one stays as it is. {goes_along}",
        links=[("Plan the next trip", address)],
        short_summary="The next trip was spoken of.",
        next_step="Open the next trip.",
    )


register(
    Command(
        "next",
        "/next [WISH]",
        "plan the next trip",
        _next,
        words=("Plan the next trip", "Plan the next trip: {}"),
    )
)

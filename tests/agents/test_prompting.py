"""What of a traveller's words goes to a provider, and that reading them takes bounded time."""

from __future__ import annotations

import time

import pytest

from agents.prompting import masked

LENGTH = 20_000


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("Write to ada.lovelace+trips@mail.example.org please", "Write to [e-mail address] please"),
        ("Two at once: a@b.org, c_d@e-f.co.uk.", "Two at once: [e-mail address], [e-mail address]"),
        ("My booking code is X7K2QP and", "My booking code is [code] and"),
        ("booking number:  AB-12345!", "booking number:  [code]!"),
        ("Passport no. C01X00T47", "Passport no. [code]"),
        ("card 4111 1111 1111 1111", "card [number]"),
        ("We meet @ 5, 2 people, 3000 dollars", "We meet @ 5, 2 people, 3000 dollars"),
        ("The ticket office opens at nine", "The ticket office opens at nine"),
    ],
)
def test_addresses_codes_and_numbers_are_left_out(said: str, sent: str) -> None:
    assert masked(said) == sent


@pytest.mark.parametrize(
    "piece", ["1", "x", "a.", "a@", "@", "1 ", "1-", "card ", "booking code is ", "A-", " ", "é"], ids=repr
)
@pytest.mark.parametrize("before", ["", "card", "card number", "a@b"])
def test_the_longest_message_is_read_in_one_go(before: str, piece: str) -> None:
    text = (before + piece * LENGTH)[:LENGTH]
    started = time.thread_time()
    masked(text)
    assert time.thread_time() - started < 1.0  # processor time; ten when each letter was tried anew

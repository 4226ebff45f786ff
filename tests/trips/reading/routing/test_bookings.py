"""Sentences that want something booked, and a message taken apart."""

from __future__ import annotations

import pytest

from trips.reading.routing.requests import asks_to_book, concerns_bookings

WANTS = """
book it
Book everything, please
can you book the flights for me?
could you please reserve a table at Bondy
ok, book the hotel
lunch 2400 yen and book the hotel
we'd like you to book all of it
make the reservations
buy us train tickets
go ahead and book the whole trip
let's book the tickets to Kyoto
reserve our rooms please
"""
WANTS_NOT = """
we booked the hotel
I like this book
which tours can be booked
what do we have to book?
buy souvenirs
get us home earlier
book option 2
book the first one
make a vegan dinner
the order of the cities
"""


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


@pytest.mark.parametrize("words", _lines(WANTS))
def test_something_shall_be_booked(words: str) -> None:
    assert asks_to_book(words) and concerns_bookings(words)


@pytest.mark.parametrize("words", _lines(WANTS_NOT))
def test_nothing_shall_be_booked(words: str) -> None:
    assert not asks_to_book(words)


def test_a_message_of_other_peoples_words_alone_is_of_no_booking() -> None:
    assert not concerns_bookings("")

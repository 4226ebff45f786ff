"""One letter is an answer and no language."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.understanding import understand


@pytest.mark.parametrize(("said", "intent"), [("y", "yes"), ("Y", "yes"), ("n", "no"), ("k", "yes")])
def test_a_letter(said: str, intent: str) -> None:
    read = understand(said, today=dt.date(2027, 1, 4), gazetteer=default_gazetteer())
    assert (read.intent, read.language in (None, "en")) == (intent, True)


def test_a_word_of_another_language_still_tells_it() -> None:
    read = understand("hola", today=dt.date(2027, 1, 4), gazetteer=default_gazetteer())
    assert read.language == "es"

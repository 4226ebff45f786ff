from __future__ import annotations

import pytest

from trips.catalogue.matching import is_among, means, significant


@pytest.mark.parametrize(
    ("wish", "name", "expected"),
    [
        ("Freedom Trail", "Freedom Trail", True),
        ("walk the freedom trail", "The Freedom Trail", True),
        ("the Louvre", "Musée du Louvre", True),
        ("musee d'orsay", "Musée d'Orsay", True),
        ("Senso ji temple", "Senso-ji", True),
        ("Museum of Science", "Museum of Fine Arts", False),
        ("Boston Tea Party", "Boston Common", False),
        ("Met", "Metropolitan Opera", False),
        ("museums", "Iron Museum", True),
        ("Sagrada Famlia", "Sagrada Família", True),
        ("market", "fish market", True),
        ("the Roppongi Hills Bon Odori festival", "Roppongi Hills", False),
        ("the festival of lanterns", "Lantern Festival", True),
        ("", "Anything", False),
        ("📷", "Anything", False),
    ],
)
def test_means(wish, name, expected):
    assert means(wish, [name]) is expected


def test_a_short_single_word_is_not_found_in_any_sentence():
    assert not means("we met a friend there", ["Met"])


def test_is_among_wants_every_word():
    assert is_among("spicy noodles", ["noodle", "spicy noodle soup"])
    assert not is_among("spicy noodles", ["noodle", "spicy"])


def test_words_of_filler_alone_still_mean_something():
    assert significant("The") == ("the",)

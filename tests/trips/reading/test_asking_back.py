"""Which messages ask for what was said before."""

import pytest

from trips.reading.questions import asks_back


@pytest.mark.parametrize(
    "message",
    [
        "What did I say about the wedding?",
        "Did I already mention my allergy?",
        "Have we told you about the dog?",
        "Which hotel was it that I mentioned?",
        "Do you still remember my hotel?",
        "what do you know about me",
    ],
)
def test_it_asks_back(message: str) -> None:
    assert asks_back(message)


@pytest.mark.parametrize(
    "message",
    [
        "What do you know about Boston?",
        "Can I tell you my dates?",
        "How can we ask for a quiet room?",
        "Where do I say which hotel I want?",
        "My aunt said it is nice.",
        "Please remember that I am vegan.",
        "We told grandma, Boston it is.",
    ],
)
def test_it_does_not(message: str) -> None:
    assert not asks_back(message)

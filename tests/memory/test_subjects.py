"""What there is only one of: the newest sentence counts."""

from __future__ import annotations

import pytest

from memory.subjects import retold


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bristol.", "I moved to Leeds last month."),
        ("We're based in Manchester these days.", "We've just relocated to Austin."),
        ("Home for us is a little village near Cork.", "We live in Dublin now."),
        ("I live with my wife.", "I live alone now."),
        ("I live alone.", "I live with my girlfriend now."),
        ("My name is Anna.", "My name is not Anna, it's Hannah."),
        ("I'm single.", "I'm engaged now!"),
        ("I'm married.", "I got divorced last year."),
        ("I have two kids.", "We've got three kids."),
        ("My son is 6.", "My son turned 7 yesterday."),
        ("My daughter Zoe is 8.", "Zoe is 9 now."),
        ("I have a dog.", "Our dog died in spring."),
        ("I prefer window seats.", "I prefer aisle seats."),
        ("I never pay more than 150 a night.", "I'm happy to pay up to 200 a night now."),
        ("We're early birds.", "We are night owls these days."),
    ],
)
def test_it_is_told_anew(old: str, new: str) -> None:
    assert retold(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Denver.", "I'd love to live in Kyoto."),
        ("I live in Denver.", "I used to live in Austin."),
        ("I live in Denver.", "We moved to the Hilton hotel."),
        ("I live in Denver and I hate cars.", "I moved to Austin."),
        ("I live in Denver.", "We moved the dinner to Friday."),
        ("I live in Denver.", "We moved to Kyoto yesterday, the hotel is fine."),
        ("We like to eat dinner late.", "We have a call at 9."),
        ("We like to eat dinner late.", "Tonight we eat at 6."),
        ("I never get up early.", "I get up at six tomorrow."),
        ("I prefer window seats.", "I have a window seat on the flight."),
        ("My son is 6.", "My daughter is 7."),
        ("I have a dog.", "I have a cat."),
        ("I have a dog.", "I'm afraid of dogs."),
    ],
)
def test_another_subject_or_a_wish_takes_nothings_place(old: str, new: str) -> None:
    assert not retold(old, new)

"""Which option a traveller means, by its number or by what it is."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from agents.choices import CANNOT_TELL, option_called, option_meant
from agents.llm.offline import OfflineMind
from agents.turn_view import turn_view
from agents.view import OptionView
from tests.agents.planned import paris_offered
from tests.agents.talking import say
from trips.models import Option, Trip


def words_of(turn) -> str:
    return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))


@pytest.fixture
def offered(built) -> Trip:
    return built(paris_offered)


def options_of(trip: Trip) -> list[OptionView]:
    rows = trip.options.filter(state=Option.State.OFFERED).order_by("position")
    return [OptionView(row.position, row.plan, row.verdict) for row in rows]


def by_total(options: list[OptionView]) -> list[int]:
    return [option.number for option in sorted(options, key=lambda option: option.plan.total)]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("I'll take the cheapest one", 0),
        ("the cheapest", 0),
        ("the least expensive, please", 0),
        ("/select cheapest", 0),
        ("/select the most expensive one", -1),
        ("let's go with the dearest", -1),
        ("the middle one", 1),
        ("I prefer the one in the middle", 1),
    ],
)
def test_an_option_is_chosen_by_what_it_comes_to(offered: Trip, words: str, place: int) -> None:
    order = by_total(options_of(offered))
    assert len(order) == 3
    before = offered.facts
    turn = say(offered, words, OfflineMind(0))
    offered.refresh_from_db()
    assert turn.status == "done" and offered.plan is not None, words_of(turn)
    assert offered.plan.option.position == order[place]
    assert offered.facts == before


@pytest.mark.parametrize("words", ["the last one", "/select last"])
def test_the_last_of_the_row(offered: Trip, words: str) -> None:
    last = max(option.number for option in options_of(offered))
    say(offered, words, OfflineMind(0))
    offered.refresh_from_db()
    assert offered.plan.option.position == last


def test_the_name_of_an_option_alone_takes_it(offered: Trip) -> None:
    second = options_of(offered)[1]
    say(offered, second.plan.title, OfflineMind(0))
    offered.refresh_from_db()
    assert offered.plan is not None and offered.plan.option.position == second.number


@pytest.mark.parametrize(
    "words", ["When does {} open?", "No {} please", "What about {}?", "Tell me about {}"]
)
def test_the_name_of_an_option_among_other_words_takes_none(offered: Trip, words: str) -> None:
    say(offered, words.format(options_of(offered)[1].plan.title), OfflineMind(0))
    offered.refresh_from_db()
    assert offered.plan is None


def test_a_turn_names_what_it_offered_and_an_older_one_by_its_place(offered: Trip) -> None:
    turn = offered.options.latest("pk").turn
    totals = [one.plan.total for one in options_of(offered)]
    names = ["The first one", "The second one", "The third one"][: len(totals)]
    if cheapest := totals.index(min(totals)):
        names[cheapest] = "The cheapest"
    assert turn_view(turn).choices == names
    for number, name in enumerate(names, start=1):
        assert option_meant(name, options_of(offered)) == number
    turn.result["offered"] = 2  # as a turn of an older database holds it
    turn.save(update_fields=["result"])
    assert turn_view(turn).choices == ["The first one", "The second one"]
    browser = Client()
    browser.force_login(offered.owner)
    page = browser.get(reverse("workspace", args=[offered.uuid])).content.decode()
    assert 'value="The second one"' in page and 'value="The third one"' not in page


@pytest.mark.parametrize("words", ["/select the purple one", "/select 9", "option 7", "/select 0"])
def test_what_fits_none_is_said_and_no_option_zero_is_named(offered: Trip, words: str) -> None:
    told = words_of(say(offered, words, OfflineMind(0)))
    offered.refresh_from_db()
    assert offered.plan is None
    assert CANNOT_TELL in told or "There is no option 7" in told
    assert "option 0" not in told and "On offer: 1 " in told


@pytest.mark.parametrize(
    "words", ["which one is the cheapest?", "not the cheapest one", "we love the best museums"]
)
def test_words_about_options_choose_none(offered: Trip, words: str) -> None:
    say(offered, words, OfflineMind(0))
    offered.refresh_from_db()
    assert offered.plan is None


def test_two_alike_can_not_be_told_apart(offered: Trip) -> None:
    first, *others = options_of(offered)
    twin = OptionView(9, first.plan.model_copy(update={"label": "other"}), first.verdict)
    alike = [OptionView(1, twin.plan, first.verdict), twin]
    for label in ("cheapest", "dearest", "balanced", "finest", "calmest", "fullest"):
        assert option_called(label, alike) is None
    assert option_meant("cheapest", []) is None
    assert option_meant("two", [first, *others]) == 2

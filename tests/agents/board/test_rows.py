"""Options as rows: labels that are true of one alone, what is to spare, the same three figures for each."""

from __future__ import annotations

from decimal import Decimal

from agents.board.rows import figures_of, option_rows
from agents.board.strips import in_words, strips_of
from tests.agents.board.test_options import card
from tests.agents.board.values import plan, stay, train, visit, walk
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.options import distinctions, label, name_of, to_spare


def labels_of(plans):
    return ["".join(own[:1]) for own in distinctions(plans)]


def test_a_label_is_true_of_one_option_alone():
    cheap = plan([visit("v1", 10), walk("w1", 12, km=5)], total="100")
    full = plan([visit("v2", 10), visit("v3", 12), walk("w2", 14, km=4)], total="180")
    easy = plan([visit("v4", 10), walk("w3", 14, km=1)], total="200")
    said = ["Cheapest, by $80", "The fullest: 2 visits", "The least walking"]
    assert labels_of([cheap, full, easy]) == said
    same = plan([visit("v5", 10)], total="100")
    assert labels_of([same, same]) == ["", ""] and labels_of([same]) == [""]
    by_rail = plan([train("t1", 8), visit("v6", 14)], total="100")
    assert labels_of([same, by_rail])[1] == "The only one by train"
    assert "Cheapest" not in labels_of([cheap, plan([visit("v7", 9)], currency="EUR", total="1")])[1]


def test_a_name_is_made_of_what_one_option_alone_has():
    plans = [plan([visit(uid, 9), visit("both", 12)]) for uid in ("v1", "v2")]
    plans = [one.model_copy(update={"title": name_of(one)}) for one in plans]
    assert [one.title for one in label(plans)] == ["Visit v1", "Visit v2"]
    assert [one.title for one in label([plans[0], plans[0].model_copy()])] == ["Way 1", "Way 2"]
    named = [one.model_copy(update={"title": "Its own"}) for one in plans]
    assert [one.title for one in label(named)] == ["Its own", "Visit v2"]


def test_what_is_to_spare_is_of_the_sum_or_of_each():
    one = plan([visit("v1", 10)], total="150")
    assert to_spare(one, Decimal(400)) == "$250 to spare"
    assert to_spare(one, Decimal(100)) == "$50 over your budget"
    assert to_spare(one, None) == "$75 each"


def test_the_same_three_figures_of_each():
    bed = stay("s1", 15, stay_type="guesthouse", area="North End")
    one = plan([visit("v1", 10), walk("w1", 12, km=3), bed], [visit("v2", 10)], pace="relaxed")
    assert figures_of(one) == [
        ("On foot", "1.5 km a day"),
        ("Visits", "2, relaxed"),
        ("Bed", "guesthouse, North End"),
    ]
    assert figures_of(plan([visit("v1", 10)]))[2] == ("Bed", "none")
    assert figures_of(plan([stay("s1", 15, 1), stay("s2", 16, 1)])) == [("Bed", "2 stays")]


def test_three_highlights_those_of_its_own_first_and_with_their_day():
    one = card(1, highlights=["Both: in all", "Visit v1: mine", "Dinner at Lo", "A fourth"])
    other = card(2, highlights=["Both: in all"], items=[visit("v2", 10)])
    rows = option_rows([one, other], [None, None], {})
    assert rows[0].picks == ["Visit v1, on Monday", "Dinner at Lo", "A fourth"]
    assert rows[1].picks == ["Visit v2, on Monday"]


def test_a_highlight_that_they_named_leads_and_says_so():
    one = card(1, highlights=["Visit v1"], items=[visit("v1", 10), visit("v2", 12, place_id="tile-museum")])
    rows = option_rows([one], [None], {"tile-museum": ["tiles"]})
    assert rows[0].picks == ["Visit v2, on Monday, for tiles", "Visit v1, on Monday"]


def test_all_strips_share_a_frame_and_a_far_start_is_none_of_theirs():
    near = plan([train("t1", 8), visit("v1", 14, area="Downtown"), stay("s1", 16, area="North End")])
    wide = plan([visit("v2", 10, 42.30, -71.12), visit("v3", 12, 42.40, -71.02)])
    first, second = strips_of([near, wide], default_gazetteer())
    assert first.shown == second.shown and not first.shown.coast
    assert all(first.shown.holds((mark.x, mark.y)) for mark in [*first.marks, *second.marks])
    assert [mark.kind for mark in first.marks] == ["place", "stay"]
    assert in_words(near) == "stops in Downtown, bed in North End"
    assert strips_of([plan([visit("v1", 10, None, None)])], default_gazetteer()) == [None]

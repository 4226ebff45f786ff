from __future__ import annotations

from tests.trips.planning.validator import making
from trips.planning.validator.registry import Check
from trips.planning.validator.report import Report, lowest


def report() -> Report:
    return Report(Check(7, "Seven", "error", "All is well.", "rows", lambda context, report: None))


def test_nothing_found_is_passed_with_the_sentence():
    result = report().result()
    assert (result.status, result.message, result.grade) == ("passed", "All is well.", "official")


def test_failed_wins_over_not_checked():
    mine = report()
    mine.unknown("Who knows.", ["a"])
    mine.fail("Wrong.", ["b"])
    assert (mine.result().status, mine.result().items) == ("failed", ["b"])


def test_not_checked_wins_over_passed():
    mine = report()
    mine.note("Fine.")
    mine.unknown("Who knows.", ["a"])
    assert (mine.result().status, mine.result().message) == ("not_checked", "Who knows.")


def test_the_worst_part_gives_the_severity_and_comes_first():
    mine = report()
    mine.fail("Mild.", ["a"], severity="warning", repair="Mend it.")
    mine.fail("Bad.", ["b"], repair="Drop it.")
    result = mine.result()
    assert (result.severity, result.message, result.repair) == ("error", "Bad. Mild.", "Drop it. Mend it.")


def test_only_mild_parts_make_a_warning():
    mine = report()
    mine.fail("Mild.", severity="warning")
    assert mine.result().severity == "warning"


def test_the_lowest_grade_is_carried():
    mine = report()
    mine.rests_on("curated", "official")
    assert mine.result().grade == "curated"
    assert lowest(["estimate", "curated"]) == "estimate"
    assert lowest([]) == "official"


def test_many_failures_are_counted():
    mine = report()
    for number in range(5):
        mine.fail(f"Wrong {number}.")
    assert mine.result().message == "Wrong 0. Wrong 1. Wrong 2. And 2 more."


def test_items_with_the_same_gap_share_a_sentence():
    mine = report()
    for day in (making.MONDAY, making.TUESDAY):
        mine.unknown_of(making.visit("iron-museum", day, "10:00", "11:00"), "Hours are not known: {}.")
    mine.unknown_of(making.visit("moon-tower", making.MONDAY, "10:00", "11:00"), "Hours are not known: {}.")
    result = mine.result()
    assert result.message == "Hours are not known: Iron Museum and Moon Tower."
    assert len(result.items) == 3

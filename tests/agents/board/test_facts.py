"""Facts as chips: words, where each came from, what is missing."""

from __future__ import annotations

import datetime as dt

from agents.board.facts import fact_chips, gaps
from trips.models import FactChange
from trips.schemas import Budget, Dates, Destination, Party, TripFacts

KNOWN = TripFacts(
    destinations=[Destination(name="Tokyo"), Destination(name="Kyoto")],
    dates=Dates(start=dt.date(2027, 2, 15), end=dt.date(2027, 2, 18), days=4),
    party=Party(adults=2),
    budget=Budget(level="mid"),
)


def change(path: str, **more) -> FactChange:
    return FactChange(path=path, op="set", **{"by": FactChange.By.TRAVELLER, **more})


def test_each_fact_names_its_newest_source():
    chips = fact_chips(
        KNOWN,
        [
            change("destinations", subject="Tokyo", quote="Tokyo first"),
            change("destinations", subject="Kyoto", by=FactChange.By.FORM),
            change("party.adults", quote="two of us"),
            change("party.adults", by=FactChange.By.SYSTEM, reason="Two adults."),
        ],
    )
    sources = {chip.text: (chip.source, chip.assumed) for chip in chips}
    assert sources["Tokyo"] == ("You said: “Tokyo first”", False)
    assert sources["Kyoto"] == ("You set this in the panel.", False)
    assert sources["2 adults"] == ("Assumed: Two adults.", True)
    assert sources["mid-range"] == ("", False)


def test_a_long_quote_is_cut():
    (chip,) = fact_chips(TripFacts(party=Party(adults=2)), [change("party.adults", quote="x" * 900)])
    assert len(chip.source) < 170
    assert chip.source.endswith("…”")


def test_what_is_required_is_asked_for_first_and_alone():
    assert [(gap.path, gap.required) for gap in gaps(TripFacts())] == [
        ("destinations", True),
        ("dates.start", True),
        ("party.adults", True),
        ("budget", True),
    ]
    started = TripFacts(dates=Dates(start=dt.date(2027, 2, 15)))
    assert "dates.end" in [gap.path for gap in gaps(started)]


def test_then_what_would_be_useful():
    assert [gap.path for gap in gaps(KNOWN)] == ["origin", "pace", "interests", "must_do", "dietary"]
    assert not any(gap.required for gap in gaps(KNOWN))

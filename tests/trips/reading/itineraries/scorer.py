"""How many planted faults of pasted plans are found, and how many sentences are about nothing planted.

    python -m tests.trips.reading.itineraries.scorer [--all]

`--all` prints every finding. A finding is an error or a warning of a check."""

from __future__ import annotations

import datetime as dt
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.catalogue.names import key
from trips.reading.itinerary import Checked, checked

FOLDER = Path(__file__).parent
TODAY = dt.date(2026, 11, 26)
#: Numbers of the checks that can find a kind of fault.
CHECKS = {
    "hours": {13}, "overlap": {12}, "way": {12, 7, 9}, "departure": {16}, "meal": {2, 15}, "stay": {2, 8},
    "budget": {22}, "date": {0, 1}, "twice": {18}, "length": {14},
}  # fmt: skip


@dataclass
class Score:
    name: str
    blind: int
    found: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def gold() -> dict[str, dict]:
    return tomllib.loads((FOLDER / "gold.toml").read_text("utf-8"))


def said(result: Checked) -> list[tuple[int, str]]:
    """Errors and warnings with the number of their check (0: the reader's own) and the titles of items."""
    titles = {item.uid: item.title for item in result.read.plan.items()}
    found = [
        (number, " ".join([one.message, *(titles[uid] for uid in one.items)]))
        for number, one in result.findings
    ]
    return found + [(0, sentence) for sentence in result.read.wrong]


def score(name: str, faults: list[list[str]], gazetteer: Gazetteer, *, blind: int = 0) -> Score:
    result = checked((FOLDER / name).read_text("utf-8"), gazetteer, TODAY)
    left = said(result)
    one = Score(name, blind, unread=result.read.unread)
    for kind, words in faults:
        meant = [entry for entry in left if entry[0] in CHECKS[kind] and key(words) in key(entry[1])]
        (one.found if meant else one.missed).append(f"{kind}: {words}")
        left = [entry for entry in left if entry not in meant]
    one.alarms = [f"{number}: {sentence}" for number, sentence in left]
    return one


def scores(blind: int) -> list[Score]:
    """Of the plans of one round."""
    rows = {name: row["faults"] for name, row in gold().items() if row.get("blind", 0) == blind}
    return [score(name, faults, default_gazetteer(), blind=blind) for name, faults in rows.items()]


def main() -> None:
    for blind in (0, 1, 2):
        every = scores(blind)
        for one in every:
            planted = len(one.found) + len(one.missed)
            print(
                f"{one.name:28} found {len(one.found)} of {planted}, false alarms {len(one.alarms)}, "
                f"unread {len(one.unread)}"
            )
            for label in ("missed", "alarms", "unread") if "--all" in sys.argv else ():
                for sentence in getattr(one, label):
                    print(f"    {label}: {sentence}")
        found, alarms = sum(len(one.found) for one in every), sum(len(one.alarms) for one in every)
        planted = found + sum(len(one.missed) for one in every)
        kind = f"round {blind}" if blind else "known while it was built"
        print(f"{kind}: {found} of {planted} faults found, {alarms} false alarms\n")


if __name__ == "__main__":
    main()

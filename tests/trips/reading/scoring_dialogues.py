"""What holds in blind dialogues: `python -m tests.trips.reading.scoring_dialogues a`.

Facts go from message to message as the reader left them. A dialogue is right where its end is, with nothing
more. `--show` prints what is wrong, for sets that are development data.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator

from tests.trips.reading.scoring_requests import (
    SLOTS,
    TODAY,
    Result,
    after,
    messages,
    print_slots,
    wrong,
)
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import describe
from trips.reading import Understanding, understand
from trips.schemas import Change, TripFacts

#: Facts that are gone where the gold says null.
_PATHS = {
    "from": ("origin",), "to": ("destinations",), "nights_in": ("destinations.nights",),
    "start": ("dates.start",), "end": ("dates.end",), "window": ("dates.earliest", "dates.latest"),
    "nights": ("dates.days",), "days": ("dates.days",), "adults": ("party.adults",),
    "children": ("party.children",), "diet": ("dietary",), "must": ("must_do",), "fixed": ("appointments",),
    "day_from": ("hours.first",), "day_to": ("hours.last",), "rest": ("hours.rest",),
    "seen_before": ("seen",), "transport": ("travel_by", "transport"),
}  # fmt: skip
Heard = Callable[[str, str, TripFacts], Understanding]


class Held(Result):
    """The facts of a dialogue so far, and the changes of them that still hold."""

    def __init__(self) -> None:
        self.read, self.facts = Understanding(), TripFacts()

    def hear(self, read: Understanding) -> None:
        self.facts = after(self.facts, read.changes)
        for change in read.changes:
            self.read.changes[:] = [one for one in self.read.changes if not _replaces(change, one)]
            if change.op != "remove":
                self.read.changes.append(change)

    def gone(self, slot: str) -> bool:
        paths = _PATHS.get(slot, (slot,))
        return not any(line.path.startswith(paths) for line in describe(self.facts))


def _replaces(change: Change, before: Change) -> bool:
    same = change.path == before.path
    return same and (change.op == "set" or (change.op == "remove" and change.value in (before.value, None)))


def told(gold: dict) -> dict:
    return {slot: value for slot, value in gold.items() if value not in (None, [], {}, "")}


def wrong_turn(it: Held, gold: dict) -> Iterator[str]:
    """Keys of the gold that do not hold after a message."""
    for slot, value in gold.items():
        if slot in SLOTS and not (SLOTS[slot](it, value) if slot in told(gold) else it.gone(slot)):
            yield f"{slot}: not {value}"


def heard(agent: str, traveller: str, facts: TripFacts) -> Understanding:
    return understand(traveller, today=TODAY, gazetteer=default_gazetteer(), facts=facts, before=agent)


def main(read: Heard = heard) -> None:
    show, authors = "--show" in sys.argv, [one for one in sys.argv[1:] if not one.startswith("--")]
    for author in authors:
        right, turns, right_turns, all_slots, bad_slots = 0, 0, 0, Counter(), Counter()
        talks = messages(author, "dialogues")
        for talk in talks:
            it, lines = Held(), []
            for turn in talk["turns"]:
                it.hear(read(turn["agent"], turn["traveller"], it.facts))
                bad = list(wrong_turn(it, turn["gold"]))
                turns, right_turns = turns + 1, right_turns + (not bad)
                lines.append(
                    f"  – {turn['agent']}\n  > {turn['traveller']}" + "".join(f"\n      {one}" for one in bad)
                )
            final = {slot: value for slot, value in told(talk["final"]).items() if slot in SLOTS}
            bad = list(wrong(it, final))
            right += not bad
            all_slots.update(list(final))
            bad_slots.update(slot for slot, _ in bad)
            if show and bad:
                print(f"{talk['id']}", *lines, "    end: " + "; ".join(said for _, said in bad), sep="\n")
        slots, missed = sum(all_slots.values()), sum(bad_slots[one] for one in all_slots)
        print(f"{author}: {right} of {len(talks)} wholly right, {right_turns} of {turns} messages")
        print(f"  slots at the end {slots - missed} of {slots}")
        print_slots(all_slots, bad_slots)


if __name__ == "__main__":
    main()

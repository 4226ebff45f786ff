"""What of a blind set of memory is read right: `python -m tests.trips.reading.scoring_memory a b`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.trips.reading.scoring_jobs import judged, shown
from trips.reading.memory import read_memory

FOLDER = Path(__file__).parent / "blind"
#: What is done, of what, of whom, for how long; "" where a reader does not tell.
Told = tuple[str, str, str, str]
Reader = Callable[[str], Sequence[Told]]
#: Different words for the same person.
ME = frozenset(("me", "i", "myself", "us", "we", ""))


def messages(author: str) -> list[dict]:
    return [json.loads(line) for line in (FOLDER / author / "memory.jsonl").read_text("utf-8").splitlines()]


def done(message: dict) -> list[str]:
    return sorted(one["do"] for one in message["gold"] if one["do"] != "none")


def wrong(message: dict, read: Reader) -> str:
    """What is done otherwise than the gold says; "" where it is right."""
    found = sorted(one[0] for one in read(message["text"]))
    return "" if found == done(message) else f"{found} instead of {done(message)}"


def lines(told: Sequence[dict], read: Reader) -> tuple[int, int]:
    """Of all lines that are to be kept, closed or forgotten how many are read with what they are about, of
    whom and for how long."""
    right = every = 0
    for message in told:
        found = [(do, about, _who(who), scope) for do, about, who, scope in read(message["text"])]
        for gold in message["gold"]:
            if gold["do"] != "none":
                wanted = (gold["do"], gold["about"], _who(gold["who"]), gold["scope"])
                every += 1
                if wanted in found:
                    found.remove(wanted)
                    right += 1
    return right, every


def _who(who: str | None) -> str:
    who = (who or "").casefold().removeprefix("my ").removeprefix("the ")
    return "me" if who in ME else who


def remembered(text: str) -> list[Told]:
    return [
        (one.do, one.about, one.who, "this trip" if one.for_trip else "always") for one in read_memory(text)
    ]


def main(read: Reader) -> None:
    for author, told, bad in judged(messages, lambda one: wrong(one, read)):
        false = sum(1 for one in told if read(one["text"]) and not done(one))
        right, every = lines(told, read)
        print(f"{author}: {len(told) - len(bad)} of {len(told)} right, {false} kept of what is none; "
              f"{right} of {every} lines with all they tell")  # fmt: skip
        shown(bad, lambda one, problem: f"  {one['text']}\n    {problem} ({one['gold']})")


if __name__ == "__main__":
    main(remembered)

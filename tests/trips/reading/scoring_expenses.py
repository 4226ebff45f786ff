"""What of a blind set of expenses is read right: `python -m tests.trips.reading.scoring_expenses a`."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from rapidfuzz.fuzz import token_set_ratio

from trips.reading.expenses import Expenses, read_expenses

FOLDER = Path(__file__).parent / "blind"
TODAY, START = dt.date(2026, 11, 26), dt.date(2026, 11, 22)
#: Where nobody named a currency it is the trip's.
HERE = "EUR"


def messages(author: str) -> list[dict]:
    return [json.loads(line) for line in (FOLDER / author / "expenses.jsonl").read_text("utf-8").splitlines()]


def day_of(said: str | None) -> dt.date:
    if said in (None, "today"):
        return TODAY
    if said == "yesterday":
        return TODAY - dt.timedelta(days=1)
    if said.startswith("day "):
        return START + dt.timedelta(days=int(said[4:]) - 1)
    return dt.date.fromisoformat(said)


def wrong(message: dict, read: Callable[..., Expenses] = read_expenses) -> str:
    """What is read otherwise than the gold says; "" where nothing is. Who paid and what for count as right
    where they mean the same."""
    found = read(message["text"], today=TODAY, start=START, people=["Tom"], party=2).found
    gold = message["gold"]
    if len(found) != len(gold):
        return f"{len(found)} instead of {len(gold)}: {[(str(one.amount), one.what) for one in found]}"
    for one, right in zip(found, gold, strict=True):
        said = (one.amount, (one.currencies or (HERE,))[0], one.date)
        if said != (Decimal(str(right["amount"])), right["currency"] or HERE, day_of(right["day"])):
            return f"{said} instead of {right}"
        if (one.payer == "Tom") != ("Tom" in (right["payer"] or "")):
            return f"paid by {one.payer!r} instead of {right['payer']!r}"
        if right["what"] and token_set_ratio(one.what.lower(), right["what"].lower()) < 50:
            return f"for {one.what!r} instead of {right['what']!r}"
    return ""


def main() -> None:
    for author in sys.argv[1:]:
        told = messages(author)
        bad = [(one["text"], problem) for one in told if (problem := wrong(one))]
        print(f"{author}: {len(told) - len(bad)} of {len(told)} right")
        for text, problem in bad:
            print(f"  {text}\n    {problem}")


if __name__ == "__main__":
    main()

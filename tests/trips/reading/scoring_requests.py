"""What of a blind set of first messages is read right: `python -m tests.trips.reading.scoring_requests a`.

Prints totals and figures a slot; `--show` prints the messages too, for sets that are development data.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from rapidfuzz.fuzz import token_set_ratio

from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.names import key
from trips.facts import apply_changes
from trips.facts.places import resolve_place
from trips.reading import Understanding, understand
from trips.schemas import Change, PlaceName, TripFacts

FOLDER = Path(__file__).parent / "blind"
TODAY = dt.date(2026, 11, 26)
#: Days by which the ends of a window that was said in words ("mid June") may differ.
NEAR = 3
#: From here on words mean the same, of 100.
SAME = 62
_PACES = {"slow": "relaxed", "normal": "moderate", "fast": "packed"}
_SCOPES = {
    "trip": (None, "total"),
    "person": ("per_person",),
    "day": ("per_day",),
    "person_day": ("per_day",),
}
_CAPS = {"stay": "stay", "food": "food", "transport": "transport", "flights": "transport", "visits": "visits"}
#: Of these nothing may be read that the gold has not.
_NO_MORE = {
    "from": "origin", "to": "destinations", "start": "dates.start", "end": "dates.end",
    "adults": "party.adults", "children": "party.children",
    "diet": "dietary", "access": "access", "must": "must_do",
}  # fmt: skip


class Result:
    """A message as read: the understanding, and the facts after it."""

    def __init__(self, text: str, read: Callable[..., Understanding] = understand) -> None:
        self.text = text
        self.read = read(text, today=TODAY, gazetteer=default_gazetteer())
        self.facts = after(TripFacts(), self.read.changes)

    def said(self, *paths: str, op: str = "") -> list[str]:
        """Values and quotes of all changes below some paths."""
        return [
            f"{change.value} {change.quote}".replace("_", " ").lower()
            for change in self.read.changes
            if change.path.startswith(paths) and (not op or change.op == op)
        ]

    def names(self, what: str, *paths: str) -> bool:
        return any(alike(what, said) for said in self.said(*paths))


def after(facts: TripFacts, changes: Sequence[Change]) -> TripFacts:
    return apply_changes(facts, changes, today=TODAY, gazetteer=default_gazetteer()).facts


def alike(what: str, said: str) -> bool:
    """Whether the words of `what` stand in what was read."""
    what = re.sub(r"[^\w ]", " ", what.lower().replace("-", " "))
    what = re.sub(r"\b(dogs?|pets?) (allowed|welcome|friendly)\b", "pet friendly", what)
    what = re.sub(r"\b(pram|pushchair|buggy)\b", "stroller", what)
    words = [word for word in what.split() if len(word) > 2] or what.split()
    stems = [word[:-1] if word.endswith("s") and len(word) > 3 else word for word in words]
    held = sum(stem in said for stem in stems)
    return held * 2 > len(stems) or token_set_ratio(what, said) >= SAME


def messages(author: str, name: str = "requests") -> list[dict]:
    return [json.loads(line) for line in (FOLDER / author / f"{name}.jsonl").read_text("utf-8").splitlines()]


def same_place(held: PlaceName | None, gold: str) -> bool:
    if held is None:
        return False
    meant = resolve_place(gold, default_gazetteer())
    return (
        key(held.name) == key(gold)
        or key(held.name) == key(meant.name)
        or (held.city_id is not None and held.city_id == meant.city_id)
        or token_set_ratio(held.name.lower(), gold.lower()) >= 85
    )


def _near(held: dt.date | None, gold: str | None) -> bool:
    if not gold:
        return True
    return held is not None and abs((held - dt.date.fromisoformat(gold)).days) <= NEAR


def _budget(it: Result, gold: dict) -> bool:
    budget, amount = it.facts.budget, Decimal(str(gold.get("amount") or 0))
    per, what = gold.get("per", "trip"), gold.get("for", "all")
    if per == "night":
        return it.facts.stay.max_price == amount
    if what in _CAPS and what != "all":
        heads = it.facts.party.size if per == "person" else 1
        sums = (amount, amount * heads)  # a cap is of the whole party
        return any(cap.category == _CAPS[what] and cap.amount in sums for cap in it.facts.caps) or (
            what == "stay" and it.facts.stay.max_price == amount
        )
    currency = gold.get("currency")
    heads = it.facts.party.size if per == "person_day" else 1  # kept as what all spend a day
    return (
        budget.amount in (amount, amount * heads)
        and (not currency or budget.currency in (currency, None))
        and budget.scope in _SCOPES.get(per, (None, "total"))
        and (not gold.get("rough") or budget.approximate)
    )


def _children(it: Result, gold: list) -> bool:
    ages = sorted(age for age in gold if age is not None)
    party = it.facts.party
    return (party.children or 0) == len(gold) and (len(ages) < len(gold) or sorted(party.ages) == ages)


def _all(it: Result, wanted: list, *paths: str) -> bool:
    return all(it.names(str(one), *paths) for one in wanted)


def _diet(it: Result, gold: list[dict]) -> bool:
    held = [*it.said("dietary"), *it.said("avoid", op="add")]
    return all(any(alike(one["what"], said) for said in held) for one in gold)


def _stay(it: Result, gold: dict) -> bool:
    return (
        (not gold.get("kind") or it.names(gold["kind"], "stay", "wishes"))
        and _all(it, gold.get("wish", ()), "stay", "wishes", "rooms", "access")
        and _all(it, gold.get("not", ()), "avoid", "stay", "wishes")
    )


#: Modes as the facts call them.
_MODES = {
    "plane": "flight",
    "airplane": "flight",
    "metro": "transit",
    "underground": "transit",
    "subway": "transit",
}


def _transport(it: Result, gold: dict) -> bool:
    prefer, avoid = ([_MODES.get(one, one) for one in gold.get(key, ())] for key in ("prefer", "avoid"))
    prefer = [one for one in prefer if one not in ("car", "rental car") or not it.facts.car.wanted]
    return _all(it, prefer, "travel_by", "transport", "car", "wishes") and _all(
        it, avoid, "transport", "avoid", "car"
    )


def _length(it: Result) -> int | None:
    dates = it.facts.dates
    return dates.days or ((dates.end - dates.start).days + 1 if dates.start and dates.end else None)


def _in_weeks(it: Result, nights: int) -> bool:
    """ "Two weeks" are 14 days to one and 14 nights to another."""
    return (
        nights % 7 == 0 and re.search(r"\b(week|wk|fortnight)", getattr(it, "text", "week"), re.I) is not None
    )


def _goes(it: Result, gold: list[str]) -> bool:
    held = it.facts.destinations
    return len(held) == len(gold) and all(same_place(one, name) for one, name in zip(held, gold, strict=True))


def _towns(gold: list[str]) -> list[str]:
    """Of a region or a country named with its cities the cities alone."""
    towns = [name for name in gold if resolve_place(name, default_gazetteer()).city_id]
    return towns or gold


def _stays(it: Result, city: str, nights: int, cities: int) -> bool:
    """Nights of the only place are those of the trip."""
    held = next((one for one in it.facts.destinations if same_place(one, city)), None)
    alone = cities == len(it.facts.destinations) == 1
    return held is not None and (held.nights == nights or (alone and _length(it) == nights + 1))


def _fixed(it: Result, gold: list[dict]) -> bool:
    return all(
        any(
            alike(one["what"], row.what.lower())
            and (not one.get("date") or (row.date and row.date.isoformat() == one["date"]))
            and (not one.get("time") or (row.start and f"{row.start:%H:%M}" == one["time"]))
            for row in it.facts.appointments
        )
        for one in gold
    )


def _hour(it: Result, path: str, gold: str) -> bool:
    return any(gold in str(change.value) for change in it.read.changes if change.path == path)


#: Of each key of the gold whether it was read.
SLOTS: dict[str, Callable[[Result, object], bool]] = {
    "from": lambda it, gold: same_place(it.facts.origin, gold),
    "to": lambda it, gold: _goes(it, gold) or _goes(it, _towns(gold)),
    "nights_in": lambda it, gold: all(_stays(it, city, nights, len(gold)) for city, nights in gold.items()),
    "start": lambda it, gold: it.facts.dates.start == dt.date.fromisoformat(gold),
    "end": lambda it, gold: it.facts.dates.end == dt.date.fromisoformat(gold),
    "window": lambda it, gold: _near(it.facts.dates.earliest or it.facts.dates.start, gold.get("from"))
    and _near(it.facts.dates.latest or it.facts.dates.end, gold.get("to")),
    "nights": lambda it, gold: _length(it) in (gold + 1, gold + (not _in_weeks(it, gold))),
    "days": lambda it, gold: _length(it) == gold,
    "adults": lambda it, gold: it.facts.party.adults == gold,
    "children": _children,
    "budget": _budget,
    "pace": lambda it, gold: it.facts.pace == _PACES[gold],
    "interests": lambda it, gold: _all(it, gold, "interests", "cuisines", "wishes", "must_do"),
    "avoid": lambda it, gold: _all(it, gold, "avoid", "transport_bans", "stay", "dietary", "access", "pace"),
    "diet": _diet,
    "access": lambda it, gold: _all(it, [one["what"] for one in gold], "access", "avoid", "wishes"),
    "must": lambda it, gold: _all(it, gold, "must_do", "appointments"),
    "stay": _stay,
    "transport": _transport,
    "day_from": lambda it, gold: _hour(it, "hours.first", gold),
    "day_to": lambda it, gold: _hour(it, "hours.last", gold),
    "rest": lambda it, gold: _hour(it, "hours.rest", gold["from"]) and _hour(it, "hours.rest", gold["to"]),
    "occasion": lambda it, gold: it.names(gold, "wishes", "interests", "occasion"),
    "seen_before": lambda it, gold: _all(it, gold, "seen"),
    "fixed": _fixed,
}  # fmt: skip


def _held(change: Change, gold: dict) -> bool:
    """Children of an empty party, and needs that the gold calls by another slot, are no more."""
    return (
        change.op == "remove"
        or change.value in (0, None)
        or (
            change.path in ("dietary", "access", "must_do")
            and alike(str(change.value), json.dumps(gold).lower())
        )
    )


def wrong(it: Result, gold: dict) -> Iterator[tuple[str, str]]:
    """Slots that are not as the gold says, and "+slot" for what it has not."""
    for slot, right in gold.items():
        if not SLOTS[slot](it, right):
            yield slot, f"{slot}: not {right}"
    for slot, path in _NO_MORE.items():
        more = [one for one in it.read.changes if one.path == path and not _held(one, gold)]
        window = gold.get("window", {}).values()
        if slot in ("start", "end") and all(one.value in window for one in more):
            continue  # a window of a few days is as good as both ends
        if slot not in gold and more:
            yield f"+{slot}", f"+{slot}: {[(one.value, one.quote) for one in more]}"


def print_slots(all_slots: Counter, bad_slots: Counter) -> None:
    for slot, count in all_slots.most_common():
        print(f"  {slot:12} {count - bad_slots[slot]:3} of {count}")
    print("  read too much:", {slot: n for slot, n in bad_slots.items() if slot.startswith("+")})


def main() -> None:
    show, authors = "--show" in sys.argv, [one for one in sys.argv[1:] if not one.startswith("--")]
    for author in authors:
        right, all_slots, bad_slots, told = 0, Counter(), Counter(), messages(author)
        for one in told:
            gold = {slot: value for slot, value in one["gold"].items() if value not in (None, [], {}, "")}
            bad = list(wrong(Result(one["text"]), gold))
            right += not bad
            all_slots.update(list(gold))
            bad_slots.update(slot for slot, _ in bad)
            if show and bad:
                print(f"{one['id']}: {one['text']}\n    " + "\n    ".join(said for _, said in bad))
        slots = sum(all_slots.values())
        missed = sum(bad_slots[slot] for slot in all_slots)
        print(f"{author}: {right} of {len(told)} wholly right; slots {slots - missed} of {slots}")
        print_slots(all_slots, bad_slots)


if __name__ == "__main__":
    main()

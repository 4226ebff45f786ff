"""Facts that are lists: interests, diets, must-dos, appointments, caps."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from trips.catalogue.exchange_rates import currencies
from trips.catalogue.names import key
from trips.facts import reading_values as read
from trips.facts.limits import MAX_ENTRIES
from trips.facts.paths import PathRule
from trips.facts.refusal import Refused
from trips.schemas import Change, TripFacts

#: Lists of single words, written in small letters; entries of the others are names and sentences.
VOCABULARY = {"interests", "dietary", "access", "cuisines", "transport_bans"}


def change_list(entries: list[str], change: Change, rule: PathRule) -> None:
    vocabulary = change.path in VOCABULARY

    def entry(value: object) -> str:
        if rule.choices:
            return read.choice(value, rule)
        words = read.text(value, rule.label)
        return words.lower() if vocabulary else words

    if change.op == "remove":
        if change.value is None or not str(change.value).strip():
            entries.clear()
            return
        wanted = key(str(change.value).removeprefix("the "))
        kept = [known for known in entries if key(known.removeprefix("the ")) != wanted]
        if len(kept) == len(entries):
            near = [known for known in entries if wanted in key(known) or key(known) in wanted]
            if len(near) != 1:
                raise Refused(f"{str(change.value).strip()[:60]} is not among: {rule.label}.")
            kept = [known for known in entries if known != near[0]]
        entries[:] = kept
        return
    if change.op == "set":
        separator = "," if vocabulary else ";"
        new = [entry(part) for part in str(change.value or "").split(separator) if part.strip()]
        entries.clear()
    else:
        new = [entry(change.value)]
    known = {key(one) for one in entries}
    for one in new:
        if key(one) not in known:
            entries.append(one)
            known.add(key(one))
    if len(entries) > MAX_ENTRIES:
        raise Refused(f"{rule.label}: at most {MAX_ENTRIES}.")


def change_rows(facts: TripFacts, change: Change, today: dt.date) -> None:
    """Appointments and caps: one row a thing, one cap a category."""
    rows = getattr(facts, change.path)
    name: Callable = (
        (lambda row: key(row.what)) if change.path == "appointments" else (lambda row: row.category)
    )
    if change.op == "remove":
        wanted = str(change.value or change.subject or "").partition("|")[0].strip()
        if not wanted:
            rows.clear()
            return
        wanted = key(wanted) if change.path == "appointments" else wanted.lower()
        kept = [row for row in rows if name(row) != wanted]
        if len(kept) == len(rows):
            raise Refused(f"{str(change.value)[:60]} is not known.")
        rows[:] = kept
        return
    new = (
        read.appointment(change.value, today)
        if change.path == "appointments"
        else read.cap(change.value, currencies())
    )
    kept = [row for row in rows if name(row) != name(new)] if change.op == "add" else []
    rows[:] = [*kept, new]
    if len(rows) > MAX_ENTRIES:
        raise Refused(f"At most {MAX_ENTRIES}.")

"""What a person did to a remembered sentence after it was written: it says so beside its author."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection
from dataclasses import dataclass

from memory.models import DocumentLine, Note
from memory.note_rules import CHANGED_REASON

#: How a change is signed that names nobody's account.
_SIGNED = {"(traveller)": "you", "(staff)": "staff"}
_RETIRED = re.compile(r"Retired\.|Refused\.|The proposal was refused\.|refused by ")


@dataclass(frozen=True)
class Deed:
    """`what` is corrected, accepted, refused or retired; `by` is you or staff, as the traveller reads it."""

    what: str
    by: str
    when: dt.datetime


def deeds_of(rows: Collection[Note | DocumentLine]) -> dict[tuple[type, int], Deed]:
    """The last deed on each row that has one: one query a kind. Marks that were set are no deed."""
    found: dict[tuple[type, int], Deed] = {}
    for model in (Note, DocumentLine):
        owners = {row.pk: _owner_of(row) for row in rows if isinstance(row, model)}
        if not owners:
            continue
        records = model.history.filter(id__in=owners).order_by("id", "history_id")
        before: dict[int, tuple[str, str]] = {}
        for pk, text, status, user, reason, when in records.values_list(
            "id", "text", "status", "history_user_id", "history_change_reason", "history_date"
        ):
            what = _what(before.get(pk), (text, status), reason or "")
            by = _by(user, reason or "", owners[pk])
            if what and by:
                found[model, pk] = Deed(what, by, when)
            before[pk] = text, status
    return found


def _owner_of(row: Note | DocumentLine) -> int | None:
    return row.owner_id if isinstance(row, Note) else row.document.owner_id


def _by(user: int | None, reason: str, owner: int | None) -> str:
    if user is not None:
        return "you" if user == owner else "staff"
    return next((name for signed, name in _SIGNED.items() if reason.endswith(signed)), "")


def _what(before: tuple[str, str] | None, after: tuple[str, str], reason: str) -> str:
    """Only what was meant: a choice of an option, and a newer sentence, put others out of use as well."""
    if before is None:
        return ""
    (text, status), (new_text, new_status) = before, after
    if text != new_text:
        return "corrected" if reason.startswith(CHANGED_REASON) else ""
    if new_status == "active" and (status == "proposed" or reason.startswith("Accepted.")):
        return "accepted"
    if status in Note.STANDING and new_status == "retired" and _RETIRED.match(reason):
        return "refused" if status == "proposed" else "retired"
    return ""

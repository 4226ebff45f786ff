"""What goes on standing of a sentence of which a part was forgotten, until the whole comes back.

Such a row knows what it is left of by a reason in its history, which names the whole by its key and says no
word of it: a link would show what was forgotten beside what stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from config import clock
from memory.models import DocumentLine, Note
from memory.silencing import STANDING, Row

WHOLE_AGAIN = "The whole sentence was brought back."


def give_way(rows: Iterable[Row]) -> None:
    """These came back: what was left of them, and what was left of that, stands no more beside them."""
    waiting = [row for row in rows if row.status in STANDING]
    seen: set[tuple[type, int]] = set()
    while waiting:
        whole = waiting.pop()
        if (type(whole), whole.pk) in seen:
            continue
        seen.add((type(whole), whole.pk))
        for part in _parts(whole):
            waiting.append(part)
            if part.status in STANDING:
                part.status_before, part.status, part.closed = part.status, "retired", clock.now()
                _save(part, WHOLE_AGAIN)


# --- Within --------------------------------------------------------------------------------------


def _left_of(whole: Row) -> str:
    return f"What is left of {'note' if isinstance(whole, Note) else 'line'} {whole.pk}."


def _parts(whole: Row) -> list[Row]:
    marked = type(whole).history.filter(history_change_reason=_left_of(whole)).values("id")
    rows = type(whole).objects.filter(pk__in=marked).exclude(pk=whole.pk)
    mine = (
        rows.filter(document=whole.document_id)
        if isinstance(whole, DocumentLine)
        else rows.filter(owner=whole.owner_id)
    )
    return list(mine.order_by("pk"))


def _save(row: Row, reason: str) -> None:
    row._change_reason = reason
    if isinstance(row, Note):
        row.version += 1
    row.save()

"""What a message holds of others: said in a clause, where it would have been read."""

from __future__ import annotations

import re

from agents.view import TripView
from trips.reading import understand
from trips.reading.bounded import READ, WHOLE, bounded
from trips.reading.quotes import others
from trips.reading.quotes.pasted import FILE_ENDING

SET_ASIDE = (
    "(What you pasted I read as information, not as your wishes; say in your own words what of it you want.)"
)
_MOST = 3  # stretches that are looked at, together no longer than a message
_MARKS = re.compile(
    r"^\W*(?:from|to|sent|subject|date)\s*:.*|^\s*\[?(?:attach\w*|uploaded|file|upload|pasted)\b[^:\n]*:?|"
    rf"{FILE_ENDING}|"
    r"</?[a-zA-Z][^<>]*>|^\s*[-=*_~+]{2,}.*|<!--|-->|"
    r"\]\(\s*https?:[^)\s]*\)|<?https?://\S+|[`~|#>\[\]]+|^\s+",
    re.IGNORECASE,
)


def left_out(view: TripView) -> str:
    """ "" where nothing of it would have been taken."""
    whole, room = bounded(view.verbatim or view.message, WHOLE), READ
    for start, end in others(whole)[:_MOST]:
        text = _bare(bounded(whole[start:end], room))
        room -= len(text)
        read = understand(text, today=view.today, gazetteer=view.gazetteer, facts=view.facts)
        if read.changes:
            return SET_ASIDE
    return ""


def _bare(text: str) -> str:
    """Without the marks by which it was told."""
    lines = [_MARKS.sub(" ", line).strip() for line in text.split("\n")]
    return "\n".join(line for line in lines if line)

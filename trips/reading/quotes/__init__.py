"""Whose words are these? Text that somebody else wrote and a message only holds: fenced, behind ">", passed
on, uploaded, or in quotation marks. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from trips.reading.quotes.pasted import pasted

QUOTED_LINES = re.compile(r"(?m)^[ \t]*>.*$(?:\n(?![ \t]*\n).+)*")
#: A mail that was passed on: everything below is somebody else's.
FORWARDED_MAIL = re.compile(
    r"(?ims)^[ \t]*(?:-{2,}\s*(?:original|forwarded)\s+message\b.*|begin forwarded message:.*"
    r"|on\s.{4,120}\swrote:[ \t]*$.*)\Z"
)
#: The head of one, which a list of "from", "to" and "date" looks like.
MAIL_HEAD = re.compile(r"(?im)^[ \t]*from:[^\n]+\n(?:[^\n]*\n){0,4}?(?:to|sent|date|subject):(?s:.*)\Z")
#: Somebody else's words in quotation marks; one or two words are a name.
MARKED = (
    re.compile(r"“[^”]*(?:”|\Z)"),
    re.compile(r"„[^“”]*(?:[“”]|\Z)"),
    re.compile(r"«[^»]*(?:»|\Z)"),
    re.compile(r"「[^」]*(?:」|\Z)"),
    re.compile(r'(?<!\w)"[^"]*(?:"(?!\w)|\Z)'),
    re.compile(r"(?<!\w)‘[^’]*(?:’(?!\w)|\Z)"),
    re.compile(r"(?<!\w)'(?=\S)[^']*(?:(?<=\w)'(?=\w)[^']*)*'(?!\w)"),
)
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_MOST_WORDS_OF_A_NAME = 2
#: One that has a subject or was sent, which no such list was.
MAIL_OF_OTHERS = re.compile(r"(?im)^[ \t]*from:[^\n]+\n(?:[^\n]*\n){0,4}?(?:sent|subject):(?s:.*)\Z")
#: Makes a statement of words in quotation marks; a name has none of these.
_STATES = re.compile(
    r"\b(?:i|we|you|he|she|they|it|my|our|your|me|us|is|are|was|were|am|have|has|don't|never|must|should|can't|please|"
    r"i'm|we're|let's)\b",
    re.IGNORECASE,
)
#: Before the marks; one who travels along may be quoted.
_SAYS = re.compile(
    r"(?:\b(?:says?|said|saying|writes?|wrote|written|told|tells|reads?|recommends?|claims?|quotes?|quoting|texted|"
    r"mailed|replied|answered|states?|stated|suggests?|according\s+to)\b[^.!?\n]{0,40}|:)\s*$",
    re.IGNORECASE,
)
_FELLOW = re.compile(
    r"\b(?:(?:my|our)\s+(?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|kids?|children|sons?|daughters?)|i|we)\b"
    r"[^.!?\n]{0,40}$",
    re.IGNORECASE,
)
_NOT_NEW_LINE = re.compile(r"[^\n]")
#: Who says it stands so near before the marks: longer than either pattern above can be.
_NEAR = 160  # characters


def is_a_name(quoted: str) -> bool:
    """Whether what stands between quotation marks, these included, is hardly more than a name."""
    closed = len(quoted) > 1 and quoted[-1] not in "“„«「‘" and not quoted[-1].isalnum()
    return closed and len(WORD.findall(quoted)) <= _MOST_WORDS_OF_A_NAME


@lru_cache(maxsize=64)
def others(text: str, *, durable: bool = False) -> tuple[tuple[int, int], ...]:
    """Where somebody else's words stand, in order and apart: what was pasted, lines behind ">", a mail that
    was passed on. `durable`: as strictly as what is kept for good asks for."""
    found = sorted(pasted(text, durable=durable))
    for pattern in (FORWARDED_MAIL, QUOTED_LINES, MAIL_HEAD if durable else MAIL_OF_OTHERS):
        found += [match.span() for match in pattern.finditer(text)]
    joined: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def without_others(text: str) -> str:
    """The text with what others wrote made blank, letter by letter, also what somebody is quoted with. The
    marks around a name, and around all of a message, stay."""
    for start, end in others(text):
        text = text[:start] + _blank(text[start:end]) + text[end:]
    for pattern in MARKED:
        text = pattern.sub(_unless_own, text)
    return text


@lru_cache(maxsize=64)
def own_words(text: str) -> str:
    """What the traveller says themselves; the message as it stands where that is all of it."""
    own = without_others(text)
    return text if own == text else re.sub(r"\n[ \t]*\n\s*", "\n\n", own).strip()


def _unless_own(match: re.Match[str]) -> str:
    closed = len(match[0]) > 1 and not match[0][-1].isalnum()
    if not closed or is_a_name(match[0]) or not _STATES.search(match[0]):
        return match[0]
    before = match.string, max(0, match.start() - _NEAR), match.start()
    said = _SAYS.search(*before) and not _FELLOW.search(*before)
    return _blank(match[0]) if said else match[0]


def _blank(words: str) -> str:
    return _NOT_NEW_LINE.sub(" ", words)

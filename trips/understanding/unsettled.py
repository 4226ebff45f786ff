"""What is told of another time, of a mere thought or of somebody who stays at home: no fact of this trip.

"I used to be vegetarian", "I may become vegan next year", "my friend is vegan but he isn't coming". These
clauses are claimed before anybody else reads; a need of the party that was known and is told as past is
taken back.
"""

from __future__ import annotations

import re

from trips.understanding.reading import Reading, Span

_WHO = (
    r"(?:i|we|he|she|they|(?:my|our|the)\s+[\w-]+(?:\s+[A-Z]\w+)?|one\s+of\s+us|all\s+of\s+us|both\s+of\s+us)"
)
#: Habits that were: "am used to" is none.
_USED_TO = re.compile(
    r"(?<!\bam )(?<!\bare )(?<!\bis )(?<!\bget )(?<!\bgot )(?<!'m )(?<!'re )(?<!'s )(?<!\bgetting )"
    rf"(?<!\bbeen )\b{_WHO}\s+(?:both\s+|all\s+|once\s+)?used\s+to\s+"
    r"(?:be|eat|keep|follow|love|like|enjoy|have|use|need|live|travel|drink|hate|avoid|go|work|prefer)\b",
    re.IGNORECASE,
)
#: A journey that was: the places and people in it are no part of this one.
_THEN = re.compile(
    r"\b(?:(?:the\s+)?last\s+(?:time|year|summer|winter|spring|autumn|fall|month|week|weekend|holiday|vacation|trip)|"
    r"(?:on|in|during)\s+(?:my|our)\s+(?:last|previous|first|earlier)\s+(?:trip|holiday|vacation|journey|visit|stay)|"
    r"(?:(?:\d+|a\s+few|some|many|two|three|four|five|ten|a\s+couple\s+of)\s+)?(?:years?|months?)\s+ago|"
    r"back\s+in\s+(?:19|20)\d\d|when\s+(?:i|we)\s+(?:was|were)|once)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:i|we|they|he|she|it|(?:my|our|the)\s+\w+)\s+(?:(?:all|both|never|really|just|only|even|almost|once|always|"
    r"also)\s+)*(?:was|were|had|did|didn't|went|saw|met|ate|paid|spent|took|came|left|lost|found|slept|got|flew|drove|"
    r"fell|stayed|visited|loved|liked|enjoyed|walked|missed|hated|travelled|traveled|\w{3,}ed)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:want|would|'d|'ll|will|going\s+to|plan|planning|let's|this\s+time|again|now|please|need|"
    r"(?:is|are|am|'m|'re)\s+(?!gone\b)\w+)\b",
    re.IGNORECASE,
)
#: A home or a post that was changed: neither name is where this trip goes. "From May to June" moves the trip.
_MOVED = re.compile(
    r"\b(?:i|we|he|she|(?:my|our)\s+\w+)(?:'ve|'s|\s+have|\s+has)?\s+(?:just\s+|recently\s+|now\s+)?"
    r"(?:moved|relocated|transferred|been\s+transferred)\s+(?:house\s+|home\s+|jobs?\s+|over\s+)?from\s+(?-i:"
    r"(?!(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b)[A-Z][\w&.-]*"
    r"(?:\s+[A-Z][\w&.-]*){0,3}\s+to\s+[A-Z][\w&.-]*(?:\s+[A-Z][\w&.-]*){0,3})",
    re.IGNORECASE,
)
_TIME_ONLY = re.compile(r"(?:(?!\b(?:i|we|they|he|she|it)\b)[^.!?;,])*,", re.IGNORECASE)


_NEXT = re.compile(
    r"\s(?:and|so)\s+(?:now\s+)?(?=(?:i|we|my|our|am|are|is|has|have|can't|eat)\b)", re.IGNORECASE
)


def leave_out_unsettled(reading: Reading) -> None:
    """Claims what is not of this trip; takes back a need that is told as past."""
    _stories(reading)
    for match in _MOVED.finditer(reading.view):
        reading.claim(*match.span())
    for match in _USED_TO.finditer(reading.view):
        reading.claim(match.start(), _end(reading, match.end()))


def _end(reading: Reading, position: int) -> int:
    """Where the clause ends."""
    end = reading.statement_around(Span(position, position)).end
    other = _NEXT.search(reading.view[position:end])
    return position + other.start() if other else end


def _stories(reading: Reading) -> None:
    """ "Last time in Rome we never found the hotel", "we went to Paris two years ago"."""
    for match in _THEN.finditer(reading.view):
        part = reading.statement_around(Span(*match.span()))
        if _TIME_ONLY.match(reading.view, match.end(), part.end + 1) and not _PAST.search(
            reading.view, part.start, part.end
        ):
            following = reading.statement_around(Span(part.end + 1, min(part.end + 2, len(reading.view))))
            part = Span(part.start, following.end)
        words = reading.view[part.start : part.end]
        if _PAST.search(words) and not _NOW.search(words):
            reading.claim(part.start, part.end)

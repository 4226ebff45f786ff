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
_BECOME = r"(?:become|becoming|go|going|turn|turning|be|being|try|trying)\s+(?:an?\s+|to\s+be\s+)?"
#: Before a need: nobody has it now.
_THOUGHT = re.compile(
    rf"(?:\b(?:if|suppose|supposing|imagine|assuming|had)\s+(?:that\s+)?{_WHO}\s+(?:ever\s+)?"
    r"(?:were|was|became|become|went|go|turned|had|used|kept)\s+(?:an?\s+|in\s+an?\s+|to\s+(?:be|become|go)\s+)?"
    rf"|\b(?:may|might|could|maybe|perhaps|(?:think|thought|thinking|dream\w*|talk\w*)\s+(?:of|about)|"
    rf"consider(?:ed|ing)?|toy\w*\s+with)\s+(?:(?:well|also|one\s+day|soon|{_WHO}|'ll|will|even|the\s+idea\s+of)\s+)*"
    r"(?:become|becoming|turn|turning|go|going)\s+(?:an?\s+)?"
    rf"|\b(?:maybe|perhaps)\s+{_WHO}(?:'ll|\s+will)\s+(?:be|become|go|turn)\s+(?:an?\s+)?"
    r")$",
    re.IGNORECASE,
)
_WAS = re.compile(
    rf"\b(?:{_WHO}|(?-i:[A-Z]\w+))\s+(?:was|were|had|used|kept)\s+(?:once\s+|still\s+|briefly\s+|strictly\s+)?"
    r"(?:an?\s+|in\s+an?\s+|strictly\s+)?$",
    re.IGNORECASE,
)
#: Of one who is not there by what they are.
_FAR = re.compile(
    r"\b(?:my|our)\s+(?:ex(?:-\w+)?|late|former|neighbou?rs?|landlord|landlady)\b[^.!?;,]*$", re.IGNORECASE
)
_AWAY = re.compile(
    r"\b(?P<who>he|she|they|who|(?:my|our|the)\s+[\w-]+|but|and)\s+(?:(?:is|are|will|can|does|do|would)(?:n't|\s+not)|"
    r"isn't|aren't|won't|can't|cannot|doesn't|don't|'s\s+not|'re\s+not)\s+(?:(?:be|actually|be\s+able\s+to)\s+)*"
    r"(?:com(?:e|ing)|join(?:ing)?|travel(?:l?ing)?|going|go|part\s+of|on\s+th(?:is|e)\s+trip|with\s+us)\b"
    r"|\b(?P<home>he|she|they|who|(?:my|our|the)\s+[\w-]+|but|and)\s+(?:stays?|is\s+staying|are\s+staying|'ll\s+stay|"
    r"will\s+stay|remains?)\s+(?:at\s+home|home|behind)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:(?:[Mm]y|[Oo]ur)\s+(?!trip|plan|hotel|diet|budget)(?P<noun>[\w-]+)(?:\s+[A-Z]\w+)?|(?P<me>I|[Ww]e)\b|"
    r"(?P<name>[A-Z]\w+)(?=\s+(?:is|has|keeps|can't|can|doesn't|uses|needs)\b))"
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
_OURS = re.compile(r"\b(?:i|we)\b", re.IGNORECASE)


def leave_out_unsettled(reading: Reading) -> None:
    """Claims what is not of this trip; takes back a need that is told as past."""
    _stories(reading)
    for match in _MOVED.finditer(reading.view):
        _leave(reading, *match.span())
    for match in _USED_TO.finditer(reading.view):
        _leave(reading, match.start(), _end(reading, match.end()))


def _leave(reading: Reading, start: int, end: int) -> None:
    reading.claim(start, end)


def _end(reading: Reading, position: int, *, after_then: bool = False) -> int:
    """Where the clause ends; "if I were vegan I'd …" goes on with another one."""
    end = reading.statement_around(Span(position, position)).end
    other = re.search(
        r"\s(?:and|so)\s+(?:now\s+)?(?=(?:i|we|my|our|am|are|is|has|have|can't|eat)\b)"
        + (r"|\s(?=(?:i|we)(?:'d|\s+would|\s+could)\b)" if after_then else ""),
        reading.view[position:end],
        re.IGNORECASE,
    )
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
            _leave(reading, part.start, part.end)

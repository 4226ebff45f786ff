"""Liking that is denied: "we have no interest in jazz", "X leaves us cold", "none of us likes hiking".

What is said so is never a wish: a place's name and a thing with a word of its own are avoided, and no one
reads the words a second time.
"""

from __future__ import annotations

import re

from trips.understanding.attractions import WALKS, is_area, is_city
from trips.understanding.reading import CLAIMED, Reading, Span
from trips.understanding.vocabulary import AVOIDABLE, DISH, INTEREST_PATTERNS

_HOW = (
    r"(?:(?:really|particularly|especially|terribly|remotely|very|that|all|at|so|too|overly|exactly|much|even|"
    r"ever|in\s+the\s+least|quite|actually|truly|a|an|big|great|huge|the|biggest|personally|just|"
    r"honestly)\s+)*"
)
_SEE = (
    r"(?:see(?:ing)?|visit(?:ing)?|do(?:ing)?|go(?:ing)?\s+(?:to|into|up)|explor(?:e|ing)|watch(?:ing)?|"
    r"attend(?:ing)?|tour(?:ing)?|climb(?:ing)?|hear(?:ing)?|look(?:ing)?\s+at|spend(?:ing)?\s+time\s+in)"
)
_NOT = r"(?:not|(?<=n')t|never|hardly|no\s+longer|rarely|scarcely)"
_KEEN = (
    r"(?:interested\s+in|into|keen\s+(?:on|to)|fond\s+of|fans?\s+of|crazy\s+about|mad\s+about|excited\s+(?:about|"
    r"to)|enthusiastic\s+about|eager\s+to|bothered\s+(?:about|with)|fussed\s+about|in\s+the\s+mood\s+for|big\s+on|"
    r"up\s+for|tempted\s+(?:by|to)|drawn\s+to|attracted\s+(?:by|to)|passionate\s+about)"
)
_LIKE = (
    rf"(?:(?:like|enjoy|love|fancy|appreciate|adore)(?:\s+to)?|care\s+(?:much\s+)?(?:for|about|to)|feel\s+like|"
    rf"(?:want|wish|need|plan|intend|have|care)\s+to(?=\s+{_SEE})|see\s+the\s+point\s+(?:of|in))"
)
_DENIED = (
    rf"{_NOT}\s+{_HOW}(?:{_KEEN}|{_LIKE})",
    rf"(?:no|zero|little|(?:not|n't\s+have)\s+(?:any|much|the\s+(?:slightest|least)))\s+(?:real\s+|great\s+|"
    rf"particular\s+|special\s+)?(?:(?:interest|point)\s+in|(?:desire|wish|intention|reason|appetite)\s+(?:to|for)|"
    rf"love\s+for|time\s+for|need\s+(?:to(?=\s+{_SEE})|for))",
    r"(?:detests?|loathes?|despises?|dislikes?|abhors?|hates?)",
    r"(?:can't|cannot|can\s+not|couldn't)\s+(?:stand|bear|abide)",
    r"couldn't\s+care\s+less\s+about",
    r"(?:sick|tired|fed\s+up|bored|weary)(?:\s+and\s+tired)?\s+(?:of|with|by)",
    rf"(?:none|nobody|no\s+one|neither)(?:\s+(?:of\s+(?:us|them|the\s+\w+)|here|in\s+our\s+\w+))?\s+{_HOW}"
    rf"(?:(?:is|are)\s+{_HOW}{_KEEN}|likes?|enjoys?|loves?|cares?\s+(?:for|about)|wants?\s+to(?=\s+{_SEE}))",
)
#: "Don't care for", "not only into" and what is bounded ("too many museums") deny no liking.
_NO_OBJECT = (
    r"(?!(?:it|that|this|these|those|them|too|so|only|just|more|less|everything|anything|all|any\s+more|being|"
    r"how|what|when|where|if|having|to\s+miss|miss|you|him|her)\b)"
)
_LEAD = re.compile(
    rf"(?<!\w)(?:{'|'.join(_DENIED)})(?:\s+{_SEE})?\s+(?:(?:the|any|some|all|another|a|an)\s+)?{_NO_OBJECT}",
    re.IGNORECASE,
)
#: Where what is disliked ends, and a part of a list that is a statement of its own.
_END = re.compile(
    r"[.!?;:()\n\x00](?!\w)|\s-\s|,?\s+(?:but|so|because|since|as|when|while|we|i|he|she|they|please|instead|would|"
    r"rather|than|unless|until|except|without)\b",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"(?:likes?|loves?|enjoys?|wants?|prefers?|adores?|hates?|dislikes?|would|rather|is|are|do|does|don't|need|have|"
    r"go|give|let's|we|i|my|our|add|only|just)\b",
    re.IGNORECASE,
)
_LONGEST = 120  # characters of a list
_US = r"(?:us|me|my\s+\w+|our\s+\w+|the\s+(?:kids|children|boys|girls|two\s+of\s+us)|any\s+of\s+us|anyone)"
_OURS = r"(?:my|our)\s+(?:thing|taste|cup\s+of\s+tea|style|idea\s+of\s+fun)"
#: What is said of a thing that is named before it.
_SAID_OF = re.compile(
    rf"(?<=\w)\s+(?:(?:do(?:es)?\s+not|do(?:es)?n't|did\s+not|didn't|never|won't)\s+{_HOW}(?:interest|appeal\s+to|"
    rf"excite|tempt|attract|thrill|do\s+(?:anything|much|it)\s+for)\s+{_US}"
    rf"|bores?\s+{_US}|leaves?\s+{_US}\s+cold"
    rf"|(?:(?:is|are)n't|(?:is|are)\s+(?:not|nothing|never))\s+{_HOW}(?:(?:something|anything)\s+)?"
    rf"(?:for\s+{_US}|{_OURS}|of\s+(?:any\s+)?interest)"
    rf"|(?:is|are)\s+of\s+(?:no|little)\s+interest)(?:\s+(?:to|for)\s+{_US})?",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"[.!?;:()\n\x00]\s|,?\s+(?:but|so|because|since|as|that|while|though)\s+", re.IGNORECASE
)
_SPLIT = re.compile(r"\s*(?:,\s*(?:and\b|or\b|nor\b)?|\band\b|\bor\b|\bnor\b|&)\s*", re.IGNORECASE)
_TAIL = re.compile(
    r"\s+(?:at\s+all|any\s*more|any\s+longer|either|again|much|a\s+lot|this\s+time|in\s+particular|really|"
    r"though|very\s+much|these\s+days|today)$|\s+(?:in|at|with|on|for|during|by|if|to)\s.*$|\.+$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    rf"(?:(?:the|a|an|any|some|all|to|about|of|but|so|that|also|well|{_SEE})\s+)+", re.IGNORECASE
)
_NOUNS_MOST = 4  # words of a thing without a name


def read_disliked(reading: Reading) -> None:
    """Tells `avoid` for what nobody likes, and keeps it from being read as a wish."""
    for match in reading.find(_LEAD, claim=False):
        end = _END.search(reading.open, match.end(), match.end() + _LONGEST)
        last = end.start() if end else min(len(reading.open), match.end() + _LONGEST)
        _tell(reading, Span(*match.span()), Span(match.end(), last))
    for match in reading.find(_SAID_OF, claim=False):
        least = max(0, match.start() - _LONGEST)
        cuts = [one.end() for one in _BEFORE.finditer(reading.open, least, match.start())]
        _tell(reading, Span(*match.span()), Span(cuts[-1] if cuts else least, match.start()))


def _tell(reading: Reading, said: Span, things: Span) -> None:
    """Each thing of the list; what is neither a name nor a known thing stays open, and so does a town."""
    position, end = things.start, things.end
    begin = min(said.start, position)
    told = False
    for cut in [*_SPLIT.finditer(reading.open, position, end), None]:
        last = cut.start() if cut else end
        if told and _STATEMENT.match(reading.open, position, last):
            return
        if (found := _thing(reading, position, last)) is None:
            return
        value, first, finish = found
        reading.change("avoid", value, min(begin, first), max(finish, said.end), op="add")
        reading.claim(min(begin, first), finish)
        told, position = True, cut.end() if cut else end
        begin = position
    if end <= said.start:
        reading.claim(said.start, said.end)


def _thing(reading: Reading, start: int, end: int) -> tuple[str, int, int] | None:
    """What is avoided, and where it stands."""
    if head := _HEAD.match(reading.open, start, end):
        start = head.end()
    words = reading.open[start:end]
    while tail := _TAIL.search(words):
        words = words[: tail.start()]
    words = words.rstrip()
    if CLAIMED in words or len(words) < 3:
        return None
    end = start + len(words)
    if any(word[:1].isupper() for word in words.split()[1:]) or (
        words[:1].isupper() and _no_sentence(reading, start)
    ):
        town = (is_city(reading, words) or is_area(reading, words)) and not re.search(
            r"\bthe\s+$", reading.open[:start], re.IGNORECASE
        )
        return None if town else (words, start, end)
    if len(words.split()) > _NOUNS_MOST or WALKS.fullmatch(words):
        return None
    known = (
        AVOIDABLE.fullmatch(words)
        or DISH.search(words)
        or any(
            sure.search(words) or (doubtful and doubtful.search(words))
            for _, sure, doubtful in INTEREST_PATTERNS
        )
    )
    return (words.lower(), start, end) if known else None


def _no_sentence(reading: Reading, position: int) -> bool:
    """Whether a capital here is not only the first of a sentence."""
    return bool(re.search(r"[^\s.!?;:\x00]\s*$", reading.open[:position]))

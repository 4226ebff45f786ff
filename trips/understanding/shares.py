"""Some of the party: "one of us is vegan", "two of them love history" tell of people who are counted
elsewhere, "the two of us", "two of us from Berlin" of everybody who travels."""

from __future__ import annotations

import re

from trips.understanding.people_words import ADULT
from trips.understanding.reading import Reading

#: Before a number that means everybody, whatever is told of them.
_COUNTED = re.compile(
    r"\b(?:there(?:'s|'re|'ll\s+be|\s+(?:are|is|will\s+be|would\s+be|were))|it's|it\s+is|it'll\s+be|that's|that\s+makes|"
    r"make\s+(?:it|that)|we\s+are|we're|we'll\s+be|we\s+will\s+be|for|all|just|only|actually|total(?:ly)?|party|group|now|"
    r"altogether|travell?ers?:?)\s+(?:now\s+|only\s+|just\s+|all\s+|actually\s+|still\s+)*(?:the\s+)?$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:the|these|us)\s+$", re.IGNORECASE)
_LATE = r"(?:be|need|have|want|miss|skip|arrive|join|stay|work|use|bring|turn|celebrate|get|come\s+later)"
_GO = (
    rf"(?:go(?:es)?|going(?!\s+to\s+{_LATE}\b)|travel\w*|fly|flies|flying|com(?:e|es|ing)|visit\w*|head(?:ing|ed)?|off\b|"
    r"plan(?:ning|s)?|looking|hop(?:e|es|ing)|thinking|dream\w*|driv(?:e|es|ing)|leav(?:e|es|ing)|depart\w*|start\w*|"
    r"tak(?:e|es|ing)\s+a|spend\w*|see|explor\w*|tour\w*|celebrat\w*)"
)
#: What may follow the number of everybody; any other word tells of some of them.
_EVERYBODY = re.compile(
    r"\s*(?:$|[.,;:!?)(\n/&+\x00-]|\d|(?:and|or|plus|with|from|to|in|on|for|at|of|by|over|during|this|next|as|now|instead|"
    rf"altogether|please|then|all|in\s+(?:all|total)|total)\b|(?:(?:are|is)\s+)?{ADULT}\b|"
    r"(?:(?:are|is|will|'ll|'re|were|would|do|all|also|both|really|now|currently|actually|just|be)\s+)*"
    rf"(?:(?:want|need|wish|like|love|prefer|hope|intend|decided|plan)(?:s|ning|ing)?\s+(?:to\s+{_GO}|a\s+(?:\w+\s+)?"
    rf"(?:trip|holiday|vacation|weekend|break|getaway))|{_GO}))",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"[^.,;!?\n]{0,30}\b(?:later|earlier|early|a\s+day\s+(?:before|after)|separately|afterwards|on\s+day\s+\d)\b",
    re.I,
)


def only_some(reading: Reading, match: re.Match[str], number: int, counted: int | None) -> bool:
    """Whether "N of us" tells of some of the party only. `counted`: everybody, by this message."""
    before = reading.view[max(0, match.start() - 40) : match.start()]
    after = reading.view[match.end() : match.end() + 60]
    words = match["n"].lower()
    if words.startswith("all") or _COUNTED.search(before):
        return False
    told = _EVERYBODY.match(after) and not _LATER.match(after)
    if words == "both" or _ARTICLE.search(before):
        everybody = counted or reading.facts.party.size
        return bool(not told and everybody and number < everybody)
    if number == 1:
        return "party.adults" not in reading.asked or not told
    return not told

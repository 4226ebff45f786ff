"""Words said after a trip's last day that are about another trip, or about how this one was. Pure."""

from __future__ import annotations

import datetime as dt
import re

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import TripFacts
from trips.understanding import understand

_TRIP = r"(?:trip|journey|holidays?|vacation|getaway|break|adventure|travels?|one)"
_ANOTHER = rf"(?:(?:the|our|my|a)\s+)?(?:(?:next|new)|another|an?\s*other)\s+{_TRIP}"
#: The next trip itself is spoken of: "plan the next one", "a new trip please", "where to next?".
_NAMED = re.compile(
    rf"\b(?:plan\w*|start\w*|begin\w*|book\w*|organi[sz]e|make|do|want|need|ready\s+for|time\s+for|think\w*\s+(?:of"
    rf"|about)|open|create|have)\b[^.!?]{{0,30}}?\b{_ANOTHER}\b|"
    rf"^\W*(?:ok(?:ay)?\W+|so\W+|and\W+|now\W+)*(?:let(?:'|’)?s\s+(?:go\s+)?)?(?:on\s+to\s+)?{_ANOTHER}(?:\s+please)?\W*$|"
    r"\bwhere\s+(?:(?:to|(?:shall|should|can|could|do|will)\s+we\s+(?:go|travel))\s+)?next\b|"
    r"\bplan\s+(?:something|anywhere|somewhere)\s+(?:new|else)\b",
    re.IGNORECASE,
)
#: What is told of what was: no wish, whatever places and months stand in it.
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|saw|ate|drank|been|loved|liked|enjoyed|hated|visited|walked|spent|paid|cost|"
    r"took|got|felt|seemed|stayed|made|found|came|met)\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:want|would\s+like|(?:i|we)(?:'|’)d\s+(?:like|love)|would\s+love|let(?:'|’)?s|plan|take\s+us|go(?:ing)?\s+"
    r"(?:back\s+)?to|next|this\s+time|again|how\s+about|what\s+about|dream\w*|fancy|ideas?\s+for)\b",
    re.IGNORECASE,
)
#: "5/5" beside what was is a mark, no fifth of May.
_MARK = re.compile(r"(?<![\d/.])(?:10|\d)(?:[.,]5)?\s*/\s*(?:5|10)(?![\d/])")
_THIS_TRIP = r"(?:trip|journey|holidays?|vacation|it\s+all|travels?)"
_A_DAY = (
    r"(?:yesterday|today|(?:the\s+)?(?:first|last)\s+(?:day|days|night)|(?:our|the)\s+days?|day\s+\d{1,3}|"
    r"(?:last\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
#: Asked of what was, not told: "how was the trip in the end?", "which day did we like best?".
_HOW_IT_WAS = re.compile(
    rf"\bhow\s+(?:was|were|did|has)\b[^.!?]{{0,20}}\b{_THIS_TRIP}\b|"
    rf"\bhow\s+(?:was|were|did)\s+(?:(?:we|i|you)\s+(?:like|find|enjoy)\s+)?{_A_DAY}\b|"
    rf"\b(?:was|were)\s+(?:(?:the|our|my|this)\s+)?(?:{_THIS_TRIP}|{_A_DAY})\s+(?:\w+\s+){{0,3}}\w+\s*\?|"
    r"\b(?:what|which)\s+(?:\w+\s+)?(?:was|were)\s+(?:the|our|my)\s+(?:very\s+)?(?:best|worst|nicest|highlights?|"
    r"favou?rites?|high\s+points?|low\s+points?)\b|"
    r"\b(?:what|which)\s+(?:\w+\s+)?did\s+(?:we|i)\s+(?:like|enjoy|love|hate|dislike)\b|"
    r"\bdid\s+(?:we|i)\s+(?:like|enjoy|love)\b[^.!?]*\?|"
    rf"\b(?:sum(?:mary|\s+up)?|recap|retrospective|(?<!\bi\s)(?<!\bwe\s)look\s+back)\b[^.!?]{{0,30}}\b(?:{_THIS_TRIP}|it)\b",
    re.IGNORECASE,
)
_NEXT_TIME = re.compile(
    r"^\W*(?:(?:for|on|and|but)\s+)*(?:the\s+|our\s+)?next\s+(?:time|trip)\b[\s,:]*\S", re.I
)


def tells_of_another_trip(text: str, facts: TripFacts, *, today: dt.date, gazetteer: Gazetteer) -> bool:
    """Is it about a trip that is still to come? `facts`: those of the trip that is over."""
    if _NAMED.search(text):
        return True
    if _PAST.search(text) and not _WISH.search(text):
        return False
    if _PAST.search(text):
        text = _MARK.sub(" ", text)
    paths = {}
    for change in understand(text, today=today, gazetteer=gazetteer).changes:
        paths.setdefault(change.path.split(".")[0], []).append(change.value)
    known = {place.name for place in facts.destinations}
    another = any(str(name) not in known for name in paths.get("destinations", []))
    if another and ("dates" in paths or "party" in paths or _WISH.search(text)):
        return True
    return "dates" in paths and bool("destinations" in paths or _WISH.search(text))


def asks_how_it_was(text: str) -> bool:
    """ "How was the trip in the end?", "which day did we like best?": asked of what was told."""
    sentences = [one for one in re.split(r"(?<=[.!?])\s+", text.strip()) if len(one.split()) > 2]
    return bool(sentences) and all(_HOW_IT_WAS.search(one) for one in sentences)


def is_for_next_time(text: str) -> bool:
    """ "Next time fewer things per day": a wish to keep, not a change of what is over."""
    return bool(_NEXT_TIME.match(text))

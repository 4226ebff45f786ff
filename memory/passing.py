"""Sentences that sound like a need or a habit and pass: reported, over, or of one thing of a plan. Pure."""

from __future__ import annotations

import re

from memory.clauses import never_ends
from trips.understanding.calendar_words import MONTH, WEEKDAY

_FEELS = (
    r"(?:loves?|likes?|hates?|enjoys?|prefers?|dislikes?|adores?|minds?|(?:stand|bear)s?|fans?\s+of|"
    r"keen\s+on|"
    r"fond\s+of|avoids?|skip)"
)
_NTH = (
    r"(?:first|second|third|fourth|fifth|last|next|previous|current|other|earlier|later|cheaper|"
    r"\d+(?:[.:]\d\d)?)"
)
#: Somebody else's words, or a story's.
_REPORTED = re.compile(
    r"\b(?:he|she|they|who|it|guide|movie|film|song|book|sign|review|article|blog|host|waiter|driver|"
    r"somebody|"
    r"someone|everybody|everyone|friend|neighbour|colleague)s?\s+(?:always\s+|just\s+|once\s+)?"
    r"(?:says?|said|writes?|wrote|goes|went|claims?|claimed|reads?|sings?|shouted|replied|"
    r"told\s+\w+)\s*[,:\"“‘']|"
    r"\bin\s+(?:the|a|that|this)\s+(?:movie|film|book|song|series|novel|story|game|show|picture|video|"
    r"joke)\b|"
    r"[\"“][^\"”]*\b(?:i|we|my)\b[^\"”]*[\"”]|"
    r"\b(?:the|these|those|this)\s+(?:guest|travell?er|client|customer|user|tourist)s?\b|"
    r"\b(?:assistant|system|note\s+to\s+(?:the\s+)?\w+)\s*[,:]",
    re.IGNORECASE,
)
#: What was, and is said to be no more.
_OVER = re.compile(
    r"^\W*(?:(?:as|when\s+i\s+was)\s+(?:an?\s+)?(?:little\s+)?(?:kid|child|student|teenager|boy|girl|"
    r"young|little|"
    r"small)\b[\w\s]*?,?\s*|once,?\s+|back\s+then,?\s+)?(?:i|we)\s+(?:(?:once|also|always)\s+)*"
    r"(?:was|were|used\s+to|hated|loved|liked|disliked|ate|drank)\b"
    r"(?![^.!?]*\b(?:but|now|until|till|since|diagnosed|born|still)\b)|"
    r"^\W*(?:as|when\s+i\s+was)\s+(?:an?\s+)?(?:little\s+)?(?:kid|child|teenager|boy|girl|young|little|"
    r"small)\b|"
    r"\b(?:i|we)(?:['’]d|\s+would)\s+never\s+(?:have|been|heard|seen|thought|known|found|"
    r"(?!need\b)\w{2,}ed)\b",
    re.IGNORECASE,
)
#: Of this plan, this day, or what Wayfare wrote.
_OF_THE_PLAN = re.compile(
    rf"\b{_FEELS}\s+(?:the\s+(?:{_NTH}|idea|sound|look|plan|thought\s+of\s+the)\b|"
    rf"the\s+\w+\s+(?:times?|prices?|look|layout|route|order|idea|plan|on\s+day)\b|[\w\s]+\s+already\b)|"
    rf"\b(?:on|for)\s+(?:the\s+)?(?:{_NTH}\s+(?:days?|nights?|mornings?|evenings?|afternoons?)|day\s+\w+|"
    r"(?:arrival|departure)\s+day)\b|"
    r"\byou(?:['’]ve)?\s+(?:\w+\s+)?(?:recommend|suggest|pick|chose|choose|found|put|plann?|show|book|"
    r"gave|list)"
    r"(?:s|ed|ing)?\b|"
    r"^\W*(?:this|these|that|those|your|all\s+(?:this|these)|the\s+(?:plan|prices?|queues?|lines?|hotel|"
    r"train|"
    r"itinerary|schedule|map|list|flight|budget|options?|news|forecast|total|cost|connection|transfer))\b"
    r"[^.!?]*\b(?:makes?|gives?|scares?|stress(?:es)?|bothers?|worr(?:y|ies)|terrif(?:y|ies)|bores?|kills?|"
    r"exhausts?|drains?)\s+(?:me|us|my)\b|"
    r"\b(?:afraid|scared|terrified|frightened|nervous)\s+(?:of|about)\s+(?:missing|being\s+(?:late|"
    r"early)|losing|"
    r"forgetting|running|overpaying|(?:the|this|that|your|our)\s+(?:plan|weather|price|cost|connection|"
    r"transfer|"
    r"schedule|day|flight|budget|trip))|"
    r"^\W*my\s+(?:\w+\s+)?\w+\s+(?:is|are)\s+(?:\w+\s+)?(?:fine|ok(?:ay)?|great|good|better)\W*$|"
    r"\bdo(?:n['’]?t|\s+not)\s+do\s+(?:this|that|it)\b|\b(?:yesterday|last\s+night|earlier\s+today|"
    r"just\s+now)\b",
    re.IGNORECASE,
)
_OF_ONE_THING = re.compile(
    rf"\b(?:{_FEELS}|do|prefer)\s+(?:the\s+)?(?:{WEEKDAY}|{MONTH})(?:['’]s\b|(?!s?\s+(?:and|are|in))\b)|"
    r"\b(?:can['’]?t|cannot)\s+\w+\s+(?:there\b|(?:to\s+|in\s+)?the\s+(?!stairs|steps|hills?|slopes?|"
    r"heat)\w+)|"
    r"\bcan\s+only\s+stay\s+(?:until|till|for)\b|"
    r"\b(?:that\s+day|this\s+(?:one|plan|list|itinerary|dinner)|(?:with|on|at|by)\s+(?:that|"
    r"this)\s+(?!trip|journey|holiday|vacation)\w+)\b|"
    r"\b(?:watch|eat|do|see|read|hear)\s+(?:this|that)\b|\b(?:of\s+your|(?:through|with|from)\s+you)\b|"
    r"\bfor\s+(?:the|your|an)\s+(?:answers?|repl(?:y|ies)|plan|list)\b|\bit['’]s\s+your\b|"
    r"\b(?:rather|sooner)\s+(?:see|visit|go\s+to|skip|take\s+the)\b|\bi\s+would\s+say\b|"
    r"\b(?:tip|save|take)\s+(?:my\s+hat|the\s+link|\w+\s+questions?)\b|"
    r"\b(?:quit|stopped|started|gave\s+up|given\s+up)\s+(?:the\s+app|at|looking|trying|waiting|searching|"
    r"on\s+(?:the|this|that|day))\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"^\W*(?:please\s+)?(?:assume|assuming|pretend|imagine|suppose|supposing|let['’]?s\s+(?:say|pretend|"
    r"assume))\b|"
    r"\b(?:it|you)\s+(?:says?|said|wrote|writes?|thinks?|thought|assumed?|"
    r"claim(?:ed)?)\s+(?:that\s+)?(?:i|we|my)\b|"
    r"\b(?:do\s+not|don['’]?t|never|stop)\s+(?:write|say|claim|assume|think|tell|writing|saying|assuming|"
    r"telling)\b|"
    r"^\W*(?:please\s+)?(?:tell|inform|ask|write\s+to|warn|let|email|mail|call)\s+(?:the|them|him|her|my|"
    r"our)\s"
    r"[^.!?]*\b(?:i|we|my|our)\b|\b(?:lol|haha\w*|just\s+kidding|only\s+joking|just\s+joking)\b|"
    r"\bwhat\s+if\b|\b(?:if|unless)\s+(?:(?:my|our)\s+\w+|i|we|he|she|they|you|it)\s+(?:were|was|had|did|could|"
    r"became|went|ate|lived|stopped|decided)\b",
    re.IGNORECASE,
)
_FOR_A_WHILE = re.compile(
    rf"\bfor\s+(?:(?:all|most)\s+of\s+)?(?:{MONTH}|lent|ramadan|advent|the\s+(?:day|weekend|moment|"
    rf"wedding)|"
    r"an?\s+(?:day|week|month|while|bit|change|bet)|once)\b",
    re.IGNORECASE,
)


def supposed(sentence: str) -> bool:
    """Is it a game, a mere if, an order to tell somebody, or what Wayfare has written? It tells nothing of
    anybody."""
    return _SUPPOSED.search(sentence) is not None or _REPORTED.search(sentence) is not None


def passing(sentence: str) -> bool:
    """Is it somebody else's, over, or said of this plan? An allergy is never over by itself."""
    if supposed(sentence):
        return True
    if never_ends(sentence) and not _OVER.search(sentence):
        return False
    return any(one.search(sentence) for one in (_OVER, _OF_THE_PLAN, _OF_ONE_THING, _FOR_A_WHILE))

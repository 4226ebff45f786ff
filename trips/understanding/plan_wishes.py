"""Wishes about a plan, a day of it or how many sights of a kind: no facts of the trip.

"Make day 4 easier" says nothing of four adults, "not so many temples" bans none.
"""

from __future__ import annotations

import re

from trips.reading.facts.tastes import interest_of, is_dish
from trips.understanding.counting import WORDS
from trips.understanding.reading import Reading

_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(word for word, value in WORDS.items() if word.isascii() and value)})"
_DAY = (
    rf"(?:days?\s+(?:number\s+)?{_NUMBER}\b(?:\s*(?:,|and|&|to|with|for)\s*(?:day\s+)?{_NUMBER}\b(?!\s+\w+s\b))*|"
    r"the\s+(?:first|second|third|fourth|fifth|last|final)\s+day\b)"
)
_MEAL = r"(?:breakfast|brunch|lunch|dinner|supper)s?"
_TO_A_DAY = re.compile(
    rf"(?:\b(?:swap|switch|exchange|flip|trade)\s+(?:\w+\s+){{0,2}}?{_DAY}|"
    rf"\b(?:make|keep|leave|lock|unlock|lighten|slow\s+down)\s+{_DAY}|"
    rf"\b(?:less|fewer|more|no|not\s+so\s+(?:much|many)|easier|lighter|slower|calmer|cheaper|later|earlier)\b[^.,;!?\n]{{0,40}}?\s+"
    rf"(?:on|for|of)\s+{_DAY}|"
    rf"\b(?:move|shift|put|bring|push|postpone)\s+(?!(?:on|to|from|in|into)\b)[^.,;!?\n]{{1,60}}?\s+(?:to|before|after)\s+{_DAY}|"
    rf"\b(?:remove|drop|skip|delete|cancel|take\s+out|leave\s+out)\s+[^.,;!?\n]{{1,60}}?\s+(?:on|from|of)\s+{_DAY}|"
    rf"\bno\s+{_MEAL}\s+(?:on|tomorrow|today)\b|"
    rf"(?:\b[\w-]+\s+){{0,3}}\b{_MEAL}\s+[^.,;!?\n]{{0,30}}?\bon\s+{_DAY}|"
    rf"\b{_DAY}\s+(?:(?:should|could|can|must|may|has|needs?|is|looks?)\s+(?:to\s+)?(?:be\s+)?(?:a\s+(?:bit|little)\s+)?"
    r"(?:too\s+(?:packed|full|busy|much|long|tiring)|less|easier|lighter|slower|calmer|cheaper|later|earlier)))"
    r"[^.,;!?\n]*",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(
    r"(?:\b(?:fewer|less|not\s+(?:quite\s+)?(?:so|that|as|too|this)\s+many|not\s+(?:so|that)\s+much\s+of)|"
    r"(?:n't|\bnot)\s+(?:want|need|like)\s+(?:to\s+(?:see|visit|do)\s+)?(?:so|that|too|as)\s+many)\s+"
    r"(?:of\s+)?(?:the\s+|these\s+|those\s+|all\s+)*(?P<what>[a-z]+s)\b",
    re.IGNORECASE,
)


def read_plan_wishes(reading: Reading) -> None:
    """Claims them, whether or not there is a plan."""
    for match in reading.find(_TO_A_DAY):
        reading.about_a_plan = reading.about_a_plan or bool(match)
    for match in reading.find(_HOW_MANY, claim=False):
        what = match["what"]
        if interest_of(what) or is_dish(what):
            reading.about_a_plan = True
            reading.claim(*match.span())

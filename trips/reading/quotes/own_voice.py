"""Does somebody speak of their own journey here, or point at a text of others? Pure."""

from __future__ import annotations

import re

from trips.reading.bounded import SENTENCE

_OTHERS = (
    r"(?:'s|’s)|\s+(?:guide\w*|blogs?|agen\w+|magazine|site|page|website|articles?|brochure|"
    r"says?|said|wrote|writes)\b"
)
_OF_A_TRIP = (
    r"(?:itinerar(?:y|ies)|dates?|flights?|trains?|ferr(?:y|ies)|tickets?|bookings?|reservations?|"
    r"plans?|lists?|"
    r"wish(?:es)?(?: ?list)?|wishlist|notes?|schedule|routes?|trips?|journey|travels?|holidays?|"
    r"vacation|budget|details?|data|"
    r"facts|preferences|requirements|needs|must[- ]?(?:dos?|sees?)|answers?|request|family|group|"
    r"party|expenses|"
    r"spending|receipts?|days|stops?|cities|destinations?|agenda|program(?:me)?|confirmation|hotel|"
    r"stay|interests|"
    r"constraints|limits|diets?|allergies|text|message|brief|draft|idea|ideas)"
)
_OWN = re.compile(
    rf"\b(?:my|our)\s+(?:own\s+)?(?:[\w-]+\s+){{0,3}}?{_OF_A_TRIP}\b(?!{_OTHERS})[^\n]{{0,80}}$"
    rf"|\b(?:i|we)(?:'ve|’ve|'d|’d|\s+(?:have|had|would))?\s+(?:also\s+|already\s+)?(?:booked|reserved|"
    rf"wrote|written|"
    r"typed|noted|planned|plan|want|need|wish|like|prefer|decided|like\s+to\s+\w+|want\s+to\s+\w+)\b"
    r"(?![^\n]*\b(?:page|website|site|blog|article|what)\b)[^\n.!?]{0,80}:\s*$"
    r"|^[ \t]*(?:trip|travel|holiday|journey)?\s*(?:itinerary|dates|details|facts|wishes|plan|"
    r"flights?|booking)\s*:\s*$",
    re.IGNORECASE,
)
_LABEL = (
    r"(?:(?:the|travel|must|to|how|total)\s+)?(?:itinerary|dates?|flights?|trains?|budget|wishes|"
    r"notes?|schedule|route|"
    r"trip|plan|requirements|needs|preferences|group|party|family|interests|diets?|dietary|allergies|"
    r"days?(?:\s+\d+)?|"
    r"stops?|cit(?:y|ies)|destinations?|places?|when|who|where|what|nights?|from|to|travell?ers?|"
    r"people|costs?|origin|"
    r"pace|rooms?|transport|food|hotels?|do|see|avoid|many|time|arrival|departure|activit(?:y|ies)|"
    r"must-?(?:do|see)s?)"
)
_OWN_HEADING = re.compile(rf"\W*{_LABEL}(?:\s*+(?:(?:\band\b|&|/|,)\s*+)?{_LABEL}){{0,12}}\W*", re.IGNORECASE)
_MINE = re.compile(r"\b(?:my|our|we|i)\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?:this|that|the|these|following|attached)\s+(?:\w+\s+){0,2}?(?:text|page|web ?page|web ?site|"
    r"site|article|blog|post|"
    r"guide\w*|review|brochure|offer|listing|e?-?mail|letter|document|description|paragraph|passage|"
    r"excerpt|extract|"
    r"story|advert\w*|newsletter)\b|\b(?:summari[sz]e|translate|sum\s+up)\b|"
    r"\bwhat\s+do(?:es)?\s+(?:it|this|that|they|you)\s+"
    r"(?:say|mean|think|make)\b|\b(?:read|look\s+at|see|check)\s+(?:this|that|below|the\s+following)\b|"
    r"\bi\s+(?:found|read|saw|got)\s+(?:this|that)\b|\bfound\s+(?:online|on\s+the\s+(?:web|internet|"
    r"net))\b|"
    r"\b(?:copied|pasted|forwarded)\b",
    re.IGNORECASE,
)
#: Somebody of a journey; a house of its guests says "we offer", "our rooms".
_SELF = re.compile(
    r"\bI\b|\bi(?:'m|'d|'ve|'ll| am| want| would| like| love| need| prefer| have)\b|"
    r"\b(?:we|We|WE)\b(?! (?:offer|serve|provide|welcome|invite|recommend|accept|reserve|charge|"
    r"look forward|are located|"
    r"are open|are proud))|\b[Mm]y\b|\b[Uu]s\b|\b[Oo]ur (?:trip|kids|children|son|daughter|family|"
    r"budget|honeymoon|flight|"
    r"holiday|vacation|dates|plan)\b"
)
_LEAST_SHARE = 0.25  # of the sentences
_NEAR = 400  # characters: no introduction is longer


def introduced_as_own(before: str) -> bool:
    """Do the words just before call what follows the traveller's own: "my flight:", "we want:"?"""
    lines = before.rstrip()[-_NEAR:].rsplit("\n", 1)
    last = re.split(r"(?<=[.!?])\s+", lines[-1])[-1]
    return bool(_OWN.search(last))


def is_own_heading(words: str) -> bool:
    """Of a form that a traveller fills in: "Budget", "| City | Nights |"."""
    cells = [cell for cell in words.split("|") if re.search(r"\w", cell)]
    own = [cell for cell in cells if _OWN_HEADING.fullmatch(cell) or _MINE.search(cell)]
    return len(own) * 2 > len(cells)


def points_at_a_text(request: str) -> bool:
    return bool(_POINTS.search(request)) and not introduced_as_own(request)


def speaks_for_itself(text: str) -> bool:
    """In so many of its sentences that a page would not."""
    sentences = [part for part in SENTENCE.findall(text) if re.search(r"\w", part)]
    own = sum(1 for part in sentences if _SELF.search(part))
    return own >= _LEAST_SHARE * len(sentences)

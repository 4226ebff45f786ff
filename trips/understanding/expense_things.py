"""What was paid for, out of the words around a sum: "the taxi to the station", "souvenirs"."""

from __future__ import annotations

import re

from trips.understanding.calendar_words import MONTH, WEEKDAY

LONGEST = 80
DATES = re.compile(
    rf"\b(?:the\s+)?day\s+before\s+yesterday\b|\byesterday(?:'s)?(?:\s+(?:morning|noon|afternoon|"
    rf"evening|night))?\b|\blast\s+night\b|"
    rf"\btoday(?:'s)?\b|\btonight\b|\bthis\s+(?:morning|noon|afternoon|evening)\b|\bjust\s+now\b|"
    rf"\b\w+\s+days?\s+ago\b|"
    rf"\b(?:on\s+|last\s+|this\s+)+{WEEKDAY}(?:\s+(?:morning|noon|afternoon|evening|night))?|"
    rf"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:\s+(?:morning|noon|afternoon|evening|night))?\b|"
    rf"\b(?:on\s+)?\d{{4}}-\d\d-\d\d\b|\b(?:on\s+)?(?:the\s+)?\d{{1,2}}(?:st|nd|rd|"
    rf"th)?\s+(?:of\s+)?{MONTH}|\b(?:on\s+)?{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b|"
    rf"\bon\s+(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)\b|\b(?:on\s+)?day\s+\d{{1,2}}\b|\bgestern\b|\bheute\b|\bayer\b|\bhoy\b|\bhier\b|\bieri\b|\boggi\b",
    re.IGNORECASE,
)
_PAYING = re.compile(
    r"\b(?:please|pls|also|then|just|only|about|around|roughly|approximately|another|a\s+total\s+of|"
    r"in\s+total|all\s+in\s+all|all\s+told|overall|in\s+all|"
    r"altogether|in\s+cash|by\s+card|cash|so|ok(?:ay)?|oh|well|hi|hello|by\s+the\s+way|btw|"
    r"note(?:\s+down)?|log|record|track|"
    r"enter|put\s+down|write\s+down|add(?=\s+\d)|add(?:\s+an?)?\s+expense|(?:an?\s+)?expenses?\s*:?|"
    r"spent|spending|paid|payed|bought|"
    r"purchased|splurged|shelled\s+out|forked\s+(?:out|over)|coughed\s+up|dropped|blew|settled|split|"
    r"handed\s+over|"
    r"(?:came|amounted|added\s+up)\s+to|set\s+(?:us|me|them|him|her)\s+back|(?:was|were|got|"
    r"been)\s+charged|charged\s+(?:us|me)|"
    r"cost(?:\s+(?:us|me|him|her|them))?|ended\s+up\s+(?:being|at|costing|paying|spending)|"
    r"treated\s+(?:us|me|everyone)\s+to|covered|"
    r"had\s+to\s+(?:pay|buy|spend)|made\s+us\s+pay|went\s+on|was|were|had|got|grabbed|took|ate|drank|"
    r"ordered|rented|hired|"
    r"picked\s+up|enjoyed|shared|visited|went\s+to|gave|left|bill|each|apiece|a\s+piece|"
    r"bezahlt|gezahlt|ausgegeben|gekostet|kostete|gekauft|habe[n]?|hat|wir|ich|für|pagamos|pagué|"
    r"gastamos|gasté|costó|payé|"
    r"dépensé|pour|en|por|per)\b",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"(?:,|-|;|\()?\s*\b(?:[A-ZÀ-Þ][\w'-]+|i|we|he|she|they|my\s+\w+)\s+(?:has\s+|have\s+|had\s+|"
    r"just\s+|also\s+)*(?:paid|payed|spent|bought|covered|settled|treated)"
    r"(?:\s+(?:for\s+)?(?:it|that|this|all|everything))?\b|\b(?:paid\s+)?by\s+(?:[A-ZÀ-Þ]\w+|me)\s*$|"
    r"\b[A-ZÀ-Þ]\w+'s\s+(?:treat|card|round)|\bmy\s+(?:treat|card|round)",
)
_EDGE = re.compile(
    r"^(?:[\W_]++|(?:the|a|an|our|my|your|his|her|their|some|and|then|plus|we|i|he|she|they|it|that|this|"
    r"you|of|for|on|at|in|to|which|us|me|everyone|"
    r"der|die|das|ein|eine|un|una|le|la|les|el|los|y|und|et)\b)+|"
    r"(?:[\W_]++|\b(?:and|then|plus|we|i|he|she|they|it|that|for|on|at|in|to|of|by|us|me|from|the|a|an|"
    r"which|with|y|und|et|à))+$",
    re.IGNORECASE,
)
_FOR = re.compile(r"(for|on|in|at|für|pour|por|en)\s+", re.IGNORECASE)
#: "2400 yen (about 15 euros)".
ASIDE = re.compile(r"\([^()]*\d[^()]*\)")
_PRAISE = re.compile(
    r"\b(?:was|were)\s+(?:\w+\s+)?(?:great|good|nice|lovely|delicious|amazing|okay?|expensive|cheap|"
    r"tasty|excellent|superb|"
    r"fine|fantastic|wonderful|awful|bad|overpriced)\b|\bin\s+the\s+end\b|\bfound\b|\bthough\b|"
    r"\bby\s+the\s+way\b",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\b\d{1,2}\s*[x×]\s*$")
#: Between a price for one and what it was for: "3 tickets at 12 euros each for the tower".
_EACH = re.compile(
    r"^\s*(?:each|apiece|a\s+piece|per\s+(?:person|head|ticket|piece)|p\.?p\.?)\s+(?=for\b)", re.IGNORECASE
)
#: What is said of it, not what it was: "for whale watching and it was lovely".
_SAID_OF_IT = re.compile(
    r"\s*(?:,|\b(?:and|but|so|though|because|which)\b)\s*(?:and\s+|but\s+)?(?:it|that|this|they|we|i|he|she|which)"
    r"(?:'\w+)?\s+(?:\w+\s+)?(?:was|were|is|are|had|has|felt|tasted|loved|liked|hated|enjoyed|got|took|did)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_COUNTED = re.compile(
    r"\s+(?:each|apiece|a\s+piece|per\s+(?:person|head|ticket|piece|night))\b.*$", re.IGNORECASE
)


def thing_of(stretch: str, start: int, end: int) -> str:
    """The thing in a stretch of words whose sum stands from `start` to `end`; "" when none is named."""
    before, after = stretch[:start], _SAID_OF_IT.sub("", _EACH.sub(" ", ASIDE.sub(" ", stretch[end:])))
    behind = _FOR.match(after.lstrip(" ,:-"))
    ahead = _clean(before, last=True)
    if behind and not _only_people(after) and (not ahead or behind[1].lower() not in ("in", "at", "on")):
        if thing := _clean(after, last=False):
            return thing
    return ahead or _clean(after, last=False)


def _only_people(after: str) -> bool:
    """ "lunch 2400 yen for two": what follows is for whom, not what for."""
    return bool(
        re.match(
            r"\W*for\s+(?:two|three|four|five|six|\d+|us|both|all|everyone|the\s+(?:two|three|four|"
            r"family|kids|children)|"
            r"me|him|her|them|the\s+(?:\w+\s+)?of\s+us)\b(?!\s+(?:tickets?|rooms?|nights?|rides?|beers?|"
            r"coffees?|days?))",
            after,
            re.IGNORECASE,
        )
    )


def _clean(words: str, *, last: bool) -> str:
    words = re.split(r"[.!?](?:\s|$)", words.strip(), maxsplit=1)[0] if re.match(r"[\s\w]", words) else words
    words = _COUNTED.sub("", DATES.sub(" ", _TIMES.sub(" ", words)))
    words = _WHO.sub(" ", words)
    words = _PAYING.sub(" ", _PRAISE.sub(" ", words))
    words = re.sub(r"[()\[\]{}\"“”:;=*•]+|\s-\s|\s-$|^-", " ", words)
    previous = None
    while words != previous:
        previous, words = words, _EDGE.sub("", " ".join(words.split()))
    pieces = [piece.strip() for piece in words.split(",") if _EDGE.sub("", piece.strip())]
    words = _EDGE.sub("", pieces[-1 if last else 0]) if pieces else ""
    return words[:LONGEST].strip() if re.search(r"[^\W\d_]", words) else ""

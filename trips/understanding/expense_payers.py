"""Who paid: "Ada paid", "my treat", "on Ben's card", "paid by Chloé"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PAYS = (
    r"(?:paid|spent|bought|covered|treated|settled|picked\s+up|got|payed|shelled|forked|tipped|pagó|"
    r"hat\s+(?:be|ge)zahlt|zahlte|a\s+payé)"
)
#: Written with a capital letter, and nobody's name.
_NO_NAMES = frozenset(
    """
    i we he she they it you the a an our my his her their this that these those then and also just so
    but plus yesterday today tonight monday tuesday wednesday thursday friday saturday sunday january
    february march april may june july august september october november december breakfast brunch lunch
    dinner supper taxi taxis bus metro train trains museum hotel coffee drinks ticket tickets tip tips
    souvenirs groceries everyone everybody somebody someone nobody who both all entry entrance cash card
    visa mastercard amex paypal ok okay yes no not money total bill wifi parking gas petrol fuel ferry
    flight flights boat cab uber shrine temple castle tower tour guide snacks snack food meal meals
    water beer wine tea ice day night morning afternoon evening what how was were cost dollars euros yen
    pounds usd eur gbp jpy note add log expense spent paid had got
    """.split()
)
_NAME = r"(?P<name>[A-ZÀ-ÖØ-Þ][\w'’-]*\w(?:\s[A-ZÀ-ÖØ-Þ][\w'-]*\w)?)"
_PATTERNS = (
    re.compile(rf"\b{_NAME}\s+(?:has\s+|had\s+|also\s+|just\s+|then\s+|kindly\s+)?{_PAYS}\b"),
    re.compile(rf"\b(?:paid(?:\s+for)?|settled|covered|bought|charged|payed)\s+(?:by|to)\s+{_NAME}"),
    re.compile(
        rf"\b(?:by|via|from|on|with|using)\s+{_NAME}'s?\s+(?:card|account|money|cash|wallet|phone|tab)\b"
    ),
    re.compile(rf"\b{_NAME}'s?\s+(?:treat|round|card|shout|turn)\b"),
    re.compile(rf"\bon\s+{_NAME}\s*[.!)]?\s*$"),
    re.compile(rf"[(\[,;-]\s*{_NAME}\s*[)\]]?\s*[.!]?\s*$"),
    re.compile(rf"^\s*{_NAME}\s*:\s"),
)
_ME = re.compile(
    r"\b(?:i|ich)\s+(?:have\s+|had\s+|just\s+|also\s+|then\s+|only\s+|did\s+|habe\s+)*(?:paid|spent|"
    r"bought|covered|treated|settled|had|got|"
    r"took|tipped|grabbed|payed|picked)\b|\bmy\s+(?:treat|card|round|shout)\b|"
    r"\bpaid\s+(?:it\s+)?(?:by\s+me|myself)\b|\bit\s+was\s+on\s+me\b|\bon\s+me\b",
    re.IGNORECASE,
)
_WE = re.compile(r"\b(?:we|together)\b", re.IGNORECASE)


def payer_in(text: str, people: Sequence[str] = ()) -> str:
    """The name as it is said (as the trip writes it, if it knows one), "me", "we", or ""."""
    for person in sorted((one for one in people if one.strip()), key=len, reverse=True):
        name = re.escape(person)
        if re.search(
            rf"\b{name}\b(?:'s\s+(?:treat|round|card|shout|turn)|\s+(?:has\s+|also\s+|just\s+|"
            rf"then\s+)?{_PAYS}\b)|"
            rf"\b(?:paid\s+(?:for\s+)?by|by|on|from)\s+{name}\b|[(,;-]\s*{name}\s*\)?[.!]?\s*$|"
            rf"^\s*{name}\s*:",
            text,
            re.IGNORECASE,
        ):
            return person
    for index, pattern in enumerate(_PATTERNS):
        for match in pattern.finditer(text):
            name = _without_others(match["name"])
            if name and (index < 4 or name in people):
                return name
    if _ME.search(text):
        return "me"
    return "we" if _WE.search(text) else ""


def _without_others(name: str) -> str:
    """The name without words that only begin a sentence ("Then Ada"); "" when nothing is left."""
    kept = [word for word in name.split() if word.lower().split("'")[0] not in _NO_NAMES]
    return " ".join(kept).removesuffix("'s") if kept and kept[-1] == name.split()[-1] else ""

"""Choosing among options by what they are: "the cheapest", "the one in the middle", "the calm one"."""

from __future__ import annotations

import re

_OPTION = r"(?:one|option|plan|choice|itinerary|version|proposal|trip)"
#: Words that call an option only right before such a noun: "the calm one", not "the calm hotel".
_BESIDE = r"(?=\s+(?:one|option|plan|choice|itinerary|version)\b)"
#: What an option is called by, and the words for it.
_WORDS: dict[str, str] = {
    "cheapest": r"cheapest|cheaper|least\s+expensive|lowest[\s-]?(?:priced?|cost)|"
    r"most\s+(?:affordable|economical)|"
    rf"(?:cheap|budget|affordable|inexpensive|low[\s-]?cost){_BESIDE}",
    "dearest": r"dearest|priciest|costliest|most\s+expensive",
    "balanced": r"(?:most\s+)?balanced|middle|mid(?:dle)?[\s-]?(?:priced?|range)|medium|in[\s-]between",
    "finest": r"finest|fanciest|nicest|most\s+(?:luxurious|comfortable|upscale|elegant)|best|"
    rf"(?:luxury|luxurious|comfortable|fancy){_BESIDE}",
    "calmest": r"calmest|slowest|quietest|gentlest|easiest|most\s+relax(?:ed|ing)|"
    r"least\s+(?:packed|busy|rushed)|"
    rf"(?:calm|slow|relaxed|relaxing|easy){_BESIDE}",
    "fullest": r"fullest|busiest|fastest|liveliest|most\s+(?:packed|active|intense)|"
    rf"(?:packed|busy|active|full){_BESIDE}",
}
_LABELS = tuple((label, re.compile(rf"(?:{words})\b", re.IGNORECASE)) for label, words in _WORDS.items())
_ANY = "|".join(_WORDS.values())
_TAKES = (
    r"(?:takes?|choose|pick|select|prefer|want|book|like|love|have|go\s+(?:with|for)|do|vote\s+for|"
    r"(?:decide|settle)\s+(?:on|for)|opt\s+for|it's|give\s+(?:me|us))"
)
_LEAD = (
    r"(?:/select\s+)?(?:(?:ok(?:ay)?|yes|yeah|hmm+|well|then|so|please|maybe|perhaps|probably|definitely|just|"
    r"let's\s+say|i\s+think|i\s+guess|i'd\s+say|we\s+think)[\s,:]+)*"
)
_OF_THEM = r"of\s+(?:them|these|those|all|the\s+(?:two|three|lot))"
_TAIL = rf"(?:[\s,]+(?:please|then|thanks?|thank\s+you|for\s+(?:us|me)|it\s+is|{_OF_THEM}))*"
_CHOSEN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "I'll take the cheapest one", "the least expensive of them"
        rf"\b(?:the|{_TAKES}(?:\s+the)?)\s+(?P<label>{_ANY})\s+(?:{_OPTION}|{_OF_THEM})\b",
        rf"\b{_TAKES}\s+the\s+(?P<label>{_ANY}){_TAIL}(?=\s*(?:[.,;!?]|$|but\b))",
        rf"\bone\s+(?:in\s+the|that(?:'s|\s+is)(?:\s+the)?)\s+(?P<label>{_ANY})\b",
        rf"^\W*{_LEAD}(?:the\s+)?(?P<label>{_ANY})(?:\s+{_OPTION})?{_TAIL}\W*$",
    )
)


def label_of_choice(words: str) -> tuple[str, int, int] | None:
    """What the chosen option is called by, and where the message says so; None when it chooses none so."""
    for pattern in _CHOSEN:
        if match := pattern.search(words):
            for label, form in _LABELS:
                if form.match(words, match.start("label")):
                    return label, *match.span()
    return None

"""What a message asks, word for word: with its mark or without it; a wish for a plan is no question. Pure."""

from __future__ import annotations

import re

from trips.understanding.reading import Reading

#: What one asks about and can't propose: "what about the weather?", but "what about Rome?".
_ASKED_ABOUT = (
    r"(?:weather|climate|temperatures?|rain(?:fall)?|visas?|vaccin\w+|safety|crime|currency|money|tips|tipping|"
    r"languages?|plugs?|power|electricity|sims?|internet|wi-?fi|insurance|jet\s*lag|time\s+(?:difference|zone)|"
    r"transport(?:ation)?|getting\s+(?:around|there)|parking|traffic|tax(?:es)?|prices?|costs?|luggage|baggage|"
    r"passports?|tap\s+water|opening\s+(?:hours|times)|crowds|public\s+holidays|holidays|strikes|tickets?|"
    r"documents?|health|mosquitoes|food|hotels?|flights?|trains?|taxis?|buses)"
)
_ASKS = re.compile(
    r"(?:^\s*|(?<=[,;:.!?\n\x00-])\s*|\b(?:and|but|so|also|oh|btw|by\s+the\s+way|hi|hello|hey|please|"
    r"one\s+question|question)\b[\s,:]*)(?P<q>(?:(?:what|how)\s+about\s+(?:the\s+|a\s+|my\s+|our\s+|any\s+)?(?:local\s+|public\s+|average\s+|typical\s+)?"
    rf"{_ASKED_ABOUT}\b|what(?!\s*(?:about|ever))(?:'s|\s)|how(?!\s+about\b)\b|"
    r"which\b|where\b|when\b(?!\s+(?:we|i)\s)|why\b|who(?:'s)?\b|whose\b|"
    r"(?:do|does|did|is|are|was|were|isn't|aren't|don't|has|have|should|shall|would|will|can|could|may|"
    r"must)\s+(?:it|i|we|you|they|there|the|that|this|my|our|a|an|any|one|people|kids|children|\d|[A-Z])|"
    r"(?:any|some)\s+(?:tips|advice|ideas|suggestions|recommendations)\b|"
    r"(?:can|could)\s+you\s+(?:tell|explain|show|recommend|suggest)|(?:tell|explain|show)\s+(?:me|us)\s|"
    r"(?:i|we)\s+wonder))",
    re.IGNORECASE,
)
_OPTION = (
    r"(?:the\s+)?(?:(?:option|plan|choice|itinerary|version|proposal)\s*(?:no\.?\s*|number\s*)?"
    r"#?(?:\d|one|two|three|(?-i:[ABC]))\b|"
    r"(?:first|second|third|last)\s+(?:one|option|plan|choice|itinerary|version|proposal)\b)"
)
#: "What about dinner in option 3?", "and the hotels of the second plan?": asks of an option, chooses none.
_OF_AN_OPTION = re.compile(
    rf"(?:(?:what|how)\s+about\s+(?!{_OPTION}).{{2,80}}?|"
    r"(?:and\s+|or\s+)?(?!(?:can|could|may|shall|should|let|i|we)\b)[\w'’ -]{2,60}?)"
    rf"\s(?:in|of|on|with|for|under)\s+{_OPTION}|what\s+about\s+{_OPTION}",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    r"\b(?:take|choose|pick|select|book|go\s+(?:with|for)|settle|decide|want|prefer|like)\b", re.IGNORECASE
)
_REQUEST = re.compile(
    r"^(?:can|could|would|will|may|might)\s+(?:you|we|i|it)\s+(?:please\s+|kindly\s+|maybe\s+|perhaps\s+|"
    r"also\s+|possibly\s+|just\s+)*(?:help|plan|arrange|make|find|book|organi[sz]e|set|add|change|remove|"
    r"keep|drop|go|do|have|get|include|visit|stay|switch|swap|"
    r"put|leave|start|skip|cut|extend|move|rent|fly|take|create|design|build|prepare|put|propose|assist|"
    r"schedule|give|like|be|spend|see|reduce|increase|replace|update|set\s+up|come|fit|squeeze|work)\b"
    rf"|^(?:how|what)\s+about\b(?!\s+(?:the\s+|a\s+|my\s+|our\s+|any\s+)?(?:local\s+|public\s+|average\s+|"
    rf"typical\s+)?{_ASKED_ABOUT}\b)"
    r"|^(?:would|do)\s+you\s+mind\b|^will\s+be\b|^is\s+it\s+possible\s+to\b|^have\s+(?:a|an|the)\b|"
    r"^would\s+(?:like|love|prefer)\b|^must\s+(?:see|do|visit|have)|^may\s+\d|^do\s+(?:the|"
    r"a)\b|^will\s+the\b.*\.$|^have\s+(?:my|our)\b|^(?:is|are)\s+(?:the|my|our)\b[^?]*$"
    r"|^when\s+(?:the|we|i|in)\b[^?]*$|^where\s+(?:we|i)\b[^?]*$|"
    r"^which\s+is\b(?!\s+(?:the\s+)?(?:better|best|cheaper|cheapest|nicer|nicest|calmer|easier|quicker)\b)|"
    r"^which\s+(?:has|have)\b|"
    r"^who\s+(?:love|like|want|is|are|enjoy|eat|can)\w*\b[^?]*$|^that\b|^have\s+(?:one|\d)",
    re.IGNORECASE,
)
_PLANNING = re.compile(
    r"^(?:where\s+(?:should|can|could|shall|would|do|to)\b|what\s+(?:should|can|could|to|would)\s+(?:i|we|"
    r"you|do|see)\b.*\b(?:days?|weekend|week|nights?)\b"
    r"|(?:can|could)\s+you\s+(?:recommend|suggest|show)\b.*\b(?:trip|itinerary|plan|days?|weekend|getaway|"
    r"holiday|vacation|somewhere|destination)\b|(?:is|are|would|will)\b.*\benough\s+(?:for|in)\b|is\s+it\s+possible\s+to\b|any\s+(?:ideas|suggestions|tips|"
    r"recommendations)\s+for\b|what\s+(?:is|are|'s)\s+(?:a\s+good|the\s+best)\s+(?:place|destination|city|"
    r"country)\w*)",
    re.IGNORECASE,
)


def read_questions(reading: Reading) -> str | None:
    """What the message asks, word for word. Questions say nothing about the trip, so nobody reads
    facts from them; requests ("Could you plan …?") are no questions, and where to go is both."""
    found: list[str] = []
    for sentence in reading.sentences:
        text = reading.open[sentence.start : sentence.end]
        for match in _ASKS.finditer(text):
            start = sentence.start + match.start("q")
            words = reading.view[start : sentence.end].strip()
            ends = words.endswith("?")
            if (_REQUEST.match(words) and not _IS_IT_SO.match(words)) or (
                not ends and not _surely_asks(words)
            ):
                continue
            found.append(reading.quote(start, sentence.end))
            if not _PLANNING.match(words):
                reading.claim(start, sentence.end)
            break
        else:
            words = reading.view[sentence.start : sentence.end].strip()
            if _asks_of_an_option(words):
                found.append(reading.quote(sentence.start, sentence.end))
                reading.claim(sentence.start, sentence.end)
    return " ".join(found) or None


def _asks_of_an_option(words: str) -> bool:
    return words.endswith("?") and bool(_OF_AN_OPTION.match(words)) and not _CHOOSES.search(words)


_IS_IT_SO = re.compile(
    r"(?:is|are)\s+(?:the|my|our|there)\s.*\b(?:open|closed|free|far|near|safe|worth|expensive|accessible|crowded|"
    r"included)\b",
    re.IGNORECASE,
)


def _surely_asks(words: str) -> bool:
    """A question without its mark: "do I need a car", "what is the weather like"."""
    return bool(
        _IS_IT_SO.match(words)
        or re.match(
            r"(?:what(?:'s|\s+is|\s+are|\s+does)|how\s+(?:much|many|long|far|is|do|does|can)|do\s+(?:i|"
            r"we)\s+need|is\s+(?:it|there)\s|are\s+there\s|should\s+(?:i|we)\s|which\s+\w+\s+(?:is|are)|"
            r"why\s+|(?:what|how)\s+about\s|(?:can|could)\s+you\s+(?:tell|explain)|"
            r"(?:tell|explain)\s+(?:me|us)|where\s+(?:is|are|should|can|do)\s)",
            words,
            re.IGNORECASE,
        )
    )

"""What a message wants: to tell, to change, yes, no, to ask, to choose, to start over."""

from __future__ import annotations

import re
from typing import Any

from trips.facts.applying import apply_changes, flat
from trips.understanding.choosing import label_of_choice
from trips.understanding.common_words import COMMON_WORDS
from trips.understanding.counting import ordinal
from trips.understanding.languages import common_in_some_language
from trips.understanding.reading import CLAIMED, Reading

_RESET = re.compile(
    r"^\s*(?:/reset\b.*|restart|(?:please\s+)?(?:let's\s+|i\s+want\s+to\s+|can\s+we\s+)?(?:start|"
    r"begin)\s+(?:all\s+)?(?:over|again|afresh|anew|from\s+scratch|from\s+the\s+beginning)"
    r"(?:\s+(?:again|please|from\s+scratch))?|reset(?:\s+(?:everything|all|it|the\s+trip|this))?|(?:forget|"
    r"delete|clear|discard)\s+(?:it\s+all|everything|all(?:\s+of\s+(?:it|this))?))\s*[.!]*\s*$",
    re.IGNORECASE,
)
_RANK = r"first|second|third|1st|2nd|3rd|last"
_SELECT = re.compile(
    rf"^\s*/select\s+(?P<n1>\d)\b|\b(?:option|plan|choice|itinerary|version|proposal|number|no\.|nr\.?|"
    rf"#)\s*#?(?P<n2>[1-9]\b|one\b|two\b|three\b|(?-i:[ABC])\b)(?!\s*(?:people|days|nights|adults|/|:))"
    rf"|\bthe\s+(?P<n3>{_RANK})\s+(?:one|option|plan|choice|itinerary|proposal)\b|\b(?:take|choose|pick|"
    rf"select|prefer|want|go\s+(?:with|for)|like|love)\s+(?:the\s+)?(?P<n4>{_RANK})(?=\s*(?:[.,!?]|$|"
    rf"please|one))"
    rf"|^\s*(?:the\s+)?(?P<n5>{_RANK})\s*(?:please|one|option|it\s+is)?\s*[.!]*\s*$",
    re.IGNORECASE,
)
_NOT_SELECT = re.compile(
    r"\b(?:not|don't\s+like|hate|without|instead\s+of|between|what\s+about|difference|tell\s+me|does|is|"
    r"why)\b",
    re.I,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "a": 1, "b": 2, "c": 3, "last": -1}
_REJECT = re.compile(
    r"\b(?:none\s+of\s+(?:these|those|them|the\s+(?:options|plans|three|two|above))|"
    r"neither(?:\s+(?:of\s+(?:these|those|them)|one|option))?|i\s+(?:don't|do\s+not)\s+like\s+(?:any|"
    r"either|these|those|them)"
    r"(?:\s+of\s+(?:these|them|those|the\s+options))?|not\s+(?:any|one)\s+of\s+(?:these|them|those)|"
    r"reject\s+(?:all|them|these)|(?:they|these|those)(?:'re|\s+are)\s+all\s+\w+|(?:show|"
    r"give)\s+me\s+(?:something\s+else|"
    r"other\s+options|new\s+options|different\s+(?:options|ones))|all\s+(?:of\s+(?:them|"
    r"these)\s+(?:are\s+)?)?(?:three\s+)?(?:are\s+)?too\s+\w+|(?:they|these|those)(?:'re|"
    r"\s+are)\s+(?:all\s+)?too\s+\w+|no\s+good|other\s+options\s*,?\s+please|"
    r"try\s+again|not\s+(?:happy|convinced)\s+(?:with|by)\s+(?:any|these|them|those))\b",
    re.IGNORECASE,
)
_JUST_PLAN = re.compile(
    r"\b(?:(?:just|simply)\s+(?:plan|do|make|book|go|show|create|build|propose|give)(?:\s+(?:it|me|us|"
    r"something|one|ahead|a\s+plan|the\s+(?:trip|plan|options)))+|just\s+plan\b|"
    r"go\s+ahead\s+(?:and\s+)?(?:plan|with\s+(?:it|the\s+plan))|"
    r"plan\s+(?:it|everything|the\s+(?:rest|trip|whole\s+thing))(?:\s+(?:for\s+(?:me|us)|anyway|now|"
    r"already|please))*(?=\s*(?:[.!,;]|$))|surprise\s+(?:me|us)\s+with\s+(?:the\s+rest|everything|it|"
    r"the\s+remaining)|you\s+(?:decide|choose|pick)\s+(?:the\s+rest|everything|it\s+all|all\s+of\s+it|"
    r"the\s+remaining\s+\w+)|(?:start|get\s+on\s+with)\s+planning|(?:decide|choose)\s+(?:the\s+rest|"
    r"everything)\s+(?:for\s+(?:me|us)|yourself)|no\s+more\s+questions|stop\s+asking|enough\s+questions|"
    r"the\s+rest\s+is\s+up\s+to\s+you|"
    r"(?:let's|lets)\s+(?:just\s+)?plan\s+(?:it|this)|mach\s+einfach|planifica\s+ya|(?:whatever|"
    r"anything)\s+you\s+think\s+(?:is\s+)?best)\b",
    re.IGNORECASE,
)
_CHOOSE = re.compile(
    r"\b(?:you\s+(?:choose|decide|pick|tell\s+me|suggest)(?:\s+(?:for\s+(?:me|us)))?|(?:it's\s+|it\s+is\s+|"
    r"that's\s+)?up\s+to\s+you|whatever(?:\s+you\s+(?:like|want|think|prefer|suggest))?|(?:i\s+|"
    r"we\s+)?(?:don't|do\s+not)\s+(?:mind|care|know)(?:\s+yet)?|"
    r"doesn't\s+matter|no\s+(?:particular\s+|special\s+|strong\s+)?preferences?|(?:i'm|we're|i\s+am|"
    r"we\s+are|am|totally|quite|very|pretty)?\s*flexible|surprise\s+(?:me|us)|your\s+(?:choice|call|pick)|"
    r"(?:either|any(?:thing)?)\s+(?:is\s+fine|works|goes|will\s+do)|"
    r"^\s*any(?:thing|\s+time|time)?\s*$|^\s*either\s*$|no\s+idea|(?:i'm\s+|"
    r"we're\s+)?not\s+sure(?:\s+yet)?|dunno|idk|you\s+know\s+best|decide\s+for\s+(?:me|us)|"
    r"open\s+to\s+(?:anything|suggestions|ideas)|egal|me\s+da\s+igual|peu\s+importe|"
    r"(?:we|i)\s+haven't\s+decided(?:\s+yet)?)\b",
    re.IGNORECASE,
)
_TOPIC_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (topic, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for topic, words in (
        ("dates", r"dates?|when|time\s+of\s+year|days?\s+of|timing|month|period|days"),
        ("budget", r"budget|money|price|cost|spend(?:ing)?"),
        ("party", r"how\s+many(?:\s+people)?|travell?ers|people"),
        ("pace", r"pace|speed|tempo"),
        ("interests", r"interests|activities|what\s+(?:to\s+)?(?:do|see)"),
        ("must_do", r"must[\s-]?(?:dos?|sees?)|sights|highlights"),
        ("origin", r"origin|where\s+(?:from|to\s+start)|departure|starting\s+point"),
        ("destinations", r"destination|where\s+to\s+go|place|city|country|where(?!\s+from)"),
        ("stay", r"hotels?|where\s+to\s+stay|accommodation|stay"),
    )
)
_YES = re.compile(
    r"^[\s\W]*(?:(?:oh|well|hmm+)[\s,]+)?(?:(?:yes|yep|yeah|yup|yea|ya|y|sure(?:\s+thing)?|ok(?:ay)?|k|"
    r"perfect(?:ly)?|great|excellent|wonderful|awesome|fantastic|lovely|brilliant|cool|fine|correct|right|"
    r"exactly|absolutely|definitely|"
    r"certainly|indeed|confirm(?:ed)?|agreed|approved|lgtm|go(?:\s+(?:ahead|for\s+it|on))?|do\s+it|proceed|"
    r"continue|let's\s+(?:go|do\s+(?:it|this))|please\s+do|"
    r"(?:that|this|it|all|everything)(?:'s|\s+is|\s+are)?\s*(?:all\s+)?(?:looks?|sounds?|seems?|"
    r"works?(?:\s+for\s+(?:me|us))?|perfect|right|correct|fine|great|good|it|ok(?:ay)?)(?:\s+(?:good|great|"
    r"perfect|right|fine|correct|ok(?:ay)?|to\s+me))*|"
    r"(?:looks?|sounds?|seems?)\s+(?:good|great|perfect|right|fine|correct|ok(?:ay)?|amazing|lovely)|"
    r"all\s+(?:good|correct|right|set)|works\s+for\s+(?:me|us)|(?:i|we)\s+(?:love|like|agree|"
    r"confirm)(?:\s+(?:it|this|that))?|good(?:\s+to\s+go)?|thumbs\s+up|of\s+course|"
    r"s[ií]|oui|ja(?:wohl)?|klar|genau|passt|claro|vale|d'accord|sim|va\s+bene|hai|はい|是的?|да)\b|👍|✅|👌)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^[\s\W]*(?:(?:oh|well|hmm+|sorry|um)[\s,]+)?(?:(?:no|n|nope|nah|na|nay|not\s+(?:quite|really|yet|"
    r"right|correct|exactly|that|this|good|ok(?:ay)?)|wrong|incorrect|(?:that|this|it)(?:'s|"
    r"\s+is)?\s*(?:not|n't)\s+(?:quite\s+)?(?:right|correct|it|good|what)|that\s+isn't|wait|stop|hold\s+on|"
    r"let\s+me\s+(?:change|edit|correct|fix)|(?:i|we)\s+(?:want|need|'d\s+like|"
    r"would\s+like)\s+to\s+change\s+(?:something|a\s+few\s+things|some\s+things|it)|change\s+(?:something|"
    r"it)|none?|nothing(?:\s+(?:special|else|in\s+particular|particular))?|"
    r"nein|nada|non|não|いいえ|нет)\b|👎|❌)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^[\s\W]*(?:no|nope|nah|none|nothing|nein|nada|rien|nichts|not\s+really|n/?a)\b[\s,]*(?:(?:nothing|"
    r"none|not|no|really|special|else|in\s+particular|particular(?:ly)?|must[\s-]?(?:dos?|sees?)|"
    r"that's\s+(?:all|it)|thanks?|thank\s+you|preferences?|at\s+all|so\s+far|yet|"
    r"interests|of\s+that|specific|musts?|worries|requirements|any)[\s,.!]*)*$",
    re.IGNORECASE,
)
_BUT = re.compile(r"\b(?:but|except|however|although|only|just\s+change|instead)\b", re.I)
_CORRECTING = re.compile(
    r"\b(?:actually|instead|rather|change(?:d)?|make\s+(?:it|that)|no\s+longer|remove|drop|add|sorry|"
    r"i\s+mean|correction|update|switch|replace|not\s+\w+|now)\b",
    re.I,
)
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
    r"(?:i|we)\s+wonder|¿|(?:was|wie|wo|wann|warum|brauche?n?)\b|(?:qué|cómo|dónde|cuándo|cuánto)\b|"
    r"(?:est-ce\s+que|quel(?:le)?s?|comment|où|combien)\b))",
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
    r"schedule|give|like|be|spend|see|reduce|increase|replace|update|set\s+up|come)\b"
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
    r"holiday|vacation|somewhere|destination)\b|is\s+it\s+possible\s+to\b|any\s+(?:ideas|suggestions|tips|"
    r"recommendations)\s+for\b|what\s+(?:is|are|'s)\s+(?:a\s+good|the\s+best)\s+(?:place|destination|city|"
    r"country)\w*)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def read_commands(reading: Reading) -> dict[str, Any] | None:
    """Messages that are a command as a whole: starting over."""
    if _RESET.match(reading.view.strip()):
        return {"intent": "reset"}
    return None


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
            r"(?:tell|explain)\s+(?:me|us)|where\s+(?:is|are|should|can|do)\s|¿)",
            words,
            re.IGNORECASE,
        )
    )


def intent_of(reading: Reading, question: str | None, language: str | None) -> dict[str, Any]:
    """The intent and what belongs to it, after everything else is read."""
    text = reading.view
    effect = apply_changes(
        reading.facts, reading.changes, today=reading.today, gazetteer=reading.gazetteer
    ).applied
    known = flat(reading.facts)
    overwrites = any(known[change.path] not in (None, [], False) for change in effect if change.op != "add")
    if reject := _REJECT.search(text):
        if not (reading.asked and re.match(r"^\s*n(?:one|either)\s*\.?$", text, re.I)):
            return {"intent": "reject_all", "reason": _reason(reading, reject)}
    if chosen := _selection(reading, question):
        return {"intent": "select", **chosen}
    if _JUST_PLAN.search(text) and not re.search(
        r"\b(?:don't|do\s+not|not)\s+(?:just\s+)?plan\b", text, re.I
    ):
        return {"intent": "just_plan"}
    if match := _CHOOSE.search(text):
        topics = _topics(reading, match)
        if topics or (not effect and not question):
            intent = (
                "you_choose"
                if topics
                else "just_plan"
                if re.search(r"surprise|you\s", match.group(), re.I)
                else "you_choose"
            )
            return {"intent": intent, "topics": topics}
    if effect or (reading.changes and not _YES.match(text) and not _NO.match(text)):
        told = overwrites or any(change.op == "remove" for change in effect)
        correcting = (
            bool(_CORRECTING.search(text)) and reading.facts != type(reading.facts)() and bool(effect)
        )
        return {"intent": "change" if told or correcting else "facts"}
    named = bool(reading.declined)
    if named and _NO.match(text):
        return {"intent": "no"}
    if _NOTHING.match(text):
        reading.declined += [
            topic
            for topic in reading.asked
            if topic in {"origin", "pace", "interests", "must_do", "dietary", "access"}
        ]
        return {"intent": "no"}
    if _NO.match(text):
        return {"intent": "no"}
    if _YES.match(text):
        return {"intent": "change" if _BUT.search(text) and reading.problems else "yes"}
    if question:
        return {"intent": "question"}
    if reading.problems or reading.declined:
        return {"intent": "facts"}
    return {"intent": "facts" if _readable(text) else "nonsense"}


_NONE = (
    r"\b(?:no|without(?:\s+any)?|don't\s+have\s+(?:any\s+)?|zero|not\s+any)\s+(?:other\s+)?"
    r"(?:(?:particular|special|specific|real|fixed|strong|definite)\s+)?"
)
#: Topics answered with "none", in any message.
_NONE_OF: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (topic, re.compile(rf"{_NONE}(?:{words})\b", re.IGNORECASE))
    for topic, words in (
        (
            "must_do",
            r"must[\s-]?(?:dos?|sees?|haves?|visits?)|musts|sights?\s+(?:in\s+mind|we\s+must)|bucket[\s-]list",
        ),
        ("interests", r"interests?|hobbies"),
        (
            "access",
            r"(?:accessibility|mobility|access|special|physical)\s+(?:needs|issues|problems|requirements|limitations)"
            r"|disabilit(?:y|ies)",
        ),
        ("dietary", r"(?:food\s+)?allerg(?:y|ies)|diet(?:s|ary\s+\w+)?|food\s+(?:restrictions|requirements)"),
        ("pace", r"pace"),
        ("origin", r"origin|departure\s+(?:city|point)"),
    )
)
_NOTHING_ELSE = re.compile(
    r"(?:^|[,;.]\s*|\band\s+)(?:nothing|none)\s+(?:special|else|in\s+particular|particular|specific)\b", re.I
)


def read_declined(reading: Reading) -> None:
    """Notes the topics that are answered with "none": "no must-dos", "nothing special otherwise"."""
    for topic, pattern in _NONE_OF:
        for _ in reading.find(pattern):
            reading.declined.append(topic)
    if (match := _NOTHING_ELSE.search(reading.view)) and reading.changes:
        told = {change.path.split(".")[0] for change in reading.changes}
        optional = {"origin", "pace", "interests", "must_do", "dietary", "access"}
        reading.declined += [topic for topic in reading.asked if topic in optional - told]
        reading.claim(*match.span())


def _selection(reading: Reading, question: str | None) -> dict[str, Any] | None:
    if re.fullmatch(r"\s*#?[1-9]\s*[.!]?\s*", reading.view) and not reading.changes and not reading.problems:
        return {"number": int(re.sub(r"\D", "", reading.view))}
    match = _SELECT.search(reading.open) or _SELECT.search(reading.view)
    if match is None:
        return _by_label(reading, question)
    if match and reading.open[match.start() : match.end()].count(CLAIMED) == match.end() - match.start():
        return None  # within a question: "could you explain option 2"
    if _NOT_SELECT.search(reading.view[max(0, match.start() - 30) : match.start()]):
        return None
    word = next(match[name] for name in ("n1", "n2", "n3", "n4", "n5") if match[name]).lower()
    number = _NUMBERS.get(word) or ordinal(word)
    return {"number": number} if number else None


def _by_label(reading: Reading, question: str | None) -> dict[str, Any] | None:
    """ "The cheapest one": the option is called by what it is."""
    chosen = label_of_choice(reading.view)
    if chosen is None:
        return None
    label, start, end = chosen
    if question and reading.quote(start, end) in question:
        return None
    answers = {change.path for change in reading.changes} | {
        change.path.split(".")[0] for change in reading.changes
    }
    if answers & set(reading.asked) or _NOT_SELECT.search(reading.view[max(0, start - 30) : start]):
        return None
    return {"label": label}


def _reason(reading: Reading, match: re.Match[str]) -> str:
    """What is said besides the refusal, otherwise the refusal itself."""
    rest = reading.quote(match.end(), len(reading.view)).strip(" ,.;:!?-–—")
    # "neither of them works for us, too much walking"
    rest = re.sub(r"^(?:works?|suits?|fits?|is|are|appeals?|please)\b[^,.;!?]*[,.;!?]?\s*", "", rest)
    rest = re.sub(r"^(?:because|since|as|they(?:'re|\s+are)|it's)\s+", "", rest, flags=re.IGNORECASE)
    return rest or reading.quote(match.start(), match.end())


def _topics(reading: Reading, match: re.Match[str]) -> list[str]:
    """What is left to us: the topics named, otherwise those asked and not answered in this message."""
    sentence = reading.sentence_of(match.start())
    told = {change.path.split(".")[0] for change in reading.changes}
    for words in (
        reading.view[match.end() : min(sentence.end, match.end() + 40)],
        reading.view[max(sentence.start, match.start() - 40) : match.start()],
    ):
        named = [topic for topic, pattern in _TOPIC_WORDS if pattern.search(words)]
        if open_ones := [topic for topic in named if topic not in told]:
            return open_ones
    roots = dict.fromkeys(topic.split(".")[0] for topic in reading.asked)
    return [root for root in roots if root not in told]


def _readable(text: str) -> bool:
    """Whether there is at least one everyday word in it."""
    words = [word.lower() for word in _WORD.findall(text[:2000]) if len(word) > 1]
    return any(word in COMMON_WORDS or common_in_some_language(word) for word in words) or bool(
        re.search(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff]{2}", text)
    )

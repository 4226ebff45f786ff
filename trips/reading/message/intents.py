"""What a message is meant as: to tell, to change, yes, no, to ask, to choose, to start over."""

from __future__ import annotations

import re
from typing import Any

from trips.facts.applying import apply_changes, flat
from trips.reading.lexicon import EVERYDAY
from trips.reading.message.reading import Reading
from trips.reading.routing import option_in

_RESET = re.compile(
    r"^\s*(?:/reset\b.*|restart|(?:please\s+)?(?:let's\s+|i\s+want\s+to\s+|can\s+we\s+)?(?:start|"
    r"begin)\s+(?:all\s+)?(?:over|again|afresh|anew|from\s+scratch|from\s+the\s+beginning)"
    r"(?:\s+(?:again|please|from\s+scratch))?|reset(?:\s+(?:everything|all|it|the\s+trip|this))?|(?:forget|"
    r"delete|clear|discard)\s+(?:it\s+all|everything|all(?:\s+of\s+(?:it|this))?))\s*[.!]*\s*$",
    re.IGNORECASE,
)
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
    r"(?:let's|lets)\s+(?:just\s+)?plan\s+(?:it|this)|(?:whatever|"
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
    r"open\s+to\s+(?:anything|suggestions|ideas)|"
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
_AGREED = (
    r"yes|yep|yeah|yup|yea|ya|y|sure(?:\s+thing)?|ok(?:ay)?|k|"
    r"perfect(?:ly)?|great|excellent|wonderful|awesome|fantastic|lovely|brilliant|cool|fine|correct|right|"
    r"exactly|absolutely|definitely|"
    r"certainly|indeed|confirm(?:ed)?|agreed|approved|lgtm|go(?:\s+(?:ahead|for\s+it|on))?|do\s+it|proceed|"
    r"continue|let's\s+(?:go|do\s+(?:it|this))|please\s+do|"
    r"(?:that|this|it|all|everything)(?:'s|\s+is|\s+are)?\s*(?:all\s+)?(?:looks?|sounds?|seems?|"
    r"works?(?:\s+for\s+(?:me|us))?|perfect|right|correct|fine|great|good|it|ok(?:ay)?)(?:\s+(?:good|great|"
    r"perfect|right|fine|correct|ok(?:ay)?|to\s+me))*|"
    r"(?:looks?|sounds?|seems?)\s+(?:good|great|perfect|right|fine|correct|ok(?:ay)?|amazing|lovely)|"
    r"all\s+(?:good|correct|right|set)|works\s+for\s+(?:me|us)|(?:i|we)\s+(?:love|like|agree|"
    r"confirm)(?:\s+(?:it|this|that))?|good(?:\s+to\s+go)?|thumbs\s+up|of\s+course"
)
_YES = re.compile(rf"^[\s\W]*(?:(?:oh|well|hmm+)[\s,]+)?(?:(?:{_AGREED})\b|👍|✅|👌)", re.IGNORECASE)
#: A yes where nothing else is said; before other words they say something of their own ("start in Rome").
_AGREED_ALONE = (
    r"(?:looks|sounds)\s+like\s+a\s+plan|do\s+(?:that|your\s+thing)|make\s+it\s+so|accept(?:ed)?|take\s+it|"
    r"(?:(?:i'm|i\s+am|we're|we\s+are)\s+)(?:(?:very|all|quite)\s+)?(?:happy|good|fine|in|ready|set|ok(?:ay)?)"
    r"(?:\s+to\s+go)?|happy|nice\s+one|super|(?:let's\s+)?(?:start|begin)|send\s+(?:them|the\s+team|everybody"
    r"|everyone)(?:\s+out)?|(?:let's\s+)?get\s+(?:going|started|on\s+with\s+it)|carry\s+on|off\s+you\s+go|"
    r"ready(?:\s+when\s+you\s+are)?|love\s+(?:it|this|that)|alright|why\s+not|by\s+all\s+means|spot\s+on|"
    r"(?:that'll|that\s+will|it'll|this\s+will)\s+do|works|please|bitte|gern(?:e)?|los\s+geht's|vas-y|"
    r"allons-y|adelante|pode\s+ser|お願いします"
)
_BESIDE_YES = (
    r"please|thanks?|thank\s+you|then|now|so|and|just|with\s+(?:it|that|this)|(?:for|to|by)\s+(?:me|us)|"
    r"(?:it|this|that)(?=\W*$)|planning|as\s+it\s+is|very\s+much"
)
_GAP = r"[^\w👍✅👌]*+"
_ONLY_YES = re.compile(
    rf"{_GAP}(?:(?:oh|well|hmm+|so|and|then|please)\b{_GAP})*+"
    rf"(?>(?>(?:{_AGREED_ALONE}|{_AGREED})(?!\w)|[👍✅👌]){_GAP}(?>(?:{_BESIDE_YES})\b{_GAP})*+)++",
    re.IGNORECASE,
)
_NOTHING_MORE = re.compile(
    r"\W*+(?:(?:no|nope|yes|ok(?:ay)?)\b\W*+)?(?:"
    r"no\s+(?:more\s+)?changes?|nothing\s+(?:more\s+)?(?:to\s+(?:add|change|correct)|else|"
    r"more)|(?:that|this)(?:'s|\s+is)\s+(?:all|everything|it|fine|enough))\b(?P<rest>.*)",
    re.IGNORECASE,
)
_LONGEST_YES = 80  # characters
_NO = re.compile(
    r"^[\s\W]*(?:(?:oh|well|hmm+|sorry|um)[\s,]+)?(?:(?:no|n|nope|nah|na|nay|not\s+(?:quite|really|yet|"
    r"right|correct|exactly|that|this|good|ok(?:ay)?)|wrong|incorrect|(?:that|this|it)(?:'s|"
    r"\s+is)?\s*(?:not|n't)\s+(?:quite\s+)?(?:right|correct|it|good|what)|that\s+isn't|wait|stop|hold\s+on|"
    r"let\s+me\s+(?:change|edit|correct|fix)|(?:i|we)\s+(?:want|need|'d\s+like|"
    r"would\s+like)\s+to\s+change\s+(?:something|a\s+few\s+things|some\s+things|it)|change\s+(?:something|"
    r"it)|none?|nothing(?:\s+(?:special|else|in\s+particular|particular))?|"
    r"nada)\b|👎|❌)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"^[\s\W]*(?:no|nope|nah|none|nothing|nada|not\s+really|n/?a)\b[\s,]*(?:(?:nothing|"
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
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def read_commands(reading: Reading) -> dict[str, Any] | None:
    """Messages that are one thing as a whole: starting over, or a yes."""
    if _RESET.match(reading.view.strip()):
        return {"intent": "reset"}
    if agrees(reading.view):
        return {"intent": "yes"}
    return None


def agrees(text: str) -> bool:
    """ "Sure, do it": a yes and nothing else."""
    return len(text) <= _LONGEST_YES and bool(_ONLY_YES.fullmatch(text.strip()))


def adds_nothing(text: str) -> bool:
    """ "No, that's all", "no changes, go ahead": a yes where it was asked for what is missing or wrong."""
    found = _NOTHING_MORE.fullmatch(text.strip()) if len(text) <= _LONGEST_YES else None
    return bool(found) and (not found["rest"].strip(" ,.!;-") or agrees(found["rest"]))


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
    if chosen := _option_chosen(reading):
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


def _option_chosen(reading: Reading) -> dict[str, Any] | None:
    """The number of the option that the message chooses, -1 for the last, or what it is called by."""
    chosen = option_in(reading.view)
    if chosen is None or (reading.view.strip(" #.!").isdigit() and (reading.changes or reading.problems)):
        return None
    told = {path for one in reading.changes for path in (one.path, one.path.split(".")[0])}
    if chosen.called and told & set(reading.asked):
        return None
    return {"label": chosen.called} if chosen.called else {"number": chosen.number}


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
    return any(word in EVERYDAY for word in words) or bool(
        re.search(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff]{2}", text)
    )

"""What there is only one of: a home, a name, whom somebody lives with, how old a child is. Pure.

Of such a subject the newest sentence counts, whatever the older one said of it ("I live in Bristol", "I moved
to Leeds"). Each is of one person: "my son is 6" and "my daughter is 6" are two.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory.text import bare
from trips.catalogue.gazetteer import default_gazetteer
from trips.understanding.calendar_words import MONTH, WEEKDAY
from trips.understanding.counting import COUNT
from trips.understanding.people_words import KID, RELATION

_I = r"(?<![\w.])(?:i|we)"
_AM = r"(?:['’](?:m|re)|\s+(?:am|are))"
_HAVE = r"(?:['’]ve|\s+have)?"
_NOW = r"(?:\s+(?:now|just|recently|both|currently|actually|all|still|finally|meanwhile|again|also|only))*"
_PLACE = r"(?-i:[A-ZÀ-Þ])[\w'’-]+"
_NO_DAY = rf"(?!{WEEKDAY}\b|{MONTH}\b|(?:Room|Day|Option|Plan|Gate|Platform|Seat)\b)"
#: What may stand between moving and where to; nothing that is moved.
_ON_THE_WAY = (
    r"(?:\s+(?:back|over|up|down|out|away|house|home|alone|together|just|right|close|abroad|recently|"
    r"permanently|now|with\s+(?:my|our|his|her)\s+(?:\w+\s+)?\w+|last\s+\w+|by\s+myself|on\s+my\s+own|"
    r"a\s+bit|happily))*"
)
_PARTNER = r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse)"
_PET = r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|horses?|rabbits?|parrots?|pets?)"
_AGED = re.compile(
    rf"\b(?:(?:my|our)\s+(?:\w+\s+){{0,2}}?(?P<kin>{KID}|"
    rf"{RELATION})(?:\s+(?P<called>(?-i:[A-ZÀ-Þ])[\w-]+))?|"
    rf"^\W*(?P<name>{_PLACE}))"
    rf"(?:['’]s|\s+(?:is|are|turns?|turned|will\s+be|has\s+turned))(?:\s+(?:now|already|just|only|almost|"
    rf"nearly))*\s+"
    rf"(?:{COUNT}|\d+)\b(?!\s*(?:hours?|minutes?|km|days?|weeks?|kilos?|kg|o['’]clock|%|euros?|dollars?))",
    re.IGNORECASE,
)
#: A subject and what tells it. The first of a name that fits counts; several subjects may be told at once.
_SUBJECTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        (
            "home",
            rf"{_I}{_HAVE}{_NOW}\s+(?:live|living|(?<=ve\s)lived|moved|relocated|settled|"
            rf"resettled)\b{_ON_THE_WAY}"
            rf"\s+(?:in|to|near|outside(?:\s+of)?|at|from\s+{_PLACE}\s+to)\s+(?:the\s+|"
            rf"a\s+(?:\w+\s+){{1,2}}(?:near|in|outside)\s+)?{_NO_DAY}{_PLACE}",
        ),
        (
            "home",
            rf"{_I}{_HAVE}{_NOW}\s+moved\b(?:\s+(?:house|home|flats?|apartments?|cit(?:y|ies)|countr(?:y|ies)))?"
            rf"[^.!?]{{0,160}}?(?:['’](?:m|re|s)|\s+(?:am|are|is|live))\s+(?:now\s+)?(?:in\s+)?{_NO_DAY}{_PLACE}",
        ),
        (
            "home",
            rf"{_I}{_AM}{_NOW}\s+(?:based|living|at\s+home)\s+(?:in|near|"
            rf"outside)\s+(?:the\s+)?{_PLACE}",
        ),
        (
            "home",
            rf"\b(?:(?:my|our)\s+)?home(?:\s*town|\s+city)?(?:\s+for\s+(?:me|us))?(?:['’]s|"
            rf"\s+is)(?:\s+\w+){{0,5}}?\s+{_PLACE}",
        ),
        ("airport", r"\b(?:my|our)\s+(?:home|nearest|usual|local|closest)\s+airport\b"),
        (
            "living",
            rf"{_I}{_HAVE}{_NOW}\s+(?:live|living|lived)\s+(?:alone|by\s+myself|on\s+my\s+own|"
            rf"together|with\s+(?:my|our|a|two|three|the|his|her|(?-i:[A-Z])))",
        ),
        (
            "living",
            rf"{_I}{_HAVE}{_NOW}\s+(?:live|living|lived)\s+(?:in|near|outside)\s+(?:the\s+)?{_PLACE}"
            rf"(?:,?\s+{_PLACE})*,?\s+(?:alone|by\s+myself|on\s+my\s+own|together|with\s+(?:my|our|a|two|three)\b)",
        ),
        ("living", rf"{_I}{_AM}{_NOW}\s+living\s+(?:alone|by\s+myself|on\s+my\s+own|together|with)\b"),
        (
            "name",
            r"\b(?:my\s+(?:full\s+|first\s+)?name(?:['’]s|\s+is|\s+isn['’]?t)|(?:i\s+am|"
            r"i['’]m)\s+called|i\s+go\s+by|"
            r"\bi['’]m\s+(?-i:[A-ZÀ-Þ])\w+,?\s+by\s+the\s+way|(?:people|everyone|everybody|"
            r"friends)\s+calls?\s+me|^\W*(?:please\s+)?call\s+me)\b",
        ),
        (
            "marriage",
            rf"{_I}(?:{_AM}|{_HAVE}){_NOW}\s+(?:single|married|engaged|divorced|widowed|"
            rf"separated|newlyweds|"
            r"getting\s+(?:married|divorced)|(?:got|gotten)\s+(?:married|divorced|engaged))\b",
        ),
        (
            "pregnancy",
            rf"(?:{_I}|\b(?:my|our)\s+(?:{_PARTNER}|daughter|sister|mum|mom|mother))"
            rf"(?:{_AM}|['’]s|\s+(?:is|was))[^.!?]{{0,160}}?\b(?:pregnant|expecting)\b|"
            rf"(?:{_I}|\b(?:my|our)\s+(?:{_PARTNER}|daughter|sister|mum|mom|mother))(?:{_HAVE}|['’]s|\s+has)"
            rf"(?:\s+(?:just|now|already|finally))?\s+(?:had|given\s+birth|gave\s+birth)"
            rf"(?:\s+to)?(?:\s+(?:(?:a|our|the|my|her|his)\s+)?(?:\w+\s+)?(?:baby|twins|son|daughter|boy|girl))?\b"
            rf"(?<!\bhad)|\b(?:the|our)\s+baby\s+(?:is\s+(?:here|born)|has\s+arrived|was\s+born|arrived)\b",
        ),
        (
            "marriage",
            rf"{_I}{_HAVE}{_NOW}\s+(?:split\s+up|broke(?:n)?\s+up|separated)\b|"
            rf"\bmy\s+{_PARTNER}\s+(?:and\s+i\s+"
            r"(?:split|separated|broke)|has\s+left|left\s+me|died|passed\s+away)",
        ),
        (
            "children",
            rf"{_I}{_NOW}(?:['’]ve\s+got|{_HAVE}\s+got|\s+have|['’]ve){_NOW}\s+(?:{COUNT}|no|an?|"
            rf"\d+)\s+(?:\w+\s+){{0,2}}?(?:kids?|child(?:ren)?)\b",
        ),
        (
            "seat",
            rf"{_I}\b[^.!?]{{0,160}}?\b(?:prefer|like|love|book|choose|take|hate|want|need|pick|"
            rf"rather)\b[^.!?]{{0,160}}?\b(?:window|aisle|middle)\s+seats?\b",
        ),
        (
            "most a night",
            rf"{_I}\b[^.!?]{{0,160}}?\b(?:pay|spend|more\s+than|budget)\b[^.!?]{{0,160}}?\d[^.!?]{{0,160}}?\b(?:an?|"
            rf"per)\s+night\b",
        ),
        (
            "dinner hour",
            rf"{_I}\b[^.!?]{{0,160}}?\b(?:eat|dine|dinner|supper)\b[^.!?]{{0,160}}?\b(?:late|"
            rf"early|(?:at|around|before|after)\s+(?:{COUNT}|\d+))\b",
        ),
        (
            "waking",
            rf"{_I}(?:{_AM}|\s+(?:always|never|usually|get|wake|"
            rf"rise)\b)[^.!?]{{0,160}}?\b(?:early\s+(?:birds?|risers?)|night\s+owls?|"
            r"late\s+risers?|morning\s+(?:person|people)|(?:get|wake|rise)(?:\s+up)?\s+(?:early|"
            r"late|(?:at|before|after|around)\b))",
        ),
        ("passport's end", r"\b(?:my|our)\s+(?:\w+\s+)?passport\s+(?:expires?|runs\s+out|is\s+valid)\b"),
        (
            "work life",
            rf"{_I}(?:{_AM}|{_HAVE}){_NOW}\s+(?:an?\s+)?(?:retired|pensioner|unemployed|"
            rf"between\s+jobs|out\s+of\s+work|"
            r"self-?employed|(?:quit|left|lost)\s+my\s+job)\b",
        ),
    )
)
AGE = "age of "
_NAMES = rf"{_PLACE}(?:\s+{_PLACE})*"
_FROM_TO = re.compile(
    rf"\b(?:moved|relocated|switched|changed|went|gone)\s+from\s+({_NAMES})\s+to\s+({_NAMES})", re.IGNORECASE
)
#: No home of theirs.
_NO_HOME = re.compile(
    r"\bnot?\s+(?:live|living|moved)\b|\b(?:used\s+to|would|['’]d|want|wish|hope|might|may|could|if|once|"
    r"plan(?:ning)?\s+to|going\s+to|will|"
    r"for\s+(?:the\s+)?(?:first|last|next|a\s+few|two|three|four|\d+)\s+(?:nights?|days?)|hotel|hostel|"
    r"room|originally|today|tonight|tomorrow|yesterday|day\s+\d+|this\s+(?:morning|evening|afternoon)|"
    r"grew\s+up|as\s+a\s+(?:child|kid|student))\b",
    re.IGNORECASE,
)
_OF_ONE_DAY = re.compile(
    r"\?\s*$|\b(?:today|tonight|tomorrow|day\s+\d+|this\s+(?:morning|evening|afternoon|time|trip))\b",
    re.IGNORECASE,
)
_PETS = re.compile(
    rf"{_I}\b[^.!?]{{0,160}}?\b(?:have|got|had|lost|keep|own|adopted)\b[^.!?]{{0,160}}?\b(?P<one>{_PET})\b|"
    rf"\b(?:my|our)\s+(?:\w+\s+)?(?P<two>{_PET})(?:\s+{_PLACE})?\s+(?:died|passed|is\s+(?:gone|dead|"
    rf"no\s+longer)|ran\s+away|was\s+put)",
    re.IGNORECASE,
)
_PIECE = re.compile(r",|;|\s[-–—]+\s|\b(?:and|but|because|so)\b", re.IGNORECASE)
_TELLING = re.compile(
    r"\b(?:i|we|my|our|he|she|they|it|love|like|hate|need|prefer|allerg\w*|vegan|vegetarian)\b|['’]m\b", re.I
)


def subjects(sentence: str) -> frozenset[str]:
    """The subjects of which a sentence tells; of a child or a pet with whose they are. None where it tells of
    one day ("I get up at six tomorrow")."""
    said = bare(sentence)
    if _OF_ONE_DAY.search(said):
        return frozenset()
    found = {name for name, pattern in _SUBJECTS if pattern.search(said)}
    if "home" in found and (_NO_HOME.search(said) or _of_firms(said)):
        found.discard("home")
    if aged := _AGED.search(said):
        who = aged["called"] or aged["name"] or aged["kin"]
        found.add(f"{AGE}{who.casefold()}")
    if pet := _PETS.search(said):
        found.add(f"pet: {(pet['one'] or pet['two']).casefold().rstrip('s')}")
    return frozenset(found)


@lru_cache(maxsize=512)
def is_place(name: str) -> bool:
    """Is a city, country or region called so?"""
    known = default_gazetteer()
    if known.find_country(name) or known.find_region(name):
        return True
    return any(match.exact for match in known.find_cities(name, limit=1))


def retold(old: str, new: str) -> bool:
    """Does the later sentence tell anew all that the earlier one tells of?"""
    was = subjects(old)
    if not was or not was & (now := subjects(new)):
        return False
    return was <= now and _nothing_besides(old, now)


# --- Within --------------------------------------------------------------------------------------


def _of_firms(sentence: str) -> bool:
    """ "I moved from Siemens to Bosch": neither is a place."""
    match = _FROM_TO.search(sentence)
    return match is not None and not any(is_place(name) for name in match.groups())


def _nothing_besides(sentence: str, told: frozenset[str]) -> bool:
    """Each clause of it that has somebody in it is about these subjects."""
    pieces = [piece for piece in _PIECE.split(bare(sentence)) if _TELLING.search(piece)]
    return len(pieces) < 2 or all(subjects(piece) & told for piece in pieces)

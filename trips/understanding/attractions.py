"""What has to be in the plan, and what must not: "must see the Freedom Trail", "avoid crowds"."""

from __future__ import annotations

import re
from typing import Literal

from trips.catalogue.names import key, words
from trips.reading.facts.tastes import interest_of, is_dish
from trips.understanding.bases import bases, is_beside
from trips.understanding.reading import CLAIMED, Reading, Span

#: Words after "must see" that name no place.
_GENERIC = frozenset(
    """it that this them everything all sights sightseeing thesights highlights themain themainsights stuff
    things thecity citysights somethingnew whatever nothing a lot places themost the mainattractions more
    attractions touristattractions thehighlights landmarks usualsights famousplaces someplace""".split()
)
#: How strongly it was said: "must see", "have to see", "it would be nice to see", "want to see".
Force = Literal["must", "have to", "would be nice", "weak"]
_SEE = (
    r"(?:see|visit|do|go\s+to|try|experience|include|check\s+out|explore|climb|walk|ride|hit|catch|"
    r"attend|watch|eat\s+at|tour)"
)
#: Says that the plan is no good without it.
_STRONG = re.compile(
    rf"\b(?:(?:absolutely\s+|really\s+|definitely\s+|just\s+)?(?:must|have\s+to|has\s+to|need\s+to|gotta|"
    rf"got\s+to)[\s-]+(?:also\s+)?{_SEE}s?"
    rf"(?:\s+is|\s+are|\s*:)?|must[\s-](?:sees?|dos?|visits?|haves(?=\s*:))(?:\s+(?:is|are|list|includes?|"
    rf"places?))*\s*:?|can(?:'t|not)\s+(?:miss|skip|"
    rf"leave\s+(?:\w+\s+)?without\s+(?:seeing|visiting))|(?:don't|do\s+not)\s+(?:want\s+to\s+|let\s+(?:me|"
    rf"us)\s+)?miss|bucket[\s-]list\s*"
    rf"(?:item|place|is|:|includes?)*|my\s+(?:only\s+)?must\s+is|make\s+sure\s+(?:to\s+|we\s+|i\s+|"
    rf"that\s+we\s+)(?:also\s+)?{_SEE}|"
    rf"(?:it'?s|it\s+is)\s+(?:essential|important|vital)\s+(?:for\s+(?:me|us)\s+)?to\s+{_SEE}|(?:i'd|we'd|"
    rf"it\s+would\s+be|it'd\s+be|would\s+be|it\s+is|it's)\s+(?:be\s+)?(?:so\s+|"
    rf"really\s+)?(?:great|amazing|wonderful|nice|lovely|"
    rf"fantastic|awesome|cool|brilliant|good|important|perfect|a\s+dream|delighted|happy|"
    rf"fun)\s+(?:for\s+(?:me|us)\s+)?(?:to\s+)(?:be\s+able\s+to\s+|also\s+)?"
    rf"{_SEE}|unbedingt|no\s+(?:quiero|queremos)\s+perder(?:me|nos))\s+",
    re.IGNORECASE,
)
#: Says that they would like it; what follows has to look like a name.
_WEAK = re.compile(
    rf"\b(?:(?:want|wants|wanna|like|love|hop(?:e|ing)|plan(?:ning)?|keen|eager|excited|"
    rf"dream(?:ing)?)(?:\s+\w+)?\s+(?:to|of|on)\s+(?:also\s+|"
    rf"definitely\s+|really\s+)?{_SEE}(?:ing)?|(?:seeing|visiting|including|include|especially|and\s+see|"
    rf"and\s+visit|to\s+see|to\s+visit|see|visit|"
    rf"add|put\s+in|definitely)|interested\s+in\s+(?:seeing|visiting)|let's\s+(?:see|visit|add))\s+",
    re.IGNORECASE,
)
_NAMED_FIRST = re.compile(
    r"(?P<what>(?:[Tt]he\s+)?(?:[A-Z][\w'&.-]{0,40}|[A-Z]\.)(?:\s+(?:(?:of|the|de|la|le|du|des|del|di|da|no|and|"
    r"&|in|on|at|van|von|der)\s+){0,2}"
    r"[A-Z\d][\w'&.-]{0,40}){0,7})\s+(?:is|are|would\s+be|'s)\s+(?:(?:an?|on\s+(?:my|our|the)|absolutely|really|"
    r"definitely)\s+){0,3}"
    r"(?:must(?:[\s-](?:see|do|visit|have))?|bucket[\s-]list|list|essential|non-negotiable|obligatory)\b"
)
_END = re.compile(
    r"\s+(?:while\s+(?:we\s+|i\s+)?(?:'re\s+|are\s+|am\s+)?(?:in|at|there|visiting)|if\s+(?:possible|we|i|"
    r"there|time|it)|when\s+(?:we|i|in)|as\s+well|too"
    r"|because|since|but|so\s+(?:that|we|i)|which|who|where|and\s+(?:then|we|i|my|our|also\s+(?:want|like|"
    r"love|need)|(?:want|like|love|need|have|must|"
    r"stay|eat|maybe|would|get|take|rent|travel)\b)|with\s+(?:my|our|the\s+kids|\d|two|three|kids|"
    r"children)|for\s+(?:\d|a\s+(?:day|week|night)|"
    r"us|me|two|three|the\s+kids|sure)|during|on\s+(?:the\s+)?(?:first|second|last|\d|\x00|mon|tues|wednes|"
    r"thurs|fri|satur|sun|day\s+(?:\d|one|two|three|four|five|six|seven)\b)|"
    r"(?:every|each)\s+day|at\s+least|"
    r"please|once|before|after|again|this\s+time|in\s+the\s+(?:morning|evening|afternoon)|don't|no\s+\w|"
    r"we\s|i\s)"
    r"|[.!?](?=\s|$)|[;\n\x00]|\s-\s(?=(?-i:[a-z]))|\s\(|\s+from\s+(?=(?-i:[A-Z]))",
    re.IGNORECASE,
)
_SUBJECTS = re.compile(
    r"^(?:(?:history|art|arts|science|sciences|technology|design|culture|industry|crafts?|"
    r"archaeology|ethnography|nature|music|film|photography|natural|modern|contemporary|sons|co)\b|"
    r"(?:gardens?|spa|resort|aquarium|zoo|museum|park|tower)\b(?!\s+(?-i:[A-Z]|of\b)))",
    re.IGNORECASE,
)
_MOST_SIGHTS = 40  # of one message
_ARTICLE = re.compile(r"^(?:the|a|an|some|to\s+the|la|el|le|der|die|das)\s+", re.IGNORECASE)
_IN_CITY = re.compile(r"\s+in\s+([A-Z][\w' -]*)$")
_PLACE_ENDING = re.compile(
    r"\bmuseum\s+of\b|\b(?:museum|temple|shrine|tower|palace|castle|cathedral|church|basilica|bridge|park|"
    r"gardens?|market|square|street|trail|beach|island|lake|"
    r"falls|waterfall|mountain|hill|gallery|zoo|aquarium|stadium|library|theatre|theater|opera|hall|house|"
    r"statue|monument|memorial|ruins|fort|"
    r"fortress|quarter|district|mosque|synagogue|abbey|canal|harbou?r|pier|station|university|crossing|"
    r"forest|volcano|cave|canyon|valley|show|"
    r"festival|concert|cruise|tour|game|match)s?$",
    re.IGNORECASE,
)


#: A name of such words alone says what kind of sight it is, not which.
_ORDINARY = frozenset(
    """a and aquarium arch art arts at bar basilica bath baths bay bazaar beach big botanic botanical
    bridge bridges cable cafe canal canals car castle castles cathedral cave caves center central centre
    chapel chinatown church churches cinema citadel city civic clock club coast contemporary corniche
    court creek crossing day district dock docks downtown east ferry fish flea flower food fort fortress
    fountain gallery garden gardens gate gates grand great green hall harbor harbour hill hills historic
    history hotel house in island islands kitchen la lake lakes large library lighthouse lions little
    local lower main mall maritime market markets memorial military modern monastery monument mosque
    mountain mt museum museums music national natural new night north observatory of old on open opera
    palace park parks parliament pier place plaza pool port promenade public pyramids quarter quay ramen
    ride river riverside royal ruins science sea seafront shrine skyway small south spa square st
    stadium station statue street streets sunset tea temple temples the theater theatre to tower towers
    town trail train tram upper valley view viewpoint village walk wall walls war waterfall waterfront
    west wheel world zoo""".split()
)
#: Before "see", "visit": who says so wants it left out.
_UNWANTED_BEFORE = re.compile(
    r"\b(?:don't|do\s+not|doesn't|does\s+not|didn't|won't|never|no\s+need|not|rather\s+not|no\s+wish|without)\s+"
    r"(?:(?:really|particularly|want|wish|need|have|care|plan|like|love|to|even)\s+){0,3}$",
    re.IGNORECASE,
)
_SIGHT = (
    r"(?P<what>(?:[Tt]he\s+)?(?:[A-Z][\w'&.-]*)(?:\s+(?:(?:of|the|de|la|le|du|des|del|di|da|no|and|in)\s+){0,2}"
    r"[A-Z\d][\w'&-]*){0,6})"
)
_SEEN = re.compile(
    rf"\b(?i:already\s+(?:seen|visited|done|know|been\s+(?:to|up|in|at)|went\s+to)|(?:'ve|have|has)\s+(?:seen|visited|done)|"
    rf"(?:'ve|have)\s+been\s+(?:to|up|in|at)|(?:don't|do\s+not|doesn't)\s+(?:\w+\s+)?(?:want\s+to\s+|need\s+to\s+|"
    rf"have\s+to\s+|care\s+to\s+)(?:see|visit|do|go\s+(?:to|up))|(?:no\s+need\s+(?:to\s+(?:see|visit)|for)|"
    rf"don't\s+care\s+(?:about|for)|but\s+not|not|except(?:\s+for)?|apart\s+from|leave\s+out|other\s+than|"
    rf"anything\s+but|everything\s+but))\s+{_SIGHT}"
)
_LEFT_OUT = re.compile(
    rf"{_SIGHT}(?i:\s*,?\s*(?:(?:so|but|and|please|that|which|we|i|you|can|could|should|may|must|is|to)\s+){{0,4}}"
    r"(?:leave\s+(?:it|that|this|them)\s+out|skip\s+(?:it|that|this|them)|(?:be\s+)?(?:skipped|left\s+out|avoided)|"
    r"not\s+(?:necessary|needed|interesting|again)|isn't\s+(?:necessary|needed|for\s+us|interesting)))"
)


def read_unwanted(reading: Reading) -> None:
    """Tells `avoid` for sights that are named to be left out; cities are read with the places."""
    for pattern in (_LEFT_OUT, _SEEN):
        for match in reading.find(pattern, claim=False):
            start, end = match.span("what")
            plain = _ARTICLE.sub("", match["what"]).strip()
            article = match["what"][:4].lower() == "the "
            named = is_sight(reading, plain, Span(start, end)) or _PLACE_ENDING.search(plain)
            if not (named or article) or (is_city(reading, plain) and not article) or is_area(reading, plain):
                continue
            if _known_wish(reading, plain):
                continue  # read as a correction
            reading.change("avoid", plain, match.start(), match.end(), op="add")
            reading.claim(match.start(), match.end())


def _known_wish(reading: Reading, plain: str) -> bool:
    return any(change.op == "remove" and key(str(change.value)) == key(plain) for change in reading.changes)


def read_must_dos(reading: Reading) -> None:
    """Tells `must_do`. Cities are left to be read as destinations, likings to be read as interests; a
    nice idea without a name ("it would be nice to see a local winery") is a wish."""
    for match in _NAMED_FIRST.finditer(reading.open):
        if _take(reading, match.start("what"), match.end("what"), "must"):
            reading.claim(*match.span())
    for pattern in (_STRONG, _WEAK):
        position = 0
        while match := pattern.search(reading.open, position):
            position = match.end()
            if _UNWANTED_BEFORE.search(reading.view[max(0, match.start() - 40) : match.start()]):
                continue
            rest = reading.open[match.end() : match.end() + 160]
            stop = _END.search(rest)
            end = match.end() + (stop.start() if stop else len(rest))
            force = _force(match.group()) if pattern is _STRONG else "weak"
            if _take(reading, match.end(), end, force) and force != "weak":
                reading.claim(match.start(), match.end())


def _force(trigger: str) -> Force:
    if re.search(
        r"must|miss|bucket|skip|leave|sure|essential|important|vital|unbedingt|"
        r"perder",
        trigger,
        re.I,
    ):
        return "must"
    return "have to" if re.search(r"have|has|need|got", trigger, re.I) else "would be nice"


def _take(reading: Reading, start: int, end: int, force: Force) -> bool:
    """Names between two positions become must-dos; whether any did."""
    if reading.replaced(start) or len(reading.sights) >= _MOST_SIGHTS:
        return False
    taken = first_named = False
    stretch = Span(start, end)
    for first, last in _split(reading, start, end):
        words = reading.open[first:last]
        plain = _ARTICLE.sub("", words).strip(" '\"")
        if not plain or len(plain) > 110 or CLAIMED in plain or _LEAVES.match(plain):
            break
        known = is_sight(reading, plain, stretch)
        if not known and (where := _IN_CITY.search(plain)) and is_city(reading, where[1]):
            # "the Alhambra in Granada": the town is where the trip goes
            last = first + words.index(plain) + where.start()
            plain, words = plain[: where.start()], reading.open[first:last]
        named = _has_capital(plain)
        if taken and first_named and not (known or named or _PLACE_ENDING.search(plain)):
            break  # "the Freedom Trail, vegan": what is no name is another matter
        path = "must_do" if known else _path(reading, words, plain, named, force, stretch)
        if path is None:
            if force == "weak":
                break
            continue
        begin = first + max(0, words.rfind(plain))
        reading.change(path, plain, begin, begin + len(plain), op="add")
        reading.claim(first, last)
        reading.sights.append((Span(first, last), plain))
        taken, first_named = True, first_named or named
    return taken


def _path(reading: Reading, words: str, plain: str, named: bool, force: Force, stretch: Span) -> str | None:
    """Which fact these words make: must_do, wishes, or None for what others read."""
    # "the Alhambra" is none of the towns called so, "the Netherlands" is a country
    sight = re.match(r"\s*the\s", words) and not is_area(reading, plain)
    if len(plain) < 3 or len(plain.split()) > 12:
        return None
    if is_city(reading, plain) and not sight:
        surely = force in ("must", "have to")
        return "must_do" if is_beside(reading, plain, bases(reading, stretch), surely=surely) else None
    if key(plain) in _GENERIC or (not named and (interest_of(plain) or is_dish(plain))):
        return None
    if force == "weak":
        inside = named and not is_area(reading, plain) and bool(bases(reading, stretch))
        return "must_do" if inside or _names_a_sight(words, plain) else None
    if named or _PLACE_ENDING.search(plain) or force == "must":
        return "must_do"
    return "wishes" if force == "would be nice" else None


def _has_capital(plain: str) -> bool:
    return any(
        (word[:1].isupper() or word[:1].isdigit()) and not re.match(r"I(?:$|')", word)
        for word in plain.split()
    )


def _names_a_sight(words: str, plain: str) -> bool:
    """ "the Louvre", "Fushimi Inari Shrine": an article or a word for a sight tells it from a town."""
    return bool(re.match(r"\s*the\s", words, re.I) or _PLACE_ENDING.search(plain)) and bool(
        re.search(r"[A-Z]", plain)
    )


_LEAVES = re.compile(r"(?:skip|avoid|leave\s+out|drop|ignore|not)\b", re.IGNORECASE)
_AND_OR_COMMA = re.compile(r"\s*,\s*|\s+and\s+|\s+plus\s+", re.IGNORECASE)


def _split(reading: Reading, start: int, end: int) -> list[tuple[int, int]]:
    """Where each of several names stands: "the Louvre, the Marais and Sainte-Chapelle"."""
    text = reading.open[start:end]
    cuts = [0]
    for match in re.finditer(r"\s*,\s*(?:and\s+)?|\s+and\s+(?:also\s+)?|\s+plus\s+", text):
        after = text[match.end() :]
        before = text[cuts[-1] : match.start()]
        if "," not in match.group():
            further = _AND_OR_COMMA.search(text, match.end())
            upto = [text[cuts[-1] : further.start()]] if further else []
            named = re.match(r"(?:the\s+|a\s+)?[A-Z\d]", after)
            if (
                any(is_sight(reading, one, Span(start, end)) for one in [*upto, text[cuts[-1] :]])
                or _SUBJECTS.match(after)
                or (not named and re.search(r"[A-Z]", before))
            ):
                continue
        elif not after.strip() or not before.strip():
            continue
        cuts += [match.start(), match.end()]
    cuts.append(len(text))
    pairs = [(start + cuts[index], start + cuts[index + 1]) for index in range(0, len(cuts) - 1, 2)]
    return [(first, last) for first, last in pairs if reading.open[first:last].strip()]


def is_sight(reading: Reading, name: str, stretch: Span) -> bool:
    """Whether a sight or a place to eat is called so: one in a city that the message is about, or in one city
    of the world alone. A town, and words for a kind of sight ("old town", "the cathedral"), are none by
    themselves. `stretch`: where the name stands."""
    found = {place.city for place in reading.gazetteer.sights_named(name)}
    if not found or _ORDINARY.issuperset(words(name)) and not _has_capital(name):
        return False
    if not found.isdisjoint(city.slug for city in bases(reading, stretch)):
        return True
    return len(found) == 1 and not _ORDINARY.issuperset(words(name)) and not is_city(reading, name.strip())


def is_area(reading: Reading, name: str) -> bool:
    return bool(reading.gazetteer.find_country(name) or reading.gazetteer.find_region(name))


def is_city(reading: Reading, name: str) -> bool:
    if not name[:1].isupper():
        return False
    if reading.gazetteer.find_country(name):
        return True
    return any(
        match.exact and match.city.prominence >= 6.5 for match in reading.gazetteer.find_cities(name, limit=3)
    )

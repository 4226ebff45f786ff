"""Whether a day or a length in a message is one of the trip itself: "we leave on the 12th instead", not "
""my mum
arrives on the 13th".

Once the trip's days are known, a date tells them anew only where its clause speaks of beginning, ending or
moving the trip, or is hardly more than the date. All other days of a message belong to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from trips.understanding.reading import Reading, Span

#: What a day is for the trip; "any" = said without a verb.
Part = Literal["start", "end", "move", "any"]

_DAY = "§"
_CLAUSE = re.compile(
    r"\b(?:and|so|because|since|although|though|while|which\s+means|then)\s+(?=(?:we|i|it|it's|the|my|our|"
    r"let's|they|he|"
    r"she|please|can|could|there|that|that's|would|make|move|change|shift|extend|shorten|cut|push|"
    r"postpone|add|remove|drop|"
    r"skip|keep|stay|leave|come|go|fly|return|start|end|finish|have|do|take|then|instead|also)\b)",
    re.IGNORECASE,
)
_NOUN = (
    r"(?:trip|holidays?|vacation|journey|travels?|visit|stay|tour|getaway|break|travel\s+dates?|dates?|days|"
    r"start|end|beginning|departure|arrival|return|start(?:ing)?\s+(?:date|day)|end\s+(?:date|day)|"
    r"(?:departure|arrival|return)\s+(?:date|day)|first\s+day|last\s+day|way\s+(?:back|home)|"
    r"(?:flight|train|journey|trip)\s+(?:back|home|out))"
)
_THE = r"(?:(?:the|our|my|this|that|these|whole|entire|new|all|actual|correct|of)\s+){0,8}"
_FILL = (
    r"(?:(?:just|only|now|rather|already|actually|instead|please|maybe|perhaps|then|also|all|both|probably|"
    r"definitely|really|better|best|again|at\s+least|at\s+most|a\s+bit|a\s+little|exactly|not|even|"
    r"probably|soon|"
    r"if\s+possible|out|forwards?|up|back|ahead|short|down|a\s+total\s+of|about|around)\s+){0,8}"
)
_ON = (
    r"(?:(?:on|by|from|until|till|til|to|through|in|for|at|during|over|around|about|of|between|before|"
    r"after|the|"
    r"no\s+later\s+than|not\s+later\s+than|no\s+earlier\s+than|not\s+before|as\s+of|starting|"
    r"some\s*time|early|late|mid|next|this|end|beginning|week|weekend|already|only|just|be|"
    r"not|rather|now|instead)\s*){0,8}"
)
_DAYS = rf"{_ON}{_DAY}"
_WE = r"(?:we|i|us|me|everyone|everybody|(?:all|both|the\s+(?:two|three|four|five))\s+of\s+us|let's|let\s+us)"
_MAY = (
    r"(?:(?:'d|'ll|'re|'m|would|will|can|could|can't|cannot|couldn't|won't|want|wants|wish|like|"
    r"love|prefer|"
    r"need|have|has|got|had\s+better|must|should|might|may|shall|are|am|be|going|gonna|planning|hoping|"
    r"decided|to|do|not|don't|only|just|rather|now|actually|all|both|probably|already|also|instead|then|able|"
    r"willing|better|please|in\s+fact|either|maybe|still)\s+){0,8}"
)
_HOME = (
    r"(?:(?:go|going|come|coming|fly|flying|be|get|getting|head|heading|travel|travell?ing|drive|driving|"
    r"return|returning|"
    r"arrive|arriving|leave|leaving)\s+(?:back\s+)?(?:home|back)|(?:return|returning)|home|back|"
    r"(?:stay|staying|remain|remaining|extend|extending|prolong)(?=\s+(?:on\s+|there\s+|it\s+|"
    r"only\s+){0,8}(?:until|till|to|through)\b)|"
    r"(?:end|ending|finish|finishing)|cut\s+(?:it|the\s+\w+|things)\s+short)"
)
_BEGIN = (
    r"(?:start|starting|begin|beginning|leave|leaving|depart|departing|set\s+(?:off|out)|setting\s+(?:off|"
    r"out)|"
    r"arrive|arriving|come|coming|go|going|travel|travell?ing|fly|flying|land|landing|get\s+there|"
    r"be\s+there|do\s+it|"
    r"do\s+(?:the|this)\s+trip|make\s+the\s+trip)"
)
_THING = (
    r"(?:it|that|this|all|everything|things|us|the\s+(?:whole|entire)\s+thing|"
    rf"{_THE}{_NOUN}(?:\s+of\s+(?:the|our)\s+trip)?)"
)
_SHIFT = (
    r"(?:move|moving|shift|shifting|postpone|postponing|push|pushing|reschedule|rescheduling|delay|bring|"
    r"pull|switch|"
    r"change|changing|set|put|make|making|have|rebook|extend|extending|prolong|lengthen|shorten|"
    r"shortening|cut|reduce|"
    r"trim|stretch|start|begin|end|finish|plan)"
)
_PLACE_THEN = r"(?:(?:to|in|from|for|into|at)\s+(?P<place>[^§,;]{2,40}?)\s+)?"
_GOES_HOME = re.compile(rf"\b{_WE}\s*{_MAY}{_HOME}\s+{_FILL}{_PLACE_THEN}{_DAYS}", re.IGNORECASE)
_GOES = re.compile(rf"\b{_WE}\s*{_MAY}{_BEGIN}\s+{_FILL}{_PLACE_THEN}{_DAYS}", re.IGNORECASE)
_ORDER = (
    r"^\W*(?:(?:ok(?:ay)?|yes|no|well|hmm|so|and|also|actually|sorry|please|then|could|can|would|will|you|"
    r"we|let's|maybe|"
    r"perhaps|rather|now|better|it\s+would\s+be\s+(?:better|nicer|good)\s+to|it\s+is\s+better\s+to|"
    r"how\s+about|"
    r"what\s+about|i'd|i|like|want|prefer|need|have|to)\W+){0,8}"
)
_ORDERED = re.compile(
    rf"(?:{_ORDER}|\b{_WE}\s*{_MAY}){_SHIFT}\s+(?:{_FILL}(?P<thing>{_THING})\s+)?{_FILL}{_DAYS}",
    re.IGNORECASE,
)
_ORDERED_HOME = re.compile(rf"{_ORDER}(?:{_HOME})\s+{_FILL}{_DAYS}", re.IGNORECASE)
_ORDERED_GO = re.compile(rf"{_ORDER}(?:{_BEGIN})\s+{_FILL}{_PLACE_THEN}{_DAYS}", re.IGNORECASE)
_IS = (
    r"(?:\s*[:=]\s*|\s+(?:(?:is|are|will|would|should|shall|must|can|has|have|had|needs?|to|be|been|was|"
    r"were|got|"
    r"moved|changed|shifted|postponed|now|not|only|actually|rather|instead|just)\s+){1,8}|"
    r"\s+(?:(?:will|would|should|must|can|now|only)\s+){0,8}(?:starts?|begins?|ends?|finish(?:es)?|runs?|goes|"
    r"lasts?|takes?)\s+)"
)
_NAMED = re.compile(
    rf"(?:^\W*|\b(?:the|our|my|this|whole|new|entire|actual|of|now)\s+)(?P<noun>{_NOUN})"
    rf"(?:\s+(?:of|for)\s+(?:the|our|this)\s+(?:trip|holiday|journey))?{_IS}{_FILL}{_DAYS}",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:end\w*|finish\w*|return|last\s+day|back|home|until|till|til|extend\w*|prolong|lengthen|"
    r"shorten\w*|cut)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\b(?:start\w*|begin\w*|departure|arrival|first\s+day)\b", re.IGNORECASE)
_HAVE = (
    r"(?:have|having|got|get|stay|staying|want|need|take|taking|do|doing|spend|manage|afford|go|going|"
    r"travel|travell?ing|"
    r"be\s+(?:away|there|gone)|are\s+(?:away|there)|like|love|prefer|make|add|extend|lengthen|shorten|cut|"
    r"reduce|plan)"
)
_LONG = re.compile(
    rf"(?:\b{_WE}\s*{_MAY}|{_ORDER}){_HAVE}\s+(?:{_FILL}{_THING}\s+)?{_FILL}(?:for\s+|to\s+|by\s+|off\s+|"
    rf"with\s+){{0,8}}{_FILL}"
    rf"{_DAY}(?P<after>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_LONG_AFTER = re.compile(
    r"(?:\s|[.!?]|\b(?:in\s+total|in\s+all|altogether|now|instead|there|off|only|please|this\s+time|"
    r"holidays?|for\s+(?:the|"
    r"this|our)\s+(?:trip|holiday|vacation|whole\s+trip)|for\s+(?:it|everything|all)|of\s+(?:holiday|"
    r"leave|vacation)|"
    r"if\s+possible|then|though|rather|not\s+§|or\s+so|long|at\s+(?:most|least)|max|off\s+work|"
    r"than\s+§|if\s+we\s+can|away|together|to\s+§|and\s+§)\b|§){0,8}$",
    re.IGNORECASE,
)
_SUITS = re.compile(
    rf"{_DAYS}\s+(?:(?:is|are|would|will|be|works?|suits?|fits?|sounds?|seems?|also)\s+){{1,8}}(?:(?:much|"
    rf"a\s+lot|us|me|for|all|"
    r"really|even)\s+){0,8}(?:better|best|enough|plenty|fine|perfect|ideal|good|great|ok(?:ay)?|us|me)\b",
    re.IGNORECASE,
)
_RATHER = re.compile(
    rf"\b{_WE}\s*(?:(?:'d|would|will|can|could|only|much|to|have|go|want|like|love|do)\s+){{0,8}}"
    rf"(?:prefer|rather(?:\s+have)?|like|want|do)\s+{_FILL}{_DAYS}\s*(?:instead|rather|better|please)?\W*$",
    re.IGNORECASE,
)
_HARDLY_MORE = frozenset(
    """
    no not but sorry actually instead rather make made it that please let's let do ok okay yes from to
    until till on the for in of at then now better we are mean i it's is change changed date dates new
    trip move everything whole thing just only and or maybe perhaps how about all i'd say oops wait
    correction meant be should between a an travel travelling going go through total altogether um hmm
    well so thats that's our my than with day days can could would will 's 'd 'll 're year early late
    mid end beginning long max most least though also up
    """.split()
)
_PUT_RIGHT = re.compile(r"\b(?:make|made|trip|dates?|from|until|till|instead|rather)\b", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:chang\w+|mov(?:e|ed|ing)|shift\w*|postpon\w*|dates?|trip|plans?|holidays?|vacation|instead|rather|wrong|mistake|"
    r"correct\w*|sorry|make|leave|wait)\b",
    re.IGNORECASE,
)
_RELATIVE = r"\W*(?:(?:the\s+)?day\s+after\s+tomorrow|today|tonight|tomorrow|yesterday|now|\w+day)\W*"
_REPORTED = re.compile(
    r"\b(?:was|were|had|spent|took|stayed|got|booked|paid|went|did|has|have\s+(?:had|spent|booked|paid|"
    r"got))\b",
    re.IGNORECASE,
)
_WANTS_AWAY = re.compile(
    r"\b(?:want|like|have\s+to|has\s+to|need\s+to|must|rather|prefer|already|early|earlier|instead|let's)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"'?[^\W\d_]+(?:'[a-z]+)?")
_SHORTENED = re.compile(r"(?<=\w)'(?=(?:d|ll|re|m)\b)", re.IGNORECASE)
_HOUR = re.compile(
    r"\bat\s+(?:about\s+|around\s+)?(?:\d{1,2}(?!\d|\s*(?:st|nd|rd|th)\b)|noon|midnight)|"
    r"\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s*(?:am|pm|a\.m|p\.m|o'clock)\b|"
    r"\bby\s+\d{1,2}\b(?!\s*(?:st|nd|rd|th|§))",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"^[^\w§]*(?:and\s+|so\s+|but\s+|or\s+)?(?:do|does|did|are|is|am|when|where|what(?!\s+about)|which|"
    r"who|why|how(?!\s+about)|have|"
    r"has|was|were|if|whether|unless|remind|remember|call|book|ask|tell)\b(?!\s+(?:have|the\s+trip\s+from|"
    r"it)\b)",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|whether|unless|in\s+case|suppose|imagine|remind|remember|thought|book|buy|pay|order|reserve|"
    r"pick\s+up|"
    r"call|(?:once|when|before|after|as\s+soon\s+as|until|while|because)\s+(?:we|i|they|he|she|it|my|our|"
    r"you|people)|"
    r"need\s+to\s+(?!be|leave|go|come|return|start|fly|move|shift|get|postpone|change|finish|end|"
    r"travel))\b[^§]*$",
    re.IGNORECASE,
)


def known_days(reading: Reading) -> bool:
    """Whether the trip's days are known and were not asked for, so that not every date tells them."""
    dates = reading.facts.dates
    asked = {"dates", "dates.start", "dates.end", "dates.days"} & set(reading.asked)
    return dates.start is not None and dates.end is not None and not asked


def clause_around(reading: Reading, span: Span) -> Span:
    """The statement in which `span` stands, without another one that "and we …" joins to it."""
    statement = reading.statement_around(span)
    cuts = [match.end() for match in _CLAUSE.finditer(reading.view, statement.start, span.start)]
    after = _CLAUSE.search(reading.view, span.end, max(statement.end, span.end))
    return Span(cuts[-1] if cuts else statement.start, after.start() if after else statement.end)


def part_of_trip(
    reading: Reading, span: Span, others: Iterable[Span] = (), *, length: bool = False, inside: bool = False
) -> Part | None:
    """What the days at `span` are for the trip; None when they are something else's.

    `others`: where else days are said. `length`: they say how long. `inside`: it is a day of the known
    trip, which is its first or last only where that is said.
    """
    spans = list(others)
    clause = clause_around(reading, span)
    words = _masked(reading, clause, span, spans)
    at = words.find(_DAY)
    if _ASKING.match(words) or (not length and _HOUR.search(words)) or _SUPPOSED.search(words[:at]):
        return None
    if found := _by_verb(reading, words, inside):
        return found
    if length:
        match = _LONG.search(words)
        if match and _LONG_AFTER.match(match["after"]):
            return "end"
    if re.search(
        rf"{_DAY}\s+(?:(?:still|more)\s+){{0,8}}(?:to\s+go|left|gone|ago|until|till|before)\b(?!\s*{_DAY})",
        words,
        re.I,
    ):
        return None
    if set(_WORD.findall(words.lower())) <= _HARDLY_MORE and _stands_alone(
        reading, words, span, spans, inside
    ):
        return "any"
    if not inside and (_SUITS.search(words) or _RATHER.search(words)):
        return "any"
    return None


def _stands_alone(reading: Reading, words: str, span: Span, others: list[Span], inside: bool) -> bool:
    """Whether words that are hardly more than a day tell the trip's: "5 to 9 May". A day of the trip
    itself, or "until tomorrow" behind a good night, does so only where it is plainly put right."""
    relative = re.fullmatch(_RELATIVE, reading.view[span.start : span.end], re.IGNORECASE)
    sentence = reading.sentence_of(span.start)
    whole = _masked(reading, sentence, span, others)
    alone = set(_WORD.findall(whole.lower())) <= _HARDLY_MORE
    if not relative and not inside:
        return alone or bool(_CHANGES.search(whole))
    if relative:
        return alone and not inside and bool(_PUT_RIGHT.search(words))
    return alone and bool(_PUT_RIGHT.search(whole) or re.search(r"\bnot\b.*\bbut\b", whole, re.IGNORECASE))


def shifted_part(reading: Reading, span: Span) -> Part | None:
    """What "a day later" or "push the trip by a week" at `span` moves: all of the trip or its end; None for
    a meal, a visit or a stay."""
    said = reading.view[span.start : span.end]
    if pushed := re.match(
        r"(?:push|move|shift|postpone|delay|bring|pull)\w*\s+(?P<rest>.*)", said, re.I | re.S
    ):
        thing = re.sub(r"\s*\b(?:forwards?|up|back|out|by)\b.*$", "", " " + pushed["rest"], flags=re.I | re.S)
        whole = not thing.strip() or re.fullmatch(rf"\s*{_THING}", thing, re.IGNORECASE)
        return None if not whole else "end" if _ENDS.search(thing) else "move"
    return part_of_trip(reading, span)


def lengthens(reading: Reading, span: Span) -> bool:
    """Whether "one day longer", "another night" at `span` is said of the trip or of a city of it."""
    clause = clause_around(reading, span)
    words = _masked(reading, clause, span, ())
    if _ASKING.match(words) or _SUPPOSED.search(words[: words.find(_DAY)]):
        return False
    named = "|".join(re.escape(place.name) for place in reading.facts.destinations)
    in_a_city = re.search(rf"{_DAY}\s+(?:in|at|for)\s+(?:{named})\b", words, re.IGNORECASE) if named else None
    if in_a_city:
        return not _REPORTED.search(words)
    return part_of_trip(reading, span, length=True) is not None


def _by_verb(reading: Reading, words: str, inside: bool) -> Part | None:
    for pattern, part in (
        (_GOES_HOME, "end"),
        (_ORDERED_HOME, "end"),
        (_ORDERED, "move"),
        (_GOES, "start"),
        (_ORDERED_GO, "start"),
        (_NAMED, "move"),
    ):
        match = pattern.search(words)
        if match is None:
            continue
        groups = match.groupdict()
        if groups.get("place") and not _is_whole_way(reading, groups["place"], home=part == "end"):
            continue
        if part == "start" and _goes_on(reading, words[match.end() :]):
            continue
        if part == "start" and re.search(
            rf"\b(?:until|till|til|through)\s+(?:the\s+)?{_DAY}$", match.group(), re.I
        ):
            return "end"
        if part == "start" and reading.started:
            leaves = len(reading.facts.destinations) < 2 or _WANTS_AWAY.search(words)
            return "end" if leaves else None  # on the way it is the way home, or from one city to the next
        if part == "move":
            thing = (groups.get("thing") or "").lower()
            verb = match.group().lower()
            if inside and thing in ("it", "that", "this") and "make" not in verb:
                return None  # "move it to Friday": a visit or a meal
            return "end" if _ENDS.search(verb) else "start" if _BEGINS.search(verb) else "move"
        return part
    return None


def _is_whole_way(reading: Reading, place: str, *, home: bool) -> bool:
    """Whether the way to or from a place is the trip's own: "we fly to Lisbon on …", not "… to Porto"."""
    facts = reading.facts
    first = [facts.destinations[0].name] if facts.destinations else []
    last = [facts.destinations[-1].name] if facts.destinations else []
    own = [*(last if home else first), *([facts.origin.name] if facts.origin else [])]
    said = place.lower().strip()
    return any(said == name.lower() for name in own) or said in ("home", "there", "the trip", "our trip")


def _goes_on(reading: Reading, rest: str) -> bool:
    """ "We leave on Sunday for Fes", "we start on Monday with the zoo": no beginning of the trip."""
    match = re.match(
        r"\s*(?:for|to|with|from|by|at|in|into)\s+(?P<what>[^,;.!?§]{2,40})", rest, re.IGNORECASE
    )
    return bool(match) and not _is_whole_way(
        reading, re.sub(r"\W*\b(?:instead|please|now)\b.*$", "", match["what"]), home=False
    )


def _masked(reading: Reading, clause: Span, span: Span, others: Iterable[Span]) -> str:
    """The clause with each day as one sign."""
    inside = {
        (one.start, one.end) for one in [span, *others] if one.end > clause.start and one.start < clause.end
    }
    pieces, position = [], clause.start
    for start, end in sorted(inside):
        if start < position:
            continue
        pieces += [reading.view[position:start], _DAY]
        position = end
    pieces.append(reading.view[position : clause.end])
    return parted(" ".join("".join(pieces).split()))


def parted(words: str) -> str:
    """ "We 'd" for "we'd", as the patterns here read it."""
    return _SHORTENED.sub(" '", words)

"""What has to be in the plan: sights, things to do, day trips. "must see the Freedom Trail", "thermal baths a
must", "with a day trip to Nara"."""

from __future__ import annotations

from collections.abc import Iterator

from trips.catalogue.gazetteer import City
from trips.catalogue.names import key
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.facts.atlas import BARE
from trips.reading.facts.message import Found, Message, once
from trips.reading.facts.names import Name, all_names

_NOTHING, _SIGHT, _COMMON, _ORDINARY = (
    lexicon.words("places", name) for name in ("nothing", "sight", "common", "ordinary")
)
#: Part two names, where they are no part of one.
_PARTS = frozenset(", and plus + /".split())
#: Begin what is no part of a name any more.
_ENDS = frozenset(
    "while if when as too because since but so which who where with for during on please once before after "
    "again then we i he she they it is are was be has have can do not no every each at least from this there "
    "to by would will should must want my our your than until per or instead rather".split()
)
_ARTICLES = frozenset("the a an some any that this".split())
_BEFORE_NAMES = _ARTICLES | frozenset(", and plus \" ' : + - also".split())
_THERE = frozenset("out from there to in at into around the".split())
_WAYS = frozenset("by with at on".split())
_SUBJECTS = frozenset(
    "history art arts science technology design culture industry craft archaeology nature music film "
    "natural modern contemporary sons co gardens garden spa resort aquarium zoo".split()
)
_SEES = frozenset("see seeing watch attend experience catch hike climb ride".split())
_SEEING = _SEES | {"visit", "visiting", "including", "include", "do", "explore", "add", "in"}
_WISHES = frozenset("want wanna love like hope hoping keen dream dreaming excited".split())
_OF_PEOPLE = frozenset("my our your his her their friends family kids children people parents".split())
#: One message names so many at most; longer names are sentences.
_MOST, _LONGEST = 40, 12
_NOT_LED = frozenset("lives home origin roots gone seen theirs back person".split())


def cities_of(message: Message, beside: Span | None = None) -> list[City]:
    """Cities of the trip: those known and those named, outside of a stretch; where it starts is none."""
    numbers = [place.city_id for place in message.facts.destinations]
    for name in all_names(message):
        inside = beside and beside.i <= name.i < beside.j
        led = {one.value for one in message.chart.of("lead") if name.i - 1 <= one.j <= name.i}
        if name.place and name.prominence >= BARE and not inside and not led & _NOT_LED:
            numbers.append(name.place.city_id)
    return [city for number in numbers if number and (city := message.atlas.gazetteer.city(number))]


def _span(i: int, j: int) -> Span:
    return Span("", i, j, None)


def read_musts(message: Message) -> list[Found]:
    found: list[Found] = []
    for read in (_day_trips, _named_first, _led, _in_lists, _to_do):
        found += [
            one for one in read(message) if not any(one.i < other.j and one.j > other.i for other in found)
        ]
    return list(once(found))[:_MOST]


# --- day trips ------------------------------------------------------------------------------------


def _day_trips(message: Message) -> Iterator[Found]:
    """Something to do where the trip goes elsewhere; else the day trip is the trip."""
    for cue in message.cover("day_trip"):
        before = message.chart.of("number")
        days = any(one.j == cue.i and one.value != 1 for one in before) and not message.norms(
            cue.j - 1, cue.j
        )[0].endswith("s")
        names = list(_after(message, cue)) or list(_before(message, cue))
        if not names or days or message.clause(cue.i).denies(cue):
            continue
        stretch = _span(min(cue.i, names[0].i), max(cue.j, names[-1].j))
        ours = {key(name.said) for name in names}
        if not any(key(city.name) not in ours for city in cities_of(message, stretch)):
            continue
        kind = "half-day trip" if "half" in message.norms(cue.i, cue.j) else "day trip"
        for name in names:
            known = next(
                (one.name for one in message.facts.destinations if key(one.name) == key(name.said)), ""
            )
            if known and len(message.facts.destinations) > 1:
                yield Found("destinations", known, stretch.i, stretch.j, "remove")
            yield Found("must_do", f"{kind} to {name.said}", stretch.i, stretch.j, "add")


def _after(message: Message, cue: Span) -> Iterator[Name]:
    """The list of names behind "day trip to"."""
    at = cue.j
    while message.word(at) in _THERE:
        at += 1
    if at == cue.j:
        return
    for name in all_names(message):
        between = set(message.norms(at, name.i))
        if name.i >= at and name.i - at <= 3 and between <= {",", "and", "or", "the", "to", "one"}:
            yield name
            at = name.j


def _before(message: Message, cue: Span) -> Iterator[Name]:
    """ "Nara as a day trip"."""
    for name in all_names(message):
        if 0 < cue.i - name.j <= 2 and set(message.norms(name.j, cue.i)) <= {"as", "on", "for", "a", "one"}:
            yield name


# --- what is a must -------------------------------------------------------------------------------


def _led(message: Message) -> Iterator[Found]:
    """ "Must see the Louvre and the Marais", "we want to see the northern lights"."""
    for cue in message.cover("named_must"):
        clause = message.clause(cue.i)
        refused = any(end <= cue.i <= end + 4 and at >= clause.i for at, end in clause.cues.get("denies", ()))
        if refused or clause.has("others.theirs", "others.said", "others.kin_says", "supposed.if"):
            continue
        taken = named = False
        stretch = _span(cue.j, _end(message, cue.j))
        for i, j in _entries(message, cue.j, stretch):
            path = _path(message, cue, i, j, stretch)
            if path and taken and named and not _is_named(message, i, j):
                break  # "the Freedom Trail, vegan": what is no name is another matter
            if path is None:
                if cue.value == "wants":
                    break
                continue
            taken, named = True, named or _is_named(message, i, j)
            yield Found(path, message.tokens.quote(i, j), i, j, "add", shared=path == "must_do" and not named)


def _end(message: Message, at: int) -> int:
    """Where the sentence ends."""
    while at < len(message.tokens) and message.tokens[at].norm not in (".", "!", "?", ";"):
        at += 1
    return at


def _entries(message: Message, at: int, stretch: Span) -> Iterator[tuple[int, int]]:
    """Each of several names, without its article: "the Louvre, the Marais and Sainte-Chapelle"."""
    tokens = message.tokens
    while at < stretch.j:
        while at < stretch.j and tokens[at].norm in _BEFORE_NAMES:
            at += 1
        end = at
        while end < stretch.j and not _stops(message, at, end, stretch):
            end += 1
        if end == at or end - at > _LONGEST:
            return
        yield at, end
        if end < stretch.j and tokens[end].norm in _WAYS:  # "Milford Sound by kayak, Mount Cook"
            end = next((k for k in range(end, min(end + 4, stretch.j)) if tokens[k].norm == ","), end)
        if end >= stretch.j or tokens[end].norm not in _PARTS:
            return
        at = end + 1


def _stops(message: Message, first: int, at: int, stretch: Span) -> bool:
    tokens, norm = message.tokens, message.tokens[at].norm
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if at in message.closed or norm in ("[", "]", ":", '"') or (norm in _SEES and at > first):
        return True
    if norm == "in":
        return bool(following) and (following.capital or message.norms(at + 1, at + 2) == ["the"])
    if norm == "-":
        return not (following and following.capital)
    if norm in _ENDS and not (tokens[at].capital and at > first):
        return True
    if norm == "from":
        return True
    if norm in _PARTS and at > first:
        return not _goes_on(message, first, at, stretch)
    return False


def _goes_on(message: Message, first: int, at: int, stretch: Span) -> bool:
    """Whether "and" stands inside of a name: "Museum of Arts and Crafts", "Lagoon & Tidepool"."""
    tokens = message.tokens
    if tokens[at].norm != "and" or at + 1 >= stretch.j:
        return False
    if tokens[at].text == "&" and tokens[at + 1].capital:
        return True
    end = at + 1
    while end < stretch.j and end - at < 6 and tokens[end].norm not in _PARTS | _ENDS:
        end += 1
    if tokens[at + 1].norm in _SUBJECTS and tokens[at - 1].norm in _SUBJECTS:
        return True
    return message.atlas.is_sight(tokens.quote(first, end), ())


def _path(message: Message, cue: Span, i: int, j: int, stretch: Span) -> str | None:
    """Which fact an entry makes; None for what others read: cities, interests, dishes."""
    tokens, plain = message.tokens, message.tokens.quote(i, j)
    if len(plain) < 3 or tokens[i].norm in _NOTHING or not plain[0].isalpha():
        return None
    if message.norms(i - 1, i) == ["any"]:
        return None
    cities, strong = cities_of(message, stretch), cue.value == "strong"
    the = message.norms(i - 1, i) == ["the"] and not message.atlas.is_area(plain)
    if message.atlas.is_sight(plain, cities) or message.atlas.is_within(plain, cities):
        return "must_do"
    if _town(message, i, j) and not the:
        return "must_do" if message.atlas.is_beside(plain, cities, strong) else None
    named, said = _is_named(message, i, j), set(message.norms(cue.i - 1, cue.j))
    phrase = 1 < j - i <= 4 and not _OF_PEOPLE & set(message.norms(i, j))
    phrase = phrase and (strong or not _is_ordinary(message, i, j))
    taste = not named and (_is_taste(message, i, j) or _is_read(message, i, j))
    if taste and not (phrase and (cue.value != "wants" or (said & _SEES and said & _WISHES))):
        return None
    ending = tokens[j - 1].norm in _SIGHT
    if cue.value == "wants":
        if named:
            town = any(name.i == i and name.prominence >= BARE for name in all_names(message))
            if not (said & _SEEING or tokens[i].capital) or (town and not (ending or the)):
                return None
            return "must_do" if the or ending or (cities and not message.atlas.is_area(plain)) else None
        wished = said & _SEES and said & _WISHES and j - i <= 4 and not _is_ordinary(message, i, j)
        return "must_do" if wished else None
    if named or ending or strong:
        return "must_do"
    return "wishes"


def _town(message: Message, i: int, j: int) -> bool:
    plain = message.tokens.quote(i, j)
    return message.atlas.is_city(plain) or any(
        name.i == i and name.j == j and name.prominence >= 6.5 for name in all_names(message)
    )


def _is_read(message: Message, i: int, j: int) -> bool:
    """Whether others read some of the words: a taste, a need, people."""
    spans = message.chart.of(
        "interest", "dish", "wish_for", "pace", "kin", "access", "burden", "feature", "sleeps_at"
    )
    return any(span.i < j and span.j > i for span in spans)


def _is_ordinary(message: Message, i: int, j: int) -> bool:
    """ "The opera house" says what kind of sight it is, not which."""
    return set(message.norms(i, j)) <= _ORDINARY


def _is_taste(message: Message, i: int, j: int) -> bool:
    return any(span.i == i and span.j == j for span in message.chart.of("interest", "dish"))


def _is_named(message: Message, i: int, j: int) -> bool:
    return any(token.capital and token.norm != "i" for token in message.tokens.all[i:j])


def _named_first(message: Message) -> Iterator[Found]:
    """ "The Louvre is a must", "Ferrari World and desert safari must"."""
    for cue in message.cover("is_must"):
        after = message.norms(cue.j, cue.j + 1)
        ends = not after or after[0] in (",", ".", "!", "?", ";", "and", "but", "for", "]", "please")
        first = cue.i
        while first and not _bounds(message, first - 1):
            first -= 1
        if not ends or first == cue.i or message.clause(cue.i).denies(_span(first, cue.i)):
            continue
        for i, j in _entries(message, first, _span(first, cue.i)):
            plain = message.tokens.quote(i, j)
            sight = _is_taste(message, i, j) or message.atlas.is_sight(plain, cities_of(message))
            if _town(message, i, j) or plain.lower() in _COMMON or message.tokens[i].norm in _NOTHING:
                continue
            names = sum(one.capital and one.norm not in _COMMON for one in message.tokens.all[i:j])
            if cue.value == "sure" and not (sight or (names and j - i < 5)):
                continue
            if cue.value == "wished" and not (
                1 < j - i < 5 and all(one.capital for one in message.tokens.all[i:j])
            ):
                continue
            yield Found("must_do", plain, i, j if j < cue.i else cue.j, "add")


def _bounds(message: Message, at: int) -> bool:
    """Whether what is before does not belong to the names that are a must."""
    norm = message.tokens[at].norm
    named = message.tokens[at].capital and at and not message.clause(at).i == at
    if norm == ",":
        return not (at and message.tokens[at - 1].capital and message.tokens[at + 1].capital)
    return (
        at in message.closed or norm in (".", "!", "?", ";", ":", "[", "]") or (norm in _ENDS and not named)
    )


def _in_lists(message: Message) -> Iterator[Found]:
    """Names of sights and districts of the trip's cities that stand alone or in a list, in small letters too.
    Beside two of them the others of a list are meant as well."""
    tokens, cities, at = message.tokens, cities_of(message), 0
    while at < len(tokens):
        row: list[tuple[int, int]] = []
        while at < len(tokens) and tokens[at].norm not in _STOPS:
            end = at
            while end < len(tokens) and tokens[end].norm not in _STOPS | _PARTS:
                end += 1
            row.append((at, end))
            at = end + (end < len(tokens) and tokens[end].norm in _PARTS)
        at += 1
        yield from _of_a_row(message, row, cities)


def _of_a_row(message: Message, row: list[tuple[int, int]], cities: list[City]) -> Iterator[Found]:
    led = [one for one in message.chart.of("lead") if one.value in ("seen", "gone")]
    if any(one.value == "seen" and row[0][0] <= one.i < row[-1][1] for one in led if row):
        return
    entries = [_entry(message, i, j) for i, j in row if not any(i <= one.i < j for one in led)]
    sights = [one for one in entries if one and _stands_alone(message, *one, cities)]
    for i, j in entries if len(sights) > 1 and cities else sights:
        if (i, j) in sights or (1 < j - i <= 3 and _is_thing(message, i, j)):
            yield Found("must_do", message.tokens.quote(i, j), i, j, "add", shared=(i, j) not in sights)


def _entry(message: Message, i: int, j: int) -> tuple[int, int]:
    while i < j and message.tokens[i].norm in _ARTICLES | {"see", "visit", "-", "also", "maybe"}:
        i += 1
    while j > i and message.tokens[j - 1].norm in ("please", "too", "obviously"):
        j -= 1
    return i, j


def _is_thing(message: Message, i: int, j: int) -> bool:
    plain, norms = message.tokens.quote(i, j), set(message.norms(i, j))
    read = any(
        span.i < j and span.j > i for span in message.chart.of("kin", "number", "access", "pace", "month")
    )
    return not (
        read or _town(message, i, j) or norms & _ENDS or norms & _NOTHING or plain.lower() in _COMMON
    ) and (plain.replace(" ", "").isalpha())


def _stands_alone(message: Message, i: int, j: int, cities: list[City]) -> bool:
    if not 0 < j - i < 7 or not message.open(_span(i, j)):
        return False
    plain, clause = message.tokens.quote(i, j), message.clause(i)
    refused = any(i - 3 <= end <= i for _, end in clause.cues.get("denies", ())) or clause.has("denies_after")
    if refused or clause.asked or clause.has("over", "others", "supposed.if") or _town(message, i, j):
        return False
    if _is_taste(message, i, j) or not (cities or _is_named(message, i, j)):
        return False
    named = (
        message.tokens[j - 1].norm in _SIGHT
        and j - i > 1
        and all(token.capital for token in message.tokens.all[i:j])
    )
    return (
        (bool(cities) and named)
        or message.atlas.is_sight(plain, cities)
        or message.atlas.is_within(plain, cities)
    )


def _to_do(message: Message) -> Iterator[Found]:
    """What people travel for by its own words: "cherry blossom", "a fado show", "Danube river cruise"."""
    for span in message.cover("to_do"):
        clause, i = message.clause(span.i), span.i
        told = not clause.asked and not clause.has("over", "others.theirs", "others.said", "supposed.if")
        if not told or clause.denies(span) or not message.open(span):
            continue
        while i > clause.i and message.tokens[i - 1].capital and message.tokens[i - 1].norm not in _COMMON:
            i -= 1
        yield Found("must_do", message.tokens.quote(i, span.j), i, span.j, "add", shared=True)


#: End a list.
_STOPS = frozenset(". ! ? ; : [ ]".split())

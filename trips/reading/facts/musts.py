"""What has to be in the plan: sights, things to do, day trips. "must see the Freedom Trail", "thermal baths a
must", "with a day trip to Nara"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trips.catalogue.gazetteer import City
from trips.catalogue.names import key, sight_key
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.atlas import BARE, Sights
from trips.reading.facts.message import Found, Message, once
from trips.reading.facts.names import Name, all_names, in_place_of_a_place
from trips.reading.facts.phrases import rows
from trips.reading.numbers import position_behind

_NOTHING, _SIGHT, _COMMON, _ORDINARY = (
    lexicon.words("places", name) for name in ("nothing", "sight", "common", "ordinary")
)
#: Part two names, where they are no part of one.
_PARTS = frozenset(", and plus + / esp especially".split())
#: Begin what is no part of a name any more.
_ENDS = frozenset(
    "while if when as too because since but so which who where with for during on please once before after "
    "again then we i he she they it is are was be has have can do not no every each at least from this there "
    "to by would will should must want my our your than until per or instead rather".split()
)
_ARTICLES = frozenset("the a an some any that this".split())
_BEFORE_NAMES = _ARTICLES | frozenset(", and plus \" ' : + - also".split())
_THERE = frozenset("out from there to in at into around the".split())
_WHERE = frozenset("on by above below inside under over beside".split())
_SEES = frozenset("see seeing watch attend experience catch hike climb ride".split())
_SEEING = _SEES | {"visit", "visiting", "including", "include", "do", "explore", "add", "in"}
_WISHES = frozenset("want wanna love like hope hoping keen dream dreaming excited".split())
_OF_PEOPLE = frozenset("my our your his her their friends family kids children people parents".split())
#: One message names so many at most; longer names are sentences.
_MOST, _LONGEST, _LONGEST_NAME = 40, 12, 7
#: Words as long as this are names in small letters too.
_RARE = 8
#: Before what says where something is, or which way one goes.
_BESIDE = frozenset("near at along by around off".split())
_OF_A_NAME = frozenset(
    "museum gallery palace castle cathedral tower temple gorge mine abbey cave falls".split()
)
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
    for read in (_day_trips, _marked, _led, _mentioned, _to_do):
        found += [
            one for one in read(message) if not any(one.i < other.j and one.j > other.i for other in found)
        ]
    placed = (replace(one, j=max(one.j, _placed(message, one.j))) for one in found)
    return list(once(placed))[:_MOST]


def _placed(message: Message, j: int) -> int:
    """Where the position ends that stands behind a name; 0 where none does."""
    start = message.tokens[j - 1].end
    said = position_behind(message.tokens.text[start : start + 60])
    return j + sum(start < one.end <= start + said[2] for one in message.tokens.all[j:]) if said else 0


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
            yield Found("must_do", f"{kind} to {name.said}", stretch.i, stretch.j, "add")


def _after(message: Message, cue: Span) -> Iterator[Name]:
    """The list of names behind "day trip to"."""
    at = cue.j
    while message.word(at) in _THERE:
        at += 1
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
    answer = [Span("named_must", 0, 0, "")] if "must_do" in message.asked and len(message.tokens) else []
    for cue in (*answer, *message.cover("named_must")):
        clause = message.clause(cue.i)
        refused = any(end <= cue.i <= end + 4 and at >= clause.i for at, end in clause.cues.get("denies", ()))
        refused = refused or any(at < cue.i for at, _ in clause.cues.get("supposed.if", ()))
        if refused or clause.has("others.theirs", "others.said", "others.kin_says"):
            continue
        taken = named = False
        size = len(message.tokens)
        stretch = _span(cue.j, next((at for at in range(cue.j, size) if message.word(at) in ".!?;"), size))
        for i, j in _entries(message, cue.j, stretch):
            placed = _placed(message, j)
            if placed or _is_the_one(message, cue, i, j):
                plain, taken = message.tokens.quote(i, j), True
                known = not placed and message.atlas.best_known(plain, cities_of(message, stretch))
                yield Found("must_do", known or plain, i, j, "add")
                continue
            path = cue.value and _path(message, cue, i, j, stretch)
            if path and taken and named and not _is_named(message, i, j):
                break  # "the Freedom Trail, vegan": what is no name is another matter
            if not path:
                if cue.value == "wants":
                    break
                continue
            taken, named = True, named or _is_named(message, i, j)
            yield Found(path, message.tokens.quote(i, j), i, j, "add", shared=path == "must_do" and not named)


def _is_the_one(message: Message, cue: Span, i: int, j: int) -> bool:
    """ "The castle", "the opera house" behind words that name what to see; "the museums" are a taste."""
    kind, clause = message.norms(i, j), message.clause(cue.i)
    if message.word(i - 1) != "the" or kind[-1] not in _SIGHT or kind[-1].endswith("s") or clause.asked:
        return False
    seen = cue.value != "wants" or (_SEES | {"visit", "visiting"}) & set(message.norms(cue.i, cue.j))
    return bool(seen) and _is_ordinary(message, i, j)


def _entries(message: Message, at: int, stretch: Span) -> Iterator[tuple[int, int]]:
    """Each of several names, without its article: "the Louvre, the Marais and Sainte-Chapelle"."""
    tokens = message.tokens
    while at < stretch.j:
        while at < stretch.j and tokens[at].norm in _BEFORE_NAMES:
            at += 1
        end = at
        while end < stretch.j and not _stops(message, at, end, stretch):
            end += 1 + (end > at and _goes_on_at(message, end))
        if end == at or end - at > _LONGEST:
            return
        yield at, end
        end = max(end, _placed(message, end))
        if end >= stretch.j or tokens[end].norm not in _PARTS:
            return
        at = end + 1


def _stops(message: Message, first: int, at: int, stretch: Span) -> bool:
    tokens, norm = message.tokens, message.tokens[at].norm
    if at > first and _goes_on_at(message, at):
        return False
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if at in message.closed or norm in ("[", "]", ":", '"') or (norm in _SEES and at > first):
        return True
    if norm == "in":
        return bool(following) and (following.capital or message.norms(at + 1, at + 2) == ["the"])
    if norm in _ENDS and not (tokens[at].capital and at > first):
        return True
    if norm in _PARTS and at > first:
        return not _goes_on(message, first, at, stretch)
    return False


def _goes_on_at(message: Message, at: int) -> bool:
    """ "The castle on the cliff at Bled", "a boat on a lake": where a thing is belongs to its name."""
    dated = any(message.chart.at(kind, at + 2) for kind in ("day_number", "nth", "weekday", "number"))
    return message.word(at) in _WHERE and message.word(at + 1) in _ARTICLES and not dated


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
    return message.atlas.is_sight(tokens.quote(first, end), ())


def _path(message: Message, cue: Span, i: int, j: int, stretch: Span) -> str | None:
    """Which fact an entry makes; None for what others read: cities, interests, dishes."""
    tokens, plain = message.tokens, message.tokens.quote(i, j)
    if len(plain) < 3 or tokens[i].norm in _NOTHING or not plain[0].isalpha() or message.word(i - 1) == "any":
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


def _marked(message: Message) -> Iterator[Found]:
    """ "The Louvre is a must", "Ferrari World and desert safari for sure"."""
    for one in (one for row in rows(message) for one in row if one.mark not in ("", "love", "fine")):
        first = max((at + 1 for at in range(one.i, one.j) if message.word(at) in _ENDS), default=one.i)
        i = next((at for at in range(first, one.j) if message.word(at) not in _ARTICLES | _SEEING), one.j)
        size = one.j - i
        clause, thing = message.clause(one.i), _span(i, one.j)
        told = not (
            clause.has("others.said", "others.theirs") or clause.denies(thing) or clause.supposes(thing)
        )
        fitted = message.chart.at("feature", i)  # "pools essential" is a wish for the stay
        if size < 1 or not told or fitted or _town(message, i, one.j):
            continue
        plain, capitals = message.tokens.quote(i, one.j), any(_names(message, i, one.j))
        if plain.lower() in _COMMON or message.tokens[i].norm in _NOTHING:
            continue
        known = _is_taste(message, i, one.j) or message.atlas.is_sight(plain, cities_of(message))
        sure = one.mark == "must" or (one.mark == "sure" and (known or (capitals and size < 5)))
        if sure or (1 < size < 7 and message.tokens[i].capital and message.tokens[one.j - 1].capital):
            yield Found("must_do", plain, i, one.j, "add")


def _names(message: Message, i: int, j: int) -> Iterator[bool]:
    return (one.capital and one.norm not in _COMMON for one in message.tokens.all[i:j])


def _mentioned(message: Message) -> Iterator[Found]:
    """Sights and districts of the trip's cities, wherever they stand, in small letters too, and names of
    several words that nothing else is known by: "Kennedy Space Center"."""
    towns = [name for name in all_names(message) if name.place]
    known = list(_stretches(message, message.atlas.sights(_around(message))))
    unknown = [one for one in _unknown(message) if not any(one[0] < j and i < one[1] for i, j in known)]
    for i, j in (*known, *unknown):
        clause, thing = message.clause(i), _span(i, j)
        led = _is_seen(message, clause, i, j)
        told = not (clause.asked or clause.has("denies_after", "over", "others") or clause.supposes(thing))
        beside = _BESIDE & set(message.norms(max(i - 2, clause.i), i))
        either = "or" in (message.word(i - 1), message.word(j))
        town = any(name.i <= i and j <= name.j and _may_be_the_aim(message, name, towns) for name in towns)
        skipped = led or any(cue.i == j and cue.value == "gone" for cue in message.chart.of("behind"))
        refused = any(i - 3 <= end <= i for _, end in clause.cues.get("denies", ()))
        refused = refused or (message.word(i - 1) != "," and clause.denies(thing))
        if skipped or not told or beside or either or town or refused:
            continue
        if message.open(thing) and not _is_taste(message, i, j):
            holds = any(i <= name.i and name.j <= j for name in towns)
            yield Found("must_do", message.tokens.quote(i, j), i, j, "add", shared=holds)


def _is_seen(message: Message, clause: Clause, i: int, j: int) -> bool:
    cues = (cue for cue in message.chart.of("lead") if clause.i <= cue.i < j)
    return any(cue.value == "seen" or (cue.value == "gone" and cue.j >= i - 1) for cue in cues)


def _may_be_the_aim(message: Message, name: Name, towns: list[Name]) -> bool:
    """Whether a town may be where the trip goes, not what one sees from there: "Krakow. Wieliczka too"."""
    listed = any(0 <= name.i - other.j <= 2 for other in towns) or message.word(name.j).isdigit()
    return listed or name.prominence >= BARE or in_place_of_a_place(message, name.i)


def _unknown(message: Message) -> Iterator[tuple[int, int]]:
    """Where no word leads to a place: "Legoland Billund" (no town ends the name), "ABBA museum"."""
    for name in all_names(message):
        if in_place_of_a_place(message, name.i):
            continue
        several = name.place is None and name.j - name.i > 1
        if message.word(name.j) in _OF_A_NAME and name.prominence < BARE:
            yield name.i, name.j + 1
        elif several and not message.atlas.is_city(message.tokens[name.j - 1].text):
            yield name.i, name.j


def _around(message: Message) -> list[City]:
    """Cities of the trip; of a country without them those that have rows."""
    cities, gazetteer = cities_of(message), message.atlas.gazetteer
    countries = () if cities else _countries(message)
    return cities or [city for city in gazetteer.cities_with_rows() if city.country in countries]


def _countries(message: Message) -> list[str | None]:
    return [name.place.country for name in all_names(message) if name.place and name.place.kind == "country"]


def _stretches(message: Message, sights: Sights) -> Iterator[tuple[int, int]]:
    """Tokens i to j that name a sight, by the whole name or a word that no other has, none twice."""
    at, small = 0, message.tokens.text.islower()
    while at < len(message.tokens):
        end = _named_to(message, at, sights, small)
        if end:
            yield at, end
        at = end or at + 1


def _named_to(message: Message, at: int, sights: Sights, small: bool) -> int:
    """Where the name of a sight ends that begins there; 0 = none does."""
    tokens = message.tokens
    if not tokens[at].text[:1].isalnum() or tokens[at].norm in _ARTICLES:
        return 0
    for end in range(min(at + _LONGEST_NAME, len(tokens)), at, -1):
        if tokens[end - 1].text[-1:].isalnum() and sight_key(tokens.quote(at, end)) in sights.names:
            return end
    owner, end = sights.parts.get(key(tokens[at].text)), at + 1
    while owner and end < len(tokens) and sights.parts.get(key(tokens[end].text)) == owner:
        end += 1
    return end if owner and (small or tokens[at].capital or len(tokens[at].text) >= _RARE) else 0


def _to_do(message: Message) -> Iterator[Found]:
    """What people travel for by its own words: "cherry blossom", "a fado show", "Danube river cruise"."""
    for span in message.cover("to_do"):
        clause, i = message.clause(span.i), span.i
        if _is_seen(message, clause, i, span.j):
            continue
        told = not clause.asked and not clause.has("over", "others.theirs", "others.said", "supposed.if")
        site = span.value == "site"
        alone = site and not (cities_of(message, span) or _countries(message))
        denied = clause.denies(span) and not (site and message.word(i - 1) == ",")
        if not told or denied or not message.open(span) or alone:
            continue
        while not site and i > clause.i and any(_names(message, i - 1, i)):
            i -= 1
        yield Found("must_do", message.tokens.quote(i, span.j), i, span.j, "add", shared=not site)

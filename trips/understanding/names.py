"""Names of places in a message: where they stand and what the gazetteer knows of them."""

from __future__ import annotations

import re
from itertools import islice

from trips.catalogue.gazetteer import City
from trips.catalogue.names import key
from trips.facts.places import country_named, resolve_place
from trips.understanding.common_words import ALSO_CITIES, COMMON_WORDS
from trips.understanding.reading import Reading, Span
from trips.understanding.tokens import CITY_LETTERS, Name, Token, exact, glued, tokens_of

#: Small words inside names: "Frankfurt am Main", "Palma de Mallorca", "Orio al Serio".
_INSIDE = frozenset(
    "am an de la le les los las al el ul del della di da do dos das du der den of the upon on sur sous ob "
    "es ez op aan na nad bei".split()
)
_SIGHT = frozenset(
    "museum temple shrine tower palace castle cathedral church bridge park garden gardens market square "
    "trail zoo aquarium stadium library theatre theater opera hall house statue university station "
    "airport bay".split()
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,10}")
#: Bare names count from this prominence on, names after "to" and "from" always.
BARE_PROMINENCE = 7.4
#: In small letters and without a preposition only places that everybody knows count.
WELL_KNOWN = 8.5
_LONGEST = 6
#: Nobody names more places in one message; what comes after is not looked up.
MOST_NAMES = 60
#: Stretches without spaces that are looked up, of ten letters at most: each costs a dozen look-ups.
MOST_STRETCHES = 80


def names_in(reading: Reading, near: City | None) -> list[Name]:
    """All candidate names of the message, left to right, not overlapping."""
    tokens = tokens_of(reading)
    found: list[Name] = []
    index = 0
    while index < len(tokens) and len(found) < MOST_NAMES:
        listed = bool(found) and found[-1].known and _beside(reading, found[-1], tokens[index])
        length, names = _names_at(reading, tokens, index, near, listed)
        found += names
        index += max(1, length)
    unknown: set[str] = set()
    for match in islice(_CJK.finditer(reading.open), MOST_STRETCHES):
        if len(found) < MOST_NAMES:
            found += _native(reading, match, unknown)
    found.sort(key=lambda name: name.span.start)
    return found


def _beside(reading: Reading, place: Name, token: Token) -> bool:
    """Whether a word is listed with the place before it: "lisbon + porto"."""
    return bool(_LISTED.fullmatch(reading.open[place.span.end : token.start]))


def _names_at(
    reading: Reading, tokens: list[Token], index: int, near: City | None, listed: bool
) -> tuple[int, list[Name]]:
    """How many tokens are used up at `index`, and the names in them. `listed`: a place is before it."""
    first = tokens[index]
    if _CJK.fullmatch(first.text):
        return 1, []
    if not first.capital:
        return _small_name(reading, tokens, index, near, listed)
    if _everyday(first):
        # "The Hague", "New York", "Las Vegas", "La Paz"
        length = next((n for n in range(4, 1, -1) if _looks_whole(reading, tokens, index, n)), 0)
        if not length:
            return 1, []
        return length, [_name(reading, tokens, index, length, near)]
    length = _run(reading, tokens, index)
    for size in _sizes(reading, tokens, index, length):
        if size == 1 and _everyday(first):
            break
        name = _name(reading, tokens, index, size, near)
        if name.known:
            if any(tokens[index + further].word in _SIGHT for further in range(size, length)):
                return length, [_unknown(reading, tokens, index, length)]
            qualified = _qualified(reading, tokens, index, size, name, near)
            return qualified or (size, [name])
    return length, [_unknown(reading, tokens, index, length)]


def _sizes(reading: Reading, tokens: list[Token], index: int, run: int) -> list[int]:
    """How many tokens a name that starts here may have, the most first. Beyond the run of capitals
    a name may go on with everyday words ("Cape Town", "Dar es Salaam") when all of it is known."""
    sizes = list(range(run, 0, -1))
    for size in range(min(_LONGEST, len(tokens) - index), run, -1):
        stretch = tokens[index : index + size]
        if not any(letter.isupper() for letter in stretch[-1].text):
            continue
        if any(not glued(reading, *pair) for pair in zip(stretch, stretch[1:], strict=False)):
            continue
        if any(not token.capital and token.word not in _INSIDE for token in stretch[1:-1]):
            continue
        if exact(reading, reading.open[stretch[0].start : stretch[-1].end]):
            return [size, *sizes]
    return sizes


def _everyday(token: Token) -> bool:
    """A word like any other, though with a capital; "LA" and "DC" are none."""
    if token.text in CITY_LETTERS:
        return False
    return token.word in COMMON_WORDS and token.word not in ALSO_CITIES


def _run(reading: Reading, tokens: list[Token], index: int) -> int:
    """How many tokens the capitalised stretch has that starts here, everyday words left out."""
    last = index
    for position in range(index + 1, min(index + _LONGEST, len(tokens))):
        token = tokens[position]
        if not glued(reading, tokens[position - 1], token):
            break
        everyday = token.word in COMMON_WORDS and token.word not in _INSIDE | _SIGHT
        if token.capital and not everyday:
            last = position
        elif token.word not in _INSIDE:
            break
    return last - index + 1


def _looks_whole(reading: Reading, tokens: list[Token], index: int, length: int) -> bool:
    """Whether a stretch that starts with an everyday word ("The", "New", "Los") is a place's name."""
    if index + length > len(tokens):
        return False
    stretch = tokens[index : index + length]
    if not stretch[-1].capital or stretch[0].word in {"i", "to", "from", "in", "visit", "see", "at"}:
        return False
    for one, other in zip(stretch, stretch[1:], strict=False):
        if not glued(reading, one, other):
            return False
    text = reading.open[stretch[0].start : stretch[-1].end]
    if stretch[0].word == "the":
        bare = reading.open[stretch[1].start : stretch[-1].end]
        if country_named(bare, reading.gazetteer) or reading.gazetteer.find_region(bare):
            return False  # "The Netherlands" is read without its article
    return exact(reading, text) is not None


def _small_name(
    reading: Reading, tokens: list[Token], index: int, near: City | None, listed: bool
) -> tuple[int, list[Name]]:
    """A place written in small letters: "from chicago to new york"."""
    if not listed and not _asks_for_place(reading, tokens, index):
        return 1, []
    led = listed or bool(
        _LEADING.search(reading.open[max(0, tokens[index].start - 16) : tokens[index].start])
    )
    for size in range(min(4, len(tokens) - index), 0, -1):
        stretch = tokens[index : index + size]
        together = all(glued(reading, one, other) for one, other in zip(stretch, stretch[1:], strict=False))
        if not together or (size == 1 and stretch[0].word in COMMON_WORDS):
            continue
        if stretch[-1].word in COMMON_WORDS and stretch[-1].word not in {"city", "beach", "island", "york"}:
            continue
        if stretch[0].word in COMMON_WORDS and stretch[0].word not in {
            "new",
            "san",
            "the",
            "los",
            "las",
            "la",
            "el",
        }:
            continue
        text = reading.open[stretch[0].start : stretch[-1].end]
        found = exact(reading, text)
        least = BARE_PROMINENCE if led else WELL_KNOWN
        if len(text) < 4 and not led:
            continue
        if found and (found[1] >= least or found[0].kind == "country"):
            return size, [_name(reading, tokens, index, size, near)]
    return _misspelt(reading, tokens, index, near)


_LISTED = re.compile(r"\s*(?:\+|&|/|and|plus|then|->|→|-)\s*", re.IGNORECASE)
_LEADING = re.compile(
    r"\b(?:to|in|from|visit|visiting|explore|via|of|nach|von|desde|para)\s+(?:the\s+)?$", re.IGNORECASE
)
_ASKING = re.compile(
    r"(?:^|\b(?:to|in|from|visit|visiting|see|explore|via|for|at|out\s+of|into|around|towards|drop|add|"
    r"remove|not|of|and|or|then|skip|think(?:ing)?\s+about|considering|consider|fancy|"
    r"love|nach|aus|von|à|en|a|de|desde|para|pour|is|:)|[,&/\x00>+-])\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_GOING = re.compile(
    r"\b(?:(?:trip|travel|go|going|fly|flying|flight|tickets?|journey|tour|drive|head(?:ing)?|vacation|"
    r"holiday|weekend|days?|nights?|week|get|move)\s+"
    r"(?:to|in)|visit(?:ing)?|flying\s+from|flying\s+out\s+of)\s+$",
    re.IGNORECASE,
)


def _asks_for_place(reading: Reading, tokens: list[Token], index: int) -> bool:
    before = reading.open[max(0, tokens[index].start - 24) : tokens[index].start]
    return bool(_ASKING.search(before)) or not before.strip()


def _misspelt(reading: Reading, tokens: list[Token], index: int, near: City | None) -> tuple[int, list[Name]]:
    """ "trip to marakech": only where a place has to come, and only for places everybody knows."""
    token = tokens[index]
    before = reading.open[max(0, token.start - 30) : token.start]
    if len(token.text) < 5 or token.word in COMMON_WORDS or not _GOING.search(before):
        return 1, []
    close = reading.gazetteer.find_cities(token.text, limit=1)
    if close and not close[0].exact and close[0].score >= 84 and close[0].city.prominence >= 9:
        name = _name(reading, tokens, index, 1, near, spelling=True)
        return 1, [name] if name.known else []
    return 1, []


def _name(
    reading: Reading, tokens: list[Token], index: int, size: int, near: City | None, *, spelling: bool = False
) -> Name:
    start, end = tokens[index].start, tokens[index + size - 1].end
    text = reading.open[start:end]
    found = exact(reading, text)
    if found is None and not spelling:
        return Name(Span(start, end), text, None, capital=tokens[index].capital)
    place = resolve_place(text, reading.gazetteer, near)
    if place.kind == "city" and place.city_id is None:
        return Name(Span(start, end), text, None, capital=tokens[index].capital)
    prominence = found[1] if found else 9.0
    return Name(Span(start, end), place.name, place, prominence, tokens[index].capital)


def _unknown(reading: Reading, tokens: list[Token], index: int, length: int) -> Name:
    start, end = tokens[index].start, tokens[index + length - 1].end
    return Name(Span(start, end), reading.open[start:end], None)


def _qualified(
    reading: Reading, tokens: list[Token], index: int, size: int, name: Name, near: City | None
) -> tuple[int, list[Name]] | None:
    """ "Portland, Maine", "Paris (France)": the second says which of the first is meant. With more
    names in the list a second that is a big city itself stands for itself."""
    position = index + size
    if position >= len(tokens) or not name.known or name.place is None or name.place.kind != "city":
        return None
    gap = reading.open[tokens[position - 1].end : tokens[position].start]
    if not re.fullmatch(r",\s?|\s\(", gap) or not tokens[position].capital:
        return None
    for length in range(min(3, len(tokens) - position), 0, -1):
        last = tokens[position + length - 1]
        qualifier = reading.open[tokens[position].start : last.end]
        if "," in qualifier or (length > 1 and not last.capital):
            continue
        if not _is_area(reading, qualifier):
            continue
        combined = f"{name.said}, {qualifier}"
        matches = reading.gazetteer.find_cities(combined, limit=1)
        if not matches or not matches[0].exact or key(matches[0].city.name) == key(qualifier):
            continue
        itself = exact(reading, qualifier)
        big = itself is not None and itself[0].kind == "city" and itself[1] >= BARE_PROMINENCE
        if big and _in_a_list(reading, tokens, index, position + length):
            return None
        end = last.end + (1 if gap.endswith("(") and reading.open[last.end : last.end + 1] == ")" else 0)
        place = resolve_place(combined, reading.gazetteer, near)
        if place.city_id is None:
            continue
        return size + length, [Name(Span(name.span.start, end), combined, place, name.prominence)]
    return None


def _is_area(reading: Reading, text: str) -> bool:
    if re.fullmatch(r"[A-Z]{2,3}|D\.?C\.?", text):
        return text not in {"I", "AM", "PM", "OK", "TV"}
    return bool(country_named(text, reading.gazetteer) or reading.gazetteer.find_region(text))


def _in_a_list(reading: Reading, tokens: list[Token], index: int, after: int) -> bool:
    """Whether more names stand before the first or after the second, commas between."""
    before = reading.open[max(0, tokens[index].start - 3) : tokens[index].start]
    following = reading.open[tokens[after - 1].end : tokens[after - 1].end + 3]
    return bool(re.search(r",\s?$", before)) or bool(re.match(r",\s?[A-Z]", following))


def _native(reading: Reading, match: re.Match[str], unknown: set[str]) -> list[Name]:
    """Names in a script without spaces: the longest known stretches. The `unknown` is not asked for again."""
    text, found, position = match.group(), [], 0
    while position < len(text):
        for size in range(min(6, len(text) - position), 1, -1):
            part = text[position : position + size]
            if part in unknown:
                continue
            hit = next((m for m in reading.gazetteer.find_cities(part, limit=1) if m.exact), None)
            country = country_named(part, reading.gazetteer)
            if (hit and hit.city.prominence >= BARE_PROMINENCE) or country:
                start = match.start() + position
                place = resolve_place(part, reading.gazetteer)
                found.append(Name(Span(start, start + size), place.name, place, 10.0))
                position += size
                break
            unknown.add(part)
        else:
            position += 1
    return found

"""Names of places in a message: where they stand, and what is known of them.

In small letters too: what everybody knows, what a word leads to ("to", "from"), what stands in a list.
Words that are also names ("nice", "bath") count with a capital or such a word alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from trips.reading import lexicon
from trips.reading.facts.atlas import BARE, Atlas
from trips.reading.facts.message import Message
from trips.schemas import PlaceName

_COMMON, _TOWNS, _THINGS, _FIRST, _INSIDE, _SIGHT = lexicon.lists(
    "places", "common towns things first inside sight"
)
_LETTERS = frozenset("LA DC SF NYC KL HK UK US USA UAE".split())
#: In small letters and led by no word, places this well known count.
WELL_KNOWN = 9.0
#: Behind a word that only a place can follow, and in a list of places, smaller ones do.
LEAVES = 5.9
_AWAY = frozenset("lives home origin roots".split())
_ENDS = frozenset(", . ! ? ; and then for from to or".split())
_ARROWS = frozenset("> →".split())
_ENDS |= _ARROWS
_ONLY_PLACES = [[word] for word in ("to", "from", "in", "visit", "visiting", "near", "via", *_ARROWS)]
_AFTER_NAMES = _ENDS | frozenset("on in at with is was please by next this or".split())
#: Nobody names more places in one message; what comes after is not looked up.
MOST_NAMES = 60
_LONGEST, _LONGEST_SMALL = 6, 4
_LEADS = ("lives", "home", "origin", "roots", "start", "goes", "goal", "weak", "gone", "back")
_LISTED = frozenset(", and or then / - > → + plus &".split())
#: Before them a thing is meant that is called after a town.
_GOODS = [[word] for word in "kebab kebabs food cuisine style salad tea coffee ham cheese flight".split()]
#: End names of several words in small letters.
_SECOND = frozenset("city town beach coast island islands lake york kong".split())


@dataclass(frozen=True, slots=True)
class Name:
    """Tokens i to j, characters start to end. `place` None = nothing known is called exactly so; `said` goes
    into the facts, its qualifier included."""

    i: int
    j: int
    start: int
    end: int
    said: str
    place: PlaceName | None
    prominence: float = 0.0
    capital: bool = True

    @property
    def known(self) -> bool:
        return self.place is not None


def names_in(message: Message, closed: Collection[int] = ()) -> list[Name]:
    """All candidates, in order, not overlapping; none in what is closed."""
    found: list[Name] = []
    reader, at = _Reader(message, message.atlas, closed, found), 0
    while at < len(message.tokens) and len(found) < MOST_NAMES:
        name = reader.name_at(at, found[-1] if found else None) if reader.is_word(at) else None
        if name:
            found.append(name)
        at = name.j if name else at + 1
    return found or reader.slips()


def all_names(message: Message) -> list[Name]:
    """The names of the whole message, looked up once: what somebody has read stays a name."""
    if message.names is None:
        message.names = names_in(message)
    return message.names


def in_place_of_a_place(message: Message, at: int) -> bool:
    """Whether a word before leads to a place."""
    return any(lead.j == at and lead.value in _LEADS for lead in message.chart.of("lead"))


@dataclass(frozen=True)
class _Reader:
    message: Message
    atlas: Atlas
    closed: Collection[int]
    found: list[Name]

    def is_word(self, at: int) -> bool:
        tokens = self.message.tokens
        if at >= len(tokens) or at in self.closed or not tokens[at].text[0].isalpha():
            return False
        return not (at and tokens[at - 1].text.isdigit() and tokens[at - 1].end == tokens[at].start)  # "8D"

    def name_at(self, at: int, before: Name | None) -> Name | None:
        token = self.message.tokens[at]
        if not token.capital:
            return self._small(at, before)
        run = 0 if self._everyday(at) else self._run(at)
        unknown = self._name(at, at + run, self.message.tokens.quote(at, at + run)) if run else None
        for size in self._sizes(at, run):
            name = self._known(at, size)
            if name is None or (size == 1 and (self._is_thing(at) or self._everyday(at))):
                continue
            whole = self._qualified(name) or name
            return unknown if whole is name and self._is_part(at, size, run) else whole
        alone = run == 1 and (self._is_thing(at) or len(token.text) == 1)
        return unknown if run and not alone else None

    def _everyday(self, at: int) -> bool:
        """Also "Nice dinner on the 13th", which begins a sentence."""
        token, after = self.message.tokens[at], self.message.word(at + 1)
        plain = after.isalpha() and after not in _AFTER_NAMES and not self.message.tokens[at + 1].capital
        town = token.norm in _TOWNS and not (plain and self.message.word(at - 1) in ("", ".", "!", "?"))
        return token.text not in _LETTERS and token.norm in _COMMON and not town

    def _name(
        self, at: int, end: int, said: str, place: PlaceName | None = None, prominence: float = 0.0
    ) -> Name:
        first, last = self.message.tokens[at], self.message.tokens[end - 1]
        return Name(at, end, first.start, last.end, said, place, prominence, first.capital)

    def _is_part(self, at: int, size: int, run: int) -> bool:
        """Whether a town's name only begins another: "Boston Common Garden", but "Bangkok Chiang Mai"."""
        rest = [self._known(at + size, more) for more in range(1, run - size + 1)]
        if self.message.word(at + size) == "'s":  # "St Peter's Basilica", but "Lisbon's Alfama"
            rest.append(self._known(at, size))
        return bool(rest) and all(one is None or one.prominence < LEAVES for one in rest)

    def _is_thing(self, at: int) -> bool:
        norm = self.message.tokens[at].norm
        taste = self.message.chart.at("interest", at) or self.message.chart.at("dish", at)
        chosen = bool(self.found) and self.found[-1].j == at - 1 and self.message.word(at - 1) == "or"
        led = chosen or self.message.norms(at - 1, at) in _ONLY_PLACES
        return (norm in _THINGS or bool(taste)) and not led

    def _run(self, at: int) -> int:
        """How many tokens the stretch of capitals has that begins here, everyday words left out."""
        last = at
        for k in range(at + 1, min(at + _LONGEST, len(self.message.tokens))):
            token = self.message.tokens[k]
            if not self._glued(k):
                break
            if token.capital and (token.norm not in _COMMON or token.norm in _INSIDE | _SIGHT):
                last = k
            elif token.norm not in _INSIDE | {"'s"} and token.text != ".":
                break
        return last - at + 1

    def _glued(self, at: int) -> bool:
        """Whether a word goes on with the one before: "St. Louis", "Dallas-Fort Worth"."""
        tokens = self.message.tokens
        if tokens[at].text == ".":
            return len(tokens[at - 1].text) == 1 or tokens[at - 1].norm in ("st", "mt", "ft")
        return self.is_word(at) and "\n" not in tokens.text[tokens[at - 1].end : tokens[at].start]

    def _sizes(self, at: int, run: int) -> list[int]:
        """How many tokens a name may have that begins here, the most first; beyond the run of capitals with
        everyday words in it: "Cape Town", "The Hague"."""
        longer = []
        for size in range(2, _LONGEST + 1):
            last = at + size - 1
            if last >= len(self.message.tokens) or not self._glued(last):
                break
            token = self.message.tokens[last]
            if (token.capital or token.norm in _SECOND) and size > run:
                longer.append(size)
            if not (token.capital or token.norm in _INSIDE | _SECOND or token.text == "."):
                break
        return [*longer[::-1], *range(run, 0, -1)]

    def _known(self, at: int, size: int) -> Name | None:
        tokens, end = self.message.tokens, at + size
        text = tokens.quote(at, end)
        found = self.atlas.exact(text)
        letters = len(text) == 2 and text not in _LETTERS and not in_place_of_a_place(self.message, at)
        area = self.atlas.is_area if tokens[at].capital else self.atlas.is_region
        article = tokens[at].norm == "the" and area(
            tokens.quote(at + 1, end)
        )  # "the Algarve" is read without it
        if found is None or letters or article:
            return None
        place = self.atlas.place(text)
        said = place.name if tokens[at].capital or not self.atlas.is_region(text) else text.title()
        return self._name(at, end, said, place, found[1])

    def _small(self, at: int, before: Name | None) -> Name | None:
        """A place in small letters."""
        tokens = self.message.tokens
        for size in range(_LONGEST_SMALL, 0, -1):
            end = at + size
            if end > len(tokens) or not all(self.is_word(k) and self._glued(k) for k in range(at + 1, end)):
                continue
            if not self._may_be_a_name(at, end) or tokens.norms(end, end + 1) in _GOODS:
                continue
            found = self.atlas.exact(tokens.quote(at, end))
            if found and found[1] >= self._least(at, end, before) and not (size == 1 and self._is_thing(at)):
                name = self._known(at, size)
                return name and (self._qualified(name) or name)
        return None

    def _may_be_a_name(self, at: int, end: int) -> bool:
        first, last = self.message.tokens[at].norm, self.message.tokens[end - 1].norm
        if end == at + 1 and first in _TOWNS:
            ends = self.message.word(end) in _ENDS | {""}
            return (ends and self.message.norms(at - 1, at) in _ONLY_PLACES) or self._heads(at, end)
        if end == at + 1:
            return first not in _COMMON and len(first) > 2
        if self.atlas.is_region(self.message.tokens.quote(at, end)):
            return True  # "garden route"
        ends = last not in _COMMON or last in _SECOND
        return (first not in _COMMON or first in _FIRST) and (ends or (last in _INSIDE and bool(self.found)))

    def _least(self, at: int, end: int, before: Name | None) -> float:
        """How prominent a place in small letters must be, by what stands before it."""
        tokens = self.message.tokens
        at -= tokens.norms(at - 1, at) == ["the"]
        if before and before.known and set(tokens.norms(before.j, at)) <= _LISTED:
            return LEAVES
        following = tokens.quote(end + 1, end + 2) if self.message.word(end) in _LISTED else ""
        if following and (beside := self.atlas.exact(following)) and beside[1] >= BARE:
            return LEAVES  # "kotor & dubrovnik"
        leads = {lead.value for lead in self.message.chart.of("lead") if lead.j == at} & set(_LEADS)
        after = self.message.word(end)  # "kochi to Bangkok", "catania 4": what follows stands behind places
        heads = after in ("to", ">", "→", "first") or (after.isdigit() and len(after) < 3)
        heads = heads or self._heads(at, end)
        return LEAVES if leads & _AWAY else BARE if leads or heads else WELL_KNOWN

    def _heads(self, at: int, end: int) -> bool:
        """ "porto, june", "nice, 4 nights": the first words of a message, before a number or a month."""
        numbers = (self.message.chart.at(kind, end + 1) for kind in ("number", "month", "day_number"))
        begins = self.message.word(at - 1) in ("", ",", ".", ";", "!")
        return begins and self.message.word(end) == "," and any(numbers)

    def _qualified(self, name: Name) -> Name | None:
        """ "Portland, Maine", "Paris (France)", "Austin TX": the second says which of the first is meant."""
        tokens, sign = self.message.tokens, self.message.norms(name.j, name.j + 1)
        at = name.j + (sign in ([","], ["["]))
        if name.place is None or name.place.kind != "city" or not self.is_word(at):
            return None
        for size in (3, 2, 1):
            end = at + size
            if end > len(tokens) or tokens[at].capital != name.capital:
                continue
            area = tokens.quote(at, end)
            place = self.atlas.qualified(name.said, area) if "," not in area else None
            if place is None:
                continue
            itself = self.atlas.exact(area) if self.message.word(name.i - 1) == "," else None
            if itself and itself[0].kind == "city" and itself[1] >= BARE:
                return None
            end += sign == ["["] and self.message.word(end) == "]"
            sure = max(name.prominence, BARE)  # however small it is
            return self._name(name.i, end, f"{name.said}, {area}", place, sure)
        return None

    def slips(self) -> list[Name]:
        """Where nothing is named, the first word that is a slip of a well known city's name: "barcelna"."""
        tokens = self.message.tokens
        for at in range(len(tokens)):
            begins = at == 0 or in_place_of_a_place(self.message, at)
            word = tokens[at].norm
            if not (begins and self.is_word(at) and len(word) >= 5) or word in _COMMON:
                continue
            if place := self.atlas.slip(tokens[at].text):
                return [self._name(at, at + 1, place.name, place, 9.0)]
        return []

"""A named place and how much it counts: "the Uffizi is a must, and the Colosseum too", "not for us". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple

from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.names import words
from trips.planning.request import city_named
from trips.reading.facts.tastes import interest_of, is_avoidable
from trips.schemas import Item, Meal, Plan, Visit
from trips.understanding.reading import Reading, Span

#: A name, where it stands, and the row it means ("" = none).
Named = tuple[str, tuple[int, int], str]
#: A tier, or "not for us".
Rank = Literal["must", "should", "could", "skip", "dismissed"]


@dataclass(frozen=True, slots=True)
class RankSaid:
    """`name` as it was said, without an article; it stands between `start` and `end`, its clause between
    `first` and `last`. `place_id`: the row of the trip's cities that it names, "" = none is known.
    `leaves_out`: said by a verb of leaving out, as one says it of a plan too."""

    name: str
    rank: Rank
    start: int
    end: int
    first: int
    last: int
    place_id: str = ""
    leaves_out: bool = False


_NAME = r"(?P<what>[\w'’&.-]+(?:\s+[\w'’&.-]+){0,7}?)"
_SURE = (
    r"(?:(?:really|definitely|absolutely|clearly|just|still|maybe|probably|only|for\s+me|for\s+us)\s+){0,8}"
)
_US = r"(?:\s+(?:for|to)\s+(?:us|me|the\s+kids|all\s+of\s+us))?"
_BE = r"(?:is|are|was|were|would\s+be|remains?|stays?|becomes?|'s|’s)"
_NOT = r"(?:not|n't|n’t|never|no\s+longer)"
_RANKS: dict[str, Rank] = {}
for _rank, _said in (
    ("must", r"musts?(?:[\s-](?:sees?|dos?|visits?|haves?))?|essential|non-negotiable|top\s+priority"),
    ("should", r"shoulds?"),
    ("could", r"coulds?|nice[\s-]to[\s-]haves?|maybes?|optional"),
    ("skip", r"skips?|no-go"),
):
    _RANKS[_said] = _rank
_ANY_RANK = "|".join(_RANKS)
_LEAD = r"(?:(?:and|but|so|also|then|please|ok|okay|well|oh|yes|no|for\s+(?:us|me))[\s,]+){0,8}"
_END = rf"{_US}(?:\s+(?:too|as\s+well|also|please|instead|now|after\s+all|again|this\s+time)){{0,8}}\s*"


def _clause(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\s*{_LEAD}(?:the\s+)?{pattern}{_END}", re.IGNORECASE)


_IS_NO = _clause(
    rf"{_NAME}\s*(?:{_BE}\s*)?\s?{_NOT}\s+{_SURE}(?:an?\s+|the\s+|our\s+|my\s+)?(?P<rank>{_ANY_RANK})"
)
_IS = _clause(rf"{_NAME}\s*{_BE}\s+{_SURE}(?:an?\s+|the\s+|our\s+|my\s+)?(?:\w+ly\s+)?(?P<rank>{_ANY_RANK})")
_NOT_FOR_US = _clause(
    rf"{_NAME}\s*(?:(?:{_BE}|sounds?|looks?)\s*)?\s?(?:{_NOT}|nothing)\s+{_SURE}(?:(?:something|anything|"
    r"a\s+thing)\s+)?(?:for\s+(?:us|me|the\s+kids)|(?:to\s+)?(?:our|my)\s+(?:thing|taste|cup\s+of\s+tea))"
)
_NO_INTEREST = _clause(
    rf"{_NAME}\s+(?:doesn't|doesn’t|does\s+not|don't|don’t|do\s+not)\s+(?:interest|appeal\s+to|"
    r"tempt|attract)\s+(?:us|me)"
)
_NO_WISH = _clause(
    rf"(?:we|i)(?:'re|’re|'m|’m|\s+are|\s+am|\s+do)?\s*{_NOT}\s+(?!only\b|just\b){_SURE}(?:(?:all\s+)?(?:that|too|so|very|much|"
    r"particularly)\s+){0,8}(?:care\s+(?:much\s+)?(?:for|about)|keen\s+on|interested\s+in|into|"
    rf"(?:bothered|fussed)\s+about)\s+(?:the\s+)?{_NAME}"
)
_WITHOUT = _clause(
    rf"(?:we|i)(?:'d|’d)?\s*(?:can|could|would|will)?\s+{_SURE}(?:happily\s+|gladly\s+|well\s+|easily\s+)?"
    rf"(?:do|live|go)\s+without\s+(?:the\s+)?{_NAME}"
)
_TIME = r"(?:if|when)\s+(?:there(?:'s|’s|\s+is)|we\s+have)\s+(?:the\s+)?time"
_LESS = _clause(
    rf"{_NAME}\s+(?:(?:can|could|may)\s+wait|(?:would|might|could)\s+be\s+(?:(?:quite|really|very)\s+)?"
    rf"(?:nice|lovely|good|great|fun|cool)(?:\s+(?:to\s+(?:see|have|visit)|{_TIME}))?|{_TIME}|maybe|perhaps)"
)
_SURELY = _clause(
    r"(?:definitely|absolutely|certainly|by\s+all\s+means)\s+(?:the\s+)?(?!(?:want|see|go|do|visit|need|like|"
    rf"love|not|no|worth|put|skip|move|take|the)\b){_NAME}"
)
_SURELY_AFTER = _clause(rf"{_NAME}\s+(?:definitely|absolutely|for\s+sure|by\s+all\s+means)")
_FOR_US = _clause(rf"{_NAME}\s*{_BE}\s+{_SURE}(?:something\s+|the\s+thing\s+)?for\s+(?:us|me)")
_PUT = _clause(
    rf"(?:put|move|rank|set|make|mark|rate|class|call|place|bring|push)\s+(?:the\s+)?{_NAME}\s+"
    r"(?:(?:at|to|on|as|in|into|under|up\s+to|down\s+to|among)\s+)?(?:an?\s+|the\s+|our\s+|my\s+)?"
    rf"(?P<rank>{_ANY_RANK}|(?:very\s+)?(?:top|front|first|head)|(?:very\s+)?(?:bottom|end|last|back(?=\s+of)))"
    r"(?:\s+of\s+(?:the|my|our)\s+(?:list|priorities|findings))?"
)
_TOP_AFTER = _clause(
    rf"{_NAME}\s+(?:(?:comes?|goes|belongs?)\s+)?(?:at\s+|to\s+|on\s+)?(?:the\s+)?(?P<rank>top|first|bottom|"
    r"last|end)\s+(?:of|on)\s+(?:the|my|our)\s+list"
)
_LEAVE_OUT = _clause(
    rf"(?:we\s+(?:can|could|will|would)\s+|let's\s+|let’s\s+|i'd\s+|we'd\s+)?"
    rf"(?:skip|leave\s+out|ignore|pass\s+on|no\s+need\s+(?:for|to\s+(?:see|visit)))\s+(?:the\s+)?{_NAME}"
)
_SEEN = _clause(
    r"(?:we|i)(?:'ve|’ve|\s+have)?\s+(?:all\s+|both\s+)?(?:already\s+)?(?:been\s+(?:to|in|at|up)|seen|visited|"
    rf"did|know)\s+(?:the\s+)?{_NAME}(?P<when>\s+(?:before|already|last\s+time|years\s+ago|once|twice))?"
)
_TOO = re.compile(
    rf"\s*{_LEAD}(?:the\s+)?{_NAME}\s+(?:too|as\s+well|also)(?:\s+please)?\s*|"
    rf"\s*(?:and|as\s+well\s+as|also)\s+(?:also\s+)?(?:the\s+)?(?P<next>[\w'’&.-]+(?:\s+[\w'’&.-]+){{0,6}})\s*",
    re.IGNORECASE,
)
#: Has a verdict of its own before the "too".
_OF_ITS_OWN = re.compile(rf"\s{_BE}\s|\s{_NOT}\s", re.IGNORECASE)
_PUT_AT = {"top": "must", "front": "must", "first": "must", "head": "must"}
_STOP = re.compile(r"(?<!\bSt)(?<!\bMt)[.!?;](?=\s|$)|,|\n|\s-\s|\s+but\s+", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+|\s*&\s*", re.IGNORECASE)
#: Characters; a longer clause tells more than a rank.
_LONGEST_CLAUSE = 160
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_FACT_OF_RANK = {"must": "must_do", "skip": "avoid", "dismissed": "avoid"}
#: Words that begin a clause about something else than a place.
_NO_NAME = frozenset(
    "it that this they there he she we i you what which who everything all these those one today tomorrow "
    "breakfast lunch dinner day days last first next second third thing things hotel "
    "night nights".split()
)


def ranks_said(
    text: str, cities: Sequence[City], gazetteer: Gazetteer, *, planned: bool = False
) -> list[RankSaid]:
    """Every place that is ranked, in order; `cities`: those of the trip. A name no row has must be written
    like one; beside a plan "the torre de belém" is one too."""
    found: list[RankSaid] = []
    for first, last in clauses_of(text):
        before = found[-1] if found else None
        found += _Clause(text, first, last, tuple(cities), gazetteer, planned).ranks(before)
    return found


def read_ranks(reading: Reading) -> None:
    """What counts most is a must-do, what is not for them is avoided; between the two nothing is told. Of a
    place of the trip, or beside a plan: a town's name in it is no place to go to."""
    cities = [city for goal in reading.facts.destinations if (city := city_named(goal, reading.gazetteer))]
    for said in ranks_said(reading.open, cities, reading.gazetteer, planned=reading.planned):
        if not (said.place_id or reading.planned) or _taken_back(reading, said.name):
            continue
        if said.rank in _FACT_OF_RANK:
            path = _FACT_OF_RANK[said.rank]
            row = reading.gazetteer.place(said.place_id) if said.place_id else None
            general = is_avoidable(said.name) or interest_of(said.name)  # "skip the zoo"
            name = row.name if row and not general else said.name
            reading.change(path, name, said.start, said.end, op="add")
            reading.sights.append((Span(said.start, said.end), name))
            reading.verdicts.append(Span(said.first, said.last))
        reading.claim(said.first, said.last)


def _taken_back(reading: Reading, name: str) -> bool:
    """Was it read as a correction?"""
    return any(
        change.op == "remove" and words(str(change.value)) == words(name) for change in reading.changes
    )


def in_plan(said: RankSaid, plan: Plan) -> Item | None:
    """The visit or meal of the plan that is named."""
    own = frozenset(words(said.name))
    return next(
        (
            item
            for item in plan.items()
            if isinstance(item, Visit | Meal)
            and (item.place_id == said.place_id if said.place_id else own <= frozenset(words(item.title)))
        ),
        None,
    )


def clauses_of(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a sentence stand."""
    cuts = [0]
    for match in _STOP.finditer(text):
        cuts += [match.start(), match.end()]
    cuts.append(len(text))
    pairs = [(cuts[index], cuts[index + 1]) for index in range(0, len(cuts) - 1, 2)]
    return [(first, last) for first, last in pairs if text[first:last].strip()]


def named_place(said: str, cities: Iterable[City], gazetteer: Gazetteer) -> str:
    """The row of these cities that the words name, by its id: whole, or by the words only it has."""
    wanted = _naming(said)
    partly: list[_Row] = []
    for city in cities:
        own = set(words(city.name))
        for row in _rows(gazetteer, city.curated) if wanted and city.curated else ():
            if wanted in row.names:
                return row.place_id
            if set(wanted) - own and any(set(wanted) <= own | set(name) for name in row.names):
                partly.append(row)
    begun = [row for row in partly if any(name[: len(wanted)] == wanted for name in row.names)]
    for nearer in ([row for row in begun if row.visit], [row for row in partly if row.visit], partly):
        if len(nearer) == 1:
            return nearer[0].place_id
    return ""


class _Row(NamedTuple):
    place_id: str
    visit: bool
    names: tuple[tuple[str, ...], ...]


def _naming(name: str) -> tuple[str, ...]:
    return tuple(word for word in words(name) if word not in ("the", "a", "an"))


@lru_cache(maxsize=64)
def _rows(gazetteer: Gazetteer, slug: str) -> tuple[_Row, ...]:
    return tuple(
        _Row(place.id, place.kind == "visit", tuple(_naming(name) for name in names if name))
        for place in gazetteer.places(slug)
        if place.kind != "stay"
        for names in ((place.name, place.local_name, *place.aliases),)
    )


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    first: int
    last: int
    cities: tuple[City, ...]
    gazetteer: Gazetteer
    planned: bool

    def ranks(self, before: RankSaid | None) -> list[RankSaid]:
        """`before`: what was ranked last, whose rank "… too" takes. "… and X is a skip" is read by itself."""
        if found := self._whole(before):
            return found
        for cut in _AND.finditer(self.text, self.first, self.last):
            if head := replace(self, last=cut.start())._whole(before):
                return head + replace(self, first=cut.start()).ranks(head[-1])
        return []

    def _whole(self, before: RankSaid | None) -> list[RankSaid]:
        said = self.text[self.first : self.last]
        if len(said) > _LONGEST_CLAUSE:
            return []
        if read := _read(said):
            rank, what, leaves = read
            named = self._named(what, self.planned and (before is not None or not leaves))
            return [RankSaid(name, rank, *at, self.first, self.last, row, leaves) for name, at, row in named]
        if before is not None and (match := _TOO.fullmatch(said)) and not _OF_ITS_OWN.search(said):
            named = self._named(match.span("what" if match["what"] else "next"), False)
            return [RankSaid(name, before.rank, *at, self.first, self.last, row) for name, at, row in named]
        return []

    def _named(self, span: tuple[int, int], loose: bool) -> list[Named]:
        """What is named; two where "and" joins two. Empty for no place."""
        start, end = self.first + span[0], self.first + span[1]
        said = self.text[start:end]
        if _NO_NAME & set(words(said)):
            return []
        parts = _AND.split(said)
        if len(parts) > 1 and not named_place(said, self.cities, self.gazetteer):
            position, rows = start, []
            for part in parts:
                position = self.text.index(part, position)
                rows.append(self._one(position, position + len(part), loose))
            if all(rows):
                return [row for row in rows if row]
        one = self._one(start, end, loose)
        return [one] if one else []

    def _one(self, start: int, end: int, loose: bool) -> Named | None:
        said = self.text[start:end]
        name = _ARTICLE.sub("", said).strip(" .")
        row = named_place(name, self.cities, self.gazetteer)
        definite = loose and re.search(r"\bthe\s+$", self.text[:start], re.IGNORECASE)
        if not name or not (row or definite or _written_as_a_name(self.text, start, name)):
            return None
        if not row and not definite and _is_town(name, self.gazetteer):
            return None  # where one goes, and no sight
        begin = start + said.index(name)
        return name, (begin, begin + len(name)), row


def _read(clause: str) -> tuple[Rank, tuple[int, int], bool] | None:
    """Rank and place of the name; whether by a verb of leaving out."""
    if match := _NOT_FOR_US.fullmatch(clause) or _NO_INTEREST.fullmatch(clause):
        return "dismissed", match.span("what"), False
    if match := _NO_WISH.fullmatch(clause):
        return "dismissed", match.span("what"), False
    if match := _WITHOUT.fullmatch(clause):
        return "skip", match.span("what"), False
    if match := _IS_NO.fullmatch(clause):
        return ("should" if _rank_of(match["rank"]) == "skip" else "could"), match.span("what"), False
    if match := _IS.fullmatch(clause):
        return _rank_of(match["rank"]), match.span("what"), False
    if match := _LESS.fullmatch(clause):
        return "could", match.span("what"), False
    if match := _SURELY.fullmatch(clause) or _SURELY_AFTER.fullmatch(clause):
        return "must", match.span("what"), False
    if match := _FOR_US.fullmatch(clause):
        return "should", match.span("what"), False
    if match := _PUT.fullmatch(clause) or _TOP_AFTER.fullmatch(clause):
        return _rank_of(match["rank"]), match.span("what"), False
    if match := _LEAVE_OUT.fullmatch(clause):
        return "skip", match.span("what"), True
    match = _SEEN.fullmatch(clause)
    if match and (match["when"] or re.search(r"\balready\b|\bbeen\b", clause, re.IGNORECASE)):
        return "skip", match.span("what"), False
    return None


def _rank_of(said: str) -> Rank:
    for pattern, rank in _RANKS.items():
        if re.fullmatch(pattern, said, re.IGNORECASE):
            return rank
    return "must" if said.split()[-1].casefold() in _PUT_AT else "skip"


def _is_town(name: str, gazetteer: Gazetteer) -> bool:
    if gazetteer.find_country(name) or gazetteer.find_region(name):
        return True
    return any(match.exact for match in gazetteer.find_cities(name, limit=1))


def _written_as_a_name(text: str, start: int, name: str) -> bool:
    """Capitals: not only the one a sentence begins with."""
    capitals = [word for word in name.split() if word[:1].isupper()]
    begins = not text[:start].strip() or text[:start].rstrip()[-1] in ".!?\n"
    return len(capitals) > (1 if begins else 0)

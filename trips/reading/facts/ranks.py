"""A named place and how much it counts: "the Uffizi is a must, and the Colosseum too", "not for us". Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.names import words
from trips.planning.request import city_named
from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Rule
from trips.reading.facts.message import Found, Message
from trips.reading.facts.tastes import interest_of, is_avoidable
from trips.reading.tokens import Tokens, tokens_of
from trips.schemas import Item, Meal, Plan, Visit

#: A tier, or "not for us".
Rank = Literal["must", "should", "could", "skip", "dismissed"]
RULES = [
    Rule("ranked", "<rank_be> <rank_sure>? <tier>", lambda tier: tier),
    Rule(
        "ranked", "<rank_be>? not <rank_sure>? <tier>", lambda tier: "should" if tier == "skip" else "could"
    ),
    Rule("ranked", "<ranked> (for | to) (us | me | the kid | all of us)", lambda ranked: ranked),
    Rule("ranked_at", "<rank_to>? <rank_sure>? <tier>", lambda tier: tier),
    Rule("ranked_at", "<rank_to>? the? <rank_place>", lambda rank_place: rank_place),
]  # fmt: skip
GRAMMAR = Grammar(lexicon.rules("ranks"), RULES)
_LEAD, _END, _TOO, _NO_NAME = (lexicon.words("ranks", name) for name in ("lead", "end", "too", "no_name"))
_STOPS = frozenset(". ! ? ; , - but".split())
_AND = frozenset(("and", ","))
_BEFORE = frozenset("already before once twice ago".split())
_FACT_OF_RANK = {"must": "must_do", "skip": "avoid", "dismissed": "avoid"}
_TIERS: dict[str, Rank] = {"leaves_out": "skip", "seen": "skip"}
#: Tokens; a longer clause tells more than a rank, a longer name is none.
_LONGEST_CLAUSE, _LONGEST_NAME = 30, 8


@dataclass(frozen=True, slots=True)
class RankSaid:
    """`name` as it was said, without an article, in the tokens i to j; its clause is `first` to `last`.
    `place_id`: the row of the trip's cities that it names, "" = none is known. `leaves_out`: said by a verb
    of leaving out, as one says it of a plan too."""

    name: str
    rank: Rank
    i: int
    j: int
    first: int
    last: int
    place_id: str = ""
    leaves_out: bool = False


def ranks_said(
    text: str, cities: Sequence[City], gazetteer: Gazetteer, *, planned: bool = False
) -> list[RankSaid]:
    """Every place that is ranked, in order; `cities`: those of the trip. A name no row has must be written
    like one; beside a plan "the torre de belém" is one too."""
    tokens = tokens_of(text)
    return list(_Reader(tokens, tuple(cities), gazetteer, planned).ranks())


def read_ranks(message: Message) -> list[Found]:
    """What counts most is a must-do, what is not for them is avoided; between the two nothing is told. Of a
    place of the trip, or beside a plan: a town's name in it is no place to go to."""
    gazetteer = message.atlas.gazetteer
    cities = [city for goal in message.facts.destinations if (city := city_named(goal, gazetteer))]
    found = []
    for said in _Reader(message.tokens, tuple(cities), gazetteer, message.planned, message.closed).ranks():
        if not (said.place_id or message.planned):
            continue
        path = _FACT_OF_RANK.get(said.rank, "")
        row = gazetteer.place(said.place_id) if said.place_id else None
        general = is_avoidable(said.name) or interest_of(said.name)  # "skip the zoo"
        name = row.name if row and not general else said.name
        found.append(Found(path, name, said.first, said.last, "add", verdict=True))
    return found


def in_plan(said: RankSaid, plan: Plan) -> Item | None:
    """The visit or meal of the plan that is named."""
    own = frozenset(words(said.name))
    for item in plan.items():
        if isinstance(item, Visit | Meal) and (
            item.place_id == said.place_id if said.place_id else own <= frozenset(words(item.title))
        ):
            return item
    return None


@dataclass(frozen=True)
class _Reader:
    tokens: Tokens
    cities: tuple[City, ...]
    gazetteer: Gazetteer
    planned: bool
    closed: frozenset[int] = frozenset()

    def ranks(self) -> Iterator[RankSaid]:
        chart, before = GRAMMAR.parse(self.tokens), None
        for first, last in self._clauses():
            for one in self._ranked(chart, first, last, before):
                before = one
                yield one

    def _clauses(self) -> Iterator[tuple[int, int]]:
        start = 0
        for at in range(len(self.tokens) + 1):
            ends = at == len(self.tokens) or at in self.closed
            ends = ends or (self.tokens[at].norm in _STOPS and not self._in_a_name(at))
            if ends:
                if 0 < at - start <= _LONGEST_CLAUSE:
                    yield start, at
                start = at + 1

    def _in_a_name(self, at: int) -> bool:
        """ "Tenryu-ji", "St. Ives"."""
        if self.tokens[at].norm == ".":
            return self.tokens.norms(at - 1, at) in (["st"], ["mt"])
        return self.tokens[at].norm == "-" and self.tokens[at].tight and self.tokens.tight(at + 1)

    def _ranked(self, chart: Chart, first: int, last: int, before: RankSaid | None) -> list[RankSaid]:
        """Of a clause; "… and X is a skip" is read by itself. `before`: what "… too" takes its rank from."""
        if found := self._whole(chart, first, last, before):
            return found
        for cut in range(first + 1, last - 1):
            if self.tokens[cut].norm == "and" and (head := self._whole(chart, first, cut, before)):
                return head + self._ranked(chart, cut, last, head[-1])
        return []

    def _whole(self, chart: Chart, first: int, last: int, before: RankSaid | None) -> list[RankSaid]:
        i, j = first, last
        while i < j and self.tokens[i].norm in _LEAD:
            i += 1
        while j > i and self.tokens[j - 1].norm in _END and not any(one.j == j for one in chart.of("ranked")):
            j -= 1
        for rank, leaves, start, end in _frames(chart, i, j, last):
            named = self._named(start, end, self.planned and (before is not None or not leaves))
            if named:
                return [RankSaid(*one[:1], rank, *one[1:3], first, last, one[3], leaves) for one in named]
        too = before and (j < last and self.tokens[j].norm in _TOO or self.tokens[first].norm == "and")
        named = self._named(i, j, False) if too else []
        return [RankSaid(*one[:1], before.rank, *one[1:3], first, last, one[3]) for one in named if before]

    def _named(self, i: int, j: int, loose: bool) -> list[tuple[str, int, int, str]]:
        """What is named; two where "and" joins two. Empty for no place."""
        if not 0 < j - i <= _LONGEST_NAME or _NO_NAME & set(self.tokens.norms(i, j)):
            return []
        cuts = [at for at in range(i, j) if self.tokens[at].norm in _AND]
        if cuts and not named_place(self.tokens.quote(i, j), self.cities, self.gazetteer):
            parts = zip([i, *(at + 1 for at in cuts)], [*cuts, j], strict=True)
            rows = [self._one(*part, loose) for part in parts]
            if all(rows):
                return [row for row in rows if row]
        one = self._one(i, j, loose)
        return [one] if one else []

    def _one(self, i: int, j: int, loose: bool) -> tuple[str, int, int, str] | None:
        definite = loose and self.tokens.norms(i - 1, i) == ["the"]
        while i < j and self.tokens[i].norm in ("the", "a", "an"):
            definite, i = definite or (loose and self.tokens[i].norm == "the"), i + 1
        name = self.tokens.quote(i, j)
        row = named_place(name, self.cities, self.gazetteer)
        if not name or not (row or definite or self._is_written_as_a_name(i, j)):
            return None
        if not row and not definite and _is_town(name, self.gazetteer):
            return None  # where one goes, and no sight
        return name, i, j, row

    def _is_written_as_a_name(self, i: int, j: int) -> bool:
        """Capitals: not only the one a sentence begins with."""
        begins = i == 0 or self.tokens[i - 1].norm in ".!?"
        return sum(self.tokens[at].capital for at in range(i, j)) > (1 if begins else 0)


def _frames(chart: Chart, i: int, j: int, last: int) -> Iterator[tuple[Rank, bool, int, int]]:
    """Rank, whether by a verb of leaving out, and the tokens that a verdict leaves of a clause: the name."""
    for one in (one for one in chart.of("ranked") if i < one.i and one.j == j):
        yield one.value, False, i, one.i
    for one in (one for one in chart.of("rank_of") if one.i == i and one.j < j):
        if one.value == "put":
            for at in (at for at in chart.of("ranked_at") if one.j < at.i and at.j == j):
                yield at.value, False, one.j, at.i
        elif one.value == "seen":
            if _BEFORE & set(chart.tokens.norms(j, last)):
                yield "skip", False, one.j, j
        else:
            yield _TIERS.get(one.value, one.value), one.value == "leaves_out", one.j, j


# --- Rows -------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    place_id: str
    visit: bool
    names: tuple[tuple[str, ...], ...]


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


def _is_town(name: str, gazetteer: Gazetteer) -> bool:
    if gazetteer.find_country(name) or gazetteer.find_region(name):
        return True
    return any(match.exact for match in gazetteer.find_cities(name, limit=1))

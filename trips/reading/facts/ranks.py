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
from trips.schemas import Item, Meal, Place, Plan, Visit

#: A name, the tokens it stands in, its row.
Named = tuple[str, tuple[int, int], str]
#: A tier, or "not for us".
Rank = Literal["must", "should", "could", "skip", "dismissed"]
RULES = [
    Rule("ranked", "<rank_be> <rank_sure>? <tier>", lambda tier: tier),
    Rule("ranked", "<rank_be>? not <rank_sure>? <tier>", lambda tier: {"skip": "should"}.get(tier, "could")),
    Rule("ranked", "<ranked> (for | to) (us | me | the kid | all of us)", lambda ranked: ranked),
]  # fmt: skip
GRAMMAR = Grammar(lexicon.rules("ranks"), RULES)
_LEAD, _END, _TOO, _NO_NAME = lexicon.lists("ranks", "lead end too no_name")
_STOPS = frozenset(". ! ? ; , - but".split())
_FACT_OF_RANK = {"must": "must_do", "skip": "avoid", "dismissed": "avoid"}
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
        """Clause by clause; what stands before one is what "… too" takes its rank from."""
        chart, before, start = GRAMMAR.parse(self.tokens), None, 0
        for at in range(len(self.tokens) + 1):
            if at < len(self.tokens) and at not in self.closed and not self._stops(at):
                continue
            for one in self._ranked(chart, start, at, before) if 0 < at - start <= _LONGEST_CLAUSE else ():
                before = one
                yield one
            start = at + 1

    def _stops(self, at: int) -> bool:
        """Not inside of "Tenryu-ji"."""
        norm = self.tokens[at].norm
        return norm in _STOPS and not (norm == "-" and self.tokens[at].tight and self.tokens.tight(at + 1))

    def _ranked(self, chart: Chart, first: int, last: int, before: RankSaid | None) -> list[RankSaid]:
        i, j = first, last
        while i < j and self.tokens[i].norm in _LEAD:
            i += 1
        while j > i and self.tokens[j - 1].norm in _END and not any(one.j == j for one in chart.of("ranked")):
            j -= 1
        for rank, leaves, start, end in _frames(chart, i, j):
            named = self._named(start, end, self.planned and (before is not None or not leaves))
            if named:
                return [RankSaid(name, rank, *at, first, last, row, leaves) for name, at, row in named]
        too = before and (j < last and self.tokens[j].norm in _TOO or self.tokens[first].norm == "and")
        named = self._named(i, j, False) if too else []
        return [RankSaid(name, before.rank, *at, first, last, row) for name, at, row in named if before]

    def _named(self, i: int, j: int, loose: bool) -> list[Named]:
        """What is named; several where "and" joins them. Empty for no place."""
        if not 0 < j - i <= _LONGEST_NAME or _NO_NAME & set(self.tokens.norms(i, j)):
            return []
        cuts = [at for at in range(i, j) if self.tokens[at].norm in ("and", ",")]
        if cuts and not named_place(self.tokens.quote(i, j), self.cities, self.gazetteer):
            parts = zip([i, *(at + 1 for at in cuts)], [*cuts, j], strict=True)
            found = [self._one(*part, loose) for part in parts]
            if all(found):
                return [one for one in found if one]
        one = self._one(i, j, loose)
        return [one] if one else []

    def _one(self, i: int, j: int, loose: bool) -> Named | None:
        definite = loose and self.tokens.norms(i - 1, i) == ["the"]
        while i < j and self.tokens[i].norm in ("the", "a", "an"):
            definite, i = definite or (loose and self.tokens[i].norm == "the"), i + 1
        name = self.tokens.quote(i, j)
        row = named_place(name, self.cities, self.gazetteer)
        written = definite or (self._is_written_as_a_name(i, j) and not self._is_town(name))
        return (name, (i, j), row) if name and (row or written) else None

    def _is_town(self, name: str) -> bool:
        """Where one goes, and no sight."""
        towns = self.gazetteer.find_cities(name, limit=1)
        area = self.gazetteer.find_country(name) or self.gazetteer.find_region(name)
        return bool(area) or any(match.exact for match in towns)

    def _is_written_as_a_name(self, i: int, j: int) -> bool:
        """Capitals: not only the one a sentence begins with."""
        begins = i == 0 or self.tokens[i - 1].norm in ".!?"
        return sum(self.tokens[at].capital for at in range(i, j)) > (1 if begins else 0)


def _frames(chart: Chart, i: int, j: int) -> Iterator[tuple[Rank, bool, int, int]]:
    """Rank, whether by a verb of leaving out, and the tokens that a verdict leaves of a clause: the name."""
    for one in (one for one in chart.of("ranked") if i < one.i and one.j == j):
        yield one.value, False, i, one.i
    for one in (one for one in chart.of("rank_of") if one.i == i and one.j < j):
        leaves = one.value == "leaves_out"
        yield "skip" if leaves else one.value, leaves, one.j, j


def named_place(said: str, cities: Iterable[City], gazetteer: Gazetteer) -> str:
    """The row of these cities that the words name, by its id: whole, or by the words only it has."""
    wanted = _naming(said)
    partly: list[_Row] = []
    for city in cities if wanted else ():
        own = set(words(city.name))
        for row in _rows(gazetteer, city.curated) if city.curated else ():
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


class _Row(NamedTuple):
    place_id: str
    visit: bool
    names: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def _rows(gazetteer: Gazetteer, slug: str) -> tuple[_Row, ...]:
    def names(place: Place) -> tuple[tuple[str, ...], ...]:
        return tuple(_naming(name) for name in (place.name, place.local_name, *place.aliases) if name)

    places = (place for place in gazetteer.places(slug) if place.kind != "stay")
    return tuple(_Row(place.id, place.kind == "visit", names(place)) for place in places)

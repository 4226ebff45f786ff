"""What is known and holds no longer: taken back; less or more of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trips.catalogue.names import key
from trips.reading import lexicon
from trips.reading.chart import Grammar
from trips.reading.facts.message import Found, Message
from trips.reading.facts.needs import is_need
from trips.reading.facts.tastes import interest_of
from trips.reading.routing.requests import fact_named
from trips.reading.tokens import tokens_of
from trips.schemas import TripFacts

GRAMMAR = Grammar(lexicon.rules("known"))
_LISTS = ("must_do", "avoid", "interests", "cuisines", "dietary", "access", "wishes")
_WHOLE = {
    "budget": ("budget.amount", "budget.level"), "dates": ("dates.start", "dates.end"), "origin": ("origin",),
    "pace": ("pace",), "interests": ("interests",), "must_do": ("must_do",), "stay": ("stay.name",),
    "dietary": ("dietary",), "car": ("car.wanted",), "rooms": ("rooms",), "kids": ("party.children",),
}  # fmt: skip
_STEPS = {"budget.level": ("low", "mid", "high"), "pace": ("relaxed", "moderate", "packed")}
_STOPS = frozenset(", . ! ? ; : and but please from because as so now then after instead anymore any".split())
_OVER = frozenset((*".,;!?", ""))
_MOST_WORDS, _SHORTEST = 8, 4


def read_known(message: Message) -> Iterator[Found]:
    """Entries of lists and whole facts that are taken back; where no such is known, a problem."""
    for span in GRAMMAR.parse(message.tokens).cover("takes_back"):
        if not message.open(span):
            continue
        most = min(span.j + _MOST_WORDS, len(message.tokens))
        stops = (at for at in range(span.j, most) if message.word(at) in _STOPS or at in message.closed)
        end = next(stops, most)
        said = message.tokens.quote(span.j, end)
        swapped = {"instead", "than"} & set(message.norms(span.i, span.j))  # cities: read with the places
        found = _named(message.facts, said, not swapped)
        yield from (Found(path, value, span.i, end, "remove") for path, value in found)
        if not found and span.value == "order" and (interest_of(said) or is_need(said)):
            problem = f"“{said}” is not among what I have noted, so there is nothing to take back."
            yield Found("", problem, span.i, end, "problem")


def read_steps(message: Message, taken: Mapping[str, object]) -> Iterator[Found]:
    """Cheaper, slower: against what this message has just `taken` (by path), else what is known; without it
    they say nothing."""
    for span in GRAMMAR.parse(message.tokens).cover("step"):
        path, way = span.value.split()
        known, steps = taken.get(path, _value(message.facts, path)), _STEPS[path]
        if known in steps and message.open(span) and not message.clause(span.i).denies(span):
            at = steps.index(known) + (1 if way == "+" else -1)
            yield Found(path, steps[max(0, min(len(steps) - 1, at))], span.i, span.j)


def _named(facts: TripFacts, said: str, cities: bool) -> list[tuple[str, object]]:
    """The paths and entries that words name, as far as they are known."""
    wanted = key(said)
    if len(wanted) < 2:
        return []
    places = facts.destinations if cities and len(facts.destinations) > 1 else []
    entries = [("destinations", one.name) for one in places if key(one.name) == wanted]
    entries += [(path, entry) for path in _LISTS for entry in getattr(facts, path)]
    entries += [("appointments", one.what) for one in facts.appointments]
    if found := next((one for one in entries if _means(wanted, key(one[1]))), None):
        return [found]
    if facts.stay.name and _means(wanted, key(facts.stay.name)):
        return [("stay.name", None)]
    whole = GRAMMAR.parse(tokens_of(said)).at("whole_fact", 0)
    paths = _WHOLE.get(whole.value if whole else fact_named(said), ())
    return [(path, None) for path in paths if _value(facts, path) not in (None, [], ())]


def _means(said: str, known: str) -> bool:
    return said == known or (min(len(said), len(known)) >= _SHORTEST and (said in known or known in said))


def _value(facts: TripFacts, path: str) -> object:
    root, _, name = path.partition(".")
    return getattr(getattr(facts, root), name) if name else getattr(facts, root)


def read_of_a_plan(message: Message) -> Iterator[Found]:
    """ "Make day 4 easier", "not so many temples": wishes about a plan are no facts of the trip. What is read
    of them is that they are there, whether or not there is a plan."""
    for span in message.cover("of_a_plan", "how_many"):
        i, j = span.i, span.j
        if span.kind == "how_many":
            j = max((one.j for one in message.chart.of("interest", "dish") if one.i == j), default=0)
        while span.kind == "of_a_plan" and message.word(j) not in _OVER:
            j += 1
        if j:
            yield Found("", None, i, j, "of_a_plan")

"""What is known and holds no longer: taken back, swapped, done again; less or more of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from trips.catalogue.names import key
from trips.reading import lexicon
from trips.reading.chart import Grammar, Span
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
_STOPS = frozenset(
    ", . ! ? ; : and but please from because since as so now then after instead anymore any".split()
)
_NEW = frozenset("to for with by into".split())
_BESIDE_ONLY = frozenset("only just no ok okay and please then now instead for us this time , . !".split())
_NEED_WORDS = frozenset(
    "allergy allergies allergic intolerance intolerant diet dietary to the a an my our free and".split()
)
#: Done again, this is refused no longer.
_DONE = (
    (frozenset(("fly", "flying")), "transport_bans", "flight"),
    (frozenset(("drink", "drinking")), "dietary", "no_alcohol"),
)
_OVER = frozenset((*".,;!?", ""))
_MOST_WORDS, _SHORTEST = 8, 4


def read_known(message: Message) -> list[Found]:
    """Entries of lists and whole facts that are taken back; where no such is known, a problem."""
    chart = GRAMMAR.parse(message.tokens)
    spans = [one for one in chart.cover("takes_back", "swaps", "fine_again") if message.open(one)]
    found = _only(message)
    for span in spans:
        found += {"takes_back": _taken_back, "swaps": _swapped, "fine_again": _fine}[span.kind](message, span)
    return found


def read_steps(message: Message, taken: Mapping[str, object]) -> Iterator[Found]:
    """Cheaper, slower: against what this message has just `taken` (by path), else what is known; without it
    they say nothing."""
    for span in GRAMMAR.parse(message.tokens).cover("step"):
        path, way = span.value.split()
        known, steps = taken.get(path, _value(message.facts, path)), _STEPS[path]
        if known in steps and message.open(span) and not message.clause(span.i).denies(span):
            at = steps.index(known) + (1 if way == "+" else -1)
            yield Found(path, steps[max(0, min(len(steps) - 1, at))], span.i, span.j)


def _end(message: Message, i: int, stops: frozenset[str] = _STOPS) -> int:
    """Where the words that begin there end."""
    most = min(i + _MOST_WORDS, len(message.tokens))
    return next((at for at in range(i, most) if message.word(at) in stops or at in message.closed), most)


def _taken_back(message: Message, span: Span) -> list[Found]:
    end = _end(message, span.j)
    said = message.tokens.quote(span.j, end)
    swapped = bool({"instead", "than"} & set(message.norms(span.i, span.j)))  # cities: read with the places
    found = [
        Found(path, value, span.i, end, "remove") for path, value in _named(message.facts, said, not swapped)
    ]
    if not found and span.value == "order" and (interest_of(said) or is_need(said)):
        problem = f"“{said}” is not among what I have noted, so there is nothing to take back."
        return [Found("", problem, span.i, end, "problem")]
    return found


def _named(facts: TripFacts, said: str, cities: bool) -> list[tuple[str, object]]:
    """The paths and entries that words name, as far as they are known."""
    wanted = key(said)
    if len(wanted) < 2:
        return []
    if cities and len(facts.destinations) > 1:
        for place in facts.destinations:
            if key(place.name) == wanted:
                return [("destinations", place.name)]
    entries = [(path, entry) for path in _LISTS for entry in getattr(facts, path)]
    entries += [("appointments", one.what) for one in facts.appointments]
    for path, entry in entries:
        if _means(wanted, key(entry)) or (path == "dietary" and _is_same_need(said, entry)):
            return [(path, entry)]
    if facts.stay.name and _means(wanted, key(facts.stay.name)):
        return [("stay.name", None)]
    whole = GRAMMAR.parse(tokens_of(said)).at("whole_fact", 0)
    paths = _WHOLE.get(whole.value if whole else fact_named(said), ())
    return [(path, None) for path in paths if _value(facts, path) not in (None, [], ())]


def _means(said: str, known: str) -> bool:
    return said == known or (min(len(said), len(known)) >= _SHORTEST and (said in known or known in said))


def _is_same_need(said: str, known: str) -> bool:
    """Whether "the peanut allergy" is the one noted as "allergy: peanuts"."""
    one, other = (
        {token.forms[-1] for token in tokens_of(words).all if token.norm.isalpha()} - _NEED_WORDS
        for words in (said, known)
    )
    return bool(one) and one == other


def _value(facts: TripFacts, path: str) -> object:
    root, _, name = path.partition(".")
    return getattr(getattr(facts, root), name) if name else getattr(facts, root)


def _swapped(message: Message, span: Span) -> list[Found]:
    """ "Replace the Louvre with the Orsay"; cities and sums have readers of their own."""
    at = _end(message, span.j, _NEW | _STOPS)
    if message.word(at) not in _NEW:
        return []
    start = at + 1 + (message.word(at + 1) == "the")
    old, end = key(message.tokens.quote(span.j, at)), _end(message, start)
    new = message.tokens.quote(start, end)
    for entry in message.facts.must_do:
        if new and _means(old, key(entry)):
            return [
                Found("must_do", entry, span.i, end, "remove"),
                Found("must_do", new, start, end, "add"),
            ]
    return []


def _only(message: Message) -> list[Found]:
    """ "Just Rome please", "Rome only": of several known destinations the others go."""
    known = {key(place.name): place.name for place in message.facts.destinations}
    found: list[Found] = []
    for one in message.clauses if len(known) > 1 else ():
        words = [at for at in range(one.i, one.j) if message.word(at) not in _BESIDE_ONLY]
        kept = {key(message.tokens.quote(at, at + 1)) for at in words}
        if {"only", "just"} & set(message.norms(one.i, one.j)) and kept and kept < set(known):
            gone = (name for wanted, name in known.items() if wanted not in kept)
            found += [Found("destinations", name, one.i, one.j, "remove") for name in gone]
    return found


def _fine(message: Message, span: Span) -> list[Found]:
    """ "Crowds don't bother us any more", "we fly again": what is known to be avoided is so no longer."""
    clause = message.clause(span.i)
    if clause.asked or "but" in message.norms(clause.j, clause.j + 1):
        return []
    said = {form for token in message.tokens.all[clause.i : clause.j] for form in token.forms}
    found = [
        Found(path, entry, clause.i, clause.j, "remove")
        for verbs, path, entry in _DONE
        if verbs & said and entry in getattr(message.facts, path)
    ]
    for entry in message.facts.avoid:
        own = [token.forms for token in tokens_of(entry).all if token.norm != "the"]
        if all(said.intersection(forms) for forms in own):
            found.append(Found("avoid", entry, clause.i, clause.j, "remove"))
    return found


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

"""A message to the planner as wishes: of each its verb, its things with what leads to them, days and hours."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Rule, Span
from trips.reading.clauses import STOPS, Clause, clauses_of
from trips.reading.edits.days import RULES, Calendar, Named, spans_of
from trips.reading.edits.things import bare, singular
from trips.reading.numbers import TRIP_DAYS, base
from trips.reading.tokens import Tokens
from trips.reading.values import Money

#: What a wish is made of, and how much it counts where two readings of words compete.
_WEIGHTS = {
    "name": 2.0, "leftover": 3.0, "city": 1.1, "day": 1.1, "hour": 1.1, "bare": 0.8, "length": 1.2, "nights": 1.2,
    "noun": 1.2, "noun_at": 1.3, "act": 1.2, "deny": 1.0, "flag": 1.15, "side": 1.3, "part": 1.1, "link": 1.1,
    "filler": 0.9, "ref": 0.95, "money": 1.0,
}  # fmt: skip
#: Flags that say something of a wish beside them, and are none alone.
_BESIDE = frozenset("back home where every out another better else keep_end free all".split())
_A_NUMBER_IS_AN_HOUR = frozenset("at by after before to from about".split())
_DETERMINERS = frozenset("the a an our my some there".split())
_VERBS = frozenset("is are am have has can will does do not would".split())
_JOINING = frozenset(", and so but then - please".split())
_ASKS = frozenset("what how why where who which when explain".split())
_REASONS = frozenset("it they that this we i he she because since as".split())
_ARE = frozenset("is are am 's have has get gets go goes sleep sleeps will want need".split())


@dataclass(frozen=True, slots=True)
class Hour:
    """`bare`: without am or pm."""

    time: dt.time
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Nights:
    """`way`: 1 more, -1 less, 0 = not said. `count` None = not said."""

    way: int
    count: int | None
    unit: str


def _hour(hour: int, minute: int = 0) -> Hour | None:
    return Hour(dt.time(hour % 24, minute), hour <= 12) if 0 <= hour <= 24 else None


def _is_bare(words: str) -> bool:
    """ "7:30" may be in the evening; "07:30" and "7:30 am" may not."""
    return words[:1].isdigit() and words[:1] != "0" and not words.endswith("m")


def _minutes(words: str, count: int = 1) -> int:
    if words.startswith("half"):
        return 30
    return count * (1 if "min" in words else 60) + 30 * ("and a half" in words)


def _nights(way: int) -> Any:
    def make(words: str, count: int | None = None, b: int | None = None) -> Nights:
        unit = "night" if "night" in words else "day" if "day" in words else ""
        said = count or b
        return Nights(way, said or (1 if {"a", "an", "another"} & set(words.split()) else None), unit)

    return make


_WORDS = list(lexicon.rules("edits"))
for _rule in _WORDS:
    _rule.weight = _WEIGHTS.get(_rule.kind, 1.0)
_VALUES = [
    Rule("hour", "<time:said>", lambda said, words: Hour(said, _is_bare(words))),
    Rule("hour", "<int> (ish | o'clock | h)", lambda int: _hour(int)),
    Rule("hour", "<time:said> ish", lambda said: Hour(said)),
    Rule("hour", "<number:a> <number:b>", lambda a, b: _hour(a, b) if a <= 12 and b in (15, 30, 45) else None),
    Rule("hour", "half past? <number>", lambda number: _hour(number, 30) if number < 13 else None),
    Rule("hour", "a? quarter (past | to) <number>", lambda number, words: _hour(number - 1, 45) if " to " in words else _hour(number, 15)),
    Rule("bare", "<number>", lambda number: _hour(number)),
    Rule("length", "(<count> | a | an | half an) (and a half)? (hour | minute | min | hr | hrs) (and a half)?", _minutes, 1.2),
    Rule("nights", "(<count> | a | an | the)? (more | extra | additional | further | another) <count:b>? (night | day)", _nights(1), 1.2),
    Rule("nights", "(<count> | a | another one?)? ((night | day) (more | longer | extra) | (more | extra) in | (stay | be) longer)", _nights(1), 1.2),
    Rule("nights", "(<count> | a)? ((less | fewer) (night | day | in) | (night | day) (less | fewer | shorter | earlier | off))", _nights(-1), 1.2),
    Rule("nights", "(<count> | a) (night | day)", _nights(0), 1.0),
    Rule("nights", "(the | our)? (last | final) night", Nights(0, 1, "night"), 1.3),
    Rule("leftover", "(<count> | a | another | one more)? day (trip | tour | pass | out | bag | ticket)", True, 3.0),
    Rule("noun", "<nth> two? <any_thing>", lambda nth: (nth, "")),
    Rule("noun", "<nth> <sight>", lambda nth, words: (nth, singular(words.split()[-1]))),
    Rule("noun_at", "<hour> (<any_thing> | slot | tour | booking | reservation)", lambda hour: hour),
]  # fmt: skip
GRAMMAR = Grammar(*base(), TRIP_DAYS, _WORDS, RULES, _VALUES)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for a thing; `role`: what leads to it ("to", "with" …). `value` of one counted, at an hour or
    pointed at ("it")."""

    i: int
    j: int
    text: str
    role: str = ""
    kind: str = ""
    value: Any = None


@dataclass
class Said:
    """One wish. Each day, hour and city with what leads to it."""

    i: int
    j: int
    text: str
    chart: Chart = field(repr=False)
    clause: Clause
    sentence: int
    acts: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    phrases: list[Phrase] = field(default_factory=list)
    days: list[tuple[str, Named]] = field(default_factory=list)
    day_spans: list[Span] = field(default_factory=list)
    cities: list[tuple[str, str]] = field(default_factory=list)
    nights: list[Nights] = field(default_factory=list)
    hour: tuple[str, Hour] | None = None
    part: int | None = None
    length: int | None = None
    side: str = ""
    money: Money | None = None
    pending: bool = False  # "not" was said, of what follows
    denied: bool = False
    told: bool = False  # it tells why, or something else
    elliptic: bool = False  # its verb is that of the wish before it
    over_by: bool = False  # the hour is that of something which it makes room for

    @property
    def act(self) -> str:
        """The strongest verb: "take" and "go" need something beside them."""
        return min(self.acts, key=lambda one: (one == "go", one == "take", one == "no"), default="")

    @property
    def own(self) -> bool:
        """Whether it is a wish of its own, rather than the end of the one before."""
        return bool(
            self.acts or self.flags - _BESIDE or self.nights or self.side or self.denied or self.words("way")
        )

    def spans(self, *kinds: str) -> list[Span]:
        return [span for span in self.chart.of(*kinds) if self.i <= span.i and span.j <= self.j]

    def words(self, kind: str) -> list[str]:
        """Values of a kind, once each, in order."""
        return list(dict.fromkeys(str(span.value) for span in self.spans(kind)))

    @property
    def first(self) -> str:
        """The first word, but for what joins it to the wish before."""
        return next((one for one in self.norms() if one not in _JOINING), "")

    def norms(self) -> list[str]:
        return self.chart.tokens.norms(self.i, self.j)

    @property
    def plural(self) -> bool:
        """Of its meals: "vegan dinners"."""
        return any(self.chart.tokens[one.j - 1].norm.endswith("s") for one in self.spans("meal"))

    def denies(self, phrase: Phrase) -> bool:
        """ "Zero interest in seeing the castle"."""
        return any(self.i <= at < phrase.j for at, _ in self.clause.cues.get("denies", ()))

    def of(self, *roles: str) -> list[Phrase]:
        return [one for one in self.phrases if one.role in roles]

    @property
    def of_a_day(self) -> bool:
        """It belongs to a day, so that the day of a wish beside it is its own."""
        of_it = {"lighter", "walking", "climbing", "cheaper", "free", "rest", "free_time", "all"}
        return bool(self.flags & of_it or self.side or self.words("meal") or "begin" in self.acts)

    def take(self, other: Said) -> None:
        """The wish goes on."""
        self.j, self.text = other.j, self.chart.tokens.quote(self.i, other.j)
        self.phrases += other.phrases
        self.days += other.days
        self.day_spans += other.day_spans
        self.cities += other.cities
        self.nights += other.nights
        self.flags |= other.flags
        self.links |= other.links
        self.hour, self.part = self.hour or other.hour, self.part or other.part
        self.side, self.length = self.side or other.side, self.length or other.length


def wishes(tokens: Tokens, calendar: Calendar, names: dict[str, Any], cities: Iterable[str]) -> list[Said]:
    """What a message asks for, wish by wish, in its order."""
    given = [*spans_of("name", names, tokens), *spans_of("city", {one: one for one in cities}, tokens)]
    given = [Span(one.kind, one.i, one.j, one.value, _WEIGHTS[one.kind]) for one in given]
    chart = GRAMMAR.parse(tokens, given, today=calendar.today, calendar=calendar)
    cover = chart.cover(*_WEIGHTS)
    found: list[Said] = []
    for one in _chunks(tokens, chart, cover, clauses_of(tokens, cover)):
        _joined(found, one)
    for at, one in enumerate(found):
        _its_day(found, at, one)
    return found


def _chunks(tokens: Tokens, chart: Chart, cover: list[Span], clauses: list[Clause]) -> Iterator[Said]:
    """Stretches between joining words, stops and clauses."""
    at = {span.i: span for span in cover}
    begins = {clause.i: clause for clause in clauses}
    clause, sentence, start, i = clauses[0], 0, 0, 0
    while i <= len(tokens):
        span = at.get(i)
        ends = i == len(tokens) or i in begins or tokens[i].norm in STOPS
        if (ends or (span and span.kind == "link" and span.value == "and")) and start < i:
            said = Said(start, i, tokens.quote(start, i), chart, clause, sentence)
            _fill(said, tokens, at)
            yield said
            start = i
        if i < len(tokens) and tokens[i].norm in STOPS:
            sentence, start = sentence + (tokens[i].norm != ":"), i + 1
        clause = begins.get(i, clause)
        i += span.j - span.i if span else 1


def _fill(said: Said, tokens: Tokens, at: dict[int, Span]) -> None:
    role, i, words = "", said.i, 0
    while i < said.j:
        span = at.get(i)
        if span and span.kind == "city" and role != "in" and span.j not in at and tokens.all[span.j :][:1]:
            span = None if tokens[span.j].capital else span  # "Vaduz Castle"
        if span is None or span.kind in ("name", "noun", "noun_at", "ref", "leftover"):
            j = span.j if span else i + 1
            if not any(letter.isalnum() for letter in tokens[i].text):
                words = 0
            else:
                grows = words == i > said.i and tokens[i].norm not in _DETERMINERS
                _phrase(said, tokens, i, j, role, span, grows=grows)
                words, role = j, ""
            i = j
            continue
        role = _piece(said, span, role)
        i = span.j
    points = ("this", "that", "there")
    said.phrases = [replace(one, kind="ref") if one.text.lower() in points else one for one in said.phrases]
    said.phrases = [one for one in said.phrases if bare(one.text) or one.kind]


def _phrase(said: Said, tokens: Tokens, i: int, j: int, role: str, span: Span | None, *, grows: bool) -> None:
    kind, value = (span.kind, span.value) if span else ("", None)
    if grows and kind != "ref" and said.phrases[-1].kind != "ref":
        last = said.phrases.pop()
        i, role = last.i, last.role
        if last.kind or bare(last.text).lower() not in ("", "very"):
            kind, value = last.kind, last.value  # "the castle first thing"
    said.phrases.append(Phrase(i, j, tokens.quote(i, j), role, kind, value))


def _piece(said: Said, span: Span, role: str) -> str:
    """One part of a wish; what leads to the next."""
    match span.kind:
        case "link":
            said.links.add(span.value)
            return role if span.value in ("about", "and") else span.value
        case "filler":
            return role
        case "act" if span.value != "no" or span.j < said.j:  # "… makes more sense, no?"
            said.acts.append(span.value)
            said.denied = said.denied or said.pending
        case "deny":
            said.pending = not {*said.acts} - {"go", "take"}
        case "flag":
            said.flags.add(span.value)
            said.denied = said.denied or (said.pending and span.value not in _BESIDE)
            return role if span.value in ("another", "better", "else") else ""
        case "side":
            said.side = said.side or span.value
            if span.value in ("latest", "earliest"):
                return "at"
        case "day":
            said.days += [(role, one) for one in span.value]
            said.day_spans.append(span)
        case "city":
            said.cities.append((role, span.value))
        case "nights":
            said.nights.append(span.value)
        case "hour":
            said.hour = said.hour or (role, span.value)
        case "bare" if (
            role in _A_NUMBER_IS_AN_HOUR
            or "about" in said.links
            or any(
                one.kind == "ref" and one.j == span.i
                for one in said.phrases[-1:]  # "make it 10"
            )
        ):
            said.hour = said.hour or (role, span.value)
        case "part":
            said.part = span.value
        case "length":
            said.length = span.value
        case "money":
            said.money = span.value
    return ""


# --- What belongs together -------------------------------------------------------------------------


def _joined(found: list[Said], new: Said) -> None:
    """Adds a stretch to the wishes: as one of its own, or as the end of the one before."""
    last = found[-1] if found else None
    if last is None or last.sentence != new.sentence:
        found.append(new)
    elif last.days and not last.own and not last.phrases and not last.hour:
        new.i, new.text = last.i, new.chart.tokens.quote(last.i, new.j)
        new.days = [*last.days, *new.days]  # "on Friday, a later start"
        found[-1] = new
    elif _is_reason(last, new):
        if last.side and not last.hour and new.hour:
            last.hour, last.over_by = new.hour, True
    elif last.phrases and not last.acts and all(one.role == "instead" for one in last.phrases):
        last.take(new)  # "instead of the castle, the zoo"
    elif (last.side or "begin" in last.acts) and not last.hour and new.hour and not (new.phrases or new.acts):
        last.take(new)  # "a later dinner, not before 8"; "sleep in, nothing before 10"
    elif new.own and not (last.nights and new.nights and last.nights[0].way * new.nights[0].way < 0):
        found.append(new)
    elif new.own or not new.phrases or (last.act == "swap" and len(last.phrases) == 1):
        last.take(new)
    elif _is_a_statement(new):
        new.told = True
        found.append(new)
    elif (
        last.words("meal")
        and not new.words("meal")
        and new.phrases[0].text.startswith(("a ", "an ", "some "))
    ):
        last.take(new)  # "…, a proper fish place"
    elif last.act and (
        last.days or last.hour or (last.part and new.part) or new.of("with") or _is_a_table(new)
    ):
        if not new.hour or last.act in ("move", "go", "begin"):
            new.acts, new.elliptic = list(last.acts), True
        found.append(new)
    elif not (last.hour and new.hour) and (last.act or (last.words("meal") and new.words("meal"))):
        last.take(new)
    else:
        found.append(new)


def _is_a_table(said: Said) -> bool:
    return bool(said.words("meal") and (said.words("diet") or said.words("cuisine")))


def _is_a_statement(said: Said) -> bool:
    """ "…, mum is fresher in the morning", "… and what is that": no thing of the wish before it."""
    norms = [one for one in said.norms() if one not in _JOINING]
    told = bool(_VERBS & set(norms) or _ASKS & set(norms)) or norms[:1] in (["we"], ["i"], ["they"])
    return told and not said.spans("courtesy")


def _is_reason(last: Said, new: Said) -> bool:
    """ "Drop the museum, it's too expensive"; "an earlier dinner, the kids sleep at 8"."""
    norms = [one for one in new.norms() if one not in _JOINING]
    begins = norms[:1] and (
        norms[0] in ("because", "since") or (norms[0] in _REASONS and norms[1:2] and norms[1] in _ARE)
    )
    if last.own and begins and not new.acts and "keep_end" not in new.flags:
        return True
    return bool(last.side and not last.hour and new.hour and new.phrases and not new.own)


def _its_day(found: list[Said], at: int, one: Said) -> None:
    """Wishes of one sentence share the day that only one of two names."""
    points = any(phrase.kind == "ref" for phrase in one.phrases) or "instead" in one.norms()
    if one.days or not (one.of_a_day or points or one.acts):
        return
    before = found[at - 1] if at else None
    after = found[at + 1] if at + 1 < len(found) else None
    for other in (before, after):
        if other is None or len({named for _, named in other.days}) != 1 or not other.days[0][1].number:
            continue
        near = other.sentence == one.sentence
        shared = near and one.of_a_day and (other.of_a_day or other is before)
        again = other is before and (points or (near and set(one.acts) == set(other.acts)))
        if shared or again:
            one.days = [("", other.days[0][1])]
            return

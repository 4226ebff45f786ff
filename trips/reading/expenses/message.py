"""The chart of a message that may tell of money, and what several readers ask of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from trips.catalogue.exchange_rates import currencies
from trips.reading import lexicon
from trips.reading.chart import Grammar, Rule, Span
from trips.reading.expenses.values import CATEGORIES, Category
from trips.reading.numbers import IN_WORDS, TRIP_DAYS, base, sums_of
from trips.reading.tokens import tokens_of
from trips.reading.values import ONE_DAY, Day

#: In use, and nobody's rate: read all the same, so that it is said that they stay out of the sums.
WITHOUT_RATE = frozenset("VES ZWG XCG ANG SVC SLL".split())
#: Of a message; nobody tells of more money at once.
MOST_WORDS = 500
#: Longer names of things are cut.
LONGEST = 80

_PAYERS = [
    Rule("payer", "<name> (has | had | also | just | then | kindly)* <pays>", lambda name: name),
    Rule("payer", "(paid | settled | covered | bought | payed) for? (by | to) <name>", lambda name: name),
    Rule("payer", "(by | via | from | on | with | using) <name> 's? <purse>", lambda name: name),
    Rule("payer", "<name> 's (treat | round | card | shout | turn)", lambda name: name),
    Rule("payer", "<member> :", lambda member: member),
    Rule("aside", "(, | ; | - | [) <member>", lambda member: member),
    Rule("payer", "(he | she) (has | had | also | just | then)* <pays>", "they"),
    Rule("payer", "(on | with | by | from) (my | the | our) . ? <purse>", "me"),
    Rule(
        "for_whom",
        "for (the | us | all)? (<number> | both | us | all | me | everyone | everybody)"
        " (of (us | them) | people | person | pers | adult)*",
    ),
    Rule("payer", "<kin> (has | had | also | just)* <pays>", ""),
    Rule("payer", "i (have | had | just | also | then | only | did)* (<pays> | had | took | grabbed)", "me"),
    Rule("payer", "my (treat | card | round | shout) | paid it? (by me | myself) | on me", "me"),
    Rule("payer", "we | together", "we", 0.1),
]
_CORRECTIONS = [
    Rule("share", "<int> (% | percent)", lambda int: int if 0 < int < 100 else None),
    Rule("not_the_other", "(, | ; | [ | -)? and? (not | instead of | rather than) <mere>*"),
    Rule("but_the_other", "(, | ; | -)? (but | rather | it was | it 's) rather? <mere>*"),
    Rule(
        "slipped", "(, | ; | . | - | oh | or | er | uh | ah | something | ish)* <slip> (, | <slip>)* <mere>*"
    ),
    Rule(
        "in_all",
        "<each> (for us? both | for two)? (, | -)? "
        "(so | = | makes | which makes | in (all | total) | altogether) <mere>*",
    ),
    Rule(
        "mine_was",
        "(, | and | but | .)* <mine> (of (it | that | this))? (was | is | came to | : | = | ,)? <mere>*",
    ),
    Rule("was", "(.)* (was | is | were | came to) (about | only | just)?"),
    Rule("same_sum", "(, | [ | = | or | so | about | around | that is | ≈) (about | around | roughly)?"),
]
GRAMMAR = Grammar(
    *base(),
    [*TRIP_DAYS, *IN_WORDS],
    list(lexicon.rules("expenses")),
    [*lexicon.rules("expenses", "split", "log", "filler"), *_PAYERS, *_CORRECTIONS],
)
_CODES = currencies() | WITHOUT_RATE
_NO_NAMES = lexicon.words("expenses", "no_names")
_EDGE = lexicon.words("expenses", "edge")
_PLACED = frozenset("at in to from of near with for on by inside".split())
_AFTER_WHOM = frozenset("and but so on in at with by tom today yesterday tonight this last".split())
#: Behind a name that stands apart: "museum 35 euros (Ada)".
_ENDS = ([], ["."], ["!"], ["]"], [";"])
#: End what names a thing.
_PIECES = frozenset(", ; . ! ? [ ] after because when since bc".split())
#: Of a stretch these name nothing that is bought.
_DROPPED = (
    "money", "each", "date", "bare_day", "trip_day", "payer", "filler", "paid", "had", "slip", "log", "mine",
)  # fmt: skip


class Message:
    """`people`: names of the trip's members; `start`: its first day; `today` where the traveller is; `party`:
    how many travel, 0 = unknown."""

    def __init__(
        self, text: str, today: dt.date, start: dt.date | None, people: Sequence[str], party: int = 0
    ) -> None:
        self.tokens = tokens_of(text, MOST_WORDS)
        self.today, self.start, self.party = today, start, party
        self.people = {one.casefold(): one for one in people if one.strip()}
        self.chart = GRAMMAR.parse(self.tokens, self._given(), today=today)
        beside = ("date", "trip_day", "time")
        self.sums = [span for span in sums_of(self.chart, *beside) if span.kind not in beside]

    def sum_at(self, i: int) -> Span | None:
        return next((span for span in self.sums if span.i == i), None)

    def _given(self) -> Iterator[Span]:
        for at, token in enumerate(self.tokens.all):
            known = self.people.get(token.text.casefold())
            if known or (token.capital and len(token.text) > 1 and token.norm not in _NO_NAMES):
                yield Span("name", at, at + 1, known or token.text)
            if known:
                yield Span("member", at, at + 1, known)
            if len(token.text) == 3 and token.text in _CODES:
                yield Span("currency", at, at + 1, token.text)

    # --- questions of all readers ------------------------------------------------------------

    def norms(self, i: int, j: int) -> list[str]:
        return self.tokens.norms(i, j)

    def cues(self, i: int, j: int, *kinds: str) -> list[Span]:
        """Spans of these kinds that lie between two tokens."""
        return [span for span in self.chart.of(*kinds) if i <= span.i and span.j <= j]

    def covers(self, i: int, j: int, kind: str) -> bool:
        """Whether one span of the kind is exactly these tokens."""
        return any(span.i == i and span.j == j for span in self.chart.of(kind))

    def begins(self, at: int, *kinds: str) -> Span | None:
        """The longest span of these kinds that begins there."""
        spans = [span for kind in kinds if (span := self.chart.at(kind, at))]
        return max(spans, key=lambda span: span.j, default=None)

    def sentences(self) -> Iterator[tuple[int, int]]:
        begin = 0
        for at, token in enumerate(self.tokens.all):
            inside = token.norm == "." and token.tight and self.tokens.tight(at + 1)
            if token.norm in ".!?;" and not inside:
                if at > begin:
                    yield begin, at + 1
                begin = at + 1
        if begin < len(self.tokens):
            yield begin, len(self.tokens)

    def days(self, i: int, j: int) -> list[tuple[int, dt.date]]:
        """Days of a stretch that have begun, each with where it is said."""
        spans = self.chart.cover("date", "bare_day", "trip_day", "money", "number")
        said = [span for span in spans if span.kind not in ("money", "number") and i <= span.i < j]
        dated = [(span.i, self._date(span.value)) for span in said]
        return [(at, date) for at, date in dated if date and date <= self.today]

    def _date(self, day: Day) -> dt.date | None:
        if day.number is not None:
            return self.start + (day.number - 1) * ONE_DAY if self.start and day.number > 0 else None
        return day.before(self.today)

    # --- who paid, and for what --------------------------------------------------------------

    def payer(self, i: int, j: int) -> str:
        """The name as it is said (as the trip writes it, if it knows one), "me", "we", or ""."""
        aside = [one.value for one in self.cues(i, j, "aside") if self.norms(one.j, one.j + 1) in _ENDS]
        said = [*aside, *(span.value for span in self.cues(i, j, "payer"))]
        named = [span.value for span in self.chart.of("member") if span.j <= j]
        names = [one for one in said if one not in ("we", "me", "they", "")] or named[-1:] * ("they" in said)
        return next(iter(names), next((one for one in ("me", "we") if one in said), ""))

    def category(self, i: int, j: int) -> Category | None:
        """By the word that tells most: "dinner at the hotel" is food; None: no word of ours."""
        head = next((at for at in range(i, j) if self.tokens[at].norm in _PLACED), j)
        for end, grade in ((head, "strong"), (j, "strong"), (j, "faint")):
            spans = [span for span in self.cues(i, end, *CATEGORIES) if span.value == grade]
            if spans:
                last = max(spans, key=lambda span: (span.j, span.j - span.i))
                return next(one for one in CATEGORIES if one == last.kind)
        return None

    def thing(self, i: int, j: int, *, last: bool) -> str:
        """The words of a stretch that name what was paid for, the last such or the first; "" = none do."""
        dropped = self.positions(i, j, *_DROPPED) | self.for_whom(i, j)
        pieces: list[list[int]] = [[]]
        for at in (at for at in range(i, j) if at not in dropped):
            pieces += [[]] if self.tokens[at].norm in _PIECES else []
            pieces[-1] += [at] if pieces[-1] or self.tokens[at].norm not in _PIECES else []
        named = [piece for piece in map(self._trimmed, pieces) if piece]
        return self.quote(named[-1 if last else 0])[:LONGEST] if named else ""

    def positions(self, i: int, j: int, *kinds: str) -> set[int]:
        """Where the words of these spans stand."""
        return {at for span in self.cues(i, j, *kinds) for at in range(span.i, span.j)}

    def for_whom(self, i: int, j: int) -> set[int]:
        """ "For two", "for the two of us": whom it was for, not what."""
        spans = [one for one in self.cues(i, j, "for_whom") if not self.is_word(one.j)]
        return {at for span in spans for at in range(span.i, span.j)}

    def is_word(self, at: int) -> bool:
        norm = self.norms(at, at + 1)
        return bool(norm) and norm[0][0].isalpha() and norm[0] not in _AFTER_WHOM

    def quote(self, positions: Sequence[int]) -> str:
        """Words as they were typed, those that stand side by side with what is between them."""
        runs: list[list[int]] = []
        for at in positions:
            if runs and runs[-1][-1] == at - 1:
                runs[-1].append(at)
            else:
                runs.append([at])
        return " ".join(self.tokens.quote(run[0], run[-1] + 1) for run in runs)

    def _trimmed(self, piece: list[int]) -> list[int]:
        while piece and self.tokens[piece[0]].norm in _EDGE:
            piece = piece[1:]
        while piece and self.tokens[piece[-1]].norm in _EDGE:
            piece = piece[:-1]
        numbers = self.positions(piece[0], piece[-1] + 1, "number") if piece else set()
        return piece if any(self.tokens[at].text[0].isalpha() for at in piece if at not in numbers) else []

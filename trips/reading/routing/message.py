"""A message as sentences and clauses, with what their words ask for, answer, or want forgotten."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from trips.reading import lexicon
from trips.reading.chart import Grammar, Rule, Span
from trips.reading.clauses import Clause, clauses_of, sentences_of
from trips.reading.numbers import base
from trips.reading.tokens import tokens_of

_BACK = "((to)? (how | what | the way | as | where) (it | they | that) (was | were) before?)?"
_WHOSE = "(the | my | our | old | previous | original)*"
_LEADS = "no | nope | yes | well | just | only | maybe | actually | to | change | edit | adjust | correct | fix | update | switch | other | another | different | new | about | the | my | our"
_CHOOSE = "(takes? | take | choose | pick | select | prefer | want | book | like | love | have | go (with | for) | do | settle on | opt for)"
_OPTION = "(one | option | plan | choice | itinerary | proposal | version | trip)"


def _option(number: int) -> tuple[int, str] | None:
    return (number, "") if -1 <= number <= 9 and number else None


#: Kinds of `lexicon/conversation.toml` that answers are made of.
ANSWERS = ("pick", "scope_said", "level_said", "pace_said", "way_said")
RULES = [
    Rule("undone", f"(undo | revert | reverse | roll back | take back | restore | (go | change | switch) back to | want) {_WHOSE} <fact_name> back?", lambda fact_name: fact_name),
    Rule("undone", f"(put | change | turn | set | bring | switch | move | take | roll) {_WHOSE} <fact_name> back {_BACK}", lambda fact_name: fact_name),
    Rule("to_change", f"({_LEADS})* ({_LEADS})* <fact_name> (please | again | instead | is | are | not | wrong | right | should | be | different | change)*", lambda fact_name: fact_name),
    Rule("select", "(option | number | no | nr | plan | choice | proposal | # | select) #? <number>", _option),
    Rule("select", "(option | plan | choice | proposal) (a | b | c)", lambda words: ("abc".index(words[-1]) + 1, "")),
    Rule("select", f"the? <nth> {_OPTION}", lambda nth: _option(nth)),
    Rule("select", f"{_CHOOSE} the? <nth>", lambda nth: _option(nth)),
    Rule("select", "the? <nth>", lambda nth: _option(nth), 0.5),
    Rule("select", "# <number>", _option),
    Rule("select", f"the? <choice> ({_OPTION} | of (them | these | those | all | the (two | three | lot)))?", lambda choice: (0, choice)),
    Rule("select", f"the? <called> {_OPTION}", lambda called: (0, called)),
    Rule("select", "the? one (in the | that is the? | that 's the?) <choice>", lambda choice: (0, choice)),
    Rule("select", f"(i | we | let us)? {_CHOOSE} <select:one>", lambda one: one),
]  # fmt: skip
GRAMMAR = Grammar(*base(), [*lexicon.rules("routing"), *lexicon.rules("conversation", *ANSWERS)], RULES)
#: Say nothing of what is asked for.
_ADVERBS = lexicon.words("routing", "adverbs")
#: Where days that are told don't matter.
NO_DAY = dt.date(2000, 1, 1)


class Message:
    """`sentences` of it in clauses; `polite`: tokens that ask for nothing by themselves."""

    def __init__(self, text: str, today: dt.date = NO_DAY) -> None:
        tokens = tokens_of(text)
        self.tokens = replace(tokens, all=tuple(one for one in tokens.all if one.norm not in _ADVERBS))
        self.chart = GRAMMAR.parse(self.tokens, today=today)
        self.clauses = clauses_of(self.tokens)
        self.polite = {at for span in self.chart.of("polite") for at in range(span.i, span.j)}
        self.polite |= {at for at, one in enumerate(self.tokens.all) if not any(map(str.isalnum, one.norm))}

    def sentences(self) -> Iterator[list[Clause]]:
        return sentences_of(self.tokens, self.clauses)

    def spans(self, kind: str, i: int, j: int) -> list[Span]:
        return [span for span in self.chart.of(kind) if i <= span.i and span.j <= j]

    def alone(self, kind: str, i: int, j: int) -> Span | None:
        """The longest span of a kind beside which these words say nothing."""
        fits = [span for span in self.spans(kind, i, j) if not self.beside(span, i, j)]
        return max(fits, key=lambda span: (span.j - span.i, span.weight), default=None)

    def beside(self, span: Span, i: int, j: int) -> list[int]:
        """The tokens from i to j that a span leaves, without polite words."""
        return [at for at in range(i, j) if not span.i <= at < span.j and at not in self.polite]

    def quote(self, i: int, j: int) -> str:
        return self.tokens.quote(i, j).strip(" ,;:-–\n\t")

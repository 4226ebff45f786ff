"""A stretch of a message as the answer to what was asked, proposed or offered. Pure."""

from __future__ import annotations

from typing import NamedTuple

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.routing.message import Message
from trips.reading.routing.values import Context

#: Longer says more than an answer.
_MOST_WORDS = 12
_BEFORE = lexicon.words("routing", "before_a_choice")
_AFTER = lexicon.words("routing", "after_a_choice")
_OPTIONS = frozenset("one option plan choice itinerary proposal version a b c".split())
_ADDS = frozenset("but only except".split())
_VERBS = frozenset("is are does do was were has".split())
_ASKS_OF = lexicon.words("routing", "asks_of")


class Answer(NamedTuple):
    """`kind`: yes, no, left (to us), plan_it, none_of_them, both, same, select. Of "select" the `number` of
    the option, -1 the last, or what it is `called`."""

    kind: str
    number: int = 0
    called: str = ""


def answer_in(message: Message, i: int, j: int, context: Context | None = None) -> Answer | None:
    """The answer that these words are and nothing else; None for none."""
    if j - i > _MOST_WORDS:
        return None
    answer = message.alone("answer", i, j)
    select = message.alone("select", i, j)
    if select and (answer is None or select.j - select.i > answer.j - answer.i):
        bare = select.j - select.i == 1 and select.weight < 1
        if not bare or context is None or context.options or not context.plan:
            return Answer("select", *select.value)
    if answer:
        return Answer(answer.value)
    words = [at for at in range(i, j) if message.tokens[at].norm.isalpha()]
    if words and all(at in message.polite for at in words):
        return _of_polite_words(message, i, j)
    return None


def led_by(message: Message, i: int, j: int) -> Answer | None:
    """The answer that begins a sentence which goes on: "none of those, too far"."""
    start = next((at for at in range(i, j) if message.tokens[at].norm.isalnum()), j)
    for span in sorted(message.spans("select", start, j), key=lambda one: one.i - one.j):
        if span.j - span.i > 1 and span.weight == 1.0 and _chooses(message, span, start, j):
            return Answer("select", *span.value)
    leads = (span for span in message.spans("answer", start, j) if span.i == start)
    longest = max(leads, key=lambda one: one.j, default=None)
    if longest and (
        longest.value == "none_of_them" or message.tokens.norms(longest.j, longest.j + 1) == ["to"]
    ):
        return Answer(longest.value)
    return None


def refusal_in(text: str) -> tuple[str, bool] | None:
    """A no at the beginning: the words behind it, and whether they name the thing it denies ("no dinner on
    Wednesday") and give no reason. None for none."""
    message = Message(text)
    first = next((at for at in range(len(message.tokens)) if message.tokens[at].norm.isalnum()), 0)
    found = [one for one in message.spans("answer", first, len(message.tokens)) if one.i == first]
    no = max((one for one in found if one.value == "no"), key=lambda one: one.j, default=None)
    if no is None or any(one.value not in ("no", "none_of_them") and one.j > no.j for one in found):
        return None
    bare = message.tokens.norms(no.i, no.j) == ["no"] and no.j < len(message.tokens)
    names = bare and no.j not in message.polite and message.tokens[no.j].norm.isalnum()
    return message.quote(no.j, len(message.tokens)).lstrip(".,:! "), names


def added_to_a_choice(text: str) -> str:
    """ "make it cheaper" of "I like the first one but make it cheaper"; "" where nothing is added."""
    message = Message(text)
    turn = next((at for at, one in enumerate(message.tokens.all) if one.norm in _ADDS), len(message.tokens))
    start = turn + 1 + (message.tokens.norms(turn + 1, turn + 2) == ["that"])
    return message.quote(start, len(message.tokens))


def names_options(text: str) -> bool:
    """ "I take option 2": of options, whatever else could be numbered."""
    return bool(Message(text).chart.of("offer"))


def wants_a_change(text: str) -> bool:
    """ "No, let me change something"."""
    return bool(Message(text).chart.of("differs"))


def talk_in(text: str) -> str:
    """ "hello" or "thanks", where a message says nothing else; "" for none."""
    message = Message(text)
    found = message.alone("talk", 0, len(message.tokens))
    return found.value if found else ""


def _chooses(message: Message, span: Span, start: int, end: int) -> bool:
    """ "The second one" does; "the first" and "mid-range" only where no thing of theirs comes behind."""
    last, tokens = message.tokens[span.j - 1].norm, message.tokens
    if last in _OPTIONS or last.isdigit():
        return True
    ends = span.j >= end or span.j in message.polite or tokens[span.j].norm in _AFTER
    return ends and all(at in message.polite or tokens[at].norm in _BEFORE for at in range(start, span.i))


def option_in(text: str) -> Answer | None:
    """The option that a message chooses; None where it asks about one, says no to it or chooses none."""
    message = Message(text)
    words = [token.norm for token in message.tokens.all if token.norm.isalnum()]
    if len(words) == 1 and words[0] in "123456789":
        return Answer("select", int(words[0]))
    for clause in (one for sentence in message.sentences() for one in sentence):
        said = set(message.tokens.norms(clause.i, clause.j))
        asks = clause.question or clause.begins("asks") or message.tokens[clause.head].norm in _VERBS
        if asks or clause.has("denies") or _ASKS_OF & said:
            continue
        found = answer_in(message, clause.i, clause.j) or led_by(message, clause.i, clause.j)
        if found and found.kind == "select":
            return found
    return None


def _of_polite_words(message: Message, i: int, j: int) -> Answer | None:
    for span in message.spans("answer", i, j):
        if span.value in ("yes", "no"):
            return Answer(span.value)
    return None

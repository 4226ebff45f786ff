"""What a message asks, word for word: with its mark or without it; a wish for a plan is no question. Pure."""

from __future__ import annotations

from trips.reading import lexicon
from trips.reading.clauses import Clause
from trips.reading.routing.message import Message

_AUXILIARY = lexicon.words("routing", "auxiliary")
_OF_A_PLAN = lexicon.words("routing", "of_a_plan")
_ORDERED = [pair.split() for pair in ("can we", "can you", "could we", "could you", "would you", "will you")]
_LEADS_TO_AN_OPTION = frozenset("about in of on under".split())


def questions_in(message: Message) -> list[tuple[int, int, bool]]:
    """The tokens of each sentence's question; whether it asks where to go or how long, so that facts are told
    by it too."""
    found = []
    for sentence in message.sentences():
        end = sentence[-1].j
        if asking := next((one for one in sentence if _asks(message, one, end)), None):
            found.append((asking.head, end, _for_a_plan(message, asking, end)))
    return found


def begins_as_a_question(text: str) -> bool:
    """ "And what time is dinner", with its mark or without."""
    message = Message(text)
    first = next(iter(message.sentences()), None)
    return bool(first) and (first[0].begins("asks") or message.tokens[first[0].head].norm in _AUXILIARY)


def _asks(message: Message, one: Clause, end: int) -> bool:
    led = [at for at in range(one.head, one.j) if at not in message.polite]
    wonders = [span for span in message.spans("wonders", one.i, end) if span.i in (one.head, *led[:1])]
    wonders = [span for span in wonders if not one.j - 1 <= span.j < end - 1]  # "one question: …"
    if any(one.first or span.value != "surely" for span in wonders):
        return True
    if one.question and _is_of_an_option(message, one, end):
        return True
    if not one.question or one.begins("orders"):
        return False
    if one.begins("asks.question"):
        return True
    words = message.tokens.norms(one.head, one.head + 2)
    if words[1:] == ["be"] or message.tokens.norms(one.head, one.head + 3) == ["do", "not", "know"]:
        return False  # "could be 4?"
    return words not in _ORDERED and (one.begins("asks") or words[0] in _AUXILIARY)


def _is_of_an_option(message: Message, one: Clause, end: int) -> bool:
    """ "What about dinner in option 3?"."""
    options = [span for span in message.spans("select", one.i, end) if span.weight == 1.0]
    led = any(message.tokens[span.i - 1].norm in _LEADS_TO_AN_OPTION for span in options if span.i > one.i)
    return led and message.tokens.norms(one.head, one.head + 2) not in _ORDERED


def _for_a_plan(message: Message, one: Clause, end: int) -> bool:
    said = message.tokens.norms(one.head, end)
    where = [span.value for span in message.spans("plans", one.i, end) if span.i <= one.head + 1]
    enough = any(pair in (("enough", "for"), ("enough", "in")) for pair in zip(said, said[1:], strict=False))
    return enough or "where" in where or bool(where and _OF_A_PLAN & set(said))

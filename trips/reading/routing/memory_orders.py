"""What is to be remembered, forgotten, or not remembered: which words name it, and where they end. Pure.

"Don't remember that I am vegan" tells no diet: what is named is to be let go, and is no fact of the trip.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.routing.message import GRAMMAR, Message
from trips.reading.tokens import tokens_of

_GOES_ON = lexicon.words("routing", "goes_on")
_OF_DAYS = frozenset("plan itinerary schedule programme program trip day today tonight tomorrow".split())
_OWN = frozenset("my our the any all those these that this".split())
_WHO = frozenset("i we he she they my our".split())
_QUESTIONS = frozenset("where what who whom how when".split())
_NOTHING = frozenset("it this that them these those all everything me us about to not".split())
_LONGEST_NAME = 4  # words
_SAID = ("said", "note", "thing", "every")


class Forgetting(NamedTuple):
    """`what` is to be forgotten; it is asked for by the characters from `start` to `end`. `plain`: of memory
    by its own words; else it may be a thing of the trip, too."""

    what: str
    start: int
    end: int
    plain: bool
    of_a_plan: bool = False  # "delete", "remove": words for a plan's days, too
    a_name: bool = False  # "forget Rome": a place or a thing by its name, which the trip may have, too

    def rest_of(self, text: str) -> str:
        """What else the message says."""
        rest = Message(text[self.end :])
        at = next((at for at in range(len(rest.tokens)) if at not in rest.polite), len(rest.tokens))
        later = rest.quote(at, len(rest.tokens))
        return " ".join(
            part for part in (text[: self.start].strip(" ,;"), later) if any(map(str.isalnum, part))
        )


@lru_cache(maxsize=16)  # a turn asks several times of the same words
def _message(text: str) -> Message:
    return Message(text.replace("’", "'"))


def _may_hold(text: str, *kinds: str) -> bool:
    tokens = tokens_of(text)
    return any(GRAMMAR.may_find(kind, tokens) for kind in kinds)


def without_lead(text: str) -> str:
    """ "Museums" of "please that I like museums"; what is named behind words that only lead in."""
    message = Message(text)
    at = 0
    while at < len(message.tokens) and (span := message.chart.at("lead", at)):
        at = span.j
    return text[message.tokens[at].start :].strip() if 0 < at < len(message.tokens) else text.strip()


def things_named(text: str) -> list[str]:
    """Of "museums, opera and that I smoke" each by itself."""
    message = Message(text)
    cuts = [at for at, one in enumerate(message.tokens.all) if one.norm in (",", "and")]
    pairs = zip([-1, *cuts], [*cuts, len(message.tokens)], strict=True)
    return [without_lead(words) for i, j in pairs if (words := message.quote(i + 1, j))]


def forgetting_in(text: str) -> Forgetting | None:
    """The first thing that plain words want forgotten, or not remembered."""
    if not _may_hold(text, "forget"):
        return None
    message = _message(text)
    return next((found for head in _heads(message) if (found := _plainly(message, head))), None)


def thing_in(text: str) -> Forgetting | None:
    """ "Forget the window seat": perhaps of what is remembered, perhaps of the trip."""
    if not _may_hold(text, "forget"):
        return None
    message = _message(text)
    for head in _heads(message):
        first = _norm(message, head.j)
        if head.value == "not_keep" or first in _NOTHING | _QUESTIONS:
            continue
        if first in _OWN:
            found = _cut(message, head, head.j + 1, plain=False)
            return found and found._replace(of_a_plan=head.value == "delete")
        if head.value == "forget" and not _is_of_days(message, head):
            found = _cut(message, head, head.j, plain=False)
            return found._replace(a_name=True) if found and len(found.what.split()) <= _LONGEST_NAME else None
    return None


def personal(what: str) -> bool:
    """Does it belong to a person and to no trip: "my allergy"?"""
    return bool(_message(what).chart.of("own"))


def without_forgetting(text: str) -> str:
    """The text without what it wants forgotten: nothing is learnt from those words."""
    while (found := forgetting_in(text)) is not None:
        text = f"{text[: found.start]}{' ' * (found.end - found.start)}{text[found.end :]}"
    return text


def split(argument: str) -> tuple[str, str]:
    """What comes after the command: what is to be forgotten, and what else is wished."""
    message = _message(argument)
    end = _end(message, 0)
    return message.quote(0, _trimmed(message, 0, end)), Forgetting("", 0, _char(message, end), True).rest_of(
        argument
    )


def switch_in(text: str, *, forgot: bool = False) -> str:
    """What is wanted of memory as a whole: "off", "forget_me", "back"; "" for nothing. `forgot`: something
    was forgotten just now."""
    if not _may_hold(text, "memory_all", "back_again"):
        return ""
    message = _message(text)
    whole = message.alone("memory_all", 0, len(message.tokens))
    if whole:
        return whole.value
    return "back" if forgot and message.alone("back_again", 0, len(message.tokens)) else ""


def is_everything(what: str) -> bool:
    """ "/forget everything": nothing in particular is named."""
    message = _message(f"forget {what}")
    return any(message.alone(kind, 0, len(message.tokens)) for kind in ("memory_all", "command"))


def kept_in(message: Message, i: int, j: int, *, over: bool) -> str:
    """What these words want remembered, as it was said; "" for nothing. `over`: the trip began, so that
    another one comes next."""
    afters = (one for one in message.spans("keep_that", i, j) if not message.beside(one, one.i, j))
    if after := next(afters, None):
        ordered = any(message.alone(kind, i, after.i) for kind in ("command", "undone"))
        said = message.quote(i, after.i)
        return said if len(said) > 3 and after.i > i and not ordered else ""
    for span in message.spans("keep_this", i, j):
        led = {at for one in message.spans("keep_this", i, j) for at in range(one.i, one.j)}
        if any(at not in message.polite | led for at in range(i, span.i)) or (
            span.value == "next_time" and not over
        ):
            continue
        if span.value != "remember":
            return message.quote(span.i, j) if j - span.j > 1 else ""
        bound = next((one for one in message.spans("only_now", span.j, j) if one.i == span.j), None)
        start = bound.j if bound else span.j
        while _norm(message, start) in ("that", ":", ",", "-"):
            start += 1
        what = message.quote(start, j)
        if len(what) < 4 or _norm(message, start) in _NOTHING and j - start < 3:
            return ""
        return f"{what.rstrip('.! ')} {message.quote(bound.i, bound.j)}." if bound else what
    return ""


# --- Within --------------------------------------------------------------------------------------


def _heads(message: Message) -> list[Span]:
    """Where something to be forgotten is asked for: at the beginning of a clause, the longest first."""
    found = []
    for span in message.chart.of("forget"):
        clause = next(one for one in message.clauses if one.i <= span.i < one.j)
        before = message.tokens.norms(span.i - 2, span.i)
        led = all(at in message.polite or _norm(message, at) in ("i", "we") for at in range(clause.i, span.i))
        asked = before[-1:] != ["to"] or {"you", "feel"} & set(message.tokens.norms(span.i - 3, span.i))
        past = message.tokens[span.i].norm == "forgot" and "you" not in before
        mine = {"i", "we", "not", "never"} & set(before[-1:]) and "you" not in message.tokens.norms(
            span.i, span.j
        )
        if led and asked and not past and not mine:
            found.append(span)
    return sorted(found, key=lambda one: (one.i, one.i - one.j))


def _plainly(message: Message, head: Span) -> Forgetting | None:
    start, named = head.j, ""
    if head.value == "forget" and _norm(message, start) == "about":
        start += 1
        named = "about"
    if of := message.chart.at("memory_of", start):
        start, named = of.j, of.value
    place = next((one for one in message.spans("memory_place", head.j, len(message.tokens))), None)
    if place and place.i <= _end(message, start) and named not in ("note",):
        named = "note"
    first = _norm(message, start)
    plain = {
        "not_keep": named != "" or first not in _NOTHING | {"anything", "things"},
        "forget": named in _SAID
        and (named != "said" or first not in _NOTHING)
        or first in ("i", "we", "he", "she", "they"),
        "delete": named in ("note", "every")
        or (named == "said" and first in _WHO)
        or _what_i_said(message, head)
        or _is_a_note(message, head)
        or (named == "thing" and _of_person(message, start)),
    }[head.value]
    if named == "every" and _is_of_days(message, head):
        return None
    if (
        head.value == "forget"
        and first in _QUESTIONS
        and _WHO & {_norm(message, at) for at in (start + 1, start + 2)}
    ):
        told = set(message.tokens.norms(start, _end(message, start)))
        plain = not told & (_OF_DAYS | {"planned", "going", "staying", "said", "asked"})
    if named == "about" and not plain:
        return None if _norm(message, start) in _NOTHING else _cut(message, head, start, plain=False)
    return _cut(message, head, start, plain=True) if plain else None


def _is_a_note(message: Message, head: Span) -> bool:
    """ "Scrap the halal note"."""
    return bool({"note", "notes"} & set(message.tokens.norms(head.j, min(head.j + 5, _end(message, head.j)))))


def _of_person(message: Message, start: int) -> bool:
    return bool(message.spans("own", start, _end(message, start)))


def _what_i_said(message: Message, head: Span) -> bool:
    words = message.tokens.norms(head.j, head.j + 5)
    return words[:2] in (["what", "i"], ["what", "we"]) and "about" in words


def _cut(message: Message, head: Span, start: int, *, plain: bool) -> Forgetting | None:
    end = _end(message, start)
    place = next((one.i for one in message.spans("memory_place", start, end)), end)
    what = message.quote(start, _trimmed(message, start, place))
    if len(what) < 3 or what.casefold() in _NOTHING:
        return None
    clause = next(one for one in message.clauses if one.i <= head.i < one.j)
    begin = next((at for at in range(clause.i, head.i) if message.tokens[at].norm.isalpha()), head.i)
    return Forgetting(what, message.tokens[begin].start, _char(message, end), plain)


def _end(message: Message, start: int) -> int:
    """Where another wish or sentence begins: "… and make it 5 days"."""
    for clause in message.clauses:
        if clause.i <= start:
            continue
        norm = message.tokens[clause.i - 1].norm
        head = next((at for at in range(clause.i, clause.j) if at not in message.polite), clause.j)
        follows = _norm(message, head)
        if norm in (".", "!", "?", ";") or message.tokens[clause.i].norm == "but":
            return clause.i
        if follows in _GOES_ON or follows.isdigit() or message.spans("number", head, head + 3):
            return clause.i
    return len(message.tokens)


def _trimmed(message: Message, start: int, end: int) -> int:
    while end > start and end - 1 in message.polite:
        end -= 1
    return end


def _char(message: Message, at: int) -> int:
    return message.tokens[at].start if at < len(message.tokens) else len(message.tokens.text)


def _norm(message: Message, at: int) -> str:
    return message.tokens[at].norm if at < len(message.tokens) else ""


def _is_of_days(message: Message, head: Span) -> bool:
    end = _end(message, head.j)
    return bool(_OF_DAYS & set(message.tokens.norms(head.j, end))) or bool(
        message.spans("bare_day", head.j, end)
    )

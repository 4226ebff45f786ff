"""What a message is meant as: to tell, to change, yes, no, to ask, to choose, to start over."""

from __future__ import annotations

import re
from typing import Any

from trips.facts.applying import apply_changes, flat
from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.message.reading import Reading
from trips.reading.routing import option_in
from trips.reading.routing.message import Message

OPTIONAL = frozenset("origin pace interests must_do dietary access".split())
_CORRECTS = lexicon.words("conversation", "corrects")
_WORD = re.compile(r"[^\W\d_]{2,}")
_OTHER_SCRIPTS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ff\u0600-\u06ff]{2}")
_LONGEST_YES = 80  # characters
_NEAR = 6  # tokens


def read_commands(reading: Reading) -> dict[str, Any] | None:
    """Messages that are one thing as a whole: starting over, or a yes."""
    message = Message(reading.view)
    command = message.alone("command", 0, len(message.tokens))
    if command and command.value == "reset":
        return {"intent": "reset"}
    return {"intent": "yes"} if agrees(reading.view) else None


def agrees(text: str) -> bool:
    """ "Sure, do it": a yes and nothing else."""
    return _only(text, "yes", "begin")


def adds_nothing(text: str) -> bool:
    """ "No, that's all", "no changes, go ahead": a yes where it was asked for what is missing or wrong."""
    return _only(text, "nothing_more", "yes", "no", "begin")


def only_denies(text: str) -> bool:
    """ "No thanks, leave it as it is": a no, and no wish beside it."""
    return _only(text, "no", "nothing_more")


def _only(text: str, said: str, *beside: str) -> bool:
    """Is it an answer of one kind, beside which stand at most answers of others and polite words?"""
    if len(text) > _LONGEST_YES:
        return False
    message = Message(text)
    answers = message.chart.of("answer", "begin")
    spans = [span for span in answers if span.value in (said, *beside)]
    if "no" not in (said, *beside) and any(span.value == "no" for span in answers):
        return False
    goes_on = any(message.tokens.norms(span.j, span.j + 1) in (["i"], ["we"]) for span in spans)
    covered = {at for span in spans for at in range(span.i, span.j)} | message.polite
    return (
        any(span.value in (said, "begin") for span in spans)
        and not goes_on
        and len(covered) == len(message.tokens)
    )


def intent_of(reading: Reading, question: str | None, language: str | None) -> dict[str, Any]:
    """The intent and what belongs to it, after everything else is read."""
    message = Message(reading.view)
    answers = {span.value: span for span in sorted(message.chart.of("answer"), key=lambda one: one.j - one.i)}
    facts = reading.facts
    effect = apply_changes(facts, reading.changes, today=reading.today, gazetteer=reading.gazetteer).applied
    none = answers.get("none_of_them")
    words = message.tokens.norms(none.i, none.j) if none else []
    bare = words in (["none"], ["none", ","]) and _only(reading.view, "none_of_them", "no")
    if none and not (reading.asked and bare):
        return {"intent": "reject_all", "reason": _reason(message, none)}
    if chosen := _option_chosen(reading):
        return {"intent": "select", **chosen}
    if (plan := answers.get("plan_it")) and "not" not in message.tokens.norms(plan.i - 2, plan.i):
        return {"intent": "just_plan"}
    if "left" in answers:
        topics = _left(reading, message)
        if topics or not (effect or question):
            return {"intent": "you_choose", "topics": topics}
    led = _led(message)
    if effect or (reading.changes and not led):
        known = flat(facts)
        over = any(
            one.op == "remove" or (known[one.path] not in (None, [], False) and one.op != "add")
            for one in effect
        )
        mends = (
            effect
            and facts != type(facts)()
            and _CORRECTS & set(message.tokens.norms(0, len(message.tokens)))
        )
        return {"intent": "change" if over or mends else "facts"}
    if led == "no" and not reading.declined and _only(reading.view, "no"):
        reading.declined += [topic for topic in reading.asked if topic in OPTIONAL]
    if led:
        return {"intent": led}
    if question:
        return {"intent": "question"}
    return {
        "intent": "facts" if reading.problems or reading.declined or _readable(reading.view) else "nonsense"
    }


def _led(message: Message) -> str:
    """The yes or no that a message begins with."""
    if message.tokens.text.strip(" .!").casefold() == "n":  # else an "and"
        return "no"
    first = next(
        (
            at
            for at in range(len(message.tokens))
            if message.tokens[at].norm not in ("oh", "well", "hm", "hmm", "sorry", "um", ",")
        ),
        0,
    )
    spans = [span for span in message.chart.of("answer") if span.i == first and span.value in ("yes", "no")]
    return max(spans, key=lambda one: one.j).value if spans else ""


def _option_chosen(reading: Reading) -> dict[str, Any] | None:
    """The number of the option that the message chooses, -1 for the last, or what it is called by."""
    chosen = option_in(reading.view)
    if chosen is None or (reading.view.strip(" #.!").isdigit() and (reading.changes or reading.problems)):
        return None
    told = {path for one in reading.changes for path in (one.path, one.path.split(".")[0])}
    if chosen.called and told & set(reading.asked):
        return None
    return {"label": chosen.called} if chosen.called else {"number": chosen.number}


def _reason(message: Message, none: Span) -> str:
    """What is said behind the refusal; "" for nothing."""
    end = len(message.tokens)
    start = next((at for at in range(none.j, end) if message.tokens[at].norm not in _BEFORE_A_REASON), end)
    return message.quote(start, end).strip(" .!?")


_BEFORE_A_REASON = lexicon.words("conversation", "before_a_reason")


def _left(reading: Reading, message: Message) -> list[str]:
    """What is left to us: the topics named beside it, otherwise those asked and not answered here."""
    told = {change.path.split(".")[0] for change in reading.changes}
    runs = {span: set(range(span.i, span.j)) for span in message.chart.of("fact_name")}
    names = [one for one in runs if not any(runs[one] < run for run in runs.values())]
    named: list[str] = []
    for left in (span for span in message.chart.of("answer") if span.value == "left"):
        for i, j in ((left.j, left.j + _NEAR), (left.i - _NEAR, left.i)):
            if near := [one.value for one in names if i <= one.i and one.j <= j and one.value not in told]:
                named += near
                break
    if named:
        return list(dict.fromkeys(named))
    return [
        root for root in dict.fromkeys(topic.split(".")[0] for topic in reading.asked) if root not in told
    ]


def _readable(text: str) -> bool:
    """Whether there is at least one everyday word in it."""
    words = _WORD.findall(text[:2000].lower())
    return any(word in lexicon.EVERYDAY for word in words) or bool(_OTHER_SCRIPTS.search(text))

"""Small words of the conversation's templates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from agents.turn_view import RailRow, TurnView, subject_of
from trips.models import Question
from trips.wording import listed

register = template.Library()

#: What "you choose" says of a topic, so that the words alone name it.
_NOUNS = {
    "dates": "the dates",
    "party": "how many travel",
    "budget": "the budget",
    "origin": "where we start",
    "pace": "the pace",
    "interests": "what to focus on",
    "must_do": "the must-sees",
    "destinations.nights": "the nights",
}


@register.filter
def label_and_text(line: str) -> tuple[str, str]:
    """ "When: 15–18 Feb" as ("When", "15–18 Feb")."""
    label, _, text = line.partition(": ")
    return (label, text) if text else ("", line)


@register.filter
def you_choose(question: Question) -> str:
    """The sentence that leaves a question to us."""
    topic = question.topic.removeprefix("other:").replace("_", " ")
    return f"You choose {_NOUNS.get(question.topic, topic)}."


@register.filter
def suggestions(question: Question) -> list[str]:
    """Without "you choose": the page has its own, which names the topic."""
    return [words for words in question.suggestions if words.casefold().strip(" .") != "you choose"]


@register.filter
def may_be_planned(questions: Iterable[Question]) -> bool:
    """Can everything that is asked be assumed? The destination can't."""
    return all(question.topic != "destinations" for question in questions)


@register.filter
def who_worked(rows: list[RailRow]) -> str:
    """ "Worked on the places to eat and the ways to travel", and what failed."""
    failed = [subject_of(row.agent) for row in rows if row.state == "failed"]
    sentence = f"Worked on {listed(subject_of(row.agent) for row in rows)}"
    return f"{sentence}; {listed(failed)} failed" if failed else sentence


@register.filter
def nth(rows: list, index: int):
    """The entry at a position, from 0."""
    return rows[index]


#: A tag of rendered words, which is left alone.
_TAG = re.compile(r"(<[^>]*>)")


@register.filter
def mentioned(html: str, view: TurnView) -> SafeString:
    """Rendered words, or a plain sentence, with a link where something remembered is repeated."""
    rendered = isinstance(html, SafeString)  # it has its apostrophes as they are
    parts = _TAG.split(html if rendered else conditional_escape(html))
    for words in view.mentions:
        shown = escape(words, quote=False) if rendered else conditional_escape(words)
        at = next((at for at, part in enumerate(parts) if shown in part and not _TAG.match(part)), None)
        if at is None:
            continue
        before, _, after = parts[at].partition(shown)
        url = reverse("remembered", args=[view.turn.trip.uuid, view.number])
        link = render_to_string("agents/_mention.html", {"words": words, "used_url": url})
        parts[at : at + 1] = [before, link, after]
    return mark_safe("".join(parts))  # noqa: S308 -- the words were rendered or escaped before

"""What a job of memory asks of a model, and how untrusted text is put into it.

Memory calls no model: a job is `ask(...) -> Ask` and `apply(answer)`; `agents/afterwork.py` stands between.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

PROMPTS = Path(__file__).parent / "prompts"

#: What a brief, a task or our own questions put around remembered things.
_RECALLED = re.compile(
    r"^-{3} (?P<name>[A-Z][A-Z ]*) -{3}$.*?(?:^-{3} END (?P=name) -{3}$|\Z)", re.MULTILINE | re.DOTALL
)
_TAGS = re.compile(
    r"</?\s*(?:answer|tool_results?|traveller_words|existing_notes|existing_lines|events|own_memory|task|"
    r"outcome)\b(?:[^<>]*>)?",
    re.IGNORECASE,
)
_ZONES = re.compile(r"^#{1,3} .*\[(?:auto-refreshed|accumulated|self-managed)\].*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Ask:
    """One question. `max_tokens` is of the answer."""

    system: str
    text: str
    max_tokens: int = 300

    @property
    def tokens(self) -> int:
        """Of system and text, counted as characters / 3."""
        return (len(self.system) + len(self.text)) // 3


@cache
def prompt(name: str) -> Template:
    """A prompt's text (memory/prompts). Raises FileNotFoundError."""
    return Template((PROMPTS / f"{name}.md").read_text("utf-8").strip())


def without_recalled(text: str) -> str:
    """Text without the memory that was put into it: what was recalled is never learnt again."""
    return _ZONES.sub("", _RECALLED.sub("", text)).strip()


def as_data(text: str) -> str:
    """Text that can not end the part of a question it stands in."""
    return _TAGS.sub("", text)


def weight(text: str) -> int:
    """Characters, where a letter of a script without an alphabet of a few dozen counts as three: it is a
    token of its own."""
    return len(text) + 2 * sum(letter > "\u2e7f" for letter in text)


def characters(text: str, limit: int) -> int:
    """How many characters of a text weigh no more than `limit`, on the average of all of it."""
    return limit * len(text) // weight(text) if text else limit


def beginning(text: str, limit: int) -> str:
    """As much of a text, from its first letter on, as weighs no more than `limit`."""
    if weight(text) <= limit:
        return text
    for index, letter in enumerate(text):
        limit -= weight(letter)
        if limit < 0:
            return text[:index]
    return text


def first_line_and_tail(text: str, limit: int) -> str:
    """At most `limit` characters: the first line, and the end of the rest from the start of a line on."""
    text = text.strip()
    if len(text) <= limit:
        return text
    first, _, rest = text.partition("\n")
    first = first[: limit // 2].rstrip()
    tail = rest[-(limit - len(first) - 3) :]
    if "\n" in tail.rstrip("\n"):  # not half a line
        tail = tail.partition("\n")[2]
    return f"{first}\n…\n{tail}"[:limit]

"""From a mind's raw text to a valid answer: parsed, cleaned, bounded, checked.

This is the one place where text from outside becomes our values, so it is also the one place where
control characters are dropped and lengths are bounded. The schemas are in `agents/runtime/schemas.py`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Any

import json_repair
from annotated_types import MaxLen
from pydantic import BaseModel, ValidationError

from agents.llm.reply_stream import OBJECTS_TRIED, THOUGHT_ENDS, join_surrogates
from trips.schemas import named

REPLY = "reply"  # the field that is shown while it grows
STRING_CHARACTERS = 12_000  # one string of an answer
LIST_ITEMS = 200
DEPTH = 24
SHOWN_PROBLEMS = 12
MENDED_CHARACTERS = 60_000  # of an object that is no valid JSON
MENDING_READS = 150_000  # of its characters: slips take two a character, what is no object many more
EDGE_CHARACTERS = 200  # kept of each end of an answer that could not be read

#: Nobody sees these: control characters except line feed and tab, line ends that are none on the page, what
#: turns text around, fillers, marks of variants, tags. The joiners stay (emoji and some scripts need
#: them), and so do the tags of the flags that are spelt with them.
_UNSEEN = re.compile(
    "(\U0001f3f4[\U000e0061-\U000e007a]{5}\U000e007f)|"
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_SENTENCE_END = re.compile(r"[.!?…।؟]+[\"'”’)»*_]*(?=\s|$)|[。！？]+[」』”’）]*|\n+")
#: No sentence holds it: brackets of code, escapes, names with a value, the beginning of a list or a string.
_CODE = re.compile(r"[{}<>\\`]|\w=|^\s*[a-z_]+:(?=\s)|\A[\[\"']", re.MULTILINE)
_OBJECT_OPENS = re.compile(r"\{\s*(?:\}|[\\\"']*\w+[\\\"']*\s*:)")


class InvalidAnswer(Exception):
    """An answer that cannot be taken; `problems` are sentences the model can act on. `answer`: where its
    form was right and the rules refused it."""

    def __init__(self, problems: list[str], answer: BaseModel | None = None) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems
        self.answer = answer


def ends_of(text: str) -> str:
    """Of an answer that could not be taken: how long it is, and both ends; never the whole text."""
    first, last = text[:EDGE_CHARACTERS], text[EDGE_CHARACTERS:][-EDGE_CHARACTERS:]
    return f"{len(text)} characters, first {first!r}, last {last!r}"


def clean_text(text: str) -> str:
    """Text without unseen characters. Works character by character, so cleaned pieces put together equal the
    cleaned whole; only a flag that is cut within is black until the whole is there."""
    return _UNSEEN.sub(r"\1", text)


def prose_in(text: str) -> str:
    """The whole sentences of words where an object was wanted, or where one was cut; "" where any of it is
    code or the text of a value."""
    plain = clean_text(text.rpartition(THOUGHT_ENDS)[2]).strip()
    ends = [end.end() for end in _SENTENCE_END.finditer(plain) if not end[0].isspace()]
    said = plain[: ends[-1]] if ends and not _CODE.search(plain) else ""
    return said if any(map(str.isalpha, said)) else ""


def clean(value: Any, depth: int = 0) -> Any:
    """A parsed JSON value with every string cleaned and bounded, every list bounded. What is nested too
    deeply and numbers beyond all bounds become None, which the schema refuses where it wants them."""
    if isinstance(value, str):
        return _clean_inside(clean_text(join_surrogates(value))[:STRING_CHARACTERS], depth)
    if depth >= DEPTH and isinstance(value, list | dict):
        return None
    if isinstance(value, list):
        return [clean(entry, depth + 1) for entry in value[:LIST_ITEMS]]
    if isinstance(value, dict):
        return {clean_text(join_surrogates(key)): clean(entry, depth + 1) for key, entry in value.items()}
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _clean_inside(text: str, depth: int) -> str:
    """A text that holds JSON is read where an object is wanted: what its escapes spell is cleaned too."""
    if depth >= DEPTH or not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return json.dumps(clean(json.loads(text, strict=False), depth + 1), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


def parse_answer(
    text: str, output: type[BaseModel], check: Callable[[Any], list[str]] | None = None
) -> BaseModel:
    """Read `text` as `output` and let `check` judge it. Raises InvalidAnswer.

    The object of the text is the answer, whatever stands around it.
    """
    try:
        given = clean(_answer_in(text, output))
        if isinstance(reply := _words_of(given.get(REPLY)), str):
            given[REPLY] = cut_at_sentence(reply, reply_limit(output))
        answer = output.model_validate_json(json.dumps(given))
    except ValidationError as error:
        raise InvalidAnswer(problem_sentences(error)) from error
    problems = check(answer) if check else []
    if problems:
        raise InvalidAnswer(list(problems), answer)
    return answer


def _words_of(reply: Any) -> Any:
    """A reply that is an object, or the text of one: its own reply, else its first text."""
    if isinstance(reply, str) and reply.lstrip().startswith("{"):
        reply = object_in(reply, (REPLY,)) or reply
    if not isinstance(reply, dict):
        return reply
    texts = [*named(reply, (REPLY,)).values(), *reply.values()]
    return next((text for text in texts if isinstance(text, str)), "")


def reply_limit(output: type[BaseModel]) -> int:
    """Characters that the reply of an answer may have."""
    field = output.model_fields.get(REPLY)
    limits = [entry.max_length for entry in field.metadata if isinstance(entry, MaxLen)] if field else []
    return min([STRING_CHARACTERS, *limits])


def cut_at_sentence(text: str, limit: int) -> str:
    """A text of at most `limit` characters, cut where a sentence ends if one ends in its second half."""
    if len(text) <= limit:
        return text
    ends = [end.end() for end in _SENTENCE_END.finditer(text, limit // 2, limit + 1) if end.end() <= limit]
    return text[: ends[-1] if ends else limit].rstrip()


def problem_sentences(error: ValidationError) -> list[str]:
    """Pydantic's errors as sentences: where, what. The input itself is not repeated."""
    errors = error.errors(include_url=False, include_context=False, include_input=False)
    sentences = [f"{_place(entry['loc'])}: {entry['msg']}." for entry in errors[:SHOWN_PROBLEMS]]
    if len(errors) > SHOWN_PROBLEMS:
        sentences.append(f"And {len(errors) - SHOWN_PROBLEMS} more errors.")
    return sentences


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) or "answer"


def object_in(text: str, fields: Collection[str]) -> dict[str, Any] | None:
    """The JSON object of a text with most of these fields, the first of several; prose, fences and thoughts
    around it are passed over, slips of JSON in it mended. None without any."""
    parts = dict.fromkeys((text.rpartition(THOUGHT_ENDS)[2], text))
    objects = [one for read in (_objects_in, _mended_in) for part in parts for one in read(part)]
    return max(objects, key=lambda one: len(named(one, fields)), default=None)


def _objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Each balanced object, also one within a JSON string."""
    opening = _OPENING.search(text)
    for _ in range(OBJECTS_TRIED):
        if opening is None:
            return
        end = opening.end()
        with suppress(ValueError, RecursionError):
            value, end = _DECODER.raw_decode(text, opening.start())
            yield from _objects_in(value) if isinstance(value, str) else [value]
        opening = _OPENING.search(text, end)


def _mended_in(text: str) -> Iterator[dict[str, Any]]:
    """From the first brace on, where no balanced object begins there: with quotes, commas, ends as meant."""
    start = text.find("{")
    if start < 0:
        return
    try:
        _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        with suppress(ValueError, RecursionError):
            bounded = _Bounded(text[start : start + MENDED_CHARACTERS])
            mended = json_repair.loads(bounded, skip_json_loads=True)
            yield from (
                one for one in (mended if isinstance(mended, list) else [mended]) if isinstance(one, dict)
            )


class _Bounded(str):
    """A text that lets itself be read so often: json_repair looks ahead from every quote, to the end."""

    __slots__ = ("reads",)

    def __getitem__(self, key: Any) -> str:
        self.reads = getattr(self, "reads", 0) + 1
        if self.reads > MENDING_READS:
            raise ValueError("too far from JSON to be mended")
        return super().__getitem__(key)


def opens_object(text: str) -> bool:
    """Does an object begin in the text? Whether it can be read is not asked."""
    return _OBJECT_OPENS.search(text) is not None


def _answer_in(text: str, output: type[BaseModel]) -> dict[str, Any]:
    if not text.strip():
        raise InvalidAnswer(["The answer is empty; a JSON object is wanted."])
    value = object_in(text, output.model_fields)
    if value is None:
        raise InvalidAnswer(["The answer is not a JSON object."])
    return {**value, **named(value, output.model_fields)}


_OPENING = re.compile(r'"?\{')
_DECODER = json.JSONDecoder(strict=False)

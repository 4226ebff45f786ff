"""What a message falls into: parts, each with who owns it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import Plan, TripFacts

Owner = Literal[
    "command", "answer", "expense", "report", "edit", "remember", "forget", "facts", "question", "talk",
    "language", "unread",
]  # fmt: skip
#: Who owns words, the command that carries them out, its argument.
Claim = tuple[Owner, str, str]


@dataclass(frozen=True, slots=True)
class Part:
    """`text`: as it was typed, from `start` to `end` of the message. `command` and `argument`: what carries
    it out, where a command does; of an answer its kind ("yes", "select"); of another language its code."""

    owner: Owner
    text: str
    start: int
    end: int
    command: str = ""
    argument: str = ""


@dataclass(frozen=True)
class Context:
    """Where the conversation stands. `tells_facts`: does a text tell a fact of the trip? `asked`: topics of
    open questions; `waits`: a summary or a change waits for a yes; `options`: how many are on offer; `found`:
    research found something; `forgot`: the message before had something forgotten; `started`, `over`: the
    plan's first day has come, its last is over; `others`: what readers of facts claim beside a plan, told
    whether the words are an edit of it."""

    today: dt.date
    gazetteer: Gazetteer
    facts: TripFacts = field(default_factory=TripFacts)
    plan: Plan | None = None
    started: bool = False
    over: bool = False
    asked: tuple[str, ...] = ()
    waits: bool = False
    options: int = 0
    found: bool = False
    forgot: bool = False
    tells_facts: Callable[[str], bool] = lambda _text: False
    others: Callable[[str, bool], Claim | None] = lambda _text, _edits: None

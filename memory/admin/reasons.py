"""Why a line is as it is, for whoever may not read conversations: only in words of our own.

A model's reason may repeat what was said. What is not known to be ours is hidden.
"""

from __future__ import annotations

import re

from memory.admin.curators import HIDDEN
from memory.events import PREFERENCES, TRIGGERS
from memory.models import Extraction
from memory.words import Words

#: How a line of an answer ends when code has the say: the reason is code's as well.
JUDGED = {"refused", "merged", "proposed"}
_TRIGGERS = "|".join(map(re.escape, TRIGGERS))
_OURS = re.compile(
    r"(?:Added\.|Replaces another\.|Replaced\.|Replaced by (?:line|note) \d+\.|Proposed\.|Said again\.|"
    r"Accepted\.|Refused\.|Retired\.|Forgotten\.|Brought back\.|Something was forgotten\.|Rewritten\.|"
    r"What is left of (?:line|note) \d+\.|The whole sentence was brought back\.|"
    r"A guest's lines moved in\.|corrected by the traveller|found by research|"
    rf"{_TRIGGERS}|(?:finding|choice|finished) \d+(?: \d+)?|Created|Changed|Deleted)"
    r"(?: \([\w.@+-]{1,40}\))?"
)
#: Names of lines that go on with a value, which is somebody's word, and what is said instead of them.
_NAMED = (
    (re.compile(rf"(?:{'|'.join(map(re.escape, PREFERENCES))})(?:=.*)?"), "facts edited"),
    (re.compile(r"plan \d+ .*"), "plan item edited"),
    (re.compile(r"follow-up \d+ .*"), "follow-up on a finding"),
    (re.compile(r"learnt .*"), "trip finished"),
)


def ours(reason: str) -> str | None:
    """The reason in words of ours; None for what may be others'."""
    told = []
    for one in filter(None, reason.split("; ")):
        instead = next((says for pattern, says in _NAMED if pattern.fullmatch(one)), None)
        if instead is None and not _OURS.fullmatch(one):
            return None
        told.append(instead or one)
    return "; ".join(dict.fromkeys(told))


def shown(reason: str, words: Words, *, may_read: bool) -> str:
    """A reason as this reader may have it, without what was forgotten."""
    if may_read:
        return words.scrubbed(reason)
    own = ours(reason)
    return HIDDEN if own is None else own


def of_result(job: Extraction, line: dict, words: Words, *, may_read: bool) -> str:
    """Of one line of an answer. Only of documents a model gives reasons."""
    ours = job.kind != Extraction.Kind.DOCUMENTS or line.get("outcome") in JUDGED
    return shown(str(line.get("reason", "")), words, may_read=may_read or ours)

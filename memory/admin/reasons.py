"""Why a line is as it is, for whoever may not read conversations: only in words of our own.

A model's reason may repeat what was said. What is not known to be ours is hidden.
"""

from __future__ import annotations

import re

from memory.admin.curators import HIDDEN
from memory.models import Extraction
from memory.words import Words

#: How a line of an answer ends when code has the say: the reason is code's as well.
JUDGED = {"refused", "merged", "proposed"}
_OURS = re.compile(
    r"(?:Added\.|Replaces another\.|Replaced\.|Replaced by line \d+\.|Proposed\.|Said again\.|Accepted\.|"
    r"Refused\.|Retired\.|Forgotten\.|Brought back\.|Something was forgotten\.|Rewritten\.|"
    r"A guest's lines moved in\.|corrected by the traveller|found by research|facts edited|"
    r"options rejected|rejected at the summary|finding (?:dismissed|ranked)|plan item edited|option chosen|"
    r"trip finished|follow-up on a finding|(?:finding|choice|finished) \d+|Created|Changed|Deleted)"
    r"(?: \([\w.@+-]{1,40}\))?"
)


def is_ours(reason: str) -> bool:
    return all(_OURS.fullmatch(one) for one in reason.split("; ")) if reason else True


def shown(reason: str, words: Words, *, may_read: bool) -> str:
    """A reason as this reader may have it, without what was forgotten."""
    return words.scrubbed(reason) if may_read or is_ours(reason) else HIDDEN


def of_result(job: Extraction, line: dict, words: Words, *, may_read: bool) -> str:
    """Of one line of an answer. Only of documents a model gives reasons."""
    ours = job.kind != Extraction.Kind.DOCUMENTS or line.get("outcome") in JUDGED
    return shown(str(line.get("reason", "")), words, may_read=may_read or ours)

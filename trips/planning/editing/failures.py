"""Which failures of a verdict are new, and which are gone: a check fails of things, not in words."""

from __future__ import annotations

import re

from trips.schemas import CheckResult, Verdict

_FIGURES = re.compile(r"\d[\d,.]*")
#: Between sentences; "St. Patrick's" is none.
_SENTENCES = re.compile(r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)\s+(?=[A-Z])")
#: What a message ends with that names only the first of its failures.
_AND_MORE = re.compile(r"^And \d+ more\.$")


def newly_failed(after: Verdict, before: Verdict) -> list[CheckResult]:
    """Failures that were not there before: of a check that passed, or of other things than those it failed
    of already. Their message names the new ones alone, where its sentences can be told apart. Other figures
    (still over the sum, by less) are no other failure."""
    known = {result.id: result for result in before.failed}
    found = []
    for result in after.failed:
        new = _what_is_new(result, known[result.id]) if result.id in known else result
        if new:
            found.append(new)
    return found


def mended(before: Verdict, after: Verdict) -> list[CheckResult]:
    """Failures of checks that do not fail any more, of nothing."""
    failing = {result.id for result in after.failed}
    return [result for result in before.failed if result.id not in failing]


def _what_is_new(result: CheckResult, before: CheckResult) -> CheckResult | None:
    new_items = [uid for uid in result.items if uid not in before.items]
    if result.items and not new_items:
        return None
    said, known = _sentences(result), {_bare(one) for one in _sentences(before)}
    new = [one for one in said if _bare(one) not in known and not _AND_MORE.match(one)]
    if not new:  # the new ones may be among those that are only counted
        return result if new_items and any(map(_AND_MORE.match, said)) else None
    if not new_items and any(map(_AND_MORE.match, _sentences(before))) and len(said) <= len(known):
        return None  # named now as the list got shorter
    return result.model_copy(update={"message": " ".join(new), "items": new_items or result.items})


def _sentences(result: CheckResult) -> list[str]:
    return _SENTENCES.split(result.message)


def _bare(sentence: str) -> str:
    return _FIGURES.sub("#", sentence)

"""A verdict as a chip and as a list one can read through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trips.schemas import CheckResult, Verdict
from trips.wording import passed_in_words

Tone = Literal["good", "plain", "warn", "bad"]


@dataclass(frozen=True)
class VerdictGroup:
    """Checks of one outcome under one heading."""

    title: str
    tone: str
    icon: str
    results: list[CheckResult]


@dataclass(frozen=True)
class VerdictView:
    """`chip` is a sentence: "26 of 28 checks hold · 2 not confirmed", before it what fails or is worth
    a look; `held`: what the checks that hold rest on."""

    tone: Tone
    icon: str
    chip: str
    held: str
    groups: list[VerdictGroup]

    @property
    def short(self) -> str:
        """What matters most of the chip."""
        return self.chip.partition(" · ")[0]

    @property
    def worst(self) -> list[CheckResult]:
        """What speaks against the plan."""
        return [result for group in self.groups if group.tone == "bad" for result in group.results]


def verdict_view(verdict: Verdict) -> VerdictView:
    errors = verdict.errors
    warnings = [result for result in verdict.failed if result.severity == "warning"]
    remarks = [result for result in verdict.failed if result.severity == "info"]
    passed = verdict.with_status("passed")
    parts = [_named("Fails", errors), _named("Worth a look", warnings), _holding(verdict)]
    if remarks:
        parts.append(f"{len(remarks)} remark{'s' if len(remarks) > 1 else ''}")
    if verdict.not_checked:
        parts.append(f"{len(verdict.not_checked)} not confirmed")
    groups = [
        VerdictGroup("Fails", "bad", "cross", errors),
        VerdictGroup("Worth a look", "warn", "warning", warnings),
        VerdictGroup("Remarks", "plain", "info", remarks),
        VerdictGroup("Not confirmed", "plain", "unknown", verdict.not_checked),
        VerdictGroup("Holds", "good", "check", passed),
    ]
    tone: Tone = "bad" if errors else "warn" if warnings else "plain" if verdict.placeless else "good"
    icon = {"bad": "cross", "warn": "warning", "plain": "info", "good": "check"}[tone]
    chip = " · ".join(filter(None, parts))
    return VerdictView(tone, icon, chip, passed_in_words(verdict), [one for one in groups if one.results])


def _named(lead: str, results: list[CheckResult]) -> str:
    """ "Worth a look: opening hours and 2 more"."""
    if not results:
        return ""
    title = results[0].title
    first = title if title[:2].isupper() else title[0].lower() + title[1:]
    return f"{lead}: {first}{f' and {len(results) - 1} more' if len(results) > 1 else ''}"


def _holding(verdict: Verdict) -> str:
    about = " on dates, travel and sums, no places to check" if verdict.placeless else ""
    return f"{verdict.passed} of {len(verdict.results)} checks hold{about}"

"""A verdict as a chip and as a list one can read through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from trips.schemas import CheckResult, Verdict
from trips.wording import passed_in_words

#: The check of costs and budget.
COSTS = 22
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
    """`chip` in words: "14 passed (9 on our data) · 2 not checked", failures first."""

    tone: Tone
    icon: str
    chip: str
    groups: list[VerdictGroup]

    @property
    def worst(self) -> list[CheckResult]:
        """What speaks against the plan."""
        return [result for group in self.groups if group.tone == "bad" for result in group.results]

    @property
    def above_budget(self) -> str:
        """By how much the plan is above a sum that was roughly meant."""
        warned = (one for group in self.groups if group.tone == "warn" for one in group.results)
        return next((one.message for one in warned if one.id == COSTS), "")


def verdict_view(verdict: Verdict) -> VerdictView:
    errors = verdict.errors
    warnings = [result for result in verdict.failed if result.severity == "warning"]
    remarks = [result for result in verdict.failed if result.severity == "info"]
    passed = verdict.with_status("passed")
    parts = []
    if errors:
        parts.append(f"{len(errors)} failed")
    if warnings:
        parts.append(f"{len(warnings)} warning{'s' if len(warnings) > 1 else ''}")
    parts.append(f"{len(passed)} passed" if errors else passed_in_words(verdict))
    if verdict.not_checked:
        parts.append(f"{len(verdict.not_checked)} not checked")
    groups = [
        VerdictGroup("Failed", "bad", "cross", errors),
        VerdictGroup("Warnings", "warn", "warning", warnings),
        VerdictGroup("Remarks", "plain", "info", remarks),
        VerdictGroup("Not checked", "plain", "unknown", verdict.not_checked),
        VerdictGroup("Passed", "good", "check", passed),
    ]
    tone: Tone = "bad" if errors else "warn" if warnings else "plain" if verdict.placeless else "good"
    icon = {"bad": "cross", "warn": "warning", "plain": "info", "good": "check"}[tone]
    return VerdictView(tone, icon, " · ".join(parts), [group for group in groups if group.results])

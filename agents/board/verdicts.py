"""A verdict as a chip and as a list one can read through."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from trips.schemas import GRADES, CheckResult, Day, Plan, Verdict
from trips.wording import grade_in_words, listed, passed_in_words

Tone = Literal["good", "plain", "warn", "bad"]
#: What a traveller asks of a plan, with the numbers of the checks that answer it.
SUBJECTS = {
    "Dates and nights": (1, 2, 3, 4, 8, 10, 20),
    "Open when you come": (5, 13, 14, 30),
    "Ways and time": (7, 9, 11, 12, 16, 17, 19, 21, 28),
    "Food and your wishes": (15, 18, 23, 24, 25, 26, 27, 29, 33),
    "Money": (6, 22),
}
#: Of an outcome, the worst first: tone, icon and what it is called after a number.
_MARKS: dict[str, tuple[Tone, str, str]] = {
    "error": ("bad", "cross", "not right"),
    "warning": ("warn", "warning", "worth a look"),
    "info": ("plain", "info", "to know"),
    "not_checked": ("plain", "unknown", "not confirmed"),
    "passed": ("good", "check", ""),
}


@dataclass(frozen=True)
class Line:
    """What one check found; `day` (number and date) is the first it found something on."""

    result: CheckResult
    day: tuple[int, Day] | None = None

    @property
    def outcome(self) -> str:
        return self.result.severity if self.result.status == "failed" else self.result.status

    @property
    def tone(self) -> Tone:
        return _MARKS[self.outcome][0]

    @property
    def icon(self) -> str:
        return _MARKS[self.outcome][1]


@dataclass(frozen=True)
class Subject:
    """The checks of one question, the worst first."""

    title: str
    lines: list[Line]

    @property
    def said(self) -> str:
        """ "1 not right, 2 worth a look"; "holds"."""
        counts = Counter(line.outcome for line in self.lines)
        told = [f"{counts[one]} {words}" for one, (_, _, words) in _MARKS.items() if words and counts[one]]
        return ", ".join(told) or "holds"


@dataclass(frozen=True)
class VerdictView:
    """`chip` is a sentence: "26 of 28 checks hold · 2 not confirmed", before it what fails or is worth
    a look; `held`: what the checks that hold rest on, `rests_on`: with what kinds of data; `lines`: what does
    not hold, the worst first."""

    tone: Tone
    icon: str
    chip: str
    held: str
    rests_on: str
    lines: list[Line]
    subjects: list[Subject]

    @property
    def short(self) -> str:
        """What matters most of the chip."""
        return self.chip.partition(" · ")[0]

    @property
    def worst(self) -> list[CheckResult]:
        """What speaks against the plan."""
        return [line.result for line in self.lines if line.tone == "bad"]


def verdict_view(verdict: Verdict, plan: Plan | None = None) -> VerdictView:
    """`plan`: whose days the lines lead to."""
    errors = verdict.errors
    warnings = [result for result in verdict.failed if result.severity == "warning"]
    remarks = [result for result in verdict.failed if result.severity == "info"]
    parts = [_named("Fails", errors), _named("Worth a look", warnings), _holding(verdict)]
    if remarks:
        parts.append(f"{len(remarks)} remark{'s' if len(remarks) > 1 else ''}")
    if verdict.not_checked:
        parts.append(f"{len(verdict.not_checked)} not confirmed")
    tone: Tone = "bad" if errors else "warn" if warnings else "plain" if verdict.placeless else "good"
    icon = {"bad": "cross", "warn": "warning", "plain": "info", "good": "check"}[tone]
    chip = " · ".join(filter(None, parts))
    days = enumerate(plan.days, 1) if plan else ()
    day_of = {item.uid: (number, day) for number, day in days for item in day.items}
    lines = [
        Line(one, next((day_of[uid] for uid in one.items if uid in day_of), None)) for one in verdict.results
    ]
    lines.sort(key=lambda line: [*_MARKS].index(line.outcome))
    subjects = [
        Subject(title, of_it)
        for title, numbers in SUBJECTS.items()
        if (of_it := [line for line in lines if line.result.id in numbers])
    ]
    grades = {result.grade for result in verdict.with_status("passed")} - {"official"}
    rests_on = listed(grade_in_words(grade) for grade in GRADES if grade in grades)
    open_lines = [line for line in lines if line.outcome != "passed"]
    return VerdictView(tone, icon, chip, passed_in_words(verdict), rests_on, open_lines, subjects)


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

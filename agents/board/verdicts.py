"""A verdict as a chip and as a list one can read through."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from trips.schemas import CheckResult, Day, Plan, Verdict
from trips.wording import counted, passed_in_words

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
    "error": ("bad", "cross", "problem{s}"),
    "warning": ("warn", "warning", "worth a look"),
    "info": ("plain", "info", "for information"),
    "not_checked": ("plain", "unknown", "not confirmed"),
    "passed": ("good", "check", ""),
}


@dataclass(frozen=True)
class Line:
    """What one check found; `day` (number and date) is the first it found something on."""

    result: CheckResult
    outcome: str
    tone: Tone
    icon: str
    day: tuple[int, Day] | None = None


@dataclass(frozen=True)
class Subject:
    """The checks of one question, the worst first."""

    title: str
    lines: list[Line]

    @property
    def said(self) -> str:
        """ "1 problem, 2 worth a look"; "holds"."""
        counts = Counter(line.outcome for line in self.lines)
        told = [
            f"{counts[one]} {words.format(s='s'[counts[one] == 1 :])}"
            for one, (_, _, words) in _MARKS.items()
            if words and counts[one]
        ]
        return ", ".join(told) or "holds"


@dataclass(frozen=True)
class VerdictView:
    """`chip` is a sentence: "26 of 28 checks hold · 2 not confirmed", before it what fails or is worth
    a look; `held`: what the checks that hold rest on; `lines`: what does not hold, the worst first."""

    tone: Tone
    icon: str
    chip: str
    held: str
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
    days = enumerate(plan.days, 1) if plan else ()
    day_of = {item.uid: (number, day) for number, day in days for item in day.items}
    lines = []
    for one in verdict.results:
        outcome = one.severity if one.status == "failed" else one.status
        tone, icon, _ = _MARKS[outcome]
        day = next((day_of[uid] for uid in one.items if uid in day_of), None)
        lines.append(Line(one, outcome, tone, icon, day))
    lines.sort(key=lambda line: [*_MARKS].index(line.outcome))
    of_outcome = {name: [line.result for line in lines if line.outcome == name] for name in _MARKS}
    remarks, unsure = len(of_outcome["info"]), len(of_outcome["not_checked"])
    parts = [
        _named("Fails", of_outcome["error"]),
        _named("Worth a look", of_outcome["warning"]),
        _holding(verdict),
        counted(remarks, "remark") if remarks else "",
        f"{unsure} not confirmed" if unsure else "",
    ]
    least = "info" if verdict.placeless else "passed"
    tone, icon, _ = _MARKS[next((name for name in ("error", "warning") if of_outcome[name]), least)]
    title_of = {number: title for title, numbers in SUBJECTS.items() for number in numbers}
    subjects: dict[str, list[Line]] = {title: [] for title in SUBJECTS}
    for line in lines:
        subjects[title_of.get(line.result.id, [*SUBJECTS][-1])].append(line)
    return VerdictView(
        tone,
        icon,
        " · ".join(filter(None, parts)),
        passed_in_words(verdict),
        [line for line in lines if line.outcome != "passed"],
        [Subject(title, of_it) for title, of_it in subjects.items() if of_it],
    )


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

"""What one check found: failures, gaps and the data it rested on, folded into one result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from trips.planning.validator.registry import Check
from trips.schemas import GRADES, CheckResult, Grade, ItemBase, Severity
from trips.wording import listed

_WORST_FIRST: tuple[Severity, ...] = ("error", "warning", "info")
#: How many sentences a message holds before it counts the rest.
SENTENCES = 3


@dataclass(frozen=True)
class Finding:
    message: str
    items: tuple[str, ...]
    severity: Severity
    repair: str = ""
    date: dt.date | None = None  # of the day it is about, where no item is


@dataclass
class Report:
    """Collects while a check runs; `result()` applies the rule: failed if it fails anywhere, else
    not checked if anything it covers could not be looked at, else passed."""

    check: Check
    failures: list[Finding] = field(default_factory=list)
    gaps: list[Finding] = field(default_factory=list)
    gaps_by_sentence: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    grades: set[Grade] = field(default_factory=set)

    def fail(
        self,
        message: str,
        items: Iterable[str] = (),
        *,
        repair: str = "",
        severity: Severity | None = None,
        date: dt.date | None = None,
    ) -> None:
        """`severity` only where a part of the check is milder than the check."""
        self.failures.append(Finding(message, tuple(items), severity or self.check.severity, repair, date))

    def unknown(self, message: str, items: Iterable[str] = ()) -> None:
        """Something the check covers could not be looked at."""
        self.gaps.append(Finding(message, tuple(items), self.check.severity))

    def unknown_of(self, item: ItemBase, sentence: str) -> None:
        """The same about one item; `{}` in the sentence stands for its title, and items with the same
        sentence share it: Opening hours are not known: A, B and C."""
        uids, titles = self.gaps_by_sentence.setdefault(sentence, ([], []))
        uids.append(item.uid)
        titles.append(item.title)

    def note(self, sentence: str) -> None:
        """What to say when all is well: what was looked at, or that nothing was asked."""
        self.notes.append(sentence)

    def rests_on(self, *grades: Grade) -> None:
        self.grades.update(grades)

    def result(self) -> CheckResult:
        if self.failures:
            found = sorted(self.failures, key=lambda finding: _WORST_FIRST.index(finding.severity))
            return self._result("failed", found)
        gaps = self.unknowns()
        if gaps:
            return self._result("not_checked", gaps)
        return CheckResult(
            id=self.check.id,
            title=self.check.title,
            severity=self.check.severity,
            status="passed",
            message=" ".join(self.notes) or self.check.sentence,
            grade=lowest(self.grades),
        )

    def unknowns(self) -> list[Finding]:
        """What could not be looked at; items with the same sentence together."""
        return self.gaps + [
            Finding(sentence.replace("{}", _few(titles)), tuple(uids), self.check.severity)
            for sentence, (uids, titles) in self.gaps_by_sentence.items()
        ]

    def _result(self, status: str, found: list[Finding]) -> CheckResult:
        sentences = list(dict.fromkeys(finding.message for finding in found))
        repairs = list(dict.fromkeys(finding.repair for finding in found if finding.repair))
        return CheckResult.model_validate(
            {
                "id": self.check.id,
                "title": self.check.title,
                "severity": found[0].severity,
                "status": status,
                "message": _shortened(sentences),
                "repair": " ".join(repairs[:SENTENCES]),
                "grade": lowest(self.grades),
                "items": list(dict.fromkeys(uid for finding in found for uid in finding.items)),
            }
        )


def lowest(grades: Iterable[Grade]) -> Grade:
    """The worst of these grades; "official" when no data row was needed (arithmetic and dates)."""
    return max(grades, key=GRADES.index, default="official")


def _few(titles: list[str]) -> str:
    """A, B and C; or A, B, C and 4 others."""
    unique = list(dict.fromkeys(titles))
    if len(unique) <= SENTENCES:
        return listed(unique)
    rest = len(unique) - SENTENCES
    return f"{', '.join(unique[:SENTENCES])} and {rest} {'other' if rest == 1 else 'others'}"


def _shortened(sentences: list[str]) -> str:
    rest = len(sentences) - SENTENCES
    text = " ".join(sentences[:SENTENCES])
    return f"{text} And {rest} more." if rest > 0 else text

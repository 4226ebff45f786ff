"""Where a run's figures and transcripts go: the terminal, var/eval/, and one line of docs/eval.csv."""

from __future__ import annotations

import csv
import dataclasses
import datetime as dt
import json
import subprocess
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from tests.eval.grading import Grade, middle
from tests.eval.playing import Played

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs" / "eval.csv"
FOLDER = ROOT / "var" / "eval"
COLUMNS = (
    "date", "commit", "model", "cards", "ended", "checks_passed", "checks_failed", "wishes_kept", "wishes",
    "invented", "messages", "offline", "failures", "calls", "corrections", "first_words_s", "options_s",
    "usd",
)  # fmt: skip


def lines(grades: Sequence[Grade]) -> list[str]:
    """A line a card and one for all."""
    return [*map(_line, grades), _sum(grades)]


def row(grades: Sequence[Grade], model: str, moment: dt.datetime) -> dict[str, object]:
    """One line of docs/eval.csv. Times are medians over the cards."""
    first = middle([grade.first_words for grade in grades if grade.first_words is not None])
    options = middle([grade.options for grade in grades if grade.options is not None])
    return {
        "date": moment.date().isoformat(),
        "commit": _commit(),
        "model": model,
        "cards": len(grades),
        "ended": sum(grade.ended for grade in grades),
        "checks_passed": sum(grade.passed for grade in grades),
        "checks_failed": sum(grade.failed for grade in grades),
        "wishes_kept": sum(grade.kept for grade in grades),
        "wishes": sum(grade.wishes for grade in grades),
        "invented": sum(len(grade.invented) for grade in grades),
        "messages": sum(grade.messages for grade in grades),
        "offline": sum(grade.offline for grade in grades),
        "failures": sum(grade.failures for grade in grades),
        "calls": sum(grade.calls for grade in grades),
        "corrections": sum(grade.corrections for grade in grades),
        "first_words_s": "" if first is None else first,
        "options_s": "" if options is None else options,
        "usd": f"{sum((grade.dollars for grade in grades), Decimal(0)):.4f}",
    }


def append(values: dict[str, object], table: Path = TABLE) -> None:
    with table.open("a", newline="", encoding="utf-8") as file:
        csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(values)


def save(played: Sequence[Played], grades: Sequence[Grade], folder: Path) -> None:
    """Each conversation as JSON with its grade and plan, and as Markdown to read."""
    folder.mkdir(parents=True, exist_ok=True)
    for one, grade in zip(played, grades, strict=True):
        version = one.trip.plan
        value = {
            "story": one.card.story,
            "grade": dataclasses.asdict(grade),
            "facts": one.trip.facts_json,
            "plan": version.plan_json if version else None,
            "verdict": version.verdict_json if version else None,
            "wishes": [
                [str(wish), wish.kept(one.trip.facts, version and version.plan)] for wish in one.card.wishes
            ],
            "steps": [dataclasses.asdict(step) for step in one.steps],
        }
        text = json.dumps(value, indent=1, ensure_ascii=False, default=str)
        (folder / f"{one.card.name}.json").write_text(text, "utf-8")
        (folder / f"{one.card.name}.md").write_text(_transcript(one, grade), "utf-8")


def _transcript(played: Played, grade: Grade) -> str:
    parts = [f"# {played.card.name}", played.card.story, _line(grade)]
    for step in played.steps:
        said = "\n".join(f"> {line}" for line in step.said.splitlines())
        note = f"{step.mode} · {step.status} · {step.mind} · {step.calls} calls · {step.seconds:.1f} s"
        parts += [said, step.reply, f"*{note}*"]
    return "\n\n".join(parts) + "\n"


def _line(grade: Grade) -> str:
    words = f"{grade.name:<28} {grade.kept}/{grade.wishes} wishes"
    words += f", {grade.passed} checks passed, {grade.failed} failed, {len(grade.invented)} invented"
    words += f"; {grade.messages} messages, {grade.calls} calls"
    words += f", {grade.corrections} corrections, {grade.offline} offline, {grade.failures} failures"
    words += f"; first words {_seconds(grade.first_words)}, options {_seconds(grade.options)}"
    return f"{words}; ${grade.dollars:.3f}{f'; {grade.stopped}' if grade.stopped else ''}"


def _sum(grades: Sequence[Grade]) -> str:
    kept, wishes = sum(grade.kept for grade in grades), sum(grade.wishes for grade in grades)
    dollars = sum((grade.dollars for grade in grades), Decimal(0))
    ended = sum(grade.ended for grade in grades)
    return f"{ended} of {len(grades)} ended; {kept}/{wishes} wishes kept; ${dollars:.3f}"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f} s"


def _commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()

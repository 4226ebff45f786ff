"""A plan as Markdown that can be read without a network: day by day, costs, checks, rates, sources.

Plain CommonMark. Words of people and rows are escaped, so they stand as they were written.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from trips.catalogue.credits import credits_of_plan, sources_of
from trips.catalogue.gazetteer import Gazetteer
from trips.exports.item_words import Told, tell
from trips.planning.agenda_entries import is_local, times_in_words
from trips.planning.agenda_values import Reservation
from trips.planning.costing import total_of
from trips.planning.own_bookings import alone, in_words
from trips.schemas import CheckResult, Day, Item, Leg, Plan, Stay, Verdict
from trips.wording import (
    chip,
    counted,
    day_in_words,
    money_in_words,
    source_in_words,
)

#: What Markdown reads anywhere, and what only at the beginning: the rest stays readable as it is.
_SPECIAL = re.compile(r"([\\`*_\[\]<|~#]|&(?=[A-Za-z#]))")
_FIRST = re.compile(r"^(?:([+>=-])|(\d{1,9})([.)]))")
_SPACE = re.compile(r"\s+")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_CATEGORIES = ("transport", "stay", "food", "visits")


def plan_markdown(
    plan: Plan,
    verdict: Verdict,
    gazetteer: Gazetteer,
    *,
    name: str,
    written: dt.date,
    bookings: Sequence[Reservation] = (),
    diets: Sequence[str] = (),
) -> str:
    """The whole file. `verdict` is that of this plan; `written` the date the reader is told. Of bookings no
    code."""
    own = alone(bookings, plan)
    dates = {day.date for day in plan.days}
    beside = [row for row in own if row.start and row.start.date() not in dates]
    parts = [
        _head(plan, name, written),
        *(
            day_markdown(plan, number, gazetteer, bookings, own, diets)
            for number in range(1, len(plan.days) + 1)
        ),
        _listed("Booked for other days", [f"{_when(row, plan)}: {row.title}" for row in beside]),
        _costs(plan),
        _checks(verdict),
        _listed("Assumed", plan.assumptions),
        _listed("What could go wrong", plan.risks),
        _listed("Found, not used", [f"{one.name}: {one.reason}".rstrip(": ") for one in plan.alternatives]),
        _listed("Where it comes from", _origins(plan, gazetteer)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def escaped(words: str) -> str:
    """One line of words that Markdown leaves alone."""
    plain = _SPACE.sub(" ", _CONTROLS.sub("", words)).strip()
    special = _SPECIAL.sub(r"\\\1", plain.encode("utf-8", "replace").decode("utf-8"))
    return _FIRST.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", special)


def _origins(plan: Plan, gazetteer: Gazetteer) -> list[str]:
    """Grade, source and date of the rows the plan uses, and how its ways were worked out, each once; then
    what licences ask to be told."""
    sources = sources_of((item.place_id for item in plan.items()), gazetteer)
    found = {f"Places: {source_in_words(source)}" for source in sources}
    found |= {
        f"Ways ({leg.grade}): {leg.source}" for leg in plan.items() if isinstance(leg, Leg) and leg.source
    }
    return [*sorted(found), *_rates(plan), *map(str, credits_of_plan(plan, gazetteer))]


def _head(plan: Plan, name: str, written: dt.date) -> list[str]:
    lines = [f"# {escaped(plan.title or name)}", ""]
    if plan.for_whom:
        lines += [escaped(plan.for_whom), ""]
    if plan.days:
        first, last = plan.days[0].date, plan.days[-1].date
        dates = _date(first) if first == last else f"{_date(first)} to {_date(last)}"
        lines.append(f"- **When**: {dates}, {counted(len(plan.days), 'day')}")
    children = "child" if len(plan.ages) == 1 else "children"
    young = f", {len(plan.ages)} {children} ({', '.join(map(str, plan.ages))})" if plan.ages else ""
    lines.append(f"- **Who**: {counted(plan.adults, 'adult')}{young}")
    each = f", {money_in_words(plan.per_person, plan.currency)} each" if plan.travellers > 1 else ""
    lines.append(f"- **Costs**: {money_in_words(plan.total, plan.currency)} in all{each}")
    lines += [f"- {escaped(line)}" for line in plan.highlights]
    return [
        *lines,
        "",
        f"Written on {_date(written)}. Times are local. Look again at hours and prices before you go.",
    ]


def day_markdown(
    plan: Plan,
    number: int,
    gazetteer: Gazetteer,
    bookings: Sequence[Reservation] = (),
    own: Sequence[Reservation] = (),
    diets: Sequence[str] = (),
) -> list[str]:
    """The lines of a day, which counts from 1. `own`: of the bookings those that are no item of the plan."""
    day = plan.days[number - 1]
    lines = [f"## Day {number}: {_date(day.date)}, {escaped(day.city)}"]
    for words in (day.title, day.note):
        if words:
            lines += ["", escaped(words)]
    items = sorted(day.items, key=lambda item: (item.start, isinstance(item, Stay)))
    of_the_day = [row for row in own if row.start and row.start.date() == day.date]
    if items or of_the_day:
        lines.append("")
    for item in items:
        lines += _item(tell(item, plan, gazetteer, bookings, diets))
    for row in of_the_day:
        state = "Booked" if row.status == "booked" else "Still to be booked"
        lines.append(f"- **{escaped(in_words(row, plan))}** {escaped(row.title)}")
        lines.append(f"  - {state}, from your bookings; it is no item of the plan.")
    night = _night(plan, day)
    if night:
        lines.append(f"- Night: {escaped(night)}")
    cost = total_of(day.items, plan.currency, plan.rates)
    if cost:
        lines += ["", f"This day: {money_in_words(cost, plan.currency)}"]
    return lines


def _when(row: Reservation, plan: Plan) -> str:
    return f"{_date(row.start.date())}, {in_words(row, plan)}" if row.start else ""


def _item(told: Told) -> Iterator[str]:
    """One line for a way within a town, else a line with what there is to say below it."""
    item = told.item
    times = escaped(times_in_words(item))
    cost = f" *{escaped(told.cost)}*" if told.cost else ""
    if isinstance(item, Leg) and is_local(item):
        yield f"- {times} {escaped(told.title)}: {escaped(told.lines[1])}{cost}"
        if told.note.strip():
            yield f"  - {escaped(told.note)}"
        return
    if isinstance(item, Stay):
        times = escaped(
            f"Check-in {item.start:%H:%M}, check-out {day_in_words(item.end.date())} {item.end:%H:%M}"
        )
    yield f"- **{times}** {escaped(told.title)}{cost}"
    place = [] if isinstance(item, Leg) else [told.where, _position(told)]
    for words in (*told.lines, ", ".join(part for part in place if part), told.hours.capitalize(), told.note):
        if words.strip():
            yield f"  - {escaped(words)}"


def _position(told: Told) -> str:
    return f"{told.position[0]:.5f} {told.position[1]:.5f}" if told.position else ""


def _night(plan: Plan, day: Day) -> str:
    """The stay of this night, where it was checked into on an earlier day."""
    return next(
        (
            item.title
            for item in plan.items()
            if isinstance(item, Stay) and item.start.date() < day.date < item.end.date()
        ),
        "",
    )


def _costs(plan: Plan) -> list[str]:
    items: list[Item] = plan.items()
    lines = ["## Costs", "", f"| What | {escaped(plan.currency)} |", "|---|---:|"]
    for category in _CATEGORIES:
        of = [line for item in items for line in item.costs if line.category == category]
        if of:
            lines.append(f"| {category.capitalize()} | {escaped(_sum(plan, category))} |")
    lines.append(f"| **In all** | **{escaped(money_in_words(plan.total, plan.currency))}** |")
    return lines


def _sum(plan: Plan, category: str) -> str:
    return money_in_words(total_of(plan.items(), plan.currency, plan.rates, category), plan.currency)


def _rates(plan: Plan) -> list[str]:
    return [
        f"Rate: 1 {rate.base} = {_plain(rate.rate)} {rate.quote} on {_date(rate.date)}, {rate.source}"
        for rate in plan.rates
    ]


def _plain(figure: Decimal) -> str:
    return format(figure.normalize(), "f")


def _checks(verdict: Verdict) -> list[str]:
    """The count, then every check with its sentence: what speaks against the plan first."""
    lines = ["## Checked against our data", "", f"{escaped(chip(verdict))}"]
    groups = (
        ("Failed", verdict.failed),
        ("Not checked", verdict.not_checked),
        ("Passed", verdict.with_status("passed")),
    )
    for heading, results in groups:
        if results:
            lines += ["", f"### {heading}", "", *(_result(result) for result in results)]
    return lines


def _result(result: CheckResult) -> str:
    kind = f" ({result.severity})" if result.status == "failed" else ""
    repair = f" {result.repair}" if result.repair else ""
    return f"- **{escaped(result.title)}**{escaped(kind)}: {escaped(result.message + repair)}"


def _listed(heading: str, lines: Iterable[str]) -> list[str]:
    rows = [f"- {escaped(line)}" for line in lines if line.strip()]
    return [f"## {heading}", "", *rows] if rows else []


def _date(date: dt.date) -> str:
    return f"{day_in_words(date)} {date.year}"

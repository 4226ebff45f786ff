"""What the feedback agent reads, says and may not do: it writes down what was said, and offers edits of the
days that follow. Nothing changes without a yes; days that have begun stay as they are.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.companion_schemas import AdjustmentOut, DayReport, FeedbackAnswer
from agents.runtime.prompting import facts_text, masked
from agents.validation.edits import days_of, items_of, unknown_in
from agents.validation.quotes import folded, is_said
from trips.catalogue.gazetteer import Gazetteer
from trips.planning.editing import AddPlace, Edit, Edited, Lighter, apply_edits
from trips.reading.reports import days_said, rating_in
from trips.reading.reports.adjusting import Ahead
from trips.reporting import Entry, in_words
from trips.schemas import Item, Plan, Stay, TripFacts
from trips.wording import day_in_words

#: Kinds of edits a report may call for; nights, locks and what is added are the traveller's own wishes.
OFFERED = frozenset(
    "lighter remove_item set_time replace_meal replace_item move_item swap_days cheaper".split()
)


@dataclass(frozen=True)
class FeedbackContext:
    """`text`: the traveller's words; `today`: where they are. `tired_before`: days reported with low energy;
    `kept`: uids of what is booked."""

    text: str
    plan: Plan
    facts: TripFacts
    today: dt.date
    tired_before: frozenset[dt.date] = frozenset()
    kept: frozenset[str] = frozenset()
    gazetteer: Gazetteer = field(repr=False, default=None)  # type: ignore[assignment]

    @property
    def ahead(self) -> Ahead:
        return Ahead(self.plan, self.facts, self.today, self.gazetteer, self.tired_before, self.kept)

    @property
    def told(self) -> list[dt.date]:
        """The days that can be told of."""
        return [day.date for day in self.plan.days if day.date <= self.today]


# --- The task ----------------------------------------------------------------------------------


def task_of(context: FeedbackContext) -> list[str]:
    """Facts, the days so far and those that follow, with uids; the traveller's words last."""
    lines = ["Facts:", facts_text(context.facts), ""]
    lines += [f"Today, where the travellers are: {context.today:%A %-d %B %Y}.", "", "The days so far:"]
    for number, day in enumerate(context.plan.days, start=1):
        if context.told and day.date == context.told[-1]:
            lines += _day(number, day.date, day.city, day.items, context)
            lines += ["", "The days that follow (only these can change):"]
        else:
            lines += _day(number, day.date, day.city, day.items, context)
    if context.tired_before:
        days = ", ".join(date.isoformat() for date in sorted(context.tired_before))
        lines += ["", f"Reported with low energy before: {days}."]
    return [*lines, "", "The traveller's words:", masked(context.text)]


def _day(number: int, date: dt.date, city: str, items: Sequence[Item], context: FeedbackContext) -> list[str]:
    lines = [f"Day {number}, {date.isoformat()}, {date:%A}, {city}:"]
    for item in sorted(items, key=lambda one: one.start):
        held = ", locked" if item.locked else ", booked" if item.uid in context.kept else ""
        lines.append(
            f"- {item.uid}: {item.start:%H:%M}–{item.end:%H:%M} {item.kind} “{masked(item.title)}”{held}"
        )
    return lines


# --- What a mind may not do --------------------------------------------------------------------


def problems_of(answer: FeedbackAnswer, context: FeedbackContext) -> list[str]:
    """Sentences for a correction: words nobody said, days that are not of the trip so far, items the plan
    does not have, edits of what has begun, is booked or locked."""
    if not answer.reports:
        return ["Write down at least one report: what they said, for the day it is about."]
    said = f"{context.text}\n{masked(context.text)}"
    found: list[str] = []
    for number, report in enumerate(answer.reports, start=1):
        found += [f"Report {number}: {sentence}" for sentence in _wrong_report(report, context, said)]
    for number, one in enumerate(answer.adjustments, start=1):
        where = f"Adjustment {number} ({one.edit.kind})"
        found += [f"{where}: {sentence}" for sentence in _wrong_edit(one, context, said)]
    return found


def _wrong_report(report: DayReport, context: FeedbackContext, said: str) -> list[str]:
    problems = []
    if report.date not in context.told:
        shown = ", ".join(date.isoformat() for date in context.told)
        problems.append(f"{report.date} is no day they can tell of; the days so far are {shown}.")
    elif (named := _days_of(report.quote, context)) and report.date not in named:
        shown = " or ".join(date.isoformat() for date in sorted(named))
        problems.append(f"they say this of {shown}, not of {report.date}.")
    if not is_said(report.quote, said):
        problems.append("the quote is not in their message; copy their words exactly.")
    item = next((one for one in context.plan.items() if one.uid == report.item_uid), None)
    if report.item_uid and item is None:
        problems.append(f"there is no item {report.item_uid!r} in the plan; leave it empty.")
    elif item is not None and not isinstance(item, Stay) and item.start.date() > context.today:
        problems.append(f"{report.item_uid!r} lies ahead: nobody has been there yet.")
    if report.rating and rating_in(context.text) is None:
        problems.append("they gave no rating; leave it 0.")
    elif report.rating and (given := rating_in(report.quote)) and given != report.rating:
        problems.append(f"they gave {given} of 5, not {report.rating}.")
    return problems


def _days_of(quote: str, context: FeedbackContext) -> frozenset[dt.date]:
    """The days that their message names for these words; none where for a part of them it names none."""
    wanted = folded(quote)
    days = [
        date
        for words, date in days_said(context.text, context.plan, context.today)
        if (own := folded(words)) and (own in wanted or wanted in own)
    ]
    return frozenset() if None in days else frozenset(date for date in days if date)


def _wrong_edit(one: AdjustmentOut, context: FeedbackContext, said: str) -> list[str]:
    edit = one.edit
    if edit.kind not in OFFERED:
        return [f"it is none that a report calls for; use one of {', '.join(sorted(OFFERED))}."]
    problems = [] if is_said(one.quote, said) else ["the quote is not in their message."]
    problems += unknown_in(edit, context.plan, context.gazetteer)
    items = {item.uid: item for item in context.plan.items() if item.uid in items_of(edit)}
    for uid, item in items.items():
        if item.start.date() <= context.today:
            problems.append(f"{uid!r} is of a day that has begun; only the days that follow can change.")
        elif uid == edit.uid and (item.locked or uid in context.kept):
            problems.append(f"{uid!r} is locked or booked; leave it.")
    begun = sum(day.date <= context.today for day in context.plan.days)
    problems += [
        f"day {day} has begun; only the days that follow can change." for day in days_of(edit) if day <= begun
    ]
    if edit.kind == "cheaper" and edit.day is None:
        problems.append("name the day that should be cheaper.")
    return problems


# --- What comes of it --------------------------------------------------------------------------


def entries_of(answer: FeedbackAnswer) -> list[Entry]:
    """The reports as they are written: in the traveller's own words."""
    return [
        Entry(
            date=report.date,
            text=report.quote.strip(),
            item_uid=report.item_uid,
            liked=tuple(report.liked),
            disliked=tuple(report.disliked),
            energy=report.energy,
            rating=report.rating or None,
        )
        for report in answer.reports
    ]


def tried(plan: Plan, facts: TripFacts, edits: Sequence[Edit], context: FeedbackContext) -> Edited | None:
    """The edits on paper. One that would break a check that passes now, or touch a day that has begun, is
    left out; None when nothing is left."""
    kept: list[Edit] = []
    best: Edited | None = None
    for edit in edits:
        for one in _ways_of(edit, context):
            made = apply_edits(plan, [*kept, one], facts, context.gazetteer, today=context.today)
            if made.problems or not made.changed or _breaks(made):
                continue
            if not _touches_the_past(plan, made.plan, context.today):
                kept.append(one)
                best = made
                break
    return best


def _ways_of(edit: Edit, context: FeedbackContext) -> list[Edit]:
    """Where no way on foot can be shorter, a visit less does the same; what a day has no room for may go to
    another."""
    if isinstance(edit, Lighter) and edit.what == "walking":
        return [edit, Lighter(day=edit.day, what="visits")]
    if isinstance(edit, AddPlace) and edit.day:
        others = [number for number, _day in context.ahead.days() if number > edit.day]
        return [edit, *(edit.model_copy(update={"day": number}) for number in others)]
    return [edit]


def _breaks(made: Edited) -> bool:
    return any(result.severity == "error" for result in made.diff.newly_failed)


def _touches_the_past(before: Plan, after: Plan, today: dt.date) -> bool:
    return _so_far(before, today) != _so_far(after, today)


def _so_far(plan: Plan, today: dt.date) -> dict[str, Item]:
    """Items of the days that have begun; of a stay that goes on, its check-out is still ahead."""
    begun = [item for day in plan.days if day.date <= today for item in day.items]
    return {
        item.uid: item.model_copy(update={"end": item.start}) if item.end.date() > today else item
        for item in begun
    }


def noted(entries: Sequence[Entry]) -> list[str]:
    """A line for each report: its day, and what was understood."""
    return [
        f"- {day_in_words(entry.date)}: {in_words(entry) or f'“{_short(entry.text)}”'}." for entry in entries
    ]


def _short(text: str) -> str:
    words = " ".join(text.split()).rstrip(".")
    return words if len(words) <= 120 else f"{words[:119].rstrip()}…"


def reasons_in_words(adjustments: Sequence[AdjustmentOut]) -> str:
    """ "You said: “exhausted after 3 pm”, “my feet hurt”." """
    quotes = list(dict.fromkeys(_short(one.quote) for one in adjustments if one.quote.strip()))
    return f"You said: {', '.join(f'“{quote}”' for quote in quotes[:3])}." if quotes else ""


def work_of(entries: Sequence[Entry], edited: Edited | None) -> str:
    """What the agent did, for what is learnt from it."""
    lines = [
        f"Feedback for {entry.date:%-d %B %Y}: {entry.text}. {in_words(entry)}".strip() for entry in entries
    ]
    return "\n".join([*lines, *([f"Proposed: {edited.sentence}"] if edited else [])])

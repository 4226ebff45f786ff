"""What a plan says of itself: titles are names of places, its prose names nothing that it does not have."""

from __future__ import annotations

from collections.abc import Iterator

from trips.catalogue.names import key, same_thing
from trips.planning.prose import Prose
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Item, Leg, Meal, Place, Visit


@check(
    id=33,
    title="Names",
    severity="error",
    sentence="Every title is its place's name; notes and highlights name nothing that the plan lacks.",
    data="names of places; the plan's own words",
)
def names_and_claims(context: Context, report: Report) -> None:
    for item in context.items:
        if (row := context.rests_on(item)) and not _is_named(item, row):
            report.rests_on(row.grade)
            report.fail(
                f"{item.title} is called {row.name} in our data.",
                [item.uid],
                repair=f"Call it {row.name}.",
            )
    prose = Prose(context.plan, context.rows)
    for text, uids in _said(context):
        for name in prose.absent_names(text):
            report.fail(f"“{_short(text)}” names {name}, which is not in the plan.", uids)
        for figure in prose.absent_figures(text):
            report.fail(f"“{_short(text)}” states {figure}, which the plan does not have.", uids)
    report.note("Every place is called by its name, and nothing is praised that the plan lacks.")


def _is_named(item: Item, row: Place) -> bool:
    title = item.title.strip()
    if isinstance(item, Meal):
        for lead in (f"{item.meal}: ", f"{item.meal} at "):
            title = title[len(lead) :] if title.casefold().startswith(lead) else title
    return any(same_thing(title, name) for name in (row.name, row.local_name, *row.aliases) if key(name))


def _said(context: Context) -> Iterator[tuple[str, list[str]]]:
    """Sentences of the plan with the items they are about."""
    plan = context.plan
    for text in (plan.for_whom, *plan.highlights):
        yield text, []
    for item in context.items:
        row = context.row(item)
        reason = item.reason if isinstance(item, Visit) and (not row or item.reason != row.summary) else ""
        for text in filter(None, (reason, "" if isinstance(item, Leg) else item.note)):
            yield text, [item.uid]


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}…"

"""The plan file: JSON with the facts and the plan, documented in docs/plan-json.md."""

from __future__ import annotations

from pydantic import Field, ValidationError

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.trip_gazetteer import OWN, with_rows
from trips.schemas import GRADES, Place, Plan, TripFacts, Value

_SHOWN_PROBLEMS = 3


class PlanDocument(Value):
    """What a plan file holds. `others`: further options, for comparing (check 29). `places`: rows as the trip
    knows them: its own, and ours with what was read on a page. `attribution`: what licences of open data ask
    to be told."""

    facts: TripFacts = Field(default_factory=TripFacts)
    plan: Plan
    others: list[Plan] = Field(default_factory=list)
    places: list[Place] = Field(default_factory=list)
    attribution: list[str] = Field(default_factory=list)

    def gazetteer(self, base: Gazetteer) -> Gazetteer:
        """`base` with the rows that the file brings along over it. What they say of themselves is no better
        than what a page says: of a row of `base` only hours and price that were read on one count."""
        return with_rows(base, filter(None, (_believed(row, base) for row in self.places)))


def _believed(row: Place, base: Gazetteer) -> Place | None:
    if row.id.startswith(OWN):
        better = GRADES.index(row.grade) < GRADES.index("web")
        return row.model_copy(update={"grade": "unlisted", "provenance": {}}) if better else row
    ours = base.place(row.id)
    if ours is None:
        return None
    read = {part: row.source_of(part) for part in ("hours", "price") if row.grade_of(part) == "web"}
    parts = {part: getattr(row, part) for part in read}
    return ours.model_copy(update={**parts, "provenance": {**ours.provenance, **read}})


class PlanFileError(ValueError):
    """The text is no plan; the message is a sentence for people."""


def read_document(text: str | bytes) -> PlanDocument:
    """Raises PlanFileError when the text is not JSON or does not fit."""
    try:
        return PlanDocument.model_validate_json(text)
    except ValidationError as invalid:
        raise PlanFileError(_in_words(invalid)) from invalid


def _in_words(invalid: ValidationError) -> str:
    problems = invalid.errors(include_url=False, include_context=False, include_input=False)
    if problems[0]["type"] == "json_invalid":
        return f"it is not JSON: {problems[0]['msg'].removeprefix('Invalid JSON: ')}."
    found = []
    for problem in problems[:_SHOWN_PROBLEMS]:
        # Pydantic counts from 0 and names the kind of an item between its number and the field.
        path = ".".join(str(part) for part in problem["loc"]) or "the whole"
        found.append(f"{path}: {problem['msg'][:1].lower()}{problem['msg'][1:]}")
    rest = len(problems) - len(found)
    more = f"; and {rest} more" if rest > 0 else ""
    return f"it does not fit docs/plan-json.md: {'; '.join(found)}{more}."

"""The plan file: JSON with the facts and the plan, documented in docs/plan-json.md."""

from __future__ import annotations

from pydantic import Field, ValidationError

from trips.catalogue.geography import OWN
from trips.schemas import GRADES, Place, Plan, TripFacts, Value

_SHOWN_PROBLEMS = 3


class PlanDocument(Value):
    """What a plan file holds. `others`: further options, for comparing (check 29). `places`: rows of the
    trip alone."""

    facts: TripFacts = Field(default_factory=TripFacts)
    plan: Plan
    others: list[Plan] = Field(default_factory=list)
    places: list[Place] = Field(default_factory=list)

    def own_rows(self) -> list[Place]:
        """Rows of the trip that the file brings along. What they say of themselves is no better than what a
        page says."""
        rows = (row for row in self.places if row.id.startswith(OWN))
        return [row if GRADES.index(row.grade) >= GRADES.index("web") else _unlisted(row) for row in rows]


def _unlisted(row: Place) -> Place:
    return row.model_copy(update={"grade": "unlisted", "provenance": {}})


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

"""What specialists, the outline and the planner are asked, with what our data says on it.

The words are in `agents/prompts/tasks/`. What several requests share stands first and ends with a cache mark.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from agents.llm.base import ModelMessage, SystemBlock
from agents.runtime import data_rows
from agents.runtime.agent import Agent
from agents.runtime.contexts import OutlineContext, PlannerContext, SpecialistContext
from agents.runtime.masking import data, masked
from agents.runtime.prompting import companion_system, facts_text, found_again, prompt
from trips.planning.request import Request, UnknownDestination, request_of

NOTHING = "nothing"
#: What our data says for each specialist.
ROWS: Mapping[str, Callable[[Request], list[str]]] = {
    "transport": data_rows.way_rows,
    "stay": data_rows.stay_rows,
    "food": data_rows.table_rows,
}


def specialist_task(context: SpecialistContext) -> list[ModelMessage]:
    """The trip, as all specialists of a round are told it; then the part of this one, with what our data say
    on it and what is remembered: a specialist keeps nothing and looks nothing up."""
    request = _request(context)
    name = context.task.specialist
    memory = [data("TRAVELLER MEMORY", context.traveller), data("SHARED INSIGHTS", context.insights)]
    return [
        _message(
            "trip",
            cache=True,
            facts=facts_text(context.facts),
            cities=_lines(data_rows.city_rows(request) if request else []),
        ),
        _message(
            "specialist",
            part=prompt(f"{name}.md").template,
            name=context.task.name,
            instructions=masked(context.task.instructions),
            rows=_lines(ROWS[name](request) if request else []),
            memory="\n\n".join(filter(None, memory)),
        ),
    ]


def outline_task(context: OutlineContext) -> list[ModelMessage]:
    request = _request(context)
    rejections = ["The traveller turned earlier options down:", *map(masked, context.rejections)]
    return [
        _message(
            "outline",
            facts=facts_text(context.facts),
            sights=_lines(data_rows.best_known(request) if request else []),
            rejections="\n".join(rejections) if context.rejections else "",
        )
    ]


def planner_system(agent: Agent, context: PlannerContext) -> list[SystemBlock]:
    """The planner's prompt, then its brief: the same for all options of a round."""
    told = "\n\n".join(filter(None, [masked(context.brief), found_again(context.recalled)]))
    return companion_system(agent, told)


def planner_task(context: PlannerContext) -> list[ModelMessage]:
    """What all options of a round share, then the one to write, or to mend."""
    request = _request(context)
    rows = []
    if request:
        cities = data_rows.cities_of(request)
        rows = [*data_rows.city_rows(request), *data_rows.listed_rows(cities, context.gazetteer)]
    messages = [
        _message(
            "options",
            cache=True,
            facts=facts_text(context.facts),
            outlines=_lines(outline.model_dump_json() for outline in context.outlines),
            findings=_lines(json.dumps(_without_gaps(row), ensure_ascii=False) for row in context.findings),
            rows=_lines(rows),
        ),
        _message(
            "option",
            outline=context.outline.model_dump_json(),
            palette=", ".join(context.palette) or NOTHING,
        ),
    ]
    if context.draft is not None:
        draft = context.draft.model_dump_json(exclude_defaults=True)
        messages.append(_message("mend", draft=draft, problems=_lines(context.problems)))
    return messages


def _request(context: SpecialistContext | OutlineContext | PlannerContext) -> Request | None:
    try:
        return request_of(context.facts, context.gazetteer, today=context.today)
    except UnknownDestination:
        return None


def _message(task: str, *, cache: bool = False, **values: str) -> ModelMessage:
    text = prompt(f"tasks/{task}.md").safe_substitute(values).strip()
    return ModelMessage("user", text=text, cache=cache)


def _lines(rows: Iterable[str]) -> str:
    return "\n".join(rows).strip() or NOTHING


_BESIDE_THE_ROW = ("place_id", "name", "pros", "cons")


def _without_gaps(value: Any) -> Any:
    """A finding without its empty fields; of a place that is a row, the row says the rest."""
    if isinstance(value, dict):
        if value.get("place_id"):
            value = {key: value[key] for key in _BESIDE_THE_ROW if key in value}
        return {key: _without_gaps(entry) for key, entry in value.items() if entry not in ("", [], None)}
    return [_without_gaps(entry) for entry in value] if isinstance(value, list) else value

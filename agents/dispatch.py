"""DISPATCH: specialists, research of cities without rows and the outline at the same time, then planners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from agents import own_places, planning, recall
from agents.events import Progress
from agents.offline import words
from agents.outcome import Ask, Outcome
from agents.runtime import prompting, registry, tasks
from agents.runtime.concurrency import SharedPrefix, together
from agents.runtime.contexts import OutlineContext, SpecialistContext
from agents.runtime.db_thread import in_database
from agents.runtime.schemas import (
    Dispatch,
    FinalizeAnswer,
    Findings,
    QuestionOut,
    Recommended,
    Task,
    TransportIdea,
)
from agents.view import TripView
from trips import ledger
from trips.schemas import TripFacts

if TYPE_CHECKING:
    from agents.thinking import Thinking

MOST_OPTIONS = 3


async def dispatch(thinking: Thinking, decision: Dispatch, facts: TripFacts, outcome: Outcome) -> None:
    """Fill the outcome with findings, options and the closing words."""
    await thinking.log.close()  # the reply is complete; what follows shows in the rail
    thinking.allow_requests(2 * (len(decision.tasks) + 1 + MOST_OPTIONS))  # each may be mended once
    specialists = tuple(task.specialist for task in decision.tasks)
    told = thinking.told = await in_database(
        recall.for_dispatch, thinking.steps, thinking.view, facts, specialists
    )
    outcome.used += told.used
    outcome.briefs = dict(told.briefs)
    prefix = SharedPrefix()
    outlined, said, _researched = await together(
        _outline(thinking, facts),
        together(*(_specialist(thinking, task, facts, prefix) for task in _longest_first(decision.tasks))),
        own_places.research_before_planning(thinking, facts, outcome),
    )
    outcome.findings = list(await planning.computed(own_places.with_ids, said, facts, thinking.places))
    for finding in outcome.findings:
        outcome.questions += _optional_questions(finding, facts, thinking.view, outcome.questions)
    await thinking.log.write(Progress(text="Writing the options"))
    options = await planning.outlines_filled_up(thinking, facts, outlined.options)
    await planning.write_options(thinking, facts, options, tuple(outcome.findings), outcome)
    offered = [option.plan for option in outcome.options if option.state == "offered"]
    outcome.mode = "FINALIZE"
    outcome.short_summary = outlined.short_summary or outcome.short_summary
    outcome.next_step = outlined.next_step or outcome.next_step
    outcome.closing = outlined.reply
    announced = {outline.title for outline in outlined.options}
    if len(offered) < planning.LEAST_OPTIONS or {plan.title for plan in offered} != announced:
        outcome.closing = words.presenting(offered, len(options), outcome.options[0].reason)
        outcome.short_summary = outcome.closing.partition("\n")[0].rstrip(":")


async def _outline(thinking: Thinking, facts: TripFacts) -> FinalizeAnswer:
    view = thinking.view
    context = OutlineContext(facts, view.today, view.rejections, view.gazetteer)
    return await thinking.ask(
        "orchestrator",
        context,
        system=prompting.finalize_system(),
        task=tasks.outline_task(context),
        output=FinalizeAnswer,
        purpose="finalize",
        step="finalize",
        key="finalize",
        of="the outline of the options",
        tool_names=(),  # it is asked beside the specialists, and waits for nothing
    )


def _longest_first(given: Sequence[Task]) -> list[Task]:
    """Who writes most leads: the others, who wait for what they share, are done before it all the same."""
    return sorted(given, key=lambda task: ("food", "stay", "transport").index(task.specialist))


async def _specialist(thinking: Thinking, task: Task, facts: TripFacts, prefix: SharedPrefix) -> dict:
    """One specialist's findings."""
    agent, view, told = registry.get(task.specialist), thinking.view, thinking.told
    insights = told.insights.get(agent.name, "")
    context = SpecialistContext(
        task, facts, view.today, view.gazetteer, traveller=told.traveller, insights=insights
    )
    async with thinking.log.at_work(agent, task.name) as work:
        found = await thinking.ask(
            agent.name,
            context,
            system=prompting.agent_system(agent, name="specialist.md"),
            task=tasks.specialist_task(context),
            output=agent.output_for(context),
            purpose="specialist",
            step=f"specialist:{agent.name}",
            key=agent.name,
            check=partial(_of_another_part, agent.name),
            prefix=prefix,
        )
        work.said = found.headline
    found = found.model_copy(update={"recommendations": _own_part(agent.name, found)})
    told = found.model_dump(mode="json")
    for row in told["recommendations"]:
        row |= {"kind": agent.name} if "place_id" in row else {}
    return {"specialist": agent.name, "task": task.name, **told}


def _own_part(name: str, found: Findings) -> list[TransportIdea | Recommended]:
    """All specialists have one schema: of what one recommends that which is its part."""
    return [one for one in found.recommendations if isinstance(one, TransportIdea) == (name == "transport")]


def _of_another_part(name: str, found: Findings) -> list[str]:
    if _own_part(name, found):
        return []
    return [f"Only {'ways to travel' if name == 'transport' else 'places'} are wanted in `recommendations`."]


def _optional_questions(finding: dict, facts: TripFacts, view: TripView, asked: list[Ask]) -> list[Ask]:
    """A specialist's questions, as optional ones: none on a topic that is known or was asked."""
    taken = {(ledger.canonical_topic(ask.question.topic), ask.question.subject) for ask in asked}
    result = []
    for row in finding.get("questions", []):
        question = QuestionOut.model_validate(row)
        topic = ledger.canonical_topic(question.topic)
        known = topic in ledger.REQUIRED_TOPICS or ledger.optional_known(facts, topic)
        if known or topic in view.ever_asked or (topic, question.subject) in taken:
            continue
        taken.add((topic, question.subject))
        result.append(Ask(question, False, finding["specialist"]))
    return result

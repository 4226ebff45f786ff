"""From outlines to offered options: the planner writes, code schedules, prices and checks.

Every planner call runs at the same time. A draft that fails a check goes back to the planner once;
what still fails is not offered.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.events import AgentProgress
from agents.offline.composed import composed, visits_of
from agents.outcome import OptionOutcome, Outcome
from agents.runtime import prompting, registry
from agents.runtime.agent import AgentFailed
from agents.runtime.concurrency import together
from agents.runtime.contexts import PlannerContext
from config.logs import carried
from trips.models import Option
from trips.planning.named_places import named_in
from trips.planning.options import comparison, distance_between, label
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.schemas import OptionOutline, Plan, PlanDraft, TripFacts, Verdict

if TYPE_CHECKING:
    from agents.thinking import Thinking

#: Scheduling takes a while of pure computing: never in the event loop.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="planning")
LARGEST_SHARE = 0.5  # of the visits of two options


@dataclass
class Draft:
    """One option on its way."""

    context: PlannerContext
    key: str
    draft: PlanDraft | None = None
    plan: Plan | None = None
    verdict: Verdict | None = None
    failure: str = ""
    broken: AgentFailed | None = None


async def computed(call, *args, **kwargs):
    """Run pure planning code in its own threads."""
    run = carried(lambda: call(*args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_threads, run)


async def write_options(
    thinking: Thinking,
    facts: TripFacts,
    outlines: tuple[OptionOutline, ...],
    findings: tuple[dict, ...],
    outcome: Outcome,
) -> None:
    """Fill `outcome.options` and `outcome.comparison`."""
    view, gazetteer = thinking.view, thinking.places.gazetteer
    palettes = await computed(palettes_for, facts, outlines, view.rejected_places, gazetteer)
    drafts = [
        Draft(
            PlannerContext(
                facts=facts,
                today=view.today,
                outlines=outlines,
                index=index,
                findings=findings,
                rejected_places=view.rejected_places,
                palette=palettes[index],
                gazetteer=gazetteer,
                brief=thinking.told.briefs["planner"].text if "planner" in thinking.told.briefs else "",
                recalled=thinking.told.recalled,
            ),
            key=f"option-{index + 1}",
        )
        for index in range(len(outlines))
    ]
    await together(*(_write(thinking, draft) for draft in drafts))
    if not any(draft.plan for draft in drafts):
        raise drafts[0].broken  # nothing to offer: the turn fails, and Retry is there
    await _check_all(thinking, drafts, facts)
    wrong = [draft for draft in drafts if draft.plan and _mendable(draft, drafts)]
    if wrong and thinking.mind.name != "offline":
        await together(*(_mend(thinking, draft, drafts) for draft in wrong))
        await _check_all(thinking, drafts, facts)
    outcome.options = _judged(drafts)
    offered = [option.plan for option in outcome.options if option.state == Option.State.OFFERED]
    outcome.comparison = comparison(offered) if len(offered) > 1 else ""
    outcome.notes += [draft.failure for draft in drafts if draft.failure]


def palettes_for(facts, outlines, rejected, gazetteer) -> list[tuple[str, ...]]:
    """Visits for each option that together share at most half: the composer's own picks."""
    drafts = composed(facts, outlines, rejected, gazetteer)
    return [tuple(visits_of(draft)) for draft in drafts]


async def _write(thinking: Thinking, draft: Draft) -> None:
    agent = registry.get("planner")
    outline = draft.context.outline
    begins = draft.draft is None
    row = thinking.log.at_work(agent, "writing the days", key=draft.key, title=outline.title, begins=begins)
    try:
        async with row as work:
            answer = await thinking.ask(
                agent.name,
                draft.context,
                system=prompting.planner_system(agent, draft.context),
                task=prompting.planner_task(draft.context),
                output=PlanDraft,
                purpose="option",
                step=f"{draft.key}:{'mended' if draft.context.problems else 'written'}",
                key=draft.key,
            )
            draft.draft = await computed(named_in, answer, draft.context.facts, thinking.places)
            await thinking.log.write(AgentProgress(key=draft.key, doing="checking hours, ways and sums"))
            draft.plan = await computed(
                schedule,
                draft.draft,
                draft.context.facts,
                thinking.places.gazetteer,
                today=thinking.view.today,
            )
            work.said = f"{len(draft.plan.days)} days, {draft.plan.total} {draft.plan.currency}"
    except AgentFailed as failure:
        if draft.plan is None:
            draft.broken = failure
            draft.failure = f"“{outline.title}” could not be written: {failure.sentence}"


async def _mend(thinking: Thinking, draft: Draft, drafts: list[Draft]) -> None:
    """Once more, with the exact failures. The better of the two drafts stays."""
    before = (draft.draft, draft.plan, draft.verdict)
    problems = [f"{r.message} {r.repair}".strip() for r in (draft.verdict.errors if draft.verdict else [])]
    problems += _too_alike(draft, drafts)
    context = draft.context
    draft.context = PlannerContext(**{**context.__dict__, "draft": draft.draft, "problems": tuple(problems)})
    await thinking.log.write(AgentProgress(key=draft.key, doing="mending what the checks found"))
    await _write(thinking, draft)
    if draft.plan is None:
        draft.draft, draft.plan, draft.verdict = before


async def _check_all(thinking: Thinking, drafts: list[Draft], facts: TripFacts) -> None:
    planned = [draft for draft in drafts if draft.plan]
    labelled = label([draft.plan for draft in planned])
    for draft, plan in zip(planned, labelled, strict=True):
        draft.plan = plan
    for draft in planned:
        others = [other.plan for other in planned if other is not draft]
        draft.verdict = await computed(
            check_plan, draft.plan, facts, thinking.places.gazetteer, today=thinking.view.today, others=others
        )


def _mendable(draft: Draft, drafts: list[Draft]) -> bool:
    return bool((draft.verdict and draft.verdict.errors) or _too_alike(draft, drafts))


def _too_alike(draft: Draft, drafts: list[Draft]) -> list[str]:
    """Only the later of two like options is to change."""
    earlier = drafts[: drafts.index(draft)]
    return [
        f"More than half of the visits are also in “{other.plan.title}”: replace some of them."
        for other in earlier
        if other.plan and distance_between(draft.plan, other.plan).shared_visits > LARGEST_SHARE
    ]


def _judged(drafts: list[Draft]) -> list[OptionOutcome]:
    """Offered, failed with its reason, or, when nothing passed, the best as a last resort."""
    options: list[OptionOutcome] = []
    kept: list[Draft] = []
    for draft in drafts:
        if draft.plan is None or draft.verdict is None:
            continue
        state, reason = Option.State.OFFERED, ""
        if not draft.verdict.offerable:
            first = draft.verdict.errors[0]
            state, reason = Option.State.FAILED, first.message
        elif _too_alike(draft, [*kept, draft]):
            state, reason = Option.State.FAILED, "Too much like another option to be worth your time."
        else:
            kept.append(draft)
        options.append(OptionOutcome(draft.plan, draft.verdict, state, reason, draft.key))
    if options and not any(option.state == Option.State.OFFERED for option in options):
        best = min(options, key=lambda option: len(option.verdict.errors))
        best.state = Option.State.LAST_RESORT
    return options

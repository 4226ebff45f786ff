"""From outlines to offered options: the planner writes, code schedules, prices and checks.

All options are on their way at the same time, and each is shown as soon as it is checked. What fails a check
is mended by code where it can be, else by the planner once; what still fails is not offered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agents.events import AgentProgress, OptionChecked
from agents.offline.composed import composed, visits_of
from agents.outcome import OptionOutcome, Outcome
from agents.runtime import registry, tasks
from agents.runtime.agent import AgentFailed
from agents.runtime.concurrency import SharedPrefix, together
from agents.runtime.contexts import PlannerContext
from config.logs import carried
from trips.catalogue.gazetteer import Gazetteer
from trips.models import Option
from trips.planning import compose
from trips.planning.mending import failing_days, repeated_days, with_days_of
from trips.planning.named_places import named_in
from trips.planning.options import comparison, in_words, label, recommended, shared_visits
from trips.planning.options import visits_of as visits_in
from trips.planning.outlining import LEAST_DIFFERENCES, differences
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan, chip
from trips.schemas import OptionOutline, Plan, PlanDraft, TripFacts, Verdict
from trips.wording import whole_money

if TYPE_CHECKING:
    from agents.thinking import Thinking

#: Scheduling takes a while of pure computing: never in the event loop.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="planning")
LARGEST_SHARE = 0.5  # of the visits of two options
LEAST_OPTIONS = 2


async def computed(call, *args, **kwargs):
    """Run pure planning code in its own threads."""
    run = carried(lambda: call(*args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_threads, run)


async def outlines_filled_up(
    thinking: Thinking, facts: TripFacts, outlines: Iterable[OptionOutline]
) -> tuple[OptionOutline, ...]:
    """The outlines that differ really; where that is only one, or none, with those of code, as far as these
    differ."""
    kept = _different(outlines)
    if len(kept) < LEAST_OPTIONS:
        own = await computed(compose.outlines, facts, thinking.places.gazetteer)
        given, kept = kept, _different([*kept, *own])[:LEAST_OPTIONS]
        if kept != given:
            thinking.filled.append("another option")
    return tuple(kept)


def _different(outlines: Iterable[OptionOutline]) -> list[OptionOutline]:
    kept: list[OptionOutline] = []
    for outline in outlines:
        titles = {other.title.casefold() for other in kept if other.title}
        if outline.title.casefold() not in titles and all(
            differences(outline, other) >= LEAST_DIFFERENCES for other in kept
        ):
            kept.append(outline)
    return kept


async def write_options(
    thinking: Thinking,
    facts: TripFacts,
    outlines: tuple[OptionOutline, ...],
    findings: tuple[dict, ...],
    outcome: Outcome,
) -> None:
    """Fill `outcome.options` and `outcome.comparison`."""
    view, told, gazetteer = thinking.view, thinking.told, thinking.places.gazetteer
    spares = await computed(composed, facts, outlines, view.rejected_places, gazetteer)
    options = [
        _Option(
            PlannerContext(
                facts=facts,
                today=view.today,
                outlines=outlines,
                index=index,
                findings=findings,
                rejected_places=view.rejected_places,
                palette=tuple(visits_of(spare)),
                gazetteer=gazetteer,
                brief=told.briefs["planner"].text if "planner" in told.briefs else "",
                recalled=told.recalled,
            ),
            key=f"option-{index + 1}",
            spare=spare,
        )
        for index, spare in enumerate(spares)
    ]
    await _Round(thinking, options).write()
    outcome.options = _best_first(_judged(options), facts, gazetteer)
    offered = [option.plan for option in outcome.options if option.state == Option.State.OFFERED]
    outcome.comparison = comparison(offered) if len(offered) > 1 else ""


@dataclass
class _Version:
    """A draft, what it came to, and what the checks say of it."""

    draft: PlanDraft
    plan: Plan
    verdict: Verdict


@dataclass
class _Option:
    """One option on its way. `spare`: the composer's draft of the same outline."""

    context: PlannerContext
    key: str
    spare: PlanDraft
    version: _Version = None  # type: ignore[assignment]  # the best so far, from the first one on

    @property
    def failing(self) -> bool:
        return not self.version.verdict.offerable

    def take(self, other: _Version) -> None:
        """The one with fewer failures stays."""
        if self.version is None or len(other.verdict.errors) < len(self.version.verdict.errors):
            self.version = other


class _Round:
    """The options of one turn."""

    def __init__(self, thinking: Thinking, options: list[_Option]) -> None:
        self.thinking = thinking
        self.options = options
        self.by_model = thinking.mind.name != "offline"
        self.prefix = SharedPrefix()
        self.ready: list[_Option] = []
        self._one_at_a_time = asyncio.Lock()

    async def write(self) -> None:
        """Every option has a plan and a verdict in the end, with labels that are true side by side."""
        await together(*(self._option(option) for option in self.options))
        labelled = label([option.version.plan for option in self.options])
        for option, plan in zip(self.options, labelled, strict=True):
            option.version.plan = plan
        for option in self.options:
            others = [other.version.plan for other in self.options if other is not option]
            option.version.verdict = await self._checked(option, option.version.plan, others)

    async def _option(self, option: _Option) -> None:
        agent, log = registry.get("planner"), self.thinking.log
        title = option.context.outline.title or f"Way {option.context.index + 1}"
        async with log.at_work(agent, "writing the days", key=option.key, title=title) as work:
            option.take(await self._version(option, await self._asked(option)))
            if option.failing and self.by_model:
                await self._mend(option)
            async with self._one_at_a_time:
                if self.by_model:
                    await self._set_apart(option)
                self.ready.append(option)
            plan = option.version.plan
            work.said = f"{_so_far(option)}, {whole_money(plan.total, plan.currency)}"
            if not option.failing:
                await log.write(_checked_event(option))

    async def _asked(self, option: _Option, *, fills: bool = True) -> PlanDraft:
        agent, context = registry.get("planner"), option.context
        return await self.thinking.ask(
            agent.name,
            context,
            system=tasks.planner_system(agent, context),
            task=tasks.planner_task(context),
            output=PlanDraft,
            purpose="option",
            step=f"{option.key}:{'mended' if context.problems else 'written'}",
            key=option.key,
            of=f"“{context.outline.title}”" if context.outline.title else "an option",
            prefix=self.prefix,
            fills=fills,
        )

    async def _version(self, option: _Option, draft: PlanDraft) -> _Version:
        """A draft's plan and verdict; what it names besides our rows is a row of the trip from here on. Its
        title is the one by which the option was announced."""
        context, places = option.context, self.thinking.places
        draft = draft.model_copy(update={"title": context.outline.title or draft.title})
        await self._says(option, "checking hours, ways and sums")
        draft = await computed(named_in, draft, context.facts, places)
        plan = await computed(schedule, draft, context.facts, places.gazetteer, today=context.today)
        return _Version(draft, plan, await self._checked(option, plan, ()))

    async def _checked(self, option: _Option, plan: Plan, others: Collection[Plan]) -> Verdict:
        context, gazetteer = option.context, self.thinking.places.gazetteer
        return await computed(
            check_plan, plan, context.facts, gazetteer, today=context.today, others=tuple(others)
        )

    async def _mend(self, option: _Option) -> None:
        """The days that fail by code; else the whole by the planner, once; else code's own draft."""
        version = option.version
        if days := failing_days(version.plan, version.verdict):
            option.take(await self._version(option, with_days_of(version.draft, option.spare, days)))
        if option.failing:
            await self._says(option, "mending what the checks found")
            errors = option.version.verdict.errors
            problems = tuple(f"{result.message} {result.repair}".strip() for result in errors)
            option.context = replace(option.context, draft=option.version.draft, problems=problems)
            try:
                option.take(await self._version(option, await self._asked(option, fills=False)))
            except AgentFailed:
                pass  # the version there is, or code's own
        if option.failing:
            own = await self._version(option, option.spare)
            if own.verdict.offerable:
                option.take(own)
                self.thinking.filled.append(f"“{own.plan.title}”")

    async def _set_apart(self, option: _Option) -> None:
        """Days that are much like those of an option that is ready are composed anew."""
        others = [other.version.plan for other in self.ready]
        if not _too_alike(option.version.plan, others):
            return
        context, version = option.context, option.version
        used = set().union(*map(visits_in, others)) | visits_in(version.plan)
        fresh = await computed(compose.draft, context.facts, context.outline, context.gazetteer, used=used)
        days = repeated_days(version.plan, others)
        for count in range(1, len(days) + 1):
            other = await self._version(option, with_days_of(version.draft, fresh, days[:count]))
            if other.verdict.offerable and not _too_alike(other.plan, others):
                option.version = other
                return

    async def _says(self, option: _Option, doing: str) -> None:
        await self.thinking.log.write(AgentProgress(key=option.key, doing=doing))


def _so_far(option: _Option) -> str:
    """What a plan is called before it has its name among the others."""
    return option.context.outline.title or in_words(option.version.plan) or f"Way {option.context.index + 1}"


def _checked_event(option: _Option) -> OptionChecked:
    plan, verdict = option.version.plan, option.version.verdict
    return OptionChecked(
        key=option.key,
        title=_so_far(option),
        total=plan.total,
        currency=plan.currency,
        days=len(plan.days),
        verdict=chip(verdict),
    )


def _too_alike(plan: Plan, others: Iterable[Plan]) -> bool:
    return any(shared_visits(plan, other) > LARGEST_SHARE for other in others)


def _best_first(options: list[OptionOutcome], facts: TripFacts, gazetteer: Gazetteer) -> list[OptionOutcome]:
    """The recommended one leads, with the reason for it; everybody else reads that here."""
    offered = [option for option in options if option.state == Option.State.OFFERED]
    if len(offered) < LEAST_OPTIONS:
        return options
    index, why = recommended([option.plan for option in offered], facts, gazetteer)
    best = offered[index]
    best.reason = why
    return [best, *(option for option in options if option is not best)]


def _judged(options: list[_Option]) -> list[OptionOutcome]:
    """Offered, failed with its reason, or, when nothing passed, the best as a last resort."""
    outcomes: list[OptionOutcome] = []
    kept: list[Plan] = []
    for option in options:
        plan, verdict = option.version.plan, option.version.verdict
        state, reason = Option.State.OFFERED, ""
        if not verdict.offerable:
            state, reason = Option.State.FAILED, verdict.errors[0].message
        elif _too_alike(plan, kept):
            state, reason = Option.State.FAILED, "Too much like another option to be worth your time."
        else:
            kept.append(plan)
        outcomes.append(OptionOutcome(plan, verdict, state, reason, option.key))
    if outcomes and not kept:
        best = min(outcomes, key=lambda option: len(option.verdict.errors))
        best.state = Option.State.LAST_RESORT
    return outcomes

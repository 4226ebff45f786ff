"""A turn thinks: the orchestrator answers, specialists work at the same time, options are planned.

Nothing here writes a result; everything comes back as an Outcome (agents/record.py writes it).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from agents import commands, own_places, planning, recall, rechecked, recording, searching, tools, windowing
from agents.events import Progress
from agents.llm.base import Mind
from agents.outcome import Ask, Outcome, Shortened
from agents.remembered import Remembered
from agents.runtime import prompting, registry
from agents.runtime.agent import AgentFailed, run_agent
from agents.runtime.concurrency import together
from agents.runtime.contexts import FinalizeContext, OrchestratorContext, SpecialistContext
from agents.runtime.db_thread import in_database
from agents.runtime.run import RunLimits
from agents.runtime.schemas import (
    Clarify,
    Confirm,
    Delegate,
    Dispatch,
    FinalizeAnswer,
    Further,
    OrchestratorAnswer,
    QuestionOut,
    Respond,
    Task,
)
from agents.steps import Steps
from agents.turn_hooks import TurnHooks
from agents.turn_log import TurnLog
from agents.validation import assumptions, rules
from agents.view import TripView
from trips import ledger
from trips.planning.named_places import NamedPlaces
from trips.schemas import TripFacts
from trips.understanding.quoted import own_words


class Thinking:
    """One turn's thinking: what all its agents share."""

    def __init__(self, view: TripView, log: TurnLog, mind: Mind, limits: RunLimits, steps: Steps) -> None:
        self.view = view
        self.log = log
        self.mind = mind
        self.limits = limits
        self.steps = steps
        self.shortened: Shortened | None = None
        self.told = Remembered()  # of those the orchestrator sends out
        self.companions = Remembered()  # of those that carry out a command

    @cached_property
    def places(self) -> NamedPlaces:
        """Rows of the trip, with those that agents name in this turn."""
        return NamedPlaces(self.view.gazetteer, self.view.today)

    async def answer(self) -> Outcome:
        """The whole turn. Raises AgentFailed, BudgetExhausted, LeaseLost."""
        view = self.view = await self._remembering()
        if line := commands.line_of(view):
            return await self._told(await commands.carry_out(self, line))
        told: set[str] = set()
        answer = await self.ask(
            "orchestrator",
            OrchestratorContext(view),
            system=prompting.orchestrator_system(view),
            task=prompting.conversation(view),
            output=OrchestratorAnswer,
            check=lambda candidate: rules.orchestrator_problems(view, candidate, told),
            purpose="orchestrator",
            step="orchestrator",
        )
        result = rules.after(view, answer)
        outcome = _outcome(view, answer, result)
        outcome.used += view.remembered.used
        if isinstance(answer.decision, Dispatch):
            await self._dispatch(answer.decision, result.facts, outcome)
        if isinstance(answer.decision, Delegate):
            await self._delegate(answer.decision, outcome)
        return await self._told(outcome)

    async def _told(self, outcome: Outcome) -> Outcome:
        """With what its agents read of memory, what is recorded of their work, and what changed facts do
        to the chosen plan."""
        if self.places.rows:
            outcome.effects.insert(0, own_places.KeepPlaces(tuple(self.places.rows.values())))
        outcome.used += self.companions.used
        outcome.briefs |= self.companions.briefs
        outcome.used += await in_database(searching.uses_of, self.steps.turn_id)
        outcome.recorded = await in_database(recording.kept, self.steps.turn_id, "recorded")
        outcome.shortened = self.shortened
        changes = [*outcome.changes, *(change for change, _sentence in outcome.assumed)]
        if fails := await planning.computed(rechecked.what_fails_now, self.view, changes):
            if commands.line_of(self.view):  # answered by one message, which nobody has seen yet
                outcome.reply = f"{outcome.reply}\n\n{fails}"
            else:
                outcome.closing = "\n\n".join(filter(None, [outcome.closing, fails]))
        return outcome

    async def _remembering(self) -> TripView:
        """The view with what is remembered and a window that fits."""
        told = await in_database(recall.at_start, self.steps, self.view)
        found = await planning.computed(assumptions.carried, told.claims, today=self.view.today)
        self.view = replace(self.view, remembered=told, carried=tuple(found))
        self.view = replace(self.view, companions=await planning.computed(commands.ready, self.view))
        self.view = await windowing.fitted(self)
        again = await in_database(recall.found_again, self.steps, self.view)
        told = told.model_copy(
            update={"recalled": again.recalled, "said": again.said, "used": (*told.used, *again.used)}
        )
        return replace(self.view, remembered=told)

    async def ask(
        self,
        name: str,
        context: Any,
        *,
        system,
        task,
        output: type[BaseModel],
        purpose: str,
        step: str,
        check: Callable[[Any], list[str]] | None = None,
        key: str = "",
        tool_names: tuple[str, ...] | None = None,
    ) -> Any:
        """Let one agent answer; a step that was validated before (a resumed turn) is not asked again.
        `tool_names`: other tools than it declares."""
        agent = registry.get(name)

        async def call() -> BaseModel:
            return await run_agent(
                agent,
                context=context,
                task=task,
                system=system,
                mind=self.mind,
                hooks=TurnHooks(self.view, self.log, self.mind.name, key, thinking=self, agent=name),
                tools=tools.tools_of(agent.tools if tool_names is None else tool_names),
                check=check,
                output=output,
                purpose=purpose,
                limits=replace(self.limits, input_tokens=agent.room),
            )

        try:
            return await self.steps.once(step, output, (purpose, task, system), call)
        except AgentFailed as failure:
            if key:
                failure.partial = ""  # it never was in the bubble
            raise

    async def brief(self, name: str) -> str:
        """What this agent remembers, as its prompt holds it; counted as read."""
        told = await in_database(recall.for_companion, self.steps, self.view, name)
        have = self.companions
        self.companions = have.model_copy(
            update={"briefs": {**have.briefs, **told.briefs}, "used": (*have.used, *told.used)}
        )
        return prompting.remembered_by(name, told)

    async def _delegate(self, decision: Delegate, outcome: Outcome) -> None:
        """What plain words asked for: the same as its command, said after the orchestrator's lead."""
        await self.log.close()
        steps = [decision, *decision.then]
        whole, said = self.view, replace(self.view, message=own_words(self.view.message))
        for number, step in enumerate(steps):
            self.view = said
            if len(steps) > 1 or self._part_of_it(step):  # each reads its own part of the message
                self.view = replace(said, message=step.argument)
            done = await commands.carry_out(self, commands.Line(step.command, step.argument.strip()))
            _add(outcome, done, first=number == 0)
        self.view = whole

    def _part_of_it(self, step: Delegate | Further) -> bool:
        """Code hands on the very words; a model's are its own, so that its companions read the message."""
        reads = step.command in ("cost", "feedback") and bool(step.argument.strip())
        return reads and self.mind.name == "offline" and step.argument in self.view.message

    async def _dispatch(self, decision: Dispatch, facts: TripFacts, outcome: Outcome) -> None:
        await self.log.close()  # the reply is complete; what follows shows in the rail
        specialists = tuple(task.specialist for task in decision.tasks)
        told = await in_database(recall.for_dispatch, self.steps, self.view, facts, specialists)
        self.told = told
        outcome.used += told.used
        outcome.briefs = dict(told.briefs)
        results, _research = await together(
            together(*(self._specialist(task, facts) for task in decision.tasks)),
            own_places.research_before_planning(self, facts, outcome),
        )
        said = [finding for finding, _note in results if finding]
        found = await planning.computed(own_places.with_ids, said, facts, self.places)
        failed = tuple(note for _finding, note in results if note)
        outcome.findings = list(found)
        outcome.notes += failed
        for finding in found:
            outcome.questions += _optional_questions(finding, facts, self.view, outcome.questions)
        await self.log.write(Progress(text="Weighing what they found"))
        context = FinalizeContext(
            facts, self.view.today, found, failed, self.view.rejections, self.view.gazetteer
        )
        outlined: FinalizeAnswer = await self.ask(
            "orchestrator",
            context,
            system=prompting.finalize_system(),
            task=prompting.finalize_task(context),
            output=FinalizeAnswer,
            check=rules.outline_problems,
            purpose="finalize",
            step="finalize",
            key="finalize",
        )
        await planning.write_options(self, facts, tuple(outlined.options), found, outcome)
        offered = [option for option in outcome.options if option.state == "offered"]
        outcome.mode = "FINALIZE"
        outcome.short_summary = outlined.short_summary or outcome.short_summary
        outcome.next_step = outlined.next_step or outcome.next_step
        outcome.closing = outlined.reply if len(offered) == len(outlined.options) else _closing(len(offered))

    async def _specialist(self, task: Task, facts: TripFacts) -> tuple[dict | None, str]:
        """One specialist's findings, or the sentence that says they are missing. Never raises AgentFailed."""
        agent = registry.get(task.specialist)
        key = task.specialist
        context = SpecialistContext(
            task,
            facts,
            self.view.today,
            self.view.gazetteer,
            traveller=self.told.traveller,
            insights=self.told.insights.get(agent.name, ""),
        )
        try:
            async with self.log.at_work(agent, task.name) as work:
                found = await self.ask(
                    agent.name,
                    context,
                    system=prompting.agent_system(agent),
                    task=prompting.specialist_task(context),
                    output=agent.output_for(context),
                    purpose="specialist",
                    step=f"specialist:{key}",
                    key=key,
                )
                work.said = found.headline
        except AgentFailed:
            return None, (
                f"{agent.title} could not be researched this time: the options below do without it "
                "and use our own data only."
            )
        return {"specialist": task.specialist, "task": task.name, **found.model_dump(mode="json")}, ""


def _add(outcome: Outcome, done: Outcome, *, first: bool) -> None:
    """What a command came to, said after what came before it; the first one is the turn's."""
    if first:
        outcome.mode = done.mode
        outcome.command = done.command
        outcome.closing_agent = done.agent
        outcome.short_summary = done.short_summary or outcome.short_summary
    else:
        outcome.short_summary = " ".join(filter(None, [outcome.short_summary, done.short_summary]))[:400]
    before = "" if first else outcome.closing
    outcome.closing = "\n\n".join(filter(None, [before, done.reply, done.closing]))
    outcome.choose_option = outcome.choose_option or done.choose_option
    outcome.changes += done.changes
    outcome.effects += done.effects
    outcome.notes += done.notes
    outcome.links += done.links
    outcome.questions += done.questions
    outcome.work += done.work
    outcome.next_step = done.next_step or outcome.next_step


def _outcome(view: TripView, answer: OrchestratorAnswer, result: rules.After) -> Outcome:
    decision = answer.decision
    outcome = Outcome(
        mode=decision.mode,
        reply=answer.reply,
        changes=result.changes,
        pending=result.pending,
        assumed=result.assumed,
        declined=[ledger.canonical_topic(topic) for topic in answer.declined],
        consent=result.consent,
        leaves_all=result.leaves_all,
        problems=result.problems,
        short_summary=answer.short_summary,
        next_step=answer.next_step,
    )
    if isinstance(decision, Clarify):
        missing = ledger.missing_topics(result.facts)
        outcome.questions = [
            Ask(question, ledger.canonical_topic(question.topic) in missing, "orchestrator")
            for question in decision.questions
        ]
        outcome.rejection = decision.rejection_quote
    if isinstance(decision, Confirm):
        outcome.asks_for_yes = True
    if isinstance(decision, Clarify | Confirm) and len(outcome.questions) < 7:
        clash = rules.clash_question(view, result)
        outcome.questions += [Ask(clash, False, "orchestrator")] if clash else []
    if isinstance(decision, Respond):
        outcome.choose_option = decision.choose_option
    return outcome


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


def _closing(offered: int) -> str:
    if offered == 0:
        return "No plan came through all checks. Here is the best draft, with what is wrong in it."
    if offered == 1:
        return "One plan came through the checks; the others did not, and I say why."
    return f"{'Two' if offered == 2 else 'Three'} ways to do it, each checked against our data."

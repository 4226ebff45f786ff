"""A turn thinks: the orchestrator answers, specialists work at the same time, options are planned.

Nothing here writes a result; everything comes back as an Outcome (agents/record.py writes it).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from pydantic import BaseModel

from agents import (
    commands,
    own_places,
    planning,
    recall,
    rechecked,
    recording,
    searching,
    tools,
    turn_lines,
    windowing,
)
from agents.attribution import credited
from agents.dispatch import dispatch
from agents.events import AgentProgress
from agents.llm.base import Mind
from agents.offline import phrases, words
from agents.outcome import Ask, Outcome, Shortened
from agents.remembered import Remembered
from agents.runtime import prompting, registry
from agents.runtime.agent import AgentFailed, run_agent
from agents.runtime.concurrency import SharedPrefix
from agents.runtime.contexts import OrchestratorContext
from agents.runtime.db_thread import in_database
from agents.runtime.run import RunLimits
from agents.runtime.schemas import (
    Clarify,
    Confirm,
    Delegate,
    Dispatch,
    Further,
    OrchestratorAnswer,
    Respond,
)
from agents.steps import Steps
from agents.turn_hooks import TurnHooks
from agents.turn_log import TurnLog
from agents.validation import assumptions, rules
from agents.view import TripView
from trips import ledger
from trips.planning.named_places import NamedPlaces
from trips.planning.request import lacks_in_words, sparse_cities
from trips.reading.itinerary import wants_check
from trips.reading.quotes import own_words

logger = logging.getLogger("wayfare.turns")

#: Answers of models that a turn may ask for, tries and corrections included, whatever they are.
REQUESTS_A_PART, REQUESTS_MORE = 2, 4
LONGEST_SUMMARY = 400


@dataclass
class Requests:
    """How many more may be asked for. `second_passes`: kept for what turns into rows what the web said."""

    left: int
    second_passes: int

    def take(self, *, of_first_pass: bool) -> bool:
        """Counts one; False when they are used up."""
        if self.left <= (self.second_passes if of_first_pass else 0):
            return False
        self.left -= 1
        return True


def requests_for(parts: int) -> Requests:
    """For so many cities to research, or answers to put together."""
    return Requests(REQUESTS_A_PART * parts + REQUESTS_MORE, parts)


class Thinking:
    """One turn's thinking: what all its agents share."""

    def __init__(self, view: TripView, log: TurnLog, mind: Mind, limits: RunLimits, steps: Steps) -> None:
        self.view = view
        self.log = log
        self.mind = mind
        self.limits = limits
        self.steps = steps
        self.requests = requests_for(1)
        self.own_requests: dict[str, Requests] = {}  # of agents that have theirs beside the turn's
        self.filled: list[str] = []  # what code did in the place of a model that failed
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
        if await planning.computed(wants_check, view.verbatim or view.message, view.gazetteer, view.today):
            return await self._told(await commands.carry_out(self, commands.Line("check")))
        answer = await self._orchestrated()
        result = rules.after(view, answer)
        outcome = _outcome(view, answer, result)
        outcome.used += view.remembered.used
        outcome.notes += await planning.computed(own_places.take_given, answer.changes, result.facts, self)
        if self.mind.name == "offline":
            cities, told = (sparse_cities(facts, view.gazetteer) for facts in (result.facts, view.facts))
            if outcome.mode == "CONFIRM" or cities != told:
                outcome.notes += words.no_sights(cities, lacks_in_words(cities, view.gazetteer))
        if isinstance(answer.decision, Dispatch):
            await dispatch(self, answer.decision, result.facts, outcome)
        if isinstance(answer.decision, Delegate):
            await self._delegate(answer.decision, outcome)
        return await self._told(outcome)

    async def _orchestrated(self) -> OrchestratorAnswer:
        """The orchestrator's answer. Where it fails for good its reply stays; code reads the message and
        takes a mode that is allowed. Where it has no words, code has. Raises AgentFailed when nothing came
        back and another try may help."""
        view = self.view
        told: set[str] = set()
        try:
            answer = await self.ask(
                "orchestrator",
                OrchestratorContext(view),
                system=prompting.orchestrator_system(view),
                task=prompting.conversation(view),
                output=OrchestratorAnswer,
                check=lambda candidate: rules.orchestrator_problems(view, candidate, told),
                purpose="orchestrator",
                step="orchestrator",
                fills=False,
            )
            if answer.reply.strip():
                return answer
            context = OrchestratorContext(view, tuple(answer.changes))
            own = await planning.computed(registry.get("orchestrator").offline, context)
            if own.decision.mode == answer.decision.mode:
                own = answer.model_copy(update={"reply": own.reply})
            answer = own
        except AgentFailed as failure:
            if failure.worth_another_try:
                raise
            read = failure.rejected.changes if failure.rejected else ()
            context = OrchestratorContext(view, tuple(read))
            answer = await self.fill_in("orchestrator", context, failure)
            answer = answer.model_copy(update={"reply": failure.reply or answer.reply})
        await self.log.restart()
        await self.log.say(answer.reply)
        return answer

    async def _told(self, outcome: Outcome) -> Outcome:
        """With what its agents read of memory, what is recorded of their work, and what changed facts do
        to the chosen plan."""
        outcome.effects[:0] = await own_places.effects(self)
        outcome.used += self.companions.used
        outcome.briefs |= self.companions.briefs
        outcome.used += await in_database(searching.uses_of, self.steps.turn_id)
        outcome.recorded = await in_database(recording.kept, self.steps.turn_id, "recorded")
        outcome.shortened = self.shortened
        outcome.notes[:0] = words.filled_in(self.filled)
        changes = [*outcome.changes, *(change for change, _sentence in outcome.assumed)]
        if fails := await planning.computed(rechecked.what_fails_now, self.view, changes, self.places):
            if commands.line_of(self.view):  # answered by one message, which nobody has seen yet
                outcome.reply = f"{outcome.reply}\n\n{fails}"
                if self.view.command:  # of a job the summary alone is in sight
                    outcome.short_summary = f"{fails} {outcome.short_summary}"[:LONGEST_SUMMARY]
            else:
                outcome.closing = "\n\n".join(filter(None, [outcome.closing, fails]))
        outcome.reply, outcome.closing = await planning.computed(self._credited, outcome)
        return outcome

    def _credited(self, outcome: Outcome) -> tuple[str, str]:
        return credited(outcome.reply, self.view), credited(outcome.closing, self.view)

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
        of: str = "",
        prefix: SharedPrefix | None = None,
        fills: bool = True,
    ) -> Any:
        """Let one agent answer; a step that was validated before (a resumed turn) is not asked again. If it
        `fills`, code answers where the agent fails for good, and that is said of `of`, else of its subject.
        `prefix`: what its request shares with others at the same time. `tool_names`: instead of its own.
        """
        agent = registry.get(name)

        hooks = TurnHooks(self.view, self.log, self.mind.name, key, thinking=self, agent=name, prefix=prefix)

        async def call() -> BaseModel:
            if prefix is not None:
                await prefix.wait()
            return await run_agent(
                agent,
                context=context,
                task=task,
                system=system,
                mind=self.mind,
                hooks=hooks,
                tools=tools.tools_of(agent.tools if tool_names is None else tool_names),
                check=check,
                output=output,
                purpose=purpose,
                limits=replace(self.limits, input_tokens=agent.room),
            )

        try:
            return await self.steps.once(step, output, (purpose, task, system), call)
        except AgentFailed as failure:
            if not fills:
                raise
            return await self.fill_in(name, context, failure, of=of, key=key)
        finally:
            if prefix is not None:
                prefix.begin()

    async def fill_in(
        self, name: str, context: Any, failure: AgentFailed, *, of: str = "", key: str = ""
    ) -> Any:
        """What code answers in an agent's place, from the same context; said once, at the end of the turn.
        Raises the failure where code has no answer either."""
        agent = registry.get(name)
        try:
            answer = await planning.computed(agent.offline, context)
        except Exception as error:
            logger.exception("the offline function of %s failed", name)
            raise failure from error
        turn_lines.filled_in(name, failure)
        if self.mind.name != "offline":
            self.filled.append(of or agent.subject)
        if key:
            await self.log.write(AgentProgress(key=key, doing=words.FILLING_IN))
        return answer

    async def companion(
        self,
        name: str,
        context: Any,
        *,
        doing: str,
        task,
        said: Callable[[Any], str],
        check: Callable[[Any], list[str]],
        step: str = "",
    ) -> Any:
        """A command's agent answers, on a line of the rail that ends with what `said` makes of the answer."""
        agent = registry.get(name)
        brief = await self.brief(name)
        async with self.log.at_work(agent, doing) as work:
            answer = await self.ask(
                name,
                context,
                system=prompting.companion_system(agent, brief),
                task=task,
                output=agent.output_for(context),
                check=check,
                purpose=name,
                step=step or name,
                key=name,
            )
            work.said = said(answer)
        return answer

    def allow_requests(self, parts: int, *agents: str) -> None:
        """From here on the turn, or these agents of it, may ask for so many answers for this many parts."""
        if agents:
            self.own_requests = dict.fromkeys(agents, requests_for(parts))
        else:
            self.requests, self.own_requests = requests_for(parts), {}

    def takes_request(self, agent: str, *, of_first_pass: bool = False) -> bool:
        """Counts one; False when they are used up. One that only goes on reading the web leaves a request
        a city, so that what was read becomes rows."""
        return self.own_requests.get(agent, self.requests).take(of_first_pass=of_first_pass)

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
        if outcome.closing and outcome.reply == phrases.MEANWHILE:
            outcome.reply = ""

    def _part_of_it(self, step: Delegate | Further) -> bool:
        """Code hands on the very words; a model's are its own, so that its companions read the message."""
        reads = step.command in ("cost", "feedback") and bool(step.argument.strip())
        return reads and self.mind.name == "offline" and step.argument in self.view.message


def _add(outcome: Outcome, done: Outcome, *, first: bool) -> None:
    """What a command came to, said after what came before it; the first one is the turn's."""
    if first:
        outcome.mode = done.mode
        outcome.command = done.command
        outcome.closing_agent = done.agent
        outcome.short_summary = done.short_summary or outcome.short_summary
    else:
        if done.agent == prompting.RESEARCH:  # what stands in a message with a page's words counts as them
            outcome.closing_agent = done.agent
        said = filter(None, [outcome.short_summary, done.short_summary])
        outcome.short_summary = " ".join(said)[:LONGEST_SUMMARY]
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
        remembered=result.remembered,
        offers=answer.offers,
        short_summary=answer.short_summary,
        next_step=answer.next_step,
    )
    if answer.unread:
        board = ("facts", "Set it yourself") if view.plan is None else ("plan", "Change it yourself")
        pasted = [] if view.facts.destinations else [("Check a plan", reverse("check_plan"))]
        outcome.links = [view.on_board(*board), *pasted]
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
        outcome.remembered |= clash is not None
    if isinstance(decision, Respond):
        outcome.choose_option = decision.choose_option
    return outcome

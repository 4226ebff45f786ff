"""/plan: a wish becomes a proposal, and a yes makes it the plan."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice

from agents.commands.registry import Command, register
from agents.companions import planner
from agents.companions.planner import ChangeAnswer, ChangeContext
from agents.outcome import Outcome
from agents.planning import computed
from agents.runtime import prompting, registry
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from agents.view import TripView
from memory.extraction import Work
from trips import changing, plan_versions
from trips.catalogue.matching import significant
from trips.changing import Base
from trips.models import Message, PlanProposal, Trip, Turn
from trips.planning.editing import Edited
from trips.reading.edits import read_edits
from trips.reading.message.intents import agrees
from trips.reading.routing.answers import refusal_in
from trips.schemas import Visit

NO_PLAN = "No plan is chosen yet, so nothing can be changed. Choose an option first: /select and its number."
NO_OPTIONS = (
    "There is no plan yet. Say “just plan it”, or answer what is still asked; then choose with /select."
)
UNCLEAR = (
    "I could not read a change of the plan out of that. Name the day and what should be different, "
    "for example “swap day 2 and 3”, “less walking on day 2” or “a vegan dinner on day 1”."
)
MEANWHILE = "The plan or the facts were changed meanwhile, so this was left as it is. Ask again."
EXAMPLES = ("swap day 2 and 3", "less walking on day 2", "a vegan dinner on day 1", "cheaper", "yes", "no")

# --- What a turn writes ------------------------------------------------------------------------


@dataclass(frozen=True)
class Proposes:
    """A change that waits for a yes, as it was computed."""

    base: Base
    edited: Edited
    cause: str

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        try:
            changing.propose(trip, self.edited, base=self.base, cause=self.cause, turn=turn, message=message)
        except (plan_versions.Outdated, plan_versions.NoPlan):
            return MEANWHILE
        return ""


@dataclass(frozen=True)
class Accepts:
    proposal: int

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        try:
            changing.accept(trip, PlanProposal.objects.get(pk=self.proposal), message=message)
        except (plan_versions.Outdated, PlanProposal.DoesNotExist):
            return MEANWHILE
        return ""


@dataclass(frozen=True)
class Refuses:
    proposal: int
    reason: str

    def write(self, trip: Trip, turn: Turn, message: Message | None) -> str:
        row = PlanProposal.objects.filter(pk=self.proposal).first()
        return "" if row is not None and changing.refuse(trip, row, self.reason) else MEANWHILE


# --- /plan -------------------------------------------------------------------------------------


async def _plan(thinking: Thinking, argument: str) -> Outcome:
    """A yes or a no to what is proposed, else a wish."""
    wish = " ".join(argument.split())
    proposal = await in_database(waiting, thinking.view)
    if not wish:
        return _how(thinking.view, proposal)
    if agrees(wish):
        return _accept(proposal)
    refused = refusal_in(wish)
    if refused and proposal is not None and refused[1]:
        if await in_database(_is_a_change, thinking.view, wish):
            refused = None  # "no dinner on Wednesday" is another wish
    if refused:
        if proposal is not None or not refused[0]:
            return refusal(proposal, refused[0])
    return await change(thinking, wish)


async def change(thinking: Thinking, wish: str, *, cause: str = "") -> Outcome:
    """The planner turns the wish into edits; code carries them out on paper, and the result is proposed."""
    agent = registry.get("planner")
    base = await in_database(_base, thinking.view)
    context = ChangeContext(
        wish=wish,
        plan=base.plan,
        verdict=base.verdict,
        facts=base.facts,
        today=base.today,
        now=base.now,
        gazetteer=thinking.view.gazetteer,
    )
    async with thinking.log.at_work(agent, "changing the plan") as work:
        answer, edited = await _worked_out(thinking, base, context)
        work.said = planner.titles_of(answer.edits)
    not_done = [sentence for sentence in answer.not_done if sentence.strip()]
    if not answer.edits:
        said = f"{' '.join(not_done)} The plan is as it was." if not_done else UNCLEAR
        more = await in_database(_meant_instead, thinking.view, wish, said) if not_done else ([], [])
        return _said(answer.question or said, "Say which day, and what should be different.", more)
    if edited is not None:
        edited = edited.model_copy(update={"problems": [*edited.problems, *not_done]})
    if edited is None or not changing.changes(base, edited):
        problems = edited.problems if edited else []
        sentence = " ".join(problems) or "The plan is like that already."
        more = await in_database(_meant_instead, thinking.view, wish, sentence)
        return _said(f"{sentence} The plan is as it was.", "Say what else should be different.", more)
    words = planner.change_in_words(edited)
    return Outcome(
        mode="DELEGATE",
        agent="planner",
        reply=f"{words}\n\nShall I change the plan like that? Say yes or no; until then it stays as it is.",
        effects=[Proposes(base, edited, cause or f"Asked for: {wish}"[:200])],
        work=[Work("planner", planner.work_of(wish, edited), task=f"Change the plan: {wish}")],
        short_summary=f"Proposed: {edited.sentence}"[:400],
        next_step="Say yes or no to the change, in the plan or here.",
    )


async def _worked_out(
    thinking: Thinking, base: Base, context: ChangeContext
) -> tuple[ChangeAnswer, Edited | None]:
    """The planner's edits and what they come to. What a model wants and can't be done goes back once."""
    answer = await _asked(thinking, context, "planner:change")
    if not answer.edits:
        return answer, None
    edited = await computed(changing.computed, base, planner.edits_of(answer))
    if edited.problems and not changing.changes(base, edited) and thinking.mind.name != "offline":
        again = replace(context, problems=tuple(edited.problems))
        answer = await _asked(thinking, again, "planner:change again")
        if answer.edits:
            edited = await computed(changing.computed, base, planner.edits_of(answer))
    return answer, edited


async def _asked(thinking: Thinking, context: ChangeContext, step: str) -> ChangeAnswer:
    agent = registry.get("planner")
    brief = await thinking.brief(agent.name)
    answer = await thinking.ask(
        agent.name,
        context,
        system=prompting.companion_system(agent, brief, name="planner_change.md"),
        task=prompting.companion_task(planner.change_task(context)),
        output=ChangeAnswer,
        check=lambda candidate: [] if _offline(thinking) else planner.edit_problems(context, candidate),
        purpose="change",
        step=step,
        key="planner",
    )
    return answer


def _offline(thinking: Thinking) -> bool:
    """Code reads a wish as well as it can: nothing it could be told would make it read another one."""
    return thinking.mind.name == "offline"


def _how(view: TripView, proposal: PlanProposal | None) -> Outcome:
    if proposal is not None:
        return _said(f"This waits for your yes or no: {proposal.sentence}", "Say yes or no to the change.")
    plan = view.plan
    lead = (
        f"Your plan is “{plan.title}”, {len(plan.days)} days, {plan.total} {plan.currency}." if plan else ""
    )
    return _said(
        f"{lead} Say what should be different, for example “swap day 2 and 3”, “less walking on day 2”, "
        "“a vegan dinner on day 1”. I propose it first; nothing changes before your yes.",
        "Say what should be different.",
    )


def _accept(proposal: PlanProposal | None) -> Outcome:
    if proposal is None:
        return _said("No change waits for a yes.", "Say what should be different.")
    return acceptance(proposal)


def acceptance(proposal: PlanProposal) -> Outcome:
    """A yes, by words or by a button."""
    lost = [said for said in proposal.problems if said.endswith("is left out.")]
    return Outcome(
        mode="DELEGATE",
        agent="planner",
        reply=f"Changed: {' '.join([proposal.sentence, *lost])}",
        effects=[Accepts(proposal.pk)],
        short_summary=f"Plan changed: {proposal.sentence}"[:400],
        next_step="Look at the days, or say what else should be different.",
    )


def refusal(proposal: PlanProposal | None, reason: str) -> Outcome:
    if proposal is None:
        return _said("No change waits for an answer.", "Say what should be different.")
    return Outcome(
        mode="DELEGATE",
        agent="planner",
        reply="Then the plan stays as it is.",
        effects=[Refuses(proposal.pk, reason)],
        short_summary="A change was turned down; the plan stays.",
        next_step="Say what should be different.",
    )


#: What is said beside a change that came to nothing, and links to where it is seen.
Beside = tuple[list[str], list[tuple[str, str]]]


def _meant_instead(view: TripView, wish: str, refused: str) -> Beside:
    """What the wish may mean of the other options, and the change that waits still."""
    here = (word for item in (view.plan.items() if view.plan else ()) for word in significant(item.title))
    wanted = set(significant(wish)) & set(significant(refused)) - set(here)
    elsewhere = (
        f"{item.title} is in option {option.number}, “{option.plan.title}”."
        for option in view.choosable
        for item in option.plan.items()
        if isinstance(item, Visit) and wanted & set(significant(item.title))
    )
    sentences = list(islice(elsewhere, 1))
    links = [view.on_board("compare", "Compare the options")] if sentences else []
    if proposal := waiting(view):
        sentences.append(
            f"“{proposal.sentence.partition(': ')[0].rstrip('.')}” still waits for your yes or no."
        )
    return sentences, links


def _said(sentence: str, next_step: str, beside: Beside = ([], [])) -> Outcome:
    return Outcome(
        mode="DELEGATE",
        agent="planner",
        reply=" ".join([sentence.strip(), *beside[0]]),
        links=[*beside[1]],
        short_summary=sentence.strip()[:200],
        next_step=next_step,
    )


# --- Reading -----------------------------------------------------------------------------------


def _trip(view: TripView) -> Trip:
    return Trip.objects.get(pk=view.trip_id)


def _base(view: TripView) -> Base:
    return changing.base_of(_trip(view))


def _is_a_change(view: TripView, wish: str) -> bool:
    base = _base(view)
    found = read_edits(wish, base.plan, base.facts, view.gazetteer, today=base.today, now=base.now)
    return bool(found.edits)


def waiting(view: TripView) -> PlanProposal | None:
    return changing.open_proposal(_trip(view))


def no_plan(view: TripView, argument: str) -> str:
    if view.plan is not None:
        return ""
    return NO_PLAN if view.choosable else NO_OPTIONS


register(
    Command(
        "plan",
        "/plan [CHANGE]",
        "change the plan: a proposal first, then your yes",
        _plan,
        missing=no_plan,
        agent="planner",
        arguments=lambda view: EXAMPLES,
        words=("I want to change something", "{}"),
    )
)

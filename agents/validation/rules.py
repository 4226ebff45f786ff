"""What the orchestrator may not do, checked by code. Pure: view and answer in, sentences out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from agents.commands.registry import get as command_named
from agents.runtime.schemas import (
    Clarify,
    Delegate,
    Dispatch,
    OrchestratorAnswer,
    QuestionOut,
    Respond,
)
from agents.validation import assumptions, quotes
from agents.validation.modes import allowed_modes
from agents.validation.quotes import is_said
from agents.view import TripView
from trips import ledger
from trips.facts import apply_changes, assume, working_order
from trips.schemas import Change, TripFacts


@dataclass
class After:
    """The facts as they would stand after an answer, and how they got there."""

    facts: TripFacts
    changes: list[Change] = field(default_factory=list)  # with the traveller's words
    pending: list[Change] = field(default_factory=list)  # without: they wait for the yes
    assumed: list[tuple[Change, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    consent: bool = False
    leaves_all: bool = False  # "just plan it": nothing that is open is asked any more
    remembered: bool = False  # something remembered was assumed


def after(view: TripView, answer: OrchestratorAnswer) -> After:
    """Apply the answer to the facts, on paper."""
    result = After(view.facts)
    if view.ended:  # words after the last day tell of another trip, or of how this one was
        return result
    asked = working_order(
        view.facts,
        [Change(**change.model_dump()) for change in answer.changes],
        today=view.today,
        gazetteer=view.gazetteer,
    )
    heard = quotes.said_by_them(view)
    left_out = [change for change in asked if quotes.is_pasted(change, heard, view)]
    if left_out:
        result.problems.append(quotes.not_taken(left_out))
    for change in asked:
        if change in left_out:
            continue
        theirs = is_said(change.quote, heard.newest) and quotes.figure_is_theirs(change, heard.own)
        if not theirs:
            if _changes(view, result.facts, change):
                result.pending.append(change)
            continue
        result.problems += _apply(view, result, change)
    answered_summary = view.asked_for_yes and result.facts == view.facts
    consents = isinstance(answer.decision, Dispatch) and is_said(answer.decision.consent_quote, heard.newest)
    leaves_all = is_said(answer.just_plan_quote, heard.newest)
    if answered_summary and (consents or leaves_all):
        result.consent = True
        for row in view.pending:  # the summary showed it: the yes is what it rests on
            yes = answer.decision.consent_quote if consents else answer.just_plan_quote
            _apply(view, result, Change(**{**row, "quote": yes}))
    topics = list(answer.you_choose)
    if leaves_all:
        topics += ledger.missing_topics(result.facts)
        result.consent = result.leaves_all = True
    topics = [topic for topic in topics if ledger.canonical_topic(topic) != "destinations"]
    if answer.decision.mode in ("CONFIRM", "DISPATCH") and _only_a_country(result.facts):
        topics.append("destinations")
    if answer.decision.mode in ("CONFIRM", "DISPATCH"):
        topics.append("budget.currency")  # a bare "800": the summary says what it is taken for
    if topics:
        result.assumed = assume(result.facts, topics, view.today, view.gazetteer)
        for change, _sentence in result.assumed:
            _apply(view, result, change, log=False)
    if answer.decision.mode == "CONFIRM" or leaves_all:
        for change, sentence in taken_over(view, result, answer.declined):
            result.assumed.append((change, sentence))
            result.remembered = True
            _apply(view, result, change, log=False)
    return result


def taken_over(view: TripView, result: After, declined: Iterable[str]) -> list[tuple[Change, str]]:
    """What is remembered and this trip never spoke of: assumptions, with the sentence the summary shows."""
    closed = {ledger.canonical_topic(topic) for topic in declined}
    found = assumptions.assumptions(
        view.carried, result.facts, spoken_of(view, result), today=view.today, gazetteer=view.gazetteer
    )
    return [(change, sentence) for change, sentence in found if change.path not in closed]


def spoken_of(view: TripView, result: After) -> frozenset[str]:
    """Paths that were ever changed on this trip, this message included, or asked for and closed."""
    closed = {line.topic for line in (*view.answered, *view.withdrawn)}
    waiting = {change.path for change in (*result.changes, *result.pending)}
    return view.touched | waiting | {path for path in assumptions.CARRIED if path in closed}


def clash_question(view: TripView, result: After) -> QuestionOut | None:
    """What is remembered and this trip says otherwise: one question, never asked twice."""
    question = assumptions.clash(
        view.carried, result.facts, spoken_of(view, result), today=view.today, gazetteer=view.gazetteer
    )
    return question if question and question.topic not in view.ever_asked else None


def _only_a_country(facts: TripFacts) -> bool:
    """Is a destination still a country or region? The summary then proposes cities, as an assumption."""
    return any(place.kind != "city" for place in facts.destinations)


def orchestrator_problems(
    view: TripView, answer: OrchestratorAnswer, told: set[str] | None = None
) -> list[str]:
    """Sentences for the model: what is wrong with its answer. Empty = it may stand.

    `told`: what was said before of commands that can't be carried out as they were asked for. Said once, it
    may stand the next time: the command then answers the traveller itself, and changes nothing."""
    result = after(view, answer)
    situation = view.situation(result.facts, consent=result.consent)
    allowed = allowed_modes(situation)
    decision = answer.decision
    problems = []
    if isinstance(decision, Clarify) and decision.rejection_quote and view.options:
        allowed |= {"CLARIFY"}  # turning all down asks, also where the reason changes a fact
    if decision.mode not in allowed:
        missing = ", ".join(situation.missing) or "nothing"
        problems.append(
            f"mode {decision.mode} is not allowed now; allowed: {', '.join(sorted(allowed))} "
            f"(still missing after your changes: {missing}; yes given: {'yes' if result.consent else 'no'})."
        )
    if isinstance(decision, Delegate):
        problems += _command_problems(decision, view, set() if told is None else told)
    if isinstance(decision, Clarify):
        declined = {ledger.canonical_topic(topic) for topic in answer.declined}
        problems += _question_problems(view, decision, result.facts, declined)
        newest = quotes.said_by_them(view).newest
        if decision.rejection_quote and not is_said(decision.rejection_quote, newest):
            problems.append("rejection_quote is not in the traveller's message.")
    if isinstance(decision, Dispatch):
        problems += _task_problems(decision, view)
    if isinstance(decision, Respond) and decision.choose_option:
        if decision.choose_option not in {option.number for option in view.choosable}:
            problems.append(f"There is no option {decision.choose_option} on offer.")
    return problems


def _command_problems(decision: Delegate, view: TripView, told: set[str]) -> list[str]:
    """Too early, or an argument that the command can't read: in other words it may well be possible."""
    missing = command_named(decision.command).missing(view, decision.argument)
    if not missing or missing in told:
        return []
    told.add(missing)
    known = ", ".join(sorted(view.companions)) or "none"
    return [f"/{decision.command} cannot be carried out like that: {missing} Commands that can: {known}."]


def _question_problems(view: TripView, decision: Clarify, facts: TripFacts, declined: set[str]) -> list[str]:
    missing = set(ledger.missing_topics(facts))
    closed = {(line.topic, line.subject) for line in (*view.answered, *view.withdrawn)}
    is_open = {(line.topic, line.subject) for line in view.open_questions}
    problems, seen = [], set()
    for question in decision.questions:
        topic = ledger.canonical_topic(question.topic)
        key = (topic, question.subject)
        if key in seen:
            problems.append(f"{topic} is asked twice.")
        seen.add(key)
        if topic in missing:
            continue
        if topic in ledger.REQUIRED_TOPICS and not question.subject:
            problems.append(f"{topic} is known; do not ask for it.")
        elif ledger.optional_known(facts, topic):
            problems.append(f"{topic} is known; do not ask for it.")
        elif key in closed or topic in declined:
            problems.append(f"{topic} was asked before and is closed; do not ask again in any words.")
        elif key in is_open and topic not in missing:
            problems.append(f"{topic} is asked already and waits for an answer.")
    if missing and not seen & {(topic, "") for topic in missing}:
        problems.append(f"Ask for what is missing first: {', '.join(sorted(missing))}.")
    return problems


def _task_problems(decision: Dispatch, view: TripView) -> list[str]:
    names = [task.specialist for task in decision.tasks]
    problems = []
    if len(set(names)) < len(names):
        problems.append("One task a specialist.")
    left_out = {"transport", "stay", "food"} - set(names)
    unexplained = left_out - set(decision.settled)
    if unexplained:
        problems.append(
            f"No task for {', '.join(sorted(unexplained))}: all three work, unless the traveller said that "
            "part is settled (then name it in `settled`)."
        )
    return problems


def _apply(view: TripView, result: After, change: Change, *, log: bool = True) -> list[str]:
    applied = apply_changes(result.facts, [change], today=view.today, gazetteer=view.gazetteer)
    result.facts = applied.facts
    if applied.applied and log:
        result.changes.append(change)
    return applied.problems


def _changes(view: TripView, facts: TripFacts, change: Change) -> bool:
    """Would anything be different with it?"""
    return bool(apply_changes(facts, [change], today=view.today, gazetteer=view.gazetteer).applied)

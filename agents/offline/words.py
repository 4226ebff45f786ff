"""The offline planner's sentences: computed from the facts, nothing made up."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.on_the_way import what_comes
from agents.runtime.schemas import QuestionOut
from agents.view import TripView
from trips.catalogue.gazetteer import City
from trips.facts import FactLine, describe
from trips.schemas import OptionOutline, TripFacts

NOT_UNDERSTOOD = "I could not read anything about a trip in that."
AS_SAID = "That is still so."
#: What else takes what words did not tell.
THE_FORM = (
    "The form beside this conversation takes places, dates, people and budget as well; /help lists the rest."
)
_MOST_UNREAD = 3


#: How a fact reads inside a sentence; others by their label: "diet: vegan".
_IN_A_SENTENCE = {
    "To": "{}", "When": "{}", "Who": "{}", "Budget": "{}", "From": "from {}", "Journey": "{}",
    "Pace": "{} pace", "Must do": "must do {}", "Avoid": "avoiding {}", "Not by": "not by {}",
}  # fmt: skip
#: What a required topic is called in "still missing: …".
_MISSING = {
    "destinations": "where to go",
    "dates": "when",
    "party": "how many of you travel",
    "budget": "the budget",
}


def not_understood(parts: Sequence[str]) -> str:
    """ "I did not understand “blargh”." """
    quoted = listed([f"“{part.strip(' .!?')[:120]}”" for part in parts[:_MOST_UNREAD]])
    return f"I did not understand {quoted}."


def noted(before: TripFacts, now: TripFacts) -> str:
    """ "Noted: Boston; 4 days. " of what is new; empty when nothing is."""
    known = {(line.label, line.text) for line in describe(before)}
    fresh = [_spoken(line) for line in describe(now) if (line.label, line.text) not in known]
    return f"Noted: {'; '.join(fresh)}. " if fresh else ""


#: Said by who tells of money.
_OF_MONEY = ("budget", "caps")


def changed(before: TripFacts, now: TripFacts) -> str:
    """ "Changed: Tokyo, before Tokyo and Kyoto. ": what a message made of facts that a plan was made for."""
    was = _by_label(before)
    is_now = _by_label(now)
    said = []
    for label in dict.fromkeys([*is_now, *was]):
        old, new = was.get(label, ""), is_now.get(label, "")
        if old != new:
            said.append(f"{new or f'no longer {old}'}{f' (before: {old})' if old and new else ''}")
    return f"Changed: {'; '.join(said)}. Say so if that was not meant. " if said else ""


def _by_label(facts: TripFacts) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for line in describe(facts):
        if not line.path.startswith(_OF_MONEY):
            found.setdefault(line.label, []).append(_spoken(line))
    return {label: ", ".join(said) for label, said in found.items()}


def _spoken(line: FactLine) -> str:
    if line.path == "budget.level":
        return f"{line.text} budget"
    return _IN_A_SENTENCE.get(line.label, f"{line.label.lower()}: {{}}").format(line.text)


def need(questions: Sequence[QuestionOut], lead: str = "Still missing before I can plan") -> str:
    """What is still missing, by name, and how to go on; the questions themselves stand below."""
    missing = f"{lead}: {listed([_MISSING[one.topic] for one in questions])}."
    places = [name for one in questions if one.topic == "destinations" for name in one.suggestions]
    if len(questions) > 1:
        return missing
    if places:  # the one thing nobody chooses for the traveller
        return f"{missing} Name any city; of those I know well, {listed(places, 'or')} would do."
    return missing


def left_open(questions: Sequence[QuestionOut]) -> str:
    """The same in other words, to who was told so a moment ago."""
    return need(questions, "Still open")


def listed(names: Sequence[str], last: str = "and") -> str:
    """ "Boston", "Boston and Tokyo", "Boston, Tokyo and Paris"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


#: How a proposal of what is missing begins.
PROPOSES = "Shall I take"


def proposal(parts: Sequence[str]) -> str:
    """ "Shall I take 10–17 April 2027, 2 adults and a mid-range budget?" """
    return f"{PROPOSES} {listed(list(parts))}? Say yes, or what fits better." if parts else ""


def last_said(view: TripView) -> str:
    """The newest words of an agent."""
    return next((line.text for line in reversed(view.window.lines) if line.author != "traveller"), "")


def optional() -> str:
    return (
        "That is all I need. A few more details make the plan yours; answer what you like, "
        "or say “just plan it”."
    )


def still_open(questions: Sequence[QuestionOut], view: TripView) -> str:
    """The same, to somebody who was asked before; the only one that is left is asked again."""
    ours = any(question.topic != "destinations" for question in questions)
    again = f" {questions[0].text}" if len(questions) == 1 and ours else ""
    lead = left_open(questions) if need(questions) in last_said(view) else need(questions)
    return lead + again + (" Say “you choose” and I assume something usual." if ours else "")


def refused(problems: Sequence[str]) -> list[str]:
    """What could not be taken of a message that said nothing else."""
    return [*problems, "So I noted nothing of that."] if problems else []


def summary(facts: TripFacts) -> str:
    return "\n".join(f"- {line.label}: {line.text}" for line in describe(facts))


def confirm(facts: TripFacts, rejections: Sequence[str] = (), *, planned: bool = False) -> str:
    """Every fact in one sentence; the page shows them as a list below. And why options were turned down.
    `planned`: a plan is chosen, which a yes does not replace yet."""
    known = "; ".join(_spoken(line) for line in describe(facts))
    turned_down = f" You turned the last options down: “{rejections[-1][:200]}”." if rejections else ""
    then = (
        "Say yes and the team makes new options with that, from which you choose"
        if planned
        else "Say yes and I send the team out"
    )
    return f"Here is what I have: {known}.{turned_down} {then}, or tell me what to change."


def no_sights(cities: Sequence[City], lacks: str) -> list[str]:
    """What the plan will lack, and what helps; nothing where enough is known of every city."""
    if not cities:
        return []
    names, them = listed([city.name for city in cities]), "them" if len(cities) > 1 else "it"
    return [
        f"I can plan travel and costs for {names}, but I have {lacks} for {them} yet. "
        "Name what you want to see, and I put it in."
    ]


def instructions(facts: TripFacts) -> str:
    return "; ".join(f"{line.label}: {line.text}" for line in describe(facts)) + "."


def presenting(ideas: list[OptionOutline]) -> str:
    lines = [f"- **{idea.title}**: {idea.idea or idea.for_whom}" for idea in ideas]
    lead = f"{_number(len(ideas)).capitalize()} ways to do it, each checked against our data:"
    if len(ideas) == 1:
        lead = "One way to do it, checked on dates, ways, sums and what places our data has:"
    return "\n".join([lead, "", *lines])


FILLING_IN = "our own planner fills this in"
UNFINISHED = "The language model could not finish this"


def filled_in(subjects: Sequence[str]) -> list[str]:
    """What a model left undone and code did, in one sentence, in one order; nothing for nothing."""
    if not subjects:
        return []
    done = listed(sorted(set(subjects)))
    return [f"{UNFINISHED}; our own planner filled in {done}."]


def where_we_are(view: TripView) -> str:
    if view.plan is not None and view.phase == "travelling" and (coming := what_comes(view)):
        return f"{coming} Ask me about it, tell me how it was, or say what should be different."
    if view.plan is not None:
        return (
            f"“{view.plan.title}” is your plan. To change it, tell me what should be different "
            "(dates, budget, pace, wishes): I take it as a changed fact and plan again."
        )
    if view.options:
        titles = ", ".join(f"{option.number} {option.plan.title}" for option in view.options)
        return f"On offer: {titles}. Choose one, ask about it, or say what is missing."
    if view.confirmed:
        return "You said yes to these facts. Say “plan it” and I send the team out."
    return "Tell me more about the trip, or say “just plan it”."


def next_step(view: TripView) -> str:
    if view.options:
        return "Choose one of the options."
    if view.open_questions:
        return "Answer the open questions."
    return "Say what to change, or go on."


def _number(count: int) -> str:
    return ("no", "one", "two", "three", "four", "five", "six", "seven")[count] if count < 8 else str(count)


def money_changed(before: TripFacts, now: TripFacts) -> str:
    """ "Changed: budget, 12,000 MAD in all → €3 per person. ": of budget and limits; empty when they stay."""
    old, new = _of_money(before), _of_money(now)
    said = []
    for label in dict.fromkeys([*new, *old]):
        if old.get(label) == new.get(label):
            continue
        if label not in new:
            said.append(f"{label.lower()} is open again (it was {old[label]})")
        elif label not in old:
            said.append(f"{label.lower()}: {new[label]}")
        else:
            said.append(f"{label.lower()}, {old[label]} → {new[label]}")
    return f"Changed: {'; '.join(said)}. " if said else ""


def _of_money(facts: TripFacts) -> dict[str, str]:
    lines: dict[str, list[str]] = {}
    for line in describe(facts):
        if line.path.startswith(("budget", "caps")):
            lines.setdefault(line.label, []).append(line.text)
    return {label: ", ".join(texts) for label, texts in lines.items()}

"""The offline planner's sentences: computed from the facts, nothing made up."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.on_the_way import what_comes
from agents.runtime.schemas import QuestionOut
from agents.view import TripView
from trips.catalogue.gazetteer import City
from trips.fact_log import title_of
from trips.facts import describe, shown_name
from trips.facts.interests import said_as, wishes
from trips.planning.options import comparison, distinctions, only_here
from trips.planning.options import in_words as plan_in_words
from trips.schemas import Plan, TripFacts
from trips.wording import listed, upper_first

NOT_UNDERSTOOD = "I couldn't find anything about a trip in that."
#: What else takes what words did not tell.
THE_FORM = "You can also set places, dates, people and budget yourself, with the button below."
_MOST_UNREAD = 3

#: What a required topic is called in "tell me …".
_MISSING = {
    "destinations": "where you'd like to go",
    "dates": "when you travel",
    "party": "how many of you travel",
    "budget": "what it may cost",
}


def not_understood(parts: Sequence[str]) -> str:
    """ "I didn't understand “blargh”." """
    quoted = listed([f"“{part.strip(' .!?')[:120]}”" for part in parts[:_MOST_UNREAD]])
    return f"I didn't understand {quoted}."


def welcome(before: TripFacts, now: TripFacts) -> str:
    """ "Lisbon, lovely! Tiles, slow lunches and vegetarian: noted. " of what is new, else ""."""
    known = {line.text for line in describe(before)}
    new = [line for line in describe(now) if line.text not in known]
    dates = "".join(line.text for line in new if line.path == "dates.start")
    places = {shown_name(place) for place in before.destinations}
    fresh = [place for place in now.destinations if shown_name(place) not in places]
    noted = listed(said_as(now, *wish) for wish in wishes(now) if wish not in wishes(before))
    told = [
        f"{title_of(TripFacts(destinations=fresh))}, lovely!" if fresh else "",
        f"{upper_first(noted)}: noted." if noted else "",
        f"{dates.partition(' (')[0]} it is." if dates else "",
    ]
    return f"{' '.join(filter(None, told)) or 'Got it.'} " if now != before else ""


def kept_in_mind(sentences: Sequence[str]) -> str:
    """ "I'll keep in mind that you're vegetarian and that Ben's knee is bad. " """
    told = listed(f"that {_inside(one)}" for one in sentences)
    return f"I'll keep in mind {told}. " if told else ""


def _inside(sentence: str) -> str:
    """As a part of another sentence: "you're vegetarian"."""
    begun = sentence.rstrip(". ")
    return begun[0].lower() + begun[1:] if begun.startswith(("You", "The", "A ")) else begun


def trip_in_words(facts: TripFacts) -> str:
    """ "Tokyo and Kyoto, 9–14 April 2027, 2 adults"."""
    told = [line.text.partition(" (")[0] for line in describe(facts) if line.label in ("When", "Who")]
    return ", ".join([title_of(facts), *told])


def need(questions: Sequence[QuestionOut], view: TripView) -> str:
    """What is still missing, by name; in other words to who was told so a moment ago."""
    missing = listed([_MISSING[one.topic] for one in questions])
    said = f"Tell me {missing}, and I can start planning."
    if said not in last_said(view):
        return said
    places = [name for one in questions if one.topic == "destinations" for name in one.suggestions]
    known = f" Any city will do; of those I know well, {listed(places, 'or')}." if places else ""
    return f"I still need to know {missing}.{known}"


#: How a proposal of what is missing begins.
PROPOSES = "Shall I plan for"


def proposal(parts: Sequence[str]) -> str:
    """ "Shall I plan for 10–17 April 2027, 2 adults and a mid-range budget?" """
    return f"{PROPOSES} {listed(list(parts))}?" if parts else ""


def last_said(view: TripView) -> str:
    """The newest words of an agent."""
    return next((line.text for line in reversed(view.window.lines) if line.author != "traveller"), "")


def optional() -> str:
    return "That's all I need. A few more details make the plan yours, or I can just plan it."


def still_open(questions: Sequence[QuestionOut], view: TripView) -> str:
    """The same, to somebody who was asked before; the only one that is left is asked again."""
    ours = any(question.topic != "destinations" for question in questions)
    again = f" {questions[0].text}" if len(questions) == 1 and ours else ""
    choose = " Say “you choose” and I'll take something usual." if ours else ""
    return f"{need(questions, view)}{again}{choose}"


def refused(problems: Sequence[str]) -> list[str]:
    """What could not be taken of a message that said nothing else."""
    return [*problems, "So I left everything as it was."] if problems else []


def confirm(facts: TripFacts, view: TripView, unread: str) -> str:
    """The trip in a few words (its facts stand below), and why options were turned down. Beside a chosen plan
    a yes replaces nothing yet. `unread`: what comes first, of what was not read."""
    trip, lead = trip_in_words(facts), unread + welcome(view.facts, facts)
    if view.rejections:
        lead += f"I'll mind what you said: “{view.rejections[-1][:200]}”. "
    if view.plan is not None:
        return f"{lead}Shall I make new options for {trip}? Your plan stays until you choose another."
    so = "So far it's" if unread or view.asked_for_yes else "I have all I need:"
    return f"{lead}{so} {trip}. Shall I plan it like this, or would you change anything?"


def no_sights(cities: Sequence[City], lacks: str) -> list[str]:
    """What the plan will lack, and what helps; nothing where enough is known of every city."""
    if not cities:
        return []
    names, them = listed([city.name for city in cities]), "them" if len(cities) > 1 else "it"
    return [
        f"I can plan travel and costs for {names}, but I have {lacks} for {them} yet. "
        "Name what you want to see or add places of your own, and I put them in; a model key, or "
        "a map that staff import, would give me more."
    ]


def instructions(facts: TripFacts) -> str:
    return "; ".join(f"{line.label}: {line.text}" for line in describe(facts)) + "."


def presenting(options: Sequence[Plan], written: int, why: str = "") -> str:
    """What came through the checks, of so many that were written; `why`: what speaks for the first."""
    if not options:
        return "No plan came through all checks. Here is the best draft, with what is wrong in it."
    lead = f"{_number(len(options)).capitalize()} ways to do it, each checked. {comparison(options)}"
    if len(options) == 1:
        lead = "One way to do it, checked on dates, ways, sums and what places our data has:"
        if written > 1:
            lead = "One plan came through the checks; the others did not, and I say why:"
    own = ["".join(facts[:1]) for facts in distinctions(options)]
    own = [why or own[0], *own[1:]] if len(options) > 1 else own
    lines = [
        f"- **{plan.title}**: {plan_in_words(plan, told or _only_in(plan, options)).rstrip('.')}."
        for plan, told in zip(options, own, strict=True)
    ]
    advice = ["", "I would take the first one."] if why and len(options) > 1 else []
    return "\n".join([lead, "", *lines, *advice])


def _only_in(plan: Plan, options: Sequence[Plan]) -> str:
    """ "MAAT and Tram 28, only here"."""
    own = only_here(plan, [other for other in options if other is not plan])
    return f"{listed(own[:2])}, only here" if own and len(options) > 1 else ""


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
            f"“{view.plan.title}” is your plan. Tell me whenever something should be different, a day, the "
            "dates, the budget or the pace."
        )
    if view.options:
        titles = ", ".join(f"{option.number} {option.plan.title}" for option in view.options)
        return f"You can choose between {titles}. Ask me about any of them, or say what is missing."
    if view.confirmed:
        return "Everything is settled. Say “plan it” and I start."
    return "Tell me more about the trip, or say “just plan it”."


def next_step(view: TripView) -> str:
    if view.options:
        return "Choose one of the options."
    if view.open_questions:
        return "Answer the open questions."
    return "Say what to change, or go on."


def _number(count: int) -> str:
    return ("no", "one", "two", "three", "four", "five", "six", "seven")[count] if count < 8 else str(count)

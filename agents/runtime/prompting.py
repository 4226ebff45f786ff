"""What a model is told: stable system blocks first (they are cached), the trip's state after them.

Prompt words live in `agents/prompts/*.md`; this module only puts values into their places. Nothing of
the account is here to put: no name, no e-mail address; codes and addresses in messages are masked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Template

from agents.llm.base import ModelMessage, SystemBlock
from agents.remembered import Recalled, Remembered
from agents.runtime.agent import Agent
from agents.runtime.contexts import FinalizeContext, PlannerContext, SpecialistContext
from agents.view import TripView
from memory.conversation import GO_ON
from trips.facts import PATHS, describe
from trips.schemas import Place, TripFacts

PROMPTS = Path(__file__).parent.parent / "prompts"
#: Of a tool's result that stays after the provider's error, characters.
RESULT_KEPT = 600

# Possessive, and begun only where a word begins: 20,000 characters without an "@" are read once.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]++")
_CODE = re.compile(
    r"(?i)\b((?:booking|confirmation|reservation|reference|record locator|pnr|ticket|passport|id card|visa|"
    r"card)\s*+(?:code|number|no\.?|nr\.?|reference|ref)?\s*+(?:is|:|#)?\s*+)([A-Z0-9][A-Z0-9-]{4,})\b"
    r"(?P<money>\s?(?:yen|euros?|dollars?|francs?|dirhams?|baht|rupees?|yuan|usd|eur|gbp|jpy|chf|thb|inr|krw|"
    r"cny)\b|\s?[€$£¥])?"
)
_HAS_A_PRICE = re.compile(r"(?i)(?:ticket|visa|card)\s*")
#: What stands around remembered text, and may not stand in it.
_DELIMITER = re.compile(r"(?m)^\s*-{3} (?:END )?[A-Z][A-Z ]* -{3}\s*$")
#: Ten figures and more; a day as our own lines write it, with an hour or another day behind it, is none.
_LONG_NUMBER = re.compile(
    r"(?P<day>\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w-]))|\b\d(?:[ -]?\d){9,}\b"
)


@cache
def prompt(name: str) -> Template:
    """A prompt's text. Raises FileNotFoundError; a system check looks for every agent's."""
    return Template((PROMPTS / name).read_text("utf-8").strip())


def masked(text: str) -> str:
    """A traveller's words without e-mail addresses, booking codes and document numbers."""
    text = _EMAIL.sub("[e-mail address]", text)
    text = _CODE.sub(_mask_code, text)
    return _LONG_NUMBER.sub(lambda match: match["day"] or "[number]", text)


def _mask_code(match: re.Match) -> str:
    code = match.group(2)
    if match["money"] and code.isdigit() and len(code) < 7 and _HAS_A_PRICE.fullmatch(match.group(1)):
        return match.group(0)  # what a ticket or a visa costs
    if any(letter.isdigit() for letter in code) or code.isupper():
        return f"{match.group(1)}[code]{match['money'] or ''}"
    return match.group(0)


def agent_system(agent: Agent) -> list[SystemBlock]:
    return [SystemBlock(prompt(agent.prompt).template, cache=True)]


# --- Orchestrator ------------------------------------------------------------------------------


def orchestrator_system(view: TripView) -> list[SystemBlock]:
    paths = "\n".join(f"- `{path}`: {rule.description}" for path, rule in PATHS.items())
    return [
        SystemBlock(prompt("orchestrator.md").safe_substitute(paths=paths), cache=True),
        SystemBlock(
            prompt("state.md").safe_substitute(state=state_of(view), memory=memory_of(view)), theirs=True
        ),
    ]


def memory_of(view: TripView) -> str:
    """What is remembered, as delimited data: the traveller, the state of the trip, what was found again."""
    told = view.remembered
    parts = [
        data("TRAVELLER MEMORY", told.traveller),
        masked(told.destination),
        found_again(told.recalled),
    ]
    return "\n\n".join(part for part in parts if part)


def data(name: str, text: str) -> str:
    """Remembered text between delimiters that it can not hold itself; nothing for nothing."""
    if not text.strip():
        return ""
    inside = _DELIMITER.sub("", masked(text))
    return f"--- {name} ---\n{inside.strip()}\n--- END {name} ---"


def found_again(rows: Sequence[Recalled]) -> str:
    """`[from research, turn 4] …`, a line each."""
    return data("FOUND AGAIN", "\n".join(f"- {row.source} {_one_line(row.body)}" for row in rows))


def _one_line(text: str) -> str:
    return " ".join(text.split())


_ON_A_YES = "On a yes delegate `plan` with the argument `yes`, on a no with `no` and the reason."
_ASKED_SINCE = "Something else was asked since: a bare yes or no answers that, not this change."


def state_of(view: TripView) -> str:
    """At most a few lines a section: today, facts, ledger, options, plan."""
    situation = view.situation()
    lines = [
        f"Today: {view.today:%A %d %B %Y}",
        "",
        "Known facts:",
        facts_text(view.facts) or "- nothing yet",
    ]
    lines += ["", f"Still missing (required): {', '.join(situation.missing) or 'nothing'}"]
    lines += [f"Optional, never asked: {', '.join(situation.optional_unasked) or 'nothing'}"]
    if view.asked_for_yes:
        lines.append("You asked for a yes to the summary of exactly these facts.")
    if view.confirmed:
        lines.append("The traveller said yes to exactly these facts.")
    for title, rows in (
        ("Outstanding questions", [f"{q.topic}: {q.text}" for q in view.open_questions]),
        ("Answered (never ask again)", [f"{q.topic}: {masked(q.answer)[:120]}" for q in view.answered]),
        ("Withdrawn (never ask again)", [f"{q.topic}: {q.assumption}" for q in view.withdrawn]),
        ("Turned down because", [masked(reason)[:200] for reason in view.rejections]),
        (
            "Options on offer",
            [f"{o.number}. {o.plan.title}: {o.plan.total} {o.plan.currency}" for o in view.options],
        ),
    ):
        if rows:
            lines += ["", f"{title}:", *(f"- {row}" for row in rows[:12])]
    if view.bookings is not None:
        rows = [
            f"{row.title}: {row.status}{f', by {row.book_by}' if row.book_by else ''}"
            for row in view.bookings.noted
        ]
        rows += [f"{title}: not noted, needs {why}" for title, why in view.bookings.wanted]
        lines += ["", "Bookings:", *(f"- {masked(row)}" for row in rows[:24] or ["none is noted"])]
    if view.companions:
        lines += ["", f"Commands possible now: {', '.join(sorted(view.companions))}"]
    if view.plan:
        lines += ["", f"Phase: {view.phase}"]
        lines += ["", f"Chosen plan: {view.plan.title}, {view.plan.total} {view.plan.currency}"]
    if view.proposal:
        lines += [f"A change of it waits for a yes or a no: {masked(view.proposal)[:400]}"]
        lines += [_ON_A_YES if view.yes_to_proposal else _ASKED_SINCE]
    return "\n".join(lines)


def conversation(view: TripView) -> list[ModelMessage]:
    """The newest messages, verbatim but masked, ending with the traveller's. Same roles are joined.

    Where older messages became a summary, it follows the traveller's message as an assistant's, and
    "Go on from here." closes the list: a request never ends with an assistant message.
    """
    lines = [(line.author, line.text) for line in view.window.lines]
    messages: list[ModelMessage] = []
    for author, text in (*lines, ("traveller", view.message)):
        role = "user" if author == "traveller" else "assistant"
        words = masked(text)
        if messages and messages[-1].role == role:
            words = f"{messages.pop().text}\n\n{words}"
        messages.append(ModelMessage(role=role, text=words))
    if messages[0].role == "assistant":
        messages.insert(0, ModelMessage(role="user", text="(The conversation goes on.)"))
    if view.window.summary:
        messages += summarised(view.window.summary)
    return messages


def summarised(summary: str) -> list[ModelMessage]:
    """The two messages that stand for what is not shown any more."""
    text = prompt("summarised.md").safe_substitute(summary=masked(summary))
    return [ModelMessage("assistant", text=text), ModelMessage("user", text=GO_ON)]


def finalize_system() -> list[SystemBlock]:
    return [SystemBlock(prompt("finalize.md").template, cache=True)]


def finalize_task(context: FinalizeContext) -> list[ModelMessage]:
    parts = ["Facts:", facts_text(context.facts), "", "Found by the specialists:", _json(context.findings)]
    if context.failed:
        parts += ["", "Not researched:", *context.failed]
    if context.rejections:
        parts += ["", "The traveller turned earlier options down:", *map(masked, context.rejections)]
    return [ModelMessage(role="user", text="\n".join(parts))]


# --- Specialists and planner -------------------------------------------------------------------


def specialist_task(context: SpecialistContext) -> list[ModelMessage]:
    """The task with all that the trip's facts say, and what is remembered: a specialist keeps nothing."""
    facts = context.facts
    wanted = facts_text(facts)
    text = (
        prompt("task.md")
        .safe_substitute(
            name=context.task.name,
            instructions=masked(context.task.instructions),
            facts=wanted,
            memory="\n\n".join(
                part
                for part in (
                    data("TRAVELLER MEMORY", context.traveller),
                    data("SHARED INSIGHTS", context.insights),
                )
                if part
            ),
        )
        .strip()
    )
    return [ModelMessage(role="user", text=text)]


def planner_system(agent: Agent, context: PlannerContext) -> list[SystemBlock]:
    """The planner's prompt, then its brief: the same for all options of a round, so both are cached."""
    told = "\n\n".join(filter(None, [masked(context.brief), found_again(context.recalled)]))
    return companion_system(agent, told)


def companion_system(agent: Agent, brief: str, *, name: str = "") -> list[SystemBlock]:
    """An agent's prompt (`name`: another one of its prompts), then what it remembers."""
    blocks = [SystemBlock(prompt(name or agent.prompt).template, cache=True)]
    if brief:
        text = prompt("brief.md").safe_substitute(brief=brief)
        blocks.append(SystemBlock(text, cache=True, theirs=True))
    return blocks


def companion_task(lines: Sequence[str]) -> list[ModelMessage]:
    """What a companion is to do now, in lines that code wrote; whoever puts words of somebody else into one
    masks them."""
    return [ModelMessage(role="user", text="\n".join(lines))]


def remembered_by(name: str, told: Remembered) -> str:
    """An agent's brief and what was found again for it, masked."""
    brief = told.briefs[name].text if name in told.briefs else ""
    return "\n\n".join(filter(None, [masked(brief), found_again(told.recalled)]))


def task_alone(messages: Sequence[ModelMessage]) -> list[ModelMessage] | None:
    """An agent's one task after the provider's error: its look-ups become a summary; None without any."""
    told = looked_up(messages)
    return (
        [messages[0], ModelMessage("assistant", text=told), ModelMessage("user", text=GO_ON)]
        if told
        else None
    )


def looked_up(messages: Sequence[ModelMessage]) -> str:
    """What tools were called in a run, and the newest fifth of their results, shortened."""
    uses = {use.id: use for message in messages for use in message.tool_uses}
    results = [result for message in messages for result in message.tool_results]
    if not results:
        return ""
    newest = {result.tool_use_id for result in results[-max(1, len(results) // 5) :]}
    rows = []
    for result in results:
        use = uses.get(result.tool_use_id)
        call = f"{use.name}({json.dumps(use.input, ensure_ascii=False)})" if use else "a tool"
        words = f": {_one_line(result.content)[:RESULT_KEPT]}" if result.tool_use_id in newest else ""
        rows.append(f"- {call}{words}")
    return "\n".join(["Looked up already:", *rows])


def planner_task(context: PlannerContext) -> list[ModelMessage]:
    parts = [
        "Facts:",
        facts_text(context.facts),
        "",
        "The option to write:",
        context.outline.model_dump_json(),
        "",
        "The other options (be different from them):",
        *(o.model_dump_json() for i, o in enumerate(context.outlines) if i != context.index),
        "",
        "Found by the specialists:",
        _json(context.findings),
    ]
    for destination in context.facts.destinations:
        city = context.gazetteer.city(destination.city_id) if destination.city_id else None
        if city and city.curated:
            parts += ["", f"Places of {city.name} (use these ids only, besides what the traveller named):"]
            parts += [_place_line(place) for place in context.gazetteer.places(city.curated)]
    if context.palette:
        parts += ["", "Visits kept for this option: " + ", ".join(context.palette)]
    if context.draft is not None:
        parts += ["", "Your draft:", context.draft.model_dump_json(exclude_defaults=True)]
        parts += ["", "What our checks found wrong in it; mend exactly this:", *context.problems]
    return [ModelMessage(role="user", text="\n".join(parts))]


def facts_text(facts: TripFacts) -> str:
    return "\n".join(f"- {line.label}: {masked(line.text)}" for line in describe(facts))


def _place_line(place: Place) -> str:
    extra = {
        "visit": ", ".join(place.tags[:5]),
        "food": f"{place.cuisine}; {'/'.join(place.meals)}; {', '.join(place.diet)}",
        "stay": f"{place.stay_type}; sleeps {place.occupancy}",
    }[place.kind]
    minutes = f", {place.visit.typical} min" if place.visit else ""
    return (
        f"- {place.id}: {place.name} ({place.kind}, {place.area}{minutes}, {place.price.adult} "
        f"{place.price.currency}{', ' + place.band if place.band else ''}; {extra})"
    )


def _json(rows) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False, default=str) for row in rows) or "nothing"

"""What a model is told: what stays the same first (it is cached), the trip's state after it.

Prompt words live in `agents/prompts/*.md`; this module only puts values into their places. Nothing of
the account is here to put: no name, no e-mail address; codes and addresses in messages are masked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path
from string import Template

from agents.llm.base import ModelMessage, SystemBlock
from agents.remembered import Recalled, Remembered
from agents.runtime.agent import Agent
from agents.runtime.digest import digest
from agents.runtime.masking import data, masked, one_line
from agents.validation.modes import allowed_modes
from agents.view import TripView
from memory.conversation import GO_ON, Line
from trips.facts import PATHS, describe
from trips.schemas import TripFacts

PROMPTS = Path(__file__).parent.parent / "prompts"
#: The agent whose words may be those of a web page.
RESEARCH = "research"
#: Of a tool's result that stays after the provider's error, characters.
RESULT_KEPT = 600


@cache
def prompt(name: str) -> Template:
    """A prompt's text. Raises FileNotFoundError; a system check looks for every agent's."""
    return Template((PROMPTS / name).read_text("utf-8").strip())


def agent_system(agent: Agent, *, name: str = "") -> list[SystemBlock]:
    """An agent's prompt (`name`: another one of its prompts), then what holds for all of them."""
    return [SystemBlock(_with_rules(name or agent.prompt), cache=True)]


def _with_rules(name: str) -> str:
    said = prompt(name).safe_substitute(named_places=prompt("named_places.md").template)
    return f"{said}\n\n{prompt('every_agent.md').template}"


# --- Orchestrator ------------------------------------------------------------------------------

#: The files that say what may be done where a trip stands, by its phase.
_RULES = {
    "clarify": ("collecting",),
    "confirm": ("collecting",),
    "choose": ("choosing",),
    "planned": ("planned",),
    "travelling": ("planned", "travelling"),
    "done": ("done",),
}


def orchestrator_system(view: TripView) -> list[SystemBlock]:
    """What never changes, what holds in this phase of a trip, what can be done now, in this order: the rules
    outlast the list. The trip itself stands in the messages."""
    rules = "\n\n".join(prompt(f"phases/{name}.md").template for name in _phases(view))
    return [
        SystemBlock(_core(), cache="1h"),
        SystemBlock(rules, cache=True),
        SystemBlock(possible_commands(view)),
    ]


@cache
def _core() -> str:
    paths = "\n".join(f"- `{path}`: {rule.description}" for path, rule in PATHS.items())
    return prompt("orchestrator.md").safe_substitute(paths=paths)


def _phases(view: TripView) -> list[str]:
    names = [*_RULES[view.phase]]
    if view.options and "choosing" not in names:
        names.append("choosing")  # planned again for other facts: the old plan stands until one is chosen
    return names


def possible_commands(view: TripView) -> str:
    """The commands that could be carried out now."""
    intro, *commands = re.split(r"\n(?=- `)", prompt("commands.md").template)
    return "\n".join([intro, *(text for text in commands if text.split("`")[1] in view.companions)])


def memory_of(view: TripView) -> str:
    """What is remembered, as delimited data: the traveller, and what was found again."""
    told = view.remembered
    return "\n\n".join(filter(None, (data("TRAVELLER MEMORY", told.traveller), found_again(told.recalled))))


def found_again(rows: Sequence[Recalled]) -> str:
    """`[from research, turn 4] …`, a line each."""
    return data("FOUND AGAIN", "\n".join(f"- {row.source} {one_line(row.body)}" for row in rows))


_ASKED_LAST = "You asked for it last: a yes or a no answers it."
_WEB_ON = (
    "Live web: on. How things are at present (events, closures, prices, disruptions, entry rules, safety) is "
    "looked up by `research` with `CITY: TOPIC`."
)
_WEB_OFF = (
    "Live web: off. Nobody can look up how things are at present: asked for that, say plainly that you "
    "cannot, and where to check."
)
_ASKED_SINCE = "You have asked something else since: a bare yes or no answers that, not this change."


def state_of(view: TripView) -> str:
    """A few lines a section: today, facts, ledger, what waits for an answer."""
    situation = view.situation()
    lines = [
        f"Today is {view.today:%A %-d %B %Y}, where the travellers are.",
        "",
        "What is known:",
        facts_text(view.facts) or "- nothing yet",
        "",
        f"Required and still missing: {', '.join(situation.missing) or 'nothing'}",
        f"Optional and never asked: {', '.join(situation.optional_unasked) or 'nothing'}",
        f"Modes open as things stand: {', '.join(sorted(allowed_modes(situation)))}",
        _WEB_ON if view.web else _WEB_OFF,
    ]
    if view.asked_for_yes:
        lines.append("You have asked for a yes to exactly these facts.")
    if view.confirmed:
        lines.append("The traveller has said yes to exactly these facts.")
    if view.proposal:
        lines += [f"A change of the plan waits for a yes or a no: {one_line(masked(view.proposal))[:400]}"]
        lines += [_ASKED_LAST if view.yes_to_proposal else _ASKED_SINCE]
    for title, rows in (
        ("Questions that are open", [f"{q.topic}: {q.text}" for q in view.open_questions]),
        ("Answered, never to be asked again", [f"{q.topic}: {q.answer[:120]}" for q in view.answered]),
        ("Withdrawn, never to be asked again", [f"{q.topic}: {q.assumption}" for q in view.withdrawn]),
        ("Options were turned down because", [reason[:200] for reason in view.rejections]),
    ):
        if rows:
            lines += ["", f"{title}:", *(f"- {one_line(masked(row))}" for row in rows[:12])]
    return "\n".join(lines)


def conversation(view: TripView) -> list[ModelMessage]:
    """The newest messages, verbatim but masked; then the trip as it stands and the traveller's newest words.

    What is before the state is the same in the next turn, so it ends with a cache mark. Where older messages
    became a summary, it follows the traveller's message as an assistant's, and "Go on from here." closes the
    list: a request never ends with an assistant message.
    """
    messages = [_as_said(line) for line in view.window.lines]
    if messages and messages[0].role == "assistant":
        messages.insert(0, ModelMessage("user", text="(The conversation goes on.)"))
    if messages:
        messages[-1] = replace(messages[-1], cache=True)
    state = prompt("state.md").safe_substitute(
        state=state_of(view), trip=digest(view), memory=memory_of(view)
    )
    messages += [
        ModelMessage("user", text=f"{state}\n"),
        ModelMessage("user", text=masked(view.verbatim or view.message)),
    ]
    if view.window.summary:
        messages += summarised(view.window.summary)
    return messages


def _as_said(line: Line) -> ModelMessage:
    if line.author == "traveller":
        return ModelMessage("user", text=masked(line.text))
    text = data("RESEARCH", line.text) if line.agent == RESEARCH else masked(line.text)
    return ModelMessage("assistant", text=text)


def summarised(summary: str) -> list[ModelMessage]:
    """The two messages that stand for what is not shown any more."""
    text = prompt("summarised.md").safe_substitute(summary=data("SUMMARY", summary))
    return [ModelMessage("assistant", text=text), ModelMessage("user", text=GO_ON)]


def finalize_system() -> list[SystemBlock]:
    return [SystemBlock(_with_rules("finalize.md"), cache=True)]


# --- Companions --------------------------------------------------------------------------------


def companion_system(agent: Agent, brief: str, *, name: str = "") -> list[SystemBlock]:
    """An agent's prompt, then what it remembers."""
    blocks = agent_system(agent, name=name)
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
    told = data("LOOKED UP", looked_up(messages))
    task = takewhile(lambda message: message.role == "user", messages)
    return [*task, ModelMessage("assistant", text=told), ModelMessage("user", text=GO_ON)] if told else None


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
        words = f": {one_line(result.content)[:RESULT_KEPT]}" if result.tool_use_id in newest else ""
        rows.append(f"- {call}{words}")
    return "\n".join(["Looked up already:", *rows])


def facts_text(facts: TripFacts) -> str:
    return "\n".join(f"- {line.label}: {masked(one_line(line.text))}" for line in describe(facts))

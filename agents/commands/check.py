"""`/check`: a plan that was pasted into the conversation gets its verdict; nothing of it becomes a fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from agents.commands.registry import Command, register
from agents.itinerary_check import task
from agents.outcome import Outcome, plain_answer
from agents.planning import computed
from agents.runtime import prompting, registry
from agents.team.itinerary import Pasted
from trips.reading.itinerary import Checked, NotRead, checked, is_structured, judged
from trips.reading.itinerary.values import WrittenItinerary

if TYPE_CHECKING:
    from agents.thinking import Thinking

HOW = "Paste the whole plan into one message and say “check this plan”, or use the page: it takes files too."
_MOST_SAID = 12


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """Reads the message itself: an argument is one line, and a plan has many."""
    view = thinking.view
    link = ("Check a plan", reverse("check_plan"))
    pasted = Pasted(view.verbatim or view.message, view.gazetteer, view.today)
    try:
        if is_structured(pasted.text):
            result = await computed(checked, pasted.text, view.gazetteer, view.today)
        else:
            result = await computed(judged, await _read(thinking, pasted), view.gazetteer, view.today)
    except NotRead as problem:
        return plain_answer(f"{problem} {HOW}", links=[link])
    if not result.days:
        return plain_answer(HOW, HOW, links=[link])
    links = [link] if result.read.unread else []
    return plain_answer(
        "\n".join(_lines(result)), "Mend what does not hold, and paste it again.", links=links
    )


async def _read(thinking: Thinking, pasted: Pasted) -> WrittenItinerary:
    agent = registry.get("itinerary")
    return await thinking.ask(
        agent.name,
        pasted,
        system=prompting.agent_system(agent),
        task=task(pasted),
        output=WrittenItinerary,
        check=pasted.problems,
        purpose=agent.name,
        step=agent.name,
    )


def _lines(result: Checked) -> list[str]:
    lines = [f"**{result.verdict}** I read it as somebody's plan: nothing of it is noted for your trip.", ""]
    found = [*result.whole]
    for day in result.days:
        found += [*day.said, *(finding for line in day.lines for finding in line.said)]
    lines += [f"- {sentence}" for sentence in result.read.wrong]
    lines += [f"- {finding.message} {finding.repair}".rstrip() for finding in found[:_MOST_SAID]]
    if len(found) > _MOST_SAID:
        lines.append(f"- And {len(found) - _MOST_SAID} more.")
    if unread := result.read.unread:
        lines += ["", "I could not read " + "; ".join(f"“{words}”" for words in unread[:5]) + "."]
    return lines


register(
    Command(
        "check", "/check", "somebody's plan: paste it and say “check this plan”", carry_out, agent="itinerary"
    )
)

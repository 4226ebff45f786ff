"""How much of a blind set goes to its owner: `python -m tests.trips.reading.scoring_routing a b`."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.trips.reading.scoring_jobs import judged, shown
from tests.trips.reading.scoring_reports import ARRIVAL, lisbon
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand
from trips.reading.routing import Context, routed
from trips.schemas import Plan

FOLDER = Path(__file__).parent / "blind"
TODAY = dt.date(2026, 11, 26)
#: Where two of these are mixed up nothing is done that was not asked for.
ORDERS = frozenset(("command", "remember", "forget"))
NAMES = {"talk": "small talk", "language": "other language"}
ASKED = ("dates", "party", "budget", "pace", "interests", "must_do", "origin")


@dataclass(frozen=True)
class Scene:
    """Where the conversation stands: as much as a line of a set tells of it."""

    phase: str
    today: dt.date
    plan: Plan | None


Reader = Callable[[str, Scene], Sequence[str]]


def scene_of(phase: str) -> Scene:
    """The plan of five days in Lisbon, once there is one; on the way it is its third day."""
    day = {"on the way": ARRIVAL + dt.timedelta(days=2), "after": ARRIVAL + dt.timedelta(days=9)}
    return Scene(phase, day.get(phase, TODAY), lisbon() if phase not in ("asking", "options") else None)


def messages(author: str, name: str = "routing") -> list[dict]:
    return [json.loads(line) for line in (FOLDER / author / f"{name}.jsonl").read_text("utf-8").splitlines()]


def gold_of(message: dict) -> list[str]:
    return message["gold"] if isinstance(message["gold"], list) else [message["gold"]]


def wrong(message: dict, read: Reader) -> str:
    """Who was taken for its owner instead; "" where all is right. Each owner once, in order."""
    found = list(dict.fromkeys(read(message["text"], scene_of(message["phase"]))))
    return "" if found == gold_of(message) else f"{found} instead of {gold_of(message)}"


def false_orders(message: dict, read: Reader) -> set[str]:
    """Commands, and what is kept or forgotten, that nobody asked for."""
    return (set(read(message["text"], scene_of(message["phase"]))) & ORDERS) - set(gold_of(message))


def dialogue_turns(author: str) -> list[tuple[str, str, bool]]:
    """What the agent said, what the traveller said, and whether that tells a fact."""
    return [
        (turn["agent"], turn["traveller"], bool(turn["gold"]))
        for talk in messages(author, "dialogues")
        for turn in talk["turns"]
    ]


def tells_fact(text: str, read: Reader, *, first: bool) -> bool:
    """Does some of it go to the reader of facts, an answer or a change?"""
    scene = scene_of("asking" if first else "options")
    return bool({"facts", "answer", "edit", "remember"} & set(read(text, scene)))


def owners(text: str, scene: Scene) -> list[str]:
    gazetteer = default_gazetteer()
    asked = ASKED if scene.phase == "asking" else ()

    def tells_facts(words: str) -> bool:
        return bool(understand(words, today=scene.today, gazetteer=gazetteer, asked=asked).changes)

    context = Context(
        scene.today,
        gazetteer,
        plan=scene.plan,
        started=scene.phase in ("on the way", "after"),
        over=scene.phase == "after",
        asked=asked,
        options=3 if scene.phase == "options" else 0,
        tells_facts=tells_facts,
    )
    found = [NAMES.get(part.owner, part.owner) for part in routed(text, context)]
    return [one for one in found if one != "unread"] or found


def main(read: Reader) -> None:
    for author, told, bad in judged(messages, lambda one: wrong(one, read)):
        false = [one for one in told if false_orders(one, read)]
        turns = dialogue_turns(author)
        right = sum(tells_fact(said, read, first=True) == tells for _agent, said, tells in turns)
        print(f"{author}: {len(told) - len(bad)} of {len(told)} right, {len(false)} with a false order;"
              f" dialogues: {right} of {len(turns)} messages")  # fmt: skip
        shown(bad, lambda one, problem: f"  [{one['phase']}] {one['text']}\n    {problem}")


if __name__ == "__main__":
    main(owners)

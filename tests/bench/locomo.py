"""What search finds of long conversations written by others: two of the public set of ten, never shipped.

    WAYFARE_SAMPLES=… python -m tests.bench locomo

Each turn becomes a message (a speaker is the traveller or an agent), each question of the categories 1 to 4
goes through `memory.search.search`. Reported: the share of evidence turns among the first 10 (recall@10) by
category, and the tokens of ten results. Weights were fixed before; nothing here knows a question.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.bench.engines import migrated, on_both

FILE = "locomo_sample.json"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
FIRST = 10
GOAL = 0.76
TOKENS = 1_000
CHARACTERS_A_TOKEN = 3


def main() -> int:
    """On both engines: 1 when fewer are found, or the results are longer, than promised."""
    folder = os.environ.get("WAYFARE_SAMPLES", "")
    if not folder or not (Path(folder) / FILE).is_file():
        print(f"skipped: WAYFARE_SAMPLES names no folder with {FILE}")
        return 0
    return on_both("tests.bench.locomo", [str(Path(folder) / FILE)])


def measure(path: Path) -> int:
    print(f"{migrated()}:")
    recalls: dict[int, list[float]] = defaultdict(list)
    tokens, spent = [], []
    for number, talk in enumerate(json.loads(path.read_text("utf-8"))):
        owner, turns = told(number, talk["conversation"])
        for question in talk["qa"]:
            evidence = set(evidence_of(question)) & set(turns.values())
            if question["category"] not in CATEGORIES or not evidence:
                continue
            found, size, seconds = asked(owner, question["question"], turns)
            recalls[question["category"]].append(len(evidence & found) / len(evidence))
            tokens.append(size)
            spent.append(seconds)
    every = [recall for some in recalls.values() for recall in some]
    recall = statistics.fmean(every)
    parts = ", ".join(f"{CATEGORIES[key]} {statistics.fmean(recalls[key]):.3f}" for key in sorted(recalls))
    print(f"recall@{FIRST}: {recall:.3f} of {len(every)} questions (goal {GOAL}); {parts}")
    print(
        f"tokens of ten results: mean {statistics.fmean(tokens):.0f}, at most {max(tokens)} (goal {TOKENS})"
    )
    spent.sort()
    middle, high = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
    print(f"a search: median {1000 * middle:.1f} ms, 95 % under {1000 * high:.1f} ms")
    return int(recall < GOAL or max(tokens) > TOKENS)


def asked(owner, question: str, turns: dict[int, str]) -> tuple[set[str], int, float]:
    """Turns found, tokens of the results as an agent reads them, seconds."""
    from memory.search import search

    begin = time.perf_counter()
    hits = search(owner, question, limit=FIRST)
    seconds = time.perf_counter() - begin
    lines = [f"[{hit.said_at:%-d %b %Y}] {hit.author}: {hit.body}" for hit in hits]
    size = -(-len("\n".join(lines)) // CHARACTERS_A_TOKEN)
    return {turns[hit.object_id] for hit in hits}, size, seconds


def told(number: int, talk: dict) -> tuple[object, dict[int, str]]:
    """The conversation as a trip of its own account; the message's key to the turn's name."""
    from memory.reindexing import reindex
    from trips.models import Member, Message, Traveller
    from trips.starting import start_trip

    first, second = talk["speaker_a"], talk["speaker_b"]
    owner = Traveller.objects.create_user(f"talker-{number}", password=None)
    trip = start_trip(owner)
    Member.objects.filter(trip=trip).update(name=first)
    told = list(said(talk))
    messages = Message.objects.bulk_create(
        Message(
            trip=trip,
            position=position,
            author="traveller" if speaker == first else "agent",
            agent="" if speaker == first else second,
            text=text,
        )
        for position, (_, speaker, text, _) in enumerate(told, start=1)
    )
    for message, (*_, moment) in zip(messages, told, strict=True):
        message.created = moment
    Message.objects.bulk_update(messages, ["created"], batch_size=200)
    turns = {message.pk: name for message, (name, *_) in zip(messages, told, strict=True)}
    reindex(owner)
    return owner, turns


def said(talk: dict) -> Iterator[tuple[str, str, str, dt.datetime]]:
    """Name, speaker, words and moment of each turn, in order."""
    session = 1
    while f"session_{session}_date_time" in talk:
        begin = dt.datetime.strptime(talk[f"session_{session}_date_time"], "%I:%M %p on %d %B, %Y")
        for number, turn in enumerate(talk.get(f"session_{session}", ())):
            text = turn["text"]
            if turn.get("blip_caption"):
                text += f" (shared a photo: {turn['blip_caption']})"
            moment = begin.replace(tzinfo=dt.UTC) + dt.timedelta(seconds=20 * number)
            yield turn["dia_id"], turn["speaker"], text, moment
        session += 1


def evidence_of(question: dict) -> Iterator[str]:
    """Some entries hold several names in one text."""
    for entry in question.get("evidence", ()):
        yield from re.findall(r"D\d+:\d+", entry)


if __name__ == "__main__":
    sys.exit(measure(Path(sys.argv[1])))

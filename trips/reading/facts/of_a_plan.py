"""Wishes about a plan, a day of it or how many sights of a kind: no facts of the trip.

"Make day 4 easier" says nothing of four adults, "not so many temples" bans none.
"""

from __future__ import annotations

from trips.reading.facts.message import Found, Message

_ENDS = frozenset(". , ; ! ?".split())


def read_of_a_plan(message: Message) -> list[Found]:
    """What is read of them is that they are there (`op` "of_a_plan"), whether or not there is a plan."""
    found = []
    for span in message.cover("of_a_plan", "how_many"):
        i, j = span.i, span.j
        if span.kind == "how_many":
            things = [one.j for one in message.chart.of("interest", "dish") if one.i == j]
            if not things or not message.norms(j, max(things))[-1].endswith("s"):
                continue
            j = max(things)
        else:
            while span.value == "meal" and i > message.clause(i).i and span.i - i < 3:
                i -= 1
            while j < len(message.tokens) and message.tokens[j].norm not in _ENDS:
                j += 1
        found.append(Found("", None, i, j, "of_a_plan"))
    return found

"""What plain questions are taken to be about: `python -m tests.trips.reading.scoring_questions a`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import django

from tests.trips.reading.scoring_requests import TODAY, messages
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.routing import Context, routed

#: Answerers of the reader before, and what they tell of.
_TELLS = {
    "papers": "visa", "best_time": "weather", "weather": "weather", "open_on_a_day": "hours",
    "one_place": "hours", "more_about": "place", "food": "place", "stay": "place", "sights": "place",
}  # fmt: skip


def before(text: str) -> str:
    if any(part.command == "help" for part in routed(text, Context(TODAY, default_gazetteer()))):
        return "what can you do"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from agents.offline.in_between import _answers
    from agents.offline.on_the_way import _readers
    from agents.offline.told_of_a_plan import ASPECTS

    for pattern, answer in _answers:
        if pattern.search(text):
            return _TELLS.get(answer.__name__, "other")
    patterns = [*(row[0] for row in _readers), *(aspect.pattern for aspect in ASPECTS)]
    return "plan" if any(pattern.search(text) for pattern in patterns) else ""


def main(read: Callable[[str], str]) -> None:
    for author in [one for one in sys.argv[1:] if one != "-v"]:
        told = messages(author, "questions")
        found = [(one, read(one["text"])) for one in told]
        bad = [(one, about) for one, about in found if about != one["gold"]["about"]]
        print(f"{author}: {len(told) - len(bad)} of {len(told)} right")
        for one, about in bad if "-v" in sys.argv else ():
            print(f"  {one['text']}\n    {about!r} instead of {one['gold']}")


if __name__ == "__main__":
    main(before)

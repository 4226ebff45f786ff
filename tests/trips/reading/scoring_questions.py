"""What plain questions are taken to be about: `python -m tests.trips.reading.scoring_questions a`."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.trips.reading.scoring_requests import TODAY, messages
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.questions import plan_asked, subjects_in
from trips.reading.routing import Context, routed

#: What the rows of the lexicon tell of, in the words of the sets; others by their name.
_TELLS = {
    "can_do": "what can you do", "money_left": "money left", "fare": "price", "best_time": "weather",
    "open_day": "hours", "holidays": "hours", "more_about": "place", "food": "place", "stay": "place",
    "sights": "place", "beyond": "other", "car": "other", "length": "other", "currency": "other",
    "distance": "other",
}  # fmt: skip


def about(text: str) -> str:
    if any(part.command == "help" for part in routed(text, Context(TODAY, default_gazetteer()))):
        return "what can you do"
    subjects = subjects_in(text)
    certain = subjects and subjects[0] in (
        "can_do",
        "money_left",
        "tipping",
        "water",
        "plugs",
        "visa",
        "beyond",
    )
    opens = {"open", "opens", "close", "closes"} & set(text.lower().split())
    if plan_asked(text) and not (certain or opens):
        return "plan"
    return _TELLS.get(subjects[0], subjects[0]) if subjects else "other"


def main(read: Callable[[str], str] = about) -> None:
    for author in [one for one in sys.argv[1:] if one != "-v"]:
        told = messages(author, "questions")
        found = [(one, read(one["text"])) for one in told]
        bad = [(one, said) for one, said in found if said != one["gold"]["about"]]
        print(f"{author}: {len(told) - len(bad)} of {len(told)} right")
        for one, said in bad if "-v" in sys.argv else ():
            print(f"  {one['text']}\n    {said!r} instead of {one['gold']}")


if __name__ == "__main__":
    main()

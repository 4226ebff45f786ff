"""`make eval`: travellers played by a model talk to the team; what comes of it is graded by code.

python -m tests.eval [--max-usd 5] [--cards ghent tbilisi]     with the operator's key
python -m tests.eval --scripted                                 three of them, at a server of ours
"""

from __future__ import annotations

import argparse
import datetime as dt
import logging
import os
import sys
from collections import Counter
from decimal import Decimal

from tests.throwaway import throwaway_project


def scripted() -> int:
    """Print the report; 1 when a conversation came to no plan, or to one that fails a check."""
    from tests.eval import report
    from tests.eval.grading import graded
    from tests.eval.scripted import play_all

    grades = [graded(played) for played in play_all()]
    print("\n".join(report.lines(grades)))
    return int(not all(grade.holds for grade in grades))


def with_a_model(dollars: Decimal, names: list[str]) -> int:
    """Play the cards until they or the dollars are used up; save, print, and add a line to docs/eval.csv."""
    from django.conf import settings

    from agents.llm import select
    from agents.models import ModelCall
    from config import clock
    from tests.eval import report
    from tests.eval.cards import CARDS, TODAY
    from tests.eval.grading import graded
    from tests.eval.playing import play
    from trips.models import Traveller
    from trips.starting import start_trip

    if not select.configured():
        print("Set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL): an eval asks a model.")
        return 2
    settings.CAP_SITE = settings.CAP_TRAVELLER = settings.CAP_TRIP = float(dollars)
    owner, _ = Traveller.objects.get_or_create(username="eval")
    moment, played, grades = dt.datetime.now(dt.UTC), [], []
    clock.set_now(dt.datetime.combine(TODAY, dt.time(12), dt.UTC))
    for card in CARDS:
        spent = sum((grade.dollars for grade in grades), Decimal(0))
        if (names and card.name not in names) or spent >= dollars:
            continue
        left = dollars - spent
        played.append(
            play(card, start_trip(owner), select.claude_mind(), lambda used, left=left: used < left)
        )
        grades.append(graded(played[-1]))
        print(report.lines(grades)[-2], flush=True)
        report.save(played, grades, report.FOLDER / f"{moment:%Y-%m-%dT%H-%M}")
    if not grades:
        print("No card has that name.")
        return 2
    models = Counter(ModelCall.objects.exclude(model="").values_list("model", flat=True))
    model = models.most_common(1)[0][0] if models else ""
    report.append(report.row(grades, model, moment))
    print(report.lines(grades)[-1])
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.eval", description=__doc__.split("\n")[0])
    parser.add_argument("--scripted", action="store_true")
    parser.add_argument("--max-usd", type=Decimal, default=Decimal(5))
    parser.add_argument("--cards", nargs="*", default=[])
    given = parser.parse_args()
    os.environ["RESEARCH_AFTER_CHOICE"] = "false"  # a plan is graded, not what is read about its cities later
    logging.disable(logging.INFO)
    with throwaway_project(with_model=not given.scripted):
        return scripted() if given.scripted else with_a_model(given.max_usd, given.cards)


if __name__ == "__main__":
    sys.exit(main())

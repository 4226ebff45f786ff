"""What of a blind set of reports is read right: `python -m tests.trips.reading.scoring_reports b`."""

from __future__ import annotations

import datetime as dt
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rapidfuzz.fuzz import partial_ratio

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.reports import THE_DAY, THE_TRIP, Report, read_reports
from trips.schemas import Day, Item, Meal, Plan, Stay, Visit

FOLDER = Path(__file__).parent / "blind"
ARRIVAL = dt.date(2027, 6, 10)
TODAY = ARRIVAL + dt.timedelta(days=4)
#: Days of the plan in Lisbon that the authors were given: kind, hour, title.
DAYS = [
    [("stay", 15, "Hotel Mundial"), ("visit", 16, "São Jorge Castle"), ("dinner", 19, "Taberna")],
    [("visit", 9, "Jerónimos Monastery"), ("visit", 11, "Belém Tower"), ("lunch", 13, "Pastéis de Belém"),
     ("visit", 15, "MAAT"), ("dinner", 20, "Ramiro")],
    [("visit", 10, "National Tile Museum"), ("lunch", 13, "Time Out Market"),
     ("visit", 15, "Gulbenkian Museum"), ("visit", 20, "Fado at Mesa de Frades")],
    [("visit", 10, "Pena Palace"), ("lunch", 13, "Lunch in Sintra"), ("dinner", 19, "Dinner")],
    [],
]  # fmt: skip
NOTES = {"tired": {"tired", "walking"}, "ill": {"illness"}, "rain": {"weather"}, "crowded": {"crowds"}}


def _item(day: int, kind: str, hour: int, title: str) -> Item:
    start = dt.datetime.combine(ARRIVAL + dt.timedelta(days=day), dt.time(hour))
    given = {"uid": f"{kind}-{day}-{hour}", "title": title, "start": start, "zone": "Europe/Lisbon"}
    if kind == "stay":
        return Stay(**given, end=start + dt.timedelta(days=4), nights=4, rooms=1)
    given["end"] = start + dt.timedelta(hours=1)
    return Visit(**given) if kind == "visit" else Meal(**given, meal=kind)


def lisbon() -> Plan:
    days = [
        Day(
            date=ARRIVAL + dt.timedelta(days=number),
            city="Lisbon",
            items=[_item(number, *one) for one in items],
        )
        for number, items in enumerate(DAYS)
    ]
    return Plan(title="Lisbon", currency="EUR", adults=2, days=days, total=0)


def messages(author: str) -> list[dict]:
    return [json.loads(line) for line in (FOLDER / author / "reports.jsonl").read_text("utf-8").splitlines()]


def wrong(message: dict, read: Callable[..., list[Report]] = read_reports) -> str:
    """What is read otherwise than the gold says; "" where nothing is. "Loved" and "good" are both liked; of
    notes those count that a report can hold."""
    plan = lisbon()
    found = [one for one in read(message["text"], plan, default_gazetteer(), today=TODAY) if one.says]
    if not message["gold"]:
        return f"{len(found)} reports instead of none" if found else ""
    problems = (_wrong(gold, found, plan) for gold in message["gold"])
    return "; ".join(filter(None, problems))


def entries(told: Sequence[dict], read: Callable[..., list[Report]] = read_reports) -> tuple[int, int]:
    """Of all things that the gold names how many are read right."""
    each = [{**one, "gold": [gold]} for one in told for gold in one["gold"]]
    return sum(not wrong(one, read) for one in each), len(each)


def _wrong(gold: dict, found: Sequence[Report], plan: Plan) -> str:
    verdict = _verdict(gold, found, plan)
    wanted = {"loved": "good"}.get(gold["verdict"], gold["verdict"])
    if verdict != wanted and (wanted or gold["about"] not in ("self", "party", "weather")):
        return f"{gold['what']}: {verdict} instead of {wanted}"
    return "" if _noted(gold["note"], found) else f"{gold['what']}: not {gold['note']}"


def _verdict(gold: dict, found: Sequence[Report], plan: Plan) -> str | None:
    titles = {item.uid: item.title for item in plan.items()}

    def told(kind: str) -> bool:
        return any(
            _means(name.split(" (")[0], titles.get(one.item_uid, ""), gold)
            or re.sub(r"-(\d)-\d+", lambda day: f" day {int(day[1]) + 1}", one.item_uid) == gold["what"]
            for one in found
            for name in getattr(one, kind, ())
        )

    if told("skipped"):
        return "skipped"
    liked, disliked = told("liked"), told("disliked")
    if gold["about"] in ("self", "party", "weather"):  # whose verdict it was a report does not keep
        return {"loved": "good"}.get(gold["verdict"], gold["verdict"]) if liked or disliked else None
    mixed = told("mixed") or (liked and disliked)
    return "mixed" if mixed else "good" if liked else "bad" if disliked else None


def _means(name: str, title: str, gold: dict) -> bool:
    """Whether it was said of what the gold names; of people and the weather a report keeps no name."""
    if gold["about"] in ("self", "party", "weather"):
        return True
    if gold["about"] == "day":
        return name in (THE_DAY, THE_TRIP)
    if name in (THE_DAY, THE_TRIP, "the crowds", "the rain", "the pace", "so much walking"):
        return False
    what = gold["what"].casefold().removeprefix("lunch ").removeprefix("dinner ")
    return any(said and partial_ratio(said.casefold(), what) >= 75 for said in (name, title))


def _noted(note: str | None, found: Sequence[Report]) -> bool:
    kinds = {cause.kind for one in found for cause in one.causes}
    if note == "closed":
        said = [
            name for one in found for name in (*one.disliked, *getattr(one, "skipped", ())) if "(" in name
        ]
        return any(word in name for name in said for word in ("closed", "shut"))
    return note not in NOTES or bool(kinds & NOTES[note])


def main() -> None:
    for author in sys.argv[1:]:
        told = messages(author)
        bad = [(one["text"], problem) for one in told if (problem := wrong(one))]
        right, every = entries(told)
        print(f"{author}: {len(told) - len(bad)} of {len(told)} messages right, {right} of {every} things")
        for text, problem in bad:
            print(f"  {text}\n    {problem}")


if __name__ == "__main__":
    main()

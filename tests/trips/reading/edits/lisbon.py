"""What of a blind set of edits is read right: `python -m tests.trips.reading.edits.lisbon a`."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.matching import significant
from trips.planning.wishes import place_meant
from trips.reading.edits import read_edits
from trips.schemas import Day, Leg, Meal, Plan, Point, Stay, TripFacts, Visit

TODAY = dt.date(2026, 11, 26)
FIRST = dt.date(2027, 6, 10)
FOLDER = Path(__file__).parents[1] / "blind"
_DAYS = (
    """leg 12:00 flight Flight to Lisbon | visit 16:00 São Jorge Castle | dinner 19:30 Taberna
    | stay 22:00 Hotel Mundial""",
    """visit 9:30 Jerónimos Monastery | visit 11:30 Belém Tower | lunch 13:00 Pastéis de Belém
    | visit 15:00 MAAT | dinner 20:00 Ramiro""",
    """visit 10:00 National Tile Museum | lunch 13:00 Time Out Market | visit 15:00 Gulbenkian Museum
    | visit 20:30 Fado at Mesa de Frades""",
    """leg 9:00 train Train to Sintra | visit 10:30 Pena Palace | lunch 13:00 Lunch
    | leg 17:00 train Train back to Lisbon | dinner 19:30 Dinner""",
    """leg 12:00 flight Flight home""",
)
_MINUTES = {"visit": 90, "lunch": 60, "dinner": 90, "leg": 60, "stay": 60}


def gold(author: str = "a") -> list[dict]:
    return [json.loads(line) for line in (FOLDER / author / "edits.jsonl").read_text("utf-8").splitlines()]


def plan() -> Plan:
    city = default_gazetteer().best_city("Lisbon")
    assert city
    days = [
        Day(
            date=FIRST + dt.timedelta(days=number),
            city="Lisbon",
            city_id=city.id,
            items=[_item(number, at, words, city.id) for at, words in enumerate(day.split("|"))],
        )
        for number, day in enumerate(_DAYS)
    ]
    return Plan.model_construct(
        title="Lisbon",
        days=days,
        currency="EUR",
        total=2000,
        adults=2,
        ages=[],
        pace="normal",
        level="mid",
        rates=[],
    )


def _place_id(name: str) -> str | None:
    """Of a row of our data that has this name."""
    city = default_gazetteer().best_city("Lisbon")
    place = (
        place_meant(name, city, default_gazetteer())
        if city and name not in ("Taberna", "Lunch", "Dinner")
        else None
    )
    return place.id if place else None


def _item(number: int, at: int, words: str, city_id: int) -> Any:
    kind, hour, name = words.strip().split(" ", 2)
    clock = dt.time(*map(int, hour.split(":")))
    start = dt.datetime.combine(FIRST + dt.timedelta(days=number), clock)
    same = {
        "uid": f"{number + 1}-{at}",
        "start": start,
        "end": start + dt.timedelta(minutes=_MINUTES[kind]),
        "zone": "Europe/Lisbon",
        "city_id": city_id,
        "place_id": _place_id(name) if kind != "leg" else None,
    }
    if kind == "leg":
        mode, title = name.split(" ", 1)
        ends = {"Flight to Lisbon": ("Chicago", "Lisbon"), "Train to Sintra": ("Lisbon", "Sintra")}
        origin, destination = ends.get(
            title, ("Sintra", "Lisbon") if mode == "train" else ("Lisbon", "Chicago")
        )
        points = {
            one: Point(name=one, kind="city", city_id=sum(map(ord, one))) for one in (origin, destination)
        }
        return Leg(
            title=title,
            mode=mode,  # type: ignore[arg-type]
            origin=points[origin],
            destination=points[destination],
            distance_km=25,
            travel_minutes=40,
            **same,
        )
    if kind == "stay":
        end = {**same, "end": start + dt.timedelta(days=4)}
        return Stay(title=name, nights=4, rooms=1, stay_type="hotel", **end)
    if kind in ("lunch", "dinner"):
        return Meal(title=name, meal=kind, **same)  # type: ignore[arg-type]
    return Visit(title=name, **same)


FACTS = TripFacts()


def as_gold(edits: Iterable[Any]) -> list[dict]:
    """Edits as frames of the gold: what is done, to what, on which day, when, with what."""
    items = {item.uid: (number, item) for number, day in enumerate(plan().days, 1) for item in day.items}
    found = [_frame(edit, items) for edit in edits]
    guests = [one for one in found if one["do"] == "guest"]
    found = [one for one in found if one["do"] != "guest" or one is guests[0]]
    both = [one for one in found if one["do"] == "move"]
    if len(both) == 2 and (both[0]["to_day"], both[1]["to_day"]) == (both[1]["day"], both[0]["day"]):
        found = [one for one in found if one["do"] != "move"]
        found.append({"do": "swap", "what": both[0]["what"], "with": both[1]["what"], "day": both[0]["day"]})
    return found


def _frame(edit: Any, items: dict) -> dict:
    number, item = items.get(getattr(edit, "uid", ""), (getattr(edit, "day", None) or None, None))
    frame = {"do": edit.kind, "what": item.title if item else None, "day": number}
    time = getattr(edit, "start", None)
    frame["time"] = f"{time:%H:%M}" if time else None
    match edit.kind:
        case "remove_item" | "set_guests":
            frame["do"] = "remove" if edit.kind == "remove_item" else "guest"
        case "add_place":
            frame |= {"do": "add", "what": edit.name or edit.like or edit.place_id}
        case "move_item" if edit.before_uid and edit.day == number:
            frame |= {"do": "swap", "with": items[edit.before_uid][1].title}
        case "move_item":
            frame |= {"do": "move", "to_day": edit.day}
        case "set_time":
            frame["do"] = "retime"
        case "set_length":
            frame["do"] = "lengthen" if edit.minutes > item.minutes else "shorten"
        case "lock":
            frame["do"] = "lock" if edit.locked else "unlock"
        case "swap_days":
            frame |= {
                "do": "swap",
                "what": f"day {edit.first}",
                "with": f"day {edit.second}",
                "day": edit.first,
            }
        case "shift_day":
            first = min(one.start for of, one in items.values() if of == edit.day)
            frame |= {"do": "start_later", "time": f"{first + dt.timedelta(minutes=edit.minutes):%H:%M}"}
        case "replace_meal":
            meal = next(
                one for of, one in items.values() if of == edit.day and getattr(one, "meal", "") == edit.meal
            )
            frame |= {
                "do": "meal",
                "what": meal.title,
                "with": edit.diet or edit.cuisine or edit.place_id or None,
            }
        case "replace_item":
            stay = isinstance(item, Stay)
            if stay and edit.like == "cheaper":
                frame["do"] = "cheaper"
            else:
                frame |= {"do": "hotel" if stay else "replace", "with": edit.place_id or edit.like or None}
    return frame


def same(gold: dict, found: dict, *, slots: bool = False) -> bool:
    """The right frame at the right place; with `slots` also its hour and what comes instead."""
    do = {gold["do"], found["do"]}
    if gold["do"] == "swap" and not gold["what"]:  # days, by their numbers alone
        gold = {**gold, "what": f"day {gold['day']}", "with": f"day {gold['to_day']}"}
    if do == {"hotel", "cheaper"} and "cheaper" in (gold["with"] or ""):
        return _alike(gold["what"], found["what"])
    if do == {"end_earlier", "remove"}:  # what goes for it
        return gold["day"] == found["day"]
    if do == {"meal", "add"} and _alike(gold["what"], found["what"]):
        return gold["day"] == found["day"]
    if len(do) > 1 and not (do == {"meal", "replace"} or (do == {"undo", "add"} and gold["what"])):
        return False
    if gold["do"] in ("guest", "add_night", "drop_night"):
        return True
    if gold["what"] in ("dinner", "lunch", "arrive"):  # a meal or the flight, whatever its title
        return gold["day"] == found.get("day") and (not slots or found.get("with") == gold["with"])
    swapped = (
        gold["do"] == "swap"
        and _alike(gold["what"], found.get("with"))
        and _alike(gold["with"], found["what"])
    )
    if not (
        swapped
        or _alike(gold["what"], found["what"])
        or (found["what"] is None and gold["day"] == found["day"])
    ):
        return False
    if gold["do"] != "swap" and gold["day"] and found.get("day") not in (gold["day"], None):
        return False
    if gold["to_day"] and gold["do"] == "move" and found.get("to_day") != gold["to_day"]:
        return False
    if not slots or swapped:
        return True
    hours = not gold["time"] or found.get("time") == gold["time"]
    return hours and (not gold["with"] or _alike(gold["with"], found.get("with")))


def _alike(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    return bool(set(significant(one)) & set(significant(other)))


def right(gold: list[dict], found: list[dict], *, slots: bool = False) -> bool:
    """Every frame, and no other. "undo" is a command of its own: no edit is right."""
    wanted = [one for one in gold if one["do"] != "undo" or (one["what"] and found)]
    moved = [one for one in wanted if one["do"] == "move"]
    if len(moved) == 2 and [one["day"] for one in moved] == [one["to_day"] for one in moved][::-1]:
        wanted = [one for one in wanted if one not in moved]
        wanted.append({**moved[0], "do": "swap", "with": moved[1]["what"]})  # as in what was read
    left = list(found)
    for one in wanted:
        match = next((other for other in left if same(one, other, slots=slots)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def main() -> None:
    for author in sys.argv[1:]:
        rows, at = gold(author), plan()
        frames, slots = 0, 0
        for row in rows:
            read = read_edits(row["text"], at, FACTS, default_gazetteer(), today=TODAY)
            found = as_gold(read.edits)
            frames += right(row["gold"], found)
            slots += right(row["gold"], found, slots=True)
            if not right(row["gold"], found, slots=True):
                print(f"{row['text']}\n  gold {row['gold']}\n  read {found} {read.problems} {read.unread}")
        print(f"{author}: {frames} of {len(rows)} right in frame and place, {slots} in every slot")


if __name__ == "__main__":
    main()

"""What the offline planner makes of words after a trip's last day: its facts stay, the next one is opened."""

from __future__ import annotations

from agents.view import TripView
from trips.understanding.errands import Errand
from trips.understanding.next_trip import asks_how_it_was, is_for_next_time, tells_of_another_trip

OVER = "“{title}” is over, so its facts and its plan stay as they are."
WHAT_NOW = (
    "Tell me how it was, note what is still missing of the spending, or say where you want to go next: "
    "/next opens the next trip."
)


def errand_after(view: TripView) -> Errand | None:
    """What is plainly about the time after: another trip, how this one was, a wish for next time."""
    if not view.ended:
        return None
    if tells_of_another_trip(view.message, view.facts, today=view.today, gazetteer=view.gazetteer):
        return Errand("next", view.message)
    if asks_how_it_was(view.message):
        return Errand("feedback")
    return Errand("remember", view.message) if is_for_next_time(view.message) else None


def where_it_stands(view: TripView) -> str:
    title = view.plan.title if view.plan else "This trip"
    return f"{OVER.format(title=title)} {WHAT_NOW}"

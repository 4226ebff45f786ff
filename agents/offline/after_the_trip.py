"""What the offline planner says after a trip's last day: its facts stay, the next one is opened."""

from __future__ import annotations

from agents.view import TripView

OVER = "“{title}” is over, so its facts and its plan stay as they are."
WHAT_NOW = (
    "Tell me how it was, note what is still missing of the spending, or say where you want to go next: "
    "/next opens the next trip."
)


def where_it_stands(view: TripView) -> str:
    title = view.plan.title if view.plan else "This trip"
    return f"{OVER.format(title=title)} {WHAT_NOW}"

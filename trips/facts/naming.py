"""What a fact is called where people read of its changes: "Budget", "When, first day"."""

from __future__ import annotations

from trips.facts.paths import PATHS

#: The first part of a path in the words of the panel.
_LABELS = {
    "origin": "From",
    "destinations": "To",
    "trip_type": "Journey",
    "dates": "When",
    "party": "Who",
    "budget": "Budget",
    "stay": "Stay",
    "car": "Car",
    "hours": "Hours",
}


def label_of(path: str, subject: str = "") -> str:
    """The label of a path, with what it is about."""
    label = group_label(path)
    rule = PATHS.get(path)
    if "." in path and rule and rule.label != label:
        label = f"{label}, {rule.label.lower()}"
    return f"{label} ({subject})" if subject else label


def group_label(path: str) -> str:
    """The label of the group a path belongs to."""
    root = path.partition(".")[0]
    return _LABELS.get(root) or PATHS[root].label

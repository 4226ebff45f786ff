"""Who owns what in a message: a command, an answer, an expense, a report, an edit, a fact, a question …

Decided before anything is written. What nobody owns is "unread" and said back.
"""

from trips.reading.routing.answers import option_in
from trips.reading.routing.arbiter import routed
from trips.reading.routing.memory_orders import Forgetting, forgetting_in, without_forgetting
from trips.reading.routing.values import Context, Owner, Part

__all__ = [
    "Context", "Forgetting", "Owner", "Part", "forgetting_in", "option_in", "routed", "without_forgetting",
]  # fmt: skip

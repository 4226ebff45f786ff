"""The one door for forgetting: page, admin, commands, the daily cleanup.

Hidden at once and back on request (`hiding.py`), then gone from everything (`purging.py`); a message whose
words the traveller wants gone as well (`redacting.py`).
"""

from memory.hiding import (
    forget,
    forget_all,
    forget_together,
    forgotten_since,
    may_undo,
    rows_of,
    undo,
    undo_days,
)
from memory.purging import forget_traveller, forget_trip, purge, purgeable
from memory.redacting import REMOVED, redact_message

__all__ = [
    "REMOVED",
    "forget",
    "forget_all",
    "forget_together",
    "forget_traveller",
    "forget_trip",
    "forgotten_since",
    "may_undo",
    "purge",
    "purgeable",
    "redact_message",
    "rows_of",
    "undo",
    "undo_days",
]

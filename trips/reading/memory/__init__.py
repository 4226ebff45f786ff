"""What a message tells that holds beyond this trip: typed sentences, of whom and for how long.

Durable: diet, allergy, health, access, fears, likes, people, home, work, pace, hours, habits of money. Not
what is asked, supposed, over, quoted, said of strangers or in jest.
"""

from trips.reading.memory.named import as_kin, named_in, told_of
from trips.reading.memory.oneself import oneself
from trips.reading.memory.sentences import About, Remembered, durable, of_another, read_memory, supposed
from trips.reading.memory.standing import as_sentence, of_who_travels, standing
from trips.reading.memory.statements import (
    Statement,
    left_of,
    same_matter,
    shared_things,
    statements,
    takes_all_back,
    takes_back,
    whose,
)
from trips.reading.memory.validity import (
    Validity,
    day_meant,
    never_ends,
    parts_of,
    restricts,
    validity,
    with_their_bounds,
)

#: Groups of what is told, as documents part it.
NEEDS: tuple[About, ...] = ("diet", "allergy", "health", "access", "fear")
HABITS: tuple[About, ...] = ("like", "dislike", "pace", "hours", "money")
PROFILE: tuple[About, ...] = ("person", "home", "work")

__all__ = [
    "HABITS", "NEEDS", "PROFILE", "About", "Remembered", "Statement", "Validity", "as_kin", "as_sentence",
    "day_meant", "durable", "left_of", "named_in", "never_ends", "of_another", "of_who_travels", "oneself",
    "parts_of",
    "read_memory", "restricts", "same_matter", "shared_things", "standing", "statements", "supposed",
    "takes_all_back", "takes_back", "told_of", "validity", "whose", "with_their_bounds",
]  # fmt: skip

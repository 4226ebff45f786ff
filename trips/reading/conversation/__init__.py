"""What a message means as an answer to what was said last: choices taken, holes filled, values changed."""

from trips.reading.conversation.filled import filled, listed
from trips.reading.conversation.near import near
from trips.reading.conversation.offers import Offer, months_in, offer_in, towns_in
from trips.reading.conversation.taken import Taken, presupposed, says_alone, taken, takes_back

__all__ = [
    "Offer", "Taken", "filled", "listed", "months_in", "near", "offer_in", "presupposed", "says_alone",
    "taken", "takes_back", "towns_in",
]  # fmt: skip

"""What the domain announces. Others listen; the domain never calls them.

`facts_changed(trip, changes, turn, by)`, `option_chosen(trip, option, version)`.
"""

from django.dispatch import Signal

facts_changed = Signal()
option_chosen = Signal()

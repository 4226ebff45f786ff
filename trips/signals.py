"""What the domain announces. Others listen; the domain never calls them.

`facts_changed(trip, changes, turn, by)`, `option_chosen(trip, option, version)`,
`plan_changed(trip, version, message, before)` (accepted: `asked`, the words that wished for it, as well),
`findings_saved(trip, findings)` (several at once, which no model's own signal tells of),
`finding_judged(finding, before, message)` (ranked by hand: `own_tier_before` as well),
`feedback_given(feedback)`, `trip_finished(trip)`, `message_redacted(message)`,
`trips_moved(guest, account)` (a guest signed in: inside the move, before the guest goes).
"""

from django.dispatch import Signal

facts_changed = Signal()
option_chosen = Signal()
plan_changed = Signal()
findings_saved = Signal()
finding_judged = Signal()
feedback_given = Signal()
trip_finished = Signal()
message_redacted = Signal()
trips_moved = Signal()

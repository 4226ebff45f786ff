"""What memory announces. The apps above it listen; memory never calls them.

`words_purged(owner, words, messages, turns)`: forgotten for good. `words` finds and scrubs texts
(`memory.words.Words`), `messages` and `turns` are sets of keys: where the words came from and were used.
"""

from django.dispatch import Signal

words_purged = Signal()

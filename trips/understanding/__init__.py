"""From a sentence to changes of the facts: by code, offline, the same answer every time.

`understand` never guesses: what a message does not say stays unknown, what can't be told becomes a
problem sentence, and each change carries the very words it comes from.
"""

from trips.understanding.messages import Intent, Understanding, understand

__all__ = ["Intent", "Understanding", "understand"]

"""Staff's pages of what is remembered."""

from memory.admin import records  # noqa: F401  (register)

"""Staff's pages of what is remembered."""

from memory.admin import briefs, documents, extractions, notes, uses  # noqa: F401  (register)

"""The words of a message that matter, with labels, found by a small trained encoder (README.md)."""

from trips.reading.tagger.spans import Span, jobs, tag

__all__ = ["Span", "jobs", "tag"]

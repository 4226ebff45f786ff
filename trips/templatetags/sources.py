"""Where data come from, and what was found, as a reader is told: `{{ grade|grade_in_words }}`."""

from __future__ import annotations

from django import template

from trips import wording

register = template.Library()
register.filter(wording.grade_in_words)
register.filter(wording.source_in_words)
register.filter(wording.in_a_line)
register.filter(wording.page_of)
register.filter(wording.read_on)

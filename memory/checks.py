"""System checks of memory: a builder that asks for what nobody reads, a section that is none."""

from __future__ import annotations

import datetime as dt

from django.core.checks import Error, register


@register("memory")
def builders_can_be_served(app_configs, **kwargs) -> list[Error]:
    """Each builder is asked for its sections with an empty trip: a builder only names them."""
    from memory.briefing import Briefing, Section
    from memory.registry import PARTS, builders, reads_of

    errors = []
    empty = Briefing(title="New trip", today=dt.date(2000, 1, 1), facts_json={})
    for name, build in builders().items():
        for part in sorted(set(reads_of(name)) - set(PARTS)):
            errors.append(
                Error(
                    f"The builder of {name} reads {part}, which nobody reads for it.",
                    hint=f"Known: {', '.join(PARTS)}. A new one goes into memory/gathering.py.",
                    id="memory.E001",
                )
            )
        try:
            sections = tuple(build(empty))
        except Exception as fault:
            sections = (fault,)
        titles = [section.title for section in sections if isinstance(section, Section)]
        if len(titles) != len(sections) or len(set(titles)) != len(titles):
            errors.append(
                Error(
                    f"The builder of {name} does not name its sections, each once.",
                    hint="Return Section(title, function) values; let the functions do the work.",
                    id="memory.E002",
                )
            )
    return errors

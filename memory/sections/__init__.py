"""The sections that briefs are made of, by subject. Pure: a `Briefing` in, lines out."""

"""Services that an operator may switch on (docs/settings.md). The worker asks (`refresh`); pages and planners
read what was kept. Whatever fails or cannot be true leaves the formula and the bundled data as they are."""

"""Services that an operator may switch on: ways, weather, rates. All are off by default (docs/settings.md).

The worker asks (`refresh`), outside of any transaction; pages and planners read what was kept, with its date.
Whatever fails, is slow or cannot be true leaves the formula and the bundled data as they are.
"""

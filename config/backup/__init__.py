"""Backups of the whole database: `manage.py backup` and `manage.py restore` (docs/operations.md).

A backup is one file (`archive.py`): the data as the engine writes it, and a manifest with what was in it.
`sqlite.py` and `postgresql.py` know their engine; `making.py` and `restoring.py` are what commands call.
"""

"""What the database raises when it is away, for whoever goes on without it."""

from __future__ import annotations

from django.db import DatabaseError, InterfaceError

#: An InterfaceError is no DatabaseError, and is what a connection or a cursor raises that another thread's
#: failure or the server has closed: who goes on without the database names both.
AWAY = (DatabaseError, InterfaceError)

"""Does memory work? A note is written, found, forgotten, and not found any more; nothing of it stays."""

from __future__ import annotations

import logging
import secrets
import time

from django.db import transaction

from config.database import AWAY
from config.health import Check
from memory import forgetting, notes
from memory.models import Note
from memory.models.notes import AuthorKind
from memory.search import search
from memory.switches import remembers
from memory.visibility import readable
from trips.models import Traveller

logger = logging.getLogger("wayfare.health")


def memory_check() -> Check:
    """In a transaction that is taken back, as a traveller made for it."""
    word = f"selfcheck{secrets.token_hex(4)}"
    try:
        with transaction.atomic():
            started = time.perf_counter()
            problem = _tried(word)
            took = (time.perf_counter() - started) * 1000
            transaction.set_rollback(True)
    except AWAY as error:
        return Check("memory", False, "can't be written", str(error))
    except Exception as error:  # whatever it is: the other checks have something to say as well
        logger.exception("the memory's own check failed")
        return Check("memory", False, "does not work", f"{type(error).__name__}: {error}")
    if problem:
        return Check("memory", False, problem)
    return Check("memory", True, f"a note was written, found and forgotten in {took:.0f} ms")


def switched_off() -> bool:
    """By the operator."""
    return not remembers(Traveller(pk=1, is_active=True, remember=True))


def _tried(word: str) -> str:
    """What does not work, as a sentence; "" when all of it does."""
    owner = Traveller.objects.create_guest()
    written = notes.write(owner=owner, text=f"Likes {word}.", author=AuthorKind.TRAVELLER)
    if written.note is None:
        return f"a note was not written: {written.reason}"
    if not readable(owner, agent="").filter(pk=written.note.pk).exists():
        return "a note was written and can't be read"
    if written.note.pk not in {hit.object_id for hit in search(owner, word)}:
        return "a note was written and no search finds it"
    forgetting.forget(written.note, owner)
    if search(owner, word) or readable(owner, agent="").exists():
        return "a forgotten note is still found"
    return "" if Note.objects.filter(owner=owner, status="forgotten").count() == 1 else "a note was lost"

"""The group of staff who look after what is remembered; of conversations they read nothing.

Whoever may read messages (`trips.view_message`, given beside the group) sees as well what an extraction was
sent and what it returned, summaries, and the message that a note rests on.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.http import HttpRequest

GROUP = "Memory curators"
TRANSCRIPTS = "trips.view_message"
HIDDEN = "Hidden: it needs the right to read messages."
READ = (
    "agentmemory",
    "document",
    "documentline",
    "documentversion",
    "extraction",
    "note",
    "noteuse",
    "searchlog",
    "silentmessage",
    "summary",
    "tombstone",
)
CHANGE = ("note", "documentline")


def may_read_transcripts(request: HttpRequest) -> bool:
    return request.user.has_perm(TRANSCRIPTS)


def make_group(sender: Any, using: str, **kwargs: Any) -> None:
    """After `migrate`: the group, if there is none. One that is there is the operator's and stays."""
    groups = Group.objects.using(using)
    if groups.filter(name=GROUP).exists():
        return
    create_permissions(sender, verbosity=0, using=using)  # those of this app come later, by their own signal
    codenames = [f"view_{name}" for name in READ] + [f"change_{name}" for name in CHANGE]
    rights = Permission.objects.using(using).filter(content_type__app_label="memory", codename__in=codenames)
    if rights.count() == len(codenames):
        groups.create(name=GROUP).permissions.set(rights)

"""A note on staff's pages: its text and two marks, and the version they were read at."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest

from memory.models import Note
from memory.notes import NoteChanged
from memory.text import Refused

EDITED = ("text", "pinned", "shared")


class NoteForm(forms.ModelForm):
    """Checks nothing that `memory.notes.edit` knows better: its refusal comes back as an error here."""

    #: Why the door refused what was typed, by key: the page is shown again with it.
    refused: dict[int, str] = {}

    class Meta:
        model = Note
        fields = (*EDITED, "version")
        widgets = {
            "text": forms.Textarea(attrs={"rows": 2, "cols": 48, "maxlength": 500}),
            "version": forms.HiddenInput,
        }

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        typed = self.is_bound and self.add_prefix("text") in self.data  # it stood when the page was shown
        if self.instance.status not in Note.STANDING and not typed:
            for field in self.fields.values():
                field.disabled = True

    def clean(self) -> dict:
        if sentence := self.refused.get(self.instance.pk):
            self.add_error(None if "text" in self._errors else "text", sentence)
        return self.cleaned_data

    @property
    def wanted(self) -> dict[str, object]:
        """What differs from the note as it is now."""
        return {name: self.cleaned_data[name] for name in EDITED if name in self.changed_data}


def leave_out_gone(request: HttpRequest, rows: QuerySet[Note]) -> int:
    """Of a list that is posted, without the forms of notes that are not among these rows any more: forgotten
    while somebody typed. Returns how many."""
    count = request.POST.get("form-TOTAL_FORMS", "")
    numbers = range(int(count) if count.isdecimal() and len(count) < 4 else 0)
    posted = {number: request.POST.get(f"form-{number}-id", "") for number in numbers}
    keys = [pk for pk in posted.values() if pk.isdecimal() and len(pk) < 19]
    there = set(map(str, rows.filter(pk__in=keys).values_list("pk", flat=True)))
    left = [number for number, pk in posted.items() if pk in there]
    if len(left) < len(posted):
        data = request.POST.copy()
        for number in numbers:
            for name in ("id", *EDITED, "version"):
                data.pop(f"form-{number}-{name}", None)
        for place, number in enumerate(left):
            for name in ("id", *EDITED, "version"):
                if f"form-{number}-{name}" in request.POST:
                    data[f"form-{place}-{name}"] = request.POST[f"form-{number}-{name}"]
        data["form-TOTAL_FORMS"] = data["form-INITIAL_FORMS"] = str(len(left))
        request.POST = data
    return len(posted) - len(left)


class RefusedNote(Exception):
    """The door refused a change of this note: nothing of the page's changes is saved."""

    def __init__(self, pk: int, refused: Refused) -> None:
        now = Note.objects.filter(pk=pk).values_list("text", flat=True).first()
        changed = isinstance(refused, NoteChanged) and now
        super().__init__(f"{refused} It says now: “{now}”" if changed else str(refused))
        self.pk = pk

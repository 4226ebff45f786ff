"""A note on staff's pages: its text and two marks, and the version they were read at."""

from __future__ import annotations

from django import forms

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
        if self.instance.status not in Note.STANDING:
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


class RefusedNote(Exception):
    """The door refused a change of this note: nothing of the page's changes is saved."""

    def __init__(self, pk: int, refused: Refused) -> None:
        now = Note.objects.filter(pk=pk).values_list("text", flat=True).first()
        changed = isinstance(refused, NoteChanged) and now
        super().__init__(f"{refused} It says now: “{now}”" if changed else str(refused))
        self.pk = pk

"""What a traveller calls a trip."""

from __future__ import annotations

from django import forms


class RenameTripForm(forms.Form):
    title = forms.CharField(
        label="Name",
        max_length=120,
        required=False,
        help_text="Leave it empty to name the trip after where it goes.",
        error_messages={"max_length": "A name has at most 120 characters."},
    )

    def clean_title(self) -> str:
        return " ".join(self.cleaned_data["title"].split())

"""What a traveller can send in the conversation."""

from __future__ import annotations

import uuid

from django import forms
from django.conf import settings


class SentenceForm(forms.Form):
    """A form whose errors are told in one line. The key makes a second click, or a form sent again, the
    same message; it is no field that anybody fills in."""

    client_key = forms.UUIDField(
        required=False, error_messages={"invalid": "This page was changed on its way. Reload it, try again."}
    )

    @property
    def sentence(self) -> str:
        """The first error, for the line beside the field; "" when there is none."""
        return next((error for errors in self.errors.values() for error in errors), "")


class MessageForm(SentenceForm):
    """One message. `say` is a button's sentence ("Yes, plan it") and wins over the field."""

    text = forms.CharField(required=False, strip=True)
    say = forms.CharField(required=False, max_length=500)

    def clean(self) -> dict:
        cleaned = super().clean()
        text = cleaned.get("say") or cleaned.get("text") or ""
        if not text.strip():
            self.add_error("text", "Write something first.")
        elif len(text) > settings.MESSAGE_LIMIT:
            self.add_error(
                "text",
                f"That is {len(text):,} characters; a message can have up to {settings.MESSAGE_LIMIT:,}. "
                "Nothing was sent.",
            )
        return {**cleaned, "message": text, "client_key": str(cleaned.get("client_key") or new_key())}


class RejectForm(SentenceForm):
    """Why none of the options will do."""

    reason = forms.CharField(
        max_length=2000, strip=True, error_messages={"required": "Say in a few words what is missing."}
    )


def new_key() -> str:
    """The key of the next message."""
    return str(uuid.uuid4())

"""Signing in, up and out: Django's own forms, with sentences of ours."""

from __future__ import annotations

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import forms as auth_forms
from django.core.exceptions import ValidationError

from trips.models import Traveller

GUEST_PREFIX = "guest-"
A_GOOD_ONE = "At least 8 characters, with a letter, and not a common password."


class Plain:
    """Labels without a colon."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})

    def say_only(self, sentence: str) -> None:
        """Nothing was looked at: this sentence instead of what is wrong with the fields."""
        self.errors.clear()
        self.add_error(None, sentence)


class AnyCase:
    """Capitals don't count in a user name: neither here nor where one signs up."""

    def clean_username(self) -> str:
        return Traveller.objects.name_as_kept(self.cleaned_data["username"])


class StaffSignInForm(AnyCase, AdminAuthenticationForm):
    """The admin's door, by the same rule."""


class SignInForm(AnyCase, Plain, auth_forms.AuthenticationForm):
    username = auth_forms.UsernameField(
        label="User name", widget=forms.TextInput(attrs={"autocomplete": "username"})
    )

    error_messages = {
        "invalid_login": "This user name and password don't go together. Capitals count in the password.",
        "inactive": "This account is switched off.",
    }


class SignUpForm(Plain, auth_forms.BaseUserCreationForm):
    """Only checks: a guest is claimed, somebody new is created (trips/accounts.py)."""

    error_messages = {"password_mismatch": "The two passwords are not the same."}

    class Meta:
        model = Traveller
        fields = ("username",)
        field_classes = {"username": auth_forms.UsernameField}
        labels = {"username": "User name"}
        help_texts = {"username": "Up to 40 letters, digits and @ . + - _"}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].max_length = 40
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "maxlength": "40"}
        self.fields["password1"].help_text = A_GOOD_ONE
        self.fields["password2"].label = "Password, once more"
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        username = self.cleaned_data["username"]
        if len(username) > 40:
            raise ValidationError("A user name has at most 40 characters.")
        if username.lower().startswith(GUEST_PREFIX):
            raise ValidationError(f"A user name can't start with “{GUEST_PREFIX}”.")
        if Traveller.objects.filter(username__iexact=username).exists():
            raise ValidationError(name_taken(username))
        return username


def name_taken(username: str) -> str:
    return f"Somebody has the name “{username}” already. Choose another, or sign in if it is yours."


class ChangePasswordForm(Plain, auth_forms.PasswordChangeForm):
    error_messages = {
        "password_mismatch": "The two new passwords are not the same.",
        "password_incorrect": "That is not your current password.",
    }

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = "Current password"
        self.fields["new_password1"].help_text = A_GOOD_ONE
        self.fields["new_password2"].label = "New password, once more"
        self.fields["new_password2"].help_text = ""


class DeleteAccountForm(Plain, forms.Form):
    """The password; or, where there is none (a guest), a typed word."""

    WORD = "delete"

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    word = forms.CharField(
        label=f"Type the word “{WORD}”", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, traveller: Traveller, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.traveller = traveller
        del self.fields["word" if traveller.has_usable_password() else "password"]

    def clean_password(self) -> str:
        if not self.traveller.check_password(self.cleaned_data["password"]):
            raise ValidationError("That is not your password.")
        return ""

    def clean_word(self) -> str:
        if self.cleaned_data["word"].strip().lower() != self.WORD:
            raise ValidationError(f"Type {self.WORD} to go on.")
        return self.WORD

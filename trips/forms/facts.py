"""The facts panel's forms. A form only reads what was typed and says what has changed; whether that
makes sense is judged where words and models are judged as well (`trips.facts.apply_changes`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

from babel.numbers import get_currency_name
from django import forms
from django.core.exceptions import ValidationError

from trips.catalogue.exchange_rates import currencies
from trips.catalogue.names import key
from trips.fact_edits import fingerprint
from trips.schemas import Change, Place, TripFacts

UNKNOWN = ("", "Not said")
YES_NO = [UNKNOWN, ("yes", "Yes"), ("no", "No")]


class LinedForm(forms.Form):
    """Names of fields in `pairs` stand side by side; the others have a line of their own."""

    pairs: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def lines(self) -> list[list[forms.BoundField]]:
        pair_of = {name: pair for pair in self.pairs for name in pair}
        names = dict.fromkeys(pair_of.get(field.name, (field.name,)) for field in self.visible_fields())
        return [[self[name] for name in line] for line in names]


class FactForm(LinedForm):
    """One group of facts: the first part of their paths. `seen` is what the traveller was shown."""

    group: ClassVar[str]
    title: ClassVar[str]
    hint: ClassVar[str] = ""
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, facts: TripFacts, data: Any = None) -> None:
        self.facts = facts
        initial = self.initial_of(facts) | {"seen": fingerprint(facts, self.group)}
        super().__init__(data, initial=initial, prefix="fact", label_suffix="")

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        raise NotImplementedError

    def changes(self) -> list[Change]:
        """What has to change for the facts to be as typed; empty when they are already."""
        raise NotImplementedError

    def orders(self) -> list[list[Change]]:
        """The changes, in the orders to try: values that depend on each other may stand in the way."""
        return [self.changes()]

    def places(self) -> list[Place]:
        """Rows of this trip alone that come with the changes."""
        return []

    def show_what_stands_now(self) -> None:
        """Keep what was typed, but let the next attempt count as made on the facts as they are now."""
        self.data = self.data.copy()
        self.data[self.add_prefix("seen")] = fingerprint(self.facts, self.group)

    @property
    def seen_mark(self) -> str:
        return self.data.get(self.add_prefix("seen"), "")


def set_or_clear(path: str, old: object, new: object, subject: str = "") -> list[Change]:
    """The change that turns a single value from old to new; none when it is the same."""
    old, new = (None if value in ("", None) else value for value in (old, new))
    if old == new:
        return []
    if new is None:
        return [Change(path=path, op="remove", subject=subject)]
    value = new if isinstance(new, bool | int | str) else str(new)
    return [Change(path=path, value=value, subject=subject)]


def list_changes(path: str, old: Iterable[str], new: Iterable[str]) -> list[Change]:
    """Removes and adds, one an entry; order and spelling of what stays don't count."""
    old, new = list(old), list(new)
    kept = {same(entry) for entry in new}
    known = {same(entry) for entry in old}
    removed = [Change(path=path, op="remove", value=entry) for entry in old if same(entry) not in kept]
    added = [Change(path=path, op="add", value=entry) for entry in new if same(entry) not in known]
    return removed + added


def same(entry: str) -> str:
    """Two entries with the same mark mean the same; signs without a letter are themselves."""
    return key(entry) or entry


def flag_word(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"


def word_flag(word: str) -> bool | None:
    return {"yes": True, "no": False}.get(word)


@lru_cache(maxsize=1)
def currency_choices() -> list[tuple[str, str]]:
    named = sorted((code, get_currency_name(code, locale="en")) for code in currencies())
    return [UNKNOWN, *((code, f"{code} · {name}") for code, name in named)]


class WordsField(forms.CharField):
    """Several entries in one field, separated by commas or lines."""

    def __init__(self, *, lines: bool = False, **kwargs) -> None:
        self.separator = "\n" if lines else ","
        widget = forms.Textarea(attrs={"rows": 4}) if lines else forms.TextInput()
        super().__init__(required=False, max_length=6000, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        between = "\n" if self.separator == "\n" else ", "
        return between.join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[str]:
        text = super().clean(value).replace("\r", "")
        entries = text.replace("\n", self.separator).split(self.separator)
        return [" ".join(entry.split()) for entry in entries if entry.strip()]


class ListForm(FactForm):
    """A list of words or phrases."""

    entries: ClassVar[WordsField]

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {"entries": getattr(facts, self.group)}

    def changes(self) -> list[Change]:
        return list_changes(self.group, getattr(self.facts, self.group), self.cleaned_data["entries"])


class CheckedListForm(FactForm):
    """A list whose usual entries are boxes to tick; others are typed."""

    usual: ClassVar[dict[str, str]]
    usual_label: ClassVar[str]

    ticked = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    others = WordsField(label="Anything else", help_text="Separate several by commas.")

    def __init__(self, facts: TripFacts, data: Any = None) -> None:
        super().__init__(facts, data)
        self.fields["ticked"].label = self.usual_label
        self.fields["ticked"].choices = list(self.usual.items())

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        known = getattr(facts, self.group)
        return {
            "ticked": [entry for entry in known if entry in self.usual],
            "others": [entry for entry in known if entry not in self.usual],
        }

    def entries(self) -> list[str]:
        return [*self.cleaned_data["ticked"], *self.cleaned_data["others"]]

    def changes(self) -> list[Change]:
        return list_changes(self.group, getattr(self.facts, self.group), self.entries())


class RowsForm(FactForm):
    """Several rows of fields: places, appointments."""

    row_form: ClassVar[type[forms.Form]]
    row_name: ClassVar[str]
    blank_rows: ClassVar[int] = 2

    def __init__(self, facts: TripFacts, data: Any = None) -> None:
        super().__init__(facts, data)
        formset = forms.formset_factory(self.row_form, extra=self.blank_rows, max_num=40)
        self.rows = formset(data, prefix="row", initial=self.rows_of(facts), form_kwargs={"label_suffix": ""})

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {}

    def rows_of(self, facts: TripFacts) -> list[dict[str, Any]]:
        raise NotImplementedError

    def is_valid(self) -> bool:
        rows_valid = self.rows.is_valid()
        if self.is_bound and not rows_valid and not any(self.rows.errors):
            self.add_error(None, "This form came incomplete. Try again.")
        return super().is_valid() and rows_valid

    def filled(self) -> list[dict[str, Any]]:
        """The rows that say something, in their order."""
        return [row.cleaned_data for row in self.rows if row.cleaned_data.get(self.row_name)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.rows.is_valid():
            names = [same(row[self.row_name]) for row in self.filled()]
            for row in self.filled():
                if names.count(same(row[self.row_name])) > 1:
                    raise ValidationError(f"{row[self.row_name]} is in the list twice.")
        return cleaned

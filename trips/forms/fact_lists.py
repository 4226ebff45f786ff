"""The forms of facts that are lists of words: what is liked, needed, wanted and avoided."""

from __future__ import annotations

from typing import Any, get_args

from django import forms

from trips.facts.interests import liked, said_as
from trips.forms.facts import CheckedListForm, FactForm, ListForm, WordsField, list_changes
from trips.schemas import Change, Mode, TripFacts

MODE_WORDS = {"flight": "Plane", "transit": "Public transport"}
ALLERGY = "allergy:"


class InterestsForm(ListForm):
    group = "interests"
    title = "Interests"

    entries = WordsField(label="What you like", help_text="History, food, gardens … separated by commas.")

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {"entries": liked(facts)}

    def changes(self) -> list[Change]:
        known: dict[str, list[str]] = {}  # two of ours may have been said in the same words
        for value in self.facts.interests:
            known.setdefault(said_as(self.facts, self.group, value).casefold(), []).append(value)
        told = self.cleaned_data["entries"]
        entries = [value for entry in told for value in known.get(entry.casefold(), [entry])]
        return list_changes(self.group, self.facts.interests, entries)


class CuisinesForm(ListForm):
    group = "cuisines"
    title = "Cuisines"

    entries = WordsField(label="What you would like to eat", help_text="Separated by commas.")


class MustDoForm(ListForm):
    group = "must_do"
    title = "Must do"

    entries = WordsField(label="What has to be in the plan", help_text="One a line.", lines=True)


_NOT_YET = "Kept, not planned for yet."


class TravelByForm(ListForm):
    group = "travel_by"
    title = "Preferably by"
    hint = _NOT_YET

    entries = WordsField(
        label="How you like to travel", help_text="Train, direct flights … one a line.", lines=True
    )


class StayWishesForm(ListForm):
    group = "stay_wishes"
    title = "Stay wishes"
    hint = _NOT_YET

    entries = WordsField(
        label="What the stay should be like", help_text="A pool, quiet … one a line.", lines=True
    )


class SeenForm(ListForm):
    group = "seen_before"
    title = "Seen before"
    hint = _NOT_YET

    entries = WordsField(label="What you know already", help_text="One a line.", lines=True)


class AvoidForm(ListForm):
    group = "avoid"
    title = "To avoid"

    entries = WordsField(label="What must not be in the plan", help_text="One a line.", lines=True)


class WishesForm(ListForm):
    group = "wishes"
    title = "Other wishes"

    entries = WordsField(label="Anything else", help_text="One a line.", lines=True)


class DietaryForm(CheckedListForm):
    group = "dietary"
    title = "Diet and allergies"
    usual_label = "What you eat"
    usual = {
        "vegetarian": "Vegetarian",
        "vegan": "Vegan",
        "halal": "Halal",
        "kosher": "Kosher",
        "gluten_free": "Gluten-free",
        "dairy_free": "Dairy-free",
        "no_pork": "No pork",
    }

    allergies = WordsField(label="Allergies", help_text="Nuts, shellfish … separated by commas.")
    field_order = ["seen", "ticked", "allergies", "others"]

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        initial = super().initial_of(facts)
        allergies = [entry for entry in initial["others"] if entry.startswith(ALLERGY)]
        return initial | {
            "allergies": [entry.removeprefix(ALLERGY).strip() for entry in allergies],
            "others": [entry for entry in initial["others"] if entry not in allergies],
        }

    def entries(self) -> list[str]:
        return [*super().entries(), *(f"{ALLERGY} {entry}" for entry in self.cleaned_data["allergies"])]


class AccessForm(CheckedListForm):
    group = "access"
    title = "Getting about"
    usual_label = "What you need"
    usual = {
        "wheelchair": "Wheelchair",
        "step_free": "Step-free ways",
        "limited_mobility": "Limited mobility",
        "short_walks": "Short walks only",
        "stroller": "Stroller",
        "elderly": "Older travellers",
        "pets": "Pets",
    }


class TransportBansForm(FactForm):
    group = "transport_bans"
    title = "Not by"

    ticked = forms.MultipleChoiceField(
        label="Ways of travelling to leave out",
        required=False,
        choices=[(mode, MODE_WORDS.get(mode, mode.capitalize())) for mode in get_args(Mode)],
        widget=forms.CheckboxSelectMultiple,
    )

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {"ticked": facts.transport_bans}

    def changes(self) -> list[Change]:
        return list_changes("transport_bans", self.facts.transport_bans, self.cleaned_data["ticked"])

"""The form of each group of facts, by the first part of its paths."""

from __future__ import annotations

from trips.forms.fact_lists import (
    AccessForm,
    AvoidForm,
    CuisinesForm,
    DietaryForm,
    InterestsForm,
    MustDoForm,
    SeenForm,
    StayWishesForm,
    TransportBansForm,
    TravelByForm,
    WishesForm,
)
from trips.forms.fact_parts import (
    BudgetForm,
    CapsForm,
    CarForm,
    DatesForm,
    HoursForm,
    OriginForm,
    PaceForm,
    PartyForm,
    RoomsForm,
    StayForm,
    TripTypeForm,
)
from trips.forms.fact_rows import AppointmentsForm, DestinationsForm
from trips.forms.facts import FactForm
from trips.forms.own_place import OwnPlaceForm

GROUPS: dict[str, type[FactForm]] = {
    form.group: form
    for form in (
        DestinationsForm,
        OriginForm,
        TripTypeForm,
        DatesForm,
        PartyForm,
        RoomsForm,
        BudgetForm,
        PaceForm,
        InterestsForm,
        MustDoForm,
        AvoidForm,
        DietaryForm,
        AccessForm,
        CuisinesForm,
        StayForm,
        CarForm,
        TransportBansForm,
        TravelByForm,
        StayWishesForm,
        HoursForm,
        SeenForm,
        AppointmentsForm,
        CapsForm,
        WishesForm,
    )
}


def form_for(path: str) -> type[FactForm] | None:
    """The form in which a path's fact is edited: "dates", "dates.start" and "dates.end" share one.
    "own_place" is no fact: what is added there becomes a must-do or a fixed date."""
    return OwnPlaceForm if path == "own_place" else GROUPS.get(path.split(".")[0])

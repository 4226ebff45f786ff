"""Staff's pages of the domain. What happened is read, never edited; only a superuser deletes, and then
a trip or a traveller as a whole. The pages of turns, events and calls are in `agents/admin.py`."""

from django.contrib import admin

from trips.admin import (  # noqa: F401  (register)
    attempts,
    conversation,
    imports,
    journey,
    limits,
    places,
    plans,
    travellers,
    trips,
)
from trips.forms.accounts import StaffSignInForm

admin.site.login_form = StaffSignInForm

admin.site.site_header = "Wayfare staff"
admin.site.site_title = "Wayfare staff"
admin.site.index_title = "What is going on"

"""Addresses with a NUL in them: PostgreSQL takes none in a text, and no page may fail over it."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

NOTES = reverse("admin:memory_note_changelist")


@pytest.mark.parametrize(
    "address",
    [
        *(
            f"{NOTES}?{name}=%00"
            for name in ("agent", "status", "status__exact", "author", "about", "q", "owner")
        ),
        f"{NOTES}?agent=plan%00ner",
        f"{NOTES}?%00=1",
        f"{reverse('admin:memory_noteuse_changelist')}?agent=%00",
        f"{reverse('admin:memory_agentmemory_changelist')}?agent=%00",
        f"{reverse('admin:memory_extraction_changelist')}?status=%00",
        f"{reverse('admin:trips_staffplace_changelist')}?city=%00",
        f"{reverse('admin:trips_tally_changelist')}?what=%00",
        f"{reverse('admin:trips_trip_changelist')}?q=%00",
        f"{reverse('admin:trips_turn_changelist')}?status__exact=%00",
    ],
)
def test_a_nul_in_an_address_is_no_fault_of_staffs_pages(as_superuser, address) -> None:
    assert as_superuser.get(address).status_code in (200, 302, 404)


def test_a_name_that_no_row_has_is_as_if_it_had_not_been_said(as_superuser, worked_trip) -> None:
    every = len(as_superuser.get(NOTES).context["cl"].result_list)
    assert every > 0
    assert len(as_superuser.get(f"{NOTES}?agent=nobody").context["cl"].result_list) == every

"""Every kind of staff's page under the strict policy, in a real browser, with what people do on it."""

from __future__ import annotations

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Member, StaffPlace, Tally, Traveller

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def rows() -> None:
    """Something to look at where the scene has nothing."""
    place = default_gazetteer().places("boston")[0]
    StaffPlace.objects.create(place_id=place.id, data=place.model_dump(mode="json", exclude_defaults=True))
    Tally.objects.create(key="message account 7", count=3, until=1_900_000_000)
    Group.objects.create(name="Readers")
    AccessAttempt.objects.create(
        username="eve",
        ip_address="203.0.113.7",
        user_agent="x",
        failures_since_start=2,
        get_data="",
        post_data="",
    )


#: Models with pages of their own kind; of the others list and form are looked at.
ALL_KINDS = (Traveller, StaffPlace, Member)


def addresses() -> list[str]:
    """Every model's list and form; for some also what adds, removes, and tells the history."""
    found = [reverse("admin:index"), reverse("admin:password_change"), reverse("admin:logout")]
    found += [reverse("admin:app_list", args=[label]) for label in ("trips", "axes")]
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        found.append(reverse(f"{name}_changelist"))
        row = model.objects.order_by("pk").first()
        if row is not None:
            found.append(reverse(f"{name}_change", args=[row.pk]))
        if model in ALL_KINDS:
            found += [reverse(f"{name}_{page}", args=[row.pk]) for page in ("history", "delete")]
            found.append(reverse(f"{name}_add"))
    return found


def test_no_page_of_staff_asks_for_more_than_the_policy_gives(client, traveller):
    root = Traveller.objects.create_superuser("root", password="a-long-enough-word")
    scenes.planned(traveller)
    rows()
    client.force_login(root)
    assert len(admin.site._registry) >= len(list(apps.get_app_config("trips").get_models())) + 4
    pages = addresses()
    pages.append(reverse("admin:auth_user_password_change", args=[traveller.pk]))
    with serving(work=False) as address, chromium() as browser, looking(browser, address, client) as looker:
        page = looker.page
        violated: list[str] = []
        page.expose_function("violated", lambda words: violated.append(words))
        page.add_init_script(
            "addEventListener('securitypolicyviolation', e => window.violated("
            "[location.pathname, e.effectiveDirective, e.blockedURI, e.sourceFile, e.lineNumber].join(' ')))"
        )
        odd = [path for path in pages if page.goto(address + path).status != 200]
        assert odd == [reverse("admin:logout")]  # takes a form only
        looker.complaints.clear()  # it says so in the console
        # What people do: calendar and clock, the list of chosen rights, a window for another row, the theme.
        looker.go(reverse("admin:trips_traveller_change", args=[traveller.pk]))
        for heading in page.locator("fieldset.collapse summary, fieldset.collapse h2").all():
            heading.click()
        looker.go(reverse("admin:auth_group_change", args=[Group.objects.get(name="Readers").pk]))
        page.wait_for_selector(".selector-chooseall")
        page.click(".selector-chooseall")
        looker.go(reverse("admin:trips_member_add"))
        page.click(".select2-selection >> nth=0")
        page.wait_for_selector(".select2-results__option")
        looker.go(reverse("admin:trips_traveller_changelist"))
        page.check("#action-toggle")
        page.select_option("select[name=action]", "delete_selected")
        page.click("button[name=index]")
        page.wait_for_selector("text=Are you sure")
        page.click("button.theme-toggle >> visible=true")
        page.fill("#nav-filter", "trip")
        complaints = [
            line for line in looker.complaints if "403" not in line
        ]  # pages that may not be added to
        assert violated == []
        assert complaints == []
        assert looker.outside == []

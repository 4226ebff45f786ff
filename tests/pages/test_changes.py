"""The forms of an item and of a day, the proposal, and the history: with a script and without."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from memory.conversation import window_of
from tests.browser import scenes
from tests.pages.reading import HTMX, address
from tests.trips.told import member_of
from trips import changing
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.geography import distance_km
from trips.models import Member
from trips.planning.editing import AddNight, PlanDiff, RemoveItem, ReplaceItem, SwapDays
from trips.schemas import Visit
from trips.templatetags.money import money

pytestmark = pytest.mark.django_db
BOTH = pytest.mark.parametrize("htmx", [HTMX, {}], ids=["htmx", "no script"])


@pytest.fixture
def planned(traveller):
    return scenes.planned(traveller)


def visits(trip, day: int = 2) -> list[Visit]:
    return [item for item in trip.plan.plan.days[day - 1].items if isinstance(item, Visit)]


def page(client, trip, query: str, **headers) -> str:
    return html.unescape(client.get(f"{address('edit_plan', trip)}?{query}", **headers).content.decode())


def edit(client, trip, what: str, htmx, **fields):
    trip.refresh_from_db()
    form = {"what": what, "seen": trip.plan.number, **fields}
    answer = client.post(address("edit_plan", trip), form, **htmx)
    trip.refresh_from_db()
    return answer


def test_each_item_and_each_day_of_the_plan_can_be_changed(owner, planned):
    board = html.unescape(owner.get(address("board", planned), **HTMX).content.decode())
    uids = set(re.findall(r"/plan/edit\?item=([^\"&]+)", board))
    items = planned.plan.plan.items()
    assert {item.uid for item in items if item.kind in ("visit", "meal", "stay")} <= uids
    assert {f"?day={number}" for number in (1, 2, 3, 4)} <= set(re.findall(r"\?day=\d", board))
    for uid in uids:
        assert owner.get(f"{address('edit_plan', planned)}?item={uid}").status_code == 200
    seen = next(item for item in items if item.kind == "visit" and item.place_id)
    forms = owner.get(f"{address('edit_plan', planned)}?item={seen.uid}").content.decode()
    assert default_gazetteer().place(seen.place_id).summary in html.unescape(forms)


def test_an_option_and_a_viewer_have_nothing_to_change(owner, traveller, planned):
    option = planned.options.get(position=1)
    part = owner.get(f"{address('board', planned)}?view=option&option={option.pk}", **HTMX).content.decode()
    assert "/plan/edit" not in part
    viewer = Client()
    viewer.force_login(member_of(planned, "viewer", Member.Role.VIEWER))
    board = viewer.get(address("board", planned), **HTMX).content.decode()
    assert "day-2" in board
    assert "/plan/edit" not in board
    assert viewer.get(address("edit_plan", planned)).status_code == 404


@BOTH
def test_an_item_is_locked_moved_timed_and_taken_out(owner, planned, htmx):
    done = 200 if htmx else 302
    first, second = visits(planned)[:2]
    assert edit(owner, planned, "lock", htmx, uid=first.uid).status_code == done
    assert next(item for item in visits(planned) if item.uid == first.uid).locked
    assert "locked" in owner.get(address("board", planned), **HTMX).content.decode()
    edit(owner, planned, "unlock", htmx, uid=first.uid)
    assert edit(owner, planned, "remove", htmx, uid=second.uid, despite="on").status_code == done
    assert second.title not in [item.title for item in visits(planned)]
    answer = edit(owner, planned, "time", htmx, uid=first.uid, start="15:00", despite="on")
    assert answer.status_code == done
    assert next(item for item in visits(planned) if item.uid == first.uid).start.hour == 15
    assert edit(owner, planned, "guests", htmx, uid=first.uid, guests="2").status_code == done
    assert "with 2 guests" in owner.get(address("board", planned), **HTMX).content.decode()
    assert planned.plan.number == 6
    if htmx:
        assert answer["HX-Trigger"] == "board-changed"
    else:
        assert answer["Location"].endswith(f"?tab=trip#item-{first.uid}")


def order(trip, day: int = 2) -> list[str]:
    items = trip.plan.plan.days[day - 1].items
    return [item.title for item in items if item.kind in ("visit", "meal")]


def test_later_and_earlier_change_the_order_and_say_it(owner, planned):
    before = order(planned)
    first = next(
        one
        for one in visits(planned)
        if before.index(one.title) + 1 < len(before)
        and before[before.index(one.title) + 1] in [other.title for other in visits(planned)]
    )
    assert edit(owner, planned, "later", HTMX, uid=first.uid, despite="on").status_code == 200
    at = before.index(first.title)
    assert order(planned).index(first.title) == at + 1
    assert planned.plan.cause == f"{first.title} comes later on day 2."
    moved = next(item for item in visits(planned) if item.title == first.title)
    assert edit(owner, planned, "earlier", HTMX, uid=moved.uid, despite="on").status_code == 200
    assert order(planned) == before
    last = next(item for item in planned.plan.plan.days[1].items if item.title == before[-1])
    answer = edit(owner, planned, "later", HTMX, uid=last.uid)
    assert answer.status_code == 422
    assert "the last of its day already" in answer.content.decode()


def test_a_refused_change_keeps_no_row_of_the_place_it_would_have_added(owner, planned):
    place = {"name": "Aunt Ida's House", "lat": "42.36", "lon": "-71.05", "day": "2"}
    assert edit(owner, planned, "add", HTMX, **place, seen="0").status_code == 422
    assert edit(owner, planned, "add", HTMX, **place | {"seen": "9"}).status_code == 409
    assert edit(owner, planned, "add", HTMX, **place | {"day": "99"}).status_code == 422
    assert edit(owner, planned, "add", HTMX, **place, start="03:00").status_code == 422
    assert not planned.own_places.exists() and planned.plan.number == 1
    edit(owner, planned, "add", HTMX, **place, despite="on")
    assert planned.own_places.get().data["lat"] == 42.36
    assert [item.lat for item in visits(planned) if item.title == place["name"]] == [42.36]


@BOTH
def test_what_breaks_something_is_asked_once_more(owner, planned, htmx):
    must = next(item for day in (1, 2, 3, 4) for item in visits(planned, day) if "Freedom" in item.title)
    answer = edit(owner, planned, "remove", htmx, uid=must.uid)
    text = html.unescape(answer.content.decode())
    assert answer.status_code == 200
    assert "This would break something" in text and "Do it anyway" in text
    assert ("<html" in text) is not bool(htmx)
    assert planned.plan.number == 1
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
    sent.pop("csrfmiddlewaretoken", None)
    assert sent["despite"] == "on"
    owner.post(address("edit_plan", planned), sent, **htmx)
    planned.refresh_from_db()
    assert planned.plan.number == 2
    assert must.uid not in {item.uid for item in planned.plan.plan.items()}


@BOTH
def test_a_second_tab_and_a_second_click_change_nothing_more(owner, planned, htmx):
    uid = visits(planned)[0].uid
    form = {"what": "lock", "uid": uid, "seen": 1}
    owner.post(address("edit_plan", planned), form, **htmx)
    again = owner.post(address("edit_plan", planned), {**form, "what": "remove", "despite": "on"}, **htmx)
    assert again.status_code == 409
    text = html.unescape(again.content.decode())
    assert "were changed meanwhile" in text
    assert 'name="seen" value="2"' in text, "the form is that of the plan as it is now"
    assert planned.plan_versions.count() == 2


@pytest.mark.slow
def test_a_place_is_added_from_the_list_or_by_name(owner, planned):
    form = page(owner, planned, "day=2")
    values = re.findall(r'<option value="(boston:[^"]+)"', form)
    used = {item.place_id for item in planned.plan.plan.items()}
    assert len(values) > 20 and not used & set(values)
    statuses = {
        value: edit(owner, planned, "add", HTMX, day=2, place=value, despite="on").status_code
        for value in values[:8]
    }
    added = {value for value, status in statuses.items() if status == 200}
    assert added and added <= {item.place_id for item in planned.plan.plan.items()}
    for visit in visits(planned, 3):
        edit(owner, planned, "remove", HTMX, uid=visit.uid, despite="on")
    assert edit(owner, planned, "add", HTMX, day=3, name="Aunt Ida's bakery", despite="on").status_code == 200
    assert any(item.unlisted and "Ida" in item.title for item in planned.plan.plan.items())
    wrong = edit(owner, planned, "add", HTMX, day=3, name="Ida's garden", lat="1", lon="2", despite="on")
    assert wrong.status_code == 422 and "km from Boston" in wrong.content.decode()
    here = {"lat": "42.3601", "lon": "-71.0589", "start": "15:00"}
    assert (
        edit(owner, planned, "add", HTMX, day=3, name="Ida's garden", despite="on", **here).status_code == 200
    )
    (garden,) = [item for item in planned.plan.plan.items() if item.title == "Ida's garden"]
    assert (garden.position, f"{garden.start:%H:%M}", garden.note) == ((42.3601, -71.0589), "15:00", "")
    legs = [item for item in planned.plan.plan.days[2].items if item.kind == "leg"]
    assert garden.title in [leg.destination.name for leg in legs]
    board = html.unescape(owner.get(address("board", planned), **HTMX).content.decode())
    assert "1 place without a position is not on the map." in board
    assert edit(owner, planned, "add", HTMX, day=2).status_code == 422


def test_days_are_swapped_and_an_item_is_replaced(owner, planned):
    assert edit(owner, planned, "swap", HTMX, day=2, other=3, despite="on").status_code == 200
    visit = visits(planned)[0]
    form = page(owner, planned, f"item={visit.uid}")
    values = re.findall(r'<option value="(boston:[^"]+)"', form)
    answers = []
    for value in values:
        answers.append(
            edit(owner, planned, "replace", HTMX, uid=visit.uid, place=value, despite="on").status_code
        )
        if answers[-1] == 200:
            break
    assert answers[-1] == 200
    assert visit.title not in [item.title for item in visits(planned)]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"what": "lock", "uid": "gone", "seen": "1"}, "not in the plan any more"),
        ({"what": "lock", "uid": "gone"}, "Reload the page"),
        ({"what": "nonsense", "seen": "1"}, "nonsense"),
        ({"what": "swap", "day": "2", "other": "99", "seen": "1"}, "Choose a day of the plan"),
        ({"what": "swap", "day": "0", "other": "1", "seen": "1"}, "greater than or equal to 1"),
        ({"what": "time", "uid": "UID", "start": "25:99", "seen": "1"}, "Write the hour like 09:30"),
        ({"what": "time", "uid": "UID", "seen": "1"}, "Write the hour like 09:30"),
        ({"what": "to_day", "uid": "UID", "day": "40", "seen": "1"}, "Choose a day of the plan"),
        ({"what": "replace", "uid": "UID", "place": "name:x", "seen": "1"}, "Choose what comes instead"),
        ({"what": "replace", "uid": "UID", "place": "kyoto:kinkaku-ji", "seen": "1"}, "."),
    ],
)
def test_what_no_form_would_send_is_a_sentence(owner, planned, fields, words):
    uid = visits(planned)[0].uid
    form = {name: value.replace("UID", uid) for name, value in fields.items()}
    answer = owner.post(address("edit_plan", planned), form)
    assert answer.status_code == 422
    problem = re.search(r'role="alert">(.*?)</p>', answer.content.decode(), re.S)
    assert problem and words in html.unescape(problem[1])
    assert planned.plan_versions.count() == 1


def test_what_is_gone_or_never_was_is_a_page(owner, traveller, planned):
    for query in ("item=gone", "day=99", "", "day=x", "item="):
        assert "not in the plan any more" in page(owner, planned, query)
    asked = scenes.asked(traveller)
    assert "No plan is chosen yet" in page(owner, asked, "day=1")


# --- The proposal --------------------------------------------------------------------------------


@BOTH
def test_a_proposal_is_shown_with_its_difference_and_accepted(owner, planned, htmx):
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)], cause="Asked for: swap day 2 and 3")
    board = html.unescape(owner.get(address("board", planned), **HTMX).content.decode())
    part = board[board.index('id="proposal"') : board.index("</section>", board.index('id="proposal"'))]
    assert "Days 2 and 3 are swapped." in part
    assert visits(planned)[0].title in part and "from day 2" in part
    answer = owner.post(address("accept_proposal", planned, proposal.pk), **htmx)
    assert answer.status_code == (200 if htmx else 302)
    planned.refresh_from_db()
    assert planned.plan.number == 2
    board = owner.get(address("board", planned), **HTMX).content.decode()
    assert 'id="proposal"' not in board and "Undo the last change" in board


@BOTH
def test_a_proposal_of_another_plan_is_refused_with_a_sentence(owner, planned, htmx):
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    changing.edit_now(planned, [RemoveItem(uid=visits(planned)[1].uid)], despite=True)
    answer = owner.post(address("accept_proposal", planned, proposal.pk), follow=True, **htmx)
    assert answer.status_code == (409 if htmx else 200)
    assert "something else was changed meanwhile" in answer.content.decode()
    assert planned.plan_versions.count() == 2


def test_a_proposal_is_left(owner, planned):
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    board = owner.post(address("refuse_proposal", planned, proposal.pk), **HTMX).content.decode()
    assert 'id="proposal"' not in board
    assert planned.plan_versions.count() == 1


def test_a_viewer_sees_what_is_proposed_and_has_no_buttons(planned):
    changing.propose(planned, [SwapDays(first=2, second=3)])
    viewer = Client()
    viewer.force_login(member_of(planned, "viewer", Member.Role.VIEWER))
    board = viewer.get(address("board", planned), **HTMX).content.decode()
    assert 'id="proposal"' in board
    assert "accept" not in board
    assert '<a href="#proposal">A change is proposed</a>' in board and "your yes" not in board


def test_a_waiting_change_is_named_on_its_day_and_in_the_history(owner, planned):
    def shown(view: str) -> str:
        return owner.get(f"{address('board', planned)}?view={view}", **HTMX).text

    lead = '<a href="#proposal">A change waits for your yes</a>'
    assert lead not in shown("plan") and "See it in its day" not in shown("history")
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    assert shown("plan").count(lead) == 1
    assert proposal.sentence in shown("history") and "See it in its day" in shown("history")
    owner.post(address("refuse_proposal", planned, proposal.pk), **HTMX)
    assert lead not in shown("plan") and "See it in its day" not in shown("history")


# --- History -------------------------------------------------------------------------------------


def test_the_history_shows_every_version_and_goes_back_to_any(owner, planned):
    taken = visits(planned)[1]
    changing.edit_now(planned, [RemoveItem(uid=taken.uid)], despite=True)
    changing.edit_now(planned, [SwapDays(first=2, second=3)], despite=True)
    board = html.unescape(
        owner.get(f"{address('board', planned)}?view=history&of=2", **HTMX).content.decode()
    )
    assert board.count("<li") and f"<s>{taken.title}</s>" in board
    assert "Option 2 chosen" in board
    answer = owner.post(f"{address('choose_version', planned, 1)}?view=history", **HTMX)
    planned.refresh_from_db()
    assert planned.plan.number == 1
    assert 'data-view="history"' in answer.content.decode()
    owner.post(address("redo_version", planned, 1))
    planned.refresh_from_db()
    assert planned.plan.number == 2


@BOTH
def test_undo_twice_at_once_is_one_undo(owner, planned, htmx):
    for visit in visits(planned)[:2]:
        changing.edit_now(planned, [RemoveItem(uid=visit.uid)], despite=True)
    for status in (200, 409) if htmx else (302, 302):
        assert owner.post(address("undo_version", planned, 3), **htmx).status_code == status
    planned.refresh_from_db()
    assert planned.plan.number == 2


def test_what_is_not_there_to_undo_is_a_sentence(owner, planned):
    answer = owner.post(address("undo_version", planned, 1), **HTMX)
    assert (answer.status_code, "Nothing was changed" in answer.content.decode()) == (409, True)
    answer = owner.post(address("redo_version", planned, 1), **HTMX)
    assert (answer.status_code, "Nothing was undone" in answer.content.decode()) == (409, True)
    assert owner.post(address("choose_version", planned, 9), **HTMX).status_code == 404


def test_a_proposal_stands_in_its_day_before_what_it_changes(owner, planned):
    second = next(item for item in planned.plan.plan.days[1].items if item.kind == "visit")
    changing.propose(planned, [RemoveItem(uid=second.uid)])
    page = owner.get(address("workspace", planned)).text
    assert re.findall(r'class="day shown" id="day-(\d)"', page) == ["2"]
    rows = re.findall(r'<section class="proposal"|id="(item-[^"]+)"', page)
    assert rows.index("") == rows.index(f"item-{second.uid}") - 1
    assert re.findall(r'class="pin out" href="#item-([^"]+)"', page) == [second.uid]
    assert page.count('id="proposal"') == page.count(f'id="item-{second.uid}"') == 1


def test_a_proposal_says_prices_and_what_goes_before_what_comes(owner, planned):
    visit = next(item for item in planned.plan.plan.days[1].items if isinstance(item, Visit) and item.costs)
    other = next(
        row
        for row in default_gazetteer().places("boston", "visit")
        if row.price
        and row.price.adult
        and row.id not in {item.place_id for item in planned.plan.plan.items()}
    )
    changing.propose(planned, [ReplaceItem(uid=visit.uid, place_id=other.id)])
    proposal = changing.open_proposal(planned)
    (day,) = [day for day in PlanDiff.model_validate(proposal.diff_json).days if day.removed]
    page = html.unescape(owner.get(address("workspace", planned)).text)
    part = page[page.index('id="proposal"') : page.index("</section>", page.index('id="proposal"'))]
    for one in (*day.removed, *day.added):
        assert one.title in part and money(one.cost, "USD") in part and one.cost > 0
    assert part.index(visit.title) < part.index(other.name) < part.index(proposal.sentence)
    assert "No new problem." in part or 'class="diff-checks"' in part
    changing.accept(planned, proposal)
    history = owner.get(f"{address('board', planned)}?view=history", **HTMX).text
    assert "diff-cost" in history and "No new problem." not in history


def test_what_a_sum_is_of_stands_beside_it_where_no_dialog_says_it(owner, planned):
    sums = r'class="cost num" title="[^"]+: \d+ × [\d.]+ USD"'
    option = f"{address('board', planned)}?view=option&option={planned.plan.option_id}"
    assert re.search(sums, owner.get(option, **HTMX).text)
    assert not re.search(sums, owner.get(address("workspace", planned)).text)


def test_what_an_item_is_comes_before_what_can_be_done_with_it(owner, planned):
    visit = next(one for one in visits(planned) if one.place_id)
    forms = page(owner, planned, f"item={visit.uid}", **HTMX)
    place = default_gazetteer().place(visit.place_id)
    words = [
        place.summary,
        "Directions",
        "Another day",
        "Instead: ",
        "Take it out",
        "<summary>More</summary>",
        "Starts at",
    ]
    assert words == sorted(words, key=forms.index)
    days = re.findall(r'<option value="(\d)">', forms[forms.index('id="edit-day"') :])
    assert days[:1] == ["3"] and "2" not in days[:3]
    names = re.findall(r"Instead: ([^<]+)<", forms)
    spots = {row.name: (row.lat, row.lon) for row in default_gazetteer().places("boston", "visit")}
    taken = {item.title for item in planned.plan.plan.items()}
    far = sorted(distance_km(*visit.position, *spot) for name, spot in spots.items() if name not in taken)
    assert [distance_km(*visit.position, *spots[name]) for name in names] == far[:2]


def test_a_proposed_day_more_stands_at_the_end_of_the_plan(owner, planned):
    changing.propose(planned, [AddNight(city="Boston")])
    page = owner.get(address("workspace", planned)).text
    assert page.count('id="proposal"') == 1


@BOTH
def test_a_day_begins_later_by_its_menu(owner, planned, htmx):
    first = visits(planned)[0]
    assert "two hours later" in page(owner, planned, "day=2", **htmx)
    edit(owner, planned, "shift", htmx, day=2, minutes=30, despite="on")
    later = next(item for item in visits(planned) if item.uid == first.uid)
    assert later.start > first.start
    assert edit(owner, planned, "shift", htmx, day=2, minutes=7).status_code == 422


@BOTH
def test_an_item_is_put_before_another(owner, planned, htmx):
    first, second = visits(planned)[:2]
    edit(owner, planned, "before", htmx, uid=second.uid, before=first.uid, despite="on")
    row = [item.uid for item in sorted(visits(planned), key=lambda one: one.start)]
    assert row.index(second.uid) < row.index(first.uid)
    assert edit(owner, planned, "before", htmx, uid=second.uid, before="gone").status_code == 422


# --- What the conversation says of it ------------------------------------------------------------


def told(client, trip) -> list[str]:
    """The lines of what buttons did, as the page shows them."""
    shown = html.unescape(client.get(address("workspace", trip)).content.decode())
    return re.findall(r'class="job-line[^>]*>.*?<span dir="auto">(.*?)(?: <button|</span>)', shown, re.DOTALL)


@BOTH
def test_each_button_leaves_a_line_once_and_undo_says_so(owner, traveller, htmx):
    trip = scenes.offered(traveller)
    option = trip.options.get(position=2)
    for _click in range(2):
        owner.post(address("select_option", trip, option.pk), **htmx)
    trip.refresh_from_db()
    (line,) = told(owner, trip)
    days, money = line.split("<br>")
    seeing = [day for day in option.plan.days if any(item.kind == "visit" for item in day.items)]
    assert days.startswith(f"“{option.plan.title}” it is: ") and len(seeing) <= 4
    assert all(f"{day.date:%A} " in days for day in seeing)
    assert money.startswith("About ") and (" to spare." in money or " each." in money)
    proposal = changing.propose(trip, [SwapDays(first=2, second=3)])
    for _click in range(2):
        owner.post(address("accept_proposal", trip, proposal.pk), **htmx)
    assert told(owner, trip)[1:] == ["Changed: Days 2 and 3 are swapped."]
    undo = address("undo_version", trip, 2)
    assert undo in owner.get(address("workspace", trip)).content.decode().split('class="undo"')[1]
    owner.post(undo, **htmx)
    assert told(owner, trip)[2].startswith("Undone: Days 2 and 3 are swapped. The plan is version 1 again")
    refused = changing.propose(trip, [SwapDays(first=2, second=3)])
    owner.post(address("refuse_proposal", trip, refused.pk), **htmx)
    assert told(owner, trip)[3] == "Then the plan stays as it is."
    newest = trip.turns.order_by("-number").first()
    assert newest.finished and newest.short_summary == "A change was turned down; the plan stays."
    assert [row.kind for row in newest.events.order_by("seq")] == ["queued", "done"]


def test_the_line_of_a_member_is_no_words_of_the_owner(planned):
    editor = Client()
    person = member_of(planned, "ed", Member.Role.EDITOR)
    editor.force_login(person)
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    editor.post(address("accept_proposal", planned, proposal.pk))
    line = planned.messages.get(author="system")
    assert line.sender == person and not line.by_owner
    assert line.text not in [told.text for told in window_of(planned, None).lines]

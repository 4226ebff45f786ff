"""Who may use which address, and what answers: the table that the matrix holds the project to.

A new address without a row here fails a test. Rows are written by hand, from what is meant to be.
"""

from __future__ import annotations

from dataclasses import dataclass, field

#: Roles on a trip, from least to most.
ROLES = ("viewer", "editor", "owner")


@dataclass(frozen=True)
class OfTrip:
    """An address of one trip: for members from this role up. For everybody else it is not there."""

    least: str
    answers: dict[str, int]  # by method; any other method: 405 for everybody
    form: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class OfAccount:
    """An address of whoever is signed in. Others are led to the sign-in page, whatever the method."""

    answers: dict[str, int]
    form: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class OfRow:
    """An address of one row of an account (a remembered sentence). It is not there for everybody else who is
    signed in, members of the trip it is from among them; who is not, is led to the sign-in page."""

    answers: dict[str, int]
    form: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Open:
    """An address for everybody; `signed_in` where it answers those in another way."""

    answers: dict[str, int]
    signed_in: dict[str, int] = field(default_factory=dict)
    form: dict[str, str] = field(default_factory=dict)


def _page(post: int | None = None) -> dict[str, int]:
    return {"GET": 200, "HEAD": 200} | ({"POST": post} if post else {})


KEY = "6a1fe5ad-3a45-4e0e-8d4f-2a2f0f1f0f0f"

PAGES: dict[str, OfTrip | OfAccount | OfRow | Open] = {
    "front": Open(_page()),
    "sample": Open(_page()),
    "check_plan": Open(_page(200), form={"text": "Sat 10 April: 10:00 Louvre, Paris"}),
    "map_shapes": Open({"GET": 400, "HEAD": 400}),  # without a box
    "start": Open({"POST": 302}, form={"text": "Boston in May", "client_key": KEY}),
    "security_txt": Open({"GET": 404, "HEAD": 404}),  # until an operator says whom to write to
    "workspace": OfTrip("viewer", _page()),
    "board": OfTrip("viewer", {"GET": 302, "HEAD": 302}),
    "commands": OfTrip("editor", {"GET": 200, "HEAD": 200}),
    "facts_history": OfTrip("viewer", {"GET": 302, "HEAD": 302}),
    "city": OfTrip("viewer", _page()),
    "send": OfTrip("editor", {"POST": 302}, form={"text": "Rather Rome", "client_key": KEY}),
    "stop_turn": OfTrip("editor", {"POST": 302}),
    "retry_turn": OfTrip("editor", {"POST": 302}),
    "reset_trip": OfTrip("editor", _page(302)),
    "select_option": OfTrip("editor", {"POST": 302}),
    "command": OfTrip("editor", {"POST": 302}, form={"line": "/status", "client_key": KEY}),
    "reject_options": OfTrip("editor", {"POST": 302}, form={"reason": "Too dear", "client_key": KEY}),
    "keep_finding": OfTrip("editor", {"POST": 302}),
    "dismiss_finding": OfTrip("editor", {"POST": 302}),
    "restore_finding": OfTrip("editor", {"POST": 302}),
    "pin_finding": OfTrip("editor", {"POST": 302}),
    "unpin_finding": OfTrip("editor", {"POST": 302}),
    "rank_findings": OfTrip("editor", {"POST": 302}),
    "ask_finding": OfTrip("editor", {"POST": 302}, form={"client_key": KEY}),
    "print_agenda": OfTrip("viewer", _page()),
    "new_booking": OfTrip("editor", _page(422), form={"booking-title": ""}),
    "edit_booking": OfTrip("editor", _page(422), form={"booking-title": ""}),
    "delete_booking": OfTrip("editor", _page(302)),
    "booking_code": OfTrip("editor", {"POST": 200}),
    "mark_booked": OfTrip("editor", {"POST": 302}),
    "cancel_booking": OfTrip("editor", {"POST": 302}),
    "attach_booking": OfTrip("editor", {"POST": 302}),
    "reopen_booking": OfTrip("editor", {"POST": 302}),
    "edit_plan": OfTrip("editor", _page(422), form={"what": "lock", "uid": "x", "seen": "1"}),
    "propose_edit": OfTrip("editor", {"POST": 302}),
    "accept_proposal": OfTrip("editor", {"POST": 302}),
    "refuse_proposal": OfTrip("editor", {"POST": 302}),
    "undo_version": OfTrip("editor", {"POST": 302}),
    "redo_version": OfTrip("editor", {"POST": 302}),
    "choose_version": OfTrip("editor", {"POST": 302}),
    "new_expense": OfTrip("editor", _page(422), form={"expense-amount": ""}),
    "edit_expense": OfTrip("editor", _page(422), form={"expense-amount": "0"}),
    "undo_expense": OfTrip("editor", {"POST": 302}),
    "delete_expense": OfTrip("editor", _page(302)),
    "new_feedback": OfTrip("editor", _page(422), form={"feedback-text": ""}),
    "edit_feedback": OfTrip("editor", _page(422), form={"feedback-text": ""}),
    "delete_feedback": OfTrip("editor", _page(302)),
    "download_expenses": OfTrip("viewer", _page()),
    "download_ics": OfTrip("viewer", _page()),
    "download_markdown": OfTrip("viewer", _page()),
    "download_plan": OfTrip("viewer", _page()),
    "rename_trip": OfTrip("editor", _page(302), form={"title": "Another name"}),
    "edit_fact": OfTrip("editor", _page(422), form={"pace": "nonsense"}),
    "undo_change": OfTrip("editor", {"POST": 302}),
    "delete_trip": OfTrip("owner", _page(302), form={"sure": "yes"}),
    "switch_web": OfTrip("editor", {"POST": 302}, form={"web": "off"}),
    "switch_trip_memory": OfTrip("owner", {"POST": 302}, form={"remember": "off"}),
    "remembered": OfTrip("owner", _page()),
    "remembered_note": OfRow(_page(302), form={"deed": "pin"}),
    "remembered_line": OfRow(_page(302), form={"deed": "forget"}),
    "memory": OfAccount(_page()),
    "download_memory": OfAccount(_page()),
    "forget_all": OfAccount(_page(302)),
    "switch_memory": OfAccount({"POST": 302}, form={"remember": "off"}),
    "my_trips": OfAccount(_page()),
    "account": OfAccount(_page()),
    "change_password": OfAccount(_page(422), form={"old_password": "wrong"}),
    "move_trips": OfAccount({"GET": 302, "HEAD": 302, "POST": 302}, form={"answer": "move"}),
    "download_data": OfAccount(_page()),
    "delete_account": OfAccount(_page(422), form={"password": "wrong"}),
    "sign_in": Open(_page(422), signed_in={"GET": 302, "HEAD": 302, "POST": 302}, form={"username": "x"}),
    "sign_up": Open(_page(422), signed_in={"GET": 302, "HEAD": 302, "POST": 302}, form={"username": "x"}),
    "sign_out": Open({"POST": 302}),
}

#: Answered before Django (config/asgi.py).
NATIVE: dict[str, OfTrip | Open] = {
    "stream": OfTrip("viewer", {"GET": 200}),
    "/healthz": Open({"GET": 200, "HEAD": 200}),
    "/readyz": Open({"GET": 200, "HEAD": 200}),
}

#: What staff with every permission may do with rows of a kind, besides reading them.
ADMIN: dict[str, frozenset[str]] = {
    "auth_group": frozenset({"add", "change", "delete"}),
    "trips_traveller": frozenset({"add", "change"}),
    "trips_member": frozenset({"add", "change", "delete"}),
    "trips_trip": frozenset(),
    "trips_message": frozenset(),
    "trips_question": frozenset(),
    "trips_factchange": frozenset(),
    "trips_option": frozenset(),
    "trips_planversion": frozenset(),
    "trips_planproposal": frozenset(),
    "trips_staffplace": frozenset({"add", "change", "delete"}),
    "trips_tripplace": frozenset(),
    "trips_placesource": frozenset(),
    "trips_openstreetmapplace": frozenset(),
    "trips_wikivoyageplace": frozenset(),
    "trips_mapshape": frozenset(),
    "trips_finding": frozenset(),
    "trips_cityintel": frozenset(),
    "trips_feedback": frozenset(),
    "trips_expense": frozenset(),
    "trips_booking": frozenset(),
    "memory_note": frozenset({"change"}),
    "memory_noteuse": frozenset(),
    "memory_document": frozenset(),
    "memory_documentline": frozenset(),
    "memory_documentversion": frozenset(),
    "memory_agentmemory": frozenset(),
    "memory_summary": frozenset(),
    "memory_extraction": frozenset(),
    "memory_searchrow": frozenset(),
    "memory_searchlog": frozenset(),
    "memory_silentmessage": frozenset(),
    "memory_unheardmessage": frozenset(),
    "memory_tombstone": frozenset(),
    "trips_turn": frozenset(),
    "trips_tally": frozenset({"delete"}),
    "agents_turnevent": frozenset(),
    "agents_stepresult": frozenset(),
    "agents_modelcall": frozenset(),
    "agents_switchboard": frozenset({"change"}),
    "agents_chore": frozenset(),
    "agents_workersign": frozenset(),
    "axes_accessattempt": frozenset({"delete"}),
    "axes_accesslog": frozenset({"delete"}),
    "axes_accessfailurelog": frozenset({"delete"}),
}
#: The admin's pages that are of no kind of row: (staff without any permission, staff) for GET and POST.
ADMIN_PAGES: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "admin:index": ({"GET": 200, "POST": 200}, {"GET": 200, "POST": 200}),
    "admin:app_list": ({"GET": 404, "POST": 404}, {"GET": 200, "POST": 200}),
    # Only a GET leads on who is signed in; to everything else Django shows the empty form.
    "admin:login": (
        {"GET": 302, "HEAD": 200, "POST": 200, "PUT": 200},
        {"GET": 302, "HEAD": 200, "POST": 200, "PUT": 200},
    ),
    "admin:logout": ({"GET": 405, "POST": 302}, {"GET": 405, "POST": 302}),
    "admin:password_change": ({"GET": 200, "POST": 200}, {"GET": 200, "POST": 200}),
    "admin:password_change_done": ({"GET": 200, "POST": 405}, {"GET": 200, "POST": 405}),
    "admin:autocomplete": ({"GET": 403, "POST": 405}, {"GET": 403, "POST": 405}),
    "admin:jsi18n": ({"GET": 200, "POST": 405}, {"GET": 200, "POST": 405}),
    "admin:view_on_site": ({"GET": 404, "POST": 404}, {"GET": 404, "POST": 404}),
    "admin/(?P<url>.*)$": ({"GET": 404, "POST": 404}, {"GET": 404, "POST": 404}),
}

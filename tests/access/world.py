"""Two trips of two strangers with something of everything, and everybody who may knock."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, field

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from django.utils import timezone

from agents import turns
from agents.models import Chore, ModelCall, StepResult, Switchboard, WorkerSign
from memory.models import Document, DocumentLine, Note, NoteUse
from tests.access.table import ROLES
from tests.trips.told import TODAY, plan
from trips import fact_log, finding, ledger, removal
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import (
    Booking,
    Expense,
    FactChange,
    Feedback,
    Member,
    Option,
    PlanProposal,
    PlanVersion,
    StaffPlace,
    Traveller,
    Trip,
    Turn,
)
from trips.schemas import Change, Verdict
from trips.starting import start_trip

PASSWORD = "a-long-enough-word"
#: A word that is said nowhere but on this trip.
CANARIES = {"a": "Xanthippe", "b": "Zebulon"}
#: Without a session that counts: the first never had one.
NOBODY = ("anonymous", "signed out", "expired", "password changed", "deleted")
MEMBERS = ("owner", "editor", "viewer")
OTHERS = ("other traveller", "taken off the trip")
STAFF = ("staff without permission", "staff")
PEOPLE = (*NOBODY, *MEMBERS, *OTHERS, *STAFF)
MISSING_UUID = "00000000-0000-4000-8000-000000000000"
MISSING_NUMBER = "999999"


@dataclass
class World:
    trips: dict[str, Trip] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)
    #: (person, trip): role
    roles: dict[tuple[str, str], str] = field(default_factory=dict)

    def may(self, person: str, trip: str, least: str) -> bool:
        role = self.roles.get((person, trip))
        return role is not None and ROLES.index(role) >= ROLES.index(least)

    def foreign_canaries(self, person: str) -> list[str]:
        """Words this person must never read, outside staff's pages."""
        return [word for trip, word in CANARIES.items() if (person, trip) not in self.roles]

    def values_of(self, parameter: str, trip: str) -> str:
        """A value of this parameter that belongs to this trip."""
        row = self.trips[trip]
        match parameter:
            case "trip_uuid":
                return str(row.uuid)
            case "number":
                return str(
                    row.turns.filter(status=Turn.Status.STOPPED).values_list("number", flat=True).get()
                )
            case "pk":
                return str(row.options.get().pk)
            case "seq":
                return str(row.fact_changes.latest("seq").seq)
            case "path":
                return "pace"
            case "city_id":
                return "4930956"
            case "version":
                return str(row.plan_versions.get().number)
            case "proposal":
                return str(row.proposals.get().pk)
            case "finding":
                return str(row.findings.get().pk)
            case "booking":
                return str(row.bookings.get().pk)
            case "expense":
                return str(row.expenses.get().pk)
            case "feedback":
                return str(row.feedback.get().pk)
            case "remembered_note":
                return str(row.notes.get().pk)
            case "remembered_line":
                return str(row.owner.documents.get().lines.get().pk)
        raise LookupError(f"the matrix knows no values of <{parameter}>: say here which there are")


#: What no value of a parameter looks like, and values that are too large for any.
MALFORMED = {
    "trip_uuid": ["not-a-uuid", "{upper}", "%00", "1"],
    "number": ["x", "-1", "9" * 30],
    "pk": ["x", "-1", "9" * 30],
    "seq": ["x", "-1", "9" * 30],
    "version": ["x", "-1", "9" * 30],
    "proposal": ["x", "-1", "9" * 30],
    "path": ["%00", "a%2Fb"],
    "city_id": ["x", "-1", "9" * 30],
    "booking": ["x", "-1", "9" * 30],
    "finding": ["x", "-1", "9" * 30],
    "expense": ["x", "-1", "9" * 30],
    "feedback": ["x", "-1", "9" * 30],
}
MISSING = {"trip_uuid": MISSING_UUID, "path": "nonsense"}


def make_world() -> World:
    world = World()
    owner = Traveller.objects.create_user("owner", password=PASSWORD)
    world.trips["a"] = _trip(owner, CANARIES["a"], turns_before=0)
    other = Traveller.objects.create_user("other", password=PASSWORD)
    world.trips["b"] = _trip(other, CANARIES["b"], turns_before=6)
    signed_in = {"owner": owner, "other traveller": other}
    world.roles[("owner", "a")] = world.roles[("other traveller", "b")] = "owner"
    for role in ("editor", "viewer"):
        signed_in[role] = _member(world.trips["a"], role, role)
        world.roles[(role, "a")] = role
    signed_in["taken off the trip"] = _member(world.trips["a"], "taken-off", "editor")
    for name in ("expired", "password changed", "deleted", "signed out"):
        signed_in[name] = _member(world.trips["a"], name.replace(" ", "-"), "editor")
    for name in STAFF:
        signed_in[name] = Traveller.objects.create_user(
            name.replace(" ", "-"), is_staff=True, password=PASSWORD
        )
    signed_in["staff"].user_permissions.set(Permission.objects.all())
    world.clients = {name: _client(person) for name, person in signed_in.items()}
    world.clients["anonymous"] = _client(None)
    _take_rights_away(world, signed_in)
    _rest()
    return world


def _client(person: Traveller | None) -> Client:
    client = Client(raise_request_exception=False)
    if person is not None:
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _take_rights_away(world: World, people: dict[str, Traveller]) -> None:
    """Those who had the right once, with the cookie they had it by."""
    Member.objects.filter(traveller=people["taken off the trip"]).delete()
    Session.objects.filter(session_key=world.clients["signed out"].session.session_key).delete()
    Session.objects.filter(session_key=world.clients["expired"].session.session_key).update(
        expire_date=timezone.now() - dt.timedelta(seconds=1)
    )
    people["password changed"].set_password("another-long-word")
    people["password changed"].save()
    removal.delete_traveller(people["deleted"])


def _member(trip: Trip, name: str, role: str) -> Traveller:
    person = Traveller.objects.create_user(name, password=PASSWORD)
    Member.objects.create(trip=trip, traveller=person, role=role, name=CANARIES["a"])
    return person


def _trip(owner: Traveller, word: str, *, turns_before: int) -> Trip:
    trip = start_trip(owner)
    trip.title = f"With {word}"
    trip.save()
    if turns_before:  # so that the numbers of one trip are none of the other
        Turn.objects.create(trip=trip, number=turns_before, status=Turn.Status.DONE, last_seq=1)
        FactChange.objects.create(trip=trip, seq=turns_before, path="pace", op="set")
    turn = turns.start_turn(trip, f"Boston with {word}", str(uuid.uuid4()))
    turns.stop_turn(turn)
    message = turn.messages.first()
    ledger.ask(trip, turn, topic="dates", text=f"When, {word}?", required=True, asked_by="orchestrator")
    made = [Change(path="party.adults", value=2, quote=word)]
    fact_log.change_facts(trip, made, by=FactChange.By.TRAVELLER, today=TODAY, message=message, turn=turn)
    option = Option.objects.create(
        trip=trip,
        turn=turn,
        position=1,
        plan_json=plan(f"Quiet days with {word}").model_dump(mode="json"),
        verdict_json=Verdict().model_dump(mode="json"),
        facts_version=trip.facts_version,
    )
    version = PlanVersion.objects.create(
        trip=trip, number=turns_before + 1, option=option, plan_json=option.plan_json,
        verdict_json=option.verdict_json, total=1, currency="USD", cause=word,
    )  # fmt: skip
    trip.plan = version
    trip.save()
    PlanProposal.objects.create(
        trip=trip, base=version, plan_json=option.plan_json, verdict_json=option.verdict_json, sentence=word
    )
    finding.save_findings(trip, turn, "Boston", [finding.FoundRow("place", f"Tower with {word}")])
    Booking.objects.create(trip=trip, kind="visit", title=f"Tower with {word}", code=f"{word}-7")
    Expense.objects.create(
        trip=trip, what=f"Lunch with {word}", amount=7, currency="USD", category="food", date=TODAY, before={}
    )
    Feedback.objects.create(trip=trip, date=TODAY, text=f"Loved {word}", liked=[word])
    note = Note.objects.create(
        owner=owner, trip=trip, agent="research", turn=turn, message=message, quote=word, author="agent",
        text=f"Likes {word}.", hash=word, scope=f"{trip.pk}::research", shared=True,
    )  # fmt: skip
    document = Document.objects.create(owner=owner, namespace="preferences", version=1)
    DocumentLine.objects.create(
        document=document, position=1, text=f"Prefers {word}.", hash=word, author="traveller", message=message
    )
    NoteUse.objects.create(note=note, turn=turn, agent="planner")
    StepResult.objects.create(turn=turn, step="orchestrator", input_hash="0" * 64, output={"reply": word})
    ModelCall.objects.create(turn=turn, trip=trip, mind="claude", purpose="answer", agent="food", error=word)
    return trip


def _rest() -> None:
    """A row of every kind that staff can open."""
    Switchboard.objects.get_or_create(pk=1)
    Chore.objects.get_or_create(name="a chore")
    WorkerSign.objects.create(owner="host:1:20260101T000000", kind="worker", seen=timezone.now())
    Group.objects.create(name="a group")
    place = default_gazetteer().places("boston")[0]
    StaffPlace.objects.create(place_id=place.id, data=place.model_dump(mode="json", exclude_defaults=True))
    for model in admin.site._registry:
        if not model._default_manager.exists():
            make_any(model)


def make_any(model: type[models.Model]) -> models.Model:
    """A row of a kind nothing above knows: of other packages, or one that came later."""
    values: dict[str, object] = {}
    for column in model._meta.concrete_fields:
        if column.primary_key or column.has_default() or column.null or column.blank:
            continue
        if isinstance(column, models.ForeignKey):
            values[column.name] = column.related_model._default_manager.first()
        elif isinstance(column, models.DateTimeField):
            values[column.name] = timezone.now()
        elif isinstance(column, models.DateField):
            values[column.name] = TODAY
        elif isinstance(column, models.DecimalField):
            values[column.name] = 1
        elif isinstance(column, models.GenericIPAddressField):
            values[column.name] = "127.0.0.1"
        elif isinstance(column, models.IntegerField | models.FloatField):
            values[column.name] = 1
        else:
            values[column.name] = "x"
    return model._default_manager.create(**values)


def checksum() -> int:
    """Of every row there is, sessions aside (they note that somebody was here)."""
    rows = []
    for model in apps.get_models():
        if model._meta.label != "sessions.Session":
            order = [column.attname for column in model._meta.concrete_fields]
            rows.append((model._meta.label, list(model._base_manager.order_by("pk").values_list(*order))))
    return hash(repr(rows))

"""Whatever is said, by whom, on which trip, as a note or as a line and in whichever order, also when the
trips of a guest move to an account: the planner is told it once, and in another member's turn only what was
said on that trip.
"""

from __future__ import annotations

import os

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memory import documents, said_twice
from memory.brief import brief_for
from memory.documents import LineEdit
from memory.models import DocumentLine
from tests.memory.extracting import learnt, turn_of
from trips.accounts import move_trips
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("HYPOTHESIS_EXAMPLES", "12"))
TRIPS, SENTENCES = (0, 1), (0, 1)
FELLOW = (
    "A fellow traveller"  # in words that tell nothing of their own: the sentence is the owner's but for them
)
LATER = 900  # the number of a turn that goes on

trip, number, ending = st.sampled_from(TRIPS), st.sampled_from(SENTENCES), st.sampled_from(["", ".", "!"])
agent = st.sampled_from(["planner", "research"])
STEPS = st.one_of(
    st.tuples(st.just("say_note"), trip, number, ending, agent),
    st.tuples(st.just("fellow_says"), trip, number, ending),
    st.tuples(st.just("say_line"), trip, number, ending),
    st.tuples(st.just("give_way"), number),
    st.tuples(st.just("move_trip")),
)


def canary(number: int) -> str:
    return ("qxvkk", "qxwkk")[number]


class World:
    """Two trips of a guest's, another member on both, and a turn on each that this member asks."""

    def __init__(self) -> None:
        self.owner = Traveller.objects.create_guest()
        self.account = Traveller.objects.create_user("ada", password="x")
        self.fellow = Traveller.objects.create_user("edmund", password="x")
        self.trips = [start_trip(self.owner) for _ in TRIPS]
        self.theirs = []
        for one in self.trips:
            one.members.create(traveller=self.fellow, role="editor")
            turn = Turn.objects.create(trip=one, number=LATER, status=Turn.Status.RUNNING)
            self._of_the_fellow(
                Message.objects.create(
                    trip=one, turn=turn, position=LATER, author="traveller", text="And dinner?"
                )
            )
            self.theirs.append(turn)
        self.said: set[tuple[int, int]] = set()  # by the owner: on which trip, what
        self.lines: set[int] = set()
        self.fellows: set[tuple[int, int]] = set()

    def _of_the_fellow(self, message: Message) -> None:
        Message.objects.filter(pk=message.pk).update(sender=self.fellow, by_owner=False)

    def _words(self, number: int) -> str:
        return f"I never eat {canary(number)}"

    def _turn(self, trip: int, number: int, ending: str) -> Turn:
        return turn_of(self.trips[trip], f"{self._words(number)}{ending}")

    def say_note(self, trip: int, number: int, ending: str, agent: str) -> None:
        quote = f"{self._words(number)}{ending}"
        turn = self._turn(trip, number, ending)
        learnt(turn, f"- [pinned] [shared] Never eats {canary(number)}. | “{quote}”", agent=agent)
        self.said.add((trip, number))

    def fellow_says(self, trip: int, number: int, ending: str) -> None:
        turn = self._turn(trip, number, ending)
        self._of_the_fellow(turn.messages.get())
        words = f"{self._words(number)}{ending}"
        learnt(turn, f"- [shared] {FELLOW} never eats {canary(number)}. | “{words}”")
        self.fellows.add((trip, number))

    def say_line(self, trip: int, number: int, ending: str) -> None:
        message = self._turn(trip, number, ending).messages.get()
        edit = LineEdit("add", f"Never eats {canary(number)}.", quote=f"{self._words(number)}{ending}")
        (done,) = documents.edit_lines(
            self.owner, "preferences", [edit], author="agent", by="curator", message=message,
            trip=self.trips[trip],
        )  # fmt: skip
        assert done.stands
        said_twice.give_way(done.line)
        self.said.add((trip, number))
        self.lines.add(number)

    def give_way(self, number: int) -> None:
        """Once more finds nothing that was left."""
        for line in DocumentLine.objects.filter(text__contains=canary(number)):
            assert said_twice.give_way(line) == 0

    def move_trip(self) -> None:
        if self.owner != self.account:
            move_trips(self.owner.pk, self.account)
            self.owner = self.account

    def check(self) -> None:
        for at, one in enumerate(self.trips):
            mine = self._told(one, None)
            theirs = self._told(one, self.theirs[at])
            for number in SENTENCES:
                here, by_fellow = (at, number) in self.said, (at, number) in self.fellows
                assert mine[number] == (int(here or number in self.lines), int(by_fellow))
                assert theirs[number] == (int(here), int(by_fellow))

    def _told(self, one: Trip, turn: Turn | None) -> list[tuple[int, int]]:
        """How often the planner is told each sentence as the owner's, and as the fellow's."""
        lines = brief_for(Trip.objects.get(pk=one.pk), "planner", turn=turn).text.splitlines()
        found = [[FELLOW in line for line in lines if canary(number) in line] for number in SENTENCES]
        return [(fellows.count(False), fellows.count(True)) for fellows in found]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEPS, min_size=1, max_size=8))
@example([("fellow_says", 0, 0, "."), ("say_line", 1, 0, ""), ("say_note", 0, 0, "!", "planner")])
@example(
    [("say_line", 0, 0, "."), ("fellow_says", 0, 0, "."), ("say_note", 1, 0, "", "research"), ("move_trip",)]
)
@example([("say_note", 0, 0, ".", "planner"), ("say_note", 1, 0, "", "planner"), ("say_line", 1, 0, "!"),
          ("move_trip",), ("give_way", 0), ("say_line", 0, 0, "")])  # fmt: skip
def test_everybody_is_told_what_they_said_once(steps) -> None:
    with transaction.atomic():
        world = World()
        for name, *values in steps:
            getattr(world, name)(*values)
            world.check()
        transaction.set_rollback(True)

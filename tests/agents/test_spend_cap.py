"""Fifty messages at once never spend more than a cap; two turns of a traveller, three messages behind one."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.urls import reverse

from agents import turns
from agents.llm import budget
from agents.llm.base import ModelEvent, ModelMessage, ModelReply, ModelRequest, SystemBlock, Usage
from agents.llm.context_window import schema_text
from agents.llm.prices import cost_of
from agents.models import ModelCall
from agents.runtime.agent import BudgetExhausted, CallRecord
from agents.runtime.db_thread import close_recorder_connection
from tests.agents.talking import clarify, send
from trips.models import Message, Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

AT_ONCE = 50
WORDS = "Boston with four friends"
#: Short words cost most for their length.
DEAR = "Zq7 東京 🏖 x9 " * 500


def together(call: Callable[[int], object], times: int = AT_ONCE) -> list:
    """What the calls returned, from sixteen threads with a connection each."""

    def one(number: int) -> object:
        try:
            return call(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(16) as threads:
        return list(threads.map(one, range(times)))


class DearMind:
    """Answers what is asked, and always costs the most a call can: every token of the answer, and a token for
    each byte that a traveller wrote."""

    name = "claude"

    def __init__(self) -> None:
        self.most_at_once = self._now = 0

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        try:
            await asyncio.sleep(0.4)  # so that calls are under way at the same time
            yield ModelReply(
                ScriptedAnswer, "end_turn", most_of(request), django_settings.MODELS[request.tier], ()
            )
        finally:
            self._now -= 1


def most_of(request: ModelRequest) -> Usage:
    before = len(schema_text(request.output)) if request.output else 0  # it stands before the system prompt
    before += sum(len(f"{tool.description}{tool.input_schema}") for tool in request.tools)
    ours = (before + sum(len(block.text.encode()) for block in request.system)) // 4
    theirs = sum(len(message.text.encode()) for message in request.messages)
    marked = sum(len(block.text.encode()) for block in request.system if block.cache == "1h")
    hour = (before + marked) // 4 if marked else 0
    return Usage(output=request.max_tokens, cache_write=ours + theirs, cache_hour=hour)


def _scripted() -> str:
    import json

    return json.dumps(clarify())


ScriptedAnswer = _scripted()


def run_all(mind: DearMind) -> None:
    """As workers would: every queued turn is tried until all have ended."""

    async def main() -> None:
        try:
            async with asyncio.timeout(180):
                while waiting := await asyncio.to_thread(queued):
                    await asyncio.gather(*(turns.run_turn(turn_id, mind) for turn_id in waiting))
        finally:
            await close_recorder_connection()

    asyncio.run(main())


def queued() -> list[int]:
    try:
        return list(Turn.objects.filter(status=Turn.Status.QUEUED).values_list("pk", flat=True))
    finally:
        connection.close()


def spent(**of) -> Decimal:
    return ModelCall.objects.filter(**of).aggregate(total=Sum("cost"))["total"] or Decimal(0)


def one_call() -> Decimal:
    return max(ModelCall.objects.filter(mind="claude").values_list("cost", flat=True))


# --- Money -------------------------------------------------------------------------------------


def test_fifty_messages_at_once_keep_to_the_cap_of_the_site(settings) -> None:
    settings.CAP_SITE = 0.6
    clients = []
    for number in range(AT_ONCE):
        traveller = Traveller.objects.create_user(f"traveller{number}")
        client = Client()
        client.force_login(traveller)
        clients.append((client, start_trip(traveller)))

    def post(number: int) -> int:
        client, trip = clients[number]
        return client.post(reverse("send", args=[trip.uuid]), {"text": WORDS}).status_code

    assert set(together(post)) == {302}
    mind = DearMind()
    run_all(mind)
    assert Turn.objects.filter(status=Turn.Status.DONE).count() == AT_ONCE
    cap, most = Decimal("0.6"), one_call()
    assert mind.most_at_once > 1, "nothing was asked at the same time"
    assert cap - 3 * most < spent() <= cap + most
    assert spent() <= cap  # what a call may cost at most is reserved before it
    minds = set(Turn.objects.values_list("mind", flat=True))
    assert minds == {"claude", "offline"}  # the others were answered too


def test_many_trips_of_one_traveller_keep_to_their_cap_two_at_a_time(settings, traveller) -> None:
    settings.CAP_TRAVELLER = 0.3
    trips = [start_trip(traveller) for _ in range(14)]

    def post(number: int) -> int:
        mine = Client()
        mine.force_login(traveller)
        return mine.post(reverse("send", args=[trips[number].uuid]), {"text": WORDS}).status_code

    assert set(together(post, len(trips))) == {302}
    mind = DearMind()
    run_all(mind)
    assert Turn.objects.filter(status=Turn.Status.DONE).count() == len(trips)
    assert spent(traveller=traveller) <= Decimal("0.3")
    assert mind.most_at_once <= settings.RUNNING_TURNS_A_TRAVELLER


@pytest.mark.parametrize("cap", ["CAP_SITE", "CAP_TRAVELLER", "CAP_TRIP"])
def test_reservations_at_the_same_moment_add_up(settings, trip, cap: str) -> None:
    """From many threads, as from many processes: not because a process has one recorder thread."""
    setattr(settings, cap, 0.6)
    turn = send(trip, "Boston")
    request = ModelRequest(
        purpose="orchestrator",
        agent="orchestrator",
        tier="standard",
        system=(SystemBlock("You plan."),),
        messages=(ModelMessage("user", DEAR),),
        max_tokens=4096,
    )

    def reserve(_number: int) -> int | None:
        try:
            return budget.reserve(turn.pk, trip.pk, request, mind="claude")
        except BudgetExhausted:
            return None

    permits = [permit for permit in together(reserve) if permit]
    assert 0 < len(permits) < AT_ONCE
    assert Decimal("0.6") - one_call() < spent() <= Decimal("0.6")
    usage = most_of(request)
    model = settings.MODELS["standard"]
    reply = ModelReply("", "end_turn", usage, model, ())
    together(
        lambda n: budget.settle(permits[n], CallRecord(request, 5, usage, model, reply=reply)), len(permits)
    )
    assert spent() == len(permits) * cost_of(model, usage) <= Decimal("0.6")


# --- Turns -------------------------------------------------------------------------------------


def test_of_fifty_turns_claimed_at_once_a_traveller_has_two(traveller, settings) -> None:
    ids = [send(start_trip(traveller), "Boston").pk for _ in range(AT_ONCE)]
    tokens = together(lambda number: turns.claim(ids[number]))
    assert sum(token is not None for token in tokens) == settings.RUNNING_TURNS_A_TRAVELLER
    assert Turn.objects.filter(status=Turn.Status.RUNNING).count() == settings.RUNNING_TURNS_A_TRAVELLER


@pytest.mark.parametrize("one_runs", [False, True], ids=["none runs", "one runs"])
def test_of_fifty_messages_sent_at_once_three_wait_behind_one(trip, traveller, settings, one_runs) -> None:
    if one_runs:
        assert turns.claim(send(trip, "Boston").pk)

    def post(number: int) -> int:
        client = Client()
        client.force_login(traveller)
        address = reverse("send", args=[trip.uuid])
        return client.post(address, {"text": f"number {number}", "client_key": str(uuid.uuid4())}).status_code

    answers = together(post)
    most = settings.WAITING_TURNS_A_TRIP + 1
    assert answers.count(302) == most - one_runs and answers.count(422) == AT_ONCE - most + one_runs
    assert Turn.objects.count() == Message.objects.count() == most
    assert sorted(Message.objects.values_list("position", flat=True)) == list(range(1, most + 1))


def test_trying_again_does_not_get_round_it(trip, settings) -> None:
    failed = []
    for number in range(8):
        failed.append(send(trip, f"number {number}"))
        Turn.objects.filter(pk=failed[-1].pk).update(status=Turn.Status.FAILED)

    def retry(number: int) -> bool:
        try:
            turns.retry_turn(failed[number])
        except turns.Refused:
            return False
        return True

    assert sum(together(retry, len(failed))) == settings.WAITING_TURNS_A_TRIP + 1
    assert Trip.objects.get().turns.filter(status=Turn.Status.QUEUED).count() == 4

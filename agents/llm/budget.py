"""Money: what a model call may cost is reserved before it and settled after it.

Caps a day (UTC), US dollars: the whole site, one account, one guest, one trip. A call that would go
over one raises BudgetExhausted; the turn then goes on with the offline planner and says so.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q, Sum
from django.utils import timezone

from agents.llm import context_window
from agents.llm.answers import clean_text
from agents.llm.base import ModelRequest
from agents.llm.prices import cost_of, highest_cost, operator_prices, price_of
from agents.llm.profiles import call_options
from agents.llm.reply_stream import join_surrogates
from agents.models import ModelCall, Switchboard
from agents.runtime.agent import BudgetExhausted, CallRecord
from trips.models import Member, Traveller

#: A model without a price is reserved and charged at this one: the dearest of the table.
DEAREST = "claude-fable-5-1"
#: The greatest number of a column of each kind.
MOST_OF = {"PositiveSmallIntegerField": 32_767, "PositiveIntegerField": 2_147_483_647}

SWITCHED_OFF = "No language model answers at the moment: they are switched off."
AT_THE_CAP = "No language model answers until midnight UTC: today's budget is used up."


def reserve(
    turn_id: int | None,
    trip_id: int | None,
    request: ModelRequest,
    *,
    mind: str,
    traveller: Traveller | None = None,
) -> int:
    """Write the call's row with its highest possible cost; returns its id. Without a trip it is charged to
    `traveller`. Raises BudgetExhausted."""
    if mind != "claude":
        return _row(turn_id, trip_id, request, mind, "", Decimal(0), None).pk
    most = _most(request)
    with transaction.atomic():
        lock = _locked_switchboard()
        if trip_id is not None:
            owner = {"memberships__trip": trip_id, "memberships__role": Member.Role.OWNER}
            traveller = Traveller.objects.filter(**owner).order_by("memberships__pk").first()
        _refuse_above_caps(lock, traveller, trip_id, most)
        return _row(turn_id, trip_id, request, mind, _model(request), most, traveller).pk


def reserve_again(call_id: int, request: ModelRequest) -> bool:
    """Add what one more request of a call may cost to its row; False: no money is left for it."""
    most = _most(request)
    with transaction.atomic():
        lock = _locked_switchboard()
        call = ModelCall.objects.select_related("traveller").get(pk=call_id)
        try:
            _refuse_above_caps(lock, call.traveller, call.trip_id, most)
        except BudgetExhausted:
            return False
        call.cost += most
        _bounded(call).save(update_fields=["cost"])
    return True


def settle(call_id: int, record: CallRecord) -> None:
    """Replace the reservation by what the call cost. A stopped call keeps what was reserved; so does every
    try that broke before anybody said what it used."""
    call = ModelCall.objects.get(pk=call_id)
    usage = record.usage
    call.status = (
        ModelCall.Status.STOPPED
        if record.stopped
        else ModelCall.Status.FAILED
        if record.error or record.problem
        else ModelCall.Status.DONE
    )
    call.model = charged = record.model or call.model
    call.tokens_in, call.tokens_out = usage.input, usage.output
    call.tokens_cache_read, call.tokens_cache_write = usage.cache_read, usage.cache_write
    call.web_searches = usage.searches
    if call.mind == "claude" and not record.stopped:
        asked = _model(record.request)
        if price_of(charged) is None and asked in operator_prices(settings.MODEL_PRICES):
            charged = asked
        call.cost = _priced(cost_of, charged, usage) + _most(record.request) * record.uncounted
    if (use := context_window.counted(usage, call.context_window)) is not None:
        call.context_tokens, call.context_counted = use.tokens, True
    call.latency_ms = record.latency_ms
    call.stop_reason = record.stop_reason
    call.request_id = record.request_id
    call.left_out = ", ".join(record.reply.left_out) if record.reply else ""
    if call.trip_id is None:  # its trip was deleted meanwhile: nothing of the words is kept
        _bounded(call).save()
        return
    call.error = (str(record.error) if record.error else record.problem)[:2000]
    if settings.RECORD_PROMPTS:
        call.request_body = "\n\n".join(
            [block.text for block in record.request.system]
            + [f"[{message.role}] {message.text}" for message in record.request.messages]
        )
        call.answer_body = record.reply.text if record.reply else record.error.partial if record.error else ""
    _bounded(call).save()


def leave_reserved(turn_id: int, *, purpose: str = "") -> None:
    """The worker of this turn's open calls is gone: they are stopped and keep what was reserved."""
    rows = ModelCall.objects.filter(turn_id=turn_id, status=ModelCall.Status.RESERVED)
    if purpose:
        rows = rows.filter(purpose=purpose)
    rows.update(status=ModelCall.Status.STOPPED, stop_reason="worker gone")


def at_the_cap(traveller, trip_id: int | None = None) -> bool:
    """Is any cap reached (for the page's line)? A cap counts as reached at 99 %."""
    return any(
        spent >= Decimal(str(limit)) * Decimal("0.99") for _cap, limit, spent in _caps(traveller, trip_id)
    )


def _locked_switchboard() -> Switchboard:
    locked = Switchboard.objects.select_for_update().filter(pk=1)
    board = locked.first()
    if board is None:
        Switchboard.objects.get_or_create(pk=1)
        board = locked.get()
    return board


def _refuse_above_caps(
    lock: Switchboard, traveller: Traveller | None, trip_id: int | None, most: Decimal
) -> None:
    """Raises BudgetExhausted. `lock`: the switchboard's row, so that reservations of one site come one after
    the other."""
    if not lock.models_on:
        raise BudgetExhausted("switch", SWITCHED_OFF)
    for cap, limit, spent in _caps(traveller, trip_id):
        if spent + most > Decimal(str(limit)):
            raise BudgetExhausted(cap, AT_THE_CAP)


def _caps(traveller: Traveller | None, trip_id: int | None) -> list[tuple[str, float, Decimal]]:
    """Each cap's name, its limit and what was spent of it today, in one question."""
    midnight = timezone.now().astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    today = ModelCall.objects.filter(created__gte=midnight)
    limits = {"site": settings.CAP_SITE}
    sums = {"site": Sum("cost")}
    if traveller is not None:
        cap, limit = (
            ("guest", settings.CAP_GUEST) if traveller.is_guest else ("traveller", settings.CAP_TRAVELLER)
        )
        limits[cap], sums[cap] = limit, Sum("cost", filter=Q(traveller=traveller))
    if trip_id is not None:
        limits["trip"], sums["trip"] = settings.CAP_TRIP, Sum("cost", filter=Q(trip_id=trip_id))
    spent = today.aggregate(**sums)
    return [(cap, limit, spent[cap] or Decimal(0)) for cap, limit in limits.items()]


def _row(
    turn_id, trip_id, request: ModelRequest, mind: str, model: str, cost: Decimal, traveller
) -> ModelCall:
    call = ModelCall(
        turn_id=turn_id,
        trip_id=trip_id,
        traveller=traveller,
        mind=mind,
        purpose=request.purpose,
        agent=request.agent,
        model=model,
        output_budget=request.max_tokens,
        context_tokens=context_window.estimate(request),
        context_window=call_options(request.agent, request.tier).window,
        cost=cost,
    )
    _bounded(call).save()
    return call


def _bounded(call: ModelCall) -> ModelCall:
    """With every value as its column takes it, on each database: what a server says of itself and of its
    counts may be anything."""
    for column in call._meta.concrete_fields:
        value = getattr(call, column.attname)
        if isinstance(value, str):
            value = clean_text(join_surrogates(value))[: column.max_length]
        elif isinstance(column, models.DecimalField):
            digits = Decimal(10) ** column.decimal_places
            value = min(value, (Decimal(10) ** column.max_digits - 1) / digits)
        elif top := MOST_OF.get(column.get_internal_type()):
            value = min(value, top)
        setattr(call, column.attname, value)
    return call


def _model(request: ModelRequest) -> str:
    return call_options(request.agent, request.tier).model


def _most(request: ModelRequest) -> Decimal:
    """What one request can cost at most, by the model that is asked or by the one that may take its place."""
    searches = request.web.searches if request.web else 0
    return max(
        _priced(highest_cost, one, _bytes(request), request.max_tokens, searches, _hour_bytes(request))
        for one in filter(None, (_model(request), settings.MODEL_FALLBACK))
    )


def _bytes(request: ModelRequest) -> int:
    """Everything that is sent, as UTF-8: letters of other scripts cost more tokens. What travellers, tools
    and models wrote counts three times: it may be anything, and a byte is at most a token."""
    ours = [block.text for block in request.system if not block.theirs]
    ours += [f"{tool.description}{tool.input_schema}" for tool in request.tools]
    if request.output is not None:
        ours.append(context_window.schema_text(request.output))
    read = request.web.tokens if request.web else 0
    theirs = [block.text for block in request.system if block.theirs]
    for message in request.messages:
        theirs += [message.text, str(message.blocks or "")]
        theirs += [str(use.input) for use in message.tool_uses]
        theirs += [result.content for result in message.tool_results]
    return _size(ours) + 3 * (_size(theirs) + read)


def _hour_bytes(request: ModelRequest) -> int:
    """What may be written to the cache for an hour: all up to the last mark that asks for one."""
    marked = [at for at, block in enumerate(request.system, start=1) if block.cache == "1h"]
    if not marked:
        return 0
    return _bytes(replace(request, system=request.system[: marked[-1]], messages=()))


def _size(texts: list[str]) -> int:
    return sum(len(text.encode(errors="replace")) for text in texts)


def _priced(price, model: str, *args) -> Decimal:
    cost = price(model, *args)
    return price(DEAREST, *args) if cost is None else cost

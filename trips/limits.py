"""How often somebody may do something: so many times an account and an address in a window of time.

The counts are rows, raised by one statement: they hold for all processes, on both databases. A window opens
with the first time and ends after so many seconds. The ceilings of all requests and of streams are taken in
shares (`Shares`), so that a page costs no write.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.http import HttpRequest

from config.addresses import address_of
from trips.models import Tally

logger = logging.getLogger("wayfare.limits")

#: Several people share an address: it may do so many times what one account may.
PEOPLE_AN_ADDRESS = 5
MINUTE, HOUR = 60, 3600
#: A process may give out so many shares of a ceiling's window before it asks the database again.
SHARES = 20
#: Seconds for which a process remembers that a limit is reached, without asking again.
MEMORY = 5
_MOST_REMEMBERED = 10_000


class TooMany(Exception):
    """Over a limit; the sentence says so, and nothing was done. `seconds` until it may be tried again."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(f"{sentence} Try again in {in_words(seconds)}.")
        self.seconds = seconds


@dataclass(frozen=True)
class Limit:
    """`setting` names how often one account may in `seconds`; None of an account = counted by address."""

    name: str
    setting: str
    seconds: int
    sentence: str
    by_account: bool = True

    @property
    def most(self) -> int:
        return getattr(settings, self.setting)


MESSAGES = Limit(
    "message", "MESSAGES_A_MINUTE", MINUTE, "That is many messages in a short time. Nothing was sent."
)
TRIPS = Limit("trip", "TRIPS_AN_HOUR", HOUR, "Many trips were started in the last hour. Nothing was sent.")
GUESTS = Limit(
    "guest",
    "GUESTS_AN_HOUR",
    HOUR,
    "Many conversations were started from your network in the last hour. Sign in to go on at once.",
    by_account=False,
)
SIGN_UPS = Limit(
    "sign-up",
    "SIGN_UPS_AN_HOUR",
    HOUR,
    "There were many tries to make an account from your network. Nothing was made.",
    by_account=False,
)
SIGN_INS = Limit(
    "sign-in",
    "SIGN_INS_AN_HOUR",
    HOUR,
    "There were many tries to sign in that failed. Nothing was tried now.",
)
PASSWORDS = Limit(
    "password", "PASSWORDS_AN_HOUR", HOUR, "Your password was asked for many times. Nothing was changed."
)
DOWNLOADS = Limit("download", "DOWNLOADS_AN_HOUR", HOUR, "Your data was fetched many times in the last hour.")
REQUESTS = Limit(
    "request", "REQUESTS_A_MINUTE", MINUTE, "Your network asks for very many pages.", by_account=False
)
STREAMS = Limit(
    "stream", "STREAMS_A_MINUTE", MINUTE, "Your network opens very many streams.", by_account=False
)


def count(request: HttpRequest, limit: Limit, *, account: str = "") -> list[str]:
    """Count one more, before it is done. Returns the keys counted; raises TooMany.

    `account` is who does it when that is not the one signed in (a name that is typed in).
    """
    return count_keys(request, limit, _keys(limit, address_of(request), account or _signed_in(request)))


def count_keys(request: HttpRequest, limit: Limit, most: dict[str, int], *, amount: int = 1) -> list[str]:
    """Like `count`, for keys whose ceilings the caller knows. An amount of 0 only asks."""
    if not settings.RATE_LIMITS:
        return []
    now = int(time.time())
    for key in most:
        _refuse_if_known(limit, key, now)
    counted = add(most, limit.seconds, amount=amount, now=now)
    for key, (number, until) in counted.items():
        if number + (1 - amount) > most[key]:
            _remember(key, until, now)
            request.wait_seconds = max(1, until - now)  # type: ignore[attr-defined]
            raise TooMany(limit.sentence, max(1, until - now))
    return list(most)


def problem(request: HttpRequest, limit: Limit) -> str:
    """Count a form that was sent; the sentence when it is over the limit, else ""."""
    if request.method != "POST":
        return ""
    try:
        count(request, limit)
    except TooMany as over:
        return str(over)
    return ""


def take_back(keys: Iterable[str]) -> None:
    """What was counted should not have been: the sign-in was right."""
    Tally.objects.filter(key__in=list(keys), count__gt=0).update(count=F("count") - 1)


_ADD = """
    INSERT INTO trips_tally (key, count, until) VALUES {rows}
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN {over} THEN 0 ELSE trips_tally.count END + excluded.count,
        until = CASE WHEN {over} THEN excluded.until ELSE trips_tally.until END
    RETURNING key, count, until
"""
#: A window that ends later than a new one would was opened before the clock was set back.
_OVER = "trips_tally.until <= %s OR trips_tally.until > excluded.until + 60"


def add(
    keys: Iterable[str], seconds: int, *, amount: int = 1, now: int | None = None
) -> dict[str, tuple[int, int]]:
    """Raise the counts in one statement; returns count and end of the window of each key."""
    now = int(time.time()) if now is None else now
    values: list[object] = []
    for key in sorted(keys):  # in one order for everybody: two of them never wait for each other
        values += [key, amount, now + seconds]
    rows = ", ".join(["(%s, %s, %s)"] * (len(values) // 3))
    with connection.cursor() as cursor:
        cursor.execute(_ADD.format(rows=rows, over=_OVER), [*values, now, now])
        counted = {key: (number, until) for key, number, until in cursor.fetchall()}
    if any(number == amount for number, _until in counted.values()):
        _forget_old(now)
    return counted


class Shares:
    """A ceiling that is asked for at every request: a process takes a share of the window at a time and
    gives it out from memory. Never more than the ceiling; less by what processes took and did not use."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._lock = threading.Lock()  # of what is left
        self._taking = threading.Lock()  # or every thread would take a share of its own
        self._left: dict[str, tuple[int, int]] = {}

    def spend(self, address: str | None) -> bool:
        """One from memory; False when a share has to be taken first (`take`, which asks the database).
        Raises TooMany."""
        if not settings.RATE_LIMITS:
            return True
        key, now = self._key(address), int(time.time())
        with self._lock:
            left, until = self._left.get(key, (0, 0))
            if left > 0 and until > now:
                self._left[key] = (left - 1, until)
                return True
        _refuse_if_known(self._limit, key, now)
        return False

    def take(self, address: str | None) -> None:
        """Take a share and spend one of it. Raises TooMany."""
        with self._taking:
            if self.spend(address):  # another thread was quicker
                return
            key, now, most = self._key(address), int(time.time()), self._limit.most
            share = max(1, most // SHARES)
            number, until = add([key], self._limit.seconds, amount=share, now=now)[key]
            got = min(share, most - (number - share))
            if got < 1:
                _remember(key, until, now)
                raise TooMany(self._limit.sentence, max(1, until - now))
            with self._lock:
                if len(self._left) > _MOST_REMEMBERED:
                    self._left = {k: (n, end) for k, (n, end) in self._left.items() if end > now}
                self._left[key] = (got - 1, until)

    def _key(self, address: str | None) -> str:
        return f"{self._limit.name} address {address or 'unknown'}"

    def clear(self) -> None:
        self._left.clear()


requests = Shares(REQUESTS)
streams = Shares(STREAMS)
#: Keys over their limit: when to ask again, and when their window ends.
_reached: dict[str, tuple[int, int]] = {}
_forgotten_at = 0


def forget_this_process() -> None:
    """What this process remembers of limits; the rows stay."""
    _reached.clear()
    requests.clear()
    streams.clear()


def in_words(seconds: int) -> str:
    if seconds < 2 * MINUTE:
        return f"{seconds} second{'s' if seconds != 1 else ''}"
    return f"{math.ceil(seconds / MINUTE)} minutes"


def _keys(limit: Limit, address: str | None, account: str) -> dict[str, int]:
    """Each key of this limit and how often it may."""
    most = limit.most
    if not limit.by_account:
        return {f"{limit.name} address {address or 'unknown'}": most}
    keys = {f"{limit.name} address {address or 'unknown'}": most * PEOPLE_AN_ADDRESS}
    if account:
        keys[f"{limit.name} account {account}"] = most
    return keys


def _signed_in(request: HttpRequest) -> str:
    user = getattr(request, "user", None)
    return str(user.pk) if user is not None and user.is_authenticated else ""


def _refuse_if_known(limit: Limit, key: str, now: int) -> None:
    """Who goes on over a limit costs no write."""
    ask_again, until = _reached.get(key, (0, 0))
    if now < ask_again <= now + MEMORY:  # later: the clock was set back since
        raise TooMany(limit.sentence, max(1, until - now))


def _remember(key: str, until: int, now: int) -> None:
    if len(_reached) > _MOST_REMEMBERED:
        _reached.clear()
    _reached[key] = (min(until, now + MEMORY), until)
    logger.warning("over the limit of %s", key.partition(" ")[0])


def _forget_old(now: int) -> None:
    """Once a minute and process, when a window opens: rows of windows that ended go."""
    global _forgotten_at
    if now - _forgotten_at < MINUTE:
        return
    _forgotten_at = now
    Tally.objects.filter(until__lt=now - HOUR).delete()

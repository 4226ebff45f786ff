"""Travellers who go on through an outage: they send a message until it is taken, and read their stream."""

from __future__ import annotations

import re
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from tests.kills.checking import Sent
from tests.kills.replay import Unfit
from tests.kills.traveller import BETWEEN_TRIES, Traveller, Watching

#: How long a sender tries; outages are shorter.
PATIENCE = 180.0
#: An answer that takes longer is none.
ANSWER_SECONDS = 30.0
BETWEEN_SENDINGS = 0.2
SENTENCE = "cannot save anything right now"
FULL_TRIP = "messages are waiting already"


class Reading(Watching):
    """As a page's script: whoever is told “not now” comes back."""

    not_now = 0

    def _read(self) -> None:
        while not self._leaving.is_set() and not self.problem:
            headers = {"last-event-id": self._cursor} if self._cursor else {}
            try:
                with self._client.stream("GET", self.page.stream, headers=headers) as response:
                    self._response = response
                    if response.status_code == 503 and response.headers.get("retry-after"):
                        self.not_now += 1
                    elif response.status_code != 200:
                        self._say(f"the stream was answered with {response.status_code}")
                        return
                    else:
                        self.connections += 1
                        self._pour(response)
            except (httpx.TransportError, httpx.StreamError, OSError, RuntimeError):
                pass
            except (Unfit, ValueError) as unfit:
                self._say(f"the stream does not fit the page: {unfit}")
            self._leaving.wait(BETWEEN_TRIES * 5)


@dataclass
class Noted:
    """What happened to one message on its way."""

    sent: Sent
    refused: int = 0  # with our 503
    full: int = 0  # too many wait: also a clear sentence
    accepted_at: float = 0.0  # time.monotonic()


@dataclass
class Sender:
    """One traveller with one trip, in a thread of its own while something is out."""

    name: str
    traveller: Traveller
    trip: str = ""
    htmx: bool = False
    notes: list[Noted] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    slowest: float = 0.0  # answer, seconds
    pages: int = 0
    pages_refused: int = 0

    def __post_init__(self) -> None:
        self._thread: threading.Thread | None = None

    def send(self, form: dict[str, str], text: str, plan: bool) -> None:
        """Until it is taken, the same form each time. Problems are noted, not raised."""
        path = f"{self.trip}send" if self.trip else "/start"
        noted = Noted(Sent(form["client_key"], text, plan, 0))
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            noted.sent.tries += 1
            answer = self._ask("POST", path, data={**form, "text": text})
            if answer is None:
                return
            if self._accepts(answer):
                noted.accepted_at = time.monotonic()
                self.notes.append(noted)
                if not self.trip:
                    self.trip = answer.headers["location"]
                return
            if answer.status_code == 503:
                self._is_clear(answer, path, form["client_key"])
                noted.refused += 1
            elif answer.status_code == 422 and FULL_TRIP in answer.text:
                noted.full += 1
            else:
                self.problems.append(f"{self.name}: {path} was answered with {answer.status_code}")
                return
            threading.Event().wait(BETWEEN_SENDINGS)
        self.problems.append(f"{self.name}: {path} was not taken in {PATIENCE:g} s")

    def look(self) -> None:
        """Load the page: it comes, or it says why not."""
        answer = self._ask("GET", self.trip or "/")
        if answer is None:
            return
        self.pages += 1
        if answer.status_code == 503:
            self.pages_refused += 1
            self._is_clear(answer, self.trip or "/", "")
        elif answer.status_code != 200:
            self.problems.append(f"{self.name}: the page was answered with {answer.status_code}")

    def in_thread(self, *calls) -> None:
        """One call after the other."""

        def run() -> None:
            for call, *arguments in calls:
                call(*arguments)

        self._thread = threading.Thread(target=run, name=self.name, daemon=True)
        self._thread.start()

    def join(self) -> None:
        self._thread.join(PATIENCE * 2)
        if self._thread.is_alive():
            self.problems.append(f"{self.name}: still sending")

    def _ask(self, method: str, path: str, **more) -> httpx.Response | None:
        headers = {"HX-Request": "true"} if self.htmx and method == "POST" and self.trip else {}
        began = time.monotonic()
        try:
            return self.traveller.client.request(
                method, path, headers=headers, timeout=ANSWER_SECONDS, **more
            )
        except httpx.TransportError as error:
            self.problems.append(f"{self.name}: {method} {path} had no answer: {error!r}")
            return None
        finally:
            self.slowest = max(self.slowest, time.monotonic() - began)

    def _accepts(self, answer: httpx.Response) -> bool:
        if answer.request.headers.get("HX-Request"):
            return answer.status_code == 200
        return answer.status_code == 302

    def _is_clear(self, answer: httpx.Response, path: str, key: str) -> None:
        """Our sentence, when to come back, and the form for the same message."""
        in_page = bool(answer.request.headers.get("HX-Request"))
        wanted = {
            "sentence": SENTENCE in answer.text,
            "Retry-After": answer.headers.get("retry-after", "").isdigit(),
            "place": not in_page or answer.headers.get("hx-retarget") == "#notices",
        }
        if key and not in_page:
            again = re.search(r'name="client_key" value="([^"]+)"', answer.text)
            wanted["form"] = bool(again) and again[1] == key
        missing = [name for name, there in wanted.items() if not there]
        if missing:
            self.problems.append(f"{self.name}: 503 of {path} without {', '.join(missing)}")

    def close(self) -> None:
        with suppress(Exception):
            self.traveller.close()

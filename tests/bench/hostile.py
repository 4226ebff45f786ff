"""Hostile texts through the whole way: event rows, tailer, frames, Chromium with the page's own scripts.

Every stream is seen by three pages: one that was open from the start under the page's policy, one that comes
in the middle with the policy switched off (so that the cleaning alone has to hold) on a narrow screen, and a
fresh one at the end. What counts: scripts run, requests to elsewhere, and whether the growing text, the
finished one and the fresh one are the same.
"""

from __future__ import annotations

import datetime as dt
import logging
import random
import time
import uuid
from collections import Counter
from itertools import islice

from django.conf import settings
from django.db import connection, transaction
from django.test import override_settings
from django.utils import timezone

from agents import record
from agents.events import (
    AgentDone,
    AgentProgress,
    AgentStarted,
    Event,
    Progress,
    ReplyDelta,
    Restarted,
    Started,
)
from agents.fence import insert_events
from agents.markup import render
from agents.outcome import Ask, Outcome
from agents.runtime.schemas import QuestionOut
from agents.turns import start_turn
from agents.view import picture
from tests.bench.hostile_texts import hostile_streams, hostile_text
from trips.models import Traveller, Turn
from trips.starting import start_trip

SEED = 20261122
RUNS = 400
TOGETHER = 40  # streams of one page: as many turns as a page shows
WHOLE = "all was said"
PATIENCE = 300_000  # milliseconds: beside other work a page of forty streams may take its time

#: In the page before anything of it: what must not run is counted, what must not stand there is named.
WATCH = """
window.ran = []; window.strange = []; window.violations = [];
for (const name of ["canary", "alert", "confirm", "prompt", "print"]) {
  window[name] = () => { ran.push(name); };
}
document.addEventListener("securitypolicyviolation", (e) => violations.push(e.violatedDirective));
const TAGS = new Set(("P BR STRONG EM UL OL LI CODE PRE BLOCKQUOTE HR A BDI TABLE THEAD TBODY TR TH TD " +
  "H3 H4 H5 S").split(" "));
const NEVER = "script,iframe,object,embed,link,style,base,meta,form,input,img,video,audio,template,math";
const ADDRESSES = /^(xlink:)?(href|src|action|formaction|data)$/i;
const wrong = (element) => {
  for (const { name, value } of element.attributes) {
    const runs = ADDRESSES.test(name) && /^\\s*(javascript|vbscript|data):/i.test(value);
    if (/^on/i.test(name) || runs) return `${name}=${value}`;
  }
  const words = element.parentElement?.closest(".words");
  if (!words) return element.closest("#turns") && element.matches(NEVER) ? element.tagName : "";
  if (!TAGS.has(element.tagName)) return element.tagName;
  for (const { name, value } of element.attributes) {
    const fine = element.tagName === "A" ? name === "rel" || (name === "href" && /^https?:/i.test(value))
      : element.tagName === "OL" && name === "start";
    if (!fine) return `${element.tagName} ${name}=${value}`;
  }
  if (element.tagName === "A" && element.href && !/^https?:$/.test(element.protocol)) return element.href;
  return "";
};
const look = (node) => {
  if (node.nodeType !== 1) return;
  for (const element of [node, ...node.querySelectorAll("*")]) {
    const why = wrong(element);
    if (why) strange.push(why.slice(0, 200));
  }
};
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) look(node);
    if (change.type === "attributes" && /^on/i.test(change.attributeName)) strange.push(change.attributeName);
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
#: The words of every turn as they stand on the page.
WORDS = """() => [...document.querySelectorAll("#turns > article")].map(
  (turn) => turn.querySelector(".words")?.innerHTML ?? "")"""
ALL_SAID = """([n, text]) => [...document.querySelectorAll(".progress-line")].filter(
  (line) => line.textContent.trim() === text).length === n"""
ALL_ENDED = """(n) => document.querySelectorAll(
  "#turns > article:not([data-status=queued], [data-status=running])").length === n"""
STATE = """() => [...document.querySelectorAll("#turns > article")].map((turn) =>
  `${turn.id} ${turn.dataset.status} ${turn.querySelector(".progress-line")?.textContent.slice(0, 40)}`)"""
#: HTML as the browser writes it once it has read it.
AS_READ = """(every) => every.map((html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.innerHTML;
})"""
FOUND = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  return { ran, strange, violations, twice: ids.length - new Set(ids).size,
    title: document.title.includes("forged"),
    wide: document.documentElement.scrollWidth <= innerWidth ? "" : [...document.querySelectorAll("main *")]
      .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest("pre, table"))
      .map((part) => `${part.className || part.tagName}: ${part.textContent.slice(0, 60)}`)[0] ?? "?" };
}"""


class Watched:
    """A page of its own context; whatever leaves this machine is written down."""

    def __init__(self, browser, address: str, cookies: list[dict], *, policy: bool, width: int) -> None:
        viewport = {"width": width, "height": 800}
        self.context = browser.new_context(bypass_csp=not policy, viewport=viewport)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_cookies([{**cookie, "url": address} for cookie in cookies])
        self.page = self.context.new_page()
        self.page.add_init_script(WATCH)
        self.page.route("**/board?*", lambda route: self._board(route))
        self.page.route("**/board", lambda route: self._board(route))
        self.board = True
        self.outside: list[str] = []
        self.odd: list[str] = []
        self.context.on("request", lambda request: self._asked(request.url, address))
        self.page.on("dialog", lambda dialog: (self.odd.append("dialog"), dialog.dismiss()))
        self.page.on("popup", lambda popup: self.odd.append("popup"))
        self.page.on("pageerror", lambda error: self.odd.append(f"error: {error}"[:200]))

    def _board(self, route) -> None:
        """Forty turns that end at once would read the board forty times: only now and then they may."""
        if self.board:
            route.continue_()
        else:
            route.fulfill(status=204)

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith((f"{address}/", "data:", "blob:", "about:")):
            self.outside.append(url)

    def wait(self, condition: str, argument: object) -> None:
        try:
            self.page.wait_for_function(condition, arg=argument, timeout=PATIENCE)
        except Exception:
            state = self.page.evaluate(STATE)
            print(f"  waited in vain: {self.page.inner_text('main')[:200]!r} {state} {self.odd[:3]}")
            raise


def main(runs: int, seed: int = SEED) -> int:
    """Prints the figures; 1 when anything ran, was asked for elsewhere, or differed."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        WHITENOISE_USE_FINDERS=True,
        STORAGES={**settings.STORAGES, "staticfiles": plain},
        WAITING_TURNS_A_TRIP=TOGETHER,
        RATE_LIMITS=False,
    ):
        logging.disable(logging.WARNING)
        try:
            return _run(runs, seed)
        finally:
            logging.disable(logging.NOTSET)


def _run(runs: int, seed: int) -> int:
    from tests.driving import chromium, chromium_path
    from tests.serving import serving

    chromium_path()
    owner = Traveller.objects.create_user(f"hostile-{uuid.uuid4().hex[:8]}")
    cookies = _cookies(owner)
    begin = time.perf_counter()
    counts: Counter[str] = Counter()
    examples: list[str] = []
    with serving(work=False) as address, chromium() as browser:
        live = Watched(browser, address, cookies, policy=True, width=1200)
        middle = Watched(browser, address, cookies, policy=False, width=360)
        if not _the_watch_works(live, middle, address):
            print("the watch does not see what runs: nothing was shown")
            return 1
        chance = random.Random(seed)
        streams = hostile_streams(seed, runs)
        while batch := list(islice(streams, TOGETHER)):
            told = len(examples)
            _one_page(owner, address, batch, live, middle, chance, counts, examples)
            for example in examples[told : told + 3]:
                print(f"  e.g. {example!r}", flush=True)
            if counts["streams"] % 1000 < TOGETHER:
                wrong = sum(counts[name] for name in ZERO) + len(live.outside) + len(middle.outside)
                seconds = time.perf_counter() - begin
                print(f"  {counts['streams']} streams, {wrong} wrong, {seconds:.0f} s", flush=True)
        counts["outside requests"] = len(live.outside) + len(middle.outside)
        counts["dialogs, popups, errors"] = len(live.odd) + len(middle.odd)
        for example in live.outside[:3] + middle.outside[:3] + live.odd[:3] + middle.odd[:3]:
            print(f"  e.g. {example!r}")
    return _say(counts, seed, time.perf_counter() - begin)


ZERO = (
    "scripts run under the policy",
    "scripts run without it",
    "outside requests",
    "violations of the policy",
    "elements or attributes that are not allowed",
    "dialogs, popups, errors",
    "forged titles, ids twice",
    "pages wider than the screen",
    "growing text other than its rendering",
    "finished text other than the growing one",
    "fresh page other than the live one",
)


def _say(counts: Counter[str], seed: int, seconds: float) -> int:
    print(
        f"hostile: {counts['streams']} streams in {counts['deltas']} pieces, "
        f"{counts['characters']} characters, seed {seed}, {seconds:.0f} s; each in three pages"
    )
    for name in ZERO:
        print(f"  {counts[name]:6} {name} (goal: 0)")
    return int(any(counts[name] for name in ZERO))


def _one_page(
    owner: Traveller,
    address: str,
    batch: list[list[str]],
    live: Watched,
    middle: Watched,
    chance: random.Random,
    counts: Counter[str],
    examples: list[str],
) -> None:
    live.board = middle.board = chance.random() < 0.1
    trip = start_trip(owner)
    url = f"{address}/trips/{trip.uuid}/"
    live.page.goto(url)
    with transaction.atomic():  # one commit for all: the machine's disk is not what is measured
        turns = [start_turn(trip, hostile_text(chance, 2).strip() or "x", uuid.uuid4().hex) for _ in batch]
        for turn, deltas in zip(turns, batch, strict=True):
            _first_half(turn, deltas, chance)
    middle.page.goto(url)
    with transaction.atomic():
        for turn, deltas in zip(turns, batch, strict=True):
            _second_half(turn, deltas, chance)
    for watched in (live, middle):
        watched.wait(ALL_SAID, [len(batch), WHOLE])
    texts = ["".join(deltas) for deltas in batch]
    wanted = live.page.evaluate(AS_READ, [str(render(text)) for text in texts])
    growing = [watched.page.evaluate(WORDS) for watched in (live, middle)]
    with transaction.atomic():
        for number, turn in enumerate(turns):
            _end(turn, texts[number], number, chance)
    for watched in (live, middle):
        watched.wait(ALL_ENDED, len(batch))
    finished = [watched.page.evaluate(WORDS) for watched in (live, middle)]
    pages = [watched.page.inner_html("#turns") for watched in (live, middle)]
    for watched, policy in ((live, True), (middle, False)):
        _count(watched, policy, counts, examples)
    live.page.reload()
    fresh = live.page.inner_html("#turns")
    _count(live, True, counts, examples)
    counts["streams"] += len(batch)
    counts["deltas"] += sum(map(len, batch))
    counts["characters"] += sum(map(len, texts))
    for name, one, other in (
        ("growing text other than its rendering", growing, wanted),
        ("finished text other than the growing one", finished, wanted),
    ):
        for seen in one:
            for text, have, want in zip(texts, seen, other, strict=True):
                if have != want and (have or text.strip()):
                    counts[name] += 1
                    examples.append(f"{text[:150]} | {have[:200]} | {want[:200]}")
    for page in pages:
        if page != fresh:
            counts["fresh page other than the live one"] += 1
            examples.append(_difference(page, fresh))
    trip.delete()


def _count(watched: Watched, policy: bool, counts: Counter[str], examples: list[str]) -> None:
    found = watched.page.evaluate(FOUND)
    counts[f"scripts run {'under the policy' if policy else 'without it'}"] += len(found["ran"])
    counts["elements or attributes that are not allowed"] += len(found["strange"])
    counts["violations of the policy"] += len(found["violations"])
    counts["forged titles, ids twice"] += int(found["title"]) + found["twice"]
    counts["pages wider than the screen"] += int(bool(found["wide"]))
    examples += found["ran"][:2] + found["strange"][:2] + found["violations"][:2]
    examples += [found["wide"]] if found["wide"] else []


# --- The worker's side -----------------------------------------------------------------------------


def _append(turn: Turn, *events: Event) -> None:
    """As a worker writes; without its fence, since one turn of a trip runs and here forty do."""
    with transaction.atomic(), connection.cursor() as cursor:
        insert_events(cursor, turn.pk, turn.last_seq, events)
        turn.last_seq += len(events)
        turn.save(update_fields=["last_seq"])


def _first_half(turn: Turn, deltas: list[str], chance: random.Random) -> None:
    wrong = hostile_text(chance, 1)
    rail = [
        AgentStarted(key="food", agent="food", title=hostile_text(chance, 1), doing=hostile_text(chance, 1)),
        AgentProgress(key="food", doing=wrong),
    ]
    void = [ReplyDelta(text=wrong[: len("".join(deltas)) // 2 or 1]), Restarted(reason=wrong)]
    started = [Started(mind="claude"), *(void if chance.random() < 0.2 else []), *rail]
    _append(turn, *started, *[ReplyDelta(text=delta) for delta in deltas[: len(deltas) // 2]])


def _second_half(turn: Turn, deltas: list[str], chance: random.Random) -> None:
    said = AgentDone(key="food", said=hostile_text(chance, 1), seconds=1.0)
    rest = [ReplyDelta(text=delta) for delta in deltas[len(deltas) // 2 :]]
    _append(turn, *rest, Progress(text=hostile_text(chance, 1)), said, Progress(text=WHOLE))


def _end(turn: Turn, text: str, number: int, chance: random.Random) -> None:
    if number % 4 < 2:
        record.stop(turn.pk)
        return
    lease = timezone.now() + dt.timedelta(hours=1)
    Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.RUNNING, lease_token=7, lease_until=lease)
    if number % 4 == 2:
        record.fail(turn.pk, 7, hostile_text(chance, 1))
        return
    questions = [
        Ask(
            QuestionOut(
                topic=f"other:{number}-{part}",
                text=hostile_text(chance, 1)[:300].ljust(3, "?"),
                suggestions=[hostile_text(chance, 1)[:80] for _ in range(3)],
            ),
            required=part == 0,
            asked_by="orchestrator",
        )
        for part in range(2)
    ]
    outcome = Outcome(
        mode="CLARIFY",
        reply=text,
        questions=questions,
        problems=[hostile_text(chance, 1)],
        notes=[hostile_text(chance, 1)],
        short_summary=hostile_text(chance, 1),
        next_step=hostile_text(chance, 1),
    )
    record.record(turn.pk, 7, picture(Turn.objects.get(pk=turn.pk)), outcome, "claude")


# --- Does the watch see anything at all? -------------------------------------------------------------

_PLANT = """() => document.body.insertAdjacentHTML("beforeend",
  "<img src=x onerror=canary(1)><img src=https://evil.example/pixel.png><p id=plant></p><p id=plant></p>")"""


def _the_watch_works(live: Watched, middle: Watched, address: str) -> bool:
    for watched in (live, middle):
        watched.page.goto(f"{address}/")
        watched.page.evaluate(_PLANT)
    middle.wait("() => ran.length === 1", None)
    live.wait("() => violations.length >= 2", None)
    seen = [watched.page.evaluate(FOUND) for watched in (live, middle)]
    works = (
        seen[0]["ran"] == []
        and seen[1]["ran"] == ["canary"]
        and all(found["strange"] and found["twice"] for found in seen)
        and all(watched.outside == ["https://evil.example/pixel.png"] for watched in (live, middle))
    )
    if not works:
        print(f"  {seen} {live.outside} {middle.outside}")
    for watched in (live, middle):
        watched.outside.clear()
    return works


def _difference(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[max(0, at - 60) : at + 60]} | {other[max(0, at - 60) : at + 60]}"


def _cookies(owner: Traveller) -> list[dict]:
    from tests.agents.signed_in import cookies_of

    return [{"name": name, "value": value} for name, value in cookies_of(owner).items()]

"""A traveller with one window: says, presses, waits for what comes of it, and looks at every station."""

from __future__ import annotations

import datetime as dt

from playwright.sync_api import Locator

from agents import retention
from config import clock
from tests.browser.looking import SIZES, Looker

#: A turn offline takes seconds; a busy machine gets more.
PATIENCE = 60_000
#: What scrolls in each part; a picture of all of it is kept, too.
SCROLLED = {"chat": "#log", "trip": "#board", "": "html"}
TALLEST = 6000


class Journey:
    """At a desk (1280) or with a phone (390); stations are judged at both."""

    def __init__(self, looker: Looker) -> None:
        self.looker, self.page = looker, looker.page
        self.width = 1280
        self.stations: list[str] = []
        self.page.set_default_timeout(PATIENCE)

    def at(self, moment: str) -> None:
        """It is `moment` (UTC) from now on, for the whole product, and the cleanup of that day has been."""
        clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))
        retention.clean_up(clock.now())

    # --- What a traveller does ------------------------------------------------------------------

    def hold(self, width: int, theme: str = "light") -> None:
        """Go on at a desk or with a phone."""
        self.width = width
        self.looker.resize(width, theme)

    def part(self, name: str) -> None:
        """chat or trip; at a desk both are in sight, and other pages ("") have no parts."""
        if name and self.width == 390:
            if name == "chat":
                self.page.click(".pages .talk")
            else:  # the board as it is: each page's own link opens it from its start
                self.page.evaluate(
                    "name => document.dispatchEvent(new CustomEvent('show-tab', {detail: name}))", name
                )
            self.page.wait_for_selector(f'.split[data-tab="{name}"]', state="attached")

    def begin(self, words: str) -> Locator:
        """A new trip, from the front page."""
        self.looker.go("/")
        self.page.fill("#text", words)
        self.page.click(".ask button")
        self.page.wait_for_url("**/trips/*/")
        return self.answered(words)

    def say(self, words: str) -> Locator:
        """Typed and sent; the turn, once it is answered."""
        self.part("chat")
        self.page.fill("#text", words)
        self.page.click("#composer .send")
        return self.answered(words)

    def answered(self, words: str) -> Locator:
        """The last turn that began with these words, once it is done."""
        number = self.page.wait_for_function(
            """words => {
              const turn = [...document.querySelectorAll('.turn')].filter(
                one => one.querySelector('.bubble')?.textContent.trim() === words).at(-1);
              return turn?.dataset.status === 'done' && turn.id;
            }""",
            arg=words,
        ).json_value()
        return self.page.locator(f"#{number}")

    def see(self, name: str, shown: str = "") -> None:
        """A page of the trip."""
        link = self.page.locator(f'.pages a[data-page="{name}"] >> visible=true')
        if not link.count():
            self.page.click(".pages summary")
        link.click()
        self.shown(shown or name)

    def shown(self, name: str) -> None:
        self.page.wait_for_selector(f'#board-view[data-view^="{name}"]', state="attached")

    def beside_done(self, number: int) -> Locator:
        """So many jobs beside the conversation were begun, and all have ended; the last of them."""
        self.page.wait_for_function(
            """number => {
              const jobs = [...document.querySelectorAll('.turn.job')];
              return jobs.length === number && jobs.every(one => one.dataset.status === 'done');
            }""",
            arg=number,
        )
        return self.page.locator(".turn.job").last

    def press(self, words: str, within: str = "#board") -> None:
        self.page.locator(within).get_by_text(words, exact=True).first.click()

    # --- What is seen ---------------------------------------------------------------------------

    def station(self, name: str, part: str = "trip", *, dark: bool = False) -> None:
        """This state at both widths: no fault by axe, not wider than the window, no complaint, nothing from
        elsewhere; with its pictures. `dark`: the same in the dark."""
        before = self.width
        number = len(self.stations) + 1
        for theme in ("light", "dark") if dark else ("light",):
            for width in SIZES:
                self.hold(width, theme)
                self.part(part)
                picture = f"journey-{number:02d}-{name}-{width}-{theme}"
                self.looker.picture(picture)
                self._unfold(part)
                self.looker.picture(f"{picture}-whole")
                found = self.looker.violations()
                assert found == [], (name, width, theme, found)
                assert self.looker.overflow() <= 0, (name, width, theme)
        self.hold(before)
        self.part(part)
        assert (self.looker.complaints, self.looker.outside) == ([], []), (
            name,
            self.looker.complaints,
            self.looker.outside,
        )
        self.stations.append(name)

    def _unfold(self, part: str) -> None:
        """A window as tall as what scrolls in it: nothing is half under an edge when it is judged."""
        tall = self.page.evaluate(f"document.querySelector('{SCROLLED[part]}').scrollHeight") + 260
        height = SIZES[self.width][1]
        self.page.set_viewport_size({"width": self.width, "height": max(height, min(tall, TALLEST))})

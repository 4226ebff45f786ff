"""What a message asks of a plan: the typed edits that buttons use, in its order.

Only what asks for a change is read: questions, reports, what is denied or supposed gives none. What is asked
and can't be done has its reason, what was not understood its words.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.editing.edits import AddPlace, Edit, RemoveItem, ReplaceItem
from trips.planning.wishes import names_of
from trips.reading.edits.frames import amended, edits_of, missing
from trips.reading.edits.hours import journey
from trips.reading.edits.saying import Said, wishes
from trips.reading.edits.scene import Refused, Scene
from trips.reading.edits.things import Thing, bare, is_kind
from trips.reading.tokens import tokens_of
from trips.schemas import Plan, TripFacts

#: Of a message; what follows is returned unread.
MOST_CHARACTERS = 1_500
MOST_WISHES = 24
_SUBJECTS = frozenset("i we you they".split())
_BEGIN_A_QUESTION = frozenset("is are was were does did will has would".split())
_QUESTION_WORDS = frozenset("what which where when who how why tell explain show remind describe".split())
#: Ask for a change by themselves.
_TELL = frozenset("rest free_time walking climbing lighter fewer cheaper more_time less_time".split())
#: Of a supposition that is none: "maybe drop the museum".
_TENTATIVE = frozenset("maybe perhaps possibly could".split())


@dataclass(frozen=True)
class ReadEdits:
    """`problems`: why a part can't be done, a sentence each, `plainly` where nothing else than an edit can
    have been meant; `unread`: words that ask for something and could not be read."""

    edits: list[Edit] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    plainly: bool = False

    @property
    def not_done(self) -> list[str]:
        return [
            *self.problems,
            *(f"“{words}”: I could not read a change out of that." for words in self.unread),
        ]


def read_edits(
    text: str,
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    now: dt.datetime | None = None,
    last: Sequence[Edit] = (),
    about: int | None = None,
) -> ReadEdits:
    """Weekdays mean the next one of the trip; a meal without a day the next one it concerns. `now`: the hour
    where they are, if known. `last`: edits of the last proposal, `about`: the day talked of."""
    tokens = tokens_of(text[:MOST_CHARACTERS])
    if not plan.days or not len(tokens):
        return ReadEdits()
    scene = Scene(plan, facts, gazetteer, today, now, last, about)
    said = wishes(tokens, scene.calendar, _names(scene), [city.name for city in scene.cities])
    if any("keep_end" in one.flags for one in said):
        for one in said:
            one.flags.add("keep_end")
    turned_down = {one.sentence for one in said if _tells(one, "refused")}
    reader = _Reader(scene)
    for one in [one for one in said if one.sentence not in turned_down][:MOST_WISHES]:
        reader.read(one)
    return reader.result(text)


@dataclass
class _Reader:
    """What the wishes of one message come to. `before`: edits of the wish before; `supposed`: the sentence
    that is a supposition."""

    scene: Scene
    edits: list[Edit] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    before: int = 0
    supposed: int = -1

    def read(self, said: Said) -> None:
        if _tells(said, "retracted"):
            del self.edits[len(self.edits) - self.before :]
        if _supposes(said):
            self.supposed = said.sentence
        if _asks(said) and self.supposed != said.sentence:
            self._wish(said)
        _remember(self.scene, said)

    def _wish(self, said: Said) -> None:
        scene = self.scene
        scene.refused.clear()
        try:
            edits = _read(scene, said)
        except Refused as why:
            edits, scene.refused = [], [why]
        self.edits += edits
        self.before, scene.changed = len(edits), bool(edits)
        why_not = None if edits else (scene.refused or [missing(scene, said)])[0]
        if why_not:
            self.refused.append(why_not)
        elif not edits and _sounds_like_a_wish(said):
            self.unread.append(re.sub(r"^(?:and|but|so|then)\s+", "", said.text.strip(" .,;!?")))

    def result(self, text: str) -> ReadEdits:
        if self.edits and len(text) > MOST_CHARACTERS:
            self.unread.append(text[MOST_CHARACTERS:][:120].strip())
        return ReadEdits(
            _exchanged(list({_key(edit): edit for edit in self.edits}.values())),
            list(dict.fromkeys(one.sentence for one in self.refused)),
            self.unread,
            any(one.plainly for one in self.refused),
        )


def _exchanged(edits: list[Edit]) -> list[Edit]:
    """One thing out and a listed one in, on no day of its own, is the one in place of the other."""
    out = [one for one in edits if isinstance(one, RemoveItem)]
    new = [one for one in edits if isinstance(one, AddPlace) and one.place_id and not (one.day or one.start)]
    if len(edits) != 2 or not (out and new):
        return edits
    return [ReplaceItem(uid=out[0].uid, place_id=new[0].place_id)]


def _tells(said: Said, what: str) -> bool:
    return any(span.value == what for span in said.spans("told"))


def _key(edit: Edit) -> tuple[str, str]:
    """Twice the same is once; a thing moved again goes where it was said last."""
    moved = edit.kind in ("move_item", "set_time", "set_length")
    return edit.kind, getattr(edit, "uid", "") if moved else edit.model_dump_json()


def _read(scene: Scene, said: Said) -> list[Edit]:
    if said.own or said.words("meal") or said.words("cuisine") or said.words("diet") or said.days:
        scene.no_such_day(said)
    return amended(scene, said) or edits_of(scene, said)


def _names(scene: Scene) -> dict[str, str]:
    """Names that may hold words of a wish: of the plan's things, and of the places of its cities."""
    names = [name for place in scene.places() for name in names_of(place)]
    names += [name for thing in scene.things.all for name in thing.names]
    names += [" ".join(name.split()[:2]) for name in names if len(name.split()) > 2]
    return {name: name for name in names if len(name.split()) > 1 and len(name.split()[-1]) > 2}


def _asks(said: Said) -> bool:
    """No question, no report, no expense; nothing denied, supposed, of others."""
    polite = bool(said.spans("courtesy"))
    if "guest" in said.flags and not said.denied:
        return True
    if said.denied or said.clause.has("others") or _tells(said, "command") or _is_a_question(said):
        return False
    if said.money and "cheaper" not in said.flags:
        return False
    told = _tells(said, "was") or _tells(said, "others") or said.clause.has("over")
    return not told or polite


def _supposes(said: Said) -> bool:
    """ "If it rains"; "if you can" and "it would be nice" are courtesy."""
    polite = {at for span in said.spans("courtesy") for at in range(span.i, span.j)}
    cues = {at for at, _ in said.clause.cues.get("supposed", ())} - polite
    return any(said.chart.tokens[at].norm not in _TENTATIVE for at in cues)


def _is_a_question(said: Said) -> bool:
    """ "Do the museum on Friday" is none, nor is "why not skip it?"; "is day 2 cheaper?" is one."""
    polite = said.spans("courtesy")
    if said.first in _QUESTION_WORDS and not any(span.i <= said.i + 1 for span in polite):
        return True
    if polite:
        return False
    first, second = [*said.chart.tokens.norms(said.clause.i, said.clause.i + 2), "", ""][:2]
    if first in ("do", "have") and second not in _SUBJECTS and not said.clause.question:
        return False
    return said.clause.asked and (said.clause.has("asks") or first in _BEGIN_A_QUESTION)


def _sounds_like_a_wish(said: Said) -> bool:
    if said.told or said.act == "keep" or (said.act == "lock" and {"not", "never"} & set(said.norms())):
        return False  # "keep the castle", "don't touch day 2": nothing is done to it
    wants = said.spans("courtesy") or {"want", "need", "please", "would"} & set(said.norms())
    things = said.phrases or said.days or wants
    if "guest" in said.flags:
        return True
    asks = set(said.acts) - {"go", "take"} or said.flags & _TELL or said.nights or said.side
    return bool(wants or said.words("meal") or (asks and things))


def _remember(scene: Scene, said: Said) -> None:
    if said.spans("way") and (leg := journey(scene, said)):
        number = next(n for n, day in enumerate(scene.plan.days, 1) if leg in day.items)
        scene.named = Thing(number, leg, None)
    for phrase in said.phrases:
        name = (bare(phrase.text).split() or [""])[-1]
        if is_kind(name) and name.endswith("s"):
            scene.named_kind = name
        elif phrase.kind in ("", "name") and (
            thing := scene.things.find(phrase.text, scene.day(said) or None)
        ):
            scene.named = thing

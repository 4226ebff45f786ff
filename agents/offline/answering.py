"""The offline planner's answer to one message, read by `trips.reading` and led by the modes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents import choices, commands
from agents.offline import after_the_trip, corrections, phrases, routing, words
from agents.offline.in_between import NOT_THAT_KIND, UNANSWERED, answer_question
from agents.offline.languages import only_english
from agents.offline.on_bookings import about_bookings
from agents.offline.on_the_way import asked_without_a_mark
from agents.offline.questions import proposed, question_for
from agents.offline.sending_out import tasks_for
from agents.offline.set_aside import left_out
from agents.runtime.schemas import (
    Clarify,
    Confirm,
    Delegate,
    Dispatch,
    FactChangeOut,
    Further,
    OrchestratorAnswer,
    Respond,
)
from agents.validation.modes import allowed_modes
from agents.validation.rules import After, after, taken_over
from agents.view import TripView
from memory.second_person import to_reader
from trips import ledger
from trips.facts import apply_changes
from trips.reading import Understanding, understand
from trips.reading.bounded import READ, WHOLE, beginning, bounded
from trips.reading.message.intents import adds_nothing, only_denies
from trips.reading.quotes import own_words
from trips.reading.routing.answers import added_to_a_choice, talk_in, wants_a_change
from trips.reading.routing.requests import asks_to_book, concerns_bookings

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def offered_last(view: TripView) -> str:
    """What a short message may answer: the proposal of the last reply, else the only question that was asked.
    A summary, a change and options have their own yes."""
    if view.plan or view.choosable or view.asked_for_yes or view.yes_to_proposal:
        return ""
    said = words.last_said(view)
    if words.PROPOSES in said:
        return said[said.rindex(words.PROPOSES) :].partition("?")[0] + "?"
    asked = [line for line in view.open_questions if line.topic in view.asked_last]
    return asked[0].text if len(asked) == 1 else ""


class Answering:
    """One message, read by `trips.reading` and answered by the rules of the modes."""

    def __init__(self, view: TripView, changes: Sequence[FactChangeOut] = ()) -> None:
        self.set_aside = left_out(view)
        own = own_words(bounded(view.verbatim or view.message, WHOLE))
        view = self.view = replace(view, message=bounded(own))
        asked = list(view.asked_last) or [line.topic for line in view.open_questions]
        self.read: Understanding = understand(
            own,  # it says itself that it read no more
            today=view.today,
            gazetteer=view.gazetteer,
            facts=view.facts,
            asked=corrections.topics_asked(asked),
            planned=view.plan is not None,
            before=offered_last(view),
        )
        self.changes = [*changes] or corrections.instead_of_known(phrases.as_answered(self.read), asked)
        if adds_nothing(view.message) and not view.yes_to_proposal:
            self.read, self.changes = replace(self.read, intent="yes", declined=[]), []
        if self._yes_is_enough(asked):
            self.read = replace(self.read, intent="just_plan")
        self.parts = routing.parts_of(view)
        self.unknown: list[str] = []
        self.aside = self._answered(self.read.question) if self.read.question else ""
        if told := asked_without_a_mark(view.message, view):
            self.aside, self.changes = told, []  # a question about the days changes no fact

    def answer(self) -> OrchestratorAnswer:
        read, view = self.read, self.view
        if self.parts and all(part.owner == "language" for part in self.parts):
            self.changes = []
            return self._with(Respond(mode="ANSWER"), only_english(self.parts[0].argument))
        if errand := self._errand():
            return errand
        if told := self._of_bookings():
            return self._with(Respond(mode="ANSWER"), told, step=words.next_step(view))
        named = choices.option_named(view.message, view.options)  # not one kept beside a chosen plan
        if named or (
            read.intent == "select" and view.choosable and not phrases.only_asks(read, view.message)
        ):
            return self._select(named)
        if view.options and read.intent == "reject_all":
            return self._rejected()
        if view.ended:
            return self._after_the_trip()
        named = None if self.changes or read.question else corrections.named_fact(view)
        if named:
            return self._ask_instead(named)
        if read.intent == "no" and not self.changes and not (view.plan and (read.question or read.declined)):
            if self._wants_a_change() or (view.asked_for_yes and view.plan is None):
                return self._what_to_change()
            if view.plan is not None:
                return self._plan_stays(view.plan.title)
        result = self._result()
        self.unknown = corrections.new_unknown_places(view.facts, result.facts, view.gazetteer)
        situation = view.situation(result.facts, consent=result.consent)
        if situation.missing:
            return self._ask_missing(situation.missing, result.facts)
        allowed = allowed_modes(situation)
        if self._says_yes(result) or (result.consent and "DISPATCH" in allowed):
            return self._dispatch(result.facts)
        if "CONFIRM" not in allowed:
            return self._talk(result)
        if self._only_talk(result):
            return self._talk(result)
        if view.plan is not None and result.facts == view.facts and not self._answers_something():
            return self._plan_as_it_is(view.plan.title)
        declined = {ledger.canonical_topic(topic) for topic in read.declined}
        declined |= {change.path for change, _sentence in taken_over(view, result, read.declined)}
        unasked = tuple(topic for topic in situation.optional_unasked if topic not in declined)
        if unasked and result.facts != view.facts:
            return self._ask_optional(unasked, result)
        return self._confirm(result)

    # --- The modes ---------------------------------------------------------------------------

    def _of_bookings(self) -> str:
        """What is booked, or shall be: of a plan that is chosen a request to book tells no fact; said with
        something else it is answered beside that."""
        view = self.view
        to_book = asks_to_book(view.message)
        if not concerns_bookings(view.message) or (to_book and view.plan is None):
            return ""
        if to_book and len(self.parts) == 1:
            self.changes = []
        told = "" if self.changes and not to_book else about_bookings(view.message, view)
        if self.changes:
            self.aside, told = told, ""
        return told

    def _errand(self) -> OrchestratorAnswer | None:
        """Words that ask for what a command does: the companion answers, or what is missing is said."""
        view = self.view
        errand = routing.errand_meant(view, self.parts, self.read, changed=bool(self.changes))
        if errand is None:
            return None
        self.changes = []  # the command reads the words
        missing = commands.get(errand.command).missing(view, errand.argument)
        if not missing and "DELEGATE" not in allowed_modes(view.situation()):
            missing = phrases.AS_A_COMMAND.format(command=errand.command)
        if missing:
            return self._with(Respond(mode="ANSWER"), missing, step=missing)
        then = [Further(command=one.command, argument=beginning(one.argument, READ)) for one in errand.then]
        argument = beginning(errand.argument, READ)
        decision = Delegate(mode="DELEGATE", command=errand.command, argument=argument, then=then)
        return self._with(decision, errand.lead)

    def _yes_is_enough(self, asked: Sequence[str]) -> bool:
        """A yes where all is known that has to be leaves open what is only asked as well. One word to whether
        there is anything they must see is an answer, and so is a yes to what else was asked or proposed."""
        view = self.view
        begun = view.confirmed or view.asked_for_yes or view.options or view.plan or view.yes_to_proposal
        answers = [*asked] == ["must_do"] and len(view.message.split()) == 1
        other = answers or not {*asked} <= {*ledger.OPTIONAL_TOPICS}
        return self.read.intent == "yes" and not (
            begun or other or self.changes or ledger.missing_topics(view.facts)
        )

    def _says_yes(self, result) -> bool:
        unchanged = result.facts == self.view.facts
        agreed = self.read.intent == "yes" and unchanged
        waits = self.view.confirmed and not self.view.options and self.view.plan is None
        return agreed and (self.view.asked_for_yes or waits)

    def _only_talk(self, result) -> bool:
        """Nothing about the trip was said: a question in between, or words we cannot read."""
        if result.facts != self.view.facts:
            return False
        if self._only_polite():
            return True
        if self.view.open_questions and self.read.intent not in ("question", "nonsense", "reset"):
            return False
        return self.read.intent in ("question", "nonsense", "reset") or bool(self.read.problems)

    def _unread(self) -> bool:
        """It tells or wishes something that could not be read; beside a plan, also nothing that was not
        known before."""
        told = self.read.declined or (self.changes and self.view.plan is None)
        return self.read.intent in ("facts", "change") and not told

    def _answers_something(self) -> bool:
        """Beside a plan, with no fact changed by it: what is taken with it nevertheless."""
        return bool(self.read.declined) or self.read.intent in ("you_choose", "just_plan", "question")

    def _only_polite(self) -> bool:
        return not self.changes and talk_in(self.view.message) in ("hello", "thanks")

    def _wants_a_change(self) -> bool:
        """ "No, let me change something" while options or a plan are on the board."""
        on_the_board = bool(self.view.options) or self.view.plan is not None
        return on_the_board and wants_a_change(self.view.message)

    def _select(self, named: int | None) -> OrchestratorAnswer:
        read, offered = self.read, self.view.choosable
        if named:
            self.changes = []
        elif read.label:  # "the calm one" is no wish for another pace; what is wished besides is read below
            self.changes = [one for one in self.changes if one.path not in ("pace", "budget.level")]
        number = choices.option_called(read.label, offered) if read.label else None
        number = named or (choices.option_at(read.number, offered) if read.number else number)
        if number is None:
            wrong = read.number is not None and read.number > 0
            lead = f"There is no option {read.number}." if wrong else choices.CANNOT_TELL
            return self._with(Respond(mode="ANSWER"), f"{lead} {choices.on_offer(offered)}")
        choice = choices.choice(number, offered, self.view.facts)
        wish = added_to_a_choice(self.view.message)
        also = f" {self._take_along(wish)}" if wish else ""
        return self._with(
            Respond(mode="ANSWER", choose_option=number),
            f"{choice.reply}{also}",
            summary=choice.short_summary,
            step=choice.next_step,
        )

    def _take_along(self, wish: str) -> str:
        """ "… but make it cheaper": facts for another round of options; else said to be out of reach."""
        facts = self.view.facts
        self._read_also(wish)
        changed = self._result().facts
        if changed == facts:
            return f"I couldn't work “{wish.strip()}” in yet: say it once more, now that a plan is chosen."
        return f"{words.welcome(facts, changed)}Say “plan again” and I make new options with that."

    def _read_also(self, clause: str) -> None:
        """The changes of a clause that the reading of the whole message left out."""
        read = understand(clause, today=self.view.today, gazetteer=self.view.gazetteer, facts=self.view.facts)
        known = {(change.path, change.value) for change in self.changes}
        extra = [change for change in phrases.as_answered(read) if (change.path, change.value) not in known]
        self.changes = [*self.changes, *extra][:40]

    def _rejected(self) -> OrchestratorAnswer:
        """The reason is kept; what it changes is changed; asked is only what was not said."""
        reason = self.read.reason
        if reason:
            self._read_also(reason)
        question = corrections.what_was_missing(self.view.number, reason)
        decision = Clarify(mode="CLARIFY", questions=[question], rejection_quote=self.view.message[:400])
        return self._with(
            decision,
            f"All right, none of those{'; I will mind your reason next time' if reason else ''}.",
            summary="All options turned down.",
            step="Say what should be different.",
        )

    def _what_to_change(self) -> OrchestratorAnswer:
        stands = f"“{self.view.plan.title}” stays as it is until you say so" if self.view.plan else ""
        reply = (
            f"Of course, {stands or 'nothing is fixed yet'}. "
            "Tell me what to change, or click any fact above the plan."
        )
        if "CLARIFY" not in allowed_modes(self.view.situation()):
            return self._with(Respond(mode="ANSWER"), reply, step="Say what to change.")
        question = corrections.what_to_change(self.view.number)
        return self._with(
            Clarify(mode="CLARIFY", questions=[question]),
            reply,
            step="Say what to change.",
        )

    def _plan_stays(self, title: str) -> OrchestratorAnswer:
        """A no where nothing but a new plan, or nothing at all, was proposed."""
        lead = "All right" if only_denies(self.view.message) else corrections.NO_CHANGE.rstrip(".")
        facts = f" {corrections.FACTS_STAY}" if self.view.asked_for_yes else ""
        return self._with(
            Respond(mode="ANSWER"),
            f"{lead}: your plan stays as it is, “{title}”.{facts}",
            step=words.next_step(self.view),
        )

    def _plan_as_it_is(self, title: str) -> OrchestratorAnswer:
        """What was not read beside a plan, or a yes that nobody asked for: no offer to plan anew."""
        why = corrections.NOTHING_ASKED if self.read.intent == "yes" else corrections.NO_CHANGE
        stays = corrections.PLAN_AS_IT_IS.format(title=title)
        return self._with(
            Respond(mode="ANSWER"), f"{self._lead() or f'{why} '}{stays}", step=words.next_step(self.view)
        )

    def _ask_instead(self, topic: str) -> OrchestratorAnswer:
        reply, question = corrections.ask_instead(topic, self.view)
        if "CLARIFY" not in allowed_modes(self.view.situation()):
            return self._with(Respond(mode="ANSWER"), f"{reply} Tell me what it shall be instead.")
        return self._with(Clarify(mode="CLARIFY", questions=[question]), reply, step="Say what it shall be.")

    def _ask_missing(self, missing: tuple[str, ...], facts) -> OrchestratorAnswer:
        questions = [question_for(topic, facts, self.view.gazetteer) for topic in missing][:7]
        if self.read.undecided and questions[0].topic == "destinations":
            questions[0].suggestions = self.read.undecided[:5]
        proposal = self._proposal(missing, facts)
        if facts == self.view.facts and {line.topic for line in self.view.open_questions} >= set(missing):
            return self._with(
                Respond(mode="ANSWER"),
                self._lead() + (proposal or words.still_open(questions, self.view)),
                step="Answer the open questions.",
            )
        reply = self._lead() + words.welcome(self.view.facts, facts)
        reply += self._kept_in_mind() + (proposal or words.need(questions, self.view))
        return self._with(
            Clarify(mode="CLARIFY", questions=questions),
            reply,
            summary="Some facts are known; others are asked for.",
            step="Answer the questions below.",
        )

    def _kept_in_mind(self) -> str:
        """What of earlier trips this one will be planned for, in its first answer."""
        view = self.view
        if view.touched:
            return ""
        known = [change for change, _ in taken_over(view, self._result(), self.read.declined)]
        claims = (one.claim.text for one in view.carried if one.change in known)
        return words.kept_in_mind([to_reader(text) for text in dict.fromkeys(claims)])

    def _proposal(self, missing: tuple[str, ...], facts) -> str:
        """What a yes takes; not the one that was just turned down."""
        if "destinations" in missing or self.read.intent in ("no", "reject_all"):
            return ""
        view = self.view
        said = words.proposal(proposed(missing, facts, view.today, view.gazetteer))
        return "" if said in words.last_said(view) else said

    def _ask_optional(self, topics: tuple[str, ...], result) -> OrchestratorAnswer:
        facts = result.facts
        questions = [question_for(topic, facts, self.view.gazetteer) for topic in topics]
        reply = self._lead() + words.welcome(self.view.facts, facts) + words.optional()
        return self._with(
            Clarify(mode="CLARIFY", questions=questions),
            reply,
            summary="Everything required is known.",
            step="Answer what you like, or say “just plan it”.",
        )

    def _confirm(self, result) -> OrchestratorAnswer:
        lead, facts = self._lead(), result.facts
        if not lead and self._unread() and facts == self.view.facts:
            lead = f"{corrections.NO_CHANGE} "
        if remembered := [change for change, _ in taken_over(self.view, result, self.read.declined)]:
            applied = apply_changes(facts, remembered, today=self.view.today, gazetteer=self.view.gazetteer)
            facts = applied.facts
        return self._with(
            Confirm(
                mode="CONFIRM",
                summary=words.instructions(facts)[:1500],
                question="Shall I plan it like this?",
            ),
            words.confirm(facts, self.view, lead),
            summary="A summary waits for your yes.",
            step="Say yes, or what to change.",
        )

    def _dispatch(self, facts) -> OrchestratorAnswer:
        just_plan = self.view.message[:400] if self.read.intent == "just_plan" else ""
        decision = Dispatch(
            mode="DISPATCH",
            tasks=tasks_for(facts),
            consent_quote="" if just_plan else self.view.message[:400],
        )
        return self._with(
            decision,
            f"{self._lead()}Lovely, I'm on it: transport, stay and food first, then options, each checked.",
            summary="The specialists were sent out.",
            step="Choose one of the options.",
        )

    def _talk(self, result) -> OrchestratorAnswer:
        reply = self._lead().strip()
        awaited = (self.view.options or self.view.plan) and result.facts == self.view.facts
        if awaited and not reply and (self.changes or self._unread()):
            reply = corrections.NO_CHANGE
        if reply in ("", corrections.NO_CHANGE) or self._only_polite() or self._not_understood():
            reply = f"{reply} {words.where_we_are(self.view)}"
        return self._with(Respond(mode="ANSWER"), reply, step=words.next_step(self.view))

    def _answered(self, question: str) -> str:
        """For the trip as it is after this message: "Paris. What is the best time to visit?" """
        facts = self._result().facts if self.changes else None
        return answer_question(question, self.view.with_facts(facts) if facts else self.view)

    def _after_the_trip(self) -> OrchestratorAnswer:
        """No word changes its facts any more; a question is answered."""
        self.changes = []
        reply = f"{self._lead()}{'' if self.read.question else after_the_trip.where_it_stands(self.view)}"
        return self._with(Respond(mode="ANSWER"), reply, step=after_the_trip.WHAT_NOW)

    def _result(self) -> After:
        """The facts with what the message says."""
        return after(self.view, self._with(Respond(mode="ANSWER"), "…"))

    # --- Parts -------------------------------------------------------------------------------

    def _lead(self) -> str:
        """What comes first: an answer to a question in between, then what could not be taken."""
        parts = []
        if self._only_polite():
            parts.append("Hello!" if talk_in(self.view.message) == "hello" else "You're welcome.")
        if self.read.intent == "question" or self.aside not in UNANSWERED:
            parts.append(self.aside or NOT_THAT_KIND)
        if foreign := next((part.argument for part in self.parts if part.owner == "language"), ""):
            parts.append(only_english(foreign))
        elif unread := self._not_understood():
            parts.append(words.not_understood(unread))
        elif self.read.intent == "nonsense" and not self.changes:
            parts.append(words.NOT_UNDERSTOOD)
        parts += self.read.problems if self.changes else words.refused(self.read.problems)
        parts += self.unknown
        return " ".join(parts) + (" " if parts else "")

    def _not_understood(self) -> list[str]:
        """The words that nobody owns, as they were typed."""
        if (
            self.read.intent not in ("facts", "change", "nonsense")
            or self.read.declined
            or self.read.problems
        ):
            return []
        told = [change.quote for change in self.changes if change.quote]
        left = [part.text for part in self.parts if part.owner == "unread"]
        return [text for text in left if not any(quote in text for quote in told)]

    def _once(self, reply: str) -> str:
        """Beside what was not understood nothing is said twice in a row, and no reply is."""
        last = words.last_said(self.view)
        again = reply.strip() == last.strip() and not self.aside
        if not self._not_understood() and not again:
            return reply
        if again:
            return f"{'Changed.' if self.changes else 'Once more:'} {reply}"
        fresh = [sentence for sentence in _SENTENCE.split(reply) if sentence not in last]
        return " ".join(fresh if len(fresh) > 1 else [*fresh, words.THE_FORM])

    def _with(self, decision, reply: str, *, summary: str = "", step: str = "") -> OrchestratorAnswer:
        return OrchestratorAnswer(
            reply=f"{self._once(reply.strip())} {self.set_aside}".strip(),
            changes=self.changes,
            you_choose=[ledger.canonical_topic(topic) for topic in self.read.topics][:12]
            if self.read.intent == "you_choose"
            else [],
            declined=[ledger.canonical_topic(topic) for topic in self.read.declined][:12],
            offers=words.PROPOSES in reply,
            unread=bool(self._not_understood()),
            just_plan_quote=self.view.message[:400] if self.read.intent == "just_plan" else "",
            decision=decision,
            short_summary=summary[:400],
            next_step=step[:400],
        )

"""The offline planner's answer to one message, read by `trips.understanding` and led by the modes."""

from __future__ import annotations

from agents import choices, commands
from agents.modes import allowed_modes
from agents.offline import corrections, phrases, words
from agents.offline.in_between import NOT_THAT_KIND, UNANSWERED, answer_question
from agents.offline.questions import question_for
from agents.rules import after, taken_over
from agents.schemas import (
    Clarify,
    Confirm,
    Delegate,
    Dispatch,
    OrchestratorAnswer,
    QuestionOut,
    Respond,
    Task,
)
from agents.view import TripView
from trips import ledger
from trips.facts import apply_changes
from trips.understanding import Understanding, understand
from trips.understanding.errands import Errand, Setting, errand_of


class Answering:
    """One message, read by `trips.understanding` and answered by the rules of the modes."""

    def __init__(self, view: TripView) -> None:
        self.view = view
        asked = list(view.asked_last) or [line.topic for line in view.open_questions]
        self.read: Understanding = understand(
            view.message,
            today=view.today,
            gazetteer=view.gazetteer,
            facts=view.facts,
            asked=corrections.topics_asked(asked),
        )
        self.changes = corrections.instead_of_known(phrases.as_answered(self.read), asked)
        self.unknown: list[str] = []
        self.aside = self._answered(self.read.question) if self.read.question else ""

    def answer(self) -> OrchestratorAnswer:
        read, view = self.read, self.view
        if errand := self._errand():
            return errand
        if read.intent == "select" and view.choosable and not phrases.only_asks(read, view.message):
            return self._select()
        if view.options and (read.intent == "reject_all" or phrases.turns_all_down(view.message)):
            return self._rejected()
        named = None if self.changes or read.question else corrections.named_fact(view)
        if named:
            return self._ask_instead(named)
        if read.intent == "no" and not self.changes and (view.asked_for_yes or self._wants_a_change()):
            return self._what_to_change()
        result = after(view, self._with(Respond(mode="ANSWER"), "…"))
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
        declined = {ledger.canonical_topic(topic) for topic in read.declined}
        declined |= {change.path for change, _sentence in taken_over(view, result, read.declined)}
        unasked = tuple(topic for topic in situation.optional_unasked if topic not in declined)
        if unasked and result.facts != view.facts:
            return self._ask_optional(unasked, result)
        return self._confirm(result)

    # --- The modes ---------------------------------------------------------------------------

    def _errand(self) -> OrchestratorAnswer | None:
        """Words that ask for what a command does: the companion answers, or what is missing is said."""
        view = self.view
        setting = Setting(
            view.facts,
            view.gazetteer,
            view.today,
            plan=view.plan,
            started=view.phase in ("travelling", "done"),
        )
        errand = errand_of(view.message, setting) or self._decided()
        if errand is None or errand.command not in {one.name for one in commands.commands()}:
            return None
        self.changes = []  # the command reads the words
        if errand.command not in view.companions:
            missing = commands.get(errand.command).missing(view, errand.argument)
            return self._with(Respond(mode="ANSWER"), missing, step=missing)
        decision = Delegate(mode="DELEGATE", command=errand.command, argument=errand.argument)
        lead = phrases.LEADS.get(errand.command, "I see to that.")
        return self._with(decision, phrases.DECIDED if errand == self._decided() else lead)

    def _decided(self) -> Errand | None:
        """A yes or a no to the change of the plan that waits for one."""
        answers = self.view.proposal and self.read.intent in ("yes", "no") and not self.changes
        return Errand("plan", self.read.intent) if answers else None

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

    def _only_polite(self) -> bool:
        message = self.view.message
        return not self.changes and (phrases.thanks(message) or phrases.greets(message))

    def _wants_a_change(self) -> bool:
        """ "No, let me change something" while options or a plan are on the board."""
        on_the_board = bool(self.view.options) or self.view.plan is not None
        return on_the_board and phrases.wants_a_change(self.view.message)

    def _select(self) -> OrchestratorAnswer:
        read, offered = self.read, self.view.choosable
        if read.label:  # "the calm one" is no wish for another pace; what is wished besides is read below
            self.changes = [one for one in self.changes if one.path not in ("pace", "budget.level")]
        number = choices.option_called(read.label, offered) if read.label else None
        number = choices.option_at(read.number, offered) if read.number else number
        if number is None:
            wrong = read.number is not None and read.number > 0
            lead = f"There is no option {read.number}." if wrong else choices.CANNOT_TELL
            return self._with(Respond(mode="ANSWER"), f"{lead} {choices.on_offer(offered)}")
        title = next(option.plan.title for option in offered if option.number == number)
        wish = phrases.wish_with_a_choice(self.view.message)
        also = f" {self._take_along(wish)}" if wish else ""
        return self._with(
            Respond(mode="ANSWER", choose_option=number),
            f"“{title}” it is. The whole plan is on the board, day by day; the others are kept to compare."
            f"{also}",
            summary=f"Option {number} chosen: {title}",
            step="Look through the days and book what needs booking.",
        )

    def _take_along(self, wish: str) -> str:
        """ "… but make it cheaper": facts for another round of options; else said to be out of reach."""
        facts = self.view.facts
        self._read_also(wish)
        changed = after(self.view, self._with(Respond(mode="ANSWER"), "…")).facts
        if changed == facts:
            return (
                f"“{wish.strip()}” I can not work into a chosen plan; name a fact to change and I plan again."
            )
        return f"{words.noted(facts, changed)}Say “plan again” and I make new options with that."

    def _read_also(self, clause: str) -> None:
        """The changes of a clause that the reading of the whole message left out."""
        read = understand(clause, today=self.view.today, gazetteer=self.view.gazetteer, facts=self.view.facts)
        known = {(change.path, change.value) for change in self.changes}
        extra = [change for change in phrases.as_answered(read) if (change.path, change.value) not in known]
        self.changes = [*self.changes, *extra][:40]

    def _rejected(self) -> OrchestratorAnswer:
        """The reason is kept; what it changes is changed; asked is only what was not said."""
        reason = phrases.reason_to_turn_down(self.view.message)
        if reason:
            self._read_also(reason)
        result = after(self.view, self._with(Respond(mode="ANSWER"), "…"))
        noted = words.noted(self.view.facts, result.facts)
        question = QuestionOut(
            topic=f"other:different-{self.view.number}",
            text="Anything else that should be different?"
            if reason
            else "What should be different next time?",
            suggestions=["no, plan again"]
            if reason
            else ["cheaper", "slower", "closer to the centre", "other sights"],
        )
        decision = Clarify(mode="CLARIFY", questions=[question], rejection_quote=self.view.message[:400])
        return self._with(
            decision,
            f"Those are off the table, and I keep your reason for the next round. {noted}",
            summary="All options turned down.",
            step="Say what should be different.",
        )

    def _what_to_change(self) -> OrchestratorAnswer:
        reply = "Of course, nothing is fixed yet. Tell me what to change, or click any fact on the board."
        if "CLARIFY" not in allowed_modes(self.view.situation()):
            return self._with(Respond(mode="ANSWER"), reply, step="Say what to change.")
        question = QuestionOut(
            topic=f"other:change-{self.view.number}",
            text="What would you like to change?",
            suggestions=["the dates", "the budget", "the pace", "where we go"],
        )
        return self._with(
            Clarify(mode="CLARIFY", questions=[question]),
            reply,
            step="Say what to change.",
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
        if facts == self.view.facts and {line.topic for line in self.view.open_questions} >= set(missing):
            return self._with(
                Respond(mode="ANSWER"),
                self._lead() + words.still_open(questions),
                step="Answer the open questions.",
            )
        reply = self._lead() + words.noted(self.view.facts, facts) + words.need(questions)
        return self._with(
            Clarify(mode="CLARIFY", questions=questions),
            reply,
            summary="Some facts are known; others are asked for.",
            step="Answer the questions below.",
        )

    def _ask_optional(self, topics: tuple[str, ...], result) -> OrchestratorAnswer:
        facts = result.facts
        questions = [question_for(topic, facts, self.view.gazetteer) for topic in topics]
        reply = self._lead() + words.noted(self.view.facts, facts) + words.optional()
        return self._with(
            Clarify(mode="CLARIFY", questions=questions),
            reply,
            summary="Everything required is known.",
            step="Answer what you like, or say “just plan it”.",
        )

    def _confirm(self, result) -> OrchestratorAnswer:
        lead = self._lead()
        unread = self.read.intent in ("facts", "change") and not (lead or self.changes or self.read.declined)
        if unread and self.view.asked_for_yes and result.facts == self.view.facts:
            lead = f"{corrections.NO_CHANGE} "
        if self.view.plan is not None:
            lead += "Your plan stays as it is until you say so. "
        facts = result.facts
        if remembered := [change for change, _ in taken_over(self.view, result, self.read.declined)]:
            applied = apply_changes(facts, remembered, today=self.view.today, gazetteer=self.view.gazetteer)
            facts = applied.facts
        summary = words.summary(facts)
        return self._with(
            Confirm(mode="CONFIRM", summary=summary[:1500], question="Shall I plan it like this?"),
            lead + words.confirm(facts, self.view.rejections),
            summary="A summary waits for your yes.",
            step="Say yes, or what to change.",
        )

    def _dispatch(self, facts) -> OrchestratorAnswer:
        just_plan = self.view.message[:400] if self.read.intent == "just_plan" else ""
        instructions = words.instructions(facts)
        tasks = [
            Task(id=name, name=title, specialist=name, instructions=f"{ask} {instructions}"[:2000])
            for name, title, ask in (
                ("transport", "ways there and about", "Compare the ways there, back and about town."),
                ("stay", "where to sleep", "Find places to sleep that suit the party."),
                ("food", "where to eat", "Find where to eat, three meals a day."),
            )
        ]
        decision = Dispatch(
            mode="DISPATCH", tasks=tasks, consent_quote="" if just_plan else self.view.message[:400]
        )
        return self._with(
            decision,
            self._lead() + "Good. Transport, stay and food are being looked into at the same time; "
            "then I write the options and check each of them.",
            summary="The specialists were sent out.",
            step="Choose one of the options.",
        )

    def _talk(self, result) -> OrchestratorAnswer:
        reply = self._lead().strip()
        if not reply and self.read.intent == "reset":
            reply = (
                "Starting over clears all facts and options. Use “Start over” in the menu, or type /reset."
            )
        if not reply or self._only_polite():
            reply = f"{reply} {words.where_we_are(self.view)}"
        return self._with(Respond(mode="ANSWER"), reply, step=words.next_step(self.view))

    def _answered(self, question: str) -> str:
        """For the trip as it is after this message: "Paris. What is the best time to visit?" """
        facts = after(self.view, self._with(Respond(mode="ANSWER"), "…")).facts if self.changes else None
        return answer_question(question, self.view.with_facts(facts) if facts else self.view)

    # --- Parts -------------------------------------------------------------------------------

    def _lead(self) -> str:
        """What comes first: an answer to a question in between, then what could not be taken."""
        parts = []
        if self._only_polite():
            parts.append("Hello!" if phrases.greets(self.view.message) else "You are welcome.")
        if self.read.intent == "question" or self.aside not in UNANSWERED:
            parts.append(self.aside or NOT_THAT_KIND)
        if self.read.language and self.read.language != "en":
            parts.append(words.english_please(self.read.language))
        if self.read.intent == "nonsense" and not self.changes:
            parts.append(words.NOT_UNDERSTOOD)
        parts += self.read.problems if self.changes else words.refused(self.read.problems)
        parts += self.unknown
        return " ".join(parts) + (" " if parts else "")

    def _with(self, decision, reply: str, *, summary: str = "", step: str = "") -> OrchestratorAnswer:
        return OrchestratorAnswer(
            reply=reply.strip(),
            changes=self.changes,
            you_choose=[ledger.canonical_topic(topic) for topic in self.read.topics][:12]
            if self.read.intent == "you_choose"
            else [],
            declined=[ledger.canonical_topic(topic) for topic in self.read.declined][:12],
            just_plan_quote=self.view.message[:400] if self.read.intent == "just_plan" else "",
            decision=decision,
            short_summary=summary[:400],
            next_step=step[:400],
        )

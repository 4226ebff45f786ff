"""How a request is put so that a server takes it, and what servers turned out not to take.

A schema is asked for as structured output, else as the input of a forced tool, else in the prompt; any other
parameter that is refused is left out. What was learnt holds for its model as long as the process lives, and
each reply tells it, so that staff can see it (ModelCall.left_out).
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from dataclasses import dataclass, replace

from agents.llm.answers import object_in
from agents.llm.base import ModelReply, ModelRequest
from agents.llm.profiles import AnswerForm, CallOptions

logger = logging.getLogger(__name__)

ANSWER_TOOL = "answer"
STEPS: tuple[AnswerForm, ...] = ("format", "tool", "prompt")
#: What may be left out, as staff read it.
FORMAT, FORCED_TOOL = "structured output", "the answer's tool"
EFFORT, HOUR, CACHE, TOOLS = "effort", "cache for an hour", "cache marks", "tools"
#: So many answers in a row without an object, and the model's server is taken to ignore the schema.
PROSE = 2

_SCHEMA = re.compile(r"schema|grammar|structured|output_(?:config|format)|response_format|json|\bformat\b")
#: It is this one schema that is too much, not every schema.
_THIS_SCHEMA = re.compile(r"grammar|compil|too (?:many|large|complex|deep|long)|optional|union|recurs|\$ref")
_TOOL_NUMBER = re.compile(r"\btools\.(\d+)")


@dataclass(frozen=True, slots=True)
class Form:
    """How one request is put: what its options allow, less what is left out."""

    options: CallOptions
    request: ModelRequest
    left_out: frozenset[str] = frozenset()

    @property
    def answer(self) -> AnswerForm | None:
        """How the schema is asked for; None where none is."""
        if self.request.output is None:
            return None
        refused = {"format": FORMAT, "tool": FORCED_TOOL}
        for step in STEPS[STEPS.index(self.options.structured_output) :]:
            name = refused.get(step, "")
            if not {name, self._of_schema(name)} & self.left_out:
                return step
        return STEPS[-1]

    @property
    def effort(self) -> str:
        return "" if EFFORT in self.left_out else self.options.effort

    @property
    def cache(self) -> bool:
        return self.options.cache and CACHE not in self.left_out

    @property
    def hour(self) -> bool:
        return HOUR not in self.left_out

    @property
    def tools(self) -> bool:
        return TOOLS not in self.left_out

    def without(self, name: str) -> Form:
        return replace(self, left_out=self.left_out | {name})

    def lowered(self, refusal: str) -> Form | None:
        """The same question without what a refusal names. None: it names nothing that can be left out."""
        said = refusal.lower()
        if self.effort and "effort" in said:
            return self.without(EFFORT)
        if self.cache and "cache" in said:
            return self.without(HOUR if self.hour and "ttl" in said else CACHE)
        number = _TOOL_NUMBER.search(said)
        if self.tools and self.request.tools and number and int(number[1]) < len(self.request.tools):
            return self.without(TOOLS)
        if self.answer == "format" and _SCHEMA.search(said):
            lower = self.without(self._of_schema(FORMAT) if _THIS_SCHEMA.search(said) else FORMAT)
            whole = "output_config" in said and "format" not in said  # effort is a part of it
            return lower.without(EFFORT) if self.effort and whole else lower
        if self.answer == "tool" and ("tool" in said or _SCHEMA.search(said)):
            return self.without(FORCED_TOOL)
        if self.effort and "output_config" in said:
            return self.without(EFFORT)
        if self.tools and self.request.tools and "tool" in said:
            return self.without(TOOLS)
        return None

    def next_step(self) -> Form | None:
        """The same question with the schema asked for in the next way. None: it is in the prompt already."""
        names = {"format": FORMAT, "tool": FORCED_TOOL}
        return self.without(names[self.answer]) if self.answer in names else None

    def _of_schema(self, name: str) -> str:
        return f"{name} of {self.request.output.__name__}" if self.request.output else name


class Learnt:
    """What was learnt of each model's server by one mind."""

    def __init__(self) -> None:
        self._left_out: dict[str, frozenset[str]] = {}
        self._prose: Counter[str] = Counter()

    def form(self, options: CallOptions, request: ModelRequest) -> Form:
        return Form(options, request, self._left_out.get(options.model, frozenset()))

    def ignores_schema(self, form: Form, reply: ModelReply) -> bool:
        """Did this reply show, after others, that the server ignores the schema?"""
        if form.answer not in ("format", "tool") or reply.tool_uses:
            return False
        model = form.options.model
        try:
            answered = object_in(reply.text, form.request.output.model_fields) is not None
        except (ValueError, RecursionError):
            answered = False
        self._prose[model] = 0 if answered else self._prose[model] + 1
        return self._prose[model] >= PROSE

    def took(self, form: Form) -> None:
        """A request in this form was answered: what it left out is left out from now on."""
        model = form.options.model
        known = self._left_out.get(model, frozenset())
        if new := form.left_out - known:
            self._left_out[model] = known | new
            logger.warning("%s does not take %s: asked without from now on", model, ", ".join(sorted(new)))

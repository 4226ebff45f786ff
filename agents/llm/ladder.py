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

from agents.llm.answers import opens_object
from agents.llm.base import ModelReply, ModelRequest
from agents.llm.profiles import LEAST_ANSWER, AnswerForm, CallOptions

logger = logging.getLogger(__name__)

ANSWER_TOOL = "answer"
STEPS: tuple[AnswerForm, ...] = ("format", "tool", "prompt")
#: What may be left out, as staff read it.
FORMAT, FORCED_TOOL = "structured output", "the answer's tool"
NAMES: dict[AnswerForm | None, str] = {"format": FORMAT, "tool": FORCED_TOOL}
EFFORT, HOUR, CACHE, TOOLS = "effort", "cache for an hour", "cache marks", "tools"
#: So many answers in a row without an object, and the model's server is taken to ignore the schema.
PROSE = 2

_SCHEMA = re.compile(r"schema|grammar|structured|output_(?:config|format)|response_format|json|\bformat\b")
#: It is this one schema that is too much, not every schema.
_THIS_SCHEMA = re.compile(r"grammar|compil|too (?:many|large|complex|deep|long)|optional|union|recurs|\$ref")
#: More tokens of an answer than the model writes, and not fewer than it wants.
_ANSWER_TOKENS = re.compile(r"max_\w*tokens|(?:output|completion) tokens")
_STATUS = re.compile(r"^\w+: \d{3} ")
_TOO_FEW = re.compile(r"too small|at least|minimum|greater than")
_TOOL_NUMBER = re.compile(r"\btools\.(\d+)")


@dataclass(frozen=True, slots=True)
class Form:
    """How one request is put: what its options allow, less what is left out."""

    options: CallOptions
    request: ModelRequest
    left_out: frozenset[str] = frozenset()
    most_tokens: int | None = None  # of an answer, as far as the server takes them

    @property
    def max_tokens(self) -> int:
        return min(self.request.max_tokens, self.most_tokens or self.request.max_tokens)

    @property
    def told(self) -> tuple[str, ...]:
        """All that is left out, for staff."""
        more = [f"more than {self.most_tokens} tokens"] if self.max_tokens < self.request.max_tokens else []
        return (*sorted(self.left_out), *more)

    @property
    def answer(self) -> AnswerForm | None:
        """How the schema is asked for; None where none is."""
        if self.request.output is None:
            return None
        for step in STEPS[STEPS.index(self.options.structured_output) :]:
            name = NAMES.get(step, "")
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
        if _ANSWER_TOKENS.search(said) and not _TOO_FEW.search(said):
            return self._shorter(said)
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
        return self.without(NAMES[self.answer]) if self.answer in NAMES else None

    def _shorter(self, said: str) -> Form | None:
        """With an answer of as many tokens as are named, else of half as many."""
        words = _STATUS.sub("", said).replace(",", "")
        named = [int(number) for number in re.findall(r"\b\d{1,9}\b", words)]
        fewer = [number for number in named if LEAST_ANSWER <= number < self.max_tokens]
        most = max(fewer, default=self.max_tokens // 2)
        return replace(self, most_tokens=most) if most >= LEAST_ANSWER else None

    def _of_schema(self, name: str) -> str:
        return f"{name} of {self.request.output.__name__}" if self.request.output else name


class Learnt:
    """What was learnt of each model's server by one mind."""

    def __init__(self) -> None:
        self._limits: dict[str, tuple[frozenset[str], int | None]] = {}
        self._prose: Counter[str] = Counter()

    def form(self, options: CallOptions, request: ModelRequest) -> Form:
        return Form(options, request, *self._limits.get(options.model, ()))

    def ignores_schema(self, form: Form, reply: ModelReply) -> bool:
        """Did this reply show, after others, that the server ignores the schema?"""
        if form.answer not in ("format", "tool") or reply.tool_uses:
            return False
        model = form.options.model
        self._prose[model] = 0 if opens_object(reply.text) else self._prose[model] + 1
        return self._prose[model] >= PROSE

    def took(self, form: Form) -> None:
        """A request in this form was answered: what it left out is left out from now on."""
        model = form.options.model
        before = known, most = self._limits.get(model, (frozenset(), None))
        now = (known | form.left_out, form.most_tokens or most)
        if now != before:
            self._limits[model] = now
            logger.warning("%s does not take %s: asked without from now on", model, ", ".join(form.told))

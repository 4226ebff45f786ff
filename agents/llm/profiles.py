"""How each agent's calls are made: its model, and what the server behind it is known to take.

MODEL_PROFILE says it for a kind of server, a setting of its own for one point of all agents, AGENTS for one
agent; the nearest wins. docs/models.md explains them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from django.conf import settings
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from agents.llm.base import Tier

#: How an answer's schema is asked for: as structured output, as the input of a tool, or in the prompt.
AnswerForm = Literal["format", "tool", "prompt"]
Effort = Literal["auto", "none", "low", "medium", "high", "xhigh", "max"]
LEAST_WINDOW = 4_096
LEAST_ANSWER = 256

#: What a tier may think before it speaks, unless a setting says it.
EFFORTS: dict[Tier, str] = {"fast": "low", "standard": "low", "deep": "medium"}
AUTO, NONE = "auto", "none"
#: Models that refuse the parameter.
_NO_EFFORT = re.compile(r"claude-(?:[123]\b|instant|haiku-4\b|sonnet-4(?![-.]6)|opus-4(?![-.][5-9]))")


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of server. `window` and `max_tokens`: tokens of a request with its answer, and of an answer."""

    structured_output: AnswerForm
    effort: bool
    cache: bool
    tools: bool
    window: int
    max_tokens: int
    silence_seconds: float


PROFILES: dict[str, Profile] = {
    "anthropic": Profile("format", True, True, True, 160_000, 64_000, 30.0),
    "strict": Profile("format", False, False, True, 160_000, 64_000, 60.0),
    "tools": Profile("tool", False, False, True, 32_768, 8_192, 120.0),
    "plain": Profile("prompt", False, False, False, 8_192, 4_096, 300.0),
}


class AgentSettings(BaseModel):
    """What AGENTS may say of one agent. None: as everybody."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    model: Annotated[str, Field(min_length=1)] | None = None
    effort: Effort | None = None
    structured_output: AnswerForm | None = None
    cache: bool | None = None
    window: Annotated[int, Field(ge=LEAST_WINDOW)] | None = None
    max_tokens: Annotated[int, Field(ge=LEAST_ANSWER)] | None = None
    silence_seconds: Annotated[float, Field(gt=0)] | None = None
    tools: tuple[str, ...] | None = None
    notes: bool | None = None
    retrieved_facts: Annotated[int, Field(ge=0)] | None = None
    self_managed: bool | None = None
    memory_characters: Annotated[int, Field(ge=1)] | None = None


#: What only a member of the team has.
OF_MEMBERS = frozenset({"tools", "notes", "retrieved_facts", "self_managed", "memory_characters"})

_Tokens, _Seconds = Annotated[int, Field(ge=LEAST_ANSWER)], Annotated[float, Field(gt=0)]


class SharedSettings(BaseModel):
    """What the settings of all agents, and of those who run them, may be."""

    model_config = ConfigDict(from_attributes=True)

    MODEL_PROFILE: Literal[tuple(PROFILES)]  # type: ignore[valid-type]
    STRUCTURED_OUTPUT: Literal["", AnswerForm]
    MODEL_EFFORT: Effort
    MODEL_MAX_TOKENS: _Tokens | None
    SILENCE_SECONDS: _Seconds | None
    CONTEXT_TOKENS: Annotated[int, Field(ge=LEAST_WINDOW)] | None
    CALL_SECONDS: _Seconds
    TURN_SECONDS: _Seconds
    WORKER_SILENCE: _Seconds
    WEB_SEARCH: Annotated[
        Literal["auto", "on", "true", "yes", "1", "off", "false", "no", "0"], BeforeValidator(str.casefold)
    ]


@dataclass(frozen=True, slots=True)
class CallOptions:
    """How one call is made. `effort`: "" is not sent."""

    model: str
    structured_output: AnswerForm = "format"
    effort: str = ""
    cache: bool = True
    tools: bool = True
    window: int = 160_000
    max_tokens: int = 64_000
    silence_seconds: float = 30.0

    def of(self, model: str) -> CallOptions:
        """The same for another model, which may not know of effort."""
        return self if model == self.model else replace(self, model=model, effort=known(model, self.effort))


def call_options(agent: str, tier: Tier) -> CallOptions:
    """Of an agent by its name. Raises KeyError for an unknown profile, ValueError for AGENTS that cannot be
    read; a system check says so before."""
    profile, own = PROFILES[settings.MODEL_PROFILE], settings_of(agent)
    model = own.model or settings.MODELS[tier]
    return CallOptions(
        model=model,
        structured_output=own.structured_output or settings.STRUCTURED_OUTPUT or profile.structured_output,
        effort=_effort(_first(own.effort, settings.MODEL_EFFORT), profile, model, tier),
        cache=_first(own.cache, settings.PROMPT_CACHE, profile.cache),
        tools=profile.tools,
        window=_first(own.window, settings.CONTEXT_TOKENS, profile.window),
        max_tokens=_first(own.max_tokens, settings.MODEL_MAX_TOKENS, profile.max_tokens),
        silence_seconds=_first(own.silence_seconds, settings.SILENCE_SECONDS, profile.silence_seconds),
    )


def settings_of(agent: str) -> AgentSettings:
    """What AGENTS says of an agent. Raises ValueError."""
    return agent_settings(settings.AGENTS).get(agent, _NOTHING)


@lru_cache(maxsize=8)
def agent_settings(text: str) -> dict[str, AgentSettings]:
    """AGENTS, read. Raises ValueError (pydantic's, where a value is wrong)."""
    return _AGENTS.validate_json(text) if text.strip() else {}


def retrieved_facts(agent: str) -> int:
    """How many remembered facts are looked up for an agent."""
    return _first(settings_of(agent).retrieved_facts, settings.RETRIEVED_FACTS)


def problems() -> list[str]:
    """What is wrong with these settings, as sentences."""
    wrong = []
    try:
        SharedSettings.model_validate(settings)
    except ValidationError as error:
        wrong += faults("", error)
    try:
        agent_settings(settings.AGENTS)
    except ValidationError as error:
        return [*wrong, *faults("AGENTS", error)]
    return [*wrong, *(f"AGENTS names {name} twice." for name in _doubled(settings.AGENTS))]


def faults(setting: str, error: ValidationError) -> list[str]:
    """What is wrong with a setting in JSON, or with settings by their names, as sentences."""
    return [
        f"{': '.join(filter(None, [setting, '.'.join(map(str, one['loc'])), one['msg']]))}."
        for one in error.errors(include_url=False, include_input=False)
    ]


def _doubled(text: str) -> list[str]:
    """Keys that stand twice in one object of a JSON text: the first one would silently not count."""
    doubled: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        times = Counter(key for key, _value in pairs)
        doubled.extend(key for key, count in times.items() if count > 1)
        return dict(pairs)

    json.loads(text.strip() or "{}", object_pairs_hook=once)
    return doubled


def _effort(wanted: str, profile: Profile, model: str, tier: Tier) -> str:
    if wanted == AUTO:
        wanted = EFFORTS[tier] if profile.effort else ""
    return "" if wanted == NONE else known(model, wanted)


def known(model: str, effort: str) -> str:
    """An effort, "" for a model that refuses the parameter."""
    return "" if _NO_EFFORT.search(model) else effort


def _first(*values: Any) -> Any:
    return next(value for value in values if value is not None)


_AGENTS = TypeAdapter(dict[str, AgentSettings])
_NOTHING = AgentSettings()

"""One tool call of a run: arguments are judged, whatever goes wrong becomes a sentence for the model."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from pydantic import ValidationError

from agents.llm.answers import clean, problem_sentences
from agents.llm.base import ToolResult, ToolUse
from agents.runtime.hooks import Hooks, StopRun, Tool, ToolError

logger = logging.getLogger(__name__)


async def result_of(
    use: ToolUse, tools: Mapping[str, Tool], hooks: Hooks, agent: str, characters: int
) -> ToolResult:
    """What a call came to, at most so many characters of it, or as many as the tool needs. Raises StopRun
    alone."""
    tool = tools.get(use.name)
    if tool is None:
        known = ", ".join(tools) or "none"
        return ToolResult(use.id, f"There is no such tool. Known tools: {known}.", is_error=True)
    try:
        arguments = tool.input.model_validate(clean(use.input))
    except ValidationError as error:
        return ToolResult(use.id, "\n".join(problem_sentences(error)), is_error=True)
    try:
        content = await hooks.call_tool(use.name, arguments)
    except StopRun:
        raise
    except ToolError as error:
        return ToolResult(use.id, str(error), is_error=True)
    except Exception:
        logger.exception("tool %s of %s failed", use.name, agent)
        return ToolResult(use.id, f"The tool {use.name} failed; go on without it.", is_error=True)
    return ToolResult(use.id, content[: max(characters, tool.characters)])

"""What the documents say: tables of settings, commands, links, words in code style."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.house.sources import LAYERS, ROOT, nodes_of, python_files

#: A setting's name, as the first cell of a table's row.
ROW = re.compile(r"^\| `([A-Z][A-Z0-9_]*)` \| (?:`([^`]*)`)? ?\|", re.MULTILINE)
CODE_STYLE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
NOT_SAID = object()


@dataclass(frozen=True)
class Reading:
    """One variable read from the environment, and what it is when nobody set it."""

    name: str
    place: str
    default: Any = NOT_SAID  # NOT_SAID: computed


def documents() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def settings_documented(path: Path) -> dict[str, str]:
    """Name and default of each row of a settings table, in order; the default as it is written."""
    return {match[1]: match[2] or "" for match in ROW.finditer(path.read_text("utf-8"))}


def in_code_style(*paths: Path) -> Iterator[tuple[Path, str]]:
    """Everything between backticks, and each line of a code block."""
    for path in paths:
        text = path.read_text("utf-8")
        for block in re.findall(r"```\w*\n(.*?)```", text, re.DOTALL):
            yield from ((path, line) for line in block.splitlines())
        for word in CODE_STYLE.findall(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
            yield path, word


@cache
@cache
def settings_read() -> list[Reading]:
    """What config/settings.py reads by django-environ, and all that the product reads by `os.environ`."""
    found = []
    for path in python_files(*LAYERS):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and _reads_environment(node):
                found.append(_reading(path, node))
            if isinstance(node, ast.Subscript) and _dotted(node.value) == "os.environ":
                if isinstance(node.slice, ast.Constant):
                    found.append(Reading(node.slice.value, _place(path, node)))
    return found


def _reads_environment(node: ast.Call) -> bool:
    name = _dotted(node.func)
    named = node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    wanted = name in ("os.environ.get", "os.getenv") or (name.startswith("env.") and name != "env.read_env")
    return bool(named and wanted)


def _reading(path: Path, node: ast.Call) -> Reading:
    default: Any = NOT_SAID
    given = [word.value for word in node.keywords if word.arg == "default"] or node.args[1:2]
    if given:
        try:
            # a literal or a sum of literals; nothing else has a name in an empty scope
            default = eval(compile(ast.Expression(given[0]), "", "eval"), {"__builtins__": {}})  # noqa: S307
        except NameError:
            default = NOT_SAID
    return Reading(node.args[0].value, _place(path, node), default)  # type: ignore[attr-defined]


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _place(path: Path, node: ast.expr) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"

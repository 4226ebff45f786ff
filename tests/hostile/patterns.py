"""Every pattern of the project: those that modules hold, in whatever tables, and those of a single line."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import types
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house.sources import LAYERS, ROOT

#: Where the position of flags is among a function's arguments.
_FLAGS = {"sub": 4, "subn": 4, "split": 3, "compile": 1}
_FROM_THE_START = {"match", "fullmatch"}
_METHOD = re.compile(r"(\w+)\.(\w+)\(")
#: To parse every source takes seconds.
_INLINE = re.compile(r"\bre\.(?:subn?|split|search|match|fullmatch|findall|finditer)\(")
#: Reads no words of anybody: addresses of our own logs, the data that the project ships.
LEFT_OUT = ("config.", "trips.data.")


@dataclass(frozen=True)
class Used:
    """`anchored`: it is only ever asked whether a text begins with it."""

    pattern: re.Pattern[str]
    where: str
    anchored: bool


def patterns() -> list[Used]:
    """Each once, in the order of where it stands."""
    found: dict[re.Pattern[str], Used] = {}
    methods = _methods()
    for module in _modules():
        for name, value in vars(module).items():
            if name.startswith("__") or isinstance(value, types.ModuleType | types.FunctionType):
                continue
            anchored = (
                bool(methods[name]) and methods[name] <= _FROM_THE_START and isinstance(value, re.Pattern)
            )
            for pattern in _within(value, 6, set()):
                found.setdefault(pattern, Used(pattern, f"{module.__name__}:{name}", anchored))
        for pattern, line, method in _inline(module):
            where = f"{module.__name__}:{line}"
            found.setdefault(pattern, Used(pattern, where, method in _FROM_THE_START))
    return sorted(found.values(), key=lambda used: (used.where, used.pattern.pattern))


def _modules() -> Iterator[types.ModuleType]:
    for layer in LAYERS:
        package = importlib.import_module(layer)
        for found in pkgutil.walk_packages(package.__path__, f"{layer}."):
            if ".migrations." not in found.name and not found.name.startswith((*LEFT_OUT, "agents.tasks")):
                yield importlib.import_module(found.name)


def _within(value: object, depth: int, seen: set[int]) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
        return
    if depth <= 0 or id(value) in seen or isinstance(value, str | bytes | int | float):
        return
    seen.add(id(value))
    if isinstance(value, dict):
        held = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        held = list(value)
    elif hasattr(value, "__dataclass_fields__"):
        held = [getattr(value, name, None) for name in value.__dataclass_fields__]
    elif isinstance(value, type):
        held = list(vars(value).values())
    else:
        return
    for one in held:
        yield from _within(one, depth - 1, seen)


def _calls(source: str) -> Iterator[tuple[ast.Call, str, ast.expr]]:
    """Every `thing.method(…)`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func.attr, node.func.value


def _inline(module: types.ModuleType) -> Iterator[tuple[re.Pattern[str], int, str]]:
    """Of `re.search(r"…", text)` and the like, where it is not made of a function's own names."""
    source = Path(str(module.__file__)).read_text("utf-8")
    if not _INLINE.search(source):
        return
    for call, method, thing in _calls(source):
        if not (isinstance(thing, ast.Name) and thing.id == "re" and call.args):
            continue
        at = _FLAGS.get(method, 2)
        flags = [word.value for word in call.keywords if word.arg == "flags"] + call.args[at : at + 1]
        try:
            text, flag = _value(module, call.args[0]), _value(module, flags[0]) if flags else 0
        except NameError:
            continue
        if isinstance(text, str):
            yield re.compile(text, flag), call.lineno, method


def _value(module: types.ModuleType, expression: ast.expr) -> object:
    code = compile(ast.Expression(expression), str(module.__file__), "eval")
    return eval(code, dict(vars(module)))  # noqa: S307 (our own source)


def _methods() -> dict[str, set[str]]:
    """By the name of a pattern, how it is used anywhere."""
    found: dict[str, set[str]] = defaultdict(set)
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            for name, method in _METHOD.findall(path.read_text("utf-8")):
                found[name].add(method)
    return found

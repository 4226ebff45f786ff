"""The project's own source, read and never run: files, imports, strings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: From the bottom up: a package imports itself and those before it.
LAYERS = ("config", "trips", "memory", "agents")


@dataclass(frozen=True)
class Import:
    """One import: its line, and the whole dotted name (module and what is taken from it)."""

    path: Path
    line: int
    name: str

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} imports {self.name}"


def python_files(*folders: str) -> list[Path]:
    """All Python files below these folders of the project."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "__pycache__" not in path.parts]


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"), str(path))))


@cache
def imports_of(path: Path) -> list[Import]:
    """Every import of a file, also those inside functions, those for types, and `import_module("…")`."""
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [Import(path, node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(filter(None, (_package_of(path, node.level), node.module or "")))
            found.append(Import(path, node.lineno, base))
            found += [Import(path, node.lineno, f"{base}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.Call) and _mentions_import_module(node):
            found += [Import(path, node.lineno, name) for name in _texts(node)]
    return found


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string that is not a docstring, the fixed parts of f-strings included."""
    documentation = set()
    for node in nodes_of(path):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # also those below an attribute: any string that stands alone is a comment
            documentation |= {id(line.value) for line in body if isinstance(line, ast.Expr)}
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def _package_of(path: Path, level: int) -> str:
    """What a relative import of so many dots starts from; nothing for an absolute one."""
    if level == 0:
        return ""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[: len(parts) - level])


def _mentions_import_module(node: ast.Call) -> bool:
    """`import_module("x")`, also handed to something that calls it later."""
    names = {
        part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "") for part in _parts(node)
    }
    return bool(names & {"import_module", "__import__"})


def _parts(node: ast.Call) -> list[ast.expr]:
    return [node.func, *node.args]


def _texts(node: ast.Call) -> list[str]:
    return [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]

"""A page without a model never loads the SDK: its import takes more than a second."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module",
    ["agents.runtime.agent", "agents.runtime.run", "agents.llm.base", "agents.llm.claude",
     "agents.llm.offline", "agents.llm.prices", "agents.llm.wire_errors"],
)  # fmt: skip
def test_importing_the_seam_does_not_import_the_sdk(module: str) -> None:
    program = (
        f"import sys, {module}; print([name for name in ('anthropic', 'httpx2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_one_module_names_the_sdk() -> None:
    import ast
    from pathlib import Path

    root = Path(__file__).resolve().parents[3]
    importers = set()
    for app in ("agents", "memory", "trips", "config"):
        for path in (root / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = []
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom):
                    names = [node.module or ""]
                elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
                    names = [node.args[0].value] if isinstance(node.args[0], ast.Constant) else []
                if any(name.split(".")[0] == "anthropic" for name in names):
                    importers.add(path.relative_to(root).as_posix())
    assert importers == {"agents/llm/claude.py"}

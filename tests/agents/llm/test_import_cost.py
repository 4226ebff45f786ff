"""A page without a model never loads the SDK: its import takes more than a second."""

import subprocess
import sys

import pytest

from tests.house.sources import LAYERS, ROOT, imports_of, python_files


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


@pytest.mark.xdist_group("sources")
def test_only_one_module_names_the_sdk() -> None:
    knowing = {
        str(path.relative_to(ROOT))
        for path in python_files(*LAYERS)
        for one in imports_of(path)
        if one.package == "anthropic"
    }
    assert knowing == {"agents/llm/claude.py"}

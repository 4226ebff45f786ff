"""Only `trips/reading` understands what travellers write; patterns elsewhere are of something else."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.sources import LAYERS, ROOT, imports_of, nodes_of, python_files

pytestmark = pytest.mark.xdist_group("sources")

READS_MESSAGES = "trips/reading/"
#: Whoever else uses patterns, by what they are of. A folder means every module in it.
EXCEPTIONS = {
    "the process, its logs and its database": """
        config/ agents/lease_owner.py""",
    "what a service or a model sends on the wire": """
        agents/llm/ agents/sse.py agents/runtime/prompting.py""",
    "files and data that are read in or written": """
        trips/catalogue/ trips/data/extract/ trips/exports/ memory/files.py memory/zones.py
        memory/admin/""",
    "markup of what is shown": """
        agents/markup.py agents/templatetags/conversation.py agents/companions/web.py
        memory/sections/inline.py memory/snippets.py memory/kept_changes.py""",
    "what agents wrote: their answers, notes, sources and figures": """
        agents/attribution.py agents/board/research.py agents/companions/city_rows.py
        agents/companions/stated.py agents/mentions.py agents/validation/ memory/answer_lines.py
        memory/asking.py memory/conversation.py memory/extraction_rules.py memory/line_edits.py
        memory/tool_results.py trips/planning/figures.py trips/planning/named_places.py""",
    "our own sentences, names and ids": """
        agents/offline/answering.py agents/offline/corrections.py trips/planning/agenda_around.py
        trips/planning/editing/ trips/planning/ways.py""",
    "a command with its line, as a form": """
        agents/commands/__init__.py agents/commands/cost.py agents/commands/cost_noting.py
        agents/recall.py memory/about_memory.py trips/fact_log.py""",
    "secrets, marks and pasted words, taken out before anything is read": """
        agents/runtime/masking.py agents/offline/set_aside.py memory/redacting.py""",
    "words as such: where a sentence ends, stems, a name that is looked for, the same words again": """
        memory/employers.py memory/events.py memory/extraction_offline.py memory/polarity.py
        memory/quotes.py memory/spoken.py memory/stemming.py memory/text.py memory/words.py
        trips/facts/places.py trips/planning/spots.py""",
    "fields of forms": """
        trips/facts/reading_values.py trips/forms/""",
    "a wish as the facts hold it": """
        trips/planning/validator/variety.py""",
}
#: Stand in no pattern but of what somebody says of themselves; what agents wrote may hold them.
SAYS = frozenset("i we my our me us want wants like likes love hate please".split())
MAY_NAME_THEM = ("agents/validation/", "memory/extraction_rules.py")


def excepted() -> list[str]:
    return [path for paths in EXCEPTIONS.values() for path in paths.split()]


def with_patterns() -> list[str]:
    """The modules outside that import `re`, as paths from the root."""
    return [
        name
        for path in python_files(*LAYERS)
        if "/migrations/" not in (name := path.relative_to(ROOT).as_posix())
        and not name.startswith(READS_MESSAGES)
        and any(one.name == "re" for one in imports_of(path))
    ]


def test_no_module_outside_reads_messages_by_patterns() -> None:
    assert [name for name in with_patterns() if not name.startswith(tuple(excepted()))] == []


def test_every_exception_is_needed() -> None:
    found = with_patterns()
    assert [path for path in excepted() if not any(name.startswith(path) for name in found)] == []


def test_no_excepted_pattern_waits_for_what_somebody_says_of_themselves() -> None:
    wrong = [
        f"{name}: {sorted(said)}"
        for name in with_patterns()
        if not name.startswith(MAY_NAME_THEM)
        if (said := SAYS & {word for pattern in patterns_of(name) for word in re.findall(r"[a-z]+", pattern)})
    ]
    assert wrong == []


def patterns_of(name: str) -> list[str]:
    """The words of strings that are handed to `re`, without its escapes and classes."""
    found = []
    for node in nodes_of(ROOT / name):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_re(node.func.value):
            found += [one.value for arg in node.args[:1] for one in ast.walk(arg) if _is_text(one)]
    return [re.sub(r"\\[A-Za-z]|\[[^\]]*\]|\(\?P?<?\w*>?", " ", text) for text in found]


def _is_re(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "re"


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)

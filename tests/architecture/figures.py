"""Print figures of the code, one JSON object a line: `make figures`.

They show how large the parts are and how they hang together; the tests beside hold what must not
grow. A figure that has a bound in no test is for people to look at.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from dsl.keys.files import EVERY_KEY
from tests.architecture.test_imports import (
    APPS,
    PACKAGES,
    ROOT,
    deep_names,
    edges,
    imported_names,
    module_of,
    modules,
    nodes,
    room_of,
)
from tests.architecture.test_keys import files_that_use_a_key

TREE = "dsl.model."
CORE = ("dsl", "interpreter", "cardwright.api")
SHORT = 12
"""Lines of a function that might as well stand where it is called."""


def core_names_in_applications() -> set[tuple[str, str]]:
    """Return (module, name) of everything of the core that an application imports, listed or not;
    the tree of a checked game is one name."""
    found = set()
    for module, path in modules().items():
        if not module.startswith(APPS):
            continue
        for _, name in imported_names(path):
            is_ours = name.partition(".")[0] in PACKAGES and not f"{name}.".startswith(APPS)
            if is_ours and name not in PACKAGES:
                home = module_of(name) or ""
                is_tree = f"{home}.".startswith(TREE)
                found.add((TREE, "") if is_tree else (home, name.removeprefix(home)))
    return found


def lines_of(paths: Iterable[Path]) -> list[int]:
    """Return the number of lines of each file."""
    return [path.read_text("utf-8").count("\n") for path in paths]


def import_lines() -> int:
    """Return the lines of all imports of the product, each of which may go over several lines."""
    numbers = set()
    for path in modules().values():
        for node in nodes(path):
            if isinstance(node, ast.Import | ast.ImportFrom):
                numbers |= {(path, n) for n in range(node.lineno, (node.end_lineno or 0) + 1)}
    return len(numbers)


def called_once(longest: int) -> int:
    """Return how many private functions of at most so many lines are called in one place alone."""
    number = 0
    for path in modules().values():
        uses, calls = Counter[str](), Counter[str]()
        for node in nodes(path):
            if isinstance(node, ast.Name):
                uses[node.id] += 1
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                calls[node.func.id] += 1
        number += sum(
            uses[node.name] == calls[node.name] == 1
            and (node.end_lineno or 0) - node.lineno < longest
            for node in nodes(path)
            if isinstance(node, ast.FunctionDef) and node.name.startswith("_")
        )
    return number


def rooms_without_page() -> list[str]:
    """Return the folders of code, two levels deep or more, that have no README."""
    folders = {path.parent for path in modules().values()} | {ROOT / "soak", ROOT / "benchmarks"}
    deep = (f for f in folders if len(f.relative_to(ROOT).parts) > 1 or f.name in ("soak",))
    return sorted(f.relative_to(ROOT).as_posix() for f in deep if not (f / "README.md").exists())


def files_that_quote_a_key() -> list[int]:
    """Return for each key of the language how many files of code quote a text like it, fewest
    first; many keys are words that mean other things too."""
    keys = {key.name for key in EVERY_KEY}
    counts = Counter[str]()
    for path in modules().values():
        texts = {n.value for n in nodes(path) if isinstance(n, ast.Constant)}
        counts.update(keys.intersection(each for each in texts if isinstance(each, str)))
    return sorted(counts[key] for key in keys)


def figures() -> Iterator[tuple[str, object]]:
    """Yield the name and value of each figure."""
    of_core = core_names_in_applications()
    lines = lines_of(modules().values())
    core = [path for module, path in modules().items() if f"{module}.".startswith(CORE)]
    wrong = sum(room_of(m) is None and "." in m for m in modules())
    yield "modules", len(modules())
    yield "modules without a room", wrong
    yield "imports among modules", sum(1 for _ in edges(with_texts=True))
    yield "core names that applications use", len(of_core)
    yield "core modules that applications use", len({module for module, _ in of_core})
    yield "names that applications import from below the lists of the core", len(deep_names())
    for what, numbers in (
        ("files that quote a key", files_that_quote_a_key()),
        ("files that use a key", files_that_use_a_key()),
    ):
        yield f"{what}: median, 90th percentile", [
            median(numbers), numbers[len(numbers) * 9 // 10],
        ]  # fmt: skip
    yield "lines", sum(lines)
    yield "median lines of a file", median(lines)
    yield "longest file", max(lines)
    yield "lines of the core", sum(lines_of(core))
    yield "import lines", import_lines()
    yield f"private functions of at most {SHORT} lines called once", called_once(SHORT)
    yield "lines of soak", sum(lines_of((ROOT / "soak").rglob("*.py")))
    yield "rooms without a README", rooms_without_page()


if __name__ == "__main__":
    for name, value in figures():
        print(json.dumps({"figure": name, "value": value}))

"""What plays and what reports adds floats by `math.fsum`: `sum` adds them differently from Python
3.12 on, so that one seed could choose or report differently.

Whole numbers are added by `total` of `cardwright.apps.face.session`: the strict types refuse
floats there.
"""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest

from cardwright.apps.policies.heuristic import Line, line_through
from tests.architecture.sources import ROOT, tree

ROOMS = ("policies", "lab", "programs")
FILES = ("sim.py", "report.py", "compare.py", "tune.py")
FORBIDDEN = {"sum", "sumprod", "fmean"}
FIT = {"NormalDist", "median"}
"""What may be taken from `statistics`: it adds nothing."""


def looked_at() -> list[Path]:
    """Return the files of what plays and what reports."""
    apps = ROOT / "cardwright" / "apps"
    rooms = itertools.chain.from_iterable((apps / room).rglob("*.py") for room in ROOMS)
    return sorted((*rooms, *(apps / "commands" / name for name in FILES)))


def additions(tree: ast.AST) -> list[int]:
    """Return the lines that name what adds floats, each version of Python its own way."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id in FORBIDDEN)
        or (isinstance(node, ast.Attribute) and node.attr in {"sumprod", "fmean"})
        or (isinstance(node, ast.Import) and any(each.name == "statistics" for each in node.names))
        or (
            isinstance(node, ast.ImportFrom)
            and node.module == "statistics"
            and any(each.name not in FIT for each in node.names)
        )
    ]


@pytest.mark.parametrize("path", looked_at(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_sum_depends_on_the_version_of_python(path):
    assert additions(tree(path)) == []


@pytest.mark.parametrize(
    "line",
    ["sum(xs)", "map(sum, xs)", "math.sumprod(a, b)", "fmean(xs)", "import statistics",
     "from statistics import median, stdev"],
)  # fmt: skip
def test_the_detector_sees_each_way_to_add(line):
    assert additions(ast.parse(line)) == [1]


def test_the_line_through_points_is_the_same_in_every_version():
    """Each newer Python runs this too (`make smoke`)."""
    rows = [(i * 0.1, (i * i % 7) * 0.3) for i in range(20)]
    line = line_through(rows, [(i % 3) * 0.1 + i * 0.01 for i in range(20)], 0.01)
    assert line == Line(0.08730085618747634, [(0, 0.10314255527654842), (1, 0.007664579349272637)])

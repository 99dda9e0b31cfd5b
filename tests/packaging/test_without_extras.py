"""What starts without any extra: the command line, the long checks, the measures of speed."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

IMPORT = """
import importlib, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {refused!r}:
            raise ModuleNotFoundError(f"{{name}} is of an extra", name=name)

sys.meta_path.insert(0, Refused())
importlib.import_module({module!r})
"""


def _name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


def _core() -> set[str]:
    """Return the distributions that come with the project itself, those they need included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found, left = {"cardwright"}, [_name(one) for one in project["dependencies"]]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += [_name(need) for need in requires(one) or () if "extra ==" not in need]
    return found


def _refused() -> set[str]:
    """Return the names of all installed modules that do not come with the project itself."""
    core = _core()
    owners = packages_distributions()
    return {
        module
        for module, found in owners.items()
        if not {one.lower().replace("_", "-") for one in found} & core
    }


@pytest.mark.parametrize("module", ["cardwright.__main__", "soak.registry", "benchmarks.measures"])
def test_is_imported_without_any_extra(module: str) -> None:
    refused = _refused()
    assert "pytest" in refused
    assert "yaml" not in refused
    code = IMPORT.format(refused=refused, module=module)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr

"""Check that the catalogue of diagnostics is complete and consistent."""

from __future__ import annotations

import re
from pathlib import Path

import dsl
from dsl.diagnostics.catalogue import FINDINGS

ROOT = Path(dsl.__file__).parent


def test_codes_are_unique() -> None:
    codes = [kind.code for kind in FINDINGS.values()]
    assert len(codes) == len(set(codes))


def test_names_are_kebab_case_and_summaries_are_fragments() -> None:
    for name, kind in FINDINGS.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert kind.summary and not kind.summary.endswith(".")
        assert kind.stage


def test_every_name_used_in_reading_is_listed() -> None:
    used = re.compile(
        r"(?:report\.add|Problem|problem|_refuse\w*)\(\s*(?:report, )?\"([a-z0-9-]+)[.\"]"
    )
    names: set[str] = set()
    for path in (ROOT / "syntax").glob("*.py"):
        names.update(used.findall(path.read_text(encoding="utf-8")))
    assert len(names) > 15
    assert names <= set(FINDINGS)

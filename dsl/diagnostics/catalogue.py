"""Answer what each diagnostic is: its code, its severity and what it is about in one line.

A code is never changed and never used again; the prefix says which stage found it, never how bad
it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from dsl.diagnostics.codes_checks import CHECK_ROWS
from dsl.diagnostics.codes_lint import LINT_ROWS
from dsl.diagnostics.codes_names import NAME_ROWS
from dsl.diagnostics.codes_passes import PASS_ROWS
from dsl.diagnostics.codes_syntax import SYNTAX_ROWS
from dsl.records import record

Severity = Literal["error", "warning", "advice"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")

STAGE_BY_PREFIX: Mapping[str, str] = MappingProxyType(
    {
        "SYN": "syntax",
        "DAT": "data",
        "NAM": "names",
        "TYP": "types",
        "CHK": "checks",
        "GRF": "graph",
        "LNT": "lint",
        "RUN": "running",
    }
)


@record
class Kind:
    """One row of the catalogue.

    Attributes:
        name: What people read and type: `unknown-zone`.
        code: What logs keep: `NAM107`.
        severity: `error`, `warning` or `advice`.
        summary: One line, as a fragment.
    """

    name: str
    code: str
    severity: Severity
    summary: str

    @property
    def stage(self) -> str:
        """Return the stage that finds it."""
        return STAGE_BY_PREFIX[self.code[:3]]


def _read_rows(*tables: str) -> dict[str, Kind]:
    """Turn tables of `CODE severity name: summary` lines into kinds by name."""
    kinds: dict[str, Kind] = {}
    for line in "\n".join(tables).splitlines():
        if line.strip():
            kind = _read_row(line)
            if kind.name in kinds:
                raise ValueError(f"`{kind.name}` stands twice in the catalogue")
            kinds[kind.name] = kind
    return kinds


def _read_row(line: str) -> Kind:
    """Turn one line of a table into a kind."""
    head, summary = line.split(": ", 1)
    code, word, name = head.split()
    severity = next(known for known in SEVERITIES if known == word)
    return Kind(name, code, severity, summary.strip())


CATALOGUE: Mapping[str, Kind] = MappingProxyType(
    _read_rows(SYNTAX_ROWS, NAME_ROWS, CHECK_ROWS, PASS_ROWS, LINT_ROWS)
)

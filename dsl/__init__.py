"""The language: from YAML text to a checked model. Knows nothing of running games.

Applications import these names and the modules of `dsl.model`, and nothing deeper. Each is brought
in when it is first asked for. Modules of the language never import from here.

- `Diagnostic`: one finding: what is wrong, where, how bad it is, what to do.
- `FINDINGS`: every finding by its name: code, severity, stage and summary.
- `Fault`: what is raised where rules do what no rules may do.
- `Source`: one text file as it was read.
- `Span`: a stretch of a source.
- `bounded_guesses`: a bound for the work of all guesses inside.
- `columns`: the columns that a text takes on a terminal.
- `in_order`: findings by file and place, each once.
- `languages`: the languages of the program, and how texts for people are put together.
- `model`: the tree of a checked game, a module for each of its parts.
- `most_important`: the findings that are shown at once, and how many are left out.
- `nearest`: the known word that a misspelt one means.
- `render`: a finding as a terminal shows it.
- `snippet`: the source line of a span with carets under it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dsl import languages, model
    from dsl.diagnostics.catalogue import FINDINGS
    from dsl.diagnostics.diagnostic import Diagnostic
    from dsl.diagnostics.order import in_order, most_important
    from dsl.diagnostics.render import columns, render, snippet
    from dsl.diagnostics.spelling import bounded_guesses, nearest
    from dsl.source import Source, Span
    from dsl.words.arithmetic import Fault

_HOMES = {
    "Diagnostic": "dsl.diagnostics.diagnostic",
    "FINDINGS": "dsl.diagnostics.catalogue",
    "Fault": "dsl.words.arithmetic",
    "Source": "dsl.source",
    "Span": "dsl.source",
    "bounded_guesses": "dsl.diagnostics.spelling",
    "columns": "dsl.diagnostics.render",
    "in_order": "dsl.diagnostics.order",
    "languages": "dsl.languages",
    "model": "dsl.model",
    "most_important": "dsl.diagnostics.order",
    "nearest": "dsl.diagnostics.spelling",
    "render": "dsl.diagnostics.render",
    "snippet": "dsl.diagnostics.render",
}

__all__ = [
    "FINDINGS",
    "Diagnostic",
    "Fault",
    "Source",
    "Span",
    "bounded_guesses",
    "columns",
    "in_order",
    "languages",
    "model",
    "most_important",
    "nearest",
    "render",
    "snippet",
]


def __getattr__(name: str) -> Any:
    """Return a public name from the module that has it."""
    if name not in _HOMES:
        raise AttributeError(f"module `dsl` has no `{name}`")
    home = import_module(_HOMES[name])
    return home if home.__name__ == f"dsl.{name}" else getattr(home, name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)

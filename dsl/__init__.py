"""The language: from YAML text to a checked model. Knows nothing of running games.

Applications import these names and the modules of `dsl.model`, and nothing deeper. Each is brought
in when it is first asked for. Modules of the language never import from here.

- `CardTable`: a table of cards as a game reads it: its columns, its rows, its notes.
- `Catalogue`: the sentences of a room for people, read from its folder `messages`.
- `CheckedFile`: what a check learned of a file, to be asked while it is edited, and its style.
- `Diagnostic`: one finding: what is wrong, where, how bad it is, what to do.
- `FINDINGS`: every finding by its name: code, severity, stage and summary.
- `Fault`: what is raised where rules do what no rules may do.
- `Files`: the files of one folder of texts.
- `Language`: a language by its tag: chooses among texts, joins phrases, has the articles.
- `MANIFEST_KEYS`: the keys of a manifest.
- `Phrase`: a phrase in the notation of texts: its number, its parts, its room on a line.
- `Record`: the base of frozen data: an object with slots, equal by its fields.
- `Source`: one text file as it was read.
- `Span`: a stretch of a source.
- `VOCABULARY`: the words that the machine itself knows: functions and native events.
- `in_order`: findings by file and place, each once; all, or as many as are shown.
- `listen`: keeps what is learned of texts while packages are checked inside.
- `model`: the tree of a checked game, a module for each of its parts.
- `nearest`: the known word that a misspelt one means.
- `read_yaml`: a file of YAML: its documents, and what is wrong in it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dsl import model
    from dsl.asking.answers import CheckedFile
    from dsl.asking.listening import listen
    from dsl.diagnostics.catalogue import FINDINGS
    from dsl.diagnostics.diagnostic import Diagnostic, in_order
    from dsl.diagnostics.wording import nearest
    from dsl.keys.files import MANIFEST_KEYS
    from dsl.languages import Catalogue, Language, Phrase
    from dsl.records import Record, Source, Span
    from dsl.syntax.package_files import Files
    from dsl.syntax.yaml_reader import read_yaml
    from dsl.tables import CardTable
    from dsl.words.arithmetic import Fault
    from dsl.words.vocabulary import VOCABULARY

_HOMES = {
    "Language": "dsl.languages",
    "Phrase": "dsl.languages",
    "MANIFEST_KEYS": "dsl.keys.files",
    "CardTable": "dsl.tables",
    "Catalogue": "dsl.languages",
    "CheckedFile": "dsl.asking.answers",
    "Diagnostic": "dsl.diagnostics.diagnostic",
    "FINDINGS": "dsl.diagnostics.catalogue",
    "Fault": "dsl.words.arithmetic",
    "Files": "dsl.syntax.package_files",
    "Record": "dsl.records",
    "Source": "dsl.records",
    "Span": "dsl.records",
    "VOCABULARY": "dsl.words.vocabulary",
    "in_order": "dsl.diagnostics.diagnostic",
    "listen": "dsl.asking.listening",
    "model": "dsl.model",
    "nearest": "dsl.diagnostics.wording",
    "read_yaml": "dsl.syntax.yaml_reader",
}

__all__ = [
    "FINDINGS",
    "MANIFEST_KEYS",
    "VOCABULARY",
    "CardTable",
    "Catalogue",
    "CheckedFile",
    "Diagnostic",
    "Fault",
    "Files",
    "Language",
    "Phrase",
    "Record",
    "Source",
    "Span",
    "in_order",
    "listen",
    "model",
    "nearest",
    "read_yaml",
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

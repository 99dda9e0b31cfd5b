"""Check the libraries that a game requires: packages whose declarations are read as its own."""

from __future__ import annotations

from typing import Final

from dsl.check.scopes.draft import Draft
from dsl.check.texts.package import COURSE_SECTIONS
from dsl.check.texts.required import LIBRARY_FILE, required
from dsl.check.texts.shapes import entries_of, scalar_at
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.spelling import nearest

WHERE: Final = (
    f"a library is a folder with a `{LIBRARY_FILE}`, beside the game, in a folder `decks` there, "
    "or where `--path` says"
)


def check_libraries(draft: Draft) -> None:
    """Report libraries that are required and not there, and what a library cannot say."""
    package, report = draft.package, draft.report
    ids = [scalar_at(library, "id") for library in package.libraries]
    known = [id_.text for id_ in ids if id_ is not None]
    for manifest in (package.manifest, *package.libraries):
        for scalar in required(manifest):
            if scalar.text not in known:
                near = nearest(scalar.text, known)
                helps = (Instead.of(near, scalar.text),) if near else (WHERE,)
                message = f"no library named `{scalar.text}`"
                report.add("unknown-library", message, scalar.span, *helps)
    for library in package.libraries:
        for entry in entries_of(library):
            if entry.key.text in COURSE_SECTIONS:
                message = f"`{entry.key.text}` belongs in a game: a library only declares"
                help_text = f"move it from `{LIBRARY_FILE}` to the game that requires it"
                report.add("unknown-key", message, entry.key.span, help_text)

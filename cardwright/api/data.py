"""Find the data that comes with the program: games, recipes, schemas, the language guide."""

from __future__ import annotations

from pathlib import Path
from typing import Final

LANGUAGE: Final = "language"
"""The folder of the pages of the language guide."""
PAGES: Final = (
    "index", "files", "kinds", "zones", "cards", "boards", "types", "expressions", "events",
    "steps", "actions", "rules", "course", "scripts", "expansions", "versions",
)  # fmt: skip
"""The pages of the guide in the order in which they are read."""


def data_folder(name: str) -> Path:
    """Return a folder of data such as `cards` or `schemas`: the packaged one, else ours.

    Raises:
        FileNotFoundError: There is neither, so the installation is damaged.
    """
    here = Path(__file__).resolve().parents[1]
    for folder in (here / "_data" / name, here.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder `{name}` of Cardwright is missing; install it again")


def language_guide() -> str:
    """Return the whole language guide, page after page, as Markdown."""
    folder = data_folder("docs") / LANGUAGE
    return "\n".join((folder / f"{page}.md").read_text("utf-8") for page in PAGES)

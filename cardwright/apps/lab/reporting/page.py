"""Print a report as one page that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardwright.apps.face.templates import templates
from cardwright.apps.face.words import in_language
from cardwright.apps.lab.reporting import facts
from cardwright.apps.lab.reporting.run import Run
from cardwright.apps.lab.reporting.sections import head, sections
from cardwright.apps.lab.simulate.tables import library

_HERE = Path(__file__).parent


def page(run: Run) -> str:
    """Return the page.

    Raises:
        NoNumbers: A library of the extra `numbers` is not installed.
    """
    library("jinja2")
    manifest = run.game.manifest
    title = in_language(manifest.title, run.lang, manifest.default_language) or manifest.id
    options = ", ".join(
        f"{name}={(str(value).lower() if isinstance(value, bool | None) else str(value))}"
        for name, value in run.told["options"].items()
    )
    made: dict[str, Any] = {**run.told, "options": options or "–"}
    return str(
        templates(_HERE)
        .get_template("report.html")
        .render(
            lang=run.lang,
            say=run.say,
            title=run.say("title", game=title),
            said=head(run),
            sections=[*sections(run)],
            made=made,
            colours={"ink": facts.INK, "accent": facts.ACCENT, "soft": facts.SOFT},
            sort_key=_sort_key,
        )
    )


def _sort_key(cell: object) -> str:
    """Return what a cell is sorted by."""
    if cell is None:
        return ""
    text = str(cell).replace(",", "")
    number = text.split(" – ")[0].removesuffix("%")
    try:
        return str(float(number))
    except ValueError:
        return text

"""List the limits."""

from __future__ import annotations

import click

import cardwright
from cardwright.apps.face.console import show_table
from cardwright.apps.face.session import common_options, current

EPILOG = """\b
Example:
  cardwright limits"""


@click.command("limits", epilog=EPILOG)
@common_options
def command() -> None:
    """List the largest packages, texts and matches, and the finding beyond each limit."""
    say = current().say
    heads = [say(key) for key in ("limit", "value", "unit", "reported-as", "reason")]
    rows = [
        [limit.name, f"{limit.value:,}", limit.unit, limit.diagnostic, limit.why]
        for limit in cardwright.limits()
    ]
    show_table(heads, rows, right=(1,))

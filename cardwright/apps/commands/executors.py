"""Let people say where matches are played: processes of this machine, or a cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import click

from cardwright.apps.commands.numbers import PROCESSES, F
from cardwright.apps.face.session import UserError
from cardwright.apps.lab.cluster import SCHEME, cluster
from cardwright.apps.policies.parallel import Executor, Processes, processor_count

NEAR: Final = "processes"
_WORDS: Final = re.compile(rf"{NEAR}|dask|{SCHEME}(?P<address>[\w.\[\]:-]+:\d+)")
_FEW_MATCHES: Final = 200
"""So many are played before other processes have begun."""


def executor_options(function: F) -> F:
    """Add `--executor` and `-j` to a command."""
    jobs = click.option(
        "-j", "jobs", type=PROCESSES, help="The number of processes. Default: the useful number."
    )
    where = click.option(
        "--executor",
        callback=_checked,
        default=NEAR,
        show_default=True,
        metavar=f"[{NEAR}|dask|{SCHEME}HOST:PORT]",
        help="The place to play matches; Dask needs the extra `cluster`.",
    )
    return where(jobs(function))


def _checked(_: click.Context, __: click.Parameter, word: str) -> str:
    """Return a word that says where.

    Raises:
        UserError: It does not.
    """
    if _WORDS.fullmatch(word) is None:
        raise UserError("bad-executor", word=word)
    return word


@contextmanager
def chosen_executor(given: Mapping[str, Any], matches: int | None = None) -> Iterator[Executor]:
    """Give what plays matches where a person chose.

    Args:
        matches: How many, where that tells whether more than one process is worth while.
    """
    is_small = matches is not None and matches < _FEW_MATCHES
    word = given["executor"]
    if word == NEAR:
        yield Processes(given["jobs"] or (1 if is_small else processor_count()))
        return
    address = word.removeprefix("dask").removeprefix("://")
    with cluster(address, given["jobs"] or processor_count()) as found:
        yield found

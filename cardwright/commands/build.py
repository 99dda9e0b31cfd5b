"""Let people ask for the compiled build, and show it being built."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import click

from cardwright import api
from cardwright.commands.session import Session, UserError
from cardwright.packages import Package

F = TypeVar("F", bound=Callable[..., Any])


def build_option(function: F) -> F:
    """Add `--compiled` to a command."""
    return click.option(
        "--compiled",
        is_flag=True,
        expose_value=False,
        callback=_set_build,
        help="Run by machine code, built once (needs the extra `compiled` and a C compiler; also "
        f"{api.BUILD_VARIABLE}=compiled).",
    )(function)


def _set_build(context: click.Context, _: click.Parameter, value: bool) -> None:
    """Note the build for this run and the processes it starts."""
    if value:
        os.environ[api.BUILD_VARIABLE] = "compiled"


def make_ready(
    session: Session,
    package: Package,
    options: Mapping[str, object],
    players: int,
    with_script: bool = False,
) -> None:
    """Build what is missing, and show that it takes a while."""
    if with_script:
        if os.environ.get(api.BUILD_VARIABLE) == "compiled":
            raise UserError("compiled-with-script")
        return
    api.make_ready(package, options, players, partial(_shown, session), session.cache)


@contextmanager
def _shown(session: Session, key: str) -> Iterator[None]:
    """Show what is being built: a spinner on a terminal, a line elsewhere."""
    words = session.say(key)
    if not sys.stderr.isatty():
        click.echo(words, err=True)
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(words):
        yield

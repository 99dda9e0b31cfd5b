"""Run the server: one process that answers, others that think."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import uvicorn

from cardwright import Package
from cardwright.apps.table.serving.app import Site, make_app
from cardwright.apps.table.serving.offers import offered
from cardwright.apps.table.serving.requests import MESSAGE
from cardwright.apps.table.serving.store import InUse, NotOurFile, Store, held
from cardwright.apps.table.serving.tables import Tables
from cardwright.apps.table.serving.thinking import Thinkers

__all__ = ["InUse", "NotOurFile", "serve"]

LOCAL: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
MOST_THINKERS: Final = 4
BACKLOG: Final = 2048


def serve(
    packages: Sequence[Package],
    host: str,
    port: int,
    path: Path,
    most: int,
    cache: bool,
    tell: Callable[[int], None],
    *,
    is_designer: bool = False,
) -> None:
    """Serve games until somebody ends it.

    Args:
        host: The address; where it is a local one no other host is answered for.
        port: 0 for any that is free.
        path: The file of the tables.
        most: As many tables may be set.
        tell: Is called with the port once the server listens.
        is_designer: Whether tables have a panel that shows and changes everything.

    Raises:
        NotOurFile: The file holds something else.
        InUse: Another server has it.
        PackageError: A game has errors.
        OSError: The address cannot be had.
    """
    listening = _listening(host, port)
    path.touch(mode=0o600, exist_ok=True)
    with held(path):
        store = Store(path)
        number = max(1, min(MOST_THINKERS, (os.cpu_count() or 2) - 1))
        tables = Tables(store, Thinkers(path, number), most, cache)
        site = Site(offered(packages, cache), tables, is_designer=is_designer)
        asyncio.run(_serve(site, listening, tell))


async def _serve(site: Site, listening: socket.socket, tell: Callable[[int], None]) -> None:
    address, port = listening.getsockname()[:2]
    is_local = address.startswith("127.") or address == "::1"
    app = make_app(site, LOCAL if is_local else frozenset())
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=True,
        ws="websockets-sansio",
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
        backlog=BACKLOG,
    )
    tell(port)
    await uvicorn.Server(config).serve(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OSError: The address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError:
        found.close()
        raise
    return found

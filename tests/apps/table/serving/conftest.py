"""Serve a small game to tests: in this process, where nothing has to be a real socket."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from starlette.testclient import TestClient

from cardwright.api.loading import find_package
from cardwright.apps.table.serving.app import Site, make_app
from cardwright.apps.table.serving.offers import offered
from cardwright.apps.table.serving.store import Store
from cardwright.apps.table.serving.tables import Tables
from cardwright.apps.table.serving.thinking import Thinkers
from tests.browsing import opened

ROOT = Path(__file__).resolve().parents[4]
NO_BROWSER = "the table is not played at in a browser: no chromium here"
SMALL = str(ROOT / "examples" / "high-card")
LINK = re.compile(r'href="(/(?:seat|watch)/[\w-]{22})')
OPTION = re.compile(r'name="option" value="(\d+)"')
MARK = re.compile(r'name="mark" value="([^"]+)"')


@pytest.fixture(scope="module")
def browser() -> Iterator:
    """Return a browser without a window."""
    yield from opened(NO_BROWSER)


@dataclass
class Served:
    """A server, and what a person does with it."""

    client: TestClient
    site: Site

    def set_up(self, game: str = "high-card", roles: str = "person person", **more: str) -> Laid:
        """Return a new table."""
        form = {f"role-{number}": role for number, role in enumerate(roles.split())}
        form |= {"players": str(len(form)), "seed": "5", **more}
        answer = self.client.post(f"/new/{game}", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        host = answer.headers["location"].partition("?")[0]
        *seats, watch = LINK.findall(self.client.get(host).text)
        return Laid(self, host, tuple(seats), watch)


@dataclass
class Laid:
    """The links of a table."""

    served: Served
    host: str
    seats: tuple[str, ...]
    watch: str

    def page(self, seat: int, query: str = "") -> str:
        """Return the page of a link."""
        answer = self.served.client.get(f"{self.seats[seat]}?{query}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def answer(self, seat: int, option: int | None = None) -> bool:
        """Give the first answer that is open, or one; return whether there was a question."""
        page = self.page(seat)
        mark, options = MARK.search(page), OPTION.findall(page)
        if mark is None:
            return False
        chosen = options[0] if option is None else str(option)
        self.post(seat, "answer", mark=mark[1], option=chosen)
        return True

    def post(self, seat: int, verb: str, expected: int = 303, **form: str) -> str:
        """Do something for a seat; return where it leads."""
        path = f"{self.seats[seat]}/{verb}"
        answer = self.served.client.post(path, data=form, follow_redirects=False)
        assert answer.status_code == expected, answer.text
        return answer.headers.get("location", "")

    def play_out(self) -> None:
        """Play the match to its end."""
        while sum(self.answer(seat) for seat in range(len(self.seats))):
            pass


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Return what begins a server of some games, always of the same file."""
    open_: list[TestClient] = []

    def begin(*games: str, most: int = 100, is_designer: bool = False) -> Served:
        path = tmp_path / "tables"
        tables = Tables(Store(path), Thinkers(path), most)
        packages = [find_package(game) for game in games or (SMALL,)]
        site = Site(offered(packages, True), tables, is_designer=is_designer)
        client = TestClient(make_app(site), "http://127.0.0.1").__enter__()
        open_.append(client)
        return Served(client, site)

    yield begin
    for client in open_:
        client.__exit__(None, None, None)


@pytest.fixture
def served(serve) -> Served:
    """Return a server of one small game."""
    return serve()

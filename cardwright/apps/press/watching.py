"""Show the cards of a game in a browser while its files are edited: faces, texts, findings.

The files are looked at several times a second. Cards that say something new are drawn at once, all
others after that; a page asks for what is newer than what it shows.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import cardwright
from cardwright import Mistake, Package
from cardwright.apps.cards.card import printed_text
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake, in_language, say
from cardwright.apps.press import faces
from cardwright.apps.press.faces.looks import size_of
from dsl import in_order
from dsl.model.game import Game
from dsl.model.look import FONTS, PICTURES

LOOK_SECONDS: Final = 0.05
WAIT_SECONDS: Final = 20.0
"""How often files are looked at, and how long a page waits for news."""
MOST_DRAWN: Final = 2_000
"""Cards that are drawn before anybody asks for them, so that texts without room are told."""
PAGE: Final = Path(__file__).with_name("watch.html")
_POLICY: Final = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'; connect-src 'self'"


class Watch:
    """What a page shows of a game, as its files are.

    Attributes:
        number: Grows with each change of what is shown.
        news: Notified of each.
    """

    def __init__(self, package: Package, lang: str) -> None:
        self.package, self.lang = package, lang
        self.number, self.news = 0, Condition()
        self._stamp: object = None
        self._state: dict[str, Any] = {"title": package.id, "cards": [], "findings": []}
        self._entries: dict[str, Entry] = {}
        self._faces: dict[str, tuple[int, str]] = {}
        self._versions: dict[str, int] = {}
        self._problems: dict[str, str] = {}
        self._new = 0

    def look(self) -> bool:
        """Take up the files as they are; return whether they have changed since the last look."""
        try:
            stamp = _stamp(self.package)
            if stamp == self._stamp:
                return False
            checked = cardwright.check(self.package, scripts=False)  # `lint` checks them below
        except (OSError, Mistake) as error:  # a file that is just being written
            self._publish(findings=[{"severity": "error", "text": str(error)}])
            return True
        self._stamp, self._new = stamp, self._new + 1
        if checked.game is None:
            self._publish(findings=self._told(checked.diagnostics))
            return True
        self._take(checked.game)
        own = self._told(cardwright.lint(self.package))
        self._publish(findings=own)
        self._draw_all(own, stamp)
        return True

    def _take(self, game: Game) -> None:
        """Show the cards of a game; those that say something else than before come first."""
        old = self._entries
        self._entries = {card.id: Entry(game, card, None) for card in game.cards}
        fresh = [id_ for id_, each in self._entries.items() if _said(each) != _said(old.get(id_))]
        self._versions.update(dict.fromkeys(fresh, self._new))
        title = in_language(game.manifest.title, self.lang, game.manifest.default_language)
        first = fresh if old else []
        rest = [id_ for id_ in self._entries if id_ not in {*first}]
        self._publish(title=title or game.manifest.id, changed=first,
                      cards=[self._card(id_) for id_ in (*first, *rest)])  # fmt: skip

    def _card(self, id_: str) -> dict[str, Any]:
        entry = self._entries[id_]
        texts = printed_text(entry, self.lang).splitlines() or list(entry.rules(self.lang))
        size = size_of(entry)
        return {"id": id_, "name": entry.name(self.lang), "texts": texts, "size": size,
                "place": entry.definition.span.place, "v": self._versions[id_]}  # fmt: skip

    def _draw_all(self, findings: list[dict[str, str]], stamp: object) -> None:
        """Draw all cards anew, unless files change meanwhile; tell those without room."""
        told, looked = 0, time.monotonic()
        for id_ in [*self._entries][:MOST_DRAWN]:
            if time.monotonic() - looked >= LOOK_SECONDS:  # a look reads the whole folder
                if _stamp(self.package) != stamp:
                    return
                looked = time.monotonic()
            before = self._faces.get(id_)
            drawn = self._drawn(id_)
            if before is not None and before[1] != drawn:
                self._versions[id_], told = self._new, told + 1
            self._faces[id_] = self._versions[id_], drawn
        late = [{"severity": "error", "text": text} for text in self._problems.values()]
        if told or late:
            order = [each["id"] for each in self._state["cards"]]
            cards = [self._card(id_) for id_ in order if id_ in self._entries]
            self._publish(findings=[*late, *findings], cards=cards)

    def face(self, id_: str) -> str | None:
        """Return the face of a card as SVG; None for no card."""
        if id_ not in self._entries:
            return None
        known = self._faces.get(id_)
        if known is None or known[0] != self._versions[id_]:
            known = self._faces[id_] = self._versions[id_], self._drawn(id_)
        return known[1]

    def _drawn(self, id_: str) -> str:
        """Return a face as SVG; a text without room leaves its back, and is told."""
        entry = self._entries[id_]
        self._problems.pop(id_, None)
        try:
            return faces.svg(faces.face(entry, self.lang))
        except faces.DoesNotFit as problem:
            self._problems[id_] = problem.finding.rendered(self.lang)
        except AppMistake as error:
            self._problems[id_] = say(self.lang, error.key, **error.slots)
        return faces.svg(faces.back(entry, self.lang))

    def _told(self, findings: Iterable[Any]) -> list[dict[str, str]]:
        return [{"severity": each.severity, "text": each.rendered(self.lang)}
                for each in in_order(findings, at_once=True)]  # fmt: skip

    def _publish(self, **state: Any) -> None:
        with self.news:
            self._state = {**self._state, **state}
            self.number += 1
            self.news.notify_all()

    def state(self, after: int) -> dict[str, Any]:
        """Return what is shown, as soon as it is newer than a number or some time has passed."""
        with self.news:
            self.news.wait_for(lambda: self.number > after, WAIT_SECONDS)
            return {**self._state, "number": self.number}


def _said(entry: Entry | None) -> object:
    """Return what a card says itself."""
    card = None if entry is None else entry.definition
    return card and (card.kind, card.digest, card.name, card.about)


def _stamp(package: Package) -> object:
    """Return what changes when a file of a package does, its pictures and fonts too."""
    found = []
    for path in package.folder.rglob("*"):
        if path.suffix.lower() in (*PICTURES, *FONTS):
            with suppress(OSError):
                stat = path.stat()
                found.append((str(path), stat.st_mtime_ns, stat.st_size))
    return package.stamp(), sorted(found)


def serve(watch: Watch, port: int, tell: Callable[[int], None]) -> None:
    """Show a game at a port of this machine until the program is interrupted.

    Args:
        port: 0 for any that is free.
        tell: Told the port.

    Raises:
        OSError: The port is in use.
    """
    server = server_of(watch, port)
    Thread(target=server.serve_forever, daemon=True).start()
    tell(server.server_port)
    try:
        while True:
            watch.look()
            time.sleep(LOOK_SECONDS)
    finally:
        server.shutdown()


def server_of(watch: Watch, port: int) -> ThreadingHTTPServer:
    """Return a server of the page of a game, which answers nobody but this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            # another page of the same browser could ask under a name of its own
            host = self.headers.get("host", "").partition(":")[0]
            if host not in ("127.0.0.1", "localhost"):
                self._answer(403, "text/plain", "")
            elif asked.path == "/":
                self._answer(200, "text/html", _page(watch))
            elif asked.path == "/state":
                after = parse_qs(asked.query).get("after", ["0"])[0]
                number = int(after) if after.isascii() and after.isdecimal() else 0
                self._answer(200, "application/json", json.dumps(watch.state(number)))
            else:
                name = unquote(asked.path.removeprefix("/face/").removesuffix(".svg"))
                svg = watch.face(name) if asked.path.startswith("/face/") else None
                self._answer(200 if svg else 404, "image/svg+xml", svg or "")

        def _answer(self, status: int, sort: str, text: str) -> None:
            data = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", f"{sort}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Security-Policy", _POLICY)
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):
                self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    return server


def _page(watch: Watch) -> str:
    """Return the page with its sentences."""
    keys = ("watch-cards", "watch-fine", "watch-search", "watch-lost")
    words = {key: say(watch.lang, key) for key in keys}
    text = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    page = PAGE.read_text("utf-8").replace("{lang}", watch.lang)
    return page.replace("{words}", text).replace("{title}", watch.package.id)

"""Draw the table as one seat sees it: the page, and what is sent when something has happened.

Both are made of the seat's view, of whom the seat plays for, and of what everybody is told.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from cardwright.api.match import Match
from cardwright.apps.screen import WATCHER, View, Viewer
from cardwright.apps.screen.changes import latest, swept
from cardwright.apps.table.serving.press import Press
from cardwright.apps.table.serving.table import Table
from dsl.records import record

LOG_SHOWN: Final = 40
"""So many entries of the log are on the page; those before are seen by looking back."""


@record(kw_only=True)
class Looker:
    """Who looks at a table.

    Attributes:
        path: Of the page, with its secret.
        seats: Those of the link; none of one who watches.
        shown: The seat whose view it is; of several that share a screen the one that was wanted
            last, None before the first, who all see what everybody sees.
        lang: The language.
    """

    path: str
    seats: tuple[int, ...]
    shown: int | None
    lang: str

    @property
    def query(self) -> str:
        """What stands behind the addresses of the page."""
        seat = "" if self.shown is None else f"&as={self.shown}"
        return f"?lang={self.lang}{seat}"


class Artist:
    """Draws tables."""

    def __init__(self, press: Press) -> None:
        self._press = press

    async def page(self, table: Table, looker: Looker) -> str:
        """Return the whole page of a table."""
        part = await self.part(table, looker)
        told = {"part": part, "looker": looker, "title": table.game.title(looker.lang)}
        return self._press.printed("table", looker.lang, **told)

    async def part(self, table: Table, looker: Looker) -> str:
        """Return what changes on the page of a table when something happens."""
        async with table.lock:
            return await table.run(self._part, table, looker)

    def _part(self, table: Table, looker: Looker) -> str:
        key = ("part", looker)
        if key not in table.drawn:
            table.drawn[key] = self.drawn(table, looker)
        return table.drawn[key]

    def drawn(self, table: Table, looker: Looker) -> str:
        """Return the same, drawn anew; in the thread of the engine."""
        seat, is_handed = seat_of(table, looker)
        if is_handed:
            told: dict[str, Any] = {
                "name": table.setting.names[seat or 0],
                "seat": seat,
                "looker": looker,
            }
            return self._marked("hand_over", looker.lang, told)
        view = viewed(table, seat, looker.lang)
        told = {
            "view": view,
            "looker": looker,
            "rules": table.rules,
            "mark": "" if seat is None else table.mark(seat),
            "log": view.log,
            "past": None,
            "swept": table.swept.get(("view", seat, looker.lang), ()),
            **_asked_of_others(table, looker),
        }
        return self._marked("play", looker.lang, told)

    def _marked(self, template: str, lang: str, told: dict[str, Any]) -> str:
        """Return a part of a page with a hash of it in front, so that it is not sent twice."""
        part = self._press.printed(template, lang, **told)
        mark = blake2b(part.encode(), digest_size=8).hexdigest()
        return f'<div id="part" data-mark="{mark}">{part}</div>'

    async def past(self, table: Table, looker: Looker, place: int) -> str:
        """Return the page of a table as it was known after some step, from 0."""
        async with table.lock:
            return await table.run(self.looked_back, table, looker, place)

    def looked_back(self, table: Table, looker: Looker, place: int) -> str:
        """Return the same; in the thread of the engine."""
        seat = looker.shown if looker.seats else None
        steps = table.past(seat)
        place = max(0, min(place, len(steps) - 1))
        match = table.before(steps[place]) if steps else table.match
        view = drawn_view(table, match, seat, looker.lang, None)
        told = {
            "view": view,
            "looker": looker,
            "rules": table.rules,
            "log": view.log,
            "past": (place, len(steps)),
            "title": table.game.title(looker.lang),
        }
        return self._press.printed("past", looker.lang, **told)


def seat_of(table: Table, looker: Looker) -> tuple[int | None, bool]:
    """Return the seat whose view is shown, and whether the screen has to be handed to it first."""
    if not looker.seats:
        return None, False
    asked = table.asked
    if asked in looker.seats and asked != looker.shown and len(looker.seats) > 1:
        return asked, True
    return looker.shown, False


def viewed(table: Table, seat: int | None, lang: str) -> View:
    """Return what a seat sees now, with what has changed since it was last drawn."""
    key = ("view", seat, lang)
    if key not in table.views:
        match = table.shown_to(seat)
        before = table.last.get(key)
        table.views[key] = table.last[key] = drawn_view(table, match, seat, lang, before)
        looks = WATCHER if seat is None else seat
        if before is not None:
            wording = table.viewers[lang].wording
            table.swept[key] = swept(match, looks, table.told[key], wording)
        table.told[key] = latest(match)
    return table.views[key]


def drawn_view(
    table: Table, match: Match, seat: int | None, lang: str, before: View | None
) -> View:
    """Return what a seat sees of a match."""
    viewer = table.viewers.get(lang)
    if viewer is None:
        viewer = table.viewers[lang] = Viewer(table.game, lang, log=LOG_SHOWN)
    return viewer.view(match, WATCHER if seat is None else seat, before)


def _asked_of_others(table: Table, looker: Looker) -> dict[str, Any]:
    """Return what stands on the page about taking back."""
    plea, setting, seats = table.plea, table.setting, looker.seats
    own = setting.screen_of(seats) if seats else None
    number = None if not seats or table.match.over else table.steps_back(seats)
    return {
        "plea": None
        if plea is None
        else ", ".join(setting.names[seat] for seat in setting.screens()[plea.screen]),
        "is_own_plea": plea is not None and plea.screen == own,
        "may_agree": plea is not None and own in plea.missing,
        "may_undo": number is not None or table.can_put_back(seats),
    }

"""Draw the table as one seat sees it.

A page and its news are made of the seat's view, of whom the seat plays for, and of what everybody
is told; everything that a package or a person says is text.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping, Sequence
from gzip import compress
from hashlib import blake2b
from pathlib import Path
from time import time_ns
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from cardwright import Match, __version__
from cardwright.apps.face.words import templates
from cardwright.apps.press.rulebook_text import Chapter, rulebook
from cardwright.apps.screen import WATCHER, Tracker, View, Viewer
from cardwright.apps.screen.model import Area, Card
from cardwright.apps.table.serving import answers
from cardwright.apps.table.serving.answers import offered
from cardwright.apps.table.serving.live import MARKED
from cardwright.apps.table.serving.requests import say
from cardwright.apps.table.serving.seats import SIGNS, before, chosen, steps_back, steps_seen, turns
from cardwright.apps.table.serving.table import Table
from cardwright.apps.table.serving.tables import following, is_record_told, number_of
from dsl import Language, Record

HERE: Final = Path(__file__).parent
TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def stacked(area: Area, view: View) -> list[tuple[Card, int]]:
    """Return the cards of an area, each with how many look the same: of a set those are one, but
    for those that were chosen already, or that the question touches besides the first."""
    if area.form != "set":
        return [(card, 1) for card in area.cards]
    chosen = view.question.chosen if view.question else ()
    found: dict[object, list[Card]] = {}
    for card in area.cards:
        sort = replace(card, key="", track="", options=(), answer="")
        found.setdefault(card.key if card.key in chosen else sort, []).append(card)
    listed = list[tuple[Card, int]]()
    for alike in found.values():
        first, *others = [card for card in alike if card.options] or alike[:1]
        listed += [(first, len(alike) - len(others)), *((card, 1) for card in others)]
    return listed


def held(view: View) -> set[str]:
    """Return the names of zones of cards in which cards lie: where one has some, all keep room."""
    cards = (card for area in view.areas for card in area.cards)
    return {area.name for card in cards for area in card.areas if area.count}


def zones(view: View, home: str = "") -> list[Area]:
    """Return the zones of the table or, by how their keys begin, of a player that no board shows,
    those last that nobody misses."""
    found = (a for a in view.areas if a.key.startswith(home or "~") == bool(home))
    return sorted((a for a in found if not a.is_on_board), key=lambda area: area.is_quiet)


def movers(view: View) -> list[Card]:
    """Return the cards that have moved in sight, as they look where they lie in nobody's place."""
    found = {}
    for move in view.moves:
        if move.face is not None:
            face = view.faces[move.face]
            found[move.track] = Card(
                key="", track=move.track, id=move.face, name=face.name, color=face.color,
                owner=move.by,
            )  # fmt: skip
    return [*found.values()]


class Press:
    """Prints pages.

    Raises:
        ImportError: jinja2 is not installed.
    """

    def __init__(self) -> None:
        self.files = {
            path.name: (data := path.read_bytes(), TYPES[path.suffix], compress(data, mtime=0))
            for path in sorted((HERE / "static").iterdir())
            if path.suffix in TYPES
        }
        self._version = blake2b(
            b"".join(data for data, *_ in self.files.values()), digest_size=6
        ).hexdigest()
        self._templates = templates(HERE / "templates")
        self._templates.filters |= {
            "stacked": stacked,
            "held": held,
            "zones": zones,
            "from_far": answers.from_far,
            "spots": answers.spots,
            "is_of_columns": answers.is_of_columns,
        }

    def file(self, name: str, encodings: str) -> tuple[bytes, Mapping[str, str]] | None:
        """Return a file of styles or scripts with its headers, compressed where that is accepted;
        None of no file."""
        if name not in self.files:
            return None
        data, type_, compressed = self.files[name]
        headers = {"content-type": type_, "vary": "accept-encoding"}
        if "gzip" not in encodings:
            return data, headers
        return compressed, {**headers, "content-encoding": "gzip"}

    def printed(self, template: str, lang: str, **told: Any) -> str:
        """Return a page, or a part of one, in a language."""

        def words(key: str, **slots: object) -> str:
            return say(lang, key, **slots)

        return self._templates.get_template(f"{template}.html").render(
            say=words,
            lang=lang,
            languages=[(tag, say(tag, "called")) for tag in Language.OWN],
            version=__version__,
            static=f"/static/{self._version}",
            **told,
        )


LOG_SHOWN: Final = 40
"""So many entries of the log are on the page; those before are seen by looking back."""


class Visitor(Record, kw_only=True):
    """Who looks at a table.

    Attributes:
        path: Of the page, with its secret.
        seats: Those of the link; none of one who watches.
        shown: The seat whose view it is; of several that share a screen the one that was wanted
            last, None before the first, who all see what everybody sees.
        lang: The language.
        match: Which of the table's matches is looked back at, from 1; None for the last one.
    """

    path: str
    seats: tuple[int, ...]
    shown: int | None
    lang: str
    match: int | None = None

    @property
    def query(self) -> str:
        """What stands behind the addresses of the page."""
        seat = "" if self.shown is None else f"&as={self.shown}"
        match = "" if self.match is None else f"&match={self.match}"
        return f"?lang={self.lang}{seat}{match}"


class TableRenderer:
    """Draws tables."""

    def __init__(self, press: Press) -> None:
        self._press = press
        self._chapters: dict[tuple[str, str], tuple[str, tuple[Chapter, ...]]] = {}

    async def page(self, table: Table, visitor: Visitor) -> str:
        """Return the whole page of a table."""
        part = await self.part(table, visitor)
        told = {
            "part": part,
            "visitor": visitor,
            "title": table.game.title(visitor.lang),
            "now": time_ns() // 1_000_000 if table.clock.sort else "",
        }
        return self._press.printed("table", visitor.lang, **told)

    async def rules(self, table: Table, visitor: Visitor) -> str:
        """Return the page of the rules of a table's game, with the running phase marked."""
        async with table.lock:
            view = await table.run(viewed, table, seat_of(table, visitor)[0], visitor.lang)
        key = (table.rules, visitor.lang)
        if key not in self._chapters:
            self._chapters[key] = await to_thread(rulebook, table.game.model, visitor.lang)
        summary, chapters = self._chapters[key]
        told = {"visitor": visitor, "title": table.game.title(visitor.lang), "summary": summary}
        here = _running(chapters, view.headline)
        return self._press.printed("rules", visitor.lang, chapters=chapters, here=here, **told)

    async def part(self, table: Table, visitor: Visitor) -> str:
        """Return what changes on the page of a table when something happens."""
        async with table.lock:
            found = await table.run(self._part, table, visitor)
        table.forget_drawn()
        return found

    def _part(self, table: Table, visitor: Visitor) -> str:
        key = ("part", visitor)
        if key not in table.drawn:
            table.drawn[key] = self.drawn(table, visitor)
        return table.drawn[key]

    def drawn(self, table: Table, visitor: Visitor) -> str:
        """Return the same, drawn anew; in the thread of the engine."""
        seat, is_handed = seat_of(table, visitor)
        if is_handed:
            told: dict[str, Any] = {
                "name": table.setting.names[seat or 0],
                "seat": seat,
                "visitor": visitor,
            }
            return self._marked("hand_over", table, visitor, told)
        view = viewed(table, seat, visitor.lang)
        told = {
            "view": view,
            "visitor": visitor,
            "rules": table.rules,
            "mark": "" if seat is None else table.mark(seat),
            "log": view.log,
            "past": None,
            "moves": to_builtins(view.moves),
            "movers": movers(view),
            **offered(table, view),
            "epoch": table.epoch,
            "campaign": number_of(table),
            "following": following(table, WATCHER if seat is None else seat, visitor.lang),
            "has_record": view.end is not None and is_record_told(table),
            **_asked_of_others(table, visitor),
            **_company(table, visitor),
        }
        return self._marked("play", table, visitor, told)

    def _marked(self, template: str, table: Table, visitor: Visitor, told: dict[str, Any]) -> str:
        """Return a part of a page with a hash of it in front, so that it is not sent twice, and
        the number of parts before it, so that what comes late is not taken for news."""
        part = self._press.printed(template, visitor.lang, **told)
        mark = blake2b(part.encode(), digest_size=8).hexdigest()
        last, age = table.drawn_last.get(visitor, ("", table.begun))
        if mark != last:
            age += 1
            table.drawn_last[visitor] = mark, age
        return f'{MARKED.format(mark=mark)} data-age="{age}">{part}</div>'

    async def past(
        self, table: Table, visitor: Visitor, place: int, matches: int, *, is_part: bool
    ) -> str:
        """Return the page of a table as it was known after some step, from 0, or what changes on
        it from step to step.

        Args:
            matches: How many the table has had.
        """
        async with table.lock:
            return await table.run(self.looked_back, table, visitor, place, matches, is_part)

    def looked_back(
        self, table: Table, visitor: Visitor, place: int, matches: int = 1, is_part: bool = False
    ) -> str:
        """Return the same; in the thread of the engine."""
        seat = visitor.shown if visitor.seats else None
        steps = steps_seen(table.match, len(table.setting.seats), seat)
        place = max(0, min(place, len(steps) - 1))
        match = before(table.match, steps[place].number) if steps else table.match
        last, earlier, tracker, epoch = table.leafed.get(visitor, (-1, None, None, ""))
        if last + 1 != place or tracker is None:  # what follows the step before knows what moved
            earlier, tracker, epoch = None, Tracker(), f"{table.epoch}.{place}"
        view = drawn_view(table, match, seat, visitor.lang, earlier, tracker)
        table.leafed[visitor] = place, view, tracker, epoch
        told = {
            "view": view,
            "visitor": visitor,
            "rules": table.rules,
            "log": view.log,
            "moves": to_builtins(view.moves),
            "movers": movers(view),
            "epoch": epoch,
            "campaign": number_of(table),
            "place": place,
            "steps": len(steps),
        }
        if is_part:
            return self._press.printed("past_part", visitor.lang, **told)
        told |= {
            "title": table.game.title(visitor.lang),
            "turns": turns(steps),
            "names": table.setting.names,
            "matches": matches,
            "is_over": table.match.over,
        }
        return self._press.printed("past", visitor.lang, **told)


def _running(chapters: Sequence[Chapter], headline: Sequence[str]) -> tuple[int, int] | None:
    """Return the chapter and the line that tell of the innermost phase that runs and is told of."""
    for label in reversed(headline):
        for at, chapter in enumerate(chapters):
            for number, (_, text) in enumerate(chapter.lines):
                if text.replace("：", ":").casefold().startswith(f"{label.casefold()}:"):
                    return at, number
    return None


def seat_of(table: Table, visitor: Visitor) -> tuple[int | None, bool]:
    """Return the seat whose view is shown, and whether the screen has to be handed to it first."""
    if not visitor.seats:
        return None, False
    asked = table.open_to(visitor.seats)
    if asked in visitor.seats and asked != visitor.shown and len(visitor.seats) > 1:
        return asked, True
    return visitor.shown, False


def viewed(table: Table, seat: int | None, lang: str) -> View:
    """Return what a seat sees now, with what has changed since it was last drawn."""
    key = ("view", seat, lang)
    if key not in table.views:
        match = table.shown_to(seat)
        tracker = table.trackers.setdefault(key, Tracker())
        before = table.last.get(key)
        found = drawn_view(table, match, seat, lang, before, tracker)
        table.views[key] = table.last[key] = found
    return table.views[key]


def drawn_view(
    table: Table,
    match: Match,
    seat: int | None,
    lang: str,
    before: View | None = None,
    tracker: Tracker | None = None,
) -> View:
    """Return what a seat sees of a match."""
    viewer = table.viewers.get(lang)
    if viewer is None:
        viewer = table.viewers[lang] = Viewer(table.game, lang, log=LOG_SHOWN, is_touched=True)
    return viewer.view(match, WATCHER if seat is None else seat, before, tracker)


def _company(table: Table, visitor: Visitor) -> dict[str, Any]:
    """Return what stands on the page about who is there."""
    setting, away, seat = table.setting, table.presence.away(), visitor.shown
    left = None if seat is None else table.presence.left.get(seat)
    screens = setting.screens()
    return {
        "clocks": table.clock.shown(range(len(setting.seats))),
        "out_of_time": table.clock.out,
        "signs": SIGNS if setting.has_signs and visitor.seats else (),
        "signed": table.presence.signs,
        "since": None if left is None or left >= len(table.by) else _since(table, seat, left),
        "chosen": {*chosen(table.match), *table.questions.ahead} - set(visitor.seats),
        "stood_in": {seat for seat in setting.people if not setting.is_played_by_person(seat)},
        "away": away - set(visitor.seats),
        "missed": [
            (seat, setting.names[seat])
            for seat in sorted(away - set(visitor.seats))
            if setting.is_played_by_person(seat)
        ],
        "again_by": [setting.names[seat] for each in table.again_by for seat in screens[each]],
        "has_wished": bool(visitor.seats) and setting.screen_of(visitor.seats) in table.again_by,
    }


def _since(table: Table, seat: int | None, left: int) -> tuple[int, int] | None:
    """Return the last step that a seat saw before it left, and how many there were since."""
    steps = steps_seen(table.match, len(table.setting.seats), seat)
    seen = sum(each.number <= left for each in steps)
    return (max(0, seen - 1), len(steps) - seen) if len(steps) > seen else None


def _asked_of_others(table: Table, visitor: Visitor) -> dict[str, Any]:
    """Return what stands on the page about taking back."""
    plea, setting, seats = table.plea, table.setting, visitor.seats
    own = setting.screen_of(seats) if seats else None
    number = None if not seats or table.match.over else steps_back(table.by, seats)
    return {
        "plea": None
        if plea is None
        else ", ".join(setting.names[seat] for seat in setting.screens()[plea.screen]),
        "is_own_plea": plea is not None and plea.screen == own,
        "may_agree": plea is not None and own in plea.missing,
        "may_undo": number is not None or table.can_put_back(seats),
    }

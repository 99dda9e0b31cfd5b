"""Offer games in the lobby: what they are called, what they look like, about how long they take."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

import cardwright
from cardwright import Game, Package
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import in_language
from cardwright.apps.press import faces
from cardwright.apps.screen import View, Viewer
from dsl import Language, Record


class Offered(Record, kw_only=True):
    """A game in the lobby."""

    id: str
    package: Package
    game: Game

    def title(self, lang: str) -> str:
        """Return what the game is called."""
        return self.game.title(lang)

    def summary(self, lang: str) -> str:
        """Return what it is about, in a sentence; "" where the package does not say."""
        manifest = self.game.model.manifest
        return in_language(manifest.summary, lang, manifest.default_language)

    @property
    def genre(self) -> str:
        """Beside which others it is listed; "" for none."""
        return self.game.model.manifest.genre

    @property
    def players(self) -> int:
        """How many play where nobody says: two, or as many as can."""
        counts = self.game.player_counts
        return min((each for each in counts if each > 1), default=counts[0])


def offered(packages: Sequence[Package], cache: bool) -> Mapping[str, Offered]:
    """Return the games to be served, by id.

    Raises:
        PackageError: One has errors.
    """
    found = dict[str, Offered]()
    for package in packages:
        found.setdefault(
            package.id,
            Offered(id=package.id, package=package, game=cardwright.load(package, cache=cache)),
        )
    return found


A_DECISION: Final = 7.0
"""Seconds that people take for a decision, about."""
MOST_DECISIONS: Final = 1_000
MINUTES: Final = (1, 5, 10, 15, 20, 30, 45, 60, 90, 120)


class Lengths:
    """About how long matches take: the decisions of one that is played at random."""

    def __init__(self) -> None:
        self._known: dict[str, int | None] = {}

    def minutes(self, offered: Offered) -> int | None:
        """Return about how many minutes a match takes; None where that is not known yet, or
        nobody decides anything."""
        return self._known.get(offered.id)

    def measure(self, offered: Offered) -> None:
        """Find it out; takes some tenths of a second, of large games some seconds."""
        if offered.id not in self._known:
            self._known[offered.id] = self._measured(offered)

    @staticmethod
    def _measured(offered: Offered) -> int | None:
        match = offered.game.start(offered.players, 1)
        decisions = match.machine.play_at_random(match.state, Random(1).random, MOST_DECISIONS)
        minutes = decisions * A_DECISION / 60
        return min(MINUTES, key=lambda each: abs(each - minutes)) if decisions else None


_DRAWN: Final[Mapping[str, Callable[[Entry, str], faces.Face]]] = {
    "face": faces.face, "small": faces.small_face, "token": faces.token_face,
    "back": partial(faces.back, has_words=False),
}  # fmt: skip


class Faces:
    """Pictures of cards and games, kept as far as there is room."""

    def __init__(self, most: int = 4_000) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str, str, str], str | None] = OrderedDict()

    def svg(self, game: Game, asked: Mapping[str, str]) -> str | None:
        """Return the face of a card; None where there is none, or its text has no room there.

        Args:
            asked: The `card` and the `lang`, by what `rules` and options the game is played, and
                whether the face is that for paper, `face`, a `small` one or a `token`; `back`,
                where `card` is a kind: all that share a pile with it have that back; or the
                `cover` of the game as a whole.
        """
        key = (asked["rules"], asked["lang"], asked["card"], asked["sort"])
        if key not in self._known:
            lang = asked["lang"]
            self._known[key] = (
                _cover(game, lang) if asked["sort"] == "cover" else _drawn(game, *key[1:])
            )
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return self._known[key]

    @staticmethod
    def lasts(game: Game) -> bool:
        """Return whether faces stay as they are while the rules do: no file is drawn on them."""
        return not faces.has_files(game.model)


def _drawn(game: Game, lang: str, card: str, sort: str) -> str | None:
    model = game.model
    alike = faces.kinds_like(model, card) if sort == "back" and card in model.kinds else ()
    named = (each for each in model.definitions if each.id == card or each.kind in alike)
    found = next(named, None)
    if found is None or lang not in Language.OWN or (sort == "back" and not alike):
        return None
    try:
        expansion = found.span.source.package or None
        entry = Entry(model, found, expansion, game.options)
        draw = _DRAWN[sort]
        return faces.svg(draw(entry, lang))
    except faces.DoesNotFit:
        return None


# --- covers ---------------------------------------------------------------------------------------

WIDE, HIGH, MOST_CARDS, TURNED = 240, 135, 5, 8
SHAPES: Final = ('<circle r="{r}" fill="#f3efe6"/>', '<circle r="{r}" fill="#16211c"/>')
_SIZE: Final = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm"')
LIVELY: Final = 0.45
"""A board is shown after this share of a match played at random, where something stands on it."""


def _cover(game: Game, lang: str) -> str | None:
    """Return the picture of a game: a fan of its cards, or the board where it has none."""
    if lang not in Language.OWN:
        return None
    counts = game.player_counts
    match = game.start(min((each for each in counts if each > 1), default=counts[0]), 1)
    view = Viewer(game, lang, log=1).view(match, 0)
    held = [[*dict.fromkeys(c.id for c in a.cards if c.id)] for a in view.areas if a.cards]
    ids = max(held, key=len, default=[])
    if not ids and view.boards:
        trial = game.start(len(match.names), 1)
        decisions = trial.machine.play_at_random(trial.state, Random(1).random, MOST_DECISIONS)
        match.machine.play_at_random(match.state, Random(1).random, int(decisions * LIVELY))
        return _svg(_board(Viewer(game, lang, log=1).view(match, 0)))
    ids = ids or [each.id for each in view.things if each.id]
    spread = ids[:: max(1, len(ids) // MOST_CARDS)][:MOST_CARDS]
    shown = [_drawn(game, lang, id_, "small") for id_ in spread]
    cards = [each for each in shown if each]
    if len(cards) < MOST_CARDS:
        kinds = {each.id: each.kind for each in game.model.definitions}
        kind = kinds[ids[0]] if ids else next(iter(kinds.values()), "")
        back = _drawn(game, lang, kind, "back")
        cards = [*([back] * (3 - len(cards)) if back else []), *cards]
    return _svg(_fan(cards))


def _svg(parts: Iterator[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">'
    return f"{head}{''.join(parts)}</svg>"


def _fan(cards: Sequence[str]) -> Iterator[str]:
    """Yield cards that are held in a hand."""
    wide = 50
    for number, card in enumerate(cards):
        off = number - (len(cards) - 1) / 2
        turn = f"rotate({off * TURNED:.1f} {WIDE / 2} 330)"
        size = _SIZE.search(card)
        assert size is not None
        high = wide * float(size[2]) / float(size[1])
        at = f'x="{(WIDE - wide) / 2}" y="32" width="{wide}" height="{high:.1f}"'
        edge = f'<rect {at} rx="5" fill="#fff" stroke="#0006" stroke-width="1.5"/>'
        yield f'<g transform="{turn}">{edge}{_SIZE.sub(at, card, count=1)}</g>'


def _board(view: View) -> Iterator[str]:
    """Yield the places of a board with what stands there."""
    board, tokens = view.boards[0], dict[str, int]()
    for thing in view.things:
        for each in thing.shown:
            if each.seat is not None:
                tokens[thing.key] = each.seat
    rows = board.rows
    size = min((HIGH - 16) / len(rows), (WIDE - 16) / max(map(len, rows)))
    top = (HIGH - size * len(rows)) / 2
    for at, row in enumerate(rows):
        left = (WIDE - size * len(row)) / 2
        for column, key in enumerate(row):
            if key is None:
                continue
            x, y = left + column * size, top + at * size
            box = f'x="{x:.1f}" y="{y:.1f}" width="{size - 1:.1f}" height="{size - 1:.1f}" rx="1.5"'
            yield f'<rect {box} fill="{"#3d7a62" if (at + column) % 2 else "#4b8b71"}"/>'
            if key in tokens:
                drawn = SHAPES[tokens[key] % 2].format(r=f"{size * 0.36:.1f}")
                middle = f"{x + size / 2 - 0.5:.1f} {y + size / 2 - 0.5:.1f}"
                yield f'<g transform="translate({middle})">{drawn}</g>'

"""Answer which games are served, and draw the faces of their cards."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from cardwright.api.game import Game
from cardwright.api.packages import Package
from cardwright.apps.cards.entries import Entry
from cardwright.apps.press import faces
from dsl.languages import OWN
from dsl.records import record


@record(kw_only=True)
class Offered:
    """A game in the lobby."""

    id: str
    package: Package
    game: Game

    def title(self, lang: str) -> str:
        """Return what the game is called."""
        return self.game.title(lang)


def offered(packages: Sequence[Package], cache: bool) -> Mapping[str, Offered]:
    """Return the games to be served, by id.

    Raises:
        PackageError: One has errors.
    """
    from cardwright.api.loading import load_package

    found = dict[str, Offered]()
    for package in packages:
        found.setdefault(
            package.id,
            Offered(id=package.id, package=package, game=load_package(package, cache=cache)),
        )
    return found


class Faces:
    """Pictures of cards, kept as far as there is room."""

    def __init__(self, most: int = 4_000) -> None:
        self._most = most
        self._known: OrderedDict[tuple[str, str, str], str | None] = OrderedDict()

    def svg(self, game: Game, asked: Mapping[str, str]) -> str | None:
        """Return the face of a card; None where there is none, or its text has no room there.

        Args:
            asked: The `card` and the `lang`, and by what `rules` and options the game is played.
        """
        key = (asked["rules"], asked["lang"], asked["card"])
        if key not in self._known:
            self._known[key] = self._drawn(game, asked["card"], asked["lang"])
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return self._known[key]

    @staticmethod
    def _drawn(game: Game, card: str, lang: str) -> str | None:
        found = next((each for each in game.model.definitions if each.id == card), None)
        if found is None or lang not in OWN:
            return None
        try:
            expansion = found.span.source.package or None
            return faces.svg(faces.face(Entry(game.model, found, expansion, game.options), lang))
        except faces.DoesNotFit:
            return None

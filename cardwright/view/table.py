"""Draw the table as one seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cardwright.protocols import Observation
from cardwright.view.names import in_language
from cardwright.view.observation import OwnerView, TableView, read_observation
from cardwright.view.places import Places
from cardwright.view.seen import Words
from cardwright.view.words import say
from dsl.model.game import Game
from dsl.model.rules import Phase

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text


def _phases(phases: Iterable[Phase]) -> Iterator[Phase]:
    """Yield phases and those inside them."""
    for phase in phases:
        yield phase
        yield from _phases(phase.phases or ())


class Artist:
    """Turns what a seat observes into lines, in one language."""

    def __init__(self, model: Game, lang: str) -> None:
        self._lang = lang
        self._default = model.manifest.default_language
        self.words = Words(model, lang)
        self._places = Places(model, lang, self.words)
        phases = _phases((*model.setup, *model.phases))
        self._phases = {
            phase.id: in_language(phase.text, lang, self._default) or phase.id for phase in phases
        }

    def draw(self, observation: Observation) -> RenderableType:
        """Return the whole table, ready to be printed by rich."""
        from rich.console import Group

        view = read_observation(observation)
        boards, rest = self._places.boards(view)
        parts = [part for owner in rest.owners if (part := self._owner(owner)) is not None]
        return Group(self._head(view), *boards, *parts)

    def _head(self, view: TableView) -> Text:
        """Return the line on top: round and phase."""
        from rich.text import Text

        round_text = "" if not view.round else say(self._lang, "round", number=view.round)
        phase = " › ".join(self._phases.get(part, part) for part in view.phase)
        return Text(" · ".join(part for part in (round_text, phase) if part), style="dim")

    def _owner(self, owner: OwnerView) -> RenderableType | None:
        """Return the box of the table or of a player; None if there is nothing in it."""
        from rich import box
        from rich.panel import Panel
        from rich.table import Table

        lines = list(self._lines(owner))
        if not lines:
            return None
        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True, style="cyan")
        grid.add_column(overflow="fold")
        for head, text in lines:
            grid.add_row(head, text)
        title = owner.name or say(self._lang, "table")
        mark = "▶ " if owner.is_active else ""
        return Panel(grid, title=mark + title, title_align="left", box=box.ROUNDED, expand=False)

    def _lines(self, owner: OwnerView) -> Iterator[tuple[str, str]]:
        """Yield (head, text) of each zone and of the state."""
        family = "player" if owner.name else None
        for zone in owner.zones:
            name = self.words.zone_name(zone.name, family) or say(self._lang, "board")
            yield from self.words.zone_lines(name, zone)
        state = self.words.state_text(owner.state, (family,))
        if state:
            yield "", state

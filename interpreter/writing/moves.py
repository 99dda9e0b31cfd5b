"""Write moves of cards as Python source: plain cards between plain zones in place, the others by
what the machine hands in (see `interpreter.program.plain`).

Saves 3 % of the opcodes of one shipped game and 2 % of all in the geometric mean, whose bound would
not hold without it.
"""

from __future__ import annotations

from typing import NamedTuple

from dsl.model import expressions as e
from interpreter.writing.nouns import zone_number
from interpreter.writing.writer import Writer, indented

IS_ON = True
"""Whether this is done at all: `benchmarks.without` counts what it saves."""


class Target(NamedTuple):
    """Where cards go: a family of zones, and `top`, `bottom` or None for where it takes them."""

    family: int
    end: str | None


class MoveWriter:
    """Writes moves.

    Attributes:
        movers, wholes, dealers: Names of what moves a card, all cards of a zone, or cards from the
            top of a zone in turns, by where they go.
    """

    def __init__(self, w: Writer) -> None:
        self.w, self.families = w, w.program.families
        self.plain = w.analysis.holders.plain
        self.fixed = len(w.analysis.holders.fixed)
        self.are_all_fixed = not any(w.program.layout.kind_zones.values())
        self.movers: dict[Target, str] = {}
        self.wholes: dict[Target, str] = {}
        self.dealers: dict[Target, str] = {}

    def mover(self, target: Target) -> str:
        """Return the name of what moves a card there: (state, me, card, zone)."""
        return self.movers.setdefault(target, f"mover_{len(self.movers)}")

    def whole_mover(self, target: Target) -> str:
        """Return the name of what moves all cards of a zone there: (state, me, old, zone)."""
        return self.wholes.setdefault(target, f"whole_{len(self.wholes)}")

    def dealer(self, target: Target) -> str:
        """Return the name of what deals cards there: (state, old, zones, rounds)."""
        return self.dealers.setdefault(target, f"deal_{len(self.dealers)}")

    def target(self, zone: e.Expression, end: e.Expression) -> Target | None:
        """Return where a move goes, if to a family of the table or the players."""
        if not isinstance(zone, e.ZoneRef) or zone.zone.owner not in (None, "player"):
            return None
        if not isinstance(end, e.Constant):
            return None
        word = end.value
        assert word is None or isinstance(word, str)
        return Target(self.w.program.family_numbers[zone.zone], word)

    def lines(self, target: Target, actor: str, card: e.Expression, given: list[str]) -> list[str]:
        """Return the statements of a move.

        Args:
            given: The card and the zone, both written.
        """
        entity, zone = given
        careful = [
            f"st.result = {self.mover(target)}(st, {actor}, {entity}, {zone})",
            "if not st.result and st.payer is not None: raise CostFailed",
        ]
        if not IS_ON or target.family not in self.plain:
            return careful
        old = self.top_of(card)
        taken = [f"st.zones[{old}] = st.zones[{old}][1:]"]
        look = [f"news = swift[{old}][{zone}]"]
        if old is None:
            taken = ["left = st.zones[old] = st.zones[old].copy()", f"left.remove({entity})"]
            test = "" if self.are_all_fixed else f" if old < {self.fixed} else -1"
            look = [f"old = st.places[{entity}]", f"news = swift[old][{zone}]{test}"]
        done = [
            *taken,
            *self._put(target, entity, zone),
            f"st.places[{entity}] = {zone}",
            "st.learned += news",
            "st.result = True",
        ]
        test = f"if news < 0 or st.knows[{entity}]:"
        return [*look, test, *indented(careful), "else:", *indented(done)]

    def _put(self, target: Target, entity: str, zone: str) -> list[str]:
        family = self.families[target.family]
        if not family.is_ordered:
            return [f"came = st.zones[{zone}] = [*st.zones[{zone}], {entity}]", "came.sort()"]
        if target.end == "top" or (target.end is None and family.is_stack):
            return [f"st.zones[{zone}] = [{entity}, *st.zones[{zone}]]"]
        return [f"st.zones[{zone}] = [*st.zones[{zone}], {entity}]"]

    def top_of(self, card: e.Expression) -> str | None:
        """Return the number of the zone on top of which a card is known to lie, written."""
        if not isinstance(card, e.Primitive) or card.name != "top" or len(card.arguments) != 1:
            return None
        return self.plain_zone(card.arguments[0])

    def plain_zone(self, node: e.Expression) -> str | None:
        """Return the number of a zone of a plain family, written; None for any other, or where it
        would have to be looked for."""
        if not isinstance(node, e.ZoneRef | e.ZoneCards):
            return None
        if not isinstance(node.of, e.Local | e.Role | None):
            return None
        if self.w.program.family_numbers[node.zone] not in self.plain:
            return None
        return zone_number(self.w, node.zone, node.of)

"""Components and players of Res Arcana, and what the component sheet says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.referees.piles import Pile
from tests.referees.res_arcana_essences import ESSENCES


@cache
def facts() -> Mapping[str, Any]:
    """Return what the component sheet says."""
    text = Path(__file__).with_name("res_arcana.yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.safe_load(text)
    return found


def fact(name: str, key: str, default: Any = None) -> Any:
    return facts()[name]["facts"].get(key, default)


def kind_of(name: str) -> str:
    return str(fact(name, "type"))


def cost_of(name: str) -> Mapping[str, int]:
    """Return the printed cost."""
    found: Mapping[str, int] = fact(name, "cost", {})
    return found


def has_icon(name: str, icon: str) -> bool:
    """Return whether a component is of a kind or has an icon."""
    return icon == kind_of(name) or icon in fact(name, "subtypes", ())


@dataclass(eq=False)
class Component:
    """A component in play."""

    name: str
    is_turned: bool = False
    stored: Counter[str] = field(default_factory=Counter)

    def part(self, key: str) -> list[Any]:
        """Return its powers, reacts or statics."""
        found: list[Any] = facts()[self.name].get(key, [])
        return found


@dataclass(eq=False)
class Player:
    """A player with all that is theirs."""

    seat: int
    deck: Pile
    pool: Counter[str] = field(default_factory=lambda: Counter(ESSENCES))
    hand: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    scrolls: list[str] = field(default_factory=list)
    has_passed: bool = False
    check_points: int = 0
    field: list[Component] = field(default_factory=list)

    def own(self, icon: str) -> list[Component]:
        """Return components in play that have an icon or are of a kind."""
        return [component for component in self.field if has_icon(component.name, icon)]

    def get(self, name: str) -> Component | None:
        """Return a component in play by name."""
        return next((own for own in self.field if own.name == name), None)

    @property
    def points(self) -> int:
        """The points of all components, without the token's."""
        return self.check_points + sum(self.worth(component) for component in self.field)

    def worth(self, component: Component) -> int:
        """Return what a component scores."""
        points = fact(component.name, "vp", 0)
        for rule in fact(component.name, "vp_formula", ()):
            if "per_essence_on_self" in rule:
                points += component.stored[rule["per_essence_on_self"]] * rule["vp"]
            else:
                own = len(self.own(rule["per_own_in_play"]))
                points += own // rule.get("every", 1) * rule["vp"]
        return int(points)

    @property
    def wealth(self) -> int:
        """Essences in the pool, gold twice: it settles ties."""
        return self.pool.total() + self.pool["gold"]

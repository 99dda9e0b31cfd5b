"""List what people call the keywords of a game, and the attribute that holds those of a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dsl.languages import OWN
from dsl.model.traits import HAS, KEYWORD

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    KEYWORD: dict(zip(OWN, ("keyword", "キーワード能力"), strict=True)),
    HAS: dict(zip(OWN, ("keywords", "キーワード能力"), strict=True)),
}

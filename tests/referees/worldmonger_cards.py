"""Facts of Worldmonger: cultures and civilizations, as the component sheet gives them."""

from __future__ import annotations

from typing import NamedTuple

VILLAGERS = 40

CULTURES = {  # value, whether it shows a dividend, value at the end
    "villager": (1, False, 0),
    "pyramid": (1, False, 4),
    "temple": (3, True, 1),
    "philosopher": (2, False, 0),
    "phalanx": (2, False, 0),
    "ironworking": (4, False, 0),
    "law-code": (2, True, 1),
    "city": (1, False, 1),
    "royal-road": (2, True, 0),
    "aqueduct": (3, False, 1),
    "trading-ship": (2, True, 0),
    "war-elephants": (3, False, 0),
    "scripture": (2, True, 2),
    "plunder": (1, False, 0),
    "cavalry": (3, False, 0),
    "bureaucracy": (2, True, 0),
    "shrine-maiden": (2, False, 1),
    "geoglyphs": (2, False, 3),
    "sacrifice": (2, False, 0),
    "calendar": (2, False, 1),
    "druid": (2, False, 1),
}


class Kit(NamedTuple):
    """The two cultures in a civilization's first deck, of which one is its star."""

    deck: tuple[str, str]
    star: str


CIVILIZATIONS = {
    "egypt": Kit(("pyramid", "temple"), "pyramid"),
    "greece": Kit(("temple", "philosopher"), "philosopher"),
    "macedonia": Kit(("philosopher", "phalanx"), "phalanx"),
    "hittites": Kit(("ironworking", "law-code"), "ironworking"),
    "babylonia": Kit(("law-code", "city"), "law-code"),
    "persia": Kit(("city", "royal-road"), "royal-road"),
    "rome": Kit(("aqueduct", "trading-ship"), "aqueduct"),
    "carthage": Kit(("trading-ship", "war-elephants"), "trading-ship"),
    "india": Kit(("war-elephants", "scripture"), "scripture"),
    "huns": Kit(("plunder", "cavalry"), "plunder"),
    "han": Kit(("cavalry", "bureaucracy"), "bureaucracy"),
    "yamato": Kit(("bureaucracy", "shrine-maiden"), "shrine-maiden"),
    "nazca": Kit(("geoglyphs", "sacrifice"), "geoglyphs"),
    "maya": Kit(("sacrifice", "calendar"), "sacrifice"),
    "celts": Kit(("calendar", "druid"), "druid"),
}

"""List the keys at the top of each sort of file, and compute the JSON Schemas from all rows.

Programs and editors read them in `schemas/`; `python -m docs.schemas` writes the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from dsl.keys import course, nouns
from dsl.keys.examples import EXAMPLES, ScriptKeys
from dsl.keys.key import (
    COMMON,
    COUNT,
    EXPRESSION_OR_NONE,
    NAME,
    NAMES,
    ORIGIN,
    PLAIN,
    STATE,
    STATE_OF_GAME,
    TAG,
    TEXTS,
    WORDING,
    AnyKey,
    Key,
    Keyed,
    Keys,
    walk,
)
from dsl.keys.kinds import (
    ANYTHING,
    MAPPING,
    NOTHING,
    AnyKind,
    ByName,
    Either,
    Having,
    ListOf,
    Plain,
    Schema,
    Shared,
    address,
    titled,
)
from dsl.keys.rules import ACTION, ACTIONS, RULES
from dsl.model.documents import Node

# --- what a manifest says

SOURCE: Final = nouns.of_games("source", Either(MAPPING, ByName("texts-by-key", TEXTS), PLAIN))
GENRE: Final = Key(NAME)


class ImprintKeys(Keys, title="manifest"):
    """What games and expansions say of themselves."""

    id = Key(NAME, is_needed=True)
    version = Key(PLAIN, is_needed=True)
    language = Key(COUNT, is_needed=True)
    title = Key(WORDING, is_needed=True)
    authors = Key(NAMES)
    licence = Key(PLAIN)
    source = Key(SOURCE, others=("rulebook", "origin"))
    published = Key(TEXTS)
    reconstructed = Key(TEXTS)
    default_language = Key(NAME)
    summary = Key(WORDING)


PACKAGES: Final = ListOf("list-of-packages", NAME, fewest=1)
REQUIRES: Final = Key(PACKAGES)

# --- sections

GAME_STATE: Final = Key(STATE_OF_GAME)
CARD_NAMES: Final = Key(ByName("names-of-cards-by-id", WORDING))
ORIGINS: Final = Key(ByName("origins-by-name", ORIGIN))


class ManifestKeys(ImprintKeys, title="manifest", own_last=True):
    """What the manifest of a game says."""

    genre = GENRE
    requires = REQUIRES


class SectionKeys(Keys, title="game-file"):
    """The sections of a game."""

    options, enums, kinds, keywords, players = (
        nouns.OPTIONS,
        nouns.ENUMS,
        nouns.KINDS,
        nouns.KEYWORDS,
        nouns.PLAYERS,
    )
    zones, state, values, events = nouns.ZONES, GAME_STATE, course.VALUES, course.EVENTS
    actions = ACTIONS
    triggers, replacements, modifiers, forbids, always, grants = RULES
    setup, phases, end, policy = course.SETUP, course.PHASES, course.END, course.POLICY
    cards, names = nouns.CARDS, CARD_NAMES
    scenarios, rulings, origins = course.SCENARIOS, course.RULINGS, ORIGINS
    layout, look, examples = course.LAYOUT, course.LOOK, EXAMPLES


class ExpandingKeys(Keys, title="expansion-file"):
    """Sections that expansions alone have."""

    extend = Key(ANYTHING)
    insert = Key(ANYTHING)
    override = Key(ANYTHING)


class GameKeys(
    ImprintKeys, SectionKeys, ExpandingKeys,
    title="game-file", fewest=1, is_part=True, own_last=True,
):  # fmt: skip
    """A file of a game."""

    formats, decks = nouns.FORMATS, nouns.DECKS
    genre = GENRE
    requires = REQUIRES


COURSE: Final = (nouns.PLAYERS, course.SETUP, course.PHASES, course.END, course.POLICY)
"""Sections that stand in one file."""
LISTED: Final = (*RULES, nouns.CARDS, EXAMPLES)
"""Sections with entries in a list."""
NAMED: Final = (
    *(key for key in SectionKeys.form.keys if key not in (*COURSE, *LISTED)),
    *(nouns.FORMATS, nouns.DECKS),
)
"""Sections with entries by name."""
MANIFEST_KEYS: Final = frozenset(ManifestKeys.form.names)
"""What authors write at the top of `game.yaml` beside the sections of the rules."""

# --- expansions


class MorePlayersKeys(Keys, title="more-state"):
    """What an expansion gives every player."""

    state = Key(STATE, is_needed=True)


class WiderKeys(Keys, title="more-players"):
    """How many can play with an expansion."""

    count = nouns.PLAYER_COUNT


class ExtendKeys(Keys, title="extend"):
    """What an expansion adds to nouns of others."""

    enums = Key(ByName("members-by-enum", nouns.ENUM))
    kinds = Key(ByName("kinds-by-name", nouns.AddedToKindKeys.form))
    players = Key(WiderKeys.form)


class InsertKeys(Keys, title="insert"):
    """Phases that an expansion puts beside another."""

    before = Key(NAME)
    after = Key(NAME)
    phases = Key(course.PHASES.kind, is_needed=True)


class OverrideKeys(Keys, title="override"):
    """What an expansion puts in place of rules of others."""

    values = Key(ByName("values-by-name", course.VALUE))
    events = Key(ByName("events-by-name", course.EVENT))
    actions = Key(ByName("actions-by-name", ACTION))
    phases = Key(ByName("phases-by-id", course.NAMED_PHASE))
    end = course.END
    cards = nouns.CARDS


class ExpansionKeys(ImprintKeys, SectionKeys, title="expansion-file", is_part=True, own_last=True):
    """A file of an expansion."""

    players = Key(MorePlayersKeys.form)
    setup, phases, end, policy = (Key(ANYTHING) for _ in range(4))
    requires = Key(PACKAGES, is_needed=True)
    extend = Key(ExtendKeys.form)
    insert = Key(ListOf("list-of-places", InsertKeys.form))
    override = Key(OverrideKeys.form)


# --- translations

TRANSLATED: Final[Shared[Node | None]] = Shared("translation", "texts", lambda: _TRANSLATED)
_TRANSLATED: Final[Either] = Either(
    MAPPING, ByName("texts-by-name", TRANSLATED), Either(NOTHING, ANYTHING, PLAIN)
)


class TranslationKeys(Keys, title="translation"):
    """A file of translations: texts under the paths of what they translate."""

    translation = Key(Plain("language-tag", ("string",), pattern=TAG), is_needed=True)
    title, summary, published, reconstructed = (Key(TRANSLATED) for _ in range(4))
    options, enums, kinds, keywords, players = (Key(TRANSLATED) for _ in range(5))
    zones, layout, state, values = (Key(TRANSLATED) for _ in range(4))
    events, actions, triggers, replacements = (Key(TRANSLATED) for _ in range(4))
    modifiers, forbids, always, grants, setup = (Key(TRANSLATED) for _ in range(5))
    phases, cards, scenarios, rulings = (Key(TRANSLATED) for _ in range(4))
    origins, formats, decks = (Key(TRANSLATED) for _ in range(3))


FILES: Final = {
    "game": GameKeys.form,
    "expansion": ExpansionKeys.form,
    "card": nouns.CardKeys.form,
    "script": ScriptKeys.form,
    "translation": TranslationKeys.form,
}
"""The mapping at the top of each sort of file, by the name of its schema."""


def _every_key() -> Iterator[AnyKey]:
    seen: set[AnyKind] = set()
    kinds = (kind for top in FILES.values() for kind in walk(top, seen))
    yield from (key for kind in kinds if isinstance(kind, Keyed) for key in kind.keys)


EVERY_KEY: Final = tuple(dict.fromkeys(_every_key()))
"""All rows."""
OTHERS: Final = {key.name: key.others for key in EVERY_KEY if key.others}
"""What other tools call a key, by its name."""


DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
TITLE: Final = "files-of-package"


def schemas(*, whole_addresses: bool = False) -> dict[str, Schema]:
    """Return the schemas by the name of their file.

    Args:
        whole_addresses: Whether references into the same file, too, begin with its address.
    """
    shared: dict[str, dict[str, Schema]] = {name: {} for name in (COMMON, *FILES)}

    def place(name: str) -> str:
        return "" if whole_addresses else name

    for kind in (*FILES.values(), EXPRESSION_OR_NONE):
        for part in walk(kind, set()):
            if isinstance(part, Shared):
                shared[part.file][part.name] = part.kind().schema(place(part.file))
    found: dict[str, Schema] = {COMMON: titled(TITLE)}
    for name, top in FILES.items():
        found[name] = top.schema(place(name))
        if top.is_part:
            manifest = Having("manifest", top.needed)
            shared[name]["manifest"] = manifest.schema(name)
    return {
        f"{name}.schema.json": {"$schema": DRAFT, "$id": address(name), **schema}
        | ({"$defs": shared[name]} if shared[name] else {})
        for name, schema in found.items()
    }


def texts() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        name: json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        for name, schema in schemas().items()
    }

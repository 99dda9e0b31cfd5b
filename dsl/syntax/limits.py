"""Define how large files and texts of a package may be, how long its chains, and why.

Packages come from strangers: every size that costs time or memory has an end, tested one below,
at and one above it.
"""

from __future__ import annotations

from typing import Final

from dsl.records import Record

FILE_BYTES: Final = 2 * 1024 * 1024
TABLE_BYTES: Final = 20_000_000
PACKAGE_BYTES: Final = 32 * 1024 * 1024
PACKAGE_FILES: Final = 5_000
PACKAGE_ENTRIES: Final = 50_000
PACKAGE_DEPTH: Final = 32
YAML_DEPTH: Final = 64
YAML_DOCUMENTS: Final = 2_000
SCALAR_BYTES: Final = 64 * 1024
EFFECT_BYTES: Final = 8 * 1024
EFFECT_TOKENS: Final = 2_000
EFFECT_NODES: Final = 1_000
EFFECT_DEPTH: Final = 50
LARGEST_INTEGER: Final = 10**12
CHAIN: Final = 32
NAME_CHARACTERS: Final = 100


class Limit(Record):
    """One limit as people see it.

    Attributes:
        diagnostic: The name of what is reported beyond it.
    """

    name: str
    value: int
    unit: str
    diagnostic: str
    why: str


LIMITS: Final[tuple[Limit, ...]] = (
    Limit(
        "YAML file", FILE_BYTES, "bytes", "file-too-large", "ten thousand cards, split by set, fit"
    ),
    Limit(
        "package", PACKAGE_BYTES, "bytes", "package-too-large", "all files of a package unpacked"
    ),
    Limit(
        "files in a package", PACKAGE_FILES, "files", "package-too-large", "a file a card and more"
    ),
    Limit(
        "entries of a package's folders",
        PACKAGE_ENTRIES,
        "files and folders",
        "package-too-large",
        "of every name: all are looked at",
    ),
    Limit(
        "depth of a package's folders",
        PACKAGE_DEPTH,
        "levels",
        "package-too-large",
        "deeper names become longer than systems take",
    ),
    Limit(
        "YAML depth", YAML_DEPTH, "levels", "yaml-too-deep", "deep nesting breaks readers of YAML"
    ),
    Limit(
        "documents in a YAML file",
        YAML_DOCUMENTS,
        "documents",
        "too-many-documents",
        "a card a document, and more than a set has; 400 kilobytes of `---` take ten seconds",
    ),
    Limit("YAML aliases", 0, "aliases", "yaml-anchor", "a few lines of aliases can fill a memory"),
    Limit("YAML tags", 0, "tags", "yaml-tag", "a tag can make a program build anything"),
    Limit("merge keys", 0, "keys", "merge-key", "25 lines of merge keys can take 400 megabytes"),
    Limit("text", SCALAR_BYTES, "bytes", "scalar-too-long", "longer than any rules text"),
    Limit("effect text", EFFECT_BYTES, "bytes", "effect-too-long", "longer ones are events"),
    Limit(
        "words and signs of an effect text",
        EFFECT_TOKENS,
        "words and signs",
        "effect-too-long",
        "keeps reading fast",
    ),
    Limit(
        "nodes of an effect text",
        EFFECT_NODES,
        "nodes",
        "effect-too-long",
        "keeps the steps after reading fast",
    ),
    Limit(
        "depth of an effect text",
        EFFECT_DEPTH,
        "levels",
        "effect-too-deep",
        "deep nesting breaks programs that walk it",
    ),
    Limit(
        "name", NAME_CHARACTERS, "characters", "bad-name", "saves and pages show names in one line"
    ),
    Limit(
        "id of a package",
        NAME_CHARACTERS,
        "characters",
        "bad-id",
        "it stands in paths, commands and saves",
    ),
    Limit(
        "version of a package",
        NAME_CHARACTERS,
        "characters",
        "bad-version",
        "saves and lists show it in one line",
    ),
    Limit(
        "kinds that extend each other",
        CHAIN,
        "kinds",
        "chain-too-long",
        "each kind has what all those before it say",
    ),
    Limit(
        "groups of actions in each other",
        CHAIN,
        "groups",
        "chain-too-long",
        "each action has what all its groups say",
    ),
    Limit(
        "integer",
        LARGEST_INTEGER,
        "above and below zero",
        "number-too-large",
        "every part counts alike up to here",
    ),
)

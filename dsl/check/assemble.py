"""Put the parts of a draft together: the start of a draft, and its end as a game."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.nouns.options import PLAYER_COUNT
from dsl.check.nouns.sources import sources_of
from dsl.check.packages.prelude import PreludeWords
from dsl.check.rules.signatures import add_natives
from dsl.check.rules.values import ValueBodies
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import World
from dsl.check.steps.event_bodies import uses_me
from dsl.check.texts.digests import digest_of_texts
from dsl.check.texts.package import LISTED_SECTIONS, NAMED_SECTIONS, Package
from dsl.check.texts.prelude_texts import Prelude
from dsl.check.texts.shapes import (
    child,
    entries_of,
    items_or_one,
    normalized,
    number_of,
    scalar_at,
    scalars_of,
)
from dsl.check.texts.texts import paragraphs_of, text_at, text_of
from dsl.diagnostics.diagnostic import Report
from dsl.model.game import Game, Manifest
from dsl.model.nouns import Option
from dsl.source import Span
from dsl.syntax.documents import Mapping, Node, Sequence
from dsl.syntax.effect_style import in_style


def new_draft(
    package: Package,
    prelude: Prelude,
    report: Report,
    nowhere: Span,
    parts: tuple[Package, ...] = (),
) -> Draft:
    """Return an empty draft whose world finds values, events and the prelude's words in it."""
    world = World(report=report)
    language = scalar_at(package.manifest, "default-language")
    draft = Draft(
        report=report,
        game_report=report,
        world=world,
        package=package,
        parts=parts,
        prelude=prelude,
        nowhere=nowhere,
        players_span=nowhere,
        language="en" if language is None else language.text,
    )
    words = PreludeWords(draft)
    draft.facts_of_value = ValueBodies(draft).facts_of
    world.value_facts = draft.facts_of_value
    world.event_uses_me = lambda name: uses_me(name, draft)
    world.event_texts = words.event_texts
    world.prelude_event = words.event
    world.prelude_value = words.value
    add_natives(world)
    return draft


def game_of(draft: Draft) -> Game:
    """Return the game a draft without errors has become."""
    world = draft.world
    return Game(
        manifest=manifest_of(draft.package, draft),
        options=_options(draft),
        enums=world.enums,
        kinds=world.kinds,
        players=draft.players,
        zones=world.zones,
        state={**world.state, **draft.limits},
        definitions=tuple(draft.definitions),
        values=dict(sorted(draft.values.items())),
        events=dict(sorted(draft.events.items())),
        actions=tuple(draft.actions),
        triggers=tuple(draft.triggers),
        replacements=tuple(draft.replacements),
        forbids=tuple(draft.forbids),
        modifiers=tuple(draft.modifiers),
        always=tuple(draft.always),
        setup=draft.setup,
        phases=draft.phases,
        end=draft.end,
        policy=draft.policy,
        scenarios=draft.scenarios,
        examples=tuple(draft.examples),
        scripts=tuple(draft.scripts),
        digest=_digest(draft),
        expansions=tuple(manifest_of(part, draft) for part in draft.parts),
        combinations=tuple(sorted(tuple(sorted(each)) for each in draft.combinations)),
        effects=tuple(draft.effects),
        groups=tuple(draft.groups),
        becomes=tuple(draft.becomes),
        layouts=tuple(draft.layouts),
        looks=draft.looks,
        rulings=tuple(draft.rulings),
        natives=draft.natives,
    )


def _options(draft: Draft) -> dict[str, Option]:
    """Return the options of the game; the number of players is one where a text reads it."""
    reads_count = ("option", PLAYER_COUNT) in draft.world.used
    options = draft.world.options.items()
    return {name: option for name, option in options if name != PLAYER_COUNT or reads_count}


def manifest_of(package: Package, draft: Draft) -> Manifest:
    """Return what `game.yaml` or `expansion.yaml` says about the package."""
    root, language = package.manifest, draft.language
    texts = {key: scalar_at(root, key) for key in ("id", "version", "genre", "licence")}
    plain = {key: "" if scalar is None else scalar.text for key, scalar in texts.items()}
    return Manifest(
        id=plain["id"],
        version=plain["version"],
        language=number_of(child(root, "language")) or 1,
        default_language=language,
        title=text_at(root, "title", language),
        authors=tuple(scalar.text for scalar in scalars_of(child(root, "authors"))),
        source=sources_of(root),
        published=tuple(text_of(n, language) for n in items_or_one(child(root, "published"))),
        reconstructed=tuple(
            text_of(n, language) for n in items_or_one(child(root, "reconstructed"))
        ),
        summary=paragraphs_of(child(root, "summary"), language),
        genre=plain["genre"],
        licence=" ".join(plain["licence"].split()),
        translations=dict(draft.translated.languages),
    )


def _digest(draft: Draft) -> str:
    """Return the hash of all texts of a game but its scripts, whatever files they stand in."""
    parts = list(_texts_of(draft.package, ""))
    for part in draft.parts:
        parts += _texts_of(part, f"{part.expansion}/")
    parts += [f"prelude:{name}:{digest}" for name, digest in draft.prelude_digests.items()]
    return digest_of_texts(sorted(parts))


def _texts_of(package: Package, prefix: str) -> Iterator[str]:
    """Yield all texts of a package but its scripts."""
    for document in package.documents:
        yield from (prefix + part for part in _parts(document.root))
    for stem, document in package.card_files:
        if document.root.span.source.package == package.expansion:
            yield f"{prefix}{stem}:{normalized(document.root)}"


def _parts(root: Node) -> Iterator[str]:
    """Yield the entries of every section, so that it does not matter how files divide them."""
    for section in entries_of(root):
        inner = section.value
        name = section.key.text
        if isinstance(inner, Mapping) and name in NAMED_SECTIONS:
            yield from (
                f"{name}/{in_style(e.key.text)}:{normalized(e.value)}" for e in inner.entries
            )
        elif isinstance(inner, Sequence) and name in LISTED_SECTIONS:
            yield from (f"{name}:{normalized(item)}" for item in inner.items)
        else:
            yield f"{name}:{normalized(inner)}"

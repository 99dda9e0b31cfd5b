"""Assemble a draft: begin one, complete one as a game, and return from a game to a draft.

The way back lets scripts and expressions be checked for a game that is already complete.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dsl.check.nouns.keywords import keywords_of
from dsl.check.nouns.options import declare_player_count, sources_of
from dsl.check.packages.prelude import PreludeWords
from dsl.check.rules.signatures import add_natives
from dsl.check.rules.values import ValueBodies
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.world import BoardHead, EventHead, ValueHead, World
from dsl.check.steps.bodies import uses_me
from dsl.check.texts.package import (
    LISTED_SECTIONS,
    NAMED_SECTIONS,
    Package,
    digest_of_texts,
    later_attributes,
    normalized,
)
from dsl.check.texts.texts import Prelude, paragraphs_of, text_of, unmarked
from dsl.diagnostics.diagnostic import Report
from dsl.keys.files import GameKeys, SectionKeys
from dsl.keys.nouns import TableKeys
from dsl.languages import OWN, Language
from dsl.model import documents as d
from dsl.model.game import Game, Manifest
from dsl.model.nouns import PLAYER_COUNT
from dsl.model.rules import Action, EventSlot, Group
from dsl.model.types import UNKNOWN, Type
from dsl.records import Source, Span
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
    language = GameKeys(package.manifest).default_language
    draft = Draft(
        report=report,
        game_report=report,
        world=world,
        package=package,
        parts=parts,
        prelude=prelude,
        nowhere=nowhere,
        later_attributes=later_attributes((package, *parts)),
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
    reads_count = ("option", PLAYER_COUNT) in draft.world.used
    options = draft.world.options.items()
    packages = [("", draft.package), *((f"{part.expansion}/", part) for part in draft.parts)]
    texts = [text for prefix, package in packages for text in _texts_of(package, prefix)]
    parts = [text for is_rule, text in texts if is_rule]
    parts += [f"prelude:{name}:{digest}" for name, digest in draft.prelude_digests.items()]
    return Game(
        manifest=manifest_of(draft.package, draft),
        options={name: option for name, option in options if name != PLAYER_COUNT or reads_count},
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
        digest=digest_of_texts(sorted(parts)),
        text_digest=digest_of_texts(sorted([*parts, *(t for is_rule, t in texts if not is_rule)])),
        expansions=tuple(manifest_of(part, draft) for part in draft.parts),
        combinations=tuple(sorted(tuple(sorted(each)) for each in draft.combinations)),
        effects=tuple(draft.effects),
        groups=tuple(draft.groups),
        becomes=tuple(draft.becomes),
        layouts=tuple(draft.layouts),
        looks=draft.looks,
        rulings=tuple(draft.rulings),
        natives=draft.natives,
        keywords=keywords_of(draft),
        formats=draft.formats,
        decks=draft.decks,
    )


def manifest_of(package: Package, draft: Draft) -> Manifest:
    """Return what `game.yaml` or `expansion.yaml` says about the package."""
    root, language = package.manifest, draft.language
    keys = GameKeys(root)
    id_, version, genre, licence = (
        "" if said is None else said.text
        for said in (keys.id, keys.version, keys.genre, keys.licence)
    )
    return Manifest(
        id=id_,
        version=version,
        language=d.number_of(keys.language) or 1,
        default_language=language,
        title=text_of(keys.title, language),
        authors=tuple(scalar.text for scalar in d.scalars_of(keys.authors)),
        source=sources_of(root),
        published=tuple(text_of(n, language) for n in d.items_or_one(keys.published)),
        reconstructed=tuple(text_of(n, language) for n in d.items_or_one(keys.reconstructed)),
        summary=unmarked(paragraphs_of(keys.summary, language)),
        genre=genre,
        licence=" ".join(licence.split()),
        translations=dict(draft.translated.languages),
    )


def _texts_of(package: Package, prefix: str) -> Iterator[tuple[bool, str]]:
    """Yield all texts of a package but its scripts, and whether a match may depend on them."""
    for document in package.documents:
        yield from ((is_rule, prefix + part) for is_rule, part in _parts(document.root))
    for stem, document in package.card_files:
        if document.root.span.source.package == package.expansion:
            yield from _of_item(document.root, f"{prefix}{stem}:")


def _parts(root: d.Node) -> Iterator[tuple[bool, str]]:
    """Yield the entries of every section, so that it does not matter how files divide them."""
    for section in d.entries_of(root):
        inner = section.value
        name = section.key.text
        if isinstance(inner, d.Mapping) and name in NAMED_SECTIONS:
            for e in inner.entries:
                said = f"{name}/{in_style(e.key.text)}:{normalized(e.value)}"
                yield name != SectionKeys.look.name, said
        elif isinstance(inner, d.Sequence) and name in LISTED_SECTIONS:
            for item in inner.items:
                yield from _of_item(item, f"{name}:")
        else:
            yield True, f"{name}:{normalized(inner)}"


def _of_item(node: d.Node, prefix: str) -> Iterator[tuple[bool, str]]:
    """Yield a card, or another item of a list, without what it says about itself; then that."""
    rules = _without_about(node)
    yield True, prefix + normalized(rules)
    if rules is not node:
        yield False, prefix + normalized(node)


def _without_about(node: d.Node) -> d.Node:
    """Return a card or table without `about`; the node itself where it says none."""
    if isinstance(node, d.Sequence):
        items = tuple(map(_without_about, node.items))
        is_same = all(a is b for a, b in zip(items, node.items, strict=True))
        return node if is_same else d.Sequence(items, node.span)
    if not isinstance(node, d.Mapping):
        return node
    tables, about = (TableKeys.each.name, TableKeys.rows.name), TableKeys.about.name
    entries = [
        replace(e, value=_without_about(e.value)) if e.key.text in tables else e
        for e in node.entries if e.key.text != about
    ]  # fmt: skip
    values = [each.value for each in entries]
    is_same = len(entries) == len(node.entries) and all(
        a is b.value for a, b in zip(values, node.entries, strict=True)
    )
    return node if is_same else d.Mapping(tuple(entries), node.is_flow, node.span)


def draft_of_game(game: Game, report: Report) -> Draft:
    """Return a draft that declares what a game declares and has no texts of its own."""
    draft = new_draft(Package(), Prelude(), report, Span(Source(game.manifest.id, ""), 0, 0))
    draft.language = game.manifest.default_language
    draft.players = game.players
    draft.scenarios = dict(game.scenarios)
    world = draft.world
    world.team = game.players.team
    world.options.update(game.options)
    declare_player_count(draft)
    world.enums.update(game.enums)
    world.kinds.update(game.kinds)
    world.zones.update(game.zones)
    world.state.update(game.state)
    world.definitions.update({each.id: each.kind for each in game.definitions})
    for layout in game.layouts:  # its places stand in it, or in its zone
        zone = None if layout.zone is None else game.zones[layout.zone]
        places = [place for row in layout.rows for place in row if place is not None]
        kinds = {world.definitions[place] for place in places} if zone is None else {zone.of}
        head = BoardHead(
            id=layout.id,
            kinds=frozenset(kinds),
            zone=zone,
            is_known=True,
            is_straight=layout.is_straight,
        )
        world.boards.append(head)
    _add_heads(draft, game)
    return draft


def _add_heads(draft: Draft, game: Game) -> None:
    """Declare values, events, actions and phases."""
    world = draft.world
    for name, values in game.values.items():
        first = values[0]
        world.values[name] = ValueHead(
            id=first.id, parameters=first.parameters, result=first.result, span=first.span
        )
    for name, events in game.events.items():
        world.events[name] = EventHead(
            id=events[0].id,
            slots=events[0].slots,
            result=events[0].result,
            native=events[0].native,
            span=events[0].span,
        )
    world.actions.update(action.id for action in game.actions)
    taken: tuple[Action | Group, ...] = (*game.actions, *game.groups)
    for entry in taken:
        slots = (EventSlot(preposition=None, name=p.name, type=p.type, default=None)
                 for p in entry.parameters)  # fmt: skip
        world.declare_native(f"act:{entry.id}", entry.span, (*slots,))
    for phase in game.every_phase:
        world.phases.add(phase.id)
        world.declare_native(f"phase:{phase.id}", phase.span)
    world.event_texts = lambda: {
        name: Language(OWN[0]).text_of(events[0].text) for name, events in game.events.items()
    }
    world.event_uses_me = lambda name: any(event.uses_me for event in game.events.get(name, ()))

    def facts_of_value(name: str) -> tuple[Type, bool, bool]:
        values = game.values.get(name, ())
        result = values[0].result if values else UNKNOWN
        return result, any(v.uses_me for v in values), any(v.uses_self for v in values)

    world.value_facts = draft.facts_of_value = facts_of_value

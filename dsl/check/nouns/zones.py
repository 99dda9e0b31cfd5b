"""Declare players and teams, the state of all, and zones with those who may see into them.

`players: {team: club}` gives every player the state `club`; all else is written with it.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from dsl.check.expressions.amounts import check_constant
from dsl.check.expressions.dots import EVERYBODY, in_team, of_team, team_of
from dsl.check.expressions.name_helps import declared_help
from dsl.check.expressions.names_declared import Places, split_key, unknown
from dsl.check.scopes.collect import refuse_later, refuse_slots, report_duplicate
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope, entity_scope
from dsl.check.scopes.types import fits, lift
from dsl.check.scopes.world import check_type
from dsl.check.steps.conditions import option_condition, option_number
from dsl.check.texts.package import field_at
from dsl.check.texts.texts import text_of
from dsl.diagnostics.wording import Said
from dsl.keys.files import SectionKeys
from dsl.keys.key import GameStateKeys, StateFieldKeys
from dsl.keys.nouns import AudienceKeys, CaseKeys, KindKeys, PlayersKeys, ZoneKeys
from dsl.model import documents as d
from dsl.model import types as t
from dsl.model.amounts import NOTHING
from dsl.model.expressions import Expression, Local, StateKey, ZoneKey
from dsl.model.nouns import Audience, PlayersRule, StateField, Zone
from dsl.model.steps import Formula
from dsl.syntax.parser import parse_name


def declare_state(draft: Draft) -> None:
    """Fill `World.state` with the game's own state."""
    places = Places("state", draft.report)
    for entry in draft.package.entries(SectionKeys.state):
        is_new = places.add(entry.key.text, entry.key.span)
        if is_new and GameStateKeys(entry.value).same is None:  # else it is a value
            _declare(None, entry, draft)


def state_fields(owner: str, node: d.Node | None, draft: Draft) -> tuple[StateField, ...]:
    """Declare the state of a kind or of `player`, and return it in written order."""
    found = [_declare(owner, entry, draft) for entry in d.entries_of(node)]
    return tuple(field for field in found if field is not None)


def _declare(owner: str | None, entry: d.Entry, draft: Draft) -> StateField | None:
    """Declare one field: a text, or a mapping with its audience and what people call it."""
    node = entry.value
    tree = field_at(node, draft.report)
    if parse_name(entry.key, draft.report) is None or tree is None:
        draft.lost.add(entry.key.text)
        return None
    refuse_slots(tree, draft)
    keys = StateFieldKeys(node)
    seen_by = keys.seen_by
    type_ = check_type(tree.type, draft.world)
    if holds_amount(type_):
        draft.report.add("wrong-type.would-keep-amount", tree.type.span, name=entry.key.text)
        type_ = t.UNKNOWN
    key = StateKey(owner, entry.key.text)
    has_default = tree.default is not None or is_empty_by_itself(type_) or key.is_definition
    default = empty_value(type_)
    if tree.default is not None:
        default = check_constant(tree.default, draft.world, type_)
    if tree.until is not None:
        draft.scopes_named.append((tree.until.text, tree.until.span))
    field = StateField(
        key=key,
        type=type_,
        default=default,
        is_set_up=not has_default,
        until=None if tree.until is None or tree.until.text == "game" else tree.until.text,
        keep=tree.keep,
        seen_by=None if seen_by is None else seen_by.text,
        span=entry.key.span,
        text=text_of(keys.text, draft.language),
        is_shown=keys.show is not False,
    )
    draft.world.state[key] = field
    return field


def holds_amount(type_: t.Type) -> bool:
    """Return whether a type is an amount, or a collection of amounts."""
    if isinstance(type_, t.Maybe | t.ListOf | t.SetOf | t.BagOf):
        return holds_amount(type_.of)
    return isinstance(type_, t.AmountOf)


def is_empty_by_itself(type_: t.Type) -> bool:
    """Return whether a type has a value without anybody saying so: none, or empty."""
    return (
        isinstance(type_, t.Maybe | t.ListOf | t.SetOf | t.BagOf | t.AmountOf) or type_ == t.UNKNOWN
    )


def empty_value(type_: t.Type) -> object:
    """Return that value in its run-time form; None stands for none."""
    if isinstance(type_, t.AmountOf):
        return NOTHING
    return () if isinstance(type_, t.ListOf | t.SetOf | t.BagOf) else None


EVERYONE: Final = "everyone"
OPEN: Final = Audience(cards=EVERYONE, top=EVERYONE, contents=EVERYONE, count=EVERYONE)
_WIDTH: Final = ("nobody", "owner", "others", "everyone")


def declare_zones(draft: Draft) -> None:
    """Fill `World.zones` with what needs no expression."""
    places = Places("zone", draft.report)
    for entry in draft.package.entries(SectionKeys.zones):
        refuse_later(draft, ZoneKeys.form, entry.value)
        key = _key(entry, draft)
        if key is not None and places.add(entry.key.text, entry.key.span):
            draft.world.zones[key] = _zone(key, entry, draft)
            draft.zone_nodes[key] = entry.value


def _key(entry: d.Entry, draft: Draft) -> ZoneKey | None:
    """Return the owner and name a zone is declared under."""
    numbered = declared_help(entry.key.text)
    if numbered:
        draft.report.add("bad-name.no-name-each", entry.key.span, *numbered, name=entry.key.text)
        draft.lost.update(match.group() for match in d.NAME.finditer(entry.key.text))
        return None
    owner, name = split_key(entry.key)
    start = len(entry.key.text) - len(name)
    span, letters = entry.key.part(start, len(entry.key.text)), entry.key.offsets[start:]
    word = d.Scalar.at(name, entry.key.is_plain, span, letters)
    if parse_name(word, draft.report) is None:
        draft.lost.update(match.group() for match in d.NAME.finditer(entry.key.text))
        return None
    if owner is None or owner == "player" or owner in draft.world.kinds:
        return ZoneKey(owner, name)
    owners = ["player", *draft.world.kinds]
    span = entry.key.part(0, max(1, start - 1))
    draft.lost.add(name)
    if owner in draft.world.enums:
        help_text = Said("help.places-of-enum", owner=owner, name=name)
        draft.report.add("unknown-kind.no-kind-named", span, help_text, kind=owner)
        return None
    unknown(draft.report, "unknown-kind", owner, span, owners)
    return None


def _zone(key: ZoneKey, entry: d.Entry, draft: Draft) -> Zone:
    """Return a zone without its numbers and audiences."""
    node = entry.value
    keys = ZoneKeys(node)
    of = keys.of
    if of is not None and of.text not in draft.world.kinds:
        kinds = list(draft.world.kinds)
        unknown(draft.report, "unknown-kind", of.text, of.span, kinds)
    elif of is not None:
        draft.world.used.add(("kind", of.text))
    order = keys.order
    return Zone(
        key=key,
        of=of.text if of is not None and of.text in draft.world.kinds else "",
        order="none" if order is None else order.text,
        slots=None,
        max=None,
        audiences=((None, OPEN),),
        text=text_of(keys.text, draft.language),
        span=entry.key.span,
        is_shown=keys.show is not False,
        is_remembered=keys.remembered is not False,
        is_later=bool(keys.later),
    )


def check_zones(draft: Draft) -> None:
    """Fill in what depends on options: the numbers and the audiences."""
    for key, node in draft.zone_nodes.items():
        only_if = option_condition(ZoneKeys(node).only_if, draft)
        draft.world.zones[key] = replace(
            draft.world.zones[key],
            slots=option_number(ZoneKeys(node).slots, only_if, "slots", draft),
            max=option_number(ZoneKeys(node).max, only_if, "max", draft),
            audiences=_audiences(ZoneKeys(node).seen_by, draft),
            only_if=only_if,
        )


def _audiences(node: d.Node | None, draft: Draft) -> tuple[tuple[Expression | None, Audience], ...]:
    """Return who sees what: one audience, or several under conditions over options."""
    if not isinstance(node, d.Sequence):
        return ((None, _audience(node)),)
    found = [
        (option_condition(CaseKeys(item).only_if, draft), _audience(CaseKeys(item).to))
        for item in d.items_of(node)
    ]
    return tuple(found) if found and found[-1][0] is None else (*found, (None, OPEN))


def _audience(node: d.Node | None) -> Audience:
    """Return one audience: a word, or a word each for cards, top, contents and count."""
    lone = d.scalar_of(node)
    if lone is not None:
        word = _known(lone.text)
        return Audience(cards=word, top=word, contents=word, count=EVERYONE)
    if not isinstance(node, d.Mapping):
        return OPEN
    keys = AudienceKeys(node)
    cards = _word(keys.cards, "nobody")
    return Audience(
        cards=cards,
        top=_wider(_word(keys.top, cards), cards),
        contents=_wider(_word(keys.contents, cards), cards),
        count=_word(keys.count, EVERYONE),
    )


def _word(scalar: d.Scalar | None, default: str) -> str:
    """Return the audience that a word says."""
    return default if scalar is None else _known(scalar.text)


def _known(word: str) -> str:
    """Return a word for an audience; of one that there is not, everyone: it is reported."""
    return word if word in _WIDTH else EVERYONE


def _wider(first: str, second: str) -> str:
    """Return the wider of two audiences; `owner` and `others` together are everyone."""
    if {first, second} == {"owner", "others"}:
        return EVERYONE
    return max(first, second, key=lambda word: _WIDTH.index(word) if word in _WIDTH else 0)


def declare_team(scalar: d.Scalar | None, draft: Draft) -> tuple[StateField, ...]:
    """Give every player the state of being in a team; nothing where there are no teams."""
    if scalar is None:
        return ()
    kind, world = scalar.text, draft.world
    if kind not in world.kinds:
        unknown(draft.report, "unknown-kind", kind, scalar.span, list(world.kinds))
        return ()
    key = StateKey("player", kind)
    if key in world.state:
        report_duplicate(draft.report, "state", kind, world.state[key].span, scalar.span)
        return ()
    world.used.add(("kind", kind))
    field = StateField(
        key=key,
        type=t.EntityType(kind),
        default=None,
        is_set_up=True,
        until=None,
        keep=False,
        seen_by=None,
        span=scalar.span,
        text=world.kinds[kind].text,
    )
    world.team, world.state[key] = kind, field
    return (field,)


def check_team(draft: Draft) -> None:
    """Report a kind of teams whose things are no teams."""
    field = team_of(draft.world)
    if field is None:
        return
    kind = draft.world.kinds[field.key.name]
    if not kind.is_unique:
        draft.report.add("bad-team.not-players-belong", field.span, kind=kind.name)
    own = KindKeys(draft.kind_nodes[kind.name]).players
    if own is not None:
        draft.report.add("bad-team.team-known-from", own.span)


def members(kind: str, draft: Draft) -> Formula | None:
    """Return the players of a team over the team as local 0, where a kind is the teams'."""
    field = team_of(draft.world)
    if field is None or field.key.name not in draft.world.lineage(kind):
        return None
    scope = entity_scope(draft.world, kind)
    team = Local(0, "self", t.EntityType(kind))
    found = of_team(EVERYBODY, "==", team, field, scope)
    return Formula(tuple(scope.slots.infos), 1, found)


def winners_of(found: Expression, scope: Scope) -> Expression:
    """Return the players of a team or of several, where an expression gives teams."""
    field, type_ = team_of(scope.world), t.plain_type(found.type)
    is_many = isinstance(type_, t.ListOf | t.SetOf)
    element = type_.of if isinstance(type_, t.ListOf | t.SetOf) else type_
    if field is None or element == t.UNKNOWN or not fits(element, field.type, scope.world):
        return found
    return lift(scope, [found], lambda plain: in_team(plain[0], is_many, field, scope))


COUNT: Final = re.compile(r"(0|[1-9][0-9]?)(?:\s*(?:-|–|\.\.)\s*(0|[1-9][0-9]?))?")
MOST_PLAYERS: Final = 16


def declare_players(draft: Draft) -> None:
    """Fill `Draft.players` and the state of `player`."""
    entry = draft.package.one(SectionKeys.players)
    if entry is None:
        return
    refuse_later(draft, PlayersKeys.form, entry.value)
    draft.players_span = entry.key.span
    low, high = 1, 1
    keys = PlayersKeys(entry.value)
    scalar = keys.count
    if scalar is not None:
        first, last = count_of(scalar) or (0, 0)
        if 1 <= first <= last <= MOST_PLAYERS:
            low, high = first, last
        else:
            draft.report.add(
                "bad-number.no-number-players", scalar.span, written=scalar.text, most=MOST_PLAYERS
            )
    own = state_fields("player", keys.state, draft)
    fields = (*own, *declare_team(keys.team, draft))
    draft.players = PlayersRule(low=low, high=high, state=fields, team=draft.world.team)


def count_of(scalar: d.Scalar) -> tuple[int, int] | None:
    """Return the numbers in `2-4` or `3`."""
    match = COUNT.fullmatch(scalar.text.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2] or match[1])

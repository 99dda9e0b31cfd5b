"""Take a checked game apart into things with what is said of each: what is compared.

A thing is called as in the event graph: `card:aqueduct`, `value:price`. `game:` is the match as a
whole; what the prelude brings is no thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.authors.diff.parts import (
    RULE,
    Maker,
    Part,
    Thing,
    asked,
    asks_boards,
    said_in,
    standing,
    word,
)
from cardwright.apps.cards.entries import Entry
from cardwright.apps.text.actions import limit_words
from cardwright.apps.text.attributes import effect_line
from cardwright.apps.text.rules import expression_words, rules_by, rules_of_kind
from cardwright.apps.text.scope import Scope
from dsl.model import nouns
from dsl.model import rules as r
from dsl.model.game import Game, Phase
from dsl.model.steps import SlotInfo
from dsl.model.types import is_effect

_MANIFEST: Final = [
    "title", "summary", "authors", "source", "published", "reconstructed", "genre", "licence",
]  # fmt: skip
_NO: Final = {True: "", False: "no"}  # of what is kept off the main view, or not remembered
_SEEN: Final = ("cards", "top", "contents", "count")


def things_of(game: Game) -> dict[str, Thing]:
    """Return all things of a game by their keys, in the order of the sections of a package."""
    found: dict[str, Thing] = {}
    for thing in _Things(game).all():
        key, number = thing.key, 2
        while key in found:
            key, number = f"{thing.key}~{number}", number + 1
        found[key] = replace(thing, key=key)
    return found


class _Things(Maker):
    """The things of one game."""

    def all(self) -> Iterator[Thing]:
        """Yield every thing."""
        yield self._whole()
        yield from map(self._card, self.game.cards)
        yield from map(self._kind, self.game.kinds.values())
        yield from self._enums()
        for key, zone in self.game.zones.items():
            show, known = _NO[zone.is_shown], _NO[zone.is_remembered]
            yield self._thing(
                "zone", key.dotted, zone, self._zone(zone), show=show, remembered=known
            )
        for state, field in self.game.state.items():
            if ":" not in state.name:
                parts = self._state(field)
                yield self._thing("state", state.dotted, field, parts, show=_NO[field.is_shown])
        for option in self.game.options.values():
            if option.id != "player-count":
                yield self._thing("option", option.id, option, self._option(option))
        yield from self._happening()
        for scenario in self.game.scenarios.values():
            yield self._thing("scenario", scenario.id, scenario, self._scenario(scenario))
        for format_ in self.game.formats.values():
            yield self._thing("format", format_.id, format_, self.format(format_))
        for deck in self.game.decks.values():
            yield self._thing("deck", deck.id, deck, self.deck(deck))
        yield from self._free()

    @cached_property
    def _borne(self) -> frozenset[str]:
        """The actions on cards and kinds, which say themselves where they are offered."""
        return frozenset(each.id for each in self.game.actions if each.card or each.kind)

    def _thing(
        self,
        sort: str,
        id_: str,
        entry: Any,
        parts: Iterable[Part | None],
        called: nouns.Text | None = None,
        **texts: object,
    ) -> Thing:
        return Thing(
            key=f"{sort}:{id_}",
            game=self.game,
            span=entry.span,
            name=getattr(entry, "text", {}) if called is None else called,
            parts=tuple(part for part in parts if part is not None),
            texts={"text": getattr(entry, "told", {}) or getattr(entry, "text", {}), **texts},
        )

    # --- cards and nouns ----------------------------------------------------------------------

    def _card(self, card: nouns.Definition) -> Thing:
        entry = Entry(self.game, card, None)
        parts = [
            self.plain("kind", card.kind, "kind"),
            self.plain("face-of", card.face_of or None, "card"),
            self.plain("copies", nouns.copies_said(card)),
            self.zones("start", (card.start,)),
            self.node("only-if", card.only_if),
            *(self._attribute(entry, each) for each in entry.attributes.values()),
            *self._effects(card),
            *self.rules(rules_by(self.game, card.id), card.kind),
        ]
        about, [text, *_] = (
            {word: card.written(word) for word in card.about},
            card.written(nouns.TEXT),
        )
        texts = {"name": card.name, "source": card.provenance, "origins": card.origins}
        return self._thing("card", card.id, card, parts, card.name, about=about, text=text, **texts)

    def _attribute(self, entry: Entry, attribute: nouns.Attribute) -> Part | None:
        """Return what a card says under an attribute that holds no steps."""
        name = attribute.name
        own = self.game.values.get(f"{entry.id}.{name}", ())
        node = own[0].body if attribute.is_value and own else entry.definition.attributes.get(name)
        if node is None or is_effect(attribute.type):
            return None
        return self.made("attribute", node, lambda lang: entry.shown(name, lang), name)

    def _effects(self, card: nouns.Definition) -> Iterator[Part]:
        own = (each for each in self.game.effects if each.card == card.id)
        yield from (self._effect(each, card) for each in own)

    def _effect(self, effect: r.Effect, card: nouns.Definition) -> Part:
        name = effect.attribute[1]
        return Part(
            RULE,
            f"effect:{name}",
            lambda meaning: (name, meaning.of(effect.body)),
            lambda lang: effect_line(effect, card, self.names[lang]),
            effect,
        )

    def _kind(self, kind: nouns.Kind) -> Thing:
        parts = [
            self.plain("extends", kind.extends, "kind"),
            self.plain("unique", kind.is_unique),
            self.plain("copies", nouns.copies_said(kind)),
            *(self.zones("start", (kind.start,)), self.zones("active-in", kind.active_in)),
            self.plain("zones-follow", kind.zones_follow),
            self.node("owner", kind.players),
            self.node("controller", kind.controller),
            self.plain("waits", kind.waits or None),
            *(part for each in kind.attributes for part in self._declared(kind, each)),
            *self.rules(rules_of_kind(self.game, kind.name), kind.name),
        ]
        texts = {f"attribute {each.name}": each.text for each in kind.attributes}
        return self._thing("kind", kind.name, kind, parts, **texts)

    def _declared(self, kind: nouns.Kind, attribute: nouns.Attribute) -> Iterator[Part | None]:
        yield self.made("type", attribute.type, lambda lang: str(attribute.type), attribute.name)
        own = self.game.values.get(f"{kind.name}.{attribute.name}.default", ())
        default = own[0].body if own else attribute.default
        yield self.node("default", default, of=attribute.name)

    def _enums(self) -> Iterator[Thing]:
        """Yield enums with their members."""
        for enum in self.game.enums.values():
            keys = [f"member:{enum.name}.{each}" for each in enum.members]
            order = self.ids("order", keys, is_sequence=True)
            wild = self.ids("wild", (keys[n] for n in enum.wild))
            yield self._thing("enum", enum.name, enum, [order, wild])
            for rank, (key, text) in enumerate(zip(keys, enum.texts, strict=True)):
                texts = {"text": text}
                yield Thing(
                    key=key, game=self.game, span=enum.span, name=text, parts=(), texts=texts,
                    rank=rank,
                )  # fmt: skip

    def _zone(self, zone: nouns.Zone) -> Iterator[Part | None]:
        yield self.plain("holds", zone.of, "kind")
        yield self.plain("order", zone.order)
        yield self.node("slots", zone.slots)
        yield self.node("max", zone.max)
        yield self.node("only-if", zone.only_if)
        yield self.plain("later", zone.is_later or None)
        for number, (condition, audience) in enumerate(zone.audiences, 1):
            of = str(number) if len(zone.audiences) > 1 else ""
            who = tuple(getattr(audience, name) for name in _SEEN)
            yield self.made(
                "seen-by",
                (condition, who),
                lambda lang, audience=audience: _seen(audience, lang),  # type: ignore[misc]
                of,
            )

    def _state(self, field: Any) -> Iterator[Part | None]:
        yield self.made("type", field.type, lambda lang: str(field.type))
        if not field.is_set_up:
            yield self.value("default", field.default, field.type)
        if field.until is not None:
            yield Part(
                "until", "", lambda meaning: meaning.scope(field.until), lambda lang: field.until
            )
        yield self.plain("keep", field.keep)
        yield self.plain("seen-by", field.seen_by)

    def _option(self, option: Any) -> Iterator[Part | None]:
        yield self.made("type", option.type, lambda lang: str(option.type))
        yield self.value("default", option.default, option.type)
        yield self.plain("lowest", option.low)
        yield self.plain("highest", option.high)
        yield self.node("so-that", option.condition)
        yield self.plain("decks-of", option.format)
        yield self.plain("sideboard-of", option.sideboard_of, "option")

    def _scenario(self, scenario: Any) -> Iterator[Part | None]:
        for name, value in scenario.options.items():
            if name in self.game.options:
                yield self.value("option", value, self.game.options[name].type, name)
        if scenario.players is not None:
            yield self.plain("players", "–".join(map(str, dict.fromkeys(scenario.players))))

    # --- what happens -------------------------------------------------------------------------

    def _happening(self) -> Iterator[Thing]:
        """Yield values, events, actions with their groups, and phases."""
        for each in (each for variants in self.game.values.values() for each in variants):
            is_attribute = "." in each.id
            if not is_attribute and not each.span.source.is_shared:
                where: tuple[str, ...] = ()
                if each.show is not None:  # where its subject is, or in some zones
                    where = tuple(zone.dotted for zone in each.show.zones) or ("yes",)
                yield self._thing("value", each.id, each, self._value(each), show=where)
        for event in (each for variants in self.game.events.values() for each in variants):
            if not event.native and not event.span.source.is_shared:
                yield self._thing("event", event.id, event, self._event(event))
        for action in self.game.actions:
            if action.card is None and action.kind is None:
                texts = asked(action.parameters)
                yield self._thing("action", action.id, action, self._action(action), **texts)
        for group in self.game.groups:
            parts = (*(self._choice(p, ()) for p in group.parameters), self._limit(group.limit))
            yield self._thing("group", group.id, group, parts, **asked(group.parameters))
        phases = self.game.every_phase
        around = {inner.id: phase.id for phase in phases for inner in phase.phases or ()}
        for phase in phases:
            yield self._thing("phase", phase.id, phase, self._phase(phase, around.get(phase.id)))

    def _value(self, value: r.Value) -> Iterator[Part | None]:
        yield self._slots("parameters", [(None, each.type, None) for each in value.parameters])
        yield self.made("result", value.result, lambda lang: str(value.result))
        yield self.node("is", value.body)
        yield self.node("at-least", value.at_least)
        yield self.node("at-most", value.at_most)
        yield self.plain("depth", value.depth or None)
        yield self.node("only-if", value.only_if)

    def _event(self, event: r.Event) -> Iterator[Part | None]:
        slots = tuple(SlotInfo(slot.name, slot.type) for slot in event.slots)
        yield self._slots("given", [(s.preposition, s.type, s.default) for s in event.slots])
        yield self.made("result", event.result, lambda lang: str(event.result))
        yield self.node("when", event.when, slots)
        yield self.node("affects", event.affects, slots)
        yield self.node("do", event.body)
        yield self.node("only-if", event.only_if)

    def _slots(self, aspect: str, slots: list[tuple[Any, Any, Any]]) -> Part | None:
        """Return a part that is what is given to a value or event."""

        def words(lang: str) -> str:
            shown = []
            for preposition, type_, default in slots:
                usual = expression_words(self.game, default, lang) if default is not None else ""
                given = (preposition or "", str(type_), f"= {usual}" if usual else "")
                shown.append(" ".join(filter(None, given)))
            return self.names[lang].row(shown)

        return self.made(aspect, tuple(slots), words) if slots else None

    def _action(self, action: r.Action) -> Iterator[Part | None]:
        where = (*(f"phase:{each}" for each in action.phases),
                 *(f"group:{each}" for each in action.groups))  # fmt: skip
        yield self.ids("in", where) if where else None
        for parameter in action.parameters:
            yield self._choice(parameter, action.slots)
        yield self.node("when", action.when, action.slots)
        yield self._limit(action.limit)
        yield self.node("cost", action.cost)
        yield self.node("do", action.body)
        yield self.node("only-if", action.only_if)

    def _choice(self, parameter: r.Parameter, given: tuple[SlotInfo, ...]) -> Part:
        def words(lang: str) -> str:
            conditions = (parameter.condition, parameter.so_far, parameter.when)
            said = (parameter.source, parameter.number, *conditions)
            shown = [expression_words(self.game, s, lang, given) for s in said if s is not None]
            mode = "" if parameter.mode == "one" else f"{parameter.mode}: "
            return f"{mode}{self.names[lang].row(shown)}"

        return self.made("choose", parameter, words, parameter.name)

    def _limit(self, limit: r.Limit | None) -> Part | None:
        if limit is None:
            return None

        def words(lang: str) -> str:
            return limit_words(limit, Scope(self.names[lang]))

        return self.made("limit", limit, words)

    # --- the course ---------------------------------------------------------------------------

    def _phase(self, phase: Phase, around: str | None) -> Iterator[Part | None]:
        yield self.plain("inside", around, "phase")
        yield self.plain("goes", phase.loop)
        yield self.node("through", phase.source, phase.given)
        yield self.plain("repeat", phase.repeat)
        yield self.plain("asks", phase.asks)
        yield self.node("while", phase.while_condition, phase.given)
        yield self.node("do", phase.body)
        if phase.offer is not None:
            own = (each for each in phase.offer if each not in self._borne)
            yield self.ids("offer", (f"action:{each}" for each in own))
        if phase.phases is not None:
            yield self.ids("phases", (f"phase:{p.id}" for p in phase.phases), is_sequence=True)
        yield self.node("only-if", phase.only_if)

    def _whole(self) -> Thing:
        """Return the game as a whole: who plays, the order of phases, the end, rules of no card."""
        game = self.game
        bounds = dict.fromkeys((game.players.low, game.players.high))
        rules = (rule for rule in game.rules if rule.card is None and rule.kind is None)
        policy = ("triggers", "replacements", "loops", "watch", "leavers")
        parts = (
            self.plain("players", "–".join(map(str, bounds))),
            self.plain("team", game.players.team, "kind"),
            self.node("decider", game.players.decider),
            *(self.plain("policy", getattr(game.policy, name), of=name) for name in policy),
            self.plain("policy", ", ".join(game.policy.layers) or None, of="layers"),
            self.ids("setup", (f"phase:{each.id}" for each in game.setup), is_sequence=True),
            self.ids("phases", (f"phase:{each.id}" for each in game.phases), is_sequence=True),
            self.node("end-when", game.end.when),
            self._rank(),
            self.node("winners", game.end.winners),
            *(self.node("keeps", kept, of=id_) for id_, kept in game.end.keeps.items()),
            *self.rules(rules, ""),
        )
        texts = {name: getattr(game.manifest, name) for name in _MANIFEST}
        return self._thing("game", "", game.end, parts, game.manifest.title, **texts)

    def _rank(self) -> Part | None:
        """Return the numbers by which players are ranked, best first, as one part."""
        rank = self.game.end.rank

        def words(lang: str) -> str:
            return "; ".join(expression_words(self.game, each, lang) for each in rank)

        return self.made("rank", rank, words) if rank else None

    def _free(self) -> Iterator[Thing]:
        """Yield what no rule reads, but for boards where rules ask which places are near."""
        for ruling in self.game.rulings:
            texts = {name: getattr(ruling, name) for name in ("sentence", "decision")}
            sources = (ruling.source, ruling.settled_by, ruling.option)
            yield self._thing("ruling", ruling.id, ruling, (), **texts, sources=sources)
        is_asked = bool(self.game.layouts) and asks_boards(self.game)
        for layout in self.game.layouts:
            if is_asked:
                shown = layout.inside, layout.middle, layout.is_drawn
                yield self._thing("layout", layout.id, layout, standing(layout), looks=shown)
            else:
                yield self._thing("layout", layout.id, layout, (), looks=said_in(layout))
        looks = self.game.looks
        for kind, look in looks.kinds.items() if looks else ():
            yield self._thing("look", kind, look, (), looks=said_in(look))
        for enum, marks in looks.enums.items() if looks else ():
            texts = {"colours": marks.colors, "symbols": marks.symbols}
            icons = said_in((marks.icons, marks.is_in_text))
            yield self._thing("look", enum, marks, (), icons=icons, **texts)


def _seen(audience: nouns.Audience, lang: str) -> str:
    """Return who may see what of a zone."""
    said = ((word(lang, f"see-{what}"), getattr(audience, what)) for what in _SEEN)
    return ", ".join(f"{what}: {word(lang, who)}" for what, who in said)

"""Keep what each player knows of cards their zones do not show, and who answers for whom.

Masks hold one bit a player. The audience of a zone is not stored; `State.knows` holds knowledge
beyond it: a card put face up on a deck is known there until the deck is shuffled. A pile whose top
is seen by more players than its cards is not looked through: only those who see the cards know a
covered one. A list of its cards that moves goes as one: of those, only the card that lay on top
before is seen to go.

`players: {decider: EXPR}` names who answers for a player. The decider is shown the cards that the
player can tell: nobody could choose well among unseen cards. Other questions to the player, and
every meaning of `me`, stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

from dsl.model.expressions import StateKey
from dsl.model.nouns import Audience, StateField
from dsl.model.steps import Formula
from interpreter.program.domains import Domain, drawn_values, hidden_domains
from interpreter.program.folding import Holders
from interpreter.program.program import Program
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Values
from interpreter.walk.decision import Ask

Leave: TypeAlias = Callable[[State, int, int, int, int], int]
"""Called with the state, a card, its zone, who sees the cards there and who those of the zone where
it goes; returns who can still tell which card it is, wherever it lands."""
Arrive: TypeAlias = Callable[[State, int, int, int, int], None]
"""Called with the state, a card, its new zone, who can still tell which card it is, and who sees
the cards there."""


class Knowledge:
    """Knows who can identify which card.

    Attributes:
        keeps_facts: Whether every move has to be looked at, since facts are forgotten by it.
    """

    keeps_facts = False

    def __init__(self, program: Program, holders: Holders, evaluator: Evaluator) -> None:
        self.program, self.evaluator = program, evaluator
        self.everyone = (1 << program.seats) - 1
        self.under = 1 << program.seats
        """The bit in `State.knows` of a card that goes with those that lay on it."""
        self.audiences = [family.audience for family in program.families]
        self.ordered = [family.is_ordered for family in program.families]
        self.owners = [family.key.owner for family in program.families]
        self.veils = program.layout.veils
        self.hides = any(each.cards != "everyone" for each in self.audiences) or bool(self.veils)
        """Whether there are cards that somebody may not see."""
        self.top_differs = [a.top != a.cards for a in self.audiences]
        self.has_piles = holders.has_piles
        self.fixed_masks = [
            self._mask_of(family.audience.cards, 0 if seat is None else 1 << seat)
            for family, seat in holders.fixed
        ]
        """Who sees the cards of each zone of the table and of the players."""
        self.shown = [
            frozenset((-1, *(z for z, mask in enumerate(self.fixed_masks) if mask >> seat & 1)))
            for seat in range(program.seats)
        ]
        """For each seat those of these zones whose cards it sees, and -1: what lies in no zone is
        known to all."""
        self.open_cards = [self._open_mask(each.cards) for each in self.audiences]
        self.open_tops = [self._open_mask(each.top) for each in self.audiences]
        """Who sees the cards of each family, and the top ones, where that is everyone or nobody."""

    def _open_mask(self, word: str) -> int | None:
        return self._mask_of(word, 0) if word in ("everyone", "nobody") else None

    @cached_property
    def drawn(self) -> Mapping[StateKey, Values]:
        """The fields that chance alone decides, each with all that may be drawn for it."""
        return drawn_values(self.program)

    @cached_property
    def hidden(self) -> Mapping[StateKey, Domain]:
        """The fields hidden by their own `seen-by`, each with what says all that it may be."""
        return hidden_domains(self.program, self.evaluator)

    def can_differ(self, field: StateField) -> bool:
        """Return whether a field may be another than it is for those who do not see it."""
        return field.key in self.drawn or field.key in self.hidden

    def _mask_of(self, word: str, owners: int) -> int:
        if word in ("everyone", "nobody"):
            return self.everyone if word == "everyone" else 0
        return owners if word == "owner" else self.everyone & ~owners

    def mask(self, st: State, zone: int, word: str) -> int:
        """Return the players that `everyone`, `owner`, `others` or `nobody` means for a zone."""
        needs_owner = word in ("owner", "others")
        return self._mask_of(word, self._owner_mask(st, zone) if needs_owner else 0)

    def _owner_mask(self, st: State, zone: int) -> int:
        owner = st.zone_owners[zone]
        if owner < 0:
            return 0
        if self.owners[st.zone_families[zone]] == "player":
            return 1 << int(owner)
        mask = 0
        for player in self.evaluator.players_of(st, owner):
            mask |= 1 << player
        return mask

    def audience(self, st: State, zone: int) -> Audience:
        """Return the audience of a zone."""
        return self.audiences[st.zone_families[zone]]

    def sees_cards(self, st: State, zone: int) -> int:
        """Return who sees every card of a zone where it lies."""
        if zone < len(self.fixed_masks):
            return self.fixed_masks[zone]
        mask = self.open_cards[st.zone_families[zone]]
        return self.mask(st, zone, self.audience(st, zone).cards) if mask is None else mask

    def sees_top(self, st: State, zone: int) -> int:
        """Return who sees the top card of a zone."""
        mask = self.open_tops[st.zone_families[zone]]
        return self.mask(st, zone, self.audience(st, zone).top) if mask is None else mask

    def identifies(self, st: State, entity: int) -> int:
        """Return who can tell which card an entity is."""
        if self.veils and self.is_veiled(st, entity) and st.places[entity] >= 0:
            return int(st.knows[entity])
        return self.looks(st, entity)

    def is_veiled(self, st: State, entity: int) -> bool:
        """Return whether an entity shows a face that hides which card it is."""
        return st.entity_definitions[entity] in self.veils

    def looks(self, st: State, entity: int) -> int:
        """Return who can tell what an entity shows, be it a veil."""
        zone = st.places[entity]
        if zone < 0:
            return self.everyone
        mask = st.knows[entity] | self.sees_cards(st, zone)
        family = st.zone_families[zone]
        if self.top_differs[family] and mask <= self.everyone and st.zones[zone][:1] == [entity]:
            mask |= self.sees_top(st, zone)
        return int(mask)

    def picks_out(self, st: State, entity: int, naming: int) -> int:
        """Return who can tell which card is meant where somebody names one of its zone.

        A player who knows a card in an unseen hand knows that it is there, not that it is
        the one that is taken now, unless all cards there are known and alike.

        Args:
            naming: A mask of who names it: they know which they mean.
        """
        mask = self.identifies(st, entity)
        zone = st.places[entity]
        if zone < 0 or self.ordered[st.zone_families[zone]]:
            return mask
        seen = self.sees_cards(st, zone)
        known = mask & ~seen
        if known:
            own = st.entity_definitions[entity]
            for other in st.zones[zone]:
                if other is not None and other != entity:
                    is_alike = st.entity_definitions[other] == own
                    known &= self.identifies(st, other) if is_alike else 0
        return int(mask & (seen | naming) | known)

    def take_up(self, st: State, cards: Iterable[int]) -> None:
        """Note that a list of cards is about to move: none of it becomes a top on the way."""
        for card in cards:
            zone = st.places[card]
            if zone >= 0 and self.top_differs[st.zone_families[zone]] and st.zones[zone][0] != card:
                st.knows[card] |= self.under

    def put_down(self, st: State, cards: Iterable[int]) -> None:
        """Note that a list of cards has moved."""
        for card in cards:
            st.knows[card] &= self.everyone

    def leaver(self, family: int) -> Leave:
        """Return what notes that an entity is about to leave a zone of a family."""
        is_pile, is_ordered, everyone, veils = (
            self.top_differs[family],
            self.ordered[family],
            self.everyone,
            self.veils,
        )

        def leave(st: State, entity: int, zone: int, seen: int, after: int) -> int:
            is_closer = is_pile or (veils and st.entity_definitions[entity] in veils)
            before = self.identifies(st, entity) if is_closer else seen | st.knows[entity]
            if is_ordered:
                return before
            blind = everyone & ~(seen | after)
            if blind:
                for other in st.zones[zone]:
                    if other is not None and other != entity and st.knows[other] & blind:
                        st.knows[other] &= ~blind
            return before & ~blind

        return leave

    def comer(self, family: int) -> Arrive:
        """Return what notes that an entity has come into a zone of a family."""
        is_pile, everyone = self.top_differs[family], self.everyone

        def arrive(st: State, entity: int, zone: int, knowing: int, shown: int) -> None:
            st.knows[entity] = knowing & everyone & ~shown
            if is_pile:
                shown |= self._cover(st, zone, entity)
            if shown & ~knowing:
                st.learned += 1

        return arrive

    def _cover(self, st: State, zone: int, entity: int) -> int:
        """Forget what is covered in a pile now that an entity has come; return who sees it as the
        new top."""
        cards = st.zones[zone]
        if cards[0] != entity:
            st.knows[entity] = 0
            return 0
        if len(cards) > 1 and cards[1] is not None:
            st.knows[cards[1]] = 0
        return self.sees_top(st, zone)

    def uncovered(self, st: State, zone: int) -> None:
        """Note that the top of a zone has gone: the next one may be seen now."""
        family = st.zone_families[zone]
        if self.top_differs[family] and st.zones[zone] and st.zones[zone][0] is not None:
            top = self.sees_top(st, zone)
            known = st.knows[st.zones[zone][0]]
            if known <= self.everyone and top & ~known:
                st.learned += 1

    def reveal(self, st: State, entity: int, mask: int) -> None:
        """Reveal a card to players."""
        new = mask & ~self.identifies(st, entity)
        if new:
            st.knows[entity] |= new
            st.learned += 1

    def veil(self, st: State, entity: int, definition: int) -> None:
        """Note that a card is about to show another definition: who could tell it still can, and
        whoever sees it without a veil learns which card it is."""
        if definition in self.veils:
            st.knows[entity] |= self.identifies(st, entity)
        elif self.looks(st, entity) & ~self.identifies(st, entity):
            st.learned += 1

    def forget(self, st: State, zone: int) -> None:
        """Clear what was known of the cards of a zone that has been shuffled."""
        knows, cards = st.knows, st.zones[zone]
        lying = [card for card in cards if card is not None] if None in cards else cards
        for card in filter(knows.__getitem__, lying):
            knows[card] = 0


class Deciders:
    """Knows who answers for whom."""

    def __init__(self, rule: Formula | None, evaluator: Evaluator, knowledge: Knowledge) -> None:
        self._who = None if rule is None else evaluator.roomy(rule)
        self._knowledge = knowledge

    def hand_over(self, st: State) -> None:
        """Give the open decision to another player, if the game says so."""
        if self._who is None or st.ask is None or st.is_trial or st.is_secret:
            return
        asked = st.ask.asked
        decider = self._who(st, [None, None, None, asked])
        if decider is None or decider == asked:
            return
        self._show(st, asked, decider)
        ask = st.ask
        st.ask = Ask(decider, ask.kind, ask.options, ask.type, ask.site, asked)

    def _show(self, st: State, asked: int, decider: int) -> None:
        """Reveal to one player all cards that another can identify."""
        identifies = self._knowledge.identifies
        for entity in range(len(st.places)):
            if identifies(st, entity) >> asked & 1:
                self._knowledge.reveal(st, entity, 1 << decider)

"""What the cards of Worldmonger do when they are used; parts that cannot be done are left out.

Cards are chosen by their place in a play area: alike ones lie at different places, and the order
of a play area is that in which it is discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tests.referees.harness import Ask, Chance, Pieces

if TYPE_CHECKING:
    from tests.referees.worldmonger import Card, Civilization, Worldmonger

Doing = Generator[Ask | Chance, Any, None]
Choosing = Generator[Ask | Chance, Any, Any]


class Use:
    """One use of a card by the controller, who makes every choice (R-WM-05)."""

    def __init__(self, game: Worldmonger, civ: Civilization, card: Card, who: int) -> None:
        self.game, self.civ, self.card, self.who = game, civ, card, who

    def effect(self) -> Doing:
        """Do what the card says."""
        yield from EFFECTS[self.card.kind](self)

    # --- choices ------------------------------------------------------------------------------

    def others(self, fits: Callable[[Card], bool] = lambda card: True) -> list[Card]:
        """Return cards in play other than the one that is used (R-WM-04)."""
        return [card for card in self.civ.play if card is not self.card and fits(card)]

    def chosen(self, what: str, options: Sequence[tuple[Any, ...]], *, may: bool) -> Choosing:
        """Ask for one of some options, or for nothing; none where there is nothing."""
        if not options:
            return None
        every = [*options, ("none",)] if may else options
        taken = yield Ask(self.who, what, every)
        return None if taken == ("none",) else taken

    def card_of(self, civ: Civilization, cards: Sequence[Card], *, may: bool = False) -> Choosing:
        """Ask for one of some cards in a play area."""
        places = [(civ.name, at) for at, card in enumerate(civ.play) if card in cards]
        taken = yield from self.chosen(self.card.kind, places, may=may)
        return taken and civ.play[taken[1]]

    def up_to_two(self, places: Sequence[int]) -> Choosing:
        """Ask for at most two of some places."""
        sets = [Pieces(*some) for n in range(3) for some in combinations(places, n)]
        (picked,) = yield Ask(self.who, self.card.kind, [(some,) for some in sets])
        return picked

    def civilization(self, fits: Callable[[Civilization], Any] = lambda civ: True) -> Choosing:
        """Ask for another civilization."""
        fitting = [(civ.name,) for civ in self.game.others(self.civ) if fits(civ)]
        taken = yield from self.chosen("which civilization", fitting, may=False)
        return taken and next(civ for civ in self.game.civs if civ.name == taken[0])

    def culture(self, kinds: Sequence[str]) -> Choosing:
        """Ask for one of some piles of the supply."""
        taken = yield from self.chosen("which culture", [(kind,) for kind in kinds], may=False)
        return taken and taken[0]


def philosopher(use: Use) -> Doing:
    """Draw 2, then discard 1 other unused card."""
    yield from use.game.draw(use.civ, 2)
    card = yield from use.card_of(use.civ, use.others(lambda card: not card.is_used))
    if card:
        use.civ.put_away(card)


def phalanx(use: Use) -> Doing:
    """Put up to 2 Villagers of the discard pile into play; R-WM-16: one may look through it."""
    discard = use.civ.discard
    picked = yield from use.up_to_two([n for n, kind in enumerate(discard) if kind == "villager"])
    for place in sorted(picked, reverse=True):
        del discard[place]
    use.civ.add("villager", len(picked))


def law_code(use: Use) -> Doing:
    """One may trash 1 Villager in play for a culture other than Villager of value 3 or less."""
    card = yield from use.card_of(use.civ, use.others(lambda c: c.kind == "villager"), may=True)
    if card:
        use.civ.play.remove(card)
        kind = yield from use.culture(use.game.gainable(3, villagers=False))
        if kind:
            use.game.gain(use.civ, kind)


def city(use: Use) -> Doing:
    """Draw 2."""
    yield from use.game.draw(use.civ, 2)


def royal_road(use: Use) -> Doing:
    """One may put 1 other card in play on top of the deck."""
    card = yield from use.card_of(use.civ, use.others(), may=True)
    if card:
        use.civ.play.remove(card)
        use.civ.deck.put_on_top(card.kind)


def aqueduct(use: Use) -> Doing:
    """Discard up to 2 other unused cards, draw as many."""
    unused = use.others(lambda card: not card.is_used)
    play = use.civ.play
    picked = yield from use.up_to_two([at for at, card in enumerate(play) if card in unused])
    for card in [play[at] for at in picked]:
        use.civ.put_away(card)
    yield from use.game.draw(use.civ, len(picked))


def trading_ship(use: Use) -> Doing:
    """Draw 1."""
    yield from use.game.draw(use.civ, 1)


def war_elephants(use: Use) -> Doing:
    """Discard 1 unused card of another civilization."""

    def unused(civ: Civilization) -> list[Card]:
        return [card for card in civ.play if not card.is_used]

    target = yield from use.civilization(unused)
    if target:
        card = yield from use.card_of(target, unused(target))
        target.put_away(card)


def scripture(use: Use) -> Doing:
    """Look at the top 3 cards, discard any, put the rest back in any order."""
    use.game.prepare(use.civ, 3)
    seen = yield from use.civ.deck.look(3)
    places = range(len(seen))
    sets = [Pieces(*some) for n in range(len(seen) + 1) for some in combinations(places, n)]
    (away,) = yield Ask(use.who, "scripture", [(some,) for some in sets])
    # What goes together goes in the order in which it lay: from the top down.
    use.civ.deck.take_known(seen[place] for place in away)
    use.civ.discard += [seen[place] for place in away]
    seen = [kind for place, kind in enumerate(seen) if place not in away]
    back, kept = [], list(seen)
    while seen:
        (kind,) = yield Ask(use.who, "put back", [(kind,) for kind in dict.fromkeys(seen)])
        seen.remove(kind)
        back.append(kind)
    use.civ.deck.take_known(kept)
    for kind in reversed(back):
        use.civ.deck.put_on_top(kind)


def plunder(use: Use) -> Doing:
    """Put the culture on top of another civilization's discard pile into play here."""
    target = yield from use.civilization(
        lambda civ: civ.discard and not civ.discard[-1].endswith("-stock")
    )
    if target:
        use.civ.add(target.discard.pop())


def cavalry(use: Use) -> Doing:
    """Discard this card, draw 2."""
    use.civ.put_away(use.card)
    yield from use.game.draw(use.civ, 2)


def bureaucracy(use: Use) -> Doing:
    """Gain 1 culture of value 2 or less onto the deck."""
    kind = yield from use.culture(use.game.gainable(2))
    if kind:
        use.game.gain(use.civ, kind, onto_deck=True)


def trash_a_culture(use: Use) -> Choosing:
    """Let trash 1 other culture in play; return whether it was."""
    card = yield from use.card_of(use.civ, use.others(lambda c: not c.is_stock), may=True)
    if card:
        use.civ.play.remove(card)
    return card


def shrine_maiden(use: Use) -> Doing:
    """One may trash 1 other culture in play."""
    yield from trash_a_culture(use)


def sacrifice(use: Use) -> Doing:
    """One may trash 1 other culture in play, to draw 2."""
    if (yield from trash_a_culture(use)):
        yield from use.game.draw(use.civ, 2)


def calendar(use: Use) -> Doing:
    """One may make 1 used card other than a Calendar unused."""
    used = use.others(lambda card: card.is_used and card.kind != "calendar")
    card = yield from use.card_of(use.civ, used, may=True)
    if card:
        card.is_used = False


def druid(use: Use) -> Doing:
    """Another civilization gains a Villager onto its deck."""
    target = yield from use.civilization()
    if target and use.game.supply["villager"]:
        use.game.gain(target, "villager", onto_deck=True)


EFFECTS: dict[str, Callable[[Use], Doing]] = {
    "philosopher": philosopher,
    "phalanx": phalanx,
    "law-code": law_code,
    "city": city,
    "royal-road": royal_road,
    "aqueduct": aqueduct,
    "trading-ship": trading_ship,
    "war-elephants": war_elephants,
    "scripture": scripture,
    "plunder": plunder,
    "cavalry": cavalry,
    "bureaucracy": bureaucracy,
    "shrine-maiden": shrine_maiden,
    "sacrifice": sacrifice,
    "calendar": calendar,
    "druid": druid,
}

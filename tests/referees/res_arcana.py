"""Referee Res Arcana with Lux et Tenebrae: set-up, rounds, actions, passing, victory checks.

What components cost and do stands in `res_arcana.yaml` and is done in `res_arcana_powers`. Where
the rules leave something open, the option or default of the package that settles it is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from itertools import combinations
from typing import Any

from tests.referees.harness import Ask, Chance, Pieces, Play, Referee, Result
from tests.referees.piles import Pile
from tests.referees.res_arcana_cards import (
    Component,
    Player,
    cost_of,
    fact,
    facts,
    has_icon,
    kind_of,
)
from tests.referees.res_arcana_essences import Bag, bag, mixes, payments
from tests.referees.res_arcana_reactions import Reactions

THRESHOLD, MONUMENT_GOLD, DECK, HAND = 10, 4, 8, 3
MONUMENTS = {2: 7, 3: 10, 4: 12, 5: 14}
"""How many are used with the expansion; without it all ten, and five tiles."""

Doing = Generator[Ask | Chance, Any, None]
Choosing = Generator[Ask | Chance, Any, Any]


class Ended(Exception):
    """Somebody has ten points at a victory check."""


class ResArcana(Referee):
    """A match.

    Args:
        settings: Options of the package by id, as far as they are not the default.
    """

    def __init__(self, players: int, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.has_lux = bool(settings.get("lux-et-tenebrae"))
        self.players = [Player(seat, Pile(f"deck {seat}")) for seat in range(players)]
        self.token = self.start = 0
        self.places: list[str] = []
        self.monuments = Pile("monuments")
        self.offer: list[str] = []
        self.items = sorted(self.all_of("magic_item"))
        self.scrolls = sorted(self.all_of("scroll"))
        self.powers = Reactions(self)

    def all_of(self, kind: str) -> list[str]:
        """Return the components of a kind that the game is played with."""
        every = [name for name in facts() if kind_of(name) == kind]
        return [name for name in every if self.has_lux or not fact(name, "lux")]

    def around(self, first: int) -> list[Player]:
        """Return the players clockwise."""
        return self.players[first:] + self.players[:first]

    def discounts(self, player: Player, artifact: str) -> list[tuple[int, bool]]:
        """Return what lasting discounts take off an artifact's cost, and whether gold as well."""
        gold = self.settings.get("homunculus-gold", True)
        return [
            (each["amount"], each["may_reduce_gold"] and (gold or own.name != "homunculus"))
            for own in player.field
            for each in (static["discount"] for static in own.part("statics"))
            if has_icon(artifact, each["on"])
        ]

    def score(self, player: Player) -> int:
        return player.points + (player.seat == self.token)

    # --- the course ---------------------------------------------------------------------------

    def play(self) -> Play:
        """Play rounds until somebody has ten points at a check."""
        yield from self.set_up()
        try:
            while True:
                for player in self.around(self.start):
                    yield from self.collect(player)
                yield from self.actions()
                yield from self.check(self.players[self.token])
                self.refresh()
        except Ended:
            ranks = [(self.score(player), player.wealth) for player in self.players]
            winners = frozenset(n for n, rank in enumerate(ranks) if rank == max(ranks))
            return Result(winners, dict(enumerate(ranks)))

    def set_up(self) -> Doing:
        """Token, places, monuments, decks, hands, mages; magic items in reverse order."""
        self.start = self.token = yield Chance("first player")
        self.places = yield Chance("places")
        number = MONUMENTS[len(self.players)] if self.has_lux else 10
        self.monuments = yield Chance("monuments", number)
        for _ in range(2):
            self.offer.append((yield from self.monuments.take()))
        mages = yield Chance("mages")
        if self.settings.get("drafting") == "passed-on":
            yield from self.draft(+1)
            yield from self.draft(-1)
        for player in self.around(self.start):
            player.deck.shuffle((yield Chance("dealt", (player.seat, DECK - len(player.deck)))))
        for player in self.around(self.start):
            yield from self.draw(player, HAND)
        kept = {}
        for player in self.around(self.start):
            options = [(mage,) for mage in mages[player.seat]]
            (kept[player.seat],) = yield Ask(player.seat, "mage", options)
        for player in self.players:
            player.field.append(Component(kept[player.seat]))
        for player in reversed(self.around(self.start)):
            (item,) = yield Ask(player.seat, "item", [(item,) for item in self.items])
            self.items.remove(item)
            player.field.append(Component(item))

    def draft(self, step: int) -> Doing:
        """Deal four each; all keep one at the same time and pass the others on."""
        packets = {}
        for player in self.around(self.start):
            packets[player.seat] = yield Chance("packet", player.seat)
        for _ in range(len(packets[0])):
            taken = {}
            for player in self.around(self.start):
                options = [(card,) for card in packets[player.seat]]
                (taken[player.seat],) = yield Ask(player.seat, "draft", options)
            for player in self.players:
                packets[player.seat].remove(taken[player.seat])
                player.deck.put_under([taken[player.seat]])
            number = len(packets)
            packets = {(seat + step) % number: packet for seat, packet in packets.items()}

    def actions(self) -> Doing:
        """Take turns, clockwise, one action each, until all have passed."""
        seat = self.start
        while not all(player.has_passed for player in self.players):
            player = self.players[seat]
            if not player.has_passed:
                yield from self.turn(player)
            seat = (seat + 1) % len(self.players)
        for player in self.players:
            player.has_passed = False

    def refresh(self) -> None:
        """Straighten everything; the holder of the token begins the next round."""
        for player in self.players:
            for component in player.field:
                component.is_turned = False
        self.start = self.token

    def check(self, checking: Player) -> Doing:
        """Check for victory; from who checks on, all may react."""
        for player in self.around(checking.seat):
            yield from self.powers.react_to_check(player)
        if any(self.score(player) >= THRESHOLD for player in self.players):
            raise Ended
        for player in self.players:
            player.check_points = 0

    # --- collecting ---------------------------------------------------------------------------

    def collect(self, player: Player) -> Doing:
        """Take essences off components, each all or none, and collect; the Cursed Forge is last."""
        full = [component for component in player.field if component.stored]
        names = [component.name for component in full]
        sets = [Pieces(*some) for n in range(len(names) + 1) for some in combinations(names, n)]
        (taken,) = yield Ask(player.seat, "take essences", [(some,) for some in sets])
        for component in full:
            if component.name in taken:
                player.pool += component.stored
                component.stored = Counter()
            else:
                yield from self.leave(player, component)
        for component in sorted(player.field, key=lambda own: own.name == "cursed-forge"):
            yield from self.income(player, component)

    def leave(self, player: Player, component: Component) -> Doing:
        """Do what a component does whose essences are left on it."""
        rule = facts()[component.name].get("collect", {}).get("conditional")
        if rule and all(
            component.stored[essence] >= number or essence == "any"
            for essence, number in rule["when"]["on_self_at_least"].items()
        ):
            if "gain_any" in rule["then"]:
                some = rule["then"]["gain_any"]
                yield from self.gain(player, mixes(some["n"], some["except"]))
            else:
                more = rule["then"]["place_on_self_per_type_present"]
                component.stored += Counter(dict.fromkeys(+component.stored, more))

    def income(self, player: Player, component: Component) -> Doing:
        """Collect from a component."""
        if component.name == "dark-cathedral" and not self.settings.get("cathedral-collects", True):
            return
        match facts()[component.name].get("collect"):
            case {"all_of": amount}:
                yield from self.gain(player, {bag(amount)})
            case {"one_of": amounts}:
                yield from self.gain(player, set(map(bag, amounts)))
            case {"any": some}:
                yield from self.gain(player, mixes(some["n"], some["except"]))
            case {"mandatory_one_of": _}:
                ways = [("pay",)] * bool(player.pool["death"]) + [("turn",)]
                (way,) = yield Ask(player.seat, "forge", ways)
                if way == "pay":
                    player.pool["death"] -= 1
                else:
                    component.is_turned = True

    # --- essences and cards -------------------------------------------------------------------

    def gain(self, player: Player, bags: set[Bag]) -> Doing:
        """Let a player choose what to gain."""
        player.pool += Counter((yield from self.chosen_bag(player, "gain", bags)))

    def chosen_bag(self, player: Player, what: str, bags: set[Bag]) -> Choosing:
        some = yield Ask(player.seat, what, sorted(bags))
        return some

    def pay(self, player: Player, bags: set[Bag]) -> Choosing:
        """Let a player choose how to pay; return what was paid."""
        paid = yield from self.chosen_bag(player, "pay", bags)
        player.pool -= Counter(paid)
        return paid

    def draw(self, player: Player, number: int) -> Choosing:
        """Draw cards; the discard pile makes a new deck. Return how many came."""
        for drawn in range(number):
            if not len(player.deck):
                player.deck.put_under(player.discard)
                player.discard.clear()
            if not len(player.deck):
                return drawn
            player.hand.append((yield from player.deck.take()))
        return number

    # --- a turn -------------------------------------------------------------------------------

    def turn(self, player: Player) -> Doing:
        """Take one of the five actions."""
        taken = yield Ask(player.seat, "turn", self.turns(player))
        match taken:
            case ("place", card):
                bags = payments(cost_of(card), player.pool, self.discounts(player, card))
                yield from self.pay(player, bags)
                player.hand.remove(card)
                player.field.append(Component(card))
            case ("claim", place):
                yield from self.pay(player, payments(cost_of(place), player.pool))
                self.places.remove(place)
                player.field.append(Component(place))
            case ("monument", monument):
                yield from self.claim_monument(player, monument)
            case ("discard", card):
                yield from self.discard(player, card)
            case ("pass",):
                yield from self.passing(player)
            case ("power", name, number):
                yield from self.powers.use(player, name, number)

    def turns(self, player: Player) -> list[tuple[Any, ...]]:
        """Return all that a player can do."""
        hand, pool = player.hand, player.pool
        found: list[tuple[Any, ...]] = [("pass",), *(("discard", card) for card in hand)]
        costs = [
            (card, payments(cost_of(card), pool, self.discounts(player, card))) for card in hand
        ]
        found += [("place", card) for card, bags in costs if bags]
        found += [("claim", name) for name in self.places if payments(cost_of(name), pool)]
        if pool["gold"] >= MONUMENT_GOLD:
            found += [("monument", name) for name in self.offer]
            found += [("monument", "top")] * bool(len(self.monuments))
        return found + [("power", *power) for power in self.powers.usable(player)]

    def claim_monument(self, player: Player, monument: str) -> Doing:
        """Claim an open monument or the unseen top one; then the offer is filled again."""
        player.pool["gold"] -= MONUMENT_GOLD
        if monument == "top":
            monument = yield from self.monuments.take()
        else:
            self.offer.remove(monument)
        player.field.append(Component(monument))
        if monument == "obelisk":  # its essences are chosen before the replacement is seen
            yield from self.gain(player, mixes(6, ["gold"]))
        if len(self.offer) < 2 and len(self.monuments):
            self.offer.append((yield from self.monuments.take()))

    def discard(self, player: Player, card: str) -> Doing:
        """Discard a card for a gold or two others."""
        player.hand.remove(card)
        player.discard.append(card)
        (way,) = yield Ask(player.seat, "discard for", [("gold",), ("others",)])
        yield from self.gain(player, {("gold",)} if way == "gold" else mixes(2, ["gold"]))

    def passing(self, player: Player) -> Doing:
        """Pass: the first takes the token; swap the magic item for another one; draw a card."""
        if not any(other.has_passed for other in self.players):
            self.token = player.seat
        player.has_passed = True
        (item,) = yield Ask(player.seat, "swap", [(item,) for item in self.items])
        old = player.own("magic_item")[0]
        player.field.remove(old)
        self.items[self.items.index(item)] = old.name
        player.field.append(Component(item, is_turned=True))
        yield from self.draw(player, 1)

    # --- to be compared -----------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return what lies on the table; of hidden piles all cards, in no order."""
        found: dict[str, Any] = {
            "token": self.token,
            "places": sorted(self.places),
            "offer": sorted(self.offer),
            "monuments": sorted(self.monuments),
            "items": sorted(self.items),
            "scrolls": sorted(self.scrolls) if self.has_lux else [],
        }
        for player in self.players:
            found[f"{player.seat} pool"] = bag(player.pool)
            found[f"{player.seat} hand"] = sorted(player.hand)
            found[f"{player.seat} deck"] = sorted(player.deck)
            found[f"{player.seat} discard"] = sorted(player.discard)
            found[f"{player.seat} scrolls"] = sorted(player.scrolls)
            found[f"{player.seat} passed"] = player.has_passed
            found[f"{player.seat} score"] = self.score(player)
            found[f"{player.seat} field"] = sorted(
                (own.name, own.is_turned, bag(own.stored)) for own in player.field
            )
        return found

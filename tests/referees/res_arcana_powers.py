"""Do what components of Res Arcana do: costs step by step, then effects; reactions to losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tests.referees.harness import Ask, Chance, Pieces
from tests.referees.res_arcana_cards import Component, Player, cost_of, facts, has_icon
from tests.referees.res_arcana_essences import ESSENCES, Bag, bag, fits, handfuls, mixes, payments

if TYPE_CHECKING:
    from tests.referees.res_arcana import ResArcana

LOOKED_AT = 3
FAKED = {"creature": 0, "demon": 0, "dragon": 2}
"""What Illusion costs when it is turned instead of a component with an icon."""
ILLUSIONS = ("illusion", "illusion#2")
"""What its ways are called, as they stand on it."""

Doing = Generator[Ask | Chance, Any, None]
Choosing = Generator[Ask | Chance, Any, Any]


class Use:
    """One use of a component or scroll: what was paid for it.

    Attributes:
        paid: Essences of the last payment.
        lost: The artifact that was destroyed or discarded.
        number: The X of the cost.
        rest: What of the cost is to be paid yet.
    """

    def __init__(self, player: Player, name: str) -> None:
        self.player, self.name = player, name
        self.component = player.get(name)
        self.paid: tuple[str, ...] = ()
        self.lost = ""
        self.number = 0
        self.rest: list[dict[str, Any]] = []

    @property
    def itself(self) -> Component:
        assert self.component is not None
        return self.component


class Powers:
    """All powers of a match."""

    def __init__(self, game: ResArcana) -> None:
        self.game = game
        self.lights: list[Player] = []
        """Who gains by a Vial of Light when the action is over."""

    def usable(self, player: Player) -> list[tuple[str, int]]:
        """Return the powers a player can pay: of upright components, and scrolls.

        Guard Dog's first power works while it is turned as well.
        """
        names = [own.name for own in player.field] + player.scrolls
        turned = {own.name for own in player.field if own.is_turned}
        return [
            (name, number)
            for name in names
            for number, power in enumerate(facts()[name].get("powers", []))
            if (name not in turned or (name, number) == ("guard-dog", 0))
            and self.can_pay(Use(player, name), self.costs(name, number, power))
        ]

    def costs(self, name: str, number: int, power: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the steps of a cost; option `gate-turns` adds one to Gate of Hell's second."""
        more = [{"turn": "self"}] if self.game.settings.get("gate-turns") else []
        return (more if (name, number) == ("gate-of-hell", 1) else []) + list(power["cost"])

    def use(self, player: Player, name: str, number: int) -> Doing:
        """Pay for a power and do it."""
        power, use = facts()[name]["powers"][number], Use(player, name)
        yield from self.pay_all(use, self.costs(name, number, power))
        for step in power["effect"]:
            yield from self.do(use, step)
        lights, self.lights = self.lights, []
        for owner in lights:
            yield from self.game.gain(owner, mixes(1, ["gold", "death"]))

    # --- costs --------------------------------------------------------------------------------

    def can_pay(self, use: Use, costs: list[dict[str, Any]]) -> bool:
        """Return whether all steps of a cost can be paid."""
        return all(self.can_pay_step(use, step) for step in costs)

    def can_pay_step(self, use: Use, step: dict[str, Any]) -> bool:
        player = use.player
        match step:
            case {"turn": "self"}:
                return not use.itself.is_turned
            case {"pay": amount}:
                return bool(payments(amount, player.pool))
            case {"pay_one_of": kinds}:
                return any(player.pool[kind] for kind in kinds)
            case {"remove_from_self": amount}:
                return fits(bag(amount), use.itself.stored)
            case {"turn_one_own": icon}:
                return bool(self.upright(use, icon) or self.fake(player, icon))
            case {"destroy": what}:
                return bool(self.destroyable(use, what))
            case {"discard_from_hand": some}:
                return bool(self.discardable(player, some))
        return True  # X may be 0, and a scroll can always go back

    def upright(self, use: Use, icon: str) -> list[Component]:
        """Return own upright components with an icon, besides the one that is used."""
        return [own for own in use.player.own(icon) if not own.is_turned]

    def destroyable(self, use: Use, what: Any) -> list[str]:
        """Return the own artifacts that a cost can destroy."""
        own = [artifact.name for artifact in use.player.own("artifact")]
        match what:
            case "self":
                return [use.name]
            case "one_other_own_artifact":
                return [name for name in own if name != use.name]
            case {"own_artifact_subtype_any_of": icons}:
                return [name for name in own if any(has_icon(name, icon) for icon in icons)]
        return own

    def discardable(self, player: Player, some: Mapping[str, Any]) -> list[str]:
        icons = some.get("subtype_any_of", ["artifact"])
        return [card for card in player.hand if any(has_icon(card, icon) for icon in icons)]

    def pay_all(self, use: Use, costs: list[dict[str, Any]]) -> Doing:
        """Pay the steps of a cost; each so that the others can still be paid."""
        for number, step in enumerate(costs):
            use.rest = costs[number + 1 :]
            yield from self.pay(use, step)

    def pay(self, use: Use, step: dict[str, Any]) -> Doing:
        """Pay one step of a cost."""
        player = use.player
        match step:
            case {"turn": "self"}:
                yield from self.turn(use, use.itself)
            case {"pay": amount}:
                use.paid = yield from self.game.pay(player, payments(amount, player.pool))
            case {"pay_one_of": kinds}:
                bags = {(kind,) for kind in kinds if player.pool[kind]}
                use.paid = yield from self.game.pay(player, bags)
            case {"pay_x_same_type": rule}:
                yield from self.pay_alike(use, rule.get("multiple_of", 1))
            case {"pay_x_any_mix": _}:
                use.paid = yield Ask(player.seat, "any mix", handfuls(player.pool))
                player.pool -= Counter(use.paid)
            case {"remove_from_self": amount}:
                use.itself.stored -= Counter(amount)
            case {"turn_one_own": icon}:
                names = [(own.name,) for own in self.upright(use, icon)]
                if not (yield from self.faked(use, [self.fake(player, icon)], may=bool(names))):
                    (name,) = yield Ask(player.seat, f"turn a {icon}", names)
                    Use(player, name).itself.is_turned = True
            case {"return_self": _}:
                player.scrolls.remove(use.name)
                self.game.scrolls.append(use.name)
            case {"destroy": what}:
                names = self.destroyable(use, what)
                (use.lost,) = yield Ask(player.seat, "destroy", [(name,) for name in names])
                self.destroy(player, use.lost)
            case {"discard_from_hand": some}:
                cards = self.discardable(player, some)
                (use.lost,) = yield Ask(player.seat, "throw away", [(card,) for card in cards])
                player.hand.remove(use.lost)
                player.discard.append(use.lost)

    def pay_alike(self, use: Use, unit: int) -> Doing:
        """Pay X times some essences of one type; X may be 0."""
        pool, seat = use.player.pool, use.player.seat
        most = max(pool[essence] // unit for essence in ESSENCES)
        (use.number,) = yield Ask(seat, "how many", [(n,) for n in range(most + 1)])
        if use.number:
            number = use.number * unit
            able = [(essence,) for essence in ESSENCES if pool[essence] >= number]
            (essence,) = yield Ask(seat, "of which type", able)
            pool[essence] -= number

    def turn(self, use: Use, component: Component) -> Doing:
        """Turn a component, or Illusion instead of one with an icon."""
        ways = [self.fake(use.player, icon) for icon in FAKED if has_icon(component.name, icon)]
        component.is_turned = not (yield from self.faked(use, ways, may=True))

    def faked(self, use: Use, ways: Sequence[set[Bag]], *, may: bool) -> Choosing:
        """Turn Illusion for a fee of one of some ways, or not; return whether it was turned."""
        open_ways: list[set[Bag]] = []
        for fees in ways:
            left = {fee for fee in fees if self.leaves_enough(use, fee)}
            if left and left not in open_ways:
                open_ways.append(left)
        words = ILLUSIONS[: len(open_ways)]
        if words and may:
            (word,) = yield Ask(use.player.seat, "turn instead", [(w,) for w in (*words, "none")])
            open_ways = [open_ways[words.index(word)]] if word in words else []
        if open_ways:
            Use(use.player, "illusion").itself.is_turned = True
            yield from self.game.pay(use.player, open_ways[0])
        return bool(open_ways)

    def leaves_enough(self, use: Use, paid: Bag) -> bool:
        """Return whether the rest of a cost can be paid after Illusion is turned for some."""
        illusion, pool = Use(use.player, "illusion").itself, use.player.pool
        illusion.is_turned, use.player.pool = True, pool - Counter(paid)
        is_enough = self.can_pay(use, use.rest)
        illusion.is_turned, use.player.pool = False, pool
        return is_enough

    def fake(self, player: Player, icon: str) -> set[Bag]:
        """Return how Illusion can be paid for, to be turned instead of one with an icon."""
        illusion = player.get("illusion")
        is_ready = illusion is not None and not illusion.is_turned and icon in FAKED
        return payments({"any": FAKED[icon]}, player.pool) if is_ready else set()

    def destroy(self, owner: Player, name: str) -> None:
        """Destroy an artifact: what lies on it is gone; a Vial of Light will give an essence."""
        owner.field = [own for own in owner.field if own.name != name]
        owner.discard.append(name)
        if name == "vial-of-light":
            self.lights += [owner] * bool(self.game.settings.get("vial-sees-itself"))
        self.lights += [player for player in self.game.players if player.get("vial-of-light")]

    def attack(self, use: Use, number: int, price: dict[str, Any] | None) -> Doing:
        """Let all rivals lose life: see `res_arcana_reactions`."""
        raise NotImplementedError

    # --- effects ------------------------------------------------------------------------------

    def do(self, use: Use, step: dict[str, Any]) -> Doing:
        """Do one step of an effect."""
        if any(word in step for word in ("straighten", "look_reorder_top", "place_artifact")):
            yield from self.do_to_cards(use, step)
            return
        game, player = self.game, use.player
        match step:
            case {"gain": amount}:
                player.pool += Counter(amount)
            case {"gain_any": some}:
                yield from game.gain(player, mixes(some["n"], some["except"]))
            case {"place_on_self": amount}:
                use.itself.stored += Counter(amount)
            case {"place_any_on_self": some}:
                bags = mixes(some["n"], some["except"])
                use.itself.stored += Counter((yield from game.chosen_bag(player, "put", bags)))
            case {"place_paid_on": "self"}:
                use.itself.stored += Counter(use.paid)
            case {"place_paid_on": _}:
                (yield from self.own_component(player)).stored += Counter(use.paid)
            case {"each_rival_gains": amount}:
                for rival in game.players:
                    rival.pool += Counter(amount) if rival is not player else Counter()
            case {"each_rival_loses_life": some}:
                yield from self.attack(use, some["n"], some["rival_may_ignore_by"])
            case {"convert_x_same_type": {"to": "gold"}}:
                player.pool["gold"] += use.number
            case {"convert_x_same_type": _} if use.number:
                kinds = [(essence,) for essence in ESSENCES if essence != "gold"]
                (essence,) = yield Ask(player.seat, "to which type", kinds)
                player.pool[essence] += use.number
            case {"gain_gold_equal_to_destroyed_cost": some}:
                player.pool["gold"] += sum(cost_of(use.lost).values()) + some["bonus"]
            case {"gain_any_equal_to_destroyed_cost": some} | {
                "gain_any_equal_to_discarded_cost": some
            }:
                number = sum(cost_of(use.lost).values()) + some["bonus"]
                yield from game.gain(player, mixes(number, some["except"]))
            case {"gain_equal_to_one_rival_pool": some}:
                rival = yield from self.rival(player)
                player.pool[some["gain"]] += rival.pool[some["count"]]
            case {"gain_equal_to_one_rival_count": some}:
                rival = yield from self.rival(player)
                player.pool[some["gain"]] += len(rival.own("demon"))
            case {"take_all_from": _}:
                component = yield from self.own_component(player, is_full=True)
                player.pool += component.stored
                component.stored = Counter()
            case {"check_victory_now": _}:
                yield from game.check(player)
            case _:
                yield from self.do_to_hand(use, step)

    def do_to_hand(self, use: Use, step: dict[str, Any]) -> Doing:
        """Do a step that moves cards to or from a hand, or takes a scroll."""
        game, player = self.game, use.player
        match step:
            case {"draw": number}:
                yield from game.draw(player, number)
            case {"draw_then_discard": some}:
                drawn = yield from game.draw(player, some["draw"])
                number = min(drawn, some["discard"])
                sets = [Pieces(*cards) for cards in combinations(player.hand, number)]
                (away,) = yield Ask(player.seat, "discard", [(cards,) for cards in sets])
                for card in away:
                    player.hand.remove(card)
                    player.discard.append(card)
            case {"return_own_discard_to_hand": _} if player.discard:
                cards = [(card,) for card in player.discard]
                (card,) = yield Ask(player.seat, "take back", cards)
                player.discard.remove(card)
                player.hand.append(card)
            case {"claim_scroll": _} if game.scrolls:
                scrolls = [(scroll,) for scroll in game.scrolls]
                (scroll,) = yield Ask(player.seat, "which scroll", scrolls)
                game.scrolls.remove(scroll)
                player.scrolls.append(scroll)

    def do_to_cards(self, use: Use, step: dict[str, Any]) -> Doing:
        player = use.player
        match step:
            case {"straighten": "self"}:
                use.itself.is_turned = False
            case {"straighten": "every_demon_of_all_players"}:
                for other in self.game.players:
                    for demon in other.own("demon"):
                        demon.is_turned = False
            case {"straighten": what}:
                every = player.field if what == "own_component" else player.own(what["own"])
                turned = [own for own in every if own.is_turned]
                (yield from self.straightened(player, turned)).is_turned = False
            case {"look_reorder_top": _}:
                yield from self.divine(player)
            case {"place_artifact": some}:
                yield from self.place_artifact(player, some)

    def straightened(self, player: Player, turned: list[Component]) -> Choosing:
        """Return which component is straightened; one must be, unless the option says may."""
        options = [(own.name,) for own in turned]
        if options and self.game.settings.get("straightening-is-optional"):
            options.append(("none",))
        if not options:
            return Component("")
        (name,) = yield Ask(player.seat, "straighten", options)
        return player.get(name) or Component("")

    def own_component(self, player: Player, is_full: bool = False) -> Choosing:
        """Return a component of choice; where essences are taken off, one that has some."""
        names = [(own.name,) for own in player.field if own.stored or not is_full]
        if not names:
            return Component("")
        (name,) = yield Ask(player.seat, "own component", names)
        return Use(player, name).itself

    def rival(self, player: Player) -> Choosing:
        seats = [(rival.seat,) for rival in self.game.players if rival is not player]
        (seat,) = yield Ask(player.seat, "rival", seats)
        return self.game.players[seat]

    def divine(self, player: Player) -> Doing:
        """Put the top three cards of the own deck or of the monuments in any order."""
        (which,) = yield Ask(player.seat, "which deck", [("own",), ("monuments",)])
        pile = player.deck if which == "own" else self.game.monuments
        if which == "own" and len(pile) < LOOKED_AT:
            pile.put_under(player.discard)
            player.discard.clear()
        if len(pile) < 2:
            return
        seen = yield from pile.look(LOOKED_AT)
        left, order = list(seen), []
        while left:
            (card,) = yield Ask(player.seat, "order", [(card,) for card in left])
            left.remove(card)
            order.append(card)
        pile.take_known(seen)
        for card in reversed(order):
            pile.put_on_top(card)

    def place_artifact(self, player: Player, some: Mapping[str, Any]) -> Doing:
        """Let place an artifact at a lower cost; one need not."""
        piles = {
            "hand": [player.hand],
            "own_discard": [player.discard],
            "any_player_discard": [other.discard for other in self.game.players],
        }[some["from"]]
        less = some.get("discount", {"amount": 0})
        own_discount = (less["amount"], less.get("may_reduce_gold", True))
        found = {}
        for pile in piles:
            for card in pile:
                cost = {} if some.get("free") else cost_of(card)
                bags = payments(
                    cost, player.pool, [*self.game.discounts(player, card), own_discount]
                )
                if bags and has_icon(card, some.get("subtype", "artifact")):
                    found[card] = (pile, bags)
        if not found:
            return
        what = "place free" if some.get("free") else "place"
        (card,) = yield Ask(player.seat, what, [*((card,) for card in found), ("none",)])
        if card != "none":
            pile, bags = found[card]
            yield from self.game.pay(player, bags)
            pile.remove(card)
            player.field.append(Component(card))

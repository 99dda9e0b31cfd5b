"""Reactions of Res Arcana: to a loss of life, and to a victory check."""

from __future__ import annotations

from typing import Any

from tests.referees.harness import Ask
from tests.referees.res_arcana_cards import Player, facts, has_icon
from tests.referees.res_arcana_essences import fits, mixes
from tests.referees.res_arcana_powers import Doing, Powers, Use

AT_CHECKS = ("golden-statue", "dark-cathedral")


class Reactions(Powers):
    """All powers of a match, reactions too."""

    def attack(self, use: Use, number: int, price: dict[str, Any] | None) -> Doing:
        """Let each rival who has not passed ignore the loss or lose life."""
        for rival in self.game.around(use.player.seat)[1:]:
            if rival.has_passed:
                continue
            reacts = self.reactions(rival, use.name)
            options: list[tuple[str, ...]] = [("react", name) for name in reacts]
            if price and self.can_pay_step(Use(rival, use.name), price):
                options.append(("price", use.name))
            taken = yield Ask(rival.seat, "life loss", [*options, ("suffer",)])
            match taken:
                case ("react", name):
                    yield from self.react(rival, name)
                case ("price", _):
                    assert price is not None
                    yield from self.pay(Use(rival, use.name), price)
                case _:
                    yield from self.lose_life(rival, number)

    def reactions(self, player: Player, source: str) -> list[str]:
        """Return the reactions to a loss of life that a player can pay."""
        found = []
        for name in [own.name for own in player.field] + player.scrolls:
            for react in facts()[name].get("reacts", []):
                trigger = react["trigger"]
                named = isinstance(trigger, dict) and trigger.get("life_loss_from")
                is_met = trigger == "life_loss" or (named and has_icon(source, named))
                if is_met and self.can_pay(Use(player, name), react["cost"]):
                    found.append(name)
        return found

    def react(self, player: Player, name: str) -> Doing:
        use, react = Use(player, name), facts()[name]["reacts"][0]
        yield from self.pay_all(use, react["cost"])
        for step in react["effect"]:
            if "place_on_self" in step:
                yield from self.do(use, step)

    def lose_life(self, player: Player, number: int) -> Doing:
        """Lose life, and two others for each that is missing; all where that is not enough.

        Option `lives-may-be-kept`: two others may be lost for a life one has.
        """
        pool = player.pool
        lives, others = min(number, pool["life"]), pool.total() - pool["life"]
        if self.game.settings.get("lives-may-be-kept"):
            least = min(lives, max(0, number - others // 2))
            counts = [(n,) for n in range(least, lives + 1)]
            (lives,) = yield Ask(player.seat, "how many lives", counts)
        pool["life"] -= lives
        missing = min(2 * (number - lives), others)
        bags = {some for some in mixes(missing, ["life"]) if fits(some, pool)}
        yield from self.game.pay(player, bags)

    def react_to_check(self, player: Player) -> Doing:
        """Let a player react to a victory check: points for that check alone."""
        ready = [name for name in AT_CHECKS if player.get(name)]
        while ready:
            name = ready[0]
            if len(ready) > 1:
                (name,) = yield Ask(player.seat, "which first", [(each,) for each in ready])
            ready.remove(name)
            if not self.can_react(player, name):
                continue
            (word,) = yield Ask(player.seat, f"react with {name}", [("yes",), ("no",)])
            if word == "yes":
                react = facts()[name]["reacts"][0]
                yield from self.pay_all(Use(player, name), react["cost"])
                player.check_points += react["effect"][0]["vp_this_check_only"]

    def can_react(self, player: Player, name: str) -> bool:
        cost = facts()[name]["reacts"][0]["cost"]
        return self.can_pay(Use(player, name), cost)

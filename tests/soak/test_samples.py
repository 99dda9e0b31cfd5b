"""Take a sample of every long proof, one in a hundred; `make soak` takes them all."""

from __future__ import annotations

import pytest

from cardwright.apps.authors.authoring.scaffolds import recipes
from soak.expectations import CLASSICS, EVERY, SETTINGS, is_classic
from soak.growth import SHAPES
from soak.leaks import CASES
from soak.measure import Job
from soak.programs import BAD
from soak.registry import measures
from soak.strength import BOUTS
from tests.classics.spiel import matches as spiel
from tests.referees.matches import games

SEED = 2
MATCHES = {"cerebria": 1, "equilibrion": 4, "dream-tricks": 8, "res-arcana": 1, "worldmonger": 2}
FIRST = {"cerebria": 1, "res-arcana": 1}
"""The first match of each setting, where the watched one with number 0 is left to a few."""

EDITED = {
    "cerebria": 6, "dream-tricks": 10, "equilibrion": 10, "res-arcana": 6, "secrets": 10,
    "worldmonger": 6,
}  # fmt: skip
HIDDEN = ("draft", "hiding", "stack")
"""Recipes whose logs have most to keep back; the long run takes all of them."""

EVERY_GAME = ("ends/", "spending/")
"""Measures of which a few games are sampled; the long run takes all of them."""

GOLDEN = {"cerebria": 1, "res-arcana": 2, "equilibrion": 4, "worldmonger": 4}

COUNTS = {
    "native/dream-tricks": 1,
    "native/equilibrion": 1,
    "native/secrets": 1,
    "native/tic-tac-toe": 2,
    "native/bodies": 1,
    "native/courses": 1,
    "records/bodies": 1,
    "driven/secrets": 2,
    "driven/equilibrion": 1,
    "hash-seed/dream-tricks": 1,
    "clone-save-undo/dream-tricks": 2,
    "clone-time": 1,
    "dead-ends/dream-tricks": 2,
    "dead-ends/equilibrion": 1,
    "dead-ends/secrets": 2,
    "worlds/dream-tricks": 4,
    "worlds/equilibrion": 2,
    "worlds/secrets": 4,
    "screens/dream-tricks": 2,
    "screens/equilibrion": 2,
    "screens/worldmonger": 2,
    "screens/res-arcana": 2,
    "screens/cerebria": 1,
    "programs/told": 6,
    "pages/dream-tricks": 2,
    "pages/equilibrion": 1,
    "pages/worldmonger": 1,
    "pages/res-arcana": 1,
    "pages/classics/memory": 2,
    "logs/dream-tricks": 6,
    "logs/equilibrion": 4,
    "logs/worldmonger": 2,
    "logs/res-arcana": 2,
    "logs/cerebria": 2,
    **{f"logs/recipe-{recipe}": 2 for recipe in HIDDEN},
    "stability/dream-tricks": 1,
    "dead-ends/worldmonger": 1,
    "worlds/worldmonger": 2,
    "setups/worldmonger": 4,
    "offers/res-arcana": 6,
    "matches/res-arcana/2/default": 1,
    "worlds/res-arcana": 2,
    "worlds/cerebria": 2,
    "facts/hints": 4,
    "graphs": 1,
    "log-or-none/cerebria": 1,
    "log-or-none/dream-tricks": 4,
    "log-or-none/equilibrion": 2,
    "log-or-none/kuhn-poker": 4,
    "log-or-none/leduc": 4,
    "log-or-none/packages": 4,
    "log-or-none/res-arcana": 1,
    "log-or-none/secrets": 4,
    "log-or-none/tic-tac-toe": 4,
    "log-or-none/worldmonger": 1,
    **{f"recipes/{recipe}": 2 for recipe in recipes()},
    "refusals/cerebria": 1,
    "refusals/dream-tricks": 2,
    "refusals/equilibrion": 2,
    "refusals/kuhn-poker": 2,
    "refusals/leduc": 2,
    "refusals/res-arcana": 1,
    "refusals/secrets": 2,
    "refusals/tic-tac-toe": 2,
    "refusals/worldmonger": 2,
    "roads/bodies": 6,
    "roads/courses": 3,
    "shrink": 1,
    "spending/dream-tricks": 4,
    "spending/classics/gin-rummy": 2,
    "spending/jesters": 2,
    "ends/tic-tac-toe": 1,
    "ends/free-moves": 1,
    **{f"golden/{game}": GOLDEN.get(game, 10) for game in EVERY if not is_classic(game)},
    **{f"edited-saves/{game}": count for game, count in EDITED.items()},
}
ONE_FOR_ALL = ("clone-save-undo", "hash-seed", "stability")
"""Measures that take seconds a case: here a small game stands for all."""

QUICKLY_FOUND = ("view", "log", "kind", "digest", "errors", "questions")
"""Words of planted leaks that show in nearly every pair of worlds."""


SLOW = ("cerebria", "equilibrion", "res-arcana", "worldmonger")
"""Games whose pairs of worlds take long; the long run looks for planted leaks in them too."""


def failures(name: str, first: int, count: int) -> list[str]:
    part = measures()[name].run(Job(name, SEED, first, count))

    assert part.count == count
    return [f"{failure.number}: {failure.reason}" for failure in part.failures]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_matches_go_without_a_fault(setting):
    first = FIRST.get(setting.game, 0)
    assert failures(f"matches/{setting.name}", first, MATCHES[setting.game]) == []


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_a_sample_holds(name, count):
    assert failures(name, 0, count) == []


@pytest.mark.parametrize("word", QUICKLY_FOUND)
def test_planted_leaks_are_found(word):
    chosen = [
        number
        for number, (leak, game) in enumerate(CASES)
        if word in leak.split() and game not in SLOW
    ]

    assert chosen
    assert [failures("planted-leaks", number, 1) for number in chosen] == [[]] * len(chosen)


def test_every_measure_has_a_sample_here_or_beside_what_it_measures():
    beside = {
        "planted-leaks",
        "planted-packages",
        "hostile-files",
        "hostile-rules",
        "mutations",
        *(f"misspellings/{game}" for game in MATCHES),
    }
    beside |= {f"referees/{game}" for game in games()}
    beside |= {f"spiel/{game}" for game in spiel.games()}
    beside |= {
        f"{name}/{game}"
        for name in ("golden", "log-or-none", "matches", "worlds")
        for game in CLASSICS
    }
    beside |= {name for name in measures() if name.startswith(EVERY_GAME)} - {*COUNTS}
    beside |= {
        name for name in measures() if name.startswith(("native/", "driven/", "records/"))
    } - {*COUNTS}
    beside |= {f"check-time/{shape}" for shape in SHAPES}
    beside |= {f"numbers/{name}" for name in ("cluster", "memory", "planted", "processes")}
    beside |= {f"strength/{bout.game}/{bout.players}" for bout in BOUTS}
    beside |= {f"programs/{kind}" for kind in BAD}
    beside |= {name for name in measures() if name.startswith("libraries/")}
    beside |= {"card-search/growth", "card-search/many", "duels", "duels/many", "layouts"}
    beside |= {"pages/classics/hearts", "pages/cerebria", "clone-save-undo/secrets", "kills"}
    beside |= {name for name in measures() if name.startswith("firefox/")}
    beside |= {f"dead-ends/{game}" for game in ("cerebria", "res-arcana")}
    beside |= {f"many-cards/{what}" for what in ("lint", "server")}
    beside |= {f"logs/recipe-{recipe}" for recipe in recipes() if recipe not in HIDDEN}
    beside |= {f"{name}/{game}" for name in ONE_FOR_ALL for game in SLOW}
    here = {*COUNTS, *(f"matches/{setting.name}" for setting in SETTINGS)}

    assert set(measures()) == here | beside

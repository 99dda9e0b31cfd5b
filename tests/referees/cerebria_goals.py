"""What counts in Cerebria, for its referee: Aspirations, Intentions, Revelations, ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.referees.cerebria import (
    CAPPING,
    FORTRESS_INTENSITY,
    MAJOR,
    MINOR,
    TEAMS,
    Board,
    rival,
)
from tests.referees.cerebria_game import Course, Game
from tests.referees.harness import Ask, Chance, Difference

POINTS = {MAJOR: 5, MINOR: 3, CAPPING: 4}
WHEEL_END = 20
CAPPED_TOO = 4  # for the other team, when both are due to cap
# Bonuses of the spaces 2 to 18 of the wheel; the cycle of 20 then repeats (R-CE-18).
WHEEL = {at: ("essence", "card", "ambition")[(at // 2 - 1) % 3] for at in range(2, 20, 2)}


# --- Aspirations ----------------------------------------------------------------------------------

MEASURES: dict[str, Callable[[Board, str], int]] = {
    "attitude": lambda board, team: len(board.realms_held(team)),
    "openness": lambda board, team: len(board.frontiers_held(team)),
    "reflection": lambda board, team: sum(
        (i + 2) % 5 in board.frontiers_held(team) for i in board.realms_held(team)
    ),
    "awareness": lambda board, team: len({slot // 3 for slot, _ in board.emotions(team)}),
    "unity": lambda board, team: board.longest_run(team),
    "versatility": lambda board, team: len(vibes(board, team)),
    "liveliness": lambda board, team: board.essence_of(team),
    "sensibility": lambda board, team: max(
        (it.intensity for _, it in board.emotions(team)), default=0
    ),
    "fortitude": lambda board, team: sum(
        FORTRESS_INTENSITY[fort.rank] for fort in board.forts if fort and fort.team == team
    ),
}


def vibes(board: Board, team: str) -> set[str]:
    return {it.card.vibe for _, it in board.emotions(team) if it.card.vibe}


def accomplishes(board: Board, team: str, name: str) -> bool:
    """Return whether a team has strictly more than the other."""
    measure = MEASURES[name]
    return measure(board, team) > measure(board, rival(team))


# --- Intentions and the wheel ---------------------------------------------------------------------


@dataclass
class Standing:
    """What Intentions compare before and after an Action or Ability."""

    realms: dict[str, set[int]]
    frontiers: dict[str, set[int]]
    run: dict[str, int]
    vibes: dict[str, int]

    @classmethod
    def of(cls, board: Board) -> Standing:
        return cls(
            {team: board.realms_held(team) for team in TEAMS},
            {team: board.frontiers_held(team) for team in TEAMS},
            {team: board.longest_run(team) for team in TEAMS},
            {team: len(vibes(board, team)) for team in TEAMS},
        )

    def embraces(self, team: str) -> bool:
        """Return whether a team has a Realm together with both of its Frontiers."""
        own = self.frontiers[team]
        return any({i, (i - 1) % 5} <= own for i in self.realms[team])


Test = Callable[[set[str], Standing, Standing], bool]


def _happened(*any_of: str) -> Test:
    return lambda happened, before, now: bool(happened & set(any_of))


def _became(state: Callable[[Standing], bool]) -> Test:
    return lambda happened, before, now: state(now) and not state(before)


INTENTIONS: dict[tuple[str, str], dict[str, Test]] = {
    ("bliss", "a"): {
        "kinship": _happened("invoked near own"),
        "open-gate": lambda _, before, now: bool(
            now.frontiers["bliss"] - before.frontiers["bliss"]
        ),
        "full-bloom": _happened("filled"),
        "transcend": _happened("empowered"),
        "haven": _happened("built", "exalted"),
    },
    ("gloom", "a"): {
        "creeping-shadow": _happened("invoked near rivals"),
        "usurp": lambda _, before, now: bool(before.realms["bliss"] - now.realms["bliss"]),
        "snuff-out": _happened("removed"),
        "metamorphosis": _happened("empowered"),
        "bastion": _happened("built", "exalted", "razed"),
    },
    ("bliss", "b"): {
        "embrace": _became(lambda standing: standing.embraces("bliss")),
        "deep-breath": _happened("absorbed much"),
        "rainbow": _became(lambda standing: standing.vibes["bliss"] == 4),
        "clear-sky": _happened("removed"),
        "monument": _happened("exalted", "razed"),
    },
    ("gloom", "b"): {
        "encircle": _became(lambda standing: len(standing.frontiers["gloom"]) >= 3),
        "drain": _happened("absorbed much"),
        "long-night": _became(lambda standing: standing.run["gloom"] >= 4),
        "torment": _happened("tormented"),
        "ruin": _happened("exalted", "razed"),
    },
}


def score_intentions(game: Game, before: Standing) -> None:
    """Score what the Action or Ability that is over has fulfilled, each once in a turn."""
    now = Standing.of(game.board)
    for name, test in INTENTIONS[game.active.team, game.side].items():
        if name not in game.fulfilled and test(game.happened, before, now):
            turn_wheel(game, game.active.team, 2 if game.fulfilled else 1)
            game.fulfilled.append(name)


def turn_wheel(game: Game, team: str, points: int) -> None:
    """Advance on the wheel; its bonuses go to who acts for the team (R-CE-18, R-CE-28)."""
    own, p = game.teams[team], game.players[game.speaker(team)]
    for _ in range(points):
        own.wheel += 1
        bonus = WHEEL.get(own.wheel % 20)
        if bonus == "essence":
            p.essence += 1
        elif bonus == "card":
            p.draw(1)
        elif bonus == "ambition":
            own.gain_ambition(1)


# --- Revelation -----------------------------------------------------------------------------------


def revelation(game: Game, realm: int, is_distant: bool) -> Course:
    """Carry out a Revelation for the emptied sphere at a Realm."""
    common = game.commons[0]
    hidden = {team: game.teams[team].hidden[0] for team in TEAMS}
    won = {
        team: (
            accomplishes(game.board, team, hidden[team]),
            accomplishes(game.board, team, common),
        )
        for team in TEAMS
    }
    majors, due = _add_fragments(game, won)
    yield from _next_common(game, won, majors)
    for team in TEAMS:
        yield from _next_hidden(game, team, is_content=any(won[team]))
    _move_fortress(game, realm, is_distant)
    _cap(game, due)


def _demanded(game: Game, won: tuple[bool, bool]) -> list[str]:
    """Return the ranks of Fragments a team may add."""
    if game.profile == "community":
        return [rank for rank, is_won in zip((MAJOR, MINOR), won, strict=True) if is_won]
    return {0: [], 1: [MINOR], 2: [MAJOR]}[sum(won)]


def _add_fragments(game: Game, won: dict[str, tuple[bool, bool]]) -> tuple[set[str], list[str]]:
    """Add to the Identity; return who added a Major, and who has to cap for want of one."""
    majors: set[str] = set()
    due: list[str] = []
    for team in TEAMS:
        for rank in _demanded(game, won[team]):
            if game.teams[team].fragments[rank]:
                game.teams[team].fragments[rank] -= 1
                game.board.identity.append((team, rank))
                majors |= {team} if rank == MAJOR else set()
            elif team not in due:
                due.append(team)
    return majors, due


def _next_common(game: Game, won: dict[str, tuple[bool, bool]], majors: set[str]) -> Course:
    """Turn the current Common down; a team may return another one to the box."""
    game.commons.pop(0)
    if game.profile == "community":
        choosers = {team for team in TEAMS if won[team][0]}
    else:
        choosers = {rival(team) for team in majors}
    if len(choosers) == 1 and game.commons:
        (team,) = choosers
        way = yield Ask(game.speaker(team), "common", [{"card": card} for card in game.commons])
        game.commons.remove(way["card"])


def _next_hidden(game: Game, team: str, is_content: bool) -> Course:
    """Box the checked Hidden Aspiration and bring another, that differs from the Common."""
    own = game.teams[team].hidden
    own.pop(0)
    common = game.commons[0] if game.commons else None
    if not own:
        return
    if not is_content:
        fits = [card for card in own[:3] if card != common] or own[:1]
        way = yield Ask(game.speaker(team), "hidden", [{"card": card} for card in fits])
        own.remove(way["card"])
        yield from _shuffle(team, own)
        own.insert(0, way["card"])
    elif own[0] == common and len(own) > 1:
        yield from _shuffle(team, own)
        if own[0] == common:
            raise Difference(f"{common} is hidden and common")


def _shuffle(team: str, own: list[str]) -> Course:
    """Take the order that chance gives; it must be of the same cards."""
    if not own:
        return
    order = yield Chance("shuffle", (team, tuple(own)))
    if sorted(order) != sorted(own):
        raise Difference(f"{sorted(own)} are shuffled into {sorted(order)}")
    own[:] = order


def _move_fortress(game: Game, realm: int, is_distant: bool) -> None:
    """Move the Fortress beside the emptied sphere to the Identity."""
    fort = game.board.forts[realm]
    if fort and not fort.fresh and not is_distant:
        game.board.identity.append((fort.team, fort.rank))
        game.board.forts[realm] = None


def _cap(game: Game, due: list[str]) -> None:
    """Put the Capping Fragment on top; if both teams are due, the active one does."""
    if not due:
        return
    team = game.active.team if len(due) == 2 else due[0]
    game.teams[team].fragments[CAPPING] -= 1
    game.board.identity.append((team, CAPPING))
    if len(due) == 2:
        turn_wheel(game, rival(team), CAPPED_TOO)


# --- ends -----------------------------------------------------------------------------------------


def is_capped(game: Game) -> bool:
    return any(rank == CAPPING for _, rank in game.board.identity)


def score(game: Game, team: str) -> int:
    """Return a team's points: the wheel and what it has in the Identity."""
    own = (POINTS[rank] for owner, rank in game.board.identity if owner == team)
    return game.teams[team].wheel + sum(own)


def winner(game: Game) -> str | None:
    """Return the team with more points; of equals the one that capped; else None for a draw."""
    scores = {team: score(game, team) for team in TEAMS}
    if scores["bliss"] != scores["gloom"]:
        return max(TEAMS, key=scores.__getitem__)
    return next((team for team, rank in game.board.identity if rank == CAPPING), None)

"""List the keys of examples and scripts: positions, steps, and what must come of them."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import (
    COUNT,
    DESCRIPTION,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    NAME,
    NAMES,
    NESTED,
    OPTION_VALUES,
    PLAIN,
    POSITION,
    SEED,
    STEPS,
    Key,
    Keys,
    common,
)
from dsl.keys.kinds import MAPPING, ByName, Either, ListOf, Plain, Words, one_or_list

# --- answers and what happened

ANSWERS: Final = common("answers", one_or_list("list-of-answers", PLAIN))
ANSWERS_BY_PLAYER: Final = common(
    "answersByPlayer", ByName("answers-by-player", ANSWERS, fewest=1, most=2)
)


class PastEventKeys(Keys, title="event"):
    """An event that must have happened."""

    event = Key(STEPS, is_needed=True)
    times = Key(COUNT)


HAPPENED_VALUE: Final = common("happened", Either(MAPPING, PastEventKeys.form, STEPS))
NO_MATCH: Final = Words(("none",), title="no-match")
KEPT: Final = ByName("kept", EXPRESSIONS)


class HowEndedKeys(Keys, title="how-it-ended"):
    """How a match ended."""

    winners = Key(NAMES, others=("winner", "wins"))
    outcome = Key(Words(("win", "draw", "fault")))
    keeps = Key(Either(MAPPING, KEPT, NO_MATCH))


IS_OVER: Final = Words((True, "win", "draw", "fault"), title="either")
ENDED_VALUE: Final = common("ended", Either(MAPPING, HowEndedKeys.form, IS_OVER))


class UndoneKeys(Keys, title="undo"):
    """An undo."""

    decisions = Key(COUNT)
    refused = Key(FLAG)


# --- keys of scripts, examples and steps alike

GIVEN: Final = Key(POSITION)
ARRANGE: Final = Key(POSITION)
SEED_KEY: Final = Key(SEED)


class WorldKeys(Keys, title="position"):
    """A position of several."""

    given = GIVEN
    arrange = ARRANGE
    seed = SEED_KEY


WORLDS: Final = Key(common("worlds", ListOf("list-of-positions", WorldKeys.form)))
PLAYERS: Final = Key(common("players", ListOf("list-of-names", NAME, fewest=1)))
OPTIONS: Final = Key(OPTION_VALUES)
SCENARIO: Final = Key(NAME)
REQUIRES: Final = Key(NAMES)
DO: Final = Key(STEPS)
BY: Final = Key(NAME)
HAPPENED: Final = Key(HAPPENED_VALUE)
NEVER: Final = Key(HAPPENED_VALUE)
CHANCE: Final = Key(ANSWERS)
ILLEGAL: Final = Key(ANSWERS_BY_PLAYER)
ASKED: Final = Key(NAME)
ENDED: Final = Key(ENDED_VALUE)
PROPERTY: Final = common("check", Words(("clone", "save", "walker", "log", "hash-seed")))
CHECK: Final = Key(common("checks", one_or_list("list-of-checks", PROPERTY)))

# --- steps

HOW_LONG: Final = Plain("how-long", ("integer", "string"))


class StepKeys(Keys, title="step", extra=ANSWERS, fewest=1):
    """A step of a script."""

    expect = Key(NESTED)
    options = Key(ANSWERS_BY_PLAYER)
    illegal = ILLEGAL
    happened = HAPPENED
    never = NEVER
    chance = CHANCE
    random = Key(HOW_LONG)
    ended = ENDED
    do = DO
    by = BY
    set = Key(POSITION)
    stack = Key(POSITION)
    asked = ASKED
    undo = Key(common("undo", Either(MAPPING, UndoneKeys.form, COUNT)))
    save = Key(FLAG)
    error = Key(NAME)
    same_view = Key(NAME)


SHORT_STEP: Final = Plain("step", ("string",))
STEP_LIST: Final = common(
    "steps", ListOf("list-of-steps", common("step", Either(MAPPING, StepKeys.form, SHORT_STEP)))
)

# --- examples and scripts

CONDITIONS: Final = common("conditions", one_or_list("list-of-conditions", EXPRESSION))


class ExampleKeys(Keys, title="example"):
    """An example."""

    id = Key(PLAIN)
    text = DESCRIPTION
    given = GIVEN
    arrange = ARRANGE
    worlds = WORLDS
    players = PLAYERS
    options = OPTIONS
    scenario = SCENARIO
    seed = SEED_KEY
    play = Key(ANSWERS)
    do = DO
    by = BY
    steps = Key(STEP_LIST)
    then = Key(CONDITIONS)
    expect = Key(CONDITIONS)
    happened = HAPPENED
    never = NEVER
    chance = CHANCE
    illegal = ILLEGAL
    asked = ASKED
    ended = ENDED
    check = CHECK
    requires = REQUIRES


EXAMPLES: Final = Key(
    common("examples", ListOf("list-of-examples", common("example", ExampleKeys.form)))
)


class ScriptKeys(Keys, title="scripted-game"):
    """A scripted game."""

    script = Key(PLAIN, is_needed=True)
    game = Key(NAME, is_needed=True)
    requires = REQUIRES
    scenario = SCENARIO
    options = OPTIONS
    players = PLAYERS
    seed = SEED_KEY
    given = GIVEN
    arrange = ARRANGE
    chance = CHANCE
    worlds = WORLDS
    steps = Key(STEP_LIST, is_needed=True)
    check = CHECK
    text = DESCRIPTION

"""List the keys of examples and scripts: positions, steps, and what must come of them."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import MAPPING, ByName, Either, ListOf, Plain, Words, one_or_list
from dsl.keys.values import (
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
    common,
)

# --- answers and what happened

ANSWERS: Final = common("answers", one_or_list("list-of-answers", PLAIN))
ANSWERS_BY_PLAYER: Final = common(
    "answersByPlayer", ByName("answers-by-player", ANSWERS, fewest=1, most=2)
)
PAST_EVENT: Final = Keyed("event", (Key("event", STEPS, is_needed=True), Key("times", COUNT)))
HAPPENED_VALUE: Final = common("happened", Either(MAPPING, PAST_EVENT, STEPS))
NO_MATCH: Final = Words(("none",), title="no-match")
KEPT: Final = ByName("kept", EXPRESSIONS)
HOW_ENDED: Final = Keyed(
    "how-it-ended",
    (
        Key("winners", NAMES, others=("winner", "wins")),
        Key("outcome", Words(("win", "draw", "fault"))),
        Key("keeps", Either(MAPPING, KEPT, NO_MATCH)),
    ),
)
IS_OVER: Final = Words((True, "win", "draw", "fault"), title="either")
ENDED_VALUE: Final = common("ended", Either(MAPPING, HOW_ENDED, IS_OVER))
UNDONE: Final = Keyed("undo", (Key("decisions", COUNT), Key("refused", FLAG)))

# --- keys of scripts, examples and steps alike

GIVEN: Final = Key("given", POSITION)
ARRANGE: Final = Key("arrange", POSITION)
SEED_KEY: Final = Key("seed", SEED)
WORLD: Final = Keyed("position", (GIVEN, ARRANGE, SEED_KEY))
WORLDS: Final = Key("worlds", common("worlds", ListOf("list-of-positions", WORLD)))
PLAYERS: Final = Key("players", common("players", ListOf("list-of-names", NAME, fewest=1)))
OPTIONS: Final = Key("options", OPTION_VALUES)
SCENARIO: Final = Key("scenario", NAME)
REQUIRES: Final = Key("requires", NAMES)
DO: Final = Key("do", STEPS)
BY: Final = Key("by", NAME)
HAPPENED: Final = Key("happened", HAPPENED_VALUE)
NEVER: Final = Key("never", HAPPENED_VALUE)
CHANCE: Final = Key("chance", ANSWERS)
ILLEGAL: Final = Key("illegal", ANSWERS_BY_PLAYER)
ASKED: Final = Key("asked", NAME)
ENDED: Final = Key("ended", ENDED_VALUE)
PROPERTY: Final = common("check", Words(("clone", "save", "walker", "log", "hash-seed")))
CHECK: Final = Key("check", common("checks", one_or_list("list-of-checks", PROPERTY)))

# --- steps

HOW_LONG: Final = Plain("how-long", ("integer", "string"))
STEP: Final = Keyed(
    "step",
    (
        Key("expect", NESTED),
        Key("options", ANSWERS_BY_PLAYER),
        ILLEGAL,
        HAPPENED,
        NEVER,
        CHANCE,
        Key("random", HOW_LONG),
        ENDED,
        DO,
        BY,
        Key("set", POSITION),
        Key("stack", POSITION),
        ASKED,
        Key("undo", common("undo", Either(MAPPING, UNDONE, COUNT))),
        Key("save", FLAG),
        Key("error", NAME),
        Key("same-view", NAME),
    ),
    extra=ANSWERS,
    fewest=1,
)
SHORT_STEP: Final = Plain("step", ("string",))
STEP_LIST: Final = common(
    "steps", ListOf("list-of-steps", common("step", Either(MAPPING, STEP, SHORT_STEP)))
)

# --- examples and scripts

CONDITIONS: Final = common("conditions", one_or_list("list-of-conditions", EXPRESSION))
EXAMPLE: Final = Keyed(
    "example",
    (
        Key("id", PLAIN),
        DESCRIPTION,
        GIVEN,
        ARRANGE,
        WORLDS,
        PLAYERS,
        OPTIONS,
        SCENARIO,
        SEED_KEY,
        Key("play", ANSWERS),
        DO,
        BY,
        Key("steps", STEP_LIST),
        Key("then", CONDITIONS),
        Key("expect", CONDITIONS),
        HAPPENED,
        NEVER,
        CHANCE,
        ILLEGAL,
        ASKED,
        ENDED,
        CHECK,
        REQUIRES,
    ),
)
EXAMPLES: Final = Key(
    "examples", common("examples", ListOf("list-of-examples", common("example", EXAMPLE)))
)
SCRIPT: Final = Keyed(
    "scripted-game",
    (
        Key("script", PLAIN, is_needed=True),
        Key("game", NAME, is_needed=True),
        REQUIRES,
        SCENARIO,
        OPTIONS,
        PLAYERS,
        SEED_KEY,
        GIVEN,
        ARRANGE,
        CHANCE,
        WORLDS,
        Key("steps", STEP_LIST, is_needed=True),
        CHECK,
        DESCRIPTION,
    ),
)

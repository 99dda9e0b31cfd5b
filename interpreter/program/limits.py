"""List what a running match may use at the most."""

from __future__ import annotations

from typing import Final

from dsl.syntax.limits import Limit

NUMBER: Final = 10**12
STEPS: Final = 100_000
UNITS: Final = 100
"""Units of work in a step: a unit takes about a fiftieth of a microsecond."""
WORK: Final = 2 * STEPS * UNITS
LOOP_WATCH: Final = 1_000
NESTING: Final = 256
VALUE_NESTING: Final = 100
WAYS_TO_PAY: Final = 4_096
WAYS_TO_CHOOSE: Final = 65_536
DECISIONS: Final = 100_000
ENTITIES: Final = 20_000
UNLIMITED: Final = 1 << 30
"""So many copies there are where there may be any number: a match never comes to that."""
CROWDED: Final = 1_000
"""From so many numbers of cards on those that are free are given again."""
ELEMENTS: Final = 20_000
FACTS: Final = 1_000
CELLS: Final = 2_000_000
MADE: Final = 10_000_000
RECORD: Final = 40
"""A record of the log takes as much room as so many elements of lists, beside its own."""
LOG_CELLS: Final = 4_000_000

LIMITS: Final[tuple[Limit, ...]] = (
    Limit("a number", NUMBER, "either way from 0", "number-too-large",
          "nobody scores more, and every machine counts alike"),
    Limit("steps between two decisions", STEPS, "events, loop turns", "budget-exceeded",
          "rules that never come to an end are stopped within a second"),
    Limit("work between two decisions", WORK, "units of work", "budget-exceeded",
          "all that is done for an answer shares one budget; the guide says what a unit is"),
    Limit("watch for a repeated position", LOOP_WATCH, "steps without a decision", "endless-loop",
          "an exact loop is found long before the budget is spent"),
    Limit("events within events", NESTING, "frames", "nesting-too-deep",
          "a chain of events that cause each other is reported, not followed for ever"),
    Limit("values within values", VALUE_NESTING, "calls", "nesting-too-deep",
          "values do not call themselves; real games need a handful"),
    Limit("ways to pay one cost", WAYS_TO_PAY, "tries", "choice-too-large",
          "what can be paid is known before it is offered"),
    Limit("ways to complete one choice", WAYS_TO_CHOOSE, "tries", "choice-too-large",
          "a set that must fit together is looked for among few cards"),
    Limit("decisions in a match", DECISIONS, "decisions", "draw",
          "a match that goes on for ever is declared a draw"),
    Limit("cards in a match", ENTITIES, "copies", "state-too-large",
          "a match stays small enough to copy and save"),
    Limit("facts about hidden cards", FACTS, "facts", "state-too-large",
          "worlds that agree with them all are found quickly"),
    Limit("elements of a list", ELEMENTS, "elements", "list-too-long",
          "lists are gone through one by one"),
    Limit("elements of all lists of a match", CELLS, "elements, a list 5 more", "state-too-large",
          "lists of lists that grow from answer to answer are stopped"),
    Limit("elements of lists made between two decisions", MADE, "elements", "budget-exceeded",
          "what is made for one answer may all be held at once"),
    Limit("log of a match", LOG_CELLS, "elements of lists, a line 40 more", "state-too-large",
          "all that has happened can be kept, shown and saved"),
)  # fmt: skip

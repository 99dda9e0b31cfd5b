"""List the diagnostics of names and types (NAM and TYP)."""

from __future__ import annotations

from typing import Final

NAME_ROWS: Final = """
NAM101 error unknown-name: a name that nothing here declares
NAM102 error unknown-event: an event that is not declared
NAM103 error unknown-value: a value that is not declared
NAM104 error unknown-kind: a kind that is not declared
NAM105 error unknown-enum: an enum that is not declared
NAM106 error unknown-type: a type that is not declared
NAM107 error unknown-zone: a zone that is not declared
NAM108 error unknown-state: a state that is not declared
NAM109 error unknown-attribute: an attribute, state or zone that this kind does not have
NAM110 error unknown-member: a member that this enum does not have
NAM111 error unknown-action: an action that is not declared
NAM112 error unknown-phase: a phase that is not declared
NAM113 error unknown-option: an option that is not declared
NAM114 error unknown-card: a card that is not defined
NAM115 error unknown-scope: a word after `per` or `until` that is no stretch of time
NAM116 error unknown-game: a package that was not found
NAM117 error unknown-slot: a slot that a text template or a pattern does not have
NAM118 error unknown-scenario: a scenario that is not declared
NAM121 error unknown-source: a source that the manifest does not have
NAM122 error unknown-library: a library that was not found
NAM123 error unknown-text: a translation of a text that is not there
NAM201 error duplicate-name: one name declared twice
NAM202 error name-clash: a name that means two things here
NAM203 advice own-word: a word of the language that a package has as a name of its own
TYP101 error wrong-type: a value of another type than the place asks for
TYP102 error not-a-list: one value where a list belongs
TYP103 error not-a-condition: a value that is neither true nor false
TYP104 error missing-argument: a slot that is left out and has no default
TYP105 error too-many-arguments: more values than slots
TYP106 error unknown-preposition: a preposition that this event does not have
TYP107 error maybe-not-allowed: a value that may be none where one is needed
TYP108 error no-actor: an event that needs an actor where there is none
TYP109 error no-card: `self` where there is no card
TYP110 error cannot-assign: a target that cannot be set
TYP111 error not-comparable: two values that have no order or no common type
TYP112 error result-missing: a value or event that can end without its result
TYP113 error unknown-element: an empty list or bag whose element type nothing tells
"""

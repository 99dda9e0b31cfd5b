"""List the diagnostics of the event graph and of the lint rules: legal, and still doubtful."""

from __future__ import annotations

from typing import Final

LINT_ROWS: Final = """
GRF101 warning unused-event: an event that nothing in a match can do
GRF102 warning dead-trigger: a trigger that matches nothing that happens
GRF103 warning dead-rule: a replacement or forbid that matches nothing that happens
GRF104 warning unbounded-loop: a loop that nothing in it can end
GRF105 warning unreachable-phase: a phase that a match never enters
GRF106 warning unoffered-action: an action that no phase offers
GRF107 warning unread-state: a state that is written and never read
GRF108 warning unwritten-state: a state that is read and never changes
GRF109 warning unentered-zone: a zone into which no card ever comes
GRF110 warning endless-match: a match that nothing can end
GRF111 warning undeclared-order: two triggers whose order matters and is not said
GRF112 warning question-in-batch: an event of a batch that asks while the batch happens
GRF113 warning lost-trigger: a trigger whose own card may leave before its turn
LNT001 warning broken-rule: a lint rule that failed
LNT002 warning more-findings: more findings than are shown
LNT101 warning unused-zone: a zone that nothing uses
LNT102 warning unused-state: a state that nothing uses
LNT103 warning unused-value: a value that nothing reads
LNT104 warning unused-enum: an enum that nothing uses
LNT105 warning unused-member: a member of an enum that nothing uses
LNT106 warning unused-kind: a kind that nothing uses
LNT107 warning unused-attribute: an attribute that nothing reads
LNT108 warning unused-option: an option that nothing reads
LNT109 warning card-without-example: a card with rules and without an example
LNT110 warning missing-translation: a text that lacks a language of the title
LNT111 warning unknown-language: a text in a language that the title does not have
LNT112 warning empty-text: a text for people that says nothing
LNT113 warning misspelt-id: an id that almost says what its text says
LNT114 warning folder-mismatch: a package whose folder is called otherwise
LNT115 warning allow-without-reason: an `allow` comment that gives no reason
LNT116 warning unused-allow: an `allow` comment for something that is not found
LNT117 warning hidden-rule: a rule of a hidden card that others can notice
LNT118 warning shuffled-in-sight: a pile shuffled where it is seen, and then hidden
LNT119 warning too-many-sets: a choice of cards that fit together, out of too many
LNT120 warning text-differs: a printed text that says another thing than the card does
LNT121 warning repeated-text: a card's text that says again what its actions' texts say
LNT122 warning unnamed-state: a state that players are never shown
LNT123 warning unnamed-action: an action that menus show by its id
LNT124 warning unnamed-parameter: a parameter that is asked for without saying what for
LNT125 warning equal-card: a card that is another one under a second id
LNT126 warning lone-choice: a choice that leaves nothing to choose
LNT127 warning free-cost: a cost that takes nothing
LNT128 warning unpayable-cost: a cost that nobody can ever pay
LNT129 warning missing-source: a card or a claim of which nobody can tell where it comes from
LNT130 warning unknown-answer: an answer of a script that nothing is called
LNT131 warning told-secret: a secret that the choice before it tells
LNT132 warning unnamed-phase: a phase that people know by its id
LNT133 warning unnamed-member: a member of an enum that people know by its id
LNT134 warning unnamed-value: a value that players are ranked by, and that has no name
LNT135 warning unnamed-attribute: an attribute that people read by its id
LNT136 warning never-active: rules of cards that never work
LNT137 warning unplaced: a place that no board shows
LNT138 warning lone-pass: a way to do nothing that passes
LNT139 warning unnamed-event: an event that people read by its id
LNT140 warning nobody-controls: a rule of a card that acts for its controller where it has none
LNT141 warning always-singular: a noun that is singular behind any number
LNT146 warning unreached: a place of a board that no path reaches
LNT150 warning unnamed-card: a card that people know by its id
LNT151 advice unsaid-attribute: a card that alone takes the default of an attribute
LNT152 warning no-copies: a card of which a match has no copy
LNT153 advice same-name: two cards that people cannot tell apart by name
LNT154 warning cut-text: a text of which YAML takes the end for a comment
LNT155 warning never-true: a condition on a number that can never hold
LNT156 advice unguarded-payment: a price that is taken without asking whether it is there
LNT157 warning kept-secret: a secret that is kept for the next match
LNT158 warning secret-chance: chance that only decides where a secret says so
LNT160 warning short-supply: more copies made at once than there are of a card
LNT161 warning gone-by-then: a trigger that asks a moved card for what the move has taken from it
"""

"""List the diagnostics of the checks."""

from __future__ import annotations

from typing import Final

CHECK_ROWS: Final = """
CHK101 error recursive-value: a value that needs itself
CHK102 error modifier-cycle: a modifier that reads the value it changes
CHK103 error not-in-together: a step that cannot stand in `together`
CHK104 error not-in-at-once: a step that cannot stand in `at once`
CHK105 error not-in-cost: a step that cannot stand in a cost
CHK106 error unassigned-state: a state that is read before set-up assigns it
CHK107 error dead-choice-bound: a choice whose bounds nothing can meet
CHK108 error missing-winner: an end that names no winner
CHK109 error bad-only-if: an `only-if` that reads more than options
CHK110 error missing-section: a section that a game needs
CHK111 error unplayable-option: an option that can never be offered
CHK112 error not-exclusive: two entries of one id that can both hold
CHK113 error not-in-value: a step that cannot stand in a value
CHK114 error choice-too-large: a choice with more combinations than the limit
CHK115 error leaking-option: an offer decided by what its player may not see
CHK116 error bad-override: an override that does not fit, or that somebody else makes too
CHK117 error extends-cycle: kinds that extend each other in a circle
CHK118 error phase-cycle: phases that contain each other
CHK119 error requires-cycle: packages that require each other
CHK120 error kind-mismatch: a card whose keys do not fit its kind
CHK121 error unreachable-step: a step after one that always stops
CHK127 error bad-layout: a layout that cannot be drawn
CHK129 error bad-look: a look that cards cannot have
CHK130 error bad-show: a value that cannot be shown
CHK131 error leaking-value: a shown value decided by what those who see it may not see
"""

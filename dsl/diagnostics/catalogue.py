"""List all diagnostics: code, severity, name, summary, and the page that explains each.

A code is never changed and never used again; the prefix says which stage found it, never how bad
it is. Rows stand by stage: reading, names and types, checks, assembling, doubtful rules.

The pages lie in `pages/`, one Markdown file a name: the summary in Japanese, why it matters, and
under `Bad` and `Good` a part of a package. A mark `# expect: …` in an example is for the tests,
which run every example; readers do not see it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from dsl.records import Record

SYNTAX_ROWS: Final = """
DAT101 error unreadable-file: a file could not be opened, or is none of the package
DAT102 error file-too-large: a file is larger than the limit
DAT103 error not-utf8: a file, or its name, is not UTF-8 text
DAT104 error empty-file: a file holds no YAML document
DAT105 error control-character: a character that no text may hold
DAT106 error lone-surrogate: half of a character, written as an escape
DAT107 error package-too-large: a package holds more files, folders or bytes than the limit
DAT108 error too-many-documents: a file holds more documents than the limit
DAT109 warning unread-file: a file of a package that nothing reads
DAT121 error unreadable-table: a table of cards that cannot be read
DAT122 error table-cell: a cell or row of a table that cannot be read as its column asks
DAT123 warning table-doubt: something in a table that is not read as it may be meant
DAT124 advice table-note: how something in a table was read
DAT111 error yaml-syntax: the text is not YAML
DAT112 error yaml-too-deep: lists and mappings are nested deeper than the limit
DAT113 error yaml-anchor: an anchor or alias, which rules may not use
DAT114 error yaml-tag: a tag such as `!!int`, which rules may not use
DAT115 error merge-key: a merge key `<<`, which rules may not use
DAT116 error duplicate-key: one key twice in a mapping
DAT117 error bad-key: a key that is a list, a mapping or empty
DAT118 error scalar-too-long: one text is longer than the limit
DAT119 error flow-trap: an expression inside `{…}` or `[…]` that YAML cuts into pieces
DAT120 error text-direction: a character that changes the direction of the text after it
DAT201 error unknown-key: a key that does not belong here
DAT202 error missing-key: a key that has to be here
DAT203 error wrong-shape: a text where a list or a mapping belongs, or the other way round
DAT204 error bad-number: a text where a whole number belongs
DAT205 error bad-choice: a text that is none of the words allowed here
DAT206 error bad-id: an id that is not lower case letters, digits and hyphens
DAT207 error bad-text: a text for people that is not in a known form
DAT208 error empty-value: a key without a value
DAT209 error unsupported-version: a language version this program does not read
DAT212 error bad-version: a version that is not one short line
DAT213 error bad-deck: a deck that its format does not allow, or words of decks that mean nothing
SYN101 error effect-syntax: an effect text that is not in the language
SYN102 error empty-effect: an effect text without any word
SYN103 error effect-too-long: an effect text with more characters or words than the limit
SYN104 error effect-too-deep: brackets, blocks or operators nested deeper than the limit
SYN105 error number-too-large: a number beyond the limit
SYN106 error unknown-character: a character the effect language does not know
SYN107 error string-in-effect: a quoted text, which the effect language does not have
SYN108 error unclosed-bracket: a bracket without its partner
SYN109 error bad-indentation: a line indented as no block asks for
SYN110 error missing-body: an `if`, `for each` or the like without steps
SYN111 error single-equals: `=` where a comparison or `set` is meant
SYN112 error bad-name: a text that cannot be a name
SYN113 error reserved-word: a word of the language used as a name
SYN114 error unknown-type-word: a word before `of` that makes no type
SYN115 error misspelt-keyword: a word that is nearly a word of the language
SYN116 error missing-value: an operator, bracket or comma with nothing after it
"""


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
NAM124 error unknown-keyword: a keyword that is not declared
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
CHK133 warning bad-mark: a mark in a card's text that shows nothing
CHK134 error bad-face: another face of a card that it cannot be
CHK135 error bad-wait: an effect that cannot wait there, or so
CHK136 error bad-position: state that tells how often a position has been there, and cannot
"""


PASS_ROWS: Final = """
DAT210 error table-too-large: a table that makes more cards than the limit
DAT211 error not-yet-supported: a part of the language that this version does not carry out
NAM119 error missing-attribute: a card that does not say an attribute of its kind
NAM120 error prelude-needs: a word of the prelude in a game that lacks its requirements
CHK122 error bad-phase: a phase whose keys do not go together
CHK123 error bad-signature: entries of one id with different signatures
CHK124 error bad-pattern: a pattern that says more than it can here
CHK125 error bad-group: a group of actions that does not fit
CHK126 error bad-team: a kind whose things cannot be teams of players
CHK132 error idle-depth: a `depth` of a value that does not call itself
CHK128 error chain-too-long: more kinds or groups, one building on another, than the limit
"""


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
LNT003 warning text-overflow: a text that has no room on the face of its card
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
LNT142 warning unused-layer: a layer that no modifier is in
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
LNT162 warning cardless-kind: a kind whose cards begin somewhere, and that has no card
"""


Severity = Literal["error", "warning", "advice"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "advice")

STAGE_BY_PREFIX: Mapping[str, str] = MappingProxyType(
    {
        "SYN": "syntax",
        "DAT": "data",
        "NAM": "names",
        "TYP": "types",
        "CHK": "checks",
        "GRF": "graph",
        "LNT": "lint",
        "RUN": "running",
    }
)


class Finding(Record):
    """One row of the catalogue.

    Attributes:
        name: What people read and type: `unknown-zone`.
        code: What logs keep: `NAM107`.
        severity: `error`, `warning` or `advice`.
        summary: One line, as a fragment.
    """

    name: str
    code: str
    severity: Severity
    summary: str

    @property
    def stage(self) -> str:
        """Return the stage that finds it."""
        return STAGE_BY_PREFIX[self.code[:3]]

    @property
    def order(self) -> tuple[int, str]:
        """Return what sorts findings by stage, then by code."""
        return [*STAGE_BY_PREFIX].index(self.code[:3]), self.code


def _read_rows(*tables: str) -> dict[str, Finding]:
    """Turn tables of `CODE severity name: summary` lines into findings by name."""
    found: dict[str, Finding] = {}
    for line in "\n".join(tables).splitlines():
        if line.strip():
            head, summary = line.split(": ", 1)
            code, word, name = head.split()
            severity = next(known for known in SEVERITIES if known == word)
            row = Finding(name, code, severity, summary.strip())
            if row.name in found:
                raise ValueError(f"`{row.name}` stands twice in the catalogue")
            found[row.name] = row
    return found


FINDINGS: Mapping[str, Finding] = MappingProxyType(
    _read_rows(SYNTAX_ROWS, NAME_ROWS, CHECK_ROWS, PASS_ROWS, LINT_ROWS)
)

PAGES: Final = Path(__file__).resolve().parent / "pages"
MARK: Final = re.compile(r"[ ]*# expect: .*$", re.MULTILINE)
_SECTION: Final = re.compile(r"^## (?P<title>\w+)\n+```yaml[^\n]*\n(?P<text>.*?)^```$", re.M | re.S)


class Page(Record, kw_only=True):
    """What `explain` shows of a diagnostic.

    Attributes:
        what: One line by language, `en` and `ja`.
        bad: A part of a package that reports it; empty where no few lines can show it.
        good: The same part made right.
    """

    name: str
    code: str
    severity: str
    what: dict[str, str]
    why: str
    bad: str
    good: str

    def text(self, language: str = "en") -> str:
        """Return the page as people read it, its examples indented."""
        parts = [self.what.get(language, self.what["en"]), self.why]
        titles = ("悪い例", "良い例") if language == "ja" else ("Bad", "Good")
        for title, example in zip(titles, (self.bad, self.good), strict=True):
            if example:
                indented = "\n".join(f"    {line}".rstrip() for line in example.splitlines())
                parts.append(f"{title}:\n\n{indented}")
        return "\n\n".join(parts)


@cache
def page_of(name: str) -> Page | None:
    """Return the page of a diagnostic, by its name; None where there is no such diagnostic."""
    kind = FINDINGS.get(name)
    path = PAGES / f"{name}.md"
    if kind is None or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    examples = {found["title"]: MARK.sub("", found["text"]) for found in _SECTION.finditer(text)}
    _, japanese, why = text.split("\n## ", 1)[0].strip().split("\n\n", 2)
    return Page(
        name=name,
        code=kind.code,
        severity=kind.severity,
        what={"en": kind.summary, "ja": japanese},
        why=why,
        bad=examples.get("Bad", "").rstrip("\n"),
        good=examples.get("Good", "").rstrip("\n"),
    )

"""List the diagnostics of reading: files, YAML and effect texts (DAT and SYN)."""

from __future__ import annotations

from typing import Final

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

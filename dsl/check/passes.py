"""List the passes that turn a package's texts into a checked game, in their order."""

from __future__ import annotations

from typing import Final

from dsl.check.nouns.cards import declare_cards, name_cards, order_cards
from dsl.check.nouns.decks import check_decks, declare_decks
from dsl.check.nouns.definitions import check_becoming, check_definitions, check_kind_attributes
from dsl.check.nouns.faces import declare_faces, link_faces
from dsl.check.nouns.keywords import declare_has, declare_keywords
from dsl.check.nouns.kinds import (
    check_kind_roles,
    declare_enums,
    declare_kind_fields,
    declare_kinds,
    declare_waits,
    link_kinds,
)
from dsl.check.nouns.layouts import check_layouts, declare_boards
from dsl.check.nouns.looks import check_looks
from dsl.check.nouns.options import (
    check_option_conditions,
    check_origins,
    check_rulings,
    declare_expansions,
    declare_options,
    declare_player_count,
)
from dsl.check.nouns.zones import check_zones, declare_players, declare_state, declare_zones
from dsl.check.packages.extend import check_new_names
from dsl.check.packages.join import check_libraries, join_expansions
from dsl.check.packages.prelude import report_broken
from dsl.check.packages.scripts import check_examples, check_scripts
from dsl.check.proofs.clashes import check_clashes
from dsl.check.proofs.dataflow import check_assignment, check_cycles
from dsl.check.proofs.disclosures import check_decider, check_offers, check_shown, hide_positions
from dsl.check.rules.actions import check_actions, declare_actions
from dsl.check.rules.card_rules import (
    check_always,
    check_becomes,
    check_forbids,
    check_replacements,
    check_triggers,
)
from dsl.check.rules.course import check_end, check_phases, check_policy, check_scenarios
from dsl.check.rules.grants import declare_grants
from dsl.check.rules.modifiers import check_modifiers, check_taken_over, take_over
from dsl.check.rules.repetition import declare_positions
from dsl.check.rules.rule_parts import check_stretches, declare_works
from dsl.check.rules.signatures import (
    check_slot_defaults,
    declare_events,
    declare_phases,
    declare_values,
)
from dsl.check.rules.values import check_value_attributes, check_values, declare_value_attributes
from dsl.check.rules.waiting import check_waiting
from dsl.check.scopes.collect import collect_sections
from dsl.check.scopes.draft import Pass
from dsl.check.scopes.translations import translate, translate_cards
from dsl.check.steps.bodies import check_effects, check_events, settle_actors
from dsl.check.steps.special_steps import check_truths
from dsl.check.steps.steps import check_secret_events

PASSES: Final[tuple[Pass, ...]] = (
    collect_sections,
    check_libraries,
    join_expansions,
    translate,
    declare_enums,
    declare_kinds,
    declare_keywords,
    declare_cards,
    name_cards,
    link_faces,
    translate_cards,
    declare_decks,
    declare_options,
    declare_expansions,
    declare_kind_fields,
    declare_grants,
    declare_has,
    declare_faces,
    declare_works,
    declare_players,
    declare_player_count,
    declare_zones,
    order_cards,
    declare_state,
    declare_waits,
    link_kinds,
    check_becoming,
    declare_boards,
    declare_values,
    declare_positions,
    declare_value_attributes,
    declare_events,
    declare_phases,
    declare_actions,
    check_new_names,
    check_clashes,
    check_option_conditions,
    check_zones,
    check_slot_defaults,
    check_kind_attributes,
    check_kind_roles,
    check_origins,
    check_definitions,
    check_decks,
    check_values,
    check_value_attributes,
    check_policy,
    check_modifiers,
    take_over,
    check_events,
    check_effects,
    check_taken_over,
    check_actions,
    check_triggers,
    check_becomes,
    check_replacements,
    check_forbids,
    check_always,
    check_phases,
    check_waiting,
    check_decider,
    check_end,
    check_scenarios,
    check_rulings,
    check_layouts,
    check_looks,
    check_stretches,
    check_cycles,
    check_assignment,
    hide_positions,
    check_offers,
    check_shown,
    check_truths,
    check_secret_events,
    check_examples,
    check_scripts,
    settle_actors,
    report_broken,
)
"""Nouns first, then signatures, then everything that may use them, then what needs all of it."""
OF_SCRIPTS: Final = (check_examples, check_scripts)
"""The passes that a game can be shown without."""

"""List the passes that turn a package's texts into a checked game, in their order."""

from __future__ import annotations

from typing import Final

from dsl.check.action_texts import declare_actions
from dsl.check.actions import check_actions
from dsl.check.assignment import check_assignment
from dsl.check.becomes import check_becomes
from dsl.check.card_names import name_cards
from dsl.check.card_rules import check_always, check_forbids, check_replacements, check_triggers
from dsl.check.cards import declare_cards
from dsl.check.clashes import check_clashes
from dsl.check.collect import collect_sections
from dsl.check.cycles import check_cycles
from dsl.check.definitions import check_definitions, check_kind_attributes
from dsl.check.draft import Pass
from dsl.check.effect_bodies import check_effects
from dsl.check.endings import check_end, check_policy, check_scenarios
from dsl.check.enums import declare_enums
from dsl.check.event_bodies import check_events, settle_actors
from dsl.check.join import join_expansions
from dsl.check.kind_roles import check_kind_roles
from dsl.check.kinds import declare_kind_fields, declare_kinds, link_kinds
from dsl.check.layouts import check_layouts
from dsl.check.libraries import check_libraries
from dsl.check.limits import check_stretches
from dsl.check.looks import check_looks
from dsl.check.modifiers import check_modifiers
from dsl.check.new_names import check_new_names
from dsl.check.offers import check_offers
from dsl.check.options import declare_expansions, declare_options, declare_player_count
from dsl.check.packaged_scripts import check_examples, check_scripts
from dsl.check.phase_names import declare_phases
from dsl.check.phases import check_phases
from dsl.check.players import declare_players
from dsl.check.prelude import report_broken
from dsl.check.rulings import check_rulings
from dsl.check.shown import check_shown
from dsl.check.signatures import check_slot_defaults, declare_events, declare_values
from dsl.check.state import declare_state
from dsl.check.translations import translate, translate_cards
from dsl.check.truths import check_truths
from dsl.check.value_attributes import check_value_attributes, declare_value_attributes
from dsl.check.values import check_values
from dsl.check.works import declare_works
from dsl.check.zones import check_zones, declare_zones

PASSES: Final[tuple[Pass, ...]] = (
    collect_sections,
    check_libraries,
    join_expansions,
    translate,
    declare_enums,
    declare_kinds,
    declare_cards,
    name_cards,
    translate_cards,
    declare_options,
    declare_expansions,
    declare_kind_fields,
    declare_works,
    declare_players,
    declare_player_count,
    declare_zones,
    declare_state,
    link_kinds,
    declare_values,
    declare_value_attributes,
    declare_events,
    declare_phases,
    declare_actions,
    check_new_names,
    check_clashes,
    check_zones,
    check_slot_defaults,
    check_kind_attributes,
    check_kind_roles,
    check_definitions,
    check_values,
    check_value_attributes,
    check_events,
    check_effects,
    check_actions,
    check_triggers,
    check_becomes,
    check_replacements,
    check_forbids,
    check_always,
    check_modifiers,
    check_phases,
    check_end,
    check_policy,
    check_scenarios,
    check_rulings,
    check_layouts,
    check_looks,
    check_stretches,
    check_cycles,
    check_assignment,
    check_offers,
    check_shown,
    check_truths,
    check_examples,
    check_scripts,
    settle_actors,
    report_broken,
)
"""Nouns first, then signatures, then everything that may use them, then what needs all of it."""

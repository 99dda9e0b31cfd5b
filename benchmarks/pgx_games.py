"""Play random games of pgx, many at once, in one call on the CPU: a process of its own.

    PYTHONPATH=.venv/pgx python -m benchmarks.pgx_games tic_tac_toe SECONDS

It prints how many games a second of processor time come to their ends. pgx lies apart, since it
brings a package `tests` that would hide ours.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

AT_ONCE = 1024


def main(name: str, seconds: float) -> None:
    """Play for some seconds and print how many games a second that was."""
    import jax
    import pgx
    from jax import numpy as jnp

    game = pgx.make(name)
    init, step = jax.vmap(game.init), jax.vmap(game.step)

    def is_open(carried: Any) -> Any:
        return ~carried[0].terminated.all()

    def go(carried: Any) -> Any:
        state, key = carried
        key, ours, theirs = jax.random.split(key, 3)
        open_ = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        answers = jax.random.categorical(ours, open_)
        return step(state, answers, jax.random.split(theirs, AT_ONCE)), key

    def play(key: Any) -> Any:
        key, ours = jax.random.split(key)
        return jax.lax.while_loop(is_open, go, (init(jax.random.split(ours, AT_ONCE)), key))

    played = jax.jit(play)
    state, key = played(jax.random.PRNGKey(0))
    games, began = 0, process_time()
    while process_time() - began < seconds:
        state, key = played(key)
        state.rewards.block_until_ready()
        games += AT_ONCE
    print(games / (process_time() - began))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))

"""For those who measure games: simulate, report, tune, shrink, find leaks."""

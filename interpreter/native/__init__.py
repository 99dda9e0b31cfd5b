"""Run a program as one WebAssembly module: the fast executor beside the walker."""

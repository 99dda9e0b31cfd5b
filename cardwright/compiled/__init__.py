"""Run matches by machine code: the machine and a game's generated module, compiled by mypyc.

Nothing here is imported unless a compiled build is asked for.
"""

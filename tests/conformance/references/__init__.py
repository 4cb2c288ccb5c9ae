"""References: games written a second time, from their specifications alone.

Nothing here imports cardlab.  Cards, calls and moves are strings, hands are sets of them, and no
reference shares a rule with another, so that a mistake of the engine's is not made here again.
`tests/conformance/test_references.py` follows random matches of the engine beside them.
"""

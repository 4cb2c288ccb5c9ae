"""Every sentence that the product can say, collected and read by machine.

``python -m tests.sentences`` writes the distinct sentences of all games to a file, and what the
lints find in them to the screen. See `__main__` for its options.
"""

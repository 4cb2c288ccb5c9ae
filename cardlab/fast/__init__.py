"""Speed: perfect play and random play of whole deals, for games that compile to tables.

Importing this loads neither numpy nor numba; they are loaded when something has to run.
"""

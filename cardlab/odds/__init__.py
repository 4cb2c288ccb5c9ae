"""Chances: exact where they can be counted, simulated for the rest."""

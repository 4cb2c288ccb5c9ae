"""The engine: cards, rules that say why, scores with their formulas, states, matches and records.

Knows what every card game has. Knows no tricks, melds or bets (those are `cardlab.families`), and no
game (those are `cardlab.rulebook`).
"""

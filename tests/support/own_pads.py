"""Pads that people made, for tests of what keeps them and hands them on."""

GOLF = """format = 1
name = "Golf at home"
players = [2, 6]
wins = "fewest"
rounds = "9"

[row.cards]
label = "Cards"
least = -20
most = 60
"""

TWICE = GOLF + 'points = "2 * cards"\n'
"""The same pad, changed: each card counts twice."""

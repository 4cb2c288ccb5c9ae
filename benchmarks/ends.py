"""Whether matches of bots end by themselves: how many deals they need, and what the cap is.

    python benchmarks/ends.py                        200 matches of every game that has a cap
    python benchmarks/ends.py bridge sixte -n 40     these games, so many matches each
    python benchmarks/ends.py redbeard --players 7   with so many players

Simple bots play whole matches without a limit of deals (``deals=0``).  A game passes where the
longest of them is shorter than the game's own limit; where an agreed number of deals is the only
end of a match there is nothing to check.
"""

from __future__ import annotations

import argparse
from typing import Any

import cardlab
from cardlab.engine.game import Game
from cardlab.families.matches import Deals
from cardlab.players import RuleOfThumbBot

MOST = 200
"""Deals after which a match is given up."""


def deals_of_match(game: Any, seed: int) -> int:
    """Play a match of simple bots; return how many deals it took, at most `MOST`."""
    match = game.match(seed=seed)
    bot = RuleOfThumbBot(seed)
    while not match.over and match.state.standing.deal <= MOST:
        match.play(bot.choose(match.seat_view()))
    return int(match.state.standing.deal)


def only_a_number_of_deals(game: Any) -> bool:
    """Whether a match of the game ends after an agreed number of deals and in no other way."""
    by_deals = all(isinstance(end, Deals) for end in game.ends)
    return by_deals and type(game).outcome is Game.outcome


def check(id: str, matches: int, **options: int) -> str:
    """One line of the table: the usual length of a match, the longest, and the cap."""
    usual = cardlab.game(id, **options)
    caps = [end.number for end in usual.ends if isinstance(end, Deals)]
    if only_a_number_of_deals(usual):
        return f"{id}: an agreed number of deals"
    game = usual.replace(deals=0) if caps else usual
    lengths = sorted(deals_of_match(game, seed) for seed in range(matches))
    cap = caps[0] if caps and caps[0] else MOST
    cut = sum(length > cap for length in lengths)
    return f"{id}: median {lengths[matches // 2]}, longest {lengths[-1]}, cap {cap}, cut off {cut}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--players", type=int)
    given = parser.parse_args()
    options = {"players": given.players} if given.players else {}
    for id in given.games or cardlab.games():
        print(check(id, given.n, **options), flush=True)


if __name__ == "__main__":
    main()

"""What it gains to bid by the values of a hand that a game declares: duplicate deals, simple bots
with the values against simple bots without.

    python benchmarks/bids.py                       every game with values of a hand
    python benchmarks/bids.py kaiser quinto:300 --deals 600
    python benchmarks/bids.py klaverjassen,choice=round

A line is as in `bots.py`.  Without the values a bot bids by the tricks that it counts in its hand.
"""

from __future__ import annotations

import argparse
from typing import Any
from unittest.mock import patch

import cardlab
from cardlab.engine.game import Game
from cardlab.players import RuleOfThumbBot, calling, compare


class WithoutValues:
    """A simple bot that knows no values of hands."""

    def __init__(self, seed: int) -> None:
        self.bot = RuleOfThumbBot(seed)

    def choose(self, view: Any) -> Any:
        with patch.object(calling, "worth_pick", return_value=None):
            return self.bot.choose(view)


def asked(text: str, usual: int) -> tuple[Game, int]:
    """The game and the number of deals in `klaverjassen,choice=round:300`."""
    game, _, deals = text.partition(":")
    id, *options = game.split(",")
    given = dict(option.split("=") for option in options)
    return cardlab.game(id, **given), int(deals or usual)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="without any, all that declare values")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1_000_000, help="of the first deal")
    given = parser.parse_args()
    games = given.games or [id for id in cardlab.games() if cardlab.game(id).bid_values]
    print("| game | deals | difference | 95 % interval | above zero |\n|---|---|---|---|---|")
    for text in games:
        game, deals = asked(text, given.deals)
        found = compare(game, RuleOfThumbBot, WithoutValues, deals=deals, seed=given.seed)
        low, high = found.mean - found.margin(), found.mean + found.margin()
        print(
            f"| {text.partition(':')[0]} | {deals} | {found.mean:+.2f} |"
            f" {low:+.2f} to {high:+.2f} | {'yes' if low > 0 else 'no'} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

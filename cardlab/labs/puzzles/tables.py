"""Questions about orders, laid tables and cards played."""

from __future__ import annotations

from math import factorial, prod

from cardlab.engine.cards import BACK, Card, unseen
from cardlab.engine.catalogue import game
from cardlab.engine.words import capital, some
from cardlab.labs import analysis
from cardlab.labs.notation import read
from cardlab.labs.orders import duel, edit, poset
from cardlab.labs.positions import BuiltPosition
from cardlab.labs.puzzles.base import Puzzle, settings
from cardlab.players.coach import losses

__all__ = ["ANALYSIS", "ORDERS", "POSITIONS"]


def _seven_and_ace() -> str:
    fight = duel(game("malilla"), "H", "7H", "AH")
    return " ".join(fight.said)


def _two_of_trumps() -> str:
    above = {
        card.sign: (graph.out_degree((card,)), graph.in_degree((card,)))
        for graph in [game("bridge").ordering("H").graph()]
        for card in (Card("2H"), Card("AS"))
    }
    said = [f"{sign} beats {won} cards and loses to {lost}" for sign, (won, lost) in above.items()]
    return f"On the ladder {said[0]}; {said[1]}."


def _lines_to_redraw() -> str:
    kaiser = game("kaiser")
    changed = edit(kaiser.ordering("H"), kaiser.ordering("S"))
    return f"{changed}."


def _pairs_undecided() -> str:
    shares = []
    for word, said in (("H", "with hearts as trumps"), ("NT", "at no trump")):
        order = game("bridge").ordering(word)
        cards = len(order.cards)
        pairs = cards * (cards - 1) // 2
        shares.append(f"{pairs - order.graph().number_of_edges():,} of {pairs:,} {said}")
    width = poset(game("bridge").ordering("H")).width
    return f"{' and '.join(shares)}. With trumps at most {some(width, 'card')} stand side by side."


ORDERS = (
    Puzzle(
        "seven-beats-ace",
        "orders",
        "malilla",
        "Why does the seven beat the ace?",
        "Pick 7♥ and A♥ on the ladder.",
        ("cards", "7H,AH"),
        _seven_and_ace,
        settings(contract="H"),
    ),
    Puzzle(
        "two-of-trumps",
        "orders",
        "bridge",
        "Which is safer, the two of trumps or a plain ace?",
        "Hearts are trumps. Pick 2♥ and A♠.",
        ("cards", "2H,AS"),
        _two_of_trumps,
        settings(contract="H", suit=""),
    ),
    Puzzle(
        "lines-to-redraw",
        "orders",
        "kaiser",
        "How many lines of the diagram must you draw anew when spades become trumps?",
        "Set the order against spades.",
        ("against", "S"),
        _lines_to_redraw,
        settings(contract="H", against_game="kaiser"),
    ),
    Puzzle(
        "pairs-undecided",
        "orders",
        "bridge",
        "For how many pairs of cards does nobody know which wins until somebody leads?",
        "Choose hearts, and compare with no trump.",
        ("contract", "H"),
        _pairs_undecided,
        settings(contract="NT"),
    ),
)

HEAD = "malilla; dealer South; turned AD; trump D; South AS 4S 7H AD; trick North 6S KS"
SMALL = (
    "kaiser; trump S; contract 7 by North; trick North AH; East 3S 8C; South QH 9H; West KH JH;"
    " North 9C"
)
PARTNER = (
    "kaiser; trump S; contract 7 by West; trick West KH; North 8C KS; South QC 9C; East QH AH;"
    " West 9D"
)
SOUTH, NORTH = "AS KS 4S QH 9H 2H AC JC 7C KD TD 5D 3D", "QS JS TS 8S AH 3H KC QC 2C AD QD 7D 2D"
DUMMY = f"bridge; trump S; contract 4S by South; to-move West; South {SOUTH}"


def _must_give_the_ace() -> str:
    return f"No, 4♠ is illegal: {BuiltPosition(read(HEAD)).why('4S')}."


def _smallest_trump() -> str:
    here = BuiltPosition(read(SMALL))
    won = next(win for win in here.wins() if str(win.move) == "3S")
    return f"Yes: {won.name} would win the trick, for {won.because}. 3♠ is legal: {here.why('3S')}."


def _ruff_or_not() -> str:
    here = BuiltPosition(read(PARTNER))
    said = [f"after {win.move.label} {win.name} wins so far" for win in here.wins()]
    return f"No: {here.why('8C')}. {capital(said[0])}, {said[1]}."


def deals_behind(line: str) -> int:
    """How many deals can lie behind a table: the ways to put the cards that nobody sees into the
    places that lie face down."""
    state = read(line)
    hidden = len(unseen(state.game.pack, [c for c in state.all_cards() if c is not BACK]))
    down = [sum(card is BACK for card in hand) for hand in state.hands]
    if hidden != sum(down):
        raise ValueError("Cards of the pack lie nowhere on this table.")
    return factorial(hidden) // prod(map(factorial, down))


def _dummy_tells() -> str:
    before, after = deals_behind(DUMMY), deals_behind(f"{DUMMY}; North {NORTH}")
    return (
        f"From {before:,} deals to {after:,}: once dummy is down, only one in {before // after:,} is"
        " left."
    )


POSITIONS = (
    Puzzle(
        "must-give-the-ace",
        "positions",
        "malilla",
        "East has played a king. May South keep the ace and give a small spade?",
        "Tap 4♠ in South's hand.",
        ("hand", "4S"),
        _must_give_the_ace,
        settings(position=HEAD),
    ),
    Puzzle(
        "smallest-trump",
        "positions",
        "kaiser",
        "An ace is led. Can the lowest card of the pack beat it?",
        "Tap 3♠ in East's hand.",
        ("hand", "3S"),
        _smallest_trump,
        settings(position=SMALL),
    ),
    Puzzle(
        "ruff-or-not",
        "positions",
        "kaiser",
        "North has none of the suit led, and a trump. Must North play it?",
        "Tap 8♣ in North's hand.",
        ("hand", "8C"),
        _ruff_or_not,
        settings(position=PARTNER),
    ),
    Puzzle(
        "dummy-tells",
        "positions",
        "bridge",
        "How many deals can lie behind your thirteen cards, and how many once dummy is down?",
        "Give North its cards.",
        ("put-north", NORTH),
        _dummy_tells,
        settings(position=DUMMY),
    ),
)


def _given_away(id: str, seed: int) -> str:
    costs = [loss.cost or 0 for loss in losses(analysis.example(game(id), seed=seed))]
    right = sum(cost == 0 for cost in costs)
    if right == len(costs):
        return f"Yes: all {right} cards gave nothing away."
    unit = "point" if id == "kaiser" else "trick"
    return capital(
        f"{some(sum(costs), unit)} in all; {right} of {len(costs)} cards gave nothing away, and the"
        f" worst gave {some(max(costs), unit)}."
    )


def _deal(id: str, game_id: str, seed: int, at: int, question: str) -> Puzzle:
    """A question about a whole deal, which its last card answers."""
    return Puzzle(
        id,
        "analysis",
        game_id,
        question,
        f"Go to move {at}, and read the sums beside the players.",
        ("at", at),
        lambda: _given_away(game_id, seed),
        settings(seed=seed),
    )


ANALYSIS = (
    _deal(
        "forty-points",
        "kaiser",
        284,
        10,
        "Ten points are at stake in a deal. How many can four random players give away?",
    ),
    _deal(
        "nothing-given-away",
        "nap",
        3,
        10,
        "Can players who do not think play a whole deal without a mistake?",
    ),
    _deal("a-bad-deal-of-nap", "nap", 35, 10, "How badly can five tricks go?"),
    _deal("an-ordinary-deal", "kaiser", 3, 10, "And in an ordinary deal at random?"),
)

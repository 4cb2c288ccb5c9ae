"""What is asked of whole deals, played at random to their end: what is scored, and who takes how
many tricks.

Knows how a deal is played out, by the engine and by the kernel.  Knows no game.

>>> import cardlab
>>> tricks(cardlab.game("nap"), "least", 3, "0", "H").said
'Hearts; everybody plays at random: the player who leads takes at least three tricks.'
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cardlab.engine.game import OVER, Game, seats_around
from cardlab.engine.moves import PLAYS
from cardlab.engine.words import bound, capital, number, some
from cardlab.labs.odds.chances import Chance
from cardlab.labs.odds.deals import deal
from cardlab.labs.odds.posing import HOW, Blank, Posed
from cardlab.players.bots import played_out

MOST_MOVES = 3000
"""A deal that nobody has ended after so many moves is left unfinished."""
ANY = "any"
NTH = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
NOBODY = "No exact value here: nobody can count what players do."

# --- the score


def scored(game: Game, rule: str) -> Posed:
    """How often a rule of the score comes to bear in a deal that is played at random."""
    chosen = next(r for r in game.score_rules() if r == rule)
    text = f"A deal played at random is scored by “{chosen.title}”."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        rules, titles = played(game, rng)
        return rule in rules, titles

    return Posed(text, trial, why=NOBODY, axis="score lines of the deal", rule=chosen)


def played(game: Game, rng: random.Random) -> tuple[frozenset[str], tuple[str, ...]]:
    """Which rules scored in one deal played at random, and the titles of the lines, each once."""
    state = played_out(game, deal(game, rng).state, rng, MOST_MOVES)
    if state.phase is not OVER:
        return frozenset(), ("not finished",)
    lines = game.deal_lines(state)
    # a line about one seat stands beside the line that it belongs to
    titles = dict.fromkeys(
        x.title for x in lines if not any(name in x.title for name in game.names)
    )
    return frozenset(str(x.rule) for x in lines), tuple(sorted(titles)) or ("no score",)


# --- the tricks


def tricks_asked(game: Game) -> tuple[Blank, ...]:
    """What the question about tricks leaves open; nothing where whole deals of the game cannot
    be compiled."""
    from cardlab.solver import CannotCompile
    from cardlab.solver.playing import cards_each

    try:
        each = cards_each(game)
    except CannotCompile:
        return ()
    places = (
        "the player who leads",
        *(f"the {nth} to play" for nth in NTH[1 : game.players - 1]),
        "the last to play",
    )
    who = Blank(
        "who",
        "Player",
        ANY,
        ((ANY, "any player"), *((str(i), place) for i, place in enumerate(places))),
    )
    many = Blank("many", "How many tricks", each // game.players + 1, low=0, high=each)
    blanks = (Blank("how", "Bound", "least", HOW), many, who)
    words = game.contracts()
    if len(words) == 1:
        return blanks
    return (
        *blanks,
        Blank("contract", "In force", ANY, ((ANY, "any of these, equally often"), *words)),
    )


def tricks(game: Game, how: str, many: int, who: str, contract: str = ANY) -> Posed:
    """How often somebody takes so many tricks when everybody plays any card that is open.

    who: the place in the first trick, from "0" on; contract: a word of ``game.contracts()``; or
    `ANY`.
    """
    from cardlab.solver import loading
    from cardlab.solver.playing import Dealer, cards_each, dealer

    blanks = {a.name: a for a in tricks_asked(game)}
    word = None if contract == ANY else contract
    place = None if who == ANY else int(who)

    def wanted(taken: int) -> bool:
        return {"least": taken >= many, "exactly": taken == many, "most": taken <= many}[how]

    @lru_cache(maxsize=1)
    def ready() -> Dealer:
        return dealer(game, word)

    def batch(n: int, rng: random.Random) -> Counter[tuple[bool, Hashable]]:
        counts = ready().deal(
            n, rng.getrandbits(60), leader=None if place is None else 0, backend=loading.at_once()
        )
        seen: Counter[tuple[bool, Hashable]] = Counter()
        for seats in counts.tricks:
            for taken, deals in seats[place or 0].items():
                seen[wanted(taken), str(taken)] += deals
        return seen

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        taken = taken_in_turn(ready(), rng)[rng.randrange(game.players) if place is None else place]
        return wanted(taken), str(taken)

    each = cards_each(game)
    subject = "a player" if place is None else dict(blanks["who"].choices)[who]
    bounds = {"least": (many, None), "exactly": (many, many), "most": (None, many)}[how]
    told = bound(*bounds, ("trick", "tricks"), 0, each)
    force = "" if word is None else f"{dict(blanks['contract'].choices)[word]}; "
    text = f"{force}everybody plays at random: {subject} takes {told}."
    why = NOBODY
    if place is None:
        among = "between" if game.players == 2 else "among"
        share = f"{some(each, 'trick')} {among} {number(game.players)} players"
        why += (
            f" Only the mean is known, for no seat is before another: {share} are"
            f" {each / game.players:.4g} for each."
        )
    sure = all(map(wanted, range(each + 1)))
    certain = Chance(
        text, Fraction(1), note=f"There are {some(each, 'trick')}: it cannot be otherwise."
    )
    return Posed(
        capital(text),
        trial,
        (lambda: certain) if sure else None,
        why=why,
        axis="tricks taken",
        batch=batch,
    )


def taken_in_turn(ready: Any, rng: random.Random) -> list[int]:
    """Tricks by place in the first trick, in one deal that the engine deals and plays at random
    as the kernel does: to the last trick, even where the game would stop at what is decided."""
    from cardlab.families.tricks import Trick

    game, cards = ready.game, list(ready.game.ordering(ready.contracts[0][0]).cards)
    rng.shuffle(cards)
    turn = seats_around(0, game.players)
    hands = tuple(tuple(cards[seat * ready.each : (seat + 1) * ready.each]) for seat in turn)
    word, _ = rng.choice(ready.contracts)
    state = ready.table.but(order=game.ordering(word), hands=hands)
    taken = [0] * game.players
    for _ in range(ready.each):
        state = state.but(trick=Trick(turn), to_move=turn[0])
        for seat in turn:
            card = rng.choice(
                [
                    card
                    for move in game.legal_moves(state)
                    if (card := move.card) and move is PLAYS.get(card)
                ]
            )
            trick = Trick(turn, (*state.trick.cards, card))
            state = state.but(
                trick=trick,
                hands=state.without(seat, card),
                to_move=turn[len(trick.cards) % len(turn)],
            )
        winner = trick.winner(state.order)
        taken[winner] += 1
        state = state.but(taken=(*state.taken, trick))
        turn = seats_around(winner, game.players)
    return taken

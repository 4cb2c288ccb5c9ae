"""Pinhead beside a second way of following it: every kind of card as plain lists, and what goes on
what by a table of its own."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as draw
from cardlab.labs import positions
from cardlab.players.bots import bot

HIGH = {rank: n for n, rank in enumerate("3456789TJQKA", 3)}


def goes(rank: str, pile: list[str]) -> bool:
    """By the words of the rule: twos and tens anywhere, anything on a two, else at least as high."""
    if rank in "2T" or not pile or pile[-1][0] == "2":
        return True
    return HIGH[rank] >= HIGH[pile[-1][0]]


class Table:
    """All cards, as somebody keeps them who sees them from both sides."""

    def __init__(self, match: Any) -> None:
        game, deal = match.game, match.entries[0].move
        self.n, self.most, self.may = game.players, game.turns, game.voluntary
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        stock = [str(card) for card in deal.stock]
        self.blind = [[stock.pop(0) for _ in range(3)] for _ in range(self.n)]
        self.open: list[list[str]] = [[] for _ in range(self.n)]
        if not game.swap:
            self.open = [[stock.pop(0) for _ in range(3)] for _ in range(self.n)]
        self.stock, self.pile, self.turns, self.over = stock, list[str](), 0, False
        self.first, self.turn = game.first, 1 % self.n

    def begin(self) -> None:
        """Who plays first: the lowest card, of equals the nearest after the dealer."""
        seats = [(1 + i) % self.n for i in range(self.n)]
        order = "3456789TJQKA2"

        def low(seat: int) -> int:
            return min(order.index(card[0]) for card in self.hands[seat])

        self.turn = min(seats, key=low) if self.first == "lowest" else seats[0]
        self.begins = order[low(self.turn)] if self.first == "lowest" else ""

    def left(self, seat: int) -> int:
        return len(self.hands[seat]) + len(self.open[seat]) + len(self.blind[seat])

    def legal(self) -> set[frozenset[str]]:
        """The sets of cards that may be played, with words for other moves."""
        source = self.hands[self.turn] or self.open[self.turn]
        sets = {
            frozenset(cards)
            for size in (1, 2, 3, 4)
            for cards in combinations(source, size)
            if len({c[0] for c in cards}) == 1 and goes(cards[0][0], self.pile)
        }
        if not self.turns and self.begins:
            sets = {cards for cards in sets if next(iter(cards))[0] == self.begins}
        stuck = bool(source) and not sets
        words = {"turn"} if not source else set()
        if self.pile and (self.may or stuck):
            words.add("take")
        return sets | {frozenset((word,)) for word in words}

    def play(self, move: frozenset[str]) -> None:
        me, hand = self.turn, self.hands[self.turn]
        burnt = False
        if "take" in move:
            hand += self.pile
            self.pile = []
        else:
            cards = [self.blind[me].pop(0)] if "turn" in move else sorted(move)
            if "turn" in move and not goes(cards[0][0], self.pile):
                hand += [*self.pile, *cards]
                self.pile = []
            else:
                if hand:
                    self.hands[me] = [card for card in hand if card not in cards]
                    while len(self.hands[me]) < 3 and self.stock:
                        self.hands[me].append(self.stock.pop(0))
                else:
                    self.open[me] = [card for card in self.open[me] if card not in cards]
                self.pile += cards
                four = self.pile[-4:]
                burnt = cards[0][0] == "T" or (len(four) == 4 and len({c[0] for c in four}) == 1)
                self.pile = [] if burnt else self.pile
        self.turns += 1
        left = [seat for seat in range(self.n) if self.left(seat)]
        self.over = len(left) == 1 or self.turns == self.most
        if not (burnt and me in left):
            after = [(me + 1 + i) % self.n for i in range(self.n)]
            self.turn = next(seat for seat in after if seat in left)


def as_set(move: Any) -> frozenset[str]:
    """A move as the cards that it plays, or its word."""
    return frozenset(move.cards) if move.verb == "play" else frozenset((str(move),))


CASES = [*product((2, 3, 4, 5), (True, False), (True, False))]


@pytest.mark.parametrize(("players", "swap", "voluntary"), CASES)
def test_a_deal_followed_with_open_cards(players: int, swap: bool, voluntary: bool) -> None:
    first = "lowest" if (players + swap + voluntary) % 2 else "eldest"
    game = cardlab.game(
        "pinhead", players=players, swap=swap, voluntary=voluntary, first=first, deals=1, turns=200
    )
    match, rng = game.match(seed=players), random.Random(players)
    table = Table(match)
    if swap:
        while match.state.phase.id == "open":
            seat = match.to_move
            move = rng.choice(match.legal_moves())
            match.play(move)
            table.hands[seat].remove(str(move.card))
            table.open[seat].append(str(move.card))
    table.begin()
    while not table.over:
        assert match.to_move == table.turn
        by_cards = {as_set(move): move for move in match.legal_moves()}
        assert {*by_cards} == table.legal()
        eager = [cards for cards in by_cards if "take" not in cards] or [*by_cards]
        cards = rng.choice(sorted(eager if rng.random() < 0.95 else by_cards, key=sorted))
        match.play(by_cards[cards])
        table.play(cards)
    held = [table.left(seat) for seat in range(players)]
    assert match.over
    assert list(match.totals.values()) == [int(n == max(held)) for n in held]


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("pinhead", players=2)
    hands = {0: "3S QH QD", 1: "4C 5C"}
    return game, game.state(**{"phase": "play", "hands": hands} | given)


def texts(game: Any, state: Any) -> set[str]:
    return {str(move) for move in game.legal_moves(state)}


def test_one_or_more_of_a_rank_at_least_as_high() -> None:
    game, state = table(pile="9C", stock="AC KC 6C")
    assert texts(game, state) == {"play QH", "play QD", "play QH QD", "take"}
    assert game.verdict(state, "play 3S").reason == "9♣ lies on top, and no lower card goes on that"
    _, queen = table(pile="QC", hands={0: "TS JD 3S"})
    assert texts(game, queen) == {"play TS", "take"}
    reason = "Q♣ lies on top, and of lower cards only a 10 goes on that"
    assert game.verdict(queen, "play JD").reason == reason
    after = game.after(state, "play QD QH")
    assert sorted(after.hands[0]) == ["3S", "AC", "KC"] and after.to_move == 1


def zones(state: Any) -> dict[str, str]:
    """Where the card of each move lies in the picture, for moves with one card."""
    choices = draw(state).data["choices"]
    return {choice["move"]: choice["from"] for choice in choices if choice["card"]}


@pytest.mark.parametrize(
    ("pile", "hand", "played", "left"),
    [("6S 6H 6D", "6C 8C", "6C", 0), ("KS", "TC 8C", "TC", 0), ("6S 6H 6D", "7C 8C", "7C", 4)],
)
def test_what_burns_the_pile(pile: str, hand: str, played: str, left: int) -> None:
    game, state = table(pile=pile, hands={0: hand, 1: "4C"})
    after = game.after(state, f"play {played}")
    assert len(after.pile) == left
    assert after.to_move == (1 if left else 0)


def test_open_cards_come_after_the_hand_and_blind_ones_last() -> None:
    game, state = table(pile="8C", open={0: "4H 4D JS"}, blind={0: "5S"})
    verdict = game.verdict(state, "play JS")
    assert (verdict.rule, verdict.reason) == (
        "source-in-force",
        "you still have three cards in hand",
    )
    assert game.verdict(state, "turn").rule == "open-before-blind"
    assert zones(state)["play JS"] == "open-0" and zones(state)["play QH"] == "hand-0"
    state = state.but(hands=((), state.hands[1]))
    assert texts(game, state) == {"play JS", "take"}
    assert texts(game, state.but(open=((), ()))) == {"turn", "take"}


def test_a_blind_card_that_does_not_go_comes_with_the_pile() -> None:
    game, state = table(pile="8C 9C", blind={0: "5S 7S"}, hands={0: "", 1: "4C"})
    after = game.after(state, "turn")
    assert sorted(after.hands[0]) == ["5S", "8C", "9C"] and after.blind[0] == ("7S",)
    assert {k.card for k in after.known if k.seat == 1} == {"5S", "8C", "9C"}
    assert state.seen_by(0).blind[0] == (cardlab.BACK,) * 2


def test_whoever_can_play_has_to_where_a_table_plays_so() -> None:
    game = cardlab.game("pinhead", players=2, voluntary=False)
    state = game.state(phase="play", hands={0: "3S QH", 1: "4C"}, pile="9C")
    assert game.verdict(state, "take").reason == "Q♥ goes on 9♣"
    stuck = game.state(phase="play", hands={0: "3S", 1: "4C"}, pile="9C")
    assert game.verdict(stuck, "take").legal


def test_the_bot_keeps_its_tens_and_lays_them_open() -> None:
    game, simple = cardlab.game("pinhead", players=2), bot("simple", seed=1)
    state = game.state(phase="open", hands={0: "3S 4S TD QH 2D QD", 1: "4C 5C 6C 7C 8C 9C"})
    laid = simple.choose(game.view(state, 0))
    assert laid == "lay open TD"
    _, state = table(pile="9C", hands={0: "TC QH QD 2S", 1: "4C"})
    assert simple.choose(game.view(state)) == "play QH QD"


def test_open_cards_are_named_in_any_order() -> None:
    here = positions.read(
        "pinhead; phase play; to-move south; south -;"
        " open AH AC 6D | 7C 7D 7H | 8C 8D 8H | 9C 9D 9H; pile KD; stock -"
    )
    game, state = here.game, here.state
    for typed in ("play AC AH", "play AH AC", "AC AH"):
        assert game.verdict(state, typed).legal, typed
        after = game.after(state, typed)
        assert set(after.pile) == set(cardlab.cards("KD AH AC")), typed

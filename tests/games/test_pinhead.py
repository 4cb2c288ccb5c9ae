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


Kept = tuple[str, ...]


def rank_of(card: str) -> str:
    """The rank of a card; a joker has one of its own."""
    return "joker" if card == "JK" else card[0]


def goes(rank: str, pile: list[str]) -> bool:
    """By the words of the rule: twos, jokers and tens anywhere, anything on a two or a joker, else
    at least as high."""
    if rank in ("2", "T", "joker") or not pile or rank_of(pile[-1]) in ("2", "joker"):
        return True
    return HIGH[rank] >= HIGH[rank_of(pile[-1])]


def without(cards: list[str], gone: Kept) -> list[str]:
    """The cards that are left; of two equal ones one may be."""
    left = [*cards]
    for card in gone:
        left.remove(card)
    return left


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
        order = [*"3456789TJQKA2"]

        def low(seat: int) -> int:
            ranks = [rank_of(card) for card in self.hands[seat]]
            return min(order.index("2" if rank == "joker" else rank) for rank in ranks)

        self.turn = min(seats, key=low) if self.first == "lowest" else seats[0]
        self.begins = order[low(self.turn)] if self.first == "lowest" else ""

    def left(self, seat: int) -> int:
        return len(self.hands[seat]) + len(self.open[seat]) + len(self.blind[seat])

    def legal(self) -> set[Kept]:
        """The cards that may be played, in the order of their names, with words for other moves."""
        source = self.hands[self.turn] or self.open[self.turn]
        sets = {
            tuple(sorted(cards))
            for size in (1, 2, 3, 4)
            for cards in combinations(source, size)
            if len({*map(rank_of, cards)}) == 1 and goes(rank_of(cards[0]), self.pile)
        }
        if not self.turns and self.begins:
            sets = {cards for cards in sets if rank_of(cards[0]) == self.begins}
        stuck = bool(source) and not sets
        words = {"turn"} if not source else set()
        if self.pile and (self.may or stuck):
            words.add("take")
        return sets | {(word,) for word in words}

    def play(self, move: Kept) -> None:
        me, hand = self.turn, self.hands[self.turn]
        burnt = False
        if "take" in move:
            hand += self.pile
            self.pile = []
        else:
            cards = (self.blind[me].pop(0),) if "turn" in move else move
            if "turn" in move and not goes(rank_of(cards[0]), self.pile):
                hand += [*self.pile, *cards]
                self.pile = []
            else:
                if hand:
                    self.hands[me] = without(hand, cards)
                    while len(self.hands[me]) < 3 and self.stock:
                        self.hands[me].append(self.stock.pop(0))
                elif "turn" not in move:
                    self.open[me] = without(self.open[me], cards)
                self.pile += cards
                four = self.pile[-4:]
                alike = len(four) == 4 and len({*map(rank_of, four)}) == 1
                burnt = rank_of(cards[0]) == "T" or alike
                self.pile = [] if burnt else self.pile
        self.turns += 1
        left = [seat for seat in range(self.n) if self.left(seat)]
        self.over = len(left) == 1 or self.turns == self.most
        if not (burnt and me in left):
            after = [(me + 1 + i) % self.n for i in range(self.n)]
            self.turn = next(seat for seat in after if seat in left)


def as_kept(move: Any) -> Kept:
    """A move as the cards that it plays, or its word."""
    return tuple(sorted(map(str, move.cards))) if move.verb == "play" else (str(move),)


CASES = [*product((2, 3, 4, 5, 7, 11, 12), (True, False), (True, False))]


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
        by_cards = {as_kept(move): move for move in match.legal_moves()}
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


def test_at_most_four_of_two_packs_are_played_together() -> None:
    game = cardlab.game("pinhead", players=6)
    hands = {0: "9S 9S 9H 9H 9D 4C", 1: "KD"}
    state = game.state(phase="play", hands=hands, open={0: "9C 4C 5C"}, pile="3D")
    assert game.verdict(state, "play 9S 9S 9H 9H").legal
    verdict = game.verdict(state, "play 9S 9S 9H 9H 9D")
    assert (verdict.legal, verdict.reason) == (False, "at most four cards are played together")
    both = game.verdict(state, "play 4C 4C")
    assert (both.legal, both.reason) == (False, "you still have six cards in hand")


def test_a_joker_goes_on_anything_and_anything_on_a_joker() -> None:
    game = cardlab.game("pinhead", players=12)
    given: dict[str, Any] = {"phase": "play", "hands": {0: "JK 4C", 1: "KD"}}
    assert game.verdict(game.state(pile="KS", **given), "JK").legal
    assert game.verdict(game.state(pile="JK", **given), "4C").legal
    assert "A joker counts as a 2." in " ".join(str(game.rules()).split())
    assert "joker" not in str(cardlab.game("pinhead", players=11).rules())


@pytest.mark.parametrize(("players", "cards"), [(5, 52), (6, 104), (11, 104), (12, 108)])
def test_many_players_need_more_cards(players: int, cards: int) -> None:
    game = cardlab.game("pinhead", players=players)
    assert len(game.pack) == cards >= 9 * players


def test_a_card_is_laid_open_once() -> None:
    match = cardlab.game("pinhead").match(seed=1)
    first, seat = match.legal_moves()[0], match.to_move
    match.play(first)
    verdict = match.game.verdict(match.state, str(first), seat=seat)
    assert verdict.reason == f"you have chosen {first.card.sign} already"

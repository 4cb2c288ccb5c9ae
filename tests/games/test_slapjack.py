"""Slapjack beside a second way of following it: packets as plain lists, whoever slaps and whenever."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot


class Packets:
    """The packets and the pile, as somebody keeps them who sees everything."""

    def __init__(self, match: Any) -> None:
        self.game = match.game
        self.packets = [[str(card) for card in hand] for hand in match.entries[0].move.hands]
        self.pile: list[str] = []
        self.layer, self.laid, self.over = -1, 0, False
        self.barred: set[int] = set()
        self.out: set[int] = set()
        self.turn = 1 % len(self.packets)

    def jack(self) -> bool:
        return bool(self.pile) and self.pile[-1][0] == "J"

    def may(self, seat: int) -> set[str]:
        moves = {"lay"} if seat == self.turn and self.packets[seat] else set()
        if seat not in self.out | self.barred and (self.game.false_slap != "none" or self.jack()):
            moves.add("slap")
        if seat == self.turn and not self.packets[seat]:
            moves.add("pass")
        return moves

    def give(self, giver: int, taker: int) -> None:
        self.packets[taker].append(self.packets[giver].pop(0))

    def play(self, seat: int, move: str) -> None:
        n = len(self.packets)
        if move == "lay":
            self.pile.append(self.packets[seat].pop(0))
            self.layer, self.laid, self.turn = seat, self.laid + 1, (seat + 1) % n
        elif move == "slap" and self.jack():
            self.packets[seat] += self.pile
            self.pile, self.layer = [], -1
            self.barred, self.out = set(), {s for s in range(n) if not self.packets[s]}
            self.turn = seat if self.game.next_to_lay == "captor" else (seat + 1) % n
        elif move == "slap" and not self.packets[seat]:
            self.barred.add(seat)
        elif move == "slap" and self.game.false_slap == "one-to-each":
            for other in [(seat + i) % n for i in range(1, n)]:
                if self.packets[seat] and other not in self.out:
                    self.give(seat, other)
        elif move == "slap" and self.layer in (-1, seat):
            self.pile.insert(0, self.packets[seat].pop(0))
        elif move == "slap":
            self.give(seat, self.layer)
        if not self.game.last_chance:
            self.out |= {s for s in range(n) if not self.packets[s]}
        while any(self.packets) and not self.packets[self.turn]:
            self.turn = (self.turn + 1) % n
        alone = n - len(self.out) < 2
        able = {*range(n)} - self.out - self.barred
        empty = not any(self.packets) and not (self.jack() and able)
        self.over = move == "pass" or alone or empty or self.laid == self.game.turns


SIZES = ((2, 1), (4, 1), (10, 1), (7, 2), (10, 2))
CASES = tuple(product(SIZES, ("pay-layer", "one-to-each", "none"), (True, False)))


@pytest.mark.parametrize(("size", "false_slap", "last_chance"), CASES)
def test_games_in_which_anybody_slaps(
    size: tuple[int, int], false_slap: str, last_chance: bool
) -> None:
    players, packs = size
    rng = random.Random(players)
    options = {"false_slap": false_slap, "last_chance": last_chance, "turns": 150, "packs": packs}
    for next_to_lay in ("after", "captor"):
        game = cardlab.game("slapjack", players=players, next_to_lay=next_to_lay, **options)
        match = game.match(seed=rng.randrange(1000))
        table = Packets(match)
        dealt = Counter(card for packet in table.packets for card in packet)
        assert set(dealt.values()) == {packs} and dealt.total() == 52 * packs
        while not match.over:
            assert not table.over and match.to_move == table.turn
            slaps = table.jack() or rng.random() < 0.04
            seat = rng.randrange(players) if slaps else table.turn
            assert {str(move) for move in match.legal_moves(seat)} == table.may(seat)
            wanted = "slap" if slaps else "lay"
            if wanted not in table.may(seat):
                seat, wanted = table.turn, sorted(table.may(table.turn))[0]
            match.play(wanted, seat)
            table.play(seat, wanted)
            assert [[str(c) for c in hand] for hand in match.state.hands] == table.packets
            assert [str(c) for c in match.state.pile] == table.pile
        assert table.over
        assert list(match.totals.values()) == [len(packet) for packet in table.packets]


def table(pile: str, **given: Any) -> tuple[Any, Any]:
    game = cardlab.game("slapjack", players=3)
    hands = {0: "7S KD", 1: "2C 3D", 2: ""}
    return game, game.state(hands=hands, pile=pile, layer=1, **given)


def test_the_first_slap_takes_the_pile_and_the_next_player_lays() -> None:
    game, state = table("4H 9S KC 2D JS")
    after = game.after(state, "slap", seat=2)
    assert (len(after.hands[2]), after.pile, after.to_move, after.out) == (5, (), 0, ())
    after = game.after(state, "slap", seat=0)
    assert (len(after.hands[0]), after.to_move, after.out) == (7, 1, (2,))


def test_a_wrong_slap_costs_a_card_or_the_right_to_slap() -> None:
    game, state = table("4H QD")
    after = game.after(state, "slap", seat=0)
    assert (after.hands[0], after.hands[1], after.pile) == (("KD",), ("2C", "3D", "7S"), state.pile)
    after = game.after(state, "slap", seat=1)
    assert after.pile == ("2C", "4H", "QD"), "one's own card: it goes under the pile"
    after = game.after(state, "slap", seat=2)
    verdict = game.verdict(after, "slap", seat=2)
    assert (verdict.rule, verdict.say(reader=2)) == (
        "lost-right-to-slap",
        "you slapped wrongly and had no card to pay with",
    )


@pytest.mark.parametrize(
    ("seat", "typed", "rule", "reason"),
    [
        (2, "lay", "no-cards", "you have no cards left to lay"),
        (1, "lay", "not-your-turn", "it is South's turn to lay a card"),
    ],
)
def test_what_is_refused(seat: int, typed: str, rule: str, reason: str) -> None:
    game, state = table("4H QD")
    verdict = game.verdict(state, typed, seat=seat)
    assert (verdict.legal, verdict.rule, verdict.say(reader=seat)) == (False, rule, reason)


def test_two_slap_at_once_and_the_second_is_a_wrong_slap() -> None:
    match = cardlab.game("slapjack", players=2).match(seed=1)
    while not match.state.claimable:
        match.play("lay")
    match.play("slap", 1)
    held = len(match.state.hands[0])
    match.play("slap", 0)
    assert len(match.state.hands[0]) == held - 1 and len(match.state.pile) == 1


def test_bots_slap_jacks_and_nothing_else() -> None:
    match = cardlab.game("slapjack").match(seed=5)
    match.play_deal({seat: bot("simple", seed=seat) for seat in range(4)})
    for ply, entry in enumerate(match.entries):
        if entry.move == "slap":
            assert match.state_at(ply).claimable
    assert sum(entry.move == "slap" for entry in match.entries) > 3


@pytest.mark.parametrize("false_slap", ["pay-layer", "one-to-each"])
def test_without_a_last_chance_a_player_is_out_whichever_way_the_last_card_went(
    false_slap: str,
) -> None:
    """West pays the last card for a wrong slap: out, and with two players the game is over."""
    game = cardlab.game("slapjack", players=2, last_chance=False, false_slap=false_slap)
    state = game.state(hands={0: "7S KD", 1: "2C"}, pile="4H QD", layer=0)
    after = game.after(state, "slap", seat=1)
    assert (after.phase.id, after.out, after.hands[0]) == ("over", (1,), ("7S", "KD", "2C"))
    three = cardlab.game("slapjack", players=3, last_chance=False, false_slap=false_slap)
    state = three.state(hands={0: "7S KD", 1: "2C", 2: "3D"}, pile="4H QD", layer=0)
    after = three.after(state, "slap", seat=1)
    assert (after.phase.id, after.out) == ("play", (1,))
    verdict = three.verdict(after, "slap", seat=1)
    assert (verdict.rule, verdict.say(1)) == ("lost-right-to-slap", "you are out of the game")
    text = {str(rule): rule.text(three) for rule in three.all_rules()}
    assert text["without-cards"] == (
        "A player whose last card has gone is out at once, whether it was laid or paid for a wrong"
        " slap."
    )
    assert "without cards" not in text["lost-right-to-slap"] + text["false-slap"]
    assert text["no-cards"] == "A player without cards lays none."


def test_a_jack_that_nobody_may_slap_ends_the_game() -> None:
    """All cards lie under the jack, and everybody has slapped wrongly without a card."""
    game = cardlab.game("slapjack", players=3)
    state = game.state(hands={0: "JS"}, pile="4H QD", layer=2, barred=(0, 1, 2))
    assert game.after(state, "lay").phase.id == "over"
    free = game.state(hands={0: "JS"}, pile="4H QD", layer=2, barred=(0, 1))
    left = game.after(free, "lay")
    assert left.phase.id == "play" and game.legal_moves(left, 2)
    text = {str(rule): rule.text(game) for rule in game.all_rules()}
    assert "may let the chance go" in text["last-in-the-game"]


def test_a_second_pack_is_for_seven_players_or_more() -> None:
    with pytest.raises(ValueError, match="two packs are for seven players or more, and four play"):
        cardlab.game("slapjack", packs=2)
    sheet = " ".join(cardlab.game("slapjack", players=7, packs=2).rules().split())
    assert "104 cards without jokers; only the jacks matter." in sheet

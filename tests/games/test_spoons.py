"""Spoons beside a second way of following it: hands as lists of ranks, passed by hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as seen_table
from cardlab.labs.notation import read, write
from cardlab.players.bots import bot

RANKS = "KQJT98765432A"


def may_take(match: Any, seat: int) -> bool:
    """Whether a seat may take a spoon now."""
    return "spoon" in map(str, match.legal_moves(seat))


def ranks(hand: Any) -> str:
    return "".join(sorted(card[0] for card in hand))


@pytest.mark.parametrize(
    ("players", "lives", "beats"), [(2, 5, 40), (4, 1, 12), (5, 2, 10), (13, 1, 10)]
)
def test_matches_followed_with_open_cards(players: int, lives: int, beats: int) -> None:
    """Who has which ranks after every pass, who may reach, and who is left without a spoon."""
    game = cardlab.game("spoons", players=players, lives=lives, beats=beats)
    match, rng = game.match(seed=players), random.Random(players)
    letters, deals = [0] * players, 0
    while not match.over and deals < 60:
        deals += 1
        seats = [seat for seat in range(players) if letters[seat] < lives]
        hands = {seat: ranks(match.state.hands[seat]) for seat in seats}
        wanted = Counter({rank: 4 for rank in RANKS[: len(seats)]})
        assert Counter("".join(hands.values())) == wanted
        assert not any(match.state.hands[seat] for seat in range(players) if seat not in seats)
        passes, over = 0, False
        while not any(len({*hand}) == 1 for hand in hands.values()) and passes < beats:
            given = {}
            for _ in seats:
                seat = match.to_move
                assert seat in hands and seat not in given and match.state.with_spoon == ()
                move = rng.choice(match.legal_moves())
                assert str(move).startswith("give ")
                given[seat] = str(move).split()[1][0]
                match.play(move)
            for at, seat in enumerate(seats):
                left = hands[seat].replace(given[seat], "", 1)
                hands[seat] = "".join(sorted(left + given[seats[at - 1]]))
            passes += 1
        four = [seat for seat in seats if len({*hands[seat]}) == 1]
        over = not four
        taken: list[int] = []
        while not over:
            may = [seat for seat in seats if seat not in taken and (taken or seat in four)]
            assert [s for s in seats if may_take(match, s)] == may
            assert {seat: ranks(match.state.hands[seat]) for seat in seats} == hands
            seat = rng.choice(may)
            match.play("spoon", seat)
            taken.append(seat)
            over = len(taken) == len(seats) - 1
        if taken:
            (loser,) = {*seats} - {*taken}
            letters[loser] += 1
        assert list(match.totals.values()) == letters
    assert match.over == (sum(n < lives for n in letters) == 1)


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("spoons", players=4)
    hands = {0: "KS KH KD QS", 1: "QH QD QC JS", 2: "JH JD TS TH", 3: "KC JC TD TC"}
    return game, game.state(**{"hands": hands, "phase": "beat"} | given)


def play(game: Any, state: Any, moves: dict[int, str]) -> Any:
    for seat, move in moves.items():
        state = game.after(state, move, seat)
    return state


def test_all_cards_go_to_the_left_together() -> None:
    game, state = table()
    state = play(game, state, {2: "give TS", 0: "give QS", 1: "give JS"})
    assert "QS" in state.hands[0] and state.phase.id == "beat"
    assert {move for _, move in state.seen_by(3).chosen} == {"secret"}
    state = game.after(state, "give KC", 3)
    assert ranks(state.hands[0]) == "KKKK" and ranks(state.hands[1]) == "QQQQ"
    assert state.phase.id == "beat" and state.phase.movers(state) == (1, 2, 3, 0)
    assert [list(map(str, game.legal_moves(state, seat))) for seat in (0, 1)] == [["spoon"]] * 2
    assert "TS" in state.seen_by(2).with_known_cards().hands[3]


def test_the_last_spoon() -> None:
    """After the first spoon everybody may reach; three spoons for four players."""
    game, state = table()
    state = play(game, state, {0: "give QS", 1: "give JS", 2: "give TS", 3: "give KC"})
    state = game.after(state, "spoon", 1)
    assert state.phase.movers(state) == (0, 2, 3)
    state = play(game, state, {3: "spoon", 2: "spoon"})
    assert state.phase.id == "over" and game.result(state).loser == 0


def test_a_position_with_spoons_taken_can_be_written_and_read() -> None:
    game, state = table()
    state = play(game, state, {0: "give QS", 1: "give JS", 2: "give TS", 3: "give KC"})
    state = game.after(state, "spoon", 1)
    back = read(write(state))
    assert back.phase is not None and (back.phase.id, back.with_spoon) == ("reach", (1,))
    assert back.hands == state.hands and back.beats == 1


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        (
            "spoon",
            "four-of-a-kind-first",
            "no spoon has been taken yet, and you have not got four of a rank",
        ),
        ("give AS", "must-hold-card", "A♠ is not in the pack of Spoons"),
    ],
)
def test_what_is_refused(typed: str, rule: str, reason: str) -> None:
    game, state = table()
    verdict = game.verdict(state, typed, 0)
    assert (verdict.rule, verdict.say(reader=0)) == (rule, reason)


def test_others_wait_for_the_first_spoon() -> None:
    game, state = table()
    state = play(game, state, {0: "give QS", 1: "give JS", 2: "give TS", 3: "give KC"})
    assert not game.verdict(state, "spoon", 2).legal
    refused = game.verdict(state, "give KS", 0)
    assert (refused.rule, refused.say(reader=0)) == (
        "four-of-a-kind-first",
        "you have four of a rank, and must take a spoon",
    )


def test_nobody_is_told_who_has_four_of_a_rank() -> None:
    """West and East choose as at any pass, whoever holds four queens and kings; the first spoon
    leaves what they have chosen in their hands."""
    game, state = table()
    halted = play(game, state, {0: "give QS", 1: "give JS", 2: "give TS", 3: "give KC"})
    nobody = play(game, state, {0: "give KS", 1: "give JS", 2: "give TS", 3: "give KC"})
    for seat in (2, 3):
        views = [seen_table(each, seat).to_dict() for each in (halted, nobody)]
        assert views[0] == views[1]
        assert views[0]["prompt"].endswith("or with four of a rank take a spoon.")
    chosen = game.after(halted, "give JH", 2)
    assert game.verdict(chosen, "spoon", 2).say(reader=2) == "you have chosen already"
    taken = game.after(chosen, "spoon", 0)
    assert (taken.phase.id, taken.with_spoon, taken.hands) == ("reach", (0,), halted.hands)
    assert game.verdict(taken, "spoon", 0).say(reader=0) == "you have a spoon already"
    assert "Spoons: two" in str(seen_table(taken, 1))


@pytest.mark.parametrize(
    ("lives", "text", "note"),
    [
        (1, "A player who is left without a spoon is out.", ""),
        (2, "takes a letter, and is out with two letters.", "one letter"),
        (3, "takes a letter, and is out with three letters.", "two letters"),
        (4, "takes a letter, and is out with four letters.", "two letters"),
        (5, "takes a letter of the word SPOON, and is out with all of them.", "S P"),
        (6, "takes a letter of the word SPOONS, and is out with all of them.", "S P"),
        (7, "takes a letter, and is out with seven letters.", "two letters"),
    ],
)
def test_letters_by_their_number(lives: int, text: str, note: str) -> None:
    game = cardlab.game("spoons", lives=lives)
    (letters,) = [rule for rule in game.all_rules() if rule == "letters"]
    assert text in letters.text(game)
    assert game.lives_left(min(2, lives - 1)) == note
    assert game.rules(full=True).count("[four-of-a-kind-first]") == 1


def test_thirteen_play_with_the_whole_pack() -> None:
    """The dossier's largest table: four cards each of thirteen ranks, twelve spoons."""
    game = cardlab.game("spoons", players=13)
    state = game.match(seed=1).state
    assert len(game.pack) == 52 and len(state.playing) == 13
    assert "Spoons: twelve" in str(game.match(seed=1).view(0))


def test_players_who_are_out_are_passed_over() -> None:
    """East is out: North's card goes to South, and the tens lie aside."""
    game = cardlab.game("spoons", players=4)
    hands = {0: "KS KH KD QS", 1: "QH QD JC JS", 2: "JH JD QC KC"}
    state = game.state(hands=hands, aside="TS TH TD TC", out=(3,), phase="beat")
    state = play(game, state, {0: "give QS", 1: "give JC", 2: "give KC"})
    assert ranks(state.hands[0]) == "KKKK" and not state.hands[3]
    assert state.phase.movers(state) == (1, 2, 0)
    assert game.verdict(state, "spoon", 3).say(reader=3) == "you are out of the game"


def test_a_bot_gives_away_the_card_that_is_alone() -> None:
    game, state = table()
    simple = bot("simple", seed=1)
    assert simple.choose(game.view(state, 0)) == "give QS"
    assert simple.choose(game.view(state, 1)) == "give JS"


def test_a_table_may_be_laid_with_four_of_a_rank_in_a_hand() -> None:
    """As a bot imagines it: whoever has them takes a spoon instead of passing."""
    game, state = table(
        hands={0: "KS KH KD KC", 1: "QH QD QC JS", 2: "JH JD TS TH", 3: "QS JC TD TC"}
    )
    state = game.after(game.after(state, "give JS", 1), "spoon", 0)
    assert (state.phase.id, state.with_spoon, state.chosen) == ("reach", (0,), ())
    sensible = bot("sensible", ceiling=0.05, seed=1)
    match = game.match(seed=3)
    for _ in range(24):
        seat = match.state.phase.movers(match.state)[0]
        match.play(sensible.choose(match.seat_view(seat)), seat)


def test_bots_rarely_need_all_the_passes() -> None:
    """Of 40 deals of four simple bots, at most one is void after 40 passes."""
    game, simple, void = cardlab.game("spoons"), bot("simple", seed=1), 0
    for seed in range(40):
        match = game.match(seed=seed)
        state = match.state
        while state.phase.id == "beat":
            seat = state.to_move
            state = game.after(state, simple.choose(game.view(state, seat)), seat)
        void += state.void
    assert void <= 1

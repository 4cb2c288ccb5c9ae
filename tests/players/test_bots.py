"""The bots through their public surface: open moves in every game, nothing hidden is used, the
same view and seed the same choice, reasons in a sentence, and the worlds that a seat imagines fit
what it saw."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.engine.game import OVER
from cardlab.engine.moves import PLAYS
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.players import STRENGTHS, Effort, RandomBot, RuleOfThumbBot, SampledBot, bot, sampled
from cardlab.players.luck import beyond_luck
from cardlab.players.policy import gains, played_on, thumb_pick
from cardlab.players.tree import TreeBot
from cardlab.players.worlds import Worlds

TRICKS = [name for name in cardlab.games() if isinstance(cardlab.game(name), TrickGame)]


def positions(name: str, seed: int, wanted: int) -> list[Any]:
    """States of random play in which a seat has something to decide, spread over a deal."""
    game, rng = cardlab.game(name), random.Random(seed)
    match = game.match(seed=seed)
    found: list[Any] = []
    while not match.over and match.state.standing.deal == 1 and len(found) < 60:
        moves = match.legal_moves()
        if len(moves) > 1:
            found.append(match.state)
        match.play(rng.choice(moves))
    step = max(1, len(found) // wanted)
    return found[::step][:wanted]


def small(kind: str) -> Any:
    """A bot without a clock that looks at very little."""
    if kind == "random":
        return RandomBot(5)
    if kind == "simple":
        return RuleOfThumbBot(5)
    if kind == "tree":
        return TreeBot(5, rounds=3)
    return SampledBot(5, effort=Effort(2), calls=kind == "strong")


@pytest.mark.sampled
@pytest.mark.parametrize("name", cardlab.games())
def test_nothing_hidden_is_used(name: str) -> None:
    """Reshuffle what the seat to move does not see: with the same luck every bot decides the
    same."""
    # a tree looks far ahead and takes its time: fewer rounds, and one bot for the two that are the
    # same there
    kinds = ("simple", "sensible", "strong") if name in TRICKS else ("simple", "tree")
    for state in positions(name, 11, 2):
        game = state.game
        view = game.view(state)
        moves = game.legal_moves(state)
        other = view.imagined(random.Random(99))
        assert game.view(other) == view
        for kind in kinds:
            choice = small(kind).choose(game.view(state))
            assert choice in moves
            assert small(kind).choose(game.view(other)) == choice, (kind, state.phase)


@pytest.mark.parametrize("name", ["kaiser", "nap", "sum-run-set"])
def test_the_same_view_and_seed_the_same_choice(name: str) -> None:
    for state in positions(name, 3, 2):
        for kind in ("simple", "sensible"):
            assert len({small(kind).choose(state.game.view(state)) for _ in range(2)}) == 1


@pytest.mark.parametrize("name", cardlab.games())
def test_a_rule_of_thumb_is_a_sentence(name: str) -> None:
    for state in positions(name, 7, 3):
        found = RuleOfThumbBot(1).explain(state.game.view(state))
        said = found.why.say()
        assert (
            said
            and "{" not in said
            and not said.endswith(".")
            and found.move in state.game.legal_moves(state)
        )


def test_rules_of_thumb_in_plain_positions() -> None:
    game = cardlab.game("bridge")

    def choice(**given: Any) -> tuple[str, str]:
        found = RuleOfThumbBot(1).explain(game.view(game.state(phase="play", **given)))
        return str(found.move), found.why.say()

    assert choice(trump="NT", trick=[("west", "4S")], hands={"north": "KS 7S 2S"}) == (
        "2S",
        "second hand plays low",
    )
    third = choice(trump="NT", trick=[("west", "4S"), ("north", "2S")], hands={"east": "KS 7S 3S"})
    assert third == ("KS", "third hand plays high")
    last = [("west", "4S"), ("north", "2S"), ("east", "JS")]
    assert choice(trump="NT", trick=last, hands={"south": "AS QS 3S"}) == (
        "QS",
        "the cheapest card that wins",
    )
    partners = [("west", "4S"), ("north", "AS"), ("east", "JS")]
    assert choice(trump="NT", trick=partners, hands={"south": "KS 3S"}) == (
        "3S",
        "North is winning, so the lowest card",
    )
    assert choice(trump="H", trick=last, hands={"south": "5H 2H AC"}) == (
        "2H",
        "the lowest trump that wins",
    )


def test_a_strong_hand_bids_and_a_weak_one_passes() -> None:
    game = cardlab.game("nap")

    def call(hand: str) -> str:
        table = game.state(phase="auction", to_move=1, dealer=0, hands={1: hand})
        return str(RuleOfThumbBot(1).choose(game.view(table)))

    assert call("AS KS QS JS AH") == "nap"
    assert call("QS JS KH 8C TD") == "pass"
    assert call("9S 8S 8H 9C 8D") == "mis"


@pytest.mark.parametrize("name", ["kaiser", "malilla", "brandle", "bourre", "bridge"])
def test_worlds_fit_what_was_played(name: str) -> None:
    """In every imagined world each card that was played was open to the hand that it came from."""
    game = cardlab.game(name)
    checked = 0
    for seed in range(4):
        state = played_to(game, seed)
        if state is None:
            continue
        worlds = Worlds(game.view(state), random.Random(1))
        for _ in range(5):
            world = worlds.draw()
            assert sorted(world.all_cards()) == sorted(game.pack)
            assert game.view(world) == game.view(state)
            checked += replayed(game, world)
    assert checked > 20


def played_to(game: Any, seed: int) -> Any:
    """A state after some tricks of random play."""
    match, rng = game.match(seed=seed), random.Random(seed)
    for _ in range(300):
        if match.over:
            return None
        state = match.state
        if (
            state.phase.id == "play"
            and len(state.taken) == 3
            and len(state.trick.cards) == 1
            and len(match.legal_moves()) > 1
        ):
            return state
        match.play(rng.choice(match.legal_moves()))
    return None


def replayed(game: Any, world: Any) -> int:
    """Put the cards back, and ask of each of the later cards of every trick whether it was open;
    the number of these."""
    hands, asked = [list(hand) for hand in world.dealt()], 0
    for seat, card in zip(world.trick.seats, world.trick.cards, strict=False):
        hands[seat].append(card)
    for number, trick in enumerate(world.taken):
        for i, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            if i:
                table = world.but(
                    hands=tuple(map(tuple, hands)),
                    taken=world.taken[:number],
                    to_move=seat,
                    trick=trick._replace(cards=trick.cards[:i]),
                )
                assert card in game.legal_moves(table)
                asked += 1
            hands[seat].remove(card)
    return asked


def test_rules_of_thumb_beat_chance() -> None:
    """Duplicate deals, seats swapped: a check that cannot pass by luck of the cards."""
    game, total = cardlab.game("malilla"), 0.0
    for seed in range(12):
        for swap in (0, 1):
            state, rng = game.match(seed=seed).state, random.Random(seed)
            while state.phase is not OVER:
                player = (
                    RuleOfThumbBot(1)
                    if state.to_move % 2 == swap
                    else RandomBot(rng.randrange(10**6))
                )
                state = state.phase.apply(state, state.to_move, player.choose(game.view(state)))
            total += gains(state)[game.side_of[swap]]
    assert total > 0


def test_a_deal_that_is_played_out_is_over_and_sums_to_nothing() -> None:
    game = cardlab.game("kaiser")
    end = played_on(game.match(seed=5).state, random.Random(1))
    assert end.phase is OVER and abs(sum(gains(end).values())) < 1e-9


def test_bots_by_name() -> None:
    match = cardlab.game("kaiser").match(seed=7)
    for name in STRENGTHS:
        assert bot(name, ceiling=0.02, seed=1).choose(match.seat_view()) in match.legal_moves()
    with pytest.raises(ValueError, match="random, simple, sensible, strong"):
        bot("perfect")


def with_cards_left(name: str, cards: int) -> Iterator[Any]:
    """States of random play, one a deal, in which the seat to move has so many cards and a
    choice."""
    for seed in range(12):
        match, rng = cardlab.game(name).match(seed=seed), random.Random(seed)
        while match.state.standing.deal == 1 and not match.over:
            state, moves = match.state, match.legal_moves()
            playing = isinstance(state.phase, Tricks)
            if playing and len(state.hands[state.to_move]) == cards and len(moves) > 1:
                yield state
                break
            match.play(rng.choice(moves))


def looked_at(state: Any, worlds: int) -> int:
    """How many deals a bot of so many looks at before it plays a card."""
    thinking = SampledBot(1, effort=Effort(worlds))
    thinking.choose(state.game.view(state))
    return thinking.looked


@pytest.mark.parametrize("cards", [7, 4])
@pytest.mark.parametrize("worlds", [4, 32])
def test_as_many_deals_are_solved_as_a_bot_promises(cards: int, worlds: int) -> None:
    assert looked_at(next(with_cards_left("kaiser", cards)), worlds) == worlds


def test_more_deals_are_played_out_where_the_best_card_is_in_doubt() -> None:
    """Hearts: no solver says what a deal is worth to one of four."""
    looked = [looked_at(state, 4) for state in with_cards_left("hearts", 3)]
    assert max(looked) > 8 and min(looked) < 8 and {*looked} <= {*range(4, 33)}


def test_of_many_cards_to_pass_a_few_are_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the rules of thumb would pass first, one after another."""
    match = cardlab.game("hearts").match(seed=1)
    view = match.seat_view(match.to_move)
    tried: list[Any] = []

    def counted(world: Any, move: Any, *given: Any) -> float:
        tried.append(move)
        return 0.0

    monkeypatch.setattr(sampled, "judged", counted)
    first = RuleOfThumbBot(1).choose(view)
    assert SampledBot(1, effort=Effort(4)).choose(view) == first
    assert len({*tried}) == 5 and tried[0] == first
    table = view.imagined(random.Random(1))
    rest = [move for move in view.legal_moves() if move != first]
    second = thumb_pick(table.game.view(table, view.me), tuple(rest))
    assert second is not None and second[0] in tried


def test_another_move_is_chosen_only_when_it_is_ahead_beyond_luck() -> None:
    """One gain of the same size is enough beside one other move and too little beside eleven; a
    gain that is the same in every deal by chance is doubted where others scatter."""
    moves = [PLAYS[Card(rank + "S")] for rank in "23456789TJQK"]
    base, better, *rest = moves
    gain, none = [4.0, 0.0, 0.0, 0.0, 4.0, -2.0, 0.0, 1.0], [0.0] * 8
    two = {base: none, better: gain}
    assert beyond_luck(base, [better], two) == better
    scattered = {move: [-x for x in gain] for move in rest}
    assert beyond_luck(base, [better, *rest], two | scattered) == base
    wild = {rest[0]: [-30.0, 20.0, -10.0, 5.0, 0.0, -20.0, 10.0, 0.0]}
    small = {base: none, better: [0.5] * 8}
    assert beyond_luck(base, [better], small) == better
    assert beyond_luck(base, [better, rest[0]], small | wild) == base


def test_a_bot_stops_when_it_is_told() -> None:
    match = cardlab.game("malilla").match(seed=7)
    thinking = SampledBot(1, effort=Effort(10_000))
    thinking.stop = lambda: True
    assert thinking.choose(match.seat_view()) in match.legal_moves() and thinking.looked < 10


def test_two_bots_do_not_pass_a_card_to_and_fro_for_ever() -> None:
    """A deal of Yaniv in which both could take a three for each three that they discard."""
    game = cardlab.game("yaniv", players=2)
    hands, discards = {0: "AH 2C 3H", 1: "AD 3C"}, "3D 3S"
    dealt = cardlab.cards(" ".join((*hands.values(), discards)))
    stock = [card for card in game.pack if card not in dealt]
    state = game.state(
        phase="turn", to_move=1, hands=hands, discards=discards, stock=stock, offered="3D"
    )
    player = RuleOfThumbBot(1)
    for _ in range(60):
        if state.phase is OVER:
            break
        state = game.after(state, player.choose(game.view(state)))
    assert state.phase is OVER

"""The reason of an open move comes from a rule that has something to say of that move, in every
game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.moves import Give, Say
from cardlab.engine.rulings import Force, judge, may_not, must, rule, unless_alone
from cardlab.engine.words import ONLOOKER

OBLIGED = {
    "house-bid",
    "must-bid-after-house-pass",
    "offer-first",
    "discard-one",
    "stock-too-small",
    "widow-first",
    "does-not-extend-meld",
    "dealer-must-bid",
    "dealer-is-stuck",
    "draw-first",
    "four-of-a-kind-first",
    "draw-from-stock",
    "passed-out",
    "eldest-must-name",
    "bid-one-to-three",  # the opener has to bid
    "name-a-plain-card",  # each suit, rank and copy is a word of its own
    "expose-what-you-drew",  # without a card of the trump rank the deal goes on
}
"""Rules that refuse one kind of move in order to ask for another."""


def kind(move: Any) -> str:
    return str(move).split()[0] if isinstance(move, Say) else type(move).__name__


def spoken(verdicts: Any) -> list[tuple[str, str, str]]:
    """Open moves whose reason is a prohibition that refuses no move of their kind here."""
    found = []
    for move, verdict in verdicts.items():
        if not verdict.legal or verdict.force is not Force.BINDING:
            continue
        fallen = {kind(m) for m, v in verdicts.items() if not v.legal and v.rule == verdict.rule}
        if kind(move) not in fallen and verdict.rule not in OBLIGED:
            found.append((str(move), str(verdict.rule), verdict.reason))
    return found


@pytest.mark.parametrize("id", cardlab.games())
def test_no_reason_is_about_other_moves(id: str) -> None:
    rng = random.Random(5)
    for seed in (1, 2):
        match = cardlab.game(id).match(seed=seed)
        for _ in range(120):
            if match.over:
                break
            state = match.state
            for seat in state.phase.movers(state) or (state.to_move,):
                assert not spoken(match.game.verdicts(state, seat))
            match.play(rng.choice(match.legal_moves()))


def reason(game: str, move: str, **given: Any) -> tuple[str | None, str]:
    verdict = cardlab.game(game).verdict(cardlab.game(game).state(**given), move)
    assert verdict.legal
    return verdict.rule, verdict.reason


FREE = (None, "no rule restricts you here")


def test_yaniv_and_its_discards_have_nothing_to_do_with_wrong_sets() -> None:
    table = {
        "phase": "turn",
        "to_move": 0,
        "hands": {0: "AC AD JK", 1: "KS QS"},
        "stock": "2S 3S",
        "offered": "7S",
    }
    assert (
        cardlab.game("yaniv").verdict(cardlab.game("yaniv").state(**table), "AC AD JK").rule
        == "joker-not-wild-in-set"
    )
    assert reason("yaniv", "yaniv", **table) == FREE
    assert reason("yaniv", "discard JK", **table) == FREE
    assert reason("yaniv", "discard AC AD", **table) == FREE


def test_a_card_that_a_prohibition_did_not_touch_is_open_for_other_reasons() -> None:
    table = {"trump": "H", "trick": [(3, "2C")], "hands": {0: "7S 4D"}}
    assert (
        cardlab.game("malilla").verdict(cardlab.game("malilla").state(**table), "7S").rule
        == "unled-plain-seven"
    )
    assert reason("malilla", "4D", **table)[0] == "must-follow-suit"
    assert reason("couillon", "AD", trump="H", trick=[(3, "9D")], hands={0: "AD AS"}) == (
        "must-follow-or-trump",
        "you hold diamonds, so only diamonds and trumps are legal",
    )


@rule("no-clubs", "No clubs")
def no_clubs(table: Any, moves: tuple[str, ...]) -> Any:
    """Play no club."""
    return may_not(moves, lambda m: m.endswith("C"), "clubs stay in {your} hand")


@rule("aces-first", "Aces first")
def aces_first(table: Any, moves: tuple[str, ...]) -> Any:
    """Play an ace if you can."""
    return must(moves, lambda m: m.startswith("A"), "{you} {have} an ace", "{you} {have} no ace")


@rule("no-twos", "No twos")
def no_twos(table: Any, moves: tuple[str, ...]) -> Any:
    """Play no two, unless you hold nothing else."""
    return unless_alone(moves, lambda m: m.startswith("2"), "a two stays", "{you} {have} only twos")


def test_obligations_speak_of_what_they_leave_and_prohibitions_of_what_they_remove() -> None:
    assert judge(None, (no_clubs,), ("3C", "3H"))["3H"].rule is None
    assert judge(None, (no_clubs, aces_first), ("3C", "3H"))["3H"].reason == "you have no ace"
    assert judge(None, (no_clubs, aces_first), ("3C", "AH", "3H"))["AH"].reason == "you have an ace"
    assert judge(None, (no_twos,), ("2C", "3H"))["3H"].rule is None
    assert judge(None, (no_twos,), ("2C", "2H"))["2H"].reason == "you have only twos"


def refused(game: str, move: Any, **given: Any) -> Any:
    verdict = cardlab.game(game).verdict(cardlab.game(game).state(**given), move)
    assert not verdict.legal
    return verdict


def test_a_later_rule_says_what_it_leaves() -> None:
    table = {"trump": "H", "trick": [(3, "QS")], "hands": {0: "KS JS 5S AD"}}
    verdict = refused("malilla", "AD", **table)
    assert verdict.reason == "spades were led and you have three; of these, only K♠ can beat Q♠"
    assert [str(step.rule) for step in verdict.chain] == ["must-follow-suit", "must-beat-opponent"]
    assert verdict.instead == ("KS",) and verdict.chain[-1].ruling.kept == ("KS",)
    low = refused("malilla", "5S", **table)
    assert low.reason == "K♠ can beat East's Q♠" and len(low.chain) == 1


def test_what_a_prohibition_leaves_is_the_rest() -> None:
    table = {"trump": "S", "trick": [(3, "QD")], "hands": {0: "7H 2C 6S"}}
    verdict = refused("malilla", "7H", **table)
    assert verdict.reason == "nobody has led hearts in this deal; of the rest, only 6♠ can beat Q♦"


def test_after_a_refusal_that_is_not_about_cards_nothing_is_called_the_rest() -> None:
    table = {"trump": "C", "trick": [(0, "AS")], "to_move": 1, "hands": {1: "TS 9S QH"}}
    verdict = refused("euchre", "order up", phase="play", **table)
    assert verdict.reason == "clubs are trumps already; only 10♠ and 9♠ can follow suit"
    assert refused("euchre", "QH", phase="play", **table).reason == (
        "spades were led and you have two"
    )
    table = {"trump": "C", "trick": [(0, "AS")], "to_move": 1, "declarer": 0}
    verdict = refused("peep-nap", Give("QH"), phase="play", hands={1: "TS QH 9D"}, **table)
    assert verdict.reason == (
        "the hand may be changed before the first lead only; only 10♠ can follow suit"
    )


def test_a_trump_that_does_not_look_like_one_is_named() -> None:
    table = {"trump": "S", "trick": [(3, "KS")], "hands": {0: "6S JD 2H 9C"}}
    verdict = refused("cardigan", "9C", **table)
    assert verdict.reason == "trumps were led and you have three; J♦ and 2♥ are trumps"


def test_a_reason_is_about_the_hand_and_for_a_reader() -> None:
    match = cardlab.game("bridge").match(seed=3)
    for call in ("7NT", "pass", "pass", "pass", "5D"):
        match.play(call)
    verdict = match.verdict("JS")
    assert verdict.hand == 2
    assert [verdict.say(reader) for reader in (None, 0, 1, 2, ONLOOKER)] == [
        "diamonds were led and the dummy has six",
        "diamonds were led and the dummy has six",
        "diamonds were led and the dummy has six",
        "diamonds were led and you have six",
        "diamonds were led and North has six",
    ]
    assert match.verdict("KD").reason == "it is the dummy's turn"
    assert match.verdict("KD", seat=1).reason == "it is the dummy's turn"
    names = ("Ann", "Ben", "Cleo", "Dan")
    assert verdict.say(ONLOOKER, names) == "diamonds were led and Cleo has six"


def test_a_move_of_another_phase_says_what_is_on() -> None:
    match = cardlab.game("bridge").match(seed=3)
    held = match.state.hands[0][0]
    for text in (str(held), f"play {held}"):
        # "2H" is a bid as well: what is typed so is taken for the call
        if text not in match.candidates():
            verdict = match.verdict(text)
            assert (verdict.rule, verdict.reason) == (
                "wrong-phase",
                "the auction is still on: bid or pass",
            )
    for call in ("1C", "pass", "pass", "pass"):
        match.play(call)
    for text in ("pass", "7NT", "X"):
        verdict = match.verdict(text)
        assert (verdict.rule, verdict.reason) == ("wrong-phase", "the play has begun: play a card")
        assert verdict.instead == match.legal_moves()


def test_when_the_match_is_over_nobody_moves() -> None:
    rng = random.Random(3)
    match = cardlab.game("couillon").match(seed=3)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    verdict = match.verdict("AS")
    assert (verdict.rule, verdict.reason) == ("match-over", "the match is over")
    with pytest.raises(cardlab.IllegalMove, match="the match is over"):
        match.play("AS")


@pytest.mark.parametrize(
    ("id", "trump", "led", "hand", "said"),
    [
        ("euchre", "S", "KC", "JC AC 9H", "clubs were led and you have one; J♣ is a trump"),
        ("euchre", "S", "AS", "JC 9H KS", "trumps were led and you have two; J♣ is a trump"),
        ("euchre", "S", "AS", "KS 9H", "spades were led and you have one"),
        (
            "cardigan",
            "S",
            "KS",
            "2H 2H JD 9C",
            "trumps were led and you have three; 2♥ and J♦ are trumps",
        ),
        (
            "cardigan",
            "S",
            "KH",
            "2H JH 3H 9C",
            "hearts were led and you have one; 2♥ and J♥ are trumps",
        ),
        ("hearts", None, "KS", "2S 9C", "spades were led and you have one"),
    ],
)
def test_a_trump_whose_sign_hides_it_is_named_where_it_matters(
    id: str, trump: str | None, led: str, hand: str, said: str
) -> None:
    """Each once: among those that follow, and among those that look as if they did."""
    given = {} if trump is None else {"trump": trump}
    (refused,) = [card for card in hand.split() if card in ("9H", "9C")]
    assert refused_as(id, refused, trick=[(3, led)], hands={0: hand}, **given) == said


def refused_as(id: str, move: str, **given: Any) -> str:
    game = cardlab.game(id)
    verdict = game.verdict(game.state(**given), move)
    assert not verdict.legal
    return str(verdict.reason)

"""The parts of the odds: what is put together, what is refused, what a game makes worth asking."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

import cardlab
from cardlab.engine.cards import cards, pack
from cardlab.labs import odds
from cardlab.labs.odds import counting, events, simulation
from cardlab.labs.odds.questions import questions

SMALL = pack("AKQ", "SHC") + cards("JK JK")


def every(event: odds.Event, size: int) -> Fraction:
    """The chance by writing out every hand."""
    hands = list(itertools.combinations(SMALL, size))
    return Fraction(sum(event.holds(hand) for hand in hands), len(hands))


@pytest.mark.parametrize("size", [1, 3, 4, 6])
@pytest.mark.parametrize(
    "event",
    [
        events.count(SMALL, "A", least=2),
        events.count(SMALL, "AS KH", exactly=1),
        events.count(SMALL, "JK", most=1),
        events.has(SMALL, "AS KS"),
        events.void("S"),
        events.void("", ("S", "H", "C")),
        events.longest(2, ("S", "H", "C")),
        events.copies(2),
        events.copies(2, "rank"),
        events.run(2, [cards("AS KS QS"), cards("AH KH QH"), cards("AC KC QC")]),
        events.worth({c: "QKA".find(c.rank) + 1 for c in SMALL}, least=4),
        events.both(events.count(SMALL, "A", least=1), events.void("S")),
        events.either(
            events.void("H"),
            events.count(SMALL, "K", exactly=2),
            events.longest(3, ("S", "H", "C")),
        ),
        events.not_(events.both(events.void("S"), events.void("H"))),
        events.Judged(
            "an ace", lambda hand: any(c.rank == "A" for c in hand), lambda card: card.rank
        ),
    ],
    ids=str,
)
def test_counting_is_writing_out(event: odds.Event, size: int) -> None:
    assert event.exact(SMALL, size).value == every(event, size)
    if isinstance(event, odds.Condition):
        parts = event.spread(SMALL, size)
        assert sum(p for _, p, _ in parts) == 1 and sum(p for _, p, true in parts if true) == every(
            event, size
        )


def test_formula_comes_to_the_value() -> None:
    """Terms are added up again from their text: what is printed is what was counted."""
    import re
    from math import comb

    for event in (
        events.count(pack(), "A", least=2),
        events.shape("5-4-3-1"),
        events.copies(2, "rank"),
        events.void(""),
    ):
        found = event.exact(pack(), 13)
        assert found.terms
        total = sum(t.value for t in found.terms)
        assert (comb(52, 13) - total if found.against else total) == found.ways
    text = events.count(pack(), "A", least=2).exact(pack(), 13).formula
    plain = re.sub(r"C\((\d+), (\d+)\)", r"comb(\1, \2)", text).replace("·", "*").replace("−", "-")
    assert (
        abs(eval(plain, {"comb": comb}) - 5359 / 20825) < 1e-12
    )  # the text was made here, not by a stranger


def test_several_hands() -> None:
    """Somebody is dealt two aces: by sharing out every pack of six cards."""
    six = cards("AS AH AC KS KH KC")
    event = events.count(six, "A", exactly=2)
    deals = list(itertools.permutations(six))
    hits = sum(any(event.holds(order[i : i + 2]) for i in (0, 2, 4)) for order in deals)
    assert odds.at_some_hand(event, six, 2, 3).value == Fraction(hits, len(deals))


def test_too_many() -> None:
    meld = odds.ask("gin-rummy", "meld").posed()
    assert meld.exact() is None and meld.reason().startswith("No exact value here:")
    with pytest.raises(odds.TooMany):
        events.either(events.copies(3, "rank"), events.run(3, [cards("AS KS QS")])).exact(
            pack(), 10
        )


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_every_game_has_questions(id: str) -> None:
    """Each can be posed as it stands, has words, and its exact value and picture agree with a
    few deals of the game."""
    game = cardlab.game(id)
    asked = questions(game)
    assert len(asked) >= 2 or odds.note(game)
    assert len({q.id for q in asked}) == len(asked)
    for question in asked:
        posed = question.posed()
        exact = posed.exact()
        assert posed.said.endswith(".") and (exact is not None or posed.reason().endswith("."))
        if parts := posed.parts():
            assert sum(p.value for p in parts) == 1 and exact is not None
            assert sum(p.value for p in parts if p.asked) == exact.value
        n = 60 if question.id != "play" else 4
        few = posed.simulated(n, seed=2)
        assert sum(times for _, times in few.tally) == n
        if exact is not None:
            assert few.errors_from(exact) < 4.5, (question, exact, few)
            seen = {value for value, _ in few.tally}
            assert not parts or seen <= {p.said for p in parts}, question


def test_the_rule_itself_is_asked() -> None:
    """The misdeal of Kaiser is judged by its rule: hands that the rule lets through are those
    that were counted."""
    event = odds.ask("kaiser", "may-misdeal").posed()
    assert event.exact() == odds.ask("kaiser", "may-misdeal").exact()
    game = cardlab.game("kaiser")
    from cardlab.labs.odds.questions import hand_moves, is_legal

    (misdeal,) = hand_moves(game)
    table = game.match(seed=1).state
    bare, rng = [c for c in game.pack if c.rank in "T987"], random.Random(4)
    for _ in range(20):
        hand = tuple(rng.sample(bare, 8))
        assert is_legal(table.but(hands=table.held(table.to_move, hand)), misdeal)
        one = (*hand[1:], rng.choice([c for c in game.pack if c not in bare]))
        assert not is_legal(table.but(hands=table.held(table.to_move, one)), misdeal)


def test_declaring_is_having_copies() -> None:
    """Cardigan's rule for declaring and the counting of copies say the same of every deal."""
    rule = odds.ask("cardigan", "may-declare").posed()
    counted = odds.ask("cardigan", "copies").posed()
    exact = counted.exact()
    assert exact is not None and rule.simulated(400, seed=5).errors_from(exact) < 3
    assert rule.simulated(200, seed=6).hits == counted.simulated(200, seed=6).hits


def test_a_changed_game_has_its_own_odds() -> None:
    whole = odds.hand(cardlab.game("nap", cards=52)).none("A").value
    assert whole == odds.drawn(pack(), 5).none("A").value != odds.hand("nap").none("A").value
    assert {q.id for q in odds.questions(cardlab.game("nap", joker=True))} - {
        q.id for q in odds.questions("nap")
    } == {"joker"}


def test_running_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """They grow, can be left, and come out the same for the same seed; by a clock on which each
    trial takes a fourth of a beat, there is one after every fifth."""
    clock = itertools.count()
    monkeypatch.setattr(simulation, "BEAT", 4)
    monkeypatch.setattr(simulation, "perf_counter", lambda: next(clock))
    hand = odds.hand("bridge")
    steps = list(hand.simulate(hand.void_in(), 3000, seed=8))
    trials = [step.trials for step in steps]
    assert trials[:2] == [5, 10] and trials[-1] == 3000 and trials == sorted({*trials})
    assert steps[-1].error < steps[0].error
    again = hand.simulated(hand.void_in(), 3000, seed=8)
    assert (again.hits, again.trials) == (steps[-1].hits, 3000)
    assert next(hand.simulate(hand.void_in(), 5_000_000, seed=8)).trials == 5


def test_playing_out() -> None:
    posed = odds.ask("kaiser", "play").posed()
    found = posed.simulated(60, seed=1)
    assert posed.exact() is None and found.hits == 60
    titles = {title for value, _ in found.tally for title in value}
    assert {"Contract made", "Contract failed"} <= titles


@pytest.mark.parametrize("n", [0, -1, 10**9, 1.5, True, "many", None])
def test_so_many_deals_are_refused(n: object) -> None:
    hand = odds.hand("nap")
    with pytest.raises(ValueError, match=r"simulate at (least|most)|whole number"):
        hand.simulate(hand.void_in(), n)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "asked",
    [
        lambda: odds.hand("kaiser").at_least(1, "2"),
        lambda: odds.hand("kaiser").at_least(1, ""),
        lambda: odds.hand("kaiser").at_least(1, "queens"),
        lambda: odds.hand("kaiser").at_least(-1, "A"),
        lambda: odds.hand("kaiser").void("X"),
        lambda: odds.hand("kaiser").shape("4-4"),
        lambda: odds.hand("kaiser").shape("a-b-c-d"),
        lambda: odds.hand("seven-and-a-half"),
        lambda: odds.drawn("AKQ", 13),
        lambda: odds.drawn("AKQ", 0),
        lambda: odds.split(27),
        lambda: odds.split(-1),
        lambda: odds.split(5, (13.0, 13)),  # type: ignore[arg-type]
        lambda: odds.split_of(5, "4-4"),
        lambda: odds.ask("snap", "void"),
        lambda: odds.ask("kaiser", "cards").posed(many=99),
        lambda: odds.ask("kaiser", "cards").posed(many="lots"),
        lambda: odds.ask("kaiser", "cards").posed(which="A" * 500),
        lambda: odds.ask("kaiser", "cards").posed(colour="red"),
        lambda: odds.ask("kaiser", "shape").posed(lengths="9-9-9-9"),
        lambda: odds.ask("seven-and-a-half", "bust").posed(cards="5D 5D"),
        lambda: odds.ask("seven-and-a-half", "bust").posed(cards="7D 7H"),
        lambda: odds.ask("seven-and-a-half", "bust").posed(cards="hello"),
    ],
)
def test_what_cannot_be_is_a_sentence(asked: object) -> None:
    with pytest.raises(ValueError) as said:
        asked()  # type: ignore[operator]
    words = str(said.value)
    assert len(words.split()) > 4 and "Traceback" not in words and "!" not in words


def test_whole_numbers_beyond_reach_stay_exact() -> None:
    """Four packs: the numbers are longer than a float can hold."""
    found = odds.hand("cardigan").copies(3)
    assert found.value.denominator > 2**40 and found.sympy() == found.value
    assert counting.how_many((4,) * 52, 13) > 10**9


def test_imports_stay_light() -> None:
    import subprocess
    import sys

    code = (
        "import sys, cardlab.labs.odds as o; o.ask('kaiser', 'may-misdeal').exact().mathml;"
        " print('sympy' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "False"
    )

"""Bids that mean something: a system is data, and every call is true of the hand that made it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import cards
from cardlab.players import Effort, SampledBot, bot
from cardlab.players.bidding.choosing import choose, hearing, left_to_judgement, meaning
from cardlab.players.bidding.conditions import Span
from cardlab.players.bidding.handvalues import HandValue
from cardlab.players.bidding.hearing import GAME_LEVELS, Hearing
from cardlab.players.bidding.reading import SystemFault
from cardlab.players.bidding.showing import measured
from cardlab.players.bidding.speaking import counted, says, spoken, word_of
from cardlab.players.bidding.tables import read, system
from cardlab.players.worlds import Worlds

BRIDGE = cardlab.game("bridge")
NATURAL = system("bridge-natural")
Auction = tuple[list[HandValue], list[tuple[Hearing, str, Any]], tuple[str, ...]]


def dealt(rng: random.Random) -> list[HandValue]:
    deck = list(BRIDGE.pack)
    rng.shuffle(deck)
    return [counted(BRIDGE, deck[13 * i : 13 * i + 13]) for i in range(4)]


def auctions(deals: int, seed: int) -> Iterator[Auction]:
    """Random deals bid by the tables: the hands, each call with what was heard before it and the
    row that made it, and all words."""
    rng = random.Random(seed)
    for _ in range(deals):
        hands, calls, words = dealt(rng), [], ()
        while len(words) < 4 or words[-3:] != ("P", "P", "P"):
            heard = hearing(NATURAL, words)
            chosen = choose(NATURAL, heard, hands[heard.seat])
            word = chosen.word if chosen else "P"
            calls.append((heard, word, chosen))
            words = (*words, word)
        yield hands, calls, words


@pytest.mark.slow
def test_every_call_means_what_is_true_of_the_hand_that_made_it() -> None:
    """Of 5,000 calls each lies in the ranges that it shows, the row that made it is one of those
    that its hearers think of, and after the auction every hand lies in all that it has shown.  What
    it asks of the partner is heard as it was meant, but for one in 150 that only the hand could tell
    from another."""
    checked = gaps = judged = misheard = 0
    for hands, calls, words in auctions(560, seed=20):
        for heard, word, chosen in calls:
            if chosen is None:
                gaps += 1
                continue
            hand, meant = hands[heard.seat], meaning(NATURAL, heard, word)
            for key, span in meant.ranges.items():
                assert measured(hand, key) in span, (heard.words, word, key)
            assert chosen.row in meant.rows, (heard.words, word)
            assert not chosen.row.judged, (heard.words, word)
            checked += 1
            misheard += meant.told.force != chosen.row.force
            for other in left_to_judgement(NATURAL, heard, hand):
                told = meaning(NATURAL, heard, other.word)
                assert all(measured(hand, key) in span for key, span in told.ranges.items())
                assert other.row in told.rows, (heard.words, other.word)
                judged += 1
        if all(chosen for _, _, chosen in calls):
            after = hearing(NATURAL, words)
            assert all(after.shown[seat].holds(hands[seat]) for seat in range(4)), words
    assert checked >= 5000 and judged >= 50
    assert misheard * 150 <= checked
    assert gaps <= checked // 1000, "the tables know a call for nearly every hand"


NOT_SAID_AT_THE_TABLE = re.compile(
    r"\bbars?\b|\bown (?:trumps|suit|long)|\b(?:fit|suit|minor) of \w+|last (?:seat|hand)|to make[:,] [^o]"
    r"|^as asked|^enough|^stop:|\bforced up|answers as\b|an open suit|a suit is open"
)
"""Words that were translated, where bridge players say preempt, eight-card fit, balancing seat."""


def test_calls_are_explained_in_the_words_of_bridge_players() -> None:
    sayings = {row.says for context in NATURAL.contexts for row in context.rows}
    assert {"completes the transfer", "preemptive: {shows}", "high enough, {points}"} <= sayings
    assert not sorted(filter(NOT_SAID_AT_THE_TABLE.search, sayings))


@pytest.mark.slow
def test_auctions_end() -> None:
    """From the first bid to the last pass: twenty calls, and thirty where both sides bid."""
    for _, calls, words in auctions(150, seed=5):
        bidders = {heard.seat % 2 for heard, word, _ in calls if word[0].isdecimal()}
        opened = calls[-1][0].opened
        assert len(words) - opened <= (30 if len(bidders) > 1 else 20), words


def test_the_calls_of_the_examples() -> None:
    text = (Path(__file__).parent / "bridge_calls.txt").read_text(encoding="utf-8")
    lines = [line.split(" | ") for line in text.splitlines() if " | " in line]
    assert len(lines) == 60
    for auction, hand, call in lines:
        words = () if auction == "-" else tuple(auction.split())
        chosen = choose(NATURAL, hearing(NATURAL, words), counted(BRIDGE, cards(hand)))
        assert chosen is not None and chosen.word == call, (auction, hand, call, chosen)


def test_the_calls_that_a_system_hears_are_those_of_the_rules() -> None:
    """Bids above the last one, doubles of the other side's bid: as the game itself says."""
    rng = random.Random(3)
    for seed in range(12):
        match = BRIDGE.match(seed=seed)
        while match.state.phase.id == "auction" and len(match.state.calls) < 14:
            told = spoken(match.seat_view())
            assert told is not None
            moves = match.legal_moves()
            assert told.heard.open == {word_of(move) for move in moves}
            low = [move for move in moves if word_of(move) in ("P", "X", "XX")]
            match = match.play(rng.choice([*low, *moves[:6]]))


def test_bots_call_by_the_tables_and_by_nothing_that_they_cannot_see() -> None:
    match = BRIDGE.match(seed=12)
    rng = random.Random(1)
    while match.state.phase.id == "auction":
        view = match.seat_view()
        moves = [bot(name, seed=1).choose(view) for name in ("simple", "sensible")]
        told = spoken(view)
        assert told is not None
        chosen = choose(NATURAL, told.heard, counted(BRIDGE, view.hand))
        assert chosen is not None and {word_of(move) for move in moves} == {chosen.word}
        other = BRIDGE.view(view.imagined(rng), view.me)
        assert bot("simple", seed=1).choose(other) == moves[0]
        match = match.play(moves[0])


def after_calls(seed: int, calls: str) -> Any:
    match = BRIDGE.match(seed=seed)
    for call in calls.split():
        match = match.play(call)
    return match.seat_view()


def strong() -> SampledBot:
    """A strong bot without a clock."""
    return SampledBot(1, effort=Effort(32), calls=True)


@pytest.mark.slow
def test_a_strong_bot_bids_a_slam_that_the_table_does_not() -> None:
    """Five cards of the suit that the partner jumped away from, his second suit a singleton, and
    an ace: with eight points the table goes to game."""
    pytest.importorskip("numba")
    view = after_calls(500276, "pass 1D pass 1S pass 3H pass")
    assert bot("simple", seed=1).choose(view) == "5D"
    choice = strong().explain(view)
    assert choice.move == "6D"
    assert "judged by the hands that fit the calls" in choice.why.say()
    assert strong().choose(view) == choice.move, "the same seed, the same call"
    assert "judged by the hands" in says(view, "6D"), "whoever hears it learns the same"


def test_a_strong_bot_stays_in_game_where_deals_that_fit_make_no_slam() -> None:
    pytest.importorskip("numba")
    view = after_calls(500167, "1H pass 3H pass")
    told = spoken(view)
    assert told is not None
    left = left_to_judgement(NATURAL, told.heard, counted(BRIDGE, view.hand))
    assert [chosen.word for chosen in left] == ["6H", "4H", "3N"]
    player = strong()
    assert player.choose(view) == "4H"
    assert player.looked >= 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "calls", "tabled", "judged"),
    [
        (20121, "pass pass 1C 1D 1H 3D", "pass", "4H"),
        (20238, "1S 2H 3S", "pass", "X"),
        (20238, "1S 2H", "3S", "3S"),
    ],
)
def test_a_strong_bot_judges_games_and_doubles_but_not_what_the_table_knows_better(
    seed: int, calls: str, tabled: str, judged: str
) -> None:
    pytest.importorskip("numba")
    view = after_calls(seed, calls)
    assert bot("simple", seed=1).choose(view) == tabled
    assert strong().choose(view) == judged


def test_partners_reckon_with_the_table_though_a_call_may_have_been_judged() -> None:
    """Three no trump over a heart shows 13 to 15 points; who judges may have fewer, which is said
    and true, but the opener reckons with thirteen."""
    heard = hearing(NATURAL, ("1H", "P"))
    told = meaning(NATURAL, heard, "3N")
    assert told.expected["hcp"] == Span(13, 15)
    assert told.ranges["hcp"] == Span(9)
    assert "13–15 points; or by judgement" in told.says
    assert hearing(NATURAL, ("1H", "P", "3N")).shown[heard.seat]["hcp"] == Span(13, 15)


def test_a_strong_bot_without_time_calls_by_the_table() -> None:
    view = after_calls(500276, "pass 1D pass 1S pass 3H pass")
    assert SampledBot(1, effort=Effort(32), calls=True, ceiling=0.0).choose(view) == "5D"


def test_none_or_four_aces_is_an_answer_too() -> None:
    """Who asked for aces after a fit in spades does not leave the partner in five clubs."""
    words = ("1S", "P", "3S", "P", "4N", "P", "5C", "P")
    one = counted(BRIDGE, cards("AS KS QS JS 6S 4S KH QH JH AD KD QD 2C"))
    three = counted(BRIDGE, cards("AS KS QS JS 6S 4S AH KH QH AD KD 3D 2C"))
    for hand, call in ((one, "5S"), (three, "6S")):
        chosen = choose(NATURAL, hearing(NATURAL, words), hand)
        assert chosen is not None and chosen.word == call


def test_a_call_is_explained_in_words() -> None:
    match = BRIDGE.match(seed=3)
    assert says(match.seat_view(), "1N").startswith("15–17 balanced")
    match = match.play("1NT").play("pass")
    assert says(match.seat_view(), "2C").startswith("Stayman")
    assert says(cardlab.game("hearts").match(seed=1).seat_view(), "1N") == ""


ROWS = """
id = "test"
title = "A test"
[[context]]
after = ["{after}"]
rows = [
  {{ call = "{call}", needs = "{needs}", says = "one" }},
  {{ call = "2H", needs = "hcp 6-9, H 5+", says = "two" }},
]
[[context]]
after = ["1N"]
rows = [{{ call = "P", needs = "hcp 0-40", says = "three" }}]
"""


@pytest.mark.parametrize(
    ("after", "call", "needs", "sentence"),
    [
        ("1M", "P", "hcp 6-12", "line 8: 2H is never reached, because every hand for it makes the"),
        ("1M", "3H", "hcp 6-9", "call of line 7, 3H"),
        ("1N", "1S", "S 5+", "line 10: what follows '1N' is stated already, in line 4"),
        ("1M", "1S", "hcp 12-10", "line 7: no number lies in 12-10"),
        ("1M", "1S", "hcp 6-9, hcp 11+", "line 7: no hand has both hcp 6-9 and hcp 11+"),
        ("1M", "1S", "hpc 6-9", "line 7: there is no test 'hpc 6-9'"),
        ("1M", "9S", "hcp 6-9", "line 7: '9S' is no call"),
        ("1M 8Q", "1S", "hcp 6-9", "line 4: '8Q' is no call that a pattern can ask for"),
    ],
)
def test_a_table_that_contradicts_itself_is_named_with_its_lines(
    after: str, call: str, needs: str, sentence: str
) -> None:
    with pytest.raises(SystemFault) as told:
        read(ROWS.format(after=after, call=call, needs=needs), "test.toml")
    assert sentence in str(told.value), told.value


def test_imagined_deals_fit_the_auction() -> None:
    """After 1NT, two of hearts for spades and game, the hands of a strong bot's deals are such
    hands; whoever cannot see the calls deals any."""
    match = BRIDGE.match(seed=2)
    for call in ("1NT", "pass", "2H", "pass", "2S", "pass", "4S", "pass", "pass", "pass"):
        match = match.play(call)
    view = match.seat_view()
    opener, responder = match.state.calls[0][0], match.state.calls[2][0]
    assert view.me not in (opener, responder)

    def fitting(calls: bool) -> int:
        worlds = Worlds(view, random.Random(1), calls=calls)
        dealt = [[counted(BRIDGE, hand) for hand in worlds.draw().dealt()] for _ in range(12)]
        return sum(
            15 <= hands[opener].hcp <= 17
            and hands[opener].balanced
            and hands[responder].lengths["S"] >= 5
            for hands in dealt
        )

    assert fitting(calls=True) >= 9
    assert fitting(calls=False) <= 3


def test_a_world_keeps_what_is_seen_and_what_the_play_has_told() -> None:
    match = BRIDGE.match(seed=15)
    player = bot("simple", seed=1)
    for _ in range(40):
        match = match.play(player.choose(match.seat_view()))
    view, worlds = match.seat_view(), Worlds(match.seat_view(), random.Random(2), calls=True)
    for _ in range(6):
        world = worlds.draw()
        assert world.hands[view.me] == match.state.hands[view.me]
        assert world.taken == match.state.taken
        assert sorted(card for hand in world.hands for card in hand) == sorted(
            card for hand in match.state.hands for card in hand
        )


@pytest.mark.slow
def test_forces_are_kept() -> None:
    """Nobody passes a call that forces when the next hand passed, but for a take-out double that is
    left in; a side that is forced to game gets there, but for 2♣ 2♦ 2NT."""
    kept = to_game = 0
    for _, calls, words in auctions(150, seed=77):
        for heard, word, _ in calls:
            if heard.forced_once and heard.back(2)[0] != "X":
                kept += 1
                assert word != "P", (words, heard.words)
        after = hearing(NATURAL, words)
        for side in (0, 1):
            told = [told.force for i, told in enumerate(after.told) if i % 2 == side]
            last = after.last_bid
            if "game" in told and [w for w in words if w != "P"] != ["2C", "2D", "2N"]:
                to_game += 1
                assert int(last[0]) >= GAME_LEVELS[last[1]], words
    assert kept > 20 and to_game > 20

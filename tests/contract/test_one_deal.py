"""Every rule sheet ends its rules with one deal, which happened as it is told.

The printed text is read back by itself: cards, seats and points in it are looked for in the moves of
the record and in the lines of the score.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import SUITS
from cardlab.engine.one_deal import TITLE, Example, example, one_deal, record_of
from cardlab.web.pages.sheet import sheet_html
from tests.one_deal import met

GAMES = cardlab.games()
SIGN = re.compile(r"(?<![\w♣♦♥♠½])(10|[2-9AKQJ])([♣♦♥♠])(?!\w)")
LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
LONGEST = 22
"""Lines of a deal on the text sheet."""


def played(id: str) -> tuple[Any, Example, Any]:
    game: Any = cardlab.game(id)
    given = example(game)
    assert given is not None, f"python -m tests.one_deal {id} writes it"
    return game, given, record_of(game, given).replay()


def printed(text: str) -> list[str]:
    """The lines of the deal on a text sheet."""
    return text.split(f"\n{TITLE}\n")[1].split("\n\n")[0].splitlines()


def rows(lines: list[str]) -> list[list[str]]:
    """The cells of the tricks, without empty ones."""
    cells = [re.split(r"\s{2,}", line.strip()) for line in lines]
    return [row for row in cells if len(row) > 2 and row[0].isdigit()]


def codes(text: str) -> list[str]:
    """The cards that a text names, as records write them."""
    return [("T" if rank == "10" else rank) + LETTERS[suit] for rank, suit in SIGN.findall(text)]


@pytest.mark.parametrize("id", GAMES)
def test_the_deal_is_a_whole_one_and_something_is_scored(id: str) -> None:
    _, given, match = played(id)
    end = match.ends[0]
    assert end == len(given.moves)
    assert match.state_at(end).phase.id == "over"
    assert any(entry.points for entry in match.lines_at(end))
    begin, upto = given.told
    assert 0 <= begin <= upto <= end and (begin < upto or given.tricks)
    assert len(given.notes) <= 3


@pytest.mark.parametrize("id", GAMES)
def test_it_is_on_every_sheet_and_in_no_difference(id: str) -> None:
    game = cardlab.game(id)
    lines = printed(game.rules())
    assert lines and len(lines) <= LONGEST
    assert printed(game.rules(full=True)) == lines
    page = re.sub(r"<[^>]+>", " ", sheet_html(game).split('class="sheet-deal"')[1])
    assert " ".join(lines[-1].split())[-30:] in " ".join(page.split())
    other = cardlab.game("snap" if id != "snap" else "hearts")
    assert f"\n{TITLE}\n" not in game.rules(than=other)


@pytest.mark.parametrize("id", GAMES)
def test_every_trick_was_played_as_it_is_printed(id: str) -> None:
    """Seat by seat the cards were moved in that order, and the taker led or holds the trick."""
    game, given, match = played(id)
    begun = next(number for number, (seat, _) in enumerate(given.moves) if seat is not None)
    moved = {(seat, code) for seat, text in given.moves[begun:] for code in text.split()}
    table = rows(printed(game.rules()))
    assert [int(row[0]) for row in table] == list(given.tricks)
    state = match.state_at(match.ends[0])
    for row in table:
        shown = [cell for cell in row[1:] if cell.split()[0] in game.names and " " in cell]
        seats = [game.names.index(cell.split()[0]) for cell in shown]
        taker = row[len(shown) + 1]
        assert seats and taker in game.names
        trick = state.taken[int(row[0]) - 1]
        assert list(dict.fromkeys(trick.seats)) == list(dict.fromkeys(seats))
        for seat, cell in zip(seats, shown, strict=True):
            for code in codes(cell):
                turned = (seat, "turn") in moved and code in given.moves[0][1]  # by an automaton
                assert (seat, code) in moved or turned, (row, code)
        led_next = [other for other in table if int(other[0]) == int(row[0]) + 1]
        assert all(other[1].split()[0] == taker for other in led_next), row


@pytest.mark.parametrize("id", GAMES)
def test_trumps_that_lie_before_the_deal_that_is_told_are_told(id: str) -> None:
    """Made by a turned card, or shown while the cards were dealt; what is bid is in the score."""
    game, given, match = played(id)
    before = match.state_at(given.told[0])
    order = game.order(before)
    trump = SUITS.get(getattr(order, "trump", None) or "")
    if not given.tricks or trump is None or game.trumps or game.calls(before):
        assert id not in TURNED
        return
    head = " ".join(" ".join(printed(game.rules())).split()).partition(" led ")[0]
    assert f"{trump.name} are trumps." in head, head


TURNED = ("whist", "malilla", "oh-hell", "sixte", "bourre", "looking-for-friends", "solo-whist")


@pytest.mark.parametrize("id", GAMES)
def test_every_card_is_of_the_pack_and_every_sum_is_the_score(id: str) -> None:
    game, _, match = played(id)
    text = " ".join(" ".join(printed(game.rules())).split())
    pack = {str(card) for card in game.pack}
    assert set(codes(text)) <= pack
    entries = game.in_play(match.lines_at(match.ends[0]))
    totals = cardlab.totals(entries, (side.id for side in game.sides))
    for side in game.sides:
        for said in re.findall(rf"{side.name} (?:scores?|takes?) (−?\d+)[,.]", text):
            points = int(said.replace("−", "-"))
            lines = [entry.points for entry in entries if entry.side == side.id]
            assert points == totals[side.id] or points in lines, (side.name, said)


def test_a_game_played_otherwise_has_no_example() -> None:
    assert example(cardlab.game("hearts", target=50)) is None
    assert example(cardlab.game("hearts").replace(ranks="AKQJT98765432", name="Ours")) is None
    assert f"\n{TITLE}\n" not in cardlab.game("hearts", players=5).rules()


@pytest.mark.parametrize("id", GAMES)
def test_no_two_sentences_in_a_row_tell_the_same(id: str) -> None:
    """That East passes as North does is one sentence; the same deed six times is told once."""
    game: Any = cardlab.game(id)
    deal = one_deal(game)
    assert deal is not None
    for one, other in pairwise(text for text in deal.moves if text.split()[0] in game.names):
        seat, _, deed = other.partition(" ")
        first = one.partition(" ")[2].partition(";")[0].rstrip(".")
        # a second round is told anew: the same player does the same again, after others
        assert first != deed.partition(";")[0].rstrip(".") or seat in one or "“" in one, other


@pytest.mark.parametrize("id", GAMES)
def test_a_deal_without_tricks_shows_several_things(id: str) -> None:
    """A call, a capture, a claim: not only that cards are laid."""
    _, given, match = played(id)
    assert given.tricks or len(met(match, given)) >= 3, met(match, given)

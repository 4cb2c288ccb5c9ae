"""A table laid by hand is played on: by people and bots in any seats, saved, taken back, and back in
the laboratory."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.engine.match import Match
from cardlab.labs import notation
from cardlab.labs.positions import read
from cardlab.players import RandomBot
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress, LabAddress, parse
from cardlab.web.pages import turns
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.pages.labs.positions import PositionsLab
from cardlab.web.pages.laid import laid_match
from cardlab.web.pages.session import Session
from cardlab.web.widgets import LabWidget
from tests.labs.test_positions import faulty

KAISER = (
    "kaiser;phase play;trump S;contract 7 by South;to-move South;"
    "South QH 8C 3S;West AH 9H 7D;North KH JC TC;East QC KC AC"
)


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_BASE", "/")
    monkeypatch.setattr(turns, "bot_for", lambda *args, **more: RandomBot(7))


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")


def seated(store: MatchStore, game: str, **says: Any) -> Session:
    address = GameAddress(game, seed=1, pace=0, **says)
    return Session(game, GameAddress.read(game, address.query), store)


def random_table(id: str, seed: int) -> str:
    """A table out of a deal played at random, in a line; where that deal is over too soon, one of
    the next seed."""
    rng, match = random.Random(seed), cardlab.game(id).match(seed=seed)
    for _ in range(rng.randrange(1, 40)):
        if match.over or not match.legal_moves():
            break
        match.play(rng.choice(match.legal_moves()))
    over = match.over or match.state.phase is OVER or match.to_move is None
    return random_table(id, seed + 1) if over else notation.write(match.state)


@pytest.mark.parametrize("id", cardlab.games())
def test_every_game_is_played_on(id: str) -> None:
    """To the end of the deal, and again from its record."""
    line = random_table(id, 1)
    match, rng = Match.from_position(line, 1), random.Random(1)
    assert notation.write(match.state) == line
    deal = match.state.standing.deal
    for _ in range(400):
        if match.over or match.state.standing.deal != deal:
            break
        match.play(rng.choice(match.legal_moves() or match.legal_moves(movers(match)[0])))
    again = cardlab.Record.from_json(match.record.to_json()).replay()
    assert (again.state, again.lines, again.position) == (match.state, match.lines, line)


@pytest.mark.parametrize("id", cardlab.games())
def test_the_end_of_a_deal_leads_to_the_next_or_is_told_to_be_the_last(id: str) -> None:
    for deal in (13, 14):
        line = f"{id}; phase over; deal {deal}"
        try:
            laid = laid_match(id, GameAddress(id, seed=1, position=notation.packed(line)))
        except ValueError as trouble:
            assert str(trouble)
        else:
            assert laid.state.standing.deal == deal + 1


@pytest.mark.parametrize("id", cardlab.games())
def test_a_table_is_dealt_and_played_on_whoever_is_to_move(id: str) -> None:
    """As a seat sees it that is not to move: what it does not see is dealt."""
    line = random_table(id, 2)
    state = notation.read(line)
    for seat in range(state.game.players):
        seen = notation.packed(notation.write(state.seen_by(seat)))
        laid = laid_match(id, GameAddress(id, seed=1, position=seen))
        assert laid.state.phase == state.phase and laid.to_move == state.to_move


@pytest.mark.parametrize("id", cardlab.games())
def test_a_link_with_faults_is_played_on_or_told_what_is_wrong(id: str) -> None:
    match, rng = cardlab.game(id).match(seed=5), random.Random(id)
    lines = []
    while not match.over and len(lines) < 20:
        lines.append(notation.write(match.state))
        match.play(rng.choice(match.legal_moves()))
    for _ in range(30):
        line = faulty(rng.choice(lines), rng)
        try:
            laid_match(id, GameAddress(id, seed=1, position=notation.packed(line)))
        except ValueError as refused:
            assert str(refused).count(" ") > 2, line


def test_a_match_that_is_over_is_not_played_on() -> None:
    """In Oh Hell no number of cards is agreed for a deal after the last."""
    line = "oh-hell; phase over; deal 13; calls South 0, West 0, North 0, East 0; trump C"
    with pytest.raises(ValueError, match="this deal ends the match"):
        Match.from_position(line)


def movers(match: Match) -> list[int]:
    every = match.state.phase.movers(match.state)
    return [seat for seat in every if match.legal_moves(seat)]


def test_the_seat_to_move_is_yours_unless_somebody_says_otherwise(store: MatchStore) -> None:
    assert seated(store, "kaiser", position=KAISER).people == (0,)
    west = KAISER.replace("to-move South", "to-move West")
    assert seated(store, "kaiser", position=west).people == (1,)
    two = seated(store, "kaiser", position=KAISER, people=("North", "East"))
    assert two.people == (2, 3) and two.turns.due() == 0


def test_several_people_share_a_screen(store: MatchStore) -> None:
    """Whoever is to move sees their own cards; bots play the other seats."""
    session = seated(store, "kaiser", position=KAISER, people=("South", "North"))
    seen = []
    while session.match.state.standing.deal == 1 and session.held is None:
        session.turns.play_all()
        if session.held is not None:
            break
        seen.append(session.viewer)
        view = session.view()
        assert view["viewer"] == session.viewer == session.match.to_move and view["mine"]
        assert session.pick(str(session.match.legal_moves()[0])), session.error
    assert sorted(seen) == [0, 0, 0, 2, 2, 2]


def test_bots_may_take_every_seat(store: MatchStore) -> None:
    session = seated(store, "kaiser", position=KAISER, people=())
    assert not session.view()["mine"] and not session.pick("QH")
    assert session.error == "Bots take every seat here; take one of them to play yourself."
    turn = session.turns.next()
    assert turn is not None and session.turns.take(turn, session.turns.choose(turn))


def test_it_is_saved_and_comes_back(store: MatchStore) -> None:
    session = seated(store, "kaiser", position=KAISER, people=("South", "North"))
    assert session.pick("QH") and session.match_id
    again = Session("kaiser", GameAddress.read("kaiser", session.snapshot().link), store)
    assert again.error == "" and again.people == (0, 2)
    assert again.match.state == session.match.state
    again.undo()
    assert notation.write(again.match.state) == notation.write(read(KAISER).filled(1).state)


def test_what_lies_face_down_is_dealt_once(store: MatchStore) -> None:
    hidden = "kaiser;phase play;trump S;contract 7 by South;to-move South;South QH 8C 3S"
    one, two = (seated(store, "kaiser", position=hidden) for _ in range(2))
    assert one.match.state == two.match.state
    assert [len(hand) for hand in one.match.state.hands] == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("nap;South QH", "The position of the address is one of Nap; this is another game."),
        (KAISER.replace("8C 3S", "QH 3S"), "Q♥ lies"),
        ("kaiser;souht QH", "“souht” does not belong in a position of Kaiser"),
        ("z.!!", "The position in this address is damaged; copy the whole address."),
    ],
)
def test_a_table_that_cannot_be_is_a_sentence(
    store: MatchStore, position: str, sentence: str
) -> None:
    session = seated(store, "kaiser", position=position)
    assert sentence in session.error and session.error.endswith("Here is a new deal instead.")
    assert session.match.position == ""


def test_nobody_takes_a_seat_that_is_not_there(store: MatchStore) -> None:
    session = seated(store, "kaiser", position=KAISER, people=("Up",))
    assert "Up" in session.error and session.people == (0,)


def test_the_laboratory_leads_to_the_table_and_back(store: MatchStore) -> None:
    page = LabPage(PositionsLab, "kaiser", LabWidget(), {"position": KAISER})
    page.act("seat-north", "person")
    (block,) = (b for b in page.widget.view["blocks"] if b.get("id") == "play")
    address = parse(block["links"][0][1])
    assert isinstance(address, GameAddress) and address.people == ("South", "North")
    session = Session("kaiser", address, store)
    assert session.error == ""
    back = parse(session.snapshot().chrome["lay"])
    assert isinstance(back, LabAddress) and back.lab == "positions"
    words = dict(back.settings)
    laid = read(notation.unpacked(words["position"]))
    # what the others hold is not given away
    assert laid.state.hands[0] == read(KAISER).state.hands[0]
    assert all(str(card) == "??" for hand in laid.state.hands[1:] for card in hand)
    again = LabPage(PositionsLab, "kaiser", LabWidget(), words)
    assert again.widget.error == ""
    assert dict(parse_qsl(again.widget.link))["position"]


def test_a_laid_table_proves_nothing(store: MatchStore) -> None:
    """Its deals are no evidence of what somebody can do."""
    played: list[int] = []
    for says in ({}, {"position": KAISER}):
        address = GameAddress("kaiser", seed=1, pace=0, **says)
        session = Session("kaiser", address, store, played=lambda: played.append(1))
        while session.held is None:
            session.turns.play_all()
            if session.held is None:
                session.pick(str(session.match.legal_moves()[0]))
    assert played == [1]


def test_it_is_shared_with_its_moves(store: MatchStore) -> None:
    session = seated(store, "kaiser", position=KAISER)
    session.pick("QH")
    shared = parse(session.snapshot().chrome["share"])
    assert isinstance(shared, GameAddress) and shared.moves == ("QH",)
    assert Session("kaiser", shared, store).match.state == session.match.state

"""A session without a browser: moves, take-backs, looks back, what-ifs, and a store that fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import cardlab
from cardlab.players import RandomBot
from cardlab.store import Holders, MatchStore, database
from cardlab.web.addresses import GameAddress
from cardlab.web.pages import saving, turns
from cardlab.web.pages import session as session_module
from cardlab.web.pages.session import Session


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = RandomBot(7)
    monkeypatch.setattr(turns, "bot_for", lambda *args, **more: hasty)


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")


def begin(store: MatchStore, text: str = "seed=7&pace=0", game: str = "kaiser") -> Session:
    return Session(game, GameAddress.read(game, text), store)


def again(session: Session, store: MatchStore) -> Session:
    """What a reload makes of the session's link."""
    return begin(MatchStore(str(store._text)), session.snapshot().link, session.game_id)


def my_turn(session: Session) -> list[str]:
    session.turns.play_all()
    return [str(m) for m in session.match.legal_moves(session._acting())]


def entries_of(session: Session) -> list[tuple[int | None, str]]:
    return [(entry.seat, str(entry.move)) for entry in session.match.entries]


def saved(session: Session, store: MatchStore) -> list[tuple[int | None, str]]:
    assert session.match_id is not None
    return [(seat, text) for seat, text in store.load(session.match_id).record["moves"]]


def one_deal(session: Session) -> None:
    while session.held is None and not session.match.over:
        moves = my_turn(session)
        if session.held is None and not session.match.over:
            session.pick(moves[0])
            assert not session.error and not session.bubble


def test_every_entry_is_in_the_store(store: MatchStore) -> None:
    session = begin(store)
    assert session.error == ""
    one_deal(session)
    assert saved(session, store) == entries_of(session)


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_a_deal_of_every_game_ends_on_its_score(store: MatchStore, game: str) -> None:
    session = begin(store, "seed=3&pace=0", game)
    for _ in range(3):
        if session.held is None and (moves := my_turn(session)):
            session.pick(moves[-1])
    session.turns.play_all()
    assert again(session, store).snapshot().view == session.snapshot().view, "a reload in mid-deal"
    one_deal(session)
    snap = session.snapshot()
    assert snap.view["deal_over"] and snap.view["lines"] is not None
    assert again(session, store).snapshot().view == snap.view
    if not session.match.over:
        session.command("next")
        after = session.snapshot()
        assert not after.view["deal_over"] and after.view["deal"] == 2
        assert again(session, store).snapshot().view == after.view
    assert saved(session, store) == entries_of(session)


def test_a_refused_move_speaks_and_changes_nothing(store: MatchStore) -> None:
    session = begin(store)
    while not (
        refused := [
            m
            for m in session.match.candidates(session._acting())
            if not session.match.verdict(m, session._acting()).legal
        ]
    ):
        session.pick(my_turn(session)[0])
        session.turns.play_all()
    before = entries_of(session)
    session.pick(str(refused[0]))
    bubble = session.snapshot().bubble
    assert bubble["move"] == refused[0] and bubble["text"] and bubble["rule"] and bubble["do"]
    assert entries_of(session) == before == saved(session, store)
    session.pick("nonsense")
    assert session.error and entries_of(session) == before
    session.pick("x" * 1000)
    assert session.error and entries_of(session) == before


def test_undo_goes_back_to_the_last_decision_and_the_store_follows(store: MatchStore) -> None:
    session = begin(store)
    session.command("undo")
    assert "take back" in session.error
    choices = my_turn(session)
    here = session.snapshot().view
    session.pick(choices[0])
    session.turns.play_all()
    session.command("undo")
    assert session.snapshot().view == here
    assert saved(session, store) == entries_of(session)
    assert again(session, store).snapshot().view == here


def test_undo_on_the_score_page_reopens_the_deal(store: MatchStore) -> None:
    session = begin(store)
    one_deal(session)
    session.command("undo")
    assert session.held is None and not session.snapshot().view["deal_over"] and my_turn(session)


def test_looking_back_changes_nothing(store: MatchStore) -> None:
    session = begin(store)
    for _ in range(3):
        session.pick(my_turn(session)[0])
    session.turns.play_all()
    entries = entries_of(session)
    session.command("back")
    snap = session.snapshot()
    assert (
        not snap.chrome["live"]
        and snap.chrome["timeline"]["ply"] == len(entries) - 1
        and not snap.view["mine"]
    )
    assert session.turns.due() is None
    session.pick(my_turn(session)[0])
    assert session.bubble["text"] and entries_of(session) == entries
    session.command("first")
    assert session.ply == 1
    session.command("goto", {"ply": "4"})
    assert session.ply == 4
    session.command("goto", {"ply": {"a": 1}})
    session.command("goto", {"ply": 10**18})
    assert session.live and entries_of(session) == entries
    session.command("forward")
    session.command("last")
    assert session.live


def test_a_what_if_leaves_the_match_alone_and_survives_a_reload(store: MatchStore) -> None:
    session = begin(store)
    for _ in range(3):
        session.pick(my_turn(session)[0])
    session.turns.play_all()
    trunk, trunk_id = entries_of(session), session.match_id
    session.command("goto", {"ply": 3})
    session.command("what-if")
    assert (
        session.snapshot().chrome["branch"]["from"] == 3 and session.live and session.match.ply == 3
    )
    session.command("what-if")
    assert "already" in session.error
    session.pick(my_turn(session)[-1])
    back = again(session, store)
    assert back.snapshot().chrome["branch"]["from"] == 3 and entries_of(back) == entries_of(session)
    for one in (session, back):
        one.command("end-branch")
        assert (
            one.match_id == trunk_id
            and entries_of(one) == trunk
            and one.ply == 3
            and one.snapshot().chrome["branch"] is None
        )
    assert saved(session, store) == trunk
    session.command("end-branch")
    assert session.error


def test_new_deal_and_seed_begin_another_match(store: MatchStore) -> None:
    session = begin(store)
    session.pick(my_turn(session)[0])
    first = session.match_id
    session.command("seed", {"seed": "10541"})
    session.pick(my_turn(session)[0])
    assert session.match_id != first and session.match.seed == 10541
    second = session.match_id
    for wrong in ("x", None, "1" * 50, 1.5, True):
        session.command("seed", {"seed": wrong})
        assert session.error and session.match_id == second
    session.command("new-deal")
    session.pick(my_turn(session)[0])
    assert session.match_id not in (first, second) and not session.error
    assert saved(session, store) == entries_of(session)


def test_modes_pace_why_and_nonsense(store: MatchStore) -> None:
    session = begin(store)
    my_turn(session)
    session.command("mode", {"mode": "exam"})
    session.command("pace", {"pace": 2})
    assert session.snapshot().chrome["mode"] == "exam" and session.address.pace == 2.0
    assert "mode=exam" in session.snapshot().link
    session.command("mode", {"mode": "<b>"})
    assert session.error
    session.command("bots", {"bots": "strong"})
    assert (
        session.snapshot().chrome["bots"] == "strong" and "bots=strong" in session.snapshot().link
    )
    session.command("bots", {"bots": "unbeatable"})
    assert session.error and session.address.bots == "strong"
    session.command("why", {"move": my_turn(session)[0]})
    assert session.bubble["text"] and session.bubble["legal"]
    session.command("why", {"move": 7})
    session.command("drop table")
    assert "does not know" in session.error


def test_a_late_answer_of_a_bot_is_dropped(store: MatchStore) -> None:
    session = begin(store)
    session.pick(my_turn(session)[0])
    turn = session.turns.next()
    assert turn is not None
    answer = session.turns.choose(turn)
    session.command("undo")
    entries = entries_of(session)
    assert not session.turns.take(turn, answer) and entries_of(session) == entries


def test_the_second_tab_is_told_and_shows_what_was_done_in_the_first(store: MatchStore) -> None:
    one = begin(store)
    one.pick(my_turn(one)[0])
    one.turns.play_all()
    two = again(one, store)
    one.pick(my_turn(one)[0])
    one.turns.play_all()
    two.pick(my_turn(two)[0])
    assert "another window" in two.error and "as it stands now" in two.error
    assert entries_of(two) == entries_of(one) == saved(one, store)
    two.pick(my_turn(two)[0])
    assert not two.error and saved(one, store) == entries_of(two)


def test_bots_of_two_pages_of_one_match_go_on_from_what_either_has_done(store: MatchStore) -> None:
    one = begin(store)
    one.pick(my_turn(one)[0])
    two = again(one, store)
    for session in (one, two, one, two, one, two):
        turn = session.turns.next()
        if turn is not None:
            line = session.line
            made = session.turns.take(turn, session.turns.choose(turn))
            assert made or session.line > line, "it shows what was done elsewhere"
        assert not session.error and entries_of(session) == saved(one, store)
    one.turns.play_all()
    two.turns.play_all()
    assert my_turn(two) == my_turn(one) and entries_of(two) == entries_of(one)


def test_opening_a_page_makes_no_match_and_a_reload_deals_the_same_cards(
    store: MatchStore,
) -> None:
    session = begin(store, "pace=0&players=3", "nap")
    session.turns.play_all()
    assert store.recent() == [] and session.match_id is None
    assert not session.snapshot().chrome["unsaved"], "there is nothing yet to be saved"
    back = again(session, store)
    assert back.match.entries[0] == session.match.entries[0] and back.match.game.players == 3
    session.pick(my_turn(session)[0])
    assert [match.id for match in store.recent()] == [session.match_id]
    assert saved(session, store) == entries_of(session)
    for name, sent in (("new-deal", {}), ("seed", {"seed": "7"})):
        session.command(name, sent)
        assert len(store.recent()) == 1 and session.match_id is None


@contextmanager
def held(path: Path) -> Iterator[None]:
    """The store's file, held by another program."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield
    other.execute("ROLLBACK")
    other.close()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move asks the store, however short ago it refused; and a lock is not waited for."""
    monkeypatch.setattr(saving, "PATIENCE", -1.0)
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)


def test_a_table_opened_while_the_store_is_locked_is_saved_when_it_answers(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    MatchStore(f"sqlite:///{path}").recent()
    store = MatchStore(f"sqlite:///{path}")
    with held(path):
        session = begin(store)
        assert "Another program is holding" in session.snapshot().chrome["unsaved"]
        assert session.error == ""
        for _ in range(3):
            session.pick(my_turn(session)[0])
        assert not session.error and session.match_id is None
        assert not session.save_later(), "it is as it was"
        assert session.snapshot().chrome["unsaved"]
    assert session.save_later() and session.snapshot().chrome["unsaved"] == ""
    assert saved(session, store) == entries_of(session)
    assert again(session, store).match.state == session.match.state
    session.pick(my_turn(session)[0])
    assert saved(session, store) == entries_of(session)


def test_a_page_that_is_only_open_stops_saying_that_it_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    MatchStore(f"sqlite:///{path}").recent()
    store = MatchStore(f"sqlite:///{path}")
    with held(path):
        session = begin(store)
        assert session.snapshot().chrome["unsaved"]
    assert session.save_later() and session.snapshot().chrome["unsaved"] == ""
    assert store.recent() == []


def test_a_what_if_of_a_table_that_is_not_saved_is_saved_with_it(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    MatchStore(f"sqlite:///{path}").recent()
    store = MatchStore(f"sqlite:///{path}")
    with held(path):
        session = begin(store)
        session.pick(my_turn(session)[0])
        trunk = entries_of(session)
        session.command("goto", {"ply": 2})
        session.command("what-if")
        session.pick(my_turn(session)[-1])
        assert session.snapshot().chrome["unsaved"] and not session.error
    assert session.save_later() and saved(session, store) == entries_of(session)
    branch = store.load(str(session.match_id))
    assert branch.parent is not None and branch.parent_ply == 2
    session.command("end-branch")
    assert session.match_id == branch.parent and saved(session, store) == trunk


def test_a_locked_store_stops_the_move_of_a_saved_match_and_says_so(
    store: MatchStore, tmp_path: Path
) -> None:
    session = begin(store)
    session.pick(my_turn(session)[0])
    moves = my_turn(session)
    before = entries_of(session)
    with held(tmp_path / "cards.sqlite"):
        session.pick(moves[0])
        assert "The move was not made; try it again. Another program" in session.error
        assert entries_of(session) == before
        session.command("undo")
        assert "Another program is holding" in session.error and entries_of(session) == before
    session.pick(moves[0])
    assert not session.error and len(entries_of(session)) > len(before)


def test_a_full_disk_stops_the_move_and_says_so(store: MatchStore) -> None:
    session = begin(store)
    session.pick(my_turn(session)[0])
    store.close()

    def fill_disk(connection: Any, _record: Any) -> None:
        pages = connection.execute("pragma page_count").fetchone()[0]
        connection.execute(f"pragma max_page_count = {pages}")

    sa.event.listen(sa.Engine, "connect", fill_disk)
    try:
        while not session.error:
            played = entries_of(session)
            session.move(str(session.match.legal_moves()[0]), session.match.to_move or 0)
            session.held = None
        assert "The move was not made; try it again. The disk of the database" in session.error
        assert entries_of(session) == played == saved(session, store)
    finally:
        sa.event.remove(sa.Engine, "connect", fill_disk)
        store.close()
    assert session.move(str(session.match.legal_moves()[0]), session.match.to_move or 0)
    assert entries_of(session) == saved(session, store) != played


def test_a_page_that_holds_its_match_no_longer_says_so_and_changes_nothing(tmp_path: Path) -> None:
    """As an old page of a guest does who has taken a nickname in another one."""
    url, guest = f"sqlite:///{tmp_path / 'cards.sqlite'}", f"guest:{'1' * 24}"
    session = begin(MatchStore(url, guest))
    session.pick(my_turn(session)[0])
    moves, played = my_turn(session), entries_of(session)
    name = Holders(url).take("Rita", guest).learner
    session.pick(moves[0])
    assert "under another name" in session.error and "Reload this page" in session.error
    session.command("undo")
    assert "Reload this page" in session.error
    assert entries_of(session) == played == saved(session, MatchStore(url))
    other = begin(MatchStore(url, guest), session.link)
    assert "belongs to another browser" in other.error and other.match_id is None
    back = begin(MatchStore(url, name), session.link)
    assert back.pick(my_turn(back)[0]) and back.match_id == session.match_id


def test_where_nothing_can_be_kept_the_table_plays_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a notebook with the folder and what to do; where a server serves the page, without."""
    home = tmp_path / "home"
    home.write_text("a file, in which nobody can make a folder")
    nowhere = f"sqlite:///{home / 'cardlab' / 'cards.sqlite'}"
    session = begin(MatchStore(nowhere))
    one_deal(session)
    unsaved = session.snapshot().chrome["unsaved"]
    assert "cannot be made" in unsaved and str(home) in unsaved and "CARDLAB_STORE=/" in unsaved
    monkeypatch.setattr(saving, "site_base", lambda: "/")
    unsaved = begin(MatchStore(nowhere)).snapshot().chrome["unsaved"]
    assert "cannot be made" in unsaved and "/" not in unsaved


def test_a_read_only_match_can_be_looked_at_and_says_that_it_is_not_saved(
    store: MatchStore, tmp_path: Path
) -> None:
    session = begin(store)
    for _ in range(3):
        session.pick(my_turn(session)[0])
    my_turn(session)
    played = entries_of(session)
    store.close()
    path = tmp_path / "cards.sqlite"
    readonly = MatchStore(f"sqlite:///file:{path}?mode=ro&uri=true")
    back = begin(readonly, session.link)
    assert entries_of(back) == played and "read-only" in back.snapshot().chrome["unsaved"]
    back.pick(my_turn(back)[0])
    assert "The move was not made" in back.error and str(tmp_path) not in back.error
    back.command("goto", {"ply": 3})
    assert back.ply == 3
    back.command("what-if")
    assert not back.error and back.pick(my_turn(back)[0]), "a what-if can be played, unsaved"
    assert back.snapshot().chrome["unsaved"]


def test_without_a_store_there_is_a_table_that_says_it_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "site_base", lambda: "/")
    path = tmp_path / "cards.sqlite"
    path.write_bytes(b"no database at all" * 100)
    session = begin(MatchStore(f"sqlite:///{path}"))
    snap = session.snapshot()
    assert "damaged" in snap.chrome["unsaved"] and str(tmp_path) not in str(snap)
    assert "seed=7" in snap.link and "match" not in snap.link
    session.pick(my_turn(session)[0])
    assert not session.error and session.snapshot().chrome["unsaved"]
    assert path.read_bytes() == b"no database at all" * 100


def test_a_played_deal_is_told_once_and_a_what_if_never(store: MatchStore) -> None:
    told: list[int] = []
    session = Session(
        "kaiser",
        GameAddress.read("kaiser", "seed=7&pace=0"),
        store,
        played=lambda: told.append(1),
    )
    one_deal(session)
    assert told == [1]
    session.goto(20)
    session.what_if()
    one_deal(session)
    assert told == [1] and session.snapshot().chrome["branch"]


def test_the_lesson_one_came_from_stays_in_the_address(store: MatchStore) -> None:
    session = begin(store, "lesson=follow-suit&pace=0")
    assert session.error == "" and session.snapshot().link.endswith("lesson=follow-suit")
    assert "not the name of a lesson" in begin(store, "lesson=%3Cb%3E").error


@pytest.mark.parametrize("name", ["abcdefgh", "..%2F..%2Fetc"])
def test_a_match_that_is_not_there_is_a_sentence_and_a_new_deal(
    store: MatchStore, name: str
) -> None:
    session = begin(store, f"match={name}&pace=0")
    assert session.error and session.match.ply >= 1
    session.pick(my_turn(session)[0])
    assert session.match_id and session.match_id != name


def test_a_tampered_record_is_a_sentence_and_left_alone(store: MatchStore, tmp_path: Path) -> None:
    session = begin(store)
    session.pick(my_turn(session)[0])
    with sqlite3.connect(tmp_path / "cards.sqlite") as raw:
        raw.execute("update moves set text = 'QQ' where ply = 1")
    raw.close()
    back = again(session, store)
    assert "cannot be read" in back.error and back.match_id != session.match_id


def test_a_match_of_another_game_is_a_sentence(store: MatchStore) -> None:
    match_id = store.create(
        {**cardlab.game("kaiser").match(seed=1).record.to_dict(), "game": "whist"}
    )
    assert "match of whist" in begin(store, f"match={match_id}").error


def test_bots_call_snap_on_the_viewers_turn_and_give_a_person_time(store: MatchStore) -> None:
    session = begin(store, "seed=3&pace=0", "snap")
    for _ in range(300):
        state = session.match.state
        if session.match.over:
            break
        if state.claimable and session.match.to_move == session.viewer:
            turn = session.turns.next()
            assert turn is not None and turn.seat != session.viewer and turn.pause == 0.0
            assert session.turns.take(turn, session.turns.choose(turn))
            assert entries_of(session)[-1] == (turn.seat, "snap") or session.match.state.pile == ()
            return
        if session.turns.due() is None:
            session.pick("lay")
        else:
            turn = session.turns.next()
            assert turn is not None
            session.turns.take(
                turn, "lay" if "lay" in session.match.legal_moves(turn.seat) else "snap"
            )
    raise AssertionError("no snap came up")


def test_a_move_of_a_closed_hand_is_not_explained(store: MatchStore) -> None:
    session = begin(store)
    one_deal(session)
    asked = 0
    for ply in range(1, session.match.ply):
        session.goto(ply)
        seat, move = session.match.entries[ply]
        if seat in (None, session.viewer) or session.match.state_at(ply).phase.id == "over":
            continue
        session.why(str(move))
        assert (
            session.bubble["text"]
            == f"It is {session.match.state.called(session.viewer)[seat]}'s turn."
        )
        asked += 1
    assert asked > 20


def bridge_with_a_dummy(store: MatchStore) -> Session:
    """South plays 7NT, West has led a diamond, and it is the dummy's turn."""
    session = begin(store, "seed=3&pace=0", "bridge")
    for call in ("7NT", "pass", "pass", "pass"):
        session.match.play(call)
    session.match.play("5D")
    return session


def test_every_tap_is_answered_where_a_dummy_plays(store: MatchStore) -> None:
    session = bridge_with_a_dummy(store)
    view = session.snapshot().view
    assert view["prompt"] == "Play a card from the dummy."
    assert next(z["title"] for z in view["zones"] if z["id"] == "hand-2") == "Dummy's hand"
    ladder = {r["cards"][0]: r["mine"] for r in view["ladder"]["rungs"]}
    assert view["ladder"]["owner"] == "the dummy's" and ladder["AD"] and not ladder["KD"]
    session.pick("JS")
    assert session.bubble["text"] == "Diamonds were led and the dummy has six."
    for card, zone, said in (
        ("KD", "hand-0", "It is the dummy's turn."),
        ("5D", "trick", "5♦ lies on the table."),
    ):
        session.tap(card, zone)
        bubble = session.bubble
        assert (bubble["text"], bubble["card"], bubble["from"]) == (said, card, zone)
        assert not bubble["tried"] and bubble["rule"] and not session.error
    session.tap("??", "hand-3")
    assert session.bubble["text"] == "This card is in East's hand, and it is the dummy's turn."
    assert session.bubble["card"] is None
    session.tap("KD", 7)
    assert session.error == "Say which card was tapped."


def test_a_card_in_the_auction_says_that_the_auction_is_on(store: MatchStore) -> None:
    session = begin(store, "seed=3&pace=0", "bridge")
    ply = session.match.ply
    session.command("tap", {"card": "KS", "zone": "hand-0"})
    assert session.bubble["text"] == "The auction is still on: bid or pass."
    assert session.bubble["rule"] == "wrong-phase" and session.match.ply == ply


def test_cards_are_passed_in_any_order_and_taken_back(store: MatchStore) -> None:
    """Where all seats choose at once the player need not wait for the bots; a reload keeps what was
    chosen, and the last choice can be taken back."""
    session = begin(store, "seed=7&pace=0", "hearts")
    first = str(session.match.legal_moves(0)[0])
    session.pick(first)
    assert session.match.entries[-1] == (0, first) and not session.error
    view = session.snapshot().view
    card = first.removeprefix("give ")
    hand = next(zone for zone in view["zones"] if zone["id"] == "hand-0")
    assert [face["tag"] for face in hand["faces"] if face["card"] == card] == ["chosen"]
    assert first not in [choice["move"] for choice in view["choices"]]
    session.turns.play_all()
    assert session.match.state.chosen[0] == (0, first)
    assert again(session, store).match.state == session.match.state
    session.pick(my_turn(session)[0])
    ready = [seat["index"] for seat in session.snapshot().view["seats"] if "ready" in seat["notes"]]
    assert ready == [1, 2, 3]
    session.pick(my_turn(session)[0])
    assert session.match.state.phase.id == "play"
    session.undo()
    assert session.match.state.phase.id == "passing"
    assert len([seat for seat, _ in session.match.state.chosen if seat == 0]) == 2
    assert saved(session, store) == entries_of(session)


def test_a_pick_for_an_older_table_is_dropped(store: MatchStore) -> None:
    session = begin(store)
    move, ply = my_turn(session)[0], session.ply
    assert session.pick(move, ply)
    entries = entries_of(session)
    assert not session.pick(move, ply), "clicked twice"
    assert entries_of(session) == entries and not session.error and not session.bubble
    for strange in (10**30, -1, "2", None, [2]):
        session.pick("nonsense", strange)  # type: ignore[arg-type]
        assert entries_of(session) == entries
    session.command("undo")
    assert not session.pick(move, ply + 1) and session.pick(move, ply)


def test_where_all_choose_at_once_a_pick_holds_while_the_others_choose(store: MatchStore) -> None:
    session = begin(store, "seed=7&pace=0", "hearts")
    drawn, (first, second, *_) = session.ply, map(str, session.match.legal_moves(0))
    for _ in range(2):
        turn = session.turns.next()
        assert turn is not None and session.turns.take(turn, session.turns.choose(turn))
    assert session.ply == drawn + 2 and session.pick(first, drawn)
    assert session.match.entries[-1] == (0, first)
    assert not session.pick(first, drawn) and not session.pick(second, drawn), "another choice"
    assert session.pick(second, session.ply)


def test_a_refused_move_and_a_question_draw_no_table(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(store)
    view = session.view()
    drawn: list[int] = []
    real = type(session.match).view
    monkeypatch.setattr(
        type(session.match), "view", lambda *args, **more: drawn.append(1) or real(*args, **more)
    )
    session.pick("AH")
    assert session.bubble["text"] and session.view() is view
    session.command("mode", {"mode": "exam"})
    session.command("why", {"move": "pass"})
    assert session.snapshot().view is view and not drawn
    session.pick(my_turn(session)[0])
    assert session.view() is not view and session.view() is session.view() and len(drawn) == 1


@pytest.mark.parametrize("name", [*session_module._COMMANDS, "x" * 100_000])
def test_what_a_page_sends_is_quoted_in_short(store: MatchStore, name: str) -> None:
    session = begin(store)
    long = "<b>" + "x" * 100_000
    words = ("ply", "seed", "mode", "pace", "bots", "coach", "move", "card", "zone")
    session.command(name, dict.fromkeys(words, long))
    assert "x" * 201 not in session.error + str(session.bubble)
    session.pick(long)
    assert session.error and "x" * 201 not in session.error

"""A shared table without a browser: who may do what, in which order, and what is left of it after
anything at all has ended."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from cardlab.store import Classes, Logged, Member, TableStore
from cardlab.web.classes.live import COMMANDS, LiveTable
from cardlab.web.classes.pages import home_fragment, today_fragment
from cardlab.web.classes.views import open_text, seat_text, waiting_text
from cardlab.web.drawing.svg import card_sign
from tests.store.conftest import Held

pytestmark = pytest.mark.usefixtures("quick_codes")

NAMES = ("Otter", "Lynx", "Finch", "Heron")


class Room:
    """A class of four with one table."""

    def __init__(self, url: str, game: str = "kaiser", seed: int = 7) -> None:
        self.url, self.store = url, TableStore(url)
        classes = Classes(url)
        self.group, self.teacher = classes.new("Tuesday")
        self.pupils = [classes.join(self.group.code, name) for name in NAMES]
        self.nicknames = {m.id: m.nickname for m in classes.members(self.group.id)}
        classes.close()
        self.live: LiveTable = LiveTable.set_up(self.store, self.group.id, game, seed)
        self.here = frozenset(pupil.id for pupil in self.pupils)

    def sit(self) -> Room:
        for seat, pupil in enumerate(self.pupils[: self.live.play.match.game.players]):
            assert self.live.sit(pupil, seat).changed
        return self

    def again(self) -> LiveTable:
        """The table as another process reads it from the log."""
        return LiveTable(self.store.load(self.group.id, 1), TableStore(self.url))

    def texts(self, live: LiveTable) -> list[str]:
        seats = range(live.play.match.game.players)
        return [seat_text(live.play, s, self.nicknames) for s in seats] + [
            open_text(live.play, self.nicknames),
            # each picture numbers its hatchings as it is drawn
            re.sub(r"\bcl\d+\b", "cl", waiting_text(live.play, self.nicknames)),
        ]

    def mover(self) -> Member:
        play = self.live.play
        assert play.match.to_move is not None
        return self.pupils[play.decider(play.match.to_move)]

    def move(self, rng: random.Random) -> None:
        play = self.live.play
        legal = play.match.legal_moves()
        answer = self.live.pick(self.mover(), str(rng.choice(legal)), play.match.ply)
        assert answer.changed and not answer.error, answer


@pytest.fixture
def room(url: str) -> Room:
    return Room(url)


def test_a_match_of_four_is_in_the_log_and_comes_back_the_same(room: Room) -> None:
    """Three deals; after every tenth move another process reads the same table from the log."""
    room.sit()
    rng = random.Random(5)
    for n in range(130):
        play = room.live.play
        if play.held is not None:
            deal = play.match.state_at(play.held).standing.deal
            assert not room.live.pick(room.mover(), "pass", play.match.ply).changed
            for pupil in room.pupils:
                assert room.live.play.held is not None
                assert room.live.score_seen(pupil, room.here).changed
            assert room.live.play.held is None and play.match.state.standing.deal == deal + 1
        else:
            room.move(rng)
        if n % 10 == 0:
            assert room.texts(room.again()) == room.texts(room.live)
    assert room.live.play.match.state.standing.deal > 2


def test_whoever_is_not_to_move_moves_nothing(room: Room) -> None:
    stranger = Member("x", room.group.id, "Mole", "pupil", "", "")
    room.sit()
    play = room.live.play
    mover = room.mover()
    move, ply = str(play.match.legal_moves()[0]), play.match.ply
    length = play.length
    for who in (*room.pupils, stranger, room.teacher):
        if who.id != mover.id:
            assert not room.live.pick(who, move, ply).changed
    for wrong in (None, 5, "x" * 500, "7D 7D", "\x00", ["pass"], {}):
        assert not room.live.pick(mover, wrong, ply).changed
    for wrong_ply in (None, "1", -1, 10**9, True, ply - 1, ply + 1, 1.0):
        assert not room.live.pick(mover, move, wrong_ply).changed
    assert play.length == length == len(room.store.read(room.live.table.id, 0))
    assert room.live.pick(mover, move, ply).changed
    # the same request once more: a replay makes nothing
    assert not room.live.pick(mover, move, ply).changed
    assert room.live.play.length == length + 1


def test_a_refused_card_is_answered_to_its_player_alone(room: Room) -> None:
    room.sit()
    rng = random.Random(1)
    for _ in range(60):
        play = room.live.play
        judged = play.match.verdicts()
        illegal = [str(m) for m, v in judged.items() if not v.legal and m.card is not None]
        if illegal:
            answer = room.live.pick(room.mover(), illegal[0], play.match.ply)
            assert answer.bubble["legal"] is False and answer.bubble["text"] and not answer.changed
            return
        room.move(rng)
    raise AssertionError("no card was illegal")


def test_two_processes_at_one_table_make_each_move_once(room: Room) -> None:
    """Both think that the table stands as they saw it last: the second is told, and reads on."""
    room.sit()
    other, rng = room.again(), random.Random(2)
    for _ in range(25):
        if room.live.play.held is not None:
            break
        play = room.live.play
        first, second = rng.sample([room.live, other], 2)
        moves = [str(m) for m in play.match.legal_moves()]
        mover, ply = room.mover(), play.match.ply
        assert first.pick(mover, moves[0], ply).changed
        late = second.pick(mover, moves[-1], ply)
        assert late.error.startswith("Somebody was faster") and late.changed
        assert room.texts(first) == room.texts(second)
        room.live.refresh()
        other.refresh()
    kinds = [e.kind for e in room.store.read(room.live.table.id, 0)]
    assert kinds.count("move") == sum(e.seat is not None for e in room.live.play.match.entries)


def test_a_move_that_cannot_be_saved_is_not_made(
    url: str, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.store.database.BUSY_SECONDS", 0.05)
    room = Room(url).sit()
    before, mover, play = room.texts(room.live), room.mover(), room.live.play
    with held(url):
        answer = room.live.pick(mover, str(play.match.legal_moves()[0]), play.match.ply)
        assert "try it again" in answer.error and not answer.changed
        assert room.texts(room.live) == before
    assert room.live.pick(mover, str(play.match.legal_moves()[0]), play.match.ply).changed
    assert room.texts(room.again()) == room.texts(room.live)


def test_a_bot_plays_for_who_is_away_and_the_seat_stays_theirs(room: Room) -> None:
    room.sit()
    mover, play = room.mover(), room.live.play
    seat = play.seat_of(mover.id)
    assert play.bot_due() is None
    assert room.live.mark_away(mover.id).changed and room.live.play.bot_due() == seat
    assert not room.live.mark_away(mover.id).changed
    seen, move = play.length, str(play.match.legal_moves()[0])
    assert not room.live.bot_move(seen - 1, seat or 0, move).changed
    assert room.live.bot_move(seen, seat or 0, move).changed
    assert not room.live.bot_move(seen, seat or 0, move).changed
    newcomer = Member("new", room.group.id, "Mole", "pupil", "", "")
    assert "sits there already" in room.live.sit(newcomer, seat).error
    assert room.live.mark_back(mover.id).changed and play.seat_of(mover.id) == seat
    assert room.live.stand(mover).changed and room.live.sit(newcomer, seat).changed
    assert room.texts(room.again()) == room.texts(room.live)


def test_a_move_is_taken_back_if_all_who_are_here_agree(room: Room) -> None:
    room.sit()
    rng = random.Random(3)
    for _ in range(6):
        room.move(rng)
    asks = room.mover()
    room.move(rng)
    play = room.live.play
    ply = play.match.ply
    others = [pupil for pupil in room.pupils if pupil.id != asks.id]
    assert room.live.ask(asks, room.here).changed and play.asked is not None
    assert "First it is decided" in room.live.pick(room.mover(), "pass", ply).error
    assert room.live.refuse(others[0]).changed and play.match.ply == ply
    assert room.live.ask(asks, room.here).changed
    for pupil in others[:2]:
        assert room.live.agree(pupil, room.here).changed and play.match.ply == ply
    assert not room.live.agree(others[0], room.here).changed
    gone = room.here - {others[2].id}
    assert room.live.agree(others[2], gone).changed
    assert play.match.ply == ply - 1 and room.mover() == asks and play.asked is None
    assert room.texts(room.again()) == room.texts(room.live)
    kinds = [entry.kind for entry in room.store.read(room.live.table.id, 0)]
    assert "taken-back" in kinds and kinds.count("move") == 7  # the log keeps both


def test_a_pupil_cannot_do_what_a_teacher_can(room: Room) -> None:
    room.sit()
    for name in ("pause", "resume", "take-back"):
        answer = COMMANDS[name](room.live, room.pupils[0], {}, room.here)
        assert "Only the teacher" in answer.error and not answer.changed
    assert room.live.pause(room.teacher, True).changed
    mover, play = room.mover(), room.live.play
    move = str(play.match.legal_moves()[0])
    assert "stopped" in room.live.pick(mover, move, play.match.ply).error
    assert play.bot_due() is None
    assert room.live.pause(room.teacher, False).changed
    assert room.live.pick(mover, move, play.match.ply).changed
    assert room.live.take_back(room.teacher).changed and room.mover() == mover


def test_declarer_plays_the_dummys_cards_and_the_dummy_plays_none(url: str) -> None:
    room = Room(url, "bridge").sit()
    live = room.live
    for call in ("1NT", "pass", "pass", "pass"):
        assert live.pick(room.mover(), call, live.play.match.ply).changed
    room.move(random.Random(1))
    play = live.play
    dummy = play.match.to_move
    assert dummy is not None and play.dummy(dummy) and play.decider(dummy) != dummy
    move, ply = str(play.match.legal_moves()[0]), play.match.ply
    sleeping, declarer = room.pupils[dummy], play.decider(dummy)
    for answer in (
        live.pick(sleeping, move, ply),
        live.why(sleeping, move),
        live.tap(sleeping, move, "hand-0"),
    ):
        assert "you are the dummy" in answer.error and not answer.changed
    assert live.pick(room.mover(), move, ply).changed
    # the card was the declarer's choice, who may ask to take it back
    assert live.play.last_decision(declarer) == ply and live.play.last_decision(dummy) != ply


def test_nobody_but_the_teacher_is_sent_a_hidden_card(room: Room) -> None:
    """Each hand is searched for in all that goes to the others, as text."""
    room.sit()
    rng = random.Random(4)
    for _ in range(20):
        play = room.live.play
        if play.held is None:
            room.move(rng)
        texts = room.texts(room.live)
        for seat in range(4):
            theirs = {str(card) for card in play.match.state.hands[seat]}
            for other in {0, 1, 2, 3} - {seat}:
                zones = json.loads(texts[other])["view"]["zones"]
                faces = {face["card"] for zone in zones for face in zone["faces"]}
                assert not theirs & faces
            assert theirs <= set(_cards(json.loads(texts[4])))
        assert str(play.match.seed) not in json.loads(texts[0])["chrome"].values()
        watched = json.loads(texts[5])
        signs = [card_sign(str(card)) for hand in play.match.state.hands for card in hand]
        assert "<svg" in watched["picture"] and watched["told"]
        assert not [sign for sign in signs if sign in texts[5]]


def test_what_lies_in_a_trick_is_on_the_teachers_small_table_alone(room: Room) -> None:
    """The same deal may be played elsewhere by whoever looks at the list of tables."""
    room.sit()
    rng = random.Random(4)
    while not room.live.play.match.state.trick.cards:
        room.move(rng)
    members, tables = [room.teacher, *room.pupils], [(room.live.table, room.live.play)]
    today = today_fragment("/", room.group, members, tables, voting=False)
    assert today.count('class="lies"') == 1 and "Otter" in today
    home = home_fragment("/", room.group, room.pupils[0], members, tables, voting=False)
    assert 'class="lies"' not in home and "<svg" not in home and "Otter" in home


def _cards(data: Any) -> list[str]:
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        return [card for part in data for card in _cards(part)]
    return [data] if isinstance(data, str) else []


def test_a_game_that_was_removed_is_a_sentence_and_loses_nothing(room: Room) -> None:
    store = room.store
    table = store.new(room.group.id, {"game": "old-maid", "seed": 1})
    with pytest.raises(ValueError, match="old-maid"):
        LiveTable(table, store)
    assert [t.number for t in store.of_class(room.group.id)] == [1, 2]


def test_a_clock_that_is_wrong_changes_no_order(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.sit()
    rng = random.Random(6)
    room.move(rng)
    monkeypatch.setattr("cardlab.store.tables.time.time", lambda: 0.0)
    room.move(rng)
    assert room.texts(room.again()) == room.texts(room.live)


def test_only_a_seat_that_the_table_has_is_taken(room: Room) -> None:
    otter, finch, length = *room.pupils[:2], room.live.play.length
    for seat in (-1, 4, 99, "0", None, 1.0):
        assert "no such seat" in room.live.sit(otter, seat).error
    for seat in (-1, 4):
        assert "no such seat" in room.live.seat_by_teacher(otter.id, seat).error
    assert room.live.play.length == length
    assert room.live.sit(otter, 0).changed and room.live.seat_by_teacher(finch.id, 3).changed


def test_who_is_marked_away_has_a_seat_and_is_marked_once(room: Room) -> None:
    otter, finch = room.pupils[:2]
    assert room.live.sit(otter, 0).changed
    assert not room.live.mark_away(finch.id).changed
    assert room.live.mark_away(otter.id).changed and room.live.play.away == {0}
    assert not room.live.mark_away(otter.id).changed
    assert room.live.mark_back(otter.id).changed and room.live.play.away == set()
    assert not room.live.mark_back(otter.id).changed
    # an entry for a seat that nobody has, as another process may have written it
    play = room.live.play
    room.store.append(room.live.table.id, play.length, [Logged("away", otter.id, 2)])
    assert room.again().play.away == set()

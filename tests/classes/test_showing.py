"""The same deal at several tables, a match on the wall, and who sits where: what is shown when, and
what is not."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.families.tricks import tricks_taken
from cardlab.players import bot
from cardlab.store import Classes, ClassTable, Logged, TableStore, VoteStore
from cardlab.web.classes.hall import Hall
from cardlab.web.classes.live import LiveTable
from cardlab.web.classes.play import new_entries
from cardlab.web.classes.same_deal import knows_another_hand
from cardlab.web.drawing.svg import card_sign
from cardlab.web.pages.public_table import public_view
from tests.pages.browsing import Server

from .clients import Client


class Evening:
    """A class with three tables of Kaiser at which the same deals lie."""

    def __init__(self, server: Server, same: bool = True, count: int = 3) -> None:
        self.server = server
        self.url = f"sqlite:///{server.store}"
        classes = Classes(self.url)
        self.group, self.member = classes.new("Tuesday")
        classes.close()
        self.teacher = Client(server)
        self.root = self.teacher.join(self.group.code, "Teacher", self.member.login)
        form = {"act": "tables", "game": "kaiser", "count": str(count)}
        form |= {"same": "1"} if same else {}
        assert self.teacher.ask(f"{self.root}/act", form)[0] == 303
        self.store = TableStore(self.url)

    @property
    def tables(self) -> Sequence[ClassTable]:
        return self.store.of_class(self.group.id)

    def join(self, name: str) -> tuple[Client, str]:
        client = Client(self.server)
        client.join(self.group.code, name)
        classes = Classes(self.url)
        member = next(m for m in classes.members(self.group.id) if m.nickname == name)
        classes.close()
        return client, member.id

    def sit(self, table: int, member: str, seat: int) -> None:
        there = self.tables[table - 1]
        self.store.append(there.id, there.length, [Logged("sit", member, seat)])

    def play(self, table: int, seed: int) -> None:
        """Let bots play the first deal, each table in its own way."""
        live = LiveTable(self.tables[table - 1], self.store)
        match = live.play.match.at(live.play.match.ply)
        before = match.ply
        match.play_deal({seat: bot("random", seed=seed + seat) for seat in range(4)})
        self.store.append(live.table.id, live.play.length, new_entries(match, before, None))

    def page(self, path: str) -> str:
        status, text, _ = self.teacher.ask(f"{self.root}/{path}")
        assert status == 200, text
        return str(text)

    def matches(self) -> list[Any]:
        return [LiveTable(table, self.store).play.match for table in self.tables]


def first_deal(match: Any) -> list[tuple[int | None, str]]:
    moves = []
    for ply, entry in enumerate(match.entries):
        if match.state_at(ply).phase is OVER:
            break
        moves.append((entry.seat, str(entry.move)))
    return moves


def test_the_same_deal_lies_at_all_tables_or_at_none(classroom: Server) -> None:
    same = {first_deal(match)[0] for match in Evening(classroom).matches()}
    other = {first_deal(match)[0] for match in Evening(classroom, same=False).matches()}
    assert len(same) == 1 and len(other) == 3


def test_a_traveller_says_what_came_of_a_deal_and_where_the_tables_parted(
    classroom: Server,
) -> None:
    """Scores, match points and the first difference are counted here from the moves alone."""
    evening = Evening(classroom)
    for table in (1, 2, 3):
        evening.play(table, seed=40 * table)
    page = evening.page("compare")
    matches = evening.matches()
    nets = []
    for match in matches:
        over = next(p for p in range(match.ply) if match.state_at(p).phase is OVER)
        points = {"north-south": 0, "east-west": 0}
        for line in match.lines_at(over):
            points[line.side] += line.points
        nets.append(points["north-south"] - points["east-west"])
    for number, net in enumerate(nets, 1):
        others = [other for n, other in enumerate(nets, 1) if n != number]
        won = sum(1.0 if net > other else 0.5 if net == other else 0.0 for other in others)
        row = page[page.index(f'projector?table={number}">') :].partition("</tr>")[0]
        assert f"{round(50 * won)} %" in row and "bot – bot" in row
    deals = [first_deal(match) for match in matches]
    at = next(n for n in range(len(deals[0])) if len({deal[n] for deal in deals}) > 1)
    first = page[page.index("First difference") :].partition("</li></ul>")[0]
    assert f"{matches[0].names[deals[0][at][0] or 0]} is to choose" in first
    fork = re.search(
        r'name="number" value="(\d)"><button class="btn low" name="at" value="(\d+)"', page
    )
    assert fork is not None and int(fork[2]) == at
    form = {"number": fork[1], "at": fork[2]}
    assert evening.teacher.ask(f"{evening.root}/compare/vote", form)[0] == 303
    vote = VoteStore(evening.url).current(evening.group.id)
    assert vote is not None and len(vote.position["moves"]) == at
    for wrong in ({"number": "9", "at": "3"}, {"number": "1", "at": "999"}, {}, {"at": "x"}):
        assert evening.teacher.ask(f"{evening.root}/compare/vote", wrong)[0] == 400


def test_the_solver_says_what_each_card_at_a_fork_was_worth(classroom: Server) -> None:
    """Two tables that part late in the deal, where every card is solved at once."""
    evening = Evening(classroom, count=2)
    one = LiveTable(evening.tables[0], evening.store)
    match = one.play.match.at(one.play.match.ply)
    rounds = bot("simple", seed=1)
    while match.state.standing.deal == 1:
        match.play(str(rounds.choose(match.seat_view(match.to_move))), match.to_move)
    over = next(p for p in range(match.ply) if match.state_at(p).phase is OVER)
    parting = max(p for p in range(over) if len(match.game.legal_moves(match.state_at(p))) > 1)
    other = match.at(parting)
    legal = [str(move) for move in other.legal_moves()]
    other.play(next(move for move in legal if move != str(match.entries[parting].move)))
    while other.state.standing.deal == 1:
        other.play(str(rounds.choose(other.seat_view(other.to_move))), other.to_move)
    for table, played in zip(evening.tables, (match, other), strict=True):
        evening.store.append(table.id, table.length, new_entries(played, 1, None))
    page, deadline = evening.page("compare"), time.monotonic() + 300
    while "The solver works out" in page and time.monotonic() < deadline:
        time.sleep(0.5)
        page = evening.page("compare/now")
    assert "the best there is" in page and re.search(r"−?\d points?,", page)


def test_nothing_of_a_deal_is_shown_while_people_play_it_at_another_table(
    classroom: Server,
) -> None:
    evening = Evening(classroom)
    _, otter = evening.join("Otter")
    evening.sit(2, otter, 1)
    evening.play(1, seed=3)
    hint = "still played at table 2"
    assert hint in evening.page("compare") and "First difference" not in evening.page("compare")
    wall = evening.page("projector?table=1&ply=5")
    assert "at table 2" in wall and "<svg" not in wall[wall.index("<main") :]
    form = {"number": "1", "at": "6"}
    assert evening.teacher.ask(f"{evening.root}/compare/vote", form)[0] == 400
    status, text, _ = evening.teacher.ask(f"{evening.root}/act", {"act": "vote", "number": "3"})
    assert status == 200 and "People are playing this deal" in text
    evening.play(2, seed=30)
    time.sleep(1)
    assert hint not in evening.page("compare") and "First difference" in evening.page("compare")
    assert "<svg" in evening.page("projector?table=1&ply=5").partition("<main")[2]


def test_nobody_sits_where_they_know_what_lies_hidden(classroom: Server) -> None:
    """Whoever has sat at one table of a set cannot look at another hand of its deals."""
    evening = Evening(classroom)
    otter, otter_id = evening.join("Otter")
    line = otter.sit_down(f"{evening.root}/table/1")
    line.sit(2)
    line.tell(command={"name": "stand"})
    line.until(lambda shown: "waiting" in shown)
    line.tell(command={"name": "sit", "seat": 0})
    while not line.said:
        assert line.hear()
    assert "The same deals were seen from another seat" in line.said["error"]
    line.sit(2)  # the own seat can be taken again
    line.close()
    second = otter.sit_down(f"{evening.root}/table/2")
    second.hear()
    second.tell(command={"name": "sit", "seat": 2})
    while not second.said:
        assert second.hear()
    assert "what lies hidden" in second.said["error"]
    second.close()
    form = {"member": otter_id, "place": "3/2"}
    status, text, _ = evening.teacher.ask(f"{evening.root}/seating", form)
    assert status == 400 and "Otter cannot sit there." in text


def test_tables_with_the_same_deals_are_not_watched(classroom: Server) -> None:
    """What is played at one of them would tell those who sit at another."""
    evening = Evening(classroom, count=2)
    otter, _ = evening.join("Otter")
    line = otter.sit_down(f"{evening.root}/table/1")
    line.until(lambda shown: "waiting" in shown)
    assert not line.shown["picture"] and "same deals" in line.shown["told"][0]
    line.close()


def test_the_teacher_puts_pupils_at_tables(classroom: Server) -> None:
    evening = Evening(classroom, same=False, count=2)
    ids = {name: evening.join(name)[1] for name in ("Otter", "Finch", "Lynx")}
    seating = f"{evening.root}/seating"
    assert evening.teacher.ask(seating, {"member": ids["Otter"], "place": "2/3"})[0] == 303
    assert evening.teacher.ask(seating, {"fill": "1"})[0] == 303
    page = evening.page("seating")
    assert len(re.findall(r"<option value=\"\d/\d\" selected>", page)) == 3
    assert '<option value="2/3" selected>table 2, East</option>' in page
    # moved to another table: the seat from before is free
    assert evening.teacher.ask(seating, {"member": ids["Otter"], "place": "1/3"})[0] == 303
    holders = [LiveTable(table, evening.store).play.holders for table in evening.tables]
    assert holders[0][3] == ids["Otter"] and ids["Otter"] not in holders[1].values()
    status, text, _ = evening.teacher.ask(seating, {"member": ids["Finch"], "place": "1/3"})
    assert status == 400 and "Somebody sits there already" in text
    for place in ("9/0", "1/99", "1/x", "x"):
        status, text, _ = evening.teacher.ask(seating, {"member": ids["Finch"], "place": place})
        assert status == 400 and "There is no such seat" in text
    assert evening.teacher.ask(seating, {"member": ids["Finch"], "place": ""})[0] == 303
    assert evening.teacher.ask(seating, {"member": "somebody", "place": "1/0"})[0] == 403
    assert "Finch" in evening.page("now").partition("Not at a table")[2].partition("</div>")[0]


def test_the_wall_steps_through_a_match_with_no_name_and_no_hand(classroom: Server) -> None:
    evening = Evening(classroom, count=1)
    _, otter = evening.join("Otter")
    evening.sit(1, otter, 0)
    evening.play(1, seed=5)
    pages = [evening.page(f"projector?table=1&ply={ply}") for ply in range(0, 38, 3)]
    match = evening.matches()[0]
    for page in pages:
        assert "Otter" not in page and evening.group.code not in page and "seed" not in page
    hidden, shown = (
        evening.page(f"projector?table=1&ply=1{more}").partition("<main")[2]
        for more in ("", "&open=1")
    )
    hands = [card_sign(str(card)) for hand in match.state_at(1).hands for card in hand]
    assert not [card for card in hands if card in hidden] and all(card in shown for card in hands)
    assert "· we" not in hidden and not [page for page in pages if re.search(r"\bYou\b", page)]
    assert re.search(
        r'data-key="ArrowRight PageDown Enter" href="\?table=1&amp;ply=2&amp;open=1"', shown
    )
    trick = next(p for p in range(match.ply) if len(tricks_taken(match.state_at(p))) == 1)
    why = evening.page(f"projector?table=1&ply={trick}&why=1")
    said = re.findall(r"<p>(.*?)</p>", why.partition('role="status"')[2].partition("</div>")[0])
    state = match.state_at(trick)
    winner = match.names[state.taken[0].winner(state.order)]
    assert any(f"{winner} wins" in sentence for sentence in said)
    assert 'role="status"></div>' in evening.page(f"projector?table=1&ply={trick}")


def test_a_moment_on_the_wall_is_voted_on_when_nobody_plays_its_deal(classroom: Server) -> None:
    evening = Evening(classroom, count=1)
    _, otter = evening.join("Otter")
    evening.sit(1, otter, 0)
    evening.play(1, seed=5)
    match = evening.matches()[0]
    ply = next(n for n in range(9, match.ply) if match.state_at(n).to_move is not None)
    assert 'data-key="v V"' in evening.page(f"projector?table=1&ply={ply}")
    form = {"number": "1", "at": str(ply)}
    assert evening.teacher.ask(f"{evening.root}/compare/vote", form)[0] == 303
    vote = VoteStore(evening.url).current(evening.group.id)
    assert vote is not None and len(vote.position["moves"]) == ply
    for at in range(ply, ply + 6):  # whoever is to move then is asked about, South as well
        if (mover := match.state_at(at).to_move) is not None:
            form = {"number": "1", "at": str(at)}
            assert evening.teacher.ask(f"{evening.root}/compare/vote", form)[0] == 303
            vote = VoteStore(evening.url).current(evening.group.id)
            assert vote is not None and vote.seat == mover
    # the second deal lies on the table, and Otter plays it
    now = {"number": "1", "at": str(match.ply)}
    assert 'data-key="v V"' not in evening.page(f"projector?table=1&ply={match.ply}")
    status, text, _ = evening.teacher.ask(f"{evening.root}/compare/vote", now)
    assert status == 400 and "nobody plays now" in text


@pytest.mark.parametrize(
    "query", ["table=99", "ply=-1", "ply=99999999999999", "table=x&open=y", "why=2"]
)
def test_an_odd_address_of_the_wall_shows_a_table(classroom: Server, query: str) -> None:
    assert "<svg" in Evening(classroom, count=1).page(f"projector?{query}").partition("<main")[2]


def test_a_class_without_tables_says_so_everywhere(classroom: Server) -> None:
    evening = Evening(classroom, count=1)
    empty = Classes(evening.url)
    group, teacher = empty.new("Friday")
    empty.close()
    client = Client(classroom)
    root = client.join(group.code, "Teacher", teacher.login)
    for path in ("compare", "projector", "seating"):
        status, text, _ = client.ask(f"{root}/{path}")
        assert status == 200 and ("No table" in text or "No deal" in text)


def test_these_pages_too_are_the_teachers_alone(classroom: Server) -> None:
    evening = Evening(classroom)
    pupil, _ = evening.join("Otter")
    for client in (pupil, Client(classroom)):
        for path in ("compare", "compare/now", "projector", "projector?open=1", "seating"):
            assert client.ask(f"{evening.root}/{path}")[0] == 403
        for path in ("seating", "compare/vote"):
            assert client.ask(f"{evening.root}/{path}", {"fill": "1", "number": "1"})[0] == 403


def test_nobody_looks_at_two_hands_of_a_deal_by_changing_seats(classroom: Server) -> None:
    """Whoever stands up takes the same seat again, or another when the deal is over; the teacher
    moves nobody within a deal either."""
    evening = Evening(classroom, same=False, count=1)
    otter, otter_id = evening.join("Otter")
    line = otter.sit_down(f"{evening.root}/table/1")
    line.sit(2)
    form = {"member": otter_id, "place": "1/0"}
    status, text, _ = evening.teacher.ask(f"{evening.root}/seating", form)
    assert status == 400 and "when the deal is over" in text
    line.tell(command={"name": "stand"})
    line.until(lambda shown: "waiting" in shown)
    line.tell(command={"name": "sit", "seat": 0})
    while not line.said:
        assert line.hear()
    assert "Another hand of this deal was seen" in line.said["error"]
    line.sit(2)
    line.tell(command={"name": "stand"})
    line.until(lambda shown: "waiting" in shown)
    line.close()
    evening.play(1, seed=8)
    time.sleep(1.5)  # until the server has seen what another process wrote
    again = otter.sit_down(f"{evening.root}/table/1")
    again.sit(0)
    again.close()


def test_who_has_sat_elsewhere_at_the_same_deals_knows_another_hand(file_url: str) -> None:
    hall = Hall(file_url)
    heads = [{"game": "kaiser", "seed": 7, "set": "s"}] * 2 + [
        {"game": "kaiser", "seed": 7, "set": "t"},
        {"game": "kaiser", "seed": 7},
    ]
    one, two, other, alone = (hall.tables.new("class", head) for head in heads)
    for table, member in ((one, "otter"), (other, "finch"), (alone, "heron")):
        hall.tables.append(table.id, 0, [Logged("sit", member, 0)])
    assert knows_another_hand(hall, two, "otter", 0) and knows_another_hand(hall, one, "otter", 1)
    assert not knows_another_hand(hall, one, "otter", 0), "the same place, once more"
    for table in (one, two, alone):
        assert not knows_another_hand(hall, table, "finch", 0)
    assert not knows_another_hand(hall, alone, "heron", 2)


def test_on_the_wall_each_seat_is_shown_as_another_sees_it() -> None:
    match = cardlab.game("kaiser").match(seed=7)
    while match.state.to_move is None or match.ply < 8:
        match.play(match.legal_moves()[0])
    view = public_view(match, match.ply)
    seats = [(seat["index"], seat["you"], seat["relation"]) for seat in view["seats"]]
    assert seats == [(n, False, "opponent") for n in range(4)]
    hands = [zone for zone in view["zones"] if zone["id"].startswith("hand")]
    assert len(hands) == 4 and not any(hand["faces"] for hand in hands)

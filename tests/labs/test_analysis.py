"""The analysis: what is brought is read or refused with a sentence, par is what others compute,
the page shows what is solved."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.labs import analysis, solving
from cardlab.labs.analysis import STRAINS, DoubleDummyTable, Par, contract_points, par
from cardlab.players import coach
from cardlab.solver import NotInTime
from cardlab.web.pages.labs.analysis import AnalysisLab
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget

HANDS = "South 2S 3S 2H; West KS JS 3H; North AS QS AH; East 4S 5S 4H"
ENDING = f"bridge; phase play; trump none; contract 1NT by South; to-move South; {HANDS}"
BOARD = """[Board "1"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "S:AKQJT98.765.43.2 765.AKQ.765.A543 432.JT9.AKQ.KQJT .8432.JT982.9876"]
[Declarer "S"]
[Contract "4S"]
[Play "W"]
HA H9 H2 H5
"""


# ---- reading
# ---------------------------------------------------------------------


def test_a_record_a_board_and_a_line_are_read() -> None:
    deal = analysis.example("kaiser", 1)
    assert deal.record is not None
    again = analysis.read(deal.record.to_json())
    assert again.entries == deal.entries and again.state_at(20).hands == deal.state_at(20).hands
    board = analysis.read(BOARD)
    assert board.game.id == "bridge" and [str(e.move) for e in board.entries] == [
        "AH",
        "9H",
        "2H",
        "5H",
    ], board.entries
    assert board.state_at(4).to_move == 1 and len(board.state_at(4).taken) == 1
    line = analysis.read(ENDING)
    assert line.ply == 0 and line.state_at(0).to_move == 0
    assert analysis.unpacked(analysis.packed(deal.record)) == deal.record


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "not JSON"),
        ('{"format": "chess"}', "does not say"),
        ("[Board", "is not a tag"),
        ("% PBN 2.1", "no board"),
        ("poker; South AS", "poker"),
        ("kaiser; souht QH", "did you mean south"),
        ("x" * 300_000, "300,000 characters"),
    ],
)
def test_what_is_none_of_them_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        analysis.read(text)


def test_a_damaged_link_is_a_sentence() -> None:
    record = analysis.example("kaiser", 1).record
    assert record is not None
    packed = analysis.packed(record)
    for broken in (packed[:-20], "%%%", "", packed[::-1]):
        with pytest.raises(ValueError, match="damaged"):
            analysis.unpacked(broken)


def test_a_course_branches_and_the_played_one_stays() -> None:
    deal = analysis.example("kaiser", 2)
    ply = next(i for i in coach.plays(deal)[5:] if len(deal.game.legal_moves(deal.state_at(i))) > 1)
    other = next(
        m for m in deal.game.legal_moves(deal.state_at(ply)) if m != deal.entries[ply].move
    )
    branch = deal.play(ply, str(other))
    assert (
        branch.ply == ply + 1
        and branch.entries[ply].move == other
        and deal.entries[ply].move != other
    )
    assert (
        branch.record is not None
        and branch.record.replay().state_at(ply + 1).hands == branch.state_at(ply + 1).hands
    )
    state = deal.state_at(ply)
    refused = next(
        (c for c in deal.game.candidates(state) if c not in deal.game.legal_moves(state)), None
    )
    if refused is not None:
        with pytest.raises(cardlab.IllegalMove):
            deal.play(ply, str(refused))


# ---- bridge
# ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "points"),
    [
        ((1, "C", 7, False), 70),
        ((2, "H", 8, False), 110),
        ((3, "NT", 9, False), 400),
        ((4, "H", 11, True), 650),
        ((5, "D", 11, False), 400),
        ((6, "S", 12, False), 980),
        ((7, "NT", 13, True), 2220),
        ((3, "NT", 8, False), -100),
        ((3, "NT", 7, False), -300),
        ((3, "NT", 6, False), -500),
        ((3, "NT", 5, False), -800),
        ((3, "NT", 8, True), -200),
        ((3, "NT", 7, True), -500),
        ((7, "C", 0, False), -3500),
        ((7, "C", 0, True), -3800),
    ],
)
def test_a_contract_pays_what_a_duplicate_table_pays(
    contract: tuple[Any, ...], points: int
) -> None:
    assert contract_points(*contract) == points


def table_of(ns: int, ew: int) -> DoubleDummyTable:
    return DoubleDummyTable(
        {(strain, seat): (ns, ew)[seat % 2] for strain in STRAINS for seat in range(4)}
    )


def test_par_goes_out_where_nobody_can_make_anything() -> None:
    assert par(table_of(6, 6)) == Par(0) and str(par(table_of(6, 6))) == "passed out, 0"


def test_par_depends_on_who_may_open_and_on_vulnerability() -> None:
    both = table_of(7, 7)  # both sides make one no trump, and whoever bids it first has it
    assert par(both, dealer=0).points > 0 > par(both, dealer=1).points
    sacrifice = DoubleDummyTable(
        {**table_of(4, 9).tricks, ("S", 0): 9, ("S", 2): 9, ("H", 1): 10, ("H", 3): 10}
    )
    assert str(par(sacrifice)) == "4♠ doubled by South or North, 1 short: −100 for North–South"
    assert par(sacrifice, "ns").points == -200 and par(sacrifice, "ew").points == -100
    with pytest.raises(ValueError, match="all 20 results"):
        par(DoubleDummyTable({("NT", 0): 7}))
    with pytest.raises(ValueError, match="vulnerable has to be none, ns, ew or both"):
        par(both, "red")


def dealt(seed: int) -> list[list[str]]:
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
    random.Random(seed).shuffle(pack)
    return [pack[i::4] for i in range(4)]


def theirs(hands: list[list[str]]) -> Any:
    suits = [
        ".".join("".join(c[0] for c in hand if c[1] == suit) for suit in "SHDC") for hand in hands
    ]
    types = pytest.importorskip("endplay.types")
    return types.Deal("S:" + " ".join(suits))


def numbers(found: Any) -> DoubleDummyTable:
    from endplay.types import Denom, Player

    denoms = dict(
        zip(
            STRAINS,
            (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt),
            strict=True,
        )
    )
    seats = (Player.south, Player.west, Player.north, Player.east)
    return DoubleDummyTable({(s, k): found[denoms[s], seats[k]] for s in STRAINS for k in range(4)})


@pytest.mark.slow
def test_par_and_the_table_are_what_another_program_computes() -> None:
    dds = pytest.importorskip("endplay.dds")
    from endplay.types import Player, Vul

    for seed in range(12):
        hands = dealt(seed)
        found = dds.calc_dd_table(theirs(hands))
        table = numbers(found)
        for word, vul in (("none", Vul.none), ("ns", Vul.ns), ("ew", Vul.ew), ("both", Vul.both)):
            for dealer, player in enumerate((Player.south, Player.west, Player.north, Player.east)):
                assert par(table, word, dealer).points == dds.par(found, vul, player).score, (
                    seed,
                    word,
                    dealer,
                )
        if seed == 0:
            assert analysis.double_dummy(hands, seconds=120) == table


# ---- the page
# ---------------------------------------------------------------------


def opened(game: str, **words: str) -> LabPage:
    return LabPage(AnalysisLab, game, LabWidget(), words)


def act(page: LabPage, name: str, value: Any) -> str:
    page.widget.act = {"name": name, "value": value, "n": page.widget.heard + 1}
    json.dumps(page.widget.view)
    return str(page.widget.error)


def block(page: LabPage, id: str) -> dict[str, Any]:
    return next(b for b in page.widget.view["blocks"] if b.get("id") == id)


def marks(page: LabPage) -> dict[str, str]:
    return {c["code"]: c["mark"] for c in block(page, "hand")["groups"][0]["cards"] if "mark" in c}


def control(page: LabPage, name: str) -> dict[str, Any]:
    return next(c for c in page.widget.view["controls"] if c["name"] == name)


def test_a_position_shows_what_every_card_gives_away() -> None:
    page = opened("bridge", position=ENDING)
    assert marks(page) == {"3S": "+0", "2S": "+0", "2H": "−1"}
    said = {c["code"]: c["said"] for c in block(page, "hand")["groups"][0]["cards"]}
    assert said["2H"] == "gives away one trick" and said["2S"] == "gives nothing away"
    assert block(page, "hand")["lead"].startswith("South and North take three tricks of 3.")
    assert act(page, "hand", "2H") == ""
    told = block(page, "line")["paragraphs"]
    assert block(page, "line")["title"] == "After 2♥" and told[0].startswith(
        "South 2♥, West 3♥, North A♥"
    )
    assert told[1] == "Nothing is given away by 2♠:"
    assert act(page, "whole", True) == "" and "South 2♥" in block(page, "line")["paragraphs"][0]
    assert block(page, "line")["paragraphs"][0].count(",") == 7
    # the card is played, and its address brings the branch back
    assert act(page, "play", True) == "" and page.lab.at == 1 and page.lab.course.ply == 1
    again = opened("bridge", **{k: v for k, v in parse_qsl(page.widget.link) if k != "game"})
    assert again.widget.link == page.widget.link and again.lab.state == page.lab.state


def test_a_finesse_is_named_on_the_page() -> None:
    page = opened("bridge", position=ENDING)
    for card in ("2S", "JS"):
        act(page, "hand", card)
        act(page, "play", True)
    assert marks(page) == {"AS": "−1", "QS": "+0"} or set(marks(page)) == {"AS", "QS"}
    trick = "trick South 2S 3S; South 2H; West KS; North AS QS; East 4S 5S; to-move North"
    page = opened(
        "bridge", position=f"bridge; phase play; trump none; contract 1NT by South; {trick}"
    )
    told = block(page, "line")["paragraphs"]
    assert (
        "Finesse: Q♠ wins because K♠ lies with West, who has played to this trick already." in told
    )


def test_the_chart_leads_to_its_cards() -> None:
    page = opened("kaiser", seed="1")
    chart = block(page, "losses")
    found = {(loss.seat, loss.trick): loss for loss in coach.losses(page.lab.course)}
    seats = [row.split()[0] for row in chart["rows"]]
    for (seat, trick), loss in found.items():
        assert chart["values"][seats.index(page.lab.course.names[seat])][trick - 1] == -(
            loss.cost or 0
        )
    dear = max(found.values(), key=lambda loss: loss.cost or 0)
    row = seats.index(page.lab.course.names[dear.seat])
    assert act(page, "losses", f"{row},{dear.trick - 1}") == "" and page.lab.at == dear.ply
    assert marks(page)[str(dear.move.card)] == f"−{dear.cost}"
    assert "choose a cell" in act(page, "losses", "9,99")


def test_stepping_keeps_inside_the_deal() -> None:
    page = opened("kaiser", seed="1", at="0")
    assert page.lab.at == 0
    assert (
        act(page, "on", True) == ""
        and page.lab.at == 1
        and act(page, "back", True) == ""
        and page.lab.at == 0
    )
    assert "lies outside" in act(page, "at", "9999") and page.lab.at == 0
    assert act(page, "at", str(page.lab.course.ply)) == "" and act(page, "on", True) == ""
    assert page.lab.at == page.lab.course.ply


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("play; trump S; to-move South; South AS KS; West QH JH", "cannot be seen"),
        (
            "play; trump S; to-move South; South AS; West QH JH; North 8D; East 8C",
            "with the others it would be",
        ),
        (
            "play; trump S; to-move South; South AS; West AS; North 8D; East 8C",
            "A♠ lies in South's hand and in West's",
        ),
        ("auction; to-move South", "No card is played to a trick"),
    ],
)
def test_a_table_that_cannot_be_solved_says_why(line: str, sentence: str) -> None:
    page = opened("kaiser")
    assert act(page, "bring", f"kaiser; phase {line}") == "" and not control(page, "bring").get(
        "why"
    )
    assert sentence in " ".join(block(page, "hand")["paragraphs"])


@pytest.mark.parametrize("text", ["{", "[Board", "kaiser; souht QH", "bridge; South AS", "<b>"])
def test_what_cannot_be_read_is_told_at_its_field_and_kept(text: str) -> None:
    page = opened("kaiser")
    before = page.widget.link
    assert act(page, "bring", text) == ""
    assert (
        control(page, "bring").get("why")
        and control(page, "bring")["value"] == text
        and page.widget.link == before
    )


FILE = (
    '[Board "%s"]\n[Dealer "N"]\n'
    '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n'
    '[Auction "N"]\n%s\n\n'
)


def test_every_board_of_a_text_can_be_reached_on_the_page() -> None:
    page = opened("bridge")
    assert act(page, "bring", "{made by X}\n" + FILE % (1, "1NT AP") + FILE % (2, "2H AP")) == ""
    assert control(page, "other_board")["choices"] == [["1", "Board 1"], ["2", "Board 2"]]
    assert control(page, "other_board")["hint"] == "Two boards; this is the first."
    assert act(page, "other_board", "2") == ""
    course = page.lab.course  # type: ignore[attr-defined]
    assert course.states[-1].contract.bid == "2H"
    assert control(page, "other_board")["hint"] == "Two boards; this is the second."
    assert act(page, "another", True) == ""
    assert not [c for c in page.widget.view["controls"] if c["name"] == "other_board"]


@pytest.mark.parametrize(
    "before", ["", "; by hand\n", "{made\nby X} ", "\ufeff", "% PBN 2.1\n", "\n"]
)
def test_a_board_is_read_whatever_stands_before_it(before: str) -> None:
    text = before + FILE % (1, "1NT AP")
    assert analysis.read(text).states[-1].contract.bid == "1NT"
    both = text + FILE % (2, "2H AP")
    assert analysis.read(both, board=2).states[-1].contract.bid == "2H"
    with pytest.raises(ValueError, match="two boards; bring only the one that you mean, or say"):
        analysis.read(both)
    with pytest.raises(ValueError, match="there is no board 3"):
        analysis.read(both, board=3)


def test_a_match_of_the_store_is_opened_by_its_name(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardlab.store import MatchStore

    monkeypatch.setenv("CARDLAB_STORE", f"sqlite:///{tmp_path / 'cards.sqlite'}")
    record = analysis.example("kaiser", 3).record
    assert record is not None
    name = MatchStore().create(record)
    page = opened("kaiser", match=name, at="20")
    assert page.widget.error == "" and page.lab.at == 20 and f"match={name}" in page.widget.link
    for strange in ("nobody", "../../etc", "x" * 100):
        assert act(page, "match", strange)
        assert f"match={name}" in page.widget.link


def test_a_game_without_tables_says_why_and_still_steps() -> None:
    page = opened("snap")
    assert "Snap has no tricks" in " ".join(block(page, "hand")["paragraphs"])
    assert act(page, "on", True) == "" and page.lab.at == 2


def test_what_is_not_solved_in_time_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(state: Any, seconds: float | None = None) -> Any:
        raise NotInTime("not solved in 2 s")

    monkeypatch.setattr(coach, "values", slow)
    page = opened("kaiser", seed="1")
    assert block(page, "hand")["paragraphs"] == [solving.LATE]
    assert "could not be solved" in block(page, "losses")["lead"]


def test_bridge_has_its_twenty_results_and_par(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(hands: Any, known: Any = None, seconds: float | None = None) -> Any:
        table = table_of(9, 4)
        for n in (5, 20):
            yield DoubleDummyTable(dict(list(table.tricks.items())[:n]))

    monkeypatch.setattr(analysis, "tabling", quick)
    page = opened("bridge", seed="1")
    assert [row[1:] for row in block(page, "double")["rows"]] == [["9"] * 5] * 2 + [["4"] * 5] * 2
    assert block(page, "par")["paragraphs"] == [
        "3NT by South or North, just made: +400 for North–South."
    ]
    act(page, "vulnerable", "ns")
    assert "+600" in block(page, "par")["paragraphs"][0] and "vulnerable=ns" in page.widget.link

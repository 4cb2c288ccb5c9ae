"""Positions: any table of any game as text and back, what cannot be, and what a table tells."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import BACK, Card, Suit
from cardlab.engine.game import Phase
from cardlab.engine.match import Match
from cardlab.engine.simultaneous import Simultaneous
from cardlab.labs import notation
from cardlab.labs.notation import LONGEST, NotationError, packed, unpacked
from cardlab.labs.positions import (
    BuiltPosition,
    CannotTell,
    check,
    example,
    from_match,
    from_pbn,
    read,
    set_up,
)
from cardlab.lessons.deals import play_through
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.pages.labs.positions import PositionsLab
from cardlab.web.widgets import LabWidget

# --- text and back


def plies(
    game_id: str, seeds: int = 2, most: int = 160, share: float = 0.12
) -> Iterator[tuple[Match, int]]:
    """Moments of matches played at random, with their ply."""
    game, rng = cardlab.game(game_id), random.Random(f"plies/{game_id}")
    for seed in range(seeds):
        match = game.match(seed=seed)
        while not match.over and match.ply < most:
            if rng.random() < share:
                yield match, match.ply
            may = (match.to_move, *match.state.phase.movers(match.state))
            seat = next(s for s in may if s is not None and match.legal_moves(s))
            match.play(rng.choice(match.legal_moves(seat)), seat)
        yield match, match.ply


def judged(state: Any) -> dict[Any, list[tuple[Any, ...]]]:
    """What everybody who may move is told of every move."""
    seats = {state.to_move, *state.phase.movers(state)} - {None}
    return {
        s: [
            (str(m), v.legal, v.rule and str(v.rule), v.reason)
            for m, v in state.game.verdicts(state, s).items()
        ]
        for s in seats
    }


def made(state: Any) -> list[tuple[Any, ...]]:
    return [(x.side, x.points, str(x.rule), x.account, x.cards) for x in state.pegged]


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", cardlab.games())
def test_every_moment_of_a_match_can_be_written_read_and_judged_alike(game_id: str) -> None:
    """The whole state comes back (but for the formulas of points already made), and nothing
    speaks against it."""
    phases = set()
    for match, ply in plies(game_id):
        here = from_match(match, ply)
        back = read(here.text)
        assert back.state.but(pegged=()) == here.state.but(pegged=()), here.text
        assert made(back.state) == made(here.state)
        assert back.text == here.text and len(here.text) < LONGEST
        assert back.state.order == here.state.order if hasattr(here.state, "order") else True
        assert judged(back.state) == judged(here.state), here.text
        assert here.problems == (), here.text
        phases.add(here.state.phase.id)
    # of choices that are made again and again at random, the last phase seldom comes
    again = isinstance(here.state.phase, Simultaneous)
    assert {p.id for p in cardlab.game(game_id).phases[-1:]} & phases or len(phases) > 1 or again


@pytest.mark.parametrize("game_id", cardlab.games())
def test_nothing_speaks_against_the_table_at_the_end_of_a_deal(game_id: str) -> None:
    """In Belote too, where three of the eight cards are dealt after the calls, and in rummy, where
    a deal may be void."""
    ends = (spot.state for spot in play_through(cardlab.game(game_id), 3, 0) if spot.seat is None)
    for state in islice(ends, 2):
        line = notation.write(state)
        assert check(state) == () and read(line).problems == (), line
        assert read(line).state.void == state.void


@pytest.mark.parametrize("head", ["bourre; phase over", "bourre", "kaiser", "nap; phase play"])
def test_a_table_at_which_all_sit_out_is_one_or_is_told_what_is_missing(head: str) -> None:
    """Where everybody passes in Bourré a deal ends so; elsewhere somebody may have laid it."""
    here = read(f"{head}; sitting-out South West North East")
    assert all(str(problem).endswith(".") for problem in here.problems)
    assert here.problems == () or head == "nap; phase play"
    assert head != "bourre; phase over" or here.state.to_move is None


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", cardlab.games())
def test_everything_can_be_asked_of_every_table(game_id: str) -> None:
    for match, ply in plies(game_id, seeds=1, share=0.1):
        here = from_match(match, ply)
        assert str(here) and here.view()["game"] == game_id
        lines, totals = here.if_over(), here.totals()
        assert all(line.deal == here.state.standing.deal for line in lines) and set(totals) == {
            s.id for s in match.game.sides
        }
        for win in here.wins():
            after = match.game.after(here.state, win.move)
            trick = after.taken[-1] if win.full else after.trick
            assert win.seat == trick.winner(after.order)
        for fact in here.facts():
            assert fact.endswith(".")


@pytest.mark.sampled
@pytest.mark.parametrize(
    "game_id", [id for id in cardlab.games() if hasattr(cardlab.game(id), "told_trick")]
)
def test_nobody_holds_what_a_table_says_that_they_cannot_hold(game_id: str) -> None:
    said = 0
    for seeds in (2, 12):  # where bids at random are soon broken, few tricks are played
        for match, ply in plies(game_id, seeds, share=0.1):
            here = from_match(match, ply)
            for seat, hand in enumerate(here.state.hands):
                barred = here.cannot_hold(seat)
                assert not {*hand} & {*barred}, here.text
                said += bool(barred)
        if said:
            break
    # where hands grow only the trick in progress tells, and of two players one has led to it
    assert said or (here.state.hands_grow and here.game.players == 2)


def test_text_of_a_stranger_never_breaks_the_reader() -> None:
    """Damaged texts are read, or refused with a sentence; what was read can be written, and
    looked over."""
    rng = random.Random(5)
    texts = [
        from_match(match, ply).text
        for id in cardlab.games()
        for match, ply in plies(id, 1, 40, 0.1)
    ]
    words = sorted({w for t in texts for w in t.split()})
    words += ["-", "none", "999*??", "30*??", "(", "|", "+", "/", ",", "\x00", "JK"]
    refused = 0
    for _ in range(1200):
        parts = [p.split(" ") for p in rng.choice(texts).split("; ")]
        for _ in range(rng.randint(1, 3)):
            part = rng.choice(parts)
            at = rng.randrange(len(part))
            match rng.randrange(3):
                case 0:
                    part[at] = rng.choice(words)
                case 1:
                    part.insert(at, rng.choice(words))
                case _:
                    parts.insert(
                        rng.randrange(len(parts) + 1),
                        rng.choice(rng.choice(texts).split("; ")).split(" "),
                    )
        text = "; ".join(map(" ".join, parts))
        try:
            here = read(text)
        except NotationError as said:
            refused += 1
            assert str(said)[0].isupper() or str(said)[0] in "“", str(said)
            assert str(said).rstrip()[-1] in ".?", str(said)
            continue
        assert read(here.text).text == here.text
        for problem in here.problems:
            assert problem.text.endswith("."), problem.text
        if not here.problems:
            here.facts(), here.wins(), here.if_over(), here.view()
    assert 300 < refused < 1200


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no position in an empty text"),
        ("pokr", "A position begins with the name of a game"),
        ("kaisr; south QH", "did you mean kaiser?"),
        (
            "kaiser; souht QH",
            "“souht” does not belong in a position of Kaiser; did you mean south?",
        ),
        ("kaiser; south QH; south KH", "The part south stands here twice"),
        ("kaiser; south QQ", "“QQ” in the hand of South is not a card; write rank and suit"),
        ("kaiser; trump Z", "There is no trump “Z”; write S, H, C, D or none"),
        ("kaiser; trump R", "No card of Kaiser is one of the reds"),
        ("snap; trump H", "“trump” does not belong in a position of Snap"),
        ("kaiser; contract 7", "“7” is not a contract; write the bid and who made it"),
        ("kaiser; contract 13 by west", "“13” is not a bid of Kaiser"),
        ("zetema; piles AS|KS|QS", "In Zetema piles are 13 heaps, one for each rank, not three"),
        ("kaiser; taken West", "A finished trick has cards: write who led and the cards"),
        ("kaiser; contract 7 by wst", "There is no seat “wst” in Kaiser"),
        ("kaiser; totals 1", "In Kaiser totals are two numbers, one for each side, not one."),
        ("kaiser; totals 1 many", "“many” in totals is not a number"),
        ("kaiser; phase melds", "Kaiser has no phase “melds”; its phases are"),
        ("kaiser; trick West KH QH JH TH 9H", "A trick has 5 cards here, but 4 play to it"),
        ("kaiser leader=nobody", "Kaiser: leader='nobody' is not possible"),
        ("euchre; offered Z", "The part offered is a suit: write S, H, C, D or none."),
        ("euchre; sitting-out S", "There is no seat “S” in Euchre"),
        ("kaiser; deal H", "“H” in deal is not a number that this table could hold."),
        ("cardigan; opened S", "The part opened is one word in small letters, not “S”."),
        ("kaiser; totals S", "“S” in totals is not a number that this table could hold."),
        ("kaiser; made north-south +2 luck", "Kaiser has no rule “luck”"),
        ("x" * (LONGEST + 1), "a position has at most"),
        ("kaiser; south 9999*QH", "is not a number of cards"),
        ("kaiser\x00; south QH", "A position begins with the name of a game"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as said:
        read(text)
    assert sentence in str(said.value)


@pytest.mark.parametrize("suit", ["S", "H", "C", "D", None])
def test_a_suit_is_read_where_a_suit_is_declared(suit: str | None) -> None:
    here = read(f"euchre; phase order-up; offered {suit or 'none'}")
    assert here.state.offered == suit and isinstance(here.state.offered, Suit | None)
    assert read(here.text).state.offered == suit


def test_the_address_holds_a_position_long_or_short() -> None:
    for id in ("kaiser", "cardigan", "ziginette"):
        text = example(id, 3).text
        assert read(unpacked(packed(text))).text == text and len(packed(text)) < 1000
    bomb = packed("kaiser; south " + "QH " * 100_000)
    for damaged in ("z.", "z.AAAA", bomb, "z.é"):
        with pytest.raises(NotationError):
            unpacked(damaged)


# --- what cannot be


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "bridge; south AS AH AD AC; west AH 2C 3C 4C",
            "A♥ lies in South's hand and in West's hand; the pack of Contract Bridge has it once.",
        ),
        (
            "kaiser; south AH AH KH",
            "A♥ lies twice in South's hand; the pack of Kaiser has it once.",
        ),
        ("kaiser; south QH; trick West QH", "Q♥ lies in South's hand and in the trick"),
        (
            "cardigan; contract 1NT by South; south AH AH AH AH AH",
            "A♥ lies five times in South's hand; the pack of Cardigan has it four times.",
        ),
        ("kaiser; trick West 2H", "2♥ is not in the pack of Kaiser."),
        (
            "bridge; south 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS AH",
            "South's hand has 14 cards; Contract Bridge deals 13.",
        ),
        (
            "gin-rummy; phase draw; south 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
            "South's hand has twelve cards; at this point nobody has more than eleven.",
        ),
        (
            "kaiser; trick West KH 9H; west AH 9C; north AS; south 8H QC; east QH 8C",
            "West has played to this trick and holds two cards; with the others it would be one.",
        ),
        (
            "kaiser; trick West KH 9C; trump S; west AS; north 9H; south 8H QC; east QH 8C",
            "North played 9♣ to K♥, but hearts were led and North has one.",
        ),
        (
            "kaiser; taken West KH 9C QH 8H; trump S; west AS; north 9H; south 8S; east 8C",
            "North played 9♣ to K♥ in trick 1, but hearts were led and North has one.",
        ),
        (
            "kaiser; trump none; taken West KH AH QH TH; trick West KS",
            "North won trick 1, so North leads to trick 2; here West does.",
        ),
        (
            "kaiser; trick West KH; to-move South; trump S",
            "It is North's turn in this trick, and here South is to move.",
        ),
        ("nap; south AS", "Nap is played under a bid"),
        ("oh-hell; deal 14", "A match of Oh Hell has 13 deals here; there is no deal 14."),
    ],
)
def test_what_cannot_lie_on_a_table_is_told_with_card_and_place(text: str, sentence: str) -> None:
    problems = read(text).problems
    assert problems and sentence in problems[0].text, problems


def test_hands_that_are_left_out_lie_face_down_and_can_be_dealt() -> None:
    here = read("kaiser; trump S; trick West KH 9H; east QH 8C 3S; contract 7 by South")
    assert [hand.count(BACK) for hand in here.state.hands] == [3, 2, 2, 0] and not here.problems
    filled = here.filled(7)
    assert BACK not in filled.state.hands[0] and filled.state.hands[3] == here.state.hands[3]
    assert not {*filled.state.hands[0]} & {*filled.state.hands[1]}
    assert here.play("QH").play("AH").state.taken[-1].cards == ("KH", "9H", "QH", "AH")


def test_seats_go_by_name_in_python_too() -> None:
    here = set_up(
        "kaiser",
        trump="S",
        dealer="north",
        trick=[("West", "KH")],
        hands={"north": "QH 8C", "east": "9H"},
    )
    assert here.mover == "North" and here.state.dealer == 2 and here.state.hands[3] == ("9H",)
    with pytest.raises(
        ValueError,
        match="there is no seat 'nrth' in Kaiser; the seats are south, west, north, east",
    ):
        set_up("kaiser", trick=[("nrth", "KH")])
    with pytest.raises(
        ValueError, match="9♥ is East's card here, but it is North's turn in this trick"
    ):
        set_up("kaiser", trick=[("west", "KH"), ("east", "9H")])
    with pytest.raises(ValueError, match="there is no seat 9 in Kaiser"):
        set_up("kaiser", hands={9: "KH"})
    assert (
        set_up(
            "nap", bid="three", soloist="west", trick=[("west", "KH")], trump="H"
        ).state.contract.declarer
        == 1
    )


def test_a_lead_that_makes_trumps_and_a_bid_that_does() -> None:
    assert read("nap; contract three by West; trick West KH").state.order.trump == "H"
    assert read("nap; contract three by West; trump open; west KH QH").state.order is None
    assert read("cardigan; contract 2RED by West; trick West JD").state.order.trump == "R"
    assert read("scotch-whist; turned 9C; trick West KH").state.order.trump == "C"


# --- bridge


BOARD = (
    '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n[Vulnerable'
    ' "EW"]\n'
)


def test_pbn_both_ways_for_every_moment_of_bridge() -> None:
    for match, ply in plies("bridge", seeds=2, share=0.15):
        here = from_match(match, ply)
        back = from_pbn(here.pbn())
        kept = (
            "hands",
            "calls",
            "contract",
            "declarer",
            "trick",
            "taken",
            "to_move",
            "order",
            "phase",
        )
        hands = [sorted(h) for h in here.state.hands]
        assert [sorted(h) for h in back.state.hands] == hands
        for name in kept[1:]:
            assert getattr(back.state, name) == getattr(here.state, name), name


def test_pbn_of_strangers() -> None:
    here = from_pbn(BOARD + '[Declarer "N"]\n[Contract "4SX"]\n[Play "E"]\nS8 S5 S2 SA\n*')
    assert here.mover == "North" and here.state.contract.doubled == 1
    assert here.state.standing.games == (0, 1)
    with pytest.raises(ValueError, match="there is no board 2"):
        from_pbn(BOARD, 2)
    with pytest.raises(ValueError, match="no board in this text"):
        from_pbn("% nothing")
    with pytest.raises(ValueError, match="PBN is for bridge, and this is Kaiser"):
        example("kaiser").pbn()
    with pytest.raises(ValueError, match="of South's cards this position knows 2"):
        read("bridge; trump S; south AH KH; west 2C 3C; north 4C 5C; east 6C 7C").pbn()
    with pytest.raises(ValueError, match="some of West's cards lie face down"):
        read("bridge; trump S; south AH KH").pbn()


# --- the page


def page(game_id: str, **words: str) -> LabPage:
    return LabPage(PositionsLab, game_id, LabWidget(), words)


def block(found: LabPage, id: str) -> dict[str, Any]:
    return next((b for b in found.widget.view["blocks"] if b.get("id") == id), {})


def control(found: LabPage, name: str) -> dict[str, Any]:
    return next(c for c in found.widget.view["controls"] if c["name"] == name)


@pytest.mark.parametrize("game_id", cardlab.games())
def test_every_game_can_be_set_up_asked_and_taken_along(game_id: str) -> None:
    found = page(game_id)
    lab: PositionsLab = found.lab  # type: ignore[assignment]
    assert lab.problems == () and "<svg" in block(found, "table")["svg"]
    assert read(control(found, "position")["value"]).text == lab.here.text
    # the address brings it back
    again = page(game_id, position=unpacked(lab.query()["position"]))
    assert again.lab.here.text == lab.here.text and again.widget.link == found.widget.link  # type: ignore[attr-defined]
    for card in [m.card for m in lab.verdicts if m.card is not None][:3]:
        found.act("hand", str(card))
        assert block(found, "why")["kind"] == "verdict" and "legal" in block(found, "why")["text"]
    for name in ("empty", "again", "empty"):
        found.act(name, True)
        assert lab.problems == ()
    assert found.widget.error == ""


@pytest.mark.parametrize("game_id", cardlab.games())
def test_every_legal_move_on_an_empty_table_is_made_or_answered(game_id: str) -> None:
    """As a visitor makes it: what cannot be made is told in a sentence, and the table stays."""
    found = page(game_id)
    found.act("empty", True)
    lab: PositionsLab = found.lab  # type: ignore[assignment]
    before = lab.here.text
    for move in lab.here.legal:
        found.act("empty", True)
        found.act("move", str(move))
        found.widget.act = {"name": "go", "value": str(move)}
        if found.widget.error:
            assert found.widget.error.startswith(f"What “{move.label}” leads to cannot be told")
            assert lab.here.text == before and not lab.problems
        else:
            assert lab.problems or lab.here.text != before


MOVES = 12
"""The most legal moves that are tried on a table with few cards."""


def small_tables(game_id: str) -> Iterator[str]:
    """The empty table of a game in each of its phases, with a card in one hand and in each hand,
    and with a stock or without one."""
    found = page(game_id)
    found.act("empty", True)
    game, line = found.lab.game, found.lab.here.text  # type: ignore[attr-defined]
    pack, names = list(dict.fromkeys(game.pack)), game.names
    hands = {name: pack[7 * seat % len(pack)] for seat, name in enumerate(names)}
    fixed = [part for part in line.split("; ") if part.split()[0] not in ("phase", "stock", *names)]
    for phase in game.phases:
        if type(phase).candidates is Phase.candidates:
            continue
        for holders in (0, 1, len(names)):
            held = [
                f"{name} {hands[name] if seat < holders else '-'}"
                for seat, name in enumerate(names)
            ]
            for stock in ([], ["stock -"]):
                yield "; ".join([*fixed, f"phase {phase.id}", *held, *stock])


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", cardlab.games())
def test_every_legal_move_on_a_small_table_leads_on_or_is_answered(game_id: str) -> None:
    rng, tried = random.Random("small"), 0
    for line in small_tables(game_id):
        try:
            here = read(line)
        except NotationError as said:  # a game without a stock has no such part
            assert "“stock”" in str(said)
            continue
        if here.problems:
            assert all(str(problem).endswith(".") for problem in here.problems)
            continue
        assert here.view()["game"] == game_id and here.wins() is not None
        for seat in here.movers:
            legal = [move for move, v in here.verdicts(seat).items() if v.legal]
            for move in rng.sample(legal, min(MOVES, len(legal))):
                tried += 1
                try:
                    after = here.play(str(move), seat)
                except CannotTell as said:
                    assert str(said).startswith(f"What “{move.label}” leads to cannot be told")
                    assert str(said).endswith("."), line
                else:
                    assert all(str(problem).endswith(".") for problem in after.problems)
    assert tried


@pytest.mark.parametrize(
    ("text", "move", "lacking"),
    [
        ("cuckoo; phase swap; South 5H", "cut", "it depends on cards that lie face down"),
        ("cuckoo; phase swap; South 5H; stock -", "cut", "the stock has no card"),
        ("gin-rummy; phase draw; South 5H; stock -", "draw", "the stock has no card"),
        ("gin-rummy; phase offer; South 5H", "take", "the discards have no card"),
        ("seven-and-a-half; phase play", "hit", "it depends on cards that lie face down"),
    ],
)
def test_a_table_that_cannot_tell_what_follows_says_what_is_missing(
    text: str, move: str, lacking: str
) -> None:
    here = read(text)
    with pytest.raises(CannotTell, match=f"{lacking}\\.$"):
        here.play(move)
    assert here.problems == () and read(here.text).state == here.state


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("beggar-thy-neighbour; phase play; South -; North 5H", "lay"),
        ("cribbage; phase count; South -; North 5H", "go"),
        ("conquian; phase offer; South 5H", "pass"),
        ("conquian; phase turn; South 5H; stock -", "turn up"),
    ],
)
def test_nobody_lays_a_card_or_turns_one_down_where_none_is_there(text: str, move: str) -> None:
    here = read(text)
    assert here.legal == () and not here.game.verdict(here.state, move).legal


def test_a_hand_without_cards_is_not_said_to_lie_face_down() -> None:
    found = page("kaiser")
    found.act("empty", True)
    assert block(found, "hand")["paragraphs"] == ["West has no card."]
    found.act("position", "kaiser; trump S; trick West KH; south 9S")
    assert block(found, "hand")["paragraphs"] == ["These cards lie face down."]


def test_a_card_that_lies_open_was_turned_up_by_the_seat_to_move() -> None:
    here = read("conquian; phase offer; to-move North; South 5H; North 7H; discards 6H")
    assert here.play("pass").mover == "South"
    assert here.play("pass").play("pass").state.phase.id == "turn"


def test_a_card_is_put_anywhere_by_clicking() -> None:
    found = page("kaiser")
    found.act("empty", True)
    for into, codes in {
        "east": ("QH", "8C"),
        "south": ("9S", "8S"),
        "west": ("AC",),
        "north": ("AD",),
    }.items():
        found.act("into", into)
        for code in codes:
            found.act("pack", f"out:{code}")
    found.act("put-to-move", "West")
    found.act("into", "trick")
    for code in ("KH", "9H"):
        found.act("pack", f"out:{code}")
    lab: PositionsLab = found.lab  # type: ignore[assignment]
    assert lab.here.text.endswith(
        "South 9S 8S; West AC; North AD; East QH 8C; trick West KH 9H; trump none"
    )
    assert lab.here.mover == "East" and lab.problems == ()
    found.act("into", "out")
    found.act("pack", "east:8C")
    assert (
        "East has yet to play to this trick and holds one card; with the others it would be two."
        in str(lab.problems)
    )
    assert block(found, "trouble")["tone"] == "refusal"
    assert lab.here.mover == "East" and len(lab.here.state.hands[3]) == 2, (
        "the last table that could be stays in sight"
    )
    found.act("into", "east")
    found.act("pack", "out:8C")
    assert lab.problems == () and not block(found, "trouble")
    with pytest.raises(ValueError, match="does not lie there any more"):
        found.act("pack", "west:8C")
    with pytest.raises(ValueError, match="lies there already"):
        found.act("pack", "east:8C")


def test_a_card_is_carried_from_hand_to_hand() -> None:
    found = page("kaiser")
    found.act("empty", True)
    heaps = {g["drop"]: g for g in block(found, "pack")["groups"]}
    assert (
        set(heaps) == {"south", "west", "north", "east", "trick", "out"}
        and not heaps["south"]["cards"]
    )
    found.act("pack", "out:QH>south")
    found.act("pack", "south:QH>east")
    heaps = {g["drop"]: [c["code"] for c in g["cards"]] for g in block(found, "pack")["groups"]}
    assert heaps["east"] == ["QH"] and heaps["south"] == [] and "QH" not in heaps["out"]
    before = found.lab.query()
    for value, said in [
        ("east:QH>nowhere", "There is no place “nowhere”"),
        ("south:QH>west", "does not lie there any more"),
        ("east:QH>east", "lies there already"),
        ("east:QH><b>", "There is no place"),
        (">", "It does not lie"),
        ("east:XX>south", "is not a card"),
    ]:
        with pytest.raises(ValueError, match=said):
            found.act("pack", value)
    assert found.lab.query() == before
    found.act("pack", "east:QH>out")
    assert all(not g["cards"] for g in block(found, "pack")["groups"] if g["drop"] != "out")


@pytest.mark.parametrize("game", ["kaiser", "bridge", "cardigan"])
def test_the_saved_file_is_the_position(game: str) -> None:
    found = page(game)
    files = {c["file"]: c["value"] for c in found.widget.view["controls"] if c["kind"] == "save"}
    assert set(files) == {f"{game}-position.txt", *(["bridge.pbn"] if game == "bridge" else [])}
    again = page(game)
    again.act("empty", True)
    again.act("position", files[f"{game}-position.txt"])
    assert again.lab.query() == found.lab.query() and not again.widget.error
    if game == "bridge":
        again.act("empty", True)
        again.act("pbn", files["bridge.pbn"])
        hands = [[{*hand} for hand in lab.here.state.hands] for lab in (again.lab, found.lab)]  # type: ignore[attr-defined]
        assert hands[0] == hands[1]


def test_every_board_of_a_text_can_be_reached_on_the_page() -> None:
    """The first is laid, the page says how many there are, and the others can be chosen; a broken
    one is told and left out."""
    text = "".join(
        f'[Board "{name}"]\n{BOARD}[Declarer "N"]\n[Contract "{contract}"]\n\n'
        for name, contract in (("7", "4S"), ("8", "9S"), ("9", "3NT"))
    )
    found = page("bridge")
    assert "other-board" not in [c["name"].replace("_", "-") for c in found.widget.view["controls"]]
    found.act("pbn", "; from a club\n" + text)
    choice = control(found, "other_board")
    assert choice["choices"] == [["1", "Board 7"], ["3", "Board 9"]] and choice["value"] == "1"
    assert choice["hint"].startswith(
        "Three boards; this is the first. One board cannot be used: line "
    )
    assert found.lab.here.state.contract.bid == "4S"  # type: ignore[attr-defined]
    found.act("other_board", "3")
    assert control(found, "other_board")["value"] == "3"
    assert "this is the third" in control(found, "other_board")["hint"]
    assert found.lab.here.state.contract.bid == "3NT"  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="cannot be “2”; choose one of: Board 7, Board 9"):
        found.act("other_board", "2")
    found.act("again", True)
    assert not [c for c in found.widget.view["controls"] if c["name"] == "other_board"]
    found.act("pbn", text.split("\n\n")[1])
    assert "'9S' is not a contract" in control(found, "pbn")["why"]
    found.act("pbn", text.split("\n\n")[0])
    assert not [c for c in found.widget.view["controls"] if c["name"] == "other_board"]


def test_a_long_file_of_boards_is_taken_whole_on_the_page() -> None:
    """No browser cuts it off in the middle, and what is longer still is refused with a sentence."""
    found, one = page("bridge"), f'[Board "%d"]\n{BOARD}\n'
    text = "".join(one % number for number in range(1, 301))
    assert 30_000 < len(text) < control(found, "pbn")["longest"]
    found.act("pbn", text)
    assert len(control(found, "other_board")["choices"]) == 300
    found.act("other_board", "300")
    assert "this is number 300" in control(found, "other_board")["hint"]
    with pytest.raises(ValueError, match=r"is too long: .* characters, and 100,000 fit"):
        found.act("pbn", text * 4)


def test_what_is_typed_stays_with_its_sentence_until_it_can_be_read() -> None:
    found = page("kaiser")
    before = found.lab.here.text  # type: ignore[attr-defined]
    found.act("put-south", "QH 9")
    field = control(found, "put-south")
    assert field["value"] == "QH 9" and "“9” in the hand of South is not a card" in field["why"]
    assert found.lab.here.text == before  # type: ignore[attr-defined]
    found.act("put-south", "QH 9H")
    assert (
        "why" not in control(found, "put-south")
        and "South" in block(found, "trouble")["paragraphs"][0]
    )
    found.act("position", "kaiser; trump S; trick West KH; north QH 8C; contract 8 by East")
    assert not block(found, "trouble") and found.lab.here.mover == "North"  # type: ignore[attr-defined]
    found.act("position", "bridge; south AS")
    assert "choose that game from the list" in control(found, "position")["why"]
    found.act("put-trump", "H")
    assert found.lab.here.state.order.trump == "H"  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="Trumps cannot be “Z”"):
        found.act("put-trump", "Z")
    with pytest.raises(ValueError, match="There is nothing called “colour” to set on this page"):
        found.act("colour", "red")


def test_a_move_is_asked_about_and_made() -> None:
    found = page(
        "kaiser", position="kaiser; trump S; trick West KH 9H; east QH 8C 3S; contract 7 by South"
    )
    found.act("hand", "8C")
    assert block(found, "why")["text"] == "is illegal: hearts were led and East has one."
    with pytest.raises(ValueError, match="Choose a legal move"):
        found.act("go", True)
    found.act("hand", "QH")
    found.act("go", True)
    assert found.lab.here.mover == "South"  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="is not in this hand"):
        found.act("hand", "AC")


def test_an_auction_and_a_race_are_asked_about_by_their_moves() -> None:
    found = page(
        "kaiser",
        position="kaiser; phase auction; to-move West; calls South 7; west AS KS QS JS TS 9S 8S 3S",
    )
    found.act("move", "6")
    assert block(found, "why")["text"] == "6 is illegal: 7 is the bid to top."
    snap = page("snap")
    assert len(control(snap, "seat")["choices"]) == 4
    snap.act("seat", "East")
    assert block(snap, "hand")["title"] == "What East can do"


# --- tables that cannot be


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_a_table_that_cannot_be_answers_with_a_sentence(id: str) -> None:
    """With a card too many, a card that the pack lacks, an empty hand, and such a card in the
    trick: whatever is asked has an answer, or the sentence of a problem."""
    game = cardlab.game(id)
    deck = [Card(rank + suit) for suit in "SHCD" for rank in "23456789TJQKA"]
    foreign = [card for card in [*deck, Card("JK")] if card not in game.pack]
    match, rng = game.match(seed=2), random.Random(2)
    for _ in range(24):
        if match.over:
            break
        state = match.state
        if match.ply % 4 == 0:
            for laid in spoiled(state, rng.choice(foreign or [game.pack[0]]), rng):
                ask_everything(BuiltPosition(laid))
        match.play(rng.choice(match.legal_moves()))


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_a_text_with_faults_is_a_table_that_can_be_asked_or_a_sentence(id: str) -> None:
    """Lines of played moments in which cards, words and whole parts are lost, doubled, changed and
    put elsewhere: the line is refused, or the table answers, or it says what is wrong with it."""
    match, rng = cardlab.game(id).match(seed=5), random.Random(id)
    lines = []
    while not match.over and len(lines) < 20:
        lines.append(notation.write(match.state))
        match.play(rng.choice(match.legal_moves()))
    for _ in range(FAULTS):
        line = faulty(rng.choice(lines), rng)
        try:
            here = read(line)
        except ValueError as refused:
            assert str(refused).count(" ") > 2, line
            continue
        ask_everything(here)


FAULTS = 30
"""Texts tried for each game."""
ANY_CARD = (*(rank + suit for rank in "A23456789TJQK" for suit in "SHDC"), "JK", "RJ", "BJ", "--")
ANY_VALUE = ("none", "0", "-1", "99", "South", "7 by South", "-", "S", "NT", "3-", "1 1 1 1", "")


def faulty(line: str, rng: random.Random) -> str:
    """A line with one to three faults."""
    head, *parts = line.split("; ")
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, to = rng.randrange(len(parts)), rng.randrange(len(parts))
        word, _, value = parts[at].partition(" ")
        values = value.split(" ")
        place = rng.randrange(len(values))
        kind = rng.randrange(6)
        if kind == 0:  # other cards
            values = [
                rng.choice(ANY_CARD) if len(v) == 2 and rng.random() < 0.4 else v for v in values
            ]
        elif kind == 1:  # a card too many, perhaps one that lies elsewhere
            values.insert(place, rng.choice(ANY_CARD))
        elif kind == 2:
            values.pop(place)
        elif kind == 3:
            values = [rng.choice(ANY_VALUE)]
        elif kind == 4:  # two parts change places
            other, _, swapped = parts[to].partition(" ")
            parts[to], values = f"{other} {value}", swapped.split(" ")
        parts[at] = f"{word} {' '.join(values)}"
        if kind == 5 and len(parts) > 1:
            parts.pop(at)
    return "; ".join([head, *parts])


def spoiled(state: Any, card: Card, rng: random.Random) -> Iterator[Any]:
    """The same table with something wrong."""
    seat = rng.randrange(state.game.players)
    hand = state.hands[seat]
    yield state.but(hands=state.held(seat, (*hand, card)))
    yield state.but(hands=state.held(seat, (card, *hand[1:])))
    yield state.but(hands=state.held(seat, ()))
    trick = getattr(state, "trick", None)
    if trick is not None and trick.cards:
        yield state.but(trick=trick._replace(cards=(card, *trick.cards[1:])))


def ask_everything(here: BuiltPosition) -> None:
    """Ask a table all its questions: each answers, or says what is wrong with the table."""
    assert str(here) and repr(here) and here.text
    here._repr_svg_()
    questions: tuple[Callable[[], Any], ...] = (
        lambda: here.legal,
        here.verdicts,
        lambda: here.why("QH"),
        lambda: here.why("nothing"),
        here.ladder,
        here.lines,
        here.if_over,
        here.totals,
        here.wins,
        here.facts,
        here.view,
        lambda: here.cannot_hold(0),
    )
    for question in questions:
        try:
            question()
        except CannotTell as sentence:
            assert here.problems and str(here.problems[0]) in str(sentence)


@pytest.mark.parametrize(
    ("id", "word"),
    [
        ("panjpar", "attacker"),
        ("big-two", "by"),
        ("cribbage", "last"),
        ("spoons", "with-spoon"),
        ("cheat", "by"),
        ("solo-whist", "partner"),
        ("knockout-whist", "dogs"),
    ],
)
def test_a_seat_is_written_by_its_name_and_read_as_a_number_too(id: str, word: str) -> None:
    """Texts that were saved before have the number."""
    game = cardlab.game(id)
    named = read(f"{id}; {word} {game.names[1]}")
    assert f"{word} {game.names[1]}" in named.text
    assert read(f"{id}; {word} 1").state == named.state
    with pytest.raises(NotationError, match="There is no seat “9”"):
        read(f"{id}; {word} 9")

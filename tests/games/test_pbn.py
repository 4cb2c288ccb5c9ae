"""PBN: what is written reads the same, files by other hands are read, and what is malformed is
refused with a reason."""

from __future__ import annotations

import random

import pytest

import cardlab
from cardlab.labs import analysis, positions
from cardlab.pbn import Board, PbnError, boards_of, match_of, read, sorted_hand, write

FILE = """% PBN 2.1
% EXPORT
%Creator: nobody
[Event "Club night; round {1}"]
[Site ""]
[Date "2026.11.21"]
[Board "1"]
[West "Wim"]
[North "Nora \\"No\\" Norris"]
[East "?"]
[South "Sara"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
[Scoring "Rubber"]
[Declarer "N"]
[Contract "1NTX"]
[Result "?"]
{A comment that runs
over two lines [Deal "none"]}
[Auction "N"]
1N! X =1= AP ; everybody is content
[Note "1:penalty"]
[Play "E"]
CA C8 C5 C2 $1
CQ C9 - -
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 6

[Event "#"]
[Board "2"]
[Dealer "E"]
[Vulnerable "Love"]
[Deal "E:- .AKQJT98765432.. - -"]
[Contract "7H"]
[Declarer "^S"]
"""


def played(seed: int, deals: int, calls: int = 0) -> cardlab.Match:
    """A match of so many deals: random calls that soon die down, random cards."""
    rng = random.Random(seed)
    match = cardlab.game(
        "bridge", deals=deals, first_dealer=rng.choice(["South", "West", "North", "East"])
    ).match(seed=seed)
    while not match.over:
        moves = match.legal_moves()
        few = match.state.phase.id == "auction" and rng.random() < 0.6
        match.play("pass" if few else rng.choice(moves[:12]))
    return match


def test_a_file_by_another_hand() -> None:
    first, second = read(FILE)
    assert first.names == ("Sara", "Wim", 'Nora "No" Norris', "East")
    assert first.dealer == 2 and first.vulnerable == "None" and first.contract == "1NTX"
    assert first.calls == ("1NT", "X", "pass", "pass", "pass")
    assert first.plays == cardlab.cards("AC 8C 5C 2C QC 9C") and first.state().to_move == 1
    assert first.match().names == first.names
    assert dict(first.tags)["Event"] == "Club night; round {1}" == dict(second.tags)["Event"]
    assert second.declarer == 0 and second.hands[0] == cardlab.cards(
        " ".join(f"{r}H" for r in "AKQJT98765432")
    )
    assert second.hands[1:] == ((), (), ()) and second.vulnerable == "None"


def test_play_is_turned_from_columns_into_order() -> None:
    """Columns go by seat, cards by turn: whoever wins a trick leads the next from a column of
    its own."""
    text = FILE.split("\n\n")[0].replace("CA C8 C5 C2 $1\nCQ C9 - -\n", "S8 S5 S2 SJ\n- - - HT\n")
    (board,) = read(text)
    assert board.plays == cardlab.cards("8S 5S 2S JS TH")
    state = board.state()
    assert state.to_move == 3 and state.trick.led == "TH" and state.contract.doubled == 1
    assert "S8   S5   S2   SJ\n-    -    -    HT\n*" in write([board])


@pytest.mark.parametrize("seed", range(6))
def test_round_trip(seed: int) -> None:
    """A whole match as a file and back: the same boards, text, moves, lines and winner."""
    match = played(seed, deals=4)
    boards = boards_of(match)
    text = write(match)
    assert read(text) == boards and write(read(text)) == text
    again = match_of(read(text), deals=4)
    assert [e.move for e in again.entries if e.seat is not None] == [
        e.move for e in match.entries if e.seat is not None
    ]
    assert again.lines == match.lines and again.outcome == match.outcome
    for board in boards:
        one = board.match()
        assert one.over and one.record.replay().state == one.state


@pytest.mark.parametrize("seed", range(4))
def test_unfinished_boards(seed: int) -> None:
    """Cut anywhere: in the auction, in a trick, between tricks."""
    match = played(seed, deals=1)
    for ply in range(1, match.ply + 1):
        branch = match.at(ply)
        boards = boards_of(branch)
        assert read(write(boards)) == boards
        state = boards[0].state()
        assert (
            state.calls == branch.state.calls
            and state.taken == branch.state.taken
            and state.trick == branch.state.trick
        )
        assert tuple(map(sorted_hand, state.hands)) == tuple(map(sorted_hand, branch.state.hands))


def test_passed_out() -> None:
    match = cardlab.game("bridge", deals=1).match(seed=1)
    for _ in range(4):
        match.play("pass")
    text = write(match)
    assert '[Contract "Pass"]' in text and '[Declarer ""]' in text and '[Result ""]' in text
    (board,) = read(text)
    assert board == boards_of(match)[0] and board.match().over
    assert read(text.replace("Pass Pass Pass Pass", "AP")) == (board,)


def test_a_missing_hand_is_what_is_left() -> None:
    (board,) = read('[Deal "S:AKQJ.T98.765.432 T98.765.432.AKQJ - 432.AKQJ.T98.765"]')
    assert board.hands[2] == cardlab.cards("7S 6S 5S 4H 3H 2H AD KD QD JD TC 9C 8C")


def test_the_vulnerable_side_of_a_rubber() -> None:
    match = played(3, deals=4)
    for board, at in zip(
        boards_of(match), (i for i, e in enumerate(match.entries) if e.seat is None), strict=True
    ):
        games = match.state_at(at + 1).standing.games
        assert (
            board.vulnerable == {(0, 0): "None", (1, 0): "NS", (0, 1): "EW", (1, 1): "All"}[games]
        )


DEAL = (
    '[Board "5"]\n[Dealer "N"]\n[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98'
    ' 432.AKQJ.T98.765"]\n'
)
AUCTION = DEAL + '[Auction "N"]\n1NT AP\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "line 1: 'hello' stands outside a board"),
        ("[Deal N:]", "line 1: '[Deal N:]' is not a tag"),
        ('\n[Board "1"]\n{ never', "line 3, board 1: a comment begins with { and never ends"),
        ('[Dealer "Q"]', "line 1: the dealer is 'Q'; it should be N, E, S or W"),
        ('[Deal "AKQ"]', "a deal begins with the seat of its first hand"),
        ('[Deal "N:- - -"]', "a deal has four hands, this one has 3"),
        ('[Deal "N:AKQJ.T98.765 - - -"]', "has 3 suits; write spades.hearts.diamonds.clubs"),
        ('[Deal "N:AKQ1.T98.765.432 - - -"]', "'1' in the hand 'AKQ1.T98.765.432' is not a rank"),
        ('[Deal "N:AKQJ.T98.765.43 - - -"]', "North is dealt 12 cards; a hand has 13"),
        ('[Deal "N:AKQJ.T98.765.432 A.T98.765.432 - -"]', "A♠ is dealt to North and to East"),
        ('[Deal "N:- - - -"]\n[Deal "N:- - - -"]', "line 2: this board has a deal already"),
        ('[Contract "8H"]', "'8H' is not a contract"),
        ('[Result "14"]', "the result is 14 tricks; there are 13"),
        ('[Result "won"]', "'won' is not a number of tricks"),
        (DEAL + '[Auction "E"]\n1C', "line 4, board 5: East calls first, but North deals"),
        (DEAL + '[Auction "N"]\n1C Pss', "line 5, board 5: 'PSS' is not a call"),
        (
            DEAL + '[Auction "N"]\n1C AP 1H',
            "line 5, board 5: 1H comes after AP, the end of the auction",
        ),
        (DEAL + '[Auction "N"]\n1C ^R 1H', "marks an irregularity"),
        (
            DEAL + '[Play "N"]\nC2',
            "there is play, but neither an auction nor contract and declarer",
        ),
        (AUCTION + '[Play "S"]\nS7', "North declares, so the first column is East's"),
        (AUCTION + '[Play "E"]\nS8 Z5', "'Z5' is not a card"),
        (
            AUCTION + '[Play "E"]\nS8 - S2 SJ',
            "line 7, board 5: trick 1: West plays S2, but the card of South before it is missing",
        ),
        (
            AUCTION + '[Play "E"]\nS8 S5 - -\nC2 C3 C4 C5',
            "line 7, board 5: trick 1 is not complete, and another follows",
        ),
        (AUCTION + '[Play "E"]\n* S8', "S8 comes after *, the end of the play"),
    ],
)
def test_malformed_files(text: str, said: str) -> None:
    with pytest.raises(PbnError) as refused:
        read(text)
    assert said in str(refused.value) and str(refused.value).startswith("line ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DEAL + '[Auction "N"]\n1NT 1C', "board 5: call 2, 1♣ by East: 1NT is the bid to top"),
        (DEAL + '[Auction "N"]\nX', "board 5: call 1, Double by North: nobody has bid yet"),
        (
            DEAL + '[Auction "N"]\n1NT Pass Pass Pass 2C',
            "board 5: call 5, 2C, comes after the auction",
        ),
        (
            DEAL + '[Contract "1NT"]\n[Declarer "N"]\n[Play "E"]\nS8',
            "board 5: card 1, 8S, comes before the auction is over",
        ),
        (AUCTION + '[Play "E"]\nSA', "board 5: card 1, A♠ by East: East does not hold A♠"),
        (
            AUCTION + '[Play "E"]\nS8 H2',
            "board 5: card 2, 2♥ by South: spades were led and South has three",
        ),
        (
            AUCTION.replace("[Auction", '[Contract "2NT"]\n[Auction'),
            "the contract is 2NT, but the auction comes to 1NT",
        ),
        (
            # three passes in front, and three more: the auction would be over before it began
            AUCTION.replace("1NT AP", "Pass AP").replace("[Auction", '[Declarer "S"]\n[Auction'),
            "the declarer is South, but the auction makes it nobody",
        ),
        (
            '[Board "6"]\n[Deal "N:- - - -"]',
            "board 6: South and West and North and East have no cards in this file",
        ),
    ],
)
def test_boards_that_cannot_have_happened(text: str, said: str) -> None:
    with pytest.raises(PbnError) as refused:
        (board,) = read(text)
        board.match()
    assert str(refused.value).endswith(said) or said in str(refused.value)


def test_boards_that_do_not_follow() -> None:
    one, two = boards_of(played(1, deals=2))
    with pytest.raises(PbnError, match="deals, but it is"):
        match_of([two, one])
    with pytest.raises(PbnError, match="not played to the end"):
        match_of([Board(**{**one.__dict__, "plays": one.plays[:5], "result": None}), two])
    with pytest.raises(PbnError, match="no board"):
        match_of([])
    with pytest.raises(ValueError, match="PBN is for bridge"):
        write(cardlab.game("kaiser").match(seed=1))
    wrong = Board(**{**one.__dict__, "result": 13 - (one.result or 0)})
    with pytest.raises(PbnError, match="but the declarer took"):
        wrong.state()


def test_noise_is_refused_with_a_sentence() -> None:
    """Cut, doubled and shuffled files either read or raise PbnError, never anything else."""
    rng = random.Random(8)
    text = write(played(2, deals=1))
    for _ in range(300):
        at, to = sorted(rng.sample(range(len(text)), 2))
        broken = rng.choice(
            [
                text[:at] + text[to:],
                text[:to] + text[at:],
                text[:at] + rng.choice('{}[]"%*;.\x00♠') + text[at:],
            ]
        )
        try:
            for board in read(broken):
                board.state()
        except PbnError as refused:
            assert str(refused).count(" ") > 2


# --- freedoms and slips of files that others write

FREE = """[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
[Auction "N"]
"""


def test_a_tab_parts_words_as_a_space_does() -> None:
    (board,) = read(FREE + "1NT\tAP\n")
    assert board.calls == ("1NT", "pass", "pass", "pass")
    (board,) = read(FREE + '1NT\tPass  Pass\tPass\n[Play "E"]\n\tCA\tCT C5\t C2\n')
    assert list(map(str, board.plays)) == ["AC", "TC", "5C", "2C"]


@pytest.mark.parametrize("card", ["JK", "S1", "XX", "S"])
def test_what_is_not_a_card_is_named_with_its_line(card: str) -> None:
    text = f'[Declarer "N"]\n[Contract "4H"]\n\n[Declarer "N"]\n[Contract "4H"]\n[Play "E"]\n{card} c5 C4 c8\n'
    with pytest.raises(PbnError, match=f"line 7: '{card}' is not a card"):
        read(text)


@pytest.mark.parametrize(
    "before", ["; made by hand\n", "{made by X}\n", "\ufeff", "\ufeff{a\nb}\n"]
)
def test_a_board_may_begin_with_a_comment_or_a_byte_order_mark(before: str) -> None:
    course = analysis.read(before + FREE + "1NT AP\n")
    assert course.state_at(0).contract.level == 1


def test_a_second_board_is_not_dropped() -> None:
    text = FREE + "1NT AP\n\n" + FREE + "2NT AP\n"
    for reader in (analysis.read, positions.from_pbn):
        with pytest.raises(ValueError, match="This text has two boards; bring only the one"):
            reader(text)
    assert positions.from_pbn(text, 2).state.contract.level == 2

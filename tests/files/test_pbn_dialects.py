"""What programs write otherwise than the standard says, a line of each: read, read with a mild
problem, or a severe problem of that board alone."""

from __future__ import annotations

import pytest

from cardlab import pbn
from cardlab.pbn import Board, PbnError, Remark

DEAL = '[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\n'
NORTH = f'[Dealer "N"]\n{DEAL}[Auction "N"]\n'
PLAYED = f'{DEAL}[Declarer "N"]\n[Contract "1NT"]\n[Play "E"]\n'


def one(text: str, *mild: str) -> Board:
    """The board of a text, whose mild problems have these codes."""
    boards = pbn.read(text)
    assert [problem.code for problem in boards.problems] == list(mild)
    assert not any(problem.severe for problem in boards.problems)
    (board,) = boards
    return board


def code(text: str) -> str:
    """The code of the one severe problem of a text with one board."""
    boards = pbn.read(text, errors="collect")
    assert not boards and len(boards.broken) == 1
    (problem,) = [problem for problem in boards.problems if problem.severe]
    return problem.code


# --- calls


@pytest.mark.parametrize("word", ["P", "pass", "PAS", "Pass"])
def test_words_for_a_pass(word: str) -> None:
    assert one(NORTH + f"{word} 1C AP").calls == ("pass", "1C", "pass", "pass", "pass")


@pytest.mark.parametrize("word", ["X", "D", "d", "Dbl", "dbl", "DBLE", "double"])
@pytest.mark.parametrize("again", ["XX", "R", "r", "Rdbl", "REDOUBLE"])
def test_words_for_doubles(word: str, again: str) -> None:
    board = one(NORTH + f"1C {word} {again} AP")
    assert board.calls == ("1C", "X", "XX", "pass", "pass", "pass") and board.contract == "1CXX"


@pytest.mark.parametrize("word", ["1N", "1NT", "1nt", "1n"])
def test_no_trump(word: str) -> None:
    assert one(NORTH + f"{word} AP").calls[0] == "1NT"


@pytest.mark.parametrize(("word", "bid"), [("1♠", "1S"), ("2♥", "2H"), ("1d", "1D"), ("3♣", "3C")])
def test_signs_and_small_letters(word: str, bid: str) -> None:
    assert one(NORTH + f"{word} AP").calls[0] == bid


@pytest.mark.parametrize("words", ["AP", "AllPass", "All Pass", "ALL_PASS", "allpass", "all pass"])
def test_all_pass_is_as_many_passes_as_end_the_auction(words: str) -> None:
    assert one(NORTH + words).calls == ("pass",) * 4
    assert one(NORTH + f"1C {words}").calls == ("1C", "pass", "pass", "pass")
    assert one(NORTH + f"1C Pass Pass {words}").calls == ("1C", "pass", "pass", "pass")
    assert one(NORTH + f"Pass Pass 1C {words}").calls == ("pass", "pass", "1C", *("pass",) * 3)


def test_seats_before_the_dealer_are_passed_over() -> None:
    """The tag names the first column; the first call is the dealer's."""
    board = one(DEAL + '[Dealer "N"]\n[Auction "W"]\n- 1C X AP')
    assert board.dealer == 2 and board.calls[:2] == ("1C", "X")
    board = one(DEAL + '[Auction "S"]\n- - 1C AP')
    assert board.dealer == 2 and board.declarer == 2
    assert code(DEAL + '[Dealer "N"]\n[Auction "W"]\n1C AP') == "dealer-differs"
    assert code(DEAL + '[Dealer "N"]\n[Auction "W"]\n- - 1C AP') == "dealer-differs"


@pytest.mark.parametrize(
    ("text", "alerts"),
    [
        ("1C! AP", ((0, "!"),)),
        ("1C ! AP", ((0, "!"),)),
        ("1C* AP", ((0, "*"),)),
        ("1C =1= X? AP", ((0, "=1="), (1, "?"))),
        ("1C=1= AP", ((0, "=1="),)),
        ("1C=1 X=2 =3= AP", ((0, "=1"), (1, "=2"), (1, "=3="))),
        ("1C $4 AP", ((0, "$4"),)),
        ("1C!=1=$4 Pass!! AP", ((0, "!"), (0, "=1="), (0, "$4"), (1, "!!"))),
        ("1C! ? AP", ((0, "!"), (0, "?"))),
    ],
)
def test_marks_of_calls_are_kept(text: str, alerts: tuple[tuple[int, str], ...]) -> None:
    board = one(NORTH + text)
    assert board.alerts == alerts and board.calls[-3:] == ("pass",) * 3
    assert one(pbn.write([board])) == board


def test_a_star_alone_ends_the_auction() -> None:
    assert one(NORTH + "1C *").calls == ("1C",)
    assert one(NORTH + "1C + ").calls == ("1C",)
    assert code(NORTH + "1C * 1D") == "after-the-end"
    assert code(NORTH + "1C AP 1D") == "after-the-end"


def test_notes_have_numbers() -> None:
    board = one(NORTH + '1C =1= AP\n[Note "1:any"]\n[Note "2:other"]\n[Note "a:b"]')
    assert board.notes == ((1, "any"), (2, "other"), (0, "a:b"))
    assert one(pbn.write([board])) == board


def test_passes_that_a_file_leaves_out_are_put_in_front() -> None:
    text = f'{DEAL}[Dealer "N"]\n[Declarer "%s"]\n[Contract "1NT"]\n[Auction "N"]\n1NT X AP'
    for passes, seat in ((1, "E"), (2, "S"), (3, "W")):
        board = one(text.replace('1NT"', '1NTX"') % seat, "passes-left-out")
        assert board.calls == (*("pass",) * passes, "1NT", "X", "pass", "pass", "pass")
        assert board.declarer == "SWNE".index(seat)


def test_doubling_is_the_auctions_and_all_else_has_to_agree() -> None:
    board = one(f'[Contract "1NT"]\n{NORTH}1NT X AP', "doubling-differs")
    assert board.contract == "1NTX"
    assert code(f'[Contract "2NT"]\n{NORTH}1NT AP') == "contract-differs"
    assert code(f'[Contract "Pass"]\n{NORTH}1NT AP') == "contract-differs"
    assert code(f'[Contract "1NT"]\n{NORTH}AP') == "contract-differs"
    assert code(f'[Declarer "S"]\n{NORTH}AP') == "declarer-differs"


# --- contract, result, vulnerability


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("4H", "4H"),
        ("4HX", "4HX"),
        ("4H dbl", "4HX"),
        ("4HD", "4HX"),
        ("4H*", "4HX"),
        ("4HXX", "4HXX"),
        ("4H**", "4HXX"),
        ("4hr", "4HXX"),
        ("3N", "3NT"),
        ("3NTx", "3NTX"),
        ("4D", "4D"),
        ("4DD", "4DX"),
        ("Pass", "Pass"),
        ("AP", "Pass"),
        ("Passed out", "Pass"),
        ("?", ""),
    ],
)
def test_contracts(text: str, contract: str) -> None:
    assert one(f'[Contract "{text}"]').contract == contract


def test_a_contract_may_name_its_declarer() -> None:
    board = one('[Contract "4♠ N"]')
    assert (board.contract, board.declarer) == ("4S", 2)
    assert one('[Declarer "N"]\n[Contract "4♠X N"]').contract == "4SX"
    assert code('[Declarer "S"]\n[Contract "4♠ N"]') == "declarer-differs"
    assert code('[Contract "8H"]') == code('[Contract "4HY"]') == "not-a-contract"


@pytest.mark.parametrize(
    ("text", "tricks"),
    [
        ("9", 9),
        ("^9", 9),
        ("NS 9", 9),
        ("EW 4", 9),
        ("EW 4 NS 9", 9),
        ("NS 9 EW 4", 9),
        ("ns 11", 11),
        ("*", None),
        ("?", None),
        ("", None),
    ],
)
def test_results_are_tricks_of_the_declarer(text: str, tricks: int | None) -> None:
    board = one(f'[Declarer "N"]\n[Contract "4H"]\n[Result "{text}"]')
    assert board.result == tricks


@pytest.mark.parametrize("text", ["14", "won", "NS 9 EW 5", "NS", "9 9", "٣", "9" * 5000])
def test_what_is_not_a_result(text: str) -> None:
    assert code(f'[Declarer "N"]\n[Contract "4H"]\n[Result "{text}"]') == "not-a-result"


@pytest.mark.parametrize(
    ("words", "vulnerable"),
    [
        (("None", "Love", "-", "none", "o"), "None"),
        (("NS", "N-S", "n"), "NS"),
        (("EW", "E-W", "e"), "EW"),
        (("All", "Both", "b"), "All"),
        (("?", ""), ""),
    ],
)
def test_vulnerability(words: tuple[str, ...], vulnerable: str) -> None:
    for word in words:
        assert one(f'[Vulnerable "{word}"]').vulnerable == vulnerable


def test_an_unknown_word_for_vulnerability_is_mild() -> None:
    assert one('[Board "1"]\n[Vulnerable "maybe"]', "not-vulnerable").vulnerable == ""


# --- cards


@pytest.mark.parametrize("row", ["CA CT C5 C2", "AC TC 5C 2C", "♣A ♣10 ♣5 ♣2", "ca 10c c5 2c"])
def test_cards(row: str) -> None:
    board = one(PLAYED + row)
    assert board.plays == ("AC", "TC", "5C", "2C")
    assert one(pbn.write([board])) == board


@pytest.mark.parametrize("card", ["JK", "S1", "S", "1X", "RJ", "", "SAS"])
def test_what_is_not_a_card(card: str) -> None:
    if card:
        assert code(PLAYED + card) == "not-a-card"


def test_columns_that_the_hands_put_right() -> None:
    """Rows that begin with the leader, as many programs write them."""
    in_columns = "CA CT C5 C2\nCQ C9 C6 C3\nS8 S5 S2 SJ\n- - - HT\n"
    in_order = "CA CT C5 C2\nCQ C9 C6 C3\nS8 S5 S2 SJ\nHT H7 H4 HA\nHJ\n"
    assert one(PLAYED + in_columns).plays[-1] == "TH"
    board = one(PLAYED + in_order, "play-in-order")
    assert board.plays[-6:] == ("JS", "TH", "7H", "4H", "AH", "JH")
    assert board.position().to_move == 2
    # nobody can tell where hands are not known
    bare = PLAYED.replace(DEAL, "")
    assert code(bare + in_order) == "not-in-turn"


def test_a_card_is_played_once_by_the_seat_that_holds_it() -> None:
    assert code(PLAYED + "SA") == "not-held"
    assert code(PLAYED + "CA CT C5 C2\nCA") == "not-held"
    assert code(PLAYED.replace(DEAL, "") + "CA CT C5 C2\nCA") == "not-held"
    assert code(PLAYED + "CA HJ") == "not-held"
    with pytest.raises(
        PbnError, match="card 5, A♣ by East: East does not hold A♣, for it has been"
    ):
        pbn.read(PLAYED + "CA CT C5 C2\nCA")


def test_a_play_breaks_off() -> None:
    for words, cards in (
        ("CA CT + -", 2),
        ("CA CT - -\n*", 2),
        ("CA CT -- --", 2),
        ("*", 0),
        ("CA\n*", 1),
    ):
        assert len(one(PLAYED + words).plays) == cards
    assert code(PLAYED + "CA - C5 C2") == "not-in-turn"
    assert code(PLAYED + "CA CT - -\nCQ") == "trick-short"
    assert code(PLAYED + "* CA") == "after-the-end"
    assert code(f'{DEAL}[Play "E"]\nCA') == "no-contract"
    assert code(f'{NORTH}1NT *\n[Declarer "N"]\n[Contract "1NT"]\n[Play "E"]\nCA') == "no-contract"


def test_results_that_the_cards_refuse() -> None:
    """East has taken one trick: the declarer cannot have thirteen, and may have twelve.  A wrong
    claim leaves the cards as they are; a whole play that comes to something else does not."""
    text = PLAYED.replace("[Play", '[Result "%d"]\n[Play') + "CA CT C5 C2\n*"
    assert one(text % 12).claim == (4,)
    assert one(text % 13, "result-differs").result == 13


@pytest.mark.parametrize("mark", ["^I", "^S", "^L", "^R"])
def test_irregularities_end_the_reading_of_a_board(mark: str) -> None:
    assert code(NORTH + f"1C Pass {mark} 1D") == "irregular"
    boards = pbn.read(NORTH + f"1C Pass {mark} 1D\n\n" + NORTH + "1NT AP", errors="collect")
    assert boards.broken[0].calls == ("1C", "pass") and len(boards) == 1
    assert boards.broken[0].remarks == (Remark("call", f"{mark} 1D", 2),)
    assert code(PLAYED + f"CA {mark} CT") == "irregular"


# --- the deal


def test_hands_that_are_not_given() -> None:
    board = one('[Deal "S:AKQJ.T98.765.432 T98.765.432.AKQJ - 432.AKQJ.T98.765"]')
    assert len(board.hands[2]) == 13
    board = one('[Deal "S:AKQJ.T98.765.432 - - 432.AKQJ.T98.765"]')
    assert board.hands[1:3] == ((), ())
    assert one('[Board "1"]').hands == ((), (), (), ())


def test_the_end_of_a_deal() -> None:
    """Equal hands of fewer than thirteen cards, and a strain for a contract."""
    text = '[Deal "S:AK.2.. QJ..2. T9..3. 87...2"]\n[Declarer "E"]\n[Contract "H"]'
    board = one(text.replace("T9..3.", "T9..3."))
    assert board.contract == "H" and board.ending
    state = board.position()
    assert state.to_move == 0 and [str(m) for m in state.game.legal_moves(state)] == [
        "AS",
        "KS",
        "2H",
    ]
    assert one(pbn.write([board])) == board
    assert code('[Deal "S:AK.2.. QJ..2. T9..3. 87..."]') == "thirteen"
    with pytest.raises(PbnError, match="needs its trumps"):
        one('[Deal "S:AK... QJ... T9... 87..."]').position()


@pytest.mark.parametrize(
    ("deal", "kind"),
    [
        ("AKQ", "not-a-deal"),
        ("N:- - -", "not-a-deal"),
        ("Q:- - - -", "not-a-seat"),
        ("N:AKQ.. - - -", "not-a-hand"),
        ("N:AKQ1.T98.765.432 - - -", "not-a-rank"),
        ("N:AKQJ.T98.765.43 - - -", "thirteen"),
        ("N:AKQJ.T98.765.432 A.T98.765.432 - -", "twice"),
        ("N:AAKQ.T98.765.432 - - -", "twice"),
    ],
)
def test_deals_that_cannot_be(deal: str, kind: str) -> None:
    assert code(f'[Deal "{deal}"]') == kind


# --- the file


def test_inherited_values() -> None:
    text = (
        '[Event "##Club"]\n[Board "1"]\n[West "Ada"]\n\n[Board "2"]\n[West "#"]\n\n'
        '[Event "#"]\n[Board "3"]\n\n[Board "4"]\n'
    )
    boards = pbn.read(text)
    assert [dict(board.tags).get("Event") for board in boards] == ["Club", "Club", "Club", None]
    assert [board.names[1] for board in boards] == ["Ada", "Ada", "West", "West"]
    assert not boards.problems
    assert {name: len(group) for name, group in boards.events().items()} == {"Club": 3, "": 1}


def test_values_for_all_that_follow_keep_the_order_of_the_file() -> None:
    text = '[Stage "##A"]\n[Annotator "##B"]\n[Opener "##C"]\n[Zone "##D"]\n\n[Board "2"]'
    assert pbn.read(text)[1].tags == (
        *(("Stage", "A"), ("Annotator", "B"), ("Opener", "C"), ("Zone", "D")),
    )


def test_nothing_to_inherit_is_mild() -> None:
    one('[Board "1"]\n[Hidden "#"]', "nothing-before")
    boards = pbn.read('[Board "1"]\n[Hidden "NS"]\n\n[Board "2"]\n[Hidden "#"]')
    assert [dict(board.tags)["Hidden"] for board in boards] == ["NS", "NS"] and not boards.problems


def test_another_table_of_the_deal_before() -> None:
    text = f'[Board "7"]\n[Vulnerable "All"]\n{NORTH}1NT AP\n\n[North "Gus"]\n[Auction "N"]\n1C AP'
    boards = pbn.read(text)
    assert [problem.code for problem in boards.problems] == ["deal-from-before"]
    first, second = boards
    assert second.hands == first.hands and second.number == "7" and second.vulnerable == "All"
    assert second.calls[0] == "1C" and second.names[2] == "Gus"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_ends_of_lines(end: str) -> None:
    text = f'[Board "1"]\n{NORTH}1NT AP\n\n[Board "2"]\n{NORTH}1C AP\n[Contract "9C"]'
    boards = pbn.read(text.replace("\n", end), errors="collect")
    assert len(boards) == len(boards.broken) == 1 and boards.problems[0].line == 12


def test_boards_without_an_empty_line_between_them() -> None:
    for tag in ("Event", "Board"):
        text = f'[{tag} "1"]\n{NORTH}1NT AP\n[{tag} "2"]\n{NORTH}1C AP'
        assert [board.calls[0] for board in pbn.read(text)] == ["1NT", "1C"]
    assert code(f"{DEAL}{DEAL}") == "tag-twice"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings(encoding: str) -> None:
    text = '[South "Zoë"]\n'
    assert pbn.read(text.encode(encoding))[0].names[0] == "Zoë"
    assert pbn.read("\ufeff" + text)[0].names[0] == "Zoë"


def test_comments_keep_their_places() -> None:
    text = (
        "; before\n% for programs\n"
        f'[Board "1"] {{of the board}}\n{NORTH}{{first}} 1NT {{over\ntwo lines}} X AP ; all\n'
        '[Play "E"]\nCA C8 {[Result "3"]} C5 C2 $1\n*\n\n; the end'
    )
    board = one(text)
    assert board.remarks == (
        Remark("", "before"),
        Remark("", "% for programs"),
        Remark("Board", "of the board"),
        Remark("call", "first", 0),
        Remark("call", "over\ntwo lines", 1),
        Remark("call", "all", 5),
        Remark("card", '[Result "3"]', 2),
        Remark("card", "$1", 4),
        Remark("end", "the end"),
    )
    assert board.result is None
    again = one(pbn.write([board]))
    assert again == board


def test_a_comment_that_never_ends_costs_one_board() -> None:
    board = f'[Event ""]\n[Board "%d"]\n{NORTH}{{a remark}} 1NT AP\n\n'
    text = board % 1 + (board % 2).replace("remark}", "remark") + board % 3 + board % 4
    boards = pbn.read(text, errors="collect")
    assert [one.number for one in boards] == ["1", "3", "4"]
    assert [(p.code, p.board, p.line) for p in boards.problems] == [("comment-open", "2", 13)]
    # boards that somebody has put between braces are a comment
    quiet = pbn.read(f"{board % 1}{{\n{(board % 2).replace('{a remark} ', '')}}}\n\n{board % 3}")
    assert [one.number for one in quiet] == ["1", "3"]


def test_tables_are_kept_as_text() -> None:
    text = f'{NORTH}1NT AP\n[ScoreTable "Rank\\2R;Name"]\n 1 "a;b"\n 2 X Pass\n\n[Board "2"]'
    board, other = pbn.read(text)
    assert board.calls == ("1NT", "pass", "pass", "pass") and not other.tables
    assert board.tables["ScoreTable"].columns == ("Rank\\2R", "Name")
    assert board.tables["ScoreTable"].rows == (' 1 "a;b"', " 2 X Pass")
    assert pbn.read(pbn.write([board]))[0].tables == board.tables


def test_tags_without_a_field_are_kept() -> None:
    text = (
        '[Event "E"]\n[Room "Open"]\n[Score "NS 50"]\n[Annotator "Ada \\"A\\" B\\\\C"]\n[Stage ""]'
    )
    board = one(text)
    assert board.room == "Open" and board.score == "NS 50"
    assert board.tags == (("Event", "E"), ("Annotator", 'Ada "A" B\\C'), ("Stage", ""))
    assert one(pbn.write([board])) == board


def test_tags_without_quotes_are_read() -> None:
    board = one("[Event Random Deal #]\n[Board 5]\n[Dealer N]\n", *["no-quotes"] * 3)
    assert (board.number, board.dealer, board.tags) == ("5", 2, (("Event", "Random Deal #"),))
    for text in ("[Deal N:]", "[Board", "[]"):
        assert [p.code for p in pbn.read(text, errors="collect").problems] == ["not-a-tag"]


def test_text_where_none_belongs_is_kept_as_a_comment() -> None:
    board = one('[Board "1"]\n[Result "9"]\nhello there\n', "stray-text")
    assert board.remarks == (Remark("Result", "hello there"),)
    assert code('hello\n[Board "1"]') == "outside"
    # a text of another kind is told once, and a link is no tag
    boards = pbn.read("Dear all,\n\nhere it is:\nbye\n\n[a link](there)\n\nbye\n", errors="collect")
    assert [(p.line, p.code) for p in boards.problems] == [
        (1, "outside"),
        (6, "not-a-tag"),
        (8, "outside"),
    ]
    boards = pbn.read('hello\n\n[Board "1"]', errors="collect")
    assert len(boards) == 1 and not boards.broken and boards.problems[0].code == "outside"


# --- the two manners


@pytest.mark.slow
def test_one_bad_board_of_two_thousand_costs_one_board() -> None:
    board = f'[Board "%d"]\n{NORTH}1NT Pass Pass Pass\n\n'
    text = "".join(
        (board % n).replace("1NT Pass", "1NT 1C") if n == 1234 else board % n
        for n in range(1, 2001)
    )
    boards = pbn.read(text, errors="collect")
    assert len(boards) == 1999 and [one.number for one in boards.broken] == ["1234"]
    assert [(p.board, p.line, p.rule) for p in boards.problems] == [
        ("1234", 1233 * 6 + 5, "insufficient")
    ]
    assert len(pbn.read(text, judge=False)) == 2000
    with pytest.raises(PbnError, match="line 7403, board 1234: call 2, 1♣ by East"):
        pbn.read(text)


def test_other_words_and_other_things_are_refused() -> None:
    with pytest.raises(ValueError, match='errors is "strict" or "collect"'):
        pbn.read("", errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="from text or bytes, not from NoneType"):
        pbn.read(None)  # type: ignore[arg-type]
    assert pbn.read("") == () == pbn.read(b"") and pbn.read("").problems == ()

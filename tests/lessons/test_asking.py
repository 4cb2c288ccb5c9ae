"""What a question offers, asks and answers, ask by ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.lessons.deals import play_through, the_game
from cardlab.lessons.exercises import exercise_at
from cardlab.lessons.positions import position
from cardlab.lessons.questions import ASKS, make_question


def ends(id: str, most: int = 3) -> Iterator[Any]:
    """The first few finished deals of a game that are not thrown in."""
    over = (
        spot.state
        for spot in play_through(the_game(id), seed=4)
        if spot.seat is None and not spot.state.void
    )
    yield from (state for state, _ in zip(over, range(most), strict=False))


# --- which line


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_the_rule_of_a_line_is_among_the_options(id: str) -> None:
    """Whatever wrote the points: the result, a capture, a quint taken in the middle of the deal."""
    game = the_game(id)
    seen = set()
    for state in ends(id):
        for x in game.deal_lines(state):
            q = make_question(game, state, 0, "which-line", of=x.side, line=str(x.rule))
            values = [o.value for o in q.choices]
            assert q.answer == (str(x.rule),) and values.count(str(x.rule)) == 1, (x, values)
            others = {r for r in game.all_rules() if r in values and r != x.rule}
            assert all(r.kind == "score" for r in others), "the others are rules of scoring too"
            seen.add(str(x.rule))
    assert seen


def test_points_pegged_during_play_have_their_rule() -> None:
    at = position(
        {
            "game": "sum-run-set",
            "pond": "5D 4C KH",
            "hands": {"south": "9S JC"},
            "set": {"piles": ["", ""]},
        }
    )
    state = at.game.after(at.state, "9S takes 5D 4C")
    q = make_question(at.game, state, 0, "which-line", of="south", line="sum")
    assert {"sum", "run", "set", "sweep", "cards"} <= {o.value for o in q.choices} and q.mark(
        ["sum"]
    ).right


def test_a_quint_is_among_the_options_though_it_is_a_note() -> None:
    game = the_game("quinto")
    found = {str(x.rule) for state in ends("quinto") for x in state.pegged}
    assert "quints" in found and "quints" not in [r for r in game.all_rules() if r.kind == "score"]


# --- what is said to another answer


@pytest.mark.parametrize(
    ("game", "ask", "more", "about", "given"),
    [
        ("sum-run-set", "how-many-cards", {"of": "south"}, "pond", "40"),
        ("sum-run-set", "how-many-cards", {"of": "stock"}, "must-hold-card", "0"),
        ("kaiser", "whose-turn", {}, "winner-leads", "west"),
        ("malilla", "in-pack", {"cards": ("7H", "8H", "9H")}, "no-revoke", "8H"),
        ("gin-rummy", "find-meld", {}, "shuffle-and-deal", ""),
    ],
)
def test_another_answer_meets_the_rule_of_the_question(
    game: str, ask: str, more: Any, about: str, given: str
) -> None:
    """A lesson may say which rule its question is about; that rule stands under what is said to
    another answer, which is named."""
    table = the_game(game)
    state = next(
        s.state
        for s in play_through(table, seed=2)
        if s.seat == 0 == s.state.to_move and s.state.phase.id != "auction"
    )
    q = make_question(table, state, 0, ask, about=about, **more)
    rule = next(r for r in table.all_rules() if r == about)
    if not given:
        given = next(o.value for o in q.choices)
    mark = q.mark([given])
    assert not mark.right and mark.rule == rule
    assert rule.text(q.game) not in mark.text and mark.text


# --- answers as people type them


@pytest.mark.parametrize("typed", ["-50", "−50", " − 50 ", "–50"])
def test_a_number_may_be_typed_with_either_minus(typed: str) -> None:
    game = the_game("bridge")
    question = make_question(game, next(ends("bridge")), 0, "how-much", of="north-south")
    question.__dict__["answer"] = ("-50",)
    assert question.mark([typed]).right
    assert not question.mark(["50"]).right


@pytest.mark.parametrize("typed", ["six", "4.5", "", "1e3", "٣", "--4", "9" * 40])
def test_what_is_no_number_is_not_a_miss(typed: str) -> None:
    question = make_question(
        the_game("kaiser"), next(ends("kaiser")), 0, "how-many-cards", of="pack"
    )
    mark = question.mark([typed])
    assert mark.blank and not mark.right and question.answer[0] not in mark.text


@pytest.mark.parametrize("typed", ["TH", "10H", "10♥", "th"])
def test_a_ten_may_be_typed_as_people_write_it(typed: str) -> None:
    game = the_game("kaiser")
    trick = [(1, "9H"), (2, "8H"), (3, "KC")]
    state = game.state(trump="S", trick=trick, hands={0: "TH AC QS 7D"})
    question = make_question(game, state, 0, "pick-moves")
    assert question.mark([typed]).right
    assert question.mark(["KH"]).blank, "a card that cannot be chosen is not a miss"


# --- a first miss, a second, and a seat that is not the viewer's


def test_a_first_miss_keeps_the_answer_back() -> None:
    game = the_game("kaiser")
    trick = [(1, "9D"), (2, "JD"), (3, "AS"), (0, "TD")]
    state = game.state(trump=None, trick=trick, to_move=None)
    question = make_question(game, state, 0, "who-wins")
    said = {seat: question.mark([seat]).text for seat in ("west", "north", "east", "south")}
    assert said == {
        "west": "West's 9♦ is below two diamonds here. It was only the lead.",
        "north": "Yes: J♦ is the highest diamond. North takes the trick.",
        "east": "East's A♠ is a spade, and diamonds were led. Only diamonds can win it.",
        "south": "Your 10♦ is below one diamond here. Being last does not help.",
    }
    again = question.mark(["east"], miss=2)
    assert again.text == "North takes the trick: J♦ is the highest diamond."
    assert "north" not in question.mark(["east"]).by_value and again.by_value["north"] == "fine"


def test_the_lowest_bid_is_refused_by_the_rule_that_bids_fall_by() -> None:
    """The dealer of Kaiser may equal the bid; a misdeal that could be claimed has no part in it."""
    game = the_game("kaiser")
    state = game.state(phase="auction", dealer=0, to_move=1, hands={0: "AD KD QD JD 5H AC 9S 8S"})
    for call in ("6no", "pass", "8"):
        state = game.after(state, call)
    question = make_question(game, state, 0, "lowest-bid")
    said = {bid: question.mark([bid]).text for bid in ("8", "9", "8no", "7")}
    assert said["9"] == "9 tops 8. A lower bid does, too. Look lower on the ladder."
    assert said["8no"].startswith("8 no tops 8.") and said["7"].startswith("7 is below 8")
    assert said["8"].startswith("Yes: 8.") and question.answer == ("8",)
    assert question.rule == "insufficient-bid" and "hold" not in " ".join(said.values())


@pytest.mark.parametrize(
    ("game", "call", "bid", "said"),
    [
        ("kaiser", "7", "6", "6 is below 7, the bid that stands."),
        ("kaiser", "7", "7", "7 is the bid that stands. A higher one is needed."),
        ("kaiser", "7", "8", "8 tops 7. A lower bid does, too. Look lower on the ladder."),
        ("nap", "", "wellington", "Wellington is not legal. Nobody has bid nap yet."),
        ("nap", "", "three", "Three is legal. A lower bid is, too. Look lower on the ladder."),
    ],
)
def test_a_bid_that_is_not_the_lowest_is_measured_by_the_one_that_stands(
    game: str, call: str, bid: str, said: str
) -> None:
    """With no bid before it, by the rules alone."""
    table = the_game(game)
    state = table.match(seed=1).state
    state = table.after(state, call) if call else state
    mark = make_question(table, state, state.to_move, "lowest-bid").mark([bid])
    assert mark.text == said and not mark.right


def test_a_call_that_was_missed_is_counted_not_explained_by_another() -> None:
    game = the_game("snap")
    state = game.state(pile="6D 6S", hands={0: "2C 3C", 1: "4C 5C"}, to_move=0)
    question = make_question(game, state, 0, "pick-moves", about="no-match")
    assert question.mark(["lay"]).text == "“Lay a card” is legal. One more is. 6♠ lies on 6♦."


# --- what the page may show


def test_a_hand_is_not_put_together_where_a_question_is_about_groups() -> None:
    """Neither where melds are judged; where single cards are, it may be."""
    at = position(
        {
            "game": "basic-rummy",
            "phase": "discard",
            "view": "south",
            "upcard": "9C",
            "hands": {"south": "KC KD 8C 8H 8S 5D 2H JS"},
        }
    )
    melds = make_question(at.game, at.state, 0, "pick-moves", candidates=("meld 8C 8H 8S", "2H"))
    cards = make_question(at.game, at.state, 0, "pick-moves", candidates=("5D", "2H"))
    assert "groups" not in melds.shown and "table" in melds.shown
    assert "groups" in cards.shown


# --- whose turn


@pytest.mark.parametrize("seed", range(300, 320))
def test_whose_turn_it_is_can_be_seen_where_the_stock_was_shuffled_anew(seed: int) -> None:
    """Round the table from the one who is next, hands are as they were dealt, or then a card less."""
    state = exercise_at(f"whose-turn:discard-then-draw?game=yaniv&seed={seed}").question.state
    sizes = [len(state.hands[seat]) for seat in state.game.seats_from(state.to_move)]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] - sizes[-1] <= 1
    assert sizes[0] > sizes[-1] or {*sizes} == {5}


# --- how hard a table is


@pytest.mark.parametrize(
    ("id", "hand", "step"),
    [
        ("kaiser", "8H AH 7D", 1),  # one rule binds
        ("kaiser", "8H AH 7D 9D TD JD", 2),  # and there are many cards
        ("kaiser", "8D AC 7D", 2),  # a rule that is waived
        ("malilla", "7D AD 3C 4C", 3),  # two of them, and one binds
        ("malilla", "7H AH 3H 5S", 4),  # two bind, and one looks beyond the suit led
    ],
)
def test_a_table_is_harder_where_more_rules_are_at_work(id: str, hand: str, step: int) -> None:
    game = cardlab.game(id)
    state = game.state(trump="S", trick=[(3, "QH")], hands={0: hand})
    assert make_question(game, state, 0, "pick-moves").step == step


def test_two_rules_that_say_where_to_look_are_not_hardest() -> None:
    """Own Trumps: each rule that binds says so."""
    match = cardlab.game("own-trumps").match(seed=3)
    steps = set()
    while not match.over and match.ply < 40:
        question = make_question(match.game, match.state, match.to_move, "pick-moves")
        steps.add(question.step)
        match.play(match.legal_moves()[0])
    assert 3 in steps and 4 not in steps


@pytest.mark.parametrize(
    ("id", "rule", "fits"),
    [
        ("kaiser", "insufficient-bid", True),
        ("bridge", "insufficient", True),
        ("kaiser", "no-misdeal", False),  # refuses no bid
        ("kaiser", "outside-6-to-12no", False),  # refuses what is on no ladder
        ("bridge", "not-doubled", False),
    ],
)
def test_the_lowest_bid_is_asked_where_a_rule_moves_it(id: str, rule: str, fits: bool) -> None:
    game = the_game(id)
    about = next(one for one in game.all_rules() if one == rule)
    assert ASKS["lowest-bid"][0].fits(game, about) == fits


@pytest.mark.parametrize(
    ("calls", "lowest", "reason"),
    [
        ((), "1C", "there is no bid to top yet"),
        (("1H", "pass", "2S"), "2NT", "2♠ is the bid to top"),
    ],
)
def test_the_lowest_bid_has_a_reason(calls: tuple[str, ...], lowest: str, reason: str) -> None:
    game = the_game("bridge")
    state = game.state(phase="auction", to_move=0)
    for call in calls:
        state = game.after(state, call)
    question: Any = make_question(game, state, state.to_move, "lowest-bid")
    assert question.answer == (lowest,) and question.reason == reason
    assert reason in question.hints[1].replace("There", "there")


@pytest.mark.parametrize(
    ("hand", "praise"),
    [
        ("8H AH TH", "Yes: every card is legal."),
        ("8H AH", "Yes: 8♥ and A♥."),  # of two, all is one word too many
        ("8H AH TH 7D", "Yes: 8♥, A♥ and 10♥."),
    ],
)
def test_all_legal_cards_are_praised_by_name_unless_they_are_the_hand(
    hand: str, praise: str
) -> None:
    game = cardlab.game("kaiser")
    state = game.state(trump="S", trick=[(3, "QH")], hands={0: hand})
    question = make_question(game, state, 0, "pick-moves")
    assert question.mark(question.answer).text.startswith(praise)


@pytest.mark.parametrize(
    ("calls", "praise"),
    [
        (("pass", "wellington"), "Not “Wellington”: nobody has bid nap yet."),
        (("pass", "two"), "“Two” was legal too."),
        (("pass", "two", "three"), "“Two” and “Three” were legal too."),
        (("pass", "two", "wellington"), "“Two” was legal too."),
    ],
)
def test_a_legal_move_without_a_reason_is_praised_by_the_others(
    calls: tuple[str, ...], praise: str
) -> None:
    """What else was legal; where nothing was, why the only other one is refused."""
    game = the_game("nap")
    state = game.match(seed=1).state
    question = make_question(game, state, state.to_move, "pick-one", candidates=calls)
    assert question.mark(["pass"]).text == f"Yes: “Pass” is legal. {praise}".strip()


@pytest.mark.parametrize(
    ("hand", "numbers", "answer"),
    [
        ("8H", ("1",), "1"),
        ("8H AH 7D", ("1", "2", "3"), "2"),
        ("8H AH 7D 8C KC", ("1", "2", "3", "4", "5"), "2"),
    ],
)
def test_as_many_cards_may_be_legal_as_the_hand_has(
    hand: str, numbers: tuple[str, ...], answer: str
) -> None:
    game = the_game("kaiser")
    state = game.state(trump="S", trick=[(3, "QH")], hands={0: hand})
    question: Any = make_question(game, state, 0, "how-many-open")
    assert (question.numbers, question.answer) == (numbers, (answer,))


@pytest.mark.parametrize(
    ("trick", "believed"),
    [
        ([(3, "QH")], {"must-beat-if-able": ("AH",), "high-cards-are-kept": ("8H",)}),
        ([], {}),
    ],
)
def test_wrong_rules_about_a_trick_are_told_apart_once_it_has_begun(
    trick: list[tuple[int, str]], believed: dict[str, tuple[str, ...]]
) -> None:
    game = the_game("kaiser")
    state = game.state(trump="S", trick=trick, hands={0: "8H AH 7D"}, to_move=0)
    assert make_question(game, state, 0, "pick-moves").believed == believed

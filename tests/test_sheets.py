"""Rule sheets read as a rule book does: nothing that `python -m tests.sheets` counts is found, at the
usual options and with each option at its ends."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.options import fill
from cardlab.engine.parts import PRINTED, SheetPart
from cardlab.engine.rulings import note
from cardlab.engine.sheet import ToldRule, book
from tests.sheets import Line, ends, findings, lines, longest, of_line, repeated

GAMES = cardlab.games()


@pytest.mark.parametrize("id", GAMES)
def test_nothing_on_a_sheet_is_hard_to_read(id: str) -> None:
    assert findings(cardlab.game(id)) == []


@pytest.mark.sampled
@pytest.mark.parametrize("id", GAMES)
def test_nothing_is_wrong_at_the_ends_of_options(id: str) -> None:
    """Every value of every option at both ends, and every number of players."""
    assert [*ends(cardlab.game(id))] == []


@pytest.mark.parametrize("id", GAMES)
def test_what_is_read_is_what_is_printed(id: str) -> None:
    game = cardlab.game(id)
    printed = " ".join(game.rules().split())
    for line in lines(game):
        assert line.text in printed and line.heading in printed


@pytest.mark.parametrize("id", GAMES)
def test_a_rule_that_is_not_printed_is_on_the_full_sheet(id: str) -> None:
    """Left out is what only a page needs, an own pack's fact, a ranking told with the pack."""
    game: Any = cardlab.game(id)
    told = {line.rule for line in lines(game)} | {str(x.rule) for x in book(game).limits}
    full = game.rules(full=True)
    for rule in (rule for _, rules in game.sections() for rule in rules):
        assert f"[{rule}]" in full
        assert rule in told or rule in {"pack", "ranking"} or rule.part is SheetPart.NEVER, rule


@pytest.mark.parametrize("id", GAMES)
def test_words_are_explained_by_rules_of_the_sheet(id: str) -> None:
    game = cardlab.game(id)
    told = {line.rule: line for line in lines(game)}
    for word, rule in game.explains.items():
        assert word in f"{told[rule].heading} {told[rule].text}".lower(), word


@pytest.mark.parametrize("id", GAMES)
def test_no_sheet_is_longer_than_the_full_one(id: str) -> None:
    game = cardlab.game(id)
    assert len(game.rules().split()) < len(game.rules(full=True).split())


def test_parts_come_in_the_order_of_a_rule_book() -> None:
    assert [part.title for part in book(cardlab.game("gin-rummy")).parts] == [
        "Players and cards",
        "The deal",
        "Words and values",
        "The play",
        "The end of the deal",
        "Scoring",
        "The match",
    ]
    assert list(PRINTED).index(SheetPart.BEFORE) < list(PRINTED).index(SheetPart.PLAY)


def test_a_limit_stands_last_and_an_option_that_is_off_prints_nothing() -> None:
    hearts, gin = cardlab.game("hearts"), cardlab.game("gin-rummy")
    assert gin.rules().rstrip().endswith("equal\nscores share the win.")
    assert "undecided after 100 deals stops there" in gin.rules()
    assert "number of deals is agreed" not in hearts.rules()
    assert "number of deals is agreed" in hearts.rules(full=True)


def test_a_heading_is_printed_where_it_says_more() -> None:
    told = {str(x.rule): x for part in book(cardlab.game("gin-rummy")).parts for x in part.told}
    assert told["undercut-bonus"].text.startswith("Undercut. A defender")
    assert told["difference"].bold == 0


def test_what_is_chosen_stands_first() -> None:
    game = cardlab.game("hearts", target=50, passing="none")
    assert "Chosen here: passing (to nobody) and target (50)." in game.rules()
    assert "Chosen here" not in cardlab.game("hearts").rules()


def test_a_list_is_printed_line_by_line() -> None:
    told = ToldRule(
        note("x", "X", ""), "It costs: one for a jack; two for a queen; three for a king."
    )
    (passage,) = told.passages
    assert passage.items == ("one for a jack;", "two for a queen;", "three for a king.")
    assert longest(told.text) == 4


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Whoever wins leads.", "who-begins"),
        ("The player counts his cards.", "his"),
        ("The match ends after 100 deals.", "safety-limit"),
        ("No number of deals is agreed.", "option-denied"),
        ("The winner adds it at the end.", ""),
        (" ".join(["word"] * 29) + ".", "long-sentence"),
    ],
)
def test_each_kind_is_found(text: str, kind: str) -> None:
    found = [kind for kind, _ in of_line(Line("The play", "", "", text, "x"))]
    assert found == [kind] * bool(kind)


def test_a_heading_that_is_repeated_is_found() -> None:
    line = Line("The play", "Follow suit.", "Follow suit", "Follow suit if you can.", "x")
    assert repeated(line) == "heading-is-sentence"


@pytest.mark.parametrize("game", cardlab.games())
def test_every_choice_stands_alone_on_a_list(game: str) -> None:
    """No choice is a piece of some sentence, and none a word that only the code knows."""
    table = cardlab.game(game)
    for option in type(table).all_options():
        if isinstance(option.choices, range) or option.name in ("players", "first_dealer"):
            continue
        for value in option.choices:
            words = fill(option.listed(value), table)
            assert words and words[0] not in ",;.:" and words[-1] != ",", (option.name, words)
            if isinstance(value, str):
                assert value in {**option.wordings, **option.told}, (option.name, value)


@pytest.mark.parametrize(
    ("id", "chosen", "told"),
    [
        ("gin-rummy", {"gin_counts": 0}, "Gin scores nothing more, and is never undercut."),
        ("gin-rummy", {"undercut_counts": 0}, "after laying off, scores nothing more."),
        ("jersey-gin", {"underknock_counts": 0}, "less than the knocker scores nothing more;"),
        ("yaniv", {"penalty": 0}, "the caller scores their own hand and nothing more."),
        ("zetema", {"flush_counts": 0}, "Cards of one suit, not in sequence, score nothing."),
        ("zetema", {"imperial_counts": 0}, "one in the imperial suit scores nothing more."),
        ("zetema", {"jack_assembly": 0}, "130 for kings or queens; nothing for jacks;"),
        ("kaiser", {"five_adds": 0}, "5♥ adds nothing to the tricks"),
        ("oh-hell", {"bonus": 0}, "exactly as many tricks as they bid scores 1 for each trick."),
        ("klaverjassen", {"counter_pit": 0}, "the defenders score nothing more for it."),
    ],
)
def test_an_option_at_nought_is_told_in_words(id: str, chosen: dict[str, int], told: str) -> None:
    game = cardlab.game(id, **chosen)
    assert told in " ".join(game.rules().split())
    assert game.chosen == tuple(chosen.items())


@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("snap", "Lay the top card; has the rank of the card beneath; The first to call"),
        ("slapjack", "Lay the top card; It can be slapped; without cards lays none"),
        (
            "basic-rummy",
            "by drawing one card; lay down a meld; laid off; by discarding; turned over",
        ),
        (
            "seven-rummy",
            "by drawing the top card; You may lay down a meld; A card laid off; as a new stock. If",
        ),
        ("bridge", "A bid names; Only a bid can be doubled; Three passes; named its strain"),
        (
            "big-two",
            "first deal the holder; Play one card; As many cards; played last leads anything",
        ),
        (
            "rhapsody",
            "first deal the holder; Play one card; As many cards; played last leads anything",
        ),
        ("yaniv", "first discard; Discard a single card; Draw the top card; calling Yaniv"),
        ("pinhead", "lowest card in hand begins; Play one card; pick up the whole pile; burn the"),
        ("bundles", "plays first; Play one card; Only the top card of a bundle"),
        ("sum-run-set", "begins each hand; It may capture; Any sum scores; A pair scores"),
        ("stop-the-bus", "left begins; must exchange; Nobody can stop"),
        ("cheat", "Shuffle and deal the whole pack; Each player is dealt"),
    ],
)
def test_what_is_done_first_is_told_first(game: str, order: str) -> None:
    sheet = " ".join(cardlab.game(game).rules().split())
    places = [sheet.find(words) for words in order.split("; ")]
    assert -1 not in places and places == sorted(places), dict(zip(order.split("; "), places))


def test_the_first_card_of_hearts_is_told_once() -> None:
    sheet = cardlab.game("hearts").rules()
    assert "1. The player who holds 2♣ leads it to the first trick." in sheet
    assert sheet.partition("One deal")[0].count("2♣") == 1

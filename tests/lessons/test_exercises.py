"""Kinds, addresses, rules and beliefs: what exercises promise."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.concepts import concept
from cardlab.engine.cards import cards
from cardlab.families.formats import format_rules
from cardlab.lessons import lesson, lessons, taught
from cardlab.lessons.beliefs import BY_GROUP, COMPUTED, beliefs
from cardlab.lessons.deals import Spot, refusing_alone, the_game
from cardlab.lessons.exercises import (
    SENTENCE_ONLY,
    exercise,
    exercise_at,
    fingerprint,
    kinds,
    rule_exercise,
)
from cardlab.lessons.positions import position
from cardlab.lessons.questions import make_question
from cardlab.lessons.questions.moves import MOST_BUTTONS
from cardlab.lessons.questions.sheets import printed
from cardlab.web.pages.course import chapters

TUTORIALS = Path(__file__).resolve().parents[2] / "tutorials"
CONCEPTS = sorted({c for id in cardlab.games() for c in the_game(id).concepts()})
EVERY_RULE = [(id, r) for id in cardlab.games() for r in the_game(id).all_rules()]
RULES = [(id, str(r)) for id, r in EVERY_RULE if str(r) in printed(the_game(id))]
NOT_PRINTED = [(id, r) for id, r in EVERY_RULE if str(r) not in printed(the_game(id))]
OF_SENTENCES = {"which-of-game", "which-game", "which-sentence"}
"""Kinds of exercise that ask about the sentence of a rule, not about a table."""


@pytest.mark.slow
def test_every_rule_has_an_exercise(request: pytest.FixtureRequest) -> None:
    """A sample of the rules on the sheets of all games (`--all-rules` for every one); what no
    table shows stands in one list."""
    every = request.config.getoption("--all-rules")
    for game, rule in RULES if every else random.Random(1).sample(RULES, 40):
        began = time.thread_time()
        item = rule_exercise(game, rule, seed=1)
        assert item.question.rule == rule and item.question.answer
        # two seconds on the machine that this was written on; the first rule of a game has to get
        # to know the game
        assert time.thread_time() - began < 6, f"{game} {rule} takes too long"
        kind = next(r.kind for r in the_game(game).all_rules() if r == rule)
        if kind != "note" and (game, rule) not in SENTENCE_ONLY:
            # a rare table may not come up at the first seed
            found = (item, *(rule_exercise(game, rule, seed) for seed in (2, 3)))
            kinds = {one.kind.split(":")[0] for one in found}
            assert not kinds <= OF_SENTENCES, f"no table shows {rule} of {game}"


@pytest.mark.parametrize(
    ("game", "rule"),
    [("squiffy-dancer", "draw-from-the-right"), ("stop-the-bus", "one-or-three")],
)
def test_a_move_like_the_one_that_a_rule_is_declared_to_refuse_is_asked_about(
    game: str, rule: str
) -> None:
    """It names cards and players of the table, and no move on offer is refused by this rule."""
    for seed in (1, 2, 3):
        question: Any = exercise(f"decided-by:{rule}", game, seed).question
        refused = [move for move, v in question.verdicts.items() if v.rule == rule and not v.legal]
        assert len(refused) == 1
        offered = question.game.candidates(question.state, question.seat)
        assert refused[0] not in offered
        assert refusing_alone(question.game, Spot(question.state, question.seat), refused[0]) == [
            rule
        ]


def test_a_note_that_a_fact_says_already_is_not_asked_about() -> None:
    assert {rule.kind for _, rule in NOT_PRINTED} == {"note"}
    for game, rule in NOT_PRINTED:
        with pytest.raises(ValueError, match="a fact of its sheet says it already"):
            rule_exercise(game, str(rule))


def test_the_list_of_exceptions_is_of_real_rules() -> None:
    assert set(SENTENCE_ONLY) <= set(RULES) and all(SENTENCE_ONLY.values())


def test_every_concept_that_lessons_and_chapters_name_has_a_lesson() -> None:
    """What a lesson says that it needs, what its concepts require, and what a chapter of the
    course opens or links to.  A concept that only a game names may be without: it is shown as such
    (`tests/pages/test_lessonless.py`)."""
    written = [lesson(id) for id in lessons()]
    named = {
        *(need for one in written for need in one.needs),
        *(below for id in taught() for below in concept(id)["requires"]),
        *(id for one in chapters(TUTORIALS) for id in one.concepts),
    }
    assert len(named) > 60, "lessons and chapters name most of what is taught"
    lacking = sorted(named - set(taught()))
    assert not lacking, f"no lesson teaches {', '.join(lacking)}"
    assert set(taught().values()) == set(lessons())


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("concept", CONCEPTS)
def test_three_kinds_for_every_concept(concept: str) -> None:
    found = 0
    for name in dict.fromkeys(k.split(":")[0] for k in kinds(concept)):
        able = [k for k in kinds(concept) if k.split(":")[0] == name]
        for kind in able[:3]:
            try:
                item = exercise(kind, seed=1, concept=concept)
            except ValueError:
                continue
            assert concept in item.question.concepts
            found += 1
            break
        if found >= 3:
            return
    assert found >= 3, f"only {found} kinds of exercise for {concept}"


@pytest.mark.parametrize(
    "kind",
    [
        "decided-by:must-head",
        "why-not:must-follow-suit",
        "winner-of-trick",
        "score-deal",
        "in-pack",
    ],
)
def test_the_same_address_is_the_same_item(kind: str) -> None:
    item = exercise(kind, seed=11)
    again = exercise_at(item.address)
    assert (
        again.address == item.address
        and again.question == item.question
        and again.question.answer == item.question.answer
    )


@pytest.mark.parametrize(
    "kind", ["higher-rank?game=big-three", "same-shape?game=big-three", "same-number?game=big-two"]
)
def test_of_a_long_list_of_plays_some_are_shown(kind: str) -> None:
    """Among them one that the rule refuses, where it refuses one, and one that is legal."""
    cut = 0
    for seed in range(1, 8):
        question = exercise_at(f"decided-by:{kind}&seed={seed}").question
        shown = question.verdicts
        everything = question.game.verdicts(question.state, question.seat)
        assert len(shown) <= MOST_BUTTONS and set(shown) <= set(everything)
        assert all(shown[move].legal == everything[move].legal for move in shown)
        assert any(v.legal for v in shown.values())
        refuses = [
            any(not v.legal and v.rule == question.about for v in verdicts.values())
            for verdicts in (shown, everything)
        ]
        assert refuses in ([True, True], [False, False])
        cut += len(shown) < len(everything)
    assert cut >= 3


def test_what_was_just_seen_is_avoided() -> None:
    first = exercise("decided-by:must-follow-suit", game="kaiser", seed=4)
    other = exercise(
        "decided-by:must-follow-suit", game="kaiser", seed=4, avoid=[fingerprint(first)]
    )
    assert (
        fingerprint(other) != fingerprint(first)
        and exercise_at(other.address).question == other.question
    )


@pytest.mark.parametrize("force", ["binding", "waived"])
def test_force_is_kept(force: str) -> None:
    item = exercise("decided-by:must-follow-suit", game="kaiser", seed=2, force=force)
    found = {
        ruling.force.value
        for v in item.question.verdicts.values()
        for r, ruling in v.steps
        if r == "must-follow-suit"
    }
    assert found == {force}


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_steps_are_reached(step: int) -> None:
    item = exercise("winner-of-trick", game="brandle", seed=3, step=step)
    assert item.question.step in (step, step - 1, step + 1)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        "no-such-kind?game=kaiser",
        "decided-by:must-head?game=kaiser",
        "decided-by:nothing?game=kaiser&seed=1",
        "winner-of-trick?game=chess",
        "winner-of-trick",
        "winner-of-trick?game=kaiser&seed=" + "9" * 400,
        "winner-of-trick?game=kaiser&seed=-1",
        "winner-of-trick?game=kaiser&seed=1e9",
        "winner-of-trick?game=kaiser&seed=٣",
        "winner-of-trick?game=kaiser&p.step=9",
        "winner-of-trick?game=kaiser&p.nothing=1",
        "winner-of-trick?game=kaiser&colour=red",
        "winner-of-trick?game=kaiser&game=malilla",
        "winner-of-trick?game=kai\x00ser",
        "a" * 5000,
        "&".join(["x=1"] * 90),
        "winner-of-trick?game=kaiser&p.seed=4",
        "decided-by:must-follow-suit?game=kaiser&p.force=maybe",
        "decided-by:must-follow-suit?game=kaiser&p.cards=a..b",
        "winner-of-trick?game=%00",
        "winner-of-trick?game=kaiser&p.step=%F0",
    ],
)
def test_an_address_that_leads_nowhere_says_so(address: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+ \w+") as said:
        exercise_at(address)
    assert len(str(said.value)) < 1500


@pytest.mark.parametrize(
    ("game", "leader"),
    [("hearts", "holder-leads"), ("malilla", "eldest-leads")],
)
def test_whose_turn_names_who_leads_first_and_then_the_winner(game: str, leader: str) -> None:
    made = cardlab.game(game)
    first = make_question(
        made, made.state(phase="play", hands={0: "2C KC", 1: "3C"}), 0, "whose-turn"
    )
    assert first.rule == leader
    taken = [[(0, "3C"), (1, "4C"), (2, "5C"), (3, "6C")]]
    later = make_question(made, made.state(hands={3: "KC"}, taken=taken), 0, "whose-turn")
    assert later.rule == "winner-leads"


@pytest.mark.parametrize(("game", "card"), [("big-two", "3D"), ("rhapsody", "3C")])
def test_who_leads_first_is_asked_only_of_those_who_can_see_it(game: str, card: str) -> None:
    by_card = 0
    for seed in range(12):
        question = exercise_at(f"whose-turn:first-leader?game={game}&seed={seed}").question
        state = question.state
        if state.laid or state.gone or state.standing.deal > 1:
            continue
        by_card += 1
        assert card in state.hands[question.viewer] and state.to_move == question.viewer
    assert by_card


def test_hands_that_were_dealt_fewer_cards_do_not_tell_whose_turn_it_is() -> None:
    fewer = 0
    for seed in range(16):
        state = exercise_at(f"whose-turn:claims?game=liar-poker&seed={seed}").question.state
        assert not state.by and not state.begun
        assert state.to_move == state.after_seat(state.dealer)
        fewer += len(set(map(len, state.hands))) > 1
    assert fewer


def test_beliefs_are_computed() -> None:
    assert set(COMPUTED) | set(BY_GROUP) == set(beliefs())
    known = {r for _, r in RULES} | {
        str(rule) for id in cardlab.games() for rule in format_rules(the_game(id))
    }
    for id, entry in beliefs().items():
        assert entry["says"] and set(entry["against"]) <= known, (
            f"{id} is answered by a rule that no game has"
        )


def test_a_belief_is_seen() -> None:
    game = cardlab.game("kaiser")
    state = game.state(trump="S", trick=[(1, "9C"), (2, "KC"), (3, "8H")], hands={0: "8C AC QS 7D"})
    question = make_question(game, state, 0, "pick-moves")
    assert question.mark(["8C", "AC", "QS"]).belief == "trumps-any-time"
    assert (
        question.mark(["AC"]).belief == "must-beat-if-able"
        and question.mark(["8C", "AC"]).belief is None
    )
    assert question.belief_behind(["7D"]) is None and set(question.believed) >= {
        "trumps-any-time",
        "must-beat-if-able",
    }


def test_that_a_void_hand_passes_is_believed_where_there_is_a_pass() -> None:
    kaiser = cardlab.game("kaiser")
    state = kaiser.state(trump="S", trick=[(3, "8H")], hands={0: "8C AC QS 7D"})
    assert "void-means-pass" not in make_question(kaiser, state, 0, "pick-moves").believed
    big_two = cardlab.game("big-two").match(seed=1)
    while big_two.state.to_move != 0 or "pass" not in map(str, big_two.legal_moves()):
        big_two.play(big_two.legal_moves()[0])
    question = make_question(big_two.game, big_two.state, 0, "pick-moves")
    assert question.believed["void-means-pass"] == ("pass",)


@pytest.mark.parametrize(
    ("name", "table", "chosen", "belief"),
    [
        ("stops", "the-nine-is-yours", "KC", "high-card-beats-all"),
        ("stops", "the-nine-is-yours", "9S, pass", "cards-can-wait"),
        ("stops", "the-nine-is-yours", "9S, 4D", None),
        ("stops", "two-nines", "9S, 9H, pass", "cards-can-wait"),
        (
            "climbing",
            "two-nines",
            "play QC QD, play QC, play QD, play 2D, pass",
            "high-card-beats-all",
        ),
        ("climbing", "two-nines", "play 8H 8S, pass", None),
        ("beat-or-take", "nine-of-hearts", "KD, JH, take", "high-card-beats-all"),
        ("beat-or-take", "nine-of-hearts", "8S, JH, take", None),
        ("running-count", "twenty-four", "8D, KC, 7S", "count-starts-again"),
        ("running-count", "twenty-six", "8D, KC, 7S", "count-starts-again"),
        ("running-count", "twenty-four", "7S, go", "cards-can-wait"),
        ("running-count", "twenty-four", "8D, 7S", None),
    ],
)
def test_beliefs_about_laying_cards(name: str, table: str, chosen: str, belief: str | None) -> None:
    """A high card where height plays no part or not alone, a card kept back, a count that begins
    again by itself."""
    here = position(lesson(name).position[table])
    question = make_question(here.game, here.state, here.viewer, "pick-moves")
    assert question.belief_behind(chosen.split(", ")) == belief


def test_the_belief_that_claims_are_true() -> None:
    """Of what may be said of a seven while queens are due, only the seven; and before it is laid,
    only a queen may go down."""
    here = position(lesson("bluff").position["no-queen-laid"])
    said = ("claim 1 7", "claim 1 Q")
    question = make_question(here.game, here.state, here.viewer, "pick-moves", candidates=said)
    assert question.answer == ("claim 1 Q",)
    assert question.belief_behind(["claim 1 7"]) == "claims-are-true"
    hand = here.state.but(laying=(), hands=(cards("QS KS 4D"), *here.state.hands[1:]))
    question = make_question(here.game, hand, here.viewer, "pick-moves")
    assert question.belief_behind(["lay QS"]) == "claims-are-true"
    assert question.belief_behind(["lay QS", "lay KS"]) is None


def test_beliefs_about_groups() -> None:
    game = cardlab.game("gin-rummy")
    state = game.state(phase="discard", hands={0: "7C 8C 9C 9D 9H JS QS KS AS 2D 8D"}, to_move=0)
    question = make_question(game, state, 0, "find-meld")
    assert (
        question.belief_behind(["9D", "9H"]) == "pair-is-enough"
        and question.belief_behind(["7C", "8D", "9H"]) == "run-of-mixed-suits"
    )
    assert (
        question.belief_behind(["QS", "KS", "AS"]) == "ace-goes-round"
        and question.belief_behind(["7C", "8C", "9C"]) is None
    )
    assert question.belief_behind(["7C", "8C", "9C", "9D", "9H"]) == "shared-card-counts-twice"


@pytest.mark.parametrize("kind", ["whose-turn", "decided-by", "score-deal", "winner-of-trick"])
@pytest.mark.parametrize("game", ["whist", "kaiser", "sixte", "hearts", "snap", "bridge"])
def test_whoever_is_asked_sits_below_by_the_first_name(kind: str, game: str) -> None:
    """Wherever the seat is that was found: the names are turned with it, and their order stays."""
    usual = cardlab.game(game).names
    for seed in range(6):
        try:
            question = exercise(kind, game, seed).question
        except ValueError:
            continue  # no such question in this game
        names, viewer = question.game.names, question.viewer
        assert (*names[viewer:], *names[:viewer]) == usual
        assert question.state.game.names == names
        sides = {side.id for side in question.game.sides}
        assert all(line.side in sides for line in question.state.pegged)

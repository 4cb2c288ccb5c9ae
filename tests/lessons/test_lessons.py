"""Lessons: every file holds against the engine, broken ones are told so, and a walk never loses
its step."""

from __future__ import annotations

import json
import random
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.lessons import lesson, lessons
from cardlab.lessons.book import STEPS, read, read_file
from cardlab.lessons.check import check, main
from cardlab.lessons.keys import LessonError
from cardlab.lessons.positions import moved, position, shown
from cardlab.lessons.text import pieces, plain
from cardlab.lessons.walk import REWRITTEN, UNREADABLE, Walk

DATA = Path(str(files("cardlab.lessons") / "data"))
FILES = sorted(p for p in DATA.glob("*.toml") if p.stem != "misconceptions")


def raw(id: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{id}.toml").read_text(encoding="utf-8"))


# --- every lesson


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_lesson_is_sound(path: Path) -> None:
    assert path.stem == read_file(path).id
    assert check(read_file(path)) == ()


def test_the_schema_is_written_from_the_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m cardlab.lessons.check --schema` writes it; every lesson keeps to it."""
    schema = json.loads((DATA / "lesson.schema.json").read_text(encoding="utf-8"))
    assert main(["--schema"]) == 0 and json.loads(capsys.readouterr().out) == schema
    judge = jsonschema.Draft202012Validator(schema)
    for path in FILES:
        judge.validate(raw(path.stem))
    assert list(judge.iter_errors(raw("trump") | {"colour": "red"}))


@pytest.mark.sampled
@pytest.mark.parametrize("id", lessons())
def test_lesson_can_be_walked(id: str) -> None:
    """Answering as the engine does leads from the first step to the last, and every snapshot is
    plain data."""
    walk = Walk(lesson(id), learner="a")
    for _ in range(200):
        seen = walk.snapshot
        assert json.loads(json.dumps(seen)) == seen
        assert seen["text"] or seen["question"] or seen["line"]["at"]
        assert seen["table"] is not None or seen["step"] in ("play", "return")
        if walk.finished:
            break
        if (scene := walk.scene) is not None and not seen["can"]["next"]:
            walk.give(scene.question.right_answer)
            walk.check()
            after = walk.snapshot["feedback"]
            assert after["kind"] == ("bet" if walk.step == "predict" else "right"), (
                walk.step,
                scene.id,
                after,
            )
            assert "{" not in plain(after["pieces"])
        walk.next()
        assert not walk.notice
    assert walk.finished
    states = [s["state"] for s in walk.snapshot["steps"]]
    assert states == ["done"] * (len(lesson(id).steps) - 1) + ["now"]
    assert all(e.right for e in walk.events if e.event == "answered")
    assert [walk.events[0][:2], walk.events[-1][:2]] == [("opened", id), ("lesson-done", id)]


def test_lessons_are_in_the_order_of_the_curriculum() -> None:
    found = [
        id
        for id in lessons()
        if id in ("trick", "follow-suit", "trump", "meld", "auction", "must-head")
    ]
    assert found == ["meld", "trick", "follow-suit", "trump", "auction", "must-head"]


# --- broken ones

BREAKS = {
    "no such rule": (["rules"], ["must-fly"], "no game of this lesson has a rule 'must-fly'"),
    "a rule that never decides": (
        ["rules"],
        ["must-follow-suit", "catch-the-ten"],
        "catch-the-ten decides nothing",
    ),
    "a pin that fails": (
        ["predict", "pin"],
        3,
        "predict: the pin is '3', the engine says '7H' 'KH'",
    ),
    "a pin of a gap": (
        ["complete", "line", 1, "pin"],
        "8C",
        "complete, entry 1: the pin is '8C', the engine says 'KD'",
    ),
    "a need in a circle": (
        ["needs"],
        ["trick", "ruff"],
        "follow-suit is taught here and needed before it; that is a circle",
    ),
    "a need left out": (["needs"], [], "needs: follow-suit requires hand"),
    "no such game": (["games"], ["scotch-whist", "whisk"], "there is no game 'whisk'"),
    "a game without the concept": (
        ["games"],
        ["scotch-whist", "yaniv"],
        "yaniv does not use follow-suit",
    ),
    "no such concept": (["also"], ["following"], "there is no concept 'following'"),
    "a card not in the pack": (
        ["position", "spades-led", "hands", "south"],
        "2S JS 7H KD TC",
        "2♠ is not in the pack of Scotch",
    ),
    "a card twice": (
        ["position", "spades-led", "hands", "south"],
        "9S JS 7H KD TC",
        "9S lies on this table 2 times",
    ),
    "no such seat": (
        ["position", "spades-led", "lead"],
        "ana",
        "there is no seat 'ana' in Scotch Whist",
    ),
    "hands beside the trick": (
        ["position", "referee", "hands", "west"],
        "9D 8S JH AS",
        "the hands do not match",
    ),
    "a try that is open": (["watch", "line", 3, "try"], "KH", "it is legal"),
    "a move that is not open": (["watch", "line", 4], "7C", "entry 4 (7C)"),
    "a note beyond the line": (["watch", "notes", 0, "at"], 40, "a note stands at 40"),
    "an obligation": (["choose", "text"], "You must follow.", "'must' belongs to rules"),
    "too many words": (["choose", "text"], "word " * 60, "60 words"),
    "no such placeholder": (
        ["watch", "notes", 0, "text"],
        "{because}",
        "there is no placeholder {because}",
    ),
    "an empty placeholder": (
        ["choose", "text"],
        "{reason}.",
        "{reason} has nothing to stand for here",
    ),
    "a card in feedback": (["feedback", "right"], "{reason}: [QH].", "it names no card"),
    "no such belief": (["feedback", "mis:moon"], "{reason}.", "no belief 'moon'"),
    "a need that stands twice": (["needs"], ["trick", "trick"], "needs: trick stands there twice"),
    "an unused position": (
        ["position", "spare"],
        {"game": "kaiser", "seed": 1},
        "position.spare is used by no step",
    ),
    "an option that is not one": (["play", "options"], {"moon": 1}, "has no option 'moon'"),
    "a first move without cards": (["play", "moves"], ["pass"], "the cards of a seed"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_broken_lesson_is_told(name: str) -> None:
    path, value, sentence = BREAKS[name]
    data = raw("follow-suit")
    assert check(read(data), generators=False) == ()
    at: Any = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    said = check(read(data), generators=False)
    assert any(sentence in s for s in said), said


def test_gap_with_two_open_moves_is_told() -> None:
    data = raw("follow-suit")
    data["position"]["referee"]["hands"] |= {"north": "KD AD 8C", "south": "6D QD 7S"}
    assert any(
        "a play gap leaves one legal move, but here are 2: KD, AD" in s
        for s in check(read(data), False)
    )


def test_item_that_tells_nothing_apart_is_told() -> None:
    data = raw("follow-suit")
    data["choose"]["item"][0] = {"position": "lead", "ask": "pick-moves", "pin": ["6S", "JS"]}
    data["choose"]["item"][1] = {"position": "lead", "ask": "pick-moves", "pin": ["6S", "JS"]}
    data["position"]["lead"] = {
        "game": "scotch-whist",
        "lead": "south",
        "hands": {"south": "6S JS"},
    }
    assert any("choose, item 1: it tells nothing apart" in s for s in check(read(data), False))


def test_move_with_two_honest_answers_is_told() -> None:
    """In Brandle a low trump on a plain lead falls to following suit, and alone also to heading."""
    data = raw("must-head")
    data["say-why"]["item"] = [
        {"position": "your-ace", "ask": "which-rule", "move": "QC", "pin": "must-follow-suit"}
    ]
    said = check(read(data), False)
    assert any(
        "say-why, item 1: QC has several honest answers: must-follow-suit and must-head" in s
        for s in said
    ), said


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"schema": 2}, "schema should be 1, not 2"),
        ({"colour": "red"}, "the lesson has no key 'colour'. It may have schema, id"),
        ({"predict": {"text": "?"}}, "predict needs the key 'position'"),
        ({"play": {"text": "?", "gaem": "kaiser"}}, "play has no key 'gaem'; did you mean 'game'?"),
        (
            {"play": {"text": "?", "game": "kaiser", "deals": 9, "mode": "ask"}},
            "play, deals should be a number from 1 to 8, not 9",
        ),
        ({"watch": 3}, "watch should be a table of keys, not 3"),
        ({"position": {"a": {"seed": 1}}}, "position.a needs the key 'game'"),
        ({"position": {"a": {"game": "kaiser", "trump": "X"}}}, "position.a, trump should be C, D"),
        ({"position": {"A": {"game": "kaiser"}}}, "the name 'A' should be an id such as must-head"),
        ({"feedback": {"right": "Fine."}}, "feedback.right should be at most 140 characters, with"),
        ({"feedback": {"wrong": "{reason}."}}, "the name 'wrong' should be right, refused:RULE"),
        ({"games": []}, "games should have at least one entry"),
        (
            {"complete": {"text": "?", "position": "referee", "line": [{"gap": "play"}]}},
            "complete, line, entry 0: write a move, { try = ... } or { gap = ..., pin = ... }",
        ),
        (
            {
                "complete": {
                    "text": "?",
                    "position": "referee",
                    "line": [{"gap": "moon", "pin": "1"}],
                }
            },
            "complete, line, entry 0, gap should be play, winner",
        ),
    ],
)
def test_lesson_that_cannot_be_read_is_told(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(LessonError, match=re.escape(sentence)):
        read(raw("follow-suit") | change)


def test_file_that_cannot_be_read_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "x.toml"
    broken.write_text("schema = ", encoding="utf-8")
    assert main(["--quick", str(broken), str(tmp_path / "none.toml")]) == 1
    said = capsys.readouterr().out
    assert "x.toml is not TOML" in said and "none.toml cannot be opened" in said


# --- positions


def test_every_game_has_seeded_positions() -> None:
    import cardlab

    for id in cardlab.games():
        for until in (None, "deal-over"):
            table = {"game": id, "seed": 3} | ({"walk": 4} if until is None else {"until": until})
            at = position(table)
            assert shown(at, at.state)["game"] == id
            assert (at.state.phase.id == "over") is (until == "deal-over"), id


def test_hidden_hand_plays_what_is_named() -> None:
    at = position({"game": "kaiser", "trump": "S", "lead": "west", "hands": {"south": "9H KD"}})
    state = at.state
    for card in ("TH", "QH", "8H"):
        state = moved(state, card)
    assert [len(h) for h in state.hands] == [2, 1, 1, 1] and str(
        state.game.legal_moves(state)[0]
    ) == "9H"
    with pytest.raises(ValueError, match="9H already lies on this table"):
        moved(at.state, "9H")


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"game": "kaiser", "seed": 1, "hands": {}}, "a seeded position is dealt and played"),
        ({"game": "kaiser", "moon": 1}, "a position has no key 'moon'. It may have game"),
        ({"game": "yaniv", "trick": "AS"}, "played without tricks"),
        ({"game": "kaiser", "phase": "draw"}, "its phases are deal, auction"),
        ({"game": "kaiser", "trick": "AS", "hands": {"south": "KS"}}, "says who led it"),
        ({"game": "kaiser", "pond": "AS"}, "no 'pond' on its table"),
        ({"game": "kaiser", "calls": ["6", "5"], "dealer": "north"}, "call 1"),
        ({"game": "nap", "lead": "west", "hands": {"south": "KS"}}, "played under a bid"),
        ({"game": "kaiser", "seed": 1, "moves": ["99"]}, "move 0 of the seeded deal"),
        ({"game": "kaiser", "seed": 1, "until": "moon"}, "until may be deal-over"),
        (
            {"game": "kaiser", "open": True, "hands": {"south": "KS"}},
            "an open table shows every hand",
        ),
        ({}, "a position needs the key 'game'"),
    ],
)
def test_position_that_cannot_be_is_told(table: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        position(table)


def test_places_of_the_families() -> None:
    gin = position(
        {"game": "gin-rummy", "phase": "draw", "upcard": "QH", "hands": {"south": "QC QD 2S"}}
    )
    assert gin.state.upcard == "QH" and len(gin.state.stock) == 52 - 1 - 6
    fish = position({"game": "sum-run-set", "pond": "4C 5D", "hands": {"south": "9S 2H"}})
    assert "9S takes 4C 5D sum" in map(str, fish.game.legal_moves(fish.state))
    jersey = position(
        {
            "game": "jersey-gin",
            "phase": "lay-off",
            "laid": {"west": ["9C 9D 9H"]},
            "hands": {"south": "9S 2H"},
            "set": {"knocker": "west"},
        }
    )
    assert "lay off 9S on 9C 9D 9H" in map(str, jersey.game.legal_moves(jersey.state))


def test_open_table_shows_every_hand_and_the_choices_of_the_one_to_move() -> None:
    at = lesson("follow-suit").at("referee")
    seen = shown(at, at.state)
    assert all(z["open"] for z in seen["zones"] if z["kind"] == "hand") and seen["to_move"] == 1
    assert {c["card"] for c in seen["choices"]} == {"9D", "8S", "JH"}


# --- text


def test_text_in_two_voices() -> None:
    walk = Walk(lesson("follow-suit"))
    walk.goto("watch")
    said = []
    for _ in range(12):
        walk.forward()
        said.append(plain(walk.snapshot["line"]["note"]))
    assert said[3] == "You try the ace. The table gives it back: hearts were led and you have two."
    assert said[11].startswith("North has no") or said[11].startswith("West has no"), said[11]


def test_pieces() -> None:
    import cardlab

    malilla = cardlab.game("malilla")
    found = pieces(
        "A *void*, [QH], {ladder:H}, {rule:must-follow-suit}, *odd|trick*, {moon}.",
        {},
        malilla,
        "meld",
    )
    kinds = [p["t"] for p in found]
    assert (
        kinds[:4] == ["text", "term", "text", "card"]
        and kinds.count("card") == 11
        and found[5]["c"] == "7H"
    )
    assert next(p for p in found if p["t"] == "rule")["s"] == "Follow suit if you can."
    assert [p["concept"] for p in found if p["t"] == "term"] == ["follow-suit", "trick"]
    assert "{" not in plain(found)


# --- the walk


def test_blank_wrong_right() -> None:
    walk = Walk(lesson("follow-suit"))
    walk.goto("choose")
    walk.check()
    assert walk.snapshot["feedback"]["kind"] == "not-yet" and len(walk.events) == 1
    walk.give(["JS", "KD"])
    walk.check()
    seen = walk.snapshot
    assert seen["feedback"]["kind"] == "refused" and seen["feedback"]["rule"] == "must-follow-suit"
    assert plain(seen["feedback"]["pieces"]) == (
        "K♦ is not legal. Spades were led and you have two. One legal card is missing."
    )
    assert seen["question"]["marks"] == {"JS": "right", "KD": "refused"}
    assert not seen["can"]["next"]
    walk.next()
    assert walk.snapshot["item"]["number"] == 1 and walk.notice.startswith("Not yet")
    walk.give(["7H"])
    walk.check()
    assert walk.snapshot["hints"][0]["open"], "the same refusal twice opens a hint"
    assert plain(walk.snapshot["feedback"]["pieces"]).startswith("6♠ and J♠ are the legal cards.")
    assert walk.snapshot["question"]["marks"] == {"7H": "refused", "6S": "missed", "JS": "missed"}
    walk.give(["6S"])
    walk.check()
    assert walk.snapshot["feedback"]["kind"] == "missed"
    walk.give(["6S", "JS"])
    walk.check()
    assert walk.snapshot["feedback"]["kind"] == "right" and walk.snapshot["can"]["next"]
    walk.give(["KD"])
    assert walk.snapshot["question"]["given"] == ["6S", "JS"]
    answered = [e for e in walk.events if e.event == "answered"]
    assert [e.right for e in answered] == [False, False, False, True] and answered[
        -1
    ].hints_used >= 1
    assert {e.concept for e in answered} == {"follow-suit"} and answered[
        0
    ].rule == "must-follow-suit"


def test_belief_is_answered_with_a_fact_of_the_trick() -> None:
    walk = Walk(lesson("trick"))
    walk.goto("say-why")
    walk.give(["mis:leader-wins"])
    walk.check()
    seen = walk.snapshot["feedback"]
    assert (
        seen["kind"] == "belief"
        and plain(seen["pieces"]) == "West's 9♦ was led, but North took the trick."
    )
    assert walk.events[-1].belief == "leader-wins"


def test_hints_open_one_by_one() -> None:
    walk = Walk(lesson("follow-suit"))
    walk.goto("choose")
    for n in range(1, 4):
        walk.hint()
        assert [h["open"] for h in walk.snapshot["hints"]] == [True] * n + [False] * (3 - n)
    assert not walk.snapshot["can"]["hint"]
    assert plain(walk.snapshot["hints"][2]["pieces"]) in ("6♠ or J♠.", "J♠ or 6♠.")


def test_gap_holds_the_line() -> None:
    walk = Walk(lesson("follow-suit"))
    walk.goto("complete")
    walk.forward()
    assert walk.snapshot["line"]["at"] == 1 and walk.snapshot["question"]["ask"] == "pick-one"
    walk.forward()
    assert walk.snapshot["line"]["at"] == 1 and walk.notice == "This gap waits for you."
    walk.give(["KD"])
    walk.check()
    walk.forward()
    seen = walk.snapshot
    assert seen["line"]["at"] == 2
    assert any(
        f["card"] == "KD"
        for z in seen["table"]["zones"]
        if z["kind"] == "trick"
        for f in z["faces"]
    )


def test_tried_card_is_shown_and_taken_back() -> None:
    walk = Walk(lesson("follow-suit"))
    walk.goto("watch")
    for _ in range(4):
        walk.forward()
    seen = walk.snapshot
    assert seen["line"]["tried"] == {
        "move": "AS",
        "card": "AS",
        "reason": "hearts were led and you have two",
        "rule": "must-follow-suit",
        "rule_title": "Follow suit",
        "rule_text": "Follow suit if you can; if you cannot, play any card.",
    }
    assert "AS" in [
        f["card"] for z in seen["table"]["zones"] if z["id"] == "hand-0" for f in z["faces"]
    ]


def test_saved_and_restored() -> None:
    walk = Walk(lesson("trump"), learner="b")
    walk.give(["east"])
    walk.check()
    walk.goto("choose")
    walk.give(["6D"])
    walk.hint()
    kept = json.loads(json.dumps(walk.saved))
    again = Walk(lesson("trump"), learner="b", saved=kept)
    assert again.snapshot == walk.snapshot and again.saved == walk.saved
    older = Walk(lesson("trump"), saved=kept | {"version": "0"})
    assert (
        older.step == "choose"
        and older.notice == REWRITTEN
        and older.snapshot["question"]["given"] == []
    )


@pytest.mark.parametrize(
    "kept",
    [
        {},
        [],
        7,
        "choose",
        {"lesson": "trump", "step": "moon"},
        {"lesson": "meld", "step": "choose"},
    ],
)
def test_kept_data_that_cannot_be_read(kept: Any) -> None:
    walk = Walk(lesson("trump"), saved=kept)
    assert (
        walk.step == "predict"
        and walk.notice == UNREADABLE
        and walk.snapshot["question"] is not None
    )


SCRAPS = st.dictionaries(
    st.sampled_from(["given", "hints", "checked"]),
    st.one_of(st.booleans(), st.lists(st.text(max_size=2))),
)
KEPT = st.one_of(
    st.none(),
    st.integers(-9, 99),
    st.text(max_size=3),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(
        st.sampled_from(["watch", "choose", "predict", "choose/0"]),
        st.one_of(st.integers(-9, 99), SCRAPS),
    ),
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["done", "finished", "at", "item", "answers"]), KEPT),
    st.sampled_from(STEPS),
)
def test_any_kept_data_keeps_the_step(kept: dict[str, Any], step: str) -> None:
    known = Walk(lesson("follow-suit"))
    walk = Walk(
        lesson("follow-suit"),
        saved={"lesson": "follow-suit", "version": known.version, "step": step} | kept,
    )
    assert walk.step == step and json.dumps(walk.snapshot)


COMMANDS = (
    "give",
    "check",
    "next",
    "back",
    "goto",
    "hint",
    "forward",
    "backward",
    "try_again",
    "skip",
)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(COMMANDS), max_size=40),
    st.integers(0, 99),
    st.sampled_from(("follow-suit", "meld", "auction")),
)
def test_any_commands_lead_somewhere(commands: list[str], seed: int, id: str) -> None:
    walk, rng = Walk(lesson(id), learner="c"), random.Random(seed)
    for name in commands:
        before = (walk.step, STEPS.index(walk.step))
        if name == "give":
            values = [
                o["value"] for o in (walk.snapshot["question"] or {"options": []})["options"]
            ] + ["4", "moon", ""]
            walk.give(rng.sample(values, rng.randrange(min(3, len(values)))))
        elif name == "goto":
            walk.goto(rng.choice([*STEPS, "moon"]))
        else:
            getattr(walk, name)()
        assert walk.step in STEPS
        if name not in ("goto",):
            assert abs(STEPS.index(walk.step) - before[1]) <= 1
    seen = walk.snapshot
    assert json.loads(json.dumps(seen)) == seen and seen["step"] == walk.step
    again = Walk(lesson(id), learner="c", saved=json.loads(json.dumps(walk.saved)))
    assert again.step == walk.step and again.saved == walk.saved


def test_found_items_are_the_learners_own_and_the_same_again() -> None:
    def addresses(learner: str) -> list[str | None]:
        walk, found = Walk(lesson("follow-suit"), learner=learner), []
        walk.goto("choose")
        while walk.step == "choose":
            found.append(walk.snapshot["question"]["address"])
            walk.skip()
        return found

    first = addresses("a")
    assert first == addresses("a") != addresses("z")
    assert first[:2] == [None, None] and len(first) == 6 and all(first[2:])

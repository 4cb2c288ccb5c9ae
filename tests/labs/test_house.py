"""House rules: whatever switches are thrown, the game plays within the contract or is refused
with a sentence.

The full run: ``pytest tests/labs/test_house.py -k combinations --combos 1000 --combo-deals 100``.
"""

from __future__ import annotations

import io
import json
import pickle
import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab.families.tricks import TrickGame
from cardlab.labs import house
from cardlab.labs.effects import Effects, before_after, positions
from cardlab.labs.switches import Switch, switches
from cardlab.labs.trial import trial

TRICK_GAMES = [id for id in cardlab.games() if isinstance(cardlab.game(id), TrickGame)]
OTHERS = [id for id in cardlab.games() if id not in TRICK_GAMES]


def some_value(s: Switch, rng: random.Random) -> Any:
    """A value that the switch may take, near its default more often than far from it."""
    if s.option is not None:
        found = rng.choice(s.option.choices)
        return (
            3 if s.option.name == "deals" and found == 0 else found
        )  # a match without limit need not end at random
    if isinstance(s.default, bool):
        return not s.default
    if s.low is not None and s.high is not None:
        near = max(s.low, min(s.high, s.default + rng.choice([-3, -2, -1, 1, 2, 3])))
        return near if rng.random() < 0.6 else rng.randint(s.low, s.high)
    if s.kind == "pack":
        words = s.default.split()
        for _ in range(rng.randint(1, 3)):
            if rng.random() < 0.5 and len(words) > 1:
                words.remove(rng.choice(words))
            else:
                words.append(rng.choice([r for r in "AKQJT98765432" if r not in words] or ["7H"]))
        return " ".join(words)
    ranks = list(s.default.replace(" ", ""))
    if rng.random() < 0.3:
        rng.shuffle(ranks)
    else:
        i, j = rng.randrange(len(ranks)), rng.randrange(len(ranks))
        ranks[i], ranks[j] = ranks[j], ranks[i]
    return "".join(ranks[: -1 if rng.random() < 0.1 else None])


def combination(id: str, rng: random.Random) -> dict[str, Any]:
    """Some switches of a game at random values."""
    known = switches(id)
    chosen = rng.sample(known, min(rng.choice([1, 1, 2, 2, 3, 4, 6]), len(known)))
    return {s.id: some_value(s, rng) for s in chosen}


def is_a_sentence(said: str) -> bool:
    """Ends with a full stop, begins with a capital or a digit, and says something."""
    return (
        said.endswith(".")
        and not said[0].islower()
        and len(said.split()) > 5
        and "Error" not in said
        and "{" not in said
    )


def tried(id: str, combos: int, deals: int) -> tuple[Counter[str], list[str]]:
    """So many combinations of a game: how many were refused or played, and what is not as it
    should be."""
    counts, broken, title = Counter[str](), [], cardlab.game(id).title
    for number in range(combos):
        changes = combination(id, random.Random(f"{id}/{number}"))
        try:
            agreed = house.house(id, "", changes)
            said = house.refusal(agreed)
        except house.Refused as refused:
            said = str(refused)
        if said:
            counts["refused"] += 1
            if not is_a_sentence(said) or not (
                title in said or "“" in said or any(s in said for s in "♠♥♣♦") or "order" in said
            ):
                broken.append(f"{changes}: refused without naming anything: {said}")
            continue
        counts["played"] += 1
        if happened := trial(house.build(agreed), deals, seed=1000, often=0.1):
            broken.append(f"{changes}: {happened}")
    return counts, broken


@pytest.mark.sampled
@pytest.mark.parametrize("id", TRICK_GAMES + OTHERS)
def test_random_combinations(id: str, request: pytest.FixtureRequest) -> None:
    """Random combinations of switches either play within the contract or are refused with a
    sentence."""
    combos, deals = (int(request.config.getoption(name)) for name in ("--combos", "--combo-deals"))
    counts, broken = tried(id, combos if id in TRICK_GAMES else max(1, combos // 3), deals)
    print(f"{id}: {dict(counts)}, {len(broken)} broken")
    assert not broken, "\n".join(broken[:5])


# --- switches


@pytest.mark.parametrize("id", cardlab.games())
def test_every_game_has_switches_and_none_of_them_is_stale(id: str) -> None:
    """Each game shows rules, a pack and options; the defaults change nothing, and what does not
    exist is refused."""
    found = switches(id)
    kinds = {s.kind for s in found}
    assert {"rule", "pack", "option"} <= kinds
    assert len({s.id for s in found}) == len(found)
    same = house.house(id, "", {s.id: s.default for s in found})
    assert same.changes == ()
    assert all(s.title and s.text for s in found)
    base = cardlab.game(id)
    assert {f"rule:{r}" for phase in base.phases for r in phase.rules} <= {s.id for s in found}
    with pytest.raises(house.Refused, match="no rule"):
        house.house(id, "", {"rule:stand-on-one-leg": False})


def test_base_games_stay_as_they_are() -> None:
    before = {id: cardlab.game(id).rules() for id in cardlab.games()}
    house.game(
        "kaiser",
        pack="A K Q J T 9 8 7",
        order="A7KQJT98",
        changes={"line:3@3*three": 4, "target:race": 30},
    )
    house.game("malilla", off=("must-beat-opponent",), changes={"points:7": 9})
    house.game("nap", dealt=6, changes={"stake:nap": 12})
    assert {id: cardlab.game(id).rules() for id in cardlab.games()} == before
    assert cardlab.game("malilla").seven_counts == 5 and cardlab.game("nap").stakes["nap"] == 10


# --- games


def test_a_house_game_is_a_game_like_any_other() -> None:
    """Matches, records, views, rule sheets, bots, exercises and pickles."""
    free = house.game("malilla", name="Free Malilla", off=("must-beat-opponent",))
    match, rng = free.match(seed=5), random.Random(5)
    for _ in range(90):
        match.play(rng.choice(match.legal_moves()))
    record = cardlab.Record.from_json(match.record.to_json())
    again = record.replay()
    assert again.game == free and again.state == match.state and again.lines == match.lines
    assert match.view(0).to_json() and free.rules().splitlines()[0] == "Free Malilla"
    assert pickle.loads(pickle.dumps(free)) == free != cardlab.game("malilla")
    from cardlab.players import bot

    assert bot("sensible", ceiling=0.01, seed=1).choose(match.seat_view()) in match.legal_moves()
    assert [str(r) for r in cardlab.game("malilla").diff(free)["dropped"]] == ["must-beat-opponent"]
    from urllib.parse import urlencode

    from cardlab.lessons.exercises import exercise_at

    item = exercise_at(f"decided-by?{urlencode([('game', 'malilla'), *free.chosen, ('seed', 1)])}")
    assert item.question.game == free and exercise_at(item.address).question.game == free
    assert cardlab.game("malilla", house=free.house.text()) == free
    assert cardlab.game("malilla", house=free.house.text(), deals=3).deals == 3


def test_an_opponents_card_need_not_be_beaten() -> None:
    """The question of the issue: Malilla without heading."""
    base, free = cardlab.game("malilla"), house.game("malilla", off=("must-beat-opponent",))
    table = base.state(
        trump="H", trick=[(0, "QS"), (1, "5S")], hands={2: "KS 4S", 3: "AS 3S 6D"}, to_move=3
    )
    found = {str(c.move): (bool(c.before), bool(c.after)) for c in before_after(base, free, table)}
    assert found == {"AS": (True, True), "3S": (False, True), "6D": (False, False)}


def test_a_number_of_a_formula_is_changed_everywhere() -> None:
    """The three of spades costs 4: in the score, in what decides the contract, and in the words
    of the rules."""
    four = house.game("kaiser", changes={"line:3@3*three": 4})
    base = cardlab.game("kaiser")
    result = base.Result(contract=6, tricks=(5, 3), five=0, three=0)
    assert [x.points for x in base.score(result)] == [7, 3]
    assert [x.points for x in four.score(result)] == [6, 3]
    result = base.Result(contract=7, tricks=(5, 3), five=0, three=0)
    assert base.score(result)[0].title == "Contract made"
    assert four.score(result)[0].title == "Contract failed"
    changed = {str(r): r.text(four) for r in base.diff(four)["changed"]}
    assert set(changed) == {"contract-made", "five-and-three"}
    assert "minus 4 for 3♠" in changed["contract-made"]
    assert all(
        "three" not in x.formula.text or "4*three" in x.formula.text for x in four.score(result)
    )


def test_kaisers_defenders_always_score() -> None:
    """The question of the issue: a side above 45 scores in defence, too, when the bound lies
    beyond the end of the match."""
    base = cardlab.game("kaiser")
    always = house.game("kaiser", name="Defenders always score", changes={"number:near": 180})
    result = base.Result(contract=7, tricks=(3, 5), five=1, three=0, before=(0, 50))
    assert [x.points for x in base.score(result) if x.side == "east-west"] == [0]
    assert [x.points for x in always.score(result) if x.side == "east-west"] == [10]
    assert "stood above 180 before the deal" in " ".join(always.rules().split())


def test_a_number_of_a_rule() -> None:
    """Calling Yaniv at seven: the rule that narrows and the words on the table follow."""
    seven = house.game("yaniv", changes={"option:call_at": 7})
    hand = {0: "2S 2H 3D"}
    verdicts = [
        g.verdict(g.state(phase="turn", hands=hand, to_move=0), "yaniv").legal
        for g in (cardlab.game("yaniv"), seven)
    ]
    assert verdicts == [False, True]


def test_nap_with_other_packs() -> None:
    small = house.game("nap", cards=28, dealt=6)
    assert len(small.pack) == 28 and len(small.match(seed=1).state.hands[0]) == 6
    with pytest.raises(
        house.Refused,
        match=r"Eight cards each for four players takes 32 cards, and the pack of Nap here has 28",
    ):
        house.game("nap", cards=28, dealt=8)


def test_another_order_and_another_pack() -> None:
    game = house.game("kaiser", order="5AKQJT98 7 3".replace(" ", ""))
    assert game.ordering("H").ladder()[0] == ("5H",) and game.ordering("H").beats("5H", "AH", "H")
    eights = house.game("malilla", pack="A K Q J 8 7 6 5 4 3 2", dealt=11)
    assert [r[0].rank for r in eights.ordering("H").ladder()] == list("7AKQJ865432")
    assert "44 cards" in eights.rules() and "eights" in eights.rules()
    trumps = house.game("malilla", trump_order="J7AKQ65432")
    assert trumps.ordering("S").ladder()[0] == ("JS",) and trumps.ordering("S").ladder("H")[0] == (
        "7H",
    )


def test_points_and_stakes() -> None:
    game = house.game("malilla", changes={"points:7": 9})
    assert game.ordering("H").worth("7S") == 9 and "A seven counts 9" in game.rules()
    nap = house.game("nap", changes={"stake:nap": 12})
    assert [x.points for x in nap.score(nap.Result(0, "nap", 5))] == [36, -12, -12, -12]
    assert "nap (five tricks, 12)" in " ".join(nap.rules().split())


def test_another_target_is_one_number_everywhere() -> None:
    game = house.game("malilla", target=50)
    assert game.target_text() == "to 50" and "reaches 50 points" in game.rules()
    assert game.target == 50


REFUSED = [
    ("malilla", {"pack": "A K Q J"}, "takes 40 cards, and the pack of Malilla here has 16"),
    ("malilla", {"jokers": 1}, "a joker names no suit"),
    (
        "kaiser",
        {
            "pack": (
                "AS KS QS JS TS 9S 8S 7S 6S 5S 4S AH KH QH JH TH 9H 8H 7H 6H 5H 4H AD KD QD JD TD"
                " 9D 8D 7D 6D 5D"
            )
        },
        "Clubs can be made trumps in Kaiser, and the pack here has no club",
    ),
    ("malilla", {"order": "AKQJ"}, "has no place for sevens"),
    ("malilla", {"order": "AAKQJ765432"}, "The ace stands twice"),
    ("malilla", {"rule:over-par": False, "rule:turn-up-bonus": False}, "nothing scores in Malilla"),
    ("malilla", {"end:race": False, "end:agreed-deals": False}, "Nothing ends the match"),
    ("redbeard", {"dealt": 4}, "holds no card"),
    ("nap", {"dealt": 99}, "takes a whole number from 1 to"),
    ("snap", {"rule:no-match": False}, "Without “Snap a match” Snap cannot be played"),
    ("widow-nap", {"rule:widow-first": False}, "cannot be played"),
    ("bridge", {"rule:insufficient": False}, "a deal is not over after"),
]


@pytest.mark.parametrize(("id", "changes", "said"), REFUSED)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    id: str, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(house.Refused) as refused:
        house.game(id, changes=changes)
    assert said in str(refused.value) and is_a_sentence(str(refused.value))


# --- files of strangers

STRANGE = [
    "",
    "[]",
    "{}",
    "null",
    "7",
    "{",
    '{"format": "cardlab-house"}',
    '{"format": "cardlab-house", "version": 3, "game": "nap"}',
    '{"format": "cardlab-house", "version": 1}',
    '{"format": "cardlab-house", "version": 1, "game": "poker"}',
    '{"format": "cardlab-house", "version": 1, "game": ["nap"]}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "code": "import os"}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": []}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"dealt": "5"}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"dealt": true}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"dealt": 6.5}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"dealt": [[[]]]}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"dealt": 1e999}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"dealt": NaN}}',
    (
        '{"format": "cardlab-house", "version": 1, "game": "nap", "changes":'
        ' {"rule:must-follow-suit": 0}}'
    ),
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"__class__": "x"}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"option:setup": 1}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"pack": "A K <script>"}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"pack": "JK A K Q J"}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "changes": {"order": "__import__"}}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "name": 7}',
    '{"format": "cardlab-house", "version": 1, "game": "nap", "name": "a\\u0000b"}',
    json.dumps({"format": "cardlab-house", "version": 1, "game": "nap", "name": "x" * 61}),
    json.dumps(
        {
            "format": "cardlab-house",
            "version": 1,
            "game": "nap",
            "changes": {f"rule:{i}": False for i in range(200)},
        }
    ),
    '{"format": "cardlab-house", "version": 1, "game": "nap", "game": "kaiser"}',
    "[" * 3000,
    "x" * 10_000,
]


@pytest.mark.parametrize("text", STRANGE, ids=range(len(STRANGE)))
def test_a_strangers_file_is_told_what_is_not_right(text: str) -> None:
    with pytest.raises(house.Refused) as refused:
        house.from_json(text)
    assert str(refused.value).endswith(".") and len(str(refused.value).split()) > 5


def test_files_go_both_ways(tmp_path: Any) -> None:
    game = house.game(
        "nap",
        name="Nap für fünf",
        cards=28,
        dealt=6,
        off=("wellington-needs-nap",),
        borrow=("must-head",),
    )
    house.save(game, tmp_path / "nap.json")
    again = house.play(tmp_path / "nap.json")
    assert again == game and again.title == "Nap für fünf" and again.house == game.house
    assert house.from_text("nap", game.house.text()) == game.house
    (tmp_path / "x.json").write_bytes(b"\xff\xfe")
    with pytest.raises(house.Refused):
        house.play(tmp_path / "x.json")


def test_a_file_is_played_in_the_terminal(tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    from cardlab.cli import main

    house.save(
        house.game("malilla", name="Free Malilla", off=("must-beat-opponent",)),
        tmp_path / "free.json",
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "--house", str(tmp_path / "free.json"), "--seed", "3"]) == 0
    assert capsys.readouterr().out.startswith("Free Malilla, seed 3.")
    assert main(["play", "--house", str(tmp_path / "nothing.json")]) == 2
    assert "nothing.json cannot be read" in capsys.readouterr().err
    (tmp_path / "other.json").write_text("[1]")
    assert main(["play", "--house", str(tmp_path / "other.json")]) == 2
    assert "These are not house rules" in capsys.readouterr().err
    assert main(["play"]) == 2 and "--house" in capsys.readouterr().err


# --- effects


def test_the_same_game_has_no_effects() -> None:
    """Paired by seeds: two games that are alike come out alike, deal by deal."""
    base = cardlab.game("kaiser")
    study = Effects(base, cardlab.game("kaiser"), deals=20, seed=3)
    shares = list(study.run())
    assert shares[-1] == 1.0 and shares == sorted(shares)
    assert all(row.difference == 0 and row.error == 0 for row in study.rows())


def test_a_rule_that_is_left_out_never_decides() -> None:
    base, free = cardlab.game("malilla"), house.game("malilla", off=("must-beat-opponent",))
    study = Effects(base, free, deals=30, seed=1)
    for _ in study.run():
        pass
    row = next(row for r, row in study.rules() if r == "must-beat-opponent")
    assert row.before > 2 and row.after == 0 and row.certain
    assert study.counts[1].unfinished == 0


@pytest.mark.parametrize("deals", [0, -1, 10**9, 2.5, True])
def test_a_strange_number_of_deals_is_told(deals: Any) -> None:
    with pytest.raises(ValueError, match="number of deals"):
        Effects(cardlab.game("nap"), cardlab.game("nap"), deals=deals)


def test_positions_show_the_difference_first() -> None:
    base, free = cardlab.game("malilla"), house.game("malilla", off=("must-beat-opponent",))
    _, found = next(positions(base, free, seed=1))
    assert any(c.differs for c in found)


# --- what was saved before

EARLIER = [
    ("malilla", '{"name":"Free Malilla","rule:must-beat-opponent":false}', {}),
    ("malilla", '{"points:7":9,"target:race":50}', {"seven_counts": 9, "target": 50}),
    ("kaiser", '{"line:3@3*three":4,"number:near":180}', {"three_costs": 4, "limit": 180}),
    ("yaniv", '{"number:few":7,"decks":1}', {"call_at": 7}),
    ("nap", '{"stake:nap":12,"dealt":6,"option:cards":32}', {"nap_stake": 12, "cards": 32}),
    ("kaiser", '{"pack":"A K Q J T 9 8 7","order":"A7KQJT98","end:race":false}', {}),
]
"""Links and records of the first form: switches, numbers by the place where they stood."""


@pytest.mark.parametrize(("id", "text", "options"), EARLIER)
def test_earlier_house_rules_still_load(id: str, text: str, options: dict[str, Any]) -> None:
    table = cardlab.game(id, house=text)
    assert dict(table.house.options) == options
    assert cardlab.game(id, house=table.house.text()) == table
    saved = json.loads(text)
    name = saved.pop("name", "")
    data = {"format": "cardlab-house", "version": 1, "game": id, "name": name, "changes": saved}
    assert house.read(json.dumps(data)) == table.house
    match = table.match(seed=3)
    assert cardlab.Record.from_json(match.record.to_json()).replay().state == match.state


def test_a_number_that_is_not_an_option_is_told_in_one_sentence() -> None:
    with pytest.raises(house.Refused) as refused:
        cardlab.game("bourre", house='{"number:ante":3}')
    said = str(refused.value)
    assert "“number:ante”" in said and "cannot be carried over" in said and is_a_sentence(said)


# --- options and tuples of rules


@pytest.mark.parametrize("id", cardlab.games())
def test_replacing_nothing_is_the_same_game(id: str) -> None:
    game = cardlab.game(id)
    rules = {phase.id: phase.rules for phase in game.phases}
    assert game.replace() == game and not game.replace().is_house
    assert game.replace(rules={**rules, "scoring": game.scoring}, pack=game.pack) == game


def test_rules_are_chosen_in_their_order_and_lent_by_the_phase() -> None:
    malilla = cardlab.game("malilla")
    mine = malilla.replace(rules={"play": ("must-follow-suit", "must-trump")}, trick_counts=2)
    assert [str(r) for r in mine.phases[1].rules] == ["must-follow-suit", "must-trump"]
    assert mine.par == 40 and "par" not in mine.house.text()
    with pytest.raises(ValueError, match="has no rule “stand-on-one-leg” for its part “play”"):
        malilla.replace(rules={"play": ("stand-on-one-leg",)})
    with pytest.raises(ValueError, match="has no part “auction”"):
        malilla.replace(rules={"auction": ()})
    with pytest.raises(ValueError, match="stands twice"):
        malilla.replace(rules={"play": ("must-follow-suit", "must-follow-suit")})
    with pytest.raises(ValueError, match="no order of the ranks"):
        cardlab.game("snap").replace(ranks="AKQ")


STRANGE_TEXTS = [
    '{"version":2,"rules":[]}',
    '{"version":2,"rules":{"play":"must-trump"}}',
    '{"version":2,"rules":{"play":[7]}}',
    '{"version":2,"options":[]}',
    '{"version":2,"options":{"setup":1}}',
    '{"version":2,"options":{"house":"{}"}}',
    '{"version":2,"pack":7}',
    '{"version":2,"pack":"A K <script>"}',
    '{"version":2,"ranks":"__import__"}',
    '{"version":2,"dealt":true}',
    '{"version":2,"dealt":99}',
    '{"version":2,"__class__":"x"}',
    '{"version":3}',
    '{"version":2,"name":["x"]}',
]


@pytest.mark.parametrize("text", STRANGE_TEXTS)
def test_a_strangers_link_is_told_what_is_not_right(text: str) -> None:
    with pytest.raises(ValueError) as refused:
        cardlab.game("nap", house=text)
    assert str(refused.value).endswith(".") and len(str(refused.value).split()) > 5


def test_other_dice_alone_change_winners_too() -> None:
    """In Malilla in about a quarter of the deals; a rule that never decides changes none."""
    malilla = cardlab.game("malilla")
    effects = Effects(malilla, house.game("malilla", borrow=("must-follow-or-trump",)), deals=300)
    for _ in effects.run():
        pass
    (share, error), (chance, noise) = effects.winners()
    assert (share, error) == (0.0, 0.0)
    assert abs(chance - 0.266) < 4 * noise

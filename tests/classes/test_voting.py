"""A vote from the question to the rules: who may ask, who picks, and what is shown when."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest

import cardlab
from cardlab.labs import notation
from cardlab.lessons.beliefs import says
from cardlab.lessons.book import load
from cardlab.lessons.positions import position
from cardlab.store import Logged, Member, TableStore, Vote, VoteLook, VoteStore
from cardlab.web.addresses import LabAddress
from cardlab.web.classes.asking import lesson_positions, linked_position, position_of
from cardlab.web.classes.hall import Hall
from cardlab.web.classes.live import LiveTable
from cardlab.web.classes.vote_pages import vote_fragment
from cardlab.web.classes.voting import VoteChoice, allowed, choices_of, moves_of, replies


def test_of_ballots_at_once_each_member_has_one(tmp_path: object) -> None:
    url = f"sqlite:///{tmp_path}/cards.sqlite"
    vote = VoteStore(url).ask("class", {"game": "kaiser"}, 0)

    def cast(member: str) -> None:
        votes = VoteStore(url)
        for n in range(10):
            votes.cast(vote.id, member, f"card {n}")
        votes.close()

    voters = [threading.Thread(target=cast, args=(f"m{i % 4}",)) for i in range(6)]
    for voter in voters:
        voter.start()
    for voter in voters:
        voter.join()
    seen = VoteStore(url).look("class")
    assert sorted(seen.ballots) == ["m0", "m1", "m2", "m3"] and sum(seen.counts.values()) == 4


def test_a_deal_that_people_play_is_not_asked_about(tmp_path: object) -> None:
    """The vote would show a hand to those who may not see it."""
    url = f"sqlite:///{tmp_path}/cards.sqlite"
    store = TableStore(url)
    live = LiveTable.set_up(store, "class", "kaiser", 7)
    record, seat = position_of(live.play)
    assert seat == live.play.match.to_move and len(record["moves"]) == live.play.match.ply
    store.append(live.table.id, live.play.length, [Logged("sit", "otter", 2)])
    live.refresh()
    with pytest.raises(ValueError, match="People are playing this deal"):
        position_of(live.play)


def test_a_ballot_is_seen_by_whoever_looks_after_it(url: str) -> None:
    """Whichever process wrote it, and however often one has just looked."""
    here, there = Hall(url), Hall(url)

    async def walk() -> None:
        vote = there.votes.ask("class", {"game": "kaiser"}, 0)
        for n in range(5):
            look = await asyncio.gather(*(here.vote("class") for _ in range(4)))
            assert [len(one.ballots) for one in look] == [n] * 4
            there.votes.cast(vote.id, f"m{n}", "7H")
        there.votes.move_on(vote.id, "over")
        assert (await here.vote("class")).vote is None

    asyncio.run(walk())


@pytest.mark.parametrize("game", ["kaiser", "malilla", "bridge", "gin-rummy", "snap"])
def test_before_its_time_nothing_tells_what_is_legal_or_was_picked(game: str) -> None:
    """The page of an open vote is the same whatever was picked, but for the number of ballots;
    that of a counted one says nothing of the rules."""
    match = cardlab.game(game).match(seed=7)
    for _ in range(6):
        match.play(match.legal_moves()[0])
    position = match.record.to_dict()
    seat = match.to_move
    assert seat is not None
    me = Member("m", "c", "Otter", "pupil", "", "")
    teacher = Member("t", "c", "Teacher", "teacher", "", "")
    moves = [str(move) for move in match.verdicts(seat)]

    def page(state: str, counts: dict[str, int], who: Member = me) -> str:
        picked = [move for move, votes in counts.items() for _ in range(votes)]
        ballots = {f"pupil {n}": move for n, move in enumerate(picked)}
        vote = Vote("v", "c", position, seat, state)
        return vote_fragment("/", who, VoteLook(vote, ballots, 9))

    for who in (me, teacher):
        opened = page("open", {moves[0]: 3}, who)
        assert opened == page("open", {moves[-1]: 2, moves[0]: 1}, who)
        counted = page("counted", dict.fromkeys(moves, 1), who)
        assert "illegal" not in opened + counted and "As if" not in opened + counted
    assert not [
        text for _, text in position["moves"] if len(text) > 40 and text in page("open", {})
    ]
    explained = page("explained", dict.fromkeys(moves, 1))
    judged = match.verdicts(seat)
    assert explained.count('class="illegal"') == sum(not v.legal for v in judged.values())
    assert all(choice.said for choice in choices_of(match.record.to_json(), {}))


def test_a_vote_on_what_was_removed_is_a_sentence() -> None:
    """A lesson, a position of it, an exercise or a game may go with an update while a vote is on."""
    record = cardlab.game("kaiser").match(seed=7).record.to_dict()
    teacher = Member("t", "c", "Teacher", "teacher", "", "")
    for asked in (
        {"lesson": "nothing", "position": "x"},
        {"lesson": "must-head", "position": "renamed"},
        {"exercise": "nothing"},
        {"laid": "old-maid-2; phase play"},
        {**record, "game": "old-maid-2"},
    ):
        vote = Vote("v", "c", asked, 0, "open")
        with pytest.raises(ValueError):  # each has its own sentence
            moves_of(vote)
        page = vote_fragment("/", teacher, VoteLook(vote, {}, 9))
        assert "This vote is over" in page and 'class="lead"></p>' not in page
        assert 'value="over"' in page  # the teacher can put it away


MALILLA = {
    "game": "malilla",
    "trump": "H",
    "lead": "west",
    "trick": "JD 5C 4H",
    "hands": {"south": "QS 3S 7H AH 2H KC QC"},
}
"""South has no diamond, and has to beat East's four of trumps; the seven is above the ace."""


def laid_link(table: dict[str, object]) -> str:
    text = notation.packed(notation.write(position(table).state))
    return "http://cards.example" + LabAddress("positions", "malilla", {"position": text}).url("/")


def test_what_is_said_of_a_laid_table_names_the_wrong_rule_with_its_number() -> None:
    asked, seat = linked_position(laid_link(MALILLA), "/")
    choices = choices_of(json.dumps(asked), {"2H": 6, "7H": 5, "AH": 8, "KC": 3, "3S": 2, "QC": 1})
    assert seat == 0 and [one.move for one in choices if one.legal] == ["7H", "AH"]
    assert all(one.card == one.move for one in choices)
    assert allowed(json.dumps(asked), choices) == "South may choose 7♥ or A♥"
    said = [(one.votes, [c.move for c in one.choices], one.behind) for one in replies(choices)]
    # of cards with one number the order is that of the hand
    assert said == [(6, ["2H"], says("void-means-trump")), (6, ["3S", "KC", "QC"], "")] or said == [
        (6, ["3S", "KC", "QC"], ""),
        (6, ["2H"], says("void-means-trump")),
    ]
    assert all("4♥" in one.said and one.rule for one in replies(choices))


@pytest.mark.parametrize("lesson", ["must-head", "follow-suit", "symbol", "colour", "auction"])
def test_positions_of_a_lesson_can_be_asked_about(lesson: str) -> None:
    """Those of games of every kind, whatever their tables look like."""
    found = lesson_positions(lesson)
    assert found
    for _, (asked, seat) in found:
        choices = choices_of(json.dumps(asked), {})
        here = load(lesson).at(asked["position"]).state
        judged = here.game.verdicts(here, seat)
        assert {one.move: one.legal for one in choices} == {
            str(move): verdict.legal for move, verdict in judged.items()
        }


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("", "is no exercise and no laid table"),
        ("https://elsewhere.example/page", "is no exercise and no laid table"),
        ("/lesson?concept=trump", "for a lesson, choose one of the list"),
        ("/exercise?address=nothing", "is no exercise"),
        ("/positions?game=kaiser&position=kaiser;souht QH", "did you mean south"),
        (
            "/positions?game=kaiser&position=kaiser;south QH;west QH",
            "the pack of Kaiser has it once",
        ),
        ("winner-of-trick?game=kaiser&seed=4", "Nobody is to move"),
        (laid_link({**MALILLA, "hands": {"west": "2C 3C"}}), "face down"),
        (laid_link({**MALILLA, "hands": {"south": "QS"}}), "only one thing to do"),
    ],
)
def test_what_cannot_be_asked_about_is_a_sentence(link: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        linked_position(link, "/")


@pytest.mark.parametrize(
    ("legal", "said"),
    [
        (0, "South may choose none of them"),
        (2, "South may choose 7♥ or A♥"),
        (4, "South may choose 7♥, A♥, K♣ or 2♥"),
        (5, "South may choose 5 of the 6"),
        (6, "South may choose any of them"),
    ],
)
def test_the_headline_says_what_may_be_chosen(legal: int, said: str) -> None:
    asked, _ = linked_position(laid_link(MALILLA), "/")
    labels = ("7♥", "A♥", "K♣", "2♥", "3♠", "Q♣")
    choices = [VoteChoice(t, t, t, 0, n < legal, "", "") for n, t in enumerate(labels)]
    assert allowed(json.dumps(asked), choices) == said

"""Stepping through a deal from one seat: nothing is said that this seat cannot see."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card, seen
from cardlab.engine.moves import Bid
from cardlab.web.pages.learning import watch
from cardlab.web.pages.studying import Study
from cardlab.web.pages.watching import Watching, recorded

SEEDS = {"cardigan": 296, "yaniv": 197}


def said(match: Any, seat: int, at: int) -> str:
    watching = Watching(match, seat)
    watching.at = at
    return "".join(piece["s"] for piece in watching.note())


def all_see_the_same(one: Any, other: Any, viewer: int, at: int) -> bool:
    """Whether the last move shows the viewer the same in both: the table, what somebody had to
    show or lay, and that somebody has now made the last of several secret choices."""

    def seen_by_viewer(match: Any) -> Any:
        told = match.state_at(at).seen_by(viewer).told_to_all
        return match.view(viewer, at)["zones"], told, len(match.log(at, viewer))

    return bool(seen_by_viewer(one) == seen_by_viewer(other))


def otherwise(match: Any, viewer: int, at: int, rng: random.Random) -> Any:
    """The match up to this move with all that the viewer cannot see dealt anew, as far as the
    move is still open."""
    seat, move = match.entries[at - 1]
    branch = match.at(at - 1)
    before = branch.state
    for _ in range(15):
        state = before.seen_by(viewer).imagined(rng)
        if state.hands != before.hands and any(
            str(m) == str(move) for m in match.game.legal_moves(state, seat)
        ):
            branch._states[-1] = state
            branch._legal = None
            branch.play(move, seat)
            if all_see_the_same(branch, match, viewer, at):
                return branch
            branch = match.at(at - 1)
    return None


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_notes_do_not_change_with_cards_that_the_viewer_cannot_see(id: str) -> None:
    """In one deal; in a second and a third where a deal has few moves with a twin: when all cards
    are turned up, or a swap has told the viewer of the card that it brings, there is none."""
    tried = same = 0
    for seed in range(SEEDS.get(id, 3), SEEDS.get(id, 3) + 3):
        compared = twins_told_the_same(id, seed)
        tried, same = tried + compared[0], same + compared[1]
        if same >= min(5, tried):
            return
    raise AssertionError(f"of {tried} moves only {same} had a twin")


def twins_told_the_same(id: str, seed: int) -> tuple[int, int]:
    """How many moves of a deal were tried, and how many had a twin whose note was compared."""
    match, rng = recorded(id, None, seed, {}), random.Random(1)
    tried = same = 0
    for at in range(1, min(Watching(match).length, 400) + 1):
        seat = match.entries[at - 1].seat
        if seat is None or (tried > 60 and at % 5):
            continue
        viewer = (seat + rng.randrange(1, match.game.players)) % match.game.players
        state = match.state_at(at - 1)
        if state.seen_by(viewer).hands == state.hands:
            continue
        other = otherwise(match, viewer, at, rng)
        tried += 1
        if other is not None:
            same += 1
            assert said(other, viewer, at) == said(match, viewer, at)
    return tried, same


@pytest.mark.parametrize("id", cardlab.games())
def test_the_log_names_no_card_that_the_viewer_cannot_see(id: str) -> None:
    match = recorded(id, None, SEEDS.get(id, 3), {})
    signs = {Card(card).sign: card for card in match.game.pack}
    for at in range(2, min(match.ply, 150) + 1):
        seat, before, after = match.entries[at - 1].seat, match.state_at(at - 1), match.state_at(at)
        if seat is None or after.phase.id == "over" or isinstance(match.entries[at - 1].move, Bid):
            continue
        for viewer in range(match.game.players):
            words = " ".join(match.log(at)[at - 1 :]).replace(",", " ").rstrip(".").split()
            named = {signs[w] for w in words if w in signs}
            assert named <= set(seen(tuple(vars(before.seen_by(viewer)).values()))) | set(
                seen(tuple(vars(after.seen_by(viewer)).values()))
            ), (at, viewer, words)


def notes(id: str, seed: int, seat: int = 0) -> str:
    match = recorded(id, None, seed, {})
    return "\n".join(said(match, seat, at) for at in range(1, Watching(match).length + 1))


def test_a_reason_that_everybody_sees_is_told_and_one_that_hangs_on_a_closed_hand_is_not() -> None:
    yaniv = notes("yaniv", 197)
    assert "West's hand counts" not in yaniv
    assert "would leave" not in notes("gin-rummy", 3)
    kaiser = notes("kaiser", 7)
    assert (
        "won: " in kaiser
        and "were led and you have" in kaiser
        and "were led and West has" not in kaiser
    )
    bridge = recorded("bridge", None, 3, {})
    assert "is the bid to top" in notes("bridge", 3)
    dummy = (bridge.state_at(Watching(bridge).length - 1).declarer + 2) % 4
    watched = [
        (said(bridge, s, at), s) for s in range(4) for at in range(1, Watching(bridge).length + 1)
    ]
    told = [text for text, s in watched if "led and the dummy has" in text and s != dummy]
    assert told, "the dummy's hand is open to everybody"


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("yaniv", {"players": 5, "decks": 2, "tie_is_undercut": True}),
        ("peep-nap", {"version": 3}),
        ("kaiser", {}),
    ],
)
def test_the_link_of_a_study_leads_to_the_deal_of_the_study(
    id: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    study = Study(id, seed=11, **options)
    (address,) = re.findall(r'href="([^"]*)">Step through this deal', study._repr_html_())
    monkeypatch.setenv("QUERY_STRING", unescape(address).partition("?")[2])
    page = watch()
    assert page.error == "" and page.page.driver.match.record == study.deal.record
    assert all(f"{name}={value!r}" in str(study) for name, value in options.items())


def test_an_option_that_the_address_says_wrongly_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("QUERY_STRING", "game=yaniv&seed=3&decks=7&colour=red")
    page = watch()
    assert "decks='7' is not possible" in page.error and "“colour” means nothing" in page.error
    assert page.page.driver.match.game == cardlab.game("yaniv")


def test_what_builds_on_nothing_does_not_build_on_0_concepts() -> None:
    assert str(Study("snap", seed=7)).startswith("Snap begins with: Shuffling, ")
    assert str(Study("kaiser", seed=7)).startswith("Kaiser builds on 16 concepts and adds: ")

"""The coach at the table: it speaks when it is asked to, of the card that was played, and nobody
waits for it."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest
from browsing import START, Server, axe, new_tab

import cardlab
from cardlab.players.coach import cost, values
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.pages import coaching, connection, turns
from cardlab.web.pages.session import Session
from cardlab.web.widgets import TableWidget


class Hasty:
    """A bot that plays anything legal, at once."""

    def choose(self, view: Any) -> Any:
        return random.Random(sum(map(len, view.hands))).choice(view.legal_moves())


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "bot_for", lambda *args, **more: Hasty())


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")


def begin(store: MatchStore, text: str, game: str = "kaiser") -> Session:
    return Session(game, GameAddress.read(game, text), store)


def panel(session: Session) -> dict[str, Any]:
    found: dict[str, Any] = session.snapshot().chrome["coach"]
    return found


def answered(session: Session) -> None:
    """Let the coach finish, as the page does, only without a thread."""
    question = session.coach.question
    assert question is not None
    for said in coaching.answers(question):
        assert session.coach.hear(question, said)
    assert session.coach.question is None


def to_a_choice(session: Session) -> Any:
    """Play until the viewer has a choice of cards in the play."""
    while True:
        session.turns.play_all()
        if session.match.state.phase.id == "play" and len(session.match.legal_moves()) > 1:
            return session.match.state
        session.pick(str(session.match.legal_moves(session._acting())[0]))


def test_nobody_is_coached_who_has_not_asked(store: MatchStore) -> None:
    session = begin(store, "seed=7&pace=0")
    to_a_choice(session)
    session.pick(str(session.match.legal_moves()[0]))
    assert (
        session.coach.question is None
        and panel(session)["mode"] == "off"
        and "text" not in panel(session)
    )


def test_after_a_card_the_coach_says_what_it_cost(store: MatchStore) -> None:
    session = begin(store, "seed=7&pace=0&coach=card")
    assert session.error == "" and "coach=card" in session.snapshot().link
    while True:  # to a table at which something can be given away
        state = to_a_choice(session)
        found = values(state)
        worst = max(found, key=lambda m: cost(found, m))
        if cost(found, worst):
            break
        session.pick(str(worst))
    ply = session.match.ply
    session.pick(str(worst))
    assert panel(session)["asks"] and not panel(session).get("text")
    session.turns.play_all()  # the others need not wait
    answered(session)
    shown = panel(session)
    assert shown["ply"] == ply and shown["title"] == worst.label and not shown["asks"]
    assert {card: sign for card, sign, _ in shown["marks"]} == {
        str(m.card): f"−{cost(found, m)}" if cost(found, m) else "+0" for m in found
    }
    assert (
        f"{worst.label} cost {cost(found, worst)} point" in shown["text"][0]
        and shown["line"][0][0] == "you"
    )
    assert shown["line"][0][1] in [str(m.card) for m in found if not cost(found, m)]


def test_the_last_deal_is_gone_through_at_its_end(store: MatchStore) -> None:
    session = begin(store, "seed=7&pace=0&coach=end")
    while session.held is None:
        session.turns.play_all()
        if session.held is None:
            assert session.coach.question is None
            session.pick(str(session.match.legal_moves(session._acting())[0]))
    answered(session)
    shown = panel(session)
    rows = shown["losses"]
    assert shown["title"] == "This deal" and all(sign.startswith("−") for _, _, sign, _, _ in rows)
    assert [int(sign[1:]) for _, _, sign, _, _ in rows] == sorted(
        (int(sign[1:]) for _, _, sign, _, _ in rows), reverse=True
    )
    # a row leads to the table before its card
    if rows:
        session.command("goto", {"ply": str(rows[0][4])})
        assert session.ply == rows[0][4] and session.snapshot().view["log"] is not None
    session.command("next")
    assert session.coach.question is None


def test_undo_overtakes_the_coach(store: MatchStore) -> None:
    session = begin(store, "seed=7&pace=0&coach=card")
    to_a_choice(session)
    session.pick(str(session.match.legal_moves()[0]))
    question = session.coach.question
    assert question is not None
    session.command("undo")
    assert session.coach.question is None and not session.coach.hear(question, {"text": ["late"]})
    assert "text" not in panel(session)


def test_another_deal_in_which_it_matters_is_a_table_of_its_own(store: MatchStore) -> None:
    session = begin(store, "seed=7&pace=0&coach=card")
    to_a_choice(session)
    session.pick(str(session.match.legal_moves()[0]))
    answered(session)
    before = session.match_id
    session.command("coach-deal")
    question = session.coach.question
    assert question is not None and question.kind == "deal" and panel(session)["searches"]
    matter = coaching.found_deal(question)
    assert session.take_deal(question, matter) and session.match_id != before
    assert session.match.to_move is not None and session.decides(session.match.to_move) == 0
    found = values(session.match.state)
    assert sum(cost(found, m) == 0 for m in found) == 1, "one card keeps what there is to get"
    assert (
        panel(session)["text"][0].startswith("One card here keeps")
        and session.match_id in session.snapshot().link
    )
    # overtaken by a move, the search changes nothing
    session.command("coach-deal")
    question = session.coach.question
    session.pick(str(session.match.legal_moves()[0]))
    assert question is not None and not session.take_deal(question, matter)


@pytest.mark.parametrize("game", ["snap", "gin-rummy"])
def test_a_game_without_tables_says_so_once(store: MatchStore, game: str) -> None:
    session = begin(store, "seed=3&pace=0", game)
    session.command("coach", {"coach": "card"})
    assert (
        panel(session)["text"][0].startswith("The coach is silent here")
        and session.coach.question is None
    )
    session.command("coach", {"coach": "off"})
    assert "text" not in panel(session)


def test_strange_words_change_nothing(store: MatchStore) -> None:
    session = begin(store, "seed=3&pace=0&coach=loud")
    assert "choose off, card or end" in session.error and session.address.coach == "off"
    session.command("coach", {"coach": "<b>"})
    assert "does not know" in session.error and session.address.coach == "off"


@pytest.mark.parametrize("kind", ["CannotCompile", "NotInTime"])
def test_what_cannot_be_solved_is_a_sentence(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    from cardlab import solver as fast

    def refuses(*args: Any, **more: Any) -> Any:
        raise getattr(fast, kind)("this cannot be solved")

    session = begin(store, "seed=7&pace=0&coach=card")
    to_a_choice(session)
    monkeypatch.setattr(coaching, "advising", refuses)
    session.pick(str(session.match.legal_moves()[0]))
    answered(session)
    assert panel(session)["text"][0].endswith(".") and panel(session)["text"][0][0].isupper()


@pytest.mark.slow
def test_the_page_plays_on_while_the_coach_thinks(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(question: Any) -> Any:
        for n in range(4):
            time.sleep(0.15)
            yield {"text": [f"step {n} of {question.ply}."], "busy": n < 3}

    monkeypatch.setattr(connection, "answers", slow)

    async def walk() -> None:
        session = begin(store, "seed=7&pace=0&coach=card")
        to_a_choice(session)
        page = connection.Connection(session, TableWidget())
        page.widget.pick = {"move": str(session.match.legal_moves()[0]), "n": 1}
        ply = session.match.ply - 1
        await asyncio.sleep(0.25)
        assert page.widget.chrome["coach"]["asks"]
        stamp = page.widget.stamp
        page.widget.command = {"name": "undo", "n": 2}
        assert page.widget.stamp > stamp and session.match.ply <= ply, (
            "undo does not wait for the coach"
        )
        await asyncio.sleep(0.8)
        assert "text" not in page.widget.chrome["coach"], (
            "an answer that comes too late is not shown"
        )
        page.widget.pick = {"move": str(session.match.legal_moves()[0]), "n": 3}
        async with asyncio.timeout(60):
            while not page.widget.chrome["coach"].get("text", [""])[0].startswith("step 3"):
                await asyncio.sleep(0.05)

    asyncio.run(walk())


@pytest.mark.browser
@pytest.mark.slow
def test_the_coach_in_a_browser(browser: Any, server: Server) -> None:
    tab = new_tab(browser, server)
    try:
        tab.open("kaiser", "seed=7&pace=0")
        state = tab.settled()
        assert tab.page.locator(".coach-p").count() == 0
        tab.page.select_option("select[data-command=coach]", "card")
        tab.page.wait_for_selector(".coach-p", timeout=START)
        rng = random.Random(3)
        for _ in range(40):
            assert not state["next"], "the deal is over and the coach has not spoken"
            tab.move(rng.choice(state["open"]))
            state = tab.settled()
            tab.page.wait_for_function(
                "() => !/is looking|making"
                " ready/.test(document.querySelector('.coach-p').innerText)",
                timeout=START,
            )
            if tab.page.locator(".coach-p .costs li").count() > 1:
                break
        said = tab.page.locator(".coach-p").inner_text()
        assert (
            "cards as they lay" in said
            and "gives" in tab.page.locator(".coach-p .costs .sr").last.text_content()
        )
        assert axe(tab) == []
        for width in (390, 1280):
            tab.page.set_viewport_size({"width": width, "height": 844})
            assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        # the link leads to the whole deal, at this card
        href = tab.page.get_attribute(".coach-p a", "href")
        assert href and "analysis?game=kaiser&match=" in href
        # another deal in which it matters: one card decides, and it is the viewer's turn
        before = tab.page.url
        tab.page.locator("[data-command=coach-deal]").click()
        tab.page.wait_for_function("url => location.href !== url", arg=before, timeout=START)
        told = "() => /One card here keeps/.test(document.querySelector('.coach-p').innerText)"
        tab.page.wait_for_function(told, timeout=START)
        assert len(tab.settled()["open"]) > 1
        tab.page.goto(server.url + href.lstrip("/"), wait_until="commit")
        tab.page.wait_for_selector(".cl-lab[data-ready]", timeout=START)
        tab.page.wait_for_selector(".slot .cost", timeout=START)
        label = tab.page.locator(".slot:has(.cost)").first.get_attribute("aria-label")
        assert label and "gives" in label
        assert not tab.crashes and not tab.strangers
    finally:
        tab.page.context.close()


def test_every_game_answers_or_says_why_not() -> None:
    for game in cardlab.games():
        said = coaching.refusal(cardlab.game(game))
        assert said == "" or (said.startswith("The coach is silent here: ") and said.endswith("."))

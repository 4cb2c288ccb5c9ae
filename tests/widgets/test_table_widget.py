"""The table in a real browser, without a kernel: every choice can be reached, by pointer and by
keyboard, at any width."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

import cardlab
from cardlab.engine.table import table as table_of
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.session import Session
from cardlab.web.pages.watching import recorded
from cardlab.web.widgets import TableWidget, guarded
from cardlab.web.widgets.assets import widget_script, widget_style

from .harness import HEADING, fixture, fixture_names, page

NAMES = fixture_names()
AGAIN = {"auction-short", "auction-waiting", "dummy-east", "melds-draw", "score-many", "six-tried"}
"""Pictures of a shape that another one has too; `make test-all` looks at them as long."""
WITH_CHOICES = [name for name in NAMES if fixture(name)["view"]["choices"]]
TOLD = [
    ("bridge", ()),
    ("euchre", ("pass",) * 4),
    ("bourre", ()),
    ("nap", ()),
    ("spades", ()),
]
"""Games with calls on buttons that tell something, and the calls before one's own."""
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"


@pytest.fixture
def table(blank: Any) -> Iterator[Any]:
    """A function that opens a fixture; what the page says on its console must stay empty."""
    blank.said.clear()

    def open_(traits: dict[str, Any] | str, width: int = 1280, theme: str = "light") -> Any:
        tab = blank(width)
        tab.set_content(page(fixture(traits) if isinstance(traits, str) else traits, theme))
        tab.wait_for_selector("[data-ready]")
        return tab

    yield open_
    assert blank.said == []


def sent(tab: Any, trait: str) -> list[Any]:
    found: list[Any] = tab.evaluate("window.cl.sent").copy()
    return [entry["value"] for entry in found if entry["trait"] == trait]


def tap(tab: Any, move: str) -> None:
    """A pointer press on the middle, whatever lies there; Playwright's own click passes over
    what is aria-disabled."""
    spot = tab.locator(f'[data-move="{move}"]')
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


TOUCH_EACH = """moves => moves.map(move => {
  const choice = [...document.querySelectorAll("[data-move]")].find(e => e.dataset.move === move);
  choice.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = choice.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  top.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  // on a ladder a tap picks, and the button makes the call
  document.querySelector(`[data-makes="${move}"]`)?.click();
  return window.cl.sent.findLast(entry => entry.trait === "pick").value.move;
})"""
"""What is sent when whatever lies on the middle of each choice is clicked."""


def folded(tab: Any) -> list[str]:
    """The bids of a ladder that can no longer be made, and lie in one strip together."""
    strips: list[str] = tab.eval_on_selector_all(
        "[data-folds]", "all => all.map(e => e.dataset.folds)"
    )
    return strips[0].split(",") if strips else []


def violations(tab: Any) -> list[Any]:
    """What axe-core finds wrong with the table."""
    if not tab.evaluate("'axe' in window"):
        tab.add_script_tag(path=AXE)
    found: list[Any] = tab.evaluate(
        "axe.run('.cl-root', {resultTypes: ['violations']}).then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html +"
        " n.failureSummary)]))"
    )
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.rest) if name in AGAIN else name for name in NAMES],
)
def test_a_table_fits_every_width_and_each_choice_can_be_reached(table: Any, name: str) -> None:
    """The picture of a table is laid out by its style sheet alone, so that one page shows it at
    every width: nothing scrolls sideways, axe finds nothing in light and dark, and each choice
    has an element of its own whose middle nothing else covers."""
    tab = table(name)
    moves = tab.eval_on_selector_all("[data-move]", "all => all.map(e => e.dataset.move)")
    choices = [choice["move"] for choice in fixture(name)["view"]["choices"]]
    assert sorted(moves + folded(tab)) == sorted(choices)
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    unseen = "[...document.querySelectorAll('[data-move]')].filter(e => !e.checkVisibility())"
    for width in (1280, 820, 390, 360):
        tab.set_viewport_size({"width": width, "height": 860})
        assert tab.evaluate(wider) <= 0, width
        assert tab.evaluate(f"{unseen}.map(e => e.dataset.move)") == [], width
    for width, theme in ((1280, "light"), (390, "dark")):
        tab.set_viewport_size({"width": width, "height": 860})
        tab.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        tab.wait_for_selector(f".cl-root[data-theme={theme}]")
        assert violations(tab) == [], (width, theme)
        for move in moves[:1]:
            tap(tab, move)
            if tab.locator("[data-makes]").count():
                tab.locator("[data-makes]").click()
            assert sent(tab, "pick")[-1]["move"] == move, width
        assert tab.evaluate(TOUCH_EACH, moves) == moves, width


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_marking(table: Any, name: str) -> None:
    traits = fixture(name)
    refused = {choice["move"] for choice in traits["view"]["choices"] if not choice["legal"]}
    tab = table(name)
    for mode in ("show", "ask", "exam"):
        tab.evaluate("chrome => window.cl.show({ chrome })", {**traits["chrome"], "mode": mode})
        found = tab.eval_on_selector_all(
            "[data-move][aria-disabled=true]", "all => all.map(e => e.dataset.move)"
        )
        assert {*found, *folded(tab)} == (refused if mode == "show" else set())
        if mode == "exam":
            assert tab.locator("[data-move].up, [data-move].no").count() == 0


def test_the_rule_speaks(table: Any) -> None:
    tab = table("trick")
    bubble = fixture("trick")["bubble"]
    assert tab.locator("[data-reason]").get_attribute("data-reason") == bubble["text"]
    assert "queen of hearts" in tab.locator("[role=status]").inner_text()
    assert tab.locator("[data-move=KC] > .sr").inner_text().startswith("king of clubs, not allowed")
    tab.locator("[data-move=AH]").focus()
    tab.keyboard.press("Escape")
    assert tab.locator("[data-reason]").count() == 0
    assert tab.evaluate("document.activeElement.dataset.move") == "AH"


def test_a_refused_card_is_still_sent(table: Any) -> None:
    tab = table("trick")
    tap(tab, "QS")
    assert sent(tab, "pick")[-1]["move"] == "QS"


def test_a_hand_is_one_tab_stop(table: Any) -> None:
    tab = table("trick")
    assert tab.locator('[data-zone="hand-0"] [tabindex="0"]').count() == 1
    tab.locator('[data-zone="hand-0"] [tabindex="0"]').focus()
    assert tab.evaluate("document.activeElement.dataset.move") == "7H"
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("Space")
    tab.keyboard.press("Home")
    tab.keyboard.press("?")
    assert [pick["move"] for pick in sent(tab, "pick")] == ["AH", "7H"]
    assert [(c["name"], c["move"]) for c in sent(tab, "command")] == [("why", "QS")]


def test_arrows_in_a_ladder(table: Any) -> None:
    tab = table("auction")
    tab.locator('[data-move="4H"]').focus()
    for key, move in (
        ("ArrowUp", "5H"),
        ("ArrowRight", "5S"),
        ("ArrowDown", "4S"),
        ("ArrowLeft", "4H"),
    ):
        tab.keyboard.press(key)
        assert tab.evaluate("document.activeElement.dataset.move") == move


@pytest.mark.parametrize("name", WITH_CHOICES)
def test_focus_is_never_lost(table: Any, name: str) -> None:
    tab, traits = table(name), fixture(name)
    move = traits["view"]["choices"][-1]["move"]
    tab.locator(f'[data-move="{move}"]').focus()
    traits["view"]["prompt"] = "Again."
    tab.evaluate("view => window.cl.show({ view, bubble: {} })", traits["view"])
    assert tab.evaluate("document.activeElement.dataset.move") == move
    traits["view"]["choices"] = traits["view"]["choices"][:-1]
    tab.evaluate("view => window.cl.show({ view })", traits["view"])
    assert tab.evaluate("document.activeElement !== document.body")
    assert tab.locator("[data-stamp]").get_attribute("data-stamp") == "3"


def test_commands(table: Any) -> None:
    tab = table("trick")
    for name in ("undo", "first", "back", "forward", "last", "what-if", "new-deal"):
        tab.locator(f'[data-command="{name}"]').click()
        assert sent(tab, "command")[-1]["name"] == name
    tab.locator('[data-command="mode"]').nth(1).click()
    assert (sent(tab, "command")[-1]["name"], sent(tab, "command")[-1]["mode"]) == ("mode", "ask")
    slider = tab.locator('[data-command="goto"]')
    slider.focus()
    tab.keyboard.press("ArrowLeft")
    assert sent(tab, "command")[-1]["ply"] == 15
    slider.click()
    assert 18 <= sent(tab, "command")[-1]["ply"] <= 23
    tab.locator('[data-command="seed"]').fill("77")
    tab.keyboard.press("Enter")
    assert sent(tab, "command")[-1]["seed"] == 77
    tab.locator('[data-command="pace"]').select_option(label="fast")
    assert sent(tab, "command")[-1]["pace"] == 0.2


def test_the_page_of_points(table: Any) -> None:
    tab = table("score")
    assert tab.locator("[data-score-line]").count() == len(fixture("score")["view"]["lines"])
    assert tab.locator("[data-score-line] math").count() == 4
    tab.locator("[data-command=next]").click()
    assert sent(tab, "command")[-1]["name"] == "next"
    over = table("over")
    assert over.locator("[data-match-over]").is_visible()


def test_the_score_begins_with_its_sentence_and_keeps_formulas_for_those_who_ask(
    table: Any,
) -> None:
    tab = table("score")
    told = fixture("score")["view"]["summary"]
    assert tab.locator(".first h3").inner_text() == told["title"]
    first_view = tab.locator(".scored").inner_text()
    assert not set("[]|⌊⌋Σ") & set(first_view)
    assert tab.locator("[data-score-line] math:visible").count() == 0
    step = tab.locator("[role=math]").first.get_attribute("aria-label")
    assert step == ("tricks: 6, plus 5 for 5 of hearts: 5, minus 3 for 3 of spades: 0; taken: 11")
    tab.locator("summary", has_text="as one formula").first.press("Enter")
    assert tab.locator("[data-score-line] math:visible").count() == 2
    assert tab.locator(".race .track").count() == 2


def test_a_result_and_a_link_are_copied_or_shown_to_be_copied(table: Any) -> None:
    traits = fixture("score")
    traits["chrome"] |= {"share": "/at/kaiser?moves=pass", "card": {"text": "A\nB", "link": ""}}
    tab = table(traits)
    tab.evaluate(
        "() => { Object.defineProperty(navigator, 'clipboard', { configurable: true,"
        " value: { writeText: text => { window.wrote = text; return Promise.resolve(); } } }); }"
    )
    tab.locator("[data-copy=card]").click()
    tab.locator(".copybox p").wait_for()
    assert tab.evaluate("window.wrote") == "A\nB"
    assert tab.locator("[role=status]").first.inner_text() == "The result is copied."
    tab.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    tab.locator("[data-copy=card]").press("Enter")
    box = tab.locator(".copybox textarea")
    box.wait_for()
    assert box.input_value() == "A\nB"
    assert tab.evaluate("getSelection().toString() || document.activeElement.value") == "A\nB"
    tab.keyboard.press("Escape")
    assert tab.locator(".copybox").count() == 0
    assert tab.evaluate("document.activeElement.dataset.copy") == "card"


def test_a_formula_brings_nothing_but_mathematics(table: Any) -> None:
    traits = fixture("score")
    traits["view"]["lines"][0]["mathml"] = (
        '<math><mi onclick="x">v</mi></math><img src=x onerror="document.title=1">'
    )
    traits["view"]["lines"][0]["title"] = "<b id=bad>x</b>"
    tab = table(traits)
    assert tab.locator("#bad, .f img, [onclick]").count() == 0


def test_a_card_with_several_captures_points_to_them(table: Any) -> None:
    tab = table("pond")
    tab.locator("[data-picks='7H']").click()
    assert tab.locator(".opt.on").count() == 4
    assert tab.evaluate("document.activeElement.dataset.move") == "7H run 5C 6H"
    assert sent(tab, "pick") == []


def test_a_lost_kernel_is_said_and_a_notebook_is_not_reloaded(table: Any) -> None:
    tab = table("trick")
    tab.evaluate("window.cl.connection('connecting')")
    alert = tab.wait_for_selector("[role=alert]:has-text('Run the cell again.')", timeout=60_000)
    assert "eload" not in alert.inner_text() and not tab.locator("[data-reload]").count()
    tab.evaluate("window.cl.connection('connected')")
    tab.wait_for_selector("[role=alert]", state="detached", timeout=60_000)


def test_a_lost_kernel_of_a_page_is_said_with_a_button(blank: Any) -> None:
    tab = blank(1280)
    tab.set_content(page(fixture("trick"), heading=HEADING[1280]))
    tab.wait_for_selector("[data-ready]")
    tab.evaluate("window.cl.connection('connecting')")
    tab.wait_for_selector("[role=alert]:has-text('Nothing is lost') [data-reload]", timeout=60_000)
    tab.evaluate("window.cl.connection('connected')")
    tab.wait_for_selector("[role=alert]", state="detached", timeout=60_000)


def test_the_theme_follows_the_page(table: Any) -> None:
    tab = table("trick")
    assert tab.locator(".cl-root").get_attribute("data-theme") == "light"
    tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    tab.wait_for_selector(".cl-root[data-theme=dark]")
    tab.evaluate(
        "delete document.documentElement.dataset.theme; document.body.dataset.jpThemeLight = 'true'"
    )
    tab.wait_for_selector(".cl-root[data-theme=light]")


def test_the_widget_without_a_browser() -> None:
    widget = TableWidget()
    widget.show(fixture("trick")["view"], {"mode": "show"}, bubble={"text": "No."})
    assert (widget.stamp, widget.bubble, widget.error) == (1, {"text": "No."}, "")
    widget.show(error="The store is away.")
    assert (widget.stamp, widget.bubble, widget.error) == (2, {}, "The store is away.")
    assert widget.last_ping is None
    widget.ping = 4
    assert widget.pong == 4 and widget.last_ping is not None
    data, _ = widget._repr_mimebundle_()
    assert data["text/html"].startswith("<svg") and "Malilla" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_nothing_goes_wrong_in_silence() -> None:
    widget = TableWidget()

    def say(change: Any) -> None:
        raise ValueError("That card is not in your hand.")

    def fail(change: Any) -> None:
        raise KeyError("x")

    guarded(widget, say)({})
    assert widget.error == "That card is not in your hand."
    guarded(widget, fail)({})
    assert "KeyError" in widget.error and "No move is lost" in widget.error


def test_the_widget_keeps_to_itself() -> None:
    style, script = widget_style(), widget_script()
    assert ":root" not in style and "url(" not in style.replace("url(#", "")
    assert "http" not in script.replace(
        "http://www.w3.org", ""
    ) and "import " not in script.replace("important", "")


def test_a_known_card_that_lies_face_down(table: Any) -> None:
    match = recorded("cardigan", None, 4, {})
    for width in (1280, 390):
        tab = table({"view": match.view(0, 54).to_dict()}, width)
        lies = tab.locator('.trick [aria-label="you: 7 of hearts, lies face down"]')
        assert (
            lies.locator("svg.card.back, svg.back").count() == 1
            and "face down" in lies.locator(".tag").inner_text()
        )
        assert lies.locator(".tag .chip").count() == 1
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ply = next(p for p in range(55, match.ply) if not match.state_at(p).trick.cards)
    tab = table({"view": match.view(0, ply).to_dict()})
    said = tab.locator(".hist li").first.locator(".cs > span").all_text_contents()
    assert sum("face down" in s for s in said) == 1
    other = table({"view": match.view(1, 54).to_dict()}).locator(".trick .lie").all()
    labels = [lie.get_attribute("aria-label") or "" for lie in other]
    assert "South: a card face down, face down" in labels and not any(
        "lies" in label for label in labels
    )


def test_on_a_ladder_a_tap_picks_and_the_button_calls(table: Any) -> None:
    tab = table("auction-short")
    choices = fixture("auction-short")["view"]["choices"]
    ladder = [choice for choice in choices if choice["at"]]
    lowest = min((c for c in ladder if c["legal"]), key=lambda choice: choice["at"])
    highest = max(ladder, key=lambda choice: choice["at"])
    assert tab.locator("[data-makes]").get_attribute("data-makes") == lowest["move"]
    tap(tab, highest["move"])
    assert sent(tab, "pick") == [] and highest["label"] in tab.locator(".say2 p").inner_text()
    tab.locator("[data-makes]").click()
    assert [pick["move"] for pick in sent(tab, "pick")] == [highest["move"]]
    tab.locator("[data-folds]").evaluate("strip => strip.click()")
    refused = max((c for c in ladder if not c["legal"]), key=lambda choice: choice["at"])
    assert sent(tab, "command")[-1]["name"] == "why"
    assert sent(tab, "command")[-1]["move"] == refused["move"]
    tab.locator(f'[data-move="{highest["move"]}"]').focus()
    tab.keyboard.press("p")
    assert sent(tab, "pick")[-1]["move"] == "pass"


def auction(game: str, *calls: str) -> dict[str, Any]:
    """The table after these calls, at the next turn of the viewer, as the widget is sent it."""
    session = Session(game, GameAddress.read(game, "seed=3&pace=0"), MatchStore("sqlite://"))
    waiting = list(calls)
    while waiting or not session.view()["mine"]:
        match = session.match
        seat = next(s for s in match.state.phase.movers(match.state) if match.legal_moves(s))
        session.move(waiting.pop(0) if waiting else str(match.legal_moves(seat)[0]), seat)
    return {"view": laid_out(session.view()), "chrome": session.snapshot().chrome, "bubble": {}}


@pytest.mark.parametrize(
    ("game", "calls", "width", "theme"),
    [
        *((*told, 1280, "light") for told in TOLD),
        *((*told, 390, "dark") for told in TOLD[:2]),
        *(pytest.param(*told, 390, "dark", marks=pytest.mark.rest) for told in TOLD[2:]),
    ],
)
def test_a_call_on_a_button_says_what_it_tells(
    table: Any, game: str, calls: tuple[str, ...], width: int, theme: str
) -> None:
    """To the eye beside the buttons, to the ear on each button; nothing of it in an exam."""
    traits = auction(game, *calls)
    told = {c["move"]: c["says"] for c in traits["view"]["choices"] if "says" in c and not c["at"]}
    assert told
    tab = table(traits, width, theme)
    seen = tab.locator(".told").inner_text()
    for move, says in told.items():
        assert says in seen
        assert says in tab.locator(f'[data-move="{move}"] > .sr').inner_text()
    assert violations(tab) == []
    exam = {**traits, "chrome": {**traits["chrome"], "mode": "exam"}}
    tab.evaluate("traits => window.cl.show(traits)", exam)
    assert tab.locator(".told").count() == 0
    for move, says in told.items():
        assert says not in tab.locator(f'[data-move="{move}"]').inner_text()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("hand", ["JS 7S", "JS 9C 7H 6H 4D"])
def test_a_request_stands_under_the_name_of_whom_it_asks(table: Any, hand: str, width: int) -> None:
    """With few ranks as with many: a button says the rank alone."""
    game = cardlab.game("go-fish")
    others = {1: "2C 3D", 2: "4C 6C", 3: "9C KC"}
    state = game.state(hands={0: hand, **others}, stock="KH AC 5S", to_move=0)
    chrome = auction("euchre")["chrome"]
    tab = table(
        {"view": laid_out(table_of(state).to_dict()), "chrome": chrome, "bubble": {}}, width
    )
    ranks = len(hand.split())
    for name in ("West", "North", "East"):
        row = tab.locator(".options .acts", has=tab.get_by_text(name, exact=True))
        assert row.locator(f'[data-move^="ask {name} "]').count() == row.locator("button").count()
        assert row.locator("button").count() == ranks
    assert violations(tab) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_each_of_two_equal_cards_is_played_by_a_tap_and_both_by_a_button(
    table: Any, width: int
) -> None:
    game = cardlab.game("looking-for-friends")
    hands = {0: "9H 9H 8H 8H KS"}
    state = game.state(hands=hands, trump="C", declarer=1, to_move=0, phase="play")
    chrome = auction("euchre")["chrome"]
    tab = table(
        {"view": laid_out(table_of(state).to_dict()), "chrome": chrome, "bubble": {}}, width
    )
    for card in ("9H", "8H"):
        assert tab.locator(f".fan button.up[data-card='{card}']").count() == 2
    for at in (0, 1):
        tab.locator(".fan [data-card='8H']").nth(at).click()
        tab.locator(".fan [data-card='9H']").nth(at).click()
        assert tab.locator(".opt.on").count() == 3, "the leads that begin with a nine"
    assert [pick["move"] for pick in sent(tab, "pick")] == ["8H", "8H"]
    chips = {move: tab.locator(f"[data-move='{move}'] .chip").count() for move in PAIRS_LED}
    assert chips == PAIRS_LED
    assert violations(tab) == []


PAIRS_LED = {"play 9H 9H": 2, "play 8H 8H": 2, "play 9H 9H 8H 8H": 4}
"""Leads of more than one card, and how many cards a button shows for each."""


def test_a_narrow_table_says_what_the_standing_bid_and_each_pass_tell(table: Any) -> None:
    traits = auction("bridge", "1NT", "pass", "2C", "pass")
    stands = traits["view"]["calls"]["standing"]
    rows = traits["view"]["calls"]["rows"]
    tab = table(traits, 390)
    assert stands["says"] in tab.locator(".say2").inner_text()
    passes = [cell["says"] for row in rows for cell in row if cell and cell["pass"]]
    shown = tab.locator("aside .panel:has(.calls)").inner_text()
    assert len(passes) == 2 and all(says in shown for says in passes)


def test_where_the_quicker_wins_the_button_does_not_tell_when(table: Any) -> None:
    """In Snap the cards are to be watched, not the button; what a bot took can be read."""
    store, looks = MatchStore("sqlite://"), {}
    session = Session("snap", GameAddress.read("snap", "seed=3&pace=0"), store)
    tab = table("trick")
    for _ in range(200):
        match = session.match
        if match.over or len(looks) == 2:
            break
        snap = session.snapshot()
        legal = "snap" in match.legal_moves(0)
        tab.evaluate(
            "traits => window.cl.show(traits)",
            {"view": laid_out(snap.view), "chrome": snap.chrome, "bubble": {}},
        )
        looks.setdefault(
            legal,
            tab.locator('[data-move="snap"]').evaluate(
                "b => [b.className, b.innerText, b.ariaDisabled]"
            ),
        )
        if legal:
            session.move("snap", 2)
            told = session.view()["since"]
            assert "calls snap" in told[-1]
            tab.evaluate(
                "traits => window.cl.show(traits)",
                {"view": laid_out(session.view()), "chrome": snap.chrome},
            )
            assert "calls snap" in tab.locator(".since").inner_text()
        else:
            session.move("lay", match.to_move)
    assert len(looks) == 2 and looks[True] == looks[False]

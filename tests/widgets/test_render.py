"""Text and still pictures of every fixture, and of what the engine makes."""

from __future__ import annotations

import itertools
import re
from importlib.resources import files
from xml.etree import ElementTree

import pytest

import cardlab
from cardlab.web.drawing import card_svg, fan_svg, following_page, layout, table_svg, table_text
from cardlab.web.drawing.still_table import Picture, text_width, trick_block, zone_block
from cardlab.web.drawing.svg import FELT
from cardlab.web.pages.watching import recorded

from .harness import fixture, fixture_names

CODES = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] + ["JK", "??"]


@pytest.mark.parametrize("code", CODES)
def test_a_card_is_a_picture_of_its_own(code: str) -> None:
    for width, hatch in ((None, False), (44, True), (96, True)):
        svg = card_svg(code, width, hatch)
        ElementTree.fromstring(svg)
        assert "{" not in svg and "var(" not in svg


def test_a_card_that_is_none() -> None:
    with pytest.raises(ValueError, match="write rank and suit"):
        card_svg("10H")


def test_a_fan() -> None:
    svg = fan_svg(["AS", "QH", "??"], width=300, lifted=[1], hatched=[0])
    title = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}title")
    assert (
        title is not None
        and title.text == "cards: ace of spades, queen of hearts, a card face down"
    )
    ElementTree.fromstring(fan_svg([]))


@pytest.mark.parametrize("name", fixture_names())
def test_every_view_as_picture_and_text(name: str) -> None:
    view = fixture(name)["view"]
    picture = ElementTree.fromstring(table_svg(view))
    text = table_text(view)
    desc = picture.find("{http://www.w3.org/2000/svg}desc")
    assert desc is not None and desc.text == text
    assert view["title"] in text and view["prompt"] in text
    for choice in view["choices"]:
        assert choice["label"] in text.replace("\n  ", " ")
    for line in view["lines"]:
        assert line["title"] in text


def test_refused_choices_stand_under_their_rule() -> None:
    text = table_text(fixture("trick")["view"])
    assert "Play: 7♥ A♥" in text
    assert (
        "Not legal: Q♠ 3♠ 4♥ K♣ Q♣. You must beat the opponent's Q♥. (§ Head an opponent's card)"
        in text
    )
    assert "Trick 4: West 2♦, North 4♦, East Q♥ (winning)" in text


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_what_the_engine_shows(game: str) -> None:
    match = cardlab.game(game).match(seed=3)
    for _ in range(30):
        if match.over or match.to_move is None:
            break
        for seat in range(match.game.players):
            view = match.view(seat).to_dict()
            ElementTree.fromstring(table_svg(view))
            assert view["prompt"] in table_text(view)
        match.play(match.legal_moves()[0])


# --- what lies where
NS = "{http://www.w3.org/2000/svg}"
Thing = tuple[str, float, float, float, float, str]


def things(svg: str) -> tuple[float, float, list[Thing]]:
    """The size of a picture and what was drawn in it, in order: kind, left, top, width, height,
    words."""
    root = ElementTree.fromstring(svg)
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    found: list[Thing] = []
    for part in list(root)[3:]:  # after title, description and felt
        kind = part.tag.removeprefix(NS)
        if kind == "g":
            place = re.match(r"translate\((\S+) (\S+)\) scale\((\S+)\)", part.attrib["transform"])
            assert place is not None
            x, y, scale = map(float, place.groups())
            found.append(
                (
                    "card" if list(part.iter(f"{NS}text")) else "back",
                    x,
                    y,
                    100 * scale,
                    140 * scale,
                    "",
                )
            )
        elif kind == "rect" and part.get("fill") != "none":
            x, y, a, b = (float(part.attrib[key]) for key in ("x", "y", "width", "height"))
            found.append(("pill" if b == 18 else "box", x, y, a, b, ""))
        elif kind == "text":
            words, size = "".join(part.itertext()), float(part.attrib["font-size"])
            a = text_width(words, size, int(part.attrib["font-weight"]) > 500)
            x = (
                float(part.attrib["x"])
                - a * {"start": 0, "middle": 0.5, "end": 1}[part.attrib["text-anchor"]]
            )
            found.append(("text", x, float(part.attrib["y"]) - size * 0.75, a, size * 0.8, words))
    return wide, high, found


def meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(
        min(one[i] + one[i + 2], other[i] + other[i + 2]) - max(one[i], other[i]) > 0.5
        for i in (0, 1)
    )


def faults(svg: str) -> list[str]:
    """What is cut off or cannot be read: a card's index, a back, words, or a plate under
    something drawn later."""
    wide, high, found = things(svg)
    said = []
    for i, (kind, x, y, a, b, words) in enumerate(found):
        if min(x, y) < 0 or max(x + a - wide, y + b - high) > 0.5:
            said.append(f"{kind} {words!r} at {x:.0f}, {y:.0f} leaves the picture")
        index = (x, y, a * 0.34, b * 0.5) if a < 63 else (x, y, a * 0.25, b * 0.36)
        part = {"card": index, "back": (x, y, a * 0.2, b * 0.7)}.get(kind, (x, y, a, b))
        for other, u, v, c, d, text in found[i + 1 :]:
            on_top = meet(part, (u, v, c, d))
            # a card face down that another lies on shows above it, and no more of it
            shows_above = 0.1 * a < abs(y - v) < 0.2 * a
            if kind == "card" and other in ("card", "back") and meet((x, y, a, b), (u, v, c, d)):
                beside = other == "back" and shows_above
                # cards lie over each other only in rows and columns
                on_top |= abs(x - u) > 1 and abs(y - v) > 1 and not beside
            elif kind == "back" and other in ("card", "back") and shows_above and v > y:
                on_top = False
            elif kind == "box" and on_top:
                # what is written on a plate belongs there; a pile's lower cards lie a little aside
                on_top = other not in ("text", "pill") and not (abs(x - u) < 4 and abs(a - c) < 1)
            elif kind == "pill":
                on_top = False
            if on_top:
                said.append(
                    f"{kind} {words!r} at {x:.0f}, {y:.0f} lies under {other} {text!r} at {u:.0f},"
                    f" {v:.0f}"
                )
    return said


@pytest.mark.parametrize("game", cardlab.games())
def test_nothing_covers_anything(game: str) -> None:
    """A deal played within the rules, early, in the middle and at its end, from two seats."""
    match = recorded(game, None, 1, {})
    for ply in sorted(
        {0, match.ply // 6, match.ply // 2, match.ply // 2 + 1, match.ply - 1, match.ply}
    ):
        for seat in {0, ply % match.game.players}:
            assert not faults(table_svg(match.view(seat, ply).to_dict())), (
                f"{game}, move {ply}, seat {seat}"
            )


@pytest.mark.parametrize("name", fixture_names())
def test_nothing_covers_anything_in_a_fixture(name: str) -> None:
    assert not faults(table_svg(fixture(name)["view"]))


HARD = [("jersey-gin", 72, 61), ("jersey-gin", 72, 63), ("quinto", 3, 5), ("julep", 1, 6)]


@pytest.mark.parametrize(("game", "seed", "ply"), HARD)
def test_pictures_that_were_hard_to_read(game: str, seed: int, ply: int) -> None:
    """Hands laid open at both sides; calls above a face-down row; a call of many words."""
    assert not faults(table_svg(recorded(game, None, seed, {}).view(0, ply).to_dict()))


@pytest.mark.parametrize(
    ("game", "players"),
    [("ziginette", 8), ("scotch-whist", 7), ("zetema", 6), ("snap", 10), ("yaniv", 2)],
)
def test_tables_of_other_sizes(game: str, players: int) -> None:
    match = recorded(game, None, 2, {"players": players})
    for ply in sorted({0, match.ply // 2, max(match.ply - 1, 0), match.ply}):
        assert not faults(table_svg(match.view(0, ply).to_dict())), (
            f"{game}, {players} players, move {ply}"
        )


def test_a_covered_card_is_found() -> None:
    """The finder of faults sees what was once drawn: two cards askew, a panel on a card, words
    on words."""
    draw = Picture()
    for add in (
        lambda: (draw.card({"card": "AS"}, 50, 50, 74), draw.card({"card": "KH"}, 90, 100, 74)),
        lambda: (draw.card({"card": None}, 300, 50, 66), draw.box(250, 60, 200, 50, fill="#fff")),
        lambda: (draw.text(50, 300, "Stock · 28"), draw.text(80, 302, "Thrown away")),
    ):
        draw.parts.clear()
        add()
        assert faults(
            f'<svg xmlns="{NS[1:-1]}" viewBox="0 0 500'
            f' 400"><title/><desc/><rect/>{"".join(draw.parts)}</svg>'
        )


def test_every_pile_of_a_grid_has_its_own_place() -> None:
    """Thirteen columns, always the same: a pile's cards stand in its column, the others are
    empty places with their title."""
    view = recorded("zetema", None, 7, {}).view(0, 33).to_dict()
    zone = next(z for z in view["zones"] if z["layout"] == "grid")
    draw = Picture()
    block = zone_block(zone, 60, 844)
    block.paint(draw, 0, 0)
    svg = (
        f'<svg xmlns="{NS[1:-1]}" viewBox="0 0 {block.wide}'
        f' {block.high}"><title/><desc/><rect/>{"".join(draw.parts)}</svg>'
    )
    assert not faults(svg)
    cards = [thing for thing in things(svg)[2] if thing[0] == "card"]
    root = ElementTree.fromstring(svg)
    empty = [float(r.attrib["x"]) for r in root.iter(f"{NS}rect") if r.get("stroke-dasharray")]
    columns = {
        round(x): sum(1 for c in cards if round(c[1]) == round(x))
        for x in [*(c[1] for c in cards), *empty]
    }
    assert [columns[x] for x in sorted(columns)] == [
        len(group["faces"]) for group in zone["groups"]
    ]
    gaps = [b - a for a, b in itertools.pairwise(sorted(columns))]
    assert len(columns) == 13 and min(gaps) > max(c[3] for c in cards)


@pytest.mark.parametrize(
    ("name", "cards"), [("six", 6), ("eight", 8), ("trick", 4), ("three", 3), ("two", 2)]
)
def test_no_card_of_a_trick_lies_on_another(name: str, cards: int) -> None:
    seats = fixture(name)["view"]["seats"]
    assert len(seats) == cards
    faces = [
        {"card": "AS", "seat": seat["index"], "order": 1, "marks": ["winning"]} for seat in seats
    ]
    draw = Picture()
    trick_block(faces, layout.seats({"seats": seats, "viewer": 0})).paint(draw, 0, 0)
    svg = (
        f'<svg xmlns="{NS[1:-1]}" viewBox="0 0 9'
        f' 9"><title/><desc/><rect/>{"".join(draw.parts)}</svg>'
    )
    places = [thing[1:5] for thing in things(svg)[2] if thing[0] == "card"]
    assert len(places) == cards and not any(
        meet(a, b) for a, b in itertools.combinations(places, 2)
    )


def test_a_finished_trick_stays_in_sight_until_the_next_lead() -> None:
    match = recorded("kaiser", None, 7, {})
    lead = next(
        p
        for p in range(match.ply)
        if match.view(0, p)["tricks"]
        and not any(z["faces"] for z in match.view(0, p)["zones"] if z["layout"] == "trick")
    )
    view = match.view(0, lead).to_dict()
    svg = table_svg(view)
    assert svg.count('opacity=".6"') == 4 and ">won<" in svg
    assert view["tricks"][0]["why"].split(":")[0] in svg
    after = table_svg(match.view(0, lead + 1).to_dict())
    assert 'opacity=".6"' not in after and ">won<" not in after


def test_a_known_card_that_lies_face_down_is_drawn_as_it_lies() -> None:
    match = recorded("cardigan", None, 4, {})
    mine, theirs = match.view(0, 54).to_dict(), match.view(1, 54).to_dict()
    tricks = [
        next(z["faces"] for z in view["zones"] if z["kind"] == "trick") for view in (mine, theirs)
    ]
    trick = [next(f for f in faces if f["seat"] == 0) for faces in tricks]
    assert [(f["card"], f["marks"], f["tag"]) for f in trick] == [
        ("7H", ["down"], "face down"),
        (None, [], "face down"),
    ]
    assert "You 7♥ (face down)" in table_text(mine) and "South ▒ (face down)" in table_text(theirs)
    words = [
        "".join(x.itertext())
        for x in ElementTree.fromstring(table_svg(mine)).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "7♥ face down" in words
    ply = next(p for p in range(55, match.ply) if not match.state_at(p).trick.cards)
    assert "You 7♥ (face down)" in table_text(match.view(0, ply).to_dict()), (
        "also when the trick is finished"
    )


def test_german_cards_change_the_picture_and_no_word() -> None:
    french, german = (
        cardlab.game("skat", faces=faces).match(seed=3).view(0) for faces in ("french", "german")
    )
    assert table_text(french.data) == table_text(german.data)
    assert table_svg(french) != table_svg(german)
    letters = [{*re.findall(r">([A-Z])</text>", table_svg(view))} for view in (french, german)]
    queens_and_jacks, obers_and_unters = {*"QJ"}, {*"OU"}
    assert letters[0] - letters[1] <= queens_and_jacks
    assert letters[1] - letters[0] <= obers_and_unters and letters[1] & obers_and_unters


def test_a_picture_in_a_page_has_the_colours_of_the_page() -> None:
    """All but its printed cards; without a page it looks as it did."""
    view = fixture("trick")["view"]
    alone = table_svg(view)
    there = following_page(alone)
    tokens = files("cardlab.web").joinpath("widgets/static/tokens.css").read_text(encoding="utf-8")
    for name, colour in re.findall(r"var\(--([\w-]+), (#\w{6})\)", there):
        assert f"--{name}: {colour};" in tokens
    assert re.sub(r"var\(--[\w-]+, (#\w{6})\)", r"\1", there) == alone
    written = re.findall(r'<text [^>]*fill="([^"]*)"[^>]*xml:space', there)
    assert written and all(fill.startswith("var(") for fill in written)
    assert FELT in there and f'"{FELT}"' not in there
    ElementTree.fromstring(there)

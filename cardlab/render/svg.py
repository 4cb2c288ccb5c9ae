"""Cards, fans and whole tables as stand-alone SVG pictures.

Knows: the card art (``widgets/static/art.json``, the same file the browser draws from), where to put cards and seats in
a picture, and the colours of printed cards. Does not know: any game, any rule, or what a view means beyond its zones.
Every picture carries its own colours, because it must look the same in a page, in nbviewer and in a saved notebook.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

INK: Mapping[str, str] = {"S": "#15171c", "C": "#084427", "H": "#ab0e29", "D": "#126bd4"}
PAPER, EDGE, HATCH, DIM = "#fffdf8", "#c8c1b0", "#a8a294", "#ece8de"
BACK_1, BACK_2 = "#3d3568", "#8478bd"
FELT, FELT_LINE, SURFACE, TEXT, TEXT_2 = "#dde7df", "#a9bcb0", "#fffefb", "#1d1f24", "#474952"
ACT, WIN, WIN_SOFT, WIN_TEXT = "#5a3ea6", "#a56c00", "#faedcb", "#8a5800"
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
BACK = "??"

_ids = itertools.count(1)


@cache
def art() -> dict[str, Any]:
    """The card art, read once."""
    text = files("cardlab.widgets").joinpath("static/art.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def mix(ink: str, share: float) -> str:
    """``share`` of the ink on card paper, as CSS color-mix does it in the browser."""
    pairs = ((int(ink[i : i + 2], 16), int(PAPER[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def colours(suit: str) -> dict[str, str]:
    """What the placeholders of the art stand for on a card of this suit."""
    ink = INK.get(suit, "#4b3291")
    tones = {"k": ink, "tint": mix(ink, 0.22), "wash": mix(ink, 0.07), "line": mix(ink, 0.45)}
    return tones | {"paper": PAPER, "edge": EDGE, "hatch": HATCH, "dim": DIM, "back1": BACK_1, "back2": BACK_2}


def filled(piece: str, tones: Mapping[str, str]) -> str:
    """A piece of art with its placeholders replaced."""
    for name, value in tones.items():
        piece = piece.replace("{" + name + "}", value)
    return piece


def card_name(code: str | None) -> str:
    """The card in words: 'queen of hearts'."""
    if code in (None, BACK):
        return "a card face down"
    if code == "JK":
        return "joker"
    assert code is not None
    return f"{art()['ranks'].get(code[0], code[0])} of {art()['suits'][code[1]]}"


def card_sign(code: str | None) -> str:
    """The card in signs: 'Q♥'."""
    if code in (None, BACK):
        return "▒"
    if code == "JK":
        return "JK"
    assert code is not None
    return ("10" if code[0] == "T" else code[0]) + art()["signs"][code[1]]


def _glyph(suit: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    flip = f"{scale:g} {-scale:g}" if turned else f"{scale:g}"
    return f'<path d="{art()["glyphs"][suit]}" transform="translate({x:g} {y:g}) scale({flip})"/>'


def _index(rank: str, suit: str, size: str) -> str:
    spec = art()["index"][size]
    text = "10" if rank == "T" else rank
    fit = f' textLength="{spec["ten"]}" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    letters = f'<text x="{spec["x"]}" y="{spec["y"]}" font-size="{spec["size"]}" text-anchor="middle"{fit}>{text}</text>'
    return letters + _glyph(suit, spec["x"], spec["glyph_y"], spec["glyph"])


def _middle(rank: str, suit: str) -> str:
    """Pips, the ace's one big pip, or the two halves of a court figure."""
    if rank == "A":
        return _glyph(suit, *art()["ace"])
    if rank in art()["courts"]:
        half = f'<g stroke="{{k}}" stroke-width="0" stroke-linejoin="round" fill="none">{art()["courts"][rank]}</g>'
        return art()["frame"] + half + f'<g transform="rotate(180 50 70)">{half}</g>' + art()["cut"]
    scale = art()["pip_scale"][rank]
    return "".join(_glyph(suit, x, y, scale, turned=y > 71) for x, y in art()["pips"][rank])


@cache
def _face(code: str, small: bool) -> str:
    """The printed side of a card without its paper."""
    rank, suit = code[0], code[1]
    if small:
        inner = _glyph(suit, *art()["index"]["small"]["pip"]) + _index(rank, suit, "small")
    else:
        corner = _index(rank, suit, "big")
        inner = _middle(rank, suit) + corner + f'<g transform="rotate(180 50 70)">{corner}</g>'
    return f'<g fill="{{k}}" font-weight="700" font-family="{SANS}">{inner}</g>'


def card_group(code: str | None, small: bool = False, hatch: bool = False) -> str:
    """A card as SVG elements in a box of 100 x 140, to be placed by a transform."""
    suit = code[1] if code and code not in (BACK, "JK") else ""
    if code in (None, BACK):
        inner = art()["back"]
    elif code == "JK":
        inner = f'<g font-family="{SANS}">{art()["joker"]}</g>'
    else:
        assert code is not None
        if len(code) != 2 or code[1] not in INK or code[0] not in "A23456789TJQK":
            raise ValueError(f"{code!r} is no card: write rank and suit, such as 'QH' or 'TS'.")
        # the index keeps a clear ground, so that a hatched card can still be read
        clear = f'<path d="{art()["clear"]["small" if small else "big"]}" fill="{{dim}}"/>' if hatch else ""
        inner = (art()["hatch"] if hatch else "") + clear + _face(code, small)
    return filled(art()["edge"] + inner, colours(suit) | {"id": f"cl{next(_ids)}"})


def card_svg(code: str, width: float | None = None, hatch: bool = False) -> str:
    """One card as an SVG picture; below 63 px wide it shows one big index instead of pips.

    It is hidden from screen readers, because the words beside it name the card.
    """
    size = "" if width is None else f' width="{width:g}" height="{width * 1.4:g}"'
    small = width is not None and width < 63
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cardsvg" viewBox="0 0 100 140"{size} aria-hidden="true">'
        f"{card_group(code, small=small, hatch=hatch)}</svg>"
    )


def _placed(code: str | None, x: float, y: float, width: float, turn: float = 0.0, hatch: bool = False) -> str:
    """A card with its left top corner at x, y, turned about its own middle."""
    scale = width / 100
    rotate = f" rotate({turn:.4g} 50 70)" if turn else ""
    group = card_group(code, small=width < 63, hatch=hatch)
    return f'<g transform="translate({x:.5g} {y:.5g}) scale({scale:.4g}){rotate}">{group}</g>'


def fan_svg(
    codes: Iterable[str],
    width: float | None = None,
    card: float = 100,
    turn: float = 6.0,
    strip: float = 0.5,
    lifted: Sequence[int] = (),
    hatched: Sequence[int] = (),
    title: str | None = None,
) -> str:
    """A fan of cards as a stand-alone SVG picture.

    ``card`` is a card's width and ``strip`` the share of a covered card that shows; ``turn`` is the angle between
    neighbours in degrees; ``lifted`` and ``hatched`` are positions. ``width`` scales the whole picture.
    The title is for screen readers.
    """
    cards = list(codes)
    middle, radius = (len(cards) - 1) / 2, card * 2.2
    places: list[tuple[float, float, float]] = []
    for i in range(len(cards)):
        angle = math.radians(turn * (i - middle))
        lift = card * 0.2 if i in lifted else 0.0
        # cards turn about one point below the hand; the strip sets how far they are pulled apart besides
        x = radius * math.sin(angle) + (i - middle) * max(0.0, card * strip - radius * math.radians(turn))
        y = radius * (1 - math.cos(angle)) - lift * math.cos(angle)
        places.append((x + lift * math.sin(angle), y, turn * (i - middle)))
    half_w, half_h = card / 2, card * 0.7
    boxes = []
    for x, y, angle in places:
        sine, cosine = abs(math.sin(math.radians(angle))), math.cos(math.radians(angle))
        boxes.append((x, y, half_w * cosine + half_h * sine, half_w * sine + half_h * cosine))
    left = min((x - w for x, _, w, _ in boxes), default=0.0) - 3
    right = max((x + w for x, _, w, _ in boxes), default=0.0) + 3
    top = min((y - h for _, y, _, h in boxes), default=0.0) - 3
    bottom = max((y + h for _, y, _, h in boxes), default=0.0) + 4
    words = title or ("cards: " + ", ".join(card_name(c) for c in cards) if cards else "no cards")
    size = "" if width is None else f' width="{width:g}" height="{width * (bottom - top) / (right - left):g}"'
    body = "".join(
        _placed(code, x - half_w, y - half_h, card, angle, hatch=i in hatched)
        for i, (code, (x, y, angle)) in enumerate(zip(cards, places, strict=True))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fansvg" role="img"{size} '
        f'viewBox="{left:.5g} {top:.5g} {right - left:.5g} {bottom - top:.5g}">'
        f"<title>{escape(words)}</title>{body}</svg>"
    )


WIDE, MARGIN = 880.0, 18.0
"""The still picture is as wide as the felt of the page at 1280 px."""


class _Picture:
    """Collects SVG elements; every method adds one thing at a place given by its left top corner or its middle."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 15,
        weight: int = 400,
        fill: str = TEXT,
        anchor: str = "start",
    ) -> None:
        """Words at a baseline; suit signs take their own colours."""
        spans = "".join(
            f'<tspan fill="{INK[SUIT_OF[letter]]}">{letter}</tspan>' if letter in SUIT_OF else escape(letter) for letter in words
        )
        self.parts.append(
            f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" '
            f'text-anchor="{anchor}" xml:space="preserve">{spans}</text>'
        )

    def box(self, x: float, y: float, w: float, h: float, radius: float = 10, **paint: str) -> None:
        attributes = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in paint.items())
        self.parts.append(f'<rect x="{x:.5g}" y="{y:.5g}" width="{w:.5g}" height="{h:.5g}" rx="{radius:g}" {attributes}/>')

    def card(self, code: str | None, x: float, y: float, width: float, turn: float = 0.0) -> None:
        self.parts.append(_placed(code, x, y, width, turn))

    def cards(self, codes: Sequence[str | None], middle: float, y: float, width: float, room: float, share: float = 0.62) -> None:
        """Cards side by side about a middle, pushed together as far as the room asks for."""
        if not codes:
            return
        step = min(width * share, (room - width) / max(1, len(codes) - 1))
        left = middle - (step * (len(codes) - 1) + width) / 2
        for i, code in enumerate(codes):
            self.card(code, left + i * step, y, width)

    def plate(self, seat: Mapping[str, Any], x: float, y: float, anchor: str) -> float:
        """A seat's name and notes; returns the plate's left edge."""
        name = f"You, {seat['name']}" if seat.get("you") and seat["name"] != "You" else str(seat["name"])
        team = f" · {seat['team']}" if seat.get("team") else ""
        notes = [*seat.get("notes", []), *(["dealer"] if seat.get("dealer") else [])]
        notes += [f"{seat['cards']} {'card' if seat['cards'] == 1 else 'cards'}"] if seat.get("cards") else []
        wide = 22 + max(8.8 * len(name + team), 6.9 * len(" · ".join(notes)), 40)
        left = x - wide / 2 if anchor == "middle" else x - wide if anchor == "end" else x
        edge = ACT if seat.get("turn") else "none"
        self.box(left, y, wide, 44 if notes else 28, fill=SURFACE, fill_opacity=".85", stroke=edge, stroke_width="1.5")
        self.text(left + 11, y + 19, name + team, 15, 650)
        if notes:
            self.text(left + 11, y + 36, " · ".join(notes), 12.5, fill=TEXT_2)
        return left


Around = Mapping[int, tuple[float, float]]
SUIT_OF: Mapping[str, str] = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def _around(view: Mapping[str, Any]) -> Around:
    """Where each seat sits, as the sine and cosine of its angle: the viewer below, then clockwise."""
    seats, home = len(view["seats"]), view.get("viewer") or 0
    return {(home + i) % seats: (-math.sin(2 * math.pi * i / seats), math.cos(2 * math.pi * i / seats)) for i in range(seats)}


def _zone_codes(zone: Mapping[str, Any]) -> list[str | None]:
    groups = zone.get("groups") or []
    faces = [face for group in groups for face in group["faces"]] if groups else list(zone.get("faces") or [])
    if not faces and not zone.get("open", True):
        return [None] * min(int(zone.get("count") or 0), 1 if zone.get("layout") == "pile" else 10)
    return [face.get("card") for face in faces[-1:]] if zone.get("layout") == "pile" else [face.get("card") for face in faces]


def _draw_trick(draw: _Picture, zone: Mapping[str, Any], around: Around, cx: float, cy: float) -> None:
    wide = 74.0 if len(around) <= 4 else 58.0
    for face in zone.get("faces") or []:
        sine, cosine = around.get(face.get("seat"), (0.0, 0.0))
        x, y = cx + sine * wide * (1.35 if len(around) <= 4 else 2.2) - wide / 2, cy + cosine * wide * 1.0 - wide * 0.7
        if {"winning", "won"} & set(face.get("marks") or ()):
            draw.box(x - 5, y - 5, wide + 10, wide * 1.4 + 10, 10, fill="none", stroke=WIN, stroke_width="3")
        down = "down" in (face.get("marks") or ())
        draw.card(None if down else face.get("card"), x, y, wide)
        if down:
            draw.box(x + wide / 2 - 54, y + wide * 1.4 - 4, 108, 18, 9, fill=SURFACE, stroke=TEXT_2, stroke_width="1")
            draw.text(x + wide / 2, y + wide * 1.4 + 9, f"{card_sign(face.get('card'))} face down", 12, 650, anchor="middle")
        if face.get("order") is not None:
            draw.parts.append(f'<circle cx="{x + wide:.5g}" cy="{y:.5g}" r="11" fill="{TEXT}"/>')
            draw.text(x + wide, y + 4.5, str(face["order"]), 12, 700, "#fff", "middle")
        if "winning" in (face.get("marks") or ()):
            draw.box(x + wide / 2 - 30, y + wide * 1.4 - 4, 60, 18, 9, fill=WIN_SOFT, stroke=WIN, stroke_width="1.5")
            draw.text(x + wide / 2, y + wide * 1.4 + 9, "winning", 12, 650, WIN_TEXT, "middle")


def _draw_seats(draw: _Picture, view: Mapping[str, Any], around: Around, cx: float, cy: float) -> None:
    """The other seats round the middle, each with what lies before it: below the name, or beside it at the top."""
    for seat in view["seats"]:
        if seat["index"] == (view.get("viewer") or 0):
            continue
        sine, cosine = around[seat["index"]]
        top = abs(sine) < 0.3
        y = cy + cosine * 165 - (30 if cosine < -0.5 else 22)
        own = [codes for zone in view["zones"] if zone.get("owner") == seat["index"] and (codes := _zone_codes(zone))]
        steps = [_step(codes, 320.0 if top else 250.0 if codes[0] is not None else 150.0) for codes in own]
        total = sum(step * (len(codes) - 1) + size + 10 for codes, (size, step) in zip(own, steps, strict=True))
        if top:
            left = draw.plate(seat, cx - total / 2, y, "middle")
            x, at = 2 * (cx - total / 2) - left + 12, y - 4
        else:
            draw.plate(seat, MARGIN if sine < 0 else WIDE - MARGIN, y, "start" if sine < 0 else "end")
            x, at = (MARGIN if sine < 0 else WIDE - MARGIN - total + 10), y + 50
        for codes, (size, step) in zip(own, steps, strict=True):
            for i, code in enumerate(codes):
                draw.card(code, x + i * step, at, size)
            x += step * (len(codes) - 1) + size + 10


def _step(codes: Sequence[str | None], room: float) -> tuple[float, float]:
    """How wide the cards before a seat are, and how far apart: backs lie close, faces must be readable."""
    size = 40.0 if len(codes) <= 6 else 34.0
    share = 0.3 if set(codes) == {None} else 0.8
    return size, min(size * share, (room - size) / max(1, len(codes) - 1))


def _draw_middle(draw: _Picture, view: Mapping[str, Any], cx: float, cy: float) -> None:
    """Piles, rows and boards that belong to nobody."""
    free = [zone for zone in view["zones"] if zone.get("owner") is None and zone.get("layout") != "trick"]
    piles, rows = [z for z in free if z.get("layout") == "pile"], [z for z in free if z.get("layout") != "pile"]
    trick = any(z.get("layout") == "trick" and z.get("faces") for z in view["zones"])
    for i, zone in enumerate(piles):
        wide, x = (46.0, WIDE - MARGIN - 60 - i * 70) if trick else (66.0, cx + (i - (len(piles) - 1) / 2) * 92 - 33)
        y = MARGIN if trick else cy - 92
        if codes := _zone_codes(zone)[:1]:
            draw.card(codes[0], x, y, wide)
        else:
            draw.box(x, y, wide, wide * 1.4, 6, fill="none", stroke=FELT_LINE, stroke_width="2", stroke_dasharray="5 4")
        count = zone.get("count") or 0
        caption = f"{zone.get('title', '')} · {count}" if count else str(zone.get("title", ""))
        draw.text(x + wide / 2, y + wide * 1.4 + 17, caption, 12.5, fill=TEXT_2, anchor="middle")
    for i, zone in enumerate(rows):
        y = cy + (30 if piles else -40) + i * 100
        draw.cards(_zone_codes(zone), cx, y, 60, WIDE - 2 * MARGIN - 320, 1.1)


def _draw_own(draw: _Picture, view: Mapping[str, Any], cx: float, y: float) -> float:
    """What lies before the viewer; returns how far down it goes."""
    me = view.get("viewer") or 0
    zones = [zone for zone in view["zones"] if zone.get("owner") == me]
    grouped = {id(z) for z in zones if z.get("groups")}
    for zone in zones:
        if grouped and zone.get("layout") == "fan":
            continue
        groups = [g for g in zone.get("groups") or [] if g["faces"]]
        if groups:
            widths = [52 * 0.55 * (len(g["faces"]) - 1) + 52 for g in groups]
            x = cx - (sum(widths) + 28 * (len(groups) - 1)) / 2
            for group, wide in zip(groups, widths, strict=True):
                draw.cards([face.get("card") for face in group["faces"]], x + wide / 2, y, 52, wide + 1, 0.55)
                dash = {} if group.get("kind") == "meld" else {"stroke_dasharray": "5 4"}
                draw.box(x, y + 80, wide, 0.1, 0, fill="none", stroke=TEXT_2, stroke_width="2", **dash)
                draw.text(x + wide / 2, y + 97, str(group.get("title", "")), 12, fill=TEXT_2, anchor="middle")
                x += wide + 28
            y += 112
        elif codes := _zone_codes(zone):
            draw.cards(codes, cx, y, 80, WIDE - 2 * MARGIN, 0.62 if zone.get("layout") == "fan" else 1.08)
            y += 80 * 1.4 + 10
        stake = f"stake {zone['stake']}" if zone.get("stake") is not None else ""
        note = " · ".join(x for x in (str(zone.get("note") or ""), stake) if x)
        if note:
            draw.text(cx, y + 8, note, 13, fill=TEXT_2, anchor="middle")
            y += 22
    return y


def table_svg(view: Mapping[str, Any]) -> str:
    """A still picture of any table view, with its text as the description for screen readers.

    It shows what lies on the table, not the choices: a picture cannot be played.
    """
    from .text import signed, table_text

    view = getattr(view, "data", view)
    draw, cx = _Picture(), WIDE / 2
    seats = view.get("seats") or []
    crowded = len(seats) > 2
    cy = 70.0 + (200 if crowded else 150)
    draw.text(MARGIN, 26, str(view.get("title", "")), 20, 700)
    draw.text(MARGIN, 46, str(view.get("subtitle", "")), 13, fill=TEXT_2)
    at = 70.0
    for panel, key in ((view.get("trump"), "label"), (view.get("contract"), "text")):
        if panel:
            draw.text(MARGIN, at, str(panel[key]) + (f" by {panel['by']}" if panel.get("by") else ""), 13, 650)
            at += 18
    calls = view.get("calls")
    around = _around(view) if seats else {}
    if seats:
        _draw_seats(draw, view, around, cx, cy)
        _draw_middle(draw, view, cx, cy)
    for zone in view.get("zones") or []:
        if zone.get("layout") == "trick":
            _draw_trick(draw, zone, around, cx, cy + 8)
            if zone.get("faces"):
                calls = None
    if calls and not view.get("deal_over"):
        _draw_calls(draw, view, calls, cx, cy - 60)
    bottom = _draw_own(draw, view, cx, cy + (160 if crowded else 130)) if seats else cy
    for seat in seats:
        if seat["index"] == (view.get("viewer") or 0):
            draw.plate(seat, cx, bottom + 2, "middle")
            bottom += 52
    if view.get("prompt"):
        draw.text(cx, bottom + 20, str(view["prompt"]), 15, 600, anchor="middle")
        bottom += 30
    totals = view.get("totals") or {}
    sums = [f"{side['name']} {signed(totals.get(side['id'], 0)).lstrip('+')}" for side in view.get("sides") or []]
    score = ", ".join(sums) + (f" · {view['target']}" if view.get("target") else "")
    if sums:
        draw.text(WIDE - MARGIN, bottom + 8, score, 13, 600, TEXT_2, "end")
    high = bottom + 24
    title = " · ".join(str(x) for x in (view.get("title"), view.get("subtitle")) if x)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tablesvg" role="img" viewBox="0 0 {WIDE:g} {high:.5g}" '
        f'width="{WIDE:g}" height="{high:.5g}" style="max-width:100%;height:auto" font-family="{SANS}">'
        f"<title>{escape(title)}</title><desc>{escape(table_text(view))}</desc>"
        f'<rect x=".5" y=".5" width="{WIDE - 1:g}" height="{high - 1:.5g}" rx="22" fill="{FELT}" stroke="{FELT_LINE}"/>'
        f"{''.join(draw.parts)}</svg>"
    )


def _draw_calls(draw: _Picture, view: Mapping[str, Any], calls: Mapping[str, Any], cx: float, y: float) -> None:
    """The calls so far, a column for each seat."""
    column, n = 78.0, len(calls["seats"])
    left, rows = cx - column * n / 2, calls["rows"]
    draw.box(left - 8, y - 22, column * n + 16, 40 + 28 * len(rows), fill=SURFACE, fill_opacity=".85")
    for i, seat in enumerate(calls["seats"]):
        draw.text(left + column * (i + 0.5), y, str(view["seats"][seat]["name"]), 13, 650, anchor="middle")
        for j, row in enumerate(rows):
            cell = row[i] if i < len(row) else None
            if cell:
                x, base = left + column * (i + 0.5), y + 28 * (j + 1)
                if cell.get("standing"):
                    draw.box(x - 32, base - 18, 64, 25, 6, fill="none", stroke=WIN, stroke_width="2")
                draw.text(x, base, str(cell["text"]), 14, 600, anchor="middle")

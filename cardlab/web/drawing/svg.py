"""Cards, fans and whole tables as stand-alone SVG pictures.

Knows: the card art (``widgets/static/art.json``, the same file the browser draws from) and the
colours of printed cards; where everything of a table lies is the business of ``still_table.py``. Does not
know: any game or any rule. Every picture carries its own colours, because it must look the same in
a page, in nbviewer and in a saved notebook; `following_page` lets a page put its own in their place.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from cardlab.engine.cards import BLACK_JOKER, JOKER, RED_JOKER

INK: Mapping[str, str] = {"S": "#15171c", "C": "#084427", "H": "#ab0e29", "D": "#126bd4"}
PAPER, EDGE, HATCH, DIM = "#fffdf8", "#c8c1b0", "#a8a294", "#ece8de"
BACK_1, BACK_2 = "#3d3568", "#8478bd"
FELT, FELT_LINE, SURFACE, TEXT, TEXT_2 = "#dde7df", "#a9bcb0", "#fffefb", "#1d1f24", "#474952"
ACT, WIN, WIN_SOFT, WIN_TEXT = "#5a3ea6", "#a56c00", "#faedcb", "#8a5800"
TOKENS = {
    f'fill="{FELT}"': "felt",
    f'stroke="{FELT_LINE}"': "felt-line",
    f'fill="{SURFACE}"': "surface",
    f'fill="{TEXT}"': "ink",
    f'fill="{TEXT_2}"': "ink-2",
    f'stroke="{TEXT_2}"': "ink-2",
    f'stroke="{ACT}"': "act",
    f'stroke="{WIN}"': "win-ring",
    f'fill="{WIN_SOFT}"': "win-soft",
    f'fill="{WIN_TEXT}"': "win",
    **{f'<tspan fill="{ink}"': f"suit-{suit.lower()}" for suit, ink in INK.items()},
}
"""What has another colour in the dark, and the name of that colour in a page. Printed cards have the
same in both schemes."""
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
BACK = "??"

_ids = itertools.count(1)
_deck: ContextVar[str] = ContextVar("deck", default="french")


@contextmanager
def printed_with(deck: str) -> Iterator[None]:
    """Draw cards with these printed faces ("french", or one of the art's decks) inside the
    ``with``."""
    token = _deck.set(deck)
    try:
        yield
    finally:
        _deck.reset(token)


@cache
def art() -> dict[str, Any]:
    """The card art, read once."""
    # not files("cardlab.web.widgets"): that would load every widget for a picture
    file = files("cardlab.web").joinpath("widgets/static/art.json")
    text = file.read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def following_page(svg: str) -> str:
    """A picture that stands in a page, light or dark as the page is; where there is none, in its own
    colours."""
    every = "|".join(map(re.escape, TOKENS))
    return re.sub(every, lambda found: _by_name(found[0]), svg)


def _by_name(paint: str) -> str:
    return f'{paint[:-8]}var(--{TOKENS[paint]}, {paint[-8:-1]})"'


def mix(ink: str, share: float) -> str:
    """``share`` of the ink on card paper, as CSS color-mix does it in the browser."""
    pairs = ((int(ink[i : i + 2], 16), int(PAPER[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def coloured(piece: str, suit: str) -> str:
    """A piece of art in the colours of a card of this suit."""
    ink = INK.get(suit, "#4b3291")
    tones = {
        "k": ink,
        "tint": mix(ink, 0.22),
        "wash": mix(ink, 0.07),
        "line": mix(ink, 0.45),
        "paper": PAPER,
        "edge": EDGE,
        "hatch": HATCH,
        "dim": DIM,
        "back1": BACK_1,
        "back2": BACK_2,
    }
    for name, value in tones.items():
        piece = piece.replace("{" + name + "}", value)
    return piece


JOKERS = {str(card): card for card in (JOKER, RED_JOKER, BLACK_JOKER)}
"""The jokers by their codes."""


def _joker(code: str) -> str:
    """A joker; where there are two kinds, in its colour and with its letters."""
    picture: str = art()["joker"]
    if code == JOKER:
        return picture
    ink = INK["H" if code == RED_JOKER else "S"]
    return picture.replace(art()["joker_ink"], ink).replace(">JK<", f">{code}<")


def card_name(code: str | None) -> str:
    """The card in words: 'queen of hearts'."""
    if code in (None, BACK):
        return "a card face down"
    if code in JOKERS:
        return JOKERS[code].name
    assert code is not None
    return f"{art()['ranks'].get(code[0], code[0])} of {art()['suits'][code[1]]}"


def card_sign(code: str | None) -> str:
    """The card in signs: 'Q♥'."""
    if code in (None, BACK):
        return "▒"
    if code in JOKERS:
        return JOKERS[code].sign
    assert code is not None
    return ("10" if code[0] == "T" else code[0]) + art()["signs"][code[1]]


def _glyph(suit: str, x: float, y: float, scale: float, turned: bool = False) -> str:
    flip = f"{scale:g} {-scale:g}" if turned else f"{scale:g}"
    shape = (art()["decks"].get(_deck.get()) or art())["glyphs"][suit]
    return f'<path d="{shape}" transform="translate({x:g} {y:g}) scale({flip})"/>'


def _index(rank: str, suit: str, size: str) -> str:
    spec = art()["index"][size]
    letters_of = art()["decks"].get(_deck.get(), {"index": {}})["index"]
    text = "10" if rank == "T" else letters_of.get(rank, rank)
    fit = f' textLength="{spec["ten"]}" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    letters = (
        f'<text x="{spec["x"]}" y="{spec["y"]}" font-size="{spec["size"]}"'
        f' text-anchor="middle"{fit}>{text}</text>'
    )
    return letters + _glyph(suit, spec["x"], spec["glyph_y"], spec["glyph"])


def _middle(rank: str, suit: str) -> str:
    """Pips, the ace's one big pip, or the two halves of a court figure."""
    if rank == "A":
        return _glyph(suit, *art()["ace"])
    if rank in art()["courts"]:
        half = (
            '<g stroke="{k}" stroke-width="0" stroke-linejoin="round"'
            f' fill="none">{art()["courts"][rank]}</g>'
        )
        return art()["frame"] + half + f'<g transform="rotate(180 50 70)">{half}</g>' + art()["cut"]
    scale = art()["pip_scale"][rank]
    return "".join(_glyph(suit, x, y, scale, turned=y > 71) for x, y in art()["pips"][rank])


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
    return _card(code, small, hatch, _deck.get()).replace("{id}", f"cl{next(_ids)}")


@cache
def _card(code: str | None, small: bool, hatch: bool, deck: str) -> str:
    """A printed card of a deck (which is only a key of the cache here: `printed_with` has set it),
    but for the id that each copy of it in a page has for itself."""
    suit = code[1] if code and code not in (BACK, *JOKERS) else ""
    if code in (None, BACK):
        inner = art()["back"]
    elif code in JOKERS:
        inner = f'<g font-family="{SANS}">{_joker(code)}</g>'
    else:
        assert code is not None
        if len(code) != 2 or code[1] not in INK or code[0] not in "A23456789TJQK":
            raise ValueError(f"{code!r} is not a card: write rank and suit, such as 'QH' or 'TS'.")
        # the index keeps a clear ground, so that a hatched card can still be read
        clear = (
            f'<path d="{art()["clear"]["small" if small else "big"]}" fill="{{dim}}"/>'
            if hatch
            else ""
        )
        inner = (art()["hatch"] if hatch else "") + clear + _face(code, small)
    return coloured(art()["edge"] + inner, suit)


def card_svg(code: str, width: float | None = None, hatch: bool = False) -> str:
    """One card as an SVG picture; below 63 px wide it shows one big index instead of pips.

    It is hidden from screen readers, because the words beside it name the card.
    """
    size = "" if width is None else f' width="{width:g}" height="{width * 1.4:g}"'
    small = width is not None and width < 63
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cardsvg" viewBox="0 0 100 140"{size}'
        f' aria-hidden="true">{card_group(code, small=small, hatch=hatch)}</svg>'
    )


def placed(
    code: str | None,
    x: float,
    y: float,
    width: float,
    turn: float = 0.0,
    hatch: bool = False,
    faint: bool = False,
) -> str:
    """A card with its left top corner at x, y, turned about its own middle."""
    scale = width / 100
    rotate = f" rotate({turn:.4g} 50 70)" if turn else ""
    group = card_group(code, small=width < 63, hatch=hatch)
    pale = ' opacity=".6"' if faint else ""
    return f'<g transform="translate({x:.5g} {y:.5g}) scale({scale:.4g}){rotate}"{pale}>{group}</g>'


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

    ``card`` is a card's width and ``strip`` the share of a covered card that shows; ``turn`` is the
    angle between neighbours in degrees; ``lifted`` and ``hatched`` are positions. ``width`` scales
    the whole picture. The title is for screen readers.
    """
    cards = list(codes)
    middle, radius = (len(cards) - 1) / 2, card * 2.2
    places: list[tuple[float, float, float]] = []
    for i in range(len(cards)):
        angle = math.radians(turn * (i - middle))
        lift = card * 0.2 if i in lifted else 0.0
        # cards turn about one point below the hand; the strip sets how far they are pulled apart
        # besides
        x = radius * math.sin(angle) + (i - middle) * max(
            0.0, card * strip - radius * math.radians(turn)
        )
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
    size = (
        ""
        if width is None
        else f' width="{width:g}" height="{width * (bottom - top) / (right - left):g}"'
    )
    body = "".join(
        placed(code, x - half_w, y - half_h, card, angle, hatch=i in hatched)
        for i, (code, (x, y, angle)) in enumerate(zip(cards, places, strict=True))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fansvg" role="img"{size} '
        f'viewBox="{left:.5g} {top:.5g} {right - left:.5g} {bottom - top:.5g}">'
        f"<title>{escape(words)}</title>{body}</svg>"
    )

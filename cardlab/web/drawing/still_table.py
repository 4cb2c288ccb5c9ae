"""The still picture of a whole table: who sits where, what lies before them and in the middle.

Knows the shape of a view (seats, zones, calls, tricks) and how to lay blocks side by side and one
under the other; every block knows its own size, so nothing is put where something else lies. Seats
sit as on the page (``layout.py``). Does not know: any game, any rule, or how a card is drawn
(``svg.py``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from cardlab.engine.table import TableView
from cardlab.web.drawing import layout
from cardlab.web.drawing.svg import (
    ACT,
    EDGE,
    FELT,
    FELT_LINE,
    INK,
    PAPER,
    SANS,
    SURFACE,
    TEXT,
    TEXT_2,
    WIN,
    WIN_SOFT,
    WIN_TEXT,
    card_sign,
    placed,
    printed_with,
)
from cardlab.web.drawing.text import signed, table_text

View = Mapping[str, Any]

WIDE, MARGIN = 880.0, 18.0
"""The still picture is as wide as the table of the page at 1280 px."""
ROOM, BESIDE, CORNER = WIDE - 2 * MARGIN, 200.0, 250.0
"""What fits across the table, before a seat at the side, and in an upper corner."""
SUIT_OF: Mapping[str, str] = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
EMS: Mapping[str, float] = {
    letter: wide
    for letters, wide in (
        (" \u00a0iljI'’.,:;|·", 0.32),
        ("ftr()-", 0.42),
        ("mMwW%", 0.92),
        ("♠♥♦♣", 0.9),
    )
    for letter in letters
}


def text_width(words: str, size: float, bold: bool = False) -> float:
    """How wide words run in the widest of the fonts that a picture may be shown in.

    >>> round(text_width("Stock · 28", 12)), round(text_width("Stock · 28", 12, bold=True))
    (63, 70)
    """
    return size * sum(map(_ems, words)) * (1.12 if bold else 1)


@cache
def _ems(letter: str) -> float:
    return EMS.get(letter, 0.66 if letter.isupper() or letter.isdigit() else 0.62)


def lines_of(words: str, size: float, room: float, between: str = " ") -> list[str]:
    """Words in lines that fit the room."""
    lines: list[str] = []
    for word in words.split(between):
        if lines and text_width(longer := lines[-1] + between + word, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


PEEKS = 0.15
"""How far a card face down shows above the one that lies on it, as a share of its width."""


class Picture:
    """Collects SVG elements; every method adds one thing at a place given by its left top corner
    or its middle."""

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
        spans = escape(words)
        for sign, suit in SUIT_OF.items():
            if sign in spans:
                spans = spans.replace(sign, f'<tspan fill="{INK[suit]}">{sign}</tspan>')
        self.parts.append(
            f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:g}" font-weight="{weight}"'
            f' fill="{fill}" text-anchor="{anchor}" xml:space="preserve">{spans}</text>'
        )

    def box(self, x: float, y: float, w: float, h: float, radius: float = 10, **paint: str) -> None:
        attributes = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in paint.items())
        self.parts.append(
            f'<rect x="{x:.5g}" y="{y:.5g}" width="{w:.5g}" height="{h:.5g}" rx="{radius:g}"'
            f" {attributes}/>"
        )

    def disc(
        self, x: float, y: float, words: str, fill: str, edge: str, ink: str, dash: str = ""
    ) -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<circle cx="{x:.5g}" cy="{y:.5g}" r="11" fill="{fill}" stroke="{edge}"'
            f' stroke-width="1.5"{dashed}/>'
        )
        size = min(12.0, round(12 * 20 / text_width(words, 12, True), 1)) if words else 12.0
        self.text(x, y + 4.5, words, size, 700, ink, "middle")

    def pill(
        self,
        x: float,
        y: float,
        words: str,
        fill: str = SURFACE,
        edge: str = TEXT_2,
        ink: str = TEXT,
    ) -> None:
        """A word over the lower edge of a card, about its middle."""
        wide = text_width(words, 12, True) + 14
        self.box(x - wide / 2, y - 9, wide, 18, 9, fill=fill, stroke=edge, stroke_width="1.5")
        self.text(x, y + 4, words, 12, 650, ink, "middle")

    def card(self, face: View, x: float, y: float, width: float, faint: bool = False) -> None:
        """A card with its marks: the gold ring, its place in the trick, a stake, a word."""
        marks, tag, high = set(face.get("marks") or ()), str(face.get("tag") or ""), width * 1.4
        down = "down" in marks  # it lies face down, and is known here nevertheless
        if "covering" in marks:
            self.parts.append(placed(None, x, y - PEEKS * width, width, faint=faint))
        self.parts.append(placed(None if down else face.get("card"), x, y, width, faint=faint))
        tag = f"{card_sign(face.get('card'))} {tag}" if down else tag
        won = "winning" if "winning" in marks else "won" if "won" in marks else ""
        if won:
            self.box(
                x - 4, y - 4, width + 8, high + 8, 9, fill="none", stroke=WIN, stroke_width="3"
            )
            self.pill(x + width / 2, y + high + 4, won, WIN_SOFT, WIN, WIN_TEXT)
        elif "stake" in marks:
            self.disc(x + width / 2, y + high, tag, SURFACE, TEXT_2, TEXT, "2 2")
        elif tag == "chosen":
            # in the fan the next card covers the lower edge; a ring is seen all the same
            self.box(x, y, width, high, 7, fill="none", stroke=TEXT, stroke_width="3")
        elif tag:
            self.pill(x + width / 2, y + high, tag)
        if face.get("order") is not None:
            self.disc(x + width, y, str(face["order"]), TEXT, TEXT, SURFACE)


@dataclass(frozen=True)
class Block:
    """Something of a known size that can paint itself at a left top corner."""

    wide: float
    high: float
    paint: Callable[[Picture, float, float], None]


def beside(blocks: Sequence[Block], gap: float = 10, align: float = 1.0) -> Block:
    """Blocks from left to right; align 0 at the top, 1 on one ground line."""
    wide = sum(b.wide for b in blocks) + gap * max(0, len(blocks) - 1)
    high = max((b.high for b in blocks), default=0.0)

    def paint(draw: Picture, x: float, y: float) -> None:
        for block in blocks:
            block.paint(draw, x, y + (high - block.high) * align)
            x += block.wide + gap

    return Block(wide, high, paint)


def below(blocks: Iterable[Block], gap: float = 8, align: float = 0.5) -> Block:
    """Blocks one under the other; align 0 at the left, 1 at the right."""
    stack = [b for b in blocks if b.high]
    wide = max((b.wide for b in stack), default=0.0)
    high = sum(b.high for b in stack) + gap * max(0, len(stack) - 1)

    def paint(draw: Picture, x: float, y: float) -> None:
        for block in stack:
            block.paint(draw, x + (wide - block.wide) * align, y)
            y += block.high + gap

    return Block(wide, high, paint)


def flowed(
    blocks: Sequence[Block], room: float, gap: float = 10, align: float = 0.5, ground: float = 1.0
) -> Block:
    """Blocks side by side in as many lines as the room asks for."""
    lines: list[list[Block]] = []
    for block in blocks:
        if lines and sum(b.wide + gap for b in lines[-1]) + block.wide <= room:
            lines[-1].append(block)
        else:
            lines.append([block])
    return below([beside(line, gap, ground) for line in lines], align=align)


def words_block(
    words: str,
    size: float,
    room: float,
    weight: int = 400,
    fill: str = TEXT,
    align: float = 0.5,
    between: str = " ",
) -> Block:
    """Words in as many lines as the room asks for."""
    lines = lines_of(words, size, room, between) if words else []
    wide, step = (
        max((text_width(line, size, weight > 500) for line in lines), default=0.0),
        size * 1.35,
    )
    anchor = {0.0: "start", 0.5: "middle", 1.0: "end"}[align]

    def paint(draw: Picture, x: float, y: float) -> None:
        for i, line in enumerate(lines):
            draw.text(x + wide * align, y + size + i * step, line, size, weight, fill, anchor)

    return Block(wide, step * len(lines), paint)


# --- zones


def shown_faces(zone: View) -> list[View]:
    """The cards that are seen, of a pile the top one; or backs for those that are not."""
    faces = layout.faces_of(zone)
    if not faces and not zone.get("open", True):
        return [{"card": None}] * layout.backs(zone)
    return faces[-1:] if zone.get("layout") == "pile" else faces


def cards_block(
    faces: Sequence[View], size: float, share: float, room: float, faint: bool = False
) -> Block:
    """Cards in a row, each showing so much of its width; pushed together as far as the room asks
    for."""
    if not faces:
        return Block(0, 0, lambda draw, x, y: None)
    share = 0.3 if all(face.get("card") is None for face in faces) else share
    step = min(size * share, (room - size) / max(1, len(faces) - 1))
    hangs = (
        12
        if any(
            face.get("tag") or {"winning", "won"} & set(face.get("marks") or ()) for face in faces
        )
        else 0
    )

    peeks = PEEKS * size if any("covering" in (face.get("marks") or ()) for face in faces) else 0

    def paint(draw: Picture, x: float, y: float) -> None:
        for i, face in enumerate(faces):
            draw.card(face, x + i * step, y + peeks, size, faint)

    return Block(step * (len(faces) - 1) + size, peeks + size * 1.4 + hangs, paint)


def empty_block(size: float, title: str = "") -> Block:
    """The place of cards that are not there."""

    def paint(draw: Picture, x: float, y: float) -> None:
        draw.box(
            x,
            y,
            size,
            size * 1.4,
            6,
            fill="none",
            stroke=FELT_LINE,
            stroke_width="2",
            stroke_dasharray="5 4",
        )
        fits = min(12.0, 12 * (size - 4) / max(1.0, text_width(title, 12)))
        draw.text(
            x + size / 2, y + size * 0.7 + 4, title, round(fits, 1), fill=TEXT_2, anchor="middle"
        )

    return Block(size, size * 1.4, paint)


def pile_block(zone: View, size: float) -> Block:
    """The top card of a pile over an edge of the rest, with title and count."""
    count, top = int(zone.get("count") or 0), shown_faces(zone)[-1:]

    def paint(draw: Picture, x: float, y: float) -> None:
        if count > 1:
            draw.box(x + 3, y + 3, size, size * 1.4, 6, fill=PAPER, stroke=EDGE)
        draw.card(top[0], x, y, size)

    body = Block(size + 3, size * 1.4 + 3, paint if top else empty_block(size).paint)
    # the count stays with the last word of the title
    caption = (
        f"{zone.get('title', '')}\u00a0·\u00a0{count}" if count else str(zone.get("title", ""))
    )
    small = 12.5 if size > 50 else 11.5
    return below([body, words_block(caption, small, size + 34, fill=TEXT_2), _note(zone, 140)], 2)


def groups_block(zone: View, size: float, room: float) -> Block:
    """Melds and loose cards, a brace under each: whole for a meld, dashed for what is loose."""
    blocks = []
    for group in zone["groups"]:
        if not group["faces"]:
            continue
        title = words_block(str(group.get("title", "")), 12, max(room / 2, 80), fill=TEXT_2)
        row = cards_block(group["faces"], size, 0.64 if size < 63 else 0.56, room)
        blocks.append(below([row, _brace(row.wide, group.get("kind") == "meld"), title], 4))
    return flowed(blocks, room, 24, ground=0)


def _brace(wide: float, whole: bool) -> Block:
    dash = "" if whole else ' stroke-dasharray="5 4"'

    def paint(draw: Picture, x: float, y: float) -> None:
        draw.parts.append(
            f'<path d="M{x:.5g} {y + 1:.5g}h{wide:.5g}" stroke="{TEXT_2}" stroke-width="2"{dash}/>'
        )

    return Block(wide, 2, paint)


def grid_block(zone: View, room: float) -> Block:
    """A place for each group, always the same, its cards one under the other; without groups a
    board of cards."""
    groups = zone.get("groups") or []
    if not groups:
        faces = list(zone.get("faces") or [])
        n = len(faces)
        across = int(zone.get("columns") or layout.columns(faces))
        size = min(60.0, (room + 8) / across - 8)
        board = [
            beside([cards_block([f], size, 1, size) for f in faces[i : i + across]], 8)
            for i in range(0, n, across)
        ]
        return below([_title(zone, room), *board, _note(zone, room)])
    size = min(56.0, (room + 8) / len(groups) - 8)
    heaps = [
        _heap(g["faces"], size) if g["faces"] else empty_block(size, str(g.get("title", "")))
        for g in groups
    ]
    return below([_title(zone, room), beside(heaps, 8, 0.0), _note(zone, room)])


def _heap(faces: Sequence[View], size: float) -> Block:
    step = size * 0.8  # rank and suit of every card can be read

    def paint(draw: Picture, x: float, y: float) -> None:
        for i, face in enumerate(faces):
            draw.card(face, x, y + i * step, size)

    return Block(size, step * (len(faces) - 1) + size * 1.4, paint)


def _title(zone: View, room: float) -> Block:
    return words_block(str(zone.get("title") or ""), 12.5, room, fill=TEXT_2)


def _note(zone: View, room: float) -> Block:
    """What is staked on a zone and what is said of it."""
    words, stake = str(zone.get("note") or ""), zone.get("stake")
    block = words_block(words, 12.5, room - 30, fill=TEXT_2)
    if stake is None:
        return block
    chip = Block(
        24,
        24,
        lambda draw, x, y: draw.disc(x + 12, y + 12, str(stake), SURFACE, TEXT_2, TEXT, "2 2"),
    )
    return beside([chip, block] if block.high else [chip], 6, 0.5)


def zone_block(
    zone: View, size: float, room: float, share: float = 0.8, titled: bool = False
) -> Block:
    """Any zone but a trick."""
    if zone.get("layout") == "pile":
        return pile_block(zone, size)
    if zone.get("layout") == "grid":
        return grid_block(zone, room)
    if zone.get("groups"):
        return below(
            [
                _title(zone, room) if titled else _nothing(),
                groups_block(zone, size, room),
                _note(zone, room),
            ]
        )
    faces = shown_faces(zone)
    if not faces and (zone.get("layout") == "fan" or zone.get("stake") is None):
        return _nothing()
    if not faces:
        # chips that lie apart from any card are said once
        return below(
            [_title(zone, room), _note({**zone, "note": ""} if zone.get("title") else zone, room)],
            2,
        )
    row = cards_block(faces, size, share, room)
    note = _note(zone, min(room, max(row.wide + 40, 190 if room > BESIDE else 130)))
    return below([_title(zone, room) if titled else _nothing(), row, note], 5)


def _nothing() -> Block:
    return Block(0, 0, lambda draw, x, y: None)


# --- seats


def plate(seat: View, room: float) -> Block:
    """A seat's name and notes."""
    name = (
        f"You, {seat['name']}" if seat.get("you") and seat["name"] != "You" else str(seat["name"])
    )
    name += f" · {seat['team']}" if seat.get("team") else ""
    notes = [*map(str, seat.get("notes", [])), *(["dealer"] if seat.get("dealer") else [])]
    notes += (
        [f"{seat['cards']} {'card' if seat['cards'] == 1 else 'cards'}"]
        if seat.get("cards")
        else []
    )
    lines = lines_of(" · ".join(notes), 12.5, room - 22, " · ") if notes else []
    wide = 22 + max(text_width(name, 15, True), *(text_width(line, 12.5) for line in lines), 40)
    high, edge = 28.0 + 16 * len(lines), ACT if seat.get("turn") else "none"

    def paint(draw: Picture, x: float, y: float) -> None:
        draw.box(
            x, y, wide, high, fill=SURFACE, fill_opacity=".85", stroke=edge, stroke_width="1.5"
        )
        draw.text(x + 11, y + 19, name, 15, 650)
        for i, line in enumerate(lines):
            draw.text(x + 11, y + 36 + 16 * i, line, 12.5, fill=TEXT_2)

    return Block(wide, high, paint)


def _seat(
    view: View, seat: View, side: str, hidden: set[str], room: float
) -> tuple[Block, list[Block]]:
    """What is drawn at a seat, and what is too long for it and is laid out below the middle."""
    here, long = [], []
    across = ROOM - 20 if len(view["seats"]) == 2 else ROOM / 2 - 28
    for zone in view["zones"]:
        if (
            zone.get("owner") != seat["index"]
            or zone["id"] in hidden
            or zone.get("layout") == "trick"
        ):
            continue
        few = len(shown_faces(zone)) <= 6
        natural = zone_block(zone, 40 if few else 34, ROOM, 0.8)
        if natural.wide > room or layout.place(zone, view.get("viewer") or 0) == "apart":
            title = words_block(str(zone.get("title") or seat["name"]), 12.5, ROOM, 600)
            long.append(_framed(below([title, zone_block(zone, 46, across)], 4)))
        elif natural.high:
            here.append(natural)
    align, name = {"w": 0.0, "n": 0.5, "e": 1.0}[side], plate(seat, min(room, 300))
    if side == "n" and (line := beside([name, *here], 12, 0.0)).wide <= room + 130:
        return line, long
    return below([name, flowed(here, room, align=align, ground=0.0)], 6, align), long


def _framed(block: Block) -> Block:
    """A block in a thin frame, so that one sees what belongs to it."""

    def paint(draw: Picture, x: float, y: float) -> None:
        draw.box(
            x,
            y,
            block.wide + 20,
            block.high + 14,
            fill="none",
            stroke=FELT_LINE,
            stroke_width="1.5",
        )
        block.paint(draw, x + 10, y + 7)

    return Block(block.wide + 20, block.high + 14, paint)


# --- the middle


OVERLAP = 0.3
"""How much of a card its neighbour leaves free, where a seat has several cards in a trick."""


def trick_block(
    faces: Sequence[View], where: Mapping[int, layout.SeatPlace], faint: bool = False
) -> Block:
    """The cards of a trick, each towards the one who played it; places of those who have not
    played stay free."""
    others = len(where) - 1
    if len(where) <= layout.SQUARE:
        size, across, up = 74.0, 100.0, 62.0
        high = size * 1.4
        at = {"w": (0.0, up), "n": (across, 0.0), "e": (2 * across, up), "s": (across, 2 * up)}
        if others == 1:
            at = {"n": (0.0, 0.0), "s": (across, 0.0)}
        elif others == 2:
            at = {"w": (0.0, 0.0), "e": (2 * across, 0.0), "s": (across, up / 2)}
        places = {seat: at[side] for seat, (side, _) in where.items()}
    else:
        size = 58.0 if others <= 7 else 46.0
        high = size * 1.4
        step, down = size + 34, high + 26
        places = {
            seat: ((column - 1 + (across - 1) / 2) * step, (row - 1) * down)
            for seat, (row, column, across) in layout.trick_places(where).items()
        }
    wide = max(x for x, _ in places.values()) + size
    tall = max(y for _, y in places.values()) + high

    def paint(draw: Picture, x: float, y: float) -> None:
        # what wins is drawn last, so that its sign lies over its neighbours
        lying: Counter[int] = Counter()
        for face in sorted(
            faces, key=lambda face: bool({"winning", "won"} & set(face.get("marks") or ()))
        ):
            dx, dy = places[face["seat"]]
            dx += size * OVERLAP * lying[face["seat"]]
            lying[face["seat"]] += 1
            draw.card(face, x + 11 + dx, y + 11 + dy, size, faint)

    return Block(wide + 22, tall + 26, paint)


def last_trick(view: View, where: Mapping[int, layout.SeatPlace]) -> Block:
    """The trick that was finished last, faint, with the winner marked and why it won."""
    last = view["tricks"][0]
    faces = []
    for i, (card, seat) in enumerate(last["cards"]):
        down, won = i in last.get("down", ()), seat == last["winner"]
        marks = ["down"] * (card != "??") if down else ["won"] * won
        faces.append(
            {"card": card, "seat": seat, "order": i + 1, "marks": marks, "tag": "face down" * down}
        )
    return below(
        [
            trick_block(faces, where, faint=True),
            words_block(str(last.get("why") or ""), 12.5, 340, fill=TEXT_2),
        ],
        4,
    )


def calls_block(view: View, calls: Mapping[str, Any], room: float) -> Block:
    """The calls so far, a column for each seat; long calls go on below."""
    names = [str(view["seats"][seat]["name"]) for seat in calls["seats"]]
    rows = [[*row, *[None] * (len(names) - len(row))] for row in calls["rows"]]
    texts = [str(cell["text"]) for row in rows for cell in row if cell]
    widest = max(
        [text_width(name, 13, True) for name in names]
        + [text_width(text, 14, True) for text in texts]
    )
    column = min(max(62.0, widest + 20), (room - 16) / len(names))
    cells = [
        [lines_of(str(cell["text"]), 14 * 1.12, column - 14) if cell else [] for cell in row]
        for row in rows
    ]
    heights = [10.0 + 18 * max(map(len, row)) for row in cells]
    wide = column * len(names) + 16

    def paint(draw: Picture, x: float, y: float) -> None:
        draw.box(x, y, wide, 38 + sum(heights), fill=SURFACE, fill_opacity=".85")
        for i, name in enumerate(names):
            draw.text(x + 8 + column * (i + 0.5), y + 22, name, 13, 650, anchor="middle")
        top = y + 32
        for row, texts, high in zip(rows, cells, heights, strict=True):
            for i, (cell, lines) in enumerate(zip(row, texts, strict=True)):
                middle = x + 8 + column * (i + 0.5)
                if cell and cell.get("standing"):
                    draw.box(
                        middle - column / 2 + 4,
                        top,
                        column - 8,
                        high - 3,
                        6,
                        fill="none",
                        stroke=WIN,
                        stroke_width="2",
                    )
                for k, line in enumerate(lines):
                    draw.text(middle, top + 18 + 18 * k, line, 14, 600, anchor="middle")
            top += high

    return Block(wide, 38 + sum(heights), paint)


def _middle(view: View, where: Mapping[int, layout.SeatPlace], room: float) -> tuple[Block, Block]:
    """What lies in the middle and what lies in the upper right corner: beside a trick the piles
    make room for it."""
    free = [z for z in view["zones"] if z.get("owner") is None and z.get("layout") != "trick"]
    piles, rows = (
        [z for z in free if z.get("layout") == "pile"],
        [z for z in free if z.get("layout") != "pile"],
    )
    played = next((z for z in view["zones"] if z.get("layout") == "trick" and z.get("faces")), None)
    calls = view.get("calls")
    if played or view.get("tricks"):
        trick = trick_block(played["faces"], where) if played else last_trick(view, where)
        # every title stands below here, as it does under a pile
        corner = [
            below(
                [zone_block(z, 46, CORNER), _title(z, CORNER) if shown_faces(z) else _nothing()], 4
            )
            for z in rows
        ]
        corner += [pile_block(z, 46) for z in piles]
        return trick, flowed([b for b in corner if b.high], CORNER, 12, align=1.0, ground=0.0)
    parts = [calls_block(view, calls, room)] if calls and not view.get("deal_over") else []
    pots = [z for z in rows if layout.is_pot(z)]
    heaps = [
        b
        for b in [pile_block(z, 66) for z in piles] + [zone_block(z, 60, room) for z in pots]
        if b.high
    ]
    parts += [beside(heaps, 20, 0.0)] if heaps else []
    parts += [zone_block(z, 60, room, 1.12, titled=True) for z in rows if z not in pots]
    return below(parts, 14), _nothing()


def _head(view: View) -> Block:
    """Title, deal, trump and contract, in the upper left corner."""
    parts = [
        words_block(str(view.get("title", "")), 20, CORNER, 700, align=0.0),
        words_block(str(view.get("subtitle", "")), 13, CORNER, fill=TEXT_2, align=0.0),
    ]
    trump, contract, corner = view.get("trump"), view.get("contract"), []
    for panel, key in ((trump, "label"), (contract, "text")):
        if panel:
            by = f" by {panel['by']}" if panel.get("by") else ""
            corner.append(words_block(str(panel[key]) + by, 13, CORNER, 650, align=0.0))
            corner.append(
                words_block(str(panel.get("note") or ""), 12, CORNER, fill=TEXT_2, align=0.0)
            )
    # a turned card that lies in the middle is not shown twice
    lies = [
        face.get("card")
        for zone in view.get("zones") or []
        if zone.get("owner") is None
        for face in shown_faces(zone)
    ]
    card = trump.get("card") if trump else None
    turned = [cards_block([{"card": card}], 40, 1, 40)] if card and card not in lies else []
    return below([below(parts, 3, 0.0), beside([*turned, below(corner, 2, 0.0)], 10, 0.0)], 7, 0.0)


def _own(view: View, hidden: set[str], seat: View) -> Block:
    """What lies before the viewer, with the name below; piles lie at the right of the hand."""
    mine = [
        z
        for z in view["zones"]
        if z.get("owner") == seat["index"] and z["id"] not in hidden and z.get("layout") != "trick"
    ]
    hands = [z for z in mine if z.get("layout") == "fan"]
    laid = [z for z in mine if z.get("layout") not in ("fan", "pile")]
    rows = [b for b in (zone_block(z, 80, ROOM, 0.62) for z in hands) if b.high]
    size = 60 if rows else 80
    rows += [
        zone_block(z, 66 if z.get("groups") else size, ROOM, 1.08, titled=not z.get("groups"))
        for z in laid
    ]
    main = below(rows, 10)
    piles = beside(
        [pile_block(z, 52) for z in mine if z.get("layout") == "pile" and shown_faces(z)], 12
    )
    under = plate(seat, 420)
    if not main.high:
        main = piles
    elif piles.high and main.wide + 2 * (piles.wide + 24) <= ROOM:
        # as much free at the left as the piles take at the right keeps the hand in the middle
        main = beside([Block(piles.wide, 0, _nothing().paint), main, piles], 24)
    elif piles.high:
        main = below([main, piles], 10)
    return below([main, under], 10)


def picture(view: View) -> tuple[Picture, float]:
    """The table drawn, and how high it is."""
    draw, middle = Picture(), WIDE / 2
    seats = view.get("seats") or []
    head = _head(view)
    head.paint(draw, MARGIN, 12)
    bottom = 12 + head.high
    if seats:
        bottom = _laid_out(draw, view, seats, head)
    if view.get("prompt"):
        prompt = words_block(str(view["prompt"]), 15, ROOM, 600)
        prompt.paint(draw, middle - prompt.wide / 2, bottom + 6)
        bottom += prompt.high + 6
    totals = view.get("totals") or {}
    sums = [
        f"{side['name']} {signed(totals.get(side['id'], 0)).lstrip('+')}"
        for side in view.get("sides") or []
    ]
    if sums:
        score = words_block(
            ", ".join(sums) + (f" · {view['target']}" if view.get("target") else ""),
            13,
            ROOM,
            600,
            TEXT_2,
            1.0,
        )
        score.paint(draw, WIDE - MARGIN - score.wide, bottom + 2)
        bottom += score.high + 2
    return draw, bottom + 14


def _laid_out(draw: Picture, view: View, seats: Sequence[View], head: Block) -> float:
    """Seats, middle and what lies before the viewer; returns how far down they go."""
    where, hidden, centre_x = layout.seats(view), {*layout.covered(view)}, WIDE / 2
    areas: dict[str, list[Block]] = {"w": [], "n": [], "e": []}
    laid: list[Block] = []
    tops = sum(side == "n" for side, _ in where.values())
    room = min(330.0, (ROOM + 28) / tops - 158) if tops else 0.0
    for index, (side, _) in where.items():  # clockwise from the viewer's left
        if side != "s":
            area, long = _seat(view, seats[index], side, hidden, room if side == "n" else BESIDE)
            areas[side].append(area)
            laid += long
    west, east = below(reversed(areas["w"]), 26, 0.0), below(areas["e"], 26, 1.0)
    top = beside(areas["n"], 28, 0.0)
    centre, corner = _middle(
        view, where, ROOM - (2 * (max(west.wide, east.wide) + 16) if west.wide or east.wide else 0)
    )
    head_x, head_y = MARGIN + head.wide + 14, 12 + head.high
    corner_x, corner_y = WIDE - MARGIN - corner.wide - 14, 16 + corner.high
    corner.paint(draw, WIDE - MARGIN - corner.wide, 16)

    def clear(block: Block, x: float, y: float) -> float:
        """How far down a block must begin to lie free of both corners."""
        if x < head_x:
            y = max(y, head_y + 10)
        if corner.high and x + block.wide > corner_x:
            y = max(y, corner_y + 10)
        return y

    # the seat at the top moves aside for a wide corner before it moves down
    x = max(MARGIN, min(centre_x - top.wide / 2, WIDE - MARGIN - top.wide))
    if top.wide <= corner_x - head_x:
        x = max(head_x, min(x, corner_x - top.wide))
    y = clear(top, x, 16)
    top.paint(draw, x, y)
    from_y = y + top.high + 12 if top.high else 16
    tall = max(west.high, east.high)
    high = max(centre.high, tall, 60)
    centre_left = centre_x - centre.wide / 2
    from_y = clear(centre, centre_left, from_y)
    centre_y = from_y + (high - centre.high) / 2
    low = from_y + high
    if tall:
        # the two sides stand level, below both corners, and the middle between them
        y = max(from_y + (high - tall) / 2, head_y + 12, corner_y + 12 if corner.high else 0)
        west.paint(draw, MARGIN, y)
        east.paint(draw, WIDE - MARGIN - east.wide, y)
        centre_y = max(centre_y, y + (tall - centre.high) / 2)
        low = max(low, y + tall, centre_y + centre.high)
    centre.paint(draw, centre_left, centre_y)
    more = flowed(laid, ROOM, 16, ground=0.0)
    if more.high:
        more.paint(draw, centre_x - more.wide / 2, low + 14)
        low += more.high + 14
    mine = _own(view, hidden, seats[view.get("viewer") or 0])
    mine.paint(draw, centre_x - mine.wide / 2, low + 14)
    return low + 14 + mine.high


def table_svg(view: View) -> str:
    """A still picture of any table view, with its text as the description for screen readers.

    It shows what lies on the table, not the choices: a picture cannot be played.
    """
    view = view.data if isinstance(view, TableView) else view
    with printed_with(view.get("printed", "french")):
        draw, high = picture(view)
    title = " · ".join(str(x) for x in (view.get("title"), view.get("subtitle")) if x)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tablesvg" role="img" viewBox="0 0 {WIDE:g}'
        f' {high:.5g}" '
        f'width="{WIDE:g}" height="{high:.5g}" style="max-width:100%;height:auto"'
        f' font-family="{SANS}">'
        f"<title>{escape(title)}</title><desc>{escape(table_text(view))}</desc>"
        f'<rect x=".5" y=".5" width="{WIDE - 1:g}" height="{high - 1:.5g}" rx="22" fill="{FELT}"'
        f' stroke="{FELT_LINE}"/>'
        f"{''.join(draw.parts)}</svg>"
    )

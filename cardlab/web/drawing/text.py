"""A table view as plain text, for terminals, logs and screen readers.

Knows the shape of a view: seats, zones, calls, trick, choices with their verdicts, score lines.
Does not know any game or rule; reasons, formulas and prompts come with the view as words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from cardlab.engine.words import capital, stopped
from cardlab.web.drawing.svg import card_sign

WIDTH = 100


def table_text(view: Mapping[str, Any]) -> str:
    """The whole view, a block for each thing there is: head, calls, trick, zones, choices,
    score."""
    parts: Iterable[list[str]] = (
        _head(view),
        _calls(view),
        _zones(view),
        _tricks(view),
        _choices(view),
        _score(view),
        _outcome(view),
    )
    return "\n\n".join("\n".join(part) for part in parts if part)


def _wrapped(text: str, first: str = "", indent: str = "  ") -> list[str]:
    """Long lines go on below, moved in; a card is never split, because it has no space inside."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False
    ) or [first]


def _name(view: Mapping[str, Any], seat: int | None) -> str:
    if seat is None:
        return ""
    owner = view["seats"][seat]
    return "You" if owner.get("you") else str(owner["name"])


def _head(view: Mapping[str, Any]) -> list[str]:
    out = [" · ".join(x for x in (view.get("title"), view.get("subtitle")) if x)]
    parts = [_trump(trump)] if (trump := view.get("trump")) else []
    if contract := view.get("contract"):
        by = f" by {contract['by']}" if contract.get("by") else ""
        parts.append(
            f"Contract: {contract['text']}{by}"
            + (f" ({contract['note']})" if contract.get("note") else "")
        )
    if parts:
        out.append("; ".join(parts))
    if view.get("prompt"):
        out.append(view["prompt"])
    return out


def _trump(trump: Mapping[str, Any]) -> str:
    """Trumps, with the card that makes them, which a picture draws beside."""
    by = f" by {card_sign(trump['card'])}" if trump.get("card") else ""
    note = f" ({trump['note']})" if trump.get("note") else ""
    return f"{trump['label']}{by}{note}"


def _calls(view: Mapping[str, Any]) -> list[str]:
    calls = view.get("calls")
    if not calls:
        return []
    heads = [_name(view, seat) for seat in calls["seats"]]
    rows = [
        [cell["text"] + ("*" if cell.get("standing") else "") if cell else "" for cell in row]
        for row in calls["rows"]
    ]
    wide = [
        max(len(heads[i]), *(len(row[i]) for row in rows if i < len(row)), 4)
        for i in range(len(heads))
    ]
    lines = [
        "  ".join(cell.ljust(wide[i]) for i, cell in enumerate(row)).rstrip()
        for row in [heads, *rows]
    ]
    standing = calls.get("standing")
    stands = [f"  * stands: {standing['text']} by {standing['by']}"] if standing else []
    return ["Calls", *("  " + line for line in lines), *stands]


def _faces(faces: Sequence[Mapping[str, Any]]) -> str:
    return " ".join(
        card_sign(face.get("card"))
        + ("/" + card_sign(None) if "covering" in face.get("marks", ()) else "")
        + (f"({face['tag']})" if face.get("tag") else "")
        for face in faces
    )


def _zones(view: Mapping[str, Any]) -> list[str]:
    out: list[str] = []
    for seat in view.get("seats", []):
        notes = [
            *seat.get("notes", []),
            *(["dealer"] if seat.get("dealer") else []),
            *(["to play"] if seat.get("turn") else []),
        ]
        label = _name(view, seat["index"]) + (f" ({', '.join(notes)})" if notes else "")
        own = [z for z in view.get("zones", []) if z.get("owner") == seat["index"]]
        texts = [text for zone in own if (text := _zone(zone, titled=zone.get("kind") != "hand"))]
        out += _wrapped(f"{label}: " + ("; ".join(texts) if texts else "no cards"))
    for zone in view.get("zones", []):
        if zone.get("layout") == "trick":
            out += _trick(view, zone)
        elif zone.get("owner") is None and (text := _zone(zone, titled=True)):
            out += _wrapped(text)
    return out


def _zone(zone: Mapping[str, Any], titled: bool) -> str:
    count, faces = zone.get("count", 0), zone.get("faces") or []
    if zone.get("groups"):
        text = "; ".join(
            f"{g['title']}: {_faces(g['faces'])}" for g in zone["groups"] if g["faces"]
        )
    elif zone.get("layout") == "pile":
        top = f"{_faces(faces[-1:])} on top of " if faces and zone.get("open") else ""
        text = f"{top}{count} {'card' if count == 1 else 'cards'}" if count else "empty"
    elif zone.get("open") or faces:
        text = _faces(faces)
    else:
        text = f"{count} {'card' if count == 1 else 'cards'} face down" if count else ""
    extra = [
        x
        for x in (
            zone.get("note"),
            f"stake {zone['stake']}" if zone.get("stake") is not None else "",
        )
        if x
    ]
    if not text and not extra:
        return ""
    title = f"{zone['title']}: " if titled and zone.get("title") else ""
    if not text and zone.get("stake") is not None:
        extra = extra[:1]  # chips without a card: said once
    remarks = ", ".join(extra)
    return title + (f"{text} ({remarks})" if text and extra else text or remarks)


def _trick(view: Mapping[str, Any], zone: Mapping[str, Any]) -> list[str]:
    faces = sorted(zone.get("faces") or [], key=lambda face: face.get("order") or 0)
    if not faces:
        return []
    played = []
    for seat, lot in groupby(faces, key=lambda face: face.get("seat")):
        own = list(lot)
        signs, first = " ".join(card_sign(face.get("card")) for face in own), own[0]
        tag = "winning" if "winning" in first.get("marks", ()) else first.get("tag")
        played.append(f"{_name(view, seat)} {signs}" + (f" ({tag})" if tag else ""))
    return _wrapped(", ".join(played), first=f"{zone.get('title') or 'Trick'}: ")


def _tricks(view: Mapping[str, Any]) -> list[str]:
    """The last finished trick only: the browser has room for all of them."""
    if not view.get("tricks"):
        return []
    last = view["tricks"][0]
    down = last.get("down") or ()
    played = enumerate(last["cards"])
    cards = ", ".join(
        f"{_name(view, seat)} "
        + " ".join(
            f"{card_sign(card)}{' (face down)' if i in down else ''}" for i, (card, _) in lot
        )
        for seat, lot in groupby(played, key=lambda entry: entry[1][1])
    )
    counted = f" {last['counted']}." if last.get("counted") else ""
    return _wrapped(f"{cards}. {last['why']}{counted}", first=f"Last trick ({last['number']}): ")


def _choices(view: Mapping[str, Any]) -> list[str]:
    choices = view.get("choices") or []
    if not choices:
        return []
    out: list[str] = []
    opened: dict[str, list[str]] = {}
    refused: dict[tuple[str, str], list[str]] = {}
    for choice in choices:
        label = str(choice.get("label") or choice["move"])
        if choice["legal"]:
            worth = f" ({choice['worth']})" if choice.get("worth") else ""
            opened.setdefault(str(choice.get("verb_title") or choice.get("verb") or ""), []).append(
                label + worth
            )
        else:
            refused.setdefault(
                (str(choice.get("rule_title") or ""), str(choice.get("reason") or "")), []
            ).append(label)
    for verb, labels in opened.items():
        out += _wrapped(_listed(labels), first=f"{verb or 'You may'}: ")
    for (title, reason), labels in refused.items():
        why = capital(reason) + (f" (§ {title})" if title else "")
        out += _wrapped(f"{stopped(_listed(labels))} {why}".rstrip(), first="Not legal: ")
    return out


def _listed(labels: Sequence[str]) -> str:
    """Labels of one word stand side by side; longer ones need commas."""
    return (", " if any(" " in label for label in labels) else " ").join(labels)


def signed(points: Any) -> str:
    """+3, −1, 0, with a real minus."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def _score(view: Mapping[str, Any]) -> list[str]:
    out: list[str] = []
    lines = view.get("lines") or []
    if lines:
        out.append(
            "Where every point came from" if view.get("deal_over") else "Score of this deal so far"
        )
        for line in lines:
            text = f": {line['text']}" if line.get("text") else ""
            rule = f" (§ {line['rule_title']})" if line.get("rule_title") else ""
            out += _wrapped(
                f"{line['side_name']} {signed(line['points'])}  {line['title']}{text}{rule}",
                first="  ",
                indent="      ",
            )
    totals = view.get("totals") or {}
    if totals and (lines or view.get("ledger") or any(totals.values())):
        names = {side["id"]: side["name"] for side in view.get("sides", [])}
        sums = ", ".join(
            f"{names.get(side, side)} {str(points).replace('-', '−')}"
            for side, points in totals.items()
        )
        out.append(f"Totals: {sums}" + (f" ({view['target']})" if view.get("target") else ""))
    return out


def _outcome(view: Mapping[str, Any]) -> list[str]:
    outcome = view.get("outcome")
    return [f"{outcome['title']}. {outcome['text']}".strip()] if outcome else []

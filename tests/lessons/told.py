"""How a reader answers what is asked of a league, or of a match of several games: from the words of
the question, for no table shows it.

Knows what the rules of these formats say, and is handed nothing but the words and the choices.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Page = Any
Answer = tuple[str, ...]
Scored = list[tuple[list[str], int]]
"""The sides of a pitch, each with its points."""


def _rounds(page: Page) -> Iterator[tuple[list[Scored], list[str]]]:
    """Each round that is told: its pitches, and who sits out."""
    for told in re.findall(r"Round \d+: (.*?)\.(?= )", page.question["text"]):
        pitches: list[Scored] = []
        out: list[str] = []
        for part in told.split("; "):
            if sitting := re.fullmatch(r"(\w+) sits? out", part):
                out.append(sitting[1].lower())
                continue
            sides = re.findall(r"([\w ]+?) (\d+)(?:, |$)", part)
            pitches.append([(names.lower().split(" and "), int(n)) for names, n in sides])
        yield pitches, out


def league_next(page: Page) -> Answer:
    """Whoever has not been it in the rounds before."""
    asked, been = page.question["text"], set[str]()
    for pitches, out in _rounds(page):
        if "sits out in round" in asked:
            been.update(out)
        for pitch in pitches:
            own = next((side for side, _ in pitch if "you" in side), None)
            if own and "partner in round" in asked:
                been.update(own)
            elif own and "do you meet" in asked:
                been.update(name for side, _ in pitch if side != own for name in side)
    return tuple(value for value in page.values if value not in been)


def _totals(page: Page) -> tuple[Counter[str], Counter[str]]:
    """What everybody has, and how many pitches each has won."""
    points, won = Counter[str](), Counter[str]()
    for pitches, _ in _rounds(page):
        for pitch in pitches:
            best = max(n for _, n in pitch)
            level = len({n for _, n in pitch}) == 1
            for side, n in pitch:
                points.update(dict.fromkeys(side, n))
                won.update(side if n == best and not level else ())
    return points, won


def league_total(page: Page) -> Answer:
    found = re.search(r"How many points (?:do|does) (\w+) have now", page.question["text"])
    assert found is not None
    return (str(_totals(page)[0][found[1].lower()]),)


def league_winner(page: Page) -> Answer:
    points, won = _totals(page)
    return (max(page.values, key=lambda name: (points[name], won[name])),)


def _deals(page: Page) -> list[tuple[str, str]]:
    """Each deal that is told: its game, and who is ahead in it, "" for nobody."""
    told = re.findall(
        r"([\w-][\w -]*): (level|(\w+) (?:is|are) \d+ ahead)\.", page.question["text"]
    )
    return [(game, who.lower()) for game, _, who in told]


def deal_points(page: Page) -> Answer:
    return (str({"": 1, "you": 2}.get(_deals(page)[-1][1], 0)),)


def _ahead(page: Page) -> Counter[str]:
    """Match points; of a level deal both have one, which puts nobody ahead."""
    return Counter(who for _, who in _deals(page) if who)


def mixed_leader(page: Page) -> Answer:
    most = _ahead(page).most_common(2)
    level = not most or (len(most) == 2 and most[0][1] == most[1][1])
    return ("nobody" if level else most[0][0],)


def mixed_next(page: Page) -> Answer:
    found = re.search(r"The list: (.*?)\.", page.question["text"])
    assert found is not None
    titles, deals = re.split(r",(?: then)? ", found[1]), _deals(page)
    value_of = {option["label"]: option["value"] for option in page.options}
    if len(deals) < len(titles):
        return (value_of[titles[len(deals)]],)
    most = _ahead(page).most_common(2)
    level = not most or (len(most) == 2 and most[0][1] == most[1][1])
    if level and len(deals) == len(titles):
        return (value_of[titles[-1]],)
    return ("over",)


OF_FORMATS: dict[str, Callable[[Page], Answer]] = {
    "league-next": league_next,
    "league-total": league_total,
    "league-winner": league_winner,
    "deal-match-points": deal_points,
    "mixed-leader": mixed_leader,
    "mixed-next": mixed_next,
}
"""The readers by what they are asked."""

"""The concepts as a graph, the book's order as a sequence, and the columns of the map.

Knows what needs what, where the book tells of it, and what follows for somebody who knows some of
it.  Does not search for learning paths (`paths`), and knows nothing of a learner's progress.
networkx is loaded when a graph is first asked for.

>>> from networkx import dag_longest_path
>>> graph(), dag_longest_path(graph())[-3:]
(<networkx.classes.digraph.DiGraph object at ...>, ['declarer', 'auction', 'hold-bid'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cardlab.concepts.curriculum import (
    CURRICULUM_IDS,
    concept,
    concept_ids,
    contents,
    curriculum_game,
    game_entries,
    known_game,
    load,
    perhaps,
    users,
)
from cardlab.engine.shelves import GameShelf

if TYPE_CHECKING:
    from networkx import DiGraph

SOURCES = ("curriculum", "rules")
"""Where the concepts of a game come from: the curriculum's data, or the rules of the game where
the catalogue has it."""

BEYOND = 10_000
"""The place of what the book does not have: after everything that it has."""

CHAPTERS = (
    ("First steps", 15),
    ("Hands and melds", 28),
    ("Tricks and scores", 47),
    ("Partners, pegs, contracts", 67),
    ("Leagues to wild cards", 97),
    ("Auctions and ranks", 135),
)
"""The columns of the map that are in the book: title and first page."""


# ---- the data, checked
# ---------------------------------------------------------------------------------------------


def check(data: Mapping[str, Any]) -> None:
    """Check that the curriculum's data holds together. Raises ValueError, with the ids, if
    something is missing, double or circular.

    ``data`` has "concepts" and may have "games" and "contents", each a list as in the data files.

    >>> check({"concepts": [{"id": "lead", "requires": ["trick"]}, {"id": "trick", "requires": ["lead"]}]})
    Traceback (most recent call last):
    ValueError: these concepts need each other in a circle: lead -> trick -> lead; take one of the requires away
    """
    from networkx import DiGraph, NetworkXNoCycle, find_cycle

    concepts, games, entries = data["concepts"], data.get("games", ()), data.get("contents")
    lists = [("concept", concepts), ("game", games)]
    for what, items in [*lists, ("contents entry", entries or ())]:
        if double := _doubles(item["id"] for item in items):
            raise ValueError(f"each id may name one {what} only; double: {', '.join(double)}")
    ids = {item["id"] for item in concepts}
    if both := sorted(ids & {item["id"] for item in games}):
        raise ValueError(f"an id names a concept or a game, not both: {', '.join(both)}")
    missing = [
        (item["id"], need)
        for item in concepts
        for need in item.get("requires", ())
        if need not in ids
    ]
    if missing:
        told = ", ".join(f"{id} requires {need}{_near(need, ids)}" for id, need in missing)
        raise ValueError(f"these prerequisites are not concepts: {told}")
    for item in games:
        used = [*item["uses"], *item.get("optional", ())]
        if unknown := [id for id in used if id not in ids]:
            told = ", ".join(f"{id}{_near(id, ids)}" for id in unknown)
            raise ValueError(f"the game {item['id']} uses what is not a concept: {told}")
    needs = DiGraph((need, item["id"]) for item in concepts for need in item.get("requires", ()))
    try:
        circle = [edge[0] for edge in find_cycle(needs)]
    except NetworkXNoCycle:
        pass
    else:
        # Told from the concept that stands first in the data, and in the direction "requires".
        first = min(range(len(circle)), key=lambda i: [c["id"] for c in concepts].index(circle[i]))
        told = " -> ".join(
            [circle[first], *reversed(circle[first + 1 :] + circle[:first]), circle[first]]
        )
        raise ValueError(
            f"these concepts need each other in a circle: {told}; take one of the requires away"
        )
    if entries is not None:
        _check_contents(entries, concepts, games)


def _check_contents(entries: Any, concepts: Any, games: Any) -> None:
    sections = {entry["id"]: entry for entry in entries}
    for entry in entries:
        if entry["parent"] is not None and entry["parent"] not in sections:
            raise ValueError(
                f"the contents entry {entry['id']} stands under {entry['parent']}, which is not an"
                " entry"
            )
    for one, two in pairwise(entries):
        if two["order"] <= one["order"] or two["page"] < one["page"]:
            told = " to ".join(
                f"{entry['id']} (place {entry['order']}, page {entry['page']})"
                for entry in (one, two)
            )
            raise ValueError(f"the contents run backwards from {told}")
    for item in concepts:
        for section in [item.get("book_section"), *item.get("also_sections", ())]:
            if section is not None and section not in sections:
                raise ValueError(
                    f"the concept {item['id']} names the section {section}, which is not an entry"
                    " of the contents"
                )
    for item in games:
        if "order" in item and sections.get(item["id"], {}).get("order") != item["order"]:
            raise ValueError(
                f"the game {item['id']} stands at place {item['order']}, where the contents have"
                " something else"
            )


def _doubles(ids: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    return sorted({id for id in ids if id in seen or seen.add(id)})  # type: ignore[func-returns-value]


def _near(id: str, ids: Iterable[str]) -> str:
    guess = perhaps(id, ids)
    return f" ({guess[2:]})" if guess else ""


# ---- the graph
# ---------------------------------------------------------------------


@cache
def graph(games: bool = False) -> DiGraph:
    """The concepts as a networkx ``DiGraph``: an edge leads from what is needed to what needs it.

    Nodes have ``kind``, ``title`` and ``page`` (None for what the book does not have).  With
    ``games=True`` the games are nodes too, with an edge from each concept that they use; edges have
    the kind "requires" or "uses".  The graph is shared and therefore frozen; ``graph().copy()`` may
    be changed.

    >>> graph().number_of_nodes(), graph().number_of_edges(), sorted(graph().predecessors("ruff"))
    (116, 174, ['follow-suit', 'trump'])
    >>> graph(games=True).nodes["oh-hell"]
    {'kind': 'game', 'title': 'Oh Hell', 'page': 94}
    """
    import networkx

    check(
        {
            "concepts": load("concepts.json"),
            "games": game_entries(),
            "contents": load("book_contents.json"),
        }
    )
    made = networkx.DiGraph()
    pages = {id: page for id, (_, _, _, page) in _places().items()}
    for item in load("concepts.json"):
        made.add_node(item["id"], kind="concept", title=item["title"], page=pages[item["id"]])
    for item in load("concepts.json"):
        made.add_edges_from(((need, item["id"]) for need in item["requires"]), kind="requires")
    if games:
        for item in game_entries():
            made.add_node(item["id"], kind="game", title=item["title"], page=pages[item["id"]])
            made.add_edges_from(((used, item["id"]) for used in item["uses"]), kind="uses")
    return networkx.freeze(made)


@cache
def _needs(id: str) -> frozenset[str]:
    """A concept and everything it stands on."""
    return frozenset({id}).union(*(_needs(need) for need in concept(id)["requires"]))


def closure(ids: Iterable[str]) -> frozenset[str]:
    """Concepts together with everything that they stand on.

    >>> sorted(closure(["hold-bid"]) - closure(["auction"])), len(closure(["hold-bid"]))
    (['deal', 'eldest', 'hold-bid', 'shuffle'], 12)
    """
    return frozenset().union(*(_needs(id) for id in ids))


def opened(id: str) -> frozenset[str]:
    """Everything that stands on a concept, directly or not.

    >>> "must-overtrump" in opened("trump"), len(opened("trick"))
    (True, 19)
    """
    from networkx import descendants

    concept(id)
    return frozenset(descendants(graph(), id))


@cache
def generations() -> tuple[tuple[str, ...], ...]:
    """The concepts in layers: each needs something of the layer before it, and nothing of a
    later one.

    >>> [len(layer) for layer in generations()], generations()[-1]
    ([4, 8, 20, 28, 24, 21, 9, 2], ('hold-bid', 'convention'))
    """
    from networkx import topological_generations

    place = {id: i for i, id in enumerate(order())}
    return tuple(
        tuple(sorted(layer, key=place.__getitem__)) for layer in topological_generations(graph())
    )


# ---- the book's order
# ----------------------------------------------------------------------------------------------


@cache
def _places() -> dict[str, tuple[int, int, int, int | None]]:
    """Where everything stands: line of the contents, concepts before games, line of the data, page.

    A concept stands at its section.  One without a section stands just before the first game of the
    book that uses it, because there it is explained; but not before what it needs.
    """
    sections = {entry.id: entry for entry in contents()}
    games = [item for item in game_entries() if "order" in item]
    places: dict[str, tuple[int, int, int, int | None]] = {}
    for i, item in enumerate(load("concepts.json")):
        entry = sections.get(item["book_section"] or "")
        if entry is None:
            first = next((game for game in games if item["id"] in closure(game["uses"])), None)
            entry = sections[first["id"]] if first else None
        if entry is None:
            places[item["id"]] = (BEYOND, 0, i, None)
        else:
            places[item["id"]] = (entry.order, 0, i, item.get("page") or entry.page)
    for id in [item["id"] for item in load("concepts.json") if item["book_section"] is None]:
        latest = max(
            (places[need] for need in closure([id]) - {id} if places[need][0] < BEYOND),
            default=places[id],
        )
        if latest[0] > places[id][0]:
            places[id] = (latest[0], 0, places[id][2], latest[3])
    for i, item in enumerate(game_entries()):
        places[item["id"]] = (item.get("order", BEYOND), 1, i, item.get("page"))
    return places


@cache
def order(kind: str | None = None) -> tuple[str, ...]:
    """The ids of all concepts and games in the book's order; what the book does not have follows
    at the end.

    ``kind`` "concept" or "game" asks for those only.  No concept stands before one that it needs.
    A few of the first games stand before something that they use (`ahead`), as in the book, which
    tells them in plain words.

    >>> order()[:6], order("game")[:3]
    (('shuffle', 'turn', 'symbol', 'snap', 'pack', 'discard-pile'), ('snap', 'slapjack', 'beggar-thy-neighbour'))
    """
    if kind not in (None, "concept", "game"):
        raise ValueError(f"there is an order of concepts and of games, not of {kind!r}")
    if kind is not None:
        return tuple(id for id in order() if (id in concept_ids()) == (kind == "concept"))
    from networkx import lexicographical_topological_sort

    places, everything = _places(), graph().copy()
    everything.add_nodes_from(item["id"] for item in game_entries())
    return tuple(lexicographical_topological_sort(everything, key=lambda id: places[id][:3]))


def ahead() -> tuple[tuple[str, str], ...]:
    """The games of the book that use something whose section comes later, with the concept.

    >>> [game for game, concept in ahead() if concept == "hand"]
    ['snip-snap-snorem', 'high-cockalorum']
    """
    places = _places()
    return tuple(
        (item["id"], id)
        for item in game_entries()
        if "order" in item
        for id in _in_order(closure(item["uses"]))
        if concept(id)["book_section"] is not None and places[id][0] > item["order"]
    )


def _in_order(ids: Iterable[str]) -> tuple[str, ...]:
    wanted = frozenset(ids)
    return tuple(id for id in order("concept") if id in wanted)


# ---- games and what somebody knows
# ---------------------------------------------------------------------------------


@cache
def _catalogue() -> dict[str, str]:
    """The games that can be played here: id of the curriculum -> id of the catalogue."""
    from cardlab.engine.catalogue import games

    return {CURRICULUM_IDS.get(id, id): id for id in games()}


@cache
def _used(id: str, source: str) -> frozenset[str]:
    if source not in SOURCES:
        raise ValueError(
            f"the concepts of a game come from {' or '.join(SOURCES)}, not from {source!r}"
        )
    entry = known_game(id)
    if source == "rules" and entry["id"] in _catalogue():
        from cardlab.engine.catalogue import game

        return closure(game(_catalogue()[entry["id"]]).concepts())
    return closure(entry["uses"])


def uses(game: str, source: str = "curriculum") -> frozenset[str]:
    """The concepts that a game uses, with everything they stand on.

    ``source`` is "curriculum" (its data) or "rules" (computed from the rules of the game, if the
    catalogue has it).

    >>> sorted(uses("yaniv", "rules") - uses("yaniv"))
    ['multi-deck']
    """
    return _used(game if isinstance(game, str) else known_game(game)["id"], source)


def knowledge(known: str | Iterable[str], source: str = "curriculum") -> frozenset[str]:
    """What somebody knows: concepts by their ids, games for all that they use, and what these
    stand on.

    >>> len(knowledge("partnership-whist")), sorted(knowledge(["cheat", "auction"]) - knowledge("cheat"))[:3]
    (19, ['auction', 'contract', 'declarer'])
    """
    ids = (known,) if isinstance(known, str) else tuple(known)
    concepts: frozenset[str] = frozenset()
    for id in ids:
        if isinstance(id, str) and curriculum_game(id) is not None:
            concepts |= uses(id, source)
        elif isinstance(id, str) and id in concept_ids():
            concepts |= _needs(id)
        else:
            near = perhaps(id, [*order(), *CURRICULUM_IDS])
            raise ValueError(f"there is no game or concept {id!r}{near}")
    return concepts


def new_concepts(
    game: str, known: str | Iterable[str] = (), source: str = "curriculum"
) -> tuple[str, ...]:
    """The concepts that a game would bring to somebody, in the book's order.

    ``known`` is the id of a game (standing for all that it uses), or several ids of games or
    concepts.

    >>> new_concepts("oh-hell", known="partnership-whist")
    ('contract', 'exact-contract')
    >>> new_concepts("gin-rumy")
    Traceback (most recent call last):
    ValueError: the curriculum has no game 'gin-rumy'; is it gin-rummy?
    """
    return _in_order(uses(game, source) - knowledge(known, source))


# ---- the map
# ---------------------------------------------------------------------


def neighbours(id: str) -> dict[str, tuple[str, ...]]:
    """What is around a concept or a game: "needs", "opens", "used_in" (the games), each in the
    book's order.

    A game needs the concepts that it uses; it opens the concepts that the curriculum introduces
    with it.

    >>> neighbours("follow-suit")["needs"], neighbours("follow-suit")["opens"]
    (('trick',), ('ruff', 'must-head'))
    >>> neighbours("oh-hell")["opens"]
    ('contract', 'exact-contract')
    """
    if isinstance(id, str) and id in concept_ids():
        place = {game: i for i, game in enumerate(order("game"))}
        return {
            "needs": _in_order(graph().predecessors(id)),
            "opens": _in_order(graph().successors(id)),
            "used_in": tuple(sorted(users(id), key=place.__getitem__)),
        }
    if not isinstance(id, str) or curriculum_game(id) is None:
        raise ValueError(
            f"there is no game or concept {id!r}{perhaps(id, [*order(), *CURRICULUM_IDS])}"
        )
    entry = known_game(id)
    return {
        "needs": _in_order(entry["uses"]),
        "opens": _in_order(entry["introduces"]),
        "used_in": (),
    }


def columns() -> list[dict[str, Any]]:
    """The columns of the map as plain data: the chapters of the book in its order, then what it
    does not have, in three columns: the concepts, and the games of tricks apart from all others,
    because one column for all games would grow out of the page.

    Each has "title", "pages" (as text) and "nodes", each node "id", "kind", "title", "short" (a
    title for a narrow column) and "page" (None outside the book).

    >>> for column in columns()[1:3]:
    ...     print(column["title"], "|", column["pages"], "|", ", ".join(node["short"] for node in column["nodes"][:4]))
    Hands and melds | pages 28–45 | Hand of cards, Pitch, round, match, Next card in order, Going out
    Tricks and scores | pages 47–66 | Happy Families, Open and hole cards, Match points, Counting values
    """
    places, titles, short = _places(), graph(games=True).nodes, load("short_titles.json")
    groups: dict[str, list[str]] = {title: [] for title, _ in CHAPTERS}
    groups |= {title: [] for title in _BEYOND_THE_BOOK}
    for id in order():
        page = places[id][3]
        groups[_beyond(id) if page is None else _chapter(page)].append(id)
    return [
        {
            "title": head,
            "pages": _span([places[id][3] for id in ids]),
            "nodes": [
                {
                    "id": id,
                    "kind": titles[id]["kind"],
                    "title": titles[id]["title"],
                    "short": short.get(id, titles[id]["title"]),
                    "page": titles[id]["page"],
                }
                for id in ids
            ],
        }
        for head, ids in groups.items()
    ]


_BEYOND_THE_BOOK = ("Beyond: concepts", "Beyond: tricks", "Beyond: other games")


def _chapter(page: int) -> str:
    """The chapter in which a page of the book stands."""
    return max((first, title) for title, first in CHAPTERS if first <= page)[1]


def _beyond(id: str) -> str:
    """In which of the last columns something stands that is not in the book."""
    concepts, tricks, others = _BEYOND_THE_BOOK
    if id in concept_ids():
        return concepts
    if id not in _catalogue():
        return others
    from cardlab.engine.catalogue import game

    of_tricks = game(_catalogue()[id]).shelf in (GameShelf.TRICKS, GameShelf.POINTS)
    return tricks if of_tricks else others


def _span(pages: list[int | None]) -> str:
    known = [page for page in pages if page is not None]
    return f"pages {min(known)}–{max(known)}" if known else "not in the book"

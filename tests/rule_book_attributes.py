"""What a rule book may set: `docs/rule-books.md`, made from the classes and their docstrings.

    python -m tests.rule_book_attributes    writes the page anew

A name is on the page where a class of the engine or of a family has it first, and rule books or
families have their own.  It is read in the text of the classes; no game is played.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import cardlab
from cardlab.engine.game import Game, Phase, Standing, State

ROOT = Path(cardlab.__file__).parent.parent
PAGE = ROOT / "docs" / "rule-books.md"
ROOTS = (Game, Phase, State, Standing)
"""Of these all is listed that any rule book sets, of other classes what several set."""
TO_BE_SET = "*none*"
SHORT = 38
"""The longest default that is shown."""
HEAD = """# What a rule book may set

Made from the classes by `python -m tests.rule_book_attributes`; a test holds it to them.

A rule book has its own value for an attribute, or its own method of the same name, where the one that it inherits does not fit;
a phase also takes attributes as keywords (`Dealing(each=13)`). What most games set comes first. *Games* counts, of the {games}
there are, those whose rule books set a name, and after a + those for which only their family sets it. Of a family it lists
what more than one game sets. The whole docstring stands in the file; what inherits *none* has to be set where it is asked for.

Some names need not be set, since they follow from others: the `places` of a state, and those that lie `face_down`, from the types
of its fields. A `Standing` gets further fields where deals hand on more than totals, the dealer and the number of the deal.

"""
TITLES = {Game: "A game", Phase: "A phase", State: "A state", Standing: "A standing"}
Use = dict[tuple[type, str], set[str]]
"""The games that set a name, by the class that has the name first."""


# --- what the text of a class says


@cache
def module_of(name: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[name]))


@cache
def body_of(kind: type) -> list[ast.stmt]:
    """The statements of a class."""
    classes = (n for n in module_of(kind.__module__).body if isinstance(n, ast.ClassDef))
    return next((node.body for node in classes if node.name == kind.__name__), [])


def targets(node: ast.AST) -> list[str]:
    """What a statement assigns to, as it is written: `ranks`, `self.pack`."""
    if isinstance(node, ast.AnnAssign):
        return [ast.unparse(node.target)]
    found = node.targets if isinstance(node, ast.Assign) else []
    parts = [part for one in found for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
    return [ast.unparse(part) for part in parts]


def public(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name for name in names if name.isidentifier() and name[0] != "_")


@cache
def declared_in(kind: type) -> frozenset[str]:
    """The public names that a class gives a value, a method or only a type."""
    typed = (n.target for n in body_of(kind) if isinstance(n, ast.AnnAssign))
    return set_in(kind) | public(map(ast.unparse, typed))


@cache
def set_in(kind: type) -> frozenset[str]:
    """The public names that a class gives a value or a method, in `setup` or elsewhere."""
    names: list[str] = []
    for node in body_of(kind):
        if isinstance(node, ast.FunctionDef):
            inside = [name for part in ast.walk(node) for name in targets(part)]
            names += [node.name]
            names += [name.removeprefix("self.") for name in inside if name.startswith("self.")]
        elif not isinstance(node, ast.AnnAssign) or node.value is not None:
            names += targets(node)
    return public(names)


def ours(kind: type) -> list[type]:
    """The classes of cardlab that a class is made of."""
    return [one for one in kind.__mro__ if one.__module__.startswith("cardlab.")]


def first_with(kind: type, name: str) -> type | None:
    """The class that has a name first."""
    return next((one for one in reversed(ours(kind)) if name in declared_in(one)), None)


def in_rule_book(kind: type) -> bool:
    return kind.__module__.startswith("cardlab.rulebook.")


# --- who sets what


def kinds_of(game: Game) -> set[type]:
    """The classes that a game consists of, those of its rule book under other options included."""
    kinds = {type(game), game.State, game.Standing, *map(type, game.phases)}
    for module in rule_books(game):
        kinds |= {
            kind
            for kind in vars(module).values()
            if isinstance(kind, type) and kind.__module__ == module.__name__
            if issubclass(kind, (Phase, State, Standing))
        }
    return kinds


def rule_books(game: Game) -> list[ModuleType]:
    return [sys.modules[kind.__module__] for kind in ours(type(game)) if in_rule_book(kind)]


def keywords(module: ModuleType) -> Iterator[tuple[type, str]]:
    """The attributes that a rule book gives to phases as it makes them."""
    for node in ast.walk(module_of(module.__name__)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            kind = vars(module).get(node.func.id)
            if isinstance(kind, type) and issubclass(kind, Phase):
                yield from ((kind, word.arg) for word in node.keywords if word.arg)


def uses() -> tuple[Use, Use]:
    """The games that set a name: in their rule books, and in their families."""
    books: Use = defaultdict(set)
    families: Use = defaultdict(set)
    for id in cardlab.games():
        game = cardlab.game(id)
        for kind in {one for part in kinds_of(game) for one in ours(part)}:
            for name in set_in(kind):
                first = first_with(kind, name)
                if first is not None and first is not kind:
                    (books if in_rule_book(kind) else families)[first, name].add(id)
        for module in rule_books(game):
            for kind, name in keywords(module):
                first = first_with(kind, name)
                if first is not None:
                    books[first, name].add(id)
    return books, families


# --- the page


def first_sentence(text: str) -> str:
    """The first sentence of a docstring, as Markdown."""
    whole = " ".join(text.split("\n\n")[0].split()).replace("``", "`")
    return re.split(r"(?<=\.)\s+(?=[A-Z])", whole)[0].replace("|", "\\|")


def default_of(kind: type, name: str) -> str:
    """What a rule book inherits, where it is short; a name that it has to set is marked."""
    for node in body_of(kind):
        if name in targets(node):
            return shown_default(node.value)  # type: ignore[attr-defined]
        if isinstance(node, ast.FunctionDef) and node.name == name:
            does = [part for part in node.body if not isinstance(part, ast.Expr)]
            one = does[0] if len(does) == 1 else None
            if isinstance(one, ast.Raise) and "NotImplementedError" in ast.unparse(one):
                return TO_BE_SET
            return shown_default(one.value) if isinstance(one, ast.Return) and one.value else ""
    return ""


def shown_default(value: ast.expr | None) -> str:
    """A value as it is written; nothing where it is long or private."""
    text = TO_BE_SET if value is None else f"`{ast.unparse(value)}`"
    return text if len(text) <= SHORT and "._" not in text else ""


def shown_name(kind: type, name: str) -> str:
    """An attribute, or a method with what it is given."""
    for node in body_of(kind):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            if not marks & {"property", "cached_property"}:
                given = [one.arg for one in node.args.args][0 if "staticmethod" in marks else 1 :]
                return f"`{name}({', '.join(given)})`"
    return f"`{name}`"


def said_of(kind: type, name: str) -> str:
    """The first sentence that a class says of a name: a docstring, or the text below it."""
    body = body_of(kind)
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return first_sentence(ast.get_docstring(node) or "")
        if name in targets(node):
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            return first_sentence(str(after.value.value)) if told else ""
    return ""


def listed() -> dict[type, list[tuple[str, int, int]]]:
    """For each class the names to list, with how many rule books and families set them."""
    books, families = uses()
    rows: dict[type, list[tuple[str, int, int]]] = defaultdict(list)
    for kind, name in {*books, *families}:
        own = len(books[kind, name])
        other = len(families[kind, name] - books[kind, name])
        if not in_rule_book(kind) and (own > 1 or (kind in ROOTS and (own or other > 1))):
            rows[kind].append((name, own, other))
    for found in rows.values():
        found.sort(key=lambda row: (-row[1], -row[2], row[0]))
    return rows


def unsaid(rows: dict[type, list[tuple[str, int, int]]]) -> list[str]:
    """The names of which their class says nothing."""
    return [
        f"{kind.__module__}: {kind.__name__}.{name} has no docstring; write a sentence below it"
        for kind, names in rows.items()
        for name, _, _ in names
        if not said_of(kind, name)
    ]


def table(kind: type, rows: Iterable[tuple[str, int, int]]) -> str:
    lines = ["| name | inherited | games | what it is |", "|---|---|---|---|"]
    for name, own, other in rows:
        games = f"{own} + {other}" if other else f"{own}"
        lines.append(
            f"| {shown_name(kind, name)} | {default_of(kind, name)} | {games} | {said_of(kind, name)} |"
        )
    return "\n".join(lines) + "\n"


def page() -> str:
    """The text of the page."""
    rows = listed()
    others = sorted(
        (kind for kind in rows if kind not in ROOTS),
        key=lambda kind: (-sum(own for _, own, _ in rows[kind]), kind.__name__),
    )
    parts = [HEAD.format(games=len(cardlab.games()))]
    for kind in (*(root for root in ROOTS if root in rows), *others):
        file = kind.__module__.replace(".", "/") + ".py"
        about = first_sentence(inspect.getdoc(kind) or "")
        parts.append(f"## {TITLES.get(kind, f'`{kind.__name__}`')}\n\n{about} (`{file}`)\n\n")
        parts.append(table(kind, rows[kind]) + "\n")
    return "".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(*unsaid(listed()), sep="\n")

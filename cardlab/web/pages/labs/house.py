"""House rules on a page: what a game is as switches, and what it becomes.

Knows the controls and blocks of a laboratory. Decides nothing about rules: switches come from
`cardlab.labs.switches`, what can be played from `cardlab.labs.house`, what it does from
`cardlab.labs.effects`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from cardlab.engine.catalogue import game_class, games
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import ONLOOKER
from cardlab.families.tricks import trick_on
from cardlab.labs import house
from cardlab.labs.effects import (
    Change,
    Effects,
    Found,
    Row,
    before_after,
    positions,
    put_into,
    searching,
)
from cardlab.labs.switches import KINDS, Switch, switched, switches
from cardlab.labs.trial import Broken
from cardlab.web.addresses import (
    ExerciseAddress,
    GameAddress,
    LabAddress,
    WatchAddress,
    site_base,
)
from cardlab.web.pages.labs.base import (
    Block,
    Control,
    Lab,
    choice,
    file_name,
    number,
    refusal,
    rule_words,
    saved,
    switch,
    text,
)
from cardlab.web.pages.labs.shelf import Shelf

__all__ = ["House"]

DEALS = (100, 400, 2000)
SHOWN = 12
"""So many positions can be looked at, one after the other."""
AT_ONCE = 8
"""So many positions are looked at before the page answers; the search for better ones goes on in
the background."""


class House(Lab):
    """The switches of one game, the game that they make, and what that does."""

    id = "house-rules"
    title = "House rules"
    doing = "Trying it out"

    def __init__(self, game_id: str) -> None:
        self.changes: dict[str, Any] = {}
        self.name = ""
        self.deals = 400
        self.part = "Rules"
        self.shelf = Shelf()
        self.news = ""
        self.kept = ""
        """The house game that is chosen among those that are kept."""
        self.first: Found | None = None
        self._take(game_id, "", {})

    # --- what is agreed
    def _take(self, game_id: str, name: str, changes: dict[str, Any]) -> None:
        """Begin anew with these house rules. Refused, and nothing has changed, where a switch
        does not take its value."""
        agreed = house.house(game_id, name, changes)
        self.agreed, self.name, self.changes = agreed, agreed.name, switched(agreed)
        self.game = self.base = house.base_game(game_id, {})
        # other options have other rules to switch
        self.found = switches(house.base_game(game_id, dict(agreed.options)))
        self.refused, self.table = "", None
        self.tried = self.looked = False
        self.at, self.picked, self.apart = 0, "", ""
        self.positions: list[Found] = []
        seen, self.first = self.first, None
        self.study: Effects | None = None
        self._running: Iterator[float] | None = None
        try:
            self.table = house.build(agreed)
        except house.Refused as trouble:
            self.refused = str(trouble)
        else:
            self.first = self._at_once(seen) if self.changed else None

    def _at_once(self, seen: Found | None) -> Found | None:
        """A position to show while better ones are looked for: the one that was in sight, or one
        from the first moves."""
        assert self.table is not None
        if seen is not None and seen[0].game == self.base:
            with suppress(ValueError):
                return seen[0], before_after(self.base, self.table, seen[0])
        return next(positions(self.base, self.table, most=AT_ONCE), None)

    @property
    def changed(self) -> bool:
        return bool(self.agreed.changes)

    def lead(self) -> str:
        if not self.changed:
            return (
                f"{self.base.title} as it is written. Turn a rule off, lend it another one,"
                " change a number."
            )
        return f"{self.agreed.title}: {self.base.title} with {_counted(len(self.changes))}."

    def said(self) -> str:
        return self.news or self.refused or (self.lead() if self.changed else "")

    # --- controls
    def controls(self) -> list[Control]:
        found = [
            {
                "name": "name",
                "label": "What your table calls it",
                "kind": "text",
                "value": self.name,
                "place": "side",
                "group": "Your game",
            },
            {
                "name": "reset",
                "label": "As it is written",
                "kind": "button",
                "value": "",
                "place": "side",
                "group": "Your game",
            },
        ]
        parts = self._parts()
        if self.part not in parts:
            self.part = "Rules"
        counted = {part: sum(s.id in self.changes for s in here) for part, here in parts.items()}
        named = [
            (part, f"{part} ({counted[part]} changed)" if counted[part] else part) for part in parts
        ]
        found.append(
            choice("part", "What to change", self.part, named, place="side", group="Switches")
        )
        found += [self._control(s, self.part) for s in parts[self.part]]
        found.append(
            {
                "name": "load",
                "label": "The text of a house game",
                "kind": "area",
                "value": "",
                "place": "side",
                "group": "Bring one in",
                "hint": "Paste the text that somebody gave you.",
            }
        )
        if self.changed and self.table is not None:
            found.append(
                {
                    "name": "another",
                    "label": "Another position",
                    "kind": "button",
                    "value": "",
                    "place": "position",
                }
            )
            found.append(
                choice(
                    "deals",
                    "Deals of each",
                    self.deals,
                    [(n, str(n)) for n in DEALS],
                    place="effects",
                )
            )
            found.append(
                saved(
                    "file",
                    "Save as a file",
                    house.to_json(self.agreed) + "\n",
                    file_name(self.agreed.title, "json"),
                )
            )
        return [*found, *self._shelved()]

    def _shelved(self) -> Iterator[Control]:
        """What can be done with the house games that are kept."""
        kept = self.shelf.games
        if self.changed and self.table is not None:
            yield _button("keep", f"Keep {self.agreed.title}")
        if kept:
            if self.kept not in [one.id for one in kept]:
                self.kept = kept[0].id
            name = next(one.name for one in kept if one.id == self.kept)
            named = [(one.id, f"{one.name} ({_title(one.base)})") for one in kept]
            yield choice("kept", "A game that is kept", self.kept, named, place="kept")
            yield _button("open", "Open it")
            yield {
                "name": "rename",
                "label": "Call it",
                "kind": "text",
                "value": name,
                "place": "kept",
                "longest": 80,
            }
            yield _button("delete", "Delete it")
        if self.shelf.gone is not None:
            yield _button("back", f"Put {self.shelf.gone.name} back")

    def _parts(self) -> dict[str, list[Switch]]:
        """The switches of the game by the headings under which they stand."""
        parts: dict[str, list[Switch]] = {}
        for kind, heading in KINDS.items():
            for s in self.found:
                if s.kind == kind:
                    parts.setdefault("Borrowed rules" if s.borrowed else heading, []).append(s)
        return parts

    def _control(self, s: Switch, group: str) -> Control:
        value = self.changes.get(s.id, s.default)
        more: dict[str, Any] = {"place": "side", "group": group}
        if s.borrowed or s.kind == "option" or s.id in ("pack", "order", "trump-order"):
            more["hint"] = s.text
        if s.id in self.changes and self.refused:
            more["why"] = (
                self.refused if s.id == next(iter(self.changes)) or len(self.changes) == 1 else ""
            )
        if isinstance(s.default, bool) and (s.option is None or set(s.choices) == {True, False}):
            return switch(s.id, s.title, bool(value), **more)
        if s.low is not None and s.high is not None:
            return number(s.id, s.title, value, s.low, s.high, step=1, **more)
        if s.choices:
            return choice(
                s.id, s.title, str(value), [(str(c), _plain(c)) for c in s.choices], **more
            )
        return {"name": s.id, "label": s.title, "kind": "text", "value": value, **more}

    def set(self, name: str, value: Any) -> None:
        self.news = ""
        if name == "name":
            self._renamed(value)
        elif name == "reset":
            self._take(self.base.id, "", {})
        elif name == "load":
            self._load(value)
        elif name == "house":
            agreed = house.from_text(self.base.id, str(value))
            self._take(agreed.base, agreed.name, switched(agreed))
        elif name == "part":
            if value not in self._parts():
                raise ValueError(f"Choose {', '.join(self._parts())}.")
            self.part = str(value)
        elif name == "another":
            if self.positions:
                self.at, self.picked = (self.at + 1) % len(self.positions), ""
        elif name == "position":
            self.picked = str(value) if str(value) != self.picked else ""
        elif name == "deals":
            if str(value) not in map(str, DEALS):
                raise ValueError(f"Choose {', '.join(map(str, DEALS))} deals.")
            self.deals, self.study, self._running = int(value), None, None
        elif name in ("keep", "kept", "open", "rename", "delete", "back"):
            self._on_shelf(name, value)
        else:
            s = next((s for s in self.found if s.id == name), None)
            if s is None:
                super().set(name, value)
                return
            if s.choices and not isinstance(value, bool):
                value = next((c for c in s.choices if str(c) == str(value)), value)
            changes = {**self.changes, name: value}
            self._take(
                self.base.id, self.name, self._fitting(changes) if s.kind == "option" else changes
            )

    def _fitting(self, changes: dict[str, Any]) -> dict[str, Any]:
        """With other options some switches are no longer there; what was changed of them goes
        with them."""
        options = {
            k.removeprefix("option:"): v for k, v in changes.items() if k.startswith("option:")
        }
        known = {s.id: s for s in switches(house.base_game(self.base.id, options))}
        return {
            id: value for id, value in changes.items() if id in known or id.startswith("option:")
        }

    def _renamed(self, value: Any) -> None:
        name = house.house(self.base.id, value).name
        study, tried, looked, found, at = (
            self.study,
            self.tried,
            self.looked,
            self.positions,
            self.at,
        )
        done = self._running is None
        self._take(self.base.id, name, self.changes)
        if done:
            # what was counted is of the same game
            self.study, self.tried, self.looked, self.positions, self.at = (
                study,
                tried,
                looked,
                found,
                at,
            )

    def _on_shelf(self, name: str, value: Any) -> None:
        """Keep a game, or do something with one that is kept."""
        if name == "keep":
            if not self.changed or self.table is None:
                raise ValueError("There is nothing to keep yet: change something first.")
            self.kept = self.shelf.keep(self.agreed.base, self.agreed.title, self.agreed.text()).id
            self.news = f"{self.agreed.title} is kept."
        elif name == "kept":
            self.kept = self.shelf.find(str(value)).id
        elif name == "back":
            self.shelf.put_back()
        elif not self.kept:
            raise ValueError("No house game is kept yet.")
        elif name == "rename":
            self.shelf.rename(self.kept, str(value))
        elif name == "delete":
            self.shelf.delete(self.kept)
            self.news = f"{self.shelf.gone.name} is deleted." if self.shelf.gone else ""
        else:
            one = self.shelf.find(self.kept)
            try:
                agreed = house.from_text(one.base, one.text)
            except house.Refused as said:
                raise ValueError(
                    f"What is kept of {one.name} cannot be read and was left as it is. {said}"
                ) from None
            self._take(agreed.base, one.name, switched(agreed))

    def _load(self, value: Any) -> None:
        if not str(value).strip():
            return
        agreed = house.read(str(value))
        self._take(agreed.base, agreed.name, switched(agreed))

    def asked(self) -> dict[str, str]:
        return {"house": self.agreed.text()} if self.changed or self.name else {}

    # --- long work
    def job(self) -> Iterator[float] | None:
        if not self.changed or self.table is None:
            return None
        if self.tried and self.looked and self.study is not None and self._running is None:
            return None
        if self._running is None:
            self._running = self._work(self.agreed, self.table)
        # what only looks elsewhere does not begin the work anew
        return self._running

    def _work(self, agreed: house.House, table: Game) -> Iterator[float]:
        """Try the game out, look for positions that differ, and play deals of both."""
        if not self.tried:
            self.doing = "Trying it out"
            trial = house.trying_out(agreed, table)
            share = 0.0
            while True:
                try:
                    share = max(share, next(trial))
                except StopIteration as end:
                    said = str(end.value or "")
                    break
                yield 0.1 * share
            if self.agreed is not agreed:
                return
            self.tried = True
            if said:
                self.refused, self.table, self._running = said, None, None
                return
        if not self.looked:
            self.doing = "Looking for a position"
            try:
                put_into(table, self.base.match(seed=0).state)
            except ValueError as trouble:
                self.apart = str(trouble)
            for found in () if self.apart else searching(self.base, table):
                if self.agreed is not agreed:
                    return  # a switch was thrown meanwhile: these are positions of another game
                if found is not None:
                    self.positions.append(found)
                yield 0.1 + 0.1 * len(self.positions) / SHOWN
                if len(self.positions) >= SHOWN:
                    break
            self.looked = True
        self.doing = "Playing deals of both games"
        study = Effects(self.base, table, self.deals)
        self.study = study
        try:
            for share in study.run():
                yield 0.2 + 0.8 * share
        except Broken as happened:
            if self.agreed is agreed:
                self.refused = house.comes_apart(agreed, self.base, happened)
                self.table, self.study, self._running = None, None, None
        if self.study is study:
            self._running = None

    # --- blocks
    def blocks(self) -> list[Block]:
        found: list[Block] = []
        if self.refused:
            found.append(
                refusal(self.refused, id="refusal", title="This cannot be played", span="full")
            )
        elif not self.changed:
            said = (
                f"Nothing is changed yet: below are the rules of {self.base.title} as they are"
                " written."
            )
            found += [text(said, tone="note", id="nothing", span="full"), self._kept()]
        if self.changed:
            found.append(self._changes())
        if self.changed and self.table is not None:
            found += [self._position(), *self._verdict()]
        found.append(self._rules())
        if self.changed and self.table is not None:
            found += [*self._effects(), *self._keeping()]
        if self.changed:
            found.append(self._kept())
        return found

    def _kept(self) -> Block:
        """The house games that are kept."""
        block: Block = {"id": "kept", "title": "Your house games", "span": "full"}
        kept = self.shelf.games
        if self.shelf.said:
            return {**text(self.shelf.said, tone="note"), **block}
        if not kept:
            return {
                **text("None is kept yet. Change something, and keep what you have made."),
                **block,
            }
        rows = [
            [
                {"text": one.name, "mark": "picked"} if one.id == self.kept else one.name,
                _title(one.base),
            ]
            for one in kept
        ]
        columns = [{"label": "Name"}, {"label": "A form of"}]
        return {
            "kind": "table",
            "columns": columns,
            "rows": rows,
            "caption": "Your house games",
            **block,
        }

    def _changes(self) -> Block:
        """What is otherwise, in one look."""
        known = {s.id: s for s in self.found}
        rows = [
            [s.title, _plain_rule(s, s.default), {"text": _plain_rule(s, value), "mark": "changed"}]
            for s, value in (
                (known[id], value) for id, value in self.changes.items() if id in known
            )
        ]
        heads = [{"label": "What"}, {"label": self.base.title}, {"label": self.agreed.title}]
        return {
            "kind": "table",
            "id": "changes",
            "title": "What is changed",
            "columns": heads,
            "rows": rows,
            "span": "full",
            "caption": "What is changed",
        }

    def _rules(self) -> Block:
        base, now = self.base, self.table or self.base
        marks = base.diff(now) if now is not base else {"added": (), "dropped": (), "changed": ()}
        added, changed = {str(r) for r in marks["added"]}, {str(r) for r in marks["changed"]}
        was = {str(r): r.text(base) for r in base.all_rules()}
        groups = []
        for title, before, after in _sections(base, now):
            here = {str(r) for r in after}
            items = [
                _item(
                    now,
                    r,
                    "new" if r in added else "changed" if r in changed else "",
                    was.get(str(r), ""),
                )
                for r in after
            ]
            items += [_item(base, r, "gone") for r in before if str(r) not in here]
            if items:
                groups.append(
                    {
                        "title": title,
                        "rules": items,
                        "shut": now is not base and not any(i["mark"] for i in items),
                    }
                )
        options = []
        for o in type(base).all_options():
            new, old = getattr(now, o.name), o.default
            if new != old:
                options.append(
                    {
                        "id": o.name,
                        "title": o.name.replace("_", " ").capitalize(),
                        "text": f"{_plain(new)}. {o.text}",
                        "mark": "changed",
                        "was": f"{_plain(old)}.",
                    }
                )
        if options:
            groups.insert(0, {"title": "Options", "rules": options})
        title = self.agreed.title if self.changed and self.table is not None else base.title
        return {
            "kind": "rules",
            "id": "sheet",
            "title": f"The rules of {title}",
            "groups": groups,
            "span": "full",
        }

    def _position(self) -> Block:
        block: Block = {"id": "position", "title": "What is open, before and after", "span": "full"}
        shown = self._in_sight()
        if shown is None:
            none = "In the deals that were tried nobody had a choice to make."
            said = "Looking for a position." if not self.looked else self.apart or none
            return {**text(said), **block}
        state, found = shown
        found = _in_order(state, found)
        name, seat = self.base.names[state.to_move], state.phase.doing
        differs = any(c.differs for c in found)
        where = f"{name} is to {seat}{_lying(state)}."
        block["lead"] = where + ("" if differs else " Here both games leave the same open.")
        if any(c.move.card is None for c in found):
            words = {True: "open", False: "not open"}
            rows = [
                [
                    str(c.move.label),
                    words[bool(c.before)],
                    (
                        {"text": words[bool(c.after)], "mark": "changed"}
                        if c.differs
                        else words[bool(c.after)]
                    ),
                ]
                for c in found
            ]
            columns = [{"label": "Move"}, {"label": self.base.title}, {"label": self.agreed.title}]
            return {"kind": "table", "columns": columns, "rows": rows, "caption": where, **block}
        groups = [
            {
                "label": self.base.title,
                "cards": [_card(c, c.before, "", self.picked) for c in found],
            },
            {
                "label": self.agreed.title,
                "cards": [_card(c, c.after, _note(c), self.picked) for c in found],
            },
        ]
        return {"kind": "cards", "groups": groups, **block, "id": "position"}

    def _in_sight(self) -> Found | None:
        """The position that is shown: one that was looked for, or meanwhile the first that came."""
        return self.positions[self.at] if self.positions else self.first

    def _verdict(self) -> list[Block]:
        shown = self._in_sight()
        if shown is None or not self.picked:
            return []
        _, found = shown
        change = next(
            (c for c in found if str(c.move.card) == self.picked or str(c.move) == self.picked),
            None,
        )
        out: list[Block] = []
        for title, game, verdict in (
            (self.base.title, self.base, change and change.before),
            (self.agreed.title, self.table or self.base, change and change.after),
        ):
            if verdict is not None and change is not None:
                said = f"{title}: {verdict.say(ONLOOKER)}."
                out.append(
                    {
                        "kind": "verdict",
                        "cards": [str(change.move.card)] if change.move.card else [],
                        "text": said,
                        "rule": rule_words(verdict.rule, game),
                        "span": "half",
                    }
                )
        return out

    def _effects(self) -> list[Block]:
        study, title = self.study, "What it does to the game"
        if study is None or not study.counts[1].deals:
            return [
                text(
                    "Both games are about to be played, deal by deal, with the same cards.",
                    id="effects",
                    title=title,
                    span="full",
                )
            ]
        n = study.counts[1].deals
        names = [self.base.title, self.agreed.title]
        columns = [
            {"label": "In a deal"},
            *({"label": x, "align": "right"} for x in (*names, "Difference")),
        ]
        lead = f"{n} deals of each, played at random from the same cards; ± is one standard error."
        out: list[Block] = [
            {
                "kind": "table",
                "id": "effects",
                "title": title,
                "lead": lead,
                "columns": columns,
                "span": "full",
                "rows": [_row(r) for r in study.rows()],
                "caption": title,
            },
        ]
        rules = [(r, row) for r, row in study.rules() if row.before or row.after]
        if rules:
            first = [{"label": "Rule"}, *columns[1:]]
            often = "How often each rule decides"
            out.append(
                {
                    "kind": "table",
                    "id": "deciding",
                    "title": often,
                    "columns": first,
                    "rows": [_row(row) for _, row in rules],
                    "lead": "How many times in a deal it takes a move away.",
                    "caption": often,
                    "span": "full",
                }
            )
        spread = study.spreads()
        heads = [
            {"label": "Points of a side"},
            *(
                {"label": x, "align": "right"}
                for x in ("mean", "standard deviation", "5 %", "25 %", "half", "75 %", "95 %")
            ),
        ]
        rows = [
            [name, _figure(m), _figure(sd), *map(_signed, q)]
            for name, (m, sd, q) in zip(names, spread, strict=True)
        ]
        out.append(
            {
                "kind": "table",
                "id": "spread",
                "title": "The spread of the scores",
                "columns": heads,
                "rows": rows,
                "span": "full",
                "caption": "The spread of the scores",
            }
        )
        out.append(self._plot(study, names))
        return out

    def _plot(self, study: Effects, names: list[str]) -> Block:
        every = [t.all_points() for t in study.counts]
        low, high = min(e[0] for e in every), max(e[-1] for e in every)
        width = max(1, -(-(high - low + 1) // 24))
        series = []
        for name, points in zip(names, every, strict=True):
            bins: dict[int, int] = {}
            for p in points:
                bins[(p - low) // width] = bins.get((p - low) // width, 0) + 1
            at = [
                [low + k * width, round(100 * n / len(points), 2)] for k, n in sorted(bins.items())
            ]
            series.append(
                {
                    "name": name,
                    "style": "bars" if (high - low) // width < 16 else "line",
                    "points": at,
                }
            )
        step = "Points of a side in a deal" + (f", in steps of {width}" if width > 1 else "")
        return {
            "kind": "plot",
            "id": "points",
            "title": "Points in a deal",
            "x": {"title": step},
            "series": series,
            "span": "full",
            "y": {"title": "Share of deals, %"},
            "label": "How often a side makes so many points in a deal, in both games",
        }

    def _keeping(self) -> list[Block]:
        out: list[Block] = []
        agreed = self.agreed
        base, words = site_base(), {"house": agreed.text()}
        if base:
            practice = urlencode({"game": agreed.base, **words, "seed": 1})
            pages = {
                f"Play {agreed.title}": GameAddress(agreed.base, options=words),
                f"Watch a deal of {agreed.title}": WatchAddress(agreed.base, options=words),
                f"Exercises on {agreed.title}": ExerciseAddress(address=f"decided-by?{practice}"),
                "This page, as a link to give to others": LabAddress(self.id, agreed.base, words),
            }
            found = [[text, page.url(base)] for text, page in pages.items()]
            out.append(
                {
                    "kind": "links",
                    "id": "play",
                    "title": "Play it, watch it, learn it",
                    "links": found,
                    "span": "full",
                }
            )
        said = (
            "Keep this text in a file, such as house.json; “cardlab play --house house.json”"
            " plays it."
        )
        file = house.to_json(agreed)
        out.append(
            {
                "kind": "code",
                "id": "file",
                "title": "As a file",
                "text": file,
                "lead": said,
                "span": "full",
            }
        )
        python = f"""import cardlab

game = cardlab.game({agreed.base!r}, house={agreed.text()!r})
match = game.match(seed=7)"""
        out.append(
            {"kind": "code", "id": "python", "title": "In Python", "text": python, "span": "full"}
        )
        return out


def _button(name: str, label: str) -> Control:
    return {"name": name, "label": label, "kind": "button", "value": "", "place": "kept"}


def _title(base: str) -> str:
    """The game of that id, or the id where there is none (any more)."""
    return game_class(base).title if base in games() else base


def _counted(n: int) -> str:
    from cardlab.engine.words import number as counted

    return "one thing changed" if n == 1 else f"{counted(n)} things changed"


def _plain(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _plain_rule(s: Switch, value: Any) -> str:
    if s.kind == "rule" or (s.kind == "target" and isinstance(value, bool)):
        return "in force" if value else "not played" if s.borrowed else "left out"
    return _plain(value)


def _sections(base: Game, now: Game) -> Iterator[tuple[str, tuple[Rule, ...], tuple[Rule, ...]]]:
    """The parts of a rule sheet, in both games."""
    yield "The match", base.notes, now.notes
    for phase in now.phases:
        old = next((p for p in base.phases if p.id == phase.id), None)
        yield phase.title, (*old.notes, *old.rules) if old else (), (*phase.notes, *phase.rules)
    yield "Scoring", base.scoring, now.scoring
    yield (
        "The end of the match",
        tuple(e.note(base) for e in base.ends),
        tuple(e.note(now) for e in now.ends),
    )


def _item(game: Game, r: Rule, mark: str, was: str = "") -> dict[str, str]:
    found = {"id": str(r), "title": r.title, "text": r.text(game), "mark": mark}
    # what was written beside a rule stands after it; the rule before it need not be read twice
    if mark == "changed" and was and not r.text(game).startswith(was):
        found["was"] = was
    return found


def _in_order(state: Any, found: tuple[Change, ...]) -> tuple[Change, ...]:
    """Cards as people hold them."""
    order = state.game.order(state) or state.game.sorting()
    if order is None or any(c.move.card is None for c in found):
        return found
    try:
        held = list(order.sorted([c.move.card for c in found]))
    except (KeyError, ValueError):
        return found
    return tuple(sorted(found, key=lambda c: held.index(c.move.card)))


def _note(c: Change) -> str:
    return ("now open" if c.after else "now closed") if c.differs else ""


def _card(c: Change, verdict: Any, note: str, picked: str) -> dict[str, Any]:
    code = str(c.move.card)
    return {
        "code": code,
        "state": "open" if verdict else "closed",
        "picked": code == picked,
        "note": note,
    }


def _lying(state: Any) -> str:
    """What lies on the table, and the trumps."""
    trick, order = trick_on(state), state.game.order(state)
    lying = f" on {' '.join(c.sign for c in trick.up)}" if trick.cards else ""
    trump = order.trump if order is not None else None
    return lying + (f"; {trump.name} are trumps" if trump is not None else "")


def _figure(x: float) -> str:
    return f"{x:.2f}".replace("-", "−")


def _signed(n: int) -> str:
    return str(n).replace("-", "−")


def _row(row: Row) -> list[Any]:
    # on a phone a line may end before the sign ±, and nowhere else
    scale, unit = (100, "\u00a0%") if row.share else (1, "")

    def said(value: float, error: float, sign: str = "") -> str:
        return f"{value * scale:{sign}.2f}{unit} ±\u00a0{error * scale:.2f}".replace("-", "−")

    difference: Any = (
        said(row.difference, row.error, "+") if row.difference or row.error else "the same"
    )
    if row.certain:
        difference = {"text": difference, "mark": "changed"}
    return [
        row.name,
        said(row.before, row.before_error),
        said(row.after, row.after_error),
        difference,
    ]

"""The laboratory of house rules on a page: what a game is as switches, and what it becomes.

Knows controls and blocks.  Decides nothing about rules: switches come from `cardlab.labs.switches`,
what can be played from `cardlab.labs.house`, what it does from `cardlab.labs.study`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cardlab.engine.catalogue import game_class, games
from cardlab.engine.game import Game, State
from cardlab.engine.house import House, Refused
from cardlab.engine.options import fill
from cardlab.engine.rulings import Rule
from cardlab.engine.words import ONLOOKER, shown
from cardlab.engine.words import number as in_words
from cardlab.families.tricks import trick_on
from cardlab.labs import house
from cardlab.labs.effects import Change, EffectRow, Effects, PositionChanges
from cardlab.labs.matches import MATCHES, BothMatches
from cardlab.labs.study import DEALS, HouseStudy
from cardlab.labs.switches import KINDS, Switch, switched, switches
from cardlab.web.addresses import (
    Address,
    LabAddress,
    site_base,
)
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import (
    Block,
    code,
    columns,
    file_name,
    refusal,
    rule_words,
    table,
    text,
)
from cardlab.web.pages.labs.controls import (
    ChoiceControl,
    Control,
    NumberControl,
    Parameter,
    SaveControl,
    SwitchControl,
    TextControl,
    button,
    click,
    made,
)
from cardlab.web.pages.labs.shelf import Shelf
from cardlab.web.pages.labs.tracking import Variable, worked_out

__all__ = ["HouseLab"]

COUNTS = (100, 400, 2000)
"""How many deals of each game can be played."""
BORROWED = "Borrowed rules"


class HouseLab(Lab):
    """The switches of one game, the game that they make, and what that does."""

    id, title = "house-rules", "House rules"
    offers = "change a rule or an option, and count what it does to a deal"
    sets_rules = True

    agreed = Variable[House]()
    built = Variable[Game | None]()
    """The game of these house rules, where it could be made."""
    cannot = Variable[str]()
    """Why it could not."""
    study = Variable[HouseStudy | None]()
    both = Variable[BothMatches | None]()
    """The whole matches that were asked for."""
    at = Variable[int]()
    """Which of the positions is shown."""
    picked = Variable[str]()
    news = Variable[str]()
    """What has become of saved house rules."""
    saved = Variable[tuple[Any, ...]]()
    deleted = Variable[str]()
    """The name of what can be put back."""

    house = Parameter(
        lambda lab, text: lab.take_house(house.from_text(lab.game.id, text)),
        lambda lab: lab.agreed.text() if lab.changed or lab.agreed.name else None,
    )
    name = TextControl(
        "What your table calls it",
        get=lambda lab: lab.agreed.name,
        put=lambda lab, name: lab.rename(name),
        place="side",
        group="Your game",
        query="never",
    )

    @button("As it is written", place="side", group="Your game")
    def reset(self) -> None:
        self._take("", {})

    part = ChoiceControl[str](
        "What to change",
        lambda lab: lab.part_titles(),
        "Rules",
        place="side",
        group="Switches",
        query="never",
    )

    @made
    def switch_controls(self) -> Iterator[Control[Any]]:
        for part, of_part in self.parts.items():
            for switch in of_part:
                yield self._control(switch, part)

    load = TextControl(
        "The text of house rules",
        get=lambda lab: "",
        put=lambda lab, words: lab.bring(words),
        rows=4,
        place="side",
        group="Bring some in",
        hint="Paste the text that somebody gave you.",
        query="never",
    )

    @button("Another position", place="position", when=lambda lab: lab.playable)
    def another(self) -> None:
        if self.study is not None and self.study.positions:
            self.at, self.picked = (self.at + 1) % len(self.study.positions), ""

    @click("position")
    def pick(self, card: str) -> None:
        self.picked = "" if card == self.picked else card

    deals = ChoiceControl[int](
        "Deals of each",
        [(n, str(n)) for n in COUNTS],
        DEALS,
        place="effects",
        when=lambda lab: lab.playable,
        query="never",
    )
    matches = ChoiceControl[int](
        "Matches of each",
        [(n, str(n)) for n in MATCHES],
        MATCHES[1],
        place="matches",
        when=lambda lab: lab.playable,
        query="never",
    )

    @button("Play whole matches", place="matches", when=lambda lab: lab.playable)
    def play_matches(self) -> None:
        if self.table is None or not self.changed:
            raise ValueError("Change something first; then both games can be played.")
        self.stop()
        self.both = BothMatches(self.game, self.table, self.matches)

    save_file = SaveControl(
        "Save as a file",
        name="save-file",
        content=lambda lab: house.to_json(lab.agreed) + "\n",
        file=lambda lab: file_name(lab.agreed.title, "json"),
        place="file",
        when=lambda lab: lab.playable,
    )

    @button(lambda lab: f"Save {lab.agreed.title}", place="saved", when=lambda lab: lab.playable)
    def save(self) -> None:
        if not self.playable:
            raise ValueError("There is nothing to save yet: change something first.")
        agreed = self.agreed
        with self._shelf():
            one = self.shelf.keep(agreed.base, agreed.title, agreed.text())
        self.which = one.id
        self.news = f"{agreed.title} is saved."

    which = ChoiceControl[str](
        "Saved house rules",
        lambda lab: [(one.id, f"{one.name} ({_title(one.base)})") for one in lab.saved],
        place="saved",
        when=lambda lab: lab.saved,
        query="never",
    )

    @button("Open", name="open", place="saved", when=lambda lab: lab.saved)
    def open_saved(self) -> None:
        one = self._chosen()
        try:
            agreed = house.from_text(one.base, one.text)
        except Refused as no:
            raise ValueError(
                f"The saved house rules {one.name} cannot be read and were left as they are. {no}"
            ) from None
        self._take(one.name, switched(agreed), agreed.base)

    new_name = TextControl(
        "New name",
        get=lambda lab: lab._chosen().name if lab.saved else "",
        put=lambda lab, name: lab.rename_saved(name),
        name="rename",
        longest=80,
        place="saved",
        when=lambda lab: lab.saved,
        query="never",
    )

    @button("Delete", place="saved", when=lambda lab: lab.saved)
    def delete(self) -> None:
        one = self._chosen()
        with self._shelf():
            self.shelf.delete(one.id)
        self.news = f"{one.name} is deleted."

    @button(lambda lab: f"Put {lab.deleted} back", place="saved", when=lambda lab: lab.deleted)
    def back(self) -> None:
        with self._shelf():
            self.shelf.put_back()

    @property
    def subject(self) -> Game:
        # rules that are nothing but options are those options
        return self.game if self.built is None else self.built.replace()

    def prepare(self) -> None:
        self.shelf = Shelf()
        self.news, self.study, self.both = "", None, None
        self._read_shelf()
        self._take("", {})

    def set(self, name: str, value: Any) -> None:
        self.news = ""
        super().set(name, value)

    # -- what is agreed
    def _take(self, name: str, changes: dict[str, Any], base: str = "") -> None:
        """Begin anew with these house rules.  Raises ValueError, and nothing has changed, where a
        switch does not take its value."""
        self.take_house(house.house(base or self.game.id, name, changes))

    def take_house(self, agreed: House) -> None:
        """Begin anew with these house rules."""
        seen = self.sight
        base = house.base_game(agreed.base, {})
        built, cannot = None, ""
        try:
            built = house.build(agreed)
        except Refused as no:
            cannot = str(no)
        self.agreed, self.game, self.built, self.cannot = agreed, base, built, cannot
        self.stop()
        self.at, self.picked, self.study = 0, "", None
        if built is not None and agreed.changes:
            self.study = HouseStudy(agreed, base, built, self._deals(), seen)

    def _deals(self) -> int:
        return DEALS if self.study is None else self.study.deals

    @deals.then
    def _play_so_many(self) -> None:
        if self.study is not None:
            self.study.play(self.deals)

    @worked_out
    def changes(self) -> dict[str, Any]:
        """The switches that are not as the game has them."""
        return switched(self.agreed)

    @worked_out
    def switches(self) -> tuple[Switch, ...]:
        """Every switch; other options have other rules to switch."""
        return switches(house.base_game(self.agreed.base, dict(self.agreed.options)))

    @worked_out
    def parts(self) -> dict[str, list[Switch]]:
        """The switches of the game by the headings under which they stand."""
        parts: dict[str, list[Switch]] = {}
        for kind, heading in KINDS.items():
            for switch in self.switches:
                if switch.kind == kind:
                    parts.setdefault(BORROWED if switch.borrowed else heading, []).append(switch)
        return parts

    def part_titles(self) -> list[tuple[str, str]]:
        titles = []
        for part, of_part in self.parts.items():
            count = sum(switch.id in self.changes for switch in of_part)
            titles.append((part, f"{part} ({count} changed)" if count else part))
        return titles

    def _control(self, switch: Switch, part: str) -> Control[Any]:
        explained = switch.borrowed or switch.kind in ("option", "order") or switch.id == "pack"
        more: dict[str, Any] = {
            "name": switch.id,
            "place": "side",
            "group": part,
            "query": "never",
            "hint": switch.text if explained else "",
            "why": lambda lab: lab.why_not(switch.id),
            "when": lambda lab: lab.part == part,
            "get": lambda lab: lab.changes.get(switch.id, switch.default),
            "put": lambda lab, value: lab.throw(switch, value),
        }
        on_or_off = switch.option is None or set(switch.choices) == {True, False}
        if isinstance(switch.default, bool) and on_or_off:
            return StrictSwitch(switch.title, **more)
        if switch.low is not None and switch.high is not None:
            return NumberControl(switch.title, low=switch.low, high=switch.high, **more)
        if switch.choices:
            choices = [(choice, self._listed(switch, choice)) for choice in switch.choices]
            return ChoiceControl[Any](switch.title, choices, switch.default, **more)
        return TextControl(switch.title, **more)

    def _listed(self, switch: Switch, choice: Any) -> str:
        """A choice in words, where its option has some."""
        if switch.option is None:
            return _plain(choice)
        return fill(switch.option.listed(choice), self.game).rstrip(".")

    def why_not(self, id: str) -> str:
        """Why it cannot be played, at the first switch that was thrown."""
        return self.refused if id == next(iter(self.changes), "") else ""

    def throw(self, switch: Switch, value: Any) -> None:
        """Set a switch of the game."""
        changes = {**self.changes, switch.id: value}
        if switch.kind == "option":
            changes = house.fitting(self.game.id, changes)
        self._take(self.agreed.name, changes)

    def rename(self, name: str) -> None:
        """Call the game otherwise; what was counted is of the same game."""
        study, at = self.study, self.at
        self._take(name, self.changes)
        if study is not None and study.done and self.built is not None:
            study.agreed, study.table = self.agreed, self.built
            self.study, self.at = study, at

    def bring(self, words: str) -> None:
        """Take house rules from the text of a file."""
        if words.strip():
            self.take_house(house.read(words))

    @property
    def changed(self) -> bool:
        return bool(self.agreed.changes)

    @property
    def refused(self) -> str:
        """Why it cannot be played, as far as is known."""
        return self.cannot or (self.study.refused if self.study is not None else "")

    @property
    def table(self) -> Game | None:
        """The game of these house rules, where it can be played."""
        return None if self.refused else self.built

    @property
    def playable(self) -> bool:
        """Whether anything is changed, and what came of it can be played."""
        return self.changed and self.table is not None

    # -- saved house rules
    def _chosen(self) -> Any:
        if not self.saved:
            raise ValueError("No house rules are saved yet.")
        return self.shelf.find(self.which)

    def rename_saved(self, name: str) -> None:
        one = self._chosen()
        with self._shelf():
            self.shelf.rename(one.id, name)

    @contextmanager
    def _shelf(self) -> Iterator[None]:
        """Whatever comes of it, another window may have changed the list: it is read again."""
        try:
            yield
        finally:
            self._read_shelf()

    def _read_shelf(self) -> None:
        self.saved = self.shelf.games
        self.deleted = self.shelf.gone.name if self.shelf.gone is not None else ""

    # -- long work
    @property
    def doing(self) -> str:  # type: ignore[override]
        """What the study does now."""
        if self.both is not None and not self.both.done:
            return "Playing whole matches of both games"
        return self.study.doing if self.study is not None else Lab.doing

    def stop(self) -> None:
        """Let go of matches that are being played."""
        if self.both is not None:
            self.both.stop()
            self.both = None

    def job(self) -> Iterator[float] | None:
        if self.both is not None and not self.both.done:
            return self.both.work()
        if self.study is None or self.study.done:
            return None
        # what only looks elsewhere does not begin the work anew
        return self.study.work()

    # -- what is shown
    def lead(self) -> str:
        if not self.changed:
            return (
                f"{self.game.title} as it is written. Turn a rule off, borrow another one,"
                " change a number."
            )
        things = "one thing" if len(self.changes) == 1 else f"{in_words(len(self.changes))} things"
        return f"{self.agreed.title}: {self.game.title} with {things} changed."

    def spoken(self) -> str:
        return self.news or self.refused or (self.lead() if self.changed else "")

    def blocks(self) -> list[Block]:
        if not self.changed:
            text_shown = (
                f"Nothing is changed yet: below are the rules of {self.game.title} as they are"
                " written."
            )
            nothing = text(text_shown, tone="note", id="nothing", span="full")
            return [nothing, *self._news(), self.saved_block(), self._rules()]
        if self.table is None:
            title = "This cannot be played"
            why = refusal(self.refused, id="refusal", title=title, span="full")
            return [why, self.changed_block, self._rules(), *self._news(), self.saved_block()]
        return [
            self.changed_block,
            self._position(),
            *self._verdicts(),
            self._rules(),
            *self._effects(),
            self._matches(),
            *self.links,
            self.file_block,
            self.python,
            *self._news(),
            self.saved_block(),
        ]

    def _news(self) -> list[Block]:
        """What was just done to the saved house rules, beside their list."""
        shown = {"tone": "note", "id": "news", "span": "full"}
        return [text(self.news, **shown)] if self.news else []

    def saved_block(self) -> Block:
        """The saved house rules."""
        block: Block = {"id": "saved", "title": "Your saved house rules", "span": "full"}
        if self.shelf.trouble:
            return text(self.shelf.trouble, tone="note", **block)
        if not self.saved:
            return text(
                "None are saved yet. Change something, and save what you have made.", **block
            )
        rows: list[list[Any]] = []
        for one in self.saved:
            name = {"text": one.name, "mark": "picked"} if one.id == self.which else one.name
            rows.append([name, _title(one.base)])
        more = {"caption": "Your saved house rules", "span": "full"}
        return table("saved", block["title"], columns("Name", "A form of"), rows, **more)

    @worked_out
    def changed_block(self) -> Block:
        """What is otherwise, in one look."""
        by_id = {switch.id: switch for switch in self.switches}
        rows: list[list[Any]] = []
        for id, value in self.changes.items():
            if (switch := by_id.get(id)) is not None:
                now = {"text": _plain_rule(switch, value), "mark": "changed"}
                rows.append([switch.title, _plain_rule(switch, switch.default), now])
        heads = columns("What", self.game.title, self.agreed.title)
        more = {"span": "full", "caption": "What is changed"}
        return table("changes", "What is changed", heads, rows, **more)

    def _rules(self) -> Block:
        """The rule sheet of the game that can be played."""
        title = self.agreed.title if self.playable else self.game.title
        return {
            "kind": "rules",
            "id": "sheet",
            "title": f"The rules of {title}",
            "groups": self.written_sheet if self.table is None else self.sheet,
            "span": "full",
        }

    @worked_out
    def sheet(self) -> list[dict[str, Any]]:
        """The rules of these house rules, with what is new, changed and gone marked."""
        return _sheet(self.game, self.built or self.game)

    @worked_out
    def written_sheet(self) -> list[dict[str, Any]]:
        """The rules of the game as it is written."""
        return _sheet(self.game, self.game)

    @property
    def sight(self) -> PositionChanges | None:
        """The position that is shown: one that was looked for, or meanwhile the first that came."""
        if self.study is None:
            return None
        return self.study.positions[self.at] if self.study.positions else self.study.first

    def _position(self) -> Block:
        block: Block = {
            "id": "position",
            "title": "What is legal, before and after",
            "span": "full",
        }
        study, sight = self.study, self.sight
        assert study is not None
        if sight is None:
            none = "In the deals that were tried nobody had a choice to make."
            if not study.looked:
                return text("Looking for a position.", **block)
            return text(study.apart or none, **block)
        state, changes = sight.state, _in_order(sight)
        where = f"{self.game.names[state.to_move]} is to {state.phase.doing}{_lying(state)}."
        block["lead"] = where
        if not sight.differs:
            block["lead"] += " Here the same moves are legal in both games."
        titles = self.game.title, self.agreed.title
        if any(change.move.card is None for change in changes):
            heads = columns("Move", *titles)
            rows = [_judged_twice(change) for change in changes]
            return table("position", block["title"], heads, rows) | block | {"caption": where}
        before = [_card(c, c.before, "", self.picked) for c in changes]
        after = [_card(c, c.after, _note(c), self.picked) for c in changes]
        groups = [
            {"label": title, "cards": cards}
            for title, cards in zip(titles, (before, after), strict=True)
        ]
        return {"kind": "cards", "groups": groups, **block}

    def _verdicts(self) -> Iterator[Block]:
        """What both games say of the picked card."""
        sight = self.sight
        if sight is None or not self.picked:
            return
        names = (self.picked,)
        change = next(
            (c for c in sight.changes if str(c.move.card) in names or str(c.move) in names), None
        )
        if change is None:
            return
        for title, game, verdict in (
            (self.game.title, self.game, change.before),
            (self.agreed.title, self.table or self.game, change.after),
        ):
            if verdict is not None:
                yield {
                    "kind": "verdict",
                    "cards": [str(change.move.card)] if change.move.card else [],
                    "text": f"{title}: {verdict.say(ONLOOKER)}.",
                    "rule": rule_words(verdict.rule, game),
                    "span": "half",
                }

    def _effects(self) -> list[Block]:
        effects, title = self.study and self.study.effects, "What it does to the game"
        if not effects or not effects.counts[1].deals:
            return [
                text(
                    "Both games are about to be played, deal by deal, with the same cards.",
                    id="effects",
                    title=title,
                    span="full",
                )
            ]
        names = (self.game.title, self.agreed.title)
        deals = effects.counts[1].deals
        lead = (
            f"{deals} deals of each, played at random from the same cards; ± is one standard error."
            f" {_who_wins(effects)}"
        )
        rows = [_row(row) for row in effects.rows()]
        heads = columns("In a deal", right=[*names, "Difference"])
        shared = {"span": "full", "caption": title, "lead": lead}
        blocks = [table("effects", title, heads, rows, **shared)]
        decided = [row for _, row in effects.rules() if row.before or row.after]
        if decided:
            often = "How often each rule decides"
            blocks.append(
                table(
                    "deciding",
                    often,
                    columns("Rule", right=[*names, "Difference"]),
                    [_row(row) for row in decided],
                    lead="How many times in a deal it takes a move away.",
                    caption=often,
                    span="full",
                )
            )
        return [*blocks, _spread(effects, names), _plot(effects, names)]

    def _matches(self) -> Block:
        """Who wins whole matches of both games, and how long they take."""
        title = "Whole matches"
        shared = {"id": "matches", "title": title, "span": "full"}
        if self.both is None:
            why = "Bots play both games to the end of the match, on all cores of this machine."
            return text(why, **shared)
        if self.both.endless:
            return refusal(self.both.endless, **shared)
        if not (rows := self.both.rows()):
            return text("The matches are being played.", **shared)
        heads = columns("In a match", right=[self.game.title, self.agreed.title, "Difference"])
        lead = (
            f"{self.both.wanted} matches of each between {self.both.bots} bots, from the same seeds;"
            " ± is one standard error. How often each rule decides stands above."
        )
        more = {"span": "full", "caption": title, "lead": lead}
        return table("matches", title, heads, [_row(row) for row in rows], **more)

    @worked_out
    def links(self) -> list[Block]:
        """Where to play it, watch it and learn it."""
        agreed, base = self.agreed, site_base()
        if not base:
            return []
        words = {"house": agreed.text()}
        pages: dict[str, Address] = {
            "This page, as a link to give to others": LabAddress(self.id, agreed.base, words),
        }
        links = [[label, page.url(base)] for label, page in pages.items()]
        title = "Play it, watch it, learn it"
        return [{"kind": "links", "id": "play", "title": title, "links": links, "span": "full"}]

    @worked_out
    def file_block(self) -> Block:
        lead = (
            "Save this text in a file, such as house.json; “cardlab play --house house.json”"
            " plays it."
        )
        return code(house.to_json(self.agreed), "file", "As a file", lead=lead, span="full")

    @worked_out
    def python(self) -> Block:
        agreed = self.agreed
        lines = [
            "import cardlab",
            "",
            f"game = cardlab.game({agreed.base!r}, house={agreed.text()!r})",
            "match = game.match(seed=7)",
        ]
        return code("\n".join(lines), span="full")


class StrictSwitch(SwitchControl):
    """A switch that takes yes and no only."""

    def read(self, lab: Any, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if str(value).lower() in ("1", "0", "true", "false", "on", "off", "yes", "no"):
            return super().read(lab, value)
        raise ValueError(f"“{self.said(lab)}” is on or off; “{shown(str(value))}” is neither.")


def _who_wins(effects: Effects) -> str:
    """How often the change makes another winner, and how often chance does so by itself."""
    (share, error), (chance, noise) = effects.winners()
    text = (
        f"Another side does best in {share:.1%} ± {error:.1%} of the deals; other dice alone, with"
        f" the same cards and no rule changed, make it {chance:.1%} ± {noise:.1%}."
    )
    return text.replace("%", "\u00a0%").replace("± ", "±\u00a0")


def _sheet(base: Game, now: Game) -> list[dict[str, Any]]:
    """The rules of a game as groups, with what is new, changed and gone beside another one."""
    marks: dict[str, str] = {}
    if now is not base:
        changes = base.diff(now)
        marks = {str(rule): "changed" for rule in changes["changed"]}
        marks |= {str(rule): "new" for rule in changes["added"]}
    was = {str(rule): rule.text(base) for rule in base.all_rules()}
    groups = []
    for title, before, after in _sections(base, now):
        here = {str(rule) for rule in after}
        items = [
            _item(now, rule, marks.get(str(rule), ""), was.get(str(rule), "")) for rule in after
        ]
        items += [_item(base, rule, "gone") for rule in before if str(rule) not in here]
        if items:
            shut = now is not base and not any(item["mark"] for item in items)
            groups.append({"title": title, "rules": items, "shut": shut})
    if options := list(_options(now)):
        groups.insert(0, {"title": "Options", "rules": options})
    return groups


def _options(now: Game) -> Iterator[dict[str, str]]:
    """The options that are not as usual."""
    for option in type(now).all_options():
        value = getattr(now, option.name)
        if value != option.default:
            yield {
                "id": option.name,
                "title": option.name.replace("_", " ").capitalize(),
                "text": f"{_plain(value)}. {option.text}",
                "mark": "changed",
                "was": f"{_plain(option.default)}.",
            }


def _spread(effects: Effects, names: tuple[str, str]) -> Block:
    """Mean, deviation and quantiles of the points in both games."""
    title = "The spread of the scores"
    figures = ("mean", "standard deviation", "5 %", "25 %", "half", "75 %", "95 %")
    rows = [
        [name, _figure(mean), _figure(deviation), *map(_signed, quantiles)]
        for name, (mean, deviation, quantiles) in zip(names, effects.spreads(), strict=True)
    ]
    heads = columns("Points of a side", right=figures)
    return table("spread", title, heads, rows, span="full", caption=title)


def _plot(effects: Effects, names: tuple[str, str]) -> Block:
    """How often a side makes so many points."""
    every = [tally.all_points() for tally in effects.counts]
    low, high = min(points[0] for points in every), max(points[-1] for points in every)
    width = max(1, -(-(high - low + 1) // 24))
    series = []
    for name, points in zip(names, every, strict=True):
        bins = Counter((point - low) // width for point in points)
        at = [[low + k * width, round(100 * n / len(points), 2)] for k, n in sorted(bins.items())]
        style = "bars" if (high - low) // width < 16 else "line"
        series.append({"name": name, "style": style, "points": at})
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


def _title(base: str) -> str:
    """The game of that id, or the id where there is none (any more)."""
    return game_class(base).title if base in games() else base


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
    item = {"id": str(r), "title": r.title, "text": r.text(game), "mark": mark}
    # what was written beside a rule stands after it; the rule before it need not be read twice
    if mark == "changed" and was and not r.text(game).startswith(was):
        item["was"] = was
    return item


def _in_order(sight: PositionChanges) -> tuple[Change, ...]:
    """The moves of a position, cards as people hold them."""
    game = sight.state.game
    order = game.order(sight.state) or game.sorting()
    if order is None or not sight.of_cards:
        return sight.changes
    try:
        held = list(order.sorted([change.move.card for change in sight.changes]))
    except (KeyError, ValueError):
        return sight.changes
    return tuple(sorted(sight.changes, key=lambda change: held.index(change.move.card)))


def _judged_twice(change: Change) -> list[Any]:
    """A row of the table of moves."""
    before, after = ("legal" if verdict else "illegal" for verdict in (change.before, change.after))
    now = {"text": after, "mark": "changed"} if change.differs else after
    return [str(change.move.label), before, now]


def _note(change: Change) -> str:
    if not change.differs:
        return ""
    return "now legal" if change.after else "now illegal"


def _card(c: Change, verdict: Any, note: str, picked: str) -> dict[str, Any]:
    code = str(c.move.card)
    return {
        "code": code,
        "state": "open" if verdict else "closed",
        "picked": code == picked,
        "note": note,
    }


def _lying(state: State) -> str:
    """What lies on the table, and the trumps."""
    trick, order = trick_on(state), state.game.order(state)
    lying = f" on {' '.join(c.sign for c in trick.up)}" if trick.cards else ""
    trump = order.trump if order is not None else None
    return lying + (f"; {trump.name} are trumps" if trump is not None else "")


def _figure(x: float) -> str:
    return f"{x:.2f}".replace("-", "−")


def _signed(n: int) -> str:
    return str(n).replace("-", "−")


def _row(row: EffectRow) -> list[Any]:
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

"""What a teacher reads of a class: the matrix and the file of a scripted class against a count by
hand, who is stuck, what to teach next, and assignments."""

from __future__ import annotations

import csv
import io
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest

from cardlab.lessons.classwork import ClassWork
from cardlab.lessons.progress import Event
from cardlab.store import (
    AssignmentStore,
    Classes,
    Learners,
    Member,
    Refusal,
    RefusalStore,
    TableStore,
)
from cardlab.web.classes.live import LiveTable
from cardlab.web.classes.records import ClassRecords
from cardlab.web.classes.results import needs_you
from cardlab.web.pages.learner_log import StoreLog
from tests.pages.browsing import Server

from .clients import Client

RULES = {
    "must-follow-suit": ("follow-suit", "trumps-any-time"),
    "highest-trump": ("trump", "leader-wins"),
    "highest-of-suit-led": ("trick", "last-card-wins"),
    "must-head": ("must-head", "beat-partner-too"),
    "bid-higher": ("auction", "one-bid-per-suit"),
}


class Lesson:
    """A class with its teacher at a page, and its pupils with learners of their own."""

    def __init__(self, server: Server, pupils: int) -> None:
        self.url = f"sqlite:///{server.store}"
        classes = Classes(self.url)
        self.group, teacher = classes.new("Tuesday")
        self.pupils = [
            classes.join(self.group.code, f"Pupil {n:02}", f"guest:{n:02}{self._hex}")
            for n in range(pupils)
        ]
        classes.close()
        self.teacher = Client(server)
        self.root = self.teacher.join(self.group.code, "Teacher", teacher.login)

    @property
    def _hex(self) -> str:
        return self.group.id.encode().hex()[:22]

    def answers(self, pupil: Member, events: list[Event]) -> None:
        learners = Learners(self.url)
        log = StoreLog(pupil.learner, learners)
        for event in events:
            log.note(event)
        log.flush()
        assert not log.trouble
        learners.close()

    def refused(self, pupil: Member, table: str, plies: list[int], rule: str, at: float) -> None:
        refusals = RefusalStore(self.url)
        for ply in plies:
            one = Refusal(table, pupil.id, ply, "KC", "kaiser", rule, at + ply)
            refusals.note(self.group.id, one)
        refusals.close()

    def table(self) -> str:
        tables = TableStore(self.url)
        made = tables.new(self.group.id, {"game": "kaiser", "seed": 3}).id
        tables.close()
        return made

    def give(self, items: list[tuple[str, str]], **more: Any) -> str:
        work = AssignmentStore(self.url)
        made = work.give(self.group.id, "Week 3", items, **more).id
        work.close()
        return made


class Matrix(HTMLParser):
    """The cells of the matrix as the page shows them: right, wrong, refused by pupil and column."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.cells: dict[tuple[str, str], tuple[int, int, int]] = {}
        self._in, self._head, self._row, self._heads, self._n = False, "", "", [], 0
        self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = dict(attrs)
        if tag == "table":
            self._in = had.get("class") == "matrix"
        if not self._in:
            return
        self._tag = tag if tag == "th" else self._tag
        if tag == "th":
            self._scope, self._text = had.get("scope"), ""
        elif tag == "tr":
            self._n = 0
        elif tag == "td":
            numbers = tuple(int(str(had[f"data-{name}"])) for name in ("right", "wrong", "refused"))
            self.cells[self._row, self._heads[self._n]] = numbers  # type: ignore[assignment]
            self._n += 1

    def handle_data(self, data: str) -> None:
        if self._in and self._tag == "th":
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if self._in and tag == "th":
            text = self._text.strip()
            if self._scope == "row":
                self._row = text
            elif text != "Pupil":
                self._heads.append(text)
            self._tag = ""


@pytest.fixture(scope="module")
def scripted(classroom: Server) -> Iterator[tuple[Lesson, Counter[tuple[str, str, str]]]]:
    """25 pupils with 40 answers each and some refused cards; counted by hand as they are made."""
    lesson, rng, now = Lesson(classroom, 25), random.Random(18), time.time()
    counted: Counter[tuple[str, str, str]] = Counter()
    table = lesson.table()
    for n, pupil in enumerate(lesson.pupils):
        events = []
        for k in range(40):
            rule = rng.choice(list(RULES))
            concept, belief = RULES[rule]
            right, hints = rng.random() < 0.4 + n / 50, rng.choice((0, 0, 0, 1, 3))
            events.append(
                Event(
                    now - 400 + 10 * k,
                    "answered",
                    concept=concept,
                    rule=rule,
                    exercise=f"decided-by:{rule}",
                    game="kaiser",
                    right=right,
                    hints=hints,
                    belief="" if right else belief,
                    apart=(belief,),
                    chance=0.25,
                )
            )
            if hints < 3:
                counted[pupil.nickname, rule, "right" if right else "wrong"] += 1
        plies = list(range(rng.randrange(4)))
        lesson.answers(pupil, [*events, Event(now, "opened", concept="trump")])
        lesson.refused(pupil, table, plies, "must-follow-suit", now - 3000)
        lesson.refused(pupil, table, plies, "must-follow-suit", now - 2000)  # tapped once more
        counted[pupil.nickname, "must-follow-suit", "refused"] += len(plies)
    yield lesson, counted


@pytest.mark.rest
def test_the_matrix_and_the_file_agree_with_a_count_by_hand(
    scripted: tuple[Lesson, Counter[tuple[str, str, str]]],
) -> None:
    lesson, counted = scripted
    begun = time.perf_counter()
    status, page, _ = lesson.teacher.ask(f"{lesson.root}/results")
    print(f"results of 25 pupils with 40 answers each: {time.perf_counter() - begun:.2f} s")
    assert status == 200 and sum(counted.values()) > 700
    status, text, _ = lesson.teacher.ask(f"{lesson.root}/results.csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    titles = {row["rule"]: row["title"] for row in rows}
    assert len(rows) == 25 * len(RULES) and set(titles) == set(RULES)
    shown = Matrix(page).cells
    assert len(shown) == len(rows)
    for row in rows:
        by_hand = tuple(
            counted[row["pupil"], row["rule"], kind] for kind in ("right", "wrong", "refused")
        )
        assert tuple(int(row[kind]) for kind in ("right", "wrong", "refused")) == by_hand
        assert shown[row["pupil"], row["title"]] == by_hand
    for rule, title in titles.items():
        right = sum(counted[p.nickname, rule, "right"] for p in lesson.pupils)
        wrong = sum(counted[p.nickname, rule, "wrong"] for p in lesson.pupils)
        said = re.search(rf'data-right="{rule}">(\d+) % <small>of (\d+)', page)
        assert said is not None and title in page
        assert (int(said[1]), int(said[2])) == (round(100 * right / (right + wrong)), right + wrong)


def test_what_to_teach_next_stands_on_the_counted_figures(
    scripted: tuple[Lesson, Counter[tuple[str, str, str]]],
) -> None:
    """All answers are of one day, so nobody can do anything yet; the most missed rule comes first."""
    lesson, counted = scripted
    page = lesson.teacher.ask(f"{lesson.root}/results")[1]
    said = re.search(r"<b>Teach next: (.*?)\.</b> <span>(.*?)</span>", page)
    assert said is not None
    missed: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for rule in RULES:
        for pupil in lesson.pupils:
            n = counted[pupil.nickname, rule, "wrong"] + counted[pupil.nickname, rule, "refused"]
            missed[rule] += n
            missing[rule] += n > 0
    best = max(RULES, key=lambda rule: (missing[rule], missed[rule]))
    rows = csv.DictReader(io.StringIO(lesson.teacher.ask(f"{lesson.root}/results.csv")[1]))
    assert {row["rule"]: row["title"] for row in rows}[best] == said[1]
    wrong = sum(counted[p.nickname, best, "wrong"] for p in lesson.pupils)
    right = sum(counted[p.nickname, best, "right"] for p in lesson.pupils)
    assert said[2].startswith("25 of 25 pupils cannot do it yet; ")
    assert f"{wrong} of {right + wrong} answers were wrong" in said[2]


def test_who_is_stuck_stands_on_the_page_with_the_place(classroom: Server) -> None:
    lesson, now = Lesson(classroom, 3), time.time()
    first, second, third = lesson.pupils
    said = dict(concept="trump", rule="highest-trump", game="nap", chance=0.25)
    address = "winner-of-trick?game=nap&seed=4"
    wrong = [
        Event(now - k, "answered", right=False, address=f"{address}{k}", **said)  # type: ignore[arg-type]
        for k in (9, 6, 3)
    ]
    lesson.answers(first, wrong)
    mended = [*wrong, Event(now, "answered", right=True, address=address, **said)]  # type: ignore[arg-type]
    lesson.answers(second, mended)
    table = lesson.table()
    lesson.refused(third, table, [4, 5, 6], "must-follow-suit", now - 30)
    page = lesson.teacher.ask(f"{lesson.root}/results")[1]
    stuck = page[page.index("Who is stuck now") : page.index("Pupils and rules")]
    assert "Pupil 00" in stuck and "Pupil 01" not in stuck and "Pupil 02" in stuck
    assert "winner-of-trick" in stuck and f"{lesson.root}/table/1" in stuck


def test_an_assignment_is_given_done_and_taken_back(classroom: Server) -> None:
    lesson = Lesson(classroom, 1)
    pupil = Client(classroom)
    home = pupil.join(lesson.group.code, "Otter")
    address = "winner-of-trick?game=kaiser&seed=4"
    form = {
        "act": "assign",
        "title": "Week 3",
        "due": "2020-01-31",
        "lessons": "trump",
        "items": f"http://127.0.0.1/exercise?address={address.replace('&', '%26')}\nkaiser",
    }
    status, text, _ = lesson.teacher.ask(f"{lesson.root}/teach", form)
    assert status == 303, text
    page = lesson.teacher.ask(f"{lesson.root}/work")[1]
    assert "1 lesson, 1 exercise, 1 deal" in page and "0 of 2" in page and "<b>over</b>" in page
    work = re.search(rf"{lesson.root}/work/([\w-]+)\"", page)
    assert work is not None
    assert "0 of 3 done" in pupil.ask(home)[1]
    own = pupil.ask(f"{home}/work/{work[1]}")[1]
    deal = re.search(r"kaiser\.ipynb\?seed=(\d+)", own)
    assert deal is not None and "/lesson?concept=trump" in own
    otter = next(m for m in Classes(lesson.url).members(lesson.group.id) if m.nickname == "Otter")
    now = time.time()
    lesson.answers(
        otter,
        [
            Event(now, "lesson-done", concept="trump"),
            Event(now, "answered", concept="trick", address=address, right=True, hints=1),
            Event(now, "played", game="kaiser", address="kaiser?seed=0"),
        ],
    )
    time.sleep(2.1)
    assert "2 of 3 done" in pupil.ask(home)[1]
    lesson.answers(otter, [Event(now, "played", game="kaiser", address=f"kaiser?seed={deal[1]}")])
    time.sleep(2.1)
    page = lesson.teacher.ask(f"{lesson.root}/work")[1]
    assert "1 of 2" in page and "Pupil 00</td>" in page
    assert "3 of 3 done" in pupil.ask(f"{home}/work/{work[1]}")[1]
    # the one link: for whoever is in the class at once, for others after joining
    link = f"class?code={lesson.group.code}&work={work[1]}"
    assert pupil.ask(link)[2].endswith(f"/work/{work[1]}")
    heron = Client(classroom)
    assert f'value="{work[1]}"' in heron.ask(link)[1]
    form = {"code": lesson.group.code, "nickname": "Heron", "work": work[1]}
    assert heron.ask("class", form)[2].endswith(f"/work/{work[1]}")
    gone = {"act": "take-back", "work": work[1]}
    assert lesson.teacher.ask(f"{lesson.root}/teach", gone)[0] == 303
    assert pupil.ask(f"{home}/work/{work[1]}")[0] == 404
    assert "Week 3" not in pupil.ask(home)[1]


def test_a_lesson_is_given_to_those_who_follow_a_wrong_rule(classroom: Server) -> None:
    lesson, now = Lesson(classroom, 2), time.time()
    said = dict(concept="trick", rule="highest-of-suit-led", game="kaiser", chance=0.25)
    wrong = [
        Event(
            now - k, "answered", right=False, belief="leader-wins", apart=("leader-wins",), **said
        )  # type: ignore[arg-type]
        for k in (3, 2, 1)
    ]
    lesson.answers(lesson.pupils[0], wrong)
    page = lesson.teacher.ask(f"{lesson.root}/results")[1]
    assert "The trick belongs to whoever started it." in page and "Give the lesson to 1" in page
    lesson_id = re.search(
        r'name="lesson" value="([\w-]+)"><input type="hidden" name="belief"', page
    )
    assert lesson_id is not None
    form = {"act": "lesson", "lesson": lesson_id[1], "belief": "leader-wins"}
    assert lesson.teacher.ask(f"{lesson.root}/teach", form)[0] == 303
    (given,) = AssignmentStore(lesson.url).of_class(lesson.group.id)
    assert given.members == (lesson.pupils[0].id,)
    other = Client(classroom)
    home = other.join(lesson.group.code, "Heron")
    status, text, _ = other.ask(f"{home}/work/{given.id}")
    assert status == 404 and "given to others" in text
    assert lesson.teacher.ask(f"{home}/work/{given.id}")[0] == 200
    form["belief"] = "last-card-wins"
    status, text, _ = lesson.teacher.ask(f"{lesson.root}/teach", form)
    assert status == 400 and "Nobody follows this wrong rule" in text


@pytest.mark.parametrize(
    "items",
    [
        "",
        "nonsense",
        "https://evil.example/",
        "/map",
        "lesson?concept=none",
        "x" * 3000,
        "<script>",
    ],
)
def test_what_is_no_lesson_or_exercise_is_not_assigned(classroom: Server, items: str) -> None:
    lesson = Lesson(classroom, 0)
    form = {"act": "assign", "title": "Week 3", "items": items}
    status, text, _ = lesson.teacher.ask(f"{lesson.root}/teach", form)
    assert (
        status == 400 and 'role="alert"' in text and "<script>" not in text.split("alert")[1][:400]
    )
    assert 'value="Week 3"' in text
    assert not AssignmentStore(lesson.url).of_class(lesson.group.id)


def test_an_assignment_to_what_was_removed_is_named_and_asked_of_nobody(classroom: Server) -> None:
    lesson = Lesson(classroom, 1)
    gone = [("deal", "rook?seed=5"), ("lesson", "rook"), ("exercise", "winner-of-trick?game=rook")]
    given = lesson.give([*gone, ("lesson", "trump")])
    page = lesson.teacher.ask(f"{lesson.root}/work/{given}")[1]
    for sentence in ("This game is not", "This lesson is not", "This exercise is not"):
        assert f"{sentence} here any more." in page
    pupil = Client(classroom)
    home = pupil.join(lesson.group.code, "Otter")
    assert "0 of 1 done" in pupil.ask(home)[1]
    only_gone = lesson.give(gone)
    assert lesson.teacher.ask(f"{lesson.root}/work")[0] == 200
    assert "0 of 0 done" in pupil.ask(f"{home}/work/{only_gone}")[1]


def test_a_clock_that_was_wrong_hides_nobodys_answers(classroom: Server, monkeypatch: Any) -> None:
    """Somebody joins while the clock is a year ahead; it is put right before they answer."""
    ahead = time.time() + 365 * 86_400
    classes = Classes(f"sqlite:///{classroom.store}")
    lesson = Lesson(classroom, 0)
    monkeypatch.setattr("cardlab.store.classes.time.time", lambda: ahead)
    pupil = classes.join(lesson.group.code, "Otter", "guest:" + "0c" * 12)
    given = lesson.give([("lesson", "trump")], due="2026-01-01")
    monkeypatch.undo()
    said = dict(concept="trump", rule="highest-trump", game="nap")
    lesson.answers(pupil, [Event(time.time() - 50 * 86_400, "answered", right=True, **said)])  # type: ignore[arg-type]
    rows = list(csv.DictReader(io.StringIO(lesson.teacher.ask(f"{lesson.root}/results.csv")[1])))
    assert [(row["pupil"], row["right"]) for row in rows] == [("Otter", "1")]
    assert lesson.teacher.ask(f"{lesson.root}/work/{given}")[0] == 200


def test_these_pages_are_the_teachers_alone(classroom: Server) -> None:
    lesson = Lesson(classroom, 0)
    work = lesson.give([("lesson", "trump")])
    pupil, nobody = Client(classroom), Client(classroom)
    home = pupil.join(lesson.group.code, "Otter")
    for path in ("results", "results/now", "results.csv", "work"):
        assert pupil.ask(f"{home}/{path}")[0] == 403
        assert nobody.ask(f"{home}/{path}")[0] == 403
    assert nobody.ask(f"{home}/work/{work}")[0] == 403
    for act in ("assign", "lesson", "take-back", "", "nothing"):
        assert pupil.ask(f"{home}/teach", {"act": act})[0] == 403
    other = Lesson(classroom, 0)
    assert other.teacher.ask(f"{other.root}/work/{work}")[0] == 404


def test_a_card_refused_at_a_table_is_evidence_once(
    classroom: Server,
) -> None:
    """A pupil tries cards that the rules refuse, the same one twice."""
    lesson = Lesson(classroom, 0)
    form = {"act": "tables", "game": "kaiser", "count": "1"}
    assert lesson.teacher.ask(f"{lesson.root}/act", form)[0] == 303
    pupil = Client(classroom)
    home = pupil.join(lesson.group.code, "Otter")
    line = pupil.sit_down(f"{home}/table/1")
    line.sit(0)
    refused: set[tuple[int, str]] = set()
    while not refused:
        line.until(lambda shown: shown.get("view", {}).get("mine"))
        illegal = [c["move"] for c in line.shown["view"]["choices"] if not c["legal"]]
        ply = line.ply
        for move in [*illegal[:3], *illegal[:1]]:
            line.said = {}
            line.pick(move)
            while not line.said:
                assert line.hear()
            assert line.said["bubble"]["text"]
            refused.add((ply, move))
        if not refused:
            line.pick(line.legal[0])
            line.beyond(ply)
    rows = list(csv.DictReader(io.StringIO(lesson.teacher.ask(f"{lesson.root}/results.csv")[1])))
    assert sum(int(row["refused"]) for row in rows) == len(refused)
    assert {row["pupil"] for row in rows} == {"Otter"} and "refused" in pupil.ask(f"{home}/data")[1]
    line.close()


def test_a_table_that_waits_for_somebody_is_named() -> None:
    """Five minutes after the last move; not while a bot is to move, and not after one minute."""
    store = TableStore("sqlite://")
    live = LiveTable.set_up(store, "class-1", "kaiser", 7)
    otter = Member("otter", "class-1", "Otter", "pupil", "", "")
    records = ClassRecords((otter,), {"otter": ()}, ClassWork({"Otter": []}))
    at = store.touched([live.table.id])

    def needs(seconds: float) -> list[str]:
        now = at[live.table.id] + seconds
        playing = [(live.table, live.play)]
        return [row["what"] for row in needs_you(records, playing, at, now, "/c", "/")]

    assert needs(300) == []  # bots are to move
    live.sit(otter, live.play.match.to_move)
    assert needs(300) == ["Otter has not played for five minutes."]
    assert needs(60) == [] and needs(-300) == []
    teacher = Member("teacher", "class-1", "Teacher", "teacher", "", "")
    assert live.pause(teacher, True).changed and needs(300) == []
    assert live.pause(teacher, False).changed and needs(300) != []
    live.stand(otter)
    assert needs(300) == []


def test_a_table_waits_for_nobody_once_its_deal_or_match_is_over() -> None:
    otter = Member("otter", "class-1", "Otter", "pupil", "", "")
    records = ClassRecords((otter,), {"otter": ()}, ClassWork({"Otter": []}))
    table: Any = SimpleNamespace(id="t", number=1)

    def needs(**more: Any) -> list[str]:
        match = SimpleNamespace(to_move=0, over=more.pop("over", False))
        now: Any = SimpleNamespace(
            match=match,
            holders={0: "otter"},
            decider=lambda seat: seat,
            bot_due=lambda: more.get("bot"),
            paused=more.get("paused", False),
            held=more.get("held"),
        )
        return [row["who"] for row in needs_you(records, [(table, now)], {"t": 0.0}, 300, "", "")]

    assert needs() == ["Table 1"]
    assert needs(over=True) == needs(held=9) == needs(bot=2) == needs(paused=True) == []


def test_a_wrong_rule_is_believed_by_those_whose_answers_fit_it() -> None:
    said: dict[str, Any] = {"concept": "follow-suit", "rule": "must-follow-suit", "game": "kaiser"}
    wrong = [Event(n, "answered", right=False, belief="trumps-any-time", **said) for n in (5, 6)]
    work = ClassWork({"Otter": wrong, "Finch": [Event(5, "answered", right=True, **said)]})
    assert work.believed("Otter", "must-follow-suit") == ("trumps-any-time",)
    assert work.believed("Finch", "must-follow-suit") == ()
    assert work.believed("Otter", "bid-higher") == ()


def test_answers_about_a_concept_alone_have_its_title() -> None:
    event = Event(5, "answered", right=False, concept="must-head", game="malilla")
    assert [topic.title for topic in ClassWork({"Otter": [event]}).topics] == ["Head the trick"]


def test_what_was_answered_wrong_and_what_was_refused_both_count_as_missed() -> None:
    """Of topics that as many pupils miss, the one with the most misses of both kinds is taught."""
    follow: dict[str, Any] = {"concept": "follow-suit", "rule": "must-follow-suit"}
    head: dict[str, Any] = {"concept": "must-head", "rule": "must-head"}
    mixed = [Event(1, "answered", right=False, **follow), Event(2, "refused", **follow)]
    wrong = [Event(n, "answered", right=False, **head) for n in (3, 4, 5)]
    for events, best in (
        (mixed, "must-follow-suit"),
        ([*mixed, *wrong], "must-head"),
        ([*mixed, *wrong[:1]], "must-follow-suit"),
        ([*mixed, Event(6, "refused", **follow), *wrong[:2]], "must-follow-suit"),
        ([*mixed, *wrong[:1], *(Event(n, "refused", **head) for n in (6, 7))], "must-head"),
    ):
        told = ClassWork({"Otter": events}).teach_next()
        assert told is not None and told.topic.key == best, events
    assert ClassWork({"Otter": [Event(1, "answered", right=True, **head)]}).teach_next() is None

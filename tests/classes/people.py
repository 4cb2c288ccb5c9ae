"""People of a class in a browser: a teacher and pupils, each in a context of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardlab.store import Class, Classes, Member
from tests.pages.browsing import Server, Tab, new_tab


@dataclass
class Person:
    """Somebody at a page, and all text that came to them over sockets and as pages."""

    tab: Tab
    name: str
    received: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tab.page.on("websocket", self._listen)
        self.tab.page.on("dialog", lambda dialog: dialog.accept())

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    @property
    def page(self) -> Any:
        return self.tab.page


@dataclass
class School:
    """A class on a server, and its people."""

    server: Server
    group: Class
    teacher: Member
    people: list[Person] = field(default_factory=list)

    @classmethod
    def open(cls, server: Server, title: str = "Tuesday") -> School:
        classes = Classes(f"sqlite:///{server.store}")
        group, teacher = classes.new(title)
        classes.close()
        return cls(server, group, teacher)

    @property
    def root(self) -> str:
        return f"{self.server.url}class/{self.group.id}"

    def join(self, browser: Any, name: str, **context: Any) -> Person:
        person = Person(new_tab(browser, self.server, **context), name)
        self.people.append(person)
        page = person.page
        page.goto(f"{self.server.url}class?code={self.group.code}")
        if name == "Teacher":
            page.locator("summary").click()
            page.fill("#again", name)
            page.fill("#login", self.teacher.login)
            page.get_by_role("button", name="Come back").click()
        else:
            page.fill("#nickname", name)
            page.get_by_role("button", name="Join", exact=True).click()
        page.wait_for_url(self.root)
        return person

    def close(self) -> None:
        for person in self.people:
            person.page.context.close()

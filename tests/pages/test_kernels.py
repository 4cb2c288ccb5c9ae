"""Kernels that are forked: they are what an ordinary kernel is, and where they cannot be had an
ordinary one comes instead."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardlab.web.server import kernels

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not kernels.can_fork(), reason="kernels are not forked here"),
]


@pytest.fixture(scope="module")
def forks() -> Iterator[kernels.ForkServer]:
    made = kernels.ForkServer()
    yield made
    made.close()


def answered(client: Any, code: str) -> str:
    """What a kernel prints."""
    said: list[str] = []
    reply = client.execute_interactive(
        code,
        timeout=60,
        output_hook=lambda m: said.append(
            m["content"].get("text", "") if m["msg_type"] == "stream" else ""
        ),
    )
    assert reply["content"]["status"] == "ok", reply["content"]
    return "".join(said).strip()


@pytest.fixture
def started(forks: kernels.ForkServer, tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """A kernel as Jupyter starts it, with its client."""
    from jupyter_client.manager import KernelManager
    from jupyter_client.provisioning.factory import KernelProvisionerFactory

    factory = KernelProvisionerFactory.instance()
    before = factory.default_provisioner_name, kernels._forks
    kernels.fork_kernels(made=forks)
    manager = KernelManager(
        kernel_name="python3", transport="ipc", connection_file=str(tmp_path / "k.json")
    )
    manager.start_kernel(cwd=str(tmp_path), env={**os.environ, "CARDLAB_TEST": "♠ as given"})
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    factory.default_provisioner_name, kernels._forks = before


@pytest.mark.rest
def test_a_forked_kernel_is_one_of_its_own(started: tuple[Any, Any], tmp_path: Path) -> None:
    manager, client = started
    assert isinstance(manager.provisioner.process, kernels.ForkedKernel)
    facts = (
        "os.getpid(), os.getsid(0), os.getcwd(), os.environ['CARDLAB_TEST'], 'cardlab.web.pages.connection'"
        " in sys.modules"
    )
    pid = manager.provisioner.pid
    assert (
        answered(client, f"import os, sys; print({facts})")
        == f"{pid} {pid} {tmp_path} ♠ as given True"
    )
    # a name of one page is no name of another, and widgets find their way to the browser
    assert (
        answered(
            client, "print([n for n in dir() if not n.startswith('_') and n not in ('In', 'Out')])"
        )
        == "['exit', 'get_ipython', 'open', 'os', 'quit', 'sys']"
    )
    targets = "from comm import get_comm_manager; print(sorted(get_comm_manager().targets))"
    assert answered(client, targets) == "['jupyter.widget', 'jupyter.widget.control']"


def test_it_can_be_interrupted_restarted_and_ended(started: tuple[Any, Any]) -> None:
    manager, client = started
    client.execute(
        "import time\ntry:\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    print('stopped')"
    )
    time.sleep(0.5)
    manager.interrupt_kernel()
    assert answered(client, "print('on')").endswith("on")
    first = manager.provisioner.process
    manager.restart_kernel(now=True)
    client.wait_for_ready(timeout=60)
    assert first.poll() == 0 and manager.provisioner.pid != first.pid
    assert answered(client, "print(6 * 7)") == "42"
    last = manager.provisioner.process
    manager.shutdown_kernel(now=True)
    assert last.wait() == 0


def test_no_two_kernels_have_the_same_chance(forks: kernels.ForkServer, tmp_path: Path) -> None:
    """What is drawn at random differs, though they are copies."""
    asked = "import random; from pathlib import Path; Path('{}').write_text(str(random.random()))"
    children = []
    for name in "ab":
        script = asked.format(tmp_path / name)
        arguments = ["-f", str(tmp_path / f"{name}.json"), f"--IPKernelApp.code_to_run={script}"]
        children.append(forks.kernel(arguments, dict(os.environ), str(tmp_path)))
    until = time.monotonic() + 60
    while (
        not ((tmp_path / "a").exists() and (tmp_path / "b").exists()) and time.monotonic() < until
    ):
        time.sleep(0.1)
    for child in children:
        child.kill()
        child.wait()
    assert (tmp_path / "a").read_text() != (tmp_path / "b").read_text()


def test_what_the_fork_server_cannot_do_is_an_error_and_the_next_kernel_comes(
    forks: kernels.ForkServer, tmp_path: Path
) -> None:
    with pytest.raises(OSError, match="too long"):
        forks.kernel([], {"X": "x" * 200_000}, ".")
    child = forks.kernel(["-f", str(tmp_path / "c.json")], dict(os.environ), str(tmp_path))
    assert child.poll() is None
    child.terminate()
    child.kill()
    assert child.wait() == 0


def test_a_kernel_can_be_watched_by_a_server_with_many_open_files(
    forks: kernels.ForkServer, tmp_path: Path
) -> None:
    """Its handle then has a number that select() does not take."""
    kernels.raise_file_limit()
    with contextlib.ExitStack() as files:
        while files.enter_context(open(os.devnull)).fileno() < 1100:
            pass
        child = forks.kernel(["-f", str(tmp_path / "e.json")], dict(os.environ), str(tmp_path))
        assert child._handle > 1023 and child.poll() is None
        child.kill()
        assert child.wait() == 0 == child.poll()


def test_kernels_go_with_their_fork_server(tmp_path: Path) -> None:
    made = kernels.ForkServer()
    child = made.kernel(["-f", str(tmp_path / "d.json")], dict(os.environ), str(tmp_path))
    made.close()
    assert not made.alive
    with pytest.raises(OSError):
        made.kernel([], {}, ".")
    until = time.monotonic() + 60
    while child.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert child.poll() == 0, "a kernel outlived its fork server"

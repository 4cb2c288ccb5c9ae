"""The kernels of the pages, forked from a prepared process.

Each page has a kernel of its own, which keeps visitors apart. Reading the same modules in each of
them takes most of the time until a page shows anything. So the server keeps one fork server: a
process that reads them once, and forks when a page is opened. The copy becomes a kernel exactly as
`python -m ipykernel_launcher` does, in a session of its own, with the environment, the folder and
the connection file that it is given.

Knows processes and Jupyter's way to start them; knows no page. Where a process cannot be forked
safely (Windows, macOS, an old Linux), and whenever the fork server does not answer, a kernel is
started in the ordinary way, which is slower and otherwise the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

__all__ = [
    "ForkServer",
    "ForkedKernel",
    "ForkingProvisioner",
    "can_fork",
    "fork_kernels",
    "raise_file_limit",
]

_log = logging.getLogger("cardlab.web.pages")

PATIENCE = 60.0
"""Seconds that the first kernel may wait for the fork server; it then starts in the ordinary way."""
_LONGEST = 1 << 17
"""Bytes of one request; the system carries no longer ones in one piece."""
MOST_FILES = 65_536
"""Files that the server would like to have open at once."""


def raise_file_limit() -> None:
    """Let this process have as many open files as the system allows it: each page takes some
    twenty, and the usual limit of 1,024 is meant for programs that still use select()."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS has a second limit of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def can_fork() -> bool:
    """Whether kernels can be forked here: Linux, where a process can be held by a handle that is
    never reused."""
    if sys.platform != "linux":
        return False
    try:
        handle = os.pidfd_open(os.getpid())
    except (AttributeError, OSError):
        return False  # an old system, or a container that forbids it
    try:
        signal.pidfd_send_signal(handle, 0)
    except (AttributeError, OSError):
        return False
    finally:
        os.close(handle)
    return True


# -- in the server
# ---------------------------------------------------------------------


class ForkServer:
    """The process that kernels are forked from; started before the first page is asked for."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._talk = ours
        self._talk.settimeout(PATIENCE)
        self._turn = threading.Lock()
        self._silent = False

    @property
    def alive(self) -> bool:
        """Whether it may be asked for a kernel."""
        return not self._silent and self._process.poll() is None

    def kernel(
        self, arguments: list[str], environment: dict[str, str], folder: str
    ) -> ForkedKernel:
        """A new kernel.  OSError if the fork server does not answer."""
        request = {
            "arguments": arguments,
            "environment": environment,
            "folder": folder,
            "until": time.monotonic() + PATIENCE,
        }
        message = json.dumps(request).encode()
        if len(message) > _LONGEST:
            raise OSError("the request is too long")
        with self._turn:
            if self._silent:
                raise OSError("the fork server is silent")
            try:
                self._talk.send(message)
                answer = self._talk.recv(100)
            except OSError:
                # Not asked again: an answer that comes late would be taken for the next one's. Its
                # kernels live on.
                self._silent = True
                raise
        if not answer:
            raise OSError("the fork server has gone")
        return ForkedKernel(int(answer))

    def close(self) -> None:
        """End it, and with it the kernels that are still there: each of them watches its parent."""
        self._talk.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()


class ForkedKernel:
    """A forked kernel, as much like `subprocess.Popen` as a provisioner wants; its handle never
    means another process."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        if self.returncode is None and self._ended(0):
            # how it ended only its parent knows; that it did is all that is asked for here
            self.returncode = 0
            os.close(self._handle)
        return self.returncode

    def wait(self) -> int:
        if self.poll() is None:
            self._ended(None)
            self.poll()
        return 0

    def _ended(self, patience: float | None) -> bool:
        # not select.select, which knows no handle above 1,023: a server with many pages has those
        watch = select.poll()
        watch.register(self._handle, select.POLLIN)
        return bool(watch.poll(patience))

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


_forks: ForkServer | None = None


class ForkingProvisioner(LocalProvisioner):
    """Jupyter's own provisioner, except that an ordinary Python kernel comes from the fork server."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        arguments = _ordinary(cmd)
        if _forks is not None and _forks.alive and arguments is not None:
            environment = {**(kwargs.get("env") or os.environ)}
            try:
                child = await asyncio.to_thread(
                    _forks.kernel, arguments, environment, str(kwargs.get("cwd") or os.getcwd())
                )
            except OSError as error:
                _log.warning("no forked kernel (%s); one is started in the ordinary way", error)
            else:
                self.process: Any = child
                self.pid = self.pgid = child.pid
                self.cwd = kwargs.get("cwd") or os.getcwd()
                return self.connection_info
        return await super().launch_kernel(cmd, **kwargs)


def _ordinary(cmd: list[str]) -> list[str] | None:
    """The arguments of a kernel of this very Python; None for any other command."""
    if (
        len(cmd) > 3
        and cmd[1:3] == ["-m", "ipykernel_launcher"]
        and cmd[0] in ("python", "python3", sys.executable)
    ):
        return cmd[3:]
    return None


def fork_kernels(config: Any = None, made: ForkServer | None = None) -> ForkServer | None:
    """Let this process take its kernels from a fork server (one that is made already, or a new one),
    if the machine can do that."""
    global _forks
    if not can_fork():
        return None
    from importlib.metadata import EntryPoint

    name = "cardlab-forked"
    factory = KernelProvisionerFactory.instance(config=config)
    factory.provisioners[name] = EntryPoint(
        name, f"{__name__}:ForkingProvisioner", factory.GROUP_NAME
    )
    factory.default_provisioner_name = name
    try:
        _forks = made or ForkServer()
    except OSError as error:
        _log.warning("no fork server for kernels (%s)", error)
        return None
    if config is not None:
        # Sockets that are files: a port that was found free may be another's by the time a kernel
        # takes it.
        config.KernelManager.transport = "ipc"
    return _forks


# -- in the fork server
# ---------------------------------------------------------------------


def _read_everything() -> None:
    """What a page would read, without beginning anything: no loop, no thread, no socket, no
    store may be there to copy."""
    import ipywidgets  # noqa: F401
    from ipykernel import ipkernel, kernelapp  # noqa: F401

    from cardlab.engine.catalogue import game, games
    from cardlab.store import MatchStore  # noqa: F401
    from cardlab.web.pages import connection, learning, studying, watching  # noqa: F401

    for id in games():
        game(id)
    # what a page of a game reads only when it is drawn: the lessons there are, the concepts and
    # their order
    studying.Study("kaiser")._repr_html_()


def _log_to_terminal() -> None:
    """Have what is logged in a kernel written to the server's terminal alone: a kernel sends its own
    standard error to the browser, and the log says where files of the server are."""
    terminal = os.fdopen(os.dup(2), "w", buffering=1, encoding="utf-8", errors="replace")
    logger = logging.getLogger("cardlab")
    logger.addHandler(logging.StreamHandler(terminal))
    logger.propagate = False


def _become_kernel(
    parent: int, arguments: list[str], environment: dict[str, str], folder: str
) -> None:
    import random

    from ipykernel import kernelapp

    os.setsid()
    os.environ.clear()
    os.environ.update(environment, JPY_PARENT_PID=str(parent))
    # where this process was started is not where the notebook lies
    del sys.path[0]
    os.chdir(folder)
    random.seed()
    sys.argv = ["ipykernel_launcher", *arguments]
    _log_to_terminal()
    app = kernelapp.IPKernelApp.instance(parent_handle=parent)
    app.initialize(arguments)
    # from here on the kernel itself sees when its parent goes; if it went before, nobody would ever
    # end this one
    if os.getppid() != parent:
        os._exit(0)
    # ipywidgets says so to the kernel when it is imported; here it was before there was a kernel
    from ipywidgets import register_comm_target

    register_comm_target()
    app.start()


def _serve(number: int) -> None:
    talk = socket.socket(fileno=number)
    _read_everything()
    if threading.active_count() > 1:
        raise RuntimeError(f"the fork server cannot be copied: {threading.enumerate()}")
    gc.collect()
    gc.freeze()
    # children are not waited for: the system forgets them as soon as they end
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    me = os.getpid()
    while message := talk.recv(_LONGEST):
        request = json.loads(message)
        if time.monotonic() > request.pop("until"):
            continue  # nobody waits for this one any more
        pid = os.fork()
        if pid == 0:
            talk.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _become_kernel(me, **request)
            return
        talk.send(str(pid).encode())


if __name__ == "__main__":
    _serve(int(sys.argv[1]))

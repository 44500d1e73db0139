"""A program at the other end of two pipes: lines to it, lines from it, and the moment when each came."""

import queue
import subprocess
import threading
import time
from dataclasses import dataclass

PATIENCE = 120.0
"""Seconds to wait for an answer: the first start of an engine may compile it."""


class BrokenProtocolError(AssertionError):
    """The program said something that the protocol does not allow, or nothing where it must answer."""


@dataclass(frozen=True)
class Heard:
    """A line of the program, and when it came (seconds of `time.monotonic`)."""

    text: str
    at: float


class Dialogue:
    """Starts a program, sends lines and reads lines; knows what was said last, for the text of failures."""

    def __init__(self, command):
        self.said = []
        self.is_broken = False
        self._began = time.monotonic()
        self._lines = queue.Queue()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._errors = []
        self._readers = [threading.Thread(target=self._read), threading.Thread(target=self._read_errors)]
        for reader in self._readers:
            reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.kill()

    def _read(self):
        rest = b""
        while part := self.process.stdout.read(65536):
            now = time.monotonic()
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                self._lines.put((line, now))
        self._lines.put((rest or None, time.monotonic()))
        self._lines.put((None, time.monotonic()))

    def _read_errors(self):
        while part := self.process.stderr.read(65536):
            self._errors.append(part)

    @property
    def errors(self):
        """What the program wrote to standard error so far."""
        return b"".join(self._errors).decode(errors="replace")

    def _note(self, direction, text, at):
        shown = text if len(text) <= 300 else f"{text[:200]}… ({len(text)} characters)"
        self.said.append(f"{at - self._began:9.3f} {direction} {shown}")

    def send(self, *lines):
        """Send lines, in one piece; return when that was."""
        return self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data):
        """Send any bytes; return when that was."""
        now = time.monotonic()
        for line in data.decode(errors="replace").split("\n")[: 1 + data.count(b"\n")]:
            if line:
                self._note("<", line, now)
        view = memoryview(data)
        try:
            while view:
                view = view[self.process.stdin.write(view) :]
        except BrokenPipeError:
            self.fail(f"the program hears nothing any more: {self.errors[-2000:]!r}")
        return now

    def hear(self, timeout=PATIENCE):
        """The next line; None if none comes in time. Fails at the end of the program's output."""
        try:
            line, at = self._lines.get(timeout=timeout) if timeout > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            self._lines.put((None, at))
            self.fail(f"the program has ended its output: {self.errors[-2000:]!r}")
        try:
            text = line.decode().removesuffix("\r")
        except UnicodeDecodeError:
            self.fail(f"expected UTF-8, got {line!r}")
        if not text.isprintable():
            self.fail(f"expected characters that can be printed, got {text!r}")
        self._note(">", text, at)
        return Heard(text, at)

    def end_of_output(self, timeout):
        """Read the lines until the program ends its output; fail if it does not in time."""
        until, rest = time.monotonic() + timeout, []
        while True:
            try:
                line, at = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                self.fail(f"the program has not ended within {timeout} s")
            if line is None:
                return rest
            rest.append(Heard(line.decode(errors="replace").removesuffix("\r"), at))
            self._note(">", rest[-1].text, at)

    def close_input(self):
        """Close the program's standard input; return when that was."""
        now = time.monotonic()
        self._note("<", "(end of input)", now)
        self.process.stdin.close()
        return now

    def exit_status(self, timeout):
        """Wait for the program to end; fail if it does not in time."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.fail(f"the program has not ended within {timeout} s")

    def kill(self):
        """End the program, whatever it does, and close the pipes."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def fail(self, reason):
        """Raise BrokenProtocolError with the last lines that were exchanged."""
        self.is_broken = True
        raise BrokenProtocolError(
            "\n".join([reason, "what was said last (< to the engine, > from it):", *self.said[-25:]])
        )


class Shared:
    """One client for many tests, which is started anew when the one there is has heard what it must not hear."""

    def __init__(self, start):
        self._start, self._client = start, None

    def get(self):
        """The client, with nothing under way."""
        if self._client is not None and (self._client.dialogue.is_broken or self._client.is_busy):
            self.close()
        if self._client is None:
            self._client = self._start()
        return self._client

    def close(self):
        """End the engine."""
        if self._client is not None:
            self._client.dialogue.kill()
            self._client = None


class GraphicalProgram:
    """A program with an engine that it has started, whose lines `hear` reads and checks. Use within `with`."""

    def __init__(self, command):
        self.dialogue = Dialogue(command)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.dialogue.kill()

    def hear_until(self, done, timeout=PATIENCE, what="an answer"):
        """Read lines until `done` says so; fail if it does not in time."""
        until = time.monotonic() + timeout
        while not done():
            if self.hear(until - time.monotonic()) is None:
                self.dialogue.fail(f"expected {what} within {timeout} s")

    def hear_for(self, seconds):
        """Read what comes in this time."""
        until = time.monotonic() + seconds
        heard = []
        while (left := until - time.monotonic()) > 0:
            line = self.hear(left)
            if line is not None:
                heard.append(line)
        return heard

"""A real PostgreSQL server for tests: Debian's, in a temporary folder, without a network."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

_USER = "postgres"  # the server refuses to run as root
_NUMBERS = count()

# A shell that ends the server when its own input ends, as it does when the tests are killed.
_UNTIL_THE_END = ("sh", "-c", '"$@" & read -r _; kill -INT $! 2>/dev/null; wait $!', "sh")


def programs():
    """The folder of the newest installed server; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


class PostgresServer:
    """A server with its data in a folder of its own, which can be stopped, killed and started again."""

    def __init__(self):
        psycopg = pytest.importorskip("psycopg", reason="PostgreSQL needs outflank[postgres]")
        self._connect = psycopg.connect
        self._bin = programs()
        if self._bin is None:
            pytest.skip("no PostgreSQL server is installed here")
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))  # short, as the path of a socket must be
        self._as_user = ()
        if os.geteuid() == 0:
            self._as_user = ("setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups")
            shutil.chown(self.folder, _USER, _USER)
        self.process = None
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-U", _USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def _run(self, name, *arguments):
        command = [*self._as_user, str(self._bin / name), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self):
        """Start the server, and wait until it answers."""
        settings = {"fsync": "off", "listen_addresses": "", "unix_socket_directories": self.folder}
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *self._as_user,
                    *_UNTIL_THE_END,
                    str(self._bin / "postgres"),
                    "-D",
                    str(self.folder / "data"),
                    *options,
                ],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        ends = time.monotonic() + 60
        while True:
            assert time.monotonic() < ends
            assert self.process.poll() is None, (self.folder / "log").read_text()
            with suppress(Exception), self._connect(self.url(_USER)):
                return
            time.sleep(0.05)

    def stop(self, number=signal.SIGINT):
        """Stop the server at once, without waiting for its clients."""
        if self.process.poll() is None:
            with suppress(FileNotFoundError, ProcessLookupError):
                os.kill(self.server_pid, number)
            self.process.communicate(timeout=60)

    @property
    def server_pid(self):
        """The process that accepts connections."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    def all_pids(self):
        """The processes of the server, even while they are stopped."""
        children = Path(f"/proc/{self.server_pid}/task/{self.server_pid}/children").read_text()
        return [self.server_pid, *map(int, children.split())]

    def url(self, database):
        return f"postgresql://{_USER}@/{database}?host={self.folder}"

    def connect(self, database):
        """Another program's connection."""
        return self._connect(self.url(database), autocommit=True)

    def execute(self, statement, database=_USER):
        """What another program does: run a statement and return its rows, if it has any."""
        with self.connect(database) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else None

    def new_database(self):
        """The URL of a new, empty database."""
        name = f"games{next(_NUMBERS)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def backends(self, database):
        """The processes of the server that serve a database: their ids, oldest first."""
        query = f"SELECT pid FROM pg_stat_activity WHERE datname = '{database}' ORDER BY backend_start"
        return [pid for (pid,) in self.execute(query)]

    def close(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)


def name_of(url):
    """The name of the database in a URL of `PostgresServer.url`."""
    return url.partition("?")[0].rpartition("/")[2]

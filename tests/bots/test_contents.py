"""The contents of a submission: anything unexpected is refused by its name, and nothing blocks."""

import hashlib
import os
import socket
from pathlib import Path

import pytest

from outflank.bots import contents
from outflank.bots.contents import copy, digest, members
from outflank.bots.submission import Submission
from outflank.errors import OptionError

GOOD = "def choose(position):\n    return position.legal_moves[0]\n"


@pytest.fixture
def ann(tmp_path):
    """A submission: a folder with a bot, some files and a link that stays within."""
    folder = tmp_path / "ann"
    (folder / "data").mkdir(parents=True)
    (folder / "bot.py").write_text(GOOD)
    (folder / "data" / "book.txt").write_text("f5d6")
    (folder / "data" / "same.txt").symlink_to("book.txt")
    return folder


def sparse(path, size):
    with path.open("wb") as file:
        file.truncate(size)


def deep(folder):
    (folder / Path(*["a"] * 60)).mkdir(parents=True)


def local_socket(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def many(path):
    path.mkdir()
    for number in range(21):
        (path / str(number)).touch()


REFUSED = {
    "kernel log": (
        lambda folder: (folder / "x").symlink_to("/proc/kmsg"),
        "'x' is a link that leads out of its folder",
    ),
    "uptime": (lambda folder: (folder / "x").symlink_to("/proc/uptime"), "'x' is a link that leads out"),
    "memory": (
        lambda folder: (folder / "data" / "x").symlink_to("/proc/self/mem"),
        "'data/x' is a link that leads out",
    ),
    "relative": (lambda folder: (folder / "x").symlink_to("../../secret"), "'x' is a link that leads out"),
    "dead": (lambda folder: (folder / "x").symlink_to("/nowhere"), "'x' is a link that leads out"),
    "folder": (lambda folder: (folder / "x").symlink_to("/usr"), "'x' is a link that leads out"),
    "by two links": (
        lambda folder: ((folder / "x").symlink_to("y"), (folder / "y").symlink_to("/etc")),
        "is a link that leads out",
    ),
    "pipe": (lambda folder: os.mkfifo(folder / "x"), "'x' is neither a file nor a folder"),
    "socket": (lambda folder: local_socket(folder / "x"), "'x' is neither a file nor a folder"),
    "hole": (lambda folder: sparse(folder / "x", 2 << 40), "expected at most 1 GB of files, got more with 'x'"),
    "depth": (deep, "expected at most 32 nested folders, got more with 'a/a/"),
    "number": (lambda folder: many(folder / "x"), "expected at most 20 files and folders, got more in 'x'"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_all_but_plain_files_and_folders_is_refused_by_name(ann, what, monkeypatch):
    make, message = REFUSED[what]
    make(ann)
    if what == "number":
        monkeypatch.setattr(contents, "MOST_FILES", 20)
    for asked in (
        members,
        digest,
        lambda path: copy(path, path.parent / "copy"),
        lambda path: Submission.of(str(path)),
    ):
        with pytest.raises(OptionError) as caught:
            asked(ann)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero"])
def test_a_device_is_no_bot(device):
    with pytest.raises(OptionError, match="is neither a file nor a folder"):
        Submission.of(device)


@pytest.mark.parametrize("path", ["/proc/kmsg", "/proc/uptime", "/proc/self/mem"])
def test_a_link_to_a_file_without_end_is_no_bot(tmp_path, path):
    if not Path(path).exists():
        pytest.skip("no such file here")
    (tmp_path / "bot.py").symlink_to(path)
    with pytest.raises(OptionError, match=r"is empty|cannot be read"):
        Submission.of(str(tmp_path / "bot.py"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_cannot_be_read_is_named(ann):
    (ann / "data" / "book.txt").chmod(0)
    with pytest.raises(OptionError, match=r"'data/book\.txt' cannot be read: Permission denied"):
        digest(ann)


def test_inner_links_count_by_their_text_and_loops_are_not_followed(ann):
    before = digest(ann)
    (ann / "data" / "same.txt").unlink()
    (ann / "data" / "same.txt").symlink_to("../bot.py")
    assert digest(ann) != before
    (ann / "data" / "round").symlink_to("../data")
    (ann / "data" / "itself").symlink_to("itself")
    assert {str(each.inner) for each in members(ann) if each.target} == {"data/same.txt", "data/round", "data/itself"}
    copy(ann, ann.parent / "copy")
    assert digest(ann.parent / "copy") == digest(ann)
    assert (ann.parent / "copy" / "data" / "round").readlink() == Path("../data")


def test_names_that_are_no_text_are_names(ann):
    path = os.fsencode(ann) + b"/\xff\xfe.txt"
    before = digest(ann)
    Path(os.fsdecode(path)).write_text("hello")
    assert digest(ann) != before
    copy(ann, ann.parent / "copy")
    assert digest(ann.parent / "copy") == digest(ann)


def test_holes_of_a_file_stay_holes_in_its_copy(ann):
    sparse(ann / "zeros", 300_000_000)
    copy(ann, ann.parent / "copy")
    made = (ann.parent / "copy" / "zeros").stat()
    assert made.st_size == 300_000_000
    assert made.st_blocks * 512 < 10_000_000


def test_rights_to_run_a_program_are_copied(ann):
    (ann / "bot.py").chmod(0o755)
    copy(ann, ann.parent / "copy")
    assert (ann.parent / "copy" / "bot.py").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("how", ["grows", "shrinks", "goes", "becomes a pipe", "becomes a link"])
def test_a_file_that_changes_while_it_is_read_is_refused(ann, how, monkeypatch):
    found = members(ann)
    file = ann / "data" / "book.txt"
    if how in ("grows", "shrinks"):
        file.write_text("f5d6c3" if how == "grows" else "f5")
    else:
        file.unlink()
    if how == "becomes a pipe":
        os.mkfifo(file)
    elif how == "becomes a link":
        file.symlink_to("/proc/kmsg")
    monkeypatch.setattr(contents, "members", lambda _: found)
    with pytest.raises(OptionError, match=r"'data/book\.txt' (changed while|is no longer a file|cannot be read)"):
        digest(ann)


def test_a_digest_is_of_names_sizes_and_bytes(tmp_path):
    """The digest must stay the same for tournaments that began earlier."""
    (tmp_path / "one.py").write_text("hello")
    assert digest(tmp_path / "one.py") == hashlib.sha256(b".\0005\0hello").hexdigest()

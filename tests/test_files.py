import os
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from outflank import files
from outflank.files import TemporaryFolder, opened_whole, remove_parts, write_new, write_whole

LONGEST = "x" * 255  # what file systems allow


@pytest.fixture
def umask():
    """That new files are for the owner and the group alone."""
    before = os.umask(0o007)
    yield
    os.umask(before)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("name", ["file", LONGEST, "ю" * 127])
def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path, name):
    for content in (b"first", b"second"):
        write_whole(tmp_path / name, content)
        assert contents(tmp_path) == {name: content}


@pytest.mark.usefixtures("umask")
@pytest.mark.skipif(os.name != "posix", reason="needs modes")
@pytest.mark.parametrize("write", [write_whole, write_new])
def test_a_new_file_has_the_mode_that_the_person_chose_for_all_files(tmp_path, write):
    write(tmp_path / "file", b"new")
    assert mode(tmp_path / "file") == 0o660


@pytest.mark.skipif(os.name != "posix", reason="needs modes")
def test_a_file_keeps_its_mode(tmp_path):
    for chosen in (0o600, 0o755, 0o644):
        (tmp_path / "file").touch()
        (tmp_path / "file").chmod(chosen)
        write_whole(tmp_path / "file", b"new")
        assert mode(tmp_path / "file") == chosen


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_stays_as_it_is(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o444)
    with pytest.raises(PermissionError):
        write_whole(tmp_path / "file", b"new")
    assert contents(tmp_path) == {"file": b"old"}


def test_links_stay_links(tmp_path):
    for name, there in (("old", True), ("missing", False)):
        target, link = tmp_path / name, tmp_path / f"link to {name}"
        link.symlink_to(name)
        if there:
            target.touch()
        write_whole(link, b"new")
        assert link.is_symlink()
        assert target.read_bytes() == b"new"


def test_a_link_to_itself_is_an_error(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        write_whole(tmp_path / "a", b"new")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_symlink()) == ["a", "b"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_whole, args=(pipe, b"content"), daemon=True)
    writer.start()
    assert pipe.read_bytes() == b"content"
    writer.join(60)
    assert pipe.is_fifo()


def test_a_folder_is_an_error(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"new")


def fail_within(path, error):
    with opened_whole(path) as file:
        file.write(b"half")
        raise error


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_between_two_pieces_leaves_the_old_file_and_nothing_else(tmp_path, error):
    (tmp_path / "file").write_bytes(b"old")
    for name in "file", "new":
        with pytest.raises(type(error)):
            fail_within(tmp_path / name, error)
    assert contents(tmp_path) == {"file": b"old"}


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, error):
    (tmp_path / "file").write_bytes(b"old")

    def fail(*_):
        raise error

    monkeypatch.setattr("pathlib.Path.replace", fail)
    for write, name in ((write_whole, "file"), (write_new, "new")):
        with pytest.raises(type(error)):
            write(tmp_path / name, b"half")
    assert contents(tmp_path) == {"file": b"old"}


def test_a_file_that_must_be_new_never_replaces_another(tmp_path):
    write_new(tmp_path / "file", b"first")
    with pytest.raises(FileExistsError):
        write_new(tmp_path / "file", b"second")
    assert contents(tmp_path) == {"file": b"first"}


@pytest.mark.parametrize("name", ["file", LONGEST])
def test_what_a_kill_leaves_is_removed_and_nothing_of_others(tmp_path, monkeypatch, name):
    with monkeypatch.context() as killed:
        killed.setattr("pathlib.Path.replace", lambda *_: None)
        killed.setattr("pathlib.Path.unlink", lambda *_, **_more: None)
        write_whole(tmp_path / name, b"half")
    assert len(list(tmp_path.iterdir())) == 1
    others = ["file", "film.part", "file.short.part", "other.abcd1234.part", "file.abcd1234"]
    for other in others:
        (tmp_path / other).touch()
    (tmp_path / "file.f01de700.part").mkdir()
    remove_parts(tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, "file.f01de700.part"])


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Where temporary folders are made, which are old at once."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(files, "_NEW", -1.0)
    return tmp_path


def test_a_temporary_folder_is_gone_when_it_is_closed(temporary):
    with TemporaryFolder() as folder:
        (folder / "file").write_text("x")
        assert folder.parent == temporary
    assert not list(temporary.iterdir())


def test_what_a_killed_process_left_is_removed_and_what_is_in_use_is_not(temporary):
    made = "from outflank.files import TemporaryFolder as T; f = T(); print(f.path, flush=True); input()"
    options = {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "text": True,
        "env": {**os.environ, "TMPDIR": str(temporary)},
    }
    with subprocess.Popen([sys.executable, "-c", made], **options) as other:
        left = Path(other.stdout.readline().strip())
        (left / "upload").write_text("half of a fi")
        try:
            with TemporaryFolder() as folder:
                assert left.is_dir()  # as the other process uses it
                other.kill()
                other.wait()
                files.remove_left_folders()
                assert [*temporary.iterdir()] == [folder]
        finally:
            other.kill()


def test_other_folders_stay(temporary):
    (temporary / "outflank-mine").mkdir()
    (temporary / "outflank-mine" / "games").write_text("x")
    files.remove_left_folders()
    assert (temporary / "outflank-mine" / "games").exists()

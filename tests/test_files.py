import pytest

from outflank.files import remove_parts, write_whole


def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path):
    for content in (b"first", b"second"):
        write_whole(tmp_path / "file", content)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"file": content}
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o644


def test_what_a_kill_leaves_is_removed_and_nothing_of_others(tmp_path, monkeypatch):
    def killed(_descriptor, _mode=0):
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", b"half")
    assert len(list(tmp_path.iterdir())) == 1
    others = ["file", "film.part", "file.short.part", "other.abcd1234.part", "file.abcd1234"]
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / "file.folder_1.part").mkdir()
    remove_parts(tmp_path / "file")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, "file.folder_1.part"])

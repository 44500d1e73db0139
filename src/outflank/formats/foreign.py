"""Identify common types of files without games by their first bytes, so that an error can name the type.

>>> kind_of_file(b"\\x89PNG\\r\\n")
'a PNG picture'
"""

import re

_MAGIC = (
    (b"\x1f\x8b", "a gzip file: unpack it first"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"Rar!\x1a\x07", "a RAR archive: unpack it first"),
    (b"BZh", "a bzip2 file: unpack it first"),
    (b"\xfd7zXZ\0", "an xz file: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd file: unpack it first"),
    (b"\xff\xfe", "text in UTF-16: save it in UTF-8"),
    (b"\xfe\xff", "text in UTF-16: save it in UTF-8"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"%PDF", "a PDF"),
    (b"{\\rtf", "an RTF document: save it as text"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a Microsoft Office document: save it as text"),
    (b"SQLite format 3\0", "a database"),
    (b"EDAXEVAL", "Edax evaluation weights"),
    (b"XADELAVE", "Edax evaluation weights"),
    (b"DICUORAGE", "an Egaroucid book in a version other than 2 or 3"),
    (b"\x4e\x0a\x02\x0b", "a Zebra book"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\xac\xed\0\x05", "a Java object"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound or video file"),
    (b"\x1aE\xdf\xa3", "a video"),
)
"""Pairs of the first bytes of a file and a description of the files that begin with them."""

_MAY_BE_TEXT = (b"BM", b"MZ", b"BZh", b"ID3", b"GIF8", b"OggS")  # a text may begin with these too
_PAGE = re.compile(rb"\s*+<(?:!doctype html|html|\?xml)", re.IGNORECASE)
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_NAMES_HEADER, _LONGEST_HEAD, _FEW = 16, 4096, 3
_NAMES = {
    20: "a WTHOR file of player names (.jou): it belongs next to the .wtb file",
    26: "a WTHOR file of tournament names (.trn): it belongs next to the .wtb file",
}


_OTHERS = ("a WebP picture", "a picture or a video (HEIC, MP4)", "a tar archive: unpack it first")
_PAGE_SAVED, _UNKNOWN = "a web page: copy the moves out of it", "a binary file of unknown kind"
KINDS = tuple(dict.fromkeys([kind for _, kind in _MAGIC] + [*_OTHERS, *_NAMES.values(), _PAGE_SAVED, _UNKNOWN]))
"""All descriptions that `kind_of_file` can return."""


def kind_of_file(head: bytes) -> str:
    """Describe the type of file that begins with `head`.

    Returns an empty string for text and for other files that may be readable.
    """
    is_binary = _CONTROLS.search(head, 0, _LONGEST_HEAD) is not None
    for magic, kind in _MAGIC:
        if head.startswith(magic) and (is_binary or magic not in _MAY_BE_TEXT):
            return kind
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _OTHERS[0]
    if head[4:8] == b"ftyp":
        return _OTHERS[1]
    if head[257:262] == b"ustar":
        return _OTHERS[2]
    if _PAGE.match(head) and b"<svg" not in head[:_LONGEST_HEAD]:
        return _PAGE_SAVED
    if not is_binary:
        return ""
    return names_of_wthor(head) or ("" if _is_mostly_text(head) else _UNKNOWN)


def names_of_wthor(head: bytes) -> str:
    """Describe a WTHOR file of player or tournament names, which looks like a game file that contains no games.

    The header of such a file contains a date, zero games, and the number of names. Returns an empty string for any
    other file.
    """
    if len(head) <= _NAMES_HEADER or head[:1] not in (b"\x13", b"\x14") or head[4:8] != b"\0" * 4:
        return ""
    n_names = int.from_bytes(head[8:10], "little")
    for length, kind in _NAMES.items():
        names = head[_NAMES_HEADER:]
        if len(names) == n_names * length or (n_names * length > len(names) and _is_padded(names, length)):
            return kind
    return ""


def _is_padded(names: bytes, length: int) -> bool:
    """True if the bytes are a sequence of fixed-length names, each padded with zeros."""
    whole = [names[at : at + length] for at in range(0, len(names) - length + 1, length)]
    return all(not name.strip(b"\0") or b"\0" not in name.rstrip(b"\0") for name in whole)


def _is_mostly_text(head: bytes) -> bool:
    """True if the file is text except for a few bytes. In that case, the reader can report where those bytes are."""
    n_controls = len(_CONTROLS.findall(head[:_LONGEST_HEAD]))
    return n_controls <= _FEW or n_controls * 20 < len(head[:_LONGEST_HEAD])

"""Servers with one more language, which the tests make of the page's texts."""

import re
from contextlib import contextmanager

from babel.messages import Catalog
from babel.messages.pofile import write_po

from docs import make_catalogue
from outflank.rules import openings
from tests.web.conftest import Served

_SERVER = """
import sys
from pathlib import Path
from outflank.cli.main import main
from outflank.web.transport import languages
languages._FOLDER = Path(sys.argv.pop(1))
sys.exit(main())
"""
_HEBREW = dict(zip("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתךםןף", strict=True))


@contextmanager
def served_in(language, change, folder, *options):
    """A server that has English and this language, in which `change` translates each text."""
    catalog = Catalog(locale=language)
    for message in make_catalogue.made():
        if message.id:
            text = message.id
            forms = (text[0],) * (catalog.num_plurals - 1) + text[-1:] if isinstance(text, tuple) else text
            translation = change(forms) if isinstance(forms, str) else tuple(map(change, forms))
            catalog.add(text, translation, auto_comments=message.auto_comments)
    for name in openings.translations("ja"):
        catalog.add(name, change(name), auto_comments=["server"])
    with (folder / f"{language}.po").open("wb") as file:
        write_po(file, catalog)
    server = Served(folder, *options)
    server.program = ("-c", _SERVER, str(folder))
    yield server.start()
    server.stop()


def bracketed(text):
    """The text itself in brackets, which show where texts begin and end."""
    return f"⟦{text}⟧"


def hebrew(text):
    """Words of the same lengths in Hebrew letters; what is in braces stays."""
    return "".join(
        part if part.startswith("{") else "".join(_HEBREW.get(letter.lower(), letter) for letter in part)
        for part in re.split(r"(\{\w+\})", text)
    )

import pytest

from outflank.errors import RequestError
from outflank.web.club.names import form_of, member_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", "Ａｎｎａ"),  # full width
        ("Anna", "Аnnа"),  # Cyrillic
        ("Anna", "A.n-n_a"),
        ("Bill", "BiIl"),
        ("Bill", "B1ll"),
        ("Bob", "B0b"),
        ("José", "Jose"),
        ("modern", "modem"),
        ("ΑΝΝΑ", "anna"[:1] + "vv"[:0] + "νν" + "a"),  # Greek
        ("山口", "山ロ"),  # a character, and the letter of a syllable
        ("カ丸", "力丸"),
    ],
)
def test_names_that_look_alike_have_one_form(one, other):
    assert form_of(one) == form_of(other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("か", "が"), ("Bob", "Rob"), ("山田", "山口")])
def test_other_names_have_other_forms(one, other):
    assert form_of(one) != form_of(other)


@pytest.mark.parametrize("name", ["Anna", "山田 太郎", "O'Neill", "J. R.", "Ömer-7", "नमस्ते"])
def test_names_of_people_are_names(name):
    assert member_name(f"  {name} ") == name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "at least one letter"),
        ("--", "at least one letter"),
        ("\u202e\u200b", "at least one letter"),
        ("<b>x</b>", "got '<'"),
        ("a/b", "got '/'"),
        ("x" * 25, "at most 24 characters"),
        ("Deleted", "reserved"),
        ("ADMlN", "reserved"),
        ("Coco", "reserved"),  # a character
        ("C0-CO", "reserved"),
        ("😀", "got"),
    ],
)
def test_bad_name_is_refused_in_one_line(text, complaint):
    with pytest.raises(RequestError, match=complaint) as refused:
        member_name(text)
    assert "\n" not in str(refused.value)

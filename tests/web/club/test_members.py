"""Names that belong to one person each, and whom people block and report."""

import pytest

from outflank.errors import OutflankError
from outflank.web.club.members import RESERVED_FOR, Members, reports

pytestmark = pytest.mark.usefixtures("each_database")


@pytest.fixture
def members(store):
    return Members(store)


def test_a_name_belongs_to_the_first_who_claims_it(members):
    ann = members.claim("a", "Anna")
    assert (ann.name, members.of("a"), members.named("ANNA")) == ("Anna", ann, ann)
    for name in ("Anna", "anna", "Аnna"):
        with pytest.raises(OutflankError, match="somebody here is called Anna already"):
            members.claim("b", name)
    assert members.of("b") is None


def test_a_person_may_change_the_name_and_its_number_stays(members):
    number = members.claim("a", "Anna").number
    assert members.claim("a", "ANNA").name == "ANNA"
    assert members.claim("a", "Cleo").number == number
    assert members.claim("b", "Anna").number != number


def test_the_name_of_somebody_who_left_is_reserved_for_a_while(members, store):
    members.claim("a", "Anna")
    with store.writing() as database:
        database.execute("UPDATE members SET person = 'gone', name = 'deleted', deleted = 1000.0")
    with pytest.raises(OutflankError, match="belonged to somebody who has left"):
        members.claim("b", "Anna", now=1000.0 + RESERVED_FOR - 1)
    assert members.claim("b", "Anna", now=1000.0 + RESERVED_FOR).name == "Anna"


def test_an_unknown_name_is_quoted_on_one_line(members):
    with pytest.raises(OutflankError, match=r"^there is no member 'a\\nb' here$"):
        members.named("a\nb")


@pytest.mark.parametrize(("find", "sought"), [("present", ""), ("present", "x"), ("numbered", 9), ("named", "x")])
def test_strangers_are_no_members(members, find, sought):
    assert members.of("") is None
    with pytest.raises(OutflankError):
        getattr(members, find)(sought)


def test_blocks_count_for_both_sides_and_end(members):
    members.claim("a", "Anna")
    bob = members.claim("b", "Bob")
    members.block("a", bob, on=True)
    members.block("a", bob, on=True)
    assert members.blocked("a") == [bob]
    assert members.is_between("a", "b")
    assert members.is_between("b", "a")
    members.block("a", bob, on=False)
    assert not members.is_between("a", "b")


def test_reports_are_for_the_operator(members, store):
    members.claim("a", "Anna")
    bob = members.claim("b", "Bob")
    members.report("a", bob, "x" * 600, "g" * 22)
    (found,) = reports(store)
    assert (found["by"], found["about"], found["game"], len(found["words"])) == ("Anna", "Bob", "g" * 22, 500)

"""Identities as pages ask for them."""

import pytest

from tests.web.club.conftest import in_club


def test_names_are_claimed_once_and_changed_rarely():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob", named=False)
        taken = await bob.ask("claim-name", name="ANNA")
        named = await bob.ask("claim-name", name="<i>Bob</i>"), await bob.ask("claim-name", name="Bob")
        again = await join("Anna")
        codes = [(await ann.ask("claim-name", name=f"Anna {n}")).get("code") for n in range(5)]
        return taken["code"], named, (await again.ask("member"))["member"]["name"], codes

    taken, (html, bob), again, codes = in_club(talk)
    assert taken == "name taken"
    assert html["code"] == "name"
    assert (bob["member"]["name"], again) == ("Bob", "Anna 3")
    assert codes == [None] * 4 + ["hasty"]


def test_people_block_and_report():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        number = (await bob.ask("member"))["member"]["number"]
        blocked = (await ann.ask("block", member=number, on=True))["blocked"]
        freed = (await ann.ask("block", member=number, on=False))["blocked"]
        reported = [(await ann.ask("report", member=number, words="rude"))["type"] for _ in range(11)]
        return blocked, freed, reported, (await ann.ask("block", member=99, on=True))["code"]

    blocked, freed, reported, unknown = in_club(talk)
    assert [each["name"] for each in blocked] == ["Bob"]
    assert freed == []
    assert reported == ["done"] * 10 + ["error"]
    assert unknown == "unknown member"


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        *(("member", {}), ("claim-name", {"name": "Anna"}), ("stored", {}), ("delete-member", {"name": ""})),
        *(("lobby", {}), ("leave-lobby", {}), ("leaders", {}), ("tournaments", {})),
    ],
)
def test_a_server_without_a_club_says_so(type_, fields):
    async def talk(join, services):
        page = await join("Anna", named=False)
        return await page.ask(type_, **fields)

    assert in_club(talk, has_club=False)["code"] == "club"

"""The link of a seat, and its QR code."""

import xml.etree.ElementTree as ET

from outflank.web.pages.play import link


def test_link_names_the_game_and_the_secret_and_its_code_is_a_picture():
    found = link("http://192.168.1.7:8321/", "g" * 22, 1, "s" * 24)
    assert found["address"] == f"http://192.168.1.7:8321/#/join/{'g' * 22}/{'s' * 24}"
    picture = ET.fromstring(found["qr"])
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.get("viewBox").startswith("0 0 ")
    assert found["qr"] != link("http://192.168.1.7:8321/", "g" * 22, 1, "t" * 24)["qr"]


def test_server_says_at_once_that_it_is_there(page):
    assert page.ask("ping")["type"] == "pong"

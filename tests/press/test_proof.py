"""The five games print without complaints; what is wrong with a face is found."""

import io

import pytest
from press_helpers import drawing, order, thing
from pypdf import PdfReader
from tests.besides import besides

from tablewright.games import names
from tablewright.press.proof import Complaint, complaints
from tablewright.press.proof_sheets import proof_pdf
from tablewright.press.sheets import Style
from tablewright.press.sizes import PAPERS
from tablewright.press.things import every_one

GROUND = '<rect x="-9" y="-9" width="118" height="158" fill="#ffffff"/>'
WORD = '<text x="{}" y="50" font-size="12">{}</text>'
PRINTED = [*((game, "colour") for game in names()), ("matrix", "saving")]


@pytest.mark.parametrize(("game", "ink"), besides([("menagerie", "colour"), ("matrix", "saving")], PRINTED))
def test_a_printer_has_nothing_to_complain_about(game: str, ink: str) -> None:
    one = order(game)
    assert list(complaints(one.game, every_one(one), 3.0, ink)) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<text x="50" y="50" font-size="3">small</text>', "'small' is 5.4 pt small"),
        ('<text x="50" y="50" font-size="3" transform="scale(.9)">small</text>', "pt small"),
        ('<text x="50" y="50" font-size="12">much too long</text>', "does not fit: it is"),
        ('<text x="3" y="50" font-size="12">near</text>', "'near' is 1.9 mm from the edge"),
        (WORD.format(20, "one") + WORD.format(24, "two"), "runs into 'two'"),
        ('<text x="20" y="50" font-size="12" fill="#999999">pale</text>', "'pale' has a contrast of 2.8"),
        ('<text x="20" y="50" font-size="12" opacity=".4">pale</text>', "'pale' has a contrast of"),
        ('<g fill="#bbbbbb"><text x="20" y="50" font-size="12">pale</text></g>', "'pale' has a contrast of"),
        (WORD.format(20, "over") + '<rect x="15" y="35" width="70" height="20"/>', "'over' has a contrast"),
        ('<text x="20" y="50" font-size="12">♞ moves</text>', "letters that the font lacks: ♞"),
        ('<circle cx="2" cy="50" r="4" fill="#ff0000"/>', "ends in the bleed"),
    ],
)  # fmt: skip
def test_faults_are_found(inside: str, said: str) -> None:
    found = list(complaints(order("wallet").game, [thing(drawing("a", GROUND + inside))], 3.0, "colour"))
    assert any(said in one.text for one in found), found
    assert {one.name for one in found} == {"a"}


def test_a_good_face_has_no_complaints() -> None:
    good = GROUND + '<text x="50" y="70" text-anchor="middle" font-size="12">words</text>'
    assert not list(complaints(order("wallet").game, [thing(drawing("a", good))], 3.0, "colour"))


def test_a_ground_that_does_not_fill_the_bleed_is_found() -> None:
    short = drawing("a", '<rect width="100" height="140" fill="#fff"/>')
    found = [one.text for one in complaints(order("wallet").game, [thing(short)], 3.0, "colour")]
    assert found == ["the ground does not fill the 3 mm of bleed"]


def test_the_proof_lists_the_complaints() -> None:
    one = order("matrix")
    made = proof_pdf(one, every_one(one), Style(PAPERS["a4"]), [Complaint("swap_odd", "is *wrong* #here")])
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
    assert "swap_odd: is *wrong* #here" in " ".join(text.split())
    assert "shift_north" in text

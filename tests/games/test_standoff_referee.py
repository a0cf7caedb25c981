"""The rules of Standoff against a second implementation, decision by decision, from random positions."""

from random import Random
from typing import Any

import pytest

from tablewright.engine import Match
from tablewright.games import load
from tests.besides import besides
from tests.games.standoff_options import BOARD, LARGE, RED_GUN, SMALL, Table, name, read
from tests.games.standoff_referee import Referee

STANDOFF = load("standoff")
RULEBOOK = STANDOFF.folder / "rulebook.md"
SATELLITES = ("steve", "linda", "bart", "zelda")
INFORMS = ("known", "sunk", "red_gun", "draft_size")
VARIANTS: list[dict[str, Any]] = [
    {},
    {"fast_credit_copies": 8, "fast_credit_debt": 3, "bart_credits": 2},
    {"horse_bonus_credits": 2, "steve_cards": 2, "linda_credits": 3},
    {"max_polyomino_cards_per_turn": 0, "zelda_free": False, "cost_set": "code"},
    {"max_polyomino_cards_per_turn": 2, "duplicate_polyomino": True, "forcefield_range": 4},
    {"airdrop_anywhere": True, "forcefield_range": 0, "artillery_range": 8, "artillery_cost": 0},
    {"discard_action": False, "mine_small": 0, "mine_large": 5, "artillery_cost": 3, "artillery_range": 1},
    {
        "hand_limit": 5,
        "draw_up_to": 3,
        "actions_per_turn": 8,
        "blitz_actions": 5,
        "restock_cards": 5,
        "disposal_max": 5,
    },
    {"extra_turn_chain": False, "fundraiser_counts_itself": True, "max_actions_per_turn": 10, "market_slots": 4},
    {"max_turns_per_player": 20, "cap_tie": "chain", "market_slots": 12},
    {"max_turns_per_player": 20},
]


@pytest.mark.parametrize("players", besides([2], [2, 3, 4]))
@pytest.mark.parametrize("changes", VARIANTS, ids=str)
def test_both_implementations_play_the_same(players: int, changes: dict[str, Any]) -> None:
    dice = Random(f"{players} {changes}")
    table = Table(RULEBOOK, changes.get("cost_set", "face"))
    for seed in range(10):
        match = Match(STANDOFF.variant(players, None, changes), seed, position(dice, players, table, changes))
        for _ in range(16):
            compare(match, table, changes, dice)
            if match.over:
                break


def compare(match: Match, table: Table, changes: dict[str, Any], dice: Random) -> None:
    referee = Referee(table, changes, dump(match))
    texts = [move.text for move in match.moves]
    assert sorted(referee.legal()) == sorted(texts)
    choice = dice.choice(telling(texts, table) if dice.random() < 0.8 else texts)
    match.play(choice)
    referee.play(choice, dump(match))
    assert bool(referee.over) == match.over
    seen = read(dump(match))
    differing = {
        key: (seen[key], referee.at[key]) for key in seen if key not in INFORMS and seen[key] != referee.at[key]
    }
    for seat, player in differing.pop("players", ({}, {}))[0].items():
        wanted = {key: referee.at["players"][seat][key] for key in player if not key.endswith("_size")}
        assert {key: player[key] for key in wanted} == wanted, (choice, seat)
    assert differing == {}, choice
    if match.over:
        assert match.outcome is not None
        assert dict(zip(match.names, match.outcome.ranks, strict=True)) == referee.ranking()


def telling(texts: list[str], table: Table) -> list[str]:
    """Cards that do something, or cells of the Red Gun, if there are any."""
    cards = [
        text for text in texts if text.startswith("play:") and table.type[text.removeprefix("play:")] != "resource"
    ]
    return cards or [name(cell) for cell in sorted(RED_GUN) if name(cell) in texts] or texts


def dump(match: Match) -> dict[str, Any]:
    words: dict[str, Any] = STANDOFF.position.dump(match.state, match.variant.cards)
    return words


def position(dice: Random, players: int, table: Table, changes: dict[str, Any]) -> dict[str, Any]:
    """Full of blocks, tokens, satellites and cards of all kinds."""
    seats = [f"P{p}" for p in range(players)]
    blocks, tokens = board(dice, seats)
    turns = changes.get("max_turns_per_player", 60) * players
    kinds = [card for card in table.type if changes.get("fast_credit_copies") or not card.startswith("fast")]
    return {
        "turn": dice.choice([1, 5, turns - 2]),
        "to_move": dice.choice(seats),
        "credits": dice.choice([-3, 0, 5, 20, 60]),
        "actions_left": dice.randrange(9),
        "actions_spent": dice.choice([0, 3, 8, 28]),
        "polys_played": dice.choice([0, 0, 1]),
        "free_next": dice.random() < 0.2,
        "extra_turn": dice.random() < 0.2,
        "in_extra_turn": dice.random() < 0.2,
        "last_card": dice.choice(
            [None, *(c for c in kinds if table.type[c] in ("action", "polyomino") and c != "duplicate")]
        ),
        "blocks": blocks,
        "tokens": tokens,
        "players": {seat: player(dice, kinds, horse_for(seat, changes)) for seat in seats},
        "piles": {"poly_2": 0, "credit_1": dice.choice([0, 1, 30])},
        **(
            {"draft": dice.sample(["hack", "restock", "linda", "emp"], dice.randrange(5))}
            if dice.random() < 0.4
            else {}
        ),
    }


def board(dice: Random, seats: list[str]) -> tuple[dict[str, list[str]], dict[str, str]]:
    share = dice.choice([0.05, 0.3, 0.7, 0.95])
    left = set(dice.sample(sorted(RED_GUN), dice.choice([1, 2, 12])))
    taken = [cell for cell in sorted(BOARD - left) if cell in RED_GUN or dice.random() < share]
    owner = {cell: dice.choice([*seats, "black"]) for cell in taken}
    blocks = {seat: [name(cell) for cell in owner if owner[cell] == seat] for seat in [*seats, "black"]}
    bearers = [cell for cell in owner if owner[cell] != "black" and dice.random() < 0.3]
    allowed = {cell: ["artillery", "forcefield", *(["refinery"] if cell in SMALL | LARGE else [])] for cell in bearers}
    return blocks, {name(cell): dice.choice(allowed[cell]) for cell in bearers}


def horse_for(seat: str, changes: dict[str, Any]) -> str:
    """A Horse that this seat can have: nobody plants one for himself."""
    return "horse_of_P1" if seat == "P0" and changes.get("horse_bonus_credits") else "horse"


def player(dice: Random, kinds: list[str], horse: str) -> dict[str, Any]:
    cards = [*kinds, horse, "duplicate", "airdrop", "obstruction"]
    return {
        "hand": dice.choices(cards, k=dice.choice([0, 3, 6, 9])),
        "deck": dice.choices(cards, k=dice.choice([0, 0, 2, 8])),
        "discard": dice.choices(cards, k=dice.choice([0, 1, 4])),
        "in_play": dice.choices(SATELLITES, k=dice.choice([0, 0, 1, 3])),
        "minerals": dice.choice([0, 1, 5]),
        "debt": dice.choice([0, 0, 2]),
    }

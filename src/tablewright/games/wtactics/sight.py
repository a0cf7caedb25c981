"""What a seat sees of the table where that is more than a field: rules (state, cards, seat, owner, i) for `observe`.

Objects in play are told by their place on the board, as moves name them; seats are told as one's own (0) or the other.
"""

from typing import TYPE_CHECKING

from tablewright.engine import rule

from .hidden import knows_quest
from .ids import IN, ITEM, QUESTS, SLOTS, STEP
from .vocabulary import AIM

if TYPE_CHECKING:
    from .state import Cards, State

CHAIN_FACTS = 4  # card, player, X, target
ELSEWHERE = SLOTS + 1  # a target that is not in play; after it players and fields, own and other


@rule
def hand_seen(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return 1 if owner == seat or s.shown[s.hand[owner][i]] else 0


@rule
def resource_seen(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return 1 if owner == seat or s.shown[s.resource[owner][i]] else 0


@rule
def deck_seen(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return 1 if s.shown[s.deck[owner][i]] else 0


@rule
def place_of(s: "State", o: int) -> int:
    """The place of an object on the board, from 1 on; 0 if it is not there."""
    for i in range(s.n_board):
        if s.board[i] == o:
            return i + 1
    return 0


@rule
def design_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return s.card[s.board[i]] + 1 if i < s.n_board else 0


@rule
def controller_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return s.player[s.board[i]] ^ seat if i < s.n_board else 0


@rule
def owner_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return s.owner[s.board[i]] ^ seat if i < s.n_board else 0


@rule
def host_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    """The place of what an object is attached to."""
    return place_of(s, s.host[s.board[i]] - 1) if i < s.n_board else 0


@rule
def against_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    """The places of the attackers that an object defends against, added up."""
    found = 0
    if i < s.n_board:
        for pair in range(s.n_pairs):
            if s.pair[0][pair] == s.board[i]:
                found += place_of(s, s.pair[1][pair])
    return found


@rule
def used_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    """How often the abilities of an object were used in this turn, all together."""
    if i >= s.n_board:
        return 0
    return s.used[0][s.board[i]] + s.used[1][s.board[i]] + s.used[2][s.board[i]]


@rule
def fighting(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return place_of(s, s.combat - 1) if s.combat else 0


@rule
def chain_at(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    """Card, player, X and target of every item of the chain, one after the other."""
    item = i // CHAIN_FACTS
    if item >= s.n_chain:
        return 0
    fact = i % CHAIN_FACTS
    if fact == 0:
        return int(s.chain[item][ITEM.card] + 1)
    if fact == 1:
        return int(s.chain[item][ITEM.player] ^ seat)
    return s.chain[item][ITEM.x] if fact == 2 else target_seen(s, seat, item)


@rule
def target_seen(s: "State", seat: int, item: int) -> int:
    kind = s.chain[item][ITEM.target_kind]
    target = s.chain[item][ITEM.target]
    if kind == 0:
        return 0
    if kind in (AIM.player, AIM.field):
        return int(ELSEWHERE + 1 + (target ^ seat) + (2 if kind == AIM.field else 0))
    return place_of(s, target) if s.zone[target] == IN.play else ELSEWHERE


@rule
def quest_at(s: "State", k: "Cards", seat: int, q: int, i: int) -> int:
    """The i-th quest of a pile as far as the seat knows it; in the veto they have no order."""
    if i >= s.n_quests[q]:
        return 0
    if s.step == STEP.veto and s.turn == 0:
        return ranked_quest(s, q, i) + 1
    return s.quest[q][i] + 1 if knows_quest(s, q, i, seat) else QUESTS + 1


@rule
def ranked_quest(s: "State", q: int, rank: int) -> int:
    """The quest of a pile that so many others of it come before."""
    for i in range(s.n_quests[q]):
        before = 0
        for j in range(s.n_quests[q]):
            if s.quest[q][j] < s.quest[q][i] or (s.quest[q][j] == s.quest[q][i] and j < i):
                before += 1
        if before == rank:
            return s.quest[q][i]
    return -1


@rule
def token_at(s: "State", k: "Cards", seat: int, q: int, i: int) -> int:
    """When one's own (0) or the other's (1) token was put on a quest."""
    return s.quest_token[q][seat ^ i]


@rule
def used_quest(s: "State", k: "Cards", seat: int, q: int, i: int) -> int:
    return s.quest_used[q][seat ^ i]


@rule
def winner_seen(s: "State", k: "Cards", seat: int, owner: int, i: int) -> int:
    return s.winner ^ seat if s.ended and s.winner < 2 else 2

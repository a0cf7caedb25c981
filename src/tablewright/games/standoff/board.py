"""The board: free cells, placements cell by cell, blocks, tokens and the Red Gun (STA-6, STA-7, STA-17)."""

from tablewright.engine import Moves, chapter, note, rule

from .state import (
    BLACK,
    BLACK_AT_START,
    CELLS,
    COUNT,
    EMPTY,
    RED_GUN,
    SAY,
    SIDE,
    TO,
    TOKEN,
    Cards,
    State,
)


@rule
def lay_board(s: State, k: Cards) -> int:
    """STA-1.2: the black blocks; no player has a block."""
    for i in range(len(BLACK_AT_START)):
        s.block[BLACK_AT_START[i]] = BLACK
    s.blocks[BLACK] = len(BLACK_AT_START)
    return 0


@rule
def distance(a: int, b: int) -> int:
    """STA-6.7."""
    return abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE)


# Free cells, anchors, regions: all for the active player


@rule
def foreign_fields(s: State, k: Cards) -> int:
    """Forcefields of the active player's opponents."""
    count = 0
    for p in range(k.players):
        if p != s.decider:
            count += s.tokens[p][TOKEN.forcefield]
    return count


@chapter
def is_shielded(s: State, k: Cards, cell: int) -> bool:
    """STA-6.6, STA-7.6: within the range of a forcefield token on another player's block."""
    if foreign_fields(s, k) == 0:
        return False
    row = cell // SIDE
    column = cell % SIDE
    for r in range(max(0, row - k.forcefield_range), min(SIDE, row + k.forcefield_range + 1)):
        reach = k.forcefield_range - abs(r - row)
        for c in range(max(0, column - reach), min(SIDE, column + reach + 1)):
            if s.token[SIDE * r + c] == TOKEN.forcefield and s.block[SIDE * r + c] != s.decider + 1:
                return True
    return False


@rule
def is_free(s: State, k: Cards, cell: int) -> bool:
    """STA-17.1."""
    return s.block[cell] == EMPTY and not is_shielded(s, k, cell)


@rule
def touches_own(s: State, k: Cards, cell: int) -> bool:
    """STA-6.4: on the border, or side by side with an own block."""
    if k.border[cell]:
        return True
    for side in range(4):
        other = k.near[cell][side]
        if other >= 0 and s.block[other] == s.decider + 1:
            return True
    return False


@rule
def is_anchor(s: State, k: Cards, cell: int) -> bool:
    """STA-17.2."""
    return s.block[cell] == EMPTY and touches_own(s, k, cell) and not is_shielded(s, k, cell)


@rule
def one_more(s: State, k: Cards, a: int, b: int, c: int) -> int:
    """A free cell beside one of three cells and none of them, or -1."""
    for i in range(12):
        at = a if i < 4 else b if i < 8 else c
        cell = k.near[at][i % 4]
        if cell >= 0 and cell != a and cell != b and cell != c and is_free(s, k, cell):
            return int(cell)
    return -1


@rule
def has_room(s: State, k: Cards, a: int, n: int) -> bool:
    """STA-17.3: the region of a free cell has at least n cells, n up to 4."""
    if n < 2:  # STA-17.6
        return True
    b = one_more(s, k, a, a, a)
    if b < 0 or n == 2:
        return b >= 0
    c = one_more(s, k, a, b, b)
    if c < 0 or n == 3:
        return c >= 0
    return one_more(s, k, a, b, c) >= 0


# Placement, cell by cell


@rule
def can_begin(s: State, k: Cards, cell: int, n: int) -> bool:
    """STA-17.4: the first cell of a placement of n blocks."""
    return is_anchor(s, k, cell) and has_room(s, k, cell, n)


@chapter
def can_place(s: State, k: Cards, n: int) -> bool:
    """STA-17.7: there is a legal placement of n blocks."""
    cell = 0
    while cell < CELLS and not can_begin(s, k, cell, n):
        cell += 1
    return cell < CELLS


@rule
def is_chosen(s: State, cell: int) -> bool:
    i = 0
    while i < s.chosen_count and s.chosen[i] != cell:
        i += 1
    return i < s.chosen_count


@rule
def list_placement(s: State, k: Cards, m: Moves, n: int) -> int:
    """STA-17.4: the cells that may be named next, ascending; after the first, beside one named (STA-6.2, STA-6.3)."""
    count = 0
    if s.chosen_count == 0:
        for cell in range(CELLS):
            if can_begin(s, k, cell, n):
                m.a[count] = TO.cell + cell
                count += 1
        return count
    for i in range(s.chosen_count):
        for side in range(4):
            cell = k.near[s.chosen[i]][side]
            if cell >= 0 and is_free(s, k, cell) and not is_chosen(s, cell):
                count = insert(m, count, TO.cell + cell)
    return count


@rule
def is_beside_chosen(s: State, k: Cards, cell: int) -> bool:
    """Whether a cell may be named after the first."""
    if not is_free(s, k, cell) or is_chosen(s, cell):
        return False
    for side in range(4):
        other = k.near[cell][side]
        if other >= 0 and is_chosen(s, other):
            return True
    return False


@rule
def insert(m: Moves, n: int, a: int) -> int:
    """Put an id into the ascending list unless it is there; returns the new length."""
    i = n
    while i > 0 and m.a[i - 1] > a:
        i -= 1
    if i > 0 and m.a[i - 1] == a:
        return n
    for j in range(n, i, -1):
        m.a[j] = m.a[j - 1]
    m.a[i] = a
    return n + 1


# Blocks and tokens


@rule
def put_block(s: State, k: Cards, cell: int, colour: int) -> int:
    s.block[cell] = colour
    s.blocks[colour] += 1
    s.gun[colour] += k.in_gun[cell]
    s.probe[COUNT.placed] += 1
    note(SAY.placed, cell, colour, 0)
    return 0


@rule
def destroy(s: State, k: Cards, cell: int) -> int:
    """STA-7.3, STA-7.4: the block, be it black, and its token go; what is printed on the board stays."""
    colour = s.block[cell]
    note(SAY.destroyed, cell, colour, s.token[cell])
    s.block[cell] = EMPTY
    s.blocks[colour] -= 1
    s.gun[colour] -= k.in_gun[cell]
    if s.token[cell] != TOKEN.none:
        s.tokens[colour - 1][s.token[cell]] -= 1
        s.token[cell] = TOKEN.none
    s.probe[COUNT.destroyed] += 1
    return 0


@rule
def put_token(s: State, p: int, cell: int, token: int) -> int:
    s.token[cell] = token
    s.tokens[p][token] += 1
    return 0


@rule
def can_improve(s: State, p: int) -> bool:
    """STA-7.1: an own block without a token."""
    improved = s.tokens[p][1] + s.tokens[p][2] + s.tokens[p][3]
    return s.blocks[p + 1] > improved


@rule
def blocks_on_board(s: State) -> int:
    count = 0
    for colour in range(1, len(s.blocks)):
        count += s.blocks[colour]
    return count


@rule
def blocks_in_gun(s: State) -> int:
    count = 0
    for colour in range(1, len(s.gun)):
        count += s.gun[colour]
    return count


@rule
def gun_is_full(s: State) -> bool:
    """STA-15.1."""
    return blocks_in_gun(s) == len(RED_GUN)

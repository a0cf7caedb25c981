"""The board: free cells, placements cell by cell, blocks, tokens and the Red Gun (STA-6, STA-7, STA-17)."""

from tablewright.engine import chapter, note, rule, total

from .state import BLACK, BLACK_AT_START, COUNT, EMPTY, RED_GUN, SAY, SIDE, TOKEN, WHY, Cards, State


@rule
def lay_board(s: State, k: Cards) -> None:
    """STA-1.2: the black blocks; no player has a block."""
    for i in range(len(BLACK_AT_START)):
        s.block[BLACK_AT_START[i]] = BLACK
    s.blocks[BLACK] = len(BLACK_AT_START)


@rule
def distance(a: int, b: int) -> int:
    """STA-6.7."""
    return abs(a // SIDE - b // SIDE) + abs(a % SIDE - b % SIDE)


# Free cells and their regions: all for the active player


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


# Placement, cell by cell: what is against naming a cell, 0 if nothing


@rule
def cannot_begin(s: State, k: Cards, cell: int, n: int) -> int:
    """STA-17.2, STA-17.4: the first cell of a placement of n blocks."""
    if s.block[cell] != EMPTY:  # STA-6.5
        return WHY.not_empty
    if not touches_own(s, k, cell):
        return WHY.no_anchor
    if is_shielded(s, k, cell):
        return WHY.shielded
    return WHY.none if has_room(s, k, cell, n) else WHY.no_room


@rule
def cannot_go_on(s: State, k: Cards, cell: int) -> int:
    """STA-6.2, STA-6.3, STA-17.4: a cell after the first, beside one that is named."""
    if s.block[cell] != EMPTY:
        return WHY.not_empty
    nearest = SIDE
    for i in range(s.chosen_count):
        nearest = min(nearest, distance(s.chosen[i], cell))
    if nearest != 1:
        return WHY.no_touch if nearest else WHY.named
    return WHY.shielded if is_shielded(s, k, cell) else WHY.none


# Blocks and tokens


@rule
def put_block(s: State, k: Cards, cell: int, colour: int) -> None:
    s.block[cell] = colour
    s.blocks[colour] += 1
    s.gun[colour] += k.in_gun[cell]
    s.probe[COUNT.blocks_placed] += 1
    note(SAY.placed, cell, colour, 0)


@rule
def destroy(s: State, k: Cards, cell: int) -> None:
    """STA-7.3, STA-7.4: the block, be it black, and its token go; what is printed on the board stays."""
    colour = s.block[cell]
    note(SAY.destroyed, cell, colour, s.token[cell])
    s.block[cell] = EMPTY
    s.blocks[colour] -= 1
    s.gun[colour] -= k.in_gun[cell]
    if s.token[cell] != TOKEN.none:
        s.tokens[colour - 1][s.token[cell]] -= 1
        s.token[cell] = TOKEN.none
    s.probe[COUNT.blocks_destroyed] += 1


@rule
def put_token(s: State, p: int, cell: int, token: int) -> None:
    s.token[cell] = token
    s.tokens[p][token] += 1


@rule
def gun_is_full(s: State) -> bool:
    """STA-15.1."""
    return total(s.gun) == len(RED_GUN)

/* The rules of Matrix and its random player, as they are written in src/tablewright/games/matrix, in C: the limit that
 * the compiled rules are measured against (by_c.py). The same games come out, number for number. */

#include <stdint.h>
#include <string.h>

enum { SEATS = 4, MOST_CARDS = 40, MOST_HAND = 20, PAIRS = 36, BLANK = 9, CENTRE = 4, KINDS = 10 };
enum { PROBES = KINDS * MOST_HAND + 1, LEAD_CHANGES = PROBES - 1, WHOLE_WIN = 12, MOST_MOVES = 128 };
enum { CORNERS = 0, EDGES = 36, NORTH = 72, SWAP_EVEN = 84, SWAP_ODD = 94, CLOCKWISE = 104, FORFEIT = 106 };
enum { HIGH_FIRST, LOW_FIRST, FIXED };
enum { PREVIOUS, SEAT, REVERSE };

typedef struct {
    int64_t far[32];
    int32_t players, line[SEATS][3], copies[KINDS], hand_size, rounds, numbers[9], centre, rotate_steps;
    int32_t order_rule, tie_break, final_tie_by_order, forfeit;
} Cards;

typedef struct {
    int64_t rng;
    int8_t board[9], hand[SEATS][MOST_HAND], held[SEATS], aside[MOST_CARDS], asides, order[SEATS], at, decider, round;
    int8_t leader, plays, history[MOST_CARDS][4];
    int32_t probe[PROBES];
} State;

typedef struct {
    int32_t n, a[MOST_MOVES];
} Moves;

/* Chance */

static int64_t below(int64_t *rng, int64_t n) {
    int64_t x = 698769069 * (*rng & 0xFFFFFFFF) + (*rng >> 32);
    *rng = x;
    return (((x & 0xFFFFFFFF) ^ (x >> 32)) * n) >> 32;
}

static int64_t scrambled(int64_t x) {
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & 0xFFFFFFFF;
    x = ((x ^ (x >> 15)) * 0x5BD1E995) & 0xFFFFFFFF;
    x = ((x ^ (x >> 13)) * 0x7FEB352D) & 0xFFFFFFFF;
    return x ^ (x >> 16);
}

static int64_t mixed(int64_t seed, int64_t stream) {
    int64_t key = scrambled(scrambled((seed >> 32) & 0xFFFFFFFF) ^ (stream & 0xFFFFFFFF));
    int64_t low = scrambled((seed & 0xFFFFFFFF) ^ key);
    int64_t high = scrambled(low ^ (key >> 7)) % 698769068;
    return (high << 32) + low + 1;
}

static void shuffle(State *s, int8_t *cards, int n) {
    for (int i = n - 1; i > 0; i--) {
        int64_t j = below(&s->rng, i + 1);
        int8_t held = cards[i];
        cards[i] = cards[j];
        cards[j] = held;
    }
}

/* Rounds and turn order */

static int score(const State *s, const Cards *k, int p) {
    int total = 0;
    for (int i = 0; i < 3; i++) total += k->numbers[s->board[k->line[p][i]]];
    return total;
}

static void sort_by_score(State *s, const Cards *k) {
    int sign = k->order_rule == LOW_FIRST ? -1 : 1;
    for (int i = 1; i < k->players; i++) {
        int8_t p = s->order[i];
        int mine = sign * score(s, k, p), j = i;
        while (j > 0 && sign * score(s, k, s->order[j - 1]) < mine) {
            s->order[j] = s->order[j - 1];
            j--;
        }
        s->order[j] = p;
    }
}

static void start_round(State *s, const Cards *k) {
    s->at = 0;
    if (k->order_rule == FIXED || k->tie_break == SEAT) {
        for (int p = 0; p < k->players; p++) s->order[p] = p;
    } else if (k->tie_break == REVERSE && s->round > 1) {
        for (int i = 0; i < k->players / 2; i++) {
            int other = k->players - 1 - i;
            int8_t held = s->order[i];
            s->order[i] = s->order[other];
            s->order[other] = held;
        }
    }
    if (k->order_rule != FIXED) sort_by_score(s, k);
    s->decider = s->order[0];
}

/* Setup */

static void lay_board(State *s, const Cards *k) {
    for (int cell = 0; cell < 9; cell++) s->board[cell] = cell;
    shuffle(s, s->board, 9);
    if (k->centre >= 0) {
        for (int cell = 0; cell < 9; cell++)
            if (s->board[cell] == k->centre) s->board[cell] = s->board[CENTRE];
        s->board[CENTRE] = k->centre;
    }
}

static void deal(State *s, const Cards *k) {
    int n = 0, dealt = 0;
    for (int card = 0; card < KINDS; card++)
        for (int i = 0; i < k->copies[card]; i++) s->aside[n++] = card;
    shuffle(s, s->aside, n);
    for (int p = 0; p < k->players; p++) {
        for (int i = 0; i < k->hand_size; i++) s->hand[p][i] = s->aside[dealt++];
        s->held[p] = k->hand_size;
    }
    s->asides = n - dealt;
    for (int i = 0; i < n; i++) s->aside[i] = dealt + i < n ? s->aside[dealt + i] : 0;
}

static void setup(State *s, const Cards *k, int64_t seed) {
    memset(s, 0, sizeof *s);
    s->rng = mixed(seed, 0);
    lay_board(s, k);
    deal(s, k);
    s->round = 1;
    for (int p = 0; p < k->players; p++) s->order[p] = p;
    start_round(s, k);
}

/* The legal plays */

static int pair(int low, int high) { return low * (17 - low) / 2 + high - low - 1; }

static void ascending(int *a, int *b) {
    if (*a > *b) {
        int held = *a;
        *a = *b;
        *b = held;
    }
}

static int list_pairs(Moves *m, int n, int start, int a, int b, int c, int d) {
    ascending(&a, &b);
    ascending(&c, &d);
    ascending(&a, &c);
    ascending(&b, &d);
    ascending(&b, &c);
    m->a[n] = start + pair(a, b);
    m->a[n + 1] = start + pair(a, c);
    m->a[n + 2] = start + pair(a, d);
    m->a[n + 3] = start + pair(b, c);
    m->a[n + 4] = start + pair(b, d);
    m->a[n + 5] = start + pair(c, d);
    return n + 6;
}

static int list_swaps(const State *s, const Cards *k, Moves *m, int n, int start, int parity) {
    int before = n;
    for (int rank = 0; rank < 9; rank++)
        if ((k->numbers[rank] & 1) == parity && s->board[CENTRE] != rank) m->a[n++] = start + rank;
    if (n == before) m->a[n++] = start + BLANK;
    return n;
}

static int legal(const State *s, const Cards *k, Moves *m) {
    int kinds = 0, p = s->decider, n = 0;
    const int8_t *b = s->board;
    for (int i = 0; i < s->held[p]; i++) kinds |= 1 << s->hand[p][i];
    if (kinds & 1) n = list_pairs(m, n, CORNERS, b[0], b[2], b[6], b[8]);
    if (kinds & 2) n = list_pairs(m, n, EDGES, b[1], b[3], b[5], b[7]);
    for (int card = 2; card < 6; card++)
        if (kinds & (1 << card))
            for (int line = 0; line < 3; line++) m->a[n++] = NORTH + 3 * (card - 2) + line;
    if (kinds & 64) n = list_swaps(s, k, m, n, SWAP_EVEN, 0);
    if (kinds & 128) n = list_swaps(s, k, m, n, SWAP_ODD, 1);
    for (int card = 8; card < 10; card++)
        if (kinds & (1 << card)) m->a[n++] = CLOCKWISE + card - 8;
    m->n = n;
    return n;
}

/* Carrying out a play */

static void trade(State *s, int x, int y) {
    for (int cell = 0; cell < 9; cell++) {
        if (s->board[cell] == x) s->board[cell] = y;
        else if (s->board[cell] == y) s->board[cell] = x;
    }
}

static void cycle(State *s, int a, int b, int c) {
    int8_t held = s->board[a];
    s->board[a] = s->board[b];
    s->board[b] = s->board[c];
    s->board[c] = held;
}

static void shift(State *s, int card, int line) {
    if (card == 2) cycle(s, line, line + 3, line + 6);
    else if (card == 3) cycle(s, line + 6, line + 3, line);
    else if (card == 4) cycle(s, 3 * line, 3 * line + 1, 3 * line + 2);
    else cycle(s, 3 * line + 2, 3 * line + 1, 3 * line);
}

static void rotate(State *s) {
    int8_t *b = s->board, held = b[0];
    b[0] = b[3];
    b[3] = b[6];
    b[6] = b[7];
    b[7] = b[8];
    b[8] = b[5];
    b[5] = b[2];
    b[2] = b[1];
    b[1] = held;
}

static void write_history(State *s, int p, int card, int x, int y) {
    int8_t *entry = s->history[s->plays];
    entry[0] = p;
    entry[1] = card;
    entry[2] = x;
    entry[3] = y;
}

static int card_of(int a) {
    if (a < NORTH) return a / PAIRS;
    if (a < SWAP_EVEN) return 2 + (a - NORTH) / 3;
    if (a < CLOCKWISE) return 6 + (a - SWAP_EVEN) / 10;
    return 8 + a - CLOCKWISE;
}

static void play(State *s, const Cards *k, int p, int card, int a) {
    if (card < 2) {
        int number = a - card * PAIRS, x = 0;
        while (x < 7 && pair(x + 1, x + 2) <= number) x++;
        int y = number - pair(x, x + 1) + x + 1;
        write_history(s, p, card, x, y);
        trade(s, x, y);
    } else if (card < 6) {
        int line = (a - NORTH) % 3;
        write_history(s, p, card, s->board[4 * line], -1);
        shift(s, card, line);
    } else if (card < 8) {
        int x = (a - SWAP_EVEN) % 10;
        write_history(s, p, card, x == BLANK ? -1 : x, -1);
        if (x != BLANK) trade(s, x, s->board[CENTRE]);
    } else {
        write_history(s, p, card, -1, -1);
        int steps = card == 8 ? k->rotate_steps : 8 - k->rotate_steps;
        for (int i = 0; i < steps; i++) rotate(s);
    }
}

static void discard(State *s, int p, int card) {
    int last = s->held[p] - 1, at = 0;
    while (at < last && s->hand[p][at] != card) at++;
    for (int i = at; i < last; i++) s->hand[p][i] = s->hand[p][i + 1];
    s->hand[p][last] = 0;
    s->held[p] = last;
}

static void count_lead(State *s, const Cards *k) {
    int best = 0, alone = 1;
    for (int p = 1; p < k->players; p++) {
        int difference = score(s, k, p) - score(s, k, best);
        if (difference > 0) best = p, alone = 1;
        else if (difference == 0) alone = 0;
    }
    if (alone) {
        if (s->leader > 0 && s->leader != best + 1) s->probe[LEAD_CHANGES]++;
        s->leader = best + 1;
    }
}

static void apply(State *s, const Cards *k, int a) {
    int p = s->decider, card;
    if (a >= FORFEIT) {
        card = a == FORFEIT ? s->hand[p][0] : a - FORFEIT - 1;
        write_history(s, p, card, -2, -1);
    } else {
        card = card_of(a);
        play(s, k, p, card, a);
    }
    discard(s, p, card);
    s->probe[card * MOST_HAND + s->round - 1]++;
    count_lead(s, k);
    s->plays++;
    s->at++;
    if (s->at == k->players) {
        s->round++;
        if (s->round <= k->rounds) start_round(s, k);
    } else {
        s->decider = s->order[s->at];
    }
}

/* The end */

static int result(const State *s, const Cards *k, int p) {
    int best = score(s, k, p), tied = 1;
    for (int other = 0; other < k->players; other++) {
        if (other == p) continue;
        int theirs = score(s, k, other);
        if (theirs > best) return 0;
        if (theirs == best) tied++;
    }
    if (!k->final_tie_by_order) return WHOLE_WIN / tied;
    for (int i = 0; i < k->players; i++)
        if (score(s, k, s->order[i]) == best) return s->order[i] == p ? WHOLE_WIN : 0;
    return 0;
}

/* Games at random, with the outputs of drivers.run_games. */
int64_t run_games(const Cards *k, int64_t first_seed, int64_t games, int8_t *shares, int32_t *scores, int32_t *turns,
                  int32_t *decisions, int32_t *probes) {
    State s;
    Moves m;
    int64_t total = 0;
    for (int64_t game = 0; game < games; game++) {
        setup(&s, k, first_seed + game);
        int64_t rng = mixed(first_seed + game, 1);
        int made = 0;
        for (; s.round <= k->rounds; made++) {
            int n = legal(&s, k, &m);
            apply(&s, k, m.a[below(&rng, n)]);
        }
        total += made;
        decisions[game] = made;
        turns[game] = s.plays;
        for (int p = 0; p < k->players; p++) {
            shares[game * k->players + p] = result(&s, k, p);
            scores[game * k->players + p] = score(&s, k, p);
        }
        memcpy(probes + game * PROBES, s.probe, sizeof s.probe);
    }
    return total;
}

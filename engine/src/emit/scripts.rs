//! The methods, each written once; see [`super::script`] for how they are read.

/// Functions that a rule or a method may call, with the comments that say what they do.
pub(super) const HELPERS: &str = r#"
fn mex(values: ints) -> int
    # the least number that is not among the values
    let sorted_values: ints = copy(values)
    sort sorted_values
    let least: int = 0
    each v: int in sorted_values
        if v == least
            least = least + 1
    return least

fn contains(members: ints, wanted: int) -> int
    each member: int in members
        if member == wanted
            return 1
    return 0

fn distinct(members: ints) -> ints
    # each member once
    let once: ints = list
    each member: int in members
        if contains(once, member) == 0
            push once, member
    return once

fn floor_div(a: int, b: int) -> int
    # rounded down, also below zero
    return (a - floor_mod(a, b)) / b

fn floor_mod(a: int, b: int) -> int
    # with the sign of the divisor
    return (a % b + b) % b

fn power(base: int, exponent: int) -> int
    let product: int = 1
    for turn in 1..exponent
        product = product * base
    return product

fn gcd(a: int, b: int) -> int
    let one: int = abs(a)
    let other: int = abs(b)
    while other != 0
        let rest: int = one % other
        one = other
        other = rest
    return one

fn isqrt(n: int) -> int
    # the largest number whose square is at most n
    let low: int = 0
    let high: int = min(n, 3037000499)
    while low < high
        let middle: int = (low + high + 1) / 2
        if middle * middle <= n
            low = middle
        else
            high = middle - 1
    return low

fn bit(n: int, at: int) -> int
    if at < 0
        return 0
    let rest: int = n
    for turn in 1..at
        rest = floor_div(rest, 2)
    return floor_mod(rest, 2)

fn popcount(n: int) -> int
    let count: int = 0
    let rest: int = n
    while rest > 0
        count = count + rest % 2
        rest = rest / 2
    return count

fn squares(last_one: int) -> ints
    let found: ints = list
    let k: int = 1
    while k * k <= last_one
        push found, k * k
        k = k + 1
    return found

fn triangular(last_one: int) -> ints
    let found: ints = list
    let k: int = 1
    while k * (k + 1) / 2 <= last_one
        push found, k * (k + 1) / 2
        k = k + 1
    return found

fn factorials(last_one: int) -> ints
    let found: ints = list
    let product: int = 1
    let k: int = 2
    while product <= last_one
        push found, product
        product = product * k
        k = k + 1
    return found

fn fibonacci(last_one: int) -> ints
    let found: ints = list
    let one: int = 1
    let other: int = 2
    while one <= last_one
        push found, one
        let third: int = one + other
        one = other
        other = third
    return found

fn powers(base: int, last_one: int) -> ints
    let found: ints = list
    let product: int = 1
    while product <= last_one
        push found, product
        product = product * base
    return found

fn divisors(n: int) -> ints
    let found: ints = list
    let d: int = 1
    while d * d <= n
        if n % d == 0
            push found, d
            if d * d < n
                push found, n / d
        d = d + 1
    return found

fn primes(last_one: int) -> ints
    let found: ints = list
    for candidate in 2..last_one
        let prime: int = 1
        each d: int in found
            if d * d > candidate
                break
            if candidate % d == 0
                prime = 0
                break
        if prime == 1
            push found, candidate
    return found

fn next_number() -> int
    at = at + 1
    return tokens[at - 1]
"#;

/// The values of heaps in order, where a move leaves one heap. `FOLDED` is the heap that has the value of n.
pub(super) const HEAP_TABLE_ONE: &str = r#"
fn value(n: int) -> int
    let m: int = FOLDED
    while len(table) <= m
        let values: ints = list
        each q: place in options(len(table))
            push values, table[q]
        push table, mex(values)
    return table[m]
"#;

/// The same where a move leaves several heaps.
pub(super) const HEAP_TABLE_SUM: &str = r#"
fn value(n: int) -> int
    let m: int = FOLDED
    while len(table) <= m
        let values: ints = list
        each parts: sum in options(len(table))
            let v: int = 0
            each q: place in parts
                v = v ^ table[q]
            push values, v
        push table, mex(values)
    return table[m]
"#;

/// The values of all that can come up, each once; what is missing is put on a stack, so that no depth is too deep.
pub(super) const MEMO_ONE: &str = r#"
fn NAME(start: place) -> int
    let stack: sum = [start]
    while len(stack) > 0
        let here: place = last(stack)
        let before: int = len(stack)
        if not has(memo, here)
            let values: ints = list
            each q: place in options(here)
                if has(memo, q)
                    push values, get(memo, q)
                else
                    push stack, q
            if len(stack) == before
                put memo, here, mex(values)
        if len(stack) == before
            pop stack
    return get(memo, start)
"#;

pub(super) const MEMO_SUM: &str = r#"
fn NAME(start: place) -> int
    let stack: sum = [start]
    while len(stack) > 0
        let here: place = last(stack)
        let before: int = len(stack)
        if not has(memo, here)
            let values: ints = list
            each parts: sum in options(here)
                let v: int = 0
                each q: place in parts
                    if has(memo, q)
                        v = v ^ get(memo, q)
                    else
                        push stack, q
                push values, v
            if len(stack) == before
                put memo, here, mex(values)
        if len(stack) == before
            pop stack
    return get(memo, start)
"#;

/// An option with a wanted value.
pub(super) const FIND_ONE: &str = r#"
fn find(start: place, wanted: int) -> place
    each q: place in options(start)
        if value(q) == wanted
            return q
    return start
"#;

pub(super) const FIND_SUM: &str = r#"
fn find(start: place, wanted: int) -> sum
    each parts: sum in options(start)
        if nim_sum(parts) == wanted
            return parts
    return list
"#;

/// Every option with a wanted value, each once.
pub(super) const WINNING_ONE: &str = r#"
fn winning(start: place, wanted: int) -> options
    let found: options = list
    let seen: map of option = map
    each q: option in options(start)
        if value(q) == wanted and not has(seen, q)
            put seen, q, 1
            push found, q
    return found
"#;

pub(super) const WINNING_SUM: &str = r#"
fn winning(start: place, wanted: int) -> options
    let found: options = list
    let seen: map of option = map
    each parts: option in options(start)
        if nim_sum(parts) == wanted and not has(seen, parts)
            put seen, parts, 1
            push found, copy(parts)
    return found
"#;

pub(super) const NIM_SUM: &str = r#"
fn nim_sum(position: sum) -> int
    let total: int = 0
    each q: place in position
        total = total ^ value(q)
    return total
"#;

/// The position after a move in component i, in order, so that positions that differ in their order are one.
pub(super) const AFTER_ONE: &str = r#"
fn after(position: sum, i: int, to: place) -> sum
    let rest: sum = [to]
    for j in 0..len(position) - 1
        if j != i
            push rest, position[j]
    sort rest
    return rest
"#;

pub(super) const AFTER_SUM: &str = r#"
fn after(position: sum, i: int, to: sum) -> sum
    let rest: sum = copy(to)
    for j in 0..len(position) - 1
        if j != i
            push rest, position[j]
    sort rest
    return rest
"#;

/// Every position that can come up, then backwards from the ends. `ENTRY` is the type of a move, `TO` where it leads,
/// `MINE` what it is worth, `END` what a player without a move has.
pub(super) const WHOLE: &str = r#"
fn best(position: sum) -> int
    # 1: a move is known to win, -1: all moves are known to lose, 0: neither
    let found: int = -1
    let ended: int = 1
    for i in 0..len(position) - 1
        each m: ENTRY in options(position[i])
            let theirs: int = get(outcome, after(position, i, TO))
            found = max(found, MINE)
            ended = 0
    if ended == 1
        found = END
    return found

fn solve(start: sum)
    # first every position that can come up, then backwards from the ends until nothing changes
    let all: sums = list
    if not has(outcome, start)
        put outcome, start, 0
        push all, copy(start)
    let done: int = 0
    while done < len(all)
        let here: sum = copy(all[done])
        done = done + 1
        for i in 0..len(here) - 1
            each m: ENTRY in options(here[i])
                let there: sum = after(here, i, TO)
                if not has(outcome, there)
                    put outcome, there, 0
                    push all, there
    let changed: int = 1
    while changed == 1
        changed = 0
        for back in 1..len(all)
            let here: sum = copy(all[len(all) - back])
            if get(outcome, here) == 0
                let now: int = best(here)
                if now != 0
                    put outcome, here, now
                    changed = 1
"#;

/// By how much the mover ends ahead. `MINE` is what a move is worth when what follows is worth `then`.
pub(super) const SCORES: &str = r#"
fn score(start: sum) -> int
    # by how much the player to move ends ahead: the best of what a move earns and what it leaves
    let stack: sums = list
    push stack, copy(start)
    while len(stack) > 0
        let here: sum = last(stack)
        let before: int = len(stack)
        if not has(memo, here)
            let mine: ints = list
            for i in 0..len(here) - 1
                each m: move in options(here[i])
                    let there: sum = after(here, i, m.to)
                    if has(memo, there)
                        push mine, MINE
                    else
                        push stack, there
            if len(stack) == before
                let best: int = if len(mine) == 0 then 0 else mine[0]
                each one: int in mine
                    best = max(best, one)
                put memo, here, best
        if len(stack) == before
            pop stack
    return get(memo, start)
"#;

pub(super) const MISERE_NIM: &str = r#"
fn lost(position: sum) -> int
    # with a heap of two or more the nim-sum decides; with ones alone, an odd number of them is lost
    let total: int = 0
    let most: int = 0
    each n: int in position
        total = total ^ n
        most = max(most, n)
    if most > 1
        return if total == 0 then 1 else 0
    return total

fn after(position: sum, i: int, to: int) -> sum
    let next_heaps: sum = copy(position)
    next_heaps[i] = to
    return next_heaps

fn find(position: sum, i: int) -> int
    # what to leave of heap i, or -1: the nim-sum of the others, or 0 or 1
    let total: int = 0
    each n: int in position
        total = total ^ n
    let target: int = total ^ position[i]
    if target < position[i] and lost(after(position, i, target)) == 1
        return target
    for few in 0..1
        if few < position[i] and lost(after(position, i, few)) == 1
            return few
    return -1
"#;

pub(super) const WYTHOFF: &str = r#"
fn golden(j: int) -> int
    # j times the golden ratio, rounded down: j + h for the largest h with h (h + j) <= j j
    let h: int = j * 832040 / 1346269
    while h * (h + j) > j * j
        h = h - 1
    while (h + 1) * (h + 1 + j) <= j * j
        h = h + 1
    return j + h

fn partner(x: int) -> int
    # the only y for which (x, y) is lost
    let below: int = golden(x) - x
    if x > 0 and golden(below + 1) == x
        return x + below + 1
    return below

fn lost_option(p: place) -> place
    # a move keeps x, or y, or their difference
    if partner(ROW) < COLUMN
        return PLACE_X
    if partner(COLUMN) < ROW
        return PLACE_Y
    let taken: int = min(ROW, COLUMN) - golden(abs(COLUMN - ROW))
    return PLACE_BOTH
"#;

/// The values of some heaps follow from their size.
pub(super) const PRIME_FACTORS: &str = r#"
fn value(n: int) -> int
    # how many primes divide n, counted as often as they do
    let rest: int = n
    let count: int = 0
    let d: int = 2
    while d * d <= rest
        while rest % d == 0
            rest = rest / d
            count = count + 1
        d = d + 1
    if rest > 1
        count = count + 1
    return count
"#;

pub(super) const ODD_PRIME_FACTORS: &str = r#"
fn value(n: int) -> int
    # how many odd primes divide n, counted as often as they do, and 1 more if n is even
    let rest: int = n
    let count: int = 0
    if n > 0 and n % 2 == 0
        count = 1
        while rest % 2 == 0
            rest = rest / 2
    let d: int = 3
    while d * d <= rest
        while rest % d == 0
            rest = rest / d
            count = count + 1
        d = d + 2
    if rest > 1
        count = count + 1
    return count
"#;

pub(super) const TWOS: &str = r#"
fn value(n: int) -> int
    # FIRST, and 1 more each time 2 divides n
    if n == 0
        return 0
    let rest: int = n
    let count: int = FIRST
    while rest % 2 == 0
        rest = rest / 2
        count = count + 1
    return count
"#;

pub(super) const ONE_OR_ALL: &str = r#"
fn value(n: int) -> int
    if n == 0
        return 0
    return 2 - n % 2
"#;

pub(super) const LASKER: &str = r#"
fn value(n: int) -> int
    # 4k + 3 and 4k + 4 change places
    if n % 4 == 3
        return n + 1
    if n % 4 == 0 and n > 0
        return n - 1
    return n
"#;

pub(super) const NIM: &str = r#"
fn value(n: int) -> int
    return n

fn winning(n: int, wanted: int) -> options
    let found: options = list
    if wanted < n
        push found, wanted
    return found
"#;

pub(super) const REMAINDER: &str = r#"
fn value(n: int) -> int
    return n % MODULUS

fn winning(n: int, wanted: int) -> options
    let found: options = list
    let taken: int = (n + MODULUS - wanted) % MODULUS
    if wanted < MODULUS and taken > 0 and taken <= n
        push found, n - taken
    return found
"#;

/// The options of a code: what its digits allow.
pub(super) const CODE: &str = r#"
fn options(n: int) -> options
    # digit d of the code says what may become of a heap from which d are taken:
    # 1: nothing is left, 2: one heap, 4: two heapsTHREE
    let all: options = list
    for d in 0..min(n, len(DIGITS) - 1)
        let digit: int = DIGITS[d]
        if digit % 2 == 1 and n == d
            push all, []
        if digit / 2 % 2 == 1 and n > d
            push all, [n - d]
        if digit / 4 % 2 == 1SPLITS
            for a in LEAST..LAST
                push all, [a, n - d - a]
    return all
"#;

pub(super) const THREE_PARTS: &str = r#"
        if digit / 8 == 1
            for b in 1..min((n - d) / 3, REACH)
                for c in b..min((n - d - b) / 2, REACH)
                    push all, [b, c, n - d - b - c]
    return all
"#;

pub(super) const TAKE: &str = r#"
fn options(n: int) -> options
    let all: options = list
    each s: int in AMOUNTS
        if s <= n
            push all, n - s
    return all
"#;

/// The first window of rows that comes back, for what falls by at most `STEP` a move.
pub(super) const PERIOD: &str = r#"
fn find_period()
    # from BOUND on a row follows from the STEP rows below it: where so many come back, all that follows does
    let seen: map of ints = map
    let first: int = BOUND
    period = 0
    while period == 0
        let window: ints = list
        for row in first..first + STEP - 1
            # ROWS
        if has(seen, window)
            preperiod = get(seen, window)
            period = first - preperiod
        else
            put seen, window, first
        first = first + 1

fn value(p: place) -> int
    if period == 0
        do find_period()
    return small(FOLDED)
"#;

//! What a program does with boards of letters; see [`super::script`] for how it is read.

/// Boards of letters: their sides, and then their letters row by row.
pub(super) const BOARD: &str = r#"
fn read_board(word: text) -> ints
    # rows, columns, and the letters row by row
    let board: ints = filled(2, 1)
    for i in 0..length(word) - 1
        if letter(word, i) == 47
            board[0] = board[0] + 1
        else
            push board, letter(word, i)
    board[1] = (len(board) - 2) / board[0]
    return board

fn options(b: ints) -> lists
    # PICTURES has for each its rows and columns, the letters to be found, and those to be put, -1 for any
    let found: lists = list
    let p: int = 0
    while p < len(PICTURES)
        let area: int = PICTURES[p] * PICTURES[p + 1]
        for row in 0..b[0] - PICTURES[p]
            for column in 0..b[1] - PICTURES[p + 1]
                let after: ints = copy(b)
                let fits: int = 1
                for k in 0..area - 1
                    let cell: int = 2 + (row + k / PICTURES[p + 1]) * b[1] + column + k % PICTURES[p + 1]
                    if PICTURES[p + 2 + k] >= 0 and b[cell] != PICTURES[p + 2 + k]
                        fits = 0
                    if PICTURES[p + 2 + area + k] >= 0
                        after[cell] = PICTURES[p + 2 + area + k]
                if fits == 1
                    push found, after
        p = p + 2 + 2 * area
    return found

fn value(b: ints) -> int
    if has(memo, b)
        return get(memo, b)
    let values: ints = list
    each q: ints in options(b)
        push values, value(q)
    sort values
    # the least number that no option has
    let least: int = 0
    each v: int in values
        if v == least
            least = least + 1
    put memo, b, least
    return least
"#;

/// A board that may be given by its sides; `EMPTY` is the letter of its cells.
pub(super) const BOARD_SIZE: &str = r#"
fn sized_board(word: text) -> ints
    if letter(word, 0) < 48 or letter(word, 0) > 57
        return read_board(word)
    let rows: int = 1
    let columns: int = 0
    for i in 0..length(word) - 1
        if letter(word, i) >= 48 and letter(word, i) <= 57
            columns = columns * 10 + letter(word, i) - 48
        else
            rows = columns
            columns = 0
    let board: ints = filled(2 + rows * columns, EMPTY)
    board[0] = rows
    board[1] = columns
    return board
"#;

/// A line of boards.
pub(super) const BOARD_LINE: &str = r#"
let total: int = 0
each word: text in words
    total = total ^ value(READ)
if total == 0
    print "P"
for i in 0..len(words) - 1
    let start: ints = READ_AT
    each q: ints in options(start)
        if total != 0 and value(q) ^ value(start) == total
            print "N {i + 1}: {show(start)} -> {show(q)}"
            total = 0
"#;

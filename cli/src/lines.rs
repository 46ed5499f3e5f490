//! The lines of a file or pipe, in the groups in which they come: whoever feeds a pipe line by line is answered line by line.

use std::path::Path;

use grundy::Bytes;

use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::Pieces;

/// A line may have so many bytes: the largest board, or a million heaps.
const LONGEST: usize = 16 << 20;

/// A line, or why it is none.
pub type Line = Result<String, String>;

/// Lines that are read as they come; no more than one piece and one line are held.
pub struct Lines {
    pieces: Pieces,
    cutter: Cutter,
}

/// Cuts pieces into lines.
#[derive(Default)]
struct Cutter {
    /// The beginning of a line whose end has not come.
    begun: Vec<u8>,
    /// Set while the rest of a line that is too long is passed over.
    skipping: bool,
}

impl Lines {
    pub fn of(path: &Path) -> Result<Lines, Failure> {
        Ok(Lines { pieces: Pieces::of(path)?, cutter: Cutter::default() })
    }

    /// The next lines, at least one; nothing at the end.
    pub fn next(&mut self, watch: &Watch) -> Result<Option<Vec<Line>>, Failure> {
        let mut lines = Vec::new();
        while lines.is_empty() {
            let Some(piece) = self.pieces.next(watch)? else {
                let last = std::mem::take(&mut self.cutter.begun);
                return Ok((!last.is_empty()).then(|| vec![text(last)]));
            };
            self.cutter.cut(&piece, &mut lines);
        }
        Ok(Some(lines))
    }
}

impl Cutter {
    fn cut(&mut self, mut piece: &[u8], lines: &mut Vec<Line>) {
        while let Some(end) = piece.iter().position(|byte| *byte == b'\n') {
            self.take(&piece[..end], lines);
            piece = &piece[end + 1..];
            match std::mem::take(&mut self.skipping) {
                true => self.begun.clear(),
                false => lines.push(text(std::mem::take(&mut self.begun))),
            }
        }
        self.take(piece, lines);
    }

    fn take(&mut self, part: &[u8], lines: &mut Vec<Line>) {
        if self.skipping {
            return;
        }
        if self.begun.len() + part.len() > LONGEST {
            (self.begun, self.skipping) = (Vec::new(), true);
            return lines.push(Err(format!("the line has more than {}", Bytes(LONGEST as u64))));
        }
        self.begun.extend_from_slice(part);
    }
}

fn text(bytes: Vec<u8>) -> Line {
    String::from_utf8(bytes).map_err(|e| {
        let column = e.utf8_error().valid_up_to() + 1;
        format!("byte {column} of the line is not text in UTF-8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pieces: &[&[u8]]) -> Vec<Line> {
        let (mut cutter, mut lines) = (Cutter::default(), Vec::new());
        pieces.iter().for_each(|piece| cutter.cut(piece, &mut lines));
        lines
    }

    #[test]
    fn lines_do_not_depend_on_how_they_come() {
        let whole: Vec<Line> = ["3 5", "", "7\r"].map(|line| Ok(line.to_string())).to_vec();
        assert_eq!(cut(&[b"3 5\n\n7\r\n"]), whole);
        assert_eq!(cut(&[b"3", b" 5", b"\n", b"\n7", b"\r\n"]), whole);
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_is_told_in_its_place() {
        let long = vec![b'1'; LONGEST];
        let lines = cut(&[b"1\n2", &long, &long, b"\n3\n\xff\n"]);
        assert_eq!(lines.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true, false]);
        assert_eq!(lines[2], Ok("3".into()));
    }
}

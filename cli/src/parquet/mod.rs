//! Tables as Apache Parquet files: columns of numbers and texts, of which some may be absent or lists.
//!
//! Only what tables of answers need is here: plain values without compression, one page a column and row group. Every
//! reader of Parquet should read that. The crate `parquet` does all of the format, and brings so many other crates that
//! it takes more than a minute of processor time to build.
//!
//! Literature: the Apache Parquet format, version 1 of data pages; nested values after Melnik and others, Dremel 2010.

#[cfg(test)]
mod tests;
mod thrift;

use std::io::{self, Write};

use thrift::{Structure, varint};

const MAGIC: &[u8] = b"PAR1";
/// A row group is written when it has so many rows, or its values so many bytes.
const ROWS: u64 = 1 << 20;
const BYTES: usize = 1 << 26;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 32 bits without a sign.
    U32,
    /// 64 bits with a sign.
    I64,
    Text,
}

/// How often a column has a value in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Always,
    /// Once or not at all.
    Perhaps,
    /// A list, or none.
    List,
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub shape: Shape,
}

/// A value of a column, of its kind.
#[derive(Clone, Copy, Debug)]
pub enum Value<'v> {
    U32(u32),
    I64(i64),
    Text(&'v str),
}

/// What one column has in one row.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'v> {
    None,
    One(Value<'v>),
    List(&'v [u32]),
}

/// Writes a table row by row.
pub struct Writer<'w> {
    sink: &'w mut dyn Write,
    /// How many bytes are written.
    at: u64,
    columns: Vec<Column>,
    /// The columns of the row group that is being gathered.
    chunks: Vec<Chunk>,
    rows: u64,
    total_rows: u64,
    groups: Vec<Structure>,
}

impl<'w> Writer<'w> {
    pub fn new(sink: &'w mut dyn Write, columns: &[Column]) -> io::Result<Writer<'w>> {
        sink.write_all(MAGIC)?;
        let chunks = columns.iter().map(|_| Chunk::default()).collect();
        let (columns, at) = (columns.to_vec(), MAGIC.len() as u64);
        Ok(Writer { sink, at, columns, chunks, rows: 0, total_rows: 0, groups: Vec::new() })
    }

    /// Adds a row, a cell for each column.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        debug_assert_eq!(cells.len(), self.columns.len());
        let chunks = self.chunks.iter_mut().zip(&self.columns);
        chunks.zip(cells).for_each(|((chunk, column), cell)| chunk.push(column.shape, cell));
        self.rows += 1;
        let bytes = self.chunks.iter().map(|chunk| chunk.values.len()).sum::<usize>();
        if self.rows >= ROWS || bytes >= BYTES { self.flush() } else { Ok(()) }
    }

    /// Writes what is left, and where everything is.
    pub fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.flush()?;
        }
        let footer = Structure::default()
            .i32(1, 1)
            .structures(2, self.schema())
            .i64(3, self.total_rows as i64)
            .structures(4, std::mem::take(&mut self.groups))
            .text(6, concat!("grundy ", env!("CARGO_PKG_VERSION")))
            .finish();
        self.sink.write_all(&footer)?;
        self.sink.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.sink.write_all(MAGIC)
    }

    fn schema(&self) -> Vec<Structure> {
        let mut all = vec![Structure::default().text(4, "table").i32(5, self.columns.len() as i32)];
        for column in &self.columns {
            let leaf = |repetition, name| {
                let leaf = Structure::default().i32(1, column.kind.physical()).i32(3, repetition);
                let leaf = leaf.text(4, name);
                match column.kind.converted() {
                    Some(converted) => leaf.i32(6, converted),
                    None => leaf,
                }
            };
            match column.shape {
                Shape::Always => all.push(leaf(REQUIRED, column.name)),
                Shape::Perhaps => all.push(leaf(OPTIONAL, column.name)),
                Shape::List => {
                    let group =
                        |repetition, name| Structure::default().i32(3, repetition).text(4, name).i32(5, 1);
                    all.push(group(OPTIONAL, column.name).i32(6, LIST));
                    all.push(group(REPEATED, "list"));
                    all.push(leaf(REQUIRED, "element"));
                }
            }
        }
        all
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut described = Vec::new();
        let start = self.at;
        for (column, chunk) in self.columns.iter().zip(&mut self.chunks) {
            let chunk = std::mem::take(chunk);
            let page = self.at;
            let count = chunk.count;
            let body = chunk.body(column.shape);
            let size = i32::try_from(body.len()).map_err(|_| io::Error::other("a page is too large"))?;
            let levels = Structure::default().i32(1, count as i32).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
            let head = Structure::default().i32(1, DATA_PAGE).i32(2, size).i32(3, size).structure(5, levels);
            let head = head.finish();
            self.sink.write_all(&head)?;
            self.sink.write_all(&body)?;
            let bytes = (head.len() + body.len()) as i64;
            self.at += bytes as u64;
            let path: &[&str] = match column.shape {
                Shape::List => &[column.name, "list", "element"],
                _ => &[column.name],
            };
            let about = Structure::default()
                .i32(1, column.kind.physical())
                .i32s(2, &[PLAIN, RLE])
                .texts(3, path)
                .i32(4, UNCOMPRESSED)
                .i64(5, count as i64)
                .i64(6, bytes)
                .i64(7, bytes)
                .i64(9, page as i64);
            described.push(Structure::default().i64(2, page as i64).structure(3, about));
        }
        let rows = std::mem::take(&mut self.rows);
        self.total_rows += rows;
        let bytes = (self.at - start) as i64;
        self.groups.push(Structure::default().structures(1, described).i64(2, bytes).i64(3, rows as i64));
        Ok(())
    }
}

// The numbers of the format.
const REQUIRED: i32 = 0;
const OPTIONAL: i32 = 1;
const REPEATED: i32 = 2;
const LIST: i32 = 3;
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const DATA_PAGE: i32 = 0;
const UNCOMPRESSED: i32 = 0;

impl Kind {
    fn physical(self) -> i32 {
        match self {
            Kind::U32 => 1,
            Kind::I64 => 2,
            Kind::Text => 6,
        }
    }

    /// What the physical type stands for, where that is not plain.
    fn converted(self) -> Option<i32> {
        match self {
            Kind::U32 => Some(13),
            Kind::I64 => None,
            Kind::Text => Some(0),
        }
    }
}

/// The values of one column in one row group.
#[derive(Default)]
struct Chunk {
    values: Vec<u8>,
    /// How many values there are, absent ones and empty lists included.
    count: u64,
    /// 0 where a row begins, 1 where a list goes on.
    repetition: Levels,
    /// How much of the way to a value is there: the list or the value, and a value in the list.
    definition: Levels,
}

impl Chunk {
    fn push(&mut self, shape: Shape, cell: &Cell<'_>) {
        match (shape, cell) {
            (Shape::Always, Cell::One(value)) => self.value(*value),
            (Shape::Perhaps, Cell::One(value)) => {
                self.definition.push(1);
                self.value(*value);
            }
            (Shape::List, Cell::List(list)) if !list.is_empty() => {
                for (i, &number) in list.iter().enumerate() {
                    self.repetition.push(u8::from(i > 0));
                    self.definition.push(2);
                    self.value(Value::U32(number));
                }
            }
            (shape, cell) => {
                debug_assert_ne!(shape, Shape::Always, "a value is missing");
                self.repetition.push(0);
                self.definition.push(u8::from(matches!(cell, Cell::List(_))));
                self.count += 1;
            }
        }
    }

    fn value(&mut self, value: Value<'_>) {
        self.count += 1;
        match value {
            Value::U32(number) => self.values.extend_from_slice(&number.to_le_bytes()),
            Value::I64(number) => self.values.extend_from_slice(&number.to_le_bytes()),
            Value::Text(text) => {
                self.values.extend_from_slice(&(text.len() as u32).to_le_bytes());
                self.values.extend_from_slice(text.as_bytes());
            }
        }
    }

    /// The page: the levels that the shape needs, then the values.
    fn body(self, shape: Shape) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.values.len() + 64);
        if shape == Shape::List {
            self.repetition.write(&mut body);
        }
        if shape != Shape::Always {
            self.definition.write(&mut body);
        }
        body.extend(self.values);
        body
    }
}

/// Small numbers in runs.
#[derive(Default)]
struct Levels {
    bytes: Vec<u8>,
    level: u8,
    run: u64,
}

impl Levels {
    fn push(&mut self, level: u8) {
        if level != self.level {
            self.end_run();
            self.level = level;
        }
        self.run += 1;
    }

    fn end_run(&mut self) {
        if self.run > 0 {
            varint(self.run << 1, &mut self.bytes);
            self.bytes.push(self.level);
            self.run = 0;
        }
    }

    fn write(mut self, body: &mut Vec<u8>) {
        self.end_run();
        body.extend_from_slice(&(self.bytes.len() as u32).to_le_bytes());
        body.extend(self.bytes);
    }
}

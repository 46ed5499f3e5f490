//! What is written is read back by a reader that only knows the specification.

use std::collections::BTreeMap;

use super::*;

/// Anything that Thrift can say.
#[derive(Clone, Debug)]
enum Thing {
    Number(i64),
    Text(String),
    List(Vec<Thing>),
    Structure(BTreeMap<u8, Thing>),
}

impl Thing {
    fn number(&self, field: u8) -> i64 {
        let Thing::Structure(fields) = self else { panic!("{self:?}") };
        let Some(Thing::Number(number)) = fields.get(&field) else { panic!("{field} of {self:?}") };
        *number
    }

    fn field(&self, field: u8) -> &Thing {
        let Thing::Structure(fields) = self else { panic!("{self:?}") };
        &fields[&field]
    }

    fn text(&self, field: u8) -> &str {
        let Thing::Text(text) = self.field(field) else { panic!("{self:?}") };
        text
    }

    fn list(&self, field: u8) -> &[Thing] {
        let Thing::List(list) = self.field(field) else { panic!("{self:?}") };
        list
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let byte = self.0[0];
        self.0 = &self.0[1..];
        byte
    }

    fn take(&mut self, len: usize) -> &[u8] {
        let (taken, rest) = self.0.split_at(len);
        self.0 = rest;
        taken
    }

    fn varint(&mut self) -> u64 {
        let byte = self.byte();
        let low = u64::from(byte & 0x7f);
        if byte < 0x80 { low } else { low | self.varint() << 7 }
    }

    fn thing(&mut self, kind: u8) -> Thing {
        match kind {
            5 | 6 => {
                let coded = self.varint();
                Thing::Number((coded >> 1) as i64 ^ -((coded & 1) as i64))
            }
            8 => {
                let len = self.varint() as usize;
                Thing::Text(String::from_utf8(self.take(len).to_vec()).unwrap())
            }
            9 => {
                let head = self.byte();
                let len = if head >> 4 == 15 { self.varint() } else { u64::from(head >> 4) };
                Thing::List((0..len).map(|_| self.thing(head & 15)).collect())
            }
            12 => {
                let (mut fields, mut last) = (BTreeMap::new(), 0);
                loop {
                    let head = self.byte();
                    if head == 0 {
                        return Thing::Structure(fields);
                    }
                    last += head >> 4;
                    fields.insert(last, self.thing(head & 15));
                }
            }
            _ => panic!("kind {kind}"),
        }
    }

    fn levels(&mut self, count: usize) -> Vec<u8> {
        let len = u32::from_le_bytes(self.take(4).try_into().unwrap()) as usize;
        let mut runs = Reader(self.take(len));
        let mut levels = Vec::new();
        while levels.len() < count {
            let run = runs.varint();
            assert_eq!(run & 1, 0);
            let level = runs.byte();
            levels.extend(std::iter::repeat_n(level, run as usize >> 1));
        }
        assert!(runs.0.is_empty());
        levels
    }

    fn value(&mut self, kind: Kind) -> String {
        match kind {
            Kind::U32 => u32::from_le_bytes(self.take(4).try_into().unwrap()).to_string(),
            Kind::I64 => i64::from_le_bytes(self.take(8).try_into().unwrap()).to_string(),
            Kind::Text => {
                let len = u32::from_le_bytes(self.take(4).try_into().unwrap()) as usize;
                String::from_utf8(self.take(len).to_vec()).unwrap()
            }
        }
    }
}

/// The rows of every column as text: `-` is absent, `[1 2]` a list.
fn read(bytes: &[u8], columns: &[Column]) -> Vec<Vec<String>> {
    let end = bytes.len() - 8;
    assert_eq!((&bytes[..4], &bytes[end + 4..]), (MAGIC, MAGIC));
    let footer = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    let about = Reader(&bytes[end - footer..end]).thing(12);
    let names = about.list(2).iter().map(|element| element.text(4));
    assert!(columns.iter().all(|column| names.clone().any(|name| name == column.name)));
    let mut table = vec![Vec::new(); columns.len()];
    for group in about.list(4) {
        for ((column, chunk), rows) in columns.iter().zip(group.list(1)).zip(&mut table) {
            let meta = chunk.field(3);
            assert_eq!((meta.number(1), meta.number(4)), (column.kind.physical().into(), 0));
            let from = meta.number(9) as usize;
            let mut page = Reader(&bytes[from..from + meta.number(7) as usize]);
            let head = page.thing(12);
            assert_eq!((head.number(1), head.number(3) as usize), (0, page.0.len()));
            let count = head.field(5).number(1) as usize;
            assert_eq!(count as i64, meta.number(5));
            let repetition = if column.shape == Shape::List { page.levels(count) } else { vec![0; count] };
            let definition = if column.shape == Shape::Always { vec![1; count] } else { page.levels(count) };
            let mut lists: Vec<Vec<String>> = Vec::new();
            for (repeats, defined) in repetition.into_iter().zip(definition) {
                let value = match (column.shape, defined) {
                    (Shape::List, 2) | (Shape::Always | Shape::Perhaps, 1) => page.value(column.kind),
                    (_, 0) => "-".into(),
                    _ => String::new(),
                };
                if repeats == 0 {
                    lists.push(Vec::new());
                }
                lists.last_mut().unwrap().push(value);
            }
            assert!(page.0.is_empty());
            rows.extend(lists.into_iter().map(|list| match column.shape {
                Shape::List if list != ["-"] => format!("[{}]", list.join(" ")),
                _ => list.concat(),
            }));
        }
        assert_eq!(group.number(3) as usize, group.list(1)[0].field(3).number(5) as usize);
    }
    assert!(table.iter().all(|rows| rows.len() as i64 == about.number(3)));
    table
}

const COLUMNS: [Column; 4] = [
    Column { name: "name", kind: Kind::Text, shape: Shape::Always },
    Column { name: "score", kind: Kind::I64, shape: Shape::Always },
    Column { name: "perhaps", kind: Kind::U32, shape: Shape::Perhaps },
    Column { name: "list", kind: Kind::U32, shape: Shape::List },
];

fn written(rows: &[[Cell<'_>; 4]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &COLUMNS).unwrap();
    rows.iter().for_each(|row| writer.row(row).unwrap());
    writer.finish().unwrap();
    bytes
}

#[test]
fn rows_are_read_back_as_they_were_written() {
    let one = |name, score| (Cell::One(Value::Text(name)), Cell::One(Value::I64(score)));
    let number = |number| Cell::One(Value::U32(number));
    let (first, second, third, fourth) = (one("a", 7), one("", i64::MIN), one("∞", -1), one("d", 0));
    let rows = [
        [first.0, first.1, number(u32::MAX), Cell::List(&[0, 2, 5])],
        [second.0, second.1, Cell::None, Cell::None],
        [third.0, third.1, number(0), Cell::List(&[])],
        [fourth.0, fourth.1, Cell::None, Cell::List(&[9])],
    ];
    let known = [
        ["a", "", "∞", "d"],
        ["7", "-9223372036854775808", "-1", "0"],
        ["4294967295", "-", "0", "-"],
        ["[0 2 5]", "-", "[]", "[9]"],
    ];
    assert_eq!(read(&written(&rows), &COLUMNS), known);
}

#[test]
fn an_empty_table_has_no_row_groups() {
    assert_eq!(read(&written(&[]), &COLUMNS), vec![Vec::<String>::new(); 4]);
}

#[test]
fn a_long_table_is_cut_into_row_groups() {
    let column = [Column { name: "n", kind: Kind::U32, shape: Shape::Perhaps }];
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, &column).unwrap();
    let rows = ROWS as u32 + 1000;
    for n in 0..rows {
        let cell = if n % 3 == 0 { Cell::None } else { Cell::One(Value::U32(n)) };
        writer.row(&[cell]).unwrap();
    }
    assert!(!writer.groups.is_empty());
    writer.finish().unwrap();
    let table = read(&bytes, &column);
    assert_eq!(table[0].len(), rows as usize);
    assert_eq!((&table[0][0][..], &table[0][1][..]), ("-", "1"));
    assert_eq!(
        table[0][rows as usize - 1],
        if (rows - 1).is_multiple_of(3) { "-".into() } else { (rows - 1).to_string() }
    );
}

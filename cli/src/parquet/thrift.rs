//! The compact protocol of Thrift, as much of it as the metadata of Parquet needs: structures of integers, texts,
//! lists and structures.

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure, written field by field in the order of their numbers.
#[derive(Default)]
pub struct Structure {
    bytes: Vec<u8>,
    last: u8,
}

impl Structure {
    pub fn i32(mut self, field: u8, value: i32) -> Structure {
        self.head(field, I32);
        zigzag(value.into(), &mut self.bytes);
        self
    }

    pub fn i64(mut self, field: u8, value: i64) -> Structure {
        self.head(field, I64);
        zigzag(value, &mut self.bytes);
        self
    }

    pub fn text(mut self, field: u8, text: &str) -> Structure {
        self.head(field, BINARY);
        binary(text, &mut self.bytes);
        self
    }

    pub fn structure(mut self, field: u8, inner: Structure) -> Structure {
        self.head(field, STRUCT);
        self.bytes.extend(inner.finish());
        self
    }

    pub fn i32s(mut self, field: u8, values: &[i32]) -> Structure {
        self.list(field, I32, values.len());
        values.iter().for_each(|&value| zigzag(value.into(), &mut self.bytes));
        self
    }

    pub fn texts(mut self, field: u8, texts: &[&str]) -> Structure {
        self.list(field, BINARY, texts.len());
        texts.iter().for_each(|text| binary(text, &mut self.bytes));
        self
    }

    pub fn structures(mut self, field: u8, all: Vec<Structure>) -> Structure {
        self.list(field, STRUCT, all.len());
        all.into_iter().for_each(|one| self.bytes.extend(one.finish()));
        self
    }

    /// The bytes, with the mark of the end.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// A field is named by how far its number is from the one before, which is never more than 15 here.
    fn head(&mut self, field: u8, kind: u8) {
        self.bytes.push((field - self.last) << 4 | kind);
        self.last = field;
    }

    fn list(&mut self, field: u8, kind: u8, len: usize) {
        self.head(field, LIST);
        match len {
            0..=14 => self.bytes.push((len as u8) << 4 | kind),
            _ => {
                self.bytes.push(0xf0 | kind);
                varint(len as u64, &mut self.bytes);
            }
        }
    }
}

/// Seven bits a byte, the lowest first; all but the last have the top bit set.
pub fn varint(mut value: u64, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn zigzag(value: i64, bytes: &mut Vec<u8>) {
    varint((value << 1 ^ value >> 63) as u64, bytes);
}

fn binary(text: &str, bytes: &mut Vec<u8>) {
    varint(text.len() as u64, bytes);
    bytes.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_are_written_as_the_specification_says() {
        // Field 1 is the i32 -1, field 3 the text "ab", field 4 a list of one structure with the i64 300.
        let inner = Structure::default().i64(1, 300);
        let outer = Structure::default().i32(1, -1).text(3, "ab").structures(4, vec![inner]);
        let known = [0x15, 0x01, 0x28, 0x02, b'a', b'b', 0x19, 0x1c, 0x16, 0xd8, 0x04, 0x00, 0x00];
        assert_eq!(outer.finish(), known);
    }
}

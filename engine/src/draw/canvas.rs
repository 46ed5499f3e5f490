//! An SVG text under construction: elements, text that is escaped, and the frame for screen readers.

use std::fmt::{self, Write};

use super::colour::{Colour, INK};

/// Collects elements. All text and every attribute that comes from a rule goes through [`Escaped`].
pub(super) struct Canvas {
    body: String,
}

/// How a text is set.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub size: f64,
    pub bold: bool,
    /// Whether all letters are equally wide.
    pub even: bool,
    pub anchor: &'static str,
    pub colour: Colour,
}

impl Font {
    pub(super) const fn new(size: f64) -> Font {
        Font { size, bold: false, even: false, anchor: "start", colour: INK }
    }

    pub(super) const fn bold(self) -> Font {
        Font { bold: true, ..self }
    }

    pub(super) const fn even(self) -> Font {
        Font { even: true, ..self }
    }

    pub(super) const fn middle(self) -> Font {
        Font { anchor: "middle", ..self }
    }

    pub(super) const fn end(self) -> Font {
        Font { anchor: "end", ..self }
    }

    pub(super) const fn colour(self, colour: Colour) -> Font {
        Font { colour, ..self }
    }
}

impl Canvas {
    pub(super) fn new() -> Canvas {
        Canvas { body: String::new() }
    }

    /// Adds an element, written out.
    pub(super) fn add(&mut self, element: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    /// Adds a text.
    pub(super) fn text(&mut self, x: f64, y: f64, font: Font, text: &str) {
        let weight = if font.bold { " font-weight=\"bold\"" } else { "" };
        let family =
            if font.even { " font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\"" } else { "" };
        self.add(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{weight}{family}>{}</text>",
            Number(x),
            Number(y),
            Number(font.size),
            font.anchor,
            font.colour,
            Escaped(text)
        ));
    }

    /// The whole picture.
    pub(super) fn finish(self, width: f64, height: f64, title: &str, description: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             role=\"img\" aria-labelledby=\"title desc\" font-family=\"{FONTS}\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"#FFFFFF\"/>\n{}</svg>\n",
            Escaped(title),
            Escaped(description),
            self.body,
            w = Number(width.ceil()),
            h = Number(height.ceil()),
        )
    }
}

const FONTS: &str = "system-ui, 'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif";

/// Text inside an element or attribute. Characters that XML forbids are replaced.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' | '\r' => f.write_char(' ')?,
                c if (c as u32) < 0x20 || matches!(c, '\u{FFFE}' | '\u{FFFF}') => f.write_char('\u{FFFD}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A length with at most one decimal.
#[derive(Clone, Copy)]
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        match tenths % 10 {
            0 => (tenths / 10).fmt(f),
            _ => write!(f, "{:.1}", tenths as f64 / 10.0),
        }
    }
}

/// About how wide a text is.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let wide = |c: char| match c {
        'i' | 'l' | 'j' | '.' | ',' | '(' | ')' | ' ' | '|' | '\'' | '/' => 0.36,
        'm' | 'w' | 'M' | 'W' | '∞' | '+' | '→' => 0.88,
        'A'..='Z' => 0.72,
        _ => 0.64,
    };
    text.chars().map(wide).sum::<f64>() * size
}

/// The beginning of a text, with a mark if something was cut.
pub(super) fn short(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, -0.04, 1.25, -2.5, 30.0].map(|x| Number(x).to_string()).to_vec();
        assert_eq!(shown, ["0", "0", "1.3", "-2.5", "30"]);
    }

    #[test]
    fn nothing_escapes_from_a_text() {
        assert_eq!(Escaped("a<b & \"c\"\u{1}").to_string(), "a&lt;b &amp; &quot;c&quot;\u{FFFD}");
    }
}

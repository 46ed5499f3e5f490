//! The smooth line of a move through its points: Catmull–Rom, as cubic pieces.

use super::layout::Point;

/// How many straight bits stand for a piece where it is measured.
const BITS: usize = 8;

/// The cubic pieces of a line through points: where each begins, its two handles and where it ends.
pub(super) fn pieces(path: &[Point]) -> impl Iterator<Item = [Point; 4]> + '_ {
    let at = |i: usize| path[i.min(path.len() - 1)];
    (1..path.len()).map(move |i| {
        let (before, here, next, after) = (at(i.saturating_sub(2)), at(i - 1), at(i), at(i + 1));
        let lead = |p: Point, a: Point, b: Point, sign: f64| Point {
            x: p.x + sign * (b.x - a.x) / 6.0,
            y: p.y + sign * (b.y - a.y) / 6.0,
        };
        [here, lead(here, before, next, 1.0), lead(next, here, after, -1.0), next]
    })
}

/// The same line as short straight bits.
pub(super) fn flat(path: &[Point]) -> Vec<Point> {
    if path.len() <= 2 {
        return path.to_vec();
    }
    let on = |[a, b, c, d]: [Point; 4], t: f64| {
        let s = 1.0 - t;
        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
        let mix = |of: fn(Point) -> f64| [a, b, c, d].into_iter().zip(weights).map(|(p, w)| of(p) * w).sum();
        Point { x: mix(|p| p.x), y: mix(|p| p.y) }
    };
    let bits = pieces(path).flat_map(|piece| (1..=BITS).map(move |i| on(piece, i as f64 / BITS as f64)));
    path.first().copied().into_iter().chain(bits).collect()
}

/// The point at a share of the length of a line of straight bits.
pub(super) fn along(line: &[Point], share: f64) -> Point {
    let length = |pair: &[Point]| (pair[1].x - pair[0].x).hypot(pair[1].y - pair[0].y);
    let mut left = line.windows(2).map(length).sum::<f64>() * share;
    for pair in line.windows(2) {
        let step = length(pair);
        if left <= step && step > 0.0 {
            let t = left / step;
            return Point {
                x: pair[0].x + (pair[1].x - pair[0].x) * t,
                y: pair[0].y + (pair[1].y - pair[0].y) * t,
            };
        }
        left -= step;
    }
    line.last().copied().unwrap_or(Point { x: 0.0, y: 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_passes_through_its_points_and_is_measured_along_itself() {
        let point = |x: f64, y: f64| Point { x, y };
        let path = [point(0.0, 0.0), point(10.0, 20.0), point(20.0, 0.0)];
        let line = flat(&path);
        assert_eq!((line[0], line[BITS], line[2 * BITS]), (path[0], path[1], path[2]));
        assert!((along(&line, 0.5).x - 10.0).abs() < 1e-9);
        assert_eq!(flat(&path[..2]), path[..2]);
    }
}

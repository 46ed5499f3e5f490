//! Where the places of a drawing lie: a graph spread out, a circle.

/// Steps of [`spread`]; the drawings of graphs with 64 vertices have settled long before.
const STEPS: usize = 300;

/// Places the vertices of a graph so that distances on paper are distances in the graph as far as possible: stress
/// majorization, a vertex at a time, from a square (Gansner, Koren, North 2004), in O(steps · n²).
pub(crate) fn spread(near: &[Vec<usize>]) -> Vec<[f64; 2]> {
    let n = near.len();
    let far = distances(near);
    let mut at: Vec<[f64; 2]> = (0..n).map(|v| around(v as f64, n as f64 / 4.0)).collect();
    for _ in 0..STEPS {
        for v in 0..n {
            let (mut sum, mut weights) = ([0.0; 2], 0.0);
            for u in (0..n).filter(|u| *u != v) {
                let [dx, dy] = [at[v][0] - at[u][0], at[v][1] - at[u][1]];
                let ideal = far[v][u];
                let stretch = ideal / (dx * dx + dy * dy).sqrt().max(1e-9);
                let weight = 1.0 / (ideal * ideal);
                sum[0] += weight * (at[u][0] + stretch * dx);
                sum[1] += weight * (at[u][1] + stretch * dy);
                weights += weight;
            }
            if weights > 0.0 {
                at[v] = sum.map(|s| s / weights);
            }
        }
    }
    lying(at)
}

/// Places on a circle, neighbours about one apart, from the top and clockwise.
pub(crate) fn circle(n: usize) -> Vec<[f64; 2]> {
    let angle = std::f64::consts::TAU / n.max(1) as f64;
    let (cos, sin) = turn(angle);
    let radius = if n < 2 { 0.0 } else { 0.53 / turn(angle / 2.0).1.max(1e-9) };
    let mut at = [0.0, -radius];
    let mut all = Vec::new();
    for _ in 0..n {
        all.push(at.map(rounded));
        at = [cos * at[0] - sin * at[1], sin * at[0] + cos * at[1]];
    }
    all
}

/// Cosine and sine of an angle of at most a full turn, by their series: no table of sines in a browser.
fn turn(angle: f64) -> (f64, f64) {
    let (mut cos, mut sin, mut term) = (0.0, 0.0, 1.0);
    for i in 0..40 {
        let sign = if i % 4 < 2 { term } else { -term };
        if i % 2 == 0 {
            cos += sign
        } else {
            sin += sign
        }
        term *= angle / f64::from(i + 1);
    }
    (cos, sin)
}

/// Turns a drawing so that it is wider than high; one that is as wide as high is not turned.
fn lying(at: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let mean = |axis: usize| at.iter().map(|p| p[axis]).sum::<f64>() / at.len().max(1) as f64;
    let middle = [mean(0), mean(1)];
    let moment = |a: usize, b: usize| at.iter().map(|p| (p[a] - middle[a]) * (p[b] - middle[b])).sum::<f64>();
    let (xx, yy, xy) = (moment(0, 0), moment(1, 1), moment(0, 1));
    let longer = ((xx - yy) * (xx - yy) + 4.0 * xy * xy).sqrt();
    if longer <= 0.1 * (xx + yy) {
        return at.into_iter().map(|place| place.map(rounded)).collect();
    }
    // The cosine of twice the angle of the longer axis; half angles need no table of sines in a browser.
    let twice = (xx - yy) / longer;
    let (cos, sin) = (((1.0 + twice) / 2.0).sqrt(), ((1.0 - twice) / 2.0).sqrt().copysign(xy));
    at.into_iter().map(|[x, y]| [rounded(cos * x + sin * y), rounded(cos * y - sin * x)]).collect()
}

/// To the thousandth of a line, which nobody sees.
fn rounded(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}

/// A place on the way round a square.
fn around(way: f64, side: f64) -> [f64; 2] {
    match way {
        way if way < side => [way, 0.0],
        way if way < 2.0 * side => [side, way - side],
        way if way < 3.0 * side => [3.0 * side - way, side],
        way => [0.0, 4.0 * side - way],
    }
}

/// How many edges lie between any two vertices. Parts that do not hang together lie a little apart.
fn distances(near: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let n = near.len();
    let from = |start: usize| {
        let mut far = vec![usize::MAX; n];
        far[start] = 0;
        let mut line = vec![start];
        let mut next = 0;
        while let Some(&v) = line.get(next) {
            next += 1;
            for &u in &near[v] {
                if far[u] == usize::MAX {
                    far[u] = far[v] + 1;
                    line.push(u);
                }
            }
        }
        far
    };
    let all: Vec<Vec<usize>> = (0..n).map(from).collect();
    let widest = all.iter().flatten().filter(|far| **far < usize::MAX).max().copied().unwrap_or(0);
    let apart = 1.5 + widest as f64 / 2.0;
    let shown = |far: usize| if far == usize::MAX { apart } else { far as f64 };
    all.into_iter().map(|row| row.into_iter().map(shown).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(at: &[[f64; 2]], u: usize, v: usize) -> f64 {
        (at[u][0] - at[v][0]).hypot(at[u][1] - at[v][1])
    }

    #[test]
    fn a_path_is_drawn_straight_and_a_cycle_round() {
        let path = spread(&[vec![1], vec![0, 2], vec![1, 3], vec![2]]);
        assert!((path[0][0] - path[3][0]).abs() > 2.9, "{path:?}");
        assert!((path[0][1] - path[3][1]).abs() < 0.1, "{path:?}");
        let near: Vec<Vec<usize>> = (0..6).map(|v| vec![(v + 1) % 6, (v + 5) % 6]).collect();
        let cycle = spread(&near);
        let sides: Vec<f64> = (0..6).map(|v| length(&cycle, v, (v + 1) % 6)).collect();
        assert!(sides.iter().all(|side| (side - sides[0]).abs() < 0.01), "{sides:?}");
    }

    #[test]
    fn neighbours_on_a_circle_are_one_apart() {
        for n in [2, 3, 5, 12, 40] {
            let at = circle(n);
            let sides: Vec<f64> = (0..n).map(|v| length(&at, v, (v + 1) % n)).collect();
            assert!(sides.iter().all(|side| (side - 1.06).abs() < 0.01), "{n}: {sides:?}");
            assert!(at[0][0] == 0.0 && at[0][1] < 0.0);
        }
        assert_eq!(circle(1), [[0.0, 0.0]]);
        assert!(circle(0).is_empty());
    }

    #[test]
    fn a_vertex_alone_has_a_place() {
        assert_eq!(spread(&[vec![]]), [[0.0, 0.0]]);
    }

    #[test]
    fn vertices_without_edges_lie_apart() {
        let at = spread(&[vec![], vec![], vec![]]);
        assert!(length(&at, 0, 1) > 1.0 && length(&at, 1, 2) > 1.0);
        assert_eq!(spread(&[vec![]]).len(), 1);
        assert!(spread(&[]).is_empty());
    }
}

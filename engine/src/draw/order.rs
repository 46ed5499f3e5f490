//! Rows of a layered drawing: which node stands where, and where long edges pass.
//!
//! Each row is a list of items: nodes, and gaps that hold a lane open for an edge passing through. Sweeps down and up
//! sort each row by the mean place of its neighbours; the order with the fewest crossings is kept. Then items are
//! pulled towards their neighbours as far as the order and their widths allow: isotonic regression, solved exactly by
//! pooling neighbours that are too close.

use crate::error::Result;
use crate::work::Work;

/// One row.
pub(super) struct Row {
    /// The rank of its nodes; a rank with many nodes has several rows.
    pub rank: u32,
    /// Its items, from the left.
    pub items: Vec<usize>,
}

/// All rows and what is in them.
pub(super) struct Rows {
    pub rows: Vec<Row>,
    items: Vec<Item>,
    /// The gaps of each edge, in the order of its rows from the start of the edge.
    lanes: Vec<Vec<usize>>,
}

struct Item {
    row: usize,
    /// Its place in the row, counted from the left, once places are given.
    seat: usize,
    x: f64,
    /// Half the room it takes.
    half: f64,
    /// The node that it is, or that the edge in its gap leads to.
    leads_to: usize,
    /// Neighbours in rows above and below.
    near: [Vec<usize>; 2],
}

/// Half the room of a gap, and what is left free between nodes.
const LANE: f64 = 9.0;
/// The same where there are many gaps.
const NARROW_LANE: f64 = 5.0;
const MANY_LANES: usize = 60;
const FREE: f64 = 26.0;
/// More gaps than this make a picture wider without making it clearer.
const MOST_LANES: usize = 700;
const SWEEPS: usize = 16;
/// Crossings are counted pair by pair; beyond this many edges the last order is taken.
const COUNTED: usize = 3000;

impl Rows {
    /// Spreads nodes over rows, the highest rank first.
    pub(super) fn new(ranks: &[u32], ends: &[(usize, usize)], width: f64) -> Rows {
        // About half as high as wide: a row has room for so many.
        let most = ((ranks.len() as f64).sqrt() * 1.7).ceil().max(12.0) as usize;
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by_key(|&v| std::cmp::Reverse(ranks[v]));
        let mut rows = Vec::new();
        for members in order.chunk_by(|&u, &v| ranks[u] == ranks[v]) {
            let (rank, count) = (ranks[members[0]], members.len().div_ceil(most));
            let mut split: Vec<Row> = (0..count).map(|_| Row { rank, items: Vec::new() }).collect();
            members.iter().enumerate().for_each(|(i, &v)| split[i % count].items.push(v));
            rows.append(&mut split);
        }
        let half = (width + FREE) / 2.0;
        let item = |v| Item { row: 0, seat: 0, x: 0.0, half, leads_to: v, near: Default::default() };
        let mut this =
            Rows { rows, items: (0..ranks.len()).map(item).collect(), lanes: vec![Vec::new(); ends.len()] };
        for (index, row) in this.rows.iter().enumerate() {
            row.items.iter().for_each(|&v| this.items[v].row = index);
        }
        this.connect(ends);
        this.set_out(ranks, &order);
        this
    }

    /// The order to begin with: gaps stand where the nodes that they lead to stand in their rank, so that the rows of a
    /// rank with many nodes do not push each other's gaps to one side.
    fn set_out(&mut self, ranks: &[u32], order: &[usize]) {
        let mut share = vec![0.0; self.items.len()];
        for members in order.chunk_by(|&u, &v| ranks[u] == ranks[v]) {
            members.iter().enumerate().for_each(|(i, &v)| share[v] = i as f64 / members.len() as f64);
        }
        for lane in ranks.len()..self.items.len() {
            share[lane] = share[self.items[lane].leads_to];
        }
        self.rows.iter_mut().for_each(|row| row.items.sort_by(|a, b| share[*a].total_cmp(&share[*b])));
    }

    /// Notes neighbours, with gaps in between where there are not too many.
    fn connect(&mut self, ends: &[(usize, usize)]) {
        let between =
            |(u, v): &(usize, usize)| self.items[*u].row.abs_diff(self.items[*v].row).saturating_sub(1);
        let gaps = ends.iter().map(between).sum::<usize>();
        let (lanes, half) = (gaps <= MOST_LANES, if gaps > MANY_LANES { NARROW_LANE } else { LANE });
        for (edge, &(from, to)) in ends.iter().enumerate() {
            let (start, end) = (self.items[from].row, self.items[to].row);
            let mut last = from;
            if lanes && start.abs_diff(end) > 1 {
                let through: Vec<usize> =
                    if start < end { (start + 1..end).collect() } else { (end + 1..start).rev().collect() };
                for row in through {
                    let lane = self.items.len();
                    let near = Default::default();
                    self.items.push(Item { row, seat: 0, x: 0.0, half, leads_to: to, near });
                    self.rows[row].items.push(lane);
                    self.lanes[edge].push(lane);
                    self.link(last, lane);
                    last = lane;
                }
            }
            self.link(last, to);
        }
    }

    fn link(&mut self, a: usize, b: usize) {
        let (above, below) = match self.items[a].row.cmp(&self.items[b].row) {
            std::cmp::Ordering::Less => (a, b),
            std::cmp::Ordering::Greater => (b, a),
            std::cmp::Ordering::Equal => return,
        };
        self.items[above].near[1].push(below);
        self.items[below].near[0].push(above);
    }

    /// Finds an order of each row with few crossings.
    pub(super) fn order(&mut self, work: &Work<'_>) -> Result<()> {
        self.spread();
        let mut best = (self.crossings(), self.orders());
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 0..count {
                work.tick("rows", (sweep * count + step) as u64, None)?;
                let row = if down { step } else { count - 1 - step };
                let mut items = std::mem::take(&mut self.rows[row].items);
                let wish = |i: &usize| self.mean(&self.items[*i].near[usize::from(!down)]);
                let mut wished: Vec<(f64, usize)> =
                    items.iter().map(|i| (wish(i).unwrap_or(self.items[*i].x), *i)).collect();
                wished.sort_by(|a, b| a.0.total_cmp(&b.0));
                items = wished.into_iter().map(|(_, i)| i).collect();
                self.rows[row].items = items;
                self.spread_row(row);
            }
            let crossings = self.crossings();
            if crossings.is_none() || crossings < best.0 {
                best = (crossings, self.orders());
            }
        }
        for (row, items) in self.rows.iter_mut().zip(best.1) {
            row.items = items;
        }
        self.spread();
        Ok(())
    }

    fn orders(&self) -> Vec<Vec<usize>> {
        self.rows.iter().map(|row| row.items.clone()).collect()
    }

    fn mean(&self, items: &[usize]) -> Option<f64> {
        let sum: f64 = items.iter().map(|&i| self.items[i].x).sum();
        (!items.is_empty()).then(|| sum / items.len() as f64)
    }

    /// Items side by side, the middle of each row at 0.
    fn spread(&mut self) {
        (0..self.rows.len()).for_each(|row| self.spread_row(row));
    }

    fn spread_row(&mut self, row: usize) {
        let total: f64 = self.rows[row].items.iter().map(|&i| 2.0 * self.items[i].half).sum();
        let mut x = -total / 2.0;
        for &i in &self.rows[row].items {
            self.items[i].x = x + self.items[i].half;
            x += 2.0 * self.items[i].half;
        }
    }

    /// How many pairs of lines between neighbouring rows cross, unless there are too many to count.
    fn crossings(&self) -> Option<usize> {
        let mut crossings = 0;
        let links: usize = self.items.iter().map(|item| item.near[1].len()).sum();
        if links > COUNTED {
            return None;
        }
        for row in &self.rows {
            let lines: Vec<(f64, f64)> = row
                .items
                .iter()
                .flat_map(|&i| self.items[i].near[1].iter().map(move |&j| (self.items[i].x, self.items[j].x)))
                .collect();
            for (n, a) in lines.iter().enumerate() {
                crossings += lines[..n].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
            }
        }
        Some(crossings)
    }

    /// Gives items their final places; the leftmost border is 0. Tells how wide everything is.
    pub(super) fn place(&mut self, work: &Work<'_>) -> Result<f64> {
        for sweep in 0..SWEEPS {
            let count = self.rows.len();
            for step in 0..count {
                work.tick("rows", (sweep * count + step) as u64, None)?;
                let row = if sweep % 2 == 0 { step } else { count - 1 - step };
                self.relax(row);
            }
        }
        for row in &self.rows {
            row.items.iter().enumerate().for_each(|(seat, &i)| self.items[i].seat = seat);
        }
        let border = |side: f64| move |item: &Item| item.x + side * item.half;
        let left = self.items.iter().map(border(-1.0)).fold(f64::INFINITY, f64::min);
        let right = self.items.iter().map(border(1.0)).fold(f64::NEG_INFINITY, f64::max);
        self.items.iter_mut().for_each(|item| item.x -= left);
        Ok(right - left)
    }

    /// Moves the items of a row towards the mean of their neighbours, as near as order and width allow.
    fn relax(&mut self, row: usize) {
        // Blocks of items that touch: mean wish of their left ends, weight, how many.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        let (mut offset, mut offsets) = (0.0, Vec::new());
        for &i in &self.rows[row].items {
            let item = &self.items[i];
            let all = item.near.concat();
            let wish = self.mean(&all).unwrap_or(item.x);
            offsets.push(offset + item.half);
            let mut block = (wish - offset - item.half, if all.is_empty() { 0.1 } else { 1.0 }, 1);
            offset += 2.0 * item.half;
            while let Some(last) = blocks.last().copied().filter(|last| last.0 >= block.0) {
                blocks.pop();
                let weight = last.1 + block.1;
                block = ((last.0 * last.1 + block.0 * block.1) / weight, weight, last.2 + block.2);
            }
            blocks.push(block);
        }
        let starts = blocks.iter().flat_map(|block| std::iter::repeat_n(block.0, block.2));
        let places: Vec<f64> = starts.zip(offsets).map(|(start, offset)| start + offset).collect();
        for (at, x) in places.into_iter().enumerate() {
            let i = self.rows[row].items[at];
            self.items[i].x = x;
        }
    }

    /// The place of a node in its row.
    pub(super) fn x(&self, node: usize) -> f64 {
        self.items[node].x
    }

    /// The row of a node.
    pub(super) fn row(&self, node: usize) -> usize {
        self.items[node].row
    }

    /// Where an edge passes other rows.
    pub(super) fn bends(&self, edge: usize) -> impl Iterator<Item = (f64, usize)> + '_ {
        self.lanes[edge].iter().map(|&lane| (self.items[lane].x, self.items[lane].row))
    }

    /// Whether two nodes of one row have nothing between them.
    pub(super) fn side_by_side(&self, a: usize, b: usize) -> bool {
        self.row(a) == self.row(b) && self.items[a].seat.abs_diff(self.items[b].seat) == 1
    }
}

//! Arithmetic that gives up where a result does not fit in 64 bits. WebAssembly has no such instructions; with a constant, one
//! comparison before does it.

use grundy::program::Operand;

use crate::translate::Translation;

impl Translation<'_> {
    /// The sum of two numbers.
    pub(crate) fn add(&mut self, left: Operand, right: Operand, result: u32) {
        match (left, right) {
            (other, Operand::Constant(known)) | (Operand::Constant(known), other) => {
                let (least, most) = match known {
                    0.. => (i64::MIN, i64::MAX - known),
                    _ => (i64::MIN - known, i64::MAX),
                };
                self.within_bounds(other, least, most);
                self.get(left);
                self.get(right);
                self.put().i64_add();
            }
            _ => {
                self.get(left);
                self.get(right);
                self.put().i64_add().local_set(result);
                // It went over if the sign of both is not the sign of the result.
                self.get(left);
                self.put().local_get(result).i64_xor();
                self.get(right);
                self.put().local_get(result).i64_xor().i64_and();
                self.unless_negative(result);
            }
        }
    }

    /// The difference of two numbers.
    pub(crate) fn subtract(&mut self, left: Operand, right: Operand, result: u32) {
        if let Operand::Constant(known) = right {
            let (least, most) = match known {
                0.. => (i64::MIN + known, i64::MAX),
                _ => (i64::MIN, i64::MAX + known),
            };
            self.within_bounds(left, least, most);
            self.get(left);
            self.get(right);
            self.put().i64_sub();
            return;
        }
        self.get(left);
        self.get(right);
        self.put().i64_sub().local_set(result);
        // It went over if the signs differ and the result has not the sign of the first.
        self.get(left);
        self.get(right);
        self.put().i64_xor();
        self.get(left);
        self.put().local_get(result).i64_xor().i64_and();
        self.unless_negative(result);
    }

    /// The product of two numbers.
    pub(crate) fn multiply(&mut self, left: Operand, right: Operand) {
        match (left, right) {
            (other, Operand::Constant(known)) | (Operand::Constant(known), other) => {
                let (least, most) = factors(known);
                self.within_bounds(other, least, most);
            }
            _ => self.check_product(left, right),
        }
        self.get(left);
        self.get(right);
        self.put().i64_mul();
    }

    /// Gives up where a product does not fit: it does if both factors have 32 bits; otherwise it is divided again.
    fn check_product(&mut self, left: Operand, right: Operand) {
        const HALF: i64 = 1 << 31;
        self.get(left);
        self.put().i64_const(HALF).i64_add();
        self.get(right);
        self.put().i64_const(HALF).i64_add().i64_or().i64_const(32).i64_shr_u().i64_const(0).i64_ne();
        self.begin_if();
        // 0 and -1 are apart: nothing is divided by 0, and the least number divided by -1 is no number.
        self.get(left);
        self.put().i64_const(1).i64_add().i64_const(1).i64_gt_u();
        self.begin_if();
        self.get(left);
        self.get(right);
        self.put().i64_mul();
        self.get(left);
        self.put().i64_div_s();
        self.get(right);
        self.put().i64_ne();
        self.give_up_if();
        self.put().else_();
        self.get(left);
        self.put().i64_const(-1).i64_eq();
        self.get(right);
        self.put().i64_const(i64::MIN).i64_eq().i32_and();
        self.give_up_if();
        self.close();
        self.close();
    }

    /// Gives up unless a number is one of these.
    fn within_bounds(&mut self, operand: Operand, least: i64, most: i64) {
        match (least, most) {
            (i64::MIN, i64::MAX) => return,
            (i64::MIN, _) => {
                self.get(operand);
                self.put().i64_const(most).i64_gt_s();
            }
            (_, i64::MAX) => {
                self.get(operand);
                self.put().i64_const(least).i64_lt_s();
            }
            _ => {
                self.get(operand);
                let range = most.wrapping_sub(least);
                self.put().i64_const(least).i64_sub().i64_const(range).i64_gt_u();
            }
        }
        self.give_up_if();
    }

    /// Gives up if the number that was worked out is negative; else the result is what is left.
    fn unless_negative(&mut self, result: u32) {
        self.put().i64_const(0).i64_lt_s();
        self.give_up_if();
        self.put().local_get(result);
    }
}

/// The least and the greatest number whose product with a factor fits.
fn factors(factor: i64) -> (i64, i64) {
    match factor {
        0 | 1 => (i64::MIN, i64::MAX),
        -1 => (i64::MIN + 1, i64::MAX),
        2.. => (i64::MIN / factor, i64::MAX / factor),
        _ => (i64::MAX / factor, i64::MIN / factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_factors_are_the_last_that_fit() {
        for factor in [i64::MIN, i64::MIN + 1, -3, -2, -1, 0, 1, 2, 3, 7, i64::MAX - 1, i64::MAX] {
            let (least, most) = factors(factor);
            for (bound, beyond) in [(least, least.checked_sub(1)), (most, most.checked_add(1))] {
                assert!(factor.checked_mul(bound).is_some(), "{factor} times {bound}");
                assert!(
                    beyond.is_none_or(|beyond| factor.checked_mul(beyond).is_none()),
                    "{factor}, {bound}"
                );
            }
        }
    }
}

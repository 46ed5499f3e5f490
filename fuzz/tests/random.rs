//! The laws on pseudo-random bytes: always the same ones, so that a failure can be repeated.

fn cases(count: u64, law: fn(&[u8])) {
    longer_cases(count, 120, law);
}

fn longer_cases(count: u64, bytes: usize, law: fn(&[u8])) {
    for case in 0..count {
        let mut state = case.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66;
        let bytes: Vec<u8> = (0..bytes)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 32) as u8
            })
            .collect();
        law(&bytes);
    }
}

#[test]
fn rule_round_trip() {
    cases(20_000, grundy_laws::rule_round_trip);
}

#[test]
fn rules_never_panic() {
    cases(3_000, grundy_laws::rules_never_panic);
}

#[test]
fn plans_agree() {
    cases(20_000, grundy_laws::plans_agree);
}

#[test]
fn engines_agree() {
    // Where the same player may move on, the whole sum is followed by the plain definition, which takes its time.
    cases(3_000, grundy_laws::engines_agree);
}

#[test]
fn compiled_equals_interpreted() {
    cases(4_000, grundy_laws::compiled_equals_interpreted);
}

#[test]
fn programs_agree() {
    longer_cases(20_000, 400, grundy_laws::programs_agree);
}

//! An exponential function for probabilities that are shown.

/// e^x for x ≤ 0 to about five digits, 0 below e^-60: sums and products alone, so the same on every machine, and many at
/// a time. Probabilities that are shown need no more; training uses libm's.
pub(super) fn quick_exp(x: f32) -> f32 {
    /// Adding it leaves the nearest whole number in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let power = x.max(-60.0) * std::f32::consts::LOG2_E;
    let shifted = power + ROUND;
    let rest = (power - (shifted - ROUND)) * std::f32::consts::LN_2;
    // Taylor's series, good for |rest| ≤ ln 2 / 2.
    let series = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0)))));
    let whole = shifted.to_bits().wrapping_sub(ROUND.to_bits());
    let scale = f32::from_bits(whole.wrapping_add(127) << 23);
    if x < -60.0 { 0.0 } else { series * scale }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_exponential_is_near_enough() {
        for k in 0..6000 {
            let x = -(k as f32) / 100.0;
            let exact = libm::expf(x);
            assert!((quick_exp(x) - exact).abs() <= 1e-5 * exact, "{x}");
        }
        assert_eq!((quick_exp(0.0), quick_exp(-1e9), quick_exp(f32::NEG_INFINITY)), (1.0, 0.0, 0.0));
    }
}

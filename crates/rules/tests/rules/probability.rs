//! PRB: probability.

use brickwood_rules::Dice;

#[test]
fn prb_01_ways_to_roll_each_total() {
    let mut ways = [0; 13];
    let mut throws = 0;
    for dice in Dice::ALL {
        ways[usize::from(dice.total())] += 1;
        throws += 1;
    }
    assert_eq!(throws, 36);
    assert_eq!(ways, [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn prb_01_a_die_shows_one_to_six() {
    for (first, second) in [(0, 1), (1, 0), (7, 1), (1, 7)] {
        assert_eq!(Dice::new(first, second), None);
    }
}

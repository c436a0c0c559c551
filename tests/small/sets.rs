//! Sets of numbers, and the place of each among them.

use small::dense::{Dense, filter, ones};
use testkit::Rng;

#[test]
fn places_are_those_of_a_list() {
    let mut random = Rng(72);
    let mut bits = || random.below(usize::MAX) as u64;
    for length in [1, 3, 4, 5, 40] {
        // Words with few bits and such with many.
        let words: Vec<u64> = (0..length)
            .map(|word| match word % 3 {
                0 => bits(),
                1 => 0,
                _ => bits() & bits() & bits(),
            })
            .collect();
        let listed: Vec<u64> = (0..)
            .zip(&words)
            .flat_map(|(word, &bits)| ones(word, bits))
            .collect();
        let dense = Dense::new(words);
        assert_eq!(dense.len(), listed.len() as u64);
        let asked: Vec<u32> = (0..length as u32 * 64).rev().collect();
        let expected: Vec<(u32, u32)> = asked
            .iter()
            .filter_map(|&number| {
                let place = listed.binary_search(&number.into()).ok();
                assert_eq!(dense.place(number.into()), place);
                Some((number, place? as u32))
            })
            .collect();
        // What was in there before is gone.
        let mut places = vec![(7, 7); 3];
        dense.places(&asked, &mut places);
        assert_eq!(places, expected);
    }
}

#[test]
fn what_is_wanted_stays_in_its_order() {
    let mut found = vec![1, 2, 3];
    filter([5, 8, 5, 3, 10].into_iter(), &mut found, |number| {
        number != 5
    });
    assert_eq!(found, [8, 3, 10]);
    filter([5, 5].into_iter(), &mut found, |number| number != 5);
    assert!(found.is_empty());
}

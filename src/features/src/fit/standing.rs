//! How well beauty tells what is liked.

/// How those liked stand among the others. What is equal counts as half above.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// How many others were compared with each of those liked, and how many of these are more beautiful.
    above: Vec<(usize, f64)>,
}

impl Standing {
    /// Compares each of these that are liked with each of these others.
    pub fn add(&mut self, liked: &[f64], others: &[f64]) {
        if others.is_empty() {
            return;
        }
        for is in liked {
            let above = others.iter().map(|other| match other.total_cmp(is) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            });
            self.above.push((others.len(), above.sum()));
        }
    }

    /// Takes in what others have compared.
    pub fn merge(&mut self, other: &Self) {
        self.above.extend(&other.above);
    }

    /// How many of those liked were compared with any.
    pub fn compared(&self) -> usize {
        self.above.len()
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.above.iter().map(|is| is.0).sum()
    }

    /// The share of pairs in which the one that is liked is the more beautiful: the area under the curve (AUC), 0.5
    /// by chance. Each of those liked counts the same. `None` without pairs.
    pub fn area(&self) -> Option<f64> {
        let below = self
            .above
            .iter()
            .map(|&(all, above)| 1.0 - above / all as f64);
        match self.above.len() {
            0 => None,
            count => Some(below.sum::<f64>() / count as f64),
        }
    }

    /// The share of others above it, for the one in the middle of those liked. `None` without pairs.
    pub fn median_above(&self) -> Option<f64> {
        let mut shares: Vec<f64> = self
            .above
            .iter()
            .map(|&(all, above)| above / all as f64)
            .collect();
        shares.sort_by(f64::total_cmp);
        let middle = shares.len().checked_sub(1)?;
        Some((shares[middle / 2] + shares[middle.div_ceil(2)]) / 2.0)
    }
}

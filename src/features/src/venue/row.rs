//! What the columns of a problem in a database tell.

use super::known::Known;
use super::subject::{Derived, Subject};

/// A problem of which columns are known: each by its name, `None` where it is NULL.
pub struct Row<F>(pub F);

impl<F: Fn(&str) -> Option<i64>> Row<F> {
    /// The second solutions of the main line that are of a kind with a name of its own.
    fn named_cooks(&self) -> Option<i64> {
        let kinds = ["exchange_duals", "move_order_duals", "detours"];
        kinds.iter().map(|name| (self.0)(name)).sum()
    }

    fn has_no_cooks(&self) -> bool {
        (self.0)("cooks") == Some(0) || (self.0)("rule_e") == Some(1)
    }

    fn derived(&self, about: Derived) -> Option<i64> {
        match about {
            Derived::PlainCooks => {
                if self.has_no_cooks() || (self.0)("complete_lenient") == Some(1) {
                    return Some(0);
                }
                let is_unsound = |name: &str| (self.0)(name) == Some(0);
                if !is_unsound("rule_e") || !is_unsound("complete_lenient") {
                    return None;
                }
                // A count may be no more than a lower bound, but something that was found stays found.
                let plain = (self.0)("cooks")? - self.named_cooks()?;
                (plain > 0).then_some(plain)
            }
            // Which of the exchanges they are no column tells.
            Derived::SliderDropDuals | Derived::OtherExchangeDuals => {
                (self.has_no_cooks() || (self.0)("exchange_duals") == Some(0)).then_some(0)
            }
            Derived::MirrorSolutions => self.has_no_cooks().then_some(0),
            // The columns go over all lines that are best play; where that is one line, it is the main line.
            Derived::FinalDuals => {
                let duals = (self.0)("equal_at_last")? + (self.0)("longer_at_last")?;
                let none = |name: &str| (self.0)(name) == Some(0);
                let one_line = none("equal_variations") && none("interposition_choices");
                (duals == 0 || one_line).then_some(duals)
            }
        }
    }
}

impl<F: Fn(&str) -> Option<i64>> Known for Row<F> {
    fn mates(&self) -> Option<bool> {
        (self.0)("plies").map(|_| true)
    }

    fn amount(&self, about: Subject) -> Option<i64> {
        match about {
            Subject::Column(column) => (self.0)(column.name),
            Subject::Derived(derived) => self.derived(derived),
        }
    }
}

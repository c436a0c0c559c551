//! Work on the squares of the king in parallel, those with most to do first: the last one to end then ends early.

use std::cmp::Reverse;
use std::sync::Mutex;

use rayon::prelude::*;

/// Does some work on each item, those with most to do first, on the threads of the pool it is called in; what comes out
/// is in the order of the items.
pub fn largest_first<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    to_do: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut queue: Vec<(usize, T)> = items.into_iter().enumerate().collect();
    // The next one is taken from the end.
    queue.sort_by_cached_key(|(place, item)| (to_do(item), Reverse(*place)));
    let count = queue.len();
    let queue = Mutex::new(queue);
    let next = || {
        let mut queue = queue.lock().expect("no thread panics while it holds this");
        queue.pop()
    };
    let mut done: Vec<(usize, R)> = (0..count)
        .into_par_iter()
        .with_max_len(1)
        .filter_map(|_| next().map(|(place, item)| (place, work(item))))
        .collect();
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_done_first_and_what_comes_out_is_in_order() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
        let pool = pool.build().unwrap();
        let order = Mutex::new(Vec::new());
        let items = [3, 1, 4, 1, 5, 9, 2, 6];
        let to_do = |&item: &usize| item;
        let work = |item| {
            order.lock().unwrap().push(item);
            10 * item
        };
        let done = pool.install(|| largest_first(items, to_do, work));
        assert_eq!(done, items.map(|item| 10 * item));
        assert_eq!(order.into_inner().unwrap(), [9, 6, 5, 4, 3, 2, 1, 1]);
    }
}

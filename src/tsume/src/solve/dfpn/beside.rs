//! The same work for several searches, side by side.

#[cfg(not(feature = "pool"))]
use std::thread::Builder;

/// Works on all of them at the same time, on the first in this thread; what came of each, in their order. Where the
/// system starts no more threads, those that it did start do the work.
#[cfg(not(feature = "pool"))]
pub fn beside<S: Send, T: Send>(
    first: &mut S,
    others: &mut [S],
    work: impl Fn(&mut S) -> T + Sync,
) -> Vec<T> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = others
            .iter_mut()
            .map_while(|other| Builder::new().spawn_scoped(scope, || work(other)).ok())
            .collect();
        let mut found = vec![work(first)];
        for thread in threads {
            match thread.join() {
                Ok(one) => found.push(one),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    })
}

/// Works on all of them at the same time, on the first in this thread, on the others in rayon's global pool; what came of
/// each, in their order. Where the pool has too few threads, those that wait find the work done.
#[cfg(feature = "pool")]
pub fn beside<S: Send, T: Send>(
    first: &mut S,
    others: &mut [S],
    work: impl Fn(&mut S) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    let mut rest: Vec<Option<T>> = others.iter().map(|_| None).collect();
    let own = rayon::in_place_scope(|scope| {
        for (other, place) in others.iter_mut().zip(&mut rest) {
            scope.spawn(move |_| *place = Some(work(other)));
        }
        work(first)
    });
    std::iter::once(own)
        .chain(rest.into_iter().flatten())
        .collect()
}

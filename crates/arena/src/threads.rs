//! Games on many threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `play` makes of each number below `count`, in their order: it does not depend on the number of threads.
pub fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    play: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return results;
            }
            results.push((number, play(number)));
        }
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let finished = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a game does not panic"));
        finished.collect()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

//! Games on many threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// What `play` makes of each number below `count`, in their order: it does not depend on the number of threads.
pub fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    play: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::with_capacity(count);
    in_order(
        0..count as u64,
        threads,
        |number| play(number as usize),
        |result| {
            results.push(result);
            ControlFlow::Continue(())
        },
    );
    results
}

/// Hands what `play` makes of each of these numbers to `take` in their order, as soon as all before it are there, until
/// that breaks off.
pub fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    play: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) {
    let (next, is_over) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<(u64, T)>| {
        let _guard = StopIfPanicking(&is_over);
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            // Nobody listens any more once it has broken off.
            if number >= numbers.end || sender.send((number, play(number))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = numbers.start;
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                due += 1;
                if take(result).is_break() {
                    is_over.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

/// Stops all threads where one of them panics: the others would wait for its result for ever.
struct StopIfPanicking<'a>(&'a AtomicBool);

impl Drop for StopIfPanicking<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

//! Threads that help the caller, which never waits for one that sleeps.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder, current_thread_index};

/// A helper that has woken up looks for work so often before it sleeps again: for some ten microseconds.
const LOOKS: usize = 1_000;

/// Threads that help the caller. They are called at the start of each work, and get a part of it as soon as they are
/// awake. On a machine that is busy with other things, this may take a hundred times as long as the work.
pub(crate) struct Helpers {
    pool: ThreadPool,
    bell: Arc<Bell>,
}

/// How helpers are called. The numbers only decide who does what, so that none has to be exact.
#[derive(Default)]
struct Bell {
    /// Whether there is work to do.
    work: AtomicBool,
    /// Calls that no helper has heard yet.
    calls: AtomicUsize,
    /// Helpers that have come.
    awake: AtomicUsize,
    /// Work that was given to helpers, and that none has begun.
    given: AtomicUsize,
}

impl Bell {
    /// What a helper does that hears a call. It has to return to get its work.
    fn answer(&self) {
        self.calls.fetch_sub(1, Ordering::Relaxed);
        self.awake.fetch_add(1, Ordering::Relaxed);
        for _ in 0..LOOKS {
            if !self.work.load(Ordering::Relaxed) || self.given.load(Ordering::Relaxed) > 0 {
                return;
            }
            spin_loop();
        }
    }
}

impl Helpers {
    /// So many; none for 0.
    ///
    /// # Panics
    ///
    /// Where the system has no threads left.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let builder = ThreadPoolBuilder::new().num_threads(count);
        (count > 0).then(|| Self {
            pool: builder.build().expect("the system starts threads"),
            bell: Arc::default(),
        })
    }

    fn call(&self) {
        self.bell.awake.store(0, Ordering::Relaxed);
        self.bell.work.store(true, Ordering::Relaxed);
        let unheard = self.bell.calls.load(Ordering::Relaxed);
        for _ in unheard..self.pool.current_num_threads() {
            self.bell.calls.fetch_add(1, Ordering::Relaxed);
            let bell = Arc::clone(&self.bell);
            self.pool.spawn(move || bell.answer());
        }
    }

    /// Works on all blocks. Every thread has a part of its own, the same each time: it finds these episodes in the cache of
    /// its core, and to fetch them from another's takes as long as to play on. Whoever is through helps the others, and
    /// the caller takes over the part of a helper that does not come.
    fn share<T: Send>(&self, mut blocks: Vec<T>, run: impl Fn(T) + Sync) {
        let each = blocks
            .len()
            .div_ceil(self.pool.current_num_threads() + 1)
            .max(1);
        let mut parts = Vec::new();
        while !blocks.is_empty() {
            let rest = blocks.split_off(each.min(blocks.len()));
            parts.push(Mutex::new(VecDeque::from(blocks)));
            blocks = rest;
        }
        let next = |thread: usize| {
            let own = parts.get(thread);
            let first = own.and_then(|part| part.lock().ok()?.pop_front());
            let last = |part: &Mutex<VecDeque<T>>| part.lock().ok()?.pop_back();
            first.or_else(|| parts.iter().find_map(last))
        };
        let bell = &*self.bell;
        let help = || {
            bell.given.fetch_sub(1, Ordering::Relaxed);
            let thread = current_thread_index().map_or(0, |index| index + 1);
            while let Some(block) = next(thread) {
                run(block);
            }
        };
        self.call();
        self.pool.in_place_scope(|scope| {
            while let Some(block) = next(0) {
                for _ in 0..bell.awake.swap(0, Ordering::Relaxed) {
                    bell.given.fetch_add(1, Ordering::Relaxed);
                    scope.spawn(|_| help());
                }
                run(block);
            }
            bell.work.store(false, Ordering::Relaxed);
        });
    }
}

/// Works on all blocks, with helpers where there are some.
pub(crate) fn share<T: Send>(
    helpers: Option<&Helpers>,
    blocks: impl Iterator<Item = T>,
    run: impl Fn(T) + Sync,
) {
    match helpers {
        Some(helpers) => helpers.share(blocks.collect(), run),
        None => blocks.for_each(run),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn a_helper_that_does_not_come_holds_nobody_up() {
        let helpers = Helpers::new(2).expect("there are two");
        let (wake, asleep) = channel::<()>();
        let asleep = Arc::new(Mutex::new(asleep));
        for _ in 0..2 {
            let asleep = Arc::clone(&asleep);
            helpers.pool.spawn(move || {
                let heard = asleep.lock().map(|asleep| asleep.recv());
                heard.expect("nobody panics").expect("they are woken");
            });
        }
        let all = Mutex::new(Vec::new());
        for _ in 0..1_000 {
            let run = |number: u32| {
                assert_eq!(current_thread_index(), None, "all others sleep");
                all.lock().expect("nobody panics").push(number);
            };
            share(Some(&helpers), 0..10, run);
            let mut done = std::mem::take(&mut *all.lock().expect("nobody panics"));
            done.sort_unstable();
            assert_eq!(done, (0..10).collect::<Vec<_>>());
        }
        let unheard = helpers.bell.calls.load(Ordering::Relaxed);
        assert!(unheard <= 2, "{unheard} calls pile up");
        for _ in 0..2 {
            wake.send(()).expect("they listen");
        }
    }

    #[test]
    fn helpers_that_come_do_their_part() {
        let helpers = Helpers::new(3).expect("there are three");
        let helped = AtomicUsize::new(0);
        let run = |_| {
            if current_thread_index().is_some() {
                helped.fetch_add(1, Ordering::Relaxed);
            } else {
                thread::yield_now();
            }
        };
        for _ in 0..10_000 {
            share(Some(&helpers), 0..64, run);
            if helped.load(Ordering::Relaxed) > 0 {
                return;
            }
        }
        panic!("no helper has ever come");
    }
}

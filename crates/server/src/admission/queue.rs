//! Who is welcomed next, without I/O and with the time as an argument.

use std::{collections::VecDeque, time::Duration};

use brickwood_site::http::limits::AdmissionRules;

/// What a client comes for. Those who are needed first are welcomed first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Purpose {
    /// It has a seat, and the game waits for it.
    Act,
    /// It has a seat.
    Play,
    /// It watches, or cannot show that it has a seat.
    Watch,
}

impl Purpose {
    /// All of them, the most urgent first.
    pub const ALL: [Self; 3] = [Self::Act, Self::Play, Self::Watch];

    /// How much earlier than this one somebody more urgent may be welcomed who comes later. This bounds how long
    /// anybody is passed over.
    const fn yields(self) -> Duration {
        match self {
            Self::Act => Duration::ZERO,
            Self::Play => Duration::from_millis(1500),
            Self::Watch => Duration::from_secs(4),
        }
    }
}

/// What becomes of a client that comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entrance {
    /// It is welcomed now: [`AdmissionQueue::done`] has to follow.
    Now,
    /// It waits, and is returned by [`AdmissionQueue::done`] when its turn has come.
    Waits,
    /// It is not let in, and asked to come back after this time.
    ComesBack(Duration),
}

/// The clients that wait for their welcome.
///
/// Each has a place in time: when it came, and later by as much as its purpose yields. The earliest place is next. So
/// the urgent pass the others, but only those who came little before them.
#[derive(Debug)]
pub struct AdmissionQueue<T> {
    rules: AdmissionRules,
    /// The number of clients that are being welcomed.
    welcomed: usize,
    /// Those who wait, by purpose, with the time at which they came.
    waiting: [VecDeque<(Duration, T)>; Purpose::ALL.len()],
    /// The average time between two welcomes while others wait.
    interval: Duration,
    /// When the last welcome was over, if others waited then.
    last_done: Option<Duration>,
    /// Until when those who were sent away take up all welcomes.
    promised: Duration,
}

impl<T> AdmissionQueue<T> {
    /// Nobody waits.
    pub const fn new(rules: AdmissionRules) -> Self {
        Self {
            rules,
            welcomed: 0,
            waiting: [const { VecDeque::new() }; Purpose::ALL.len()],
            interval: rules.first_interval,
            last_done: None,
            promised: Duration::ZERO,
        }
    }

    /// A client comes at a time since some beginning. `random`, from 0 to 1, spreads those who are sent away.
    /// [`AdmissionQueue::done`] names it by `client`.
    pub fn enter(
        &mut self,
        purpose: Purpose,
        now: Duration,
        random: f64,
        client: impl FnOnce() -> T,
    ) -> Entrance {
        if self.welcomed < self.rules.at_once {
            self.welcomed += 1;
            return Entrance::Now;
        }
        // Not how long it is expected to wait: at first, when all connect, nobody can know that.
        let waiting = &mut self.waiting[purpose as usize];
        if let Some((first, _)) = waiting.front()
            && now.saturating_sub(*first) > self.rules.longest_wait
        {
            return Entrance::ComesBack(self.send_away(now, random));
        }
        waiting.push_back((now, client()));
        Entrance::Waits
    }

    /// A welcome is over. Returns who is welcomed next, for whom this has to be called again.
    pub fn done(&mut self, now: Duration) -> Option<T> {
        if let Some(last) = self.last_done {
            // The average of the last few hundred: one that takes long says nothing of the next.
            let passed = now.saturating_sub(last);
            self.interval = (self.interval * 255 + passed) / 256;
        }
        let places = Purpose::ALL.into_iter().filter_map(|purpose| {
            let (came, _) = self.waiting[purpose as usize].front()?;
            Some((*came + purpose.yields(), purpose))
        });
        let next = places
            .min()
            .and_then(|(_, purpose)| self.waiting[purpose as usize].pop_front());
        self.last_done = next.is_some().then_some(now);
        if next.is_none() {
            self.welcomed -= 1;
        }
        next.map(|(_, client)| client)
    }

    /// After what time a client comes back that is not let in. Each is promised a time of its own, after all who wait
    /// and the others who were sent away, so that they come as they can be welcomed.
    pub fn send_away(&mut self, now: Duration, random: f64) -> Duration {
        let longest = self.rules.longest_absence;
        let wait = self
            .time_for(self.len())
            .max(self.promised.saturating_sub(now));
        let absence = wait + self.interval;
        if absence > longest {
            // More than can be welcomed in this time: at least they do not come at the same moment.
            return longest.mul_f64(0.5 + random / 2.0);
        }
        self.promised = now + absence;
        // Up to a tenth more is enough to keep nobody in step.
        absence.mul_f64(1.0 + random / 10.0).min(longest)
    }

    /// After what time one of this number of clients comes back that all lose their connection now: as they can be
    /// welcomed, the urgent in the first part of the time. `random`, from 0 to 1, spreads them.
    pub fn farewell(&self, purpose: Purpose, clients: usize, random: f64) -> Duration {
        /// What a server takes to start, or a load balancer to see that there is another.
        const AT_LEAST: Duration = Duration::from_millis(200);
        let longest = self.rules.longest_absence.saturating_sub(AT_LEAST);
        let spread = self.time_for(clients).max(AT_LEAST).min(longest);
        let (from, to) = match purpose {
            Purpose::Act => (0.0, 0.3),
            Purpose::Play => (0.1, 0.7),
            Purpose::Watch => (0.5, 1.0),
        };
        AT_LEAST + spread.mul_f64(from + (to - from) * random)
    }

    /// The number of clients that wait.
    pub fn len(&self) -> usize {
        self.waiting.iter().map(VecDeque::len).sum()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The time in which so many are welcomed.
    fn time_for(&self, clients: usize) -> Duration {
        self.interval * u32::try_from(clients).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RULES: AdmissionRules = AdmissionRules {
        at_once: 1,
        longest_wait: Duration::from_secs(5),
        patience: Duration::from_secs(8),
        longest_absence: Duration::from_secs(9),
        first_interval: Duration::from_millis(1),
    };

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A queue in which somebody is being welcomed.
    fn busy<T>(rules: AdmissionRules) -> AdmissionQueue<T> {
        let mut queue = AdmissionQueue::new(rules);
        for _ in 0..rules.at_once {
            let entrance = queue.enter(Purpose::Watch, ms(0), 0.0, || unreachable!());
            assert_eq!(entrance, Entrance::Now);
        }
        queue
    }

    #[test]
    fn whoever_comes_alone_is_welcomed_at_once() {
        let mut queue = AdmissionQueue::<u32>::new(RULES);
        for time in 0..100 {
            assert_eq!(
                queue.enter(Purpose::Watch, ms(time), 0.5, || 0),
                Entrance::Now
            );
            assert_eq!(queue.done(ms(time)), None);
        }
    }

    #[test]
    fn players_for_whom_a_game_waits_come_first_then_players_then_spectators() {
        let mut queue = busy(RULES);
        let arrivals = [Purpose::Watch, Purpose::Play, Purpose::Act, Purpose::Play];
        for (time, purpose) in (0..).zip(arrivals) {
            let entrance = queue.enter(purpose, ms(time), 0.0, || (purpose, time));
            assert_eq!(entrance, Entrance::Waits);
        }
        let order: Vec<_> = std::iter::from_fn(|| queue.done(ms(10))).collect();
        let expected = [
            (Purpose::Act, 2),
            (Purpose::Play, 1),
            (Purpose::Play, 3),
            (Purpose::Watch, 0),
        ];
        assert_eq!(order, expected);
    }

    #[test]
    fn a_spectator_is_passed_over_for_four_seconds_at_most() {
        let mut queue = busy(RULES);
        queue.enter(Purpose::Watch, ms(0), 0.0, || Purpose::Watch);
        queue.enter(Purpose::Act, ms(3999), 0.0, || Purpose::Act);
        queue.enter(Purpose::Act, ms(4001), 0.0, || Purpose::Act);
        let order: Vec<_> = std::iter::from_fn(|| queue.done(ms(5000))).collect();
        assert_eq!(order, [Purpose::Act, Purpose::Watch, Purpose::Act]);
    }

    #[test]
    fn those_who_cannot_wait_come_back_one_after_the_other() {
        let mut queue = busy(RULES);
        for _ in 0..1000 {
            assert_eq!(
                queue.enter(Purpose::Watch, ms(0), 0.0, || ()),
                Entrance::Waits
            );
        }
        let late = ms(5001);
        let hints: Vec<Duration> = (0..1000)
            .map(|_| match queue.enter(Purpose::Watch, late, 0.0, || ()) {
                Entrance::ComesBack(after) => after,
                other => panic!("there is no room: {other:?}"),
            })
            .collect();
        // A millisecond each, after the thousand who wait.
        assert_eq!(hints[0], ms(1001));
        assert_eq!(hints[999], ms(2000));
        assert!(hints.iter().is_sorted());
        // There is always room for those who are needed.
        assert_eq!(queue.enter(Purpose::Act, late, 0.0, || ()), Entrance::Waits);
    }

    #[test]
    fn more_than_can_be_welcomed_do_not_come_back_at_the_same_moment() {
        let mut queue = busy::<()>(RULES);
        let mut hints = (0..20_000_u32).map(|number| {
            let random = f64::from(number % 100) / 100.0;
            queue.send_away(ms(0), random)
        });
        let first = hints.next().unwrap();
        let last: Vec<Duration> = hints.skip(10_000).collect();
        assert!(first < ms(2));
        assert!(last.iter().all(|one| (ms(4500)..=ms(9000)).contains(one)));
        assert!(
            last.iter()
                .max()
                .unwrap()
                .saturating_sub(*last.iter().min().unwrap())
                > ms(4000)
        );
    }

    #[test]
    fn those_who_lose_their_connection_together_come_back_as_they_can_be_welcomed() {
        let queue = AdmissionQueue::<()>::new(RULES);
        let last = |purpose, clients| queue.farewell(purpose, clients, 1.0);
        assert_eq!(last(Purpose::Watch, 10), ms(400));
        assert_eq!(last(Purpose::Watch, 4000), ms(4200));
        assert_eq!(last(Purpose::Watch, 1_000_000), ms(9000));
        assert!(last(Purpose::Act, 4000) < last(Purpose::Play, 4000));
        assert!(last(Purpose::Play, 4000) < last(Purpose::Watch, 4000));
    }

    /// What happens to a queue.
    #[derive(Clone, Copy, Debug)]
    enum Happening {
        Comes(Purpose),
        Done,
    }

    fn happening() -> impl Strategy<Value = (u64, Happening)> {
        let purpose = prop::sample::select(Purpose::ALL.to_vec());
        let what = prop_oneof![
            3 => purpose.prop_map(Happening::Comes),
            2 => Just(Happening::Done),
        ];
        (0..50_u64, what)
    }

    proptest! {
        #[test]
        fn laws_of_the_queue(
            at_once in 1..4_usize,
            happenings in prop::collection::vec(happening(), 0..400),
            random in 0.0..1.0_f64,
        ) {
            let rules = AdmissionRules { at_once, longest_wait: ms(40), ..RULES };
            let mut queue = AdmissionQueue::new(rules);
            let mut now = ms(0);
            let mut welcomed = 0;
            let mut waiting: Vec<(Purpose, Duration)> = Vec::new();
            for (passed, happening) in happenings {
                now += ms(passed);
                match happening {
                    Happening::Comes(purpose) => {
                        match queue.enter(purpose, now, random, || (purpose, now)) {
                            Entrance::Now => welcomed += 1,
                            Entrance::Waits => waiting.push((purpose, now)),
                            Entrance::ComesBack(after) => {
                                prop_assert!(after <= rules.longest_absence);
                                // Only where somebody has waited for long already.
                                let waits = waiting.iter().find(|one| one.0 == purpose);
                                prop_assert!(waits.is_some_and(|one| now > one.1 + rules.longest_wait));
                            }
                        }
                    }
                    Happening::Done if welcomed > 0 => match queue.done(now) {
                        Some(next) => {
                            let place = waiting.iter().position(|one| *one == next);
                            waiting.remove(place.expect("whoever is welcomed has waited"));
                            // Nobody who waits has come before everybody who is as urgent as the next one, and nobody
                            // is passed by those who came long after.
                            for (purpose, came) in &waiting {
                                prop_assert!(*purpose != next.0 || *came >= next.1);
                                prop_assert!(*came + purpose.yields() >= next.1 + next.0.yields());
                            }
                        }
                        None => welcomed -= 1,
                    },
                    Happening::Done => {}
                }
                // As many as may be are welcomed while anybody waits, and never more.
                prop_assert!(welcomed <= at_once);
                prop_assert!(waiting.is_empty() || welcomed == at_once);
                prop_assert_eq!(queue.len(), waiting.len());
            }
        }
    }
}

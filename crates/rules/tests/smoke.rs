use brickwood_rules::*;
fn perft(game: &Game, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let seat = state.active();
    let mut n = 0;
    for_each_action(game, state, seat, |a| {
        n += perft(
            game,
            &state.apply(game, Step::Action { seat, action: a }).unwrap(),
            depth - 1,
        );
    });
    n
}
#[test]
fn setup() {
    let rules = Rules {
        first_player: FirstPlayer::Named {
            seat: Seat::new(0).unwrap(),
        },
        ..Edition::Modern.rules(3)
    };
    let game = Game::new(rules, beginners_board()).unwrap();
    let s = State::new(&game);
    let v: Vec<u64> = (1..=4).map(|d| perft(&game, &s, d)).collect();
    assert_eq!(v, [54, 144, 7236, 19248]);
    eprintln!("{} {}", size_of::<State>(), size_of::<Phase>());
}
#[test]
fn random_games() {
    let mut seed = 1u64;
    let mut rnd = move |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % n
    };
    let mut ended = 0;
    for g in 0..300 {
        let rules = Edition::Modern.rules(2 + (g % 3) as u8);
        let board = shuffled_board(&rules, &mut rnd);
        let game = Game::new(rules, board).unwrap();
        let mut s = State::new(&game);
        for _ in 0..20000 {
            let step = match s.to_act() {
                ToAct::Nobody => {
                    ended += 1;
                    break;
                }
                ToAct::Chance => Step::Chance {
                    outcome: match s.phase() {
                        Phase::Theft { victim } => {
                            let h = s.hand(*victim);
                            let mut k = rnd(h.total() as usize) as u8;
                            let mut r = None;
                            for (res, n) in h.iter() {
                                if k < n {
                                    r = Some(res);
                                    break;
                                }
                                k -= n;
                            }
                            ChanceOutcome::Stolen {
                                resource: r.unwrap(),
                            }
                        }
                        Phase::Draw => {
                            let h = s.drawable();
                            let mut k = rnd(h.total() as usize) as u8;
                            let mut r = None;
                            for (res, n) in h.iter() {
                                if k < n {
                                    r = Some(res);
                                    break;
                                }
                                k -= n;
                            }
                            ChanceOutcome::Drawn { card: r.unwrap() }
                        }
                        _ => ChanceOutcome::Dice {
                            dice: Dice::new(1 + rnd(6) as u8, 1 + rnd(6) as u8).unwrap(),
                        },
                    },
                },
                ToAct::Seats { seats } => {
                    let seat = seats.iter().next().unwrap();
                    let acts = legal_actions(&game, &s, seat);
                    Step::Action {
                        seat,
                        action: acts[rnd(acts.len())],
                    }
                }
            };
            s = s.apply(&game, step).unwrap();
        }
    }
    eprintln!("ended {ended}");
}

//! Answers name the line that they answer, and the trade talk is the same on every server.

use brickwood_protocol::{Command, OpenTerms, TableEvent, TradeWord};
use brickwood_rules::{Action, Answer, Cards, Phase, Resource, Seat, SeatSet, Terms};
use brickwood_table::{LogRecord, Refusal, Table};

use crate::offers::market;
use crate::support::{Play, code, person};

/// A table with an open offer to all others, with its maker and first partner.
struct Offered {
    play: Play,
    active: Seat,
    other: Seat,
    terms: Vec<Terms>,
}

/// A table where the next player can pay what the first of the terms take.
fn ready_to_trade(players: u8) -> Offered {
    let (play, active, mut terms) = market(players);
    let other = active.clockwise(1, players);
    let hand = play.table.state().hand(other);
    terms.sort_by_key(|terms| !hand.contains(terms.take));
    Offered {
        play,
        active,
        other,
        terms,
    }
}

fn offered(players: u8) -> Offered {
    let mut one = ready_to_trade(players);
    one.offer(0);
    one
}

impl Offered {
    fn offer(&mut self, number: usize) {
        let players = self.play.table.game().rules().players;
        let to = SeatSet::all(players).without(self.active);
        let terms = self.terms[number];
        self.play
            .act(self.active, Action::Offer { terms, to })
            .expect("the cards are there");
    }

    /// The line that such an answer names now.
    fn named(&self, action: Action) -> u32 {
        let offer = self.play.table.offer().expect("an offer is open");
        offer.answered_by(action).expect("it answers something")
    }

    fn answer(&mut self, seat: Seat, action: Action, line: u32) -> Result<(), Refusal> {
        let before = self.play.table.head();
        let answer = self.play.command(
            seat,
            None,
            Command::Act {
                action,
                nonce: None,
                answers: Some(line),
            },
        );
        let grown = self.play.table.head() > before;
        assert_eq!(grown, answer.is_ok(), "a refusal changes nothing");
        answer
    }
}

#[test]
fn an_answer_to_an_offer_that_was_swapped_is_refused() {
    for answer in [Action::Accept, Action::Decline] {
        let mut one = offered(2);
        let (active, other) = (one.active, one.other);
        let seen = one.named(answer);
        one.play.act(active, Action::Withdraw).expect("it is open");
        assert_eq!(code(one.answer(other, answer, seen)), "offer_changed");
        one.offer(1);
        assert_eq!(code(one.answer(other, answer, seen)), "offer_changed");
        let now = one.named(answer);
        let terms = one.terms[1];
        if answer == Action::Decline || one.play.table.state().hand(other).contains(terms.take) {
            one.answer(other, answer, now).expect("it names this offer");
        }
    }
}

#[test]
fn a_confirmation_after_a_later_counter_offer_is_refused() {
    let mut one = offered(2);
    let (active, other) = (one.active, one.other);
    one.play.act(other, Action::Accept).expect("it can pay");
    let confirm = Action::Confirm { with: other };
    let accepted = one.named(confirm);
    let hand = one.play.table.state().hand(other);
    let dearer = Terms {
        give: one.terms[0].give + one.terms[0].give,
        take: one.terms[0].take,
    };
    assert!(hand.contains(dearer.take));
    one.play
        .act(other, Action::Counter { terms: dearer })
        .expect("it can pay");
    assert_eq!(code(one.answer(active, confirm, accepted)), "offer_changed");
    one.play.act(other, Action::Accept).expect("it can pay");
    assert_eq!(code(one.answer(active, confirm, accepted)), "offer_changed");
    let now = one.named(confirm);
    one.answer(active, confirm, now).expect("it names this one");
    assert_eq!(*one.play.table.state().phase(), Phase::Turn);
}

#[test]
fn a_late_withdrawal_leaves_the_next_offer_alone() {
    let mut one = offered(2);
    let (active, other) = (one.active, one.other);
    let seen = one.named(Action::Withdraw);
    one.play.act(other, Action::Decline).expect("it is asked");
    one.offer(1);
    let late = one.answer(active, Action::Withdraw, seen);
    assert_eq!(code(late), "offer_changed");
}

#[test]
fn an_answer_that_names_nothing_is_refused() {
    let mut one = offered(2);
    let (active, other) = (one.active, one.other);
    for (seat, action) in [
        (other, Action::Accept),
        (other, Action::Decline),
        (active, Action::Withdraw),
        (active, Action::Confirm { with: other }),
    ] {
        let unnamed = one.play.command(seat, None, Command::act(action, None));
        assert_eq!(code(unnamed), "unnamed_answer");
    }
    let line = one.named(Action::Accept);
    assert_eq!(code(one.answer(active, Action::EndTurn, line)), "no_answer");
}

#[test]
fn a_suggestion_is_taken_on_the_terms_that_were_seen() {
    let mut one = ready_to_trade(2);
    let (active, other) = (one.active, one.other);
    one.play.suggest(other, one.terms[0]).expect("it can pay");
    let seen = one.play.table.head();
    one.play
        .talk(other, TradeWord::TakeBack { suggestion: seen })
        .expect("it is its own");
    let worse = Terms {
        give: one.terms[0].give + one.terms[0].give,
        ..one.terms[0]
    };
    one.play.suggest(other, worse).expect("it can pay");
    let take = |suggestion| Command::TakeSuggestion { suggestion };
    let late = one.play.command(active, None, take(seen));
    assert_eq!(code(late), "suggestion_changed");
    let status = one.play.table.suggestions()[0];
    assert_eq!(status.terms, worse.into());
}

#[test]
fn a_server_that_paused_does_not_give_a_late_answer_to_another_offer() {
    let mut one = offered(2);
    let (active, other) = (one.active, one.other);
    let line = one.named(Action::Accept);
    // This server is paused, and knows the first offer.
    let mut paused = one.play.table.clone();
    let known = paused.head() as usize;
    one.play.act(active, Action::Withdraw).expect("it is open");
    one.offer(1);
    let accept = Command::Act {
        action: Action::Accept,
        nonce: None,
        answers: Some(line),
    };
    let accept = accept.into();
    let batch = paused.propose(one.play.author(other, Some(5)), &accept, one.play.now_ms);
    let stale = batch.expect("it knows no better");
    // The log has grown: lines that follow its old end are refused.
    assert!(stale.records()[0].seq <= one.play.table.head());
    let news = one.play.log[known..].to_vec();
    let (setup, people) = (one.play.table.setup(), one.play.table.people());
    paused
        .catch_up(setup.clone(), people.clone(), news)
        .expect("the log goes on");
    let again = paused.propose(one.play.author(other, Some(5)), &accept, one.play.now_ms);
    assert_eq!(code(again), "offer_changed");
}

/// A second server of the table, as it was after some lines.
fn other_server(play: &Play, lines: usize) -> Table {
    let (setup, people) = (play.table.setup().clone(), play.table.people().clone());
    let records: Vec<LogRecord> = play.log[..lines].to_vec();
    Table::restore(setup, people, records).expect("a good log")
}

#[test]
fn a_suggestion_is_known_to_every_server_and_has_one_answer() {
    let mut one = ready_to_trade(2);
    let (active, other) = (one.active, one.other);
    let mut elsewhere = other_server(&one.play, one.play.log.len());
    let word = TradeWord::Suggest {
        terms: one.terms[0].into(),
        answers: None,
    };
    let suggest = Command::TradeTalk { word };
    one.play
        .command(other, Some(7), suggest.clone())
        .expect("it can pay");
    let line = one.play.table.head();
    let (setup, people) = (one.play.table.setup(), one.play.table.people());
    let news = one.play.log[elsewhere.head() as usize..].to_vec();
    elsewhere
        .catch_up(setup.clone(), people.clone(), news)
        .expect("the log goes on");
    assert_eq!(elsewhere.suggestions(), one.play.table.suggestions());
    let again = elsewhere.propose(
        one.play.author(other, Some(7)),
        &suggest.into(),
        one.play.now_ms,
    );
    let Err(Refusal::AlreadyDone { seq }) = again else {
        panic!("the same key has the same answer: {again:?}");
    };
    assert_eq!(seq, line);
    let take = Command::TakeSuggestion { suggestion: line };
    let taken = elsewhere.propose(
        one.play.author(active, Some(8)),
        &take.into(),
        one.play.now_ms,
    );
    elsewhere.commit(taken.expect("both can pay"));
    assert!(elsewhere.suggestions().is_empty());
}

#[test]
fn a_seat_that_declines_all_declines_every_offer_of_the_turn_until_it_listens_again() {
    let mut one = offered(3);
    let (active, other) = (one.active, one.other);
    let third = active.clockwise(2, 3);
    one.play
        .talk(other, TradeWord::DeclineAll)
        .expect("it is asked");
    let answer = |one: &Offered, seat: Seat| match one.play.table.state().phase() {
        Phase::Trade { trade } => trade.answers[seat],
        _ => Answer::NotAsked,
    };
    assert_eq!(answer(&one, other), Answer::Declined, "the open offer too");
    assert_eq!(answer(&one, third), Answer::Pending);
    one.play.act(active, Action::Withdraw).expect("it is open");
    one.offer(1);
    assert_eq!(answer(&one, other), Answer::Declined);
    assert!(one.play.told(None, 0).declining.contains(other));
    let twice = one.play.talk(other, TradeWord::DeclineAll);
    assert_eq!(code(twice), "no_change");
    // All partners decline: the offer is closed at once.
    one.play
        .talk(third, TradeWord::DeclineAll)
        .expect("it is asked");
    assert_eq!(*one.play.table.state().phase(), Phase::Turn);
    one.play.talk(other, TradeWord::Listen).expect("it did");
    one.offer(2);
    assert_eq!(answer(&one, other), Answer::Pending);
    assert_eq!(answer(&one, third), Answer::Declined);
    let told = one.play.restore_play().told(Some(other), 0);
    assert_eq!(told, one.play.told(Some(other), 0), "it is in the log");
}

#[test]
fn declining_all_ends_with_the_turn() {
    let mut one = ready_to_trade(2);
    one.play
        .talk(one.other, TradeWord::DeclineAll)
        .expect("it may");
    one.play.act(one.active, Action::EndTurn).expect("it may");
    assert!(one.play.told(None, 0).declining.is_empty());
}

#[test]
fn blocked_players_hear_each_other_no_more_and_only_the_blocker_knows_why() {
    let mut one = ready_to_trade(3);
    let (active, other) = (one.active, one.other);
    let third = active.clockwise(2, 3);
    let head = one.play.table.head();
    one.play
        .talk(other, TradeWord::Block { seat: active })
        .expect("another player");
    let told = |one: &Offered, seat: Seat| one.play.told(Some(seat), head);
    assert!(told(&one, other).choices.blocked.contains(active));
    for viewer in [active, third] {
        let told = told(&one, viewer);
        assert!(told.choices.blocked.is_empty());
        let [entry] = &told.log[..] else {
            panic!("one line was added");
        };
        assert!(entry.events.is_empty() && entry.at_table.is_none());
    }
    assert_eq!(told(&one, active).choices.partners, SeatSet::only(third));
    assert!(!told(&one, other).choices.suggest);
    // Both directions.
    let suggestion = one.play.suggest(other, one.terms[0]);
    assert_eq!(code(suggestion), "not_available");
    one.offer(0);
    let Phase::Trade { trade } = *one.play.table.state().phase() else {
        panic!("it goes to the third");
    };
    assert_eq!(trade.asked(), SeatSet::only(third));
    one.play.act(active, Action::Withdraw).expect("it is open");
    let alone = Action::Offer {
        terms: one.terms[1],
        to: SeatSet::only(other),
    };
    assert_eq!(code(one.play.act(active, alone)), "not_available");
    one.play
        .talk(other, TradeWord::Unblock { seat: active })
        .expect("it was blocked");
    one.play.act(active, alone).expect("they trade again");
}

/// One of the seat's cards for one of any kind.
fn any_for(give: Cards) -> OpenTerms {
    OpenTerms {
        give,
        take: Cards::EMPTY,
        any_give: 0,
        any_take: 1,
    }
}

#[test]
fn an_open_suggestion_is_answered_with_terms_that_the_asker_can_take() {
    let mut one = ready_to_trade(2);
    let (active, other) = (one.active, one.other);
    let open = any_for(one.terms[0].give);
    one.play.suggest(active, open).expect("it holds the card");
    let call = one.play.table.head();
    let take = |suggestion| Command::TakeSuggestion { suggestion };
    let taken = one.play.command(other, None, take(call));
    assert_eq!(code(taken), "open_suggestion");
    let answer = |terms: OpenTerms| TradeWord::Suggest {
        terms,
        answers: Some(call),
    };
    let vague = one.play.talk(other, answer(open));
    assert_eq!(code(vague), "open_answer");
    one.play
        .talk(other, answer(one.terms[0].into()))
        .expect("it holds the card");
    let line = one.play.table.head();
    let before = one.play.table.state().hand(active);
    one.play
        .command(active, None, take(line))
        .expect("both pay");
    let after = one.play.table.state().hand(active);
    assert_eq!(after + one.terms[0].give, before + one.terms[0].take);
    assert!(one.play.table.suggestions().is_empty(), "it has its answer");
}

#[test]
fn a_suggestion_to_all_is_open_until_it_is_withdrawn_and_shows_who_declined() {
    let mut one = ready_to_trade(3);
    let (active, other) = (one.active, one.other);
    let open = any_for(one.terms[0].give);
    one.play.suggest(active, open).expect("it holds the card");
    let suggestion = one.play.table.head();
    let decline = TradeWord::Decline { suggestion };
    one.play.talk(other, decline).expect("it is asked");
    assert_eq!(code(one.play.talk(other, decline)), "no_change");
    let told = one.play.told(None, 0).suggestions;
    assert_eq!(told[0].declined, SeatSet::only(other));
    one.play
        .talk(active, TradeWord::TakeBack { suggestion })
        .expect("it is its own");
    assert!(one.play.table.suggestions().is_empty());
}

#[test]
fn a_suggestion_that_is_declined_is_gone_and_all_hear_of_it() {
    let mut one = ready_to_trade(2);
    let (active, other) = (one.active, one.other);
    one.play.suggest(other, one.terms[0]).expect("it can pay");
    let suggestion = one.play.table.head();
    let word = TradeWord::Decline { suggestion };
    one.play.talk(active, word).expect("it is asked");
    assert!(one.play.table.suggestions().is_empty());
    let told = one.play.told(Some(other), suggestion);
    let seat = active;
    assert_eq!(
        told.log[0].at_table,
        Some(TableEvent::TradeTalk { seat, active, word })
    );
}

#[test]
fn three_suggestions_of_a_seat_stand_at_a_time_and_twenty_are_made_in_a_turn() {
    let mut one = ready_to_trade(2);
    let other = one.other;
    let take = one.terms[0].take;
    let wanted = Resource::ALL.map(|resource| Cards::of(resource, 1));
    let wanted: Vec<Cards> = wanted.into_iter().filter(|give| *give != take).collect();
    let terms = |number: usize| OpenTerms {
        give: wanted[number % wanted.len()],
        take,
        any_give: (number / wanted.len() % 4) as u8,
        any_take: 0,
    };
    for number in 0..3 {
        one.play.suggest(other, terms(number)).expect("it can pay");
    }
    assert_eq!(
        code(one.play.suggest(other, terms(3))),
        "too_many_open_suggestions"
    );
    let back = TradeWord::TakeBack {
        suggestion: one.play.table.head(),
    };
    one.play.talk(other, back).expect("its own");
    assert_eq!(code(one.play.suggest(other, terms(0))), "same_offer");
    for number in 3..20 {
        one.play
            .suggest(other, terms(number % 4 + 2))
            .expect("it can pay");
        let suggestion = one.play.table.head();
        let back = TradeWord::TakeBack { suggestion };
        one.play.talk(other, back).expect("its own");
    }
    assert_eq!(
        code(one.play.suggest(other, terms(3))),
        "too_many_suggestions"
    );
}

#[test]
fn a_suggestion_that_the_rules_would_refuse_is_refused() {
    let mut one = ready_to_trade(2);
    let (active, other) = (one.active, one.other);
    let take = one.terms[0].take;
    let terms = |give: Cards, take: Cards| OpenTerms::from(Terms { give, take });
    let gift = one.play.suggest(other, terms(Cards::EMPTY, take));
    assert_eq!(code(gift), "empty_side");
    let same = one.play.suggest(other, terms(take, take));
    assert_eq!(code(same), "like_for_like");
    let many = Cards::new([19; 5]);
    assert_eq!(code(one.play.suggest(other, terms(take, many))), "not_held");
    let vague = OpenTerms {
        any_give: 5,
        ..terms(Cards::EMPTY, take)
    };
    assert_eq!(code(one.play.suggest(other, vague)), "too_open");
    let nothing = OpenTerms {
        any_give: 1,
        any_take: 1,
        ..terms(Cards::EMPTY, Cards::EMPTY)
    };
    assert_eq!(code(one.play.suggest(active, nothing)), "empty_side");
}

#[test]
fn another_player_on_a_seat_is_blocked_by_nobody() {
    let mut one = ready_to_trade(3);
    let other = one.other;
    let number = other.index() as u8;
    one.play
        .talk(one.active, TradeWord::Block { seat: other })
        .expect("another player");
    assert!(!one.play.table.partners(one.active).contains(other));
    one.play
        .arrange(number, Command::Leave {})
        .expect("one may leave");
    assert!(one.play.table.partners(one.active).contains(other));
    assert_ne!(
        one.play.table.people().places[other.index()].person,
        Some(person(number))
    );
}

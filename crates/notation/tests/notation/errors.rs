//! What is wrong with a text is said in types, and no text makes a parser panic.

use brickwood_notation::{
    AnyPosition, Contradiction, Contradictions, PositionError, RecordReader, RulesTextError,
    WordError, WordErrors, edition_name, parse_action, parse_any_position, parse_board,
    parse_board_draft, parse_board_plan, parse_claimed_position, parse_position, parse_record,
    parse_rules, parse_step, parse_view, position_text, rules_text_from, view_text, view_text_with,
};
use brickwood_rules::{
    Cards, Dice, Edition, HandBounds, HeldKind, Layout, Piece, Resource, Rules, RulesError, Seat,
    SetUp, SetupError, State,
};
use brickwood_test_kit::{Random, RandomGame, any_rules};
use proptest::prelude::*;

const RULES: &str = "modern players=3";
const BOARD: &str = "O10W2L9/G12B6W4B10/G9L11D*L3O8/L8O3G4W5/B5G6W11~a1nw:3,a2ne:G,b4ne:O";

/// A turn of seat 1 after the roll, each with two settlements.
fn line(common: &str, one: &str, two: &str, three: &str) -> String {
    format!(
        "position-1 {RULES} board={BOARD} turn=4 first=1 active=1 robber=c3 {common} \
         seat=1 settlements=b2n,d2s roads=b2ne,d2se {one} \
         seat=2 settlements=b3n,d3s roads=b3ne,d3se {two} \
         seat=3 settlements=c2n,c4n roads=c2ne,c4ne {three}"
    )
}

fn after_roll(common: &str, one: &str) -> String {
    line(&format!("roll=3+5 {common}"), one, "", "")
}

#[track_caller]
fn fault(text: &str) -> PositionError {
    match parse_position(text) {
        Ok(position) => panic!(
            "this can be:\n{}",
            position_text(&position.game, &position.state)
        ),
        Err(error) => error,
    }
}

/// All that contradicts the rules or the rest, as types and in words.
fn contradictions(error: PositionError) -> (Vec<SetupError>, String) {
    let words = error.to_string();
    match error {
        PositionError::Contradictions(all) => (all.0.iter().map(|one| one.error).collect(), words),
        error => panic!("{error}"),
    }
}

/// The only contradiction of a line.
#[track_caller]
fn contradiction(text: &str) -> SetupError {
    match contradictions(fault(text)) {
        (errors, _) if errors.len() == 1 => errors[0],
        (_, words) => panic!("{words}\n{text}"),
    }
}

/// The words of a line that cannot be read.
#[track_caller]
fn words(text: &str) -> Vec<WordError> {
    match parse_any_position(text) {
        Err(PositionError::Words(WordErrors(errors))) => errors,
        other => panic!("{text}: {other:?}"),
    }
}

/// The only word of a line that cannot be read.
#[track_caller]
fn only_word(text: &str) -> WordError {
    match &words(text)[..] {
        [error] => error.clone(),
        errors => panic!("{text}: {errors:?}"),
    }
}

const ONE: Seat = match Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};

#[test]
fn the_line_that_the_others_change_is_a_position() {
    for line in [
        after_roll("phase=turn", ""),
        line("phase=turn", "hand=BLWGO dev=KKV bought=K", "played=KK", ""),
        line(
            "phase=discard:2 roll=1+6",
            "",
            "hand=BBBBBBBB",
            "hand=LLLLLLLLL",
        ),
    ] {
        let position = parse_position(&line).unwrap_or_else(|error| panic!("{error}\n{line}"));
        let text = position_text(&position.game, &position.state);
        assert_eq!(parse_position(&text), Ok(position), "{line}");
    }
}

#[test]
fn a_word_that_cannot_be_read_is_named() {
    let word = |text: &str| text.to_owned();
    assert_eq!(fault("chess"), PositionError::Start(word("chess")));
    assert_eq!(
        fault("position-2 anything"),
        PositionError::Version(word("position-2"))
    );
    assert_eq!(
        words("position-1 modern"),
        [
            WordError::Rules(RulesTextError::Players { word: word("") }),
            WordError::Missing("board")
        ]
    );
    let value = |common: &str| match only_word(&after_roll(common, "")) {
        WordError::Value(word) => word,
        error => panic!("{common}: {error}"),
    };
    for wrong in [
        "phase=nap",
        "phase=turn:1",
        "phase=free-roads:3",
        "phase=trade:WW",
        "phase=trade:W>O;2=maybe",
        "phase=over:",
        "phase=discard:2,2",
    ] {
        assert_eq!(value(wrong), wrong);
    }
    for wrong in [
        "offers=+1",
        "offers=256",
        "longest-road=7",
        "throws=17",
        "throws=11,11",
        "bank=B1L2",
        "bank=?256",
        "built=yes",
        "special=0",
        "under-deck=X",
    ] {
        assert_eq!(value(&format!("phase=turn {wrong}")), wrong);
    }
    assert_eq!(
        only_word(&after_roll("phase=turn sleepy", "")),
        WordError::Word(word("sleepy"))
    );
    assert_eq!(
        only_word(&after_roll("phase=turn roll=1+1", "")),
        WordError::Twice(word("roll=1+1"))
    );
    assert_eq!(only_word(&after_roll("", "")), WordError::Missing("phase"));
    assert_eq!(
        only_word(&after_roll("phase=turn", "seat=2")),
        WordError::Seats(3)
    );
    assert_eq!(
        only_word(&after_roll("phase=turn", "hand=WHEAT")),
        WordError::Value(word("hand=WHEAT"))
    );
    assert!(matches!(
        words(&after_roll("phase=turn", "").replace("players=3", "players=5"))[..],
        [
            WordError::Unplayable(RulesError::Board),
            WordError::Seats(5)
        ]
    ));
    assert!(matches!(
        only_word(&after_roll("phase=turn", "").replace("O10", "O7")),
        WordError::Board(_)
    ));
    assert!(matches!(
        only_word(&after_roll("phase=turn", "").replace(RULES, "modern players=3 snow")),
        WordError::Rules(RulesTextError::Setting { .. })
    ));
}

#[test]
fn everything_that_cannot_be_read_in_a_line_is_told_at_once() {
    let value = |text: &str| WordError::Value(text.into());
    assert_eq!(
        words(&line(
            "phase=nap roll=0 sleepy time-up=1",
            "hand=WHEAT",
            "most=B1B2 cities=c1n,c1n",
            "hand=?1 hand=?2"
        )),
        [
            WordError::Twice("hand=?2".into()),
            WordError::Word("sleepy".into()),
            value("phase=nap"),
            value("roll=0"),
            value("time-up=1"),
            value("hand=WHEAT"),
            value("most=B1B2"),
            WordError::Twice("c1n".into()),
        ]
    );
    // Rules and board, and what nobody knows; the others depend on the board.
    let line = after_roll("phase=nap sleepy", "").replace("O10", "O7");
    let line = line.replace(RULES, "modern players=3 snow dice=loaded");
    let errors = words(&line);
    assert!(
        matches!(
            &errors[..],
            [
                WordError::Rules(RulesTextError::Setting { .. }),
                WordError::Rules(RulesTextError::Value { .. }),
                WordError::Board(_),
                WordError::Word(_),
            ]
        ),
        "{errors:?}"
    );
    let message = parse_position(&after_roll("phase=turn robber=z9 offers=x", ""));
    assert_eq!(
        message.expect_err("two words").to_string(),
        "`robber=z9` is a duplicate; `offers=x` cannot be read: a number"
    );
}

#[test]
fn pieces_keep_the_laws_of_building() {
    let with = |one: &str| contradictions(fault(&after_roll("phase=turn", one)));
    for taken in ["cities=b2n", "cities=b3n"] {
        let (errors, words) = with(taken);
        assert!(
            matches!(errors[..], [SetupError::IntersectionTaken(_)]),
            "{words}"
        );
        assert!(words.starts_with(&taken.replace("cities=", "")), "{words}");
    }
    let roads = |roads: &str| {
        fault(&after_roll("phase=turn", "").replace("b2ne,d2se", &format!("b2ne,d2se,{roads}")))
    };
    let twice = WordErrors(vec![WordError::Twice("b2ne".into())]);
    assert_eq!(roads("b2ne"), PositionError::Words(twice));
    let (errors, words) = contradictions(roads("b3ne"));
    assert!(matches!(
        errors[..],
        [SetupError::LooseRoad { .. }, SetupError::PathTaken(_)]
    ));
    assert_eq!(
        words,
        "b3ne: seat 1: the road is not connected to a building of its owner; b3ne: two roads lie on one path"
    );
    let (errors, words) = with("cities=b2ne");
    assert!(
        matches!(errors[..], [SetupError::TooClose(_), ..]),
        "{words}"
    );
    let (errors, _) = with("cities=a1n,a2n,a3n,e1s,e2s");
    let (seat, piece) = (ONE, Piece::City);
    assert!(errors.contains(&SetupError::Supply { seat, piece }));
}

#[test]
fn cards_are_those_that_there_are() {
    let with = |common: &str, one: &str| contradiction(&after_roll(common, one));
    let lumber = "L".repeat(20);
    assert_eq!(
        with("phase=turn", &format!("hand={lumber}")),
        SetupError::Cards(Resource::Lumber)
    );
    assert_eq!(
        with("phase=turn bank=B19L19W19G19O19", "hand=B"),
        SetupError::Cards(Resource::Brick)
    );
    assert!(matches!(
        with("phase=turn", "dev=MMM"),
        SetupError::Development(_)
    ));
    assert_eq!(
        with("phase=turn", "dev=K bought=V"),
        SetupError::Bought(ONE)
    );
    assert_eq!(
        with("phase=turn", "hand=?3"),
        SetupError::Sight {
            seat: ONE,
            cards: HeldKind::Hand
        }
    );
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    use SetupError as E;
    let many = after_roll(
        "phase=turn longest-road=2 largest-army=3 time-up under-deck=R",
        "hand=BBBBBBBBBBBBBBBBBBBB dev=KK bought=V cities=b2ne",
    );
    let (errors, words) = contradictions(fault(&many));
    for expected in [
        E::Cards(Resource::Brick),
        E::Bought(ONE),
        E::TimeUp,
        E::Played,
        E::LongestRoad,
        E::LargestArmy,
    ] {
        assert!(errors.contains(&expected), "{expected:?}: {words}");
    }
    assert!(errors.iter().any(|error| matches!(error, E::TooClose(_))));
    // A wrong holder does not hide that somebody has won.
    let won = after_roll("phase=turn longest-road=1", "dev=VVVVV")
        .replace(RULES, "modern players=3 points_to_win=7");
    let (errors, _) = contradictions(fault(&won));
    assert_eq!(errors, [E::LongestRoad, E::AlreadyWon(ONE)]);
}

#[test]
fn what_a_table_of_other_rules_claims_is_kept_and_told() {
    let line = after_roll("phase=turn longest-road=1 largest-army=2", "")
        .replace("active=1", "active=3")
        .replace("roads=b2ne,", "roads=a1w,");
    let (position, told) = parse_claimed_position(&line).expect("a game can go on");
    let AnyPosition::Full(position) = position else {
        panic!("it tells everything");
    };
    assert_eq!(position.state.longest_road(), Seat::new(0));
    assert_eq!(position.state.largest_army(), Seat::new(1));
    assert_eq!(position.state.active(), Seat::new(2).expect("a third seat"));
    let errors: Vec<SetupError> = told.iter().map(|one| one.error).collect();
    assert!(matches!(
        errors[..],
        [
            SetupError::LooseRoad { .. },
            SetupError::Turn,
            SetupError::LongestRoad,
            SetupError::LargestArmy
        ]
    ));
    for (wrong, error) in [
        ("phase=theft:2 knight-waits card-played", SetupError::Victim),
        ("phase=draw longest-road=1", SetupError::Draw),
    ] {
        let refused = parse_claimed_position(&after_roll(wrong, ""));
        let (errors, words) = contradictions(refused.expect_err("no game can go on from this"));
        assert!(errors.contains(&error), "{words}");
    }
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    use SetupError as C;
    for (common, expected) in [
        ("phase=turn longest-road=1", C::LongestRoad),
        ("phase=turn largest-army=2", C::LargestArmy),
        ("phase=turn largest-army=4", C::Seat),
        ("phase=dice", C::Roll),
        ("phase=move-robber", C::Roll),
        ("phase=set-up-settlement", C::Phase),
        ("phase=turn knight-waits", C::KnightWaits),
        ("phase=turn robbing=2", C::Robbing),
        ("phase=turn special=2", C::SpecialBuilding),
        ("phase=special-building", C::SpecialBuilding),
        ("phase=turn time-up", C::TimeUp),
        ("phase=turn throws=11", C::Throws),
        ("phase=turn under-deck=R", C::Played),
        ("phase=rob knight-waits card-played", C::Victim),
        ("phase=theft:2 knight-waits card-played", C::Victim),
        ("phase=interrupt:2 knight-waits card-played", C::Interrupt),
        ("phase=free-roads:2", C::FreeRoads),
        ("phase=draw", C::Draw),
        ("phase=over:1", C::Winners),
        ("phase=trade:W>O;2=pending offers=1", C::Trade),
    ] {
        assert_eq!(contradiction(&after_roll(common, "")), expected, "{common}");
    }
    let trade = |phase: &str| contradiction(&after_roll(phase, "hand=W"));
    for phase in [
        "phase=trade:W>O;2=pending",
        "phase=trade:W>O;1=pending offers=1",
        "phase=trade:W>O;2=declined offers=1",
        "phase=trade:W>O offers=1",
        "phase=trade:W>W;2=pending offers=1",
        "phase=trade:W>O;2=accepted offers=1",
    ] {
        assert_eq!(trade(phase), C::Trade, "{phase}");
    }
    assert_eq!(
        contradiction(&line("phase=turn built", "", "", "")),
        C::BeforeRoll
    );
    assert_eq!(
        contradiction(&line("phase=discard:1 roll=1+6", "hand=BBB", "", "")),
        C::Discard(ONE)
    );
    assert_eq!(
        contradiction(&after_roll("phase=turn", "").replace("active=1", "active=2")),
        C::Turn
    );
    assert_eq!(
        contradiction(
            &after_roll("phase=turn", "dev=VVVVV")
                .replace(RULES, "modern players=3 points_to_win=7")
        ),
        C::AlreadyWon(ONE)
    );
    assert_eq!(
        contradiction(&line("phase=set-up-settlement", "", "", "").replace("turn=4", "turn=0")),
        C::SetUp
    );
    assert_eq!(
        contradiction(&line("phase=turn", "", "", "").replace("turn=4", "turn=0")),
        C::Phase
    );
    let start = |one: &str| {
        format!(
            "position-1 {RULES} board={BOARD} phase=first-player:1,2,3 turn=0 first=1 active=1 \
             robber=c3 seat=1 {one} seat=2 seat=3"
        )
    };
    assert!(parse_position(&start("")).is_ok());
    assert_eq!(contradiction(&start("hand=B")), C::SetUp);
    assert_eq!(contradiction(&start("dev=K")), C::FirstPlayer);
    assert_eq!(
        contradiction(&line("phase=first-player:1,2,3", "", "", "").replace("turn=4", "turn=0")),
        C::FirstPlayer
    );
}

#[test]
fn a_view_tells_what_its_viewer_sees_and_nothing_else() {
    let view = |bank: &str, one: &str, two: &str| {
        let line = line(&format!("phase=turn roll=3+5 {bank}"), one, two, "");
        parse_view(&line.replace("position-1", "view-1 viewer=1"))
    };
    let only = |error| {
        PositionError::Contradictions(Contradictions(vec![Contradiction { error, place: None }]))
    };
    let bank = "bank=B18L19W19G19O17";
    assert!(view(bank, "hand=B", "hand=?2 dev=?1").is_ok());
    assert_eq!(
        view("", "hand=B", "hand=?2").expect_err("no bank"),
        PositionError::Words(WordErrors(vec![WordError::Missing("bank")]))
    );
    assert_eq!(
        view(bank, "hand=B", "hand=?3").expect_err("too many"),
        only(SetupError::HiddenCards { told: 3, left: 2 })
    );
    let sight = |seat: u8, cards| {
        let seat = Seat::new(seat - 1).expect("a seat");
        only(SetupError::Sight { seat, cards })
    };
    assert_eq!(
        view(bank, "hand=?1", "hand=?2").expect_err("one's own hand"),
        sight(1, HeldKind::Hand)
    );
    assert_eq!(
        view(bank, "hand=B", "hand=OO").expect_err("another's hand"),
        sight(2, HeldKind::Hand)
    );
    assert_eq!(
        view(bank, "hand=B", "hand=?2 dev=K").expect_err("another's cards"),
        sight(2, HeldKind::Development)
    );
    assert_eq!(
        view(bank, "hand=B", "hand=?2 dev=?1V").expect_err("points are hidden"),
        sight(2, HeldKind::Development)
    );
    assert_eq!(
        view(bank, "hand=B", "hand=?2 dev=?30").expect_err("there are not so many"),
        only(SetupError::DevelopmentCount)
    );
    let position = after_roll("phase=turn", "");
    assert_eq!(parse_view(&position), Err(PositionError::Everything));
}

#[test]
fn what_a_follower_of_a_game_does_not_know_need_not_be_said() {
    let line = line(
        "phase=turn roll=9 bank=?",
        "hand=BBBB",
        "hand=?3 dev=?1",
        "hand=?2",
    );
    let line = line.replace("position-1", "view-1 viewer=1");
    let seen = parse_view(&line).expect("a view");
    assert_eq!(seen.view.dice.map(Dice::total), Some(9));
    let hands: Vec<u8> = seen.view.seats.iter().map(|seat| seat.hand).collect();
    assert_eq!(hands, [4, 3, 2]);
    // The unseen cards are shared as evenly as can be.
    assert_eq!(seen.view.bank, Cards::new([15, 17, 18, 18, 18]));
    assert!(parse_view(&line.replace("hand=?3", "hand=?93")).is_err());
    for wrong in ["roll=1", "roll=13", "bank=??"] {
        let line = after_roll("phase=turn", "").replace("roll=3+5", wrong);
        assert_eq!(only_word(&line), WordError::Value(wrong.into()));
    }
}

#[test]
fn the_number_of_cards_in_the_bank_can_be_said_without_their_resources() {
    let view = |bank: u8| {
        let common = format!("phase=turn roll=9 bank=?{bank}");
        let line = line(&common, "hand=BBBB", "hand=?3", "hand=?2");
        parse_view(&line.replace("position-1", "view-1 viewer=1"))
    };
    let seen = view(86).expect("95 cards less nine in hands");
    assert_eq!(seen.view.bank, Cards::new([15, 17, 18, 18, 18]));
    let PositionError::Contradictions(Contradictions(errors)) = view(85).expect_err("one less")
    else {
        panic!("it can be read");
    };
    let (told, left) = (85, 86);
    assert_eq!(errors[0].error, SetupError::BankTotal { told, left });
}

#[test]
fn what_is_known_of_a_hidden_hand_can_be_said() {
    let view = |bank: &str, one: &str, two: &str, three: &str| {
        let line = line(&format!("phase=turn roll=9 bank={bank}"), one, two, three);
        parse_view(&line.replace("position-1", "view-1 viewer=1"))
    };
    // Two brick, a lumber and an ore are unseen.
    let bank = "B17L18W19G19O18";
    let seen = view(bank, "", "hand=?3 least=BL most=L1O0", "hand=?1").expect("a view");
    let bounds = seen.bounds.expect("bounds");
    let [second, third] = [1, 2].map(|seat| Seat::new(seat).expect("a seat"));
    assert_eq!(bounds.least[second], Cards::new([1, 1, 0, 0, 0]));
    assert_eq!(bounds.most[second], Cards::new([255, 1, 255, 255, 0]));
    assert_eq!(bounds.most[third], HandBounds::OPEN.most[third]);
    let text = view_text_with(&seen.game, &seen.view, &bounds);
    assert!(text.contains(" hand=?3 least=BL most=L1O0 "), "{text}");
    assert_eq!(parse_view(&text), Ok(seen));

    let errors = |two: &str, three: &str| match view(bank, "", two, three) {
        Err(error) => contradictions(error).0,
        Ok(_) => panic!("{two} {three} can be"),
    };
    let two = Seat::new(1).expect("a seat");
    for wrong in [
        "hand=?3 least=BBBB",
        "hand=?3 least=W",
        "hand=?3 least=BB most=B1",
    ] {
        assert_eq!(
            errors(wrong, "hand=?1"),
            [SetupError::Bounds(two)],
            "{wrong}"
        );
    }
    // Nobody can hold the ore.
    assert_eq!(
        errors("hand=?3 most=O0", "hand=?1 most=O0"),
        [SetupError::HiddenHands]
    );
    let own = view(bank, "least=B", "hand=?3", "hand=?1").expect_err("no hidden hand");
    assert_eq!(contradictions(own).0, [SetupError::Bounds(ONE)]);
}

#[test]
fn a_duel_is_a_form_of_every_edition_that_is_written_as_what_it_stands_for() {
    for edition in Edition::ALL {
        let name = edition_name(edition);
        let duel = edition.duel();
        assert_eq!(duel.check(), Ok(()));
        assert_eq!(parse_rules(&format!("{name} duel")), Ok(duel));
        assert_eq!(
            rules_text_from(edition, &duel),
            format!("{name} players=2 points_to_win=15 hand_limit=9 friendly_robber")
        );
        let shorter = parse_rules(&format!("{name} duel points_to_win=12")).expect("rules");
        assert_eq!(
            shorter,
            Rules {
                points_to_win: 12,
                ..duel
            }
        );
    }
}

#[test]
fn a_wrong_setting_is_named() {
    let word = |text: &str| text.to_owned();
    let wrong = |text: &str| match &parse_rules(text).expect_err("wrong").0[..] {
        [error] => error.clone(),
        errors => panic!("{text}: {errors:?}"),
    };
    assert_eq!(
        wrong("new players=4"),
        RulesTextError::Edition { word: word("new") }
    );
    assert_eq!(
        wrong("modern points_to_win=9"),
        RulesTextError::Players {
            word: word("points_to_win=9")
        }
    );
    for setting in [
        "points_to_win=ten",
        "dice=coins",
        "time_limit=-1",
        "first_player=0",
    ] {
        assert_eq!(
            wrong(&format!("modern players=4 {setting}")),
            RulesTextError::Value {
                word: word(setting)
            }
        );
    }
    assert_eq!(
        wrong("modern players=4 open_hands=maybe"),
        RulesTextError::Value {
            word: word("open_hands=maybe")
        }
    );
    assert_eq!(
        wrong("modern players=4 rain"),
        RulesTextError::Setting { word: word("rain") }
    );
    assert_eq!(
        wrong("modern players=4 dice=deck dice=dice"),
        RulesTextError::Twice {
            word: word("dice=dice")
        }
    );
}

/// Everything that reads text, on this text.
fn read_all(text: &str) {
    let topology = Layout::Large.topology();
    let _ = parse_step(topology, text);
    let _ = parse_action(topology, text);
    let _ = parse_rules(text);
    let _ = parse_board(text);
    let _ = parse_board_plan(text);
    let _ = parse_board_draft(text);
    let _ = parse_any_position(text);
    let _ = parse_record(text);
    let mut reader = RecordReader::new();
    for line in text.lines() {
        let _ = reader.line(line);
    }
    let _ = reader.finish();
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(bytes: Vec<u8>, start in 0usize..4) {
        let text = String::from_utf8_lossy(&bytes);
        let starts = ["", "position-1 modern players=3 board=", "brickwood-record 1\n", "view-1 "];
        read_all(&format!("{}{text}", starts[start]));
    }

    #[test]
    fn a_damaged_text_is_refused_or_is_another_position(seed: u64, at: usize, with in "[ -~]") {
        let mut random = Random::new(seed);
        let rules = any_rules(&mut random);
        let mut game = RandomGame::new(rules, seed);
        for _ in 0..random.below(400) {
            game.play();
        }
        let seat = game.state.active();
        for text in [
            position_text(&game.game, &game.state),
            view_text(&game.game, &game.state.view(&game.game, Some(seat))),
        ] {
            let mut damaged = text.clone();
            let at = at % text.len();
            damaged.replace_range(at..=at, &with);
            read_all(&damaged);
            if let Ok(position) = parse_position(&damaged) {
                let text = position_text(&position.game, &position.state);
                prop_assert_eq!(parse_position(&text), Ok(position), "{}", damaged);
            }
            if let Ok(seen) = parse_view(&damaged) {
                let text = view_text(&seen.game, &seen.view);
                prop_assert_eq!(parse_view(&text), Ok(seen), "{}", damaged);
            }
        }
    }
}

#[test]
fn the_start_of_every_game_is_a_position() {
    for seed in 0..200 {
        let rules = any_rules(&mut Random::new(seed));
        let game = RandomGame::new(rules, seed).game;
        let start = State::new(&game);
        let text = position_text(&game, &start);
        let read = parse_position(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read.state, start);
        assert_eq!(
            rules.set_up == SetUp::Placed,
            !text.contains("settlements="),
            "{text}"
        );
    }
}

//! Trade talk as lines of the log.

use brickwood_notation::{cards_text, parse_cards, parse_seat, seat_number};
use brickwood_rules::{Cards, Seat};

use brickwood_protocol::{OpenTerms, TradeWord};

/// A card of any kind.
const ANY: char = '?';

/// The words of a line, after the number of the seat.
pub(crate) fn text(word: TradeWord) -> String {
    match word {
        TradeWord::Suggest { terms, answers } => {
            let answers = answers.map_or(String::new(), |line| format!(" for {line}"));
            format!("suggests {}{answers}", terms_text(terms))
        }
        TradeWord::TakeBack { suggestion } => format!("takes back {suggestion}"),
        TradeWord::Decline { suggestion } => format!("declines {suggestion}"),
        TradeWord::DeclineAll => "declines all".to_owned(),
        TradeWord::Listen => "listens".to_owned(),
        TradeWord::Block { seat } => format!("blocks {}", seat_number(seat)),
        TradeWord::Unblock { seat } => format!("unblocks {}", seat_number(seat)),
    }
}

/// Reads such words leniently: the caller compares them with [`text`].
pub(crate) fn parse(words: &str) -> Option<TradeWord> {
    if words == "listens" {
        return Some(TradeWord::Listen);
    }
    let (verb, rest) = words.split_once(' ')?;
    let line = |text: &str| text.parse::<u32>().ok();
    let of = |seat: fn(Seat) -> TradeWord, number: &str| parse_seat(number).map(seat);
    match verb {
        "suggests" => {
            let (terms, answers) = match rest.split_once(" for ") {
                Some((terms, number)) => (terms, Some(line(number)?)),
                None => (rest, None),
            };
            let terms = parse_terms(terms)?;
            Some(TradeWord::Suggest { terms, answers })
        }
        "takes" => {
            let suggestion = line(rest.strip_prefix("back ")?)?;
            Some(TradeWord::TakeBack { suggestion })
        }
        "declines" if rest == "all" => Some(TradeWord::DeclineAll),
        "declines" => line(rest).map(|suggestion| TradeWord::Decline { suggestion }),
        "blocks" => of(|seat| TradeWord::Block { seat }, rest),
        "unblocks" => of(|seat| TradeWord::Unblock { seat }, rest),
        _ => None,
    }
}

fn terms_text(terms: OpenTerms) -> String {
    let side = |cards: Cards, any: u8| cards_text(cards) + &ANY.to_string().repeat(any.into());
    format!(
        "{}>{}",
        side(terms.give, terms.any_give),
        side(terms.take, terms.any_take)
    )
}

fn parse_terms(text: &str) -> Option<OpenTerms> {
    let (give, take) = text.split_once('>')?;
    let side = |text: &str| {
        let named = text.trim_end_matches(ANY);
        let cards = if named.is_empty() {
            Cards::EMPTY
        } else {
            parse_cards(named)?
        };
        let any = u8::try_from(text.len() - named.len()).ok()?;
        Some((cards, any))
    };
    let ((give, any_give), (take, any_take)) = (side(give)?, side(take)?);
    Some(OpenTerms {
        give,
        take,
        any_give,
        any_take,
    })
}

//! Cards as letters: `B` brick, `L` lumber, `W` wool, `G` grain, `O` ore, one letter a card.

use brickwood_rules::{
    ByResource, Cards, DevelopmentCard, DevelopmentCards, Resource, Terms, UnderDeck,
};

const LETTERS: ByResource<char> = ByResource(['B', 'L', 'W', 'G', 'O']);

const DEVELOPMENT: [&str; 5] = [
    "knight",
    "road-building",
    "year-of-plenty",
    "monopoly",
    "victory-point",
];

const DEVELOPMENT_LETTERS: [char; 5] = ['K', 'R', 'Y', 'M', 'V'];

/// The letter of a resource, such as `W`.
pub fn resource_letter(resource: Resource) -> char {
    LETTERS[resource]
}

/// The resource of a letter.
pub fn parse_resource(text: &str) -> Option<Resource> {
    Resource::ALL
        .into_iter()
        .find(|resource| text.chars().eq([resource_letter(*resource)]))
}

/// One letter for each card, such as `WWO`.
pub fn cards_text(cards: Cards) -> String {
    cards
        .iter()
        .flat_map(|(resource, count)| {
            std::iter::repeat_n(resource_letter(resource), usize::from(count))
        })
        .collect()
}

/// The cards of such letters, in any order; at least one.
pub fn parse_cards(text: &str) -> Option<Cards> {
    let mut counts = ByResource::all(0u8);
    for letter in text.chars() {
        let mut known = Resource::ALL.into_iter();
        let count = &mut counts[known.find(|one| resource_letter(*one) == letter)?];
        *count = count.checked_add(1)?;
    }
    (!text.is_empty()).then_some(Cards::new(counts.0))
}

/// The letter of a development card where many are written, such as `K`.
pub(crate) fn development_letter(card: DevelopmentCard) -> char {
    DEVELOPMENT_LETTERS[card.index()]
}

/// The development cards of such letters, in any order; perhaps none.
pub(crate) fn parse_development_cards(text: &str) -> Option<DevelopmentCards> {
    let mut counts = [0u8; 5];
    for letter in text.chars() {
        let kind = DEVELOPMENT_LETTERS
            .iter()
            .position(|known| *known == letter)?;
        counts[kind] = counts[kind].checked_add(1)?;
    }
    // So that their total is a number that the rules can count to.
    counts
        .iter()
        .try_fold(0u8, |sum, count| sum.checked_add(*count))?;
    Some(DevelopmentCards::new(counts))
}

/// One letter for each progress card under the deck, the first to be drawn first, such as `MRY`.
pub(crate) fn under_deck_text(cards: UnderDeck) -> String {
    cards.iter().map(development_letter).collect()
}

/// The progress cards of such letters, in this order.
pub(crate) fn parse_under_deck(text: &str) -> Option<UnderDeck> {
    text.chars().try_fold(UnderDeck::EMPTY, |cards, letter| {
        let kind = DEVELOPMENT_LETTERS
            .iter()
            .position(|known| *known == letter)?;
        cards.with(DevelopmentCard::ALL[kind])
    })
}

/// The word for a development card, such as `year-of-plenty`.
pub fn development_card_text(card: DevelopmentCard) -> &'static str {
    DEVELOPMENT[card.index()]
}

/// The development card of a word.
pub fn parse_development_card(text: &str) -> Option<DevelopmentCard> {
    DevelopmentCard::ALL
        .into_iter()
        .find(|card| development_card_text(*card) == text)
}

/// Terms as `given>taken`, from the side of the seat whose turn it is, such as `WW>O`.
pub fn terms_text(terms: Terms) -> String {
    format!("{}>{}", cards_text(terms.give), cards_text(terms.take))
}

/// The terms of such a text.
pub fn parse_terms(text: &str) -> Option<Terms> {
    let (give, take) = text.split_once('>')?;
    Some(Terms {
        give: parse_cards(give)?,
        take: parse_cards(take)?,
    })
}

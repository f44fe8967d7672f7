//! The site's list of ratings, with those who want to be in it.

pub(crate) mod api;
mod store;

use std::collections::HashMap;

use brickwood_protocol::{ListedRating, RatingList};
use brickwood_table::{NameLook, PersonId, looks};

use crate::{
    http::list::{LIST, List},
    record::ratings::computed::range,
};
pub use api::RatingLists;
pub use store::RatingListing;

/// Somebody in the list, with the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Ranked {
    person: PersonId,
    listed: ListedRating,
}

/// The places of those who are listed, the best first: by what is shown of them, so that the order tells no more than that.
fn ranked(mut listings: Vec<RatingListing>) -> Vec<Ranked> {
    listings.sort_by_key(|one| {
        let (low, high) = one.rating.range();
        (-low, -high, one.person.0)
    });
    let mut named: HashMap<NameLook, u32> = HashMap::new();
    for look in listings.iter().flat_map(|one| looks(&one.name)) {
        *named.entry(look).or_default() += 1;
    }
    let mut ranked: Vec<Ranked> = Vec::with_capacity(listings.len());
    for (before, one) in (1..).zip(listings) {
        let rating = range(one.rating);
        let same = ranked.last().filter(|last| last.listed.rating == rating);
        let listed = ListedRating {
            place: same.map_or(before, |last| last.listed.place),
            alike: looks(&one.name).iter().any(|look| named[look] > 1),
            name: one.name,
            own: false,
            rating,
            games: one.games,
        };
        ranked.push(Ranked {
            person: one.person,
            listed,
        });
    }
    ranked
}

/// The most people on a page.
const PAGE: usize = 100;

/// The page after so many people, as somebody is told.
fn page(list: &[Ranked], after: u32, caller: Option<PersonId>) -> RatingList {
    let rest = list.iter().skip(after as usize).take(PAGE);
    let told = rest.map(|ranked| ListedRating {
        own: Some(ranked.person) == caller,
        ..ranked.listed.clone()
    });
    let ratings = List::of(LIST, told).into_items();
    let next = after.saturating_add(ratings.len() as u32);
    let goes_on = (next as usize) < list.len();
    RatingList {
        ratings,
        next: goes_on.then_some(next),
    }
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::Sanctions;
    use brickwood_rating::Rating;

    use super::*;

    fn listing(number: u8, name: &str, mean: i32, deviation: i32) -> RatingListing {
        RatingListing {
            person: PersonId([number; 32]),
            name: name.to_owned(),
            rating: Rating {
                mean: 1000 * mean,
                deviation: 1000 * deviation,
            },
            games: 7,
            sanctions: Sanctions::default(),
        }
    }

    #[test]
    fn who_is_surely_stronger_is_before_who_may_be_and_equal_ranges_share_a_place() {
        let listings = vec![
            listing(1, "Ada", 1700, 120),
            listing(2, "Bo", 1600, 50),
            listing(3, "Cy", 1601, 50),
            listing(4, "Di", 1600, 60),
        ];
        let list = ranked(listings);
        let places: Vec<(u32, &str)> = list
            .iter()
            .map(|one| (one.listed.place, &*one.listed.name))
            .collect();
        assert_eq!(places, [(1, "Bo"), (1, "Cy"), (3, "Di"), (4, "Ada")]);
    }

    #[test]
    fn names_that_can_be_confused_are_marked_whoever_had_them_first() {
        let names = ["Ida", "\u{406}da", "I D A", "Idan", "Bo"];
        let listings = (1..).zip(names);
        let listings = listings.map(|(number, name)| listing(number, name, 1500, 50));
        let list = ranked(listings.collect());
        let alike: Vec<bool> = list.iter().map(|one| one.listed.alike).collect();
        assert_eq!(alike, [true, true, true, false, false]);
    }

    #[test]
    fn pages_have_everybody_once_however_long_names_are() {
        let longest = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}".repeat(15);
        for (name, is_cut) in [("Ida", false), (&*longest, true)] {
            let listings = (0..250).map(|number| listing(number, name, 1500, 50));
            let list = ranked(listings.collect());
            let own = list[120].person;
            let mut asked = Some(0);
            assert_eq!(page(&list, 0, None).ratings.len() < PAGE, is_cut);
            let mut found = Vec::new();
            while let Some(after) = asked {
                let page = page(&list, after, Some(own));
                found.extend(page.ratings);
                asked = page.next;
            }
            assert_eq!(found.len(), 250);
            let of_caller: Vec<usize> = (0..250).filter(|place| found[*place].own).collect();
            assert_eq!(of_caller, [120]);
            assert!(page(&list, u32::MAX, None).ratings.is_empty());
        }
    }
}

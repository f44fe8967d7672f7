//! People who do not sit at one table, because one of them has blocked the other.

use brickwood_rules::Seat;

use crate::seats::{People, PersonId};
use crate::table::Table;

impl Table {
    /// Whether a person cannot sit down because one of these people has to do with the table: hosts it, has a seat,
    /// may take one again, or asks for one. A seat that the person has held in the game can be taken again all the same.
    pub(crate) fn keeps_away(
        &self,
        person: PersonId,
        seat: Option<Seat>,
        apart: &[PersonId],
    ) -> bool {
        let people = self.people();
        let claims = self.claims(Some(person));
        let returns = seat.map_or(!claims.is_empty(), |seat| claims.contains(seat));
        let meets = |one: &PersonId| {
            people.host == Some(*one)
                || people
                    .asking
                    .iter()
                    .any(|asking| !asking.refused && asking.person == *one)
                || (people.places.iter())
                    .any(|place| place.person == Some(*one) || place.may_be_reclaimed_by(*one))
        };
        !returns && apart.iter().any(meets)
    }
}

impl People {
    /// The people of the next table without those who are not to sit together, or at no table at all. `apart` are all
    /// with whom a person does not sit: the person too, if that is everybody. The host stays rather than others, and
    /// after that, who sits further ahead.
    pub fn part(&mut self, mut apart: impl FnMut(PersonId) -> Vec<PersonId>) {
        let mut persons = self.persons();
        let place_of = |person: &PersonId| self.seats_of(Some(*person)).iter().next();
        persons.sort_by_key(|person| (self.host != Some(*person), place_of(person)));
        let mut stay: Vec<PersonId> = Vec::new();
        for person in persons {
            let apart = apart(person);
            if !apart.contains(&person) && !apart.iter().any(|other| stay.contains(other)) {
                stay.push(person);
                continue;
            }
            for seat in self.seats_of(Some(person)).iter() {
                self.empty(seat);
            }
        }
        if self.host.is_some_and(|host| !stay.contains(&host)) {
            self.host = stay.first().copied();
        }
    }
}

#[cfg(test)]
mod tests {
    use brickwood_protocol::{BoardChoice, Color, NewSeat, NewTable, TableOptions};
    use brickwood_rules::Edition;

    use super::*;

    const fn person(number: u8) -> PersonId {
        PersonId([number; 32])
    }

    /// Three people; the first one is the host.
    fn three() -> People {
        let order = NewTable {
            name: "0".into(),
            edition: Edition::Modern,
            rules: Edition::Modern.rules(3),
            seats: [Color::Coral, Color::Teal, Color::ALL[2]]
                .map(|color| NewSeat::Human { color })
                .into(),
            board: BoardChoice::Beginners,
            options: TableOptions::default(),
            from: None,
        };
        let mut people = People::new(&order, person(0), "0", None);
        for (place, number) in people.places.iter_mut().zip(0..) {
            place.person = Some(person(number));
            place.name = Some(number.to_string());
        }
        people
    }

    #[track_caller]
    fn stay(pairs: &[(u8, u8)], expected: &[u8]) {
        let mut people = three();
        people.part(|one| {
            let both = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
            both.filter(|(a, _)| person(*a) == one)
                .map(|(_, b)| person(b))
                .collect()
        });
        let expected: Vec<_> = expected.iter().map(|number| person(*number)).collect();
        assert_eq!(people.persons(), expected);
        assert_eq!(people.host, expected.first().copied());
        assert_eq!(people.open_seats().len(), 3 - expected.len());
    }

    #[test]
    fn of_two_who_are_apart_the_host_stays_or_who_sits_further_ahead() {
        stay(&[], &[0, 1, 2]);
        stay(&[(0, 1)], &[0, 2]);
        stay(&[(1, 2)], &[0, 1]);
        stay(&[(0, 1), (1, 2)], &[0, 2]);
    }

    #[test]
    fn who_sits_nowhere_leaves_the_table_to_the_others() {
        stay(&[(0, 0)], &[1, 2]);
        stay(&[(0, 0), (1, 1), (2, 2)], &[]);
    }
}

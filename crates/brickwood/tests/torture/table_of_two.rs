//! A table of two people, each of whom may be at another server.

use brickwood_protocol::{BoardChoice, Color, NewSeat, NewTable, TableOptions};
use brickwood_rules::Edition;
use brickwood_test_client::TestPerson;

/// Creates a table at the first person's server, where the other one sits down at theirs. Returns its id.
pub async fn table_of_two(persons: &mut [TestPerson; 2], options: TableOptions) -> String {
    let edition = Edition::Modern;
    let order = NewTable {
        name: "Ida".to_owned(),
        edition,
        rules: edition.rules(2),
        seats: [Color::ALL[0], Color::ALL[1]]
            .map(|color| NewSeat::Human { color })
            .into(),
        board: BoardChoice::Random,
        options,
        from: None,
    };
    let id = persons[0].create(&order).await;
    assert_eq!(persons[1].join(&id, "Ole").await.status, 204);
    id
}

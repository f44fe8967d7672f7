//! What several targets begin with.

use brickwood_rules::Edition;
use brickwood_protocol::{BoardChoice, ClockRule, Color, NewSeat, NewTable, TableOptions};
use brickwood_table::{PersonId, People, Setup, Table};

/// Who has ordered the table.
pub const HOST: PersonId = PersonId([0; 32]);

/// A table for three, on whose clock each turn has half a minute, and at which nobody but its host
/// sits.
pub fn table() -> Table {
    let order = NewTable {
        name: "Ada".into(),
        edition: Edition::Modern,
        rules: Edition::Modern.rules(3),
        seats: [Color::Coral, Color::Teal, Color::Amber]
            .map(|color| NewSeat::Human { color })
            .into(),
        board: BoardChoice::Beginners,
        options: TableOptions {
            clock: ClockRule::Turn { seconds: 30 },
            ..TableOptions::default()
        },
        from: None,
    };
    let setup = Setup::new("a".into(), &order, [5; 32], 0).expect("such a table can be ordered");
    Table::new(setup, People::new(&order, HOST, "Ada", None))
}

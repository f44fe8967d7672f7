//! Compares what the clients were told with the log.

use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
};

use brickwood_load::{Acknowledged, Ledger};
use brickwood_storage::Storage;
use brickwood_table::Table;

/// Compares all acknowledgements with the log, and prints the result. Returns whether each is stored once.
pub(crate) async fn compare(ledger: &Ledger, log: &dyn Storage) -> Result<bool, Box<dyn Error>> {
    let acknowledged = std::mem::take(&mut ledger.notes().acknowledged);
    let mut tables: BTreeMap<&str, Vec<&Acknowledged>> = BTreeMap::new();
    for one in &acknowledged {
        tables.entry(&one.table).or_default().push(one);
    }
    let (mut lost, mut doubled) = (0, 0);
    for (table, acknowledged) in tables {
        let game = log.load(table).await?.ok_or("a table is gone")?;
        let mut stored = HashMap::new();
        for record in &game.records {
            if let Some(key) = record.key {
                doubled += u32::from(stored.insert(key, record.seq).is_some());
            }
        }
        for one in acknowledged {
            let person = game.people.places[one.seat.index()].person;
            let found = person.and_then(|person| stored.get(&person.message(one.key)));
            lost += u32::from(found != Some(&one.seq));
        }
        Table::restore(game.setup, game.people, game.records)?;
    }
    println!(
        "log             {} acknowledged actions, {lost} lost, {doubled} done twice",
        acknowledged.len()
    );
    Ok(lost + doubled == 0)
}

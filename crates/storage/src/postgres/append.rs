//! Appends to many games in one statement, and finds out why one of them has not grown.

use brickwood_table::PersonId;
use deadpool_postgres::ClientWrapper;
use tokio_postgres::{Error, types::ToSql};

use super::statement::{query, query_opt};
use crate::{
    Append, AppendError, Progress,
    outlines::{SetUpColumns, bits, progress_number, turn_to_join},
    people_columns::PeopleColumns,
};

/// An append as it is sent.
pub(super) struct Wanted {
    pub(super) game: String,
    append: Append,
    setup: Option<String>,
    people: Option<String>,
    people_columns: Option<PeopleColumns>,
    /// The columns of the set-up that lists show.
    set_up_columns: Option<SetUpColumns>,
    /// Random: distinguishes our records from equal records of others.
    mark: i64,
}

impl Wanted {
    pub(super) fn new(game: String, append: Append, mark: i64) -> serde_json::Result<Self> {
        let (setup, people) = (append.setup.as_ref(), append.people.as_ref());
        Ok(Self {
            game,
            setup: setup.map(serde_json::to_string).transpose()?,
            people: people.map(serde_json::to_string).transpose()?,
            people_columns: people.map(PeopleColumns::from),
            set_up_columns: setup.map(SetUpColumns::of).transpose()?,
            append,
            mark,
        })
    }

    /// The number of its first record; 0 without any.
    fn first(&self) -> u32 {
        self.append.records.first().map_or(0, |first| first.seq)
    }

    /// When its last record was made.
    fn last_ms(&self) -> i64 {
        let times = self.append.records.iter().map(|record| record.at_ms);
        times.max().unwrap_or_default().cast_signed()
    }

    /// Whether its game is over.
    fn is_over(&self) -> bool {
        self.append.outline.progress == Progress::Over
    }

    /// Where the log should end.
    fn expected(&self) -> u32 {
        self.first() - 1
    }

    /// Whether the records follow on each other, and there are any.
    fn is_sound(&self) -> bool {
        let first = self.first();
        let seqs = self.append.records.iter().map(|record| record.seq);
        first > 0 && seqs.eq(first..first + self.append.records.len() as u32)
    }
}

/// The result of an append that has not made its game grow just now.
pub(super) enum Found {
    /// This.
    Settled(Result<(), AppendError>),
    /// It may succeed now.
    Free,
}

/// Appends to all games whose state is as expected. Returns these games.
pub(super) async fn append(client: &ClientWrapper, all: &[&Wanted]) -> Result<Vec<String>, Error> {
    let sound: Vec<&Wanted> = all
        .iter()
        .copied()
        .filter(|wanted| wanted.is_sound())
        .collect();
    if sound.is_empty() {
        return Ok(Vec::new());
    }
    send(client, &sound).await
}

/// Does what an append does, to no game.
pub(super) async fn append_nothing(client: &ClientWrapper) -> Result<(), Error> {
    send(client, &[]).await.map(drop)
}

async fn send(client: &ClientWrapper, sound: &[&Wanted]) -> Result<Vec<String>, Error> {
    macro_rules! column {
        ($wanted:ident => $value:expr) => {
            sound.iter().map(|$wanted| $value).collect::<Vec<_>>()
        };
    }
    let people_columns = |wanted: &Wanted| wanted.people_columns.clone();
    let set_up_columns = |wanted: &Wanted| wanted.set_up_columns.clone();
    let lines = || {
        sound
            .iter()
            .flat_map(|wanted| wanted.append.records.iter().map(move |line| (wanted, line)))
    };
    macro_rules! line_column {
        ($wanted:pat, $line:ident => $value:expr) => {
            lines().map(|($wanted, $line)| $value).collect::<Vec<_>>()
        };
    }
    let persons: Vec<(&Wanted, PersonId)> = sound
        .iter()
        .filter_map(|wanted| Some((*wanted, wanted.people_columns.as_ref()?)))
        .flat_map(|(wanted, people_columns)| {
            let persons = people_columns.persons.iter();
            persons.map(move |person| (wanted, *person))
        })
        .collect();
    let parameters: [&(dyn ToSql + Sync); 31] = [
        &column!(wanted => &*wanted.game),
        &column!(wanted => wanted.expected().cast_signed()),
        &column!(wanted => (wanted.append.records.len() as u32).cast_signed()),
        &column!(wanted => i16::from(progress_number(wanted.append.outline.progress))),
        &column!(wanted => wanted.setup.as_deref()),
        &column!(wanted => wanted.people.as_deref()),
        &column!(wanted => wanted.people_columns.as_ref().is_some_and(|people_columns| people_columns.listed)),
        &column!(wanted => people_columns(wanted).and_then(|people_columns| people_columns.host).map(|host| host.0.to_vec())),
        &column!(wanted => people_columns(wanted).and_then(|people_columns| people_columns.code)),
        &line_column!(wanted, _line => &*wanted.game),
        &line_column!(_, line => line.seq.cast_signed()),
        &line_column!(_, line => line.at_ms.cast_signed()),
        &line_column!(_, line => line.actor.map(|actor| i16::from(u8::from(actor)))),
        &line_column!(_, line => line.key.map(u64::cast_signed)),
        &line_column!(_, line => line.nonce.map(|nonce| nonce.as_bytes().to_vec())),
        &line_column!(_, line => &*line.body),
        &line_column!(_, line => line.post_hash.cast_signed()),
        &line_column!(wanted, _line => wanted.mark),
        &persons
            .iter()
            .map(|(wanted, _)| &*wanted.game)
            .collect::<Vec<_>>(),
        &persons
            .iter()
            .map(|(_, person)| person.0.to_vec())
            .collect::<Vec<_>>(),
        &column!(wanted => i32::from(wanted.append.outline.turn)),
        &column!(wanted => i16::from(bits(wanted.append.outline.to_act))),
        &column!(wanted => i16::from(bits(wanted.append.outline.winners))),
        &column!(wanted => set_up_columns(wanted).map(|set_up_columns| set_up_columns.edition)),
        &column!(wanted => set_up_columns(wanted).map(|set_up_columns| i16::from(set_up_columns.points))),
        &column!(wanted => wanted.people_columns.as_ref().is_some_and(|people_columns| people_columns.watchable)),
        &column!(wanted => wanted.people_columns.as_ref().map_or(0, |people_columns| i32::from(people_columns.takeover_until))),
        &column!(wanted => wanted.last_ms()),
        &persons
            .iter()
            .map(|(wanted, _)| wanted.is_over())
            .collect::<Vec<_>>(),
        &column!(wanted => wanted.is_over()),
        &column!(wanted => turn_to_join(wanted.append.outline).map(i32::from)),
    ];
    let grown = query(client, include_str!("append.sql"), &parameters).await?;
    Ok(grown.iter().map(|row| row.get(0)).collect())
}

/// Why a game has not grown.
pub(super) async fn judge(client: &ClientWrapper, wanted: &Wanted) -> Result<Found, Error> {
    let text = "SELECT head, EXISTS (
             SELECT FROM record WHERE game = game.id AND seq = $2 AND mark = $3
         ) FROM game WHERE id = $1";
    let first = wanted.first().cast_signed();
    let Some(row) = query_opt(client, text, &[&wanted.game, &first, &wanted.mark]).await? else {
        return Ok(Found::Settled(Err(AppendError::NoSuchGame)));
    };
    let (head, is_ours) = (row.get::<_, i32>(0).cast_unsigned(), row.get::<_, bool>(1));
    if is_ours {
        return Ok(Found::Settled(Ok(())));
    }
    let (actors, keys): (Vec<i16>, Vec<i64>) = wanted
        .append
        .records
        .iter()
        .filter_map(|record| {
            let actor = i16::from(u8::from(record.actor?));
            Some((actor, record.key?.cast_signed()))
        })
        .unzip();
    if !keys.is_empty() {
        let text = "SELECT record.seq
             FROM unnest($2::smallint[], $3::bigint[]) AS line (actor, client_key)
             JOIN record ON record.game = $1 AND record.actor = line.actor
                 AND record.client_key = line.client_key
             ORDER BY record.seq LIMIT 1";
        if let Some(row) = query_opt(client, text, &[&wanted.game, &actors, &keys]).await? {
            let seq = row.get::<_, i32>(0).cast_unsigned();
            return Ok(Found::Settled(Err(AppendError::Duplicate { seq })));
        }
    }
    if !wanted.is_sound() || head != wanted.expected() {
        return Ok(Found::Settled(Err(AppendError::Conflict { head })));
    }
    Ok(Found::Free)
}

//! Whoever hears of each table that somebody opens to find players: a channel of the host's group, for example.

/// A table that somebody has opened to find players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedTable {
    /// Its host's name.
    pub host: String,
    /// How many play.
    pub seats: u8,
    /// After how many seconds the game begins, with bots on the seats that are open.
    pub seconds: u16,
    /// Its link; none where the address of the site is unknown.
    pub url: Option<String>,
}

/// Hears of tables. It must not block: whoever opens a table does not wait for it.
pub trait Herald: Send + Sync + 'static {
    /// A table was opened. This is told once, by the server that has created it.
    fn tell(&self, table: OpenedTable);
}

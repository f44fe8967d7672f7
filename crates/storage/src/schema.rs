//! The tables of what a site stores beside the log: declared once, for both databases.

/// The tables of what a site stores beside the log, in the order in which they refer to each other. They are written in
/// the words of PostgreSQL, with few types: `bytea`, `text`, `bigint`, `integer`, `smallint` and `boolean`.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// The tables and their indexes.
    pub tables: &'static [&'static str],
    /// What SQLite needs besides, in its own words.
    pub of_sqlite: &'static [&'static str],
    /// What PostgreSQL needs besides.
    pub of_postgres: &'static [&'static str],
}

impl Schema {
    /// No tables beside the log.
    pub const LOG_ALONE: Self = Self {
        tables: &[],
        of_sqlite: &[],
        of_postgres: &[],
    };
}

/// The tables in the words of SQLite. Each keeps its rows in the order of its primary key, unless that is numbered by
/// SQLite.
pub(crate) fn in_words_of_sqlite(tables: &str) -> String {
    let lines = tables.lines();
    let code = lines.map(|line| line.split_once("--").map_or(line, |(code, _)| code));
    let statements = code.collect::<Vec<_>>().join("\n");
    let statements = statements.split_inclusive(';').map(|statement| {
        let words = statement.split_inclusive(|sign: char| !sign.is_alphanumeric() && sign != '_');
        let words: String = words.map(word_of_sqlite).collect();
        let words = words
            .replace(
                "GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
                "PRIMARY KEY AUTOINCREMENT",
            )
            .replace(" COLLATE \"C\"", "")
            .replace("UNLOGGED ", "");
        if !words.contains("CREATE TABLE") {
            return words;
        }
        let kept = if words.contains("AUTOINCREMENT") {
            ") STRICT;"
        } else {
            ") STRICT, WITHOUT ROWID;"
        };
        words.trim_end_matches(");").to_owned() + kept
    });
    statements.collect()
}

fn word_of_sqlite(word: &str) -> String {
    for (theirs, own) in [
        ("bytea", "BLOB"),
        ("text", "TEXT"),
        ("bigint", "INTEGER"),
        ("integer", "INTEGER"),
        ("smallint", "INTEGER"),
        ("boolean", "INTEGER"),
    ] {
        if let Some(rest) = word.strip_prefix(theirs)
            && !rest.starts_with(|sign: char| sign.is_alphanumeric() || sign == '_')
        {
            return format!("{own}{rest}");
        }
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_said_in_the_words_of_sqlite() {
        let tables = "-- A text that is no type.
CREATE UNLOGGED TABLE a (
    id   text COLLATE \"C\" PRIMARY KEY, -- a bigint
    name bytea NOT NULL DEFAULT false,
    text_of integer
);
CREATE INDEX a_name ON a (name);
CREATE TABLE b (number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
";
        let own = in_words_of_sqlite(tables);
        let lines = own
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty());
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                "CREATE TABLE a (",
                "    id   TEXT PRIMARY KEY,",
                "    name BLOB NOT NULL DEFAULT false,",
                "    text_of INTEGER",
                ") STRICT, WITHOUT ROWID;",
                "CREATE INDEX a_name ON a (name);",
                "CREATE TABLE b (number INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;",
            ]
        );
    }
}

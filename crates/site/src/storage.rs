//! What is stored of a site and its people beside tables.

use brickwood_storage::{Sql, Storage};

/// What is stored of a site and its people beside tables. Whatever it is asked fails only because the database does not
/// answer, unless its type says more.
#[derive(Clone, Copy)]
pub struct SiteStorage<'a> {
    pub(crate) sql: &'a dyn Sql,
}

impl<'a> SiteStorage<'a> {
    /// What is stored in this database.
    pub fn of(sql: &'a dyn Sql) -> Self {
        Self { sql }
    }
}

/// A storage with the tables of a site.
pub trait StoresSite {
    /// What is stored of the site.
    fn site(&self) -> SiteStorage<'_>;
}

impl<S: Storage + ?Sized> StoresSite for S {
    fn site(&self) -> SiteStorage<'_> {
        SiteStorage::of(self.sql())
    }
}

//! The limit on open files of the process: each connection is one.

/// Raises the limit as far as the system allows. Beyond that, connections are refused one by one.
#[cfg(unix)]
pub fn take_all() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    if limit.current == limit.maximum {
        return;
    }
    let wanted = Rlimit {
        current: limit.maximum,
        ..limit
    };
    if let Err(error) = setrlimit(Resource::Nofile, wanted) {
        tracing::warn!(%error, "the number of open files stays as it is");
    }
}

/// On other systems the process cannot change it.
#[cfg(not(unix))]
pub const fn take_all() {}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    #[test]
    fn as_many_files_may_be_open_as_the_system_allows() {
        let limit = getrlimit(Resource::Nofile);
        let few = Rlimit {
            current: Some(200),
            ..limit
        };
        setrlimit(Resource::Nofile, few).unwrap();
        super::take_all();
        assert_eq!(getrlimit(Resource::Nofile).current, limit.maximum);
    }
}

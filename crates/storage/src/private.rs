//! Files and folders that are their owner's alone from their first moment, whatever the umask says: they hold hidden cards,
//! invitations, chat and secrets.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// Creates a folder, and those above it, if they are not there.
///
/// # Errors
///
/// If that is not possible.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    give_to_owner_of_folder(folder);
    Ok(())
}

/// Creates a file.
///
/// # Errors
///
/// If it is there already, or cannot be written.
pub fn create_file(file: &Path) -> io::Result<File> {
    let created = options().create_new(true).open(file)?;
    give_to_owner_of_folder(file);
    Ok(created)
}

/// Creates a file that has no content, if there is none.
pub(crate) fn ensure_file(file: &Path) -> io::Result<()> {
    match create_file(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Opens a file for writing, and creates it if it is not there.
pub(crate) fn open_file(file: &Path) -> io::Result<File> {
    ensure_file(file)?;
    options().open(file)
}

fn options() -> OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// What root creates in the folder of somebody else is theirs, so that a service finds what it can use. Others cannot
/// give files away, and need not.
fn give_to_owner_of_folder(created: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, chown};

        let owner = |place: &Path| fs::metadata(place).map(|found| (found.uid(), found.gid()));
        if let (Ok(own), Ok(folders)) = (owner(created), owner(folder_of(created)))
            && own.0 != folders.0
        {
            let _ = chown(created, Some(folders.0), Some(folders.1));
        }
    }
}

/// The first of these names, counted from one, that nothing has yet.
pub(crate) fn first_free(name: impl Fn(u32) -> PathBuf) -> PathBuf {
    let mut number = 1;
    loop {
        let place = name(number);
        if !place.exists() {
            return place;
        }
        number += 1;
    }
}

/// The folder that a file lies in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(file);
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Whether other users of this machine can read a file: its rights allow it, and those of all folders above let them come
/// to it. `false` if there is none, and where files have no such rights.
pub fn is_exposed(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        let Ok(file) = fs::canonicalize(file) else {
            return false;
        };
        let may = |place: &Path, right: u32| {
            fs::metadata(place).is_ok_and(|found| found.permissions().mode() & right == right)
        };
        // The group, or everybody.
        [(0o040, 0o010), (0o004, 0o001)]
            .into_iter()
            .any(|(read, enter)| {
                may(&file, read) && file.ancestors().skip(1).all(|folder| may(folder, enter))
            })
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// What to do about an error of the system, as the end of a sentence; nothing if that is not known.
pub fn why_not(place: &Path, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::PermissionDenied => whose(place),
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory if place.is_file() => {
            " (a folder is wanted, and this is a file)".to_owned()
        }
        _ => String::new(),
    }
}

/// Whose something is, and who runs this program.
fn whose(place: &Path) -> String {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;

        let found = place.ancestors().find_map(|place| {
            let place = if place.as_os_str().is_empty() {
                Path::new(".")
            } else {
                place
            };
            fs::metadata(place).ok()
        });
        let own = rustix::process::geteuid().as_raw();
        match found.map(|found| found.uid()) {
            Some(owner) if owner != own => {
                let (own, owner) = (user(own), user(owner));
                format!(
                    " (it belongs to {owner}, and you are {own}: try `sudo -u {owner} brickwood …`)"
                )
            }
            _ => String::new(),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = place;
        String::new()
    }
}

/// The name of a user, or the number of one without a name in the usual file.
#[cfg(unix)]
fn user(id: u32) -> String {
    let id = id.to_string();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == id).then(|| name.to_owned())
    });
    name.unwrap_or(id)
}

/// The bytes that a user who is not root can still store where this lies; none if the system does not tell.
pub fn free_bytes(place: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let found = rustix::fs::statvfs(place).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = place;
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_file_is_exposed_if_others_can_come_to_it_and_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("db");
        fs::write(&file, "").unwrap();
        let mode = |place: &Path, mode| {
            fs::set_permissions(place, fs::Permissions::from_mode(mode)).unwrap();
        };
        for (of_folder, of_file, exposed) in [
            (0o755, 0o644, true),
            (0o755, 0o640, true),
            (0o755, 0o600, false),
            (0o700, 0o644, false),
            (0o701, 0o640, false),
        ] {
            mode(folder.path(), of_folder);
            mode(&file, of_file);
            assert_eq!(is_exposed(&file), exposed, "{of_folder:o} {of_file:o}");
        }
        assert!(!is_exposed(&folder.path().join("none")));
    }

    #[test]
    fn there_is_room_on_the_disk_of_a_folder_that_exists() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free_bytes(folder.path()).unwrap() > 0);
        assert_eq!(free_bytes(&folder.path().join("none")), None);
    }
}

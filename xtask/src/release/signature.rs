//! Checksums of the files of a release, and a signature of minisign over them.

use std::{
    env,
    fmt::Write,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use minisign::{PublicKey, SecretKey, SecretKeyBox, SignatureBox};
use sha2::{Digest, Sha256};
use xshell::Shell;

use crate::report::Note;

/// The text of a secret key, as `minisign -G` writes it.
const KEY: &str = "BRICKWOOD_RELEASE_KEY";

/// The password of that key. A key without one has an empty password.
const PASSWORD: &str = "BRICKWOOD_RELEASE_KEY_PASSWORD";

/// What `sha256sum --check` reads.
const SUMS: &str = "SHA256SUMS";

/// Writes the checksums of the files in a folder, and signs them where the environment has a key.
pub(crate) fn sign(shell: &Shell, folder: &Path) -> Result<Note> {
    let file = folder.join(SUMS);
    shell.remove_path(&file)?;
    shell.remove_path(signature_file(&file))?;
    let mut files = shell.read_dir(folder)?;
    files.sort();
    let mut sums = String::new();
    for file in &files {
        let name = file.file_name().and_then(|name| name.to_str());
        let name = name.context("a file of a release has a name")?;
        writeln!(sums, "{}  {name}", sum(file)?)?;
    }
    shell.write_file(&file, &sums)?;
    let count = files.len();
    let Some(key) = env::var_os(KEY) else {
        return Ok(Some(format!("{count} sums, without a signature: no {KEY}")));
    };
    let key = key.into_string().ok().context("a key is text")?;
    let key = read(&key, env::var(PASSWORD).unwrap_or_default())?;
    shell.write_file(signature_file(&file), signature(&sums, &key)?)?;
    Ok(Some(format!("{count} sums, signed")))
}

/// The checksum of a file, in hexadecimal digits.
fn sum(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let mut digits = String::new();
    for byte in Sha256::digest(bytes) {
        write!(digits, "{byte:02x}")?;
    }
    Ok(digits)
}

fn read(key: &str, password: String) -> Result<SecretKey> {
    let key = SecretKeyBox::from_string(key)?;
    let read = if password.is_empty() {
        key.into_unencrypted_secret_key()
    } else {
        key.into_secret_key(Some(password))
    };
    read.with_context(|| format!("{KEY} and {PASSWORD} are no key of minisign"))
}

/// The text of a signature, which was checked.
fn signature(text: &str, key: &SecretKey) -> Result<String> {
    let public = PublicKey::from_secret_key(key)?;
    let bytes = Cursor::new(text);
    let signature = minisign::sign(Some(&public), key, bytes.clone(), Some(SUMS), None)?;
    verify(&public, &signature.to_string(), text)?;
    Ok(signature.to_string())
}

fn verify(public: &PublicKey, signature: &str, text: &str) -> Result<()> {
    let signature = SignatureBox::from_string(signature)?;
    minisign::verify(public, &signature, Cursor::new(text), true, false, false)?;
    Ok(())
}

fn signature_file(file: &Path) -> PathBuf {
    file.with_added_extension("minisig")
}

#[cfg(test)]
mod tests {
    use minisign::KeyPair;

    use super::*;

    #[test]
    fn a_signature_holds_for_nothing_else() {
        let pair = KeyPair::generate_unencrypted_keypair().unwrap();
        let signature = signature("sums", &pair.sk).unwrap();
        verify(&pair.pk, &signature, "sums").unwrap();
        assert!(verify(&pair.pk, &signature, "other sums").is_err());
        let other = KeyPair::generate_unencrypted_keypair().unwrap();
        assert!(verify(&other.pk, &signature, "sums").is_err());
    }

    #[test]
    fn a_key_is_read_with_its_password_alone() {
        let pair = KeyPair::generate_encrypted_keypair(Some("secret".into())).unwrap();
        let text = pair.sk.to_box(None).unwrap().into_string();
        assert!(read(&text, "secret".into()).is_ok());
        assert!(read(&text, "wrong".into()).is_err());
        assert!(read("no key", String::new()).is_err());
    }

    #[test]
    fn the_file_of_a_signature_is_named_as_minisign_looks_for_it() {
        let file = signature_file(Path::new("releases/SHA256SUMS"));
        assert_eq!(file, Path::new("releases/SHA256SUMS.minisig"));
    }
}

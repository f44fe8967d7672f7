//! The options and environment variables for a provider of OpenID Connect.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use brickwood_server::{OidcIssuer, OidcProvider, OidcSecret};
use clap::Args;

use crate::variables::OIDC_SECRET;

/// What systemd hands over as a credential of this name is the secret, too.
const CREDENTIAL: &str = "brickwood.oidc-client-secret";

/// By whom people may come back.
#[derive(Args, Debug)]
pub(crate) struct ProviderOptions {
    /// A provider of OpenID Connect by which people may come back, such as <https://login.example>; it
    /// sends them to /api/oidc/callback below the public address
    #[arg(
        long = "oidc-issuer",
        id = "oidc_issuer",
        value_name = "URL",
        env = "BRICKWOOD_OIDC_ISSUER",
        requires_all = ["oidc_client_id", "public_url"]
    )]
    issuer: Option<OidcIssuer>,
    /// What this provider calls the site
    #[arg(
        long = "oidc-client-id",
        id = "oidc_client_id",
        value_name = "ID",
        env = "BRICKWOOD_OIDC_CLIENT_ID",
        requires = "oidc_issuer"
    )]
    client_id: Option<String>,
    /// A file with the secret that this provider has given to the site; systemd can hand it over, or a
    /// variable contain it instead (see "Hosting" in the documentation)
    #[arg(
        long = "oidc-client-secret-file",
        value_name = "FILE",
        env = "BRICKWOOD_OIDC_CLIENT_SECRET_FILE",
        requires = "oidc_issuer"
    )]
    secret_file: Option<PathBuf>,
    /// What people call this provider; the default is the name of its machine
    #[arg(
        long = "oidc-name",
        id = "oidc_name",
        value_name = "NAME",
        env = "BRICKWOOD_OIDC_NAME",
        requires = "oidc_issuer"
    )]
    name: Option<String>,
}

impl ProviderOptions {
    /// The file with the secret.
    pub(crate) fn secret_file(&self) -> Option<&Path> {
        self.secret_file.as_deref()
    }

    /// The provider, if there is one.
    ///
    /// # Errors
    ///
    /// If the file with its secret cannot be read; with its path. Nobody can come back then, and all else is as ever.
    pub(crate) fn provider(&self) -> Result<Option<OidcProvider>, (PathBuf, io::Error)> {
        let (Some(issuer), Some(client_id)) = (&self.issuer, &self.client_id) else {
            return Ok(None);
        };
        let handed_over = env::var_os("CREDENTIALS_DIRECTORY");
        let handed_over = handed_over.map(|folder| Path::new(&folder).join(CREDENTIAL));
        let file = self.secret_file.clone();
        let secret = match file.or(handed_over.filter(|file| file.exists())) {
            Some(file) => Some(fs::read_to_string(&file).map_err(|error| (file, error))?),
            None => env::var(OIDC_SECRET).ok(),
        };
        let secret = secret.map(|secret| secret.trim().to_owned());
        let secret = secret.filter(|secret| !secret.is_empty());
        let name = self.name.clone();
        Ok(Some(OidcProvider {
            issuer: issuer.clone(),
            client_id: client_id.clone(),
            client_secret: secret.map(OidcSecret::new),
            name: name.unwrap_or_else(|| issuer.host().to_owned()),
        }))
    }
}

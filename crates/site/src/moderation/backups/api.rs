//! Backups on the host's page.

use std::{fs::File, io::Read, time::Duration};

use axum::{
    Extension, Json,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::ProblemKind;
use brickwood_storage::now_ms;
use futures_util::stream;
use tokio::task::spawn_blocking;

use super::BackupKeeper;
use crate::{
    SiteApp,
    http::{answers::InParts, endpoints::endpoints, problem::Failure},
    moderation::host::api::Visitor,
};

endpoints! {
    of SiteApp;

    /// Makes a backup now. If that takes long, the answer comes before it is made.
    post "/api/host/backups" => make_backup {
        tag = "host", security(("host" = [])),
        responses(
            (status = 201, description = "It is made.", body = brickwood_protocol::KeptBackup),
            (status = 202, description = "It is being made."), RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }

    /// A backup: the whole database, with all its secrets.
    get "/api/host/backups/{name}" => download_backup {
        tag = "host", params(("name" = String, Path, description = "The name of its file.")), security(("host" = [])),
        responses(
            (status = 200, description = "The file.", body = String, content_type = "application/vnd.sqlite3"),
            RefusedWith<403>, RefusedWith<404>, Unstored,
        )
    }
}

/// How long an answer waits for the backup.
const PATIENCE: Duration = Duration::from_secs(5);

/// The bytes of a download that are in memory at a time.
const PIECE: usize = 64 * 1024;

/// The keeper of backups, for the host and nobody else.
async fn keeper_for<'a>(
    app: &'a SiteApp,
    headers: &HeaderMap,
) -> Result<&'a BackupKeeper, Failure> {
    if !Visitor::of(app, headers).await?.is_host() {
        return Err(ProblemKind::NotSiteHost.into());
    }
    let none = || Failure::from(ProblemKind::NoSuchAddress);
    app.backups.as_ref().ok_or_else(none)
}

pub(crate) async fn make_backup(
    State(app): State<SiteApp>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let keeper = keeper_for(&app, &headers).await?;
    Ok(match keeper.make_soon(now_ms(), PATIENCE).await? {
        Some(made) => (StatusCode::CREATED, Json(made)).into_response(),
        None => StatusCode::ACCEPTED.into_response(),
    })
}

pub(crate) async fn download_backup(
    State(app): State<SiteApp>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let none = || Failure::from(ProblemKind::NoSuchAddress);
    let keeper = keeper_for(&app, &headers).await?;
    let file = keeper.open(name.clone()).await?.map_err(|_| none())?;
    let length = file.metadata().map_err(|_| none())?.len();
    let attached = format!("attachment; filename=\"{name}\"");
    let head = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/vnd.sqlite3"),
        ),
        (header::CONTENT_LENGTH, HeaderValue::from(length)),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::try_from(attached).map_err(|_| none())?,
        ),
    ];
    let pieces = stream::try_unfold(file, |file| async move {
        let read = spawn_blocking(move || piece(file)).await;
        read.map_err(std::io::Error::other)?
    });
    // Only one piece is in memory at a time.
    let in_parts = Extension(InParts { longest: PIECE });
    Ok((in_parts, head, Body::from_stream(pieces)).into_response())
}

/// The next bytes of a file; none at its end.
fn piece(mut file: File) -> std::io::Result<Option<(Bytes, File)>> {
    let mut piece = vec![0; PIECE];
    let length = file.read(&mut piece)?;
    piece.truncate(length);
    Ok((length > 0).then(|| (piece.into(), file)))
}

//! Words that may be in nobody's name on this site: usually those by which somebody would pass for who runs it.

use brickwood_protocol::ProblemKind;
use brickwood_storage::Unavailable;
use brickwood_table::same_to_the_eye;
use unicode_normalization::UnicodeNormalization;

use crate::{
    SiteApp, SiteStorage,
    settings::{REFUSED_NAMES, setting},
};

/// The words that a site refuses unless its host has chosen others, in the languages of the page.
pub const USUAL: [&str; 38] = [
    "admin",
    "admins",
    "administrator",
    "administration",
    "moderator",
    "moderators",
    "moderation",
    "operator",
    "webmaster",
    "staff",
    "support",
    "host",
    "Administratorin",
    "Moderatorin",
    "Spielleiter",
    "Spielleiterin",
    "Spielleitung",
    "Turnierleitung",
    "Aufsicht",
    "administrador",
    "administradora",
    "administración",
    "moderador",
    "moderadora",
    "moderación",
    "anfitrión",
    "anfitriona",
    "soporte",
    "administrateur",
    "administratrice",
    "modérateur",
    "modératrice",
    "modération",
    "hôte",
    "administratorka",
    "moderatorka",
    "administracja",
    "obsługa",
];

/// The words that the site refuses.
pub async fn refused_names(site: SiteStorage<'_>) -> Result<Vec<String>, Unavailable> {
    let chosen = setting(site, REFUSED_NAMES).await?;
    Ok(chosen.unwrap_or_else(|| USUAL.map(str::to_owned).to_vec()))
}

impl SiteApp {
    /// Checks that somebody, or a bot of somebody, may have this name on this site.
    ///
    /// # Errors
    ///
    /// `name_refused`; `unavailable`, if it cannot be read which names are refused.
    pub async fn check_name(&self, name: &str) -> Result<(), ProblemKind> {
        match self.refused_names().await {
            Ok(refused) if is_refused(name, &refused) => Err(ProblemKind::NameRefused),
            Ok(_) => Ok(()),
            Err(Unavailable) => Err(ProblemKind::Unavailable),
        }
    }
}

/// Whether a name is one of these, or has one of them among its words.
fn is_refused(name: &str, refused: &[String]) -> bool {
    // An accent may stand by itself, which is not alphanumeric.
    let name: &str = &name.nfc().collect::<String>();
    let all: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let words = name.split(|c: char| !c.is_alphanumeric());
    // Numbers behind a word change little.
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_owned();
    let words = words.flat_map(|word| [word.to_owned(), bare(word)]);
    let mut all = words
        .chain([bare(&all), all])
        .filter(|word| !word.is_empty());
    all.any(|word| refused.iter().any(|one| same_to_the_eye(&word, one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_passes_for_who_runs_the_site() {
        let refused = USUAL.map(str::to_owned);
        for name in [
            "Admin",
            "ADMIN",
            "Adm\u{456}n",
            "A d m i n",
            "Admin 2",
            "Admin7",
            "The Moderator",
            "M0derator",
            "Spielleiter",
            "Mod\u{e9}rateur",
            "Moderadora",
            "Administracja!",
            "Host of this site",
        ] {
            assert!(is_refused(name, &refused), "{name}");
        }
        for name in [
            "Ida", "Admiral", "Ghost", "Modesty", "Stafford", "Person 1", "🎲", "2",
        ] {
            assert!(!is_refused(name, &refused), "{name}");
        }
        assert!(!is_refused("Admin", &[]));
    }
}

//! Words that may be in nobody's name on this site: usually those by which somebody would pass for who runs it.

use std::{collections::HashSet, sync::Arc};

use brickwood_protocol::ProblemKind;
use brickwood_storage::Unavailable;
use brickwood_table::{NameLook, looks};
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

/// Words that may be in nobody's name, by what they look like. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub(crate) struct RefusedNames(Arc<HashSet<NameLook>>);

impl RefusedNames {
    /// These words.
    pub(crate) fn of(words: &[String]) -> Self {
        Self(Arc::new(
            words.iter().flat_map(|word| looks(word)).collect(),
        ))
    }

    /// Whether a name is one of them, or has one of them among its words.
    pub(crate) fn refuses(&self, name: &str) -> bool {
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
        all.any(|word| looks(&word).iter().any(|look| self.0.contains(look)))
    }
}

impl SiteApp {
    /// Checks that somebody, or a bot of somebody, may have this name on this site.
    ///
    /// # Errors
    ///
    /// `name_refused`; `unavailable`, if it cannot be read which names are refused.
    pub async fn check_name(&self, name: &str) -> Result<(), ProblemKind> {
        match self.refused_names().await {
            Ok(refused) if refused.refuses(name) => Err(ProblemKind::NameRefused),
            Ok(_) => Ok(()),
            Err(Unavailable) => Err(ProblemKind::Unavailable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_passes_for_who_runs_the_site() {
        let refused = RefusedNames::of(&USUAL.map(str::to_owned));
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
            assert!(refused.refuses(name), "{name}");
        }
        for name in [
            "Ida", "Admiral", "Ghost", "Modesty", "Stafford", "Person 1", "🎲", "2",
        ] {
            assert!(!refused.refuses(name), "{name}");
        }
        assert!(!RefusedNames::default().refuses("Admin"));
    }
}

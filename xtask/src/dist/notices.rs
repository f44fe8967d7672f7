//! The licenses of all third-party packages, as one text.

use std::{collections::BTreeMap, fmt::Write};

use super::contents::{Package, Registry};

/// Each text once, under the packages that carry it.
pub(crate) fn text(packages: &[Package]) -> String {
    let mut by_text: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
    let mut without = Vec::new();
    for package in packages {
        for text in &package.license_texts {
            by_text.entry(text.trim()).or_default().push(package);
        }
        if package.license_texts.is_empty() {
            without.push(package);
        }
    }
    let mut all = "Brickwood contains third-party software under the following terms.\n".to_owned();
    for package in without {
        heading(&mut all, &[package]);
        let authors = package.authors.join(", ");
        let by = if authors.is_empty() {
            String::new()
        } else {
            format!(" by {authors},")
        };
        _ = writeln!(all, "Published{by} on the terms of {}.", package.license);
    }
    for (text, packages) in by_text {
        heading(&mut all, &packages);
        all.push_str(text);
        all.push('\n');
    }
    all
}

fn heading(all: &mut String, packages: &[&Package]) {
    _ = writeln!(all, "\n{}", "=".repeat(80));
    for package in packages {
        let Package {
            name,
            version,
            license,
            ..
        } = package;
        let place = match package.registry {
            Registry::Cargo => "",
            Registry::Npm => ", in the page",
        };
        _ = writeln!(all, "{name} {version} ({license}){place}");
    }
    all.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, texts: &[&str]) -> Package {
        Package {
            registry: Registry::Cargo,
            name: name.into(),
            version: "1.0.0".into(),
            license: "MIT".into(),
            authors: vec!["Ida".into()],
            license_texts: texts.iter().map(|&text| text.into()).collect(),
            uses: Vec::new(),
        }
    }

    #[test]
    fn packages_with_the_same_license_text_share_one_copy() {
        let told = text(&[
            package("a", &["Permission"]),
            package("b", &["Permission\n"]),
        ]);
        assert_eq!(told.matches("Permission").count(), 1);
        assert!(told.contains("a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nPermission\n"));
    }

    #[test]
    fn a_package_without_a_license_file_is_listed_with_its_authors_and_terms() {
        let told = text(&[package("a", &[])]);
        assert!(told.contains("a 1.0.0 (MIT)\n\nPublished by Ida, on the terms of MIT.\n"));
    }
}

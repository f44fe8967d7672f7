//! Finds the identifiers in Rust, TypeScript and Svelte sources: comments, strings and markup are
//! prose and may use any word.

/// What a source is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    TypeScript,
}

/// An identifier and its line, counted from 1.
pub(super) type Found<'a> = (usize, &'a str);

/// The identifiers of `text`, keywords included.
pub(super) fn identifiers(text: &str, language: Language) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let length = if is_start(first) {
            let end = rest
                .find(|c| !is_start(c) && !c.is_ascii_digit())
                .unwrap_or(rest.len());
            if let Some(raw) = raw_string(rest, language) {
                raw
            } else {
                found.push((line, &rest[..end]));
                end
            }
        } else {
            prose(rest, language).unwrap_or(first.len_utf8())
        };
        let (passed, after) = rest.split_at(length);
        line += passed.matches('\n').count();
        rest = after;
    }
    found
}

/// The scripts of a Svelte component; the markup around them becomes empty lines.
pub(super) fn scripts(text: &str) -> String {
    let mut inside = false;
    let mut scripts = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("<script") {
            inside = true;
        } else if line.trim_start().starts_with("</script") {
            inside = false;
        } else if inside {
            scripts.push_str(line);
        }
        scripts.push('\n');
    }
    scripts
}

fn is_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// The length of the comment, string, character or number that `text` begins with.
fn prose(text: &str, language: Language) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text, language));
    }
    match text.chars().next()? {
        '"' => Some(quoted(text, '"', true)),
        '\'' if language == Language::Rust => Some(character_or_lifetime(text)),
        '\'' => Some(quoted(text, '\'', false)),
        '`' if language == Language::TypeScript => Some(quoted(text, '`', true)),
        digit if digit.is_ascii_digit() => Some(
            text.find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(text.len()),
        ),
        _ => None,
    }
}

/// Rust's block comments nest.
fn block_comment(text: &str, language: Language) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") && (depth == 0 || language == Language::Rust) {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

fn quoted(text: &str, quote: char, over_lines: bool) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            // An odd quote in a regular expression spoils its own line only.
            '\n' if !over_lines => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// `'a'` and `'\n'` are characters; `'a` is a lifetime, of which only the quote is passed.
fn character_or_lifetime(text: &str) -> usize {
    let mut after = text[1..].chars();
    match (after.next(), after.next()) {
        (Some('\\'), _) => quoted(text, '\'', false),
        (Some(c), Some('\'')) => 2 + c.len_utf8(),
        _ => 1,
    }
}

/// The length of `r"…"`, `r#"…"#` or `br"…"` at the beginning of `text`.
fn raw_string(text: &str, language: Language) -> Option<usize> {
    if language != Language::Rust {
        return None;
    }
    let start = ["r", "br", "cr"].iter().find(|start| {
        text.strip_prefix(**start).is_some_and(|rest| {
            rest.starts_with('"') || rest.starts_with("#\"") || rest.starts_with("##")
        })
    })?;
    let hashes = text[start.len()..]
        .chars()
        .take_while(|c| *c == '#')
        .count();
    let open = start.len() + hashes + 1;
    let close = format!("\"{}", "#".repeat(hashes));
    Some(
        text.get(open..)?
            .find(&close)
            .map_or(text.len(), |at| open + at + close.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, language: Language) -> Vec<&str> {
        identifiers(text, language)
            .into_iter()
            .map(|(_, name)| name)
            .collect()
    }

    #[test]
    fn comments_and_strings_are_prose() {
        let text = "a // tile\n/* tile /* tile */ tile */ b \"ti\\\"le\" c 't' d '\\'' e r#\"tile\"tile\"# f 1tile g";
        assert_eq!(
            names(text, Language::Rust),
            ["a", "b", "c", "d", "e", "f", "g"]
        );
        let text = "a 'tile' b `tile\ntile` c /* tile /* */ d";
        assert_eq!(names(text, Language::TypeScript), ["a", "b", "c", "d"]);
    }

    #[test]
    fn lifetimes_and_raw_identifiers_are_no_strings() {
        assert_eq!(
            names("fn f<'a>(x: &'a str)", Language::Rust),
            ["fn", "f", "a", "x", "a", "str"]
        );
        assert_eq!(names("r#type + r", Language::Rust), ["r", "type", "r"]);
    }

    #[test]
    fn an_odd_quote_spoils_one_line_only() {
        assert_eq!(names("/['x]/\nhex", Language::TypeScript), ["hex"]);
    }

    #[test]
    fn lines_are_counted_through_strings_and_comments() {
        let text = "/* a\n */\n\"x\ny\"\nhex";
        assert_eq!(identifiers(text, Language::Rust), [(5, "hex")]);
    }

    #[test]
    fn only_the_scripts_of_a_component_count() {
        let text = "<script lang=\"ts\">\nlet hex\n</script>\n<p>tile</p>\n";
        assert_eq!(scripts(text), "\nlet hex\n\n\n");
    }
}

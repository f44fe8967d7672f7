//! A page of Markdown as links see it: where they lead, what they can lead to, and the lists that give pages their order.

use std::{collections::BTreeSet, ops::Range};

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use crate::html;

#[derive(Default)]
pub(crate) struct Document {
    /// The first heading of the first level.
    pub(crate) title: Option<String>,
    pub(crate) links: Vec<Link>,
    /// The ids of headings, as forges and mdBook make them, and those of HTML in the text.
    pub(crate) anchors: BTreeSet<String>,
    /// The links with which items of lists, and rows of tables, begin.
    pub(crate) entries: Vec<Entry>,
    /// What stands between fences.
    pub(crate) blocks: Vec<Block>,
}

pub(crate) struct Block {
    /// Where it begins, counted from 1.
    pub(crate) line: usize,
    /// As the fence names it.
    pub(crate) language: String,
    /// Without what indents all of it.
    pub(crate) text: String,
}

pub(crate) struct Link {
    /// Counted from 1.
    pub(crate) line: usize,
    pub(crate) target: String,
    /// What readers see of it.
    pub(crate) text: String,
    pub(crate) is_picture: bool,
    /// The bytes of the whole link.
    pub(crate) at: Range<usize>,
    /// The bytes of its target, if it is written as `[text](target)`.
    pub(crate) target_at: Option<Range<usize>>,
}

pub(crate) struct Entry {
    /// The heading of the second level above it.
    pub(crate) section: Option<String>,
    /// 0 for items that lie in no other, and for rows.
    pub(crate) depth: usize,
    pub(crate) target: String,
}

/// Whether a target lies outside of the repository.
pub(crate) fn is_elsewhere(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// A target in the file `from`, as a path from the root. Outside of that, it begins with `..`.
pub(crate) fn resolve(from: &str, target: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_none_or(|&last| last == "..") => parts.push(".."),
            ".." => _ = parts.pop(),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

pub(crate) fn read(text: &str) -> Document {
    const OPTIONS: Options = Options::ENABLE_TABLES
        .union(Options::ENABLE_FOOTNOTES)
        .union(Options::ENABLE_STRIKETHROUGH);
    let mut reader = Reader {
        text,
        lines: text.match_indices('\n').map(|(at, _)| at).collect(),
        document: Document::default(),
        heading: None,
        open: Vec::new(),
        is_in_block: false,
        section: None,
        lists: 0,
        at_start: false,
    };
    for (event, at) in Parser::new_ext(text, OPTIONS).into_offset_iter() {
        reader.event(event, at);
    }
    reader.document
}

struct Reader<'a> {
    text: &'a str,
    /// Where lines end.
    lines: Vec<usize>,
    document: Document,
    /// The level and the text of the heading that is being read.
    heading: Option<(HeadingLevel, String)>,
    /// The links that are being read: a picture may lie in another link.
    open: Vec<Link>,
    is_in_block: bool,
    section: Option<String>,
    /// How many lists contain what is being read.
    lists: usize,
    /// Whether nothing of an item or a row has been read so far.
    at_start: bool,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, at: Range<usize>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.heading = Some((level, String::new())),
            Event::End(TagEnd::Heading(_)) => self.end_heading(),
            Event::Start(Tag::List(_)) => self.lists += 1,
            Event::End(TagEnd::List(_)) => self.lists -= 1,
            Event::Start(Tag::Item | Tag::TableRow) => self.at_start = true,
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                ..
            }) => {
                if self.at_start {
                    self.document.entries.push(Entry {
                        section: self.section.clone(),
                        depth: self.lists.saturating_sub(1),
                        target: dest_url.to_string(),
                    });
                    self.at_start = false;
                }
                self.start_link(link_type, &dest_url, at, false);
            }
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                ..
            }) => self.start_link(link_type, &dest_url, at, true),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                self.document.links.extend(self.open.pop());
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                self.document.blocks.push(Block {
                    line: self.line(at.start),
                    language: language.to_string(),
                    text: String::new(),
                });
                self.is_in_block = true;
                self.at_start = false;
            }
            Event::End(TagEnd::CodeBlock) => self.is_in_block = false,
            Event::Text(text) if self.is_in_block => {
                let block = self.document.blocks.last_mut();
                block.expect("it has begun").text.push_str(&text);
            }
            Event::Text(text) | Event::Code(text) => self.text(&text),
            Event::SoftBreak | Event::HardBreak => self.text(" "),
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => self.html(&at),
            _ => {}
        }
    }

    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|&end| end < at) + 1
    }

    fn start_link(&mut self, kind: LinkType, target: &str, at: Range<usize>, is_picture: bool) {
        let inside = (kind == LinkType::Inline).then(|| {
            let from = at.start + self.text[at.clone()].rfind("](")? + "](".len();
            let found = from..at.end - ")".len();
            (self.text[found.clone()] == *target).then_some(found)
        });
        self.open.push(Link {
            line: self.line(at.start),
            target: target.to_owned(),
            text: String::new(),
            is_picture,
            at,
            target_at: inside.flatten(),
        });
    }

    fn text(&mut self, text: &str) {
        self.at_start = false;
        if let Some((_, heading)) = &mut self.heading {
            heading.push_str(text);
        }
        for link in &mut self.open {
            link.text.push_str(text);
        }
    }

    fn html(&mut self, at: &Range<usize>) {
        let html = html::read(&self.text[at.clone()]);
        let line = self.line(at.start);
        self.document.anchors.extend(html.anchors);
        self.document
            .links
            .extend(html.links.into_iter().map(|link| Link {
                line,
                target: link.target,
                text: String::new(),
                is_picture: link.loads,
                at: at.clone(),
                target_at: None,
            }));
    }

    fn end_heading(&mut self) {
        let (level, text) = self.heading.take().expect("a heading ends that has begun");
        let id = anchor(&text);
        let numbered = (1..).map(|number| format!("{id}-{number}"));
        let free = std::iter::once(id.clone())
            .chain(numbered)
            .find(|id| !self.document.anchors.contains(id));
        self.document.anchors.extend(free);
        match level {
            HeadingLevel::H1 if self.document.title.is_none() => self.document.title = Some(text),
            HeadingLevel::H2 => self.section = Some(text),
            _ => {}
        }
    }
}

/// The id of a heading.
fn anchor(heading: &str) -> String {
    let lower = heading.trim().to_lowercase();
    let kept = lower.chars().filter_map(|c| match c {
        '-' | '_' => Some(c),
        c if c.is_alphanumeric() => Some(c),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_paths_from_the_root() {
        assert_eq!(resolve("a/b/c.md", "../d/./e.md"), "a/d/e.md");
        assert_eq!(resolve("a.md", "b/"), "b");
        assert_eq!(resolve("a/b.md", "../../../c/d.md"), "../../c/d.md");
    }

    #[test]
    fn links_have_lines_texts_and_places() {
        let text = "# A\n\nSee [the *b*](b.md#c) and\n[![d](d.png)](e.md), `[no](no.md)`, <https://f.example>.\n\
                    ```\n[no](no.md)\n```\n";
        let document = read(text);
        let links: Vec<_> = document
            .links
            .iter()
            .map(|link| {
                let target = link.target_at.clone().map(|at| &text[at]);
                (link.line, &*link.target, &*link.text, target)
            })
            .collect();
        assert_eq!(
            links,
            [
                (3, "b.md#c", "the b", Some("b.md#c")),
                (4, "d.png", "d", Some("d.png")),
                (4, "e.md", "d", Some("e.md")),
                (4, "https://f.example", "https://f.example", None),
            ]
        );
    }

    #[test]
    fn headings_are_anchors_as_forges_make_them() {
        let text = "# What's `new` in 2_0?\n## Again\n## Again\n### BLD-09 Über & under\n<a id=\"own\"></a>\n";
        let document = read(text);
        assert_eq!(document.title.as_deref(), Some("What's new in 2_0?"));
        let anchors: Vec<_> = document.anchors.iter().map(String::as_str).collect();
        let headings = [
            "again",
            "again-1",
            "bld-09-über--under",
            "own",
            "whats-new-in-2_0",
        ];
        assert_eq!(anchors, headings);
    }

    #[test]
    fn what_stands_between_fences_is_read_without_what_indents_it() {
        let text =
            "1. A\n\n   ```sh\n   a <<'END'\n       b\n   END\n   ```\n\n```\nc\n```\n\n    d\n";
        let document = read(text);
        let blocks: Vec<_> = document
            .blocks
            .iter()
            .map(|block| (block.line, &*block.language, &*block.text))
            .collect();
        assert_eq!(
            blocks,
            [(3, "sh", "a <<'END'\n    b\nEND\n"), (9, "", "c\n")]
        );
    }

    #[test]
    fn items_and_rows_that_begin_with_a_link_are_entries() {
        let text = "- [none](0.md)\n\n## First\n\n- **[a](1.md)**: [b](no.md)\n  - [c](2.md)\n- see [d](no.md)\n\n\
                    ## Second\n\n| e |\n|---|\n| [f](3.md) [g](no.md) |\n| h |\n\n[i](no.md)\n";
        let document = read(text);
        let entries: Vec<_> = document
            .entries
            .iter()
            .map(|entry| (entry.section.as_deref(), entry.depth, &*entry.target))
            .collect();
        assert_eq!(
            entries,
            [
                (None, 0, "0.md"),
                (Some("First"), 0, "1.md"),
                (Some("First"), 1, "2.md"),
                (Some("Second"), 0, "3.md"),
            ]
        );
    }
}

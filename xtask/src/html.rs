//! What tags of HTML refer to, and what can be referred to in them.

use std::collections::{BTreeMap, BTreeSet};

use html5gum::{
    Token, Tokenizer,
    emitters::default::{DefaultEmitter, StartTag},
};

/// The links and anchors of a document or a piece of one.
#[derive(Default)]
pub(crate) struct Html {
    pub(crate) links: Vec<Link>,
    /// Every `id`, and every `name` of an `a`.
    pub(crate) anchors: BTreeSet<String>,
    /// Scripts, styles and frames that a strict content security policy refuses.
    pub(crate) forbidden: Vec<String>,
}

pub(crate) struct Link {
    pub(crate) target: String,
    /// Whether a browser fetches the target by itself, as it does pictures, styles and scripts.
    pub(crate) loads: bool,
}

pub(crate) fn read(text: &str) -> Html {
    let mut html = Html::default();
    let mut emitter = DefaultEmitter::<()>::new_with_span();
    // What scripts contain is no markup.
    emitter.naively_switch_states(true);
    for Ok(token) in Tokenizer::new_with_emitter(text, emitter) {
        if let Token::StartTag(tag) = token {
            html.tag(&tag);
        }
    }
    html
}

impl Html {
    fn tag(&mut self, tag: &StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        let attributes: BTreeMap<_, _> = tag
            .attributes
            .iter()
            .map(|(key, value)| {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                (text(key), text(&value.value))
            })
            .collect();
        let is_inline = name == "script" && !attributes.contains_key("src");
        if is_inline || matches!(name.as_str(), "style" | "iframe" | "object" | "embed") {
            self.forbidden.push(format!("<{name}>"));
        }
        for (key, value) in attributes {
            if key == "style" || key.starts_with("on") || value.starts_with("javascript:") {
                self.forbidden.push(format!("{key}=\"{value}\""));
            }
            match key.as_str() {
                "id" => _ = self.anchors.insert(value),
                "name" if name == "a" => _ = self.anchors.insert(value),
                "href" => self.links.push(Link {
                    target: value,
                    loads: name == "link",
                }),
                "src" | "poster" => self.links.push(Link {
                    target: value,
                    loads: true,
                }),
                "srcset" => {
                    let candidates = value.split(',');
                    let targets = candidates.filter_map(|one| one.split_whitespace().next());
                    self.links.extend(targets.map(|target| Link {
                        target: target.to_owned(),
                        loads: true,
                    }));
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_tell_what_they_refer_to() {
        let html = read(
            r#"<link href="a.css"><h2 id="top">A &amp; B</h2><a name=old href='b.html#c'>
            <source srcset="light.webp 1x, dark.webp 2x"><img src="&#x63;.png">
            <script src="d.js">"<a href='no.html'>"</script>"#,
        );
        let links: Vec<_> = html.links.iter().map(|l| (&*l.target, l.loads)).collect();
        assert_eq!(
            links,
            [
                ("a.css", true),
                ("b.html#c", false),
                ("light.webp", true),
                ("dark.webp", true),
                ("c.png", true),
                ("d.js", true),
            ]
        );
        assert_eq!(html.anchors.into_iter().collect::<Vec<_>>(), ["old", "top"]);
        assert!(html.forbidden.is_empty());
    }

    #[test]
    fn what_a_strict_policy_refuses_is_found() {
        let html = read(
            r#"<script>a()</script><p style="color: red" onclick="b()"><style>p {}</style><a href="javascript:c()">
            <iframe src="d.html"></iframe><p class="style">"#,
        );
        let forbidden = [
            "<script>",
            "onclick=\"b()\"",
            "style=\"color: red\"",
            "<style>",
            "href=\"javascript:c()\"",
            "<iframe>",
        ];
        assert_eq!(html.forbidden, forbidden);
    }
}

//! The attribute of types that cross the wire.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Declares a type for those who read it in another language: `#[wire(site, openapi)]`.
///
/// With the feature `ts` of its crate, the type is declared in the page's `protocol/site.ts` by `ts-rs`; where `openapi` is
/// said and that feature is on, it has a schema by `utoipa`. Below the attribute, on the type and on its fields, `#[ts(…)]`
/// and `#[schema(…)]` stand as those crates know them, and are gone where the feature is off.
///
/// It stands above the derives of the type. What the type looks like in JSON is up to `serde`, as ever.
#[proc_macro_attribute]
pub fn wire(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let words: Vec<String> = arguments
        .into_iter()
        .filter(|token| !matches!(token, TokenTree::Punct(_)))
        .map(|token| token.to_string())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (file, has_schema) = match words[..] {
        [file] => (file, false),
        [file, "openapi"] => (file, true),
        _ => {
            return error(
                "say in which file of the page it is declared: `#[wire(site)]`, or `#[wire(site, openapi)]`",
            );
        }
    };
    let mut code = attribute(
        "ts",
        source(&format!(
            "derive(::ts_rs::TS), ts(export_to = \"protocol/{file}.ts\")"
        )),
    );
    if has_schema {
        code.extend(attribute("openapi", source("derive(::utoipa::ToSchema)")));
    }
    code.extend(with_features(item));
    code
}

/// The same code, with each `#[ts(…)]` and `#[schema(…)]` only where its feature is on.
fn with_features(code: TokenStream) -> TokenStream {
    let mut is_attribute = false;
    let mut all = TokenStream::new();
    for token in code {
        let TokenTree::Group(group) = token else {
            is_attribute = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
            all.extend([token]);
            continue;
        };
        let content = match feature_of(&group) {
            Some(feature) if is_attribute => conditional(feature, group.stream()),
            _ => with_features(group.stream()),
        };
        let mut changed = Group::new(group.delimiter(), content);
        changed.set_span(group.span());
        all.extend([TokenTree::Group(changed)]);
        is_attribute = false;
    }
    all
}

/// The feature with which an attribute means something, of what stands in its brackets.
fn feature_of(brackets: &Group) -> Option<&'static str> {
    if brackets.delimiter() != Delimiter::Bracket {
        return None;
    }
    match brackets.stream().into_iter().next()?.to_string().as_str() {
        "ts" => Some("ts"),
        "schema" => Some("openapi"),
        _ => None,
    }
}

/// `#[cfg_attr(feature = "…", …)]`
fn attribute(feature: &str, attributes: TokenStream) -> TokenStream {
    let brackets = Group::new(Delimiter::Bracket, conditional(feature, attributes));
    [
        TokenTree::Punct(Punct::new('#', Spacing::Alone)),
        TokenTree::Group(brackets),
    ]
    .into_iter()
    .collect()
}

/// `cfg_attr(feature = "…", …)`
fn conditional(feature: &str, attributes: TokenStream) -> TokenStream {
    let mut condition: TokenStream = [
        TokenTree::Ident(Ident::new("feature", Span::call_site())),
        TokenTree::Punct(Punct::new('=', Spacing::Alone)),
        TokenTree::Literal(Literal::string(feature)),
        TokenTree::Punct(Punct::new(',', Spacing::Alone)),
    ]
    .into_iter()
    .collect();
    condition.extend(attributes);
    [
        TokenTree::Ident(Ident::new("cfg_attr", Span::call_site())),
        TokenTree::Group(Group::new(Delimiter::Parenthesis, condition)),
    ]
    .into_iter()
    .collect()
}

fn error(message: &str) -> TokenStream {
    source(&format!("compile_error!({message:?});"))
}

fn source(code: &str) -> TokenStream {
    code.parse().expect("written above")
}

//! What several endpoints answer, or need in their path.

use std::collections::BTreeMap;

use utoipa::{
    IntoParams, IntoResponses, ToResponse,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

pub use crate::http::openapi::examples;

/// The table of a request.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "only its description is used")]
pub struct TableId {
    /// The table's id, as in its link.
    #[param(max_length = 64, pattern = "^[a-z0-9-]+$")]
    id: String,
}

/// The answer to whatever is refused.
pub struct ProblemAnswer;

impl ToResponse<'_> for ProblemAnswer {
    fn response() -> (&'static str, RefOr<Response>) {
        let problem = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("Problem")))
            .example(Some(serde_json::json!(examples::problem())))
            .build();
        let refusal = ResponseBuilder::new()
            .description("It is refused, and nothing has changed.")
            .content("application/json", problem);
        ("Problem", refusal.build().into())
    }
}

fn refused<const COUNT: usize>(statuses: [u16; COUNT]) -> BTreeMap<String, RefOr<Response>> {
    let refusal = || Ref::from_response_name(ProblemAnswer::response().0).into();
    let each = statuses.map(|status| (status.to_string(), refusal()));
    each.into()
}

/// What is refused with one status.
pub struct RefusedWith<const STATUS: u16>;

impl<const STATUS: u16> IntoResponses for RefusedWith<STATUS> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refused([STATUS])
    }
}

/// A body that is no JSON, too long, of another type, or that asks for what cannot be.
pub struct Unread;

impl IntoResponses for Unread {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refused([400, 413, 415, 422])
    }
}

/// Nothing can be read or stored at the moment.
pub struct Unstored;

impl IntoResponses for Unstored {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        refused([503])
    }
}

/// Bodies and answers that are described elsewhere.
pub mod elsewhere {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{ObjectBuilder, RefOr, Schema},
    };

    macro_rules! elsewhere {
        ($($where:literal { $($name:ident),+ })+) => {$($(
            #[doc = $where]
            pub struct $name;

            impl PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    ObjectBuilder::new().description(Some($where)).into()
                }
            }

            impl ToSchema for $name {
                fn name() -> Cow<'static, str> {
                    stringify!($name).into()
                }
            }
        )+)+};
    }

    elsewhere! {
        "As in web/src/lib/base/protocol/table.ts." { Replay, Advice, Exercise, Reconsidered, Look }
        "As in web/src/lib/base/protocol/analysis.ts." { GameStatistics, AnalysisPart }
        "As in the Web Authentication standard." {
            PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON,
            RegistrationResponseJSON, AuthenticationResponseJSON
        }
    }
}

//! How the questions to the site are declared: each once, in a row of [`ways!`] at the head of the file that answers it.

use axum::{
    Extension,
    extract::{DefaultBodyLimit, Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
    routing::MethodRouter,
};
use brickwood_protocol::{ProblemKind, SiteFeatures};
use tower_http::compression::CompressionLayer;

use super::{app::App, rate_limit::Caller};
use crate::{clients::LimitKind, limits::Limits, problem::Failure};

/// A question to the site: where it is asked, and what stands before its answer.
pub(crate) struct Way<S = App> {
    pub(super) path: &'static str,
    method: MethodRouter<S>,
    guard: Guard,
    /// Whether its body may be a record.
    takes_record: bool,
    /// Whether its answer is compressed.
    is_compressed: bool,
}

/// What is asked before a question is read.
#[derive(Clone, Copy, Default)]
struct Guard {
    /// Whether it is there, by what the host has switched on; always if there is none.
    is_on: Option<fn(&SiteFeatures) -> bool>,
    /// What it takes from the shares of its client, besides what each request does.
    costs: Option<LimitKind>,
}

impl<S: Clone + Send + Sync + 'static> Way<S> {
    pub(super) fn new(path: &'static str, method: MethodRouter<S>) -> Self {
        Self {
            path,
            method,
            guard: Guard::default(),
            takes_record: false,
            is_compressed: false,
        }
    }

    /// It is there only if the host has switched that on.
    pub(super) fn when(mut self, is_on: fn(&SiteFeatures) -> bool) -> Self {
        self.guard.is_on = Some(is_on);
        self
    }

    /// It takes that from the shares of its client.
    pub(super) fn costs(mut self, kind: LimitKind) -> Self {
        self.guard.costs = Some(kind);
        self
    }

    /// Its body may be a record.
    pub(super) fn takes_record(mut self) -> Self {
        self.takes_record = true;
        self
    }

    /// Its answer is compressed.
    pub(super) fn compressed(mut self) -> Self {
        self.is_compressed = true;
        self
    }

    /// Where it is asked and who answers there, at a server that has no host.
    pub(crate) fn route(self, limits: &Limits) -> (&'static str, MethodRouter<S>) {
        let mut method = self.method;
        if self.takes_record {
            method = method.route_layer(DefaultBodyLimit::max(limits.record));
        }
        if self.is_compressed {
            method = method.route_layer(CompressionLayer::new());
        }
        (self.path, method)
    }
}

impl Way {
    /// Where it is asked and who answers there, once it has been guarded.
    pub(super) fn guarded(self, app: &App) -> (&'static str, MethodRouter<App>) {
        let guard = self.guard;
        let (path, method) = self.route(&app.limits);
        let state = (app.clone(), guard);
        (
            path,
            method.route_layer(from_fn_with_state(state, stand_guard)),
        )
    }
}

/// Answers like an address that does not exist if what it belongs to is off, and refuses whoever has asked too often.
async fn stand_guard(
    State((app, guard)): State<(App, Guard)>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    if let Some(is_on) = guard.is_on
        && !is_on(&app.features().await?)
    {
        return Err(ProblemKind::NoSuchAddress.into());
    }
    if let Some(kind) = guard.costs {
        caller.take(kind)?;
    }
    Ok(next.run(request).await)
}

/// Declares the questions of a file. A row has the method, the path and the handler; `when` names the features of which one
/// must be on, `costs` what it takes from the shares of its client; `takes_record` and `compressed` say that its body may be
/// a record, and that its answer is compressed. What stands in the braces is for the description of the API: the arguments of
/// [`utoipa::path`]. From the rows follow the router (`ways`) and the description (`described::Document`).
macro_rules! ways {
    (of $state:ty; $(
        $(#[$doc:meta])*
        $method:ident $path:literal => $handler:ident $(when $($feature:ident)|+)? $(costs $kind:ident)?
        $([$($layer:ident),+])? { $($described:tt)* }
    )+) => {
        /// The questions that are answered here.
        pub(crate) fn ways<S>() -> Vec<$crate::http::ways::Way<S>>
        where
            S: Clone + Send + Sync + 'static,
            $state: axum::extract::FromRef<S>,
        {
            vec![$(
                $crate::http::ways::Way::new($path, axum::routing::$method($handler))
                    $(.when(|features| $(features.$feature)||+))?
                    $(.costs($crate::clients::LimitKind::$kind))?
                    $($(.$layer())+)?
            ),+]
        }

        #[cfg(feature = "openapi")]
        pub(super) mod described {
            #![allow(unused_imports, reason = "each row needs something else")]

            use $crate::http::openapi::answers::*;
            use super::*;

            $(
                $(#[$doc])*
                #[utoipa::path($method, path = $path, $($described)*)]
                #[expect(dead_code, reason = "only its description is used")]
                fn $handler() {}
            )+

            #[derive(utoipa::OpenApi)]
            #[openapi(paths($($handler),+))]
            pub(in super::super) struct Document;
        }
    };
}
pub(super) use ways;

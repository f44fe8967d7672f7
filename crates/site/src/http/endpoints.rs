//! How endpoints are declared: each once, in a row of [`endpoints!`] at the head of the file that answers it.

use axum::{
    Extension,
    extract::{DefaultBodyLimit, Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
    routing::MethodRouter,
};
use brickwood_protocol::{ProblemKind, SiteFeatures};
use tower_http::compression::CompressionLayer;

use crate::{
    SiteApp,
    http::{clients::LimitKind, limits::Limits, problem::Failure, rate_limit::Caller},
};

/// An endpoint of the API: its path, who answers there, and what is checked before.
pub struct Endpoint<S> {
    path: &'static str,
    method: MethodRouter<S>,
    /// Whether it is there, by what the host has switched on; always if there is none.
    is_on: Option<fn(&SiteFeatures) -> bool>,
    /// What a request takes from the shares of its client, besides what each request does.
    costs: Option<LimitKind>,
    /// Whether its body may be a record.
    takes_record: bool,
}

impl<S: Clone + Send + Sync + 'static> Endpoint<S> {
    /// An endpoint without conditions.
    pub fn new(path: &'static str, method: MethodRouter<S>) -> Self {
        Self {
            path,
            method,
            is_on: None,
            costs: None,
            takes_record: false,
        }
    }

    /// It is there only if the host has switched that on.
    #[must_use]
    pub fn when(mut self, is_on: fn(&SiteFeatures) -> bool) -> Self {
        self.is_on = Some(is_on);
        self
    }

    /// A request takes that from the shares of its client.
    #[must_use]
    pub fn costs(mut self, kind: LimitKind) -> Self {
        self.costs = Some(kind);
        self
    }

    /// Its body may be a record.
    #[must_use]
    pub fn takes_record(mut self) -> Self {
        self.takes_record = true;
        self
    }

    /// Its answer is compressed.
    #[must_use]
    pub fn compressed(mut self) -> Self {
        self.method = self.method.route_layer(CompressionLayer::new());
        self
    }

    /// Its route at a server without a host, where everything is on and nothing costs more.
    pub fn route(self, limits: &Limits) -> (&'static str, MethodRouter<S>) {
        let mut method = self.method;
        if self.takes_record {
            method = method.route_layer(DefaultBodyLimit::max(limits.record));
        }
        (self.path, method)
    }

    /// Its route at a site.
    pub fn guarded(self, app: &SiteApp) -> (&'static str, MethodRouter<S>) {
        let guard: Guard = (self.is_on, self.costs);
        let (path, method) = self.route(&app.limits);
        let method = if matches!(guard, (None, None)) {
            method
        } else {
            method.route_layer(from_fn_with_state((app.clone(), guard), check))
        };
        (path, method)
    }
}

/// What is on, and what it costs.
type Guard = (Option<fn(&SiteFeatures) -> bool>, Option<LimitKind>);

/// Answers like an address that does not exist if what it belongs to is off, and refuses whoever has asked too often.
async fn check(
    State((app, (is_on, costs))): State<(SiteApp, Guard)>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    if let Some(is_on) = is_on
        && !is_on(&app.features().await?)
    {
        return Err(ProblemKind::NoSuchAddress.into());
    }
    if let Some(kind) = costs {
        caller.take(kind)?;
    }
    Ok(next.run(request).await)
}

/// Declares the endpoints of a file. A row has the method, the path and the handler; `when` names the features of which one
/// must be on, `costs` what it takes from the shares of its client; `takes_record` and `compressed` say that its body may be
/// a record, and that its answer is compressed. What stands in the braces is for the description of the API: the arguments of
/// [`utoipa::path`]. From the rows follow the router (`endpoints`) and the description (`described::Document`).
#[macro_export]
macro_rules! endpoints {
    (of $state:ty; $(
        $(#[$doc:meta])*
        $method:ident $path:literal => $handler:ident $(when $($feature:ident)|+)? $(costs $kind:ident)?
        $([$($layer:ident),+])? { $($described:tt)* }
    )+) => {
        /// The endpoints that are answered here.
        pub fn endpoints<S>() -> Vec<$crate::http::endpoints::Endpoint<S>>
        where
            S: Clone + Send + Sync + 'static,
            $state: axum::extract::FromRef<S>,
        {
            vec![$(
                $crate::http::endpoints::Endpoint::new($path, axum::routing::$method($handler))
                    $(.when(|features| $(features.$feature)||+))?
                    $(.costs($crate::http::clients::LimitKind::$kind))?
                    $($(.$layer())+)?
            ),+]
        }

        #[cfg(feature = "openapi")]
        pub(crate) mod described {
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
            pub(crate) struct Document;
        }
    };
}

/// Declares the files that declare endpoints, in the order of the description. From them follow all endpoints
/// (`endpoints`) and the description of all (`described`). Those of a state can be mounted in each state that has it; with
/// `in`, the state is the only one.
#[macro_export]
macro_rules! topics {
    (of $state:ty; $($topics:tt)+) => {
        /// The endpoints of all topics.
        pub fn endpoints<S>() -> Vec<$crate::http::endpoints::Endpoint<S>>
        where
            S: Clone + Send + Sync + 'static,
            $state: axum::extract::FromRef<S>,
        {
            $crate::topics!(endpoints $($topics)+)
        }

        $crate::topics!(described $($topics)+);
    };
    (in $state:ty; $($topics:tt)+) => {
        /// The endpoints of all topics.
        fn endpoints() -> Vec<$crate::http::endpoints::Endpoint<$state>> {
            $crate::topics!(endpoints $($topics)+)
        }

        $crate::topics!(described $($topics)+);
    };
    (endpoints $($(#[$when:meta])? $($topic:ident)::+),+ $(,)?) => {{
        let mut all = Vec::new();
        $($(#[$when])? all.extend($($topic)::+::endpoints());)+
        all
    }};
    (described $($(#[$when:meta])? $($topic:ident)::+),+ $(,)?) => {
        /// The description of all endpoints.
        #[cfg(feature = "openapi")]
        pub fn described() -> utoipa::openapi::OpenApi {
            use utoipa::OpenApi;

            let mut all = utoipa::openapi::OpenApi::default();
            $($(#[$when])? all.merge($($topic)::+::described::Document::openapi());)+
            all
        }
    };
}

pub use {endpoints, topics};

//! How endpoints are declared: each once, in a row of [`endpoints!`] at the head of the file that answers it.

use axum::{
    Extension,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderMap, StatusCode},
    middleware::{Next, from_fn_with_state},
    response::Response,
    routing::MethodRouter,
};
use brickwood_protocol::{ProblemKind, SiteFeatures};
use tower_http::compression::CompressionLayer;

use crate::{
    SiteApp,
    http::{
        clients::LimitKind, limits::Limits, problem::Failure, rate_limit::Caller, sender::person_of,
    },
    person::devices::trust::check_trusted,
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
    /// Whether its path or its body names something that may not exist.
    may_miss: bool,
    /// Whether it refuses devices that have just come.
    needs_trust: bool,
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
            may_miss: path.contains('{'),
            needs_trust: false,
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

    /// Its body names something that may not exist. A path that does so says it by itself.
    #[must_use]
    pub fn may_miss(mut self) -> Self {
        self.may_miss = true;
        self
    }

    /// Whether who asks there for what does not exist has missed: after some misses, a client may not ask on.
    pub fn counts_misses(&self) -> bool {
        self.may_miss
    }

    /// Its path.
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// It touches what leads back to its caller: a device that has just come is refused.
    #[must_use]
    pub fn trusted(mut self) -> Self {
        self.needs_trust = true;
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
        let guard = Guard {
            app: app.clone(),
            is_on: self.is_on,
            costs: self.costs,
            needs_trust: self.needs_trust,
            may_miss: self.may_miss,
            is_code: self.path.contains("{code}"),
        };
        let (path, method) = self.route(&app.limits);
        let method = if guard.is_open() {
            method
        } else {
            method.route_layer(from_fn_with_state(guard, check))
        };
        (path, method)
    }
}

/// What is checked before an endpoint answers.
#[derive(Clone)]
struct Guard {
    app: SiteApp,
    is_on: Option<fn(&SiteFeatures) -> bool>,
    costs: Option<LimitKind>,
    needs_trust: bool,
    may_miss: bool,
    is_code: bool,
}

impl Guard {
    fn is_open(&self) -> bool {
        self.is_on.is_none() && self.costs.is_none() && !self.needs_trust && !self.may_miss
    }

    /// Refuses whoever has missed too often: a client that nobody knows by its address, and a person by themselves.
    async fn let_ask(&self, caller: &Caller, headers: &HeaderMap) -> Result<(), Failure> {
        let Err(refused) = caller.may_miss(self.is_code) else {
            return Ok(());
        };
        // Codes are short: all clients together have so many guesses, and new people cost nothing.
        if self.is_code {
            return Err(refused);
        }
        // Others at the address may have used them up.
        match person_of(&self.app, headers).await? {
            Some(person) if caller.person_may_miss(person) => Ok(()),
            _ => Err(refused),
        }
    }
}

/// Answers like an address that does not exist if what it belongs to is off, and refuses whoever has asked too often, or
/// too often for what does not exist, and new devices.
async fn check(
    State(guard): State<Guard>,
    Extension(caller): Extension<Caller>,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    if let Some(is_on) = guard.is_on
        && !is_on(&guard.app.features().await?)
    {
        return Err(ProblemKind::NoSuchAddress.into());
    }
    if let Some(kind) = guard.costs {
        caller.take(kind)?;
    }
    if guard.needs_trust {
        check_trusted(&guard.app, request.headers()).await?;
    }
    if !guard.may_miss {
        return Ok(next.run(request).await);
    }
    let headers = request.headers().clone();
    guard.let_ask(&caller, &headers).await?;
    let response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        let person = person_of(&guard.app, &headers).await?;
        caller.miss(guard.is_code, person);
    }
    Ok(response)
}

/// Declares the endpoints of a file. A row has the method, the path and the handler; `when` names the features of which one
/// must be on, `costs` what it takes from the shares of its client; `takes_record`, `may_miss`, `compressed` and `trusted`
/// say that its body may be a record, that it names something that may not exist, that its answer is compressed, and that
/// devices that have just come are refused. What stands in the braces is for the description of the API: the arguments of
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

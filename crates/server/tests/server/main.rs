//! The server as its clients meet it: over real sockets, with real files.

mod addresses;
mod admission;
mod attacks;
mod authenticator;
mod bots;
mod budgets;
mod clients;
mod devices;
mod docs;
mod faults;
mod gathering;
mod home;
mod host;
mod http;
#[cfg(feature = "postgres")]
mod killed;
mod lists;
mod moderation;
mod newcomers;
mod nodes;
#[cfg(feature = "oidc")]
mod oidc;
mod open_tables;
#[cfg(feature = "openapi")]
mod openapi;
mod passkeys;
mod personal_data;
mod played;
mod preview;
mod profiles;
#[cfg(feature = "oidc")]
mod provider;
mod rating_list;
mod ratings;
mod results;
#[cfg(all(feature = "openapi", feature = "oidc"))]
mod roles;
mod security;
mod set_up;
mod shared_log;
mod shares;
mod site_orders;
mod slow;
mod socket;
mod study;
mod support;
mod switched_off;
mod take_along;
mod talk;
mod trading;
mod watching;

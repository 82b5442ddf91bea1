//! The settings that a client for a server and a client for an app on a phone have in common.

use std::collections::BTreeMap;

use open_platform::{Error, Result};

/// The errors of refused settings, by name. Setters cannot fail, so that creating a client reports the first.
#[derive(Clone, Default)]
pub(crate) struct Refused(BTreeMap<&'static str, Error>);

impl Refused {
    /// Keeps the error of a setting, until it is set again.
    pub(crate) fn note(&mut self, name: &'static str, result: Result<()>) {
        self.0.remove(name);
        if let Err(error) = result {
            self.0.insert(name, error);
        }
    }

    pub(crate) fn check(self) -> Result<()> {
        self.0.into_values().next().map_or(Ok(()), Err)
    }
}

/// Exports the setters of the core's table, the common setters below and those given, each as
/// `name(arguments) = |builder| builder;`.
macro_rules! setters {
    ($side:ident $settings:ident { $($own:tt)* }) => {
        open_platform::each_setting! { $side setters $settings }
        setters! { @own $settings {
            $($own)*

            /// The addresses of the platform: authorization server, main API, second API host, image host, and host of the media of
            /// chats. The live platform by default. An app on a phone does not use the addresses of the API.
            hosts(auth: String, base: String, api: String, upload: String, chat: String) =
                |builder| builder.hosts(open_platform::client::Hosts { auth, base, api, upload, chat });

            /// Uses a sandbox at this address instead of the platform.
            sandbox(url: String) = |builder| builder.hosts(open_platform::client::Hosts::sandbox(url));

            /// Takes the time from this clock, for tests.
            clock(clock: std::sync::Arc<crate::testing::ManualClock>) = |builder| builder.clock(clock.core.clone());
        } }
    };
    (@plain $settings:ident { $($(#[$about:meta])* $name:ident($argument:ident: $type:ty) = $value:expr;)* }) => {
        #[uniffi::export]
        impl $settings {$(
            $(#[$about])*
            fn $name(&self, $argument: $type) {
                self.set_plain(stringify!($name), $value);
            }
        )*}
    };
    (@own $settings:ident {
        $($(#[$about:meta])* $name:ident($($argument:ident: $type:ty),*) = |$builder:ident| $change:expr;)*
    }) => {
        #[uniffi::export]
        impl $settings {$(
            $(#[$about])*
            fn $name(&self, $($argument: $type),*) {
                self.set(|$builder| $change);
            }
        )*}
    };
}
pub(crate) use setters;

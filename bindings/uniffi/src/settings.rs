//! The settings that a client for a server and a client for an app on a phone have in common.

/// Exports the setters of the core's table, the common setters below and those given, each as
/// `name(arguments) = |builder| builder;`.
macro_rules! setters {
    ($side:ident $settings:ident { $($own:tt)* }) => {
        open_platform::each_setting! { $side setters $settings {
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
    (@each $settings:ident {
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
    (@http $settings:ident {
        $($(#[$about:meta])* $name:ident($argument:ident: $type:ty) = |$builder:ident| $change:expr;)*
    }) => {
        #[uniffi::export]
        impl $settings {$(
            $(#[$about])*
            fn $name(&self, $argument: $type) {
                self.http(|$builder| $change);
            }
        )*}
    };
    (@retry $settings:ident {
        $($(#[$about:meta])* $name:ident($argument:ident: $type:ty) = $kind:ident;)*
    }) => {
        #[uniffi::export]
        impl $settings {$(
            $(#[$about])*
            fn $name(&self, $argument: $type) {
                setters!(@change self $name $argument $kind);
            }
        )*}
    };
    (@change $self:ident $name:ident $attempts:ident Attempts) => {
        $self.change(|parts| parts.retry.$name = $attempts)
    };
    (@change $self:ident $name:ident $wait:ident Wait) => {
        $self.wait(stringify!($name), $wait, |retry| &mut retry.$name)
    };
}
pub(crate) use setters;

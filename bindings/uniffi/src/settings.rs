//! What can be set of a client for a server and of an app on a phone alike.

/// The setters of the core's table, those that both have by hand, and the settings' own, each as
/// `name(arguments) = |builder| builder;`.
macro_rules! setters {
    ($side:ident $settings:ident { $($own:tt)* }) => {
        open_platform::each_setting! { $side setters $settings {
            $($own)*

            /// Where the platform is: the addresses of the authorization server, of the API and its second host, and of the
            /// image host. The live platform by default. An app on a phone uses neither address of the API.
            hosts(auth: String, base: String, api: String, upload: String) =
                |builder| builder.hosts(open_platform::client::Hosts { auth, base, api, upload });

            /// The platform is a sandbox at this address.
            sandbox(url: String) = |builder| builder.hosts(open_platform::client::Hosts::sandbox(url));

            /// For tests: where the time comes from.
            clock(clock: std::sync::Arc<crate::testing::ManualClock>) = |builder| builder.clock(clock.0.clone());
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

//! What can be set of a client for a server and of an app on a phone alike.

/// The setters that both have, and the settings' own: `name(arguments) = |builder| builder;` for each.
macro_rules! setters {
    ($settings:ident { $($own:tt)* }) => {
        setters! { @each $settings {
            $($own)*

            /// The slug of the app in the console. It is no secret.
            client_id(id: String) = |builder| builder.client_id(id);

            /// Where the platform is: the addresses of the authorization server, of the API and its second host, and of the
            /// image host. The live platform by default. An app on a phone uses neither address of the API.
            hosts(auth: String, base: String, api: String, upload: String) =
                |builder| builder.hosts(open_platform::client::Hosts { auth, base, api, upload });

            /// The platform is a sandbox at this address.
            sandbox(url: String) = |builder| builder.hosts(open_platform::client::Hosts::sandbox(url));

            /// Allows `http://` addresses that are not loopback: everyone on the way can read the credentials. For a sandbox
            /// in another container or beside an emulator, never for the live platform. Off by default.
            allow_plain_http(on: bool) = |builder| builder.allow_plain_http(on);

            /// Whether logins use PKCE (RFC 7636, S256), with which a stolen code is worth nothing. On by default on a phone,
            /// off on a server: the platform does not document it.
            pkce(on: bool) = |builder| builder.pkce(on);

            /// How many seconds a call may take: a fresh token, all attempts and the waits between them. 15 by default; more
            /// than 0, at most 24 hours.
            timeout(timeout: f64) = |builder| builder.timeout(open_platform::ffi::nearest_length(timeout));

            /// How many seconds an image upload may take. 60 by default; more than 0, at most 24 hours.
            upload_timeout(timeout: f64) = |builder| builder.upload_timeout(open_platform::ffi::nearest_length(timeout));

            /// The largest image that is uploaded. 5,000,000 bytes by default: an assumption, the platform gives a limit only
            /// for images in chats (docs/platform.md#chat-media).
            max_image_bytes(bytes: u64) = |builder| builder.max_image_bytes(bytes);

            /// Whether PNG images may be uploaded, too. Off by default: the platform prefers JPEG, and nothing says what it
            /// does with others (docs/platform.md#image-upload).
            allow_png(on: bool) = |builder| builder.allow_png(on);

            /// Most characters of a message. 4,096 by default: an assumption, the platform states no limit.
            max_message_chars(characters: u32) = |builder| builder.max_message_chars(characters as usize);

            /// Most characters of a button's caption. 256 by default: an assumption, the platform states no limit.
            max_caption_chars(characters: u32) = |builder| builder.max_caption_chars(characters as usize);

            /// Most characters of the name of an image in an add-on. 256 by default: an assumption, the platform states no
            /// limit.
            max_image_name_chars(characters: u32) = |builder| builder.max_image_name_chars(characters as usize);

            /// Most buttons of a message, those of both sides together. 9 by default, as the specification says; newer
            /// documents count nine for each side, which is 18 (docs/platform.md#send-message).
            max_buttons(buttons: u32) = |builder| builder.max_buttons(buttons as usize);

            /// How many seconds a user may take between the link to the login and the way back. 600 by default; more than 0,
            /// at most 24 hours.
            login_lifetime(lifetime: f64) = |builder| builder.login_lifetime(open_platform::ffi::nearest_length(lifetime));

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
}
pub(crate) use setters;

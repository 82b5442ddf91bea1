//! The methods of objects of the core that other languages call as they are. Each binding makes its own of each of them.

/// Passes the methods of an object to a macro, each as `name(object, arguments) -> result = expression;`, where `object` is that of
/// the core, and the expression can fail. `each_method!(app_exchange methods AppExchange)` passes them on for that class of a
/// binding.
#[doc(hidden)]
#[macro_export]
macro_rules! each_method {
    (hook_exchange $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The body did not arrive in time.
            too_slow(exchange) -> HookStep = exchange.too_slow();

            /// The length of the body is unknown, and the server does not tell where it ends.
            no_length(exchange) -> HookStep = exchange.no_length();

            /// The dedupe store has the key now. `is_new`: it was not there before.
            remembered(exchange, is_new: bool) -> HookStep = exchange.remembered(is_new);

            /// The dedupe store has deleted the key, or the handler of the event has returned.
            done(exchange) -> HookStep = exchange.done();

            /// The event was not handled, because nothing takes it now.
            not_taken(exchange) -> HookStep = exchange.not_taken();

            /// The handler of start requests has returned this.
            started(exchange, answer: StartReply) -> HookStep = exchange.started(&answer);

            /// The handler of dynamic actions has returned this.
            acted(exchange, answer: DynamicActionReply) -> HookStep = exchange.acted(&answer);

            /// Reading the body, the dedupe store or the handler has failed, or was cancelled. `error` is logged, so it must not
            /// contain data of users: the class of the error is enough.
            failed(exchange, error: String) -> HookStep = exchange.failed(&error);
        }
    };
    (app_exchange $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The body did not arrive in time.
            too_slow(exchange) -> AppStep = exchange.too_slow();

            /// The length of the body is unknown, and the server does not tell where it ends.
            no_length(exchange) -> AppStep = exchange.no_length();

            /// The app's own id of the user who is logged in to the app; none if nobody is.
            user(exchange, user: Option<String>) -> AppStep = exchange.user(user);

            /// The body could not be read, or the user could not be found, or the caller was cancelled. `error` is logged, so it
            /// must not contain data of users.
            failed(exchange, error: String) -> AppStep = exchange.failed(&error);
        }
    };
    // Logins and adopted tokens in Python and Node, each as `name(arguments) -> result = |client| call;`. In Kotlin and Swift every data
    // type of the core is public, and shows all that is in it, so they have other types for these.
    (logins $receive:ident $class:ident) => {
        $receive! { $class {
            oauth_authorize(login: Login) -> Authorization = |client| client.oauth().start(login);
            oauth_callback(url_or_query: String, session_id: String) -> LoginOutcome =
                |client| client.oauth().callback(url_or_query, session_id);
            oauth_callback_without_session(url_or_query: String) -> LoginOutcome =
                |client| client.oauth().callback_without_session(url_or_query);
            grants_adopt(adoption: Adoption) -> GrantInfo = |client| client.grants().adopt(adoption);
        } }
    };
    // The calls about stored grants and subscriptions, each as `name(arguments) -> result = |client| call;`.
    (grants $receive:ident $class:ident) => {
        $receive! { $class { check() -> () = |client| client.check(); } }
        $crate::grants_methods!($receive $class);
    };
    (subscriptions $receive:ident $class:ident) => {
        $crate::subscriptions_methods!($receive $class);
    };
    // The operations of an inbox, in the same form.
    (inbox $receive:ident $class:ident) => {
        $crate::inbox_methods!($receive $class);
    };
}

//! The methods of objects of the core that other languages call as they are. Each binding makes its own of each of them.

/// Passes the methods of an object to a macro, each as `kind name(object, arguments) -> result = expression;`, where `object` is that
/// of the core. The kind is `check` for a method that can fail, `call` for one that cannot, and `property` for one that only reads
/// and is a property in Python. `each_method!(app_exchange methods AppExchange)` passes them on for that class of a binding.
#[doc(hidden)]
#[macro_export]
macro_rules! each_method {
    (hook_receiver $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// Notes that there is a handler with this name: that of an event's type, `start` or `dynamic_action`. A second one of a
            /// name is refused.
            check register(receiver, handler: String) -> () = receiver.register(&handler);

            /// The paths that are served, relative to the mount point.
            property paths(receiver) -> Vec<String> = receiver.served_paths().map(str::to_owned).collect();
        }
    };
    (hook_exchange $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The body did not arrive in time.
            check too_slow(exchange) -> HookStep = exchange.too_slow();

            /// The length of the body is unknown, and the server does not tell where it ends.
            check no_length(exchange) -> HookStep = exchange.no_length();

            /// The dedupe store has the key now. `is_new`: it was not there before.
            check remembered(exchange, is_new: bool) -> HookStep = exchange.remembered(is_new);

            /// The dedupe store has deleted the key, or the handler of the event has returned.
            check done(exchange) -> HookStep = exchange.done();

            /// The event was not handled, because nothing takes it now.
            check not_taken(exchange) -> HookStep = exchange.not_taken();

            /// The handler of start requests has returned this.
            check started(exchange, answer: StartReply) -> HookStep = exchange.started(&answer);

            /// The handler of dynamic actions has returned this.
            check acted(exchange, answer: DynamicActionReply) -> HookStep = exchange.acted(&answer);

            /// Reading the body, the dedupe store or the handler has failed, or was cancelled. `error` is logged, so it must not
            /// contain data of users: the class of the error is enough.
            check failed(exchange, error: String) -> HookStep = exchange.failed(&error);
        }
    };
    (app_exchange $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The name of the relayed call, if it is one, until the request is answered.
            property call(exchange) -> Option<String> = exchange.call().map(str::to_owned);

            /// The body did not arrive in time.
            check too_slow(exchange) -> AppStep = exchange.too_slow();

            /// The length of the body is unknown, and the server does not tell where it ends.
            check no_length(exchange) -> AppStep = exchange.no_length();

            /// The app's own id of the user who is logged in to the app; none if nobody is.
            check user(exchange, user: Option<String>) -> AppStep = exchange.user(user);

            /// The body could not be read, or the user could not be found, or the caller was cancelled. `error` is logged, so it
            /// must not contain data of users.
            check failed(exchange, error: String) -> AppStep = exchange.failed(&error);
        }
    };
    (login_exchange $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// What comes next.
            property step(exchange) -> LoginStep = lock(exchange).step();

            /// Binds the login to a session of the app, such as the id in its own cookie, instead of a cookie that the response sets.
            call bind_to(exchange, session: String) -> () = lock(exchange).bind_to(session);

            /// The step has failed. `code` is that of an error of this SDK; none: a function of the app failed with another error.
            /// `error` is logged, so it must not contain data of users.
            call failed(exchange, code: Option<String>, error: String) -> () = lock(exchange).failed(code.as_deref(), &error);
        }
    };
    // For the languages that call `start` and `callback` themselves; the bindings of the others have methods that do.
    (login_exchange_by_hand $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The path to continue at after the login, as the browser asks for it.
            property return_to(exchange) -> Option<String> = lock(exchange).return_to();

            /// The query, with its question mark.
            property query(exchange) -> String = lock(exchange).query();

            /// The session of the browser that returns.
            property session(exchange) -> Option<String> = lock(exchange).session().map(str::to_owned);

            /// The session that binds a new login to the browser. `redirect_uri` is the address that the login returns to.
            check session_for(exchange, redirect_uri: Option<String>) -> String =
                lock(exchange).session_for(redirect_uri.as_deref());

            /// The user granted access. `return_to` is what the login returned.
            call granted(exchange, return_to: Option<String>) -> () = lock(exchange).granted(return_to);

            /// The user denied access.
            call denied(exchange) -> () = lock(exchange).denied();
        }
    };
    (response $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// HTTP status.
            property status(response) -> u16 = response.status;

            /// Headers, by name in lower case. Of several headers with the same name, the last one.
            property headers(response) -> HashMap<String, String> = response.headers.clone();

            /// The request id that the platform assigned, or else the one that this client sent.
            property request_id(response) -> Option<String> = response.request_id.clone();

            /// How many times the request was sent.
            property attempts(response) -> u32 = response.attempts;
        }
    };
    (recorder $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The requests so far, each attempt separately, including those after the last outcome.
            property requests(recorder) -> Vec<RecordedRequest> = recorder.requests();
        }
    };
    (manual_clock $receive:ident $class:ident) => {
        $receive! {
            $class:
            /// The current time of the clock.
            property now(clock) -> DateTime<Utc> = clock.now();

            /// The waits of the client so far, in order, in seconds.
            property waits(clock) -> Vec<f64> = clock.waits().iter().map(Duration::as_secs_f64).collect();
        }
    };
    // Logins, tokens and adopted tokens in Python and Node, each as `name(arguments) -> result = |client| call;`, after the name of
    // the endpoint if it is a request to one. In Kotlin and Swift every data type of the core is public, and shows all that is in it,
    // so they have other types for these.
    (logins $receive:ident $class:ident) => {
        $receive! { $class {
            oauth_authorize(login: Login) -> Authorization = |client| client.oauth().start(login);
            oauth_callback(url_or_query: String, session_id: String) -> LoginOutcome =
                |client| client.oauth().callback(url_or_query, session_id);
            oauth_callback_without_session(url_or_query: String) -> LoginOutcome =
                |client| client.oauth().callback_without_session(url_or_query);
            "oauth.exchange" oauth_exchange(code: String, redirect_uri: String) -> Tokens =
                |client| client.oauth().exchange(code, redirect_uri);
            "oauth.refresh" oauth_refresh(tokens: Tokens, redirect_uri: String) -> Tokens =
                |client| client.oauth().refresh(&tokens, redirect_uri);
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

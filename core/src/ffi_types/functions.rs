//! The functions of the core that other languages call as they are. Each binding makes its own of each of them.

/// Passes functions to a macro, each as `kind name(arguments) -> result = expression;`. The kind is `get`, or `check` for one that
/// can fail; also for one that does more than to read a constant or to convert a number: Swift can report a panic, and an argument
/// that cannot be converted, only in a function that throws. `each_function!(phone receive)` has those of all languages, also for
/// apps on phones, `each_function!(server receive)` the others, and `each_function!(scripts receive)` those of scripting languages.
/// Python has `phone_values` and `server_values` in forms of its own, most as methods of classes.
#[doc(hidden)]
#[macro_export]
macro_rules! each_function {
    (phone $receive:ident) => {
        $receive! {
            /// All endpoints, in the order of the specification.
            get endpoints() -> Vec<EndpointRow> =
                $crate::api::endpoints::ALL.iter().map(|endpoint| endpoint.row()).collect();

            /// All scopes of the platform.
            get scopes() -> Vec<ScopeRow> = $crate::scope::ALL.iter().map(|kind| kind.row()).collect();

            /// Joins scopes with spaces, as in the authorization request: each once, in the given order.
            check join_scopes(scopes: Vec<Scope>) -> String = $crate::scope::join(&scopes);

            /// The scopes and API key permissions that an app needs for these calls and events. `calls` are names of the
            /// endpoint table, such as `addons.create_on_post`.
            check required_scopes(calls: Vec<String>, events: Vec<SubscriptionType>) -> Requirements =
                $crate::required_scopes(&calls.iter().map(String::as_str).collect::<Vec<_>>(), &events);

            /// Hashes a value as the platform requires: Persian and Arabic digits are converted to ASCII, Latin letters to
            /// upper case, and surrounding spaces are removed; the result is the SHA-256 in lower-case hex. An empty value is
            /// refused, and one that still has Persian or Arabic letters.
            check mask(value: String) -> String = $crate::model::semantic::mask(&value);

            /// Hashes the value of `old_real_estate_id`, for an old title deed: the number of the register (`document`) and of
            /// the page in it.
            check mask_real_estate(document: String, page: String) -> String =
                $crate::model::semantic::mask_real_estate(&document, &page);

            /// The semantic names whose values stay readable, each with its documented values; an empty list means any value
            /// (docs/platform.md#semantic-names). The platform may add names and values.
            get known_semantic_names() -> HashMap<String, Vec<String>> = $crate::model::semantic::known_names()
                .iter()
                .map(|known| (known.name.to_owned(), known.values.iter().map(|value| (*value).to_owned()).collect()))
                .collect();

            /// The names in `semantic` whose values the platform stores hashed, sorted: they cannot be read back. A
            /// misspelled known name is among them.
            check hashed_names(semantic: Semantic) -> Vec<String> =
                Ok::<_, $crate::Error>($crate::model::semantic::hashed_names(&semantic));

            /// The known names in `semantic` whose value is not one of the documented values, sorted.
            check unlisted_values(semantic: Semantic) -> Vec<String> =
                Ok::<_, $crate::Error>($crate::model::semantic::unlisted_values(&semantic));

            /// The known icons. The live platform may add icons.
            get icon_names() -> Vec<String> =
                $crate::model::icon::Icon::KNOWN.iter().map(|icon| icon.as_str().to_owned()).collect();

            /// Parses a `Retry-After` header to the seconds to wait; none if it is invalid.
            check retry_after_seconds(header: String, now: DateTime<Utc>) -> Option<f64> =
                Ok::<_, $crate::Error>($crate::policy::retry_after(&header, now).map(|wait| wait.as_secs_f64()));

            /// Checks a redirect address of logins: absolute, `https` or on this machine, without query, fragment and user
            /// name.
            check check_redirect_uri(redirect_uri: String) -> () = $crate::oauth::check_redirect_uri(&redirect_uri);

            /// The number as the platform writes it: `09` and nine digits.
            check normalize_phone(phone: Phone) -> String = phone.normalized();
        }
    };
    (server $receive:ident) => {
        $receive! {
            /// The documented problem that the message of a refused ticket names, if it is one.
            check ticket_problem(message: String) -> Option<TicketProblem> =
                Ok::<_, $crate::Error>($crate::model::ticket::TicketProblem::of(&message));

            /// A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a
            /// payment is repeated with the same id.
            check new_payment_id() -> String = $crate::model::payment::new_payment_id();

            /// Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
            /// (docs/platform.md#completion). It takes no parameters.
            get completion_url() -> String = $crate::webhook::start::COMPLETION_URL.to_owned();

            /// The text of the error if the command `open-platform`, which test helpers start, does not exist.
            get missing_command(command: String) -> String = $crate::testing::command::missing(&command);

            /// The text of the error if that command is of another version than this library; none if the versions are the same.
            get mismatched_command(command: String, version: Option<String>) -> Option<String> =
                $crate::testing::command::mismatched(&command, version.as_deref());

            /// Fails if an item of a page, or the token of the next page, could not be read, so that an iteration leaves out nothing.
            check check_page(call: String, items: String, issues: Vec<FieldIssue>) -> () =
                $crate::api::check_page(&call, &items, &issues);

            /// What the span of a call with these requests records. `error` is the code of its error, if it has failed.
            check call_trace(attempts: Vec<Attempt>, error: Option<String>) -> CallTrace =
                Ok::<_, $crate::Error>($crate::observe::CallTrace::new(&attempts, error.as_deref()));

            /// Checks that an app may reply to an event: to a message that no app wrote, as its user or as the chatbot. `has_user` is
            /// whether the user of the event is known.
            check check_reply(event: Event, has_user: bool) -> () = $crate::hooks::check_reply(&event, has_user);

            /// Checks the time limit of an app's functions, whose name is `field` in the app's language.
            check check_handler_timeout(handler_timeout_seconds: f64, field: String) -> () =
                $crate::hooks::check_handler_timeout(handler_timeout_seconds, &field);

            /// The reason of a failure: a function of the app took longer than this limit. It is the same in all logs and records.
            get time_limit_text(seconds: f64) -> String = $crate::inbox::too_long(seconds);

            /// Refuses a choice of `dedupe` beside an inbox.
            check refuse_dedupe() -> () = Err::<(), _>($crate::hooks::dedupe_beside_inbox());

            /// The paths that login routes serve, relative to the mount point.
            get login_paths() -> Vec<String> = $crate::login::PATHS.map(str::to_owned).into();

            /// Refuses a redirect address of login routes that is not one of the paths they serve.
            check check_login_redirect_uri(redirect_uri: String) -> () = $crate::login::check_redirect_uri(&redirect_uri);

            /// The response to an event that was stored or handled: 200 without a body.
            get reply_ok() -> Reply = $crate::webhook::Reply::ok();

            /// The response to a start request: the address to open for the user.
            check reply_to_start(answer: StartReply, request: StartRequest) -> Reply =
                $crate::webhook::Reply::start(&answer, &request);

            /// The response to a dynamic action.
            check reply_to_dynamic_action(answer: DynamicActionReply) -> Reply =
                $crate::webhook::Reply::dynamic_action(&answer);
        }
    };
    (scripts $receive:ident) => {
        $receive! {
            /// The paths that a gateway serves, relative to the mount point. One that ends in `/` includes everything below.
            get app_paths() -> Vec<String> = $crate::app::PATHS.map(str::to_owned).into();

            /// Checks an identifier of the kind `post_token`, `conversation_id`, `user_id`, `business_token` or `id`.
            check check_id(kind: String, value: String) -> () = $crate::ffi::check_id(&kind, &value);
        }
    };
    (phone_values $receive:ident) => {
        $receive! {
            /// Reads the parameters that the platform adds to a direct link. `link` is the whole address or its query.
            check read_direct_link(link: String) -> DirectLink = Ok::<_, $crate::Error>(DirectLink::parse(&link));

            /// Whether the response contained a member, by its JSON name.
            check post_has(post: Post, member: String) -> bool = Ok::<_, $crate::Error>(post.has(&member));

            /// The title.
            check post_title(post: Post) -> Option<String> = post.title();

            /// The text of the post.
            check post_description(post: Post) -> Option<String> = post.description();

            /// The URLs of the images.
            check post_images(post: Post) -> Vec<String> = post.images();

            /// The price.
            check post_price(post: Post) -> Option<Price> = post.price();

            /// The phone number: the platform uses two names for this member, and either is read.
            check user_phone(user: User) -> Option<Phone> = Ok::<_, $crate::Error>(user.phone().cloned());
        }
    };
    (server_values $receive:ident) => {
        $receive! {
            /// The amount in toman; what is less than one toman is left out.
            get rials_to_tomans(amount: Rials) -> Tomans = amount.to_tomans();

            /// The amount in rial. 1 toman is 10 rial.
            get tomans_to_rials(amount: Tomans) -> Rials = amount.to_rials();

            /// Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip
            /// these, or it responds to itself forever (docs/platform.md#chat-message).
            check message_is_from_bot(message: ChatMessage) -> bool = Ok::<_, $crate::Error>(message.is_from_bot());

            /// What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`; empty if
            /// they can be sent.
            check submit_problems(form: SubmitSchema, category_fields: Extra) -> Vec<FieldIssue> =
                Ok::<_, $crate::Error>(form.problems(&category_fields));

            /// Reads the text of the chatbot message that a start link sends; none for any other text. Users can type it
            /// themselves, so it proves nothing.
            check read_bot_start(text: String) -> Option<BotStart> = Ok::<_, $crate::Error>(BotStart::parse(&text));

            /// Writes the body of the webhook request that delivers this event.
            check event_body(event: Event, metadata: Option<Json>) -> Json = event.body(metadata.as_ref());

            /// The response if an event cannot be stored now: 503 with `Retry-After`, in seconds.
            get reply_unavailable(retry_after: f64) -> Reply =
                $crate::webhook::Reply::unavailable($crate::ffi::nearest_length(retry_after));

            /// The response to a request that was rejected.
            get reply_to_rejection(status: u16, reason: String) -> Reply =
                $crate::webhook::Rejection { status, reason }.reply();

            /// Names of the members that no longer exist, sorted, each once.
            check migrated_dropped(migrated: Migrated) -> Vec<String> = Ok::<_, $crate::Error>(migrated.dropped());

            /// Whether the result needs a manual check.
            check migrated_needs_attention(migrated: Migrated) -> bool =
                Ok::<_, $crate::Error>(migrated.needs_attention());
        }
    };
}

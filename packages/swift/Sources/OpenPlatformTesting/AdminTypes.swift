// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.

#if os(macOS) || os(Linux)
import Foundation
import OpenPlatform

/// The types of the sandbox's admin API, which `{url}/_sandbox/openapi.json` describes.
public enum Admin {}

extension Admin {
    /// Whether a token can be used for an endpoint, and if not, what is missing.
    public struct Ability: Decodable, Equatable, Sendable {
        /// Whether a call is allowed.
        public let allowed: Bool
        /// The granted scopes that allow it. Those with an identifier allow it for that object only.
        public let by: [String]
        /// Name of the endpoint, such as `addons.create_on_post`.
        public let endpoint: String
        /// The scopes of which one is needed. Empty if one was granted or none is needed.
        public let missingScopes: [String]
        /// The permission that the app's first API key lacks.
        public let missingPermission: String?

        private enum CodingKeys: String, CodingKey {
            case allowed
            case by
            case endpoint
            case missingPermission = "missing_permission"
            case missingScopes = "missing_scopes"
        }
    }

    /// What a conversation is about, and its participants, by their names in the sandbox.
    public enum About: Decodable, Equatable, Sendable {
        /// A post.
        ///
        /// - Parameters:
        ///   - buyer: Name of the user who writes to the owner.
        ///   - post: Its token.
        ///   - seller: Its owner.
        case post(buyer: String, post: String, seller: String)
        /// The app's chatbot.
        ///
        /// - Parameters:
        ///   - user: Name of the user who writes to it.
        case bot(user: String)

        private enum CodingKeys: String, CodingKey {
            case bot
            case buyer
            case post
            case seller
            case user
        }

        /// Decodes the variant that the members identify.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            if members.contains(.post) {
                let inside = try members.nestedContainer(keyedBy: CodingKeys.self, forKey: .post)
                self = .post(
                    buyer: try inside.decode(String.self, forKey: .buyer),
                    post: try inside.decode(String.self, forKey: .post),
                    seller: try inside.decode(String.self, forKey: .seller))
                return
            }
            if members.contains(.bot) {
                let inside = try members.nestedContainer(keyedBy: CodingKeys.self, forKey: .bot)
                self = .bot(
                    user: try inside.decode(String.self, forKey: .user))
                return
            }
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "none of the known members"))
        }
    }

    /// A rule in force, with its counters.
    public struct ActiveFault: Decodable, Equatable, Sendable {
        /// How many times it fired.
        public let fired: Int
        /// Number of the rule in its world.
        public let id: Int
        /// How many requests it matched.
        public let matched: Int
        /// The rule.
        public let rule: FaultRule
    }

    /// A subscription of the app (docs/platform.md#subscriptions). It ends with the access token it was made with.
    public struct ActiveSubscription: Decodable, Equatable, Sendable {
        /// The consent behind the token.
        public let grant: String
        /// Its id. Apps do not receive it.
        public let id: String
        /// The event type.
        public let kind: String
        /// When it was made.
        public let madeAt: Date
        /// The metadata that is sent with every event.
        public let metadata: Json
        /// Name of the user who consented.
        public let user: String
        /// The posts of the scopes, if the scopes are for posts.
        public let posts: [String]?
        /// The resource it is limited to; without one it covers all that the scopes cover.
        public let resource: String?

        private enum CodingKeys: String, CodingKey {
            case grant
            case id
            case kind
            case madeAt = "made_at"
            case metadata
            case posts
            case resource
            case user
        }
    }

    /// The data that was added.
    public struct AddedData: Decodable, Equatable, Sendable {
        /// The businesses, with their tokens.
        public let businesses: [SandboxBusiness]
        /// The conversations, with their ids.
        public let conversations: [SandboxConversation]
        /// The posts, with their tokens.
        public let posts: [SandboxPost]
        /// The users, with their ids.
        public let users: [SandboxUser]
    }

    /// An API key and what it may do.
    public struct ApiKey: Codable, Equatable, Sendable {
        /// The key.
        public var key: String
        /// Its permissions.
        public var permissions: [String]

        /// Creates the value from its members.
        public init(key: String, permissions: [String]) {
            self.key = key
            self.permissions = permissions
        }
    }

    /// The settings to change; the others stay.
    public struct AppChange: Encodable, Equatable, Sendable {
        /// The API key.
        public var apiKey: String?
        /// The slug, which is the client id.
        public var clientId: String?
        /// The secret for the token endpoint.
        public var clientSecret: String?
        /// Where dynamic actions are sent; empty for none.
        public var dynamicActionUrl: String?
        /// Where events are sent; empty for none.
        public var eventsUrl: String?
        /// Whether the app has a logo, which widgets name `logo`.
        public var hasLogo: Bool?
        /// What the platform sends in `Authorization` when it calls the app.
        public var identificationKey: String?
        /// Further API keys.
        public var otherKeys: [ApiKey]?
        /// What the API key may do, such as `GET_POST`.
        public var permissions: [String]?
        /// Where users may return to after login.
        public var redirectUris: [String]?
        /// Where start requests are sent; empty for none.
        public var startUrl: String?

        /// Creates the value from its members.
        public init(
            apiKey: String? = nil,
            clientId: String? = nil,
            clientSecret: String? = nil,
            dynamicActionUrl: String? = nil,
            eventsUrl: String? = nil,
            hasLogo: Bool? = nil,
            identificationKey: String? = nil,
            otherKeys: [ApiKey]? = nil,
            permissions: [String]? = nil,
            redirectUris: [String]? = nil,
            startUrl: String? = nil
        ) {
            self.apiKey = apiKey
            self.clientId = clientId
            self.clientSecret = clientSecret
            self.dynamicActionUrl = dynamicActionUrl
            self.eventsUrl = eventsUrl
            self.hasLogo = hasLogo
            self.identificationKey = identificationKey
            self.otherKeys = otherKeys
            self.permissions = permissions
            self.redirectUris = redirectUris
            self.startUrl = startUrl
        }

        private enum CodingKeys: String, CodingKey {
            case apiKey = "api_key"
            case clientId = "client_id"
            case clientSecret = "client_secret"
            case dynamicActionUrl = "dynamic_action_url"
            case eventsUrl = "events_url"
            case hasLogo = "has_logo"
            case identificationKey = "identification_key"
            case otherKeys = "other_keys"
            case permissions
            case redirectUris = "redirect_uris"
            case startUrl = "start_url"
        }
    }

    /// The settings of the app in the platform's console. All credentials are generated.
    public struct AppSettings: Decodable, Equatable, Sendable {
        /// The API key.
        public let apiKey: String
        /// The slug, which is the client id.
        public let clientId: String
        /// The secret for the token endpoint.
        public let clientSecret: String
        /// Where dynamic actions are sent; none while empty.
        public let dynamicActionUrl: String
        /// Where events are sent; none while empty.
        public let eventsUrl: String
        /// Whether the app has a logo, which widgets name `logo`.
        public let hasLogo: Bool
        /// What the platform sends in `Authorization` when it calls the app.
        public let identificationKey: String
        /// Further API keys, with fewer permissions: one for each service of the app.
        public let otherKeys: [ApiKey]
        /// What the API key may do, such as `GET_POST`. A new world has every permission of the endpoint table.
        public let permissions: [String]
        /// Where users may return to after login. Compared character by character.
        public let redirectUris: [String]
        /// Where start requests are sent; none while empty.
        public let startUrl: String

        private enum CodingKeys: String, CodingKey {
            case apiKey = "api_key"
            case clientId = "client_id"
            case clientSecret = "client_secret"
            case dynamicActionUrl = "dynamic_action_url"
            case eventsUrl = "events_url"
            case hasLogo = "has_logo"
            case identificationKey = "identification_key"
            case otherKeys = "other_keys"
            case permissions
            case redirectUris = "redirect_uris"
            case startUrl = "start_url"
        }
    }

    /// One attempt to deliver an event.
    public struct Attempt: Decodable, Equatable, Sendable {
        /// Beginning of the app's answer.
        public let answer: String
        /// The time, on the world's clock.
        public let at: Date
        /// How long the app took, in milliseconds of the machine's clock.
        public let latencyMs: Double
        /// Its place in the order in which its world recorded requests, delivery attempts and events without a
        /// delivery.
        public let position: Int
        /// Why there was no answer.
        public let error: String?
        /// Status of the app's answer, if it answered.
        public let status: Int?

        private enum CodingKeys: String, CodingKey {
            case answer
            case at
            case error
            case latencyMs = "latency_ms"
            case position
            case status
        }
    }

    /// The value of `Authorization` in requests to the app.
    public enum Authorization: String, Codable, Sendable {
        case right
        case other
        case inTurn = "in_turn"
        case wrong
        case both
        case missing
    }

    /// A backend that runs.
    public struct BackendInfo: Decodable, Equatable, Sendable {
        /// The header that names the user. Without it no user is logged in.
        public let sessionHeader: String
        /// Its address, for the phone.
        public let url: String

        private enum CodingKeys: String, CodingKey {
            case sessionHeader = "session_header"
            case url
        }
    }

    /// The settings of the backend.
    public struct BackendSettings: Encodable, Equatable, Sendable {
        /// The writing calls that phones may make, such as `conversations.send`.
        public var allow: [String]?
        /// Lifetime of its tokens, in seconds.
        public var lifetimeSeconds: Int?

        /// Creates the value from its members.
        public init(allow: [String]? = nil, lifetimeSeconds: Int? = nil) {
            self.allow = allow
            self.lifetimeSeconds = lifetimeSeconds
        }

        private enum CodingKeys: String, CodingKey {
            case allow
            case lifetimeSeconds = "lifetime_seconds"
        }
    }

    /// A block between two users.
    public struct Block: Encodable, Equatable, Sendable {
        /// Name of the user who is blocked.
        public var blocked: String
        /// Name of the user who blocks.
        public var blocker: String
        /// `false` ends the block.
        public var on: Bool

        /// Creates the value from its members.
        public init(blocked: String, blocker: String, on: Bool) {
            self.blocked = blocked
            self.blocker = blocker
            self.on = on
        }
    }

    /// A quota of one use of the platform: these calls together.
    public struct CallQuota: Codable, Equatable, Sendable {
        /// Calls in the time.
        public var calls: Int
        /// Names of the endpoints, such as `addons.create_on_post`.
        public var endpoints: [String]
        /// The time. It begins with the minute, hour or day of UTC; a week has 7 days and begins on a Thursday
        /// (assumption).
        public var per: Limit

        /// Creates the value from its members.
        public init(calls: Int, endpoints: [String], per: Limit) {
            self.calls = calls
            self.endpoints = endpoints
            self.per = per
        }
    }

    /// What messages may contain beside text.
    public enum ChatMediumKind: String, Codable, Sendable {
        case image
        case video
        case voice
        case file
    }

    /// What a user clicks.
    public enum Click: Encodable, Equatable, Sendable {
        /// A button under a message. The user sees the buttons of their own side.
        ///
        /// - Parameters:
        ///   - message: Id of the message.
        ///   - user: Name of the user.
        ///   - column: Position in the row, from 0.
        ///   - row: Row, from 0.
        case messageButton(message: String, user: String, column: Int? = nil, row: Int? = nil)
        /// An action in an add-on on a post.
        ///
        /// - Parameters:
        ///   - post: Token of the post.
        ///   - user: Name of the user.
        ///   - action: Index of the action among all widgets of the post, in document order, from 0.
        case widget(post: String, user: String, action: Int? = nil)
        /// The app in the list of services of a chat.
        ///
        /// - Parameters:
        ///   - conversation: Id of the conversation.
        ///   - user: Name of the user.
        case chatService(conversation: String, user: String)

        private enum CodingKeys: String, CodingKey {
            case action
            case column
            case conversation
            case message
            case on
            case post
            case row
            case user
        }

        /// Encodes the variant with the member that identifies it.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .messageButton(let message, let user, let column, let row):
                try members.encode("message_button", forKey: .on)
                try members.encode(message, forKey: .message)
                try members.encode(user, forKey: .user)
                try members.encodeIfPresent(column, forKey: .column)
                try members.encodeIfPresent(row, forKey: .row)
            case .widget(let post, let user, let action):
                try members.encode("widget", forKey: .on)
                try members.encode(post, forKey: .post)
                try members.encode(user, forKey: .user)
                try members.encodeIfPresent(action, forKey: .action)
            case .chatService(let conversation, let user):
                try members.encode("chat_service", forKey: .on)
                try members.encode(conversation, forKey: .conversation)
                try members.encode(user, forKey: .user)
            }
        }
    }

    /// What the user sees after a click.
    public struct ClickOutcome: Decodable, Equatable, Sendable {
        /// An action that the platform handles, or that the app answered with.
        public let action: Json
        /// The body of the request to the app, if there was one. If the app answered a dynamic action with a link to
        /// itself, that of the start request.
        public let request: Json
        /// Why nothing opens: the app did not answer, or its answer is not valid.
        public let error: String?
        /// The address that opens.
        public let opens: String?
        /// Status of the app's answer, if it answered.
        public let status: Int?
        /// A text that is shown briefly.
        public let textMessage: String?

        private enum CodingKeys: String, CodingKey {
            case action
            case error
            case opens
            case request
            case status
            case textMessage = "text_message"
        }
    }

    /// The state of the clock.
    public struct ClockStatus: Decodable, Equatable, Sendable {
        /// Whether it is frozen.
        public let frozen: Bool
        /// The clock of a world.
        public let now: Date
        /// The planned jobs, earliest first; at most 1000.
        public let planned: [Fired]
    }

    /// What differs between two snapshots.
    public struct Comparison: Decodable, Equatable, Sendable {
        /// The differences, at most 500.
        public let differences: [Difference]
        /// Whether there are more.
        public let hasMore: Bool

        private enum CodingKeys: String, CodingKey {
            case differences
            case hasMore = "has_more"
        }
    }

    /// The counts in the statistics of a post for a whole day. During a day they grow with the clock.
    public struct CountsPerDay: Codable, Equatable, Sendable {
        /// How many conversations about it began.
        public var chats: Int?
        /// How often it was shown in a list.
        public var impressions: Int?
        /// How often the post was opened.
        public var views: Int?

        /// Creates the value from its members.
        public init(chats: Int? = nil, impressions: Int? = nil, views: Int? = nil) {
            self.chats = chats
            self.impressions = impressions
            self.views = views
        }
    }

    /// The kind of a credential.
    public enum CredentialKind: String, Codable, Sendable {
        case apiKey = "api_key"
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case clientSecret = "client_secret"
        case authorizationCode = "authorization_code"
    }

    /// A credential that a host received.
    public struct CredentialSighting: Decodable, Equatable, Sendable {
        /// The host name that the app used, such as `127.0.0.1:4010`.
        public let authority: String
        /// Whether the host may receive it. The upload host may receive none, and only the auth host the client's
        /// secrets.
        public let belongs: Bool
        /// The kind of the credential.
        public let credential: CredentialKind
        /// The first 16 hexadecimal digits of its SHA-256.
        public let fingerprint: String
        /// The host of the platform that received it: `auth`, `base`, `api`, `upload` or `chat`.
        public let host: String
        /// How often the host received it.
        public let times: Int
    }

    /// A custom button to set or to remove. Exactly one of the tokens is given.
    public struct CustomButtonChange: Encodable, Equatable, Sendable {
        /// The token of the business.
        public var business: String?
        /// The button in the platform's form, with `type` and `action`. Absent: the button is removed.
        public var button: [String: Json]?
        /// The token of the post.
        public var post: String?

        /// Creates the value from its members.
        public init(business: String? = nil, button: [String: Json]? = nil, post: String? = nil) {
            self.business = business
            self.button = button
            self.post = post
        }
    }

    /// The decision of the user on the consent page.
    public enum Decision: Encodable, Equatable, Sendable {
        /// Grants all requested scopes.
        ///
        /// - Parameters:
        ///   - user: Name of the user, such as `seller`.
        case approve(user: String)
        /// Grants some of the requested scopes. The platform's own page has no such choice; this is for tests.
        ///
        /// - Parameters:
        ///   - scopes: The scopes to grant, out of the requested ones.
        ///   - user: Name of the user.
        case approveOnly(scopes: [String], user: String)
        /// Refuses.
        case deny

        private enum CodingKeys: String, CodingKey {
            case decision
            case scopes
            case user
        }

        /// Encodes the variant with the member that identifies it.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .approve(let user):
                try members.encode("approve", forKey: .decision)
                try members.encode(user, forKey: .user)
            case .approveOnly(let scopes, let user):
                try members.encode("approve_only", forKey: .decision)
                try members.encode(scopes, forKey: .scopes)
                try members.encode(user, forKey: .user)
            case .deny:
                try members.encode("deny", forKey: .decision)
            }
        }
    }

    /// An event, and all attempts to deliver it.
    public struct Delivery: Decodable, Equatable, Sendable {
        /// The attempts, oldest first.
        public let attempts: [Attempt]
        /// The body.
        public let body: Json
        /// Event type, such as `NEW_MESSAGE`.
        public let event: String
        /// The headers of the last attempt. The key is `[redacted]`.
        public let headers: [RecordedHeader]
        /// Number of the delivery in its world.
        public let id: Int
        /// When the event was created.
        public let madeAt: Date
        /// Its stage.
        public let state: DeliveryState
        /// The address.
        public let url: String
        /// Which key the last attempt sent in `Authorization`.
        public let key: KeySent?
        /// How long the app took for the last attempt, in milliseconds of the machine's clock.
        public let latencyMs: Double?
        /// When the next attempt is planned.
        public let nextAttemptAt: Date?
        /// Number of the delivery that this one repeats, if any.
        public let repeats: Int?
        /// Status of the app's answer to the last attempt.
        public let responseStatus: Int?

        private enum CodingKeys: String, CodingKey {
            case attempts
            case body
            case event
            case headers
            case id
            case key
            case latencyMs = "latency_ms"
            case madeAt = "made_at"
            case nextAttemptAt = "next_attempt_at"
            case repeats
            case responseStatus = "response_status"
            case state
            case url
        }
    }

    /// The state of a delivery.
    public enum DeliveryState: String, Codable, Sendable {
        case planned
        case held
        case delivered
        case failed
        case noAddress = "no_address"
    }

    /// Whether a parameter is required.
    public enum Demand: String, Codable, Sendable {
        case required
        case accepted
        case ignored
    }

    /// How a redirect reports that a login was refused.
    public enum Denial: String, Codable, Sendable {
        case missingCode = "missing_code"
        case errorParameter = "error_parameter"
    }

    /// A value that differs.
    public struct Difference: Decodable, Equatable, Sendable {
        /// The value in the second one.
        public let after: Json
        /// The value in the first one. Absent if it is only in the second. Credentials are `[redacted]`.
        public let before: Json
        /// Its path, such as `posts.by_token.AbCd1234.stage`.
        public let path: String
    }

    /// A write that was received more than once, with the same method, path, body and caller, so that it can have had
    /// its effect twice. A request that was answered 401 or 429 does not count, because the platform has not acted on
    /// it. Neither does a call with an id of the app, such as a payment: the platform acts on each id once at most.
    public struct DuplicateWrite: Decodable, Equatable, Sendable {
        /// SHA-256 of the body, in hexadecimal digits.
        public let bodySha256: String
        /// Name of the endpoint.
        public let endpoint: String
        /// Path on its host.
        public let path: String
        /// Numbers of the requests, at least two.
        public let requests: [Int]

        private enum CodingKeys: String, CodingKey {
            case bodySha256 = "body_sha256"
            case endpoint
            case path
            case requests
        }
    }

    /// What a fault does.
    public enum Effect: Codable, Equatable, Sendable {
        /// Answers with another status and body.
        ///
        /// - Parameters:
        ///   - status: HTTP status.
        ///   - body: The body; if empty, an error in the platform's format.
        ///   - contentType: Its content type; `application/json` if empty.
        ///   - moment: Before or after the request takes effect.
        case status(status: Int, body: String? = nil, contentType: String? = nil, moment: Moment? = nil)
        /// Answers 429. The shape of the body is an assumption.
        ///
        /// - Parameters:
        ///   - asDate: Writes `Retry-After` as a date of the world's clock.
        ///   - limit: Which limit the body names.
        ///   - retryAfterSeconds: Seconds for `Retry-After`; without it the header is left out.
        case rateLimit(asDate: Bool? = nil, limit: Limit? = nil, retryAfterSeconds: Int? = nil)
        /// Waits on the world's clock: with a running clock the app waits, a frozen clock is advanced at once.
        ///
        /// - Parameters:
        ///   - milliseconds: How long, in milliseconds; at most ten minutes.
        ///   - moment: Before or after the request takes effect.
        case delay(milliseconds: Int, moment: Moment? = nil)
        /// Cuts the connection without an answer. After the request took effect, its answer is lost.
        ///
        /// - Parameters:
        ///   - moment: Before or after the request takes effect.
        ///   - reset: Resets the connection instead of closing it.
        case drop(moment: Moment? = nil, reset: Bool? = nil)
        /// Cuts the connection inside the body.
        ///
        /// - Parameters:
        ///   - bytes: The number of bytes that are sent. `Content-Length` has the full length.
        case truncate(bytes: Int)
        /// Sends the body in pieces with pauses, on the machine's clock.
        ///
        /// - Parameters:
        ///   - bytes: Bytes in a piece.
        ///   - milliseconds: Pause after each piece, in milliseconds.
        case slowDrip(bytes: Int, milliseconds: Int)
        /// Sends a small compressed body that becomes large.
        ///
        /// - Parameters:
        ///   - mebibytes: Its size in MiB after decompression; at most 1024.
        case gzipBomb(mebibytes: Int)
        /// Sends a body that never ends.
        case endlessBody
        /// Answers with a redirect.
        ///
        /// - Parameters:
        ///   - location: The address.
        ///   - status: 301, 302, 303, 307 or 308.
        case redirect(location: String, status: Int)
        /// Replaces the body with something that is not JSON.
        case badJson
        /// Changes members of a JSON answer by a merge patch (RFC 7396); `null` removes a member.
        ///
        /// - Parameters:
        ///   - merge: The patch.
        case patch(merge: Json)

        private enum CodingKeys: String, CodingKey {
            case asDate = "as_date"
            case body
            case bytes
            case contentType = "content_type"
            case kind
            case limit
            case location
            case mebibytes
            case merge
            case milliseconds
            case moment
            case reset
            case retryAfterSeconds = "retry_after_seconds"
            case status
        }

        /// Decodes the variant that the members identify.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            switch try members.decode(String.self, forKey: .kind) {
            case "status":
                self = .status(
                    status: try members.decode(Int.self, forKey: .status),
                    body: try members.decodeIfPresent(String.self, forKey: .body),
                    contentType: try members.decodeIfPresent(String.self, forKey: .contentType),
                    moment: try members.decodeIfPresent(Moment.self, forKey: .moment))
            case "rate_limit":
                self = .rateLimit(
                    asDate: try members.decodeIfPresent(Bool.self, forKey: .asDate),
                    limit: try members.decodeIfPresent(Limit.self, forKey: .limit),
                    retryAfterSeconds: try members.decodeIfPresent(Int.self, forKey: .retryAfterSeconds))
            case "delay":
                self = .delay(
                    milliseconds: try members.decode(Int.self, forKey: .milliseconds),
                    moment: try members.decodeIfPresent(Moment.self, forKey: .moment))
            case "drop":
                self = .drop(
                    moment: try members.decodeIfPresent(Moment.self, forKey: .moment),
                    reset: try members.decodeIfPresent(Bool.self, forKey: .reset))
            case "truncate":
                self = .truncate(
                    bytes: try members.decode(Int.self, forKey: .bytes))
            case "slow_drip":
                self = .slowDrip(
                    bytes: try members.decode(Int.self, forKey: .bytes),
                    milliseconds: try members.decode(Int.self, forKey: .milliseconds))
            case "gzip_bomb":
                self = .gzipBomb(
                    mebibytes: try members.decode(Int.self, forKey: .mebibytes))
            case "endless_body":
                self = .endlessBody
            case "redirect":
                self = .redirect(
                    location: try members.decode(String.self, forKey: .location),
                    status: try members.decode(Int.self, forKey: .status))
            case "bad_json":
                self = .badJson
            case "patch":
                self = .patch(
                    merge: try members.decode(Json.self, forKey: .merge))
            case let word:
                throw DecodingError.dataCorruptedError(
                    forKey: .kind, in: members, debugDescription: "\(word) is unknown")
            }
        }

        /// Encodes the variant with the member that identifies it.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .status(let status, let body, let contentType, let moment):
                try members.encode("status", forKey: .kind)
                try members.encode(status, forKey: .status)
                try members.encodeIfPresent(body, forKey: .body)
                try members.encodeIfPresent(contentType, forKey: .contentType)
                try members.encodeIfPresent(moment, forKey: .moment)
            case .rateLimit(let asDate, let limit, let retryAfterSeconds):
                try members.encode("rate_limit", forKey: .kind)
                try members.encodeIfPresent(asDate, forKey: .asDate)
                try members.encodeIfPresent(limit, forKey: .limit)
                try members.encodeIfPresent(retryAfterSeconds, forKey: .retryAfterSeconds)
            case .delay(let milliseconds, let moment):
                try members.encode("delay", forKey: .kind)
                try members.encode(milliseconds, forKey: .milliseconds)
                try members.encodeIfPresent(moment, forKey: .moment)
            case .drop(let moment, let reset):
                try members.encode("drop", forKey: .kind)
                try members.encodeIfPresent(moment, forKey: .moment)
                try members.encodeIfPresent(reset, forKey: .reset)
            case .truncate(let bytes):
                try members.encode("truncate", forKey: .kind)
                try members.encode(bytes, forKey: .bytes)
            case .slowDrip(let bytes, let milliseconds):
                try members.encode("slow_drip", forKey: .kind)
                try members.encode(bytes, forKey: .bytes)
                try members.encode(milliseconds, forKey: .milliseconds)
            case .gzipBomb(let mebibytes):
                try members.encode("gzip_bomb", forKey: .kind)
                try members.encode(mebibytes, forKey: .mebibytes)
            case .endlessBody:
                try members.encode("endless_body", forKey: .kind)
            case .redirect(let location, let status):
                try members.encode("redirect", forKey: .kind)
                try members.encode(location, forKey: .location)
                try members.encode(status, forKey: .status)
            case .badJson:
                try members.encode("bad_json", forKey: .kind)
            case .patch(let merge):
                try members.encode("patch", forKey: .kind)
                try members.encode(merge, forKey: .merge)
            }
        }
    }

    /// What to wait for.
    public enum Expectation: Encodable, Equatable, Sendable {
        /// Requests of the app.
        ///
        /// - Parameters:
        ///   - endpoint: Name of the endpoint, such as `conversations.send`.
        ///   - count: The minimum number; 1 by default.
        ///   - status: Status of the answer, if it matters.
        ///   - timeoutMilliseconds: The longest wait, in milliseconds of the machine's clock; 5000 by default, at most
        ///     30000.
        case request(endpoint: String, count: Int? = nil, status: Int? = nil, timeoutMilliseconds: Int? = nil)
        /// Events that the app accepted.
        ///
        /// - Parameters:
        ///   - event: Event type, such as `NEW_MESSAGE`.
        ///   - count: The minimum number; 1 by default.
        ///   - timeoutMilliseconds: As for requests.
        case delivery(event: String, count: Int? = nil, timeoutMilliseconds: Int? = nil)

        private enum CodingKeys: String, CodingKey {
            case count
            case endpoint
            case event
            case `for`
            case status
            case timeoutMilliseconds = "timeout_milliseconds"
        }

        /// Encodes the variant with the member that identifies it.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .request(let endpoint, let count, let status, let timeoutMilliseconds):
                try members.encode("request", forKey: .`for`)
                try members.encode(endpoint, forKey: .endpoint)
                try members.encodeIfPresent(count, forKey: .count)
                try members.encodeIfPresent(status, forKey: .status)
                try members.encodeIfPresent(timeoutMilliseconds, forKey: .timeoutMilliseconds)
            case .delivery(let event, let count, let timeoutMilliseconds):
                try members.encode("delivery", forKey: .`for`)
                try members.encode(event, forKey: .event)
                try members.encodeIfPresent(count, forKey: .count)
                try members.encodeIfPresent(timeoutMilliseconds, forKey: .timeoutMilliseconds)
            }
        }
    }

    /// A fault rule: which requests, how often, and what happens to them. The first rule that fires is used.
    public struct FaultRule: Codable, Equatable, Sendable {
        /// What happens, in order.
        public var effects: [Effect]?
        /// A label.
        public var name: String?
        /// Fires only on this matching request, counted from 1.
        public var nth: Int?
        /// Which requests. Empty: all.
        public var on: RequestMatch?
        /// Fires with this probability, from 0 to 1. It depends only on `seed` and the number of the matching request.
        public var probability: Double?
        /// The seed of `probability`.
        public var seed: Int?
        /// Fires at most this many times.
        public var times: Int?

        /// Creates the value from its members.
        public init(
            effects: [Effect]? = nil,
            name: String? = nil,
            nth: Int? = nil,
            on: RequestMatch? = nil,
            probability: Double? = nil,
            seed: Int? = nil,
            times: Int? = nil
        ) {
            self.effects = effects
            self.name = name
            self.nth = nth
            self.on = on
            self.probability = probability
            self.seed = seed
            self.times = times
        }
    }

    /// A job that ran, or is planned.
    public enum Fired: Decodable, Equatable, Sendable {
        /// An accepted post add-on appears on its post.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - id: Id of the add-on.
        case attachAddon(at: Date, id: String)
        /// A user add-on ends, three months after its creation.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - id: Id of the add-on.
        case expireUserAddon(at: Date, id: String)
        /// An authorization code expires.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - code: Number of the code in this world.
        case expireCode(at: Date, code: Int)
        /// An access token expires, and its subscriptions end.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - pair: Number of the pair of tokens in this world.
        case expireAccessToken(at: Date, pair: Int)
        /// The grace period of a replaced refresh token ends.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - pair: Number of the pair of tokens in this world.
        case endGrace(at: Date, pair: Int)
        /// A refresh token expires.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - pair: Number of the pair of tokens in this world.
        case expireRefreshToken(at: Date, pair: Int)
        /// A payment ends.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - id: The id that the app chose.
        case settlePayment(at: Date, id: String)
        /// The review of a post ends.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - post: Token of the post.
        case reviewPost(at: Date, post: String)
        /// An attempt to deliver an event.
        ///
        /// - Parameters:
        ///   - at: The time, on the world's clock.
        ///   - delivery: Number of the delivery in this world.
        case deliver(at: Date, delivery: Int)

        private enum CodingKeys: String, CodingKey {
            case at
            case code
            case delivery
            case id
            case job
            case pair
            case post
        }

        /// Decodes the variant that the members identify.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            switch try members.decode(String.self, forKey: .job) {
            case "attach_addon":
                self = .attachAddon(
                    at: try members.decode(Date.self, forKey: .at),
                    id: try members.decode(String.self, forKey: .id))
            case "expire_user_addon":
                self = .expireUserAddon(
                    at: try members.decode(Date.self, forKey: .at),
                    id: try members.decode(String.self, forKey: .id))
            case "expire_code":
                self = .expireCode(
                    at: try members.decode(Date.self, forKey: .at),
                    code: try members.decode(Int.self, forKey: .code))
            case "expire_access_token":
                self = .expireAccessToken(
                    at: try members.decode(Date.self, forKey: .at),
                    pair: try members.decode(Int.self, forKey: .pair))
            case "end_grace":
                self = .endGrace(
                    at: try members.decode(Date.self, forKey: .at),
                    pair: try members.decode(Int.self, forKey: .pair))
            case "expire_refresh_token":
                self = .expireRefreshToken(
                    at: try members.decode(Date.self, forKey: .at),
                    pair: try members.decode(Int.self, forKey: .pair))
            case "settle_payment":
                self = .settlePayment(
                    at: try members.decode(Date.self, forKey: .at),
                    id: try members.decode(String.self, forKey: .id))
            case "review_post":
                self = .reviewPost(
                    at: try members.decode(Date.self, forKey: .at),
                    post: try members.decode(String.self, forKey: .post))
            case "deliver":
                self = .deliver(
                    at: try members.decode(Date.self, forKey: .at),
                    delivery: try members.decode(Int.self, forKey: .delivery))
            case let word:
                throw DecodingError.dataCorruptedError(
                    forKey: .job, in: members, debugDescription: "\(word) is unknown")
            }
        }
    }

    /// The jobs that ran.
    public struct FiredJobs: Decodable, Equatable, Sendable {
        /// In order.
        public let fired: [Fired]
        /// The time after it.
        public let now: Date
    }

    /// The switches of endpoints and of the contents of events. Start from a profile and change single switches.
    public struct Gaps: Codable, Equatable, Sendable {
        /// A widget or a post may name an image, and a message may name media, that were never uploaded here
        /// (assumption).
        public var acceptUnknownImages: Bool?
        /// An add-on for a post that does not exist is accepted and never shown, instead of refused with 404
        /// (docs/platform.md#post-addons).
        public var acceptWrongPostToken: Bool?
        /// Seconds until an accepted post add-on appears on the post; 0 means at once. The documents say "queued"
        /// (docs/platform.md#post-addons); how long it takes is an assumption.
        public var addonAttachSeconds: Int?
        /// A message may carry a media token and no text (docs/platform.md#contradiction-34).
        public var allowMediaOnly: Bool?
        /// The business add-on answers `{}` instead of `{"id": …}` (docs/platform.md#contradiction-36).
        public var businessAddonAnswersEmpty: Bool?
        /// A message may have nine buttons for each side instead of nine in all (docs/platform.md#buttons).
        public var buttonsOfEachSide: Bool?
        /// The chatbot's answer needs the bearer with its scope also in a conversation
        /// (docs/platform.md#contradiction-35).
        public var chatbotReplyNeedsScope: Bool?
        /// Limits that no document states and the SDK assumes are checked, too: 4,096 characters of a message, 256 of a
        /// button's caption or the name of an image (assumption).
        public var checkAssumedLimits: Bool?
        /// The members of a submission that depend on the category are checked by the category's form, which
        /// `assets.submit_schema` returns (docs/platform.md#submit-form). That the platform checks by that form, and
        /// its refusal, 400, are assumptions. A category that the sandbox has no form of is not checked.
        public var checkCategoryFields: Bool?
        /// Limits of widgets, buttons and texts are checked (docs/platform.md#widgets, #send-message).
        public var checkLimits: Bool?
        /// A scope for a post is valid only for posts of the user who granted it, and a phone number or user id in a
        /// path must be that user's (assumption).
        public var checkOwnership: Bool?
        /// Sending to a conversation that does not exist creates it (docs/platform.md#send-message). The other
        /// participant is an assumption.
        public var createConversations: Bool?
        /// A success without content answers with an empty body instead of `{}` (docs/platform.md#reading-11).
        public var emptySuccessBody: Bool?
        /// Chatbot messages, revocations and transactions are delivered without a subscription
        /// (docs/platform.md#contradiction-50).
        public var eventsWithoutSubscription: Bool?
        /// A post that is not published yet cannot be read without its scope. Its `state` member says that it can
        /// (docs/platform.md#post-record).
        public var hideOngoingPosts: Bool?
        /// The sender type of people is `USER` instead of `HUMAN` (docs/platform.md#contradiction-22).
        public var humanIsUser: Bool?
        /// Events carry `meta_data` instead of `metadata` (docs/platform.md#contradiction-1).
        public var metaDataKey: Bool?
        /// 64-bit numbers are written as strings (docs/platform.md#contradiction-26).
        public var numbersAsText: Bool?
        /// Transaction events carry `payment_transaction` instead of `transaction` (docs/platform.md#contradiction-24).
        public var paymentTransactionKey: Bool?
        /// Members, widgets, actions, colours, icons and types that are not documented are refused instead of ignored
        /// (docs/platform.md#reading, assumption).
        public var refuseUnknownMembers: Bool?
        /// An unknown user id or phone number is refused with 404 (assumption).
        public var refuseUnknownUsers: Bool?
        /// A message must carry `type` (docs/platform.md#contradiction-33).
        public var requireMessageType: Bool?
        /// A new subscription replaces the one of the same consent for the same event and resource, instead of being
        /// added (docs/platform.md#resubscription).
        public var resubscribingReplaces: Bool?
        /// Calls that the specification lets an app make without a scope, or with `USER_SEMANTIC_CREATE`, need the
        /// scope of the live platform's documents: `USER_ADDON_CREATE`, `USER_VERIFICATION_CREATE`, `CHAT_MESSAGE_SEND`
        /// (docs/platform.md#scopes, #user-addons, #user-semantics, #legacy-send).
        public var scopesOfLivePlatform: Bool?
        /// How `sent_at` is written (docs/platform.md#sent-at).
        public var sentAt: InstantForm?
        /// Whatever the specification does not have fails: the newer endpoints of the live platform, queries, unknown
        /// members and other content types. For tests only: whether an app stays within the specification.
        public var specOnly: Bool?
        /// A permission that the key lacks is answered with the bare text seen on the live platform, without a hint
        /// (docs/platform.md#known-errors).
        public var terseRefusals: Bool?
        /// Only the two event types of the generated documents can be subscribed to
        /// (docs/platform.md#contradiction-21).
        public var twoSubscriptionTypes: Bool?
        /// A key that is not the app's is refused with 412 "could not retrieve app from db" instead of 401: seen on one
        /// endpoint only (docs/platform.md#known-errors).
        public var unknownKeyIs412: Bool?
        /// An upload answers 201 instead of 200 (docs/platform.md#reading-13).
        public var uploadAnswers201: Bool?
        /// The largest upload, in bytes; 0: the limit of the sandbox, 16 MiB (assumption: no limit is documented).
        public var uploadMaxBytes: Int?
        /// Uploads that are not JPEG are refused. The documents prefer JPEG (docs/platform.md#image-upload): this is
        /// stricter.
        public var uploadMustBeJpeg: Bool?
        /// The answer of `GET users` also has the deprecated member `phone_numbers` (docs/platform.md#users).
        public var usersMePhoneNumbers: Bool?
        /// Endpoints that were removed from the platform's documents answer 404 (docs/platform.md#deprecations).
        public var withdrawnEndpointsGone: Bool?

        /// Creates the value from its members.
        public init(
            acceptUnknownImages: Bool? = nil,
            acceptWrongPostToken: Bool? = nil,
            addonAttachSeconds: Int? = nil,
            allowMediaOnly: Bool? = nil,
            businessAddonAnswersEmpty: Bool? = nil,
            buttonsOfEachSide: Bool? = nil,
            chatbotReplyNeedsScope: Bool? = nil,
            checkAssumedLimits: Bool? = nil,
            checkCategoryFields: Bool? = nil,
            checkLimits: Bool? = nil,
            checkOwnership: Bool? = nil,
            createConversations: Bool? = nil,
            emptySuccessBody: Bool? = nil,
            eventsWithoutSubscription: Bool? = nil,
            hideOngoingPosts: Bool? = nil,
            humanIsUser: Bool? = nil,
            metaDataKey: Bool? = nil,
            numbersAsText: Bool? = nil,
            paymentTransactionKey: Bool? = nil,
            refuseUnknownMembers: Bool? = nil,
            refuseUnknownUsers: Bool? = nil,
            requireMessageType: Bool? = nil,
            resubscribingReplaces: Bool? = nil,
            scopesOfLivePlatform: Bool? = nil,
            sentAt: InstantForm? = nil,
            specOnly: Bool? = nil,
            terseRefusals: Bool? = nil,
            twoSubscriptionTypes: Bool? = nil,
            unknownKeyIs412: Bool? = nil,
            uploadAnswers201: Bool? = nil,
            uploadMaxBytes: Int? = nil,
            uploadMustBeJpeg: Bool? = nil,
            usersMePhoneNumbers: Bool? = nil,
            withdrawnEndpointsGone: Bool? = nil
        ) {
            self.acceptUnknownImages = acceptUnknownImages
            self.acceptWrongPostToken = acceptWrongPostToken
            self.addonAttachSeconds = addonAttachSeconds
            self.allowMediaOnly = allowMediaOnly
            self.businessAddonAnswersEmpty = businessAddonAnswersEmpty
            self.buttonsOfEachSide = buttonsOfEachSide
            self.chatbotReplyNeedsScope = chatbotReplyNeedsScope
            self.checkAssumedLimits = checkAssumedLimits
            self.checkCategoryFields = checkCategoryFields
            self.checkLimits = checkLimits
            self.checkOwnership = checkOwnership
            self.createConversations = createConversations
            self.emptySuccessBody = emptySuccessBody
            self.eventsWithoutSubscription = eventsWithoutSubscription
            self.hideOngoingPosts = hideOngoingPosts
            self.humanIsUser = humanIsUser
            self.metaDataKey = metaDataKey
            self.numbersAsText = numbersAsText
            self.paymentTransactionKey = paymentTransactionKey
            self.refuseUnknownMembers = refuseUnknownMembers
            self.refuseUnknownUsers = refuseUnknownUsers
            self.requireMessageType = requireMessageType
            self.resubscribingReplaces = resubscribingReplaces
            self.scopesOfLivePlatform = scopesOfLivePlatform
            self.sentAt = sentAt
            self.specOnly = specOnly
            self.terseRefusals = terseRefusals
            self.twoSubscriptionTypes = twoSubscriptionTypes
            self.unknownKeyIs412 = unknownKeyIs412
            self.uploadAnswers201 = uploadAnswers201
            self.uploadMaxBytes = uploadMaxBytes
            self.uploadMustBeJpeg = uploadMustBeJpeg
            self.usersMePhoneNumbers = usersMePhoneNumbers
            self.withdrawnEndpointsGone = withdrawnEndpointsGone
        }

        private enum CodingKeys: String, CodingKey {
            case acceptUnknownImages = "accept_unknown_images"
            case acceptWrongPostToken = "accept_wrong_post_token"
            case addonAttachSeconds = "addon_attach_seconds"
            case allowMediaOnly = "allow_media_only"
            case businessAddonAnswersEmpty = "business_addon_answers_empty"
            case buttonsOfEachSide = "buttons_of_each_side"
            case chatbotReplyNeedsScope = "chatbot_reply_needs_scope"
            case checkAssumedLimits = "check_assumed_limits"
            case checkCategoryFields = "check_category_fields"
            case checkLimits = "check_limits"
            case checkOwnership = "check_ownership"
            case createConversations = "create_conversations"
            case emptySuccessBody = "empty_success_body"
            case eventsWithoutSubscription = "events_without_subscription"
            case hideOngoingPosts = "hide_ongoing_posts"
            case humanIsUser = "human_is_user"
            case metaDataKey = "meta_data_key"
            case numbersAsText = "numbers_as_text"
            case paymentTransactionKey = "payment_transaction_key"
            case refuseUnknownMembers = "refuse_unknown_members"
            case refuseUnknownUsers = "refuse_unknown_users"
            case requireMessageType = "require_message_type"
            case resubscribingReplaces = "resubscribing_replaces"
            case scopesOfLivePlatform = "scopes_of_live_platform"
            case sentAt = "sent_at"
            case specOnly = "spec_only"
            case terseRefusals = "terse_refusals"
            case twoSubscriptionTypes = "two_subscription_types"
            case unknownKeyIs412 = "unknown_key_is_412"
            case uploadAnswers201 = "upload_answers_201"
            case uploadMaxBytes = "upload_max_bytes"
            case uploadMustBeJpeg = "upload_must_be_jpeg"
            case usersMePhoneNumbers = "users_me_phone_numbers"
            case withdrawnEndpointsGone = "withdrawn_endpoints_gone"
        }
    }

    /// What happens when a refresh token is used again (docs/platform.md#refresh-rotation).
    public enum Grace: String, Codable, Sendable {
        case strict
        case fork
        case idempotent
        case latestWins = "latest_wins"
        case untilUsed = "until_used"
    }

    /// How an instant is written.
    public enum InstantForm: String, Codable, Sendable {
        case text
        case micros
        case microsAsText = "micros_as_text"
    }

    /// Which key a delivery sent.
    public enum KeySent: String, Codable, Sendable {
        case right
        case other
        case wrong
        case both
        case missing
    }

    /// A subscription that ended with its access token. Its events are not delivered afterwards.
    public struct Lapse: Decodable, Equatable, Sendable {
        /// Event type it was for.
        public let eventType: String
        /// When it ended.
        public let from: Date
        /// Name of the user who consented.
        public let user: String
        /// Resource it was limited to.
        public let resource: String?
        /// When the app subscribed again, if it did.
        public let to: Date?

        private enum CodingKeys: String, CodingKey {
            case eventType = "event_type"
            case from
            case resource
            case to
            case user
        }
    }

    /// The limit that was exceeded.
    public enum Limit: String, Codable, Sendable {
        case minute
        case hour
        case day
        case week
    }

    /// The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption).
    public struct LimitRules: Codable, Equatable, Sendable {
        /// Seconds for which the address of the deprecated `image-upload-url` can be used; 0: for ever
        /// (docs/platform.md#limits). The refusal, 403, is an assumption.
        public var imageUploadUrlSeconds: Int?
        /// Reads of the addresses for uploads (`assets.media_upload_urls`) in a day; 0: any number. The documents ask
        /// for "about one" (docs/platform.md#limits); that more are refused is an assumption.
        public var mediaUploadUrlsPerDay: Int?
        /// Calls in a day of the world's clock, which begins at midnight UTC (assumption); 0: any number
        /// (docs/platform.md#limits).
        public var perDay: Int?
        /// Calls in a minute of the world's clock; 0: any number. The platform's value is shown only in its console
        /// (docs/platform.md#limits).
        public var perMinute: Int?
        /// Quotas of single uses, besides those of all calls. The platform's values are shown only in its console
        /// (docs/platform.md#limits).
        public var quotas: [CallQuota]?
        /// The quotas that the documents named in 2024: 100 add-ons on posts, 10,000 reads of posts and 10,000 searches
        /// a week (docs/platform.md#limits).
        public var quotasOf2024: Bool?
        /// Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
        /// docs/platform.md#limits).
        public var retryAfter: RetryAfter?
        /// Posts in the result of a search, the newest; 0: any number (docs/platform.md#limits).
        public var searchResults: Int?
        /// Searches in all, whose count is never reset; 0: any number (docs/platform.md#limits).
        public var searches: Int?
        /// Days in the statistics of a post (docs/platform.md#limits).
        public var statsDays: Int?
        /// Posts that are not archived which the world may have before another can be added to it; 0: any number. A
        /// test app has 10 test posts (docs/platform.md#limits). Posts that the app submits are not refused
        /// (assumption).
        public var testPosts: Int?
        /// Posts that can be added to the world in a day; 0: any number. The documents name no number for test posts
        /// (docs/platform.md#limits).
        public var testPostsPerDay: Int?
        /// Posts that can be added to the world in an hour; 0: any number. The documents name no number for test posts
        /// (docs/platform.md#limits).
        public var testPostsPerHour: Int?
        /// Transactions on a page; 0: any number (docs/platform.md#limits).
        public var transactionsOnPage: Int?

        /// Creates the value from its members.
        public init(
            imageUploadUrlSeconds: Int? = nil,
            mediaUploadUrlsPerDay: Int? = nil,
            perDay: Int? = nil,
            perMinute: Int? = nil,
            quotas: [CallQuota]? = nil,
            quotasOf2024: Bool? = nil,
            retryAfter: RetryAfter? = nil,
            searchResults: Int? = nil,
            searches: Int? = nil,
            statsDays: Int? = nil,
            testPosts: Int? = nil,
            testPostsPerDay: Int? = nil,
            testPostsPerHour: Int? = nil,
            transactionsOnPage: Int? = nil
        ) {
            self.imageUploadUrlSeconds = imageUploadUrlSeconds
            self.mediaUploadUrlsPerDay = mediaUploadUrlsPerDay
            self.perDay = perDay
            self.perMinute = perMinute
            self.quotas = quotas
            self.quotasOf2024 = quotasOf2024
            self.retryAfter = retryAfter
            self.searchResults = searchResults
            self.searches = searches
            self.statsDays = statsDays
            self.testPosts = testPosts
            self.testPostsPerDay = testPostsPerDay
            self.testPostsPerHour = testPostsPerHour
            self.transactionsOnPage = transactionsOnPage
        }

        private enum CodingKeys: String, CodingKey {
            case imageUploadUrlSeconds = "image_upload_url_seconds"
            case mediaUploadUrlsPerDay = "media_upload_urls_per_day"
            case perDay = "per_day"
            case perMinute = "per_minute"
            case quotas
            case quotasOf2024 = "quotas_of_2024"
            case retryAfter = "retry_after"
            case searchResults = "search_results"
            case searches
            case statsDays = "stats_days"
            case testPosts = "test_posts"
            case testPostsPerDay = "test_posts_per_day"
            case testPostsPerHour = "test_posts_per_hour"
            case transactionsOnPage = "transactions_on_page"
        }
    }

    /// How much of a limit is used.
    public struct LimitUse: Decodable, Equatable, Sendable {
        /// Whether 80 % are used: of a daily quota the platform then sends an e-mail (docs/platform.md#limits).
        public let isNear: Bool
        /// The limit: `requests per minute`, `requests per day`, `searches`, `added posts per hour`,
        /// `added posts per day`, or a quota such as `posts.get per week`.
        public let limit: String
        /// The limit; 0: any number.
        public let most: Int
        /// How much of it is used.
        public let used: Int

        private enum CodingKeys: String, CodingKey {
            case isNear = "is_near"
            case limit
            case most
            case used
        }
    }

    /// A login.
    public enum Login: Encodable, Equatable, Sendable {
        /// Grants all requested scopes.
        ///
        /// - Parameters:
        ///   - authorizeUrl: The address to which the app sends the user's browser.
        ///   - user: Name of the user, such as `seller`.
        case approve(authorizeUrl: String, user: String)
        /// Grants some of the requested scopes. The platform's own page has no such choice; this is for tests.
        ///
        /// - Parameters:
        ///   - authorizeUrl: The address to which the app sends the user's browser.
        ///   - scopes: The scopes to grant, out of the requested ones.
        ///   - user: Name of the user.
        case approveOnly(authorizeUrl: String, scopes: [String], user: String)
        /// Refuses.
        ///
        /// - Parameters:
        ///   - authorizeUrl: The address to which the app sends the user's browser.
        case deny(authorizeUrl: String)

        private enum CodingKeys: String, CodingKey {
            case authorizeUrl = "authorize_url"
            case decision
            case scopes
            case user
        }

        /// Encodes the variant with the member that identifies it.
        public func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .approve(let authorizeUrl, let user):
                try members.encode("approve", forKey: .decision)
                try members.encode(authorizeUrl, forKey: .authorizeUrl)
                try members.encode(user, forKey: .user)
            case .approveOnly(let authorizeUrl, let scopes, let user):
                try members.encode("approve_only", forKey: .decision)
                try members.encode(authorizeUrl, forKey: .authorizeUrl)
                try members.encode(scopes, forKey: .scopes)
                try members.encode(user, forKey: .user)
            case .deny(let authorizeUrl):
                try members.encode("deny", forKey: .decision)
                try members.encode(authorizeUrl, forKey: .authorizeUrl)
            }
        }
    }

    /// Whether the request takes effect before the fault.
    public enum Moment: String, Codable, Sendable {
        case before
        case after
    }

    /// The money of a world.
    public struct Money: Decodable, Equatable, Sendable {
        /// The app's balance in rial.
        public let balanceRials: Int
        /// The names of the users who must not submit posts.
        public let barred: [String]
        /// The ids of the payments that the app reported.
        public let reports: [String]
        /// What payments cost, and how they end.
        public let rules: PaymentRules
        /// The payment tickets.
        public let tickets: [PaymentTicket]
        /// The transactions on the app's balance, newest first.
        public let transactions: [SandboxTransaction]
        /// The payments from wallets of users.
        public let walletPayments: [WalletPayment]
        /// The balances of the wallets of users in rial, by the user's name. Those that are not here have 20,000,000.
        public let wallets: [String: Json]

        private enum CodingKeys: String, CodingKey {
            case balanceRials = "balance_rials"
            case barred
            case reports
            case rules
            case tickets
            case transactions
            case walletPayments = "wallet_payments"
            case wallets
        }
    }

    /// A change of the money of a world. What is absent stays.
    public struct MoneyChange: Encodable, Equatable, Sendable {
        /// The app's balance in rial.
        public var balanceRials: Int?
        /// The names of the users who must not submit posts, instead of those before.
        public var barred: [String]?
        /// What payments cost, and how they end.
        public var rules: PaymentRules?
        /// Payment tickets to add. One with the UUID of another replaces it.
        public var tickets: [PaymentTicket]?
        /// The balance of the wallet of a user in rial, by the user's name.
        public var wallets: [String: Json]?

        /// Creates the value from its members.
        public init(
            balanceRials: Int? = nil,
            barred: [String]? = nil,
            rules: PaymentRules? = nil,
            tickets: [PaymentTicket]? = nil,
            wallets: [String: Json]? = nil
        ) {
            self.balanceRials = balanceRials
            self.barred = barred
            self.rules = rules
            self.tickets = tickets
            self.wallets = wallets
        }

        private enum CodingKeys: String, CodingKey {
            case balanceRials = "balance_rials"
            case barred
            case rules
            case tickets
            case wallets
        }
    }

    /// A business to add.
    public struct NewBusiness: Encodable, Equatable, Sendable {
        /// Names of the users who administer it.
        public var admins: [String]?
        /// Names of the users who work for it.
        public var agents: [String]?
        /// Its name.
        public var businessName: String?
        /// `CAR`, `REAL_ESTATE`, `JOBS`, `MARKETPLACE`, `SERVICES` or `PERSONAL` (docs/platform.md#post-record).
        public var businessType: String?
        /// What it says about itself.
        public var description: String?
        /// Name of the user who owns it.
        public var owner: String?
        /// Id of its profile image; made from its token if empty.
        public var profileImage: String?
        /// Its token; generated from the seed if empty. One with the token of another replaces it.
        public var token: String?

        /// Creates the value from its members.
        public init(
            admins: [String]? = nil,
            agents: [String]? = nil,
            businessName: String? = nil,
            businessType: String? = nil,
            description: String? = nil,
            owner: String? = nil,
            profileImage: String? = nil,
            token: String? = nil
        ) {
            self.admins = admins
            self.agents = agents
            self.businessName = businessName
            self.businessType = businessType
            self.description = description
            self.owner = owner
            self.profileImage = profileImage
            self.token = token
        }

        private enum CodingKeys: String, CodingKey {
            case admins
            case agents
            case businessName = "business_name"
            case businessType = "business_type"
            case description
            case owner
            case profileImage = "profile_image"
            case token
        }
    }

    /// A conversation to add.
    public struct NewConversation: Encodable, Equatable, Sendable {
        /// Its id; generated from the seed if empty.
        public var id: String?
        /// Token of the post it is about. Empty for a conversation with the app's chatbot.
        public var post: String?
        /// Name of the user who answers the post, or who talks to the chatbot.
        public var user: String?

        /// Creates the value from its members.
        public init(id: String? = nil, post: String? = nil, user: String? = nil) {
            self.id = id
            self.post = post
            self.user = user
        }
    }

    /// A post to add. Empty members are generated from the seed or left out.
    public struct NewPost: Encodable, Equatable, Sendable {
        /// Token of the business it belongs to; none while empty.
        public var business: String?
        /// Slug of the category.
        public var category: String?
        /// Whether the owner can be written to.
        public var chatEnabled: Bool?
        /// Slug of the city.
        public var city: String?
        /// The counts of its statistics for a whole day; made from its token if absent.
        public var countsPerDay: CountsPerDay?
        /// The attributes of the category, with `title`, `description` and `images`.
        public var data: [String: Json]?
        /// Slug of the district.
        public var district: String?
        /// Whether the phone number is hidden.
        public var isPhoneHidden: Bool?
        /// Addresses of the images it has before publication.
        public var ongoingImages: [String]?
        /// Name of the user who owns it.
        public var owner: String?
        /// Its stage.
        public var stage: Stage?
        /// Whether the platform's sales assistant may answer.
        public var supplierChatAssistantEnabled: Bool?
        /// Its token; generated from the seed if empty.
        public var token: String?

        /// Creates the value from its members.
        public init(
            business: String? = nil,
            category: String? = nil,
            chatEnabled: Bool? = nil,
            city: String? = nil,
            countsPerDay: CountsPerDay? = nil,
            data: [String: Json]? = nil,
            district: String? = nil,
            isPhoneHidden: Bool? = nil,
            ongoingImages: [String]? = nil,
            owner: String? = nil,
            stage: Stage? = nil,
            supplierChatAssistantEnabled: Bool? = nil,
            token: String? = nil
        ) {
            self.business = business
            self.category = category
            self.chatEnabled = chatEnabled
            self.city = city
            self.countsPerDay = countsPerDay
            self.data = data
            self.district = district
            self.isPhoneHidden = isPhoneHidden
            self.ongoingImages = ongoingImages
            self.owner = owner
            self.stage = stage
            self.supplierChatAssistantEnabled = supplierChatAssistantEnabled
            self.token = token
        }

        private enum CodingKeys: String, CodingKey {
            case business
            case category
            case chatEnabled = "chat_enabled"
            case city
            case countsPerDay = "counts_per_day"
            case data
            case district
            case isPhoneHidden = "is_phone_hidden"
            case ongoingImages = "ongoing_images"
            case owner
            case stage
            case supplierChatAssistantEnabled = "supplier_chat_assistant_enabled"
            case token
        }
    }

    /// A user to add. Empty members are generated from the seed.
    public struct NewUser: Encodable, Equatable, Sendable {
        /// The name of the user in the sandbox, such as `seller`. Apps do not receive it.
        public var name: String?
        /// Mobile number.
        public var phone: String?

        /// Creates the value from its members.
        public init(name: String? = nil, phone: String? = nil) {
            self.name = name
            self.phone = phone
        }
    }

    /// Why an event has not reached the app.
    public enum NotDelivered: String, Codable, Sendable {
        case noSubscription = "no_subscription"
        case otherWorld = "other_world"
        case subscriptionEnded = "subscription_ended"
        case otherUser = "other_user"
        case otherResource = "other_resource"
        case onlyWithResource = "only_with_resource"
        case missingScope = "missing_scope"
        case notInOldForm = "not_in_old_form"
        case noAddress = "no_address"
        case paused
        case clockFrozen = "clock_frozen"
        case failedSoFar = "failed_so_far"
        case failed
    }

    /// The switches of the authorization server. Times are in seconds of the world's clock.
    public struct OAuthRules: Codable, Equatable, Sendable {
        /// Lifetime of an access token, and the value of `expires_in` (assumption: one hour).
        public var accessTokenSeconds: Int?
        /// The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh).
        public var codeInRefresh: Demand?
        /// Whether using a code twice ends its grant (RFC 6749 section 4.1.2).
        public var codeReuseRevokes: Bool?
        /// Lifetime of an authorization code (assumption: 10 minutes).
        public var codeSeconds: Int?
        /// A second use of a refresh token within this many seconds of the first is answered once with
        /// `invalid_request` and a request to retry, as can happen with two concurrent refreshes
        /// (docs/platform.md#refresh-rotation). 0: never.
        public var concurrentRefreshSeconds: Int?
        /// How the redirect reports that the user denied the login (docs/platform.md#denied-login, #oauth-errors).
        public var denial: Denial?
        /// What happens when a refresh token is used again (assumption: as with Ory Hydra;
        /// docs/platform.md#refresh-rotation).
        public var grace: Grace?
        /// Length of the grace period: 120 by the specification (docs/platform.md#grace).
        public var graceSeconds: Int?
        /// What happens to the old access token: in the specification it stays valid for the grace period, with Ory
        /// Hydra it does not (docs/platform.md#refresh-rotation).
        public var oldAccessToken: OldAccessToken?
        /// PKCE with S256 (assumption: it is not documented).
        public var pkce: Demand?
        /// The member `redirect_uri` of a refresh (docs/platform.md#token-refresh).
        public var redirectUriInRefresh: Demand?
        /// From when that lifetime counts (assumption; docs/platform.md#token-lifetimes).
        public var refreshLife: RefreshLife?
        /// Lifetime of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes).
        public var refreshTokenSeconds: Int?
        /// Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
        /// docs/platform.md#state).
        public var refuseShortState: Bool?
        /// How the redirect reports that the authorization server refused the request: an unknown scope, a short
        /// `state` (assumption: RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was observed to give a
        /// redirect without an error, docs/platform.md#oauth-errors).
        public var refusedRequest: Denial?
        /// Whether using a refresh token after its grace period ends the whole grant (assumption: as with Ory Hydra).
        public var reuseRevokes: Bool?
        /// Whether the redirect has `iss`, the issuer (RFC 9207; assumption: it is not documented). Every world is its
        /// own issuer.
        public var sendIssuer: Bool?

        /// Creates the value from its members.
        public init(
            accessTokenSeconds: Int? = nil,
            codeInRefresh: Demand? = nil,
            codeReuseRevokes: Bool? = nil,
            codeSeconds: Int? = nil,
            concurrentRefreshSeconds: Int? = nil,
            denial: Denial? = nil,
            grace: Grace? = nil,
            graceSeconds: Int? = nil,
            oldAccessToken: OldAccessToken? = nil,
            pkce: Demand? = nil,
            redirectUriInRefresh: Demand? = nil,
            refreshLife: RefreshLife? = nil,
            refreshTokenSeconds: Int? = nil,
            refuseShortState: Bool? = nil,
            refusedRequest: Denial? = nil,
            reuseRevokes: Bool? = nil,
            sendIssuer: Bool? = nil
        ) {
            self.accessTokenSeconds = accessTokenSeconds
            self.codeInRefresh = codeInRefresh
            self.codeReuseRevokes = codeReuseRevokes
            self.codeSeconds = codeSeconds
            self.concurrentRefreshSeconds = concurrentRefreshSeconds
            self.denial = denial
            self.grace = grace
            self.graceSeconds = graceSeconds
            self.oldAccessToken = oldAccessToken
            self.pkce = pkce
            self.redirectUriInRefresh = redirectUriInRefresh
            self.refreshLife = refreshLife
            self.refreshTokenSeconds = refreshTokenSeconds
            self.refuseShortState = refuseShortState
            self.refusedRequest = refusedRequest
            self.reuseRevokes = reuseRevokes
            self.sendIssuer = sendIssuer
        }

        private enum CodingKeys: String, CodingKey {
            case accessTokenSeconds = "access_token_seconds"
            case codeInRefresh = "code_in_refresh"
            case codeReuseRevokes = "code_reuse_revokes"
            case codeSeconds = "code_seconds"
            case concurrentRefreshSeconds = "concurrent_refresh_seconds"
            case denial
            case grace
            case graceSeconds = "grace_seconds"
            case oldAccessToken = "old_access_token"
            case pkce
            case redirectUriInRefresh = "redirect_uri_in_refresh"
            case refreshLife = "refresh_life"
            case refreshTokenSeconds = "refresh_token_seconds"
            case refuseShortState = "refuse_short_state"
            case refusedRequest = "refused_request"
            case reuseRevokes = "reuse_revokes"
            case sendIssuer = "send_issuer"
        }
    }

    /// What happens to the old access token when a pair is replaced.
    public enum OldAccessToken: String, Codable, Sendable {
        case staysValid = "stays_valid"
        case endsAtOnce = "ends_at_once"
    }

    /// The order of paused deliveries when they are resumed.
    public enum Order: String, Codable, Sendable {
        case asMade = "as_made"
        case reversed
        case shuffled
    }

    /// A post as its owner sees it.
    public struct OwnView: Decodable, Equatable, Sendable {
        /// What `own_posts.get` returns.
        public let record: [String: Json]
        /// What `own_posts.stats` returns.
        public let stats: [String: Json]
    }

    /// How a payment ends.
    public enum PaymentEnd: String, Codable, Sendable {
        case completed
        case failed
        case refunded
    }

    /// What payments cost in a world, and how they end.
    public struct PaymentRules: Codable, Equatable, Sendable {
        /// How transactions on the app's balance end, and payments that are reconciled: those fail unless they are
        /// completed.
        public var end: PaymentEnd?
        /// Whether a payment from a user's wallet is first being reconciled.
        public var reconciles: Bool?
        /// What the owner is told about a post or an edit that a review did not accept.
        public var rejectReason: String?
        /// The price of an extension, in rial.
        public var renewRials: Int?
        /// The price of a reordering, in rial.
        public var reorderRials: Int?
        /// How reviews of posts and of edits end.
        public var review: ReviewEnd?
        /// Seconds that a review takes.
        public var reviewedAfter: Int?
        /// Seconds until a transaction ends, and until a payment that is being reconciled is paid or has failed.
        public var settlesAfter: Int?
        /// The price of a publication, in rial.
        public var submitRials: Int?

        /// Creates the value from its members.
        public init(
            end: PaymentEnd? = nil,
            reconciles: Bool? = nil,
            rejectReason: String? = nil,
            renewRials: Int? = nil,
            reorderRials: Int? = nil,
            review: ReviewEnd? = nil,
            reviewedAfter: Int? = nil,
            settlesAfter: Int? = nil,
            submitRials: Int? = nil
        ) {
            self.end = end
            self.reconciles = reconciles
            self.rejectReason = rejectReason
            self.renewRials = renewRials
            self.reorderRials = reorderRials
            self.review = review
            self.reviewedAfter = reviewedAfter
            self.settlesAfter = settlesAfter
            self.submitRials = submitRials
        }

        private enum CodingKeys: String, CodingKey {
            case end
            case reconciles
            case rejectReason = "reject_reason"
            case renewRials = "renew_rials"
            case reorderRials = "reorder_rials"
            case review
            case reviewedAfter = "reviewed_after"
            case settlesAfter = "settles_after"
            case submitRials = "submit_rials"
        }
    }

    /// A payment ticket of a world. Tests add it; the app asks whether it is good.
    public struct PaymentTicket: Codable, Equatable, Sendable {
        /// What the issuer put into it.
        public var issuerPayload: [String: Json]?
        /// Whether it is for a service of another type than the app's.
        public var otherService: Bool?
        /// What it covers, in rial.
        public var sponsoredRials: Int?
        /// Name of the user it is for.
        public var user: String?
        /// Its UUID.
        public var uuid: String?

        /// Creates the value from its members.
        public init(
            issuerPayload: [String: Json]? = nil,
            otherService: Bool? = nil,
            sponsoredRials: Int? = nil,
            user: String? = nil,
            uuid: String? = nil
        ) {
            self.issuerPayload = issuerPayload
            self.otherService = otherService
            self.sponsoredRials = sponsoredRials
            self.user = user
            self.uuid = uuid
        }

        private enum CodingKeys: String, CodingKey {
            case issuerPayload = "issuer_payload"
            case otherService = "other_service"
            case sponsoredRials = "sponsored_rials"
            case user
            case uuid
        }
    }

    /// A login that waits for the user: a consent page that is open in a browser.
    public struct PendingConsent: Decodable, Equatable, Sendable {
        /// Its id, by which it can be answered.
        public let id: String
        /// When the page was opened, on the world's clock.
        public let openedAt: Date
        /// Where the user returns to.
        public let redirectUri: String
        /// The scopes that the app asks for.
        public let scopes: [String]
        /// The user whom the app expects, if it says so.
        public let loginHint: String?

        private enum CodingKeys: String, CodingKey {
            case id
            case loginHint = "login_hint"
            case openedAt = "opened_at"
            case redirectUri = "redirect_uri"
            case scopes
        }
    }

    /// What to change of a post. Members that are not given stay.
    public struct PostChange: Encodable, Equatable, Sendable {
        /// Token of the business it belongs to; empty for none.
        public var business: String?
        /// Slug of the category.
        public var category: String?
        /// Whether the owner can be written to.
        public var chatEnabled: Bool?
        /// Slug of the city.
        public var city: String?
        /// The counts of its statistics for a whole day, also of days that have passed.
        public var countsPerDay: CountsPerDay?
        /// Attributes to set; `null` removes one.
        public var data: [String: Json]?
        /// Slug of the district; empty for none.
        public var district: String?
        /// Whether the phone number is hidden.
        public var isPhoneHidden: Bool?
        /// Addresses of the images it has before publication.
        public var ongoingImages: [String]?
        /// The next stage.
        public var stage: Stage?
        /// Whether the platform's sales assistant may answer.
        public var supplierChatAssistantEnabled: Bool?

        /// Creates the value from its members.
        public init(
            business: String? = nil,
            category: String? = nil,
            chatEnabled: Bool? = nil,
            city: String? = nil,
            countsPerDay: CountsPerDay? = nil,
            data: [String: Json]? = nil,
            district: String? = nil,
            isPhoneHidden: Bool? = nil,
            ongoingImages: [String]? = nil,
            stage: Stage? = nil,
            supplierChatAssistantEnabled: Bool? = nil
        ) {
            self.business = business
            self.category = category
            self.chatEnabled = chatEnabled
            self.city = city
            self.countsPerDay = countsPerDay
            self.data = data
            self.district = district
            self.isPhoneHidden = isPhoneHidden
            self.ongoingImages = ongoingImages
            self.stage = stage
            self.supplierChatAssistantEnabled = supplierChatAssistantEnabled
        }

        private enum CodingKeys: String, CodingKey {
            case business
            case category
            case chatEnabled = "chat_enabled"
            case city
            case countsPerDay = "counts_per_day"
            case data
            case district
            case isPhoneHidden = "is_phone_hidden"
            case ongoingImages = "ongoing_images"
            case stage
            case supplierChatAssistantEnabled = "supplier_chat_assistant_enabled"
        }
    }

    /// A post in review, or one whose last review did not accept it or its edit.
    public struct PostReview: Decodable, Equatable, Sendable {
        /// The members of the category that the edit in review sets.
        public let category: [String: Json]
        /// The general members that the edit in review sets.
        public let general: [String: Json]
        /// Whether the post is new, and not published yet.
        public let isNew: Bool
        /// Whether a review is in progress. Otherwise the last one did not accept the post or its edit.
        public let isOpen: Bool
        /// Name of its owner.
        public let owner: String
        /// Token of the post.
        public let post: String
        /// The word of `state` for its owner, such as `POST_STATE_WAITING_FOR_REVIEW`.
        public let state: String
        /// What the owner was told, if it was not accepted.
        public let rejectReason: String?

        private enum CodingKeys: String, CodingKey {
            case category
            case general
            case isNew = "is_new"
            case isOpen = "is_open"
            case owner
            case post
            case rejectReason = "reject_reason"
            case state
        }
    }

    /// A set of values for all switches.
    public enum Profile: String, Codable, Sendable {
        case strict
        case lenient
        case observed
    }

    /// A header of a request or an answer.
    public struct RecordedHeader: Decodable, Equatable, Sendable {
        /// Its name, in lower case.
        public let name: String
        /// Its value; `[redacted]` for a secret.
        public let value: String
    }

    /// One side of an exchange: the request or the answer.
    public struct RecordedMessage: Decodable, Equatable, Sendable {
        /// The headers, in order. Secrets are `[redacted]`.
        public let headers: [RecordedHeader]
        /// The body as text, with `[redacted]` for secrets. Absent if it is not text, is larger than 64 KiB, a fault
        /// has changed it, or its secrets cannot be found.
        public let body: String?
        /// The length of the body in bytes. Absent if a fault answered or changed it.
        public let bodyBytes: Int?

        private enum CodingKeys: String, CodingKey {
            case body
            case bodyBytes = "body_bytes"
            case headers
        }
    }

    /// From when the lifetime of a refresh token counts.
    public enum RefreshLife: String, Codable, Sendable {
        case rolling
        case absolute
    }

    /// One request, with what went over the wire. Secrets are `[redacted]`.
    public struct RequestDetails: Decodable, Equatable, Sendable {
        /// The time of its arrival, on the world's clock.
        public let at: Date
        /// Length of the body in bytes.
        public let bodyBytes: Int
        /// SHA-256 of the body, in hexadecimal digits.
        public let bodySha256: String
        /// From its arrival to its answer, in milliseconds of the machine's clock.
        public let durationMs: Double
        /// Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`.
        public let host: String
        /// HTTP method.
        public let method: String
        /// Number of the request in its world, from 1. The answer has it in `x-request-id`.
        public let number: Int
        /// Path on that host, without the query.
        public let path: String
        /// Its place in the order in which its world recorded requests, delivery attempts and events without a
        /// delivery. Unlike the number, it does not begin again after a reset.
        public let position: Int
        /// The query without `?`; empty if there was none.
        public let query: String
        /// Status of the answer. 0 if a fault cut the connection before there was one.
        public let status: Int
        /// Whether the endpoint is a write that is not idempotent.
        public let write: Bool
        /// Name of the endpoint, such as `posts.get`, or none for an unknown path.
        public let endpoint: String?
        /// Number of the fault rule that acted on it, if one did.
        public let fault: Int?
        /// Why it was refused: the message of the error answer, or the error of an authorization request.
        public let refusal: String?
        /// The replacement of a deprecated endpoint.
        public let replacement: String?
        /// What the app sent. Absent if it is too long ago: the latest requests are kept, up to 8 MiB in a world.
        public let request: RecordedMessage?
        /// What it received.
        public let response: RecordedMessage?
        /// Whether its access token was enough. Absent where no valid token was needed and sent.
        public let scopeCheck: ScopeCheck?
        /// The header `traceparent`, if it came.
        public let traceparent: String?
        /// Name of the user whose token or code it carried.
        public let user: String?

        private enum CodingKeys: String, CodingKey {
            case at
            case bodyBytes = "body_bytes"
            case bodySha256 = "body_sha256"
            case durationMs = "duration_ms"
            case endpoint
            case fault
            case host
            case method
            case number
            case path
            case position
            case query
            case refusal
            case replacement
            case request
            case response
            case scopeCheck = "scope_check"
            case status
            case traceparent
            case user
            case write
        }
    }

    /// The requests of a rule. All given members must match.
    public struct RequestMatch: Codable, Equatable, Sendable {
        /// Name of the endpoint, such as `oauth.refresh`.
        public var endpoint: String?
        /// Name of a header that must be there.
        public var header: String?
        /// The value that header must have.
        public var headerValue: String?
        /// HTTP method, in upper-case letters.
        public var method: String?
        /// Path on the host, with `{names}` for variable segments, such as
        /// `/v1/open-platform/finder/post/{post_token}`.
        public var path: String?
        /// Name of the user whose access token, refresh token or code the request carries, such as `seller`.
        public var user: String?

        /// Creates the value from its members.
        public init(
            endpoint: String? = nil,
            header: String? = nil,
            headerValue: String? = nil,
            method: String? = nil,
            path: String? = nil,
            user: String? = nil
        ) {
            self.endpoint = endpoint
            self.header = header
            self.headerValue = headerValue
            self.method = method
            self.path = path
            self.user = user
        }

        private enum CodingKeys: String, CodingKey {
            case endpoint
            case header
            case headerValue = "header_value"
            case method
            case path
            case user
        }
    }

    /// One request of the app.
    public struct RequestRecord: Decodable, Equatable, Sendable {
        /// The time of its arrival, on the world's clock.
        public let at: Date
        /// Length of the body in bytes.
        public let bodyBytes: Int
        /// SHA-256 of the body, in hexadecimal digits.
        public let bodySha256: String
        /// From its arrival to its answer, in milliseconds of the machine's clock.
        public let durationMs: Double
        /// Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`.
        public let host: String
        /// HTTP method.
        public let method: String
        /// Number of the request in its world, from 1. The answer has it in `x-request-id`.
        public let number: Int
        /// Path on that host, without the query.
        public let path: String
        /// Its place in the order in which its world recorded requests, delivery attempts and events without a
        /// delivery. Unlike the number, it does not begin again after a reset.
        public let position: Int
        /// Status of the answer. 0 if a fault cut the connection before there was one.
        public let status: Int
        /// Whether the endpoint is a write that is not idempotent.
        public let write: Bool
        /// Name of the endpoint, such as `posts.get`, or none for an unknown path.
        public let endpoint: String?
        /// Number of the fault rule that acted on it, if one did.
        public let fault: Int?
        /// Why it was refused: the message of the error answer, or the error of an authorization request.
        public let refusal: String?
        /// The replacement of a deprecated endpoint.
        public let replacement: String?
        /// Whether its access token was enough. Absent where no valid token was needed and sent.
        public let scopeCheck: ScopeCheck?
        /// The header `traceparent`, if it came.
        public let traceparent: String?
        /// Name of the user whose token or code it carried.
        public let user: String?

        private enum CodingKeys: String, CodingKey {
            case at
            case bodyBytes = "body_bytes"
            case bodySha256 = "body_sha256"
            case durationMs = "duration_ms"
            case endpoint
            case fault
            case host
            case method
            case number
            case path
            case position
            case refusal
            case replacement
            case scopeCheck = "scope_check"
            case status
            case traceparent
            case user
            case write
        }
    }

    /// How an answer 429 says when to retry.
    public enum RetryAfter: String, Codable, Sendable {
        case missing
        case seconds
        case date
    }

    /// How a review ends.
    public struct ReviewDecision: Encodable, Equatable, Sendable {
        /// The end.
        public var end: ReviewEnd
        /// What the owner is told if it is not accepted; absent: the reason of the rules of payments.
        public var reason: String?

        /// Creates the value from its members.
        public init(end: ReviewEnd, reason: String? = nil) {
            self.end = end
            self.reason = reason
        }
    }

    /// How a review ends.
    public enum ReviewEnd: String, Codable, Sendable {
        case accepted
        case rejected
        case needsEdit = "needs_edit"
    }

    /// A documented form of an event that differs from the observed one.
    public enum Sample: String, Codable, Sendable {
        case messageFromUser = "message_from_user"
        case messageFromBot = "message_from_bot"
        case messageWithoutText = "message_without_text"
        case messageWithFile = "message_with_file"
        case chatbotMessage = "chatbot_message"
        case messageWithMetaData = "message_with_meta_data"
        case paymentTransaction = "payment_transaction"
        case retiredPost = "retired_post"
        case revocation
        case oldChatMessage = "old_chat_message"
        case unknownType = "unknown_type"
    }

    /// A business of a world.
    public struct SandboxBusiness: Decodable, Equatable, Sendable {
        /// Names of the users who administer it.
        public let admins: [String]
        /// Names of the users who work for it.
        public let agents: [String]
        /// Its name.
        public let businessName: String
        /// Kind of business.
        public let businessType: String
        /// What it says about itself.
        public let description: String
        /// Name of the user who owns it.
        public let owner: String
        /// Id of its profile image.
        public let profileImage: String
        /// Its token.
        public let token: String

        private enum CodingKeys: String, CodingKey {
            case admins
            case agents
            case businessName = "business_name"
            case businessType = "business_type"
            case description
            case owner
            case profileImage = "profile_image"
            case token
        }
    }

    /// A file that the app uploaded for messages of chats.
    public struct SandboxChatMedium: Decodable, Equatable, Sendable {
        /// Its size.
        public let bytes: Int
        /// The name under which its bytes are kept, as one of the images.
        public let file: String
        /// What it is.
        public let kind: ChatMediumKind
        /// The token that the upload returned, for the `media_token` of a message.
        public let mediaToken: String
        /// The name of the file that the app sent.
        public let name: String
        /// When it was uploaded.
        public let uploadedAt: Date

        private enum CodingKeys: String, CodingKey {
            case bytes
            case file
            case kind
            case mediaToken = "media_token"
            case name
            case uploadedAt = "uploaded_at"
        }
    }

    /// A conversation of a world.
    public struct SandboxConversation: Decodable, Equatable, Sendable {
        /// What it is about.
        public let about: About
        /// Its id.
        public let id: String
    }

    /// A custom button of the app: on a post, or of a business.
    public struct SandboxCustomButton: Decodable, Equatable, Sendable {
        /// The button in the platform's form, with `type` and `action`.
        public let button: [String: Json]
        /// The token of the business.
        public let business: String?
        /// The token of the post.
        public let post: String?
    }

    /// An upload of the app.
    public struct SandboxImage: Decodable, Equatable, Sendable {
        /// Its size.
        public let bytes: Int
        /// The name that the upload returned.
        public let name: String
        /// When it was uploaded.
        public let uploadedAt: Date
        /// The name since a widget shows it, if one does.
        public let permanentName: String?

        private enum CodingKeys: String, CodingKey {
            case bytes
            case name
            case permanentName = "permanent_name"
            case uploadedAt = "uploaded_at"
        }
    }

    /// A post of a world.
    public struct SandboxPost: Decodable, Equatable, Sendable {
        /// Slug of the category.
        public let category: String
        /// Whether the owner can be written to.
        public let chatEnabled: Bool
        /// Slug of the city.
        public let city: String
        /// The attributes of the category.
        public let data: [String: Json]
        /// Slug of the district; empty where there is none.
        public let district: String
        /// Whether the phone number is hidden.
        public let isPhoneHidden: Bool
        /// When it last changed.
        public let lastModifiedAt: Date
        /// Addresses of the images it has before publication.
        public let ongoingImages: [String]
        /// Name of the user who owns it.
        public let owner: String
        /// Its stage.
        public let stage: Stage
        /// Whether the platform's sales assistant may answer.
        public let supplierChatAssistantEnabled: Bool
        /// Its token.
        public let token: String
        /// The business it belongs to.
        public let business: SandboxBusiness?
        /// The counts of its statistics for a whole day, if they were set; otherwise they are made from its token.
        public let countsPerDay: CountsPerDay?
        /// When it was first published.
        public let firstPublishedAt: Date?
        /// When it was last renewed.
        public let renewedAt: Date?

        private enum CodingKeys: String, CodingKey {
            case business
            case category
            case chatEnabled = "chat_enabled"
            case city
            case countsPerDay = "counts_per_day"
            case data
            case district
            case firstPublishedAt = "first_published_at"
            case isPhoneHidden = "is_phone_hidden"
            case lastModifiedAt = "last_modified_at"
            case ongoingImages = "ongoing_images"
            case owner
            case renewedAt = "renewed_at"
            case stage
            case supplierChatAssistantEnabled = "supplier_chat_assistant_enabled"
            case token
        }
    }

    /// A transaction on the app's balance.
    public struct SandboxTransaction: Decodable, Equatable, Sendable {
        /// In rial.
        public let costRials: Int
        /// When it was created.
        public let createdAt: Date
        /// Text of the app.
        public let extraDetails: String
        /// The UUID that the app chose.
        public let id: String
        /// The post.
        public let post: String
        /// What was bought.
        public let service: Service
        /// Such as `TRANSACTION_STATE_PENDING`.
        public let state: String

        private enum CodingKeys: String, CodingKey {
            case costRials = "cost_rials"
            case createdAt = "created_at"
            case extraDetails = "extra_details"
            case id
            case post
            case service
            case state
        }
    }

    /// A user of a world.
    public struct SandboxUser: Decodable, Equatable, Sendable {
        /// The id that this app sees. Every app sees a different one.
        public let id: String
        /// The name of the user in the sandbox, such as `seller`. Apps do not receive it.
        public let name: String
        /// Mobile number: `09` and nine digits.
        public let phone: String
    }

    /// An add-on of the app on a user.
    public struct SandboxUserAddon: Decodable, Equatable, Sendable {
        /// Slugs of the categories it shows in. Empty means all.
        public let categories: [String]
        /// When it was last sent.
        public let createdAt: Date
        /// When it expires.
        public let expiresAt: Date
        /// Its id, as its creation answered.
        public let id: String
        /// The semantic data as it is stored.
        public let semantic: StoredSemantic
        /// Name of the user in the sandbox, or the phone number or id of someone the world does not know.
        public let user: String
        /// The widgets, with permanent images.
        public let widgets: [[String: Json]]
        /// In rial.
        public let cost: Int?
        /// The payment ticket.
        public let ticketUuid: String?

        private enum CodingKeys: String, CodingKey {
            case categories
            case cost
            case createdAt = "created_at"
            case expiresAt = "expires_at"
            case id
            case semantic
            case ticketUuid = "ticket_uuid"
            case user
            case widgets
        }
    }

    /// Whether the access that a user granted was enough for a request.
    public enum ScopeCheck: String, Codable, Sendable {
        case passed
        case refused
    }

    /// The data to add, in this order.
    public struct Seed: Encodable, Equatable, Sendable {
        /// Businesses of users.
        public var businesses: [NewBusiness]?
        /// Conversations about posts or with the chatbot.
        public var conversations: [NewConversation]?
        /// Posts of users.
        public var posts: [NewPost]?
        /// Users. Each needs a name.
        public var users: [NewUser]?

        /// Creates the value from its members.
        public init(
            businesses: [NewBusiness]? = nil,
            conversations: [NewConversation]? = nil,
            posts: [NewPost]? = nil,
            users: [NewUser]? = nil
        ) {
            self.businesses = businesses
            self.conversations = conversations
            self.posts = posts
            self.users = users
        }
    }

    /// A paid service of a post.
    public enum Service: String, Codable, Sendable {
        case reorder
        case submit
        case renew
    }

    /// An add-on of the app on one post.
    public struct ShownAddon: Decodable, Equatable, Sendable {
        /// Whether it appears on the post yet.
        public let attached: Bool
        /// When it was first sent.
        public let createdAt: Date
        /// Its id. Apps do not receive it.
        public let id: String
        /// When it was last sent.
        public let modifiedAt: Date
        /// Text of the app.
        public let notes: String
        /// Token of the post.
        public let post: String
        /// The semantic data as it is stored.
        public let semantic: StoredSemantic
        /// The widgets, with permanent images.
        public let widgets: [[String: Json]]
        /// Id of the user or business add-on it was copied from, if it was.
        public let copiedFrom: String?

        private enum CodingKeys: String, CodingKey {
            case attached
            case copiedFrom = "copied_from"
            case createdAt = "created_at"
            case id
            case modifiedAt = "modified_at"
            case notes
            case post
            case semantic
            case widgets
        }
    }

    /// A kept snapshot, and what is in it.
    public struct SnapshotInfo: Decodable, Equatable, Sendable {
        /// The time of the world.
        public let at: Date
        /// The number of conversations.
        public let conversations: Int
        /// Whether the clock was frozen.
        public let frozen: Bool
        /// Its number in the world.
        public let number: Int
        /// The number of posts.
        public let posts: Int
        /// The number of users.
        public let users: Int
        /// Its name, if it has one.
        public let name: String?
    }

    /// The stage of a post (docs/platform.md#post-states).
    public enum Stage: String, Codable, Sendable {
        case waitingForPayment = "waiting_for_payment"
        case inReview = "in_review"
        case published
        case retired
        case archived
    }

    /// The structure of start requests.
    public enum StartForm: String, Codable, Sendable {
        case v2
        case v2Underscore = "v2_underscore"
        case v2WithoutHeader = "v2_without_header"
        case v1
    }

    /// A semantic record of the app, about a user or a post.
    public struct StoredRecord: Decodable, Equatable, Sendable {
        /// The data.
        public let data: StoredSemantic
        /// Its id, as its creation answered.
        public let id: String
        /// When it was last sent.
        public let writtenAt: Date
        /// In rial.
        public let cost: Int?
        /// The payment ticket.
        public let ticketUuid: String?

        private enum CodingKeys: String, CodingKey {
            case cost
            case data
            case id
            case ticketUuid = "ticket_uuid"
            case writtenAt = "written_at"
        }
    }

    /// Semantic data as the platform stores it.
    public struct StoredSemantic: Decodable, Equatable, Sendable {
        /// All other names, with the SHA-256 of the value in hexadecimal digits. The value is not stored.
        public let hashed: [String: String]
        /// Known names, with their values.
        public let readable: [String: String]
    }

    /// Switches to change, in JSON. The others keep their values.
    public struct SwitchChange: Encodable, Equatable, Sendable {
        /// Endpoints, and the contents of events.
        public var gaps: Gaps?
        /// Rate limits.
        public var limits: LimitRules?
        /// The authorization server.
        public var oauth: OAuthRules?
        /// Sets all switches to those of this profile first.
        public var profile: Profile?
        /// Requests to the app.
        public var webhooks: WebhookRules?

        /// Creates the value from its members.
        public init(
            gaps: Gaps? = nil,
            limits: LimitRules? = nil,
            oauth: OAuthRules? = nil,
            profile: Profile? = nil,
            webhooks: WebhookRules? = nil
        ) {
            self.gaps = gaps
            self.limits = limits
            self.oauth = oauth
            self.profile = profile
            self.webhooks = webhooks
        }
    }

    /// Every switch of a world.
    public struct Switches: Decodable, Equatable, Sendable {
        /// Endpoints, and the contents of events.
        public let gaps: Gaps
        /// Rate limits.
        public let limits: LimitRules
        /// The authorization server.
        public let oauth: OAuthRules
        /// The profile these switches began with.
        public let profile: Profile
        /// Requests to the app.
        public let webhooks: WebhookRules
    }

    /// A pair of tokens.
    public struct TokenPair: Decodable, Equatable, Sendable {
        /// The access token.
        public let accessToken: String
        /// When the access token expires.
        public let expiresAt: Date
        /// Its number in the world.
        public let pair: Int
        /// The refresh token. Only with the scope `offline_access`.
        public let refreshToken: String?

        private enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case expiresAt = "expires_at"
            case pair
            case refreshToken = "refresh_token"
        }
    }

    /// The state and the permissions of a pair of tokens, without the tokens.
    public struct TokenReport: Decodable, Equatable, Sendable {
        /// For each endpoint, whether the token can be used.
        public let abilities: [Ability]
        /// When the access token expires or expired.
        public let accessTokenUntil: Date
        /// Whether the access token is valid now.
        public let accessTokenWorks: Bool
        /// Number of the consent, which stays the same across refreshes.
        public let grant: Int
        /// When the pair was issued.
        public let madeAt: Date
        /// Number of the pair in its world.
        public let pair: Int
        /// The granted scopes.
        public let scopes: [String]
        /// Name of the user who consented.
        public let user: String
        /// Why the whole grant ended, if it did.
        public let ended: String?
        /// When the refresh token expires or expired, unless it was used before. Absent without a refresh token.
        public let refreshTokenUntil: Date?
        /// When the refresh token was first used.
        public let refreshedAt: Date?

        private enum CodingKeys: String, CodingKey {
            case abilities
            case accessTokenUntil = "access_token_until"
            case accessTokenWorks = "access_token_works"
            case ended
            case grant
            case madeAt = "made_at"
            case pair
            case refreshTokenUntil = "refresh_token_until"
            case refreshedAt = "refreshed_at"
            case scopes
            case user
        }
    }

    /// The user and the scopes of new tokens.
    public struct TokenRequest: Encodable, Equatable, Sendable {
        /// The scopes, as if the user had just granted them.
        public var scopes: [String]
        /// Name of the user.
        public var user: String

        /// Creates the value from its members.
        public init(scopes: [String], user: String) {
            self.scopes = scopes
            self.user = user
        }
    }

    /// A transaction to send an event of (docs/platform.md#event-payloads).
    public struct Transaction: Encodable, Equatable, Sendable {
        /// The UUID that the app chose.
        public var id: String
        /// Such as `TRANSACTION_STATE_COMPLETED`.
        public var state: String
        /// In rial.
        public var costRials: Int?
        /// Text of the app.
        public var extraDetails: String?
        /// Such as `TRANSACTION_TYPE_REORDER`.
        public var type: String?

        /// Creates the value from its members.
        public init(
            id: String,
            state: String,
            costRials: Int? = nil,
            extraDetails: String? = nil,
            type: String? = nil
        ) {
            self.id = id
            self.state = state
            self.costRials = costRials
            self.extraDetails = extraDetails
            self.type = type
        }

        private enum CodingKeys: String, CodingKey {
            case costRials = "cost_rials"
            case extraDetails = "extra_details"
            case id
            case state
            case type
        }
    }

    /// An event that has not reached the app, and why.
    public struct Undelivered: Decodable, Equatable, Sendable {
        /// Event type, such as `NEW_MESSAGE`.
        public let event: String
        /// The reason as text, with what to do.
        public let explanation: String
        /// When the event was created.
        public let madeAt: Date
        /// The reason.
        public let reason: NotDelivered
        /// Number of the delivery; absent if no delivery was made.
        public let delivery: Int?
        /// Its place in the order in which its world recorded requests, delivery attempts and events without a
        /// delivery. Absent if a delivery was made, whose attempts have one.
        public let position: Int?
        /// Token of the post of the event, if there is one.
        public let resource: String?
        /// Name of the user of the event, if known.
        public let user: String?

        private enum CodingKeys: String, CodingKey {
            case delivery
            case event
            case explanation
            case madeAt = "made_at"
            case position
            case reason
            case resource
            case user
        }
    }

    /// Something that happens when the clock reaches its time.
    public struct Upcoming: Decodable, Equatable, Sendable {
        /// What it is about: the name of the user, the token of the post, or the event type.
        public let about: String
        /// The time, on the world's clock.
        public let at: Date
        /// The kind of the job.
        public let kind: UpcomingKind
        /// Number of the pair of tokens, the code or the delivery.
        public let number: Int?
    }

    /// The kind of a planned job.
    public enum UpcomingKind: String, Codable, Sendable {
        case attachAddon = "attach_addon"
        case deliver
        case endGrace = "end_grace"
        case expireAccessToken = "expire_access_token"
        case expireCode = "expire_code"
        case expireRefreshToken = "expire_refresh_token"
        case expireUserAddon = "expire_user_addon"
        case reviewPost = "review_post"
        case settlePayment = "settle_payment"
    }

    /// A message of a user.
    public struct UserMessage: Encodable, Equatable, Sendable {
        /// The text.
        public var text: String
        /// Name of the user.
        public var user: String

        /// Creates the value from its members.
        public init(text: String, user: String) {
            self.text = text
            self.user = user
        }
    }

    /// The result.
    public struct WaitResult: Decodable, Equatable, Sendable {
        /// The number at the end.
        public let count: Int
        /// Whether the minimum number was reached.
        public let met: Bool
    }

    /// A payment from a user's wallet.
    public struct WalletPayment: Decodable, Equatable, Sendable {
        /// In rial.
        public let amountRials: Int
        /// The UUID that the app chose.
        public let id: String
        /// The id of the platform.
        public let orderId: String
        /// The post.
        public let post: String
        /// What was bought.
        public let service: Service
        /// Such as `PAY_STATUS_PAID`.
        public let status: String
        /// Name of the user.
        public let user: String
        /// When it was paid.
        public let paidAt: Date?

        private enum CodingKeys: String, CodingKey {
            case amountRials = "amount_rials"
            case id
            case orderId = "order_id"
            case paidAt = "paid_at"
            case post
            case service
            case status
            case user
        }
    }

    /// The switches of requests to the app.
    public struct WebhookRules: Codable, Equatable, Sendable {
        /// The value of `Authorization` (docs/platform.md#identification-key).
        public var authorization: Authorization?
        /// The pause after each piece, in milliseconds of the machine's clock. For tests only.
        public var bodyPauseMilliseconds: Int?
        /// Sends the body of a request to the app in pieces of this many bytes, with pauses; 0: at once. For tests
        /// only.
        public var bodyPieceBytes: Int?
        /// Seconds from an event to the first attempt (assumption: none).
        public var delaySeconds: Int?
        /// The number of additional deliveries of each event. For tests only (docs/platform.md#webhook-delivery).
        public var duplicates: Int?
        /// The second key, for `other`, `in_turn` and `both`. For tests only.
        public var otherKey: String?
        /// Bytes of padding in an additional member of each event. For tests only.
        public var paddingBytes: Int?
        /// Seconds after each failed attempt until the next; empty: no retries. Assumption: no schedule is documented;
        /// this is the one of the Standard Webhooks specification.
        public var retryAfterSeconds: [Int]?
        /// The structure of start requests, and the spelling of their header (docs/platform.md#start-requests,
        /// #start-requests-v1).
        public var startForm: StartForm?
        /// The time limit for the app's answer, in milliseconds of the machine's clock (assumption: 5 seconds).
        public var timeoutMilliseconds: Int?

        /// Creates the value from its members.
        public init(
            authorization: Authorization? = nil,
            bodyPauseMilliseconds: Int? = nil,
            bodyPieceBytes: Int? = nil,
            delaySeconds: Int? = nil,
            duplicates: Int? = nil,
            otherKey: String? = nil,
            paddingBytes: Int? = nil,
            retryAfterSeconds: [Int]? = nil,
            startForm: StartForm? = nil,
            timeoutMilliseconds: Int? = nil
        ) {
            self.authorization = authorization
            self.bodyPauseMilliseconds = bodyPauseMilliseconds
            self.bodyPieceBytes = bodyPieceBytes
            self.delaySeconds = delaySeconds
            self.duplicates = duplicates
            self.otherKey = otherKey
            self.paddingBytes = paddingBytes
            self.retryAfterSeconds = retryAfterSeconds
            self.startForm = startForm
            self.timeoutMilliseconds = timeoutMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case authorization
            case bodyPauseMilliseconds = "body_pause_milliseconds"
            case bodyPieceBytes = "body_piece_bytes"
            case delaySeconds = "delay_seconds"
            case duplicates
            case otherKey = "other_key"
            case paddingBytes = "padding_bytes"
            case retryAfterSeconds = "retry_after_seconds"
            case startForm = "start_form"
            case timeoutMilliseconds = "timeout_milliseconds"
        }
    }

    /// A world.
    public struct WorldInfo: Decodable, Equatable, Sendable {
        /// Whether its clock is frozen.
        public let frozen: Bool
        /// Its name.
        public let name: String
        /// Its time.
        public let now: Date
        /// The profile of its switches.
        public let profile: Profile
        /// The prefix of its hosts: `auth`, `base`, `api`, `upload` and `chat` follow.
        public let url: String
    }

    /// A message of a conversation, as the sandbox keeps it.
    public struct WrittenMessage: Decodable, Equatable, Sendable {
        /// Name of the user in whose name it was written; empty for the chatbot.
        public let author: String
        /// The message in the form that is read.
        public let message: [String: Json]
        /// Buttons that the other side sees.
        public let receiverButtons: [String: Json]?
        /// Buttons that the author's side sees.
        public let senderButtons: [String: Json]?

        private enum CodingKeys: String, CodingKey {
            case author
            case message
            case receiverButtons = "receiver_buttons"
            case senderButtons = "sender_buttons"
        }
    }
}
#endif

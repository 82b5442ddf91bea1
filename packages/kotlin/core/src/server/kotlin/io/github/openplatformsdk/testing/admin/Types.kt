// Made from the sandbox by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.testing.admin

import io.github.openplatformsdk.ByName
import io.github.openplatformsdk.testing.AdminValue
import io.github.openplatformsdk.testing.SandboxException
import io.github.openplatformsdk.testing.members
import java.time.Instant

/** Whether a token can be used for an endpoint, and if not, what is missing. */
@ConsistentCopyVisibility
public data class Ability internal constructor(
    /** Whether a call is allowed. */
    public val allowed: Boolean,
    /** The granted scopes that allow it. Those with an identifier allow it for that object only. */
    public val by: List<String>,
    /** Name of the endpoint, such as `addons.create_on_post`. */
    public val endpoint: String,
    /** The scopes of which one is needed. Empty if one was granted or none is needed. */
    public val missingScopes: List<String>,
    /** The permission that the app's first API key lacks. */
    public val missingPermission: String?,
) {
    internal companion object {
        fun read(from: AdminValue): Ability = Ability(
            allowed = from["allowed"].boolean,
            by = from["by"].list { it.text },
            endpoint = from["endpoint"].text,
            missingScopes = from["missing_scopes"].list { it.text },
            missingPermission = from["missing_permission"].orNull { it.text },
        )
    }
}

/** What a conversation is about, and its participants, by their names in the sandbox. */
public sealed class About {
    /** A post. */
    @ConsistentCopyVisibility
    public data class Post internal constructor(
        /** Name of the user who writes to the owner. */
        public val buyer: String,
        /** Its token. */
        public val post: String,
        /** Its owner. */
        public val seller: String,
    ) : About()

    /** The app's chatbot. */
    @ConsistentCopyVisibility
    public data class Bot internal constructor(
        /** Name of the user who writes to it. */
        public val user: String,
    ) : About()

    internal companion object {
        fun read(from: AdminValue): About = when {
            from.has("post") -> Post(
                buyer = from["post"]["buyer"].text,
                post = from["post"]["post"].text,
                seller = from["post"]["seller"].text,
            )
            from.has("bot") -> Bot(user = from["bot"]["user"].text)
            else -> throw SandboxException("the sandbox sent an object of an unknown kind")
        }
    }
}

/** A rule in force, with its counters. */
@ConsistentCopyVisibility
public data class ActiveFault internal constructor(
    /** How many times it fired. */
    public val fired: Long,
    /** Number of the rule in its world. */
    public val id: Long,
    /** How many requests it matched. */
    public val matched: Long,
    /** The rule. */
    public val rule: FaultRule,
) {
    internal companion object {
        fun read(from: AdminValue): ActiveFault = ActiveFault(
            fired = from["fired"].long,
            id = from["id"].long,
            matched = from["matched"].long,
            rule = FaultRule.read(from["rule"]),
        )
    }
}

/** A subscription of the app (docs/platform.md#subscriptions). It ends with the access token it was made with. */
@ConsistentCopyVisibility
public data class ActiveSubscription internal constructor(
    /** The consent behind the token. */
    public val grant: String,
    /** Its id. Apps do not receive it. */
    public val id: String,
    /** The event type. */
    public val kind: String,
    /** When it was made. */
    public val madeAt: Instant,
    /** The metadata that is sent with every event. */
    public val metadata: Any?,
    /** Name of the user who consented. */
    public val user: String,
    /** The posts of the scopes, if the scopes are for posts. */
    public val posts: List<String>?,
    /** The resource it is limited to; without one it covers all that the scopes cover. */
    public val resource: String?,
) {
    internal companion object {
        fun read(from: AdminValue): ActiveSubscription = ActiveSubscription(
            grant = from["grant"].text,
            id = from["id"].text,
            kind = from["kind"].text,
            madeAt = from["made_at"].instant,
            metadata = from["metadata"].value,
            user = from["user"].text,
            posts = from["posts"].orNull { it.list { it.text } },
            resource = from["resource"].orNull { it.text },
        )
    }
}

/** The data that was added. */
@ConsistentCopyVisibility
public data class AddedData internal constructor(
    /** The businesses, with their tokens. */
    public val businesses: List<SandboxBusiness>,
    /** The conversations, with their ids. */
    public val conversations: List<SandboxConversation>,
    /** The posts, with their tokens. */
    public val posts: List<SandboxPost>,
    /** The users, with their ids. */
    public val users: List<SandboxUser>,
) {
    internal companion object {
        fun read(from: AdminValue): AddedData = AddedData(
            businesses = from["businesses"].list { SandboxBusiness.read(it) },
            conversations = from["conversations"].list { SandboxConversation.read(it) },
            posts = from["posts"].list { SandboxPost.read(it) },
            users = from["users"].list { SandboxUser.read(it) },
        )
    }
}

/** An API key and what it may do. */
public class ApiKey(
    vararg byName: ByName,
    /** The key. */
    public val key: String,
    /** Its permissions. */
    public val permissions: List<String>,
) {
    internal fun json(): Map<String, Any?> = members("key" to key, "permissions" to permissions)

    internal companion object {
        fun read(from: AdminValue): ApiKey = ApiKey(
            key = from["key"].text,
            permissions = from["permissions"].list { it.text },
        )
    }
}

/** The settings to change; the others stay. */
public class AppChange(
    vararg byName: ByName,
    /** The API key. */
    public val apiKey: String? = null,
    /** The slug, which is the client id. */
    public val clientId: String? = null,
    /** The secret for the token endpoint. */
    public val clientSecret: String? = null,
    /** Where dynamic actions are sent; empty for none. */
    public val dynamicActionUrl: String? = null,
    /** Where events are sent; empty for none. */
    public val eventsUrl: String? = null,
    /** Whether the app has a logo, which widgets name `logo`. */
    public val hasLogo: Boolean? = null,
    /** What the platform sends in `Authorization` when it calls the app. */
    public val identificationKey: String? = null,
    /** Further API keys. */
    public val otherKeys: List<ApiKey>? = null,
    /** What the API key may do, such as `GET_POST`. */
    public val permissions: List<String>? = null,
    /** Where users may return to after login. */
    public val redirectUris: List<String>? = null,
    /** Where start requests are sent; empty for none. */
    public val startUrl: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "api_key" to apiKey,
        "client_id" to clientId,
        "client_secret" to clientSecret,
        "dynamic_action_url" to dynamicActionUrl,
        "events_url" to eventsUrl,
        "has_logo" to hasLogo,
        "identification_key" to identificationKey,
        "other_keys" to otherKeys?.map { it.json() },
        "permissions" to permissions,
        "redirect_uris" to redirectUris,
        "start_url" to startUrl,
    )
}

/** The settings of the app in the platform's console. All credentials are generated. */
@ConsistentCopyVisibility
public data class AppSettings internal constructor(
    /** The API key. */
    public val apiKey: String,
    /** The slug, which is the client id. */
    public val clientId: String,
    /** The secret for the token endpoint. */
    public val clientSecret: String,
    /** Where dynamic actions are sent; none while empty. */
    public val dynamicActionUrl: String,
    /** Where events are sent; none while empty. */
    public val eventsUrl: String,
    /** Whether the app has a logo, which widgets name `logo`. */
    public val hasLogo: Boolean,
    /** What the platform sends in `Authorization` when it calls the app. */
    public val identificationKey: String,
    /** Further API keys, with fewer permissions: one for each service of the app. */
    public val otherKeys: List<ApiKey>,
    /** What the API key may do, such as `GET_POST`. A new world has every permission of the endpoint table. */
    public val permissions: List<String>,
    /** Where users may return to after login. Compared character by character. */
    public val redirectUris: List<String>,
    /** Where start requests are sent; none while empty. */
    public val startUrl: String,
) {
    internal companion object {
        fun read(from: AdminValue): AppSettings = AppSettings(
            apiKey = from["api_key"].text,
            clientId = from["client_id"].text,
            clientSecret = from["client_secret"].text,
            dynamicActionUrl = from["dynamic_action_url"].text,
            eventsUrl = from["events_url"].text,
            hasLogo = from["has_logo"].boolean,
            identificationKey = from["identification_key"].text,
            otherKeys = from["other_keys"].list { ApiKey.read(it) },
            permissions = from["permissions"].list { it.text },
            redirectUris = from["redirect_uris"].list { it.text },
            startUrl = from["start_url"].text,
        )
    }
}

/** One attempt to deliver an event. */
@ConsistentCopyVisibility
public data class Attempt internal constructor(
    /** Beginning of the app's answer. */
    public val answer: String,
    /** The time, on the world's clock. */
    public val at: Instant,
    /** How long the app took, in milliseconds of the machine's clock. */
    public val latencyMs: Double,
    /** Its place in the order in which its world recorded requests, delivery attempts and events without a delivery. */
    public val position: Long,
    /** Why there was no answer. */
    public val error: String?,
    /** Status of the app's answer, if it answered. */
    public val status: Long?,
) {
    internal companion object {
        fun read(from: AdminValue): Attempt = Attempt(
            answer = from["answer"].text,
            at = from["at"].instant,
            latencyMs = from["latency_ms"].number,
            position = from["position"].long,
            error = from["error"].orNull { it.text },
            status = from["status"].orNull { it.long },
        )
    }
}

/** The value of `Authorization` in requests to the app. */
public enum class Authorization(internal val word: String) {
    RIGHT("right"),
    OTHER("other"),
    IN_TURN("in_turn"),
    WRONG("wrong"),
    BOTH("both"),
    MISSING("missing"),
    ;

    internal companion object {
        fun read(from: AdminValue): Authorization = entries.first { it.word == from.text }
    }
}

/** A backend that runs. */
@ConsistentCopyVisibility
public data class BackendInfo internal constructor(
    /** The header that names the user. Without it no user is logged in. */
    public val sessionHeader: String,
    /** Its address, for the phone. */
    public val url: String,
) {
    internal companion object {
        fun read(from: AdminValue): BackendInfo = BackendInfo(
            sessionHeader = from["session_header"].text,
            url = from["url"].text,
        )
    }
}

/** The settings of the backend. */
public class BackendSettings(
    vararg byName: ByName,
    /** The writing calls that phones may make, such as `conversations.send`. */
    public val allow: List<String>? = null,
    /** Lifetime of its tokens, in seconds. */
    public val lifetimeSeconds: Long? = null,
) {
    internal fun json(): Map<String, Any?> = members("allow" to allow, "lifetime_seconds" to lifetimeSeconds)
}

/** A block between two users. */
public class Block(
    vararg byName: ByName,
    /** Name of the user who is blocked. */
    public val blocked: String,
    /** Name of the user who blocks. */
    public val blocker: String,
    /** `false` ends the block. */
    public val on: Boolean,
) {
    internal fun json(): Map<String, Any?> = members("blocked" to blocked, "blocker" to blocker, "on" to on)
}

/** A quota of one use of the platform: these calls together. */
public class CallQuota(
    vararg byName: ByName,
    /** Calls in the time. */
    public val calls: Long,
    /** Names of the endpoints, such as `addons.create_on_post`. */
    public val endpoints: List<String>,
    /**
     * The time. It begins with the minute, hour or day of UTC; a week has 7 days and begins on a Thursday (assumption).
     */
    public val per: Limit,
) {
    internal fun json(): Map<String, Any?> = members(
        "calls" to calls,
        "endpoints" to endpoints,
        "per" to per.word,
    )

    internal companion object {
        fun read(from: AdminValue): CallQuota = CallQuota(
            calls = from["calls"].long,
            endpoints = from["endpoints"].list { it.text },
            per = Limit.read(from["per"]),
        )
    }
}

/** What messages may contain beside text. */
public enum class ChatMediumKind(internal val word: String) {
    IMAGE("image"),
    VIDEO("video"),
    VOICE("voice"),
    FILE("file"),
    ;

    internal companion object {
        fun read(from: AdminValue): ChatMediumKind = entries.first { it.word == from.text }
    }
}

/** What a user clicks. */
public sealed class Click {
    internal abstract fun json(): Map<String, Any?>

    /** A button under a message. The user sees the buttons of their own side. */
    public class MessageButton(
        vararg byName: ByName,
        /** Id of the message. */
        public val message: String,
        /** Name of the user. */
        public val user: String,
        /** Position in the row, from 0. */
        public val column: Long? = null,
        /** Row, from 0. */
        public val row: Long? = null,
    ) : Click() {
        internal override fun json(): Map<String, Any?> = members(
            "on" to "message_button",
            "message" to message,
            "user" to user,
            "column" to column,
            "row" to row,
        )
    }

    /** An action in an add-on on a post. */
    public class Widget(
        vararg byName: ByName,
        /** Token of the post. */
        public val post: String,
        /** Name of the user. */
        public val user: String,
        /** Index of the action among all widgets of the post, in document order, from 0. */
        public val action: Long? = null,
    ) : Click() {
        internal override fun json(): Map<String, Any?> = members(
            "on" to "widget",
            "post" to post,
            "user" to user,
            "action" to action,
        )
    }

    /** The app in the list of services of a chat. */
    public class ChatService(
        vararg byName: ByName,
        /** Id of the conversation. */
        public val conversation: String,
        /** Name of the user. */
        public val user: String,
    ) : Click() {
        internal override fun json(): Map<String, Any?> = members(
            "on" to "chat_service",
            "conversation" to conversation,
            "user" to user,
        )
    }
}

/** What the user sees after a click. */
@ConsistentCopyVisibility
public data class ClickOutcome internal constructor(
    /** An action that the platform handles, or that the app answered with. */
    public val action: Any?,
    /**
     * The body of the request to the app, if there was one. If the app answered a dynamic action with a link to itself,
     * that of the start request.
     */
    public val request: Any?,
    /** Why nothing opens: the app did not answer, or its answer is not valid. */
    public val error: String?,
    /** The address that opens. */
    public val opens: String?,
    /** Status of the app's answer, if it answered. */
    public val status: Long?,
    /** A text that is shown briefly. */
    public val textMessage: String?,
) {
    internal companion object {
        fun read(from: AdminValue): ClickOutcome = ClickOutcome(
            action = from["action"].value,
            request = from["request"].value,
            error = from["error"].orNull { it.text },
            opens = from["opens"].orNull { it.text },
            status = from["status"].orNull { it.long },
            textMessage = from["text_message"].orNull { it.text },
        )
    }
}

/** The state of the clock. */
@ConsistentCopyVisibility
public data class ClockStatus internal constructor(
    /** Whether it is frozen. */
    public val frozen: Boolean,
    /** The clock of a world. */
    public val now: Instant,
    /** The planned jobs, earliest first; at most 1000. */
    public val planned: List<Fired>,
) {
    internal companion object {
        fun read(from: AdminValue): ClockStatus = ClockStatus(
            frozen = from["frozen"].boolean,
            now = from["now"].instant,
            planned = from["planned"].list { Fired.read(it) },
        )
    }
}

/** What differs between two snapshots. */
@ConsistentCopyVisibility
public data class Comparison internal constructor(
    /** The differences, at most 500. */
    public val differences: List<Difference>,
    /** Whether there are more. */
    public val hasMore: Boolean,
) {
    internal companion object {
        fun read(from: AdminValue): Comparison = Comparison(
            differences = from["differences"].list { Difference.read(it) },
            hasMore = from["has_more"].boolean,
        )
    }
}

/** The counts in the statistics of a post for a whole day. During a day they grow with the clock. */
public class CountsPerDay(
    vararg byName: ByName,
    /** How many conversations about it began. */
    public val chats: Long? = null,
    /** How often it was shown in a list. */
    public val impressions: Long? = null,
    /** How often the post was opened. */
    public val views: Long? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "chats" to chats,
        "impressions" to impressions,
        "views" to views,
    )

    internal companion object {
        fun read(from: AdminValue): CountsPerDay = CountsPerDay(
            chats = from["chats"].orNull { it.long },
            impressions = from["impressions"].orNull { it.long },
            views = from["views"].orNull { it.long },
        )
    }
}

/** The kind of a credential. */
public enum class CredentialKind(internal val word: String) {
    API_KEY("api_key"),
    ACCESS_TOKEN("access_token"),
    REFRESH_TOKEN("refresh_token"),
    CLIENT_SECRET("client_secret"),
    AUTHORIZATION_CODE("authorization_code"),
    ;

    internal companion object {
        fun read(from: AdminValue): CredentialKind = entries.first { it.word == from.text }
    }
}

/** A credential that a host received. */
@ConsistentCopyVisibility
public data class CredentialSighting internal constructor(
    /** The host name that the app used, such as `127.0.0.1:4010`. */
    public val authority: String,
    /**
     * Whether the host may receive it. The upload host may receive none, and only the auth host the client's secrets.
     */
    public val belongs: Boolean,
    /** The kind of the credential. */
    public val credential: CredentialKind,
    /** The first 16 hexadecimal digits of its SHA-256. */
    public val fingerprint: String,
    /** The host of the platform that received it: `auth`, `base`, `api`, `upload` or `chat`. */
    public val host: String,
    /** How often the host received it. */
    public val times: Long,
) {
    internal companion object {
        fun read(from: AdminValue): CredentialSighting = CredentialSighting(
            authority = from["authority"].text,
            belongs = from["belongs"].boolean,
            credential = CredentialKind.read(from["credential"]),
            fingerprint = from["fingerprint"].text,
            host = from["host"].text,
            times = from["times"].long,
        )
    }
}

/** A custom button to set or to remove. Exactly one of the tokens is given. */
public class CustomButtonChange(
    vararg byName: ByName,
    /** The token of the business. */
    public val business: String? = null,
    /** The button in the platform's form, with `type` and `action`. Absent: the button is removed. */
    public val button: Map<String, Any?>? = null,
    /** The token of the post. */
    public val post: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "business" to business,
        "button" to button,
        "post" to post,
    )
}

/** The decision of the user on the consent page. */
public sealed class Decision {
    internal abstract fun json(): Map<String, Any?>

    /** Grants all requested scopes. */
    public class Approve(
        /** Name of the user, such as `seller`. */
        public val user: String,
    ) : Decision() {
        internal override fun json(): Map<String, Any?> = members("decision" to "approve", "user" to user)
    }

    /** Grants some of the requested scopes. The platform's own page has no such choice; this is for tests. */
    public class ApproveOnly(
        vararg byName: ByName,
        /** The scopes to grant, out of the requested ones. */
        public val scopes: List<String>,
        /** Name of the user. */
        public val user: String,
    ) : Decision() {
        internal override fun json(): Map<String, Any?> = members(
            "decision" to "approve_only",
            "scopes" to scopes,
            "user" to user,
        )
    }

    /** Refuses. */
    public data object Deny : Decision() {
        internal override fun json(): Map<String, Any?> = members("decision" to "deny")
    }
}

/** An event, and all attempts to deliver it. */
@ConsistentCopyVisibility
public data class Delivery internal constructor(
    /** The attempts, oldest first. */
    public val attempts: List<Attempt>,
    /** The body. */
    public val body: Any?,
    /** Event type, such as `NEW_MESSAGE`. */
    public val event: String,
    /** The headers of the last attempt. The key is `[redacted]`. */
    public val headers: List<RecordedHeader>,
    /** Number of the delivery in its world. */
    public val id: Long,
    /** When the event was created. */
    public val madeAt: Instant,
    /** Its stage. */
    public val state: DeliveryState,
    /** The address. */
    public val url: String,
    /** Which key the last attempt sent in `Authorization`. */
    public val key: KeySent?,
    /** How long the app took for the last attempt, in milliseconds of the machine's clock. */
    public val latencyMs: Double?,
    /** When the next attempt is planned. */
    public val nextAttemptAt: Instant?,
    /** Number of the delivery that this one repeats, if any. */
    public val repeats: Long?,
    /** Status of the app's answer to the last attempt. */
    public val responseStatus: Long?,
) {
    internal companion object {
        fun read(from: AdminValue): Delivery = Delivery(
            attempts = from["attempts"].list { Attempt.read(it) },
            body = from["body"].value,
            event = from["event"].text,
            headers = from["headers"].list { RecordedHeader.read(it) },
            id = from["id"].long,
            madeAt = from["made_at"].instant,
            state = DeliveryState.read(from["state"]),
            url = from["url"].text,
            key = from["key"].orNull { KeySent.read(it) },
            latencyMs = from["latency_ms"].orNull { it.number },
            nextAttemptAt = from["next_attempt_at"].orNull { it.instant },
            repeats = from["repeats"].orNull { it.long },
            responseStatus = from["response_status"].orNull { it.long },
        )
    }
}

/** The state of a delivery. */
public enum class DeliveryState(internal val word: String) {
    PLANNED("planned"),
    HELD("held"),
    DELIVERED("delivered"),
    FAILED("failed"),
    NO_ADDRESS("no_address"),
    ;

    internal companion object {
        fun read(from: AdminValue): DeliveryState = entries.first { it.word == from.text }
    }
}

/** Whether a parameter is required. */
public enum class Demand(internal val word: String) {
    REQUIRED("required"),
    ACCEPTED("accepted"),
    IGNORED("ignored"),
    ;

    internal companion object {
        fun read(from: AdminValue): Demand = entries.first { it.word == from.text }
    }
}

/** How a redirect reports that a login was refused. */
public enum class Denial(internal val word: String) {
    MISSING_CODE("missing_code"),
    ERROR_PARAMETER("error_parameter"),
    ;

    internal companion object {
        fun read(from: AdminValue): Denial = entries.first { it.word == from.text }
    }
}

/** A value that differs. */
@ConsistentCopyVisibility
public data class Difference internal constructor(
    /** The value in the second one. */
    public val after: Any?,
    /** The value in the first one. Absent if it is only in the second. Credentials are `[redacted]`. */
    public val before: Any?,
    /** Its path, such as `posts.by_token.AbCd1234.stage`. */
    public val path: String,
) {
    internal companion object {
        fun read(from: AdminValue): Difference = Difference(
            after = from["after"].value,
            before = from["before"].value,
            path = from["path"].text,
        )
    }
}

/**
 * A write that was received more than once, with the same method, path, body and caller, so that it can have had its
 * effect twice. A request that was answered 401 or 429 does not count, because the platform has not acted on it.
 * Neither does a call with an id of the app, such as a payment: the platform acts on each id once at most.
 */
@ConsistentCopyVisibility
public data class DuplicateWrite internal constructor(
    /** SHA-256 of the body, in hexadecimal digits. */
    public val bodySha256: String,
    /** Name of the endpoint. */
    public val endpoint: String,
    /** Path on its host. */
    public val path: String,
    /** Numbers of the requests, at least two. */
    public val requests: List<Long>,
) {
    internal companion object {
        fun read(from: AdminValue): DuplicateWrite = DuplicateWrite(
            bodySha256 = from["body_sha256"].text,
            endpoint = from["endpoint"].text,
            path = from["path"].text,
            requests = from["requests"].list { it.long },
        )
    }
}

/** What a fault does. */
public sealed class Effect {
    internal abstract fun json(): Map<String, Any?>

    /** Answers with another status and body. */
    public class Status(
        vararg byName: ByName,
        /** HTTP status. */
        public val status: Long,
        /** The body; if empty, an error in the platform's format. */
        public val body: String? = null,
        /** Its content type; `application/json` if empty. */
        public val contentType: String? = null,
        /** Before or after the request takes effect. */
        public val moment: Moment? = null,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members(
            "kind" to "status",
            "status" to status,
            "body" to body,
            "content_type" to contentType,
            "moment" to moment?.word,
        )
    }

    /** Answers 429. The shape of the body is an assumption. */
    public class RateLimit(
        vararg byName: ByName,
        /** Writes `Retry-After` as a date of the world's clock. */
        public val asDate: Boolean? = null,
        /** Which limit the body names. */
        public val limit: Limit? = null,
        /** Seconds for `Retry-After`; without it the header is left out. */
        public val retryAfterSeconds: Long? = null,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members(
            "kind" to "rate_limit",
            "as_date" to asDate,
            "limit" to limit?.word,
            "retry_after_seconds" to retryAfterSeconds,
        )
    }

    /** Waits on the world's clock: with a running clock the app waits, a frozen clock is advanced at once. */
    public class Delay(
        vararg byName: ByName,
        /** How long, in milliseconds; at most ten minutes. */
        public val milliseconds: Long,
        /** Before or after the request takes effect. */
        public val moment: Moment? = null,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members(
            "kind" to "delay",
            "milliseconds" to milliseconds,
            "moment" to moment?.word,
        )
    }

    /** Cuts the connection without an answer. After the request took effect, its answer is lost. */
    public class Drop(
        vararg byName: ByName,
        /** Before or after the request takes effect. */
        public val moment: Moment? = null,
        /** Resets the connection instead of closing it. */
        public val reset: Boolean? = null,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members(
            "kind" to "drop",
            "moment" to moment?.word,
            "reset" to reset,
        )
    }

    /** Cuts the connection inside the body. */
    public class Truncate(
        /** The number of bytes that are sent. `Content-Length` has the full length. */
        public val bytes: Long,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members("kind" to "truncate", "bytes" to bytes)
    }

    /** Sends the body in pieces with pauses, on the machine's clock. */
    public class SlowDrip(
        vararg byName: ByName,
        /** Bytes in a piece. */
        public val bytes: Long,
        /** Pause after each piece, in milliseconds. */
        public val milliseconds: Long,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members(
            "kind" to "slow_drip",
            "bytes" to bytes,
            "milliseconds" to milliseconds,
        )
    }

    /** Sends a small compressed body that becomes large. */
    public class GzipBomb(
        /** Its size in MiB after decompression; at most 1024. */
        public val mebibytes: Long,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members("kind" to "gzip_bomb", "mebibytes" to mebibytes)
    }

    /** Sends a body that never ends. */
    public data object EndlessBody : Effect() {
        internal override fun json(): Map<String, Any?> = members("kind" to "endless_body")
    }

    /** Answers with a redirect. */
    public class Redirect(
        vararg byName: ByName,
        /** The address. */
        public val location: String,
        /** 301, 302, 303, 307 or 308. */
        public val status: Long,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members(
            "kind" to "redirect",
            "location" to location,
            "status" to status,
        )
    }

    /** Replaces the body with something that is not JSON. */
    public data object BadJson : Effect() {
        internal override fun json(): Map<String, Any?> = members("kind" to "bad_json")
    }

    /** Changes members of a JSON answer by a merge patch (RFC 7396); `null` removes a member. */
    public class Patch(
        /** The patch. */
        public val merge: Any?,
    ) : Effect() {
        internal override fun json(): Map<String, Any?> = members("kind" to "patch", "merge" to merge)
    }

    internal companion object {
        fun read(from: AdminValue): Effect = when (val word = from["kind"].text) {
            "status" -> Status(
                status = from["status"].long,
                body = from["body"].orNull { it.text },
                contentType = from["content_type"].orNull { it.text },
                moment = from["moment"].orNull { Moment.read(it) },
            )
            "rate_limit" -> RateLimit(
                asDate = from["as_date"].orNull { it.boolean },
                limit = from["limit"].orNull { Limit.read(it) },
                retryAfterSeconds = from["retry_after_seconds"].orNull { it.long },
            )
            "delay" -> Delay(
                milliseconds = from["milliseconds"].long,
                moment = from["moment"].orNull { Moment.read(it) },
            )
            "drop" -> Drop(
                moment = from["moment"].orNull { Moment.read(it) },
                reset = from["reset"].orNull { it.boolean },
            )
            "truncate" -> Truncate(bytes = from["bytes"].long)
            "slow_drip" -> SlowDrip(
                bytes = from["bytes"].long,
                milliseconds = from["milliseconds"].long,
            )
            "gzip_bomb" -> GzipBomb(mebibytes = from["mebibytes"].long)
            "endless_body" -> EndlessBody
            "redirect" -> Redirect(
                location = from["location"].text,
                status = from["status"].long,
            )
            "bad_json" -> BadJson
            "patch" -> Patch(merge = from["merge"].value)
            else -> throw SandboxException("unknown `kind`: $word")
        }
    }
}

/** What to wait for. */
public sealed class Expectation {
    internal abstract fun json(): Map<String, Any?>

    /** Requests of the app. */
    public class Request(
        vararg byName: ByName,
        /** Name of the endpoint, such as `conversations.send`. */
        public val endpoint: String,
        /** The minimum number; 1 by default. */
        public val count: Long? = null,
        /** Status of the answer, if it matters. */
        public val status: Long? = null,
        /** The longest wait, in milliseconds of the machine's clock; 5000 by default, at most 30000. */
        public val timeoutMilliseconds: Long? = null,
    ) : Expectation() {
        internal override fun json(): Map<String, Any?> = members(
            "for" to "request",
            "endpoint" to endpoint,
            "count" to count,
            "status" to status,
            "timeout_milliseconds" to timeoutMilliseconds,
        )
    }

    /** Events that the app accepted. */
    public class Delivery(
        vararg byName: ByName,
        /** Event type, such as `NEW_MESSAGE`. */
        public val event: String,
        /** The minimum number; 1 by default. */
        public val count: Long? = null,
        /** As for requests. */
        public val timeoutMilliseconds: Long? = null,
    ) : Expectation() {
        internal override fun json(): Map<String, Any?> = members(
            "for" to "delivery",
            "event" to event,
            "count" to count,
            "timeout_milliseconds" to timeoutMilliseconds,
        )
    }
}

/** A fault rule: which requests, how often, and what happens to them. The first rule that fires is used. */
public class FaultRule(
    vararg byName: ByName,
    /** What happens, in order. */
    public val effects: List<Effect>? = null,
    /** A label. */
    public val name: String? = null,
    /** Fires only on this matching request, counted from 1. */
    public val nth: Long? = null,
    /** Which requests. Empty: all. */
    public val on: RequestMatch? = null,
    /** Fires with this probability, from 0 to 1. It depends only on `seed` and the number of the matching request. */
    public val probability: Double? = null,
    /** The seed of `probability`. */
    public val seed: Long? = null,
    /** Fires at most this many times. */
    public val times: Long? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "effects" to effects?.map { it.json() },
        "name" to name,
        "nth" to nth,
        "on" to on?.json(),
        "probability" to probability,
        "seed" to seed,
        "times" to times,
    )

    internal companion object {
        fun read(from: AdminValue): FaultRule = FaultRule(
            effects = from["effects"].orNull { it.list { Effect.read(it) } },
            name = from["name"].orNull { it.text },
            nth = from["nth"].orNull { it.long },
            on = from["on"].orNull { RequestMatch.read(it) },
            probability = from["probability"].orNull { it.number },
            seed = from["seed"].orNull { it.long },
            times = from["times"].orNull { it.long },
        )
    }
}

/** A job that ran, or is planned. */
public sealed class Fired {
    /** An accepted post add-on appears on its post. */
    @ConsistentCopyVisibility
    public data class AttachAddon internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Id of the add-on. */
        public val id: String,
    ) : Fired()

    /** A user add-on ends, three months after its creation. */
    @ConsistentCopyVisibility
    public data class ExpireUserAddon internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Id of the add-on. */
        public val id: String,
    ) : Fired()

    /** An authorization code expires. */
    @ConsistentCopyVisibility
    public data class ExpireCode internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Number of the code in this world. */
        public val code: Long,
    ) : Fired()

    /** An access token expires, and its subscriptions end. */
    @ConsistentCopyVisibility
    public data class ExpireAccessToken internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Number of the pair of tokens in this world. */
        public val pair: Long,
    ) : Fired()

    /** The grace period of a replaced refresh token ends. */
    @ConsistentCopyVisibility
    public data class EndGrace internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Number of the pair of tokens in this world. */
        public val pair: Long,
    ) : Fired()

    /** A refresh token expires. */
    @ConsistentCopyVisibility
    public data class ExpireRefreshToken internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Number of the pair of tokens in this world. */
        public val pair: Long,
    ) : Fired()

    /** A payment ends. */
    @ConsistentCopyVisibility
    public data class SettlePayment internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** The id that the app chose. */
        public val id: String,
    ) : Fired()

    /** The review of a post ends. */
    @ConsistentCopyVisibility
    public data class ReviewPost internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Token of the post. */
        public val post: String,
    ) : Fired()

    /** An attempt to deliver an event. */
    @ConsistentCopyVisibility
    public data class Deliver internal constructor(
        /** The time, on the world's clock. */
        public val at: Instant,
        /** Number of the delivery in this world. */
        public val delivery: Long,
    ) : Fired()

    internal companion object {
        fun read(from: AdminValue): Fired = when (val word = from["job"].text) {
            "attach_addon" -> AttachAddon(at = from["at"].instant, id = from["id"].text)
            "expire_user_addon" -> ExpireUserAddon(
                at = from["at"].instant,
                id = from["id"].text,
            )
            "expire_code" -> ExpireCode(
                at = from["at"].instant,
                code = from["code"].long,
            )
            "expire_access_token" -> ExpireAccessToken(
                at = from["at"].instant,
                pair = from["pair"].long,
            )
            "end_grace" -> EndGrace(
                at = from["at"].instant,
                pair = from["pair"].long,
            )
            "expire_refresh_token" -> ExpireRefreshToken(
                at = from["at"].instant,
                pair = from["pair"].long,
            )
            "settle_payment" -> SettlePayment(
                at = from["at"].instant,
                id = from["id"].text,
            )
            "review_post" -> ReviewPost(
                at = from["at"].instant,
                post = from["post"].text,
            )
            "deliver" -> Deliver(
                at = from["at"].instant,
                delivery = from["delivery"].long,
            )
            else -> throw SandboxException("unknown `job`: $word")
        }
    }
}

/** The jobs that ran. */
@ConsistentCopyVisibility
public data class FiredJobs internal constructor(
    /** In order. */
    public val fired: List<Fired>,
    /** The time after it. */
    public val now: Instant,
) {
    internal companion object {
        fun read(from: AdminValue): FiredJobs = FiredJobs(
            fired = from["fired"].list { Fired.read(it) },
            now = from["now"].instant,
        )
    }
}

/** The switches of endpoints and of the contents of events. Start from a profile and change single switches. */
public class Gaps(
    vararg byName: ByName,
    /**
     * A widget or a post may name an image, and a message may name media, that were never uploaded here (assumption).
     */
    public val acceptUnknownImages: Boolean? = null,
    /**
     * An add-on for a post that does not exist is accepted and never shown, instead of refused with 404
     * (docs/platform.md#post-addons).
     */
    public val acceptWrongPostToken: Boolean? = null,
    /**
     * Seconds until an accepted post add-on appears on the post; 0 means at once. The documents say "queued"
     * (docs/platform.md#post-addons); how long it takes is an assumption.
     */
    public val addonAttachSeconds: Long? = null,
    /** A message may carry a media token and no text (docs/platform.md#contradiction-34). */
    public val allowMediaOnly: Boolean? = null,
    /** The business add-on answers `{}` instead of `{"id": …}` (docs/platform.md#contradiction-36). */
    public val businessAddonAnswersEmpty: Boolean? = null,
    /** A message may have nine buttons for each side instead of nine in all (docs/platform.md#buttons). */
    public val buttonsOfEachSide: Boolean? = null,
    /**
     * The chatbot's answer needs the bearer with its scope also in a conversation (docs/platform.md#contradiction-35).
     */
    public val chatbotReplyNeedsScope: Boolean? = null,
    /**
     * Limits that no document states and the SDK assumes are checked, too: 4,096 characters of a message, 256 of a
     * button's caption or the name of an image (assumption).
     */
    public val checkAssumedLimits: Boolean? = null,
    /**
     * The members of a submission that depend on the category are checked by the category's form, which
     * `assets.submit_schema` returns (docs/platform.md#submit-form). That the platform checks by that form, and its
     * refusal, 400, are assumptions. A category that the sandbox has no form of is not checked.
     */
    public val checkCategoryFields: Boolean? = null,
    /** Limits of widgets, buttons and texts are checked (docs/platform.md#widgets, #send-message). */
    public val checkLimits: Boolean? = null,
    /**
     * A scope for a post is valid only for posts of the user who granted it, and a phone number or user id in a path
     * must be that user's (assumption).
     */
    public val checkOwnership: Boolean? = null,
    /**
     * Sending to a conversation that does not exist creates it (docs/platform.md#send-message). The other participant
     * is an assumption.
     */
    public val createConversations: Boolean? = null,
    /** A success without content answers with an empty body instead of `{}` (docs/platform.md#reading-11). */
    public val emptySuccessBody: Boolean? = null,
    /**
     * Chatbot messages, revocations and transactions are delivered without a subscription
     * (docs/platform.md#contradiction-50).
     */
    public val eventsWithoutSubscription: Boolean? = null,
    /**
     * A post that is not published yet cannot be read without its scope. Its `state` member says that it can
     * (docs/platform.md#post-record).
     */
    public val hideOngoingPosts: Boolean? = null,
    /** The sender type of people is `USER` instead of `HUMAN` (docs/platform.md#contradiction-22). */
    public val humanIsUser: Boolean? = null,
    /** Events carry `meta_data` instead of `metadata` (docs/platform.md#contradiction-1). */
    public val metaDataKey: Boolean? = null,
    /** 64-bit numbers are written as strings (docs/platform.md#contradiction-26). */
    public val numbersAsText: Boolean? = null,
    /** Transaction events carry `payment_transaction` instead of `transaction` (docs/platform.md#contradiction-24). */
    public val paymentTransactionKey: Boolean? = null,
    /**
     * Members, widgets, actions, colours, icons and types that are not documented are refused instead of ignored
     * (docs/platform.md#reading, assumption).
     */
    public val refuseUnknownMembers: Boolean? = null,
    /** An unknown user id or phone number is refused with 404 (assumption). */
    public val refuseUnknownUsers: Boolean? = null,
    /** A message must carry `type` (docs/platform.md#contradiction-33). */
    public val requireMessageType: Boolean? = null,
    /**
     * A new subscription replaces the one of the same consent for the same event and resource, instead of being added
     * (docs/platform.md#resubscription).
     */
    public val resubscribingReplaces: Boolean? = null,
    /**
     * Calls that the specification lets an app make without a scope, or with `USER_SEMANTIC_CREATE`, need the scope of
     * the live platform's documents: `USER_ADDON_CREATE`, `USER_VERIFICATION_CREATE`, `CHAT_MESSAGE_SEND`
     * (docs/platform.md#scopes, #user-addons, #user-semantics, #legacy-send).
     */
    public val scopesOfLivePlatform: Boolean? = null,
    /** How `sent_at` is written (docs/platform.md#sent-at). */
    public val sentAt: InstantForm? = null,
    /**
     * Whatever the specification does not have fails: the newer endpoints of the live platform, queries, unknown
     * members and other content types. For tests only: whether an app stays within the specification.
     */
    public val specOnly: Boolean? = null,
    /**
     * A permission that the key lacks is answered with the bare text seen on the live platform, without a hint
     * (docs/platform.md#known-errors).
     */
    public val terseRefusals: Boolean? = null,
    /** Only the two event types of the generated documents can be subscribed to (docs/platform.md#contradiction-21). */
    public val twoSubscriptionTypes: Boolean? = null,
    /**
     * A key that is not the app's is refused with 412 "could not retrieve app from db" instead of 401: seen on one
     * endpoint only (docs/platform.md#known-errors).
     */
    public val unknownKeyIs412: Boolean? = null,
    /** An upload answers 201 instead of 200 (docs/platform.md#reading-13). */
    public val uploadAnswers201: Boolean? = null,
    /** The largest upload, in bytes; 0: the limit of the sandbox, 16 MiB (assumption: no limit is documented). */
    public val uploadMaxBytes: Long? = null,
    /**
     * Uploads that are not JPEG are refused. The documents prefer JPEG (docs/platform.md#image-upload): this is
     * stricter.
     */
    public val uploadMustBeJpeg: Boolean? = null,
    /** The answer of `GET users` also has the deprecated member `phone_numbers` (docs/platform.md#users). */
    public val usersMePhoneNumbers: Boolean? = null,
    /** Endpoints that were removed from the platform's documents answer 404 (docs/platform.md#deprecations). */
    public val withdrawnEndpointsGone: Boolean? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "accept_unknown_images" to acceptUnknownImages,
        "accept_wrong_post_token" to acceptWrongPostToken,
        "addon_attach_seconds" to addonAttachSeconds,
        "allow_media_only" to allowMediaOnly,
        "business_addon_answers_empty" to businessAddonAnswersEmpty,
        "buttons_of_each_side" to buttonsOfEachSide,
        "chatbot_reply_needs_scope" to chatbotReplyNeedsScope,
        "check_assumed_limits" to checkAssumedLimits,
        "check_category_fields" to checkCategoryFields,
        "check_limits" to checkLimits,
        "check_ownership" to checkOwnership,
        "create_conversations" to createConversations,
        "empty_success_body" to emptySuccessBody,
        "events_without_subscription" to eventsWithoutSubscription,
        "hide_ongoing_posts" to hideOngoingPosts,
        "human_is_user" to humanIsUser,
        "meta_data_key" to metaDataKey,
        "numbers_as_text" to numbersAsText,
        "payment_transaction_key" to paymentTransactionKey,
        "refuse_unknown_members" to refuseUnknownMembers,
        "refuse_unknown_users" to refuseUnknownUsers,
        "require_message_type" to requireMessageType,
        "resubscribing_replaces" to resubscribingReplaces,
        "scopes_of_live_platform" to scopesOfLivePlatform,
        "sent_at" to sentAt?.word,
        "spec_only" to specOnly,
        "terse_refusals" to terseRefusals,
        "two_subscription_types" to twoSubscriptionTypes,
        "unknown_key_is_412" to unknownKeyIs412,
        "upload_answers_201" to uploadAnswers201,
        "upload_max_bytes" to uploadMaxBytes,
        "upload_must_be_jpeg" to uploadMustBeJpeg,
        "users_me_phone_numbers" to usersMePhoneNumbers,
        "withdrawn_endpoints_gone" to withdrawnEndpointsGone,
    )

    internal companion object {
        fun read(from: AdminValue): Gaps = Gaps(
            acceptUnknownImages = from["accept_unknown_images"].orNull { it.boolean },
            acceptWrongPostToken = from["accept_wrong_post_token"].orNull { it.boolean },
            addonAttachSeconds = from["addon_attach_seconds"].orNull { it.long },
            allowMediaOnly = from["allow_media_only"].orNull { it.boolean },
            businessAddonAnswersEmpty = from["business_addon_answers_empty"].orNull { it.boolean },
            buttonsOfEachSide = from["buttons_of_each_side"].orNull { it.boolean },
            chatbotReplyNeedsScope = from["chatbot_reply_needs_scope"].orNull { it.boolean },
            checkAssumedLimits = from["check_assumed_limits"].orNull { it.boolean },
            checkCategoryFields = from["check_category_fields"].orNull { it.boolean },
            checkLimits = from["check_limits"].orNull { it.boolean },
            checkOwnership = from["check_ownership"].orNull { it.boolean },
            createConversations = from["create_conversations"].orNull { it.boolean },
            emptySuccessBody = from["empty_success_body"].orNull { it.boolean },
            eventsWithoutSubscription = from["events_without_subscription"].orNull { it.boolean },
            hideOngoingPosts = from["hide_ongoing_posts"].orNull { it.boolean },
            humanIsUser = from["human_is_user"].orNull { it.boolean },
            metaDataKey = from["meta_data_key"].orNull { it.boolean },
            numbersAsText = from["numbers_as_text"].orNull { it.boolean },
            paymentTransactionKey = from["payment_transaction_key"].orNull { it.boolean },
            refuseUnknownMembers = from["refuse_unknown_members"].orNull { it.boolean },
            refuseUnknownUsers = from["refuse_unknown_users"].orNull { it.boolean },
            requireMessageType = from["require_message_type"].orNull { it.boolean },
            resubscribingReplaces = from["resubscribing_replaces"].orNull { it.boolean },
            scopesOfLivePlatform = from["scopes_of_live_platform"].orNull { it.boolean },
            sentAt = from["sent_at"].orNull { InstantForm.read(it) },
            specOnly = from["spec_only"].orNull { it.boolean },
            terseRefusals = from["terse_refusals"].orNull { it.boolean },
            twoSubscriptionTypes = from["two_subscription_types"].orNull { it.boolean },
            unknownKeyIs412 = from["unknown_key_is_412"].orNull { it.boolean },
            uploadAnswers201 = from["upload_answers_201"].orNull { it.boolean },
            uploadMaxBytes = from["upload_max_bytes"].orNull { it.long },
            uploadMustBeJpeg = from["upload_must_be_jpeg"].orNull { it.boolean },
            usersMePhoneNumbers = from["users_me_phone_numbers"].orNull { it.boolean },
            withdrawnEndpointsGone = from["withdrawn_endpoints_gone"].orNull { it.boolean },
        )
    }
}

/** What happens when a refresh token is used again (docs/platform.md#refresh-rotation). */
public enum class Grace(internal val word: String) {
    STRICT("strict"),
    FORK("fork"),
    IDEMPOTENT("idempotent"),
    LATEST_WINS("latest_wins"),
    UNTIL_USED("until_used"),
    ;

    internal companion object {
        fun read(from: AdminValue): Grace = entries.first { it.word == from.text }
    }
}

/** How an instant is written. */
public enum class InstantForm(internal val word: String) {
    TEXT("text"),
    MICROS("micros"),
    MICROS_AS_TEXT("micros_as_text"),
    ;

    internal companion object {
        fun read(from: AdminValue): InstantForm = entries.first { it.word == from.text }
    }
}

/** Which key a delivery sent. */
public enum class KeySent(internal val word: String) {
    RIGHT("right"),
    OTHER("other"),
    WRONG("wrong"),
    BOTH("both"),
    MISSING("missing"),
    ;

    internal companion object {
        fun read(from: AdminValue): KeySent = entries.first { it.word == from.text }
    }
}

/** A subscription that ended with its access token. Its events are not delivered afterwards. */
@ConsistentCopyVisibility
public data class Lapse internal constructor(
    /** Event type it was for. */
    public val eventType: String,
    /** When it ended. */
    public val from: Instant,
    /** Name of the user who consented. */
    public val user: String,
    /** Resource it was limited to. */
    public val resource: String?,
    /** When the app subscribed again, if it did. */
    public val to: Instant?,
) {
    internal companion object {
        fun read(from: AdminValue): Lapse = Lapse(
            eventType = from["event_type"].text,
            from = from["from"].instant,
            user = from["user"].text,
            resource = from["resource"].orNull { it.text },
            to = from["to"].orNull { it.instant },
        )
    }
}

/** The limit that was exceeded. */
public enum class Limit(internal val word: String) {
    MINUTE("minute"),
    HOUR("hour"),
    DAY("day"),
    WEEK("week"),
    ;

    internal companion object {
        fun read(from: AdminValue): Limit = entries.first { it.word == from.text }
    }
}

/** The limits on the app's calls. Only calls with an API key count; refused ones do not (assumption). */
public class LimitRules(
    vararg byName: ByName,
    /**
     * Seconds for which the address of the deprecated `image-upload-url` can be used; 0: for ever
     * (docs/platform.md#limits). The refusal, 403, is an assumption.
     */
    public val imageUploadUrlSeconds: Long? = null,
    /**
     * Reads of the addresses for uploads (`assets.media_upload_urls`) in a day; 0: any number. The documents ask for
     * "about one" (docs/platform.md#limits); that more are refused is an assumption.
     */
    public val mediaUploadUrlsPerDay: Long? = null,
    /**
     * Calls in a day of the world's clock, which begins at midnight UTC (assumption); 0: any number
     * (docs/platform.md#limits).
     */
    public val perDay: Long? = null,
    /**
     * Calls in a minute of the world's clock; 0: any number. The platform's value is shown only in its console
     * (docs/platform.md#limits).
     */
    public val perMinute: Long? = null,
    /**
     * Quotas of single uses, besides those of all calls. The platform's values are shown only in its console
     * (docs/platform.md#limits).
     */
    public val quotas: List<CallQuota>? = null,
    /**
     * The quotas that the documents named in 2024: 100 add-ons on posts, 10,000 reads of posts and 10,000 searches a
     * week (docs/platform.md#limits).
     */
    public val quotasOf2024: Boolean? = null,
    /**
     * Whether 429 carries `Retry-After`, and in which form (assumption: the documents name no header,
     * docs/platform.md#limits).
     */
    public val retryAfter: RetryAfter? = null,
    /** Posts in the result of a search, the newest; 0: any number (docs/platform.md#limits). */
    public val searchResults: Long? = null,
    /** Searches in all, whose count is never reset; 0: any number (docs/platform.md#limits). */
    public val searches: Long? = null,
    /** Days in the statistics of a post (docs/platform.md#limits). */
    public val statsDays: Long? = null,
    /**
     * Posts that are not archived which the world may have before another can be added to it; 0: any number. A test app
     * has 10 test posts (docs/platform.md#limits). Posts that the app submits are not refused (assumption).
     */
    public val testPosts: Long? = null,
    /**
     * Posts that can be added to the world in a day; 0: any number. The documents name no number for test posts
     * (docs/platform.md#limits).
     */
    public val testPostsPerDay: Long? = null,
    /**
     * Posts that can be added to the world in an hour; 0: any number. The documents name no number for test posts
     * (docs/platform.md#limits).
     */
    public val testPostsPerHour: Long? = null,
    /** Transactions on a page; 0: any number (docs/platform.md#limits). */
    public val transactionsOnPage: Long? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "image_upload_url_seconds" to imageUploadUrlSeconds,
        "media_upload_urls_per_day" to mediaUploadUrlsPerDay,
        "per_day" to perDay,
        "per_minute" to perMinute,
        "quotas" to quotas?.map { it.json() },
        "quotas_of_2024" to quotasOf2024,
        "retry_after" to retryAfter?.word,
        "search_results" to searchResults,
        "searches" to searches,
        "stats_days" to statsDays,
        "test_posts" to testPosts,
        "test_posts_per_day" to testPostsPerDay,
        "test_posts_per_hour" to testPostsPerHour,
        "transactions_on_page" to transactionsOnPage,
    )

    internal companion object {
        fun read(from: AdminValue): LimitRules = LimitRules(
            imageUploadUrlSeconds = from["image_upload_url_seconds"].orNull { it.long },
            mediaUploadUrlsPerDay = from["media_upload_urls_per_day"].orNull { it.long },
            perDay = from["per_day"].orNull { it.long },
            perMinute = from["per_minute"].orNull { it.long },
            quotas = from["quotas"].orNull { it.list { CallQuota.read(it) } },
            quotasOf2024 = from["quotas_of_2024"].orNull { it.boolean },
            retryAfter = from["retry_after"].orNull { RetryAfter.read(it) },
            searchResults = from["search_results"].orNull { it.long },
            searches = from["searches"].orNull { it.long },
            statsDays = from["stats_days"].orNull { it.long },
            testPosts = from["test_posts"].orNull { it.long },
            testPostsPerDay = from["test_posts_per_day"].orNull { it.long },
            testPostsPerHour = from["test_posts_per_hour"].orNull { it.long },
            transactionsOnPage = from["transactions_on_page"].orNull { it.long },
        )
    }
}

/** How much of a limit is used. */
@ConsistentCopyVisibility
public data class LimitUse internal constructor(
    /** Whether 80 % are used: of a daily quota the platform then sends an e-mail (docs/platform.md#limits). */
    public val isNear: Boolean,
    /**
     * The limit: `requests per minute`, `requests per day`, `searches`, `added posts per hour`, `added posts per day`,
     * or a quota such as `posts.get per week`.
     */
    public val limit: String,
    /** The limit; 0: any number. */
    public val most: Long,
    /** How much of it is used. */
    public val used: Long,
) {
    internal companion object {
        fun read(from: AdminValue): LimitUse = LimitUse(
            isNear = from["is_near"].boolean,
            limit = from["limit"].text,
            most = from["most"].long,
            used = from["used"].long,
        )
    }
}

/** A login. */
public sealed class Login {
    internal abstract fun json(): Map<String, Any?>

    /** Grants all requested scopes. */
    public class Approve(
        vararg byName: ByName,
        /** The address to which the app sends the user's browser. */
        public val authorizeUrl: String,
        /** Name of the user, such as `seller`. */
        public val user: String,
    ) : Login() {
        internal override fun json(): Map<String, Any?> = members(
            "decision" to "approve",
            "authorize_url" to authorizeUrl,
            "user" to user,
        )
    }

    /** Grants some of the requested scopes. The platform's own page has no such choice; this is for tests. */
    public class ApproveOnly(
        vararg byName: ByName,
        /** The address to which the app sends the user's browser. */
        public val authorizeUrl: String,
        /** The scopes to grant, out of the requested ones. */
        public val scopes: List<String>,
        /** Name of the user. */
        public val user: String,
    ) : Login() {
        internal override fun json(): Map<String, Any?> = members(
            "decision" to "approve_only",
            "authorize_url" to authorizeUrl,
            "scopes" to scopes,
            "user" to user,
        )
    }

    /** Refuses. */
    public class Deny(
        /** The address to which the app sends the user's browser. */
        public val authorizeUrl: String,
    ) : Login() {
        internal override fun json(): Map<String, Any?> = members("decision" to "deny", "authorize_url" to authorizeUrl)
    }
}

/** Whether the request takes effect before the fault. */
public enum class Moment(internal val word: String) {
    BEFORE("before"),
    AFTER("after"),
    ;

    internal companion object {
        fun read(from: AdminValue): Moment = entries.first { it.word == from.text }
    }
}

/** The money of a world. */
@ConsistentCopyVisibility
public data class Money internal constructor(
    /** The app's balance in rial. */
    public val balanceRials: Long,
    /** The names of the users who must not submit posts. */
    public val barred: List<String>,
    /** The ids of the payments that the app reported. */
    public val reports: List<String>,
    /** What payments cost, and how they end. */
    public val rules: PaymentRules,
    /** The payment tickets. */
    public val tickets: List<PaymentTicket>,
    /** The transactions on the app's balance, newest first. */
    public val transactions: List<SandboxTransaction>,
    /** The payments from wallets of users. */
    public val walletPayments: List<WalletPayment>,
    /** The balances of the wallets of users in rial, by the user's name. Those that are not here have 20,000,000. */
    public val wallets: Map<String, Any?>,
) {
    internal companion object {
        fun read(from: AdminValue): Money = Money(
            balanceRials = from["balance_rials"].long,
            barred = from["barred"].list { it.text },
            reports = from["reports"].list { it.text },
            rules = PaymentRules.read(from["rules"]),
            tickets = from["tickets"].list { PaymentTicket.read(it) },
            transactions = from["transactions"].list { SandboxTransaction.read(it) },
            walletPayments = from["wallet_payments"].list { WalletPayment.read(it) },
            wallets = from["wallets"].members,
        )
    }
}

/** A change of the money of a world. What is absent stays. */
public class MoneyChange(
    vararg byName: ByName,
    /** The app's balance in rial. */
    public val balanceRials: Long? = null,
    /** The names of the users who must not submit posts, instead of those before. */
    public val barred: List<String>? = null,
    /** What payments cost, and how they end. */
    public val rules: PaymentRules? = null,
    /** Payment tickets to add. One with the UUID of another replaces it. */
    public val tickets: List<PaymentTicket>? = null,
    /** The balance of the wallet of a user in rial, by the user's name. */
    public val wallets: Map<String, Any?>? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "balance_rials" to balanceRials,
        "barred" to barred,
        "rules" to rules?.json(),
        "tickets" to tickets?.map { it.json() },
        "wallets" to wallets,
    )
}

/** A business to add. */
public class NewBusiness(
    vararg byName: ByName,
    /** Names of the users who administer it. */
    public val admins: List<String>? = null,
    /** Names of the users who work for it. */
    public val agents: List<String>? = null,
    /** Its name. */
    public val businessName: String? = null,
    /** `CAR`, `REAL_ESTATE`, `JOBS`, `MARKETPLACE`, `SERVICES` or `PERSONAL` (docs/platform.md#post-record). */
    public val businessType: String? = null,
    /** What it says about itself. */
    public val description: String? = null,
    /** Name of the user who owns it. */
    public val owner: String? = null,
    /** Id of its profile image; made from its token if empty. */
    public val profileImage: String? = null,
    /** Its token; generated from the seed if empty. One with the token of another replaces it. */
    public val token: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "admins" to admins,
        "agents" to agents,
        "business_name" to businessName,
        "business_type" to businessType,
        "description" to description,
        "owner" to owner,
        "profile_image" to profileImage,
        "token" to token,
    )
}

/** A conversation to add. */
public class NewConversation(
    vararg byName: ByName,
    /** Its id; generated from the seed if empty. */
    public val id: String? = null,
    /** Token of the post it is about. Empty for a conversation with the app's chatbot. */
    public val post: String? = null,
    /** Name of the user who answers the post, or who talks to the chatbot. */
    public val user: String? = null,
) {
    internal fun json(): Map<String, Any?> = members("id" to id, "post" to post, "user" to user)
}

/** A post to add. Empty members are generated from the seed or left out. */
public class NewPost(
    vararg byName: ByName,
    /** Token of the business it belongs to; none while empty. */
    public val business: String? = null,
    /** Slug of the category. */
    public val category: String? = null,
    /** Whether the owner can be written to. */
    public val chatEnabled: Boolean? = null,
    /** Slug of the city. */
    public val city: String? = null,
    /** The counts of its statistics for a whole day; made from its token if absent. */
    public val countsPerDay: CountsPerDay? = null,
    /** The attributes of the category, with `title`, `description` and `images`. */
    public val data: Map<String, Any?>? = null,
    /** Slug of the district. */
    public val district: String? = null,
    /** Whether the phone number is hidden. */
    public val isPhoneHidden: Boolean? = null,
    /** Addresses of the images it has before publication. */
    public val ongoingImages: List<String>? = null,
    /** Name of the user who owns it. */
    public val owner: String? = null,
    /** Its stage. */
    public val stage: Stage? = null,
    /** Whether the platform's sales assistant may answer. */
    public val supplierChatAssistantEnabled: Boolean? = null,
    /** Its token; generated from the seed if empty. */
    public val token: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "business" to business,
        "category" to category,
        "chat_enabled" to chatEnabled,
        "city" to city,
        "counts_per_day" to countsPerDay?.json(),
        "data" to data,
        "district" to district,
        "is_phone_hidden" to isPhoneHidden,
        "ongoing_images" to ongoingImages,
        "owner" to owner,
        "stage" to stage?.word,
        "supplier_chat_assistant_enabled" to supplierChatAssistantEnabled,
        "token" to token,
    )
}

/** A user to add. Empty members are generated from the seed. */
public class NewUser(
    vararg byName: ByName,
    /** The name of the user in the sandbox, such as `seller`. Apps do not receive it. */
    public val name: String? = null,
    /** Mobile number. */
    public val phone: String? = null,
) {
    internal fun json(): Map<String, Any?> = members("name" to name, "phone" to phone)
}

/** Why an event has not reached the app. */
public enum class NotDelivered(internal val word: String) {
    NO_SUBSCRIPTION("no_subscription"),
    OTHER_WORLD("other_world"),
    SUBSCRIPTION_ENDED("subscription_ended"),
    OTHER_USER("other_user"),
    OTHER_RESOURCE("other_resource"),
    ONLY_WITH_RESOURCE("only_with_resource"),
    MISSING_SCOPE("missing_scope"),
    NOT_IN_OLD_FORM("not_in_old_form"),
    NO_ADDRESS("no_address"),
    PAUSED("paused"),
    CLOCK_FROZEN("clock_frozen"),
    FAILED_SO_FAR("failed_so_far"),
    FAILED("failed"),
    ;

    internal companion object {
        fun read(from: AdminValue): NotDelivered = entries.first { it.word == from.text }
    }
}

/** The switches of the authorization server. Times are in seconds of the world's clock. */
public class OAuthRules(
    vararg byName: ByName,
    /** Lifetime of an access token, and the value of `expires_in` (assumption: one hour). */
    public val accessTokenSeconds: Long? = null,
    /** The member `code` of a refresh, which holds the current access token (docs/platform.md#token-refresh). */
    public val codeInRefresh: Demand? = null,
    /** Whether using a code twice ends its grant (RFC 6749 section 4.1.2). */
    public val codeReuseRevokes: Boolean? = null,
    /** Lifetime of an authorization code (assumption: 10 minutes). */
    public val codeSeconds: Long? = null,
    /**
     * A second use of a refresh token within this many seconds of the first is answered once with `invalid_request` and
     * a request to retry, as can happen with two concurrent refreshes (docs/platform.md#refresh-rotation). 0: never.
     */
    public val concurrentRefreshSeconds: Long? = null,
    /** How the redirect reports that the user denied the login (docs/platform.md#denied-login, #oauth-errors). */
    public val denial: Denial? = null,
    /**
     * What happens when a refresh token is used again (assumption: as with Ory Hydra;
     * docs/platform.md#refresh-rotation).
     */
    public val grace: Grace? = null,
    /** Length of the grace period: 120 by the specification (docs/platform.md#grace). */
    public val graceSeconds: Long? = null,
    /**
     * What happens to the old access token: in the specification it stays valid for the grace period, with Ory Hydra it
     * does not (docs/platform.md#refresh-rotation).
     */
    public val oldAccessToken: OldAccessToken? = null,
    /** PKCE with S256 (assumption: it is not documented). */
    public val pkce: Demand? = null,
    /** The member `redirect_uri` of a refresh (docs/platform.md#token-refresh). */
    public val redirectUriInRefresh: Demand? = null,
    /** From when that lifetime counts (assumption; docs/platform.md#token-lifetimes). */
    public val refreshLife: RefreshLife? = null,
    /** Lifetime of a refresh token: 30 days by the specification (docs/platform.md#token-lifetimes). */
    public val refreshTokenSeconds: Long? = null,
    /**
     * Whether a `state` of fewer than 8 characters is refused (assumption: Ory Hydra's minimum,
     * docs/platform.md#state).
     */
    public val refuseShortState: Boolean? = null,
    /**
     * How the redirect reports that the authorization server refused the request: an unknown scope, a short `state`
     * (assumption: RFC 6749 section 4.1.2.1; on the live platform a misspelt scope was observed to give a redirect
     * without an error, docs/platform.md#oauth-errors).
     */
    public val refusedRequest: Denial? = null,
    /** Whether using a refresh token after its grace period ends the whole grant (assumption: as with Ory Hydra). */
    public val reuseRevokes: Boolean? = null,
    /**
     * Whether the redirect has `iss`, the issuer (RFC 9207; assumption: it is not documented). Every world is its own
     * issuer.
     */
    public val sendIssuer: Boolean? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "access_token_seconds" to accessTokenSeconds,
        "code_in_refresh" to codeInRefresh?.word,
        "code_reuse_revokes" to codeReuseRevokes,
        "code_seconds" to codeSeconds,
        "concurrent_refresh_seconds" to concurrentRefreshSeconds,
        "denial" to denial?.word,
        "grace" to grace?.word,
        "grace_seconds" to graceSeconds,
        "old_access_token" to oldAccessToken?.word,
        "pkce" to pkce?.word,
        "redirect_uri_in_refresh" to redirectUriInRefresh?.word,
        "refresh_life" to refreshLife?.word,
        "refresh_token_seconds" to refreshTokenSeconds,
        "refuse_short_state" to refuseShortState,
        "refused_request" to refusedRequest?.word,
        "reuse_revokes" to reuseRevokes,
        "send_issuer" to sendIssuer,
    )

    internal companion object {
        fun read(from: AdminValue): OAuthRules = OAuthRules(
            accessTokenSeconds = from["access_token_seconds"].orNull { it.long },
            codeInRefresh = from["code_in_refresh"].orNull { Demand.read(it) },
            codeReuseRevokes = from["code_reuse_revokes"].orNull { it.boolean },
            codeSeconds = from["code_seconds"].orNull { it.long },
            concurrentRefreshSeconds = from["concurrent_refresh_seconds"].orNull { it.long },
            denial = from["denial"].orNull { Denial.read(it) },
            grace = from["grace"].orNull { Grace.read(it) },
            graceSeconds = from["grace_seconds"].orNull { it.long },
            oldAccessToken = from["old_access_token"].orNull { OldAccessToken.read(it) },
            pkce = from["pkce"].orNull { Demand.read(it) },
            redirectUriInRefresh = from["redirect_uri_in_refresh"].orNull { Demand.read(it) },
            refreshLife = from["refresh_life"].orNull { RefreshLife.read(it) },
            refreshTokenSeconds = from["refresh_token_seconds"].orNull { it.long },
            refuseShortState = from["refuse_short_state"].orNull { it.boolean },
            refusedRequest = from["refused_request"].orNull { Denial.read(it) },
            reuseRevokes = from["reuse_revokes"].orNull { it.boolean },
            sendIssuer = from["send_issuer"].orNull { it.boolean },
        )
    }
}

/** What happens to the old access token when a pair is replaced. */
public enum class OldAccessToken(internal val word: String) {
    STAYS_VALID("stays_valid"),
    ENDS_AT_ONCE("ends_at_once"),
    ;

    internal companion object {
        fun read(from: AdminValue): OldAccessToken = entries.first { it.word == from.text }
    }
}

/** The order of paused deliveries when they are resumed. */
public enum class Order(internal val word: String) {
    AS_MADE("as_made"),
    REVERSED("reversed"),
    SHUFFLED("shuffled"),
}

/** A post as its owner sees it. */
@ConsistentCopyVisibility
public data class OwnView internal constructor(
    /** What `own_posts.get` returns. */
    public val record: Map<String, Any?>,
    /** What `own_posts.stats` returns. */
    public val stats: Map<String, Any?>,
) {
    internal companion object {
        fun read(from: AdminValue): OwnView = OwnView(
            record = from["record"].members,
            stats = from["stats"].members,
        )
    }
}

/** How a payment ends. */
public enum class PaymentEnd(internal val word: String) {
    COMPLETED("completed"),
    FAILED("failed"),
    REFUNDED("refunded"),
    ;

    internal companion object {
        fun read(from: AdminValue): PaymentEnd = entries.first { it.word == from.text }
    }
}

/** What payments cost in a world, and how they end. */
public class PaymentRules(
    vararg byName: ByName,
    /**
     * How transactions on the app's balance end, and payments that are reconciled: those fail unless they are
     * completed.
     */
    public val end: PaymentEnd? = null,
    /** Whether a payment from a user's wallet is first being reconciled. */
    public val reconciles: Boolean? = null,
    /** What the owner is told about a post or an edit that a review did not accept. */
    public val rejectReason: String? = null,
    /** The price of an extension, in rial. */
    public val renewRials: Long? = null,
    /** The price of a reordering, in rial. */
    public val reorderRials: Long? = null,
    /** How reviews of posts and of edits end. */
    public val review: ReviewEnd? = null,
    /** Seconds that a review takes. */
    public val reviewedAfter: Long? = null,
    /** Seconds until a transaction ends, and until a payment that is being reconciled is paid or has failed. */
    public val settlesAfter: Long? = null,
    /** The price of a publication, in rial. */
    public val submitRials: Long? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "end" to end?.word,
        "reconciles" to reconciles,
        "reject_reason" to rejectReason,
        "renew_rials" to renewRials,
        "reorder_rials" to reorderRials,
        "review" to review?.word,
        "reviewed_after" to reviewedAfter,
        "settles_after" to settlesAfter,
        "submit_rials" to submitRials,
    )

    internal companion object {
        fun read(from: AdminValue): PaymentRules = PaymentRules(
            end = from["end"].orNull { PaymentEnd.read(it) },
            reconciles = from["reconciles"].orNull { it.boolean },
            rejectReason = from["reject_reason"].orNull { it.text },
            renewRials = from["renew_rials"].orNull { it.long },
            reorderRials = from["reorder_rials"].orNull { it.long },
            review = from["review"].orNull { ReviewEnd.read(it) },
            reviewedAfter = from["reviewed_after"].orNull { it.long },
            settlesAfter = from["settles_after"].orNull { it.long },
            submitRials = from["submit_rials"].orNull { it.long },
        )
    }
}

/** A payment ticket of a world. Tests add it; the app asks whether it is good. */
public class PaymentTicket(
    vararg byName: ByName,
    /** What the issuer put into it. */
    public val issuerPayload: Map<String, Any?>? = null,
    /** Whether it is for a service of another type than the app's. */
    public val otherService: Boolean? = null,
    /** What it covers, in rial. */
    public val sponsoredRials: Long? = null,
    /** Name of the user it is for. */
    public val user: String? = null,
    /** Its UUID. */
    public val uuid: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "issuer_payload" to issuerPayload,
        "other_service" to otherService,
        "sponsored_rials" to sponsoredRials,
        "user" to user,
        "uuid" to uuid,
    )

    internal companion object {
        fun read(from: AdminValue): PaymentTicket = PaymentTicket(
            issuerPayload = from["issuer_payload"].orNull { it.members },
            otherService = from["other_service"].orNull { it.boolean },
            sponsoredRials = from["sponsored_rials"].orNull { it.long },
            user = from["user"].orNull { it.text },
            uuid = from["uuid"].orNull { it.text },
        )
    }
}

/** A login that waits for the user: a consent page that is open in a browser. */
@ConsistentCopyVisibility
public data class PendingConsent internal constructor(
    /** Its id, by which it can be answered. */
    public val id: String,
    /** When the page was opened, on the world's clock. */
    public val openedAt: Instant,
    /** Where the user returns to. */
    public val redirectUri: String,
    /** The scopes that the app asks for. */
    public val scopes: List<String>,
    /** The user whom the app expects, if it says so. */
    public val loginHint: String?,
) {
    internal companion object {
        fun read(from: AdminValue): PendingConsent = PendingConsent(
            id = from["id"].text,
            openedAt = from["opened_at"].instant,
            redirectUri = from["redirect_uri"].text,
            scopes = from["scopes"].list { it.text },
            loginHint = from["login_hint"].orNull { it.text },
        )
    }
}

/** What to change of a post. Members that are not given stay. */
public class PostChange(
    vararg byName: ByName,
    /** Token of the business it belongs to; empty for none. */
    public val business: String? = null,
    /** Slug of the category. */
    public val category: String? = null,
    /** Whether the owner can be written to. */
    public val chatEnabled: Boolean? = null,
    /** Slug of the city. */
    public val city: String? = null,
    /** The counts of its statistics for a whole day, also of days that have passed. */
    public val countsPerDay: CountsPerDay? = null,
    /** Attributes to set; `null` removes one. */
    public val data: Map<String, Any?>? = null,
    /** Slug of the district; empty for none. */
    public val district: String? = null,
    /** Whether the phone number is hidden. */
    public val isPhoneHidden: Boolean? = null,
    /** Addresses of the images it has before publication. */
    public val ongoingImages: List<String>? = null,
    /** The next stage. */
    public val stage: Stage? = null,
    /** Whether the platform's sales assistant may answer. */
    public val supplierChatAssistantEnabled: Boolean? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "business" to business,
        "category" to category,
        "chat_enabled" to chatEnabled,
        "city" to city,
        "counts_per_day" to countsPerDay?.json(),
        "data" to data,
        "district" to district,
        "is_phone_hidden" to isPhoneHidden,
        "ongoing_images" to ongoingImages,
        "stage" to stage?.word,
        "supplier_chat_assistant_enabled" to supplierChatAssistantEnabled,
    )
}

/** A post in review, or one whose last review did not accept it or its edit. */
@ConsistentCopyVisibility
public data class PostReview internal constructor(
    /** The members of the category that the edit in review sets. */
    public val category: Map<String, Any?>,
    /** The general members that the edit in review sets. */
    public val general: Map<String, Any?>,
    /** Whether the post is new, and not published yet. */
    public val isNew: Boolean,
    /** Whether a review is in progress. Otherwise the last one did not accept the post or its edit. */
    public val isOpen: Boolean,
    /** Name of its owner. */
    public val owner: String,
    /** Token of the post. */
    public val post: String,
    /** The word of `state` for its owner, such as `POST_STATE_WAITING_FOR_REVIEW`. */
    public val state: String,
    /** What the owner was told, if it was not accepted. */
    public val rejectReason: String?,
) {
    internal companion object {
        fun read(from: AdminValue): PostReview = PostReview(
            category = from["category"].members,
            general = from["general"].members,
            isNew = from["is_new"].boolean,
            isOpen = from["is_open"].boolean,
            owner = from["owner"].text,
            post = from["post"].text,
            state = from["state"].text,
            rejectReason = from["reject_reason"].orNull { it.text },
        )
    }
}

/** A set of values for all switches. */
public enum class Profile(internal val word: String) {
    STRICT("strict"),
    LENIENT("lenient"),
    OBSERVED("observed"),
    ;

    internal companion object {
        fun read(from: AdminValue): Profile = entries.first { it.word == from.text }
    }
}

/** A header of a request or an answer. */
@ConsistentCopyVisibility
public data class RecordedHeader internal constructor(
    /** Its name, in lower case. */
    public val name: String,
    /** Its value; `[redacted]` for a secret. */
    public val value: String,
) {
    internal companion object {
        fun read(from: AdminValue): RecordedHeader = RecordedHeader(
            name = from["name"].text,
            value = from["value"].text,
        )
    }
}

/** One side of an exchange: the request or the answer. */
@ConsistentCopyVisibility
public data class RecordedMessage internal constructor(
    /** The headers, in order. Secrets are `[redacted]`. */
    public val headers: List<RecordedHeader>,
    /**
     * The body as text, with `[redacted]` for secrets. Absent if it is not text, is larger than 64 KiB, a fault has
     * changed it, or its secrets cannot be found.
     */
    public val body: String?,
    /** The length of the body in bytes. Absent if a fault answered or changed it. */
    public val bodyBytes: Long?,
) {
    internal companion object {
        fun read(from: AdminValue): RecordedMessage = RecordedMessage(
            headers = from["headers"].list { RecordedHeader.read(it) },
            body = from["body"].orNull { it.text },
            bodyBytes = from["body_bytes"].orNull { it.long },
        )
    }
}

/** From when the lifetime of a refresh token counts. */
public enum class RefreshLife(internal val word: String) {
    ROLLING("rolling"),
    ABSOLUTE("absolute"),
    ;

    internal companion object {
        fun read(from: AdminValue): RefreshLife = entries.first { it.word == from.text }
    }
}

/** One request, with what went over the wire. Secrets are `[redacted]`. */
@ConsistentCopyVisibility
public data class RequestDetails internal constructor(
    /** The time of its arrival, on the world's clock. */
    public val at: Instant,
    /** Length of the body in bytes. */
    public val bodyBytes: Long,
    /** SHA-256 of the body, in hexadecimal digits. */
    public val bodySha256: String,
    /** From its arrival to its answer, in milliseconds of the machine's clock. */
    public val durationMs: Double,
    /** Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`. */
    public val host: String,
    /** HTTP method. */
    public val method: String,
    /** Number of the request in its world, from 1. The answer has it in `x-request-id`. */
    public val number: Long,
    /** Path on that host, without the query. */
    public val path: String,
    /**
     * Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
     * Unlike the number, it does not begin again after a reset.
     */
    public val position: Long,
    /** The query without `?`; empty if there was none. */
    public val query: String,
    /** Status of the answer. 0 if a fault cut the connection before there was one. */
    public val status: Long,
    /** Whether the endpoint is a write that is not idempotent. */
    public val write: Boolean,
    /** Name of the endpoint, such as `posts.get`, or none for an unknown path. */
    public val endpoint: String?,
    /** Number of the fault rule that acted on it, if one did. */
    public val fault: Long?,
    /** Why it was refused: the message of the error answer, or the error of an authorization request. */
    public val refusal: String?,
    /** The replacement of a deprecated endpoint. */
    public val replacement: String?,
    /** What the app sent. Absent if it is too long ago: the latest requests are kept, up to 8 MiB in a world. */
    public val request: RecordedMessage?,
    /** What it received. */
    public val response: RecordedMessage?,
    /** Whether its access token was enough. Absent where no valid token was needed and sent. */
    public val scopeCheck: ScopeCheck?,
    /** The header `traceparent`, if it came. */
    public val traceparent: String?,
    /** Name of the user whose token or code it carried. */
    public val user: String?,
) {
    internal companion object {
        fun read(from: AdminValue): RequestDetails = RequestDetails(
            at = from["at"].instant,
            bodyBytes = from["body_bytes"].long,
            bodySha256 = from["body_sha256"].text,
            durationMs = from["duration_ms"].number,
            host = from["host"].text,
            method = from["method"].text,
            number = from["number"].long,
            path = from["path"].text,
            position = from["position"].long,
            query = from["query"].text,
            status = from["status"].long,
            write = from["write"].boolean,
            endpoint = from["endpoint"].orNull { it.text },
            fault = from["fault"].orNull { it.long },
            refusal = from["refusal"].orNull { it.text },
            replacement = from["replacement"].orNull { it.text },
            request = from["request"].orNull { RecordedMessage.read(it) },
            response = from["response"].orNull { RecordedMessage.read(it) },
            scopeCheck = from["scope_check"].orNull { ScopeCheck.read(it) },
            traceparent = from["traceparent"].orNull { it.text },
            user = from["user"].orNull { it.text },
        )
    }
}

/** The requests of a rule. All given members must match. */
public class RequestMatch(
    vararg byName: ByName,
    /** Name of the endpoint, such as `oauth.refresh`. */
    public val endpoint: String? = null,
    /** Name of a header that must be there. */
    public val header: String? = null,
    /** The value that header must have. */
    public val headerValue: String? = null,
    /** HTTP method, in upper-case letters. */
    public val method: String? = null,
    /** Path on the host, with `{names}` for variable segments, such as `/v1/open-platform/finder/post/{post_token}`. */
    public val path: String? = null,
    /** Name of the user whose access token, refresh token or code the request carries, such as `seller`. */
    public val user: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "endpoint" to endpoint,
        "header" to header,
        "header_value" to headerValue,
        "method" to method,
        "path" to path,
        "user" to user,
    )

    internal companion object {
        fun read(from: AdminValue): RequestMatch = RequestMatch(
            endpoint = from["endpoint"].orNull { it.text },
            header = from["header"].orNull { it.text },
            headerValue = from["header_value"].orNull { it.text },
            method = from["method"].orNull { it.text },
            path = from["path"].orNull { it.text },
            user = from["user"].orNull { it.text },
        )
    }
}

/** One request of the app. */
@ConsistentCopyVisibility
public data class RequestRecord internal constructor(
    /** The time of its arrival, on the world's clock. */
    public val at: Instant,
    /** Length of the body in bytes. */
    public val bodyBytes: Long,
    /** SHA-256 of the body, in hexadecimal digits. */
    public val bodySha256: String,
    /** From its arrival to its answer, in milliseconds of the machine's clock. */
    public val durationMs: Double,
    /** Which of the platform's hosts: `auth`, `base`, `api`, `upload` or `chat`. */
    public val host: String,
    /** HTTP method. */
    public val method: String,
    /** Number of the request in its world, from 1. The answer has it in `x-request-id`. */
    public val number: Long,
    /** Path on that host, without the query. */
    public val path: String,
    /**
     * Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
     * Unlike the number, it does not begin again after a reset.
     */
    public val position: Long,
    /** Status of the answer. 0 if a fault cut the connection before there was one. */
    public val status: Long,
    /** Whether the endpoint is a write that is not idempotent. */
    public val write: Boolean,
    /** Name of the endpoint, such as `posts.get`, or none for an unknown path. */
    public val endpoint: String?,
    /** Number of the fault rule that acted on it, if one did. */
    public val fault: Long?,
    /** Why it was refused: the message of the error answer, or the error of an authorization request. */
    public val refusal: String?,
    /** The replacement of a deprecated endpoint. */
    public val replacement: String?,
    /** Whether its access token was enough. Absent where no valid token was needed and sent. */
    public val scopeCheck: ScopeCheck?,
    /** The header `traceparent`, if it came. */
    public val traceparent: String?,
    /** Name of the user whose token or code it carried. */
    public val user: String?,
) {
    internal companion object {
        fun read(from: AdminValue): RequestRecord = RequestRecord(
            at = from["at"].instant,
            bodyBytes = from["body_bytes"].long,
            bodySha256 = from["body_sha256"].text,
            durationMs = from["duration_ms"].number,
            host = from["host"].text,
            method = from["method"].text,
            number = from["number"].long,
            path = from["path"].text,
            position = from["position"].long,
            status = from["status"].long,
            write = from["write"].boolean,
            endpoint = from["endpoint"].orNull { it.text },
            fault = from["fault"].orNull { it.long },
            refusal = from["refusal"].orNull { it.text },
            replacement = from["replacement"].orNull { it.text },
            scopeCheck = from["scope_check"].orNull { ScopeCheck.read(it) },
            traceparent = from["traceparent"].orNull { it.text },
            user = from["user"].orNull { it.text },
        )
    }
}

/** How an answer 429 says when to retry. */
public enum class RetryAfter(internal val word: String) {
    MISSING("missing"),
    SECONDS("seconds"),
    DATE("date"),
    ;

    internal companion object {
        fun read(from: AdminValue): RetryAfter = entries.first { it.word == from.text }
    }
}

/** How a review ends. */
public class ReviewDecision(
    vararg byName: ByName,
    /** The end. */
    public val end: ReviewEnd,
    /** What the owner is told if it is not accepted; absent: the reason of the rules of payments. */
    public val reason: String? = null,
) {
    internal fun json(): Map<String, Any?> = members("end" to end.word, "reason" to reason)
}

/** How a review ends. */
public enum class ReviewEnd(internal val word: String) {
    ACCEPTED("accepted"),
    REJECTED("rejected"),
    NEEDS_EDIT("needs_edit"),
    ;

    internal companion object {
        fun read(from: AdminValue): ReviewEnd = entries.first { it.word == from.text }
    }
}

/** A documented form of an event that differs from the observed one. */
public enum class Sample(internal val word: String) {
    MESSAGE_FROM_USER("message_from_user"),
    MESSAGE_FROM_BOT("message_from_bot"),
    MESSAGE_WITHOUT_TEXT("message_without_text"),
    MESSAGE_WITH_FILE("message_with_file"),
    CHATBOT_MESSAGE("chatbot_message"),
    MESSAGE_WITH_META_DATA("message_with_meta_data"),
    PAYMENT_TRANSACTION("payment_transaction"),
    RETIRED_POST("retired_post"),
    REVOCATION("revocation"),
    OLD_CHAT_MESSAGE("old_chat_message"),
    UNKNOWN_TYPE("unknown_type"),
}

/** A business of a world. */
@ConsistentCopyVisibility
public data class SandboxBusiness internal constructor(
    /** Names of the users who administer it. */
    public val admins: List<String>,
    /** Names of the users who work for it. */
    public val agents: List<String>,
    /** Its name. */
    public val businessName: String,
    /** Kind of business. */
    public val businessType: String,
    /** What it says about itself. */
    public val description: String,
    /** Name of the user who owns it. */
    public val owner: String,
    /** Id of its profile image. */
    public val profileImage: String,
    /** Its token. */
    public val token: String,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxBusiness = SandboxBusiness(
            admins = from["admins"].list { it.text },
            agents = from["agents"].list { it.text },
            businessName = from["business_name"].text,
            businessType = from["business_type"].text,
            description = from["description"].text,
            owner = from["owner"].text,
            profileImage = from["profile_image"].text,
            token = from["token"].text,
        )
    }
}

/** A file that the app uploaded for messages of chats. */
@ConsistentCopyVisibility
public data class SandboxChatMedium internal constructor(
    /** Its size. */
    public val bytes: Long,
    /** The name under which its bytes are kept, as one of the images. */
    public val file: String,
    /** What it is. */
    public val kind: ChatMediumKind,
    /** The token that the upload returned, for the `media_token` of a message. */
    public val mediaToken: String,
    /** The name of the file that the app sent. */
    public val name: String,
    /** When it was uploaded. */
    public val uploadedAt: Instant,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxChatMedium = SandboxChatMedium(
            bytes = from["bytes"].long,
            file = from["file"].text,
            kind = ChatMediumKind.read(from["kind"]),
            mediaToken = from["media_token"].text,
            name = from["name"].text,
            uploadedAt = from["uploaded_at"].instant,
        )
    }
}

/** A conversation of a world. */
@ConsistentCopyVisibility
public data class SandboxConversation internal constructor(
    /** What it is about. */
    public val about: About,
    /** Its id. */
    public val id: String,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxConversation = SandboxConversation(
            about = About.read(from["about"]),
            id = from["id"].text,
        )
    }
}

/** A custom button of the app: on a post, or of a business. */
@ConsistentCopyVisibility
public data class SandboxCustomButton internal constructor(
    /** The button in the platform's form, with `type` and `action`. */
    public val button: Map<String, Any?>,
    /** The token of the business. */
    public val business: String?,
    /** The token of the post. */
    public val post: String?,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxCustomButton = SandboxCustomButton(
            button = from["button"].members,
            business = from["business"].orNull { it.text },
            post = from["post"].orNull { it.text },
        )
    }
}

/** An upload of the app. */
@ConsistentCopyVisibility
public data class SandboxImage internal constructor(
    /** Its size. */
    public val bytes: Long,
    /** The name that the upload returned. */
    public val name: String,
    /** When it was uploaded. */
    public val uploadedAt: Instant,
    /** The name since a widget shows it, if one does. */
    public val permanentName: String?,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxImage = SandboxImage(
            bytes = from["bytes"].long,
            name = from["name"].text,
            uploadedAt = from["uploaded_at"].instant,
            permanentName = from["permanent_name"].orNull { it.text },
        )
    }
}

/** A post of a world. */
@ConsistentCopyVisibility
public data class SandboxPost internal constructor(
    /** Slug of the category. */
    public val category: String,
    /** Whether the owner can be written to. */
    public val chatEnabled: Boolean,
    /** Slug of the city. */
    public val city: String,
    /** The attributes of the category. */
    public val data: Map<String, Any?>,
    /** Slug of the district; empty where there is none. */
    public val district: String,
    /** Whether the phone number is hidden. */
    public val isPhoneHidden: Boolean,
    /** When it last changed. */
    public val lastModifiedAt: Instant,
    /** Addresses of the images it has before publication. */
    public val ongoingImages: List<String>,
    /** Name of the user who owns it. */
    public val owner: String,
    /** Its stage. */
    public val stage: Stage,
    /** Whether the platform's sales assistant may answer. */
    public val supplierChatAssistantEnabled: Boolean,
    /** Its token. */
    public val token: String,
    /** The business it belongs to. */
    public val business: SandboxBusiness?,
    /** The counts of its statistics for a whole day, if they were set; otherwise they are made from its token. */
    public val countsPerDay: CountsPerDay?,
    /** When it was first published. */
    public val firstPublishedAt: Instant?,
    /** When it was last renewed. */
    public val renewedAt: Instant?,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxPost = SandboxPost(
            category = from["category"].text,
            chatEnabled = from["chat_enabled"].boolean,
            city = from["city"].text,
            data = from["data"].members,
            district = from["district"].text,
            isPhoneHidden = from["is_phone_hidden"].boolean,
            lastModifiedAt = from["last_modified_at"].instant,
            ongoingImages = from["ongoing_images"].list { it.text },
            owner = from["owner"].text,
            stage = Stage.read(from["stage"]),
            supplierChatAssistantEnabled = from["supplier_chat_assistant_enabled"].boolean,
            token = from["token"].text,
            business = from["business"].orNull { SandboxBusiness.read(it) },
            countsPerDay = from["counts_per_day"].orNull { CountsPerDay.read(it) },
            firstPublishedAt = from["first_published_at"].orNull { it.instant },
            renewedAt = from["renewed_at"].orNull { it.instant },
        )
    }
}

/** A transaction on the app's balance. */
@ConsistentCopyVisibility
public data class SandboxTransaction internal constructor(
    /** In rial. */
    public val costRials: Long,
    /** When it was created. */
    public val createdAt: Instant,
    /** Text of the app. */
    public val extraDetails: String,
    /** The UUID that the app chose. */
    public val id: String,
    /** The post. */
    public val post: String,
    /** What was bought. */
    public val service: Service,
    /** Such as `TRANSACTION_STATE_PENDING`. */
    public val state: String,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxTransaction = SandboxTransaction(
            costRials = from["cost_rials"].long,
            createdAt = from["created_at"].instant,
            extraDetails = from["extra_details"].text,
            id = from["id"].text,
            post = from["post"].text,
            service = Service.read(from["service"]),
            state = from["state"].text,
        )
    }
}

/** A user of a world. */
@ConsistentCopyVisibility
public data class SandboxUser internal constructor(
    /** The id that this app sees. Every app sees a different one. */
    public val id: String,
    /** The name of the user in the sandbox, such as `seller`. Apps do not receive it. */
    public val name: String,
    /** Mobile number: `09` and nine digits. */
    public val phone: String,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxUser = SandboxUser(
            id = from["id"].text,
            name = from["name"].text,
            phone = from["phone"].text,
        )
    }
}

/** An add-on of the app on a user. */
@ConsistentCopyVisibility
public data class SandboxUserAddon internal constructor(
    /** Slugs of the categories it shows in. Empty means all. */
    public val categories: List<String>,
    /** When it was last sent. */
    public val createdAt: Instant,
    /** When it expires. */
    public val expiresAt: Instant,
    /** Its id, as its creation answered. */
    public val id: String,
    /** The semantic data as it is stored. */
    public val semantic: StoredSemantic,
    /** Name of the user in the sandbox, or the phone number or id of someone the world does not know. */
    public val user: String,
    /** The widgets, with permanent images. */
    public val widgets: List<Map<String, Any?>>,
    /** In rial. */
    public val cost: Long?,
    /** The payment ticket. */
    public val ticketUuid: String?,
) {
    internal companion object {
        fun read(from: AdminValue): SandboxUserAddon = SandboxUserAddon(
            categories = from["categories"].list { it.text },
            createdAt = from["created_at"].instant,
            expiresAt = from["expires_at"].instant,
            id = from["id"].text,
            semantic = StoredSemantic.read(from["semantic"]),
            user = from["user"].text,
            widgets = from["widgets"].list { it.members },
            cost = from["cost"].orNull { it.long },
            ticketUuid = from["ticket_uuid"].orNull { it.text },
        )
    }
}

/** Whether the access that a user granted was enough for a request. */
public enum class ScopeCheck(internal val word: String) {
    PASSED("passed"),
    REFUSED("refused"),
    ;

    internal companion object {
        fun read(from: AdminValue): ScopeCheck = entries.first { it.word == from.text }
    }
}

/** The data to add, in this order. */
public class Seed(
    vararg byName: ByName,
    /** Businesses of users. */
    public val businesses: List<NewBusiness>? = null,
    /** Conversations about posts or with the chatbot. */
    public val conversations: List<NewConversation>? = null,
    /** Posts of users. */
    public val posts: List<NewPost>? = null,
    /** Users. Each needs a name. */
    public val users: List<NewUser>? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "businesses" to businesses?.map { it.json() },
        "conversations" to conversations?.map { it.json() },
        "posts" to posts?.map { it.json() },
        "users" to users?.map { it.json() },
    )
}

/** A paid service of a post. */
public enum class Service(internal val word: String) {
    REORDER("reorder"),
    SUBMIT("submit"),
    RENEW("renew"),
    ;

    internal companion object {
        fun read(from: AdminValue): Service = entries.first { it.word == from.text }
    }
}

/** An add-on of the app on one post. */
@ConsistentCopyVisibility
public data class ShownAddon internal constructor(
    /** Whether it appears on the post yet. */
    public val attached: Boolean,
    /** When it was first sent. */
    public val createdAt: Instant,
    /** Its id. Apps do not receive it. */
    public val id: String,
    /** When it was last sent. */
    public val modifiedAt: Instant,
    /** Text of the app. */
    public val notes: String,
    /** Token of the post. */
    public val post: String,
    /** The semantic data as it is stored. */
    public val semantic: StoredSemantic,
    /** The widgets, with permanent images. */
    public val widgets: List<Map<String, Any?>>,
    /** Id of the user or business add-on it was copied from, if it was. */
    public val copiedFrom: String?,
) {
    internal companion object {
        fun read(from: AdminValue): ShownAddon = ShownAddon(
            attached = from["attached"].boolean,
            createdAt = from["created_at"].instant,
            id = from["id"].text,
            modifiedAt = from["modified_at"].instant,
            notes = from["notes"].text,
            post = from["post"].text,
            semantic = StoredSemantic.read(from["semantic"]),
            widgets = from["widgets"].list { it.members },
            copiedFrom = from["copied_from"].orNull { it.text },
        )
    }
}

/** A kept snapshot, and what is in it. */
@ConsistentCopyVisibility
public data class SnapshotInfo internal constructor(
    /** The time of the world. */
    public val at: Instant,
    /** The number of conversations. */
    public val conversations: Long,
    /** Whether the clock was frozen. */
    public val frozen: Boolean,
    /** Its number in the world. */
    public val number: Long,
    /** The number of posts. */
    public val posts: Long,
    /** The number of users. */
    public val users: Long,
    /** Its name, if it has one. */
    public val name: String?,
) {
    internal companion object {
        fun read(from: AdminValue): SnapshotInfo = SnapshotInfo(
            at = from["at"].instant,
            conversations = from["conversations"].long,
            frozen = from["frozen"].boolean,
            number = from["number"].long,
            posts = from["posts"].long,
            users = from["users"].long,
            name = from["name"].orNull { it.text },
        )
    }
}

/** The stage of a post (docs/platform.md#post-states). */
public enum class Stage(internal val word: String) {
    WAITING_FOR_PAYMENT("waiting_for_payment"),
    IN_REVIEW("in_review"),
    PUBLISHED("published"),
    RETIRED("retired"),
    ARCHIVED("archived"),
    ;

    internal companion object {
        fun read(from: AdminValue): Stage = entries.first { it.word == from.text }
    }
}

/** The structure of start requests. */
public enum class StartForm(internal val word: String) {
    V2("v2"),
    V2_UNDERSCORE("v2_underscore"),
    V2_WITHOUT_HEADER("v2_without_header"),
    V1("v1"),
    ;

    internal companion object {
        fun read(from: AdminValue): StartForm = entries.first { it.word == from.text }
    }
}

/** A semantic record of the app, about a user or a post. */
@ConsistentCopyVisibility
public data class StoredRecord internal constructor(
    /** The data. */
    public val data: StoredSemantic,
    /** Its id, as its creation answered. */
    public val id: String,
    /** When it was last sent. */
    public val writtenAt: Instant,
    /** In rial. */
    public val cost: Long?,
    /** The payment ticket. */
    public val ticketUuid: String?,
) {
    internal companion object {
        fun read(from: AdminValue): StoredRecord = StoredRecord(
            data = StoredSemantic.read(from["data"]),
            id = from["id"].text,
            writtenAt = from["written_at"].instant,
            cost = from["cost"].orNull { it.long },
            ticketUuid = from["ticket_uuid"].orNull { it.text },
        )
    }
}

/** Semantic data as the platform stores it. */
@ConsistentCopyVisibility
public data class StoredSemantic internal constructor(
    /** All other names, with the SHA-256 of the value in hexadecimal digits. The value is not stored. */
    public val hashed: Map<String, String>,
    /** Known names, with their values. */
    public val readable: Map<String, String>,
) {
    internal companion object {
        fun read(from: AdminValue): StoredSemantic = StoredSemantic(
            hashed = from["hashed"].texts,
            readable = from["readable"].texts,
        )
    }
}

/** Switches to change, in JSON. The others keep their values. */
public class SwitchChange(
    vararg byName: ByName,
    /** Endpoints, and the contents of events. */
    public val gaps: Gaps? = null,
    /** Rate limits. */
    public val limits: LimitRules? = null,
    /** The authorization server. */
    public val oauth: OAuthRules? = null,
    /** Sets all switches to those of this profile first. */
    public val profile: Profile? = null,
    /** Requests to the app. */
    public val webhooks: WebhookRules? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "gaps" to gaps?.json(),
        "limits" to limits?.json(),
        "oauth" to oauth?.json(),
        "profile" to profile?.word,
        "webhooks" to webhooks?.json(),
    )
}

/** Every switch of a world. */
@ConsistentCopyVisibility
public data class Switches internal constructor(
    /** Endpoints, and the contents of events. */
    public val gaps: Gaps,
    /** Rate limits. */
    public val limits: LimitRules,
    /** The authorization server. */
    public val oauth: OAuthRules,
    /** The profile these switches began with. */
    public val profile: Profile,
    /** Requests to the app. */
    public val webhooks: WebhookRules,
) {
    internal companion object {
        fun read(from: AdminValue): Switches = Switches(
            gaps = Gaps.read(from["gaps"]),
            limits = LimitRules.read(from["limits"]),
            oauth = OAuthRules.read(from["oauth"]),
            profile = Profile.read(from["profile"]),
            webhooks = WebhookRules.read(from["webhooks"]),
        )
    }
}

/** A pair of tokens. */
@ConsistentCopyVisibility
public data class TokenPair internal constructor(
    /** The access token. */
    public val accessToken: String,
    /** When the access token expires. */
    public val expiresAt: Instant,
    /** Its number in the world. */
    public val pair: Long,
    /** The refresh token. Only with the scope `offline_access`. */
    public val refreshToken: String?,
) {
    internal companion object {
        fun read(from: AdminValue): TokenPair = TokenPair(
            accessToken = from["access_token"].text,
            expiresAt = from["expires_at"].instant,
            pair = from["pair"].long,
            refreshToken = from["refresh_token"].orNull { it.text },
        )
    }
}

/** The state and the permissions of a pair of tokens, without the tokens. */
@ConsistentCopyVisibility
public data class TokenReport internal constructor(
    /** For each endpoint, whether the token can be used. */
    public val abilities: List<Ability>,
    /** When the access token expires or expired. */
    public val accessTokenUntil: Instant,
    /** Whether the access token is valid now. */
    public val accessTokenWorks: Boolean,
    /** Number of the consent, which stays the same across refreshes. */
    public val grant: Long,
    /** When the pair was issued. */
    public val madeAt: Instant,
    /** Number of the pair in its world. */
    public val pair: Long,
    /** The granted scopes. */
    public val scopes: List<String>,
    /** Name of the user who consented. */
    public val user: String,
    /** Why the whole grant ended, if it did. */
    public val ended: String?,
    /** When the refresh token expires or expired, unless it was used before. Absent without a refresh token. */
    public val refreshTokenUntil: Instant?,
    /** When the refresh token was first used. */
    public val refreshedAt: Instant?,
) {
    internal companion object {
        fun read(from: AdminValue): TokenReport = TokenReport(
            abilities = from["abilities"].list { Ability.read(it) },
            accessTokenUntil = from["access_token_until"].instant,
            accessTokenWorks = from["access_token_works"].boolean,
            grant = from["grant"].long,
            madeAt = from["made_at"].instant,
            pair = from["pair"].long,
            scopes = from["scopes"].list { it.text },
            user = from["user"].text,
            ended = from["ended"].orNull { it.text },
            refreshTokenUntil = from["refresh_token_until"].orNull { it.instant },
            refreshedAt = from["refreshed_at"].orNull { it.instant },
        )
    }
}

/** The user and the scopes of new tokens. */
public class TokenRequest(
    vararg byName: ByName,
    /** The scopes, as if the user had just granted them. */
    public val scopes: List<String>,
    /** Name of the user. */
    public val user: String,
) {
    internal fun json(): Map<String, Any?> = members("scopes" to scopes, "user" to user)
}

/** A transaction to send an event of (docs/platform.md#event-payloads). */
public class Transaction(
    vararg byName: ByName,
    /** The UUID that the app chose. */
    public val id: String,
    /** Such as `TRANSACTION_STATE_COMPLETED`. */
    public val state: String,
    /** In rial. */
    public val costRials: Long? = null,
    /** Text of the app. */
    public val extraDetails: String? = null,
    /** Such as `TRANSACTION_TYPE_REORDER`. */
    public val type: String? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "id" to id,
        "state" to state,
        "cost_rials" to costRials,
        "extra_details" to extraDetails,
        "type" to type,
    )
}

/** An event that has not reached the app, and why. */
@ConsistentCopyVisibility
public data class Undelivered internal constructor(
    /** Event type, such as `NEW_MESSAGE`. */
    public val event: String,
    /** The reason as text, with what to do. */
    public val explanation: String,
    /** When the event was created. */
    public val madeAt: Instant,
    /** The reason. */
    public val reason: NotDelivered,
    /** Number of the delivery; absent if no delivery was made. */
    public val delivery: Long?,
    /**
     * Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
     * Absent if a delivery was made, whose attempts have one.
     */
    public val position: Long?,
    /** Token of the post of the event, if there is one. */
    public val resource: String?,
    /** Name of the user of the event, if known. */
    public val user: String?,
) {
    internal companion object {
        fun read(from: AdminValue): Undelivered = Undelivered(
            event = from["event"].text,
            explanation = from["explanation"].text,
            madeAt = from["made_at"].instant,
            reason = NotDelivered.read(from["reason"]),
            delivery = from["delivery"].orNull { it.long },
            position = from["position"].orNull { it.long },
            resource = from["resource"].orNull { it.text },
            user = from["user"].orNull { it.text },
        )
    }
}

/** Something that happens when the clock reaches its time. */
@ConsistentCopyVisibility
public data class Upcoming internal constructor(
    /** What it is about: the name of the user, the token of the post, or the event type. */
    public val about: String,
    /** The time, on the world's clock. */
    public val at: Instant,
    /** The kind of the job. */
    public val kind: UpcomingKind,
    /** Number of the pair of tokens, the code or the delivery. */
    public val number: Long?,
) {
    internal companion object {
        fun read(from: AdminValue): Upcoming = Upcoming(
            about = from["about"].text,
            at = from["at"].instant,
            kind = UpcomingKind.read(from["kind"]),
            number = from["number"].orNull { it.long },
        )
    }
}

/** The kind of a planned job. */
public enum class UpcomingKind(internal val word: String) {
    ATTACH_ADDON("attach_addon"),
    DELIVER("deliver"),
    END_GRACE("end_grace"),
    EXPIRE_ACCESS_TOKEN("expire_access_token"),
    EXPIRE_CODE("expire_code"),
    EXPIRE_REFRESH_TOKEN("expire_refresh_token"),
    EXPIRE_USER_ADDON("expire_user_addon"),
    REVIEW_POST("review_post"),
    SETTLE_PAYMENT("settle_payment"),
    ;

    internal companion object {
        fun read(from: AdminValue): UpcomingKind = entries.first { it.word == from.text }
    }
}

/** A message of a user. */
public class UserMessage(
    vararg byName: ByName,
    /** The text. */
    public val text: String,
    /** Name of the user. */
    public val user: String,
) {
    internal fun json(): Map<String, Any?> = members("text" to text, "user" to user)
}

/** The result. */
@ConsistentCopyVisibility
public data class WaitResult internal constructor(
    /** The number at the end. */
    public val count: Long,
    /** Whether the minimum number was reached. */
    public val met: Boolean,
) {
    internal companion object {
        fun read(from: AdminValue): WaitResult = WaitResult(
            count = from["count"].long,
            met = from["met"].boolean,
        )
    }
}

/** A payment from a user's wallet. */
@ConsistentCopyVisibility
public data class WalletPayment internal constructor(
    /** In rial. */
    public val amountRials: Long,
    /** The UUID that the app chose. */
    public val id: String,
    /** The id of the platform. */
    public val orderId: String,
    /** The post. */
    public val post: String,
    /** What was bought. */
    public val service: Service,
    /** Such as `PAY_STATUS_PAID`. */
    public val status: String,
    /** Name of the user. */
    public val user: String,
    /** When it was paid. */
    public val paidAt: Instant?,
) {
    internal companion object {
        fun read(from: AdminValue): WalletPayment = WalletPayment(
            amountRials = from["amount_rials"].long,
            id = from["id"].text,
            orderId = from["order_id"].text,
            post = from["post"].text,
            service = Service.read(from["service"]),
            status = from["status"].text,
            user = from["user"].text,
            paidAt = from["paid_at"].orNull { it.instant },
        )
    }
}

/** The switches of requests to the app. */
public class WebhookRules(
    vararg byName: ByName,
    /** The value of `Authorization` (docs/platform.md#identification-key). */
    public val authorization: Authorization? = null,
    /** The pause after each piece, in milliseconds of the machine's clock. For tests only. */
    public val bodyPauseMilliseconds: Long? = null,
    /** Sends the body of a request to the app in pieces of this many bytes, with pauses; 0: at once. For tests only. */
    public val bodyPieceBytes: Long? = null,
    /** Seconds from an event to the first attempt (assumption: none). */
    public val delaySeconds: Long? = null,
    /** The number of additional deliveries of each event. For tests only (docs/platform.md#webhook-delivery). */
    public val duplicates: Long? = null,
    /** The second key, for `other`, `in_turn` and `both`. For tests only. */
    public val otherKey: String? = null,
    /** Bytes of padding in an additional member of each event. For tests only. */
    public val paddingBytes: Long? = null,
    /**
     * Seconds after each failed attempt until the next; empty: no retries. Assumption: no schedule is documented; this
     * is the one of the Standard Webhooks specification.
     */
    public val retryAfterSeconds: List<Long>? = null,
    /**
     * The structure of start requests, and the spelling of their header (docs/platform.md#start-requests,
     * #start-requests-v1).
     */
    public val startForm: StartForm? = null,
    /** The time limit for the app's answer, in milliseconds of the machine's clock (assumption: 5 seconds). */
    public val timeoutMilliseconds: Long? = null,
) {
    internal fun json(): Map<String, Any?> = members(
        "authorization" to authorization?.word,
        "body_pause_milliseconds" to bodyPauseMilliseconds,
        "body_piece_bytes" to bodyPieceBytes,
        "delay_seconds" to delaySeconds,
        "duplicates" to duplicates,
        "other_key" to otherKey,
        "padding_bytes" to paddingBytes,
        "retry_after_seconds" to retryAfterSeconds,
        "start_form" to startForm?.word,
        "timeout_milliseconds" to timeoutMilliseconds,
    )

    internal companion object {
        fun read(from: AdminValue): WebhookRules = WebhookRules(
            authorization = from["authorization"].orNull { Authorization.read(it) },
            bodyPauseMilliseconds = from["body_pause_milliseconds"].orNull { it.long },
            bodyPieceBytes = from["body_piece_bytes"].orNull { it.long },
            delaySeconds = from["delay_seconds"].orNull { it.long },
            duplicates = from["duplicates"].orNull { it.long },
            otherKey = from["other_key"].orNull { it.text },
            paddingBytes = from["padding_bytes"].orNull { it.long },
            retryAfterSeconds = from["retry_after_seconds"].orNull { it.list { it.long } },
            startForm = from["start_form"].orNull { StartForm.read(it) },
            timeoutMilliseconds = from["timeout_milliseconds"].orNull { it.long },
        )
    }
}

/** A world. */
@ConsistentCopyVisibility
public data class WorldInfo internal constructor(
    /** Whether its clock is frozen. */
    public val frozen: Boolean,
    /** Its name. */
    public val name: String,
    /** Its time. */
    public val now: Instant,
    /** The profile of its switches. */
    public val profile: Profile,
    /** The prefix of its hosts: `auth`, `base`, `api`, `upload` and `chat` follow. */
    public val url: String,
) {
    internal companion object {
        fun read(from: AdminValue): WorldInfo = WorldInfo(
            frozen = from["frozen"].boolean,
            name = from["name"].text,
            now = from["now"].instant,
            profile = Profile.read(from["profile"]),
            url = from["url"].text,
        )
    }
}

/** A message of a conversation, as the sandbox keeps it. */
@ConsistentCopyVisibility
public data class WrittenMessage internal constructor(
    /** Name of the user in whose name it was written; empty for the chatbot. */
    public val author: String,
    /** The message in the form that is read. */
    public val message: Map<String, Any?>,
    /** Buttons that the other side sees. */
    public val receiverButtons: Map<String, Any?>?,
    /** Buttons that the author's side sees. */
    public val senderButtons: Map<String, Any?>?,
) {
    internal companion object {
        fun read(from: AdminValue): WrittenMessage = WrittenMessage(
            author = from["author"].text,
            message = from["message"].members,
            receiverButtons = from["receiver_buttons"].orNull { it.members },
            senderButtons = from["sender_buttons"].orNull { it.members },
        )
    }
}

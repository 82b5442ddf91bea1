// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture

/** Calls about users that need only the API key. From `OpenPlatformAsync.users`. */
public class UsersAsync internal constructor(private val calls: Users, private val futures: Futures) {
    /**
     * Finds the id of the user with a phone number. The id is different for every app.
     *
     * Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source: `docs/platform.md#user-id-by-phone`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun idByPhone(phone: Phone, timeout: Duration? = null): CompletableFuture<UserId> =
        futures.of { calls.idByPhone(phone, timeout.inKotlin()) }
}

/** Calls about the user who granted access. From `UserClientAsync.users`. */
public class CurrentUserAsync internal constructor(private val calls: CurrentUser, private val futures: Futures) {
    /**
     * Reads the user's id and phone number. The id needs the scope `USER_ID`, the number needs `USER_PHONE`; each is
     * absent without its scope.
     *
     * With a stored grant, the id is stored with it: `GrantInfo.userId`.
     *
     * Scopes `USER_ID` and `USER_PHONE`, each for its member of the response. Key permission `USER_RETRIEVE`. Newer
     * than the specification. Source: `docs/platform.md#users`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun me(timeout: Duration? = null): CompletableFuture<User> = futures.of { calls.me(timeout.inKotlin()) }

    /**
     * Lists the businesses of the user, with the user's role in each.
     *
     * Scope `USER_BUSINESSES_READ`. Key permission `GET_USER_BUSINESSES`. Newer than the specification. Source:
     * `docs/platform.md#businesses`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun businesses(timeout: Duration? = null): CompletableFuture<BusinessList> =
        futures.of { calls.businesses(timeout.inKotlin()) }

    /**
     * Reads the profile image of a professional user.
     *
     * Scope `PRO_USER_PROFILE_IMAGE_READ`. Key permission `GET_PRO_USER_PROFILE_IMAGE`. Newer than the specification.
     * Source: `docs/platform.md#profile-image`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun profileImage(timeout: Duration? = null): CompletableFuture<ProfileImage> =
        futures.of { calls.profileImage(timeout.inKotlin()) }

    /**
     * Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call with
     * `me`.
     *
     * The body is an empty JSON object. The specification shows no body; old clients sent this one.
     *
     * Scope `USER_PHONE`. Key permission `USER_RETRIEVE`. Source: `docs/platform.md#users`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun phoneNumbers(timeout: Duration? = null): CompletableFuture<PhoneNumbers> =
        futures.of { calls.phoneNumbers(timeout.inKotlin()) }
}

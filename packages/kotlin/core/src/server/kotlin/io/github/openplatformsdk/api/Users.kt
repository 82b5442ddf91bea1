// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls about users that need only the API key. From `OpenPlatform.users`. */
public class Users internal constructor(private val native: Platform) {
    /**
     * Finds the id of the user with a phone number. The id is different for every app.
     *
     * Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source: `docs/platform.md#user-id-by-phone`.
     *
     * @param phone A mobile number, in any usual notation.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun idByPhone(phone: Phone, timeout: Duration? = null): UserId =
        traced("users.id_by_phone") { translated { native.usersIdByPhone(phone, options(timeout)) } }
}

/** Calls about the user who granted access. From `UserClient.users`. */
public class CurrentUser internal constructor(private val native: PlatformUser) {
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
    public suspend fun me(timeout: Duration? = null): User =
        traced("users.me") { translated { native.usersMe(options(timeout)) } }

    /**
     * Lists the businesses of the user, with the user's role in each.
     *
     * Scope `USER_BUSINESSES_READ`. Key permission `GET_USER_BUSINESSES`. Newer than the specification. Source:
     * `docs/platform.md#businesses`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun businesses(timeout: Duration? = null): BusinessList =
        traced("users.businesses") { translated { native.usersBusinesses(options(timeout)) } }

    /**
     * Reads the profile image of a professional user.
     *
     * Scope `PRO_USER_PROFILE_IMAGE_READ`. Key permission `GET_PRO_USER_PROFILE_IMAGE`. Newer than the specification.
     * Source: `docs/platform.md#profile-image`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun profileImage(timeout: Duration? = null): ProfileImage =
        traced("users.profile_image") { translated { native.usersProfileImage(options(timeout)) } }

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
    public suspend fun phoneNumbers(timeout: Duration? = null): PhoneNumbers =
        traced("users.phone_numbers") { translated { native.usersPhoneNumbers(options(timeout)) } }
}

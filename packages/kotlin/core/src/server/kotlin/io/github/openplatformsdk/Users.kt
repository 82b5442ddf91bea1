package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Users, by what the app knows of them. From [OpenPlatform.users]. */
public class Users internal constructor(private val native: Platform) {
    /**
     * Finds the id of the user with a phone number. The id is different for every app.
     *
     * Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source: facts part 1.5.
     */
    public suspend fun idByPhone(phone: Phone, timeout: Duration? = null): UserId =
        translated { native.usersIdByPhone(phone, options(timeout)) }
}

/** The user of a [UserClient]. From [UserClient.users]. */
public class UserUsers internal constructor(private val native: PlatformUser) {
    /**
     * Reads the user's id and phone number: the id with scope `USER_ID`, the number with `USER_PHONE`, each absent
     * without its scope. With a stored grant the id is kept beside it.
     *
     * Key permission `USER_RETRIEVE`. Newer than the specification. Source: facts part 1.5.
     */
    public suspend fun me(timeout: Duration? = null): User = translated { native.usersMe(options(timeout)) }

    /**
     * Reads the user's phone numbers, in the specification's form. The live platform has replaced it with [me].
     *
     * Scope `USER_PHONE`, key permission `USER_RETRIEVE`. Source: spec 4, facts part 1.5.
     */
    public suspend fun phoneNumbers(timeout: Duration? = null): PhoneNumbers =
        translated { native.usersPhoneNumbers(options(timeout)) }
}

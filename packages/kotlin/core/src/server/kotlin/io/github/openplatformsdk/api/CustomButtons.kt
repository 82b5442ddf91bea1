// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import io.github.openplatformsdk.ffi.PlatformUser
import kotlin.time.Duration

/** Calls about custom buttons that need only the API key. From `OpenPlatform.customButtons`. */
public class CustomButtons internal constructor(private val native: Platform) {
    /**
     * Removes the custom button of a business.
     *
     * Key permission `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param business The token of the business.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun removeFromBusiness(business: BusinessToken, timeout: Duration? = null): Unit =
        traced("custom_buttons.remove_from_business") { translated { native.customButtonsRemoveFromBusiness(business, options(timeout)) } }
}

/** Calls about custom buttons for a user. From `UserClient.customButtons`. */
public class UserCustomButtons internal constructor(private val native: PlatformUser) {
    /**
     * Sets the custom button on a post of the user.
     *
     * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param post The token of the post.
     * @param button The button.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun setOnPost(post: PostToken, button: CustomButton, timeout: Duration? = null): Unit =
        traced("custom_buttons.set_on_post") { translated { native.customButtonsSetOnPost(post, button, options(timeout)) } }

    /**
     * Removes the custom button from a post of the user.
     *
     * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun removeFromPost(post: PostToken, timeout: Duration? = null): Unit =
        traced("custom_buttons.remove_from_post") { translated { native.customButtonsRemoveFromPost(post, options(timeout)) } }

    /**
     * Sets the custom button of a business of the user, which is on all of its posts.
     *
     * Scope `BUSINESS_CREATE_CUSTOMIZED_BUTTON` with the business token. Key permission
     * `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source: `docs/platform.md#custom-buttons`.
     *
     * @param business The token of the business.
     * @param button The button.
     * @param timeout The time limit of the call, instead of the one in the settings.
     * @throws AmbiguousOutcomeException if the write may or may not have been executed. It was not retried.
     */
    public suspend fun setOnBusiness(business: BusinessToken, button: CustomButton, timeout: Duration? = null): Unit =
        traced("custom_buttons.set_on_business") { translated { native.customButtonsSetOnBusiness(business, button, options(timeout)) } }
}

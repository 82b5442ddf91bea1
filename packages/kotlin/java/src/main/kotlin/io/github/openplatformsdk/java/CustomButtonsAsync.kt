// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.function.Consumer

/** Calls about custom buttons that need only the API key. From `OpenPlatformAsync.customButtons`. */
public class CustomButtonsAsync internal constructor(private val calls: CustomButtons, private val futures: Futures) {
    /**
     * Removes the custom button of a business.
     *
     * Key permission `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param business The token of the business.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun removeFromBusiness(business: BusinessToken, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.removeFromBusiness(business, timeout.inKotlin()) }
}

/** Calls about custom buttons for a user. From `UserClientAsync.customButtons`. */
public class UserCustomButtonsAsync internal constructor(private val calls: UserCustomButtons, private val futures: Futures) {
    /**
     * Sets the custom button on a post of the user.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param post The token of the post.
     * @param button The button.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun setOnPost(post: PostToken, button: CustomButton, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.setOnPost(post, button, timeout.inKotlin()) }

    /** Like the other [setOnPost], but builds `button`. */
    @JvmOverloads
    public fun setOnPost(
        post: PostToken,
        button: Consumer<CustomButtonBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.setOnPost(post, CustomButtonBuilder().built(button), timeout.inKotlin()) }

    /**
     * Removes the custom button from a post of the user.
     *
     * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
     * `docs/platform.md#custom-buttons`.
     *
     * @param post The token of the post.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun removeFromPost(post: PostToken, timeout: Duration? = null): CompletableFuture<Void?> =
        futures.done { calls.removeFromPost(post, timeout.inKotlin()) }

    /**
     * Sets the custom button of a business of the user, which is on all of its posts.
     *
     * It ends with [AmbiguousOutcomeException] if the write may or may not have been executed. It was not retried.
     *
     * Scope `BUSINESS_CREATE_CUSTOMIZED_BUTTON` with the business token. Key permission
     * `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source: `docs/platform.md#custom-buttons`.
     *
     * @param business The token of the business.
     * @param button The button.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun setOnBusiness(
        business: BusinessToken,
        button: CustomButton,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.setOnBusiness(business, button, timeout.inKotlin()) }

    /** Like the other [setOnBusiness], but builds `button`. */
    @JvmOverloads
    public fun setOnBusiness(
        business: BusinessToken,
        button: Consumer<CustomButtonBuilder>,
        timeout: Duration? = null,
    ): CompletableFuture<Void?> =
        futures.done { calls.setOnBusiness(business, CustomButtonBuilder().built(button), timeout.inKotlin()) }
}

// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.time.Duration
import java.util.concurrent.CompletableFuture

/**
 * The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so an
 * app reads them again, about once a day. With the setting `assetMaxAge` a response is used again until it has that
 * age. From `OpenPlatformAsync.assets`.
 */
public class AssetsAsync internal constructor(private val calls: Assets, private val futures: Futures) {
    /**
     * Lists the categories of posts.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun categories(timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.categories(timeout.inKotlin()) }

    /**
     * Lists the cities.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun cities(timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.cities(timeout.inKotlin()) }

    /**
     * Lists the districts of a city, with the city in the query. With an empty `city` the query is left out.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param city The slug of the city, such as `tehran`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun districts(city: String, timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.districts(city, timeout.inKotlin()) }

    /**
     * Lists the districts of a city, with the city in the path. Many cities have none.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param city The slug of the city, such as `tehran`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun districtsOfCity(city: String, timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.districtsOfCity(city, timeout.inKotlin()) }

    /**
     * Lists the brands and models of a category. Only `light` (cars) and `mobile-phones` have them.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun brandModels(category: String, timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.brandModels(category, timeout.inKotlin()) }

    /**
     * Lists the colors of a category. Only `light` (cars) and `mobile-phones` have them.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun colors(category: String, timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.colors(category, timeout.inKotlin()) }

    /**
     * Lists the conditions of a car's body.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun bodyStatuses(timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.bodyStatuses(timeout.inKotlin()) }

    /**
     * Lists the sizes of the internal storage of phones.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun internalStorages(timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.internalStorages(timeout.inKotlin()) }

    /**
     * Lists the sizes of the memory of phones.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun ramMemories(timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.ramMemories(timeout.inKotlin()) }

    /**
     * Lists the kinds of service that an app may offer, such as the inspection of cars.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun serviceTypes(timeout: Duration? = null): CompletableFuture<AssetList> =
        futures.of { calls.serviceTypes(timeout.inKotlin()) }

    /**
     * Lists the scopes that users can grant. A scope that this version does not know is noted in `issues`.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun oauthScopes(timeout: Duration? = null): CompletableFuture<AccessRights> =
        futures.of { calls.oauthScopes(timeout.inKotlin()) }

    /**
     * Lists the permissions that an API key can have. One that no call of this version needs is noted in `issues`.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun permissions(timeout: Duration? = null): CompletableFuture<AccessRights> =
        futures.of { calls.permissions(timeout.inKotlin()) }

    /**
     * Reads the form with which a post of a category is submitted.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun submitSchema(category: String, timeout: Duration? = null): CompletableFuture<SubmitSchema> =
        futures.of { calls.submitSchema(category, timeout.inKotlin()) }

    /**
     * Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app reads
     * them about once a day.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    @JvmOverloads
    public fun mediaUploadUrls(timeout: Duration? = null): CompletableFuture<MediaUploadUrls> =
        futures.of { calls.mediaUploadUrls(timeout.inKotlin()) }
}

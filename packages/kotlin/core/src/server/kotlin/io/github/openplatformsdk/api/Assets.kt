// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.Platform
import kotlin.time.Duration

/**
 * The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so an
 * app reads them again, about once a day. With the setting `assetMaxAge` a response is used again until it has that
 * age. From `OpenPlatform.assets`.
 */
public class Assets internal constructor(private val native: Platform) {
    /**
     * Lists the categories of posts.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun categories(timeout: Duration? = null): AssetList =
        traced("assets.categories") { translated { native.assetsCategories(options(timeout)) } }

    /**
     * Lists the cities.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun cities(timeout: Duration? = null): AssetList =
        traced("assets.cities") { translated { native.assetsCities(options(timeout)) } }

    /**
     * Lists the districts of a city, with the city in the query. With an empty `city` the query is left out.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param city The slug of the city, such as `tehran`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun districts(city: String, timeout: Duration? = null): AssetList =
        traced("assets.districts") { translated { native.assetsDistricts(city, options(timeout)) } }

    /**
     * Lists the districts of a city, with the city in the path. Many cities have none.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param city The slug of the city, such as `tehran`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun districtsOfCity(city: String, timeout: Duration? = null): AssetList =
        traced("assets.districts_of_city") { translated { native.assetsDistrictsOfCity(city, options(timeout)) } }

    /**
     * Lists the brands and models of a category. Only `light` (cars) and `mobile-phones` have them.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun brandModels(category: String, timeout: Duration? = null): AssetList =
        traced("assets.brand_models") { translated { native.assetsBrandModels(category, options(timeout)) } }

    /**
     * Lists the colors of a category. Only `light` (cars) and `mobile-phones` have them.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun colors(category: String, timeout: Duration? = null): AssetList =
        traced("assets.colors") { translated { native.assetsColors(category, options(timeout)) } }

    /**
     * Lists the conditions of a car's body.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun bodyStatuses(timeout: Duration? = null): AssetList =
        traced("assets.body_statuses") { translated { native.assetsBodyStatuses(options(timeout)) } }

    /**
     * Lists the sizes of the internal storage of phones.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun internalStorages(timeout: Duration? = null): AssetList =
        traced("assets.internal_storages") { translated { native.assetsInternalStorages(options(timeout)) } }

    /**
     * Lists the sizes of the memory of phones.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun ramMemories(timeout: Duration? = null): AssetList =
        traced("assets.ram_memories") { translated { native.assetsRamMemories(options(timeout)) } }

    /**
     * Lists the kinds of service that an app may offer, such as the inspection of cars.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun serviceTypes(timeout: Duration? = null): AssetList =
        traced("assets.service_types") { translated { native.assetsServiceTypes(options(timeout)) } }

    /**
     * Lists the scopes that users can grant. A scope that this version does not know is noted in `issues`.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun oauthScopes(timeout: Duration? = null): AccessRights =
        traced("assets.oauth_scopes") { translated { native.assetsOauthScopes(options(timeout)) } }

    /**
     * Lists the permissions that an API key can have. One that no call of this version needs is noted in `issues`.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun permissions(timeout: Duration? = null): AccessRights =
        traced("assets.permissions") { translated { native.assetsPermissions(options(timeout)) } }

    /**
     * Reads the form with which a post of a category is submitted.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun submitSchema(category: String, timeout: Duration? = null): SubmitSchema =
        traced("assets.submit_schema") { translated { native.assetsSubmitSchema(category, options(timeout)) } }

    /**
     * Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app reads
     * them about once a day.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param timeout The time limit of the call, instead of the one in the settings.
     */
    public suspend fun mediaUploadUrls(timeout: Duration? = null): MediaUploadUrls =
        traced("assets.media_upload_urls") { translated { native.assetsMediaUploadUrls(options(timeout)) } }
}

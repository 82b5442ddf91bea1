import type { AccessRights, AssetList, MediaUploadUrls, SubmitSchema } from '../model.js';
import { type CallOptions } from '../native.js';
/**
 * The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so an
 * app reads them again, about once a day. With the setting `assetMaxAgeMs` a response is used again until it has that
 * age.
 */
export declare class Assets {
    #private;
    /**
     * Lists the categories of posts.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    categories(options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the cities.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    cities(options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the districts of a city, with the city in the query. With an empty `city` the query is left out.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param city The slug of the city, such as `tehran`.
     */
    districts(city: string, options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the districts of a city, with the city in the path. Many cities have none.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param city The slug of the city, such as `tehran`.
     */
    districtsOfCity(city: string, options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the brands and models of a category. Only `light` (cars) and `mobile-phones` have them.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     */
    brandModels(category: string, options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the colors of a category. Only `light` (cars) and `mobile-phones` have them.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     */
    colors(category: string, options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the conditions of a car's body.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    bodyStatuses(options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the sizes of the internal storage of phones.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    internalStorages(options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the sizes of the memory of phones.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    ramMemories(options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the kinds of service that an app may offer, such as the inspection of cars.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    serviceTypes(options?: CallOptions): Promise<AssetList>;
    /**
     * Lists the scopes that users can grant. A scope that this version does not know is noted in `issues`.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    oauthScopes(options?: CallOptions): Promise<AccessRights>;
    /**
     * Lists the permissions that an API key can have. One that no call of this version needs is noted in `issues`.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    permissions(options?: CallOptions): Promise<AccessRights>;
    /**
     * Reads the form with which a post of a category is submitted.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     *
     * @param category The slug of the category, such as `mobile-phones`.
     */
    submitSchema(category: string, options?: CallOptions): Promise<SubmitSchema>;
    /**
     * Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app reads them
     * about once a day.
     *
     * Newer than the specification. Source: `docs/platform.md#assets`.
     */
    mediaUploadUrls(options?: CallOptions): Promise<MediaUploadUrls>;
}

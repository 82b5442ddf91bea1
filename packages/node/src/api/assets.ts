// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { AccessRights, AssetList, MediaUploadUrls, SubmitSchema } from '../model.js'
import { callEndpoint, type CallOptions, text } from '../native.js'
import type { Platform } from '../native-types.js'

/**
 * The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so an
 * app reads them again, about once a day. With the setting `assetMaxAgeMs` a response is used again until it has that
 * age.
 */
export class Assets {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Lists the categories of posts.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  categories(options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.categories', this.#native, options, (native, callId, core) =>
      native.assetsCategories(callId, core))
  }

  /**
   * Lists the cities.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  cities(options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.cities', this.#native, options, (native, callId, core) =>
      native.assetsCities(callId, core))
  }

  /**
   * Lists the districts of a city, with the city in the query. With an empty `city` the query is left out.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   *
   * @param city The slug of the city, such as `tehran`.
   */
  districts(city: string, options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.districts', this.#native, options, (native, callId, core) =>
      native.assetsDistricts(callId, text('city', city), core))
  }

  /**
   * Lists the districts of a city, with the city in the path. Many cities have none.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   *
   * @param city The slug of the city, such as `tehran`.
   */
  districtsOfCity(city: string, options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.districts_of_city', this.#native, options, (native, callId, core) =>
      native.assetsDistrictsOfCity(callId, text('city', city), core))
  }

  /**
   * Lists the brands and models of a category. Only `light` (cars) and `mobile-phones` have them.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   *
   * @param category The slug of the category, such as `mobile-phones`.
   */
  brandModels(category: string, options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.brand_models', this.#native, options, (native, callId, core) =>
      native.assetsBrandModels(callId, text('category', category), core))
  }

  /**
   * Lists the colors of a category. Only `light` (cars) and `mobile-phones` have them.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   *
   * @param category The slug of the category, such as `mobile-phones`.
   */
  colors(category: string, options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.colors', this.#native, options, (native, callId, core) =>
      native.assetsColors(callId, text('category', category), core))
  }

  /**
   * Lists the conditions of a car's body.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  bodyStatuses(options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.body_statuses', this.#native, options, (native, callId, core) =>
      native.assetsBodyStatuses(callId, core))
  }

  /**
   * Lists the sizes of the internal storage of phones.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  internalStorages(options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.internal_storages', this.#native, options, (native, callId, core) =>
      native.assetsInternalStorages(callId, core))
  }

  /**
   * Lists the sizes of the memory of phones.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  ramMemories(options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.ram_memories', this.#native, options, (native, callId, core) =>
      native.assetsRamMemories(callId, core))
  }

  /**
   * Lists the kinds of service that an app may offer, such as the inspection of cars.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  serviceTypes(options?: CallOptions): Promise<AssetList> {
    return callEndpoint('assets.service_types', this.#native, options, (native, callId, core) =>
      native.assetsServiceTypes(callId, core))
  }

  /**
   * Lists the scopes that users can grant. A scope that this version does not know is noted in `issues`.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  oauthScopes(options?: CallOptions): Promise<AccessRights> {
    return callEndpoint('assets.oauth_scopes', this.#native, options, (native, callId, core) =>
      native.assetsOauthScopes(callId, core))
  }

  /**
   * Lists the permissions that an API key can have. One that no call of this version needs is noted in `issues`.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  permissions(options?: CallOptions): Promise<AccessRights> {
    return callEndpoint('assets.permissions', this.#native, options, (native, callId, core) =>
      native.assetsPermissions(callId, core))
  }

  /**
   * Reads the form with which a post of a category is submitted.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   *
   * @param category The slug of the category, such as `mobile-phones`.
   */
  submitSchema(category: string, options?: CallOptions): Promise<SubmitSchema> {
    return callEndpoint('assets.submit_schema', this.#native, options, (native, callId, core) =>
      native.assetsSubmitSchema(callId, text('category', category), core))
  }

  /**
   * Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app reads them
   * about once a day.
   *
   * Newer than the specification. Source: `docs/platform.md#assets`.
   */
  mediaUploadUrls(options?: CallOptions): Promise<MediaUploadUrls> {
    return callEndpoint('assets.media_upload_urls', this.#native, options, (native, callId, core) =>
      native.assetsMediaUploadUrls(callId, core))
  }
}

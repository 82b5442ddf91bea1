// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// The platform's lists of values: categories, cities, scopes and others. Their contents may change at any time, so an
/// app reads them again, about once a day. With the setting `assetMaxAge` a response is used again until it has that
/// age.
public struct Assets: Sendable {
    let native: Platform

    /// Lists the categories of posts.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func categories(timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.categories", timeout) { try await native.assetsCategories(options: $0) }
    }

    /// Lists the cities.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func cities(timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.cities", timeout) { try await native.assetsCities(options: $0) }
    }

    /// Lists the districts of a city, with the city in the query. With an empty `city` the query is left out.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameters:
    ///   - city: The slug of the city, such as `tehran`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func districts(_ city: String, timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.districts", timeout) { try await native.assetsDistricts(city: city, options: $0) }
    }

    /// Lists the districts of a city, with the city in the path. Many cities have none.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameters:
    ///   - city: The slug of the city, such as `tehran`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func districtsOfCity(_ city: String, timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.districts_of_city", timeout) {
            try await native.assetsDistrictsOfCity(city: city, options: $0)
        }
    }

    /// Lists the brands and models of a category. Only `light` (cars) and `mobile-phones` have them.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameters:
    ///   - category: The slug of the category, such as `mobile-phones`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func brandModels(_ category: String, timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.brand_models", timeout) {
            try await native.assetsBrandModels(category: category, options: $0)
        }
    }

    /// Lists the colors of a category. Only `light` (cars) and `mobile-phones` have them.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameters:
    ///   - category: The slug of the category, such as `mobile-phones`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func colors(_ category: String, timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.colors", timeout) { try await native.assetsColors(category: category, options: $0) }
    }

    /// Lists the conditions of a car's body.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func bodyStatuses(timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.body_statuses", timeout) { try await native.assetsBodyStatuses(options: $0) }
    }

    /// Lists the sizes of the internal storage of phones.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func internalStorages(timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.internal_storages", timeout) { try await native.assetsInternalStorages(options: $0) }
    }

    /// Lists the sizes of the memory of phones.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func ramMemories(timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.ram_memories", timeout) { try await native.assetsRamMemories(options: $0) }
    }

    /// Lists the kinds of service that an app may offer, such as the inspection of cars.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func serviceTypes(timeout: Duration? = nil) async throws -> AssetList {
        try await traced("assets.service_types", timeout) { try await native.assetsServiceTypes(options: $0) }
    }

    /// Lists the scopes that users can grant. A scope that this version does not know is noted in `issues`.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func oauthScopes(timeout: Duration? = nil) async throws -> AccessRights {
        try await traced("assets.oauth_scopes", timeout) { try await native.assetsOauthScopes(options: $0) }
    }

    /// Lists the permissions that an API key can have. One that no call of this version needs is noted in `issues`.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func permissions(timeout: Duration? = nil) async throws -> AccessRights {
        try await traced("assets.permissions", timeout) { try await native.assetsPermissions(options: $0) }
    }

    /// Reads the form with which a post of a category is submitted.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameters:
    ///   - category: The slug of the category, such as `mobile-phones`.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func submitSchema(_ category: String, timeout: Duration? = nil) async throws -> SubmitSchema {
        try await traced("assets.submit_schema", timeout) {
            try await native.assetsSubmitSchema(category: category, options: $0)
        }
    }

    /// Reads the addresses for uploads of files of add-ons and posts. They may change without notice, so an app reads
    /// them about once a day.
    ///
    /// Newer than the specification. Source: `docs/platform.md#assets`.
    ///
    /// - Parameter timeout: The time limit of the call, instead of the one in the settings.
    public func mediaUploadUrls(timeout: Duration? = nil) async throws -> MediaUploadUrls {
        try await traced("assets.media_upload_urls", timeout) { try await native.assetsMediaUploadUrls(options: $0) }
    }
}

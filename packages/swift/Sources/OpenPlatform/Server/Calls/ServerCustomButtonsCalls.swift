// Made from the core by `cargo run -p open-platform-generator`. Do not edit.

/// Calls about custom buttons that need only the API key.
public struct CustomButtons: Sendable {
    let native: Platform

    /// Removes the custom button of a business.
    ///
    /// Key permission `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source:
    /// `docs/platform.md#custom-buttons`.
    ///
    /// - Parameters:
    ///   - business: The token of the business.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func remove(fromBusiness business: BusinessToken, timeout: Duration? = nil) async throws {
        try await traced("custom_buttons.remove_from_business", timeout) {
            try await native.customButtonsRemoveFromBusiness(business: business, options: $0)
        }
    }
}

/// Calls about custom buttons for a user.
public struct UserCustomButtons: Sendable {
    let native: PlatformUser

    /// Sets the custom button on a post of the user.
    ///
    /// Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification.
    /// Source: `docs/platform.md#custom-buttons`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - button: The button.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    public func set(on post: PostToken, _ button: CustomButton, timeout: Duration? = nil) async throws {
        try await traced("custom_buttons.set_on_post", timeout) {
            try await native.customButtonsSetOnPost(post: post, button: button, options: $0)
        }
    }

    /// Removes the custom button from a post of the user.
    ///
    /// Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification.
    /// Source: `docs/platform.md#custom-buttons`.
    ///
    /// - Parameters:
    ///   - post: The token of the post.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    public func remove(fromPost post: PostToken, timeout: Duration? = nil) async throws {
        try await traced("custom_buttons.remove_from_post", timeout) {
            try await native.customButtonsRemoveFromPost(post: post, options: $0)
        }
    }

    /// Sets the custom button of a business of the user, which is on all of its posts.
    ///
    /// Scope `BUSINESS_CREATE_CUSTOMIZED_BUTTON` with the business token. Key permission
    /// `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source: `docs/platform.md#custom-buttons`.
    ///
    /// - Parameters:
    ///   - business: The token of the business.
    ///   - button: The button.
    ///   - timeout: The time limit of the call, instead of the one in the settings.
    /// - Throws: ``OpenPlatformError/AmbiguousOutcome(report:)`` if the write may or may not have been executed. It was
    ///   not retried.
    public func set(onBusiness business: BusinessToken, _ button: CustomButton, timeout: Duration? = nil) async throws {
        try await traced("custom_buttons.set_on_business", timeout) {
            try await native.customButtonsSetOnBusiness(business: business, button: button, options: $0)
        }
    }
}

// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { BusinessToken, CustomButton, PostToken } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'

/** Calls about custom buttons that need only the API key. */
export class CustomButtons {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Removes the custom button of a business.
   *
   * Key permission `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source:
   * `docs/platform.md#custom-buttons`.
   *
   * @param business The token of the business.
   */
  removeFromBusiness(business: BusinessToken, options?: CallOptions): Promise<void> {
    return callEndpoint('custom_buttons.remove_from_business', this.#native, options, (native, callId, core) =>
      native.customButtonsRemoveFromBusiness(callId, business, core))
  }
}

/** Calls about custom buttons for a user. */
export class UserCustomButtons {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Sets the custom button on a post of the user.
   *
   * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
   * `docs/platform.md#custom-buttons`.
   *
   * @param post The token of the post.
   * @param button The button.
   */
  setOnPost(post: PostToken, button: CustomButton, options?: CallOptions): Promise<void> {
    return callEndpoint('custom_buttons.set_on_post', this.#native, options, (native, callId, core) =>
      native.customButtonsSetOnPost(callId, post, button, core))
  }

  /**
   * Removes the custom button from a post of the user.
   *
   * Scope `USER_SET_CUSTOMIZED_BUTTON`. Key permission `SET_CUSTOMIZED_BUTTON`. Newer than the specification. Source:
   * `docs/platform.md#custom-buttons`.
   *
   * @param post The token of the post.
   */
  removeFromPost(post: PostToken, options?: CallOptions): Promise<void> {
    return callEndpoint('custom_buttons.remove_from_post', this.#native, options, (native, callId, core) =>
      native.customButtonsRemoveFromPost(callId, post, core))
  }

  /**
   * Sets the custom button of a business of the user, which is on all of its posts.
   *
   * Scope `BUSINESS_CREATE_CUSTOMIZED_BUTTON` with the business token. Key permission
   * `BUSINESS_CUSTOMIZED_BUTTON_CREATE`. Newer than the specification. Source: `docs/platform.md#custom-buttons`.
   *
   * @param business The token of the business.
   * @param button The button.
   */
  setOnBusiness(business: BusinessToken, button: CustomButton, options?: CallOptions): Promise<void> {
    return callEndpoint('custom_buttons.set_on_business', this.#native, options, (native, callId, core) =>
      native.customButtonsSetOnBusiness(callId, business, button, core))
  }
}

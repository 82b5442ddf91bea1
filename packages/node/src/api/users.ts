// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { BusinessList, Phone, PhoneNumbers, ProfileImage, User, UserId } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'
import { unprinted } from '../values.js'

/** Calls about users that need only the API key. */
export class Users {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Finds the id of the user with a phone number. The id is different for every app.
   *
   * Key permission `GET_USER_ID_BY_PHONE`. Newer than the specification. Source: `docs/platform.md#user-id-by-phone`.
   *
   * @param phone A mobile number, in any usual notation.
   */
  idByPhone(phone: Phone, options?: CallOptions): Promise<UserId> {
    return callEndpoint('users.id_by_phone', this.#native, options, (native, callId, core) =>
      native.usersIdByPhone(callId, phone, core))
  }
}

/** Calls about the user who granted access. */
export class CurrentUser {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Reads the user's id and phone number. The id needs the scope `USER_ID`, the number needs `USER_PHONE`; each is
   * absent without its scope.
   *
   * With a stored grant, the id is stored with it: `GrantInfo.userId`.
   *
   * Scopes `USER_ID` and `USER_PHONE`, each for its member of the response. Key permission `USER_RETRIEVE`. Newer than
   * the specification. Source: `docs/platform.md#users`.
   */
  async me(options?: CallOptions): Promise<User> {
    return unprinted('User', await callEndpoint('users.me', this.#native, options, (native, callId, core) =>
      native.usersMe(callId, core)))
  }

  /**
   * Lists the businesses of the user, with the user's role in each.
   *
   * Scope `USER_BUSINESSES_READ`. Key permission `GET_USER_BUSINESSES`. Newer than the specification. Source:
   * `docs/platform.md#businesses`.
   */
  businesses(options?: CallOptions): Promise<BusinessList> {
    return callEndpoint('users.businesses', this.#native, options, (native, callId, core) =>
      native.usersBusinesses(callId, core))
  }

  /**
   * Reads the profile image of a professional user.
   *
   * Scope `PRO_USER_PROFILE_IMAGE_READ`. Key permission `GET_PRO_USER_PROFILE_IMAGE`. Newer than the specification.
   * Source: `docs/platform.md#profile-image`.
   */
  profileImage(options?: CallOptions): Promise<ProfileImage> {
    return callEndpoint('users.profile_image', this.#native, options, (native, callId, core) =>
      native.usersProfileImage(callId, core))
  }

  /**
   * Reads the user's phone numbers, in the form of the specification. The live platform has replaced this call with
   * `me`.
   *
   * The body is an empty JSON object. The specification shows no body; old clients sent this one.
   *
   * Scope `USER_PHONE`. Key permission `USER_RETRIEVE`. Source: `docs/platform.md#users`.
   */
  async phoneNumbers(options?: CallOptions): Promise<PhoneNumbers> {
    return unprinted('PhoneNumbers', await callEndpoint('users.phone_numbers', this.#native, options, (native, callId, core) =>
      native.usersPhoneNumbers(callId, core)))
  }
}

// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { Phone, PostToken, RecordCreated, SemanticRecord, UserId, UserIdSemanticRecord } from '../model.js'
import { callEndpoint, type CallOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'

/** Calls about semantic records that need only the API key. */
export class Semantics {
  readonly #native: () => Platform

  /** @internal */
  constructor(native: () => Platform) {
    this.#native = native
  }

  /**
   * Deletes the semantic record of the user with a phone number.
   *
   * Key permission `USER_SEMANTIC_DELETE`. Source: `docs/platform.md#user-semantics`.
   *
   * @param phone A mobile number, in any usual notation.
   */
  deleteForUser(phone: Phone, options?: CallOptions): Promise<void> {
    return callEndpoint('semantics.delete_for_user', this.#native, options, (native, callId, core) =>
      native.semanticsDeleteForUser(callId, phone, core))
  }

  /**
   * Deletes the semantic record of the user with an id and this phone number.
   *
   * Key permission `USER_SEMANTIC_DELETE`. Newer than the specification. Source: `docs/platform.md#user-semantics`.
   *
   * @param user The id of the user, which is different for every app.
   * @param phone A mobile number, in any usual notation.
   */
  deleteForUserId(user: UserId, phone: Phone, options?: CallOptions): Promise<void> {
    return callEndpoint('semantics.delete_for_user_id', this.#native, options, (native, callId, core) =>
      native.semanticsDeleteForUserId(callId, user, phone, core))
  }
}

/** Calls about semantic records for a user. */
export class UserSemantics {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Creates or replaces the semantic record of the user with a phone number.
   *
   * A name that is not known is stored hashed and cannot be read back.
   *
   * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Source: `docs/platform.md#user-semantics`.
   *
   * @param phone A mobile number, in any usual notation.
   * @param record The facts, under machine-readable names.
   */
  createForUser(phone: Phone, record: SemanticRecord, options?: CallOptions): Promise<RecordCreated> {
    return callEndpoint('semantics.create_for_user', this.#native, options, (native, callId, core) =>
      native.semanticsCreateForUser(callId, phone, record, core))
  }

  /**
   * Like `createForUser`, by the user's id. The record also contains the phone number.
   *
   * Scope `USER_VERIFICATION_CREATE`. Key permission `USER_SEMANTIC_CREATE`. Newer than the specification. Source:
   * `docs/platform.md#user-semantics`.
   *
   * @param user The id of the user, which is different for every app.
   * @param record The facts, under machine-readable names.
   */
  createForUserId(user: UserId, record: UserIdSemanticRecord, options?: CallOptions): Promise<RecordCreated> {
    return callEndpoint('semantics.create_for_user_id', this.#native, options, (native, callId, core) =>
      native.semanticsCreateForUserId(callId, user, record, core))
  }

  /**
   * Creates or replaces the semantic record of a post.
   *
   * Scope `POST_SEMANTIC_CREATE` with the post token. Key permission `POST_SEMANTIC_CREATE`. Newer than the
   * specification. Source: `docs/platform.md#post-semantics`.
   *
   * @param post The token of the post.
   * @param record The facts, under machine-readable names.
   */
  createForPost(post: PostToken, record: SemanticRecord, options?: CallOptions): Promise<RecordCreated> {
    return callEndpoint('semantics.create_for_post', this.#native, options, (native, callId, core) =>
      native.semanticsCreateForPost(callId, post, record, core))
  }
}

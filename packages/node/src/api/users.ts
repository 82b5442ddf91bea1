import { inspect } from 'node:util'

import type { Phone, PhoneNumbers, User, UserId } from '../model.js'
import { call, type CallOptions } from '../native.js'
import type { Platform, PlatformUser } from '../native-types.js'

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
   * Key permission `GET_USER_ID_BY_PHONE`. Source: facts part 1.5.
   */
  idByPhone(phone: Phone, options?: CallOptions): Promise<UserId> {
    return call(options, (id, core) => this.#native().usersIdByPhone(id, phone, core))
  }
}

/** Calls about the user who granted access. */
export class UserUsers {
  readonly #native: () => PlatformUser

  /** @internal */
  constructor(native: () => PlatformUser) {
    this.#native = native
  }

  /**
   * Reads the user's id and phone number: the id with scope `USER_ID`, the number with `USER_PHONE`, each absent without
   * its scope.
   *
   * Key permission `USER_RETRIEVE`. Newer than the specification. Source: facts part 1.5.
   */
  async me(options?: CallOptions): Promise<User> {
    return unprinted('User', await call(options, (id, core) => this.#native().usersMe(id, core)))
  }

  /**
   * Reads the user's phone numbers, in the specification's form. The live platform has replaced it with `me`.
   *
   * The body is an empty JSON object: the specification shows none, old clients sent this one. Scope `USER_PHONE`, key
   * permission `USER_RETRIEVE`. Source: spec 4, facts part 1.5.
   */
  async phoneNumbers(options?: CallOptions): Promise<PhoneNumbers> {
    return unprinted('PhoneNumbers', await call(options, (id, core) => this.#native().usersPhoneNumbers(id, core)))
  }
}

/** Phone numbers do not show in a log by accident: `console.log` of the record says only what it is. */
function unprinted<T extends object>(name: string, record: T): T {
  return Object.defineProperty(record, inspect.custom, { value: () => `${name} { [hidden] }` })
}

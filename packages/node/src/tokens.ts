import { inspect } from 'node:util'

import type { Tokens as PlainTokens } from './model.js'

/** Printed in place of a secret. */
const HIDDEN = '[hidden]'

/** The members of {@link Tokens}. */
export interface TokenParts {
  /** For `platform.userWithToken`. */
  accessToken: string
  /** Only if `offline_access` was granted. */
  refreshToken?: string | undefined
  /** When the access token expires. */
  expiresAt: Date
  /** Whether the response had no lifetime, so that 3600 s were assumed. */
  expiryAssumed?: boolean | undefined
  /** The granted scopes. */
  scopes?: readonly string[] | undefined
}

/**
 * Tokens, for apps that keep them themselves. The tokens are never printed: not by `console.log`, `JSON.stringify` or in a
 * template string. To store them, read the members by name.
 */
export class Tokens implements TokenParts {
  readonly #accessToken: string
  readonly #refreshToken: string | undefined
  /** When the access token expires, by this machine's clock, counted from before the request was sent. */
  readonly expiresAt: Date
  /** Whether the response had no lifetime, so that 3600 s were assumed. */
  readonly expiryAssumed: boolean
  /** The granted scopes; empty if the response had none. */
  readonly scopes: readonly string[]

  constructor(parts: TokenParts) {
    this.#accessToken = parts.accessToken
    this.#refreshToken = parts.refreshToken
    this.expiresAt = parts.expiresAt
    this.expiryAssumed = parts.expiryAssumed ?? false
    this.scopes = parts.scopes ?? []
  }

  /** For `platform.userWithToken`. */
  get accessToken(): string {
    return this.#accessToken
  }

  /** For the next refresh. Only if `offline_access` was granted. */
  get refreshToken(): string | undefined {
    return this.#refreshToken
  }

  /** Without the tokens. */
  toJSON(): object {
    const { expiresAt, expiryAssumed, scopes } = this
    return { accessToken: HIDDEN, ...(this.#refreshToken !== undefined && { refreshToken: HIDDEN }), expiresAt, expiryAssumed, scopes }
  }

  /** Without the tokens. */
  toString(): string {
    return 'Tokens { [hidden] }'
  }

  /** @internal */
  [inspect.custom](): string {
    return `Tokens ${inspect(this.toJSON())}`
  }
}

/** @internal */
export function parts({ accessToken, refreshToken, expiresAt, expiryAssumed = false, scopes = [] }: TokenParts): PlainTokens {
  return { accessToken, refreshToken, expiresAt, expiryAssumed, scopes }
}

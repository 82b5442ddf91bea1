/** The members of {@link Tokens}. */
export interface TokenParts {
    /** For `platform.userWithToken`. */
    accessToken: string;
    /** Only if `offline_access` was granted. */
    refreshToken?: string | undefined;
    /** When the access token expires. */
    expiresAt: Date;
    /** Whether the response had no lifetime, so that 3600 s were assumed. */
    expiryAssumed?: boolean | undefined;
    /** The granted scopes. */
    scopes?: readonly string[] | undefined;
}
/**
 * Tokens, for apps that keep them themselves. The tokens are never printed: not by `console.log`, `JSON.stringify` or in a
 * template string. To store them, read the members by name.
 */
export declare class Tokens implements TokenParts {
    #private;
    /** When the access token expires, by this machine's clock, counted from before the request was sent. */
    readonly expiresAt: Date;
    /** Whether the response had no lifetime, so that 3600 s were assumed. */
    readonly expiryAssumed: boolean;
    /** The granted scopes; empty if the response had none. */
    readonly scopes: readonly string[];
    constructor(parts: TokenParts);
    /** For `platform.userWithToken`. */
    get accessToken(): string;
    /** For the next refresh. Only if `offline_access` was granted. */
    get refreshToken(): string | undefined;
    /** Without the tokens. */
    toJSON(): object;
    /** Without the tokens. */
    toString(): string;
}

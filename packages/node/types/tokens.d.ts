/** What tokens are made of. */
export interface TokenParts {
    /** For `platform.userWithToken`. */
    accessToken: string;
    /** Only if `offline_access` was granted. */
    refreshToken?: string | undefined;
    /** When the access token ends. */
    expiresAt: Date;
    /** No lifetime was named, and 3600 s were assumed. */
    expiryAssumed?: boolean | undefined;
    /** The granted scopes. */
    scopes?: string[] | undefined;
}
/**
 * Tokens, for apps that keep them themselves. They never print: not by `console.log`, `JSON.stringify` or in a template
 * string. To store them, read the members by name.
 */
export declare class Tokens implements TokenParts {
    #private;
    /** When the access token ends, by the clock of this machine before the request was sent. */
    readonly expiresAt: Date;
    /** The answer named no lifetime, and 3600 s were assumed. */
    readonly expiryAssumed: boolean;
    /** The granted scopes; empty where the answer named none. */
    readonly scopes: string[];
    constructor(parts: TokenParts);
    /** For `platform.userWithToken`. */
    get accessToken(): string;
    /** Buys the next pair. Only if `offline_access` was granted. */
    get refreshToken(): string | undefined;
    /** Without the tokens. */
    toJSON(): object;
    /** Without the tokens. */
    toString(): string;
}

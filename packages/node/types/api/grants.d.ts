import type { GrantInfo } from '../model.js';
import { type CallOptions } from '../native.js';
import { type TokenParts } from '../tokens.js';
import { StoredGrants } from './stored-grants.js';
/** The data of tokens that were obtained elsewhere. */
export interface Adoption {
    /** The app's own id of the user, so that a login with the same scopes replaces the grant. */
    user?: string | undefined;
    /** The redirect address of the login that issued the tokens, if it was not the client's: a refresh repeats it. */
    redirectUri?: string | undefined;
    /** When the user logged in. The current time by default. */
    consentAt?: Date | undefined;
}
/** The stored grants. No result contains a token. */
export declare class Grants extends StoredGrants {
    #private;
    /**
     * `for await (const grant of platform.grants.iterate())`: the same grants as {@link list}, read page by page, so that only
     * one page is in memory at a time. The options apply to each page.
     */
    iterate(options?: CallOptions): AsyncGenerator<GrantInfo, void, void>;
    /**
     * Stores tokens that were obtained elsewhere as a grant, which is refreshed from now on. Their previous owner must no
     * longer refresh them. If the store is down, they are kept in memory until it can be reached; `unsaved` is then set.
     */
    adopt(tokens: TokenParts, options?: Adoption & CallOptions): Promise<GrantInfo>;
}

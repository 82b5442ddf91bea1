/** The tables of the platform: endpoints, scopes, semantic names and icons. */
import type { EndpointRow, Icon, Requirements, Scope, ScopeRow, Semantic, SubscriptionType } from './model.js';
/** Every endpoint: its name and address, the scopes and permission that it needs, and when it may be retried. */
export declare const endpoints: () => EndpointRow[];
/** Every scope of the platform. */
export declare const scopes: () => ScopeRow[];
/**
 * The requirements of calls, by their names in the endpoint table, and of events: the smallest scopes to request from users,
 * and the permissions that the API key needs in the console.
 *
 * @throws {@link InvalidInput} for a name that is not in the table.
 */
export declare const requiredScopes: (calls: readonly string[], events?: readonly SubscriptionType[]) => Requirements;
/**
 * The scopes as one string, as in an authorization request.
 *
 * @throws {@link InvalidInput} for a scope without the identifier that it needs, or with invalid characters.
 */
export declare const joinScopes: (scopes: readonly Scope[]) => string;
/** The semantic names that stay readable, each with the values that the documents list; an empty list allows any value. */
export declare const knownSemanticNames: () => Record<string, string[]>;
/** The names in semantic data that the platform stores hashed, so that their values cannot be read back. */
export declare const hashedNames: (semantic: Semantic) => string[];
/** The known names in semantic data whose value is not listed in the documents. */
export declare const unlistedValues: (semantic: Semantic) => string[];
/**
 * Hashes a value as the platform requires: Persian and Arabic digits become ASCII, Latin letters become upper-case,
 * surrounding spaces are removed; then SHA-256, as lower-case hex (docs/platform.md#hashed-names).
 *
 * @throws {@link InvalidInput} for an empty value, and for one that still has Persian or Arabic letters.
 */
export declare const mask: (value: string) => string;
/**
 * Hashes the value of `old_real_estate_id`, for the old kind of title deed: the number of the register (`document`) and of the page in it.
 *
 * @throws {@link InvalidInput} as `mask`, for the number of the register or of the page.
 */
export declare const maskRealEstate: (document: string, page: string) => string;
/** The known icons. The live platform adds icons without notice. */
export declare const iconNames: () => Icon[];

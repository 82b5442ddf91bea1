/** The platform as tables: endpoints, scopes, semantic names and icons. */
import type { EndpointRow, Icon, Requirements, Scope, ScopeRow, Semantic, SubscriptionType } from './model.js';
/** Every endpoint: how it is called, what it needs, when it may be sent again. */
export declare const endpoints: () => EndpointRow[];
/** Every scope of the platform. */
export declare const scopes: () => ScopeRow[];
/**
 * What an app needs for calls, by their names in the endpoint table, and events: the smallest scopes to ask users for, and
 * the permissions of the API key to ask the console for.
 *
 * @throws {@link InvalidInput} for a name that is not in the table.
 */
export declare const requiredScopes: (calls: string[], events?: SubscriptionType[]) => Requirements;
/**
 * The scopes as one text, as the authorization request has them.
 *
 * @throws {@link InvalidInput} for a scope without the identifier that it needs, or with characters that no scope has.
 */
export declare const joinScopes: (scopes: Scope[]) => string;
/** Semantic names that stay readable, each with the values that the documents list; none listed: any. */
export declare const knownSemanticNames: () => Record<string, string[]>;
/** The names in semantic data that the platform stores hashed, so that their values cannot be read back. */
export declare const hashedNames: (semantic: Semantic) => string[];
/** The names in semantic data whose value is not one of those that the documents list. */
export declare const unlistedValues: (semantic: Semantic) => string[];
/**
 * Hashes a value the way the platform asks for: Persian and Arabic digits become ASCII, Latin letters upper-case, spaces
 * around it go; then SHA-256, as lower-case hex (docs/platform.md#hashed-names).
 */
export declare const mask: (value: string) => string;
/** Hashes the value of `old_real_estate_id`: document number and page number of the old kind of title deed. */
export declare const maskRealEstate: (document: string, page: string) => string;
/** The icons that are known. The list grows on the live platform without notice. */
export declare const iconNames: () => Icon[];

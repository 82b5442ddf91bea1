/** The tables of the platform: endpoints, scopes, semantic names and icons. */
import type { EndpointRow, Icon, Requirements, Scope, ScopeRow, Semantic, SubscriptionType } from './model.js'
import { native } from './native.js'

/** Every endpoint: its name and address, the scopes and permission that it needs, and when it may be retried. */
export const endpoints = (): EndpointRow[] => native.endpoints()

/** Every scope of the platform. */
export const scopes = (): ScopeRow[] => native.scopes()

/**
 * The requirements of calls, by their names in the endpoint table, and of events: the smallest scopes to request from users,
 * and the permissions that the API key needs in the console.
 *
 * @throws {@link InvalidInput} for a name that is not in the table.
 */
export const requiredScopes = (calls: readonly string[], events: readonly SubscriptionType[] = []): Requirements =>
  native.requiredScopes(calls, events)

/**
 * The scopes as one string, as in an authorization request.
 *
 * @throws {@link InvalidInput} for a scope without the identifier that it needs, or with invalid characters.
 */
export const joinScopes = (scopes: readonly Scope[]): string => native.joinScopes(scopes)

/** The semantic names that stay readable, each with the values that the documents list; an empty list allows any value. */
export const knownSemanticNames = (): Record<string, string[]> => native.knownSemanticNames()

/** The names in semantic data that the platform stores hashed, so that their values cannot be read back. */
export const hashedNames = (semantic: Semantic): string[] => native.hashedNames(semantic)

/** The known names in semantic data whose value is not listed in the documents. */
export const unlistedValues = (semantic: Semantic): string[] => native.unlistedValues(semantic)

/**
 * Hashes a value as the platform requires: Persian and Arabic digits become ASCII, Latin letters become upper-case,
 * surrounding spaces are removed; then SHA-256, as lower-case hex (docs/platform.md#hashed-names).
 *
 * @throws {@link InvalidInput} for an empty value, and for one that still has Persian or Arabic letters.
 */
export const mask = (value: string): string => native.mask(value)

/**
 * Hashes the value of `old_real_estate_id`, for the old kind of title deed: the number of the register (`document`) and of the page in it.
 *
 * @throws {@link InvalidInput} as `mask`, for the number of the register or of the page.
 */
export const maskRealEstate = (document: string, page: string): string => native.maskRealEstate(document, page)

/** The known icons. The live platform adds icons without notice. */
export const iconNames = (): Icon[] => native.iconNames()

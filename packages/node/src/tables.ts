/** The platform as tables: endpoints, scopes, semantic names and icons. */
import type { EndpointRow, Icon, Requirements, Scope, ScopeRow, Semantic, SubscriptionType } from './model.js'
import { native } from './native.js'

/** Every endpoint: how it is called, what it needs, when it may be sent again. */
export const endpoints = (): EndpointRow[] => native.endpoints()

/** Every scope of the platform. */
export const scopes = (): ScopeRow[] => native.scopes()

/**
 * What an app needs for calls, by their names in the endpoint table, and events: the smallest scopes to ask users for, and
 * the permissions of the API key to ask the console for.
 *
 * @throws {@link InvalidInput} for a name that is not in the table.
 */
export const requiredScopes = (calls: string[], events: SubscriptionType[] = []): Requirements =>
  native.requiredScopes(calls, events)

/**
 * The scopes as one text, as the authorization request has them.
 *
 * @throws {@link InvalidInput} for a scope without the identifier that it needs, or with characters that no scope has.
 */
export const joinScopes = (scopes: Scope[]): string => native.joinScopes(scopes)

/** Semantic names that stay readable, each with the values that the documents list; none listed: any. */
export const knownSemanticNames = (): Record<string, string[]> => native.knownSemanticNames()

/** The names in semantic data that the platform stores hashed, so that their values cannot be read back. */
export const hashedNames = (semantic: Semantic): string[] => native.hashedNames(semantic)

/** The names in semantic data whose value is not one of those that the documents list. */
export const unlistedValues = (semantic: Semantic): string[] => native.unlistedValues(semantic)

/**
 * Hashes a value the way the platform asks for: Persian and Arabic digits become ASCII, Latin letters upper-case, spaces
 * around it go; then SHA-256, as lower-case hex (docs/platform.md#hashed-names).
 */
export const mask = (value: string): string => native.mask(value)

/** Hashes the value of `old_real_estate_id`: document number and page number of the old kind of title deed. */
export const maskRealEstate = (document: string, page: string): string => native.maskRealEstate(document, page)

/** The icons that are known. The list grows on the live platform without notice. */
export const iconNames = (): Icon[] => native.iconNames()

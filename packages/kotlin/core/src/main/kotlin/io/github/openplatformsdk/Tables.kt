package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.endpoints as nativeEndpoints
import io.github.openplatformsdk.ffi.hashedNames as nativeHashedNames
import io.github.openplatformsdk.ffi.iconNames as nativeIconNames
import io.github.openplatformsdk.ffi.joinScopes as nativeJoinScopes
import io.github.openplatformsdk.ffi.knownSemanticNames as nativeKnownSemanticNames
import io.github.openplatformsdk.ffi.mask as nativeMask
import io.github.openplatformsdk.ffi.maskRealEstate as nativeMaskRealEstate
import io.github.openplatformsdk.ffi.requiredScopes as nativeRequiredScopes
import io.github.openplatformsdk.ffi.scopes as nativeScopes
import io.github.openplatformsdk.ffi.unlistedValues as nativeUnlistedValues

/** Every endpoint: how it is called, what it needs, when it may be sent again. */
public fun endpoints(): List<EndpointRow> = nativeEndpoints()

/** Every scope of the platform. */
public fun scopes(): List<ScopeRow> = nativeScopes()

/**
 * What an app needs for calls, by their names in the endpoint table, and events: the smallest scopes to ask users for, and
 * the permissions of the API key to ask the console for.
 *
 * @throws InvalidInputException for a name that is not in the table.
 */
public fun requiredScopes(calls: List<String>, events: List<SubscriptionType> = emptyList()): Requirements =
    translated { nativeRequiredScopes(calls, events) }

/**
 * The scopes as one text, as the authorization request has them.
 *
 * @throws InvalidInputException for a scope without the identifier that it needs, or with characters that no scope has.
 */
public fun joinScopes(scopes: List<Scope>): String = translated { nativeJoinScopes(scopes) }

/** Semantic names that stay readable, each with the values that the documents list; none listed: any. */
public fun knownSemanticNames(): Map<String, List<String>> = nativeKnownSemanticNames()

/** The names in semantic data that the platform stores hashed, so that their values cannot be read back. */
public fun hashedNames(semantic: Map<String, String>): List<String> = nativeHashedNames(semantic)

/** The names in semantic data whose value is not one of those that the documents list. */
public fun unlistedValues(semantic: Map<String, String>): List<String> = nativeUnlistedValues(semantic)

/**
 * Hashes a value the way the platform asks for: Persian and Arabic digits become ASCII, Latin letters upper-case, spaces
 * around it go; then SHA-256, as lower-case hex (docs/platform.md#hashed-names).
 */
public fun mask(value: String): String = nativeMask(value)

/** Hashes the value of `old_real_estate_id`: document number and page number of the old kind of title deed. */
public fun maskRealEstate(document: String, page: String): String = nativeMaskRealEstate(document, page)

/** The icons that are known. The list grows on the live platform without notice. */
public fun iconNames(): List<Icon> = nativeIconNames()

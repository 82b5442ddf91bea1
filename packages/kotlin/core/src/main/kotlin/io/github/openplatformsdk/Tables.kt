@file:JvmName("Tables")

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

/** All endpoints: address, required scopes and permissions, and whether a request may be retried. */
public fun endpoints(): List<EndpointRow> = nativeEndpoints()

/** All scopes of the platform. */
public fun scopes(): List<ScopeRow> = nativeScopes()

/**
 * What an app needs for these calls and events: the smallest set of scopes to request from users, and the permissions of the
 * API key to request in the console. [calls] are names of the endpoint table, such as `posts.get`.
 *
 * @throws InvalidInputException for a name that is not in the table.
 */
public fun requiredScopes(calls: List<String>, events: List<SubscriptionType> = emptyList()): Requirements =
    translated { nativeRequiredScopes(calls, events) }

/**
 * Joins scopes with spaces, as in the authorization request.
 *
 * @throws InvalidInputException for a scope without the identifier that it needs, or with invalid characters.
 */
public fun joinScopes(scopes: List<Scope>): String = translated { nativeJoinScopes(scopes) }

/** Semantic names whose values stay readable, each with its documented values. An empty list means any value. */
public fun knownSemanticNames(): Map<String, List<String>> = nativeKnownSemanticNames()

/** The names in [semantic] whose values the platform stores hashed: they cannot be read back. */
public fun hashedNames(semantic: Map<String, String>): List<String> = translated { nativeHashedNames(semantic) }

/** The names in [semantic] whose value is not one of the documented values. */
public fun unlistedValues(semantic: Map<String, String>): List<String> = translated { nativeUnlistedValues(semantic) }

/**
 * Hashes a value as the platform requires: Persian and Arabic digits are converted to ASCII, Latin letters to upper case,
 * and surrounding spaces are removed; the result is the SHA-256 in lower-case hex (docs/platform.md#hashed-names).
 *
 * @throws InvalidInputException for an empty value, and for one that still has Persian or Arabic letters.
 */
public fun mask(value: String): String = translated { nativeMask(value) }

/**
 * Hashes the value of `old_real_estate_id`, for an old title deed: the number of the register ([document]) and of the page in it.
 *
 * @throws InvalidInputException as [mask], for the number of the register or of the page.
 */
public fun maskRealEstate(document: String, page: String): String = translated { nativeMaskRealEstate(document, page) }

/** The known icons. The live platform may add icons without notice. */
public fun iconNames(): List<Icon> = nativeIconNames()

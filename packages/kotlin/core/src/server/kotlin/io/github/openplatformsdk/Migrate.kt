package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.migrateAction
import io.github.openplatformsdk.ffi.migrateAddon
import io.github.openplatformsdk.ffi.migrateAny
import io.github.openplatformsdk.ffi.migrateListener
import io.github.openplatformsdk.ffi.migrateMessage
import io.github.openplatformsdk.ffi.migrateStartRequest
import io.github.openplatformsdk.ffi.migrateUserAddon
import io.github.openplatformsdk.ffi.migrateVerification
import io.github.openplatformsdk.ffi.migrateWebhookBody
import io.github.openplatformsdk.ffi.migrateWidgets
import io.github.openplatformsdk.ffi.migratedDropped
import io.github.openplatformsdk.ffi.migratedNeedsAttention

/**
 * Converts documents of old formats to the current one, with a report of the changes (docs/platform.md#versions). A document
 * that is already current is not changed.
 *
 * Every function throws an [InvalidInputException] if the document has another format.
 */
public object Migrate {
    /** A document of any of the kinds below: the kind is detected. */
    public fun any(document: Json): Migrated = translated { migrateAny(document) }

    /** An add-on on a post. */
    public fun addon(document: Json): Migrated = translated { migrateAddon(document) }

    /** An add-on on a user. */
    public fun userAddon(document: Json): Migrated = translated { migrateUserAddon(document) }

    /** A verification, which is now a semantic record. */
    public fun verification(document: Json): Migrated = translated { migrateVerification(document) }

    /** The widgets alone. */
    public fun widgets(document: Json): Migrated = translated { migrateWidgets(document) }

    /** An action alone. */
    public fun action(document: Json): Migrated = translated { migrateAction(document) }

    /** A message into a chat. */
    public fun message(document: Json): Migrated = translated { migrateMessage(document) }

    /** A message listener, which is now a subscription. */
    public fun listener(document: Json): Migrated = translated { migrateListener(document) }

    /** The body of a webhook. */
    public fun webhookBody(document: Json): Migrated = translated { migrateWebhookBody(document) }

    /** A request to the start address of the app. */
    public fun startRequest(document: Json): Migrated = translated { migrateStartRequest(document) }
}

/** Paths of the members that no longer exist. */
public val Migrated.dropped: List<String> get() = migratedDropped(this)

/** Whether the result needs a manual check: something is missing or was not understood. */
public val Migrated.needsAttention: Boolean get() = migratedNeedsAttention(this)

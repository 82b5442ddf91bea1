package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Reads a subscription from JSON in the form of the wire. */
public fun Subscription.Companion.fromJson(json: Json): Subscription = translated { readSubscription(json) }

/** Writes a subscription in the form of the wire. */
public fun Subscription.toJson(): Json = translated { writeSubscription(this) }

/** Reads the answer to a start request from JSON in the form of the wire. */
public fun StartReply.Companion.fromJson(json: Json): StartReply = translated { readStartReply(json) }

/** Writes the answer to a start request in the form of the wire. */
public fun StartReply.toJson(): Json = translated { writeStartReply(this) }

/** Reads the answer to a dynamic action from JSON in the form of the wire. */
public fun DynamicActionReply.Companion.fromJson(json: Json): DynamicActionReply = translated { readDynamicActionReply(json) }

/** Writes the answer to a dynamic action in the form of the wire. */
public fun DynamicActionReply.toJson(): Json = translated { writeDynamicActionReply(this) }

/** Reads an old add-on for a post from JSON in the form of the wire. */
public fun LegacyPostAddon.Companion.fromJson(json: Json): LegacyPostAddon = translated { readLegacyPostAddon(json) }

/** Writes an old add-on for a post in the form of the wire. */
public fun LegacyPostAddon.toJson(): Json = translated { writeLegacyPostAddon(this) }

/** Reads an old add-on for a user from JSON in the form of the wire. */
public fun LegacyUserAddon.Companion.fromJson(json: Json): LegacyUserAddon = translated { readLegacyUserAddon(json) }

/** Writes an old add-on for a user in the form of the wire. */
public fun LegacyUserAddon.toJson(): Json = translated { writeLegacyUserAddon(this) }

/** Reads an old verification from JSON in the form of the wire. */
public fun LegacyVerification.Companion.fromJson(json: Json): LegacyVerification = translated { readLegacyVerification(json) }

/** Writes an old verification in the form of the wire. */
public fun LegacyVerification.toJson(): Json = translated { writeLegacyVerification(this) }

/** Reads an old message from JSON in the form of the wire. */
public fun LegacyMessage.Companion.fromJson(json: Json): LegacyMessage = translated { readLegacyMessage(json) }

/** Writes an old message in the form of the wire. */
public fun LegacyMessage.toJson(): Json = translated { writeLegacyMessage(this) }

/** Writes a start request in the form of the wire. */
public fun StartRequest.toJson(): Json = translated { writeStartRequest(this) }

/** Writes a dynamic action in the form of the wire. */
public fun DynamicActionRequest.toJson(): Json = translated { writeDynamicActionRequest(this) }

/** Writes the beginning of a conversation with the bot in the form of the wire. */
public fun BotStart.toJson(): Json = translated { writeBotStart(this) }

/** Checks every limit of a subscription. */
public fun Subscription.check(): Unit = translated { checkSubscription(this) }

/** Checks every limit of the answer to a start request. */
public fun StartReply.check(): Unit = translated { checkStartReply(this) }

/** Checks every limit of the answer to a dynamic action. */
public fun DynamicActionReply.check(): Unit = translated { checkDynamicActionReply(this) }

/** Writes an event as the body of a delivery, with the metadata of the subscription if there is any. */
public fun Event.toJson(metadata: Json? = null): Json = translated { eventBody(this, metadata) }

/** Reads the text of a chatbot message that begins a conversation from a link; `null` for any other text. */
public fun readBotStart(text: String): BotStart? = io.github.openplatformsdk.ffi.readBotStart(text)

/** Reads the body of an event that is known to be authentic, such as one out of a queue. */
public fun readDelivery(body: ByteArray): Delivery = translated { io.github.openplatformsdk.ffi.readDelivery(body) }

/** Reads a message of the chatbot from JSON in the form of the wire. */
public fun BotMessage.Companion.fromJson(json: Json): BotMessage = translated { readBotMessage(json) }

/** Writes a message of the chatbot in the form of the wire. */
public fun BotMessage.toJson(): Json = translated { writeBotMessage(this) }

/** Writes the answer to a message of the chatbot in the form of the wire. */
public fun BotMessageSent.toJson(): Json = translated { writeBotMessageSent(this) }

/** Checks every limit of a message of the chatbot. */
public fun BotMessage.check(): Unit = translated { checkBotMessage(this) }

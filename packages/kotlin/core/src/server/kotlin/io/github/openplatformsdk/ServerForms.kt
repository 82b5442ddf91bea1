package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Reads a subscription from the platform's JSON. */
public fun Subscription.Companion.fromJson(json: Json): Subscription = translated { readSubscription(json) }

/** Writes a subscription as the platform's JSON. */
public fun Subscription.toJson(): Json = translated { writeSubscription(this) }

/** Reads the response to a start request from the platform's JSON. */
public fun StartReply.Companion.fromJson(json: Json): StartReply = translated { readStartReply(json) }

/** Writes the response to a start request as the platform's JSON. */
public fun StartReply.toJson(): Json = translated { writeStartReply(this) }

/** Reads the response to a dynamic action from the platform's JSON. */
public fun DynamicActionReply.Companion.fromJson(json: Json): DynamicActionReply = translated { readDynamicActionReply(json) }

/** Writes the response to a dynamic action as the platform's JSON. */
public fun DynamicActionReply.toJson(): Json = translated { writeDynamicActionReply(this) }

/** Reads an old add-on for a post from the platform's JSON. */
public fun LegacyPostAddon.Companion.fromJson(json: Json): LegacyPostAddon = translated { readLegacyPostAddon(json) }

/** Writes an old add-on for a post as the platform's JSON. */
public fun LegacyPostAddon.toJson(): Json = translated { writeLegacyPostAddon(this) }

/** Reads an old add-on for a user from the platform's JSON. */
public fun LegacyUserAddon.Companion.fromJson(json: Json): LegacyUserAddon = translated { readLegacyUserAddon(json) }

/** Writes an old add-on for a user as the platform's JSON. */
public fun LegacyUserAddon.toJson(): Json = translated { writeLegacyUserAddon(this) }

/** Reads an old verification from the platform's JSON. */
public fun LegacyVerification.Companion.fromJson(json: Json): LegacyVerification = translated { readLegacyVerification(json) }

/** Writes an old verification as the platform's JSON. */
public fun LegacyVerification.toJson(): Json = translated { writeLegacyVerification(this) }

/** Reads an old message from the platform's JSON. */
public fun LegacyMessage.Companion.fromJson(json: Json): LegacyMessage = translated { readLegacyMessage(json) }

/** Writes an old message as the platform's JSON. */
public fun LegacyMessage.toJson(): Json = translated { writeLegacyMessage(this) }

/** Writes a start request as the platform's JSON. */
public fun StartRequest.toJson(): Json = translated { writeStartRequest(this) }

/** Writes a dynamic action as the platform's JSON. */
public fun DynamicActionRequest.toJson(): Json = translated { writeDynamicActionRequest(this) }

/** Writes the start of a conversation with the chatbot as the platform's JSON. */
public fun BotStart.toJson(): Json = translated { writeBotStart(this) }

/** Reads a payment report from the platform's JSON. */
public fun PaymentReport.Companion.fromJson(json: Json): PaymentReport = translated { readPaymentReport(json) }

/** Reads a post payment from the platform's JSON. */
public fun PostPayment.Companion.fromJson(json: Json): PostPayment = translated { readPostPayment(json) }

/** Reads a promotion from the platform's JSON. */
public fun Promotion.Companion.fromJson(json: Json): Promotion = translated { readPromotion(json) }

/** Reads a transaction query from the platform's JSON. */
public fun TransactionQuery.Companion.fromJson(json: Json): TransactionQuery = translated { readTransactionQuery(json) }

/** Writes a payment report as the platform's JSON. */
public fun PaymentReport.toJson(): Json = translated { writePaymentReport(this) }

/** Writes a post payment as the platform's JSON. */
public fun PostPayment.toJson(): Json = translated { writePostPayment(this) }

/** Writes a promotion as the platform's JSON. */
public fun Promotion.toJson(): Json = translated { writePromotion(this) }

/** Writes a transaction query as the platform's JSON. */
public fun TransactionQuery.toJson(): Json = translated { writeTransactionQuery(this) }

/** Writes a balance as the platform's JSON. */
public fun Balance.toJson(): Json = translated { writeBalance(this) }

/** Writes a post pricing as the platform's JSON. */
public fun PostPricing.toJson(): Json = translated { writePostPricing(this) }

/** Writes a post reordered as the platform's JSON. */
public fun PostReordered.toJson(): Json = translated { writePostReordered(this) }

/** Writes a promotion payment as the platform's JSON. */
public fun PromotionPayment.toJson(): Json = translated { writePromotionPayment(this) }

/** Writes a transaction as the platform's JSON. */
public fun Transaction.toJson(): Json = translated { writeTransaction(this) }

/** Writes a transaction page as the platform's JSON. */
public fun TransactionPage.toJson(): Json = translated { writeTransactionPage(this) }

/** Reads a ticket check from the platform's JSON. */
public fun TicketCheck.Companion.fromJson(json: Json): TicketCheck = translated { readTicketCheck(json) }

/** Writes a ticket check as the platform's JSON. */
public fun TicketCheck.toJson(): Json = translated { writeTicketCheck(this) }

/** Writes a valid ticket as the platform's JSON. */
public fun ValidTicket.toJson(): Json = translated { writeValidTicket(this) }

/** Reads a custom button from the platform's JSON. */
public fun CustomButton.Companion.fromJson(json: Json): CustomButton = translated { readCustomButton(json) }

/** Writes a custom button as the platform's JSON. */
public fun CustomButton.toJson(): Json = translated { writeCustomButton(this) }

/** Checks every limit of a subscription. */
public fun Subscription.check(): Unit = translated { checkSubscription(this) }

/** Checks every limit of the response to a start request. */
public fun StartReply.check(): Unit = translated { checkStartReply(this) }

/** Checks every limit of the response to a dynamic action. */
public fun DynamicActionReply.check(): Unit = translated { checkDynamicActionReply(this) }

/** Writes an event as the body of a webhook request, with the [metadata] of the subscription if there is any. */
public fun Event.toJson(metadata: Json? = null): Json = translated { eventBody(this, metadata) }

/** Reads the text of the chatbot message that a start link sends; `null` for any other text. */
public fun readBotStart(text: String): BotStart? = io.github.openplatformsdk.ffi.readBotStart(text)

/** Reads the body of an event without authentication, for bodies that were authenticated before, such as those of a queue. */
public fun readDelivery(body: ByteArray): Delivery = translated { io.github.openplatformsdk.ffi.readDelivery(body) }

/** Reads a message of the chatbot from the platform's JSON. */
public fun BotMessage.Companion.fromJson(json: Json): BotMessage = translated { readBotMessage(json) }

/** Writes a message of the chatbot as the platform's JSON. */
public fun BotMessage.toJson(): Json = translated { writeBotMessage(this) }

/** Writes the response to a message of the chatbot as the platform's JSON. */
public fun BotMessageSent.toJson(): Json = translated { writeBotMessageSent(this) }

/** Checks every limit of a message of the chatbot. */
public fun BotMessage.check(): Unit = translated { checkBotMessage(this) }

/** Writes scopes or permissions as the platform's JSON. */
public fun AccessRights.toJson(): Json = translated { writeAccessRights(this) }

/** Writes a list of values as the platform's JSON. */
public fun AssetList.toJson(): Json = translated { writeAssetList(this) }

/** Writes upload addresses as the platform's JSON. */
public fun MediaUploadUrls.toJson(): Json = translated { writeMediaUploadUrls(this) }

/** Writes the form of a category as the platform's JSON. */
public fun SubmitSchema.toJson(): Json = translated { writeSubmitSchema(this) }

/** Reads the filters of a search from the platform's JSON. */
public fun PostSearch.Companion.fromJson(json: Json): PostSearch = translated { readPostSearch(json) }

/** Checks the ranges of a search. */
public fun PostSearch.check(): Unit = translated { checkPostSearch(this) }

/** Writes the filters of a search as the platform's JSON. */
public fun PostSearch.toJson(): Json = translated { writePostSearch(this) }

/** Writes found posts as the platform's JSON. */
public fun FoundPosts.toJson(): Json = translated { writeFoundPosts(this) }

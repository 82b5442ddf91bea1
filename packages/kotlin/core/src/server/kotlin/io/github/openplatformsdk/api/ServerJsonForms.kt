// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk

import io.github.openplatformsdk.ffi.*

/** Writes an [AccessRights] as the platform's JSON. */
public fun AccessRights.toJson(): Json = translated { writeAccessRights(this) }

/** Writes an [AssetList] as the platform's JSON. */
public fun AssetList.toJson(): Json = translated { writeAssetList(this) }

/** Writes a [Balance] as the platform's JSON. */
public fun Balance.toJson(): Json = translated { writeBalance(this) }

/** Reads a [BotMessage] from the platform's JSON. */
public fun BotMessage.Companion.fromJson(json: Json): BotMessage = translated { readBotMessage(json) }

/** Checks every limit of a [BotMessage]. */
public fun BotMessage.check(): Unit = translated { checkBotMessage(this) }

/** Writes a [BotMessage] as the platform's JSON. */
public fun BotMessage.toJson(): Json = translated { writeBotMessage(this) }

/** Writes a [BotMessageSent] as the platform's JSON. */
public fun BotMessageSent.toJson(): Json = translated { writeBotMessageSent(this) }

/** Writes a [BotStart] as the platform's JSON. */
public fun BotStart.toJson(): Json = translated { writeBotStart(this) }

/** Writes a [ChatUploadToken] as the platform's JSON. */
public fun ChatUploadToken.toJson(): Json = translated { writeChatUploadToken(this) }

/** Reads a [CustomButton] from the platform's JSON. */
public fun CustomButton.Companion.fromJson(json: Json): CustomButton = translated { readCustomButton(json) }

/** Checks every limit of a [CustomButton]. */
public fun CustomButton.check(): Unit = translated { checkCustomButton(this) }

/** Writes a [CustomButton] as the platform's JSON. */
public fun CustomButton.toJson(): Json = translated { writeCustomButton(this) }

/** Reads a [DynamicActionReply] from the platform's JSON. */
public fun DynamicActionReply.Companion.fromJson(json: Json): DynamicActionReply = translated { readDynamicActionReply(json) }

/** Checks every limit of a [DynamicActionReply]. */
public fun DynamicActionReply.check(): Unit = translated { checkDynamicActionReply(this) }

/** Writes a [DynamicActionReply] as the platform's JSON. */
public fun DynamicActionReply.toJson(): Json = translated { writeDynamicActionReply(this) }

/** Writes a [DynamicActionRequest] as the platform's JSON. */
public fun DynamicActionRequest.toJson(): Json = translated { writeDynamicActionRequest(this) }

/** Writes a [FoundPosts] as the platform's JSON. */
public fun FoundPosts.toJson(): Json = translated { writeFoundPosts(this) }

/** Reads a [LegacyMessage] from the platform's JSON. */
public fun LegacyMessage.Companion.fromJson(json: Json): LegacyMessage = translated { readLegacyMessage(json) }

/** Checks every limit of a [LegacyMessage]. */
public fun LegacyMessage.check(): Unit = translated { checkLegacyMessage(this) }

/** Writes a [LegacyMessage] as the platform's JSON. */
public fun LegacyMessage.toJson(): Json = translated { writeLegacyMessage(this) }

/** Reads a [LegacyPostAddon] from the platform's JSON. */
public fun LegacyPostAddon.Companion.fromJson(json: Json): LegacyPostAddon = translated { readLegacyPostAddon(json) }

/** Checks every limit of a [LegacyPostAddon]. */
public fun LegacyPostAddon.check(): Unit = translated { checkLegacyPostAddon(this) }

/** Writes a [LegacyPostAddon] as the platform's JSON. */
public fun LegacyPostAddon.toJson(): Json = translated { writeLegacyPostAddon(this) }

/** Reads a [LegacyPostEdit] from the platform's JSON. */
public fun LegacyPostEdit.Companion.fromJson(json: Json): LegacyPostEdit = translated { readLegacyPostEdit(json) }

/** Checks every limit of a [LegacyPostEdit]. */
public fun LegacyPostEdit.check(): Unit = translated { checkLegacyPostEdit(this) }

/** Writes a [LegacyPostEdit] as the platform's JSON. */
public fun LegacyPostEdit.toJson(): Json = translated { writeLegacyPostEdit(this) }

/** Writes a [LegacyUploadUrl] as the platform's JSON. */
public fun LegacyUploadUrl.toJson(): Json = translated { writeLegacyUploadUrl(this) }

/** Reads a [LegacyUserAddon] from the platform's JSON. */
public fun LegacyUserAddon.Companion.fromJson(json: Json): LegacyUserAddon = translated { readLegacyUserAddon(json) }

/** Checks every limit of a [LegacyUserAddon]. */
public fun LegacyUserAddon.check(): Unit = translated { checkLegacyUserAddon(this) }

/** Writes a [LegacyUserAddon] as the platform's JSON. */
public fun LegacyUserAddon.toJson(): Json = translated { writeLegacyUserAddon(this) }

/** Reads a [LegacyVerification] from the platform's JSON. */
public fun LegacyVerification.Companion.fromJson(json: Json): LegacyVerification = translated { readLegacyVerification(json) }

/** Checks every limit of a [LegacyVerification]. */
public fun LegacyVerification.check(): Unit = translated { checkLegacyVerification(this) }

/** Writes a [LegacyVerification] as the platform's JSON. */
public fun LegacyVerification.toJson(): Json = translated { writeLegacyVerification(this) }

/** Writes a [MediaUploadUrls] as the platform's JSON. */
public fun MediaUploadUrls.toJson(): Json = translated { writeMediaUploadUrls(this) }

/** Writes an [OwnPost] as the platform's JSON. */
public fun OwnPost.toJson(): Json = translated { writeOwnPost(this) }

/** Reads a [PaymentReport] from the platform's JSON. */
public fun PaymentReport.Companion.fromJson(json: Json): PaymentReport = translated { readPaymentReport(json) }

/** Checks every limit of a [PaymentReport]. */
public fun PaymentReport.check(): Unit = translated { checkPaymentReport(this) }

/** Writes a [PaymentReport] as the platform's JSON. */
public fun PaymentReport.toJson(): Json = translated { writePaymentReport(this) }

/** Reads a [PostEdit] from the platform's JSON. */
public fun PostEdit.Companion.fromJson(json: Json): PostEdit = translated { readPostEdit(json) }

/** Checks every limit of a [PostEdit]. */
public fun PostEdit.check(): Unit = translated { checkPostEdit(this) }

/** Writes a [PostEdit] as the platform's JSON. */
public fun PostEdit.toJson(): Json = translated { writePostEdit(this) }

/** Reads a [PostPayment] from the platform's JSON. */
public fun PostPayment.Companion.fromJson(json: Json): PostPayment = translated { readPostPayment(json) }

/** Checks every limit of a [PostPayment]. */
public fun PostPayment.check(): Unit = translated { checkPostPayment(this) }

/** Writes a [PostPayment] as the platform's JSON. */
public fun PostPayment.toJson(): Json = translated { writePostPayment(this) }

/** Writes a [PostPricing] as the platform's JSON. */
public fun PostPricing.toJson(): Json = translated { writePostPricing(this) }

/** Writes a [PostReordered] as the platform's JSON. */
public fun PostReordered.toJson(): Json = translated { writePostReordered(this) }

/** Reads a [PostSearch] from the platform's JSON. */
public fun PostSearch.Companion.fromJson(json: Json): PostSearch = translated { readPostSearch(json) }

/** Checks every limit of a [PostSearch]. */
public fun PostSearch.check(): Unit = translated { checkPostSearch(this) }

/** Writes a [PostSearch] as the platform's JSON. */
public fun PostSearch.toJson(): Json = translated { writePostSearch(this) }

/** Writes a [PostStats] as the platform's JSON. */
public fun PostStats.toJson(): Json = translated { writePostStats(this) }

/** Reads a [PostSubmission] from the platform's JSON. */
public fun PostSubmission.Companion.fromJson(json: Json): PostSubmission = translated { readPostSubmission(json) }

/** Checks every limit of a [PostSubmission]. */
public fun PostSubmission.check(): Unit = translated { checkPostSubmission(this) }

/** Writes a [PostSubmission] as the platform's JSON. */
public fun PostSubmission.toJson(): Json = translated { writePostSubmission(this) }

/** Writes a [PostSubmitted] as the platform's JSON. */
public fun PostSubmitted.toJson(): Json = translated { writePostSubmitted(this) }

/** Writes a [PostUploadUrls] as the platform's JSON. */
public fun PostUploadUrls.toJson(): Json = translated { writePostUploadUrls(this) }

/** Reads a [Promotion] from the platform's JSON. */
public fun Promotion.Companion.fromJson(json: Json): Promotion = translated { readPromotion(json) }

/** Checks every limit of a [Promotion]. */
public fun Promotion.check(): Unit = translated { checkPromotion(this) }

/** Writes a [Promotion] as the platform's JSON. */
public fun Promotion.toJson(): Json = translated { writePromotion(this) }

/** Writes a [PromotionPayment] as the platform's JSON. */
public fun PromotionPayment.toJson(): Json = translated { writePromotionPayment(this) }

/** Reads a [StartReply] from the platform's JSON. */
public fun StartReply.Companion.fromJson(json: Json): StartReply = translated { readStartReply(json) }

/** Checks every limit of a [StartReply]. */
public fun StartReply.check(): Unit = translated { checkStartReply(this) }

/** Writes a [StartReply] as the platform's JSON. */
public fun StartReply.toJson(): Json = translated { writeStartReply(this) }

/** Writes a [StartRequest] as the platform's JSON. */
public fun StartRequest.toJson(): Json = translated { writeStartRequest(this) }

/** Writes a [SubmitPermission] as the platform's JSON. */
public fun SubmitPermission.toJson(): Json = translated { writeSubmitPermission(this) }

/** Writes a [SubmitSchema] as the platform's JSON. */
public fun SubmitSchema.toJson(): Json = translated { writeSubmitSchema(this) }

/** Reads a [Subscription] from the platform's JSON. */
public fun Subscription.Companion.fromJson(json: Json): Subscription = translated { readSubscription(json) }

/** Checks every limit of a [Subscription]. */
public fun Subscription.check(): Unit = translated { checkSubscription(this) }

/** Writes a [Subscription] as the platform's JSON. */
public fun Subscription.toJson(): Json = translated { writeSubscription(this) }

/** Reads a [TicketCheck] from the platform's JSON. */
public fun TicketCheck.Companion.fromJson(json: Json): TicketCheck = translated { readTicketCheck(json) }

/** Checks every limit of a [TicketCheck]. */
public fun TicketCheck.check(): Unit = translated { checkTicketCheck(this) }

/** Writes a [TicketCheck] as the platform's JSON. */
public fun TicketCheck.toJson(): Json = translated { writeTicketCheck(this) }

/** Writes a [Transaction] as the platform's JSON. */
public fun Transaction.toJson(): Json = translated { writeTransaction(this) }

/** Writes a [TransactionPage] as the platform's JSON. */
public fun TransactionPage.toJson(): Json = translated { writeTransactionPage(this) }

/** Reads a [TransactionQuery] from the platform's JSON. */
public fun TransactionQuery.Companion.fromJson(json: Json): TransactionQuery = translated { readTransactionQuery(json) }

/** Checks every limit of a [TransactionQuery]. */
public fun TransactionQuery.check(): Unit = translated { checkTransactionQuery(this) }

/** Writes a [TransactionQuery] as the platform's JSON. */
public fun TransactionQuery.toJson(): Json = translated { writeTransactionQuery(this) }

/** Writes a [UploadedChatMedia] as the platform's JSON. */
public fun UploadedChatMedia.toJson(): Json = translated { writeUploadedChatMedia(this) }

/** Writes a [UploadedPostImage] as the platform's JSON. */
public fun UploadedPostImage.toJson(): Json = translated { writeUploadedPostImage(this) }

/** Writes a [UploadedPostVideo] as the platform's JSON. */
public fun UploadedPostVideo.toJson(): Json = translated { writeUploadedPostVideo(this) }

/** Writes a [ValidTicket] as the platform's JSON. */
public fun ValidTicket.toJson(): Json = translated { writeValidTicket(this) }

// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.util.Base64
import kotlinx.coroutines.future.await

/** The same calls as [CALLS], by the classes for Java. */
@Suppress("DEPRECATION")
val JAVA_CALLS: Map<String, suspend VectorPlatform.(Map<String, Any?>) -> Any?> = mapOf(
    "users.me" to {
        value(javaUser.users.me().await().toJson())
    },
    "users.businesses" to {
        value(javaUser.users.businesses().await().toJson())
    },
    "users.profile_image" to {
        value(javaUser.users.profileImage().await().toJson())
    },
    "users.phone_numbers" to {
        value(javaUser.users.phoneNumbers().await().toJson())
    },
    "users.id_by_phone" to {
        java.users.idByPhone(
            it.text("phone"),
        ).await()
    },
    "posts.get" to {
        value(java.posts.get(
            it.text("post_token"),
        ).await().toJson())
    },
    "posts.list" to {
        value(javaUser.posts.list().await().toJson())
    },
    "posts.get_with_ongoing_images" to {
        value(javaUser.posts.getWithOngoingImages(
            it.text("post_token"),
        ).await().toJson())
    },
    "images.upload" to {
        value(java.images.upload(
            Base64.getDecoder().decode(it.text("image_base64")),
        ).await().toJson())
    },
    "addons.create_on_post" to {
        value(javaUser.addons.createOnPost(
            it.text("post_token"),
            PostAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "addons.create_for_user" to {
        value(javaUser.addons.createForUser(
            it.text("phone"),
            UserAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "addons.create_for_user_id" to {
        value(javaUser.addons.createForUserId(
            it.text("user_id"),
            UserAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "addons.create_for_business" to {
        value(javaUser.addons.createForBusiness(
            it.text("business_token"),
            BusinessAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "addons.delete_from_post" to {
        java.addons.deleteFromPost(
            it.text("post_token"),
        ).await()
        null
    },
    "addons.delete_for_user" to {
        java.addons.deleteForUser(
            it.text("id"),
        ).await()
        null
    },
    "semantics.create_for_user" to {
        value(javaUser.semantics.createForUser(
            it.text("phone"),
            SemanticRecord.fromJson(it.json("record")),
        ).await().toJson())
    },
    "semantics.create_for_user_id" to {
        value(javaUser.semantics.createForUserId(
            it.text("user_id"),
            UserIdSemanticRecord.fromJson(it.json("record")),
        ).await().toJson())
    },
    "semantics.create_for_post" to {
        value(javaUser.semantics.createForPost(
            it.text("post_token"),
            SemanticRecord.fromJson(it.json("record")),
        ).await().toJson())
    },
    "semantics.delete_for_user" to {
        java.semantics.deleteForUser(
            it.text("phone"),
        ).await()
        null
    },
    "semantics.delete_for_user_id" to {
        java.semantics.deleteForUserId(
            it.text("user_id"),
            it.text("phone"),
        ).await()
        null
    },
    "conversations.send" to {
        value(javaUser.conversations.send(
            it.text("conversation_id"),
            Message.fromJson(it.json("message")),
        ).await().toJson())
    },
    "conversations.get" to {
        value(javaUser.conversations.get(
            it.text("conversation_id"),
        ).await().toJson())
    },
    "chatbot.reply" to {
        value(java.chatbot.reply(
            it.text("conversation_id"),
            BotMessage.fromJson(it.json("message")),
        ).await().toJson())
    },
    "chatbot.create_upload_token" to {
        value(java.chatbot.createUploadToken().await().toJson())
    },
    "chatbot.upload_image" to {
        value(java.chatbot.uploadImage(
            Base64.getDecoder().decode(it.text("image_base64")),
        ).await().toJson())
    },
    "chatbot.upload_video" to {
        value(java.chatbot.uploadVideo(
            Base64.getDecoder().decode(it.text("video_base64")),
        ).await().toJson())
    },
    "chatbot.upload_voice" to {
        value(java.chatbot.uploadVoice(
            Base64.getDecoder().decode(it.text("voice_base64")),
        ).await().toJson())
    },
    "chatbot.upload_file" to {
        value(java.chatbot.uploadFile(
            Base64.getDecoder().decode(it.text("file_base64")),
            it.text("name"),
        ).await().toJson())
    },
    "chatbot.send" to {
        value(javaUser.chatbot.send(
            it.text("user_id"),
            BotMessage.fromJson(it.json("message")),
        ).await().toJson())
    },
    "events.subscribe" to {
        javaUser.events.subscribe(
            Subscription.fromJson(it.json("subscription")),
        ).await()
        null
    },
    "assets.categories" to {
        value(java.assets.categories().await().toJson())
    },
    "assets.cities" to {
        value(java.assets.cities().await().toJson())
    },
    "assets.districts" to {
        value(java.assets.districts(
            it.text("city"),
        ).await().toJson())
    },
    "assets.districts_of_city" to {
        value(java.assets.districtsOfCity(
            it.text("city"),
        ).await().toJson())
    },
    "assets.brand_models" to {
        value(java.assets.brandModels(
            it.text("category"),
        ).await().toJson())
    },
    "assets.colors" to {
        value(java.assets.colors(
            it.text("category"),
        ).await().toJson())
    },
    "assets.body_statuses" to {
        value(java.assets.bodyStatuses().await().toJson())
    },
    "assets.internal_storages" to {
        value(java.assets.internalStorages().await().toJson())
    },
    "assets.ram_memories" to {
        value(java.assets.ramMemories().await().toJson())
    },
    "assets.service_types" to {
        value(java.assets.serviceTypes().await().toJson())
    },
    "assets.oauth_scopes" to {
        value(java.assets.oauthScopes().await().toJson())
    },
    "assets.permissions" to {
        value(java.assets.permissions().await().toJson())
    },
    "assets.submit_schema" to {
        value(java.assets.submitSchema(
            it.text("category"),
        ).await().toJson())
    },
    "assets.media_upload_urls" to {
        value(java.assets.mediaUploadUrls().await().toJson())
    },
    "payments.balance" to {
        value(java.payments.balance().await().toJson())
    },
    "payments.transactions" to {
        value(java.payments.transactions(
            TransactionQuery.fromJson(it.json("query")),
        ).await().toJson())
    },
    "payments.transaction" to {
        value(java.payments.transaction(
            it.text("id"),
        ).await().toJson())
    },
    "payments.validate_ticket" to {
        value(java.payments.validateTicket(
            TicketCheck.fromJson(it.json("ticket")),
        ).await().toJson())
    },
    "payments.pricing" to {
        value(javaUser.payments.pricing(
            it.text("post_token"),
        ).await().toJson())
    },
    "payments.reorder" to {
        value(javaUser.payments.reorder(
            it.text("post_token"),
            PostPayment.fromJson(it.json("payment")),
        ).await().toJson())
    },
    "payments.renew" to {
        value(javaUser.payments.renew(
            it.text("post_token"),
            PostPayment.fromJson(it.json("payment")),
        ).await().toJson())
    },
    "payments.publish" to {
        value(javaUser.payments.publish(
            it.text("post_token"),
            PostPayment.fromJson(it.json("payment")),
        ).await().toJson())
    },
    "payments.pay_promotion" to {
        value(javaUser.payments.payPromotion(
            it.text("post_token"),
            Promotion.fromJson(it.json("payment")),
        ).await().toJson())
    },
    "payments.report" to {
        javaUser.payments.report(
            PaymentReport.fromJson(it.json("report")),
        ).await()
        null
    },
    "custom_buttons.remove_from_business" to {
        java.customButtons.removeFromBusiness(
            it.text("business_token"),
        ).await()
        null
    },
    "custom_buttons.set_on_post" to {
        javaUser.customButtons.setOnPost(
            it.text("post_token"),
            CustomButton.fromJson(it.json("button")),
        ).await()
        null
    },
    "custom_buttons.remove_from_post" to {
        javaUser.customButtons.removeFromPost(
            it.text("post_token"),
        ).await()
        null
    },
    "custom_buttons.set_on_business" to {
        javaUser.customButtons.setOnBusiness(
            it.text("business_token"),
            CustomButton.fromJson(it.json("button")),
        ).await()
        null
    },
    "finder.search" to {
        value(java.finder.search(
            PostSearch.fromJson(it.json("search")),
        ).await().toJson())
    },
    "own_posts.submit_as_app" to {
        value(java.ownPosts.submitAsApp(
            PostSubmission.fromJson(it.json("post")),
        ).await().toJson())
    },
    "own_posts.upload_urls" to {
        value(java.ownPosts.uploadUrls().await().toJson())
    },
    "own_posts.upload_image" to {
        value(java.ownPosts.uploadImage(
            Base64.getDecoder().decode(it.text("image_base64")),
        ).await().toJson())
    },
    "own_posts.upload_video" to {
        value(java.ownPosts.uploadVideo(
            Base64.getDecoder().decode(it.text("video_base64")),
        ).await().toJson())
    },
    "own_posts.get" to {
        value(javaUser.ownPosts.get(
            it.text("post_token"),
        ).await().toJson())
    },
    "own_posts.edit" to {
        javaUser.ownPosts.edit(
            it.text("post_token"),
            PostEdit.fromJson(it.json("edit")),
        ).await()
        null
    },
    "own_posts.delete" to {
        javaUser.ownPosts.delete(
            it.text("post_token"),
        ).await()
        null
    },
    "own_posts.stats" to {
        value(javaUser.ownPosts.stats(
            it.text("post_token"),
        ).await().toJson())
    },
    "own_posts.can_submit" to {
        value(javaUser.ownPosts.canSubmit().await().toJson())
    },
    "own_posts.submit" to {
        value(javaUser.ownPosts.submit(
            PostSubmission.fromJson(it.json("post")),
        ).await().toJson())
    },
    "legacy.addons.create_on_post_by_key" to {
        value(java.legacy.addons.createOnPostByKey(
            it.text("post_token"),
            PostAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "legacy.addons.create_on_post" to {
        value(javaUser.legacy.addons.createOnPost(
            it.text("post_token"),
            LegacyPostAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "legacy.addons.create_for_user" to {
        value(javaUser.legacy.addons.createForUser(
            it.text("phone"),
            LegacyUserAddon.fromJson(it.json("addon")),
        ).await().toJson())
    },
    "legacy.verifications.create" to {
        value(javaUser.legacy.verifications.create(
            it.text("phone"),
            LegacyVerification.fromJson(it.json("verification")),
        ).await().toJson())
    },
    "legacy.verifications.delete" to {
        java.legacy.verifications.delete(
            it.text("phone"),
        ).await()
        null
    },
    "legacy.conversations.send" to {
        value(javaUser.legacy.conversations.send(
            LegacyMessage.fromJson(it.json("message")),
        ).await().toJson())
    },
    "legacy.events.listen" to {
        javaUser.legacy.events.listen(
            it.text("post_token"),
            it.text("endpoint"),
            it.text("identification_key"),
        ).await()
        null
    },
    "legacy.own_posts.image_upload_url" to {
        value(java.legacy.ownPosts.imageUploadUrl().await().toJson())
    },
    "legacy.own_posts.edit" to {
        javaUser.legacy.ownPosts.edit(
            it.text("post_token"),
            LegacyPostEdit.fromJson(it.json("edit")),
        ).await()
        null
    },
)

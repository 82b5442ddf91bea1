// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
package io.github.openplatformsdk.vectors

import io.github.openplatformsdk.*
import java.util.Base64

/** The calls of the endpoint table that have a method. The result is the platform's JSON. */
@Suppress("DEPRECATION")
val CALLS: Map<String, suspend VectorPlatform.(Map<String, Any?>) -> Any?> = mapOf(
    "users.me" to {
        value(user.users.me().toJson())
    },
    "users.businesses" to {
        value(user.users.businesses().toJson())
    },
    "users.profile_image" to {
        value(user.users.profileImage().toJson())
    },
    "users.phone_numbers" to {
        value(user.users.phoneNumbers().toJson())
    },
    "users.id_by_phone" to {
        client.users.idByPhone(
            it.text("phone"),
        )
    },
    "posts.get" to {
        value(client.posts.get(
            it.text("post_token"),
        ).toJson())
    },
    "posts.list" to {
        value(user.posts.list().toJson())
    },
    "posts.get_with_ongoing_images" to {
        value(user.posts.getWithOngoingImages(
            it.text("post_token"),
        ).toJson())
    },
    "images.upload" to {
        value(client.images.upload(
            Base64.getDecoder().decode(it.text("image_base64")),
        ).toJson())
    },
    "addons.create_on_post" to {
        value(user.addons.createOnPost(
            it.text("post_token"),
            PostAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "addons.create_for_user" to {
        value(user.addons.createForUser(
            it.text("phone"),
            UserAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "addons.create_for_user_id" to {
        value(user.addons.createForUserId(
            it.text("user_id"),
            UserAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "addons.create_for_business" to {
        value(user.addons.createForBusiness(
            it.text("business_token"),
            BusinessAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "addons.delete_from_post" to {
        client.addons.deleteFromPost(
            it.text("post_token"),
        )
        null
    },
    "addons.delete_for_user" to {
        client.addons.deleteForUser(
            it.text("id"),
        )
        null
    },
    "semantics.create_for_user" to {
        value(user.semantics.createForUser(
            it.text("phone"),
            SemanticRecord.fromJson(it.json("record")),
        ).toJson())
    },
    "semantics.create_for_user_id" to {
        value(user.semantics.createForUserId(
            it.text("user_id"),
            UserIdSemanticRecord.fromJson(it.json("record")),
        ).toJson())
    },
    "semantics.create_for_post" to {
        value(user.semantics.createForPost(
            it.text("post_token"),
            SemanticRecord.fromJson(it.json("record")),
        ).toJson())
    },
    "semantics.delete_for_user" to {
        client.semantics.deleteForUser(
            it.text("phone"),
        )
        null
    },
    "semantics.delete_for_user_id" to {
        client.semantics.deleteForUserId(
            it.text("user_id"),
            it.text("phone"),
        )
        null
    },
    "conversations.send" to {
        value(user.conversations.send(
            it.text("conversation_id"),
            Message.fromJson(it.json("message")),
        ).toJson())
    },
    "conversations.get" to {
        value(user.conversations.get(
            it.text("conversation_id"),
        ).toJson())
    },
    "chatbot.reply" to {
        value(client.chatbot.reply(
            it.text("conversation_id"),
            BotMessage.fromJson(it.json("message")),
        ).toJson())
    },
    "chatbot.create_upload_token" to {
        value(client.chatbot.createUploadToken().toJson())
    },
    "chatbot.upload_image" to {
        value(client.chatbot.uploadImage(
            Base64.getDecoder().decode(it.text("image_base64")),
        ).toJson())
    },
    "chatbot.upload_video" to {
        value(client.chatbot.uploadVideo(
            Base64.getDecoder().decode(it.text("video_base64")),
        ).toJson())
    },
    "chatbot.upload_voice" to {
        value(client.chatbot.uploadVoice(
            Base64.getDecoder().decode(it.text("voice_base64")),
        ).toJson())
    },
    "chatbot.upload_file" to {
        value(client.chatbot.uploadFile(
            Base64.getDecoder().decode(it.text("file_base64")),
            it.text("name"),
        ).toJson())
    },
    "chatbot.send" to {
        value(user.chatbot.send(
            it.text("user_id"),
            BotMessage.fromJson(it.json("message")),
        ).toJson())
    },
    "events.subscribe" to {
        user.events.subscribe(
            Subscription.fromJson(it.json("subscription")),
        )
        null
    },
    "assets.categories" to {
        value(client.assets.categories().toJson())
    },
    "assets.cities" to {
        value(client.assets.cities().toJson())
    },
    "assets.districts" to {
        value(client.assets.districts(
            it.text("city"),
        ).toJson())
    },
    "assets.districts_of_city" to {
        value(client.assets.districtsOfCity(
            it.text("city"),
        ).toJson())
    },
    "assets.brand_models" to {
        value(client.assets.brandModels(
            it.text("category"),
        ).toJson())
    },
    "assets.colors" to {
        value(client.assets.colors(
            it.text("category"),
        ).toJson())
    },
    "assets.body_statuses" to {
        value(client.assets.bodyStatuses().toJson())
    },
    "assets.internal_storages" to {
        value(client.assets.internalStorages().toJson())
    },
    "assets.ram_memories" to {
        value(client.assets.ramMemories().toJson())
    },
    "assets.service_types" to {
        value(client.assets.serviceTypes().toJson())
    },
    "assets.oauth_scopes" to {
        value(client.assets.oauthScopes().toJson())
    },
    "assets.permissions" to {
        value(client.assets.permissions().toJson())
    },
    "assets.submit_schema" to {
        value(client.assets.submitSchema(
            it.text("category"),
        ).toJson())
    },
    "assets.media_upload_urls" to {
        value(client.assets.mediaUploadUrls().toJson())
    },
    "payments.balance" to {
        value(client.payments.balance().toJson())
    },
    "payments.transactions" to {
        value(client.payments.transactions(
            TransactionQuery.fromJson(it.json("query")),
        ).toJson())
    },
    "payments.transaction" to {
        value(client.payments.transaction(
            it.text("id"),
        ).toJson())
    },
    "payments.validate_ticket" to {
        value(client.payments.validateTicket(
            TicketCheck.fromJson(it.json("ticket")),
        ).toJson())
    },
    "payments.pricing" to {
        value(user.payments.pricing(
            it.text("post_token"),
        ).toJson())
    },
    "payments.reorder" to {
        value(user.payments.reorder(
            it.text("post_token"),
            PostPayment.fromJson(it.json("payment")),
        ).toJson())
    },
    "payments.renew" to {
        value(user.payments.renew(
            it.text("post_token"),
            PostPayment.fromJson(it.json("payment")),
        ).toJson())
    },
    "payments.publish" to {
        value(user.payments.publish(
            it.text("post_token"),
            PostPayment.fromJson(it.json("payment")),
        ).toJson())
    },
    "payments.pay_promotion" to {
        value(user.payments.payPromotion(
            it.text("post_token"),
            Promotion.fromJson(it.json("payment")),
        ).toJson())
    },
    "payments.report" to {
        user.payments.report(
            PaymentReport.fromJson(it.json("report")),
        )
        null
    },
    "custom_buttons.remove_from_business" to {
        client.customButtons.removeFromBusiness(
            it.text("business_token"),
        )
        null
    },
    "custom_buttons.set_on_post" to {
        user.customButtons.setOnPost(
            it.text("post_token"),
            CustomButton.fromJson(it.json("button")),
        )
        null
    },
    "custom_buttons.remove_from_post" to {
        user.customButtons.removeFromPost(
            it.text("post_token"),
        )
        null
    },
    "custom_buttons.set_on_business" to {
        user.customButtons.setOnBusiness(
            it.text("business_token"),
            CustomButton.fromJson(it.json("button")),
        )
        null
    },
    "finder.search" to {
        value(client.finder.search(
            PostSearch.fromJson(it.json("search")),
        ).toJson())
    },
    "own_posts.submit_as_app" to {
        value(client.ownPosts.submitAsApp(
            PostSubmission.fromJson(it.json("post")),
        ).toJson())
    },
    "own_posts.upload_urls" to {
        value(client.ownPosts.uploadUrls().toJson())
    },
    "own_posts.upload_image" to {
        value(client.ownPosts.uploadImage(
            Base64.getDecoder().decode(it.text("image_base64")),
        ).toJson())
    },
    "own_posts.upload_video" to {
        value(client.ownPosts.uploadVideo(
            Base64.getDecoder().decode(it.text("video_base64")),
        ).toJson())
    },
    "own_posts.get" to {
        value(user.ownPosts.get(
            it.text("post_token"),
        ).toJson())
    },
    "own_posts.edit" to {
        user.ownPosts.edit(
            it.text("post_token"),
            PostEdit.fromJson(it.json("edit")),
        )
        null
    },
    "own_posts.delete" to {
        user.ownPosts.delete(
            it.text("post_token"),
        )
        null
    },
    "own_posts.stats" to {
        value(user.ownPosts.stats(
            it.text("post_token"),
        ).toJson())
    },
    "own_posts.can_submit" to {
        value(user.ownPosts.canSubmit().toJson())
    },
    "own_posts.submit" to {
        value(user.ownPosts.submit(
            PostSubmission.fromJson(it.json("post")),
        ).toJson())
    },
    "legacy.addons.create_on_post_by_key" to {
        value(client.legacy.addons.createOnPostByKey(
            it.text("post_token"),
            PostAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "legacy.addons.create_on_post" to {
        value(user.legacy.addons.createOnPost(
            it.text("post_token"),
            LegacyPostAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "legacy.addons.create_for_user" to {
        value(user.legacy.addons.createForUser(
            it.text("phone"),
            LegacyUserAddon.fromJson(it.json("addon")),
        ).toJson())
    },
    "legacy.verifications.create" to {
        value(user.legacy.verifications.create(
            it.text("phone"),
            LegacyVerification.fromJson(it.json("verification")),
        ).toJson())
    },
    "legacy.verifications.delete" to {
        client.legacy.verifications.delete(
            it.text("phone"),
        )
        null
    },
    "legacy.conversations.send" to {
        value(user.legacy.conversations.send(
            LegacyMessage.fromJson(it.json("message")),
        ).toJson())
    },
    "legacy.events.listen" to {
        user.legacy.events.listen(
            it.text("post_token"),
            it.text("endpoint"),
            it.text("identification_key"),
        )
        null
    },
    "legacy.own_posts.image_upload_url" to {
        value(client.legacy.ownPosts.imageUploadUrl().toJson())
    },
    "legacy.own_posts.edit" to {
        user.legacy.ownPosts.edit(
            it.text("post_token"),
            LegacyPostEdit.fromJson(it.json("edit")),
        )
        null
    },
)

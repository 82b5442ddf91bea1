// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import Foundation
import OpenPlatform

/// The calls of the endpoint table that have a method. The result is the platform's JSON.
let callsOfTheTable: [String: Runner] = [
    "users.me": { platform, user, given in
        let value = try await user.users.me()
        return try Value(writeUser(value: value))
    },
    "users.businesses": { platform, user, given in
        let value = try await user.users.businesses()
        return try Value(writeBusinessList(value: value))
    },
    "users.profile_image": { platform, user, given in
        let value = try await user.users.profileImage()
        return try Value(writeProfileImage(value: value))
    },
    "users.phone_numbers": { platform, user, given in
        let value = try await user.users.phoneNumbers()
        return try Value(writePhoneNumbers(value: value))
    },
    "users.id_by_phone": { platform, user, given in
        let value = try await platform.users.id(
            byPhone: given.value("phone"))
        return Value(value.rawValue)
    },
    "posts.get": { platform, user, given in
        let value = try await platform.posts.get(
            given.value("post_token"))
        return try Value(writePost(value: value))
    },
    "posts.list": { platform, user, given in
        let value = try await user.posts.list()
        return try Value(writePostList(value: value))
    },
    "posts.get_with_ongoing_images": { platform, user, given in
        let value = try await user.posts.getWithOngoingImages(
            given.value("post_token"))
        return try Value(writePost(value: value))
    },
    "images.upload": { platform, user, given in
        let value = try await platform.images.upload(
            Data(base64Encoded: given["image_base64"]?.string ?? "") ?? Data())
        return try Value(writeUploadedImage(value: value))
    },
    "addons.create_on_post": { platform, user, given in
        let value = try await user.addons.create(
            on: given.value("post_token"),
            readPostAddon(json: given.json("addon")),
            repeat: given["repeat"]?.bool ?? false)
        return try Value(writeAddonCreated(value: value))
    },
    "addons.create_for_user": { platform, user, given in
        let value = try await user.addons.create(
            forUser: given.value("phone"),
            readUserAddon(json: given.json("addon")))
        return try Value(writeAddonCreated(value: value))
    },
    "addons.create_for_user_id": { platform, user, given in
        let value = try await user.addons.create(
            forUserId: given.value("user_id"),
            readUserAddon(json: given.json("addon")))
        return try Value(writeAddonCreated(value: value))
    },
    "addons.create_for_business": { platform, user, given in
        let value = try await user.addons.create(
            forBusiness: given.value("business_token"),
            readBusinessAddon(json: given.json("addon")))
        return try Value(writeAddonCreated(value: value))
    },
    "addons.delete_from_post": { platform, user, given in
        try await platform.addons.delete(
            fromPost: given.value("post_token"))
        return .null
    },
    "addons.delete_for_user": { platform, user, given in
        try await platform.addons.delete(
            forUser: given.value("id"))
        return .null
    },
    "semantics.create_for_user": { platform, user, given in
        let value = try await user.semantics.create(
            forUser: given.value("phone"),
            readSemanticRecord(json: given.json("record")))
        return try Value(writeRecordCreated(value: value))
    },
    "semantics.create_for_user_id": { platform, user, given in
        let value = try await user.semantics.create(
            forUserId: given.value("user_id"),
            readUserIdSemanticRecord(json: given.json("record")))
        return try Value(writeRecordCreated(value: value))
    },
    "semantics.create_for_post": { platform, user, given in
        let value = try await user.semantics.create(
            forPost: given.value("post_token"),
            readSemanticRecord(json: given.json("record")))
        return try Value(writeRecordCreated(value: value))
    },
    "semantics.delete_for_user": { platform, user, given in
        try await platform.semantics.delete(
            forUser: given.value("phone"))
        return .null
    },
    "semantics.delete_for_user_id": { platform, user, given in
        try await platform.semantics.delete(
            forUserId: given.value("user_id"),
            phone: given.value("phone"))
        return .null
    },
    "conversations.send": { platform, user, given in
        let value = try await user.conversations.send(
            given.value("conversation_id"),
            readMessage(json: given.json("message")))
        return try Value(writeMessageSent(value: value))
    },
    "conversations.get": { platform, user, given in
        let value = try await user.conversations.get(
            given.value("conversation_id"))
        return try Value(writeConversationRecord(value: value))
    },
    "chatbot.reply": { platform, user, given in
        let value = try await platform.chatbot.reply(
            given.value("conversation_id"),
            readBotMessage(json: given.json("message")))
        return try Value(writeBotMessageSent(value: value))
    },
    "chatbot.create_upload_token": { platform, user, given in
        let value = try await platform.chatbot.createUploadToken()
        return try Value(writeChatUploadToken(value: value))
    },
    "chatbot.upload_image": { platform, user, given in
        let value = try await platform.chatbot.uploadImage(
            Data(base64Encoded: given["image_base64"]?.string ?? "") ?? Data())
        return try Value(writeUploadedChatMedia(value: value))
    },
    "chatbot.upload_video": { platform, user, given in
        let value = try await platform.chatbot.uploadVideo(
            Data(base64Encoded: given["video_base64"]?.string ?? "") ?? Data())
        return try Value(writeUploadedChatMedia(value: value))
    },
    "chatbot.upload_voice": { platform, user, given in
        let value = try await platform.chatbot.uploadVoice(
            Data(base64Encoded: given["voice_base64"]?.string ?? "") ?? Data())
        return try Value(writeUploadedChatMedia(value: value))
    },
    "chatbot.upload_file": { platform, user, given in
        let value = try await platform.chatbot.uploadFile(
            Data(base64Encoded: given["file_base64"]?.string ?? "") ?? Data(),
            name: given["name"]?.string ?? "")
        return try Value(writeUploadedChatMedia(value: value))
    },
    "chatbot.send": { platform, user, given in
        let value = try await user.chatbot.send(
            given.value("user_id"),
            readBotMessage(json: given.json("message")))
        return try Value(writeBotMessageSent(value: value))
    },
    "events.subscribe": { platform, user, given in
        try await user.events.subscribe(
            readSubscription(json: given.json("subscription")))
        return .null
    },
    "assets.categories": { platform, user, given in
        let value = try await platform.assets.categories()
        return try Value(writeAssetList(value: value))
    },
    "assets.cities": { platform, user, given in
        let value = try await platform.assets.cities()
        return try Value(writeAssetList(value: value))
    },
    "assets.districts": { platform, user, given in
        let value = try await platform.assets.districts(
            given["city"]?.string ?? "")
        return try Value(writeAssetList(value: value))
    },
    "assets.districts_of_city": { platform, user, given in
        let value = try await platform.assets.districtsOfCity(
            given["city"]?.string ?? "")
        return try Value(writeAssetList(value: value))
    },
    "assets.brand_models": { platform, user, given in
        let value = try await platform.assets.brandModels(
            given["category"]?.string ?? "")
        return try Value(writeAssetList(value: value))
    },
    "assets.colors": { platform, user, given in
        let value = try await platform.assets.colors(
            given["category"]?.string ?? "")
        return try Value(writeAssetList(value: value))
    },
    "assets.body_statuses": { platform, user, given in
        let value = try await platform.assets.bodyStatuses()
        return try Value(writeAssetList(value: value))
    },
    "assets.internal_storages": { platform, user, given in
        let value = try await platform.assets.internalStorages()
        return try Value(writeAssetList(value: value))
    },
    "assets.ram_memories": { platform, user, given in
        let value = try await platform.assets.ramMemories()
        return try Value(writeAssetList(value: value))
    },
    "assets.service_types": { platform, user, given in
        let value = try await platform.assets.serviceTypes()
        return try Value(writeAssetList(value: value))
    },
    "assets.oauth_scopes": { platform, user, given in
        let value = try await platform.assets.oauthScopes()
        return try Value(writeAccessRights(value: value))
    },
    "assets.permissions": { platform, user, given in
        let value = try await platform.assets.permissions()
        return try Value(writeAccessRights(value: value))
    },
    "assets.submit_schema": { platform, user, given in
        let value = try await platform.assets.submitSchema(
            given["category"]?.string ?? "")
        return try Value(writeSubmitSchema(value: value))
    },
    "assets.media_upload_urls": { platform, user, given in
        let value = try await platform.assets.mediaUploadUrls()
        return try Value(writeMediaUploadUrls(value: value))
    },
    "payments.balance": { platform, user, given in
        let value = try await platform.payments.balance()
        return try Value(writeBalance(value: value))
    },
    "payments.transactions": { platform, user, given in
        let value = try await platform.payments.transactions(
            readTransactionQuery(json: given.json("query")))
        return try Value(writeTransactionPage(value: value))
    },
    "payments.transaction": { platform, user, given in
        let value = try await platform.payments.transaction(
            given.value("id"))
        return try Value(writeTransaction(value: value))
    },
    "payments.validate_ticket": { platform, user, given in
        let value = try await platform.payments.validateTicket(
            readTicketCheck(json: given.json("ticket")))
        return try Value(writeValidTicket(value: value))
    },
    "payments.pricing": { platform, user, given in
        let value = try await user.payments.pricing(
            given.value("post_token"))
        return try Value(writePostPricing(value: value))
    },
    "payments.reorder": { platform, user, given in
        let value = try await user.payments.reorder(
            given.value("post_token"),
            readPostPayment(json: given.json("payment")))
        return try Value(writePostReordered(value: value))
    },
    "payments.renew": { platform, user, given in
        let value = try await user.payments.renew(
            given.value("post_token"),
            readPostPayment(json: given.json("payment")))
        return try Value(writeTransaction(value: value))
    },
    "payments.publish": { platform, user, given in
        let value = try await user.payments.publish(
            given.value("post_token"),
            readPostPayment(json: given.json("payment")))
        return try Value(writeTransaction(value: value))
    },
    "payments.pay_promotion": { platform, user, given in
        let value = try await user.payments.payPromotion(
            given.value("post_token"),
            readPromotion(json: given.json("payment")))
        return try Value(writePromotionPayment(value: value))
    },
    "payments.report": { platform, user, given in
        try await user.payments.report(
            readPaymentReport(json: given.json("report")))
        return .null
    },
    "custom_buttons.remove_from_business": { platform, user, given in
        try await platform.customButtons.remove(
            fromBusiness: given.value("business_token"))
        return .null
    },
    "custom_buttons.set_on_post": { platform, user, given in
        try await user.customButtons.set(
            on: given.value("post_token"),
            readCustomButton(json: given.json("button")))
        return .null
    },
    "custom_buttons.remove_from_post": { platform, user, given in
        try await user.customButtons.remove(
            fromPost: given.value("post_token"))
        return .null
    },
    "custom_buttons.set_on_business": { platform, user, given in
        try await user.customButtons.set(
            onBusiness: given.value("business_token"),
            readCustomButton(json: given.json("button")))
        return .null
    },
    "finder.search": { platform, user, given in
        let value = try await platform.finder.search(
            readPostSearch(json: given.json("search")))
        return try Value(writeFoundPosts(value: value))
    },
    "own_posts.submit_as_app": { platform, user, given in
        let value = try await platform.ownPosts.submitAsApp(
            readPostSubmission(json: given.json("post")))
        return try Value(writePostSubmitted(value: value))
    },
    "own_posts.upload_urls": { platform, user, given in
        let value = try await platform.ownPosts.uploadUrls()
        return try Value(writePostUploadUrls(value: value))
    },
    "own_posts.upload_image": { platform, user, given in
        let value = try await platform.ownPosts.uploadImage(
            Data(base64Encoded: given["image_base64"]?.string ?? "") ?? Data())
        return try Value(writeUploadedPostImage(value: value))
    },
    "own_posts.upload_video": { platform, user, given in
        let value = try await platform.ownPosts.uploadVideo(
            Data(base64Encoded: given["video_base64"]?.string ?? "") ?? Data())
        return try Value(writeUploadedPostVideo(value: value))
    },
    "own_posts.get": { platform, user, given in
        let value = try await user.ownPosts.get(
            given.value("post_token"))
        return try Value(writeOwnPost(value: value))
    },
    "own_posts.edit": { platform, user, given in
        try await user.ownPosts.edit(
            given.value("post_token"),
            readPostEdit(json: given.json("edit")))
        return .null
    },
    "own_posts.delete": { platform, user, given in
        try await user.ownPosts.delete(
            given.value("post_token"))
        return .null
    },
    "own_posts.stats": { platform, user, given in
        let value = try await user.ownPosts.stats(
            given.value("post_token"))
        return try Value(writePostStats(value: value))
    },
    "own_posts.can_submit": { platform, user, given in
        let value = try await user.ownPosts.canSubmit()
        return try Value(writeSubmitPermission(value: value))
    },
    "own_posts.submit": { platform, user, given in
        let value = try await user.ownPosts.submit(
            readPostSubmission(json: given.json("post")))
        return try Value(writePostSubmitted(value: value))
    },
    "legacy.addons.create_on_post_by_key": { platform, user, given in
        let value = try await platform.legacy.addons.create(
            onPostByKey: given.value("post_token"),
            readPostAddon(json: given.json("addon")),
            repeat: given["repeat"]?.bool ?? false)
        return try Value(writeAddonCreated(value: value))
    },
    "legacy.addons.create_on_post": { platform, user, given in
        let value = try await user.legacy.addons.create(
            on: given.value("post_token"),
            readLegacyPostAddon(json: given.json("addon")),
            repeat: given["repeat"]?.bool ?? false)
        return try Value(writeAddonCreated(value: value))
    },
    "legacy.addons.create_for_user": { platform, user, given in
        let value = try await user.legacy.addons.create(
            forUser: given.value("phone"),
            readLegacyUserAddon(json: given.json("addon")))
        return try Value(writeAddonCreated(value: value))
    },
    "legacy.verifications.create": { platform, user, given in
        let value = try await user.legacy.verifications.create(
            given.value("phone"),
            readLegacyVerification(json: given.json("verification")))
        return try Value(writeRecordCreated(value: value))
    },
    "legacy.verifications.delete": { platform, user, given in
        try await platform.legacy.verifications.delete(
            given.value("phone"))
        return .null
    },
    "legacy.conversations.send": { platform, user, given in
        let value = try await user.legacy.conversations.send(
            readLegacyMessage(json: given.json("message")))
        return try Value(writeMessageSent(value: value))
    },
    "legacy.events.listen": { platform, user, given in
        try await user.legacy.events.listen(
            given.value("post_token"),
            endpoint: given["endpoint"]?.string ?? "",
            identificationKey: given["identification_key"]?.string ?? "")
        return .null
    },
    "legacy.own_posts.image_upload_url": { platform, user, given in
        let value = try await platform.legacy.ownPosts.imageUploadUrl()
        return try Value(writeLegacyUploadUrl(value: value))
    },
    "legacy.own_posts.edit": { platform, user, given in
        try await user.legacy.ownPosts.edit(
            given.value("post_token"),
            readLegacyPostEdit(json: given.json("edit")))
        return .null
    },
]

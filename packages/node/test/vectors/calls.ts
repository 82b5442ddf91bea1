// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { OpenPlatform, PostAddonOptions, UserClient } from 'open-platform'
import { read, write } from 'open-platform'

import type { Value } from './cases.js'

/** The clients and arguments of a call. */
export interface Making {
  platform: OpenPlatform
  user: UserClient
  given: Value
  options?: PostAddonOptions | undefined
}

/** The calls of the endpoint table that have a method. The result is the platform's JSON. */
export const CALLS: Record<string, (making: Making) => Promise<Value>> = {
  'users.me': async ({ user }) =>
    write.user(await user.users.me()),
  'users.businesses': async ({ user }) =>
    write.businessList(await user.users.businesses()),
  'users.profile_image': async ({ user }) =>
    write.profileImage(await user.users.profileImage()),
  'users.phone_numbers': async ({ user }) =>
    write.phoneNumbers(await user.users.phoneNumbers()),
  'users.id_by_phone': async ({ platform, given }) =>
    await platform.users.idByPhone(given.phone),
  'posts.get': async ({ platform, given }) =>
    write.post(await platform.posts.get(given.post_token)),
  'posts.list': async ({ user }) =>
    write.postList(await user.posts.list()),
  'posts.get_with_ongoing_images': async ({ user, given }) =>
    write.post(await user.posts.getWithOngoingImages(given.post_token)),
  'images.upload': async ({ platform, given }) =>
    write.uploadedImage(await platform.images.upload(Buffer.from(given.image_base64, 'base64'))),
  'addons.create_on_post': async ({ user, given, options }) =>
    write.addonCreated(await user.addons.createOnPost(given.post_token, read.postAddon(given.addon), options)),
  'addons.create_for_user': async ({ user, given }) =>
    write.addonCreated(await user.addons.createForUser(given.phone, read.userAddon(given.addon))),
  'addons.create_for_user_id': async ({ user, given }) =>
    write.addonCreated(await user.addons.createForUserId(given.user_id, read.userAddon(given.addon))),
  'addons.create_for_business': async ({ user, given }) =>
    write.addonCreated(await user.addons.createForBusiness(given.business_token, read.businessAddon(given.addon))),
  'addons.delete_from_post': async ({ platform, given }) =>
    await platform.addons.deleteFromPost(given.post_token),
  'addons.delete_for_user': async ({ platform, given }) =>
    await platform.addons.deleteForUser(given.id),
  'semantics.create_for_user': async ({ user, given }) =>
    write.recordCreated(await user.semantics.createForUser(given.phone, read.semanticRecord(given.record))),
  'semantics.create_for_user_id': async ({ user, given }) =>
    write.recordCreated(await user.semantics.createForUserId(given.user_id, read.userIdSemanticRecord(given.record))),
  'semantics.create_for_post': async ({ user, given }) =>
    write.recordCreated(await user.semantics.createForPost(given.post_token, read.semanticRecord(given.record))),
  'semantics.delete_for_user': async ({ platform, given }) =>
    await platform.semantics.deleteForUser(given.phone),
  'semantics.delete_for_user_id': async ({ platform, given }) =>
    await platform.semantics.deleteForUserId(given.user_id, given.phone),
  'conversations.send': async ({ user, given }) =>
    write.messageSent(await user.conversations.send(given.conversation_id, read.message(given.message))),
  'conversations.get': async ({ user, given }) =>
    write.conversationRecord(await user.conversations.get(given.conversation_id)),
  'chatbot.reply': async ({ platform, given }) =>
    write.botMessageSent(await platform.chatbot.reply(given.conversation_id, read.botMessage(given.message))),
  'chatbot.create_upload_token': async ({ platform }) =>
    write.chatUploadToken(await platform.chatbot.createUploadToken()),
  'chatbot.upload_image': async ({ platform, given }) =>
    write.uploadedChatMedia(await platform.chatbot.uploadImage(Buffer.from(given.image_base64, 'base64'))),
  'chatbot.upload_video': async ({ platform, given }) =>
    write.uploadedChatMedia(await platform.chatbot.uploadVideo(Buffer.from(given.video_base64, 'base64'))),
  'chatbot.upload_voice': async ({ platform, given }) =>
    write.uploadedChatMedia(await platform.chatbot.uploadVoice(Buffer.from(given.voice_base64, 'base64'))),
  'chatbot.upload_file': async ({ platform, given }) =>
    write.uploadedChatMedia(await platform.chatbot.uploadFile(Buffer.from(given.file_base64, 'base64'), given.name)),
  'chatbot.send': async ({ user, given }) =>
    write.botMessageSent(await user.chatbot.send(given.user_id, read.botMessage(given.message))),
  'events.subscribe': async ({ user, given }) =>
    await user.events.subscribe(read.subscription(given.subscription)),
  'assets.categories': async ({ platform }) =>
    write.assetList(await platform.assets.categories()),
  'assets.cities': async ({ platform }) =>
    write.assetList(await platform.assets.cities()),
  'assets.districts': async ({ platform, given }) =>
    write.assetList(await platform.assets.districts(given.city)),
  'assets.districts_of_city': async ({ platform, given }) =>
    write.assetList(await platform.assets.districtsOfCity(given.city)),
  'assets.brand_models': async ({ platform, given }) =>
    write.assetList(await platform.assets.brandModels(given.category)),
  'assets.colors': async ({ platform, given }) =>
    write.assetList(await platform.assets.colors(given.category)),
  'assets.body_statuses': async ({ platform }) =>
    write.assetList(await platform.assets.bodyStatuses()),
  'assets.internal_storages': async ({ platform }) =>
    write.assetList(await platform.assets.internalStorages()),
  'assets.ram_memories': async ({ platform }) =>
    write.assetList(await platform.assets.ramMemories()),
  'assets.service_types': async ({ platform }) =>
    write.assetList(await platform.assets.serviceTypes()),
  'assets.oauth_scopes': async ({ platform }) =>
    write.accessRights(await platform.assets.oauthScopes()),
  'assets.permissions': async ({ platform }) =>
    write.accessRights(await platform.assets.permissions()),
  'assets.submit_schema': async ({ platform, given }) =>
    write.submitSchema(await platform.assets.submitSchema(given.category)),
  'assets.media_upload_urls': async ({ platform }) =>
    write.mediaUploadUrls(await platform.assets.mediaUploadUrls()),
  'payments.balance': async ({ platform }) =>
    write.balance(await platform.payments.balance()),
  'payments.transactions': async ({ platform, given }) =>
    write.transactionPage(await platform.payments.transactions(read.transactionQuery(given.query))),
  'payments.transaction': async ({ platform, given }) =>
    write.transaction(await platform.payments.transaction(given.id)),
  'payments.validate_ticket': async ({ platform, given }) =>
    write.validTicket(await platform.payments.validateTicket(read.ticketCheck(given.ticket))),
  'payments.pricing': async ({ user, given }) =>
    write.postPricing(await user.payments.pricing(given.post_token)),
  'payments.reorder': async ({ user, given }) =>
    write.postReordered(await user.payments.reorder(given.post_token, read.postPayment(given.payment))),
  'payments.renew': async ({ user, given }) =>
    write.transaction(await user.payments.renew(given.post_token, read.postPayment(given.payment))),
  'payments.publish': async ({ user, given }) =>
    write.transaction(await user.payments.publish(given.post_token, read.postPayment(given.payment))),
  'payments.pay_promotion': async ({ user, given }) =>
    write.promotionPayment(await user.payments.payPromotion(given.post_token, read.promotion(given.payment))),
  'payments.report': async ({ user, given }) =>
    await user.payments.report(read.paymentReport(given.report)),
  'custom_buttons.remove_from_business': async ({ platform, given }) =>
    await platform.customButtons.removeFromBusiness(given.business_token),
  'custom_buttons.set_on_post': async ({ user, given }) =>
    await user.customButtons.setOnPost(given.post_token, read.customButton(given.button)),
  'custom_buttons.remove_from_post': async ({ user, given }) =>
    await user.customButtons.removeFromPost(given.post_token),
  'custom_buttons.set_on_business': async ({ user, given }) =>
    await user.customButtons.setOnBusiness(given.business_token, read.customButton(given.button)),
  'finder.search': async ({ platform, given }) =>
    write.foundPosts(await platform.finder.search(read.postSearch(given.search))),
  'own_posts.submit_as_app': async ({ platform, given }) =>
    write.postSubmitted(await platform.ownPosts.submitAsApp(read.postSubmission(given.post))),
  'own_posts.upload_urls': async ({ platform }) =>
    write.postUploadUrls(await platform.ownPosts.uploadUrls()),
  'own_posts.upload_image': async ({ platform, given }) =>
    write.uploadedPostImage(await platform.ownPosts.uploadImage(Buffer.from(given.image_base64, 'base64'))),
  'own_posts.upload_video': async ({ platform, given }) =>
    write.uploadedPostVideo(await platform.ownPosts.uploadVideo(Buffer.from(given.video_base64, 'base64'))),
  'own_posts.get': async ({ user, given }) =>
    write.ownPost(await user.ownPosts.get(given.post_token)),
  'own_posts.edit': async ({ user, given }) =>
    await user.ownPosts.edit(given.post_token, read.postEdit(given.edit)),
  'own_posts.delete': async ({ user, given }) =>
    await user.ownPosts.delete(given.post_token),
  'own_posts.stats': async ({ user, given }) =>
    write.postStats(await user.ownPosts.stats(given.post_token)),
  'own_posts.can_submit': async ({ user }) =>
    write.submitPermission(await user.ownPosts.canSubmit()),
  'own_posts.submit': async ({ user, given }) =>
    write.postSubmitted(await user.ownPosts.submit(read.postSubmission(given.post))),
  'legacy.addons.create_on_post_by_key': async ({ platform, given, options }) =>
    write.addonCreated(await platform.legacy.addons.createOnPostByKey(given.post_token, read.postAddon(given.addon), options)),
  'legacy.addons.create_on_post': async ({ user, given, options }) =>
    write.addonCreated(await user.legacy.addons.createOnPost(given.post_token, read.legacyPostAddon(given.addon), options)),
  'legacy.addons.create_for_user': async ({ user, given }) =>
    write.addonCreated(await user.legacy.addons.createForUser(given.phone, read.legacyUserAddon(given.addon))),
  'legacy.verifications.create': async ({ user, given }) =>
    write.recordCreated(await user.legacy.verifications.create(given.phone, read.legacyVerification(given.verification))),
  'legacy.verifications.delete': async ({ platform, given }) =>
    await platform.legacy.verifications.delete(given.phone),
  'legacy.conversations.send': async ({ user, given }) =>
    write.messageSent(await user.legacy.conversations.send(read.legacyMessage(given.message))),
  'legacy.events.listen': async ({ user, given }) =>
    await user.legacy.events.listen(given.post_token, given.endpoint, given.identification_key),
  'legacy.own_posts.image_upload_url': async ({ platform }) =>
    write.legacyUploadUrl(await platform.legacy.ownPosts.imageUploadUrl()),
  'legacy.own_posts.edit': async ({ user, given }) =>
    await user.legacy.ownPosts.edit(given.post_token, read.legacyPostEdit(given.edit)),
}

// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
import type { BusinessToken, ConversationId, PostToken, Scope } from './model.js'
import { text } from './native.js'

/**
 * The scopes that an app can request from users. A scope that is tied to an object is a function of its identifier:
 * `scope.postAddonCreate('gZd7omnS')`. Any other text is an error before the user is redirected, unless it comes from
 * `scope.raw`. Source: docs/platform.md#scopes.
 */
export const scope = {
  /** Create an add-on on one post. */
  postAddonCreate: (postToken: PostToken): Scope => `POST_ADDON_CREATE.${text('postToken', postToken)}`,
  /** Create an add-on on any post of the user. */
  userPostsAddonCreate: 'USER_POSTS_ADDON_CREATE' as Scope,
  /** Create an add-on on the user. */
  userAddonCreate: 'USER_ADDON_CREATE' as Scope,
  /** Create an add-on on all posts of one business. */
  businessAddonCreate: (businessToken: BusinessToken): Scope =>
    `BUSINESS_ADDON_CREATE.${text('businessToken', businessToken)}`,
  /** Create a semantic record of the user. */
  userVerificationCreate: 'USER_VERIFICATION_CREATE' as Scope,
  /** Create a semantic record of the user, as the specification names it. */
  userSemanticCreate: 'USER_SEMANTIC_CREATE' as Scope,
  /** Delete a semantic record of the user, as the specification names it. */
  userSemanticDelete: 'USER_SEMANTIC_DELETE' as Scope,
  /** Create a semantic record of one post. */
  postSemanticCreate: (postToken: PostToken): Scope => `POST_SEMANTIC_CREATE.${text('postToken', postToken)}`,
  /** Read the user's phone number. */
  userPhone: 'USER_PHONE' as Scope,
  /** Read the user's id, which is different for every app. */
  userId: 'USER_ID' as Scope,
  /** Read the user's own posts and receive their changes. */
  userPostsGet: 'USER_POSTS_GET' as Scope,
  /** Read the statistics of the user's posts. */
  userPostsStatsRead: 'USER_POSTS_STATS_READ' as Scope,
  /** Read the businesses of the user. */
  userBusinessesRead: 'USER_BUSINESSES_READ' as Scope,
  /** Read the profile image of a professional user. */
  proUserProfileImageRead: 'PRO_USER_PROFILE_IMAGE_READ' as Scope,
  /** Read the images of one post before it is published. */
  postOngoingImagesGet: (postToken: PostToken): Scope => `POST_ONGOING_IMAGES_GET.${text('postToken', postToken)}`,
  /** Edit one post. */
  postEdit: (postToken: PostToken): Scope => `POST_EDIT.${text('postToken', postToken)}`,
  /** Edit any post of the user. */
  editUserPost: 'EDIT_USER_POST' as Scope,
  /** Delete any post of the user. */
  deleteUserPost: 'DELETE_USER_POST' as Scope,
  /** Submit a post as the user, and pay for its publication. */
  submitUserPost: 'SUBMIT_USER_POST' as Scope,
  /** Send messages into one conversation. */
  conversationSendMessage: (conversationId: ConversationId): Scope =>
    `CONVERSATION_SEND_MESSAGE.${text('conversationId', conversationId)}`,
  /** Read one conversation. */
  chatConversationRead: (conversationId: ConversationId): Scope =>
    `CHAT_CONVERSATION_READ.${text('conversationId', conversationId)}`,
  /** Receive the messages of all conversations of one post. */
  chatPostConversationsRead: (postToken: PostToken): Scope =>
    `CHAT_POST_CONVERSATIONS_READ.${text('postToken', postToken)}`,
  /** Send messages into all conversations of one post. */
  chatPostConversationsMessageSend: (postToken: PostToken): Scope =>
    `CHAT_POST_CONVERSATIONS_MESSAGE_SEND.${text('postToken', postToken)}`,
  /** Receive the messages of all conversations in which the user sells. */
  chatSupplierAllConversationsRead: 'CHAT_SUPPLIER_ALL_CONVERSATIONS_READ' as Scope,
  /** Send messages into all conversations in which the user sells. */
  chatSupplierAllConversationsMessageSend: 'CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND' as Scope,
  /** Let the app's chatbot write to the user first. */
  chatBotUserMessageSend: 'CHAT_BOT_USER_MESSAGE_SEND' as Scope,
  /** Send messages by the legacy endpoint. Takes base64 of `user_id:post_token:peer_id`. */
  chatMessageSend: (chat: string): Scope => `CHAT_MESSAGE_SEND.${text('chat', chat)}`,
  /** Learn when the user removes the app's access. */
  notificationAccessRevocation: 'NOTIFICATION_ACCESS_REVOCATION' as Scope,
  /** Belongs to an endpoint that the platform has withdrawn. */
  sendEvent: 'SEND_EVENT' as Scope,
  /** Read the prices of paid services. */
  paymentAllPostsPricingRead: 'PAYMENT_ALL_POSTS_PRICING_READ' as Scope,
  /** Move posts to the top of their lists, paid from the app's balance. */
  paymentAllPostsReorder: 'PAYMENT_ALL_POSTS_REORDER' as Scope,
  /** Extend posts, paid from the app's balance. */
  paymentAllPostsRenew: 'PAYMENT_ALL_POSTS_RENEW' as Scope,
  /** Pay for promotions from the user's wallet. */
  payUserPostPromotion: 'PAY_USER_POST_PROMOTION' as Scope,
  /** Report a payment that the user made to the app. */
  submitUserPayment: 'SUBMIT_USER_PAYMENT' as Scope,
  /** Set a custom button on a post of the user. */
  userSetCustomizedButton: 'USER_SET_CUSTOMIZED_BUTTON' as Scope,
  /** Set a custom button for one business. */
  businessCreateCustomizedButton: (businessToken: BusinessToken): Scope =>
    `BUSINESS_CREATE_CUSTOMIZED_BUTTON.${text('businessToken', businessToken)}`,
  /** Read one app of the console. */
  managementAppsRead: (appId: string): Scope => `MANAGEMENT_APPS_READ.${text('appId', appId)}`,
  /** Change one app of the console. */
  managementAppsWrite: (appId: string): Scope => `MANAGEMENT_APPS_WRITE.${text('appId', appId)}`,
  /** Receive a refresh token. */
  offlineAccess: 'offline_access' as Scope,
  /** OpenID Connect. */
  openid: 'openid' as Scope,
  /** A scope from its full text, for new scopes of the platform that this version does not know. */
  raw: (name: string): Scope => `raw ${text('scopes', name)}`,
} as const

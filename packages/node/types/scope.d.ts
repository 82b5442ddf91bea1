import type { BusinessToken, ConversationId, PostToken, Scope } from './model.js';
/**
 * The scopes that an app can request from users. A scope that is tied to an object is a function of its identifier:
 * `scope.postAddonCreate('gZd7omnS')`. Any other text is an error before the user is redirected, unless it comes from
 * `scope.raw`. Source: docs/platform.md#scopes.
 */
export declare const scope: {
    /** Create an add-on on one post. */
    readonly postAddonCreate: (postToken: PostToken) => Scope;
    /** Create an add-on on any post of the user. */
    readonly userPostsAddonCreate: Scope;
    /** Create an add-on on the user. */
    readonly userAddonCreate: Scope;
    /** Create an add-on on all posts of one business. */
    readonly businessAddonCreate: (businessToken: BusinessToken) => Scope;
    /** Create a semantic record of the user. */
    readonly userVerificationCreate: Scope;
    /** Create a semantic record of the user, as the specification names it. */
    readonly userSemanticCreate: Scope;
    /** Delete a semantic record of the user, as the specification names it. */
    readonly userSemanticDelete: Scope;
    /** Create a semantic record of one post. */
    readonly postSemanticCreate: (postToken: PostToken) => Scope;
    /** Read the user's phone number. */
    readonly userPhone: Scope;
    /** Read the user's id, which is different for every app. */
    readonly userId: Scope;
    /** Read the user's own posts and receive their changes. */
    readonly userPostsGet: Scope;
    /** Read the statistics of the user's posts. */
    readonly userPostsStatsRead: Scope;
    /** Read the businesses of the user. */
    readonly userBusinessesRead: Scope;
    /** Read the profile image of a professional user. */
    readonly proUserProfileImageRead: Scope;
    /** Read the images of one post before it is published. */
    readonly postOngoingImagesGet: (postToken: PostToken) => Scope;
    /** Edit one post. */
    readonly postEdit: (postToken: PostToken) => Scope;
    /** Edit any post of the user. */
    readonly editUserPost: Scope;
    /** Delete any post of the user. */
    readonly deleteUserPost: Scope;
    /** Submit a post as the user, and pay for its publication. */
    readonly submitUserPost: Scope;
    /** Send messages into one conversation. */
    readonly conversationSendMessage: (conversationId: ConversationId) => Scope;
    /** Read one conversation. */
    readonly chatConversationRead: (conversationId: ConversationId) => Scope;
    /** Receive the messages of all conversations of one post. */
    readonly chatPostConversationsRead: (postToken: PostToken) => Scope;
    /** Send messages into all conversations of one post. */
    readonly chatPostConversationsMessageSend: (postToken: PostToken) => Scope;
    /** Receive the messages of all conversations in which the user sells. */
    readonly chatSupplierAllConversationsRead: Scope;
    /** Send messages into all conversations in which the user sells. */
    readonly chatSupplierAllConversationsMessageSend: Scope;
    /** Let the app's chatbot write to the user first. */
    readonly chatBotUserMessageSend: Scope;
    /** Send messages by the legacy endpoint. Takes base64 of `user_id:post_token:peer_id`. */
    readonly chatMessageSend: (chat: string) => Scope;
    /** Learn when the user removes the app's access. */
    readonly notificationAccessRevocation: Scope;
    /** Belongs to an endpoint that the platform has withdrawn. */
    readonly sendEvent: Scope;
    /** Read the prices of paid services. */
    readonly paymentAllPostsPricingRead: Scope;
    /** Move posts to the top of their lists, paid from the app's balance. */
    readonly paymentAllPostsReorder: Scope;
    /** Extend posts, paid from the app's balance. */
    readonly paymentAllPostsRenew: Scope;
    /** Pay for promotions from the user's wallet. */
    readonly payUserPostPromotion: Scope;
    /** Report a payment that the user made to the app. */
    readonly submitUserPayment: Scope;
    /** Set a custom button on a post of the user. */
    readonly userSetCustomizedButton: Scope;
    /** Set a custom button for one business. */
    readonly businessCreateCustomizedButton: (businessToken: BusinessToken) => Scope;
    /** Read one app of the console. */
    readonly managementAppsRead: (appId: string) => Scope;
    /** Change one app of the console. */
    readonly managementAppsWrite: (appId: string) => Scope;
    /** Receive a refresh token. */
    readonly offlineAccess: Scope;
    /** OpenID Connect. */
    readonly openid: Scope;
    /** A scope from its full text, for new scopes of the platform that this version does not know. */
    readonly raw: (name: string) => Scope;
};

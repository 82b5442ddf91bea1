/**
 * Client for the Open Platform of a classifieds marketplace.
 *
 * @packageDocumentation
 */
export * from './errors.js';
export type * from './model.js';
export type { IdentificationKey, Retry, Settings } from './native-types.js';
export type { CallOptions, PostAddonOptions, UploadOptions, UploadProgress } from './native.js';
export { OpenPlatform, UserClient } from './client.js';
export { Addons, UserAddons } from './api/addons.js';
export { Assets } from './api/assets.js';
export { Chatbot, UserChatbot } from './api/chatbot.js';
export { UserConversations } from './api/conversations.js';
export { UserEvents } from './api/events.js';
export { Finder } from './api/finder.js';
export { type Adoption, Grants } from './api/grants.js';
export { Images } from './api/images.js';
export { Legacy, LegacyAddons, LegacyOwnPosts, LegacyVerifications, UserLegacy, UserLegacyAddons, UserLegacyConversations, UserLegacyEvents, UserLegacyOwnPosts, UserLegacyVerifications, } from './api/legacy.js';
export { Authorization, type Denied, type Granted, type Login, type LoginOutcome, OAuth } from './api/oauth.js';
export { Payments, UserPayments } from './api/payments.js';
export { CustomButtons, UserCustomButtons } from './api/custom-buttons.js';
export { OwnPosts, UserOwnPosts } from './api/own-posts.js';
export { Posts, UserPosts } from './api/posts.js';
export { type FormPart, type RawRequest, RawResponse, StreamedResponse } from './api/request.js';
export { Semantics, UserSemantics } from './api/semantics.js';
export { type GrantPageOptions } from './api/stored-grants.js';
export { UserSubscriptions } from './api/subscriptions.js';
export { CurrentUser, Users } from './api/users.js';
export { action } from './actions.js';
export * from './forms.js';
export { IpAllowlist } from './ip-allowlist.js';
export { botMessage, type BotSendOptions, button, type ButtonOptions, type Buttons, message, type SendOptions, } from './messages.js';
export { scope } from './scope.js';
export type { RecordStore, StoredRecord } from './stores.js';
export * from './tables.js';
export { type Logger, withAttempts } from './observe.js';
export { type TokenParts, Tokens } from './tokens.js';
export type { UploadInput } from './values.js';
export { type CarouselPicture, type ImageSource, w } from './widgets.js';
export type { ExpressHandler, FastifyPlugin, KoaMiddleware, NodeHandler } from './adapters.js';
export { AppAccess, AppGateway, type AppGatewayOptions, type AppUserRequest, createAppGateway } from './app.js';
export * from './hooks.js';
export { type Dedupe, MemoryDedupe } from './dedupe.js';
export { Inbox, Lease } from './inbox.js';
export { Keeper, type KeeperOptions } from './keeper.js';
export * from './login.js';
export * from './webhooks.js';

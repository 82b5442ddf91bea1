/** Documents in the form of the wire: from JSON to types and back, checks, and from old forms to new ones. */
import type {
  BotMessage,
  BotStart,
  BusinessAddon,
  DynamicActionReply,
  FallbackQuery,
  Json,
  Message,
  Migrated,
  Phone,
  PostAddon,
  SemanticRecord,
  StartReply,
  Subscription,
  UserAddon,
  UserIdSemanticRecord,
  Widget,
} from './model.js'
import { native } from './native.js'

/**
 * Reads JSON that the app has from elsewhere, in the form of the wire, for a call. What does not fit is refused.
 *
 * @throws {@link InvalidInput} with the path of the value.
 */
export const read = {
  postAddon: (json: Json): PostAddon => native.readPostAddon(json),
  userAddon: (json: Json): UserAddon => native.readUserAddon(json),
  businessAddon: (json: Json): BusinessAddon => native.readBusinessAddon(json),
  message: (json: Json): Message => native.readMessage(json),
  botMessage: (json: Json): BotMessage => native.readBotMessage(json),
}

/** Writes a value in the form of the wire: as JSON that any program understands which speaks to the platform. */
export const write = {
  postAddon: (addon: PostAddon): Json => native.writePostAddon(addon),
  userAddon: (addon: UserAddon): Json => native.writeUserAddon(addon),
  businessAddon: (addon: BusinessAddon): Json => native.writeBusinessAddon(addon),
  message: (message: Message): Json => native.writeMessage(message),
  botMessage: (message: BotMessage): Json => native.writeBotMessage(message),
}

/**
 * Checks every limit of what is sent, as every call does before the network.
 *
 * @throws {@link InvalidInput} with the path of the value, such as `widgets[0].title_row.text`.
 */
export const check = {
  widget: (widget: Widget): void => native.checkWidget(widget),
  postAddon: (addon: PostAddon): void => native.checkPostAddon(addon),
  userAddon: (addon: UserAddon): void => native.checkUserAddon(addon),
  businessAddon: (addon: BusinessAddon): void => native.checkBusinessAddon(addon),
  message: (message: Message): void => native.checkMessage(message),
  botMessage: (message: BotMessage): void => native.checkBotMessage(message),
  semanticRecord: (record: SemanticRecord): void => native.checkSemanticRecord(record),
  userIdSemanticRecord: (record: UserIdSemanticRecord): void => native.checkUserIdSemanticRecord(record),
  subscription: (subscription: Subscription): void => native.checkSubscription(subscription),
  startReply: (reply: StartReply): void => native.checkStartReply(reply),
  dynamicActionReply: (reply: DynamicActionReply): void => native.checkDynamicActionReply(reply),
  redirectUri: (uri: string): void => native.checkRedirectUri(uri),
}

/** What became of an old document. */
export interface Migration extends Migrated {
  /** Paths of the members that exist no longer. */
  dropped: string[]
  /** Whether a person must look: something is missing, or is not understood. */
  needsAttention: boolean
}

/**
 * Brings documents from old forms to the present one, with a report of what changed (spec "Versioning"). A document that
 * is current already stays as it is.
 *
 * @throws {@link InvalidInput} for what is no document of the form.
 */
export const migrate = {
  /** Finds out by itself what the document is. */
  any: (document: Json): Migration => migrated('any', document),
  /** An add-on on a post. */
  addon: (document: Json): Migration => migrated('addon', document),
  /** An add-on on a user. */
  userAddon: (document: Json): Migration => migrated('user_addon', document),
  /** A verification: today a semantic record. */
  verification: (document: Json): Migration => migrated('verification', document),
  /** The widgets alone. */
  widgets: (document: Json): Migration => migrated('widgets', document),
  /** An action alone. */
  action: (document: Json): Migration => migrated('action', document),
  /** A message into a chat. */
  message: (document: Json): Migration => migrated('message', document),
  /** An order to listen to messages: today a subscription. */
  listener: (document: Json): Migration => migrated('listener', document),
  /** The body of a webhook. */
  webhookBody: (document: Json): Migration => migrated('webhook_body', document),
  /** A request to the start address of the app. */
  startRequest: (document: Json): Migration => migrated('start_request', document),
}

function migrated(form: string, document: Json): Migration {
  const migrated = native.migrate(form, document)
  return {
    ...migrated,
    dropped: native.migratedDropped(migrated),
    needsAttention: native.migratedNeedsAttention(migrated),
  }
}

/** The number as the platform writes it: `09` and nine digits. */
export const normalizePhone = (phone: Phone): string => native.normalizePhone(phone)

/** Reads the query that a direct link of the platform has brought to the app, from a whole address or the query alone. */
export const readDirectLink = (link: string): FallbackQuery => native.readDirectLink(link)

/** Reads the text of a chatbot message that begins a conversation from a link; `undefined` for any other text. */
export const readBotStart = (text: string): BotStart | undefined => native.readBotStart(text) ?? undefined

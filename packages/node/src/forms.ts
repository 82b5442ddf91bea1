/** The platform's JSON: conversion to types and back, checks, and migration of old formats. */
import { checkArgument, writeValue } from './json-forms.js'
import type {
  BotStart,
  BusinessToken,
  ChatMessage,
  ConversationId,
  DirectLink,
  Event,
  FieldIssue,
  Image,
  Json,
  JsonInput,
  Migrated,
  Phone,
  Post,
  PostToken,
  Price,
  RecordId,
  Rials,
  Scope,
  SubmitSchema,
  TicketProblem,
  Tomans,
  User,
  UserId,
  Widget,
} from './model.js'
import { native } from './native.js'

export { read } from './json-forms.js'

const writeEvent = {
  /** The whole body of a delivery, with the metadata of the subscription if it is given. */
  event: (event: Event, metadata?: JsonInput): Json => native.eventBody(event, metadata),
}

/** Converts a value to the platform's JSON, to store it or to pass it on. */
export const write: typeof writeValue & typeof writeEvent = { ...writeValue, ...writeEvent }

const checkValue = {
  widget: (widget: Widget): void => native.checkWidget(widget),
  redirectUri: (uri: string): void => native.checkRedirectUri(uri),
  postToken: (token: PostToken): void => native.checkId('post_token', token),
  conversationId: (id: ConversationId): void => native.checkId('conversation_id', id),
  userId: (id: UserId): void => native.checkId('user_id', id),
  businessToken: (token: BusinessToken): void => native.checkId('business_token', token),
  /** The id of an add-on or of a semantic record. */
  recordId: (id: RecordId): void => native.checkId('id', id),
  /** The name of an uploaded image, for a widget. */
  image: (image: Image): void => native.checkImage(image),
  scope: (scope: Scope): void => native.checkScope(scope),
}

/**
 * Checks every limit of a value, as every call does before it sends the value.
 *
 * @throws {@link InvalidInput} with the path of the value, such as `widgets[0].titleRow.text`.
 */
export const check: typeof checkArgument & typeof checkValue = { ...checkArgument, ...checkValue }

/** The result of a migration. */
export interface Migration extends Migrated {
  /** Paths of the members without a counterpart in the new format. */
  dropped: string[]
  /** Whether a person must check the result: something is missing or unknown. */
  needsAttention: boolean
}

/**
 * Converts documents from the platform's old formats to the current ones, with a report of the changes
 * (docs/platform.md#versions). A document in the current format stays unchanged.
 *
 * @throws {@link InvalidInput} for a document that is not of the expected format.
 */
export const migrate = {
  /** Detects the format of the document. */
  any: (document: JsonInput): Migration => migrated('any', document),
  /** An add-on on a post. */
  addon: (document: JsonInput): Migration => migrated('addon', document),
  /** An add-on on a user. */
  userAddon: (document: JsonInput): Migration => migrated('user_addon', document),
  /** A verification, which is a semantic record now. */
  verification: (document: JsonInput): Migration => migrated('verification', document),
  /** A list of widgets. */
  widgets: (document: JsonInput): Migration => migrated('widgets', document),
  /** One action. */
  action: (document: JsonInput): Migration => migrated('action', document),
  /** A chat message. */
  message: (document: JsonInput): Migration => migrated('message', document),
  /** The registration of an address for messages, which is a subscription now. */
  listener: (document: JsonInput): Migration => migrated('listener', document),
  /** The body of a webhook. */
  webhookBody: (document: JsonInput): Migration => migrated('webhook_body', document),
  /** A request to the start address of the app. */
  startRequest: (document: JsonInput): Migration => migrated('start_request', document),
}

function migrated(form: string, document: JsonInput): Migration {
  const migrated = native.migrate(form, document)
  return {
    ...migrated,
    dropped: native.migratedDropped(migrated),
    needsAttention: native.migratedNeedsAttention(migrated),
  }
}

/** The phone number in the platform's format: `09` and nine digits. */
export const normalizePhone = (phone: Phone): string => native.normalizePhone(phone)

/** Parses the query of a direct link of the platform, from a whole address or the query alone. */
export const readDirectLink = (link: string): DirectLink => native.readDirectLink(link)

/** Parses the text of a chatbot message that starts a conversation from a link; `undefined` for any other text. */
export const readBotStart = (text: string): BotStart | undefined => native.readBotStart(text) ?? undefined

/** Whether the response had this member of the post, by its JSON name. `null` counts as absent. */
export const postHas = (post: Post, member: string): boolean => native.postHas(post, member)

/**
 * The title of a post, if it has one.
 *
 * @throws {@link DecodeError} if it is not text.
 */
export const postTitle = (post: Post): string | undefined => native.postTitle(post) ?? undefined

/**
 * The description of a post, if it has one.
 *
 * @throws {@link DecodeError} if it is not text.
 */
export const postDescription = (post: Post): string | undefined => native.postDescription(post) ?? undefined

/**
 * Addresses of the images of a post; empty if it has none.
 *
 * @throws {@link DecodeError} if it is not a list of strings.
 */
export const postImages = (post: Post): string[] => native.postImages(post)

/**
 * The price of a post, in toman (1 toman is 10 rial), if it has one.
 *
 * @throws {@link DecodeError} if it is not an object with a mode and an amount.
 */
export const postPrice = (post: Post): Price | undefined => native.postPrice(post) ?? undefined

/** The amount in toman; what is less than one toman is left out. */
export const toTomans = (amount: Rials): Tomans => native.rialsToTomans(amount)

/** The amount in rial. 1 toman is 10 rial. */
export const toRials = (amount: Tomans): Rials => native.tomansToRials(amount)

/**
 * Compares two amounts: negative if the first is less, 0 if they are equal, positive if it is more. The operators of JavaScript compare
 * objects: `balance >= cost` is true for any two amounts, and `===` false for two equal ones.
 */
export const compareRials = (first: Rials, second: Rials): number => native.compareRials(first, second)

/** The sum of two amounts. One beyond 2^53 - 1 is not exact, and no call takes it. */
export const addRials = (first: Rials, second: Rials): Rials => native.addRials(first, second)

/** The first amount less the second one. */
export const subtractRials = (first: Rials, second: Rials): Rials => native.subtractRials(first, second)

/**
 * A new id for a payment: a random UUID of version 4. Keep it until the outcome of the payment is known, because a payment is
 * repeated with the same id.
 */
export const newPaymentId = (): string => native.newPaymentId()

/**
 * Where an app redirects the user's browser to when the user is done, so that the user is back on the platform
 * (docs/platform.md#completion). It takes no parameters.
 */
export const completionUrl = (): string => native.completionUrl()

/** The documented problem that the message of the error of a refused ticket names, if it is one. */
export const ticketProblem = (message: string): TicketProblem | undefined => native.ticketProblem(message) ?? undefined

/**
 * What is wrong with the members that depend on the category, by path, such as `category_fields.rooms`: a member that is missing,
 * has the wrong type or is none of the values of the form. Empty if they can be sent.
 */
export const submitProblems = (form: SubmitSchema, categoryFields: object): FieldIssue[] =>
  native.submitProblems(form, categoryFields)

/** The phone number of a user, from any of the members that may hold it. */
export const userPhone = (user: User): Phone | undefined => native.userPhone(user) ?? undefined

/**
 * Whether an app wrote the message. An app may receive its own messages: an app that responds automatically must skip these, or it
 * responds to itself forever (docs/platform.md#chat-message).
 */
export const isFromBot = (message: ChatMessage): boolean => native.messageIsFromBot(message)

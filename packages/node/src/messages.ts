/** Chat messages to send, and the buttons under them. */
import { action } from './actions.js'
import { invalidInput } from './error-reports.js'
import type { Action, BotMessage, Button, ButtonGrid, Icon, Message, PostToken } from './model.js'
import { type CallOptions, names, options as known, text } from './native.js'

/** Rows of buttons: at most 3 rows of 3. */
export type Buttons = ReadonlyArray<readonly Button[]>

/** The options of a message. At most 3 rows of 3 buttons for each side. */
export interface SendOptions extends CallOptions {
  /** Buttons that the sending side sees: rows of buttons. */
  sender?: Buttons | undefined
  /** Buttons that the receiving side sees: rows of buttons. */
  receiver?: Buttons | undefined
}

/** @internal */
export const SEND_OPTIONS = names<SendOptions>({ signal: true, timeoutMs: true, sender: true, receiver: true })

/** The options of a chatbot message. At most 3 rows of 3 buttons. */
export interface BotSendOptions extends CallOptions {
  /** Buttons under the message: rows of buttons. */
  buttons?: Buttons | undefined
}

/** @internal */
export const BOT_SEND_OPTIONS = names<BotSendOptions>({ signal: true, timeoutMs: true, buttons: true })

/** The options of a button. */
export interface ButtonOptions {
  /** The icon, in the specification's spelling of the member. */
  iconName?: Icon | undefined
  /** The icon, in the newer spelling of the live platform (docs/platform.md#contradiction-5). */
  icon?: Icon | undefined
}

/** The options of every button. */
const OF_ALL = { iconName: true, icon: true } as const

/** Buttons under a message: a caption, and everything else by name. A caption has at most 256 characters: an assumption, the platform states no limit. */
export const button = {
  /** Opens an `https` address. */
  link: (caption: string, options: ButtonOptions & { url: string }): Button =>
    make(caption, options, { ...OF_ALL, url: true }, ({ url }) => action.directLink(text('url', url))),
  /** Opens an address that the app chooses: it gets `data` in a start request. */
  server: (caption: string, options: ButtonOptions & { data: object }): Button =>
    make(caption, options, { ...OF_ALL, data: true }, ({ data }) => action.serverLink(data)),
  /** The app decides what happens: it gets `data` at its address for dynamic actions. */
  dynamic: (caption: string, options: ButtonOptions & { data: object }): Button =>
    make(caption, options, { ...OF_ALL, data: true }, ({ data }) => action.dynamic(data)),
  /** Opens a post. */
  postPage: (caption: string, options: ButtonOptions & { post: PostToken }): Button =>
    make(caption, options, { ...OF_ALL, post: true }, ({ post }) => action.postPage(post)),
  /** Opens the page where the owner manages a post. */
  postManagePage: (caption: string, options: ButtonOptions & { post: PostToken }): Button =>
    make(caption, options, { ...OF_ALL, post: true }, ({ post }) => action.postManagePage(post)),
  /** Performs any action. */
  action: (caption: string, options: ButtonOptions & { action: Action }): Button =>
    make(caption, options, { ...OF_ALL, action: true }, ({ action }) => action),
}

function make<T extends ButtonOptions>(caption: string, given: T, names: Record<keyof T, true>, actionOf: (options: T) => Action): Button {
  const { iconName, icon } = known(given, names)
  const button: Button = { caption, action: actionOf(given) }
  if (iconName !== undefined) button.iconName = iconName
  if (icon !== undefined) button.icon = icon
  return button
}

/** A message: a text, or the content of another message, with buttons for each side. */
export function message(content: string | Message, buttons?: { sender?: Buttons | undefined; receiver?: Buttons | undefined }): Message {
  const message: Message = contentOf(content)
  if (buttons?.sender) message.senderButtons = grid('senderButtons', buttons.sender)
  if (buttons?.receiver) message.receiverButtons = grid('receiverButtons', buttons.receiver)
  return message
}

/** A message of the chatbot: a text, or the content of another message, with buttons under it. */
export function botMessage(content: string | BotMessage, options?: { buttons?: Buttons | undefined }): BotMessage {
  const message: BotMessage = contentOf(content)
  if (options?.buttons) message.buttons = grid('buttons', options.buttons)
  return message
}

/** A copy of a message. A number, for example, would count as a message without content. */
function contentOf<T extends object>(content: string | T): { text: string } | T {
  if (typeof content === 'string') return { text: content }
  if (typeof content !== 'object' || content === null) throw invalidInput('message', 'must be a text or a message')
  return { ...content }
}

function grid(field: string, rows: Buttons): ButtonGrid {
  if (!Array.isArray(rows)) throw invalidInput(field, 'must be an array of rows of buttons')
  return {
    rows: rows.map((buttons, row) => {
      if (!Array.isArray(buttons)) throw invalidInput(`${field}.rows[${row}]`, 'must be an array of buttons: one row')
      return { buttons }
    }),
  }
}

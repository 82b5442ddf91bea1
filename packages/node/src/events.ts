/** The types of events. Made from the core by `open-platform-generator`: do not edit. */
import type { EventType } from './context.js'

/** The types of events, with the member that has their content. */
export const EVENTS: Record<EventType, string> = {
  new_message: 'message',
  new_chatbot_message: 'message',
  user_access_revocation: 'revocation',
  post_update: 'update',
  payment_transaction: 'transaction',
}

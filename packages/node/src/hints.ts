/** The log messages for events and requests without a handler, with the source of one. */
import type { EventType } from './context.js'
import type { HookLog } from './native-types.js'

/** The events, with the member that has their content. */
export const EVENTS: Record<EventType, string> = {
  new_chatbot_message: 'message',
  new_message: 'message',
  payment_transaction: 'transaction',
  post_update: 'update',
  user_access_revocation: 'revocation',
}

/** The sources of other handlers, by their names. */
const HANDLERS: Partial<Record<string, string>> = {
  dynamic_action: "hooks.onDynamicAction(async (request) => 'Done')",
  malformed: 'hooks.onMalformed(async (event) => {\n  console.log(event.kind, event.reason)\n})',
  start: 'hooks.onStart(async (request) => `https://app.example/start?from=${request.source}`)',
  unknown: 'hooks.onUnknown(async (event) => {\n  console.log(event.kind, event.body)\n})',
}

/** A line of the receiver, with the source of a handler that is missing. */
export function logLine({ text, missing }: HookLog): string {
  return missing === undefined ? `open-platform: ${text}` : `open-platform: ${text} To handle it:\n\n${hint(missing)}\n`
}

function hint(handler: string): string {
  const content = EVENTS[handler as EventType]
  return HANDLERS[handler] ?? `hooks.on('${handler}', async (event, context) => {\n  console.log(event.${content})\n})`
}

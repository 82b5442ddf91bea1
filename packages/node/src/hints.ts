/** The log messages for events and requests without a handler, with the source of one. */
import type { Delivery } from './model.js'

type Delivered = Delivery['event']

/** A handler of start requests. */
export const START_HINT = "hooks.onStart(async (request) => `https://app.example/start?from=${request.source}`)"

/** A handler of dynamic actions. */
export const ACTION_HINT = "hooks.onDynamicAction(async (request) => 'Done')"

/** Says which event arrived. `kind` is its type, shortened. */
export function description(event: Delivered, kind: string): string {
  switch (event.type) {
    case 'unknown':
      return `an event of a type that this version does not know arrived, ${JSON.stringify(kind)}.`
    case 'malformed':
      return `an event that cannot be parsed arrived, ${JSON.stringify(kind)}: ${event.reason}.`
    default:
      return `an event of the type ${kind} arrived, and has no handler.`
  }
}

/** The source of a handler for an event. */
export function hint(event: Delivered): string {
  switch (event.type) {
    case 'unknown':
      return 'hooks.onUnknown(async (event) => {\n  console.log(event.kind, event.body)\n})'
    case 'malformed':
      return 'hooks.onMalformed(async (event) => {\n  console.log(event.kind, event.reason)\n})'
    default: {
      const member = Object.keys(event).find((name) => name !== 'type')
      return `hooks.on('${event.type}', async (event, context) => {\n  console.log(event.${member})\n})`
    }
  }
}

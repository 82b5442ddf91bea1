/** What the log says about what arrives and has no handler: what it is, and how to handle it. */
import type { Delivery } from './model.js'

type Delivered = Delivery['event']

/** How to answer start requests. */
export const START_HINT = "hooks.onStart(async (request) => `https://app.example/start?from=${request.source}`)"

/** How to answer dynamic actions. */
export const ACTION_HINT = "hooks.onDynamicAction(async (request) => 'Done')"

/** What arrived. `kind` is its type, cut short. */
export function said(event: Delivered, kind: string): string {
  switch (event.type) {
    case 'unknown':
      return `an event of a type that this version does not know arrived, ${JSON.stringify(kind)}.`
    case 'malformed':
      return `an event that cannot be read arrived, ${JSON.stringify(kind)}: ${event.reason}.`
    default:
      return `an event of the type ${kind} arrived, and nothing handles it.`
  }
}

/** How to handle it. */
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

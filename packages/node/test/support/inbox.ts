/** What tests of the inbox need: requests of the platform, and a store in a file. */
import { Buffer } from 'node:buffer'
import { join } from 'node:path'

import { folder } from './folder.js'

export const KEY = 'identification-key-one'
export const HEAD = ['Authorization', KEY, 'Content-Type', 'application/json']
export const STORE_KEYS = ['VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4=']

export function body(text: string, id = crypto.randomUUID()): Buffer {
  return Buffer.from(JSON.stringify({ type: 'NEW_MESSAGE', new_message: { id, conversation: { id: 'c-1' }, type: 'TEXT', text } }))
}

export function file(): string {
  return `sqlite://${join(folder(), 'events.db')}`
}

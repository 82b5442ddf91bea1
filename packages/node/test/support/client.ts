/** A client of an invented app. */
import assert from 'node:assert/strict'

import { OpenPlatform, type Settings } from 'open-platform'
import type { Recorder } from 'open-platform/testing'

export function client(transport: Recorder, settings: Settings = {}): OpenPlatform {
  return new OpenPlatform({ apiKey: 'key-of-the-app', clientId: 'app', clientSecret: 'secret-of-the-app', ...settings, transport })
}

/** The error of a call. */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(() => assert.fail('was accepted'), (error: unknown) => error)
}

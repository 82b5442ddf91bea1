// What the programs in the documentation of src take as given, for scripts/readme.mjs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as equal from 'node:assert/strict'
import type { Writable } from 'node:stream'

import type * as sdk from 'open-platform'
import type { storeConformance as conformance } from 'open-platform/testing'

declare global {
  const assert: typeof equal
  const storeConformance: typeof conformance
  const Webhooks: typeof sdk.Webhooks
  const OpenPlatform: typeof sdk.OpenPlatform
  const IpAllowlist: typeof sdk.IpAllowlist
  const button: typeof sdk.button
  const createAppGateway: typeof sdk.createAppGateway
  const createHooks: typeof sdk.createHooks
  const createLogin: typeof sdk.createLogin
  const scope: typeof sdk.scope
  const w: typeof sdk.w
  const withAttempts: typeof sdk.withAttempts
  const platform: sdk.OpenPlatform
  const user: sdk.UserClient
  const hooks: sdk.Hooks
  const post: sdk.Post
  const request: IncomingMessage & { url: string }
  const response: ServerResponse
  const signal: AbortSignal
  const file: Writable
  const app: {
    use(path: string, handler: sdk.ExpressHandler): void
    all(path: string, handler: (context: { req: { raw: Request } }) => Promise<Response>): void
  }
  // Parts of the app.
  const id: string
  const key: string
  const body: Uint8Array
  const session: string
  const users: { save(user: string | undefined, grant: string): Promise<void> }
  const database: unknown
  const MyStore: new (of: unknown) => sdk.RecordStore
  function userOfSession(cookie: string | null): string | undefined
  function showDenied(): void
  function askToLogInAgain(user: string | undefined): Promise<void>
  function readWhatChanged(user: string | undefined, gap: sdk.Gap): Promise<void>
}

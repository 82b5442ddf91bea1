/** Observation of clients, inboxes and hooks: callbacks, a logger, channels, the requests of a call, and spans. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

import { ConfigError } from './errors.js'
import type { Attempt, HandledEvent, ReceivedHook, Refresh } from './model.js'
import type { UploadOptions } from './native.js'
import type { Calls, LogLine, Settings } from './native-types.js'

/** Where a client logs: `console`, or a logger of pino, winston or bunyan. */
export interface Logger {
  /** Each request of a call that is not sent again, each request of the platform to hooks, and each event of an inbox. */
  debug(message: string): unknown
  /** Requests that are sent again, refreshes of tokens, events of an inbox whose handler failed, and the sandbox of the environment. */
  info(message: string): unknown
  /** Refreshes that failed. Of hooks with this client also refused requests and events without a handler. */
  warn(message: string): unknown
  /** Of hooks and gateways with this client: failures. Of a handler's error its class, of others the error. */
  error(message: string, error?: unknown): unknown
}

type Observer = { [member in 'onRequest' | 'onRefresh' | 'onHandledEvent' | 'logger']: Settings[member] }

/** Subscribers get an {@link Attempt} for each request of every client. */
const requests = channel('open-platform:request')
/** Subscribers get a {@link Refresh} for each request of a token refresh of every client. */
const refreshes = channel('open-platform:refresh')
/** Subscribers get a {@link HandledEvent} for each event of an inbox of a client that a worker has handled. */
const handledEvents = channel('open-platform:handled-event')
/** Subscribers get a {@link ReceivedHook} for each request of the platform to hooks. */
const hooks = channel('open-platform:hook')

/** The observers of each client, by the number of the client. The core reports when its last reference was released. */
const observers = new Map<number, Observer>()

/** The records of which channels the core makes: the sum of 1 for requests, 2 for refreshes and 4 for events of inboxes. */
let subscribed = 0

/** Registers the callbacks and the logger in the settings of a client for its records. */
export function observe(client: number, { onRequest, onRefresh, onHandledEvent, logger }: Settings): void {
  if (onRequest || onRefresh || onHandledEvent || logger) observers.set(client, { onRequest, onRefresh, onHandledEvent, logger })
}

/** Removes the observers of a client, which makes no further records. */
export function forget(client: number): void {
  observers.delete(client)
}

/** At the beginning of a call: tells the core which channels have subscribers, if that has changed. */
export function noteSubscribers(calls: Calls): void {
  const records = (requests.hasSubscribers ? 1 : 0) + (refreshes.hasSubscribers ? 2 : 0) + (handledEvents.hasSubscribers ? 4 : 0)
  if (records !== subscribed) calls.subscribe((subscribed = records))
}

/** Writes a line to the log of a client. It never throws. */
export function logged(client: number, { level, text }: LogLine): void {
  const { logger } = observers.get(client) ?? {}
  if (logger) invoke('logger', () => logger[level as 'debug' | 'info' | 'warn'](text))
}

/** Passes on the record of a request. It never throws. */
export function attempted(client: number, attempt: Attempt): void {
  if (requests.hasSubscribers) requests.publish(attempt)
  const { onRequest } = observers.get(client) ?? {}
  if (onRequest) invoke('onRequest', () => onRequest(attempt))
}

/** Passes on the record of a request of a token refresh. It never throws. */
export function refreshed(client: number, refresh: Refresh): void {
  if (refreshes.hasSubscribers) refreshes.publish(refresh)
  const { onRefresh } = observers.get(client) ?? {}
  if (onRefresh) invoke('onRefresh', () => onRefresh(refresh))
}

/** Passes on the record of a handled event of an inbox. It never throws. */
export function handled(client: number, event: HandledEvent): void {
  if (handledEvents.hasSubscribers) handledEvents.publish(event)
  const { onHandledEvent } = observers.get(client) ?? {}
  if (onHandledEvent) invoke('onHandledEvent', () => onHandledEvent(event))
}

/** Passes on the progress of an upload. It never throws. */
export function progressed(onProgress: UploadOptions['onProgress'], [sent, total]: [number, number]): void {
  if (onProgress) invoke('onProgress', () => onProgress({ sent, total }))
}

/** The receivers of the records of hooks. */
export interface HookObserver {
  /** Called with a record of each request. */
  onHook: ((hook: ReceivedHook) => unknown) | undefined
  /** Receives the log lines. */
  logger: Partial<Logger> | undefined
}

/** Whether something gets the records of requests of the platform. */
export function isObserved({ onHook, logger }: HookObserver): boolean {
  return hooks.hasSubscribers || onHook !== undefined || logger?.debug !== undefined
}

/** Passes on the record of a request of the platform. `text` makes the text of its line. It never throws. */
export function received({ onHook, logger }: HookObserver, hook: ReceivedHook, text: (hook: ReceivedHook) => string): void {
  if (hooks.hasSubscribers) hooks.publish(hook)
  if (logger?.debug) invoke('logger', () => logger.debug?.(text(hook)))
  if (onHook) invoke('onHook', () => onHook(hook))
}

/** Runs code of the app. What it throws, or what its promise rejects with, is a warning of the process. */
export function invoke(what: string, code: () => unknown): void {
  try {
    const result = code()
    if (result instanceof Promise) result.catch((error: unknown) => warn(what, error))
  } catch (error) {
    warn(what, error)
  }
}

/** A function of the app took longer than its time limit. */
export class HandlerTimeout extends Error {
  override readonly name = 'TimeoutError'
}

/**
 * What is logged of an error of the app: its class. Its text may hold anything, and is left out, except that of a
 * {@link ConfigError} of this package, which names a setting, and not its value.
 */
export function describe(error: unknown): string {
  if (error instanceof HandlerTimeout) return error.message
  return error instanceof ConfigError && error.setting ? `${error.name}: ${error.message}` : classOf(error)
}

/** The class of an error of the app. */
export function classOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.name) : typeof error
  } catch {
    // Reading the name has thrown.
    return typeof error
  }
}

/** Warns of an error in code of the app that must not change the call. */
export function warn(what: string, error: unknown): void {
  const [text, detail] = error instanceof Error ? [`${error.name}: ${error.message}`, error.stack] : [typeof error, '']
  process.emitWarning(`${what} threw ${text}`, { type: 'OpenPlatformWarning', detail: detail ?? '' })
}

/** The lists of the running {@link withAttempts}; `undefined` until it is used, so that calls do not look for one. */
let lists: AsyncLocalStorage<Attempt[]> | undefined

/** The list that takes the requests of the calls that begin here. */
export function listOfAttempts(): Attempt[] | undefined {
  return lists?.getStore()
}

/**
 * Runs a function, and returns the requests of the calls in it beside its result. The last request of a call has the platform's
 * request id.
 *
 * ```ts
 * const { result: post, attempts } = await withAttempts(() => platform.posts.get('gZd7omnS'))
 * console.log(post.token, attempts.at(-1)?.requestId, attempts.length)
 * ```
 *
 * The request of a token refresh is not in the list, because other calls share it. If `withAttempts` is inside another
 * one, both get the requests.
 *
 * @param run the function. It gets the list, too, for the case that it throws. The requests of a call are in it when the call has ended.
 * @throws what the function throws.
 */
export async function withAttempts<T>(
  run: (attempts: Attempt[]) => Promise<T> | T,
): Promise<{ result: T; attempts: Attempt[] }> {
  lists ??= new AsyncLocalStorage()
  const outer = lists.getStore()
  const attempts: Attempt[] = []
  try {
    return { result: await lists.run(attempts, run, attempts), attempts }
  } finally {
    outer?.push(...attempts)
  }
}

/** A span of a tracing library, around a call. */
export interface CallSpan {
  /** The header `traceparent` for its requests. */
  traceparent: string | undefined
  /** The header `tracestate` for its requests. */
  tracestate: string | undefined
  /** Ends it, with the requests of the call and the code of its error. */
  end(attempts: Attempt[], error: string | undefined): void
}

/** Begins the span of a call of an endpoint. */
export type BeginSpan = (endpoint: string) => CallSpan

/** Begins the spans of calls, if a tracing library is used. */
export let beginSpan: BeginSpan | undefined

/** Makes calls spans from now on. The returned function ends that. */
export function traceCalls(begin: BeginSpan): () => void {
  beginSpan = begin
  return () => {
    if (beginSpan === begin) beginSpan = undefined
  }
}

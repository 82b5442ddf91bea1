/**
 * Adapters for web frameworks, which are recognized structurally: none of them is imported. An adapter passes on the
 * unchanged head and the raw bytes of the body, and sends the reply.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

import { configError, invalidInput } from './error-reports.js'
import type { IncomingRequest } from './hooks.js'
import type { Reply } from './model.js'
import { guard, native } from './native.js'
import { describe, HandlerTimeout, invoke, type Logger, warn } from './observe.js'

/** A handler of Express. */
export type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** A plugin of Fastify. */
export type FastifyPlugin = (app: FastifyLike) => Promise<void>

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  readonly prefix?: string
  all(path: string, options: { onRequest: FastifyHook }, handler: () => Promise<void>): unknown
}

/** A hook of a route of Fastify. */
export type FastifyHook = (
  request: { raw: IncomingMessage },
  reply: { raw: ServerResponse; hijack(): unknown },
) => Promise<void>

/** Middleware of Koa. */
export type KoaMiddleware = (context: KoaLike, next: () => Promise<unknown>) => Promise<void>

/** The part of a Koa context that is used. */
export interface KoaLike {
  req: IncomingMessage
  res: ServerResponse
  path: string
  respond?: boolean | undefined
}

/** A handler of `node:http`. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void

/** A request of an adapter. */
export interface AdaptedRequest extends Omit<IncomingRequest, 'body'> {
  /** The query, without the question mark. */
  query: string
  read: ReadBody
}

/** Reads a body, as {@link IncomingRequest.body}. It returns nothing if that takes longer than the time limit. */
export type ReadBody = (limit: number, milliseconds: number) => Awaitable<Uint8Array | undefined>

/** What is sent. */
export interface Sent {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  close: boolean
}

/** A value, or a promise of it, which costs time. */
export type Awaitable<T> = T | Promise<T>

/** Nothing for a path that is not served. */
export type Receive = (request: AdaptedRequest) => Promise<Sent | undefined>

export function sentOf({ status, contentType, headers, body, close }: Reply): Sent {
  const all = Object.entries(headers)
  return { status, headers: contentType === undefined ? all : [[native.contentTypeHeader(), contentType], ...all], body, close }
}

/**
 * A part of the package that serves requests of a web server: hooks, login routes and the gateway for apps on phones. Put it before
 * all parsers of bodies. Behind NestJS on Express use {@link Routes.express}, before `app.listen` or `app.init`.
 */
export abstract class Routes {
  readonly #prefix: string
  /** Whether everything below the prefix is served, and not only one segment. */
  readonly #isDeep: boolean
  readonly #receive: Receive = (request) => this.answer(request)

  /** @internal */
  constructor(prefix: string, isDeep = false) {
    this.#prefix = mountPoint(prefix)
    this.#isDeep = isDeep
  }

  /**
   * Answers a request. Nothing for a path that is not served.
   *
   * @internal
   */
  protected abstract answer(request: AdaptedRequest): Promise<Sent | undefined>

  /**
   * The served paths, relative to the prefix. It is called when the routes are mounted, and throws if they cannot work.
   *
   * @internal
   */
  protected abstract mounted(): string[]

  /**
   * For servers with `Request` and `Response`: Next, Bun, Deno, Hono. Of hooks and login routes the last segment of the path says
   * what is requested; a gateway has the option `prefix`.
   *
   * ```ts
   * export const POST = hooks.fetch                                          // app/hooks/[kind]/route.ts of Next
   * app.all('/hooks/:kind', (context) => hooks.fetch(context.req.raw))        // Hono
   * ```
   */
  readonly fetch: (request: Request) => Promise<Response> = (request) => this.#fetch(request)

  async #fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const path = this.#isDeep ? this.#relative(this.#prefix, pathname) : pathname
    const answered = path === undefined ? undefined : await this.#receive({
      method: request.method,
      path,
      query: search.slice(1),
      headers: [...request.headers].flat(),
      raw: request,
      read: (limit, milliseconds) => within(milliseconds, (signal) => bodyOfWeb(request, limit, signal)),
    })
    const { status, headers, body, close } = answered ?? sentOf(native.replyNotFound())
    // The body is not cancelled. Where it is a stream of Node, that would end the connection before the response is sent.
    if (close) headers.push(native.closeHeader())
    return new Response(body.length > 0 ? body : null, { status, headers })
  }

  /** For Express: `app.use('/hooks', hooks.express())`, before `express.json()`. */
  express(): ExpressHandler {
    this.mounted()
    return (request, response, next) => {
      respond(this.#receive, request, response, pathOf(request)).then((ours) => ours || next(), next)
    }
  }

  /**
   * For Fastify: `app.register(hooks.fastify(), { prefix: '/hooks' })`. Its router decides which paths are served: the prefix may
   * have parameters, and its options for case and slashes apply.
   */
  fastify(): FastifyPlugin {
    const paths = this.mounted()
    return async (app) => {
      for (const path of paths) {
        const isDeep = path.endsWith('/')
        const { length } = `${mountPoint(app.prefix ?? '')}${path}`.split('/')
        // Before any parser reads the body, for every method. The path of the route, because that of the request may be written
        // in another way; what is below it, as it was sent.
        const onRequest: FastifyHook = async (request, reply) => {
          reply.hijack()
          const below = isDeep ? pathOf(request.raw).split('/').slice(length - 1).join('/') : ''
          await respond(this.#receive, request.raw, reply.raw, path + below, request).catch(failed(reply.raw))
        }
        app.all(isDeep ? `${path}*` : path, { onRequest }, async () => {})
      }
    }
  }

  /** For Koa: `app.use(hooks.koa('/hooks'))`, before a body parser. Other paths go to the next middleware. */
  koa(prefix = this.#prefix): KoaMiddleware {
    const mount = mountPoint(prefix)
    this.mounted()
    return async (context, next) => {
      const path = this.#relative(mount, context.path)
      const ours = path !== undefined && (await respond(this.#receive, context.req, context.res, path, context))
      if (ours) context.respond = false
      else await next()
    }
  }

  /** For `node:http`: `http.createServer(hooks.node('/hooks'))`. Other paths go to `next`; without `next` they get 404. */
  node(prefix = this.#prefix): NodeHandler {
    const mount = mountPoint(prefix)
    this.mounted()
    return (request, response, next) => {
      const path = this.#relative(mount, pathOf(request))
      const others = () => (next ? next() : end(response, native.replyNotFound()))
      if (path === undefined) return others()
      respond(this.#receive, request, response, path).then((ours) => ours || others(), next ?? failed(response))
    }
  }

  /** The part of a path below a mount point, if it may be served. */
  #relative(mount: string, path: string): string | undefined {
    const isOurs = this.#isDeep ? path.startsWith(`${mount}/`) : /^(.*)\/[^/]+\/*$/.exec(path)?.[1] === mount
    return isOurs ? path.slice(mount.length) : undefined
  }
}

/** A prefix without the slash at its end. */
function mountPoint(prefix: string): string {
  if (typeof prefix !== 'string' || !/^(?:\/|$)/.test(prefix)) throw invalidInput('prefix', 'must begin with a slash')
  return prefix.replace(/\/$/, '')
}

/** A request in progress. The core decides each next step. */
interface Exchange<S> {
  read(body: Uint8Array): S
  tooSlow(): S
  failed(error: string): S
}

type Named = { step: string }
type BodyStep = { step: 'body'; limit: number; seconds: number }

/** Takes the steps that the core asks for, from the first one on, and returns the response. */
export async function drive<S extends Named>(
  exchange: Exchange<S>,
  first: S,
  read: ReadBody,
  take: (step: Exclude<S, { step: 'answer' | 'body' }>) => Awaitable<S>,
): Promise<Extract<S, { step: 'answer' }>> {
  let step = first
  while (step.step !== 'answer') {
    try {
      if (step.step === 'body') {
        const { limit, seconds } = step as unknown as BodyStep
        const body = await read(limit, seconds * 1000)
        step = body === undefined ? exchange.tooSlow() : exchange.read(body)
      } else {
        step = await take(step as Exclude<S, { step: 'answer' | 'body' }>)
      }
    } catch (error) {
      step = exchange.failed(describe(error))
    }
  }
  return step as Extract<S, { step: 'answer' }>
}

/** Writes lines to the log of the app. It never throws. */
export function write(logger: Partial<Pick<Logger, 'warn' | 'error'>>, lines: { isError: boolean; text: string }[]): void {
  for (const { isError, text } of lines) invoke('logger', () => logger[isError ? 'error' : 'warn']?.(`open-platform: ${text}`))
}

/** The headers of a request, without the pseudo-headers of HTTP/2, whose names begin with a colon. */
export function headersOf({ headers: flat }: AdaptedRequest): Headers {
  return new Headers(inPairs(flat).filter(([name]) => !name.startsWith(':')))
}

/** Names and values in turn, as pairs. */
export function inPairs(flat: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: flat.length >> 1 }, (_, index) => [flat[2 * index]!, flat[2 * index + 1]!])
}

/** Checks the time limit of the app's functions. */
export function checkTimeout(milliseconds: number | undefined): void {
  if (milliseconds === undefined) return
  if (!Number.isFinite(milliseconds)) throw invalidInput('handlerTimeoutMs', 'must be a finite number')
  guard(() => native.checkHandlerTimeout(milliseconds / 1000, 'handlerTimeoutMs'))
}

/** The result of a function of the app. If it takes longer than the limit, it fails, and its result is ignored. */
export function limited<T>(milliseconds: number | undefined, call: () => Awaitable<T>): Awaitable<T> {
  return milliseconds === undefined ? call() : inTime(milliseconds, call)
}

async function inTime<T>(milliseconds: number, call: () => Awaitable<T>): Promise<T> {
  const result = await within(milliseconds, async () => ({ value: await call() }))
  if (!result) throw new HandlerTimeout(native.timeLimitText(milliseconds / 1000))
  return result.value
}

/** The path of a request, without the query. The host is not used: behind a proxy it is the proxy's. */
function pathOf(request: IncomingMessage): string {
  return partsOf(request)[0]
}

/** The path and the query of a request, without the question mark. */
function partsOf({ url = '' }: IncomingMessage): [path: string, query: string] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Responds to a request of `node:http`. Returns whether its path is served here. */
async function respond(
  receive: Receive,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  raw: unknown = request,
): Promise<boolean> {
  const { method = '', rawHeaders: headers, socket: { remoteAddress: peer } } = request
  const [, query] = partsOf(request)
  const read: ReadBody = (limit, milliseconds) => bodyOfNode(request, limit, milliseconds)
  const sent = await receive({ method, path, query, headers, peer, raw, read })
  if (!sent) return false
  // The app has responded itself, such as in a handler, or when its own time limit was over.
  if (response.headersSent) {
    process.emitWarning('the app had responded to the request already, so the response was not sent', 'OpenPlatformWarning')
    return true
  }
  response.statusCode = sent.status
  for (const [name, value] of sent.headers) response.appendHeader(name, value)
  // If the body was not read to its end, the connection is closed instead of being reused.
  const close = sent.close || !request.complete
  if (close) response.shouldKeepAlive = false
  // Node writes an empty body in a piece of its own.
  response.end(sent.body.length > 0 ? sent.body : undefined, close ? () => request.destroy() : undefined)
  return true
}

/** Ends a request that nothing else responds to, for a reason that may be an error of the app, such as of its logger. */
function failed(response: ServerResponse): (error: unknown) => void {
  return (error) => {
    warn('a request', error)
    end(response, native.replyFailed())
  }
}

/** Responds with a status, if the app has not responded itself. */
function end(response: ServerResponse, { status }: Reply): void {
  if (!response.headersSent) response.writeHead(status).end()
}

/** The longest delay of Node's timers, in milliseconds. A timer with a longer delay fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1

/** The result of `read`, or `undefined` if it takes longer: then its signal is aborted. */
export async function within<T>(milliseconds: number, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined)
      late.abort()
    }, Math.min(milliseconds, LONGEST_WAIT))
  })
  try {
    return await Promise.race([read(late.signal), end])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The bytes of a body. Reading stops as soon as the body is longer than the limit, or takes longer than the time limit: then nothing
 * is returned.
 */
async function bodyOfNode(
  request: IncomingMessage & { body?: unknown },
  limit: number,
  milliseconds: number,
): Promise<Uint8Array | undefined> {
  // The body as parsed by express.raw().
  if (request.body instanceof Uint8Array) return request.body
  if (request.readableDidRead) throw alreadyRead()
  const broken = () => new Error('the connection ended before the body did')
  // From the first call of `read` on Node keeps the body, also if the app responds before it is here.
  request.read(0)
  // A short body arrives with its head, and then needs no listeners and no timer.
  await new Promise(setImmediate)
  if (request.complete && request.readableLength > 0) return request.read()
  if (request.destroyed) throw broken()
  const pieces: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const ending = (settle: () => void) => () => {
      clearTimeout(timer)
      request.pause().off('data', take).off('end', finish).off('close', fail)
      settle()
    }
    const finish = ending(() => resolve(Buffer.concat(pieces)))
    const fail = ending(() => reject(broken()))
    const take = (piece: Uint8Array) => {
      pieces.push(piece)
      length += piece.length
      if (length > limit) finish()
    }
    const timer = setTimeout(ending(() => resolve(undefined)), Math.min(milliseconds, LONGEST_WAIT))
    request.on('data', take).on('end', finish).on('close', fail).on('error', reject)
  })
}

async function bodyOfWeb(request: Request, limit: number, signal: AbortSignal): Promise<Uint8Array> {
  if (request.bodyUsed) throw alreadyRead()
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  // The rest is not read. It is not cancelled: see `#fetch`.
  const stop = () => reader.releaseLock()
  signal.addEventListener('abort', stop)
  try {
    while (length <= limit) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(pieces)
      pieces.push(value)
      length += value.length
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
  return Buffer.concat(pieces)
}

function alreadyRead(): Error {
  return configError('routes', 'another parser has read the body before, so its unchanged bytes are not available: put these ' +
    'routes before express.json() and all other body parsers')
}

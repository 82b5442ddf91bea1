/**
 * Adapters for web frameworks, which are recognized structurally: none of them is imported. An adapter passes on the
 * unchanged head and the raw bytes of the body, and sends the reply.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

import { configError } from './errors.js'
import type { IncomingRequest } from './hooks.js'
import type { Reply } from './model.js'
import { native } from './native.js'

/** A handler of Express. */
export type ExpressHandler = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** A plugin of Fastify. */
export type FastifyPlugin = (app: FastifyLike) => Promise<void>

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  readonly prefix?: string
  all(path: string, handler: () => Promise<void>): unknown
  addHook(
    name: 'onRequest',
    hook: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse; hijack(): unknown }) => Promise<void>,
  ): unknown
}

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

/** A request with its query, without the question mark. */
export interface AdaptedRequest extends IncomingRequest {
  query: string
}

/** What is sent. */
export interface Sent {
  status: number
  headers: [name: string, value: string][]
  body: Uint8Array
  close: boolean
}

/** Nothing for a path that is not served. */
export type Receive = (request: AdaptedRequest) => Promise<Sent | undefined>

/** Receives requests with a function that returns a reply of the core. */
export function sending(receive: (request: AdaptedRequest) => Promise<Reply | undefined>): Receive {
  return async (request) => {
    const reply = await receive(request)
    return reply && sentOf(reply)
  }
}

export function sentOf({ status, contentType, headers, body, close }: Reply): Sent {
  const all = Object.entries(headers)
  return { status, headers: contentType === undefined ? all : [['Content-Type', contentType], ...all], body, close }
}

export function fetchAdapter(receive: Receive): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const received = await receive({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: [...request.headers].flat(),
      raw: request,
      body: (limit, signal) => bodyOfWeb(request, limit, signal),
    })
    const { status, headers, body } = received ?? sentOf(native.replyNotFound())
    return new Response(body.length > 0 ? body : null, { status, headers })
  }
}

export function expressAdapter(receive: Receive): ExpressHandler {
  return (request, response, next) => {
    respond(receive, request, response, pathOf(request)).then((ours) => ours || next(), next)
  }
}

export function fastifyAdapter(receive: Receive, paths: string[]): FastifyPlugin {
  return async (app) => {
    // Before any parser reads the body, for every method.
    app.addHook('onRequest', async (request, reply) => {
      reply.hijack()
      await respond(receive, request.raw, reply.raw, pathOf(request.raw), request)
    })
    for (const path of paths) app.all(path, async () => {})
  }
}

export function koaAdapter(prefix: string, receive: Receive, isOurs: IsOurs = isUnder): KoaMiddleware {
  return async (context, next) => {
    const ours = isOurs(prefix, context.path) && (await respond(receive, context.req, context.res, context.path, context))
    if (ours) context.respond = false
    else await next()
  }
}

export function nodeAdapter(prefix: string, receive: Receive, isOurs: IsOurs = isUnder): NodeHandler {
  return (request, response, next) => {
    const path = pathOf(request)
    const others = () => (next ? next() : void response.writeHead(native.replyNotFound().status).end())
    if (!isOurs(prefix, path)) return others()
    respond(receive, request, response, path).then((ours) => ours || others(), next)
  }
}

/** Whether a path below the prefix is served. */
type IsOurs = (prefix: string, path: string) => boolean

/**
 * Whether a path is one segment below the prefix.
 *
 * @internal
 */
export function isUnder(prefix: string, path: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === prefix.replace(/\/$/, '')
}

/**
 * The path of a request, without the query. The host is not used: behind a proxy it is the proxy's.
 *
 * @internal
 */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? ''
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
  const body = (limit: number, signal: AbortSignal) => bodyOfNode(request, limit, signal)
  const query = (request.url ?? '').split('?').slice(1).join('?')
  const sent = await receive({ method, path, query, headers, peer, raw, body })
  if (!sent) return false
  response.statusCode = sent.status
  for (const [name, value] of sent.headers) response.appendHeader(name, value)
  // If the body was not read to its end, the connection is closed instead of being reused.
  const close = sent.close || !request.complete
  if (close) response.shouldKeepAlive = false
  response.end(sent.body, () => close && request.destroy())
  return true
}

/** The longest delay of Node's timers, in milliseconds. A timer with a longer delay fires at once. */
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * The result of `read`, or `undefined` if it takes longer than `seconds`: then its signal is aborted.
 *
 * @internal
 */
export async function within<T>(seconds: number, read: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined)
      late.abort()
    }, Math.min(seconds * 1000, LONGEST_WAIT))
  })
  try {
    return await Promise.race([read(late.signal), end])
  } finally {
    clearTimeout(timer)
  }
}

/** The bytes of a body. Reading stops as soon as the body is longer than the limit. */
async function bodyOfNode(
  request: IncomingMessage & { body?: unknown },
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // The body as parsed by express.raw().
  if (request.body instanceof Uint8Array) return request.body
  if (request.readableDidRead) throw alreadyRead()
  const broken = () => new Error('the connection ended before the body did')
  if (request.destroyed) throw broken()
  const pieces: Uint8Array[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const stop = () => {
      signal.removeEventListener('abort', expire)
      request.off('data', take).off('end', finish).off('close', fail)
    }
    const finish = () => {
      stop()
      resolve(Buffer.concat(pieces))
    }
    const take = (piece: Uint8Array) => {
      pieces.push(piece)
      length += piece.length
      if (length <= limit) return
      request.pause()
      finish()
    }
    const fail = () => {
      stop()
      reject(broken())
    }
    const expire = () => {
      stop()
      request.pause()
      reject(signal.reason)
    }
    signal.addEventListener('abort', expire)
    request.on('data', take).on('end', finish).on('close', fail).on('error', reject)
  })
}

async function bodyOfWeb(request: Request, limit: number, signal: AbortSignal): Promise<Uint8Array> {
  if (request.bodyUsed) throw alreadyRead()
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  // The rest is not read. The promise is not awaited, and its failure does not matter.
  const stop = () => void reader.cancel().catch(() => {})
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
  return configError('hooks', 'the body was read before the request arrived here, and what a parser makes of it is not ' +
    'what was sent: put the hooks before express.json() and all other body parsers')
}

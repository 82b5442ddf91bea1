/** Paths that are written in another way, and apps that respond themselves: each adapter in a server of its framework. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'

import express from 'express'
import Fastify from 'fastify'
import Koa from 'koa'
import { createAppGateway, createHooks, createLogin, type Hooks, InvalidInput, OpenPlatform, scope } from 'open-platform'

import { servers } from './support/frameworks.js'

const KEY = 'identification-key-one'

/** Hooks that note the kinds of the events that they handle. */
function hooks(handled: string[] = []): Hooks {
  return createHooks({ keys: KEY, dedupe: false, logger: { warn() {}, error() {} } })
    .onUnknown(({ kind }) => void handled.push(kind))
}

/** A server that listens until the end of the block. */
async function listening(server: Server): Promise<AsyncDisposable & { port: number }> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** Sends a request with a path as it is: `fetch` would change some. */
async function ask(port: number, path: string, body?: string, authorization = KEY): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST'
  const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }) }
  const [response] = await once(request({ port, host: '127.0.0.1', path, method, headers, agent: false }).end(body), 'response')
  let text = ''
  for await (const piece of response.setEncoding('utf8')) text += piece
  return { status: response.statusCode, headers: response.headers, body: text }
}

for (const [framework, serve] of Object.entries(servers)) {
  test(`${framework}: percent-encoded letters mean the same`, async () => {
    const handled: string[] = []
    await using server = await listening(await serve(hooks(handled)))
    for (const path of ['/hooks/%65vents', '/hooks/%65%76ents', '/hooks/event%73?a=%65']) {
      assert.equal((await ask(server.port, path, '{"type":"ENCODED"}')).status, 200, path)
    }
    for (const path of ['/hooks/%45vents', '/hooks/events%2F', '/hooks%2Fevents', '/hooks/%', '/hooks/', '/hooks']) {
      const { status } = await ask(server.port, path, '{"type":"OTHER"}')
      assert.ok(status === 404 || status === 400, `${path}: ${status}`)
    }
    assert.deepEqual(handled, ['ENCODED', 'ENCODED', 'ENCODED'])
  })
}

test('a prefix without a slash at its beginning would match nothing', () => {
  for (const mount of [() => hooks().node('hooks'), () => hooks().koa('hooks'), () => hooks().node(5 as never)]) {
    assert.throws(mount, (error) => error instanceof InvalidInput && error.field === 'prefix')
  }
})

test('a slash at the end of the path', async () => {
  // Hono and Fastify by default do not route it.
  for (const [framework, serve] of Object.entries(servers).filter(([framework]) => !/hono|fastify/.test(framework))) {
    const handled: string[] = []
    await using server = await listening(await serve(hooks(handled)))
    assert.equal((await ask(server.port, '/hooks/events/', '{"type":"SLASH"}')).status, 200, framework)
    assert.deepEqual(handled, ['SLASH'])
  }
})

/** A server of Fastify with everything that can be mounted, under a prefix with a parameter. */
async function fastify(handled: string[], tenants: unknown[]): Promise<{ server: Server; token: string }> {
  const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } })
  const platform = new OpenPlatform({
    apiKey: 'key', clientId: 'app', clientSecret: 'secret', redirectUri: 'https://app.example/x/oauth/callback',
  })
  const user = ({ raw }: { raw: unknown }) => void tenants.push((raw as { params: { tenant: string } }).params.tenant)
  const gateway = createAppGateway({ platform, keys: ['a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s='], user })
  const login = createLogin({ platform, scopes: [scope.userPhone], onGranted() {} })
  await app.register(hooks(handled).fastify(), { prefix: '/:tenant/hooks' })
  await app.register(login.fastify(), { prefix: '/:tenant/oauth' })
  await app.register(gateway.fastify(), { prefix: '/:tenant/phone' })
  await app.ready()
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: new Date(Date.now() + 3_600_000), scopes: [] }
  const { key } = await platform.grants.adopt(tokens)
  return { server: app.server, token: gateway.access(key).token }
}

test('in Fastify its router decides which paths are served', async () => {
  const handled: string[] = []
  const tenants: unknown[] = []
  const app = await fastify(handled, tenants)
  await using server = await listening(app.server)
  for (const path of ['/acme/hooks/events', '/ACME/HOOKS/EVENTS', '/a.b%20c/hooks/Event%53', '/acme/hooks/events/']) {
    assert.equal((await ask(server.port, path, '{"type":"ROUTED"}')).status, 200, path)
  }
  assert.deepEqual(handled, Array(4).fill('ROUTED'))
  assert.equal((await ask(server.port, '/hooks/events', '{"type":"OTHER"}')).status, 404)
  assert.equal((await ask(server.port, '/acme/OAuth/Login')).status, 303)
  assert.equal((await ask(server.port, '/acme/phone/access', '')).status, 401)
  assert.deepEqual(tenants, ['acme'])
  // A call that is not allowed, and one that does not exist: what is below the prefix is passed on.
  const bearer = `Bearer ${app.token}`
  assert.equal((await ask(server.port, '/acme/Phone/api/v2/open-platform/addons/post/gZd7omnS', '{}', bearer)).status, 403)
  assert.equal((await ask(server.port, '/acme/phone/api/v1/open-platform/nonsense', undefined, bearer)).status, 404)
})

/** A server of each framework, which passes each response to `take`. */
const open: Record<string, (hooks: Hooks, take: (response: ServerResponse) => void) => Promise<Server>> = {
  'node:http': async (hooks, take) => {
    const handler = hooks.node('/hooks')
    return createServer((request, response) => {
      take(response)
      handler(request, response)
    })
  },
  express: async (hooks, take) => {
    return createServer(express().use((_request, response, next) => (take(response), next())).use('/hooks', hooks.express()))
  },
  koa: async (hooks, take) => {
    return createServer(new Koa().use((context, next) => (take(context.res), next())).use(hooks.koa('/hooks')).callback())
  },
  fastify: async (hooks, take) => {
    const app = Fastify()
    app.addHook('onRequest', async (_request, reply) => take(reply.raw))
    await app.register(hooks.fastify(), { prefix: '/hooks' })
    await app.ready()
    return app.server
  },
}

for (const [framework, serve] of Object.entries(open)) {
  test(`${framework}: a handler that responds itself ends neither the response nor the process`, async () => {
    let current: ServerResponse | undefined
    const own = createHooks({ keys: KEY }).onUnknown(() => void current!.writeHead(202).end('mine'))
    await using server = await listening(await serve(own, (response) => (current = response)))
    for (const type of ['FIRST', 'SECOND']) {
      const warned = once(process, 'warning')
      const answer = await ask(server.port, '/hooks/events', JSON.stringify({ type }))
      assert.deepEqual([answer.status, answer.body], [202, 'mine'])
      const [{ name, message }] = await warned
      assert.equal(name, 'OpenPlatformWarning')
      assert.equal(message, 'the app had responded to the request already, so the response was not sent')
    }
  })
}

test('node:http: an app that responds before the hooks do', async () => {
  const handled: string[] = []
  await using server = await listening(await open['node:http']!(hooks(handled), (response) => void response.writeHead(202).end('mine')))
  for (const path of ['/hooks/nothing', '/hooks/events', '/elsewhere/a/b']) {
    assert.deepEqual((await ask(server.port, path, '{"type":"EARLY"}')).status, 202)
  }
  assert.deepEqual(handled, ['EARLY'])
})

test('a logger that throws changes no response', async () => {
  const broken = () => {
    throw new Error('no space left on device')
  }
  const logging = createHooks({ keys: KEY, logger: { warn: broken, error: broken } }).onUnknown(() => {
    throw new Error('canary')
  })
  await using server = await listening(createServer(logging.node('/hooks')))
  const warned = once(process, 'warning')
  assert.equal((await ask(server.port, '/hooks/events', '{"type":"FAILING"}')).status, 500)
  assert.match((await warned)[0].message, /^logger threw Error: no space left on device$/)
  assert.equal((await ask(server.port, '/hooks/events', '{bad')).status, 400)
})

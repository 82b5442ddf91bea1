/** The backend of an app on a phone, in a real server of each framework, with the sandbox as the platform. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { inspect } from 'node:util'

import 'reflect-metadata'

import { createAdaptorServer } from '@hono/node-server'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import express from 'express'
import express4 from 'express4'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { type AppGateway, type AppGatewayOptions, createAppGateway, InvalidInput, OpenPlatform, scope } from 'open-platform'
import { startSandbox, type World } from 'open-platform/testing'

import type { Value } from './vectors/cases.js'
import { adopt, Vectors } from './vectors/platform.js'
import { ask, compare, Suite } from './vectors/servers.js'

const sandbox = await startSandbox()
after(() => sandbox.stop())

const frameworks: Record<string, (gateway: AppGateway) => Promise<Server>> = {
  express: async (gateway) => createServer(express().use('/open-platform', gateway.express())),
  'express 4': async (gateway) => createServer(express4().use('/open-platform', gateway.express())),
  'express with express.raw()': async (gateway) => {
    return createServer(express().use(express.raw({ type: () => true })).use('/open-platform', gateway.express()))
  },
  fastify: async (gateway) => {
    const app = Fastify()
    await app.register(gateway.fastify(), { prefix: '/open-platform' })
    await app.ready()
    return app.server
  },
  koa: async (gateway) => createServer(new Koa().use(gateway.koa()).callback()),
  hono: async (gateway) => {
    const app = new Hono().all('/open-platform/*', (context) => gateway.fetch(context.req.raw))
    return createAdaptorServer({ fetch: app.fetch }) as Server
  },
  'hono with streams of Node': async (gateway) => {
    const app = new Hono().all('/open-platform/*', (context) => gateway.fetch(context.req.raw))
    return createAdaptorServer({ fetch: app.fetch, autoCleanupIncoming: false }) as Server
  },
  nestjs: async (gateway) => {
    class Application {}
    Module({})(Application)
    const app = await NestFactory.create(Application, { logger: false })
    app.use('/open-platform', gateway.express())
    await app.init()
    return app.getHttpServer()
  },
  'node:http': async (gateway) => createServer(gateway.node()),
}

/** A backend, and a phone that talks to it. */
class Backend {
  constructor(
    readonly world: World,
    readonly platform: OpenPlatform,
    readonly gateway: AppGateway,
    readonly url: string,
    readonly log: string[],
    readonly server: Server,
  ) {}

  static async start(options: Partial<AppGatewayOptions> = {}): Promise<Backend> {
    const world = await sandbox.world()
    const log: string[] = []
    const platform = new OpenPlatform(world.settings)
    const gateway = createAppGateway({
      platform,
      keys: ['a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s='],
      user: ({ headers }) => headers.get('x-session') ?? undefined,
      logger: { error: (...words: unknown[]) => void log.push(words.join(' ')) },
      ...options,
    })
    const server = createServer(gateway.node()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return new Backend(world, platform, gateway, `http://127.0.0.1:${port}/open-platform`, log, server)
  }

  async ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<[number, any]> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = { method, headers: { ...json, ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await fetch(this.url + path, init)
    const text = await answer.text()
    return [answer.status, text && answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text]
  }

  /** The login of a phone: its browser goes to the consent page and comes back with a code. */
  async login(session: string, scopes: string[] = [scope.userPhone, scope.offlineAccess]): Promise<[number, any]> {
    const { url } = await this.platform.oauth.authorize({ scopes, session: 'phone' })
    const back = new URL(await this.world.consent(url, 'seller'))
    const { redirectUri: redirect_uri } = this.world.settings
    return this.ask('POST', '/login', { 'x-session': session }, { code: back.searchParams.get('code'), redirect_uri, scopes })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
  }
}

const suite = new Suite('gateway', Object.keys(frameworks))

// At the same time, because each server waits for a body that does not come.
describe('the list gateway of adapters.json', { concurrency: true }, () => {
  for (const [framework, serve] of Object.entries(frameworks)) {
    describe(framework, () => {
      let server: Server
      let token: string
      const send = (given: Value) => ask((server.address() as AddressInfo).port, given)
      before(async () => {
        const platform = new Vectors({ always: undefined })
        await adopt(platform)
        const gateway = createAppGateway({
          platform: platform.client,
          keys: ['6b'.repeat(32)],
          user: ({ headers }) => headers.get('x-session') ?? undefined,
          allow: ['conversations.send'],
        })
        server = (await serve(gateway)).listen(0, '127.0.0.1')
        await once(server, 'listening')
        const access = await send({ method: 'POST', path: '/open-platform/access', headers: [['X-Session', 'user-7']] })
        token = JSON.parse(access.body).token
      })
      after(() => server.close())

      suite.judge(framework, async ({ given, expect }) => {
        const authorization = given.authorization?.map((value: string) => value.replace('{token}', token))
        compare(await send({ ...given, authorization }), expect)
      })
    })
  }
})

test('a phone logs in and calls the platform through the backend', async () => {
  await using backend = await Backend.start({ allow: ['conversations.send'] })
  const [conversation] = await backend.world.conversations()
  const [post] = await backend.world.posts('seller')
  const granted = await backend.login('user-7', ['USER_PHONE', `CONVERSATION_SEND_MESSAGE.${conversation!.id}`])
  assert.deepEqual([granted[0], granted[1].missing_scopes, granted[1].expires_in], [200, [], 600])

  const [status, access] = await backend.ask('POST', '/access', { 'x-session': 'user-7' })
  assert.deepEqual([status, Object.keys(access).sort()], [200, ['expires_in', 'token']])
  const bearer = { authorization: `Bearer ${access.token}` }
  const read = await backend.ask('GET', `/api/v1/open-platform/finder/post/${post!.token}`, bearer)
  assert.deepEqual([read[0], read[1].token], [200, post!.token])
  const me = await backend.ask('GET', '/api/v1/open-platform/users', bearer)
  assert.equal(me[1].phone_number, (await backend.world.user('seller')).phone)
  const messages = `/api/v2/open-platform/conversations/${conversation!.id}/messages`
  assert.equal((await backend.ask('POST', messages, bearer, { type: 'TEXT', message: 'from a phone' }))[0], 200)
  const written = await backend.world.messages(conversation!.id)
  assert.equal(written.filter((message) => JSON.stringify(message).includes('from a phone')).length, 1)
  assert.equal((await fetch(backend.url.replace('open-platform', 'elsewhere/login'), { method: 'POST' })).status, 404)
  assert.deepEqual(backend.log, [])
})

test('an error of a function is logged, and the phone gets no details', async () => {
  await using backend = await Backend.start({ user: () => Promise.reject(new Error('canary')) })
  assert.deepEqual(await backend.ask('POST', '/access'), [500, ''])
  assert.deepEqual(backend.log, ['open-platform: A request of a phone was answered with 500: Error'])
})

test('a function that hangs is given up after its time limit', async () => {
  await using backend = await Backend.start({ user: () => new Promise<string>(() => {}), handlerTimeoutMs: 50 })
  assert.deepEqual(await backend.ask('POST', '/access'), [500, ''])
  assert.match(backend.log.join(), /500: it took longer than 0\.05 s/)
})

test('a token without a request, and invalid settings', async () => {
  await using backend = await Backend.start({ lifetimeMs: 60_000 })
  assert.equal((await backend.login('user-7'))[0], 200)
  const access = await backend.gateway.accessOf('user-7')
  assert.deepEqual([access.expiresInSeconds, JSON.parse(JSON.stringify(access))], [60, { token: access.token, expires_in: 60 }])
  assert.ok(!inspect({ access }).includes(access.token))
  const [grant] = await backend.platform.grants.list()
  const bearer = { authorization: `Bearer ${backend.gateway.access(grant!.key).token}` }
  assert.equal((await backend.ask('GET', '/api/v1/open-platform/users', bearer))[0], 200)
  await assert.rejects(backend.gateway.accessOf('user-8'), { code: 'reauth_required' })
  for (const wrong of [{ allow: ['oauth.exchange'] }, { allow: ['nonsense'] }, { lifetimeMs: 3_601_000 }]) {
    const options = { platform: backend.platform, keys: ['6b'.repeat(32)], user: () => undefined, ...wrong }
    assert.throws(() => createAppGateway(options).express(), InvalidInput)
  }
  for (const [field, wrong] of [['options', undefined], ['platform', { platform: 5 }], ['user', { user: 'user-7' }], ['user', {}]] as const) {
    assert.throws(() => createAppGateway(wrong as never), (error) => error instanceof InvalidInput && error.field === field)
  }
  assert.throws(() => createAppGateway({ platform: backend.platform, keys: ['short'], user: () => undefined }).node(), { code: 'config' })
})

/** The login routes, in a real server of each framework, with the consent page of the sandbox. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'

import 'reflect-metadata'

import { createAdaptorServer } from '@hono/node-server'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import express from 'express'
import express4 from 'express4'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { createLogin, InvalidInput, type LoginOptions, type LoginRoutes, OpenPlatform, scope } from 'open-platform'
import { startSandbox, type World } from 'open-platform/testing'

import type { Value } from './vectors/cases.js'
import { Suite } from './vectors/servers.js'

const sandbox = await startSandbox()
after(() => sandbox.stop())

const frameworks: Record<string, (login: LoginRoutes) => Promise<Server>> = {
  express: async (login) => createServer(express().use('/oauth', login.express())),
  'express 4': async (login) => createServer(express4().use('/oauth', login.express())),
  'express with express.raw()': async (login) => {
    return createServer(express().use(express.raw({ type: () => true })).use('/oauth', login.express()))
  },
  fastify: async (login) => {
    const app = Fastify()
    await app.register(login.fastify(), { prefix: '/oauth' })
    await app.ready()
    return app.server
  },
  koa: async (login) => createServer(new Koa().use(login.koa('/oauth')).callback()),
  hono: async (login) => {
    const app = new Hono().all('/oauth/:step', (context) => login.fetch(context.req.raw))
    return createAdaptorServer({ fetch: app.fetch }) as Server
  },
  'hono with streams of Node': async (login) => {
    const app = new Hono().all('/oauth/:step', (context) => login.fetch(context.req.raw))
    return createAdaptorServer({ fetch: app.fetch, autoCleanupIncoming: false }) as Server
  },
  nestjs: async (login) => {
    class Application {}
    Module({})(Application)
    const app = await NestFactory.create(Application, { logger: false })
    app.use('/oauth', login.express())
    await app.init()
    return app.getHttpServer()
  },
  'node:http': async (login) => createServer(login.node('/oauth')),
}

/** An app with login routes, and a browser at its door. */
class App {
  constructor(readonly world: World, readonly url: string, readonly log: string[], readonly server: Server) {}

  static async start(options: Partial<LoginOptions> = {}, serve = frameworks['node:http']!): Promise<App> {
    const world = await sandbox.world()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}`
    await world.configure({ redirect_uris: [`${url}/oauth/callback`] })
    const log: string[] = []
    const note = (...words: unknown[]) => void log.push(words.join(' '))
    const login = createLogin({
      platform: new OpenPlatform(world.settings),
      scopes: [scope.userPhone],
      logger: { warn: note, error: note },
      onGranted: () => {},
      ...options,
    })
    const inner = await serve(login)
    server.on('request', (request, response) => inner.emit('request', request, response))
    return new App(world, url, log, server)
  }

  /** Starts a login and returns the cookie and the address of the consent page. */
  async login(query = '', cookie = ''): Promise<{ cookie: string; consent: string }> {
    const answer = await this.get(`${this.url}/oauth/login${query}`, cookie)
    assert.equal(answer.status, 303, await answer.text())
    const set = answer.headers.get('set-cookie') ?? ''
    return { cookie: set.split(';')[0]!, consent: answer.headers.get('location')! }
  }

  get(url: string, cookie = ''): Promise<Response> {
    return fetch(url, { redirect: 'manual', headers: cookie ? { cookie: `theme=dark; ${cookie}` } : {} })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
  }
}

for (const [framework, serve] of Object.entries(frameworks)) {
  test(`${framework}: a user logs in, and another says no`, async () => {
    const seen: unknown[] = []
    const onGranted: LoginOptions['onGranted'] = async ({ user, scopes, returnTo }) => {
      seen.push((await user.users.me()).phoneNumber, scopes, returnTo)
    }
    await using app = await App.start({ onGranted }, serve)
    const { cookie, consent } = await app.login('?return_to=%2Fposts%2F7%3Fa%3D1')
    const back = await app.world.consent(consent, 'seller')
    const stranger = await app.get(back)
    assert.equal(stranger.status, 400)
    assert.match(await stranger.text(), /did not send its cookie/)
    assert.match(app.log.join(), /StateMismatch: the browser returned without the cookie of a login/)

    const again = await app.login('?return_to=%2Fposts%2F7%3Fa%3D1', cookie)
    assert.equal(again.cookie, cookie, 'the browser keeps its cookie')
    const landed = await app.get(await app.world.consent(again.consent, 'seller'), cookie)
    assert.deepEqual([landed.status, landed.headers.get('location')], [303, '/posts/7?a=1'])
    assert.deepEqual(seen, [(await app.world.user('seller')).phone, ['USER_PHONE'], '/posts/7?a=1'])

    const other = await app.login()
    const denied = await app.get(await app.world.consent(other.consent, { decision: 'deny' }), other.cookie)
    assert.equal(denied.status, 200)
    assert.match(await denied.text(), /You did not allow this\. Nothing has changed\./)
    assert.equal((await fetch(`${app.url}/oauth/login`, { method: 'POST' })).status, 405)
    assert.equal((await app.get(`${app.url}/oauth/other`)).status, 404)
    assert.equal((await app.get(`${app.url}/elsewhere/login`)).status, 404)
    const settings = app.world.settings
    assert.ok(!app.log.join().includes(settings.clientSecret!) && !app.log.join().includes('ory_'), app.log.join())
  })
}

test('a callback address works once, and only with the cookie of its browser', async () => {
  await using app = await App.start()
  const { cookie, consent } = await app.login()
  const back = await app.world.consent(consent, 'buyer')
  assert.equal((await app.get(back, cookie)).status, 303)
  const twice = await app.get(back, cookie)
  assert.equal(twice.status, 400)
  assert.match(await twice.text(), /The login did not work\. Please start it again\./)
  const planted = await app.login()
  assert.equal((await app.get(await app.world.consent(planted.consent, 'buyer'), cookie)).status, 400)
  assert.match(app.log.join(), /StateMismatch/)
})

test('the parameters of the consent page', async () => {
  await using app = await App.start({
    prompt: 'login consent',
    loginHint: async ({ query }) => query.get('phone') ?? undefined,
    uiLocales: ({ query }) => query.get('locales') ?? undefined,
  })
  const told = async (query: string) => {
    const { searchParams } = new URL((await app.login(query)).consent)
    return ['prompt', 'login_hint', 'ui_locales'].map((name) => searchParams.get(name))
  }
  assert.deepEqual(await told('?phone=0912%20000%2000%2B00&locales=fa%20en'), ['login consent', '0912 000 00+00', 'fa en'])
  assert.deepEqual(await told(''), ['login consent', null, null])
  assert.equal((await app.get(`${app.url}/oauth/login?locales=f%0Aa`)).status, 400)
})

test('a query without the parameter of the scopes is a bad request', async () => {
  await using app = await App.start({ scopes: ({ query }) => [scope.postAddonCreate(query.get('post')!)] })
  for (const query of ['', '?posts=canary', '?post=', '?post=a%2Fcanary']) {
    const answer = await app.get(`${app.url}/oauth/login${query}`)
    assert.deepEqual([answer.status, (await answer.text()).includes('canary')], [400, false], query)
  }
})

test('there is no redirect to a path outside of the app', async () => {
  await using app = await App.start()
  for (const path of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const answer = await app.get(`${app.url}/oauth/login?return_to=${encodeURIComponent(path)}`)
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], path)
  }
})

test('the app may choose the session, the user and the responses', async () => {
  await using app = await App.start({
    session: ({ headers }) => headers.get('x-session') ?? '',
    scopes: ({ query }) => [scope.postAddonCreate(query.get('post')!)],
    onGranted: ({ scopes }) => new Response(scopes.join(), { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] }),
    onDenied: () => '/denied',
    onError: (error) => new Response((error as Error).name, { status: 418 }),
  })
  const [post] = await app.world.posts('seller')
  const get = (url: string, session = 's1') => fetch(url, { redirect: 'manual', headers: { 'x-session': session } })
  const start = async () => (await get(`${app.url}/oauth/login?post=${post!.token}`)).headers.get('location')!
  const granted = await get(await app.world.consent(await start(), 'seller'))
  assert.deepEqual([granted.headers.getSetCookie(), await granted.text()], [['a=1', 'b=2'], `POST_ADDON_CREATE.${post!.token}`])
  const denied = await get(await app.world.consent(await start(), { decision: 'deny' }))
  assert.equal(denied.headers.get('location'), '/denied')
  const other = await get(await app.world.consent(await start(), 'seller'), 's2')
  assert.deepEqual([other.status, await other.text()], [418, 'StateMismatch'])
})

test('the cookie fits the redirect address of the client, wherever it was set', async () => {
  const world = await sandbox.world()
  const names = [
    ['https://app.example/oauth/callback', undefined, '__Host-open-platform-login'],
    ['http://127.0.0.1:1/oauth/callback', undefined, 'open-platform-login'],
    ['https://app.example/oauth/callback', 'http://127.0.0.1:1/oauth/callback', 'open-platform-login'],
    ['http://127.0.0.1:1/oauth/callback', 'https://app.example/oauth/callback', '__Host-open-platform-login'],
  ] as const
  for (const [ofClient, ofLogin, name] of names) {
    const platform = new OpenPlatform({ ...world.settings, redirectUri: ofClient, environment: { OPEN_PLATFORM_REDIRECT_URI: 'http://127.0.0.1/' } })
    assert.equal(platform.redirectUri, ofClient)
    const login = createLogin({ platform, scopes: [scope.userPhone], onGranted: () => {}, ...(ofLogin && { redirectUri: ofLogin }) })
    const answer = await login.fetch(new Request('http://127.0.0.1/oauth/login'))
    assert.equal(answer.headers.get('set-cookie')?.split('=')[0], name, `${ofClient} ${ofLogin}`)
  }
})

test('a redirect address that the routes do not serve is refused before a user logs in', async () => {
  const options = { scopes: [scope.userPhone], onGranted: () => {} }
  const refusal = { name: 'ConfigError', setting: 'redirectUri', message: /must end in `\/callback`.* but ends in `\/cb`/ }
  assert.throws(() => createLogin({ ...options, redirectUri: 'https://app.example/cb' }), refusal)

  const platform = new OpenPlatform({ clientId: 'app', redirectUri: 'https://app.example/cb', environment: {} })
  const login = createLogin({ ...options, platform, logger: { warn() {}, error() {} } })
  assert.throws(() => login.express(), refusal)
  assert.equal((await login.fetch(new Request('http://127.0.0.1/oauth/login'))).status, 503)
  createLogin({ ...options, platform, redirectUri: 'https://app.example/oauth/callback' }).express()
})

test('the response when the platform is not available', async () => {
  await using app = await App.start()
  const { cookie, consent } = await app.login()
  const back = await app.world.consent(consent, 'seller')
  await app.world.fault({ on: { endpoint: 'oauth.exchange' }, effects: [{ kind: 'status', status: 503 }] })
  const answer = await app.get(back, cookie)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /does not work at the moment\. Please try again later\./)
})

test('of an error of the app the class is logged, and a failing onError gets the default page', async () => {
  const fail = () => {
    throw new TypeError('canary')
  }
  await using app = await App.start({ onGranted: fail, onError: () => Promise.reject(new RangeError('canary')) })
  const { cookie, consent } = await app.login()
  const answer = await app.get(await app.world.consent(consent, 'seller'), cookie)
  assert.deepEqual([answer.status, answer.headers.get('referrer-policy')], [503, 'no-referrer'])
  assert.doesNotMatch(await answer.text(), /canary/)
  assert.deepEqual(app.log, [
    'open-platform: A login failed: a function of the app failed: TypeError',
    'open-platform: The function for failed logins failed: RangeError',
  ])
})

test('the log says what a function must return', async () => {
  const wrong = () => 5 as never
  await using app = await App.start({ onGranted: wrong, onDenied: wrong, onError: wrong })
  for (const decision of ['seller', { decision: 'deny' } as const]) {
    const { cookie, consent } = await app.login()
    assert.equal((await app.get(await app.world.consent(consent, decision), cookie)).status, 503)
  }
  for (const [option, what] of [['onGranted', 'a path'], ['onDenied', 'HTML'], ['onError', 'HTML']]) {
    const expected = `ConfigError: configuration of ${option}: must return ${what}, a Response or nothing`
    assert.ok(app.log.some((line) => line.endsWith(expected)), app.log.join('\n'))
  }
})

test('a function that hangs is given up after its time limit', async () => {
  await using app = await App.start({ onGranted: () => new Promise<never>(() => {}), handlerTimeoutMs: 50 })
  const { cookie, consent } = await app.login()
  assert.equal((await app.get(await app.world.consent(consent, 'seller'), cookie)).status, 503)
  assert.deepEqual(app.log, ['open-platform: A login failed: a function of the app failed: it took longer than 0.05 s'])
})

const REDIRECT_URI = 'https://app.example/oauth/callback'

const suite = new Suite('login', Object.keys(frameworks))

for (const [framework, serve] of Object.entries(frameworks)) {
  describe(`${framework}: the list login of adapters.json`, () => {
    suite.judge(framework, async ({ given, expect }) => {
      const called: Value[] = []
      const redirectUri = given.redirect_uri ?? REDIRECT_URI
      const onGranted: LoginOptions['onGranted'] = ({ returnTo }) => {
        called.push({ function: 'granted', return_to: returnTo ?? null })
        if (returnTo === '/fail') throw new Error('canary')
        if (returnTo === '/whole') return new Response(null, { status: 303, headers: { Location: '/é', 'X-Own': '1' } })
        if (returnTo === '/header') return new Response(null, { headers: { 'X-Own': 'é' } })
        if (returnTo === '/page') return '<!doctype html><p>No.</p>'
        return returnTo === '/elsewhere' ? '/ب?x=a b' : undefined
      }
      await using app = await App.start({ onGranted, redirectUri }, serve)
      await app.world.configure({ redirect_uris: [redirectUri] })
      const answer = await browse(app, given)
      const text = await answer.text()
      assert.equal(answer.status, expect.status, text)
      for (const [header, value] of Object.entries(expect.headers ?? {})) {
        assert.equal(answer.headers.get(header), value, header)
      }
      if (expect.consent_page) assert.match(answer.headers.get('location')!, /\/oauth2\/auth\?response_type=code&/)
      if (expect.says) assert.ok(text.includes(expect.says), text)
      compareCookie(answer.headers.get('set-cookie'), expect.cookie)
      assert.deepEqual(called, expect.called)
      assert.doesNotMatch(text + app.log.join(), /canary/)
    })
  })
}

/** Sends the request of a case, after the login that it begins with. */
async function browse(app: App, given: Value): Promise<Response> {
  let { path = '/oauth/login', query = '', cookie } = given
  if (given.login !== undefined || given.consent) {
    const begun = await fetch(`${app.url}/oauth/login?${given.login ?? ''}`, { redirect: 'manual' })
    const [location, set] = [begun.headers.get('location')!, begun.headers.get('set-cookie')!.split(';')[0]!]
    if (given.consent) {
      const back = new URL(await app.world.consent(location, given.consent === 'deny' ? { decision: 'deny' } : 'buyer'))
      ;[path, query] = ['/oauth/callback', back.search.slice(1)]
      if (cookie === undefined) cookie = set
    }
    query = query.replace('{state}', new URL(location).searchParams.get('state')!)
    cookie = cookie?.replace('{cookie}', set)
  }
  if (given.token_status) {
    await app.world.fault({ on: { endpoint: 'oauth.exchange' }, effects: [{ kind: 'status', status: given.token_status }] })
  }
  const { method = 'GET', times = 1 } = given
  const send = () => fetch(`${app.url}${path}?${query}`, { method, redirect: 'manual', headers: cookie ? { cookie } : {} })
  for (let time = 1; time < times; time += 1) await (await send()).text()
  return send()
}

function compareCookie(set: string | null, expected: Value): void {
  if (!set || !expected) return assert.equal(set, expected ?? null)
  const [pair, ...attributes] = set.split('; ')
  const [name, value] = pair!.split('=')
  assert.deepEqual([name, attributes.sort()], [expected.name, [...expected.attributes].sort()])
  assert.match(value!, new RegExp(`^${expected.first}[0-9a-f]{32}$`))
  if (expected.value) assert.equal(value, expected.value)
  assert.notEqual(value, expected.not)
}

test('an argument of the wrong type is an InvalidInput with its name, before any login', () => {
  const right: LoginOptions = { platform: new OpenPlatform({ apiKey: 'key' }), scopes: [scope.userPhone], onGranted: () => {} }
  const refused = (field: string, options: unknown) =>
    assert.throws(() => createLogin(options as never), (error) => error instanceof InvalidInput && error.field === field, field)
  createLogin(right)
  for (const options of [undefined, null, 5]) refused('options', options)
  for (const platform of [5, {}, { apiKey: 'key' }]) refused('platform', { ...right, platform })
  for (const scopes of [undefined, null, 'USER_PHONE', {}]) refused('scopes', { ...right, scopes })
  refused('scopes[1]', { ...right, scopes: [scope.userPhone, scope.postEdit] })
  for (const scopes of [[], ['USER_PHON'], ['POST_EDIT']]) refused('scopes', { ...right, scopes })
  for (const onGranted of [undefined, null, '/welcome']) refused('onGranted', { ...right, onGranted })
  refused('onDenied', { ...right, onDenied: '<p>No.</p>' })
  refused('onError', { ...right, onError: 5 })
  refused('session', { ...right, session: 'cookie' })
  refused('user', { ...right, user: 'user-7' })
  for (const option of ['prompt', 'loginHint', 'uiLocales']) refused(option, { ...right, [option]: 7 })
})

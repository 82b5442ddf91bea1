/** Vectors of what must not show: everything that can be printed, made with secrets that are looked for afterwards. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { inspect } from 'node:util'

import { createAppGateway, createHooks, createLogin, normalizePhone, OpenPlatform, Tokens, Webhooks } from 'open-platform'

import { type Case, errorIs, judge, type Value } from './cases.js'
import { REDIRECT_URI, Vectors } from './platform.js'

judge('redaction', async (it) => {
  const shown = await show(it)
  for (const secret of it.expect.absent) {
    const form = forms(secret).find((form) => shown.includes(form))
    assert.equal(form, undefined, `${secret} shows, as ${form}, in ${shown}`)
  }
})

/** A secret as it is, in base64, in hexadecimal digits, percent-encoded and as a list of bytes. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  return [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
    hex.toUpperCase().replace(/../g, '%$&'),
    [...bytes].join(', '),
    [...bytes].join(','),
  ]
}

/** In every way this language prints a value. */
function printed(...values: unknown[]): string {
  const options = { depth: 9, showHidden: true, getters: false }
  return values.map((value) => `${String(value)} ${inspect(value, options)} ${inspect(value)} ${JSON.stringify(value)}`).join('\n')
}

/** The error, with its causes. */
async function failed(call: () => unknown, expected?: Value): Promise<string> {
  try {
    await call()
  } catch (error) {
    if (expected) errorIs(error, expected)
    assert.ok(error instanceof Error)
    let text = ''
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
      text += `${cause.name} ${cause.message} ${cause.stack} ${printed(cause)}`
    }
    return text
  }
  return assert.fail('was accepted')
}

async function show({ given, expect }: Case): Promise<string> {
  const { secrets } = given
  const { client } = new Vectors(
    { always: given.reply },
    { apiKey: secrets.api_key, clientSecret: secrets.client_secret, identificationKeys: [secrets.identification_key] },
  )
  const expiresAt = new Date('2026-11-20T11:00:00Z')
  const pair = new Tokens({ accessToken: secrets.access_token, refreshToken: secrets.refresh_token, expiresAt, scopes: ['USER_PHONE'] })
  const headers = { authorization: `Bearer ${secrets.access_token}` }
  const silent = { error: () => {}, warn: () => {} }
  switch (given.show) {
    case 'client':
      return printed(client, client.oauth, client.grants)
    case 'user': {
      const user = client.userWithToken(secrets.access_token)
      return printed(user, user.posts, user.addons)
    }
    case 'grant_info':
      return printed(pair, await client.grants.adopt(pair))
    case 'token_reply':
      return printed(pair)
    case 'key_ring':
      return printed(client.webhooks(), new Webhooks([{ id: 'one', key: secrets.identification_key }]))
    case 'phone':
      // A phone number is text here, and text is its own print; what the package itself prints of it are errors.
      return failed(() => normalizePhone(`${secrets.phone}0`))
    case 'user_record': {
      const body = { phone_number: secrets.phone, phone_numbers: [secrets.phone] }
      return inspect(await new Vectors({ always: { status: 200, body } }).user.users.me())
    }
    case 'login_request': {
      let shown = ''
      const session = (request: unknown) => void (shown += printed(request)) as never
      const login = createLogin({ platform: client, scopes: ['USER_PHONE'], onGranted: () => {}, session, logger: silent })
      await login.fetch(new Request(`${REDIRECT_URI}?code=${secrets.code}&state=x`, { headers }))
      assert.match(shown, /LoginRequest/)
      return shown
    }
    case 'app_user_request': {
      let shown = ''
      const user = (request: unknown) => void (shown += printed(request)) as undefined
      const gateway = createAppGateway({ platform: client, keys: ['6b'.repeat(32)], user })
      await gateway.fetch(new Request('https://app.example/open-platform/access', { method: 'POST', headers }))
      assert.match(shown, /AppUserRequest/)
      return shown
    }
    case 'reply': {
      const hooks = createHooks({ keys: [{ id: 'one', key: 'another-identification-key' }] })
      hooks.onStart(() => `https://app.example/start?token=${secrets.access_token}`)
      const own = ['Authorization', 'another-identification-key', 'Content-Type', 'application/json']
      const reply = await hooks.receive({ method: 'POST', path: '/start', headers: own, body: async () => Buffer.from('{}') })
      assert.ok(Buffer.from(reply!.body).includes(secrets.access_token))
      return inspect(reply) + inspect(reply, { depth: 9, showHidden: true })
    }
    case 'error_of_call':
      return failed(() => client.userWithToken(secrets.access_token).posts.getWithOngoingImages('gZd7omnS'))
    case 'error_of_exchange':
      return failed(() => client.oauth.exchange(secrets.code, REDIRECT_URI))
    case 'error_of_callback': {
      const login = await client.oauth.authorize({ scopes: ['USER_PHONE'], session: 'session-1' })
      const callback = `${REDIRECT_URI}?code=${secrets.code}&state=${login.state}`
      return printed(login) + (await failed(() => client.oauth.callback(callback, { session: 'session-2' })))
    }
    case 'webhook_rejection': {
      const receiver = new Webhooks([{ id: 'one', key: 'another-identification-key' }])
      return failed(() => receiver.authenticate('POST', ['Authorization', secrets.identification_key]))
    }
    case 'error_of_phone':
      return failed(() => normalizePhone(`${secrets.phone}0`))
    case 'error_of_api_key':
      return failed(() => new OpenPlatform({ apiKey: given.api_key }), expect.error)
    default:
      return assert.fail(given.show)
  }
}

/** Vectors of login: where the user comes back, and what the token endpoint answers. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

import { type Login, OpenPlatformError, type Settings } from 'open-platform'

import { judge, outcome, recordsAre, same, type Value } from './cases.js'
import { authorizationUrl, isRequest } from './outgoing.js'
import { NOW, ONCE, REDIRECT_URI, tokens, Vectors } from './platform.js'

const TOKEN_REPLY = {
  status: 200,
  body: { access_token: 'ory_at_new', expires_in: 3600, scope: 'USER_PHONE', token_type: 'bearer' },
}

judge('callbacks', async ({ given, expect }) => {
  const platform = new Vectors({ always: TOKEN_REPLY })
  const { oauth } = platform.client
  const { state } = await oauth.authorize({ scopes: ['USER_PHONE'], session: 'session-1' })
  const callback = given.callback.replaceAll('{state}', state)
  const session = given.session_id
  if ('after_one_callback' in given) await oauth.callback(callback, { session })
  if ('after_a_callback_of' in given) {
    await assert.rejects(oauth.callback(callback, { session: given.after_a_callback_of }), { code: 'state_mismatch' })
  }
  platform.clock.advance(given.seconds_later ?? 0)
  const before = platform.sent.length
  const result = await outcome(expect, () => oauth.callback(callback, { session }))
  same('token_requests', platform.sent.length - before, expect.token_requests)
  if (result) same('outcome', result.status, expect.outcome)
})

judge('grant_names', async ({ given, expect }) => {
  const { oauth } = new Vectors({ always: TOKEN_REPLY }).client
  const names: string[] = []
  for (const { user, scopes } of [given.first, given.second]) {
    const { state } = await oauth.authorize({ scopes, session: 'session-1', user })
    const login = await oauth.callback(`${REDIRECT_URI}?code=abc&state=${state}`, { session: 'session-1' })
    assert.ok(login.status === 'granted' && !login.grant.includes(user ?? 'canary'))
    names.push(login.grant)
  }
  same('same', names[0] === names[1], expect.same)
})

judge('token_replies', async ({ given, expect }) => {
  const { oauth } = new Vectors({ always: given.reply }, ONCE).client
  const got = await outcome(expect, () =>
    given.flow === 'exchange'
      ? oauth.exchange('code-from-the-redirect', REDIRECT_URI)
      : oauth.refresh(tokens('ory_at_old', 'ory_rt_old'), REDIRECT_URI))
  if (!got) return
  const actual: Value = {
    access_token: got.accessToken,
    refresh_token: got.refreshToken ?? null,
    expires_in_seconds: (got.expiresAt.getTime() - NOW.getTime()) / 1000,
    scopes: got.scopes,
  }
  for (const [name, value] of Object.entries(expect.value)) same(name, actual[name], value)
})

/** The settings that a case has of its own. */
function settings(given: Value): Settings {
  const settings: Settings = { pkce: given.pkce === true, omitRefreshCode: given.omit_refresh_code === true }
  if ('client_id' in given) settings.clientId = given.client_id
  if ('client_secret' in given) settings.clientSecret = given.client_secret
  if ('redirect_uri' in given) settings.redirectUri = given.redirect_uri
  return settings
}

judge('authorizations', async ({ given, expect }) => {
  const login: Login = {
    scopes: given.scopes,
    session: given.session_id,
    user: given.user,
    returnTo: given.return_to,
    redirectUri: given.login_redirect_uri,
    prompt: given.prompt,
    loginHint: given.login_hint,
    uiLocales: given.ui_locales,
  }
  const address = await outcome(expect, async () => {
    const { client } = new Vectors({ always: undefined }, settings(given))
    return (await client.oauth.authorize(login)).url
  })
  if (address !== undefined) authorizationUrl(address, expect.authorization_url)
})

judge('token_requests', async ({ given, expect }) => {
  const platform = new Vectors({ always: TOKEN_REPLY }, settings(given))
  const { oauth } = platform.client
  let challenge: string | null = null
  if (given.flow === 'exchange') {
    await oauth.exchange(given.code, given.redirect_uri)
  } else if (given.flow === 'refresh') {
    await oauth.refresh(tokens(given.access_token, given.refresh_token), given.redirect_uri)
  } else {
    const { url, state } = await oauth.authorize({ scopes: ['USER_PHONE'], session: 'session-1' })
    challenge = new URL(url).searchParams.get('code_challenge')
    await oauth.callback(`code=${given.code}&state=${state}`, { session: 'session-1' })
  }
  const [request, ...others] = platform.sent
  assert.ok(request && others.length === 0, `${platform.sent.length} requests were sent`)
  if ('form_names' in expect) {
    const form = new URLSearchParams(Buffer.from(request.body).toString())
    same('names in the form', [...form.keys()], expect.form_names)
    const verifier = form.get('code_verifier')
    const answer = verifier && createHash('sha256').update(verifier).digest('base64url')
    same('the challenge of the verifier', answer, challenge)
  }
  isRequest(request, expect.request)
})

judge('token_errors', async ({ given, expect }) => {
  const platform = new Vectors({ always: given.reply }, ONCE)
  const { oauth, grants } = platform.client
  const old = tokens('ory_at_old', 'ory_rt_old')
  let state: string | undefined
  await outcome<unknown>(expect, async () => {
    if (given.flow === 'exchange') return oauth.exchange(given.code ?? 'code-from-the-redirect', REDIRECT_URI)
    if (given.flow === 'callback') {
      const { state } = await oauth.authorize({ scopes: ['USER_PHONE'], session: 'session-1' })
      return oauth.callback(`code=code-from-the-redirect&state=${state}`, { session: 'session-1' })
    }
    if (given.flow === 'refresh') return oauth.refresh(old, REDIRECT_URI)
    const { key } = await grants.adopt(old)
    try {
      return await platform.client.user(key).users.me()
    } catch (error) {
      assert.ok(error instanceof OpenPlatformError)
      throw error
    } finally {
      state = (await grants.info(key))?.state
    }
  })
  if ('token_requests_at_most' in expect) assert.ok(platform.sent.length <= expect.token_requests_at_most)
  else same('token_requests', platform.sent.length, expect.token_requests)
  if ('grant_state' in expect) same('grant_state', state, expect.grant_state)
  if ('refreshes' in expect) recordsAre('refreshes', platform.refreshes, expect.refreshes)
})

/** Grants that stay fresh without traffic. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { ConfigError, InvalidInput, Keeper, OpenPlatform } from 'open-platform'
import { startSandbox, type World } from 'open-platform/testing'

import { run } from './ffi/helpers.js'
import { folder } from './support/folder.js'

/** A client that a user of the world has logged in to, with tokens that end at once. */
async function loggedIn(world: World, scopes = ['USER_PHONE', 'offline_access']) {
  const platform = new OpenPlatform(world.settings)
  const { url } = await platform.oauth.authorize({ scopes, session: 'session' })
  const code = new URL(await world.consent(url, 'buyer')).searchParams.get('code')!
  const { accessToken, refreshToken, scopes: granted } = await platform.oauth.exchange(code, world.settings.redirectUri!)
  const { key } = await platform.grants.adopt({ accessToken, refreshToken, scopes: granted, expiresAt: new Date() }, { user: 'user-7' })
  return { platform, grant: key }
}

test('a grant is refreshed without a call, and a report says so', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const { platform, grant } = await loggedIn(world)
  const keeper = platform.keeper({ intervalMs: 5000 })
  assert.ok(keeper instanceof Keeper)
  for await (const report of keeper) {
    assert.ok(report.type === 'refreshed', report.type)
    assert.deepEqual([report.grant, report.user], [grant, 'user-7'])
    assert.ok(report.accessExpiresAt > new Date())
    break
  }
  assert.equal((await world.requests('oauth.refresh')).length, 1)
  assert.equal(await platform.drain(), true)

  assert.deepEqual((await platform.grants.ofUser('user-7')).map(({ key, generation }) => [key, generation]), [[grant, 2]])
})

test('a grant that has ended is reported', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const { platform, grant } = await loggedIn(world)
  await world.revokeAccess('buyer')
  const report = await platform.keeper().next()
  assert.ok(report.type === 'reauth_required', report.type)
  assert.deepEqual([report.grant, report.user], [grant, 'user-7'])
  assert.ok(report.reason)
})

test('an iteration ends with its signal and with its client, and loses no report', async () => {
  const platform = new OpenPlatform({ apiKey: 'any', clientId: 'app', clientSecret: 'any', redirectUri: 'https://app.example/back' })
  const stop = new AbortController()
  const reports = (async () => {
    for await (const report of platform.keeper({ signal: stop.signal })) assert.fail(report.type)
  })()
  stop.abort()
  await assert.rejects(reports, { name: 'AbortError' })
  await assert.rejects(platform.keeper({ signal: AbortSignal.timeout(20) }).next(), { name: 'TimeoutError' })

  const waiting = platform.keeper().next()
  await platform.close()
  await assert.rejects(waiting, ConfigError)
  await assert.rejects(platform.keeper().next(), ConfigError)
  assert.equal(await platform.drain(100), true)
  for (const wrong of [-1, 'often', Number.NaN]) assert.throws(() => platform.keeper({ intervalMs: wrong as never }), InvalidInput)
})

test('a keeper keeps a process alive, or not', async () => {
  const program = (options: string, then: string) => `
    import { OpenPlatform } from 'open-platform'
    const platform = new OpenPlatform({ apiKey: 'any', store: 'sqlite://${join(folder(), 'grants.db')}', storeKeys: ['unencrypted'] })
    platform.keeper(${options}).next().catch((error) => console.log(error.name))
    ${then}
  `
  const left = await run(program('{ keepAlive: false }', ''))
  assert.deepEqual([left.code, left.output, left.complaints], [0, '', ''])
  const held = await run(program('{}', "setTimeout(() => platform.close(), 300).unref()"))
  assert.deepEqual([held.code, held.output, held.complaints], [0, 'ConfigError', ''])
})

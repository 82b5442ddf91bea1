/** `open-platform/testing`: starting the sandbox, its worlds, and its end. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'

import { ConfigError, NotFound, OpenPlatform, RateLimited, type Settings } from 'open-platform'
import { SandboxError, startSandbox, withWorld, type World } from 'open-platform/testing'

const packages = join(import.meta.dirname, '../node_modules')

/** A project of its own, which is gone after the test. */
function project(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'open-platform-'))
  mkdirSync(join(folder, 'node_modules'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a test keeps the sandbox for as long as it needs it', async () => {
  let url: string
  {
    await using sandbox = await startSandbox()
    url = sandbox.url
    const world = await sandbox.world()
    const [post] = await world.posts('seller')
    await using platform = new OpenPlatform(world.settings)
    assert.equal((await platform.posts.get(post!.token)).token, post!.token)
    assert.deepEqual((await world.requests('posts.get')).map(({ status, method }) => [method, status]), [['GET', 200]])
  }
  await assert.rejects(fetch(url))
})

test('a test has a world of its own, which is deleted after it', async () => {
  const seen: World[] = []
  const clients: OpenPlatform[] = []
  const city = await withWorld(async (world, platform) => {
    seen.push(world)
    clients.push(platform)
    const { posts: [post] } = await world.add({ posts: [{ owner: 'seller', city: 'tehran' }] })
    return (await platform.posts.get(post!.token)).city
  })
  assert.equal(city, 'tehran')
  await assert.rejects(clients[0]!.posts.get('gZd7omnS'), ConfigError)
  const failed = withWorld((world) => {
    seen.push(world)
    throw new TypeError('of the test')
  })
  await assert.rejects(failed, new TypeError('of the test'))
  const unclosed = withWorld((world, platform) => {
    seen.push(world)
    platform.close = () => Promise.reject(new TypeError('of the client'))
  })
  await assert.rejects(unclosed, new TypeError('of the client'))
  const [first, second] = seen.map(({ settings, name }) => settings.sandboxUrl.replace(name, ''))
  assert.equal(first, second, 'both are in one sandbox')
  for (const world of seen) await assert.rejects(world.users(), SandboxError)
})

test('worlds share nothing', async () => {
  await using sandbox = await startSandbox({ seed: 11 })
  const [one, two] = [await sandbox.world(), await sandbox.world('mine')]
  assert.notEqual(one.settings.apiKey, two.settings.apiKey)
  const { posts: [post] } = await one.add({ posts: [{ owner: 'seller', data: { title: 'A chair' } }] })
  assert.equal((await new OpenPlatform(one.settings).posts.get(post!.token)).token, post!.token)
  await assert.rejects(new OpenPlatform(two.settings).posts.get(post!.token), NotFound)
  assert.equal((await (await sandbox.world('mine')).requests()).length, 1)
  await two.reset()
  assert.equal((await two.requests()).length, 0)
})

test('a client of a world has no store of the environment', async (t) => {
  const file = join(project(t), 'real.db')
  const store = `sqlite:${file}`
  const variables = { OPEN_PLATFORM_STORE: store, OPEN_PLATFORM_STORE_KEYS: 'unencrypted' }
  Object.assign(process.env, variables)
  t.after(() => Object.keys(variables).forEach((name) => delete process.env[name]))
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const { access_token: accessToken, expires_at } = await world.issueTokens('seller', ['USER_PHONE'])
  const adopt = async (settings: Settings) => {
    await using platform = new OpenPlatform(settings)
    const { key } = await platform.grants.adopt({ accessToken, expiresAt: new Date(expires_at), scopes: ['USER_PHONE'] })
    assert.ok(await platform.user(key).users.me())
  }
  for (const settings of [world.settings, { environment: world.environment }]) await adopt(settings)
  assert.ok(!existsSync(file))
  await adopt({ ...world.settings, store, storeKeys: ['unencrypted'] })
  assert.ok(existsSync(file))
})

test('the same seed makes the same world', async () => {
  await using one = await startSandbox({ seed: 5 })
  await using two = await startSandbox({ seed: 5 })
  const [mine, yours] = [await one.world('w'), await two.world('w')]
  assert.deepEqual(await mine.users(), await yours.users())
})

test('faults happen, the clock moves, tokens expire, and a state comes back', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const platform = new OpenPlatform(world.settings)
  const [post] = await world.posts()
  const remove = await world.fault({ on: { endpoint: 'posts.get' }, effects: [{ kind: 'rate_limit', limit: 'minute', retry_after_seconds: 3600 }] })
  await assert.rejects(platform.posts.get(post!.token), RateLimited)
  assert.ok((await world.faults())[0]!.fired >= 1)
  await remove()
  assert.equal((await platform.posts.get(post!.token)).token, post!.token)

  await world.freeze()
  const back = await world.snapshot()
  await world.issueTokens('seller', ['USER_PHONE'])
  assert.equal((await world.tokens())[0]!.access_token_works, true)
  await world.advance(3601)
  assert.equal((await world.tokens())[0]!.access_token_works, false)
  await back()
  assert.equal((await world.tokens()).length, 0)
})

test('a world has the operations of the admin API', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  const [post] = await world.posts()
  await using platform = new OpenPlatform(world.settings)
  await platform.posts.get(post!.token)
  // A parameter in the query, and one in the path.
  const [request] = await world.requests('posts.get')
  assert.deepEqual(await world.requests('users.me'), [])
  assert.equal((await world.request(request!.number)).path, request!.path)
  // A member as the body, another as the result.
  const pair = await world.issueTokens('seller', ['USER_PHONE'])
  assert.equal((await world.tokenReport(pair.access_token)).pair, pair.pair)
  assert.ok((await world.setLimitsUsed({ searches: 3 })).length > 0)
  const fault = await world.addFault({ on: { endpoint: 'posts.get' }, effects: [{ kind: 'drop' }] })
  assert.equal((await world.faults())[0]!.id, fault)
  // No result, and a body that may be absent.
  assert.equal(await world.clearFaults(), undefined)
  assert.deepEqual(await world.faults(), [])
  await world.pauseDeliveries()
  await world.resumeDeliveries()
  await assert.rejects(world.post('no/post'), /GET \/posts\/no%2Fpost/)
})

test('invalid arguments are refused with a reason', async () => {
  await using sandbox = await startSandbox()
  const world = await sandbox.world()
  await assert.rejects(world.post('nosuchpost'), (error) => error instanceof SandboxError && error.status === 404)
  await assert.rejects(world.user('nobody'), /no user "nobody"/)
  await assert.rejects(sandbox.world('a b'), SandboxError)
})

test('a missing command is named, with the remedy', async () => {
  await assert.rejects(startSandbox({ binary: '/no/such/open-platform' }), /no\/such\/open-platform .*OPEN_PLATFORM_BIN/)
  await assert.rejects(startSandbox({ binary: process.execPath }), SandboxError)
})

test('a command of another version is refused, with the remedy', async (t) => {
  const { version } = createRequire(import.meta.url)('open-platform/package.json') as { version: string }
  const binary = join(project(t), 'open-platform')
  for (const [other, shown] of [['9.9.9', '9.9.9'], [undefined, 'unknown']]) {
    const line = JSON.stringify({ version: other, url: 'http://127.0.0.1:1' })
    writeFileSync(binary, `#!/bin/sh\necho '${line}'; cat\n`, { mode: 0o755 })
    await assert.rejects(startSandbox({ binary }), (error: Error) => {
      const said = `is of version ${shown}, but this package of ${version}; run \`cargo install --path packages/cli\``
      assert.ok(error instanceof SandboxError && error.message.includes(said), error.message)
      return true
    })
  }
})

test('the command is the given one, that of the project, or that beside this package, without any PATH', async (t) => {
  const [folder, from, { PATH }] = [project(t), process.cwd(), process.env]
  t.after(() => {
    process.chdir(from)
    process.env['PATH'] = PATH
    delete process.env['OPEN_PLATFORM_BIN']
  })
  process.chdir(folder)
  process.env['PATH'] = folder
  await (await startSandbox()).stop()
  const own = join(folder, 'node_modules/open-platform-cli.js')
  writeFileSync(own, "throw new Error('nothing for this machine')")
  await assert.rejects(startSandbox(), new SandboxError('nothing for this machine'))
  writeFileSync(own, "module.exports = '/projects/own'")
  await assert.rejects(startSandbox(), /^SandboxError: \/projects\/own did not start/)
  process.env['OPEN_PLATFORM_BIN'] = '/named'
  await assert.rejects(startSandbox(), /^SandboxError: \/named did not start/)
})

test('without its package the command is that of the PATH, or the error names the remedy', (t) => {
  const folder = project(t)
  cpSync(join(packages, 'open-platform'), join(folder, 'node_modules/open-platform'), { recursive: true })
  for (const name of readdirSync(packages).filter((name) => /^open-platform-(?!cli)/.test(name))) {
    symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  }
  const program = "import { startSandbox } from 'open-platform/testing'; await (await startSandbox()).stop()"
  const run = (PATH: string) =>
    spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, env: { PATH }, encoding: 'utf8' })
  assert.match(run(folder).stderr, /no such command; run `cargo install --path packages\/cli`/)
  const command = createRequire(import.meta.url)('open-platform-cli') as string
  assert.equal(run(dirname(command)).stderr, '')
})

for (const [how, stop] of Object.entries({ SIGINT: 'SIGINT', SIGTERM: 'SIGTERM', 'the end of its input': undefined } as const)) {
  test(`the command that npm links ends with ${how}`, async () => {
    const command = [join(packages, '.bin/open-platform'), 'sandbox', '--stop-with-stdin']
    const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'pipe'] })
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    if (stop) child.kill(stop)
    else child.stdin.end()
    const [code] = await once(child, 'close')
    assert.deepEqual([code, complaints], [0, ''])
    await assert.rejects(fetch((JSON.parse(line as string) as { url: string }).url))
  })
}

for (const [end, how] of Object.entries({ 'process.kill(process.pid, "SIGKILL")': 'is killed', '': 'forgets it' })) {
  test(`it ends with a process that ${how}`, async () => {
    const program = `import { startSandbox } from 'open-platform/testing'
      const sandbox = await startSandbox()
      process.stdout.write(sandbox.url + '\\n', () => { ${end} })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    await once(child, 'exit')
    // Nothing says when the other process has ended but its address: it stops to answer.
    for (;;) {
      const answers = await fetch(line as string).then(() => true, () => false)
      if (!answers) break
    }
  })
}

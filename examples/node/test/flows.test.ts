/**
 * Tests every example end to end: the app runs as a process, the platform is the sandbox, and the test acts as the
 * users and their browsers.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'

import { completionUrl } from 'open-platform'
import { type admin, startSandbox, type World } from 'open-platform/testing'


const sandbox = await startSandbox()
after(() => sandbox.stop())

test('login', async () => {
  await using app = await App.start('login')
  const phone = (await app.world.user('buyer')).phone
  const browser = new Browser()
  assert.match((await browser.get(app.url)).text, /Log in with your phone number/)

  const back = await app.consent(browser, `${app.url}/oauth/login`, 'buyer')
  const stolen = await new Browser().get(back)
  assert.deepEqual([stolen.status, /did not send its cookie/.test(stolen.text)], [400, true])
  assert.equal((await browser.get(back)).status, 400, 'the login is over: whose it was starts again')
  const again = await app.consent(browser, `${app.url}/oauth/login`, 'buyer')
  const landed = await browser.get(again)
  assert.match((await browser.get(landed.location)).text, new RegExp(`You are ${phone}\\.`))
  assert.equal((await browser.get(again)).status, 400, 'the same address again')
  assert.match((await new Browser().get(app.url)).text, /Log in/, 'another browser is not logged in')
  const out = await browser.post(`${app.url}/logout`)
  assert.match((await browser.get(out.location)).text, /Log in with your phone number/)

  const denied = await browser.get(await app.consent(browser, `${app.url}/oauth/login`, { decision: 'deny' }))
  assert.deepEqual([denied.status, /We cannot know you/.test(denied.text)], [200, true])
})

/** The segments of a minimal JPEG, without image data. */
const photo = Buffer.from('ffd8ffdb0002ffda000200ffd9', 'hex')

function report(score: string, picture: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('score', score)
  form.set('photo', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
  return form
}

test('an add-on on a post', async () => {
  await using app = await App.start('seller-addon')
  const [post] = await app.world.posts('seller')
  const entrance = `${app.url}/?post_token=${post!.token}`
  const seller = new Browser()
  const enter = async (answer: string | admin.Decision, browser = seller) => {
    const login = await browser.get((await browser.get(entrance)).location)
    return browser.get(await app.consent(browser, login.location, answer))
  }
  assert.match((await enter({ decision: 'deny' })).text, /Nothing has changed/)
  const landed = await enter('seller')
  const form = await seller.get(landed.location)
  assert.match(form.text, /Publish the report/)

  const url = landed.location
  const refused = await seller.post(url, report('101', photo))
  assert.deepEqual([refused.status, /percentageScore/.test(refused.text)], [400, true], refused.text)
  assert.equal((await seller.post(url, report('87', Buffer.from('GIF89a')))).status, 400)
  assert.equal((await new Browser().post(url, report('1', photo))).status, 404)
  assert.deepEqual(await app.world.addons(post!.token), [])

  assert.equal((await seller.post(url, report('87', photo))).location, completionUrl())
  const [shown] = await app.world.addons(post!.token)
  assert.deepEqual(shown!.widgets[0], { title_row: { text: 'Inspected', has_divider: true } })
  assert.equal((shown!.widgets[2]!['score_row'] as Record<string, unknown>)['percentage_score'], 87)
  await seller.post(url, report('12', photo))
  const now = await app.world.addons(post!.token)
  assert.equal((now[0]!.widgets[2]!['score_row'] as Record<string, unknown>)['score_color'], 'WARNING_PRIMARY')
  assert.equal(now.length, 1)

  assert.equal((await new Browser().post(`${url}/remove`)).status, 404, 'not by anybody else')
  // A user can grant the scope for a post of another user.
  const stranger = new Browser()
  await enter('buyer', stranger)
  assert.equal((await stranger.post(`${url}/remove`)).status, 403, 'not by another user')
  assert.deepEqual(await app.world.addons(post!.token), now, 'the report is still there')
  assert.equal((await seller.post(`${url}/remove`)).location, completionUrl())
  assert.deepEqual(await app.world.addons(post!.token), [])
  assert.equal((await new Browser().get(app.url)).status, 404)
  assert.equal((await new Browser().get(`${app.url}/posts/nosuchpost`)).status, 404)
})

test('a service in the chat', async () => {
  await using app = await App.start('chat-service')
  const [conversation] = await app.world.conversations()
  const texts = async () => (await app.world.messages(conversation!.id)).map(({ message }) => message['text'])
  const before = (await texts()).length
  const pick: admin.Click = { on: 'chat_service', user: 'seller', conversation: conversation!.id }

  // The seller opens the app in the chat, and requests a payment.
  const opened = (await app.world.click(pick)).opens!
  const seller = new Browser()
  const login = await seller.get(opened)
  const landed = await seller.get(await app.consent(seller, login.location, 'seller'))
  assert.match((await seller.get(landed.location)).text, /Ask for a payment/)
  assert.equal((await seller.post(opened, { toman: 'much' })).status, 422)
  assert.equal((await new Browser().post(opened, { toman: '5' })).status, 404, 'another browser may not')
  assert.equal((await seller.post(opened, { toman: '150000' })).location, completionUrl())
  const asked = (await app.world.messages(conversation!.id)).at(-1)!
  assert.deepEqual([asked.message['text'], asked.author], ['Please pay 150000 toman.', 'seller'])
  assert.equal((await seller.get(opened)).status, 404, 'one message for one click')

  // The buyer clicks the button for the buyer, and pays.
  const button = (user: string): admin.Click => ({ on: 'message_button', user, message: asked.message['id'] as string })
  const payment = (await app.world.click(button('buyer'))).opens!
  const buyer = new Browser()
  assert.match((await buyer.get(payment)).text, /150000 toman/)
  assert.equal((await buyer.post(payment)).location, completionUrl())
  assert.equal((await buyer.post(payment)).location, completionUrl(), 'again, by mistake')
  assert.deepEqual((await texts()).slice(before), ['Please pay 150000 toman.', '150000 toman paid.'])

  // The seller's button shows the status, also with start requests in the old form.
  await app.world.switches({ webhooks: { start_form: 'v1' } })
  assert.match((await seller.get((await app.world.click(button('seller'))).opens!)).text, /Paid\./)

  // Requests without the key are refused.
  await app.world.switches({ webhooks: { authorization: 'wrong' } })
  const refused = await app.world.click(pick)
  assert.deepEqual([refused.status, refused.opens ?? null], [401, null])
})

test('a chatbot', async () => {
  await using app = await App.start('chatbot')
  const [conversation] = await app.world.conversations()
  const post = await app.world.post((conversation!.about as { post: { post: string } }).post.post)
  const { conversations: [chat] } = await app.world.add({ conversations: [{ user: 'buyer' }] })
  const say = (text: string) => app.world.say(chat!.id, 'buyer', text)
  const answers = async () =>
    (await app.world.messages(chat!.id)).filter(({ author }) => author === '').map(({ message }) => message)

  await say(`/start DEMAND_POST ${post.token}`)
  await app.world.waitForRequest('chatbot.reply', 1)
  const [told] = await answers()
  assert.match(told!['text'] as string, / toman$/)
  const button: admin.Click = { on: 'message_button', user: 'buyer', message: told!['id'] as string }
  assert.match((await app.world.click(button)).text_message!, /^\d+0 rial$/)
  const shown = await app.world.click({ ...button, column: 1 })
  assert.deepEqual(shown.action, { open_post_page: { post_token: post.token } })

  // An event that is sent twice, and an event with a wrong key.
  await app.world.switches({ webhooks: { duplicates: 1 } })
  await say('hello')
  await app.world.waitForDelivery('NEW_CHATBOT_MESSAGE', 3)
  await app.world.switches({ webhooks: { duplicates: 0 } })
  await say('/start DEMAND_POST nosuchpost')
  await app.world.waitForRequest('chatbot.reply', 3)
  await app.world.switches({ webhooks: { authorization: 'missing' } })
  assert.equal((await app.world.click(button)).status, 401)
  const help = 'Open me from a post, and I will tell you its price.'
  assert.deepEqual((await answers()).slice(1).map((message) => message['text']), [help, 'I cannot find this post.'])
})

test('an assistant for sellers', async () => {
  await using app = await App.start('seller-assistant')
  const { world } = app
  const [conversation] = await world.conversations()
  const texts = async () => (await world.messages(conversation!.id)).map(({ message }) => message['text'])
  const before = (await texts()).length
  // The clock of the sandbox is frozen, that of the app runs: with a token lifetime of five seconds it refreshes every
  // four.
  await world.freeze()
  await world.switches({ oauth: { access_token_seconds: 5 } })
  const serves = async (sellers: number) => {
    while (!(await new Browser().get(app.url)).text.includes(`It works for ${sellers} sellers.`)) {}
  }
  const seller = new Browser()
  const enter = async () => seller.get(await app.consent(seller, `${app.url}/oauth/login`, 'seller'))
  assert.match((await enter()).text, /At your service/)
  await serves(1)
  const { id } = await world.user('seller')
  assert.deepEqual((await world.subscriptions())[0]!.metadata, { seller: id })

  // A buyer gets an answer; the seller and the app itself do not.
  await world.say(conversation!.id, 'buyer', 'سلام')
  await world.runUntilIdle()
  await world.waitForRequest('conversations.send', 1)
  await world.runUntilIdle()
  await world.say(conversation!.id, 'seller', 'من هم هستم')
  await world.runUntilIdle()
  assert.ok((await world.deliveries()).every(({ state }) => state === 'delivered'))
  const answer = 'Thank you! The seller will write to you soon.'
  assert.deepEqual((await texts()).slice(before), ['سلام', answer, 'من هم هستم'])

  // The first token and its subscription end. The app has newer ones.
  await world.advance(3)
  const refreshed = (await world.requests('oauth.refresh')).length
  await world.waitForRequest('oauth.refresh', refreshed + 2)
  await world.waitForRequest('events.subscribe', refreshed + 3)
  await world.advance(3)
  const tokens = await world.tokens()
  assert.deepEqual([tokens[0]!.access_token_works, tokens.at(-1)!.access_token_works], [false, true])
  await world.say(conversation!.id, 'buyer', 'هستید؟')
  await world.runUntilIdle()
  await world.waitForRequest('conversations.send', 2)
  assert.equal((await texts()).at(-1), answer)

  // The seller revokes the access, grants it again, and the refresh token expires.
  await world.revokeAccess('seller')
  await world.runUntilIdle()
  await serves(0)
  await enter()
  await serves(1)
  await world.advance(31 * 24 * 3600)
  await serves(0)
})

test('a late revocation event does not end a newer login', async () => {
  await using app = await App.start('seller-assistant')
  const { world } = app
  const [conversation] = await world.conversations()
  const enter = async () => {
    const browser = new Browser()
    const { text } = await browser.get(await app.consent(browser, `${app.url}/oauth/login`, 'seller'))
    assert.match(text, /At your service/)
  }
  await enter()
  await world.pauseDeliveries()
  await world.revokeAccess('seller')
  await enter()
  await world.resumeDeliveries()
  await world.waitForDelivery('USER_ACCESS_REVOCATION')
  await world.say(conversation!.id, 'buyer', 'سلام')
  await world.waitForRequest('conversations.send')
  const { message } = (await world.messages(conversation!.id)).at(-1)!
  assert.equal(message['text'], 'Thank you! The seller will write to you soon.')
})

test('the backend of an app on a phone', async () => {
  await using app = await App.start('phone-backend')
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const init = { method, headers: { ...headers, 'content-type': 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await fetch(app.url + path, init)
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const session = { 'x-session': (await ask('POST', '/sign-in', {}, { name: 'someone' })).body.session }
  assert.equal((await ask('POST', '/open-platform/access', { 'x-session': 'invented' })).status, 401)
  assert.equal((await ask('POST', '/open-platform/access', session)).status, 412)

  // As OpenPlatformApp on the phone: opens the consent page, and sends the code to the backend.
  const [conversation] = await app.world.conversations()
  const scopes = ['USER_PHONE', `CONVERSATION_SEND_MESSAGE.${conversation!.id}`]
  const { clientId: client_id, redirectUri: redirect_uri } = app.world.settings as { clientId: string; redirectUri: string }
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: scopes.join(' '), state: 'of-the-phone' })
  const back = new URL(await app.world.consent(`${app.world.settings.sandboxUrl}/auth/oauth2/auth?${query}`, 'buyer'))
  const code = back.searchParams.get('code')
  const granted = await ask('POST', '/open-platform/login', session, { code, redirect_uri, scopes })
  assert.deepEqual([granted.status, granted.body.missing_scopes], [200, []])

  const phone = { authorization: `Bearer ${(await ask('POST', '/open-platform/access', session)).body.token}` }
  const me = await ask('GET', '/open-platform/api/v1/open-platform/users', phone)
  assert.equal(me.body.phone_number, (await app.world.user('buyer')).phone)
  const messages = `/open-platform/api/v2/open-platform/conversations/${conversation!.id}/messages`
  assert.equal((await ask('POST', messages, phone, { type: 'TEXT', message: 'from a phone' })).status, 200)
  const [post] = await app.world.posts('buyer')
  const addon = { widgets: [{ title_row: { text: 'Inspected' } }] }
  const refused = await ask('POST', `/open-platform/api/v2/open-platform/addons/post/${post?.token ?? 'gZd7omnS'}`, phone, addon)
  assert.equal(refused.status, 403)
})

test('an agency', async () => {
  await using app = await App.start('agency')
  const [owner, login] = [new Browser(), `${app.url}/oauth/login`]
  await app.world.freeze()
  assert.match((await owner.get(app.url)).text, /Let us submit/)
  assert.match((await owner.get(await app.consent(owner, login, { decision: 'deny' }))).text, /Nothing has changed/)
  const some: admin.Decision = { decision: 'approve_only', user: 'dealer', scopes: ['USER_POSTS_GET'] }
  assert.match((await owner.get(await app.consent(owner, login, some))).text, /Nothing has changed/)
  const landed = await owner.get(await app.consent(owner, login, 'dealer'))
  assert.match((await owner.get(landed.location)).text, /Submit/)

  const post = (picture: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('title', 'Peugeot 206')
    form.set('photo', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
    return owner.post(app.url, form)
  }
  assert.equal((await post(Buffer.from('GIF89a'))).status, 400)
  const url = (await post(photo)).location
  assert.match((await owner.get(url)).text, /Publish it/)
  assert.equal((await new Browser().get(url)).status, 404)

  // A repetition pays nothing.
  for (let time = 0; time < 2; time += 1) assert.equal((await owner.post(`${url}/pay`)).location, url)
  assert.equal((await app.world.requests('payments.publish')).length, 1)
  // The amount is credited back: the next click is another payment.
  const [first] = (await app.world.money()).transactions
  await app.world.settlePayment(first!.id, 'refunded')
  assert.equal((await owner.post(`${url}/pay`)).location, url)
  const paid = (await app.world.money()).transactions
  assert.equal(paid.length, 2)
  assert.notEqual(paid[0]!.id, first!.id)
  await app.world.advance(5)
  assert.match((await owner.get(url)).text, /POST_STATE_WAITING_FOR_REVIEW/)
  await app.world.advance(60)
  assert.match((await owner.get(url)).text, /Published/)

  assert.equal((await owner.post(url, { title: 'Peugeot 206, reduced' })).location, url)
  await app.world.advance(24 * 3600)
  const shown = (await owner.get(url)).text
  assert.match(shown, /<h1>Peugeot 206, reduced<\/h1>/)
  assert.doesNotMatch(shown, / 0 views/)
})

/** An example as a process, in its own world. */
class App {
  readonly #process: ChildProcess
  #log = ''

  constructor(readonly world: World, readonly url: string, process: ChildProcess) {
    this.#process = process
    process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text
    })
  }

  static async start(name: string): Promise<App> {
    const world = await sandbox.world()
    // The redirect URI must be known before the start, so the port is chosen here. Another process may bind it
    // meanwhile.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      await world.configure({
        redirect_uris: [`${url}/oauth/callback`],
        events_url: `${url}/hooks/events`,
        start_url: `${url}/hooks/start`,
        dynamic_action_url: `${url}/hooks/actions`,
      })
      const child = spawn(process.execPath, [join(import.meta.dirname, `../src/${name}.js`)], {
        env: { ...world.environment, PORT: String(port), OPEN_PLATFORM_APP_KEYS: randomBytes(32).toString('base64') },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const app = new App(world, url, child)
      const lines = createInterface({ input: child.stdout! })
      const ready = await Promise.race([once(lines, 'line').then(([line]) => line), once(child, 'close').then(() => '')])
      if (ready === `listening on ${url}`) return app
      if (!app.#log.includes('EADDRINUSE')) assert.fail(`the example did not start: ${app.#log}`)
    }
    assert.fail('no port was free')
  }

  /** Opens the consent page, answers it, and returns the address of the redirect to the app. */
  async consent(browser: Browser, address: string, answer: string | admin.Decision): Promise<string> {
    const login = address.startsWith(this.url) ? (await browser.get(address)).location : address
    return this.world.consent(login, answer)
  }

  /** Stops the app, and checks that no credential was misplaced and that no secret and no phone number was logged. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill('SIGKILL')
    await once(this.#process, 'close')
    assert.deepEqual((await this.world.credentials()).filter(({ belongs }) => !belongs), [])
    const { apiKey, clientSecret, identificationKeys = [] } = this.world.settings
    for (const secret of [apiKey, clientSecret, ...identificationKeys, 'ory_']) {
      assert.ok(!this.#log.includes(secret!), `a credential is in the log: ${this.#log}`)
    }
    for (const { phone } of await this.world.users()) {
      assert.ok(!this.#log.includes(phone), `a phone number is in the log: ${this.#log}`)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Page {
  status: number
  text: string
  location: string
}

/** A minimal browser: cookies and redirects. */
class Browser {
  readonly #cookies = new Map<string, string>()

  get(url: string): Promise<Page> {
    return this.#send(url, {})
  }

  post(url: string, form: FormData | Record<string, string> = {}): Promise<Page> {
    return this.#send(url, { method: 'POST', body: form instanceof FormData ? form : new URLSearchParams(form) })
  }

  async #send(url: string, request: RequestInit): Promise<Page> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, { ...request, redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=', 2)
      this.#cookies.set(name!, value!)
    }
    const location = answer.headers.get('location')
    return { status: answer.status, text: await answer.text(), location: location ? new URL(location, url).href : '' }
  }
}

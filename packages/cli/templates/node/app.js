/**
 * A first app: shows an add-on on a seller's post, and answers the seller's buyers.
 *
 *     the platform opens /?post_token=… ──> login ──> the add-on is on the post
 *     a buyer writes in the chat        ──> POST /hooks/events ──> an answer
 *
 *     open-platform exec --open -- node app.js
 */
import { createServer } from 'node:http'

import { createHooks, createLogin, OpenPlatform, postTitle, readDirectLink, ReauthRequired, scope, w } from 'open-platform'

const platform = new OpenPlatform()

/** The grant of each seller, by user id. A real app has a database instead. */
const sellers = new Map()

const login = createLogin({
  platform,
  scopes: ({ query }) => [
    scope.postAddonCreate(query.get('post')),
    scope.chatSupplierAllConversationsRead,
    scope.chatSupplierAllConversationsMessageSend,
    scope.userId,
    scope.offlineAccess,
  ],
  // The seller has allowed the access: puts the add-on on the post, and subscribes to the messages of buyers.
  onGranted: async ({ user, grant, returnTo }) => {
    const post = returnTo.replace('/posts/', '')
    await user.addons.createOnPost(post, { widgets: [w.titleRow('Inspected'), w.eventRow('Report', { subtitle: 'By our engineers' })] })
    const { userId } = await user.users.me()
    sellers.set(userId, grant)
    // The platform returns the metadata with every event.
    await user.subscriptions.ensure({ eventType: 'NEW_MESSAGE_ON_POST', metadata: { seller: userId } })
  },
})

const hooks = createHooks({ platform, grantOf: ({ metadata }) => sellers.get(metadata?.seller) })
  // Answers buyers. Messages of the seller and of the app itself are events, too.
  .on('new_message', async ({ message: { sender } }, { user, reply }) => {
    if (user && sender.side === 'BUYER' && sender.kind !== 'BOT') await reply('Thank you! The seller will write to you soon.')
  })

/** The platform opens this page for a post. Anyone can open it: it is not authenticated. */
async function home(address) {
  const { postToken } = readDirectLink(address)
  if (postToken) {
    const post = await platform.posts.get(postToken)
    const link = `/oauth/login?post=${postToken}&return_to=/posts/${postToken}`
    return `<h1>${escape(postTitle(post) ?? postToken)}</h1><a href="${escape(link)}">Show the report</a>`
  }
  for (const [seller, grant] of [...sellers]) {
    try {
      // A call for each seller, which refreshes an access token that has ended.
      await platform.user(grant).users.me()
    } catch (error) {
      if (!(error instanceof ReauthRequired)) throw error
      // The seller has withdrawn the access, and may have logged in again since.
      if (sellers.get(seller) === grant) sellers.delete(seller)
    }
  }
  return `<h1>At your service</h1><p>Buyers of ${sellers.size} sellers get an answer.`
}

const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

async function page(request, response) {
  const { pathname, href } = new URL(request.url, 'http://127.0.0.1')
  const body = pathname.startsWith('/posts/') ? '<h1>The report is on the post</h1>' : await home(href)
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><title>My app</title>${body}`)
}

const [loginRoutes, hookRoutes] = [login.node('/oauth'), hooks.node('/hooks')]

export const server = createServer((request, response) => {
  const failed = (error) => {
    console.error(error)
    response.writeHead(502).end()
  }
  loginRoutes(request, response, () => hookRoutes(request, response, () => page(request, response).catch(failed)))
})

/** Refreshes tokens and renews subscriptions before they end. */
async function keep() {
  for await (const report of platform.keeper()) console.log(report.type)
}

if (process.argv[1] === import.meta.filename) {
  const port = Number(process.env.PORT ?? 8000)
  server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
  void keep()
}

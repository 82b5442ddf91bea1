/**
 * An assistant for sellers, with Express: answers messages of buyers in the seller's name, until the seller revokes
 * the access.
 *
 *     /oauth/login ──> consent page ──> /oauth/callback ──> subscribed
 *     a buyer writes             ──> POST /hooks/events ──> an answer in the seller's name
 *     before a token ends        ──> the keeper refreshes it, and subscribes again
 *     the seller removes the app ──> POST /hooks/events ──> the grant is deleted
 */
import { createServer } from 'node:http'

import express from 'express'
import { createHooks, createLogin, type Delivery, type GrantKey, OpenPlatform, scope } from 'open-platform'

import { listen, page, pageResponse } from './web.js'

const platform = new OpenPlatform()

/** The grants of the sellers, by user id. A real app uses a database instead. */
const sellers = new Map<string, GrantKey>()

const login = createLogin({
  platform,
  scopes: [
    scope.offlineAccess,
    scope.userId,
    scope.chatSupplierAllConversationsRead,
    scope.chatSupplierAllConversationsMessageSend,
    scope.notificationAccessRevocation,
  ],
  onGranted: async ({ user, grant }) => {
    const { userId } = await user.users.me()
    if (!userId) throw new Error('the platform did not tell who this is')
    // The platform sends the metadata back with every event. It identifies the seller; it must not contain the key of
    // the grant.
    await user.subscriptions.ensure({ eventType: 'NEW_MESSAGE_ON_POST', metadata: { seller: userId } })
    const old = sellers.get(userId)
    sellers.set(userId, grant)
    if (old) await platform.grants.forget(old)
    return pageResponse('At your service', '<p>From now on the assistant answers your buyers.</p>')
  },
  onDenied: () => pageResponse('Not now', '<p>The assistant has not been let in.</p>'),
})

/** The grant of the event's seller, by the metadata of the subscription. */
function grantOf({ metadata }: Delivery): GrantKey | undefined {
  const seller = metadata instanceof Object && !Array.isArray(metadata) ? metadata['seller'] : undefined
  return typeof seller === 'string' ? sellers.get(seller) : undefined
}

const hooks = createHooks({ platform, grantOf })
  .on('new_message', async (event, { reply, user }) => {
    const { sender } = event.message
    // Messages of the app and of the seller are events, too: answering them would never end.
    if (!user || sender.kind === 'BOT' || sender.side !== 'BUYER') return
    await reply('Thank you! The seller will write to you soon.')
  })
  .on('user_access_revocation', async ({ revocation: { userId } }) => {
    // The event can be late. The platform is asked which grants have ended: a newer login has not.
    for (const { key, state } of await platform.grants.revoked(userId)) {
      if (state !== 'needs_reauth') continue
      if (sellers.get(userId) === key) sellers.delete(userId)
      // Last: if it fails, the event is repeated and finds the grant again.
      await platform.grants.forget(key)
    }
  })

/**
 * A subscription ends with its access token, and without buyers the app makes no calls that would refresh it. The
 * keeper refreshes every grant in time, and renews its subscriptions.
 */
async function keep(): Promise<void> {
  for await (const report of platform.keeper()) {
    if (report.type === 'reauth_required') {
      for (const [seller, grant] of sellers) if (grant === report.grant) sellers.delete(seller)
    }
    if (report.type !== 'refreshed') console.warn('the keeper reports:', report)
  }
}

const app = express()
app.use('/hooks', hooks.express())
app.use('/oauth', login.express())
app.get('/', (_request, response) => {
  const count = `<p>It works for ${sellers.size} sellers.`
  response.send(page('Never miss a buyer', `${count} <a href=/oauth/login>Let it work for me</a></p>`))
})

void keep()
listen(createServer(app))

/**
 * F6, an assistant for sellers, with Express: it answers buyers at once, day and night, for as long as the seller wants.
 *
 *     /oauth/login ──> consent page ──> /oauth/callback ──> subscribed
 *     a buyer writes             ──> POST /hooks/events ──> an answer in the seller's name
 *     half of a token's life     ──> refreshed, and subscribed again
 *     the seller removes the app ──> POST /hooks/events ──> forgotten
 */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import express from 'express'
import { createHooks, createLogin, type GrantKey, OpenPlatform, ReauthRequired, scope } from 'open-platform'

import { listen, page, pageResponse } from './web.js'

const platform = new OpenPlatform()

/** What each seller has granted, by user id. A real app has a database in this place. */
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
    // The metadata comes back with every event: it tells whose it is.
    await user.subscriptions.ensure({ eventType: 'NEW_MESSAGE_ON_POST', metadata: { grant } })
    const old = sellers.get(userId)
    sellers.set(userId, grant)
    if (old) await platform.grants.forget(old)
    void keep(userId, grant)
    return pageResponse('At your service', '<p>From now on the assistant answers your buyers.</p>')
  },
  onDenied: () => pageResponse('Not now', '<p>The assistant has not been let in.</p>'),
})

const hooks = createHooks({ platform })
  .on('new_message', async (event, { reply, user }) => {
    const { sender } = event.message
    // The app hears its own words too, and the seller's: answering them would never end.
    const isOurs = [...sellers.values()].includes(user?.grant ?? '')
    if (!isOurs || sender.kind === 'BOT' || sender.side !== 'BUYER') return
    await reply('Thank you! The seller will write to you soon.')
  })
  .on('user_access_revocation', async (event) => {
    const { userId } = event.revocation
    const grant = sellers.get(userId)
    sellers.delete(userId)
    if (grant) await platform.grants.forget(grant)
  })

/**
 * A subscription ends with the access token it was made with. Calls refresh tokens by themselves, but a seller without
 * buyers makes no calls for hours, so this refreshes at half time; the subscription is renewed with it.
 */
async function keep(seller: string, grant: GrantKey): Promise<void> {
  while (sellers.get(seller) === grant) {
    const info = await platform.grants.info(grant)
    const half = ((info?.accessExpiresAt.getTime() ?? 0) - Date.now()) / 2
    await sleep(Math.max(half, 1000))
    try {
      if (sellers.get(seller) === grant) await platform.grants.refresh(grant)
    } catch (error) {
      console.warn('a grant was not refreshed:', error)
      // Every other error is for now.
      if (error instanceof ReauthRequired && sellers.get(seller) === grant) sellers.delete(seller)
    }
  }
}

const app = express()
app.use('/hooks', hooks.express())
app.use('/oauth', login.express())
app.get('/', (_request, response) => {
  const count = `<p>It works for ${sellers.size} sellers.`
  response.send(page('Never miss a buyer', `${count} <a href=/oauth/login>Let it work for me</a></p>`))
})

listen(createServer(app))

/**
 * A service in the chat, with Fastify: the seller requests a payment from the buyer, and both see its status.
 *
 *     seller picks the app    ──> POST /hooks/start ──> /requests/{id}: consent, amount ──> a message with a button for each side
 *     buyer clicks "Pay"      ──> POST /hooks/start ──> /payments/{id}: pays            ──> a message that it is paid
 *     seller clicks "Status"  ──> POST /hooks/start ──> /payments/{id}
 */
import Fastify from 'fastify'
import { button, completionUrl, createHooks, createLogin, type GrantKey, OpenPlatform, scope } from 'open-platform'

import { explain, listen, Missing, page, pageResponse, publicUrl, sessionCookie, sessionIn, unguessable } from './web.js'

interface PaymentRequest {
  conversation: string
  /** The seller's session, and its grant to send messages to the conversation. */
  session?: string
  grant?: GrantKey
}

interface Payment {
  conversation: string
  grant: GrantKey
  toman: number
  isPaid: boolean
}

const platform = new OpenPlatform()

/** Payment requests that are not sent yet, and payments. A real app uses a database instead. */
const requests = new Map<string, PaymentRequest>()
const payments = new Map<string, Payment>()

function known<T>(things: Map<string, T>, id: string): T {
  const thing = things.get(id)
  if (!thing) throw new Missing()
  return thing
}

/**
 * The address to open: `extra_data` is set after a click on a button of the app; otherwise the user opened the app in a
 * chat.
 */
const hooks = createHooks({ platform }).onStart(({ extraData, conversationId }) => {
  const { payment } = (extraData ?? {}) as { payment?: string }
  if (payment) return `${publicUrl}/payments/${encodeURIComponent(payment)}`
  if (!conversationId) throw new Missing('a start request without a conversation')
  // The address is unguessable and does not contain the conversation.
  const id = unguessable()
  requests.set(id, { conversation: conversationId })
  return `${publicUrl}/requests/${id}`
})

const requestIn = (path: string | null | undefined) => known(requests, (path ?? '').replace(/^\/requests\//, ''))

const login = createLogin({
  platform,
  session: ({ headers }) => sessionIn(headers.get('cookie')) ?? '',
  scopes: ({ query }) => [scope.conversationSendMessage(requestIn(query.get('return_to')).conversation)],
  onGranted: ({ grant, returnTo }, { headers }) => {
    const session = sessionIn(headers.get('cookie'))
    Object.assign(requestIn(returnTo), { grant, session })
  },
  onDenied: () => pageResponse('No payment', '<p>You did not let us write into the chat. Nothing was sent.</p>'),
})

const app = Fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
  done(null, Object.fromEntries(new URLSearchParams(body as string)))
})
app.register(hooks.fastify(), { prefix: '/hooks' })
app.register(login.fastify(), { prefix: '/oauth' })
app.setErrorHandler((error, _request, reply) => {
  const { status, html } = explain(error)
  return reply.code(status).type('text/html').send(html)
})

type Address = { Params: { id: string } }

/** Asks the seller for the scope for this conversation, then for the amount. */
app.get<Address>('/requests/:id', async (request, reply) => {
  const { grant, session: owner } = known(requests, request.params.id)
  const session = sessionIn(request.headers.cookie)
  if (grant && session === owner) {
    return reply.type('text/html').send(page('Ask for a payment',
      '<form method=post><label>Toman <input name=toman type=number min=1 required></label><button>Ask</button></form>'))
  }
  if (!session) reply.header('Set-Cookie', sessionCookie(unguessable()))
  return reply.redirect(`/oauth/login?return_to=/requests/${request.params.id}`, 303)
})

/** Sends the request to the chat, with different buttons for the two sides. */
app.post<Address & { Body: { toman?: string } }>('/requests/:id', async (request, reply) => {
  const { id } = request.params
  const { conversation, grant, session } = known(requests, id)
  if (!grant || sessionIn(request.headers.cookie) !== session) throw new Missing()
  const toman = Number(request.body?.toman)
  if (!Number.isSafeInteger(toman) || toman < 1) return reply.code(422).send('How much?')
  // Removed first, so that two clicks send one request.
  requests.delete(id)
  const payment = unguessable()
  payments.set(payment, { conversation, grant, toman, isPaid: false })
  await platform.user(grant).conversations.send(conversation, `Please pay ${toman} toman.`, {
    sender: [[button.server('Status', { data: { payment } })]],
    receiver: [[button.server('Pay', { data: { payment } })]],
  })
  return reply.redirect(completionUrl(), 303)
})

app.get<Address>('/payments/:id', async (request, reply) => {
  const { toman, isPaid } = known(payments, request.params.id)
  const state = isPaid ? '<p>Paid.' : '<form method=post><button>Pay</button></form>'
  return reply.type('text/html').send(page('Payment', `<p>${toman} toman</p>${state}`))
})

/**
 * A real app would redirect the buyer to a payment provider. The payment is valid even if the message cannot be sent.
 */
app.post<Address>('/payments/:id', async (request, reply) => {
  const payment = known(payments, request.params.id)
  if (!payment.isPaid) {
    payment.isPaid = true
    const { grant, conversation, toman } = payment
    await platform.user(grant).conversations.send(conversation, `${toman} toman paid.`).catch((error: unknown) => {
      console.warn('the receipt was not sent', error)
    })
  }
  return reply.redirect(completionUrl(), 303)
})

await app.ready()
listen(app.server)

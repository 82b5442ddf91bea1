/**
 * An agency, with Express: the app submits posts of a business, pays for them from its balance, and shows how they
 * do.
 *
 *     /oauth/login ──> consent page ──> GET /: a form ──> POST /: submitted ──> /posts/{token}/pay ──> review ──> published
 *     /posts/{token}: state and views   POST /posts/{token}: a new title
 */
import { createServer } from 'node:http'

import express, { type ErrorRequestHandler, type Request } from 'express'
import { createLogin, type GrantKey, newPaymentId, NotFound, OpenPlatform, scope } from 'open-platform'

import { escape, explain, listen, Missing, page, pageResponse, sessionCookie, sessionIn, unguessable } from './web.js'

const platform = new OpenPlatform()

/** The grants, by session. A real app uses a database instead of this map and of the next. */
const grants = new Map<string, GrantKey>()

/**
 * The id of the payment of each post. It is kept before the post is paid for: a payment whose outcome is unknown is
 * repeated with the same id, so that nothing is paid twice.
 */
const payments = new Map<string, string>()

const login = createLogin({
  platform,
  scopes: [
    scope.offlineAccess,
    scope.userBusinessesRead,
    scope.submitUserPost,
    scope.userPostsGet,
    scope.editUserPost,
    scope.userPostsStatsRead,
  ],
  onGranted: ({ grant, missingScopes }) => {
    if (missingScopes.length > 0) return denied()
    // A new session, to prevent session fixation.
    const session = unguessable()
    grants.set(session, grant)
    return new Response(null, { status: 303, headers: { 'Location': '/', 'Set-Cookie': sessionCookie(session) } })
  },
  onDenied: denied,
})

function denied(): Response {
  return pageResponse('No post', '<p>You did not let us submit posts. Nothing has changed.</p>')
}

/** The grant of this session, if it is valid. */
async function grantOf(request: Request): Promise<GrantKey | undefined> {
  const grant = grants.get(sessionIn(request.headers.cookie) ?? '')
  return grant && (await platform.grants.isUsable(grant)) ? grant : undefined
}

/** The client of the user who logged in with this session. */
async function ownerOf(request: Request) {
  const grant = await grantOf(request)
  if (!grant) throw new Missing()
  return platform.user(grant)
}

const app = express()
app.use('/oauth', login.express())

/** The form, once the owner of the business has logged in. */
app.get('/', async (request, response) => {
  response.send(await grantOf(request)
    ? page('New post', `<form method=post enctype=multipart/form-data>
        <p><label>Title <input name=title required></label>
        <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>
        <p><button>Submit</button>
      </form>`)
    : page('Agency', '<p><a href=/oauth/login>Let us submit posts of your business</a></p>'))
})

/** Submits a post with an image. It waits for its payment. */
app.post('/', express.raw({ type: 'multipart/form-data', limit: '5mb' }), async (request, response) => {
  const user = await ownerOf(request)
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' }
  const form = await new Response(request.body, { headers }).formData()
  const [title, photo] = [String(form.get('title') ?? ''), form.get('photo')]
  const [business] = (await user.users.businesses()).businesses
  if (!business) throw new Missing()
  const image = await platform.ownPosts.uploadImage(photo instanceof File ? photo : new Uint8Array())
  const { postToken } = await user.ownPosts.submit({
    businessToken: business.businessToken,
    generalData: {
      categorySlug: 'light',
      title,
      description: 'White, with one owner',
      images: [image.path],
      city: 'tehran',
      locationType: 'LOCATION_TYPE_EMPTY',
      chatEnabled: true,
    },
    // The members that the form of the category asks for: platform.assets.submitSchema('light').
    categoryFields: {
      brand_model: 'Peugeot 206 5',
      color: 'سفید',
      production_year: 1398,
      usage: 61_000,
      price: 780_000_000,
    },
  })
  payments.set(postToken, newPaymentId())
  response.redirect(303, `/posts/${postToken}`)
})

/** The state of a post, and how often it was viewed. The platform refuses to show them to anyone but the owner. */
app.get('/posts/:token', async (request, response) => {
  const { token } = request.params
  const user = await ownerOf(request)
  const post = await user.ownPosts.get(token)
  let body = `<p>${escape(post.state)}</p>`
  if (post.state === 'POST_STATE_WAITING_FOR_PAYMENT') {
    body = `<form method=post action="/posts/${escape(token)}/pay"><button>Publish it</button></form>`
  } else if (post.state === 'POST_STATE_PUBLISHED') {
    const { views } = await user.ownPosts.stats(token)
    body = `<p>Published, with ${views?.total ?? 0} views in the last week.</p>
      <form method=post><input name=title required><button>Change the title</button></form>`
  }
  response.send(page(escape(post.generalData.title), body))
})

/** Pays for the publication. Looks first whether the payment exists: the answer to an earlier attempt may have been lost. */
app.post('/posts/:token/pay', async (request, response) => {
  const { token } = request.params
  const [user, id] = [await ownerOf(request), payments.get(token)]
  if (!id) throw new Missing()
  const found = await platform.payments.transaction(id).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
  const isCreditedBack = found?.state === 'TRANSACTION_STATE_FAILED' || found?.state === 'TRANSACTION_STATE_REFUNDED'
  // That is another payment: the same one for two clicks at once.
  if (isCreditedBack && payments.get(token) === id) payments.set(token, newPaymentId())
  if (!found || isCreditedBack) await user.payments.publish(token, { id: payments.get(token)! })
  response.redirect(303, `/posts/${encodeURIComponent(token)}`)
})

/** Changes the title. The change is visible after its review. */
app.post('/posts/:token', express.urlencoded(), async (request, response) => {
  const { token } = request.params
  await (await ownerOf(request)).ownPosts.edit(token, { title: String(request.body.title) })
  response.redirect(303, `/posts/${encodeURIComponent(token)}`)
})

app.use(((error, _request, response, _next) => {
  const { status, html } = explain(error)
  response.status(status).send(html)
}) satisfies ErrorRequestHandler)

listen(createServer(app))

/**
 * An add-on on a seller's post, with Hono: the app shows an inspection report on the page of the post.
 *
 *     the platform opens /?post_token=… ──> consent page ──> /posts/{token}: a form ──> the report is on the post
 */
import type { Server } from 'node:http'

import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import {
  completionUrl, createLogin, type GrantKey, OpenPlatform, type PostAddon, postTitle, readDirectLink, scope, w,
} from 'open-platform'

import { escape, explain, listen, Missing, page, pageResponse, sessionCookie, sessionIn, unguessable } from './web.js'

const platform = new OpenPlatform()

/** The grants, by session and path of the post. A real app uses a database instead. */
const grants = new Map<string, GrantKey>()

const login = createLogin({
  platform,
  session: ({ headers }) => sessionIn(headers.get('cookie')) ?? '',
  scopes: ({ query }) => [scope.postAddonCreate((query.get('return_to') ?? '').replace(/^\/posts\//, ''))],
  onGranted: ({ grant, returnTo }, { headers }) => {
    grants.set(`${sessionIn(headers.get('cookie'))} ${returnTo}`, grant)
  },
  onDenied: () => pageResponse('No report', '<p>You did not let us write on your post. Nothing has changed.</p>'),
})

/** The grant of this session for a post, if it is valid. */
async function grantFor(session: string | undefined, token: string): Promise<GrantKey | undefined> {
  const grant = grants.get(`${session} /posts/${token}`)
  return grant && (await platform.grants.isUsable(grant)) ? grant : undefined
}

const app = new Hono()
app.get('/oauth/:step', (context) => login.fetch(context.req.raw))

/** The platform opens this address when a seller selects the app. Anyone can open it: it is not authenticated. */
app.get('/', (context) => {
  const { postToken } = readDirectLink(context.req.url)
  if (!postToken) throw new Missing()
  return context.redirect(`/posts/${encodeURIComponent(postToken)}`, 303)
})

/** The form, after the seller has granted the scope for this post. */
app.get('/posts/:token', async (context) => {
  const token = context.req.param('token')
  const post = await platform.posts.get(token)
  const session = sessionIn(context.req.header('cookie'))
  if (!(await grantFor(session, token))) {
    if (!session) context.header('Set-Cookie', sessionCookie(unguessable()))
    return context.redirect(`/oauth/login?return_to=/posts/${token}`, 303)
  }
  return context.html(page('Inspection', `<p>${escape(postTitle(post) ?? '')}</p>
    <form method=post enctype=multipart/form-data>
      <p><label>Score <input name=score type=number min=0 max=100 required></label>
      <p><label>Photo <input name=photo type=file accept=image/jpeg required></label>
      <p><button>Publish the report</button>
    </form>
    <form method=post action="/posts/${escape(token)}/remove"><button>Remove the report</button></form>`))
})

/** Adds the report to the post. A second call replaces the first report. */
app.post('/posts/:token', bodyLimit({ maxSize: 5_000_000 }), async (context) => {
  const token = context.req.param('token')
  const grant = await grantFor(sessionIn(context.req.header('cookie')), token)
  if (!grant) throw new Missing()
  const form = await context.req.formData()
  const [score, photo] = [Number(form.get('score')), form.get('photo')]
  const image = await platform.images.upload(photo instanceof File ? photo : new Uint8Array())
  const report: PostAddon = {
    widgets: [
      w.titleRow('Inspected', { hasDivider: true }),
      w.eventRow('Report', { subtitle: 'By our engineers, today', image }),
      w.scoreRow('Condition', { percentageScore: score, scoreColor: score < 50 ? 'WARNING_PRIMARY' : 'SUCCESS_PRIMARY' }),
    ],
    // A name that the platform knows: its value is stored readable, and buyers can search for it.
    ...(score >= 50 && { semantic: { inspection_result: 'INSPECTION_APPROVED' } }),
  }
  await platform.user(grant).addons.createOnPost(token, report)
  return context.redirect(completionUrl(), 303)
})

/**
 * Removes the report. The platform checks whose post it is only when an add-on is created, not when one is removed. So the
 * first call replaces the report by an empty one, which is refused for another user's post; the second removes it.
 */
app.post('/posts/:token/remove', async (context) => {
  const token = context.req.param('token')
  const grant = await grantFor(sessionIn(context.req.header('cookie')), token)
  if (!grant) throw new Missing()
  await platform.user(grant).addons.createOnPost(token, { widgets: [], allowEmpty: true })
  await platform.addons.deleteFromPost(token)
  return context.redirect(completionUrl(), 303)
})

app.onError((error) => {
  const { status, html } = explain(error)
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
})

listen(createAdaptorServer({ fetch: app.fetch }) as Server)

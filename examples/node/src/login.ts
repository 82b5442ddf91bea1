/**
 * Login, with Express: the app identifies its users by their phone numbers on the platform.
 *
 *     GET /oauth/login ──> consent page ──> GET /oauth/callback ──> GET /
 */
import { createServer } from 'node:http'

import express, { type ErrorRequestHandler } from 'express'
import { createLogin, OpenPlatform, scope, userPhone } from 'open-platform'

import { escape, explain, listen, page, pageResponse, sessionCookie, sessionIn, unguessable } from './web.js'

const platform = new OpenPlatform()

/** The phone numbers of the logged-in users, by session. A real app uses a database instead. */
const visitors = new Map<string, string>()

const login = createLogin({
  platform,
  scopes: [scope.userPhone, scope.userId],
  onGranted: async ({ user, grant }) => {
    const phone = userPhone(await user.users.me())
    // This app only identifies users, so it keeps no tokens.
    await platform.grants.forget(grant)
    // A new session, to prevent session fixation.
    const session = unguessable()
    visitors.set(session, phone ?? 'somebody')
    return new Response(null, { status: 303, headers: { 'Location': '/', 'Set-Cookie': sessionCookie(session) } })
  },
  onDenied: () => pageResponse('Not logged in', '<p>We cannot know you without your phone number.</p>'),
})

const app = express()
app.use('/oauth', login.express())

app.get('/', (request, response) => {
  const phone = visitors.get(sessionIn(request.headers.cookie) ?? '')
  response.send(page('Welcome', phone
    ? `<p>You are ${escape(phone)}.</p><form method=post action=/logout><button>Log out</button></form>`
    : '<p><a href=/oauth/login>Log in with your phone number</a></p>'))
})

app.post('/logout', (request, response) => {
  visitors.delete(sessionIn(request.headers.cookie) ?? '')
  response.redirect(303, '/')
})

app.use(((error, _request, response, _next) => {
  const { status, html } = explain(error)
  response.status(status).send(html)
}) satisfies ErrorRequestHandler)

listen(createServer(app))

/**
 * The backend of an app on a phone, with Express: the phone holds neither key nor token of the platform.
 *
 *     POST /sign-in            the app's own login, of whatever kind: here a name is enough
 *     POST /open-platform/…    what OpenPlatformApp of the packages for Kotlin and Swift talks to
 */
import { createServer } from 'node:http'

import express from 'express'
import { createAppGateway } from 'open-platform'

import { listen, unguessable } from './web.js'

/** Who is signed in, by session. A real app has a database in this place. */
const sessions = new Map<string, string>()

const gateway = createAppGateway({
  // Whose phone it is: asked when the phone wants access, not for each call.
  user: ({ headers }) => sessions.get(headers.get('x-session') ?? ''),
  // Without this a phone can only read. It may speak for its user, and vouches for nothing.
  allow: ['conversations.send'],
})

const app = express()
app.use('/open-platform', gateway.express())

// The app's own login has nothing to do with the platform. A real app asks for a password, a passkey or a code by SMS.
app.post('/sign-in', express.json(), (request, response) => {
  const session = unguessable()
  sessions.set(session, String(request.body.name))
  response.json({ session })
})

listen(createServer(app))

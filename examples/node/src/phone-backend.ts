/**
 * The backend of an app on a phone, with Express: the phone has no key and no token of the platform.
 *
 *     POST /sign-in            the app's own login; a name is enough here
 *     POST /open-platform/…    what OpenPlatformApp of the packages for Kotlin and Swift talks to
 */
import { createServer } from 'node:http'

import express from 'express'
import { createAppGateway } from 'open-platform'

import { listen, unguessable } from './web.js'

/** The signed-in users, by session. A real app uses a database instead. */
const sessions = new Map<string, string>()

const gateway = createAppGateway({
  // The user of the phone. Called when the phone asks for access, not for each call.
  user: ({ headers }) => sessions.get(headers.get('x-session') ?? ''),
  // Writing calls must be allowed by name.
  allow: ['conversations.send'],
})

const app = express()
app.use('/open-platform', gateway.express())

// The app's own login, independent of the platform. A real app asks for a password, a passkey or a code by SMS.
app.post('/sign-in', express.json(), (request, response) => {
  const session = unguessable()
  sessions.set(session, String(request.body.name))
  response.json({ session })
})

listen(createServer(app))

/**
 * Code that the example apps share and that does not use the platform: the session cookie, pages and error pages.
 */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'

import { AmbiguousOutcome, InvalidInput, MissingScope, NotFound, OAuthError, RefreshUnavailable } from 'open-platform'

/** An unguessable text of 128 random bits, for session ids and secret addresses. */
export function unguessable(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Over https the prefix `__Host-` makes browsers refuse a cookie that was set by another host of the domain. The examples have their
 * redirect address in this variable; an app that sets it elsewhere asks `platform.redirectUri`.
 */
const secure = process.env['OPEN_PLATFORM_REDIRECT_URI']?.startsWith('https:') ?? false
const cookie = secure ? '__Host-session' : 'session'

/** The session in a header `Cookie`, if there is one. */
export function sessionIn(header: string | null | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  const id = pairs.find(([name]) => name === cookie)?.[1]
  return id && /^[0-9a-f]{32}$/.test(id) ? id : undefined
}

/**
 * The header `Set-Cookie` for a session. `HttpOnly` makes it unreadable for scripts. With `SameSite=Lax` it is not sent
 * with forms of other sites, but it is sent with the redirect from the platform.
 */
export function sessionCookie(session: string): string {
  return `${cookie}=${session}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** A page. `body` is HTML: `escape` all other text in it. */
export function page(title: string, body: string): string {
  return '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><h1>${title}</h1>${body}</html>`
}

/** The page as a response. */
export function pageResponse(title: string, body: string): Response {
  return new Response(page(title, body), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Escapes text for HTML, also inside quotes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The address does not exist. */
export class Missing extends Error {}

/**
 * Converts an error to a page that says what the user can do. Details are logged: the texts of the platform's errors
 * have no credentials.
 */
export function explain(error: unknown): { status: number; html: string } {
  const sorry = (status: number, sentence: string) => ({ status, html: page('Sorry', `<p>${escape(sentence)}</p>`) })
  if (error instanceof Missing || error instanceof NotFound) return sorry(404, 'There is nothing here.')
  console.warn(error)
  if (error instanceof InvalidInput) return sorry(400, `This cannot be sent. ${error.message}.`)
  if (error instanceof MissingScope) return sorry(403, 'You may not do this.')
  if (error instanceof RefreshUnavailable) return sorry(503, 'The platform is not available. Please try again later.')
  if (error instanceof OAuthError) return sorry(400, 'Please log in again.')
  if (error instanceof AmbiguousOutcome) {
    return sorry(502, 'It is not certain whether that worked. Please look before you do it again.')
  }
  return sorry(502, 'The platform did not do it. Please try again later.')
}

/** The port of the app on this machine. In production a proxy in front of it terminates TLS. */
export const port = Number(process.env['PORT'] ?? 8000)

/** The public address of the app. */
export const publicUrl = process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`

export function listen(server: Server): void {
  server.listen(port, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`))
}

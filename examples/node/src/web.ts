/**
 * What the example apps have in common and what is about the web, not about the platform: the session cookie, pages, and
 * errors as pages.
 */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'

import { AmbiguousOutcome, InvalidInput, NotFound, OAuthError, RefreshUnavailable } from 'open-platform'

/** Where the platform wants users back when the app is done with them. */
export const COMPLETION_URL = 'https://open-platform-redirect.divar.ir/completion'

/** A text that nobody can guess: 128 random bits. For session ids, and for addresses that are their own key. */
export function unguessable(): string {
  return randomBytes(16).toString('hex')
}

/** Over https the prefix `__Host-` makes browsers refuse a cookie that another host of the domain has planted. */
const secure = process.env['OPEN_PLATFORM_REDIRECT_URI']?.startsWith('https:') ?? false
const cookie = secure ? '__Host-session' : 'session'

/** The session in a header `Cookie`, if there is one. */
export function sessionIn(header: string | null | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  const id = pairs.find(([name]) => name === cookie)?.[1]
  return id && /^[0-9a-f]{32}$/.test(id) ? id : undefined
}

/**
 * The header `Set-Cookie` for a session. `HttpOnly` keeps scripts away from it. `SameSite=Lax` keeps other sites from
 * posting forms with it, and lets it arrive when the platform sends the user back, which is a link.
 */
export function sessionCookie(session: string): string {
  return `${cookie}=${session}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** A page: `body` is HTML, so `escape` what comes from outside. */
export function page(title: string, body: string): string {
  return '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><h1>${title}</h1>${body}</html>`
}

/** The same as an answer. */
export function pageResponse(title: string, body: string): Response {
  return new Response(page(title, body), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

/** Text as it may stand in HTML, also inside quotes. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** There is nothing at this address. */
export class Missing extends Error {}

/** What the user can do about an error. Details go to the log: the texts of the platform's errors hold no credential. */
export function explain(error: unknown): { status: number; html: string } {
  const sorry = (status: number, sentence: string) => ({ status, html: page('Sorry', `<p>${escape(sentence)}</p>`) })
  if (error instanceof Missing || error instanceof NotFound) return sorry(404, 'There is nothing here.')
  console.warn(error)
  if (error instanceof InvalidInput) return sorry(400, `This cannot be sent. ${error.message}.`)
  if (error instanceof RefreshUnavailable) return sorry(503, 'The platform is not available. Please try again later.')
  if (error instanceof OAuthError) return sorry(400, 'Please log in again.')
  if (error instanceof AmbiguousOutcome) {
    return sorry(502, 'It is not certain whether that worked. Please look before you do it again.')
  }
  return sorry(502, 'The platform did not do it. Please try again later.')
}

/** The port on which the app listens on this machine: a proxy in front of it ends TLS. */
export const port = Number(process.env['PORT'] ?? 8000)

/** Where users reach the app. */
export const publicUrl = process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`

export function listen(server: Server): void {
  server.listen(port, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}`))
}

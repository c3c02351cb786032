import { left, right } from 'fp-ts/lib/Either.js'
import { createTransport } from 'nodemailer'
import type { Mailer } from '../../application/ports/mail/mailer.ts'
import { mailText, unsubscribeHeaders } from './mail-texts.ts'
import { failureOf } from './smtp-failure.ts'

interface SmtpMailerOptions {
  /**
   * `smtp://` or `smtps://`, with user and password where needed. With `smtp://` the mailer sends no mail before
   * STARTTLS, unless the server is on this machine or the URL says `?requireTLS=false`.
   */
  readonly url: string
  readonly from: string
  /** Milliseconds for connecting, the same for the greeting, and twice that for any later silence. */
  readonly stepTimeoutMs?: number
  /** Milliseconds for a whole attempt, however often the server sends a part of a reply. */
  readonly attemptTimeoutMs?: number
}

export interface ClosableMailer extends Mailer {
  close(): void
}

const STEP_TIMEOUT_MS = 15_000
/** Three steps on the way to the server, and ten replies: shorter than the claim of a mail. */
const ATTEMPT_TIMEOUT_MS = 345_000
const MAX_CONNECTIONS = 2

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

const requiresTls = (url: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtp:' && !LOOPBACK.test(hostname) && searchParams.get('requireTLS') !== 'false'
}

/** Sends through a mail server over a few connections that stay open. */
export const smtpMailer = (options: SmtpMailerOptions): ClosableMailer => {
  const { url, from, stepTimeoutMs = STEP_TIMEOUT_MS, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS } = options
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    // Longer than the greeting's limit, so that a server without a greeting is reported as that.
    socketTimeout: 2 * stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // A mail has links that open accounts. An attacker on the network could remove an optional STARTTLS and read them.
    ...(requiresTls(url) ? { requireTLS: true } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The pool reports connections that break while idle. The next mail opens another.
  transport.on('error', () => undefined)
  return {
    atOnce: MAX_CONNECTIONS,
    send: async (message) => {
      const { id, to, locale } = message
      const { subject, body } = mailText(message)
      const headers = { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale, ...unsubscribeHeaders(message) }
      try {
        // The address is passed as an object, because the library parses a string as a list.
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text: body,
          headers,
          messageId: `<${id}@${domainOf(from)}>`,
          // The timeouts of the library are for silence. A server that adds to a reply for ever is never silent.
          signal: AbortSignal.timeout(attemptTimeoutMs),
        })
        return right(null)
      } catch (error) {
        return left(failureOf(error))
      }
    },
    close: () => transport.close(),
  }
}

const domainOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'

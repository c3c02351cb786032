import { left, right } from 'fp-ts/lib/Either.js'
import { createTransport } from 'nodemailer'
import type { Mailer, MailFailure } from '../../application/ports/mail/mailer.ts'
import { mailText, unsubscribeHeaders } from './mail-texts.ts'

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

/** The SMTP commands whose failure concerns this mail only, and not our login or the state of the server. */
const MESSAGE_COMMANDS = new Set(['RCPT TO', 'DATA'])

/** The library's names of failures before the mail is sent. */
const NOT_SENT_CODES = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE'])
const NOT_SENT_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])

/** The names of refused certificates and failed handshakes. They come before the mail is sent. */
const TLS_REFUSALS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

const field = (error: object, name: string): string => {
  const value: unknown = name in error ? Reflect.get(error, name) : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * A 5xx to the recipient or the mail is final. Every other failure is temporary: the server is down, busy, or set up
 * wrongly. It stays unknown whether a mail arrived only when the connection broke or went silent before the reply.
 */
const failureOf = (error: unknown): MailFailure => {
  if (!(error instanceof Error)) return { tag: 'mail_delayed', reason: String(error), mayHaveBeenSent: true }
  const status = field(error, 'responseCode')
  if (status.startsWith('5') && MESSAGE_COMMANDS.has(field(error, 'command'))) {
    return { tag: 'mail_refused', reason: error.message }
  }
  const isBeforeSend =
    field(error, 'syscall') === 'connect' ||
    NOT_SENT_CODES.has(field(error, 'code')) ||
    TLS_REFUSALS.test(field(error, 'originalCode')) ||
    NOT_SENT_TIMEOUTS.has(field(error, 'timeoutType'))
  return { tag: 'mail_delayed', reason: error.message, mayHaveBeenSent: status === '' && !isBeforeSend }
}

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

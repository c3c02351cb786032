import { left, right } from 'fp-ts/lib/Either.js'
import { createTransport } from 'nodemailer'
import type { Mailer, MailFailure } from '../../application/ports/mailer.ts'
import { mailText } from './mail-texts.ts'

export interface SmtpMailerOptions {
  /**
   * `smtp://` or `smtps://`, with user and password where needed. By `smtp://` nothing is sent before STARTTLS, unless
   * the server is on this machine or the URL says `?requireTLS=false`.
   */
  readonly url: string
  readonly from: string
  /** For connecting and for the greeting each, and twice that for any silence later. */
  readonly stepTimeoutMs?: number
}

export interface ClosableMailer extends Mailer {
  close(): void
}

const STEP_TIMEOUT_MS = 15_000
const MOST_CONNECTIONS = 2

/** Asked of the recipient's server about this letter, as opposed to us, our login or its state today. */
const ABOUT_THE_LETTER = new Set(['RCPT TO', 'DATA'])

/** Failures that come before a letter is on its way, by the library's names. */
const EARLY_CODES = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE'])
const EARLY_TIMEOUTS = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])

/** The names of refused certificates and failed handshakes: no letter leaves before them. */
const TLS_REFUSALS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/

const field = (error: object, name: string): string => {
  const value: unknown = name in error ? Reflect.get(error, name) : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * A 5xx to the recipient or the letter is final. Everything else passes: servers that are down, busy, or set up
 * wrongly. Whether a letter arrived stays open only when the line broke or went silent with no word about it.
 */
const failureOf = (error: unknown): MailFailure => {
  if (!(error instanceof Error)) return { tag: 'mail_delayed', reason: String(error), mayHaveGone: true }
  const status = field(error, 'responseCode')
  if (status.startsWith('5') && ABOUT_THE_LETTER.has(field(error, 'command'))) {
    return { tag: 'mail_refused', reason: error.message }
  }
  const isEarly =
    field(error, 'syscall') === 'connect' ||
    EARLY_CODES.has(field(error, 'code')) ||
    TLS_REFUSALS.test(field(error, 'originalCode')) ||
    EARLY_TIMEOUTS.has(field(error, 'timeoutType'))
  return { tag: 'mail_delayed', reason: error.message, mayHaveGone: status === '' && !isEarly }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

const demandsTls = (url: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtp:' && !LOOPBACK.test(hostname) && searchParams.get('requireTLS') !== 'false'
}

/** Sends through a mail server over a few kept connections. */
export const smtpMailer = ({ url, from, stepTimeoutMs = STEP_TIMEOUT_MS }: SmtpMailerOptions): ClosableMailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    // Longer than the greeting's, so that a server that never said a word is known for that.
    socketTimeout: 2 * stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // A letter carries links that open accounts: an attacker on the way could strip an optional STARTTLS and read them.
    ...(demandsTls(url) ? { requireTLS: true } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The pool tells of connections that break while idle; the next letter opens another.
  transport.on('error', () => undefined)
  return {
    send: async (letter) => {
      const { id, to, locale } = letter
      const { subject, body } = mailText(letter)
      const headers = { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale }
      try {
        // An address is passed as an object: a string would be parsed as a list.
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text: body,
          headers,
          messageId: `<${id}@${domainOf(from)}>`,
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

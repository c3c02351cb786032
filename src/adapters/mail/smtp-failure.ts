import type { MailFailure } from '../../application/ports/mail/mailer.ts'

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

/** The enhanced code of a reply (RFC 3463): its subject and its detail. */
const ENHANCED = /^\d{3}[ -]5\.(\d{1,3}\.\d{1,3})\b/

/** Details of a bad sender, and of too many mails sent; the codes of a recipient are beside them. */
const SENDER_DETAILS = new Set(['1.7', '1.8', '4.5'])

/** Codes of a missing or failed login, which servers also give for a recipient. */
const LOGIN_CODES = new Set(['530', '535', '538'])

/** How servers without a code of its own say that they send no more for us today, or nothing without a login. */
const SENDER_WORDS = /\b(quota|limit|limits|rate|credits|relay|relaying|sender|authenticated|authentication)\b/i

const RECIPIENT_WORDS = /\b(mailbox|recipient)\b/i

/**
 * Whether a 5xx to the recipient or the mail is about us: a server checks the login, the sender and what it lets us
 * send only here. An operator, or the next day, ends that, and no mail may be lost by it. A refusal of what the mail
 * says, as of spam, is about the mail.
 */
const isAboutSender = (command: string, status: string, response: string): boolean => {
  if (LOGIN_CODES.has(status)) return true
  const detail = ENHANCED.exec(response)?.[1] ?? ''
  if (SENDER_DETAILS.has(detail)) return true
  const [subject] = detail.split('.')
  if (subject === '7' && command === 'RCPT TO') return true
  if (subject === '1' || subject === '2') return false
  return SENDER_WORDS.test(response) && !RECIPIENT_WORDS.test(response)
}

/**
 * A 5xx to the recipient or the mail is final, unless it is about us. Every other failure is temporary: the server is
 * down, busy, or set up wrongly. It stays unknown whether a mail arrived only when the connection broke or went silent
 * before the reply.
 */
export const failureOf = (error: unknown): MailFailure => {
  if (!(error instanceof Error)) return { tag: 'mail_delayed', reason: String(error), mayHaveBeenSent: true }
  const status = field(error, 'responseCode')
  const command = field(error, 'command')
  const isOfMessage = status.startsWith('5') && MESSAGE_COMMANDS.has(command)
  if (isOfMessage && !isAboutSender(command, status, field(error, 'response'))) {
    return { tag: 'mail_refused', reason: error.message }
  }
  const isBeforeSend =
    field(error, 'syscall') === 'connect' ||
    NOT_SENT_CODES.has(field(error, 'code')) ||
    TLS_REFUSALS.test(field(error, 'originalCode')) ||
    NOT_SENT_TIMEOUTS.has(field(error, 'timeoutType'))
  return { tag: 'mail_delayed', reason: error.message, mayHaveBeenSent: status === '' && !isBeforeSend }
}

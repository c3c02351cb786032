import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { left, right } from 'fp-ts/lib/Either.js'
import { thrownMessage } from '../../application/thrown-message.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { MailMessage, Mailer } from '../../application/ports/mail/mailer.ts'
import { mailText, unsubscribeHeaders } from './mail-texts.ts'

interface FileMailerOptions {
  /** Created when the first mail is written. */
  readonly directory: string
  readonly from: string
  readonly clock: Clock
}

/** RFC 2047, in pieces of at most 75 characters. */
const headerText = (text: string): string => {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 42) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}

/** The whole mail in 8-bit text, so that a person can read the mail and its link with any editor. */
const formatEml = (message: MailMessage, from: string, nowMs: number): string => {
  const { id, to, locale } = message
  const { subject, body } = mailText(message)
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${new Date(nowMs).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@localhost>`,
    `Content-Language: ${locale}`,
    ...Object.entries(unsubscribeHeaders(message)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}`
}

/**
 * Writes each mail to a file that only this user may read, for installations without a mail server. The file appears
 * whole, and file names sort by time.
 */
export const fileMailer = ({ directory, from, clock }: FileMailerOptions): Mailer => ({
  atOnce: 1,
  send: async (message) => {
    const nowMs = clock.now()
    const time = new Date(nowMs).toISOString().replaceAll(':', '-')
    const path = join(directory, `${time}-${message.id}.eml`)
    const part = `${path}.part`
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(part, formatEml(message, from, nowMs), { mode: 0o600 })
      await rename(part, path)
      return right(null)
    } catch (error) {
      // The next attempt has another name: on a full disk each would leave a part, with the link of its mail.
      await rm(part, { force: true }).catch(() => undefined)
      const reason = thrownMessage(error)
      return left({ tag: 'mail_delayed', reason, mayHaveBeenSent: false })
    }
  },
})

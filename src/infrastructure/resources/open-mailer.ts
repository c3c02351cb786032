import { join } from 'node:path'
import { fileMailer } from '../../adapters/mail/file-mailer.ts'
import { smtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import type { ClosableMailer } from '../../adapters/mail/smtp-mailer.ts'
import type { Clock } from '../../application/ports/process/clock.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../observability/logging.ts'

/** The configured mail server, or files in the data directory. */
export const openMailer = (config: Config, clock: Clock, log: Log): ClosableMailer => {
  const { smtpUrl, from } = config.mail
  if (smtpUrl !== null) return smtpMailer({ url: smtpUrl, from })
  const directory = join(config.dataDir, 'mail')
  if (config.production) log.warn({ directory }, 'mail goes into files and reaches no user; set SMTP_URL')
  return { ...fileMailer({ directory, from, clock }), close: () => undefined }
}

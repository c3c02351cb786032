import { pruneMail as makePruneMail } from '../../application/mail/prune-mail.ts'
import { sendDueMail as makeSendDueMail } from '../../application/mail/send-due-mail.ts'
import { mailLinks } from '../config/mail-links.ts'
import { mail, oneTimeTokens, unitOfWork } from './persistence.ts'
import { provision } from './provision.ts'
import { config, log, mailer } from './resources.ts'
import { clock, oneTimeSecrets } from './runtime.ts'

export const sendDueMail = provision(
  'sendDueMail',
  ({ config: links, log: out, ...deps }) =>
    makeSendDueMail({
      ...deps,
      linkOf: mailLinks(links),
      onFailure: (mailId, { tag, reason }) => out.warn({ mailId, failure: tag, reason }, 'a mail was not sent'),
    }),
  { config, log, mail, oneTimeTokens, oneTimeSecrets, unitOfWork, mailer, clock },
)
export const pruneMail = provision('pruneMail', makePruneMail, { mail, oneTimeTokens, clock })

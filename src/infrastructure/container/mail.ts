import { pruneMail as makePruneMail } from '../../application/mail/prune-mail.ts'
import { sendDueMail as makeSendDueMail } from '../../application/mail/send-due-mail.ts'
import { mailLinks, unsubscribeLinks } from '../config/mail-links.ts'
import { mail, oneTimeTokens, unitOfWork } from './persistence.ts'
import { provision } from './provision.ts'
import { config, log, mailer, unsubscribeTokens } from './resources.ts'
import { clock, oneTimeSecrets, settledClock } from './runtime.ts'

export const sendDueMail = provision(
  'sendDueMail',
  ({ config: links, log: out, unsubscribeTokens: tokens, ...deps }) =>
    makeSendDueMail({
      ...deps,
      linkOf: mailLinks(links),
      unsubscribeOf: (unsubscription) => unsubscribeLinks(links)(tokens.make(unsubscription)),
      onFailure: (mailId, { tag, reason }) => out.warn({ mailId, failure: tag, reason }, 'a mail was not sent'),
    }),
  { config, log, unsubscribeTokens, mail, oneTimeTokens, oneTimeSecrets, unitOfWork, mailer, clock, settledClock },
)
export const pruneMail = provision('pruneMail', makePruneMail, { mail, oneTimeTokens, clock: settledClock })

import { giveUpMailEndpoint, retryMailEndpoint } from '../../../adapters/http/operator/mail/change-mail.ts'
import { listMailEndpoint } from '../../../adapters/http/operator/mail/list-mail.ts'
import { mailChanges as makeMailChanges } from '../../../application/operators/mail/change-mail.ts'
import { listMail as makeListMail } from '../../../application/operators/mail/list-mail.ts'
import { mail, unitOfWork } from '../persistence.ts'
import { provision, provisionOf } from '../provision.ts'
import { clock, ids } from '../runtime.ts'

const listMail = provision('listMail', makeListMail, { mail })
const mailChanges = provision('mailChanges', makeMailChanges, { unitOfWork, ids, clock })

export const operatorMailEndpoints = [
  provisionOf(listMailEndpoint, listMail, clock),
  provisionOf(retryMailEndpoint, mailChanges),
  provisionOf(giveUpMailEndpoint, mailChanges),
]

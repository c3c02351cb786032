import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { MailChanges } from '../../../../application/operators/mail/change-mail.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import { optionalReason } from '../reason-field.ts'
import { operatorSurface } from '../surface.ts'
import { mailParams } from './mail-wire.ts'

const body = t.type({ reason: optionalReason }, 'ChangeMailRequest')

interface Shown {
  readonly id: string
  readonly verb: string
  readonly summary: string
  readonly done: string
}

const changeEndpoint = (change: MailChanges[keyof MailChanges], { id, verb, summary, done }: Shown): Endpoint =>
  endpoint({
    id,
    method: 'POST',
    path: `/v1/operator/mail/:mail_id/${verb}`,
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary,
    params: mailParams,
    body,
    success: { status: 204, description: done },
    failures: ['not_found', 'mail_claimed', 'mail_ended'],
    handle: async ({ params: { mail_id: mailId }, body: { reason } }, { userId: operatorId }) => {
      const changed = await change({ operatorId, mailId, reason: reason ?? null })
      return isLeft(changed) ? changed : right(noContent)
    },
  })

export const retryMailEndpoint = ({ retry }: MailChanges): Endpoint =>
  changeEndpoint(retry, {
    id: 'retryMail',
    verb: 'retry',
    summary: 'Send a mail message at once that waits or has failed',
    done: 'It is due now. A link in it is made anew when it is sent; a message without need is dropped then.',
  })

export const giveUpMailEndpoint = ({ giveUp }: MailChanges): Endpoint =>
  changeEndpoint(giveUp, {
    id: 'giveUpMail',
    verb: 'give-up',
    summary: 'Send a mail message no more that waits',
    done: 'It is not sent any more, unless an operator tries it again.',
  })

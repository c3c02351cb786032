import * as t from 'io-ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import { MAIL_KINDS } from '../../../../domain/mail/outgoing-mail.ts'
import { isClaimed, MAIL_STATES, mailState, maskedAddress, withoutLinks } from '../../../../domain/mail/seen-mail.ts'
import type { SeenMail } from '../../../../domain/mail/seen-mail.ts'
import { count, orNull, unixTime, uuid } from '../../codecs/codecs.ts'
import { wordOf } from '../../codecs/word-codec.ts'

export const mailStateWord = wordOf(MAIL_STATES)

const mailBody = t.type(
  {
    id: t.string,
    kind: wordOf(MAIL_KINDS),
    recipient: t.string,
    account_id: orNull(t.string),
    state: mailStateWord,
    outcome: orNull(wordOf(['sent', 'refused', 'given_up', 'superseded', 'needless'])),
    sending: t.boolean,
    attempts: count,
    created_at: unixTime,
    next_attempt_at: orNull(unixTime),
    ended_at: orNull(unixTime),
    last_error: orNull(t.string),
  },
  'OperatorMail',
)

export const mailListBody = t.type({ data: t.array(mailBody), next_cursor: orNull(t.string) }, 'OperatorMailList')

export const mailParams = t.type({ mail_id: uuid })

/** A reply of a mail server names the recipient, mostly. */
const shownError = ({ lastError, recipient }: SeenMail): string | null =>
  lastError === null ? null : withoutLinks(lastError).replaceAll(recipient, maskedAddress(recipient))

export const writeMail =
  (nowMs: number) =>
  (mail: SeenMail): t.TypeOf<typeof mailBody> => ({
    id: mail.id,
    kind: mail.kind,
    recipient: maskedAddress(mail.recipient),
    account_id: mail.accountId,
    state: mailState(mail),
    outcome: mail.outcome,
    sending: isClaimed(mail, nowMs),
    attempts: mail.attempts,
    created_at: secondsOf(mail.createdAt),
    next_attempt_at: mail.endedAt === null ? secondsOf(mail.nextAttemptAt) : null,
    ended_at: mail.endedAt === null ? null : secondsOf(mail.endedAt),
    last_error: shownError(mail),
  })

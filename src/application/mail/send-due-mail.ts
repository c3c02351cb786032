import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { expiryOf, MOST_LIVE_LINKS, type OneTimePurpose } from '../../domain/identity/one-time-token.ts'
import { decideDispatch, isLinkMail, nextAttempt, type OutgoingMail } from '../../domain/mail/outgoing-mail.ts'
import type { Clock } from '../ports/clock.ts'
import type { MailQueue } from '../ports/mail-queue.ts'
import type { Letter, Mailer, MailFailure } from '../ports/mailer.ts'
import type { OneTimeSecrets } from '../ports/one-time-secrets.ts'
import type { OneTimeTokenStore } from '../ports/one-time-token-store.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

/** Longer than a mailer takes at most, so that a mail under way is not taken for a lost one. */
const CLAIM_MS = 120_000
const CLAIMED_AT_ONCE = 10

export interface SendDueMailDeps {
  readonly mail: MailQueue
  readonly oneTimeTokens: Pick<OneTimeTokenStore, 'remove'>
  readonly unitOfWork: UnitOfWork
  readonly oneTimeSecrets: Pick<OneTimeSecrets, 'make'>
  readonly mailer: Mailer
  readonly clock: Clock
  /** Where the link of this kind of mail leads. */
  readonly linkOf: (purpose: OneTimePurpose, token: string) => string
  readonly onFailure: (mailId: string, failure: MailFailure) => void
}

/** Sends what is due and answers how many mails it looked at. Any number of instances at once. */
export const sendDueMail = (deps: SendDueMailDeps) => async (): Promise<number> => {
  const nowMs = deps.clock.now()
  const claim = { at: new Date(nowMs), until: new Date(nowMs + CLAIM_MS), limit: CLAIMED_AT_ONCE }
  const claimed = await deps.mail.claim(claim)
  await Promise.all(claimed.map((mail) => send(deps, mail)))
  return claimed.length
}

const send = async (deps: SendDueMailDeps, mail: OutgoingMail): Promise<void> => {
  const stamped = await stamp(deps, mail)
  if (isLeft(stamped)) {
    await deps.mail.end(mail.id, stamped.left, new Date(deps.clock.now()), null)
    return
  }
  const { letter, hash } = stamped.right
  const sent = await deps.mailer.send(letter)
  if (isLeft(sent)) await putBack(deps, mail, hash, sent.left)
  else await deps.mail.end(mail.id, 'sent', new Date(deps.clock.now()), null)
}

interface Stamped {
  readonly letter: Letter
  /** Of the token in its link; null where it has none. */
  readonly hash: string | null
}

/** Makes the token that the mail carries, which no one knew before. Links of earlier mails stay good, up to a bound. */
const stamp = (deps: SendDueMailDeps, mail: OutgoingMail): Promise<Either<'superseded' | 'needless', Stamped>> =>
  deps.unitOfWork.transact<'superseded' | 'needless', Stamped>(async (stores) => {
    const found = await stores.users.findByEmail(mail.recipient)
    const user = found === null ? null : await stores.users.lock(found.id)
    const dispatch = decideDispatch(mail, user, await stores.mail.isLatest(mail))
    if (dispatch.tag === 'drop') return left(dispatch.outcome)
    const { id: userId, email: to } = dispatch.user
    const { id: mailId, kind, locale, detail } = mail
    if (!isLinkMail(kind)) return right({ hash: null, letter: { id: mailId, to, kind, locale, detail } })
    const { token, hash } = deps.oneTimeSecrets.make()
    await stores.oneTimeTokens.add({
      hash,
      purpose: kind,
      userId,
      expiresAt: expiryOf(kind, deps.clock.now()),
    })
    await stores.oneTimeTokens.keepNewest(userId, kind, MOST_LIVE_LINKS)
    return right({ hash, letter: { id: mailId, to, kind, locale, link: deps.linkOf(kind, token) } })
  })

const putBack = async (
  deps: SendDueMailDeps,
  mail: OutgoingMail,
  hash: string | null,
  failure: MailFailure,
): Promise<void> => {
  const nowMs = deps.clock.now()
  const at = new Date(nowMs)
  // A letter that may have arrived keeps its link good, beside that of the next attempt.
  const neverLeft = failure.tag === 'mail_refused' || !failure.mayHaveGone
  if (hash !== null && neverLeft) await deps.oneTimeTokens.remove(hash)
  deps.onFailure(mail.id, failure)
  if (failure.tag === 'mail_refused') {
    await deps.mail.end(mail.id, 'refused', at, failure.reason)
    return
  }
  const next = nextAttempt(mail, nowMs)
  if (next === null) await deps.mail.end(mail.id, 'given_up', at, failure.reason)
  else await deps.mail.postpone(mail.id, next, failure.reason)
}

import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { expiryOf, MAX_LIVE_LINKS } from '../../domain/identity/one-time-token.ts'
import type { OneTimePurpose } from '../../domain/identity/one-time-token.ts'
import { withoutLinks } from '../../domain/mail/seen-mail.ts'
import { decideDispatch, isAlert, isLinkMail, nextAttempt } from '../../domain/mail/outgoing-mail.ts'
import type { OutgoingMail } from '../../domain/mail/outgoing-mail.ts'
import type { Unsubscription } from '../ports/notifications/unsubscribe-tokens.ts'
import type { Clock } from '../ports/process/clock.ts'
import type { MailQueue } from '../ports/mail/mail-queue.ts'
import type { AlertMail, MailMessage, Mailer, MailFailure } from '../ports/mail/mailer.ts'
import type { OneTimeSecrets } from '../ports/accounts/one-time-secrets.ts'
import type { OneTimeTokenStore } from '../ports/accounts/one-time-token-store.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'

/**
 * Longer than the longest attempt of a mailer, so that no second process takes a mail that is being sent: three steps
 * of 15 seconds on the way to the server, and ten replies of 30.
 */
const CLAIM_MS = 360_000

/** What one place sends in a run, so that a long queue shows its progress. */
const MOST_OF_A_PLACE = 50

interface SendDueMailDeps {
  readonly mail: MailQueue
  readonly oneTimeTokens: Pick<OneTimeTokenStore, 'remove'>
  readonly unitOfWork: UnitOfWork
  readonly oneTimeSecrets: Pick<OneTimeSecrets, 'make'>
  readonly mailer: Mailer
  readonly clock: Clock
  /** By it a mail is given up. */
  readonly settledClock: Clock
  /** The address of the link in this kind of mail. */
  readonly linkOf: (purpose: OneTimePurpose, token: string) => string
  readonly unsubscribeOf: (unsubscription: Unsubscription) => AlertMail['unsubscribe']
  readonly onFailure: (mailId: string, failure: MailFailure) => void
}

/**
 * Sends the mail that is due and returns the number of mails it looked at. Each place of the mailer claims a mail when
 * it is free to send it: one that waited for its turn would wait longer than its claim. Any number of instances may run
 * it at the same time.
 */
export const sendDueMail =
  (deps: SendDueMailDeps) =>
  async (signal: AbortSignal): Promise<number> => {
    const places = Array.from({ length: deps.mailer.atOnce }, () => sendAtPlace(deps, signal))
    let looked = 0
    // A place that failed must not leave the run while another one still sends.
    for (const place of await Promise.allSettled(places)) {
      if (place.status === 'rejected') throw place.reason
      looked += place.value
    }
    return looked
  }

const sendAtPlace = async (deps: SendDueMailDeps, signal: AbortSignal): Promise<number> => {
  for (let looked = 0; looked < MOST_OF_A_PLACE; looked += 1) {
    if (signal.aborted) return looked
    const nowMs = deps.clock.now()
    const [mail] = await deps.mail.claim({ at: new Date(nowMs), until: new Date(nowMs + CLAIM_MS), limit: 1 })
    if (mail === undefined) return looked
    await send(deps, mail)
  }
  return MOST_OF_A_PLACE
}

const send = async (deps: SendDueMailDeps, mail: OutgoingMail): Promise<void> => {
  const prepared = await prepareMail(deps, mail)
  if (isLeft(prepared)) {
    await deps.mail.end(mail, prepared.left, new Date(deps.clock.now()), null)
    return
  }
  const { message, hash } = prepared.right
  const sent = await deps.mailer.send(message)
  if (isLeft(sent)) await retryOrFail(deps, mail, hash, sent.left)
  else await deps.mail.end(mail, 'sent', new Date(deps.clock.now()), null)
}

interface PreparedMail {
  readonly message: MailMessage
  /** The hash of the token in the mail's link. Null if the mail has no link. */
  readonly hash: string | null
}

/** Makes the token of the mail, which no one has seen before. Links of earlier mails stay valid, up to a bound. */
const prepareMail = (
  deps: SendDueMailDeps,
  mail: OutgoingMail,
): Promise<Either<'superseded' | 'needless', PreparedMail>> =>
  deps.unitOfWork.transact<'superseded' | 'needless', PreparedMail>(async (stores) => {
    const found = await stores.users.findByEmail(mail.recipient)
    const user = found === null ? null : await stores.users.lock(found.id)
    const muted = user === null ? [] : (await stores.notificationSettings.find(user.id)).muted
    const isLatest = await stores.mail.isLatest(mail, new Date(deps.clock.now()))
    const dispatch = decideDispatch(mail, user, isLatest, muted)
    if (dispatch.tag === 'drop') return left(dispatch.outcome)
    const { id: userId, email: to } = dispatch.user
    const { id: mailId, kind, locale, detail, facts } = mail
    if (isAlert(kind)) {
      const unsubscribe = deps.unsubscribeOf({ userId, kind })
      return right({ hash: null, message: { id: mailId, to, kind, locale, facts: facts ?? {}, unsubscribe } })
    }
    if (!isLinkMail(kind)) return right({ hash: null, message: { id: mailId, to, kind, locale, detail } })
    const { token, hash } = deps.oneTimeSecrets.make()
    await stores.oneTimeTokens.add({
      hash,
      purpose: kind,
      userId,
      expiresAt: expiryOf(kind, deps.clock.now()),
    })
    await stores.oneTimeTokens.keepNewest(userId, kind, MAX_LIVE_LINKS)
    return right({ hash, message: { id: mailId, to, kind, locale, link: deps.linkOf(kind, token) } })
  })

const retryOrFail = async (
  deps: SendDueMailDeps,
  mail: OutgoingMail,
  hash: string | null,
  failure: MailFailure,
): Promise<void> => {
  const nowMs = deps.clock.now()
  const at = new Date(nowMs)
  // A mail that may have arrived keeps its link valid, beside the link of the next attempt.
  const neverLeft = failure.tag === 'mail_refused' || !failure.mayHaveBeenSent
  if (hash !== null && neverLeft) await deps.oneTimeTokens.remove(hash)
  const reason = withoutLinks(failure.reason)
  deps.onFailure(mail.id, { ...failure, reason })
  if (failure.tag === 'mail_refused') {
    await deps.mail.end(mail, 'refused', at, reason)
    return
  }
  const next = nextAttempt(mail, { nowMs, settledMs: deps.settledClock.now() })
  if (next === null) await deps.mail.end(mail, 'given_up', at, reason)
  else await deps.mail.postpone(mail, { at, until: next }, reason)
}

import type { ComponentChildren } from 'preact'
import type { ApiFailure } from '../api/failure.ts'
import { session } from '../api/session.ts'
import { failureText } from '../words/failure-words.ts'
import { inBoth } from '../words/language.ts'
import { topUpText } from '../words/wallet-names.ts'
import { Link } from './link.tsx'

interface NoticeProps {
  readonly kind: 'problem' | 'waiting' | 'done'
  readonly children: ComponentChildren
}

/** A sentence that a person has to see; it is read out when it appears. */
export const Notice = ({ kind, children }: NoticeProps) => (
  <div class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
    {children}
  </div>
)

const limitsText = inBoth('Change the limits of a key', 'Изменить лимиты ключа')

interface WayOut {
  readonly to: string
  readonly text: () => string
}

/** Where money for a call comes from, by the code of a refusal because it is missing. */
const WAYS_OUT: Readonly<Record<string, WayOut>> = {
  insufficient_balance: { to: '/wallet?top-up', text: topUpText },
  insufficient_tokens: { to: '/wallet?currency=TOKEN&top-up', text: topUpText },
  key_spend_limit_exceeded: { to: '/keys', text: limitsText },
}

/** An operator's 409 with one of these codes is about the wallet of another account. */
const wayOutOf = (failure: ApiFailure): WayOut | undefined =>
  failure.tag === 'refused' && failure.status === 402 ? WAYS_OUT[failure.code] : undefined

/**
 * What went wrong, with the way to the page that mends it where there is one; nothing where a session had ended and the
 * person is signed in again.
 */
export const FailureNotice = ({ failure }: { readonly failure: ApiFailure }) => {
  if (failure.tag === 'signed_out' && session.value.tag === 'signed_in') return null
  const wayOut = wayOutOf(failure)
  return (
    <Notice kind="problem">
      {failureText(failure)}
      {wayOut !== undefined && (
        <>
          {' '}
          <Link to={wayOut.to}>{wayOut.text()}</Link>
        </>
      )}
    </Notice>
  )
}

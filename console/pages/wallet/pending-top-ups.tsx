import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Notice } from '../../ui/notice.tsx'
import { sumText } from '../../words/figures.ts'
import { WALLET_WORDS } from './wallet-words.ts'

type TopUp = Schemas['TopupResponse']

/** The service asks the payment provider at most every three seconds, so asking more often brings nothing new. */
const ASK_EVERY_MS = 4_000

const isEnded = ({ status }: TopUp): boolean => status !== 'pending'

interface PendingTopUpsProps {
  /** Another number has the list asked for anew: a top-up was ordered. */
  readonly changes: number
  readonly onEnded: () => void
}

/** Tells of top-ups that wait for their payment, until each has arrived or was canceled. */
export const PendingTopUps = ({ changes, onEnded }: PendingTopUpsProps) => {
  const words = WALLET_WORDS()
  const pending = useSignal<readonly TopUp[]>([])
  const ended = useSignal<readonly TopUp[]>([])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const ask = async (): Promise<void> => {
      // One that was not answered is asked for again the next time.
      const latest = await Promise.all(
        pending.peek().map(async (before) => {
          const outcome = await call('GET /v1/billing/topups/{id}', { path: { id: before.id } })
          return outcome.ok ? outcome.value : before
        }),
      )
      if (isGone) return
      if (latest.some(isEnded)) {
        ended.value = [...ended.peek(), ...latest.filter(isEnded)]
        onEnded()
      }
      pending.value = latest.filter((each) => !isEnded(each))
      if (pending.value.length > 0) timer = setTimeout(() => void ask(), ASK_EVERY_MS)
    }
    const begin = async (): Promise<void> => {
      const found = await call('GET /v1/billing/topups', { query: { status: 'pending' } })
      if (isGone || !found.ok || found.value.data.length === 0) return
      pending.value = found.value.data
      timer = setTimeout(() => void ask(), ASK_EVERY_MS)
    }
    void begin()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [changes])

  return (
    <>
      {pending.value.map(({ id, amount, currency, confirmation_url: url }) => (
        <Notice key={id} kind="waiting">
          {words.waiting(sumText(amount, currency))}{' '}
          {url !== null && (
            <a href={url} rel="noreferrer">
              {words.toPayment}
            </a>
          )}
        </Notice>
      ))}
      {ended.value.map(({ id, status }) => (
        <Notice key={id} kind={status === 'succeeded' ? 'done' : 'problem'}>
          {status === 'succeeded' ? words.succeeded : words.canceled}
        </Notice>
      ))}
    </>
  )
}

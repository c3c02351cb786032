import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import type { Outcome } from '../../api/failure.ts'
import { keyedCall } from './keyed-call.ts'

/** The waits between them grow, each by as much: all together take 39 seconds. */
const LOOKS = 12
const FIRST_WAIT_MS = 500

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

type Receipt = Pick<Schemas['UsageReceipt'], 'status' | 'charge'>

const receiptOf = (id: string, key: string | null, signal: AbortSignal): Promise<Outcome<Receipt>> =>
  key === null
    ? call('GET /v1/me/requests/{id}', { path: { id }, signal })
    : keyedCall(`/v1/usage/${encodeURIComponent(id)}`, key, (answer) => answer.json() as Promise<Receipt>, {
        method: 'GET',
        signal,
      })

/**
 * What a call whose answer had no price came to, in roubles, by its receipt: such as one that was stopped, which the
 * service settles a moment later. It is asked for with the key of the call, or by the person who is signed in where a
 * reload has taken the key; their list has a call once it has ended. A question that is refused or not answered is
 * asked again: the network may be back. Null where none of the looks tells, where the session has ended, and once the
 * person leaves the page.
 */
export const chargeOf = async (
  operationId: string,
  key: string | null,
  leaving: AbortSignal,
): Promise<string | null> => {
  for (let look = 1; look <= LOOKS; look += 1) {
    const receipt = await receiptOf(operationId, key, leaving)
    if (leaving.aborted) return null
    if (receipt.ok) {
      if (receipt.value.status !== 'running') return receipt.value.charge
    } else if (receipt.failure.tag === 'signed_out') return null
    await wait(look * FIRST_WAIT_MS)
  }
  return null
}

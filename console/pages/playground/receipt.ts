import type { Schemas } from '../../api/api-types.ts'
import { keyedCall } from '../../api/keyed-call.ts'

const LOOKS = 20
const BETWEEN_LOOKS_MS = 500

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * What a call whose answer had no price came to, in roubles, by its receipt: such as one that was stopped, which the
 * service settles a moment later. Null where it is not settled within ten seconds.
 */
export const chargeOf = async (operationId: string, key: string): Promise<string | null> => {
  for (let look = 0; look < LOOKS; look += 1) {
    const answer = await keyedCall(`/v1/usage/${encodeURIComponent(operationId)}`, key, { method: 'GET' })
    if (!answer.ok) return null
    const receipt = (await answer.value.json()) as Schemas['UsageReceipt']
    if (receipt.status !== 'running') return receipt.charge
    await wait(BETWEEN_LOOKS_MS)
  }
  return null
}

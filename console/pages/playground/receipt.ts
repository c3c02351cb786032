import type { Schemas } from '../../api/api-types.ts'
import { keyedCall } from '../../api/keyed-call.ts'
import { currentToken } from '../../api/session.ts'

const LOOKS = 20
const BETWEEN_LOOKS_MS = 500

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * What a call whose answer had no price came to, in roubles, by its receipt: such as one that was stopped, which the
 * service settles a moment later. It is asked for with the key of the call, or by the person who is signed in where a
 * reload has taken the key; their list has a call once it has ended. Null where it is not settled within ten seconds.
 */
export const chargeOf = async (operationId: string, key: string | null): Promise<string | null> => {
  const address = `/v1/${key === null ? 'me/requests' : 'usage'}/${encodeURIComponent(operationId)}`
  for (let look = 0; look < LOOKS; look += 1) {
    const token = key ?? (await currentToken())
    if (typeof token !== 'string') return null
    const answer = await keyedCall(address, token, { method: 'GET' })
    if (answer.ok) {
      const receipt = (await answer.value.json()) as Pick<Schemas['UsageReceipt'], 'status' | 'charge'>
      if (receipt.status !== 'running') return receipt.charge
    } else if (key !== null) return null
    await wait(BETWEEN_LOOKS_MS)
  }
  return null
}

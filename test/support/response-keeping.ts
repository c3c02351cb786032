import { randomBytes } from 'node:crypto'
import { aesContentSealing } from '../../src/adapters/security/aes-content-sealing.ts'
import type { Exchange } from '../../src/domain/responses/stored-response.ts'
import { memoryStoredResponses } from '../twins/responses/stored-responses.ts'
import type { KeptResponse } from '../twins/responses/stored-responses.ts'
import { manualClock } from './manual-clock.ts'

export const newMasterKey = (): Uint8Array => Uint8Array.from(randomBytes(32))

/** What the use cases of stored responses stand on, with its rows in reach. */
export const responseKeeping = (days = 30, masterKeys: readonly Uint8Array[] = [newMasterKey()]) => {
  const rows = new Map<string, KeptResponse>()
  return {
    rows,
    clock: manualClock(),
    timer: { sleep: async (): Promise<void> => undefined },
    storedResponses: memoryStoredResponses(rows),
    onLost: (operationId: string, error: unknown): never => {
      throw new Error(`${operationId} was not stored: ${String(error)}`)
    },
    quotaBytes: 1_000_000,
    onOverQuota: (userId: string): never => {
      throw new Error(`${userId} is over its quota`)
    },
    keeping: { days, sealing: masterKeys.length === 0 ? null : aesContentSealing(masterKeys) },
  }
}

/** There is room in memory. */
export const withRoom = (): boolean => true

/** One question and its answer. */
export const someExchange = (question: string, answer: string): Exchange => ({
  input: [{ type: 'message', role: 'user', content: question }],
  response: { object: 'response', instructions: 'be brief', output: [{ type: 'message', text: answer }] },
})

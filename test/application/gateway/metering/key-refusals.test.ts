import { expect } from 'chai'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { keyRefusals } from '../../../../src/application/gateway/metering/key-refusals.ts'
import { markMemory, memoryMarks } from '../../../twins/notifications/marks.ts'
import { usageOf } from '../../../support/chat/chat-models.ts'
import { completion, fakeProvider, stage } from '../gateway-stage.ts'

const SHORTAGE = { neededMicro: 3n, heldMicro: 2n, availableMicro: 1n, isOfKey: true }

const refusals = () => {
  const memory = markMemory()
  const clock = { nowMs: 0 }
  const noted = keyRefusals({ marks: memoryMarks(memory), monotonicMs: () => clock.nowMs })
  const written = async (): Promise<readonly unknown[]> => {
    memory.moved.clear()
    await noted.flush()
    return [...memory.moved.values()]
  }
  return { noted, clock, written }
}

const answering = () => fakeProvider({ complete: completion('hello', usageOf(10, 5)) })

const WHO = { walletId: 'w', budgetId: 'k' }
const REFUSED = { tag: 'key_spend_limit_exceeded', shortage: SHORTAGE, limitMicro: 6n, periodEndsAtMs: 5 } as const
const ROW = { walletId: 'w', keyId: 'k', refused: { limit: 6n, periodEndsAt: new Date(5) } }

describe('refusals of keys', () => {
  it('are written once a minute for each key, with the period', async () => {
    const { noted, clock, written } = refusals()
    noted.note(WHO, REFUSED)
    noted.note(WHO, REFUSED)
    expect(await written()).to.deep.equal([ROW])
    clock.nowMs = 59_999
    noted.note(WHO, REFUSED)
    expect(await written()).to.deep.equal([])
    clock.nowMs = 60_000
    noted.note(WHO, { ...REFUSED, periodEndsAtMs: null })
    expect(await written()).to.deep.equal([{ ...ROW, refused: { limit: 6n, periodEndsAt: null } }])
  })

  it('are none where the wallet is empty, or where no key pays', async () => {
    const { noted, written } = refusals()
    noted.note(WHO, { tag: 'insufficient_balance', shortage: SHORTAGE })
    noted.note({ ...WHO, budgetId: null }, REFUSED)
    expect(await written()).to.deep.equal([])
  })

  it('come from calls that the limit of their key refuses, and from no others', async () => {
    for (const spendLimit of [1n, null]) {
      const on = stage([answering()], { spendLimit })
      const { noted, written } = refusals()
      await completeChat({ ...on.deps, keyRefusals: noted })(on.input())
      expect(await written(), String(spendLimit)).to.have.length(spendLimit === null ? 0 : 1)
    }
  })
})

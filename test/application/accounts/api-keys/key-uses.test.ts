import { expect } from 'chai'
import { keyUses } from '../../../../src/application/accounts/api-keys/key-uses.ts'
import type { KeyUse } from '../../../../src/application/ports/accounts/api-key-store.ts'

const setUp = () => {
  const batches: (readonly KeyUse[])[] = []
  let away = false
  const noteUses = async (uses: readonly KeyUse[]): Promise<void> => {
    if (away) throw new Error('away')
    batches.push(uses)
  }
  const setAway = (value: boolean): void => {
    away = value
  }
  const time = { nowMs: 0 }
  return { uses: keyUses({ apiKeys: { noteUses }, monotonicMs: () => time.nowMs }), time, batches, setAway }
}

describe('key uses', () => {
  it('write a key once however often it is used within a minute', async () => {
    const { uses, batches } = setUp()
    for (let use = 0; use < 1_000; use += 1) uses.note('key', 1_000 + use)
    await uses.flush()
    await uses.flush()
    expect(batches).to.deep.equal([[{ keyId: 'key', at: new Date(1_000) }]])
  })

  it('write a key again after a minute, although the clock of the machine was set back', async () => {
    const { uses, time, batches } = setUp()
    uses.note('key', 7_200_000)
    await uses.flush()
    time.nowMs = 60_000
    uses.note('key', 3_660_000)
    await uses.flush()
    expect(batches.flat().map(({ at }) => at.getTime())).to.deep.equal([7_200_000, 3_660_000])
  })

  it('write many keys in few statements', async () => {
    const { uses, batches } = setUp()
    for (let key = 0; key < 2_500; key += 1) uses.note(`key-${key}`, 1_000)
    await uses.flush()
    expect(batches.map(({ length }) => length)).to.deep.equal([1_000, 1_000, 500])
  })

  it('lose nothing when the database is away', async () => {
    const { uses, batches, setAway } = setUp()
    uses.note('key', 1_000)
    setAway(true)
    expect(await uses.flush().catch((error: unknown) => error)).to.be.instanceOf(Error)
    setAway(false)
    await uses.flush()
    expect(batches).to.deep.equal([[{ keyId: 'key', at: new Date(1_000) }]])
  })
})

import { expect } from 'chai'
import { startOf } from '../../../src/domain/ledger/operation-time.ts'
import { uuidV7Ids } from '../../../src/adapters/runtime/uuid-v7-ids.ts'

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const increasing = (ids: readonly string[]): boolean =>
  ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id)

describe('UUIDv7 ids', () => {
  it('carry the millisecond and the version', () => {
    const id = uuidV7Ids({ now: () => 0x0199_1234_5678 }).next()
    expect(id).to.match(SHAPE)
    expect(id.slice(0, 13)).to.equal('01991234-5678')
  })

  it('increase within one millisecond, past its counter', () => {
    const ids = uuidV7Ids({ now: () => 1_000 })
    const made = Array.from({ length: 10_000 }, () => ids.next())
    expect(increasing(made)).to.equal(true)
    expect(made.every((id) => SHAPE.test(id))).to.equal(true)
  })

  it('increase when the clock steps back', () => {
    let nowMs = 10_000
    const ids = uuidV7Ids({ now: () => (nowMs -= 10) })
    expect(increasing(Array.from({ length: 100 }, () => ids.next()))).to.equal(true)
  })

  it('say the right moment again after a clock that was hours ahead is set right', () => {
    let nowMs = 20_000_000
    const ids = uuidV7Ids({ now: () => nowMs })
    ids.next()
    nowMs = 20_000_000 - 60_000
    expect(startOf(ids.next()), 'a minute back').to.equal(20_000_000)
    nowMs = 20_000_000 - 3 * 3_600_000
    expect(startOf(ids.next()), 'three hours back').to.equal(nowMs)
    expect(increasing(Array.from({ length: 10_000 }, () => ids.next()))).to.equal(true)
  })

  it('differ between two makers with one clock', () => {
    const clock = { now: () => 1_000 }
    const one = uuidV7Ids(clock)
    const two = uuidV7Ids(clock)
    const made = new Set(Array.from({ length: 2_000 }, () => [one.next(), two.next()]).flat())
    expect(made.size).to.equal(4_000)
  })
})

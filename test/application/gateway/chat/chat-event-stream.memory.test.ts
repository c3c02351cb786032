import { expect } from 'chai'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import { chunk, fakeProvider, stage, unwrap } from '../gateway-stage.ts'

const BUDGET = 1_000_000
const piece = chunk({ content: 'x'.repeat(100_000) })

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

describe('a stream whose words fill the memory', () => {
  it('reads no more of its answer before others have ended, and then all of it', async () => {
    const budget = memoryBudget(BUDGET, BUDGET)
    const other = budget.open('other')
    void other.bring(BUDGET)
    const on = stage([fakeProvider({ stream: [piece, piece, chunk({}, 'stop')] })])
    const memory = budget.open('caller')
    const { events } = unwrap(await streamChat(on.deps)({ ...on.input(), memory }))
    await events.next()
    let isGiven = false
    const next = events.next().then(() => {
      isGiven = true
    })
    await turn()
    expect(isGiven).to.equal(false)
    // Two bytes for a character.
    expect(memory.bytes()).to.equal(200_000)
    other.release()
    await next
    for await (const { tag } of events) expect(tag).to.not.equal('failed')
    expect(memory.bytes()).to.equal(400_000)
  })

  it('counts nothing as long as it is short', async () => {
    const memory = memoryBudget(BUDGET, BUDGET).open('caller')
    const on = stage([fakeProvider({ stream: [chunk({ content: 'hello' }), chunk({}, 'stop')] })])
    for await (const _ of unwrap(await streamChat(on.deps)({ ...on.input(), memory })).events) continue
    expect(memory.bytes()).to.equal(0)
  })
})

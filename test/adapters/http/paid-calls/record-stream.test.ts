import { expect } from 'chai'
import { recordStream } from '../../../../src/adapters/http/paid-calls/record-stream.ts'
import type { StreamCodec } from '../../../../src/adapters/http/surface/surface.ts'
import type { KeyedCall } from '../../../../src/application/idempotency/keyed-calls.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import type { HeldMemory } from '../../../../src/application/ports/process/held-memory.ts'
import type { RecordedResult } from '../../../../src/domain/limits/idempotency.ts'

const BUDGET = 1_000_000
const PING = ': ping\n\n'
const END = 'data: [DONE]\n\n'

const codec: StreamCodec = {
  ping: PING,
  isEnd: (frame) => frame === END,
  isError: (frame) => frame.startsWith('event: error'),
  disconnected: (transcript) => `left after ${transcript.length}`,
}

async function* all(frames: readonly string[]): AsyncGenerator<string> {
  yield* frames
}

const begun = (
  frames: readonly string[],
  {
    memory = memoryBudget(BUDGET, BUDGET).open('caller'),
    mayHaveWorked,
  }: { readonly memory?: HeldMemory; readonly mayHaveWorked?: () => boolean } = {},
) => {
  const records: string[] = []
  const note = (end: string) => async (result: RecordedResult) => {
    records.push(end, new TextDecoder().decode(result.body))
  }
  const abandon = async (): Promise<void> => void records.push('abandoned')
  const keyed = { succeed: note('succeeded'), fail: note('failed'), abandon } as unknown as KeyedCall
  const stream = recordStream(keyed, codec, { tag: 'events', frames: all(frames), ping: PING, mayHaveWorked }, memory)
  return { records, stream, memory }
}

/** Half of its characters have two bytes, and some frames begin a new piece of what is kept. */
const frameOf = (chars: number): string => `data: ${'жx'.repeat(chars / 2)}\n\n`

describe('the record of a stream', () => {
  const frames = [frameOf(10), frameOf(40_000), frameOf(20), PING, frameOf(20_000), frameOf(20_000)]

  it('has the bytes of all frames but pings, in their order, however long', async () => {
    const { records, stream } = begun([...frames, END])
    const passed: string[] = []
    for await (const frame of stream) passed.push(frame)
    expect(passed).to.deep.equal([...frames, END])
    expect(records).to.deep.equal(['succeeded', passed.filter((frame) => frame !== PING).join('')])
  })

  it('ends with what its surface writes for a client that left, and has failed after an error', async () => {
    const left = begun(frames)
    await left.stream.next()
    await left.stream.next()
    await left.stream.return()
    const given = frames.slice(0, 2).join('')
    expect(left.records).to.deep.equal(['succeeded', `${given}left after ${given.length}`])
    const failed = begun(['event: error\n\n'])
    for await (const _ of failed.stream) continue
    expect(failed.records).to.deep.equal(['failed', 'event: error\n\n'])
  })

  it('leaves the key free where surely no provider has worked, after an error and after its client left', async () => {
    const mayHaveWorked = () => false
    const failed = begun([PING, 'event: error\n\n'], { mayHaveWorked })
    const passed: string[] = []
    for await (const frame of failed.stream) passed.push(frame)
    expect(passed).to.deep.equal([PING, 'event: error\n\n'])
    expect(failed.records).to.deep.equal(['abandoned'])
    const left = begun([PING], { mayHaveWorked })
    await left.stream.next()
    await left.stream.return()
    expect(left.records).to.deep.equal(['abandoned'])
  })

  it('counts in the memory of answers, and lets the provider wait where that is full', async () => {
    const budget = memoryBudget(BUDGET, BUDGET)
    const other = budget.open('other')
    void other.bring(BUDGET)
    const memory = budget.open('caller')
    const { stream } = begun([frameOf(200_000), frameOf(10), END], { memory })
    await stream.next()
    let isGiven = false
    const next = stream.next().then(() => {
      isGiven = true
    })
    await new Promise((resolve) => void setImmediate(resolve))
    expect(isGiven).to.equal(false)
    expect(memory.bytes()).to.equal(300_008)
    other.release()
    await next
    for await (const _ of stream) continue
  })
})

import { expect } from 'chai'
import { blockStream } from '../../../../../src/adapters/http/messages/answer/block-stream.ts'
import { timed } from '../../../../support/timed.ts'

/** The fastest of some ends of a stream with 100 calls that were given these arguments. */
const fastestEnd = async (given: string): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const blocks = blockStream('model', (name) => name)
    for (let index = 0; index < 100; index += 1) {
      blocks.add({ tool_calls: [{ index, id: `call-${index}`, function: { name: 'look_up', arguments: given } }] })
    }
    const { value, ms } = await timed(async () => blocks.end())
    expect(value.length).to.be.above(100 * given.length)
    times.push(ms)
  }
  return Math.min(...times)
}

describe('the blocks of a streamed answer', () => {
  it('end calls that were given lists as fast as calls that were given words: neither is parsed for it', async () => {
    const lists = `[${'[],'.repeat(40_000)}[]]`
    const words = `"${'aa '.repeat(40_000)}"`
    expect(await fastestEnd(lists)).to.be.below(3 * (await fastestEnd(words)))
  })
})

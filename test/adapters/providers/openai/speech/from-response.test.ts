import { expect } from 'chai'
import { fromResponse } from '../../../../../src/adapters/providers/openai/speech/from-response.ts'
import { frame } from '../../../../support/upstreams/upstream-scripts.ts'
import { speechCall } from '../media-calls.ts'

const SOUND = Buffer.from([1, 2, 3, 4])
const EVENTS = [
  frame({ type: 'speech.audio.delta', audio: SOUND.toString('base64') }),
  frame({ type: 'speech.audio.done' }),
].join('')

describe('a counted stream of sound', () => {
  it('is read piece by piece, with other work in between, however many its lines are', async () => {
    for (const line of ['a\n', ': here\n\n', 'data:\n\n']) {
      let turns = 0
      let isReading = true
      const otherWork = (): void => {
        turns += 1
        if (isReading) setImmediate(otherWork)
      }
      otherWork()
      const bytes = Buffer.from(`${line.repeat(Math.floor(1_000_000 / line.length))}\n${EVENTS}`)
      const call = speechCall({}, { stream_format: 'sse' })
      const read = await fromResponse({ status: 200, headers: {}, upstreamRequestId: null, bytes }, call)
      isReading = false
      expect(read, line).to.have.nested.property('right.audio').that.deep.equals(SOUND)
      expect(turns, line).to.be.above(10)
    }
  })
})

import { expect } from 'chai'
import { streamBounds } from '../../../src/adapters/providers/answer-bounds.ts'
import type { ChatChunk, ChatDelta } from '../../../src/domain/chat/chunk.ts'

const chunk = (delta: ChatDelta, index = 0): ChatChunk => ({
  choices: [{ index, delta, finish_reason: null }],
  usage: null,
})

const MANY = 20_000

const admits = (make: (at: number) => ChatChunk): boolean =>
  streamBounds().admit(Array.from({ length: MANY }, (_, at) => make(at)))

describe('the bounds of a stream', () => {
  it('end one that changes between thoughts and words more often than any answer does: each change makes a block', () => {
    expect(admits((at) => chunk(at % 2 === 0 ? { content: 'a' } : { reasoning_content: 'b' }))).to.equal(false)
    expect(admits(() => chunk({ content: 'a', reasoning_content: 'b' }))).to.equal(false)
  })

  it('admit a long answer that thinks first, whatever empty texts stand beside the others, and choices that mix', () => {
    expect(admits((at) => chunk(at < MANY / 2 ? { content: '', reasoning_content: 'b' } : { content: 'a' }))).to.equal(
      true,
    )
    expect(admits((at) => chunk(at % 2 === 0 ? { content: 'a' } : { reasoning_content: 'b' }, at % 2))).to.equal(true)
  })
})

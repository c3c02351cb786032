import { expect } from 'chai'
import type { ChatDelta, ChunkChoice, FinishReason } from '../../../../src/domain/chat/chunk.ts'
import { refusalMarker } from '../../../../src/domain/chat/answers/refusal.ts'

const choice = (delta: ChatDelta, finish: FinishReason | null = null, index = 0): ChunkChoice => ({
  index,
  delta,
  finish_reason: finish,
})

/** How each choice of a stream ends, once marked. */
const endsOf = (...chunks: readonly (readonly ChunkChoice[])[]): readonly string[] =>
  chunks
    .map((choices) => ({ choices, usage: null }))
    .map(refusalMarker())
    .flatMap(({ choices }) => choices)
    .flatMap(({ index, finish_reason: finish }) => (finish === null ? [] : [`${index} ${finish}`]))

describe('the end of a refused choice in a stream', () => {
  const no = choice({ refusal: 'No.' })
  const cases: readonly (readonly [string, readonly (readonly ChunkChoice[])[], readonly string[]])[] = [
    ['after words of refusal', [[choice({ role: 'assistant' })], [no], [choice({}, 'stop')]], ['0 content_filter']],
    ['with the words of refusal', [[choice({ refusal: 'No.' }, 'stop')]], ['0 content_filter']],
    ['of any other reason', [[no], [choice({}, 'length')]], ['0 length']],
    ['of an answer', [[choice({ content: 'Yes.' })], [choice({}, 'stop')]], ['0 stop']],
    ['of an answer that ends in a refusal', [[choice({ content: 'Yes.' })], [no], [choice({}, 'stop')]], ['0 stop']],
    ['with its only word', [[no], [choice({ content: 'Yes.' }, 'stop')]], ['0 stop']],
    ['with empty words', [[choice({ content: '', refusal: '' })], [choice({ content: '' }, 'stop')]], ['0 stop']],
    [
      'beside an answered one',
      [
        [no, choice({ content: 'Yes.' }, null, 1)],
        [choice({}, 'stop'), choice({}, 'stop', 1)],
      ],
      ['0 content_filter', '1 stop'],
    ],
    ['after a thought', [[choice({ reasoning_content: 'hm' })], [no], [choice({}, 'stop')]], ['0 stop']],
  ]
  for (const [name, chunks, ends] of cases) it(name, () => expect(endsOf(...chunks)).to.deep.equal(ends))

  it('is marked by one stream for itself, and a chunk that needs no mark stays the same', () => {
    const mark = refusalMarker()
    mark({ choices: [no], usage: null })
    const other = { choices: [choice({}, 'stop')], usage: null }
    expect(refusalMarker()(other)).to.equal(other)
    expect(mark(other)).to.have.nested.property('choices[0].finish_reason', 'content_filter')
  })
})

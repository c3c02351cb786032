import { expect } from 'chai'
import { messageWriter } from '../../../../src/adapters/http/messages/answer/message-writer.ts'
import { citationsOf, isTranslated } from '../../../../src/adapters/http/messages/citations.ts'
import type { ChatDelta } from '../../../../src/domain/chat/chunk.ts'
import type { ChatCompletionMessage } from '../../../../src/domain/chat/completion.ts'
import { atOnce } from '../../../support/chat/at-once.ts'

const [ONE, TWO] = ['https://a.example/1', 'https://a.example/2']

const annotation = (url: string) => ({
  type: 'url_citation',
  url_citation: { url, title: 'T', content: 'It was so.', start_index: 1, end_index: 3 },
})
const citation = (url: string) => ({
  type: 'web_search_result_location',
  url,
  title: 'T',
  cited_text: 'It was so.',
  encrypted_index: '',
})

describe('citationsOf', () => {
  it('tells the address, the title and the words of a source', () =>
    expect(citationsOf([annotation(ONE), annotation(TWO)])).to.deep.equal([citation(ONE), citation(TWO)]))

  it('invents neither a title nor words that the provider does not give', () =>
    expect(citationsOf([{ type: 'url_citation', url: ONE }])).to.deep.equal([
      { ...citation(ONE), title: null, cited_text: '' },
    ]))

  it('leaves out what cites no address', () =>
    expect(citationsOf([{ type: 'file_citation', url: ONE }, { type: 'url_citation' }, null])).to.deep.equal([]))
})

describe('isTranslated', () => {
  it('tells a citation that was written here from one of Anthropic’s own', () => {
    expect(citationsOf([annotation(ONE)]).every(isTranslated)).to.equal(true)
    const others = [{ ...citation(ONE), encrypted_index: 'Eo8BCi' }, { type: 'char_location' }, null, 'x']
    expect(others.some(isTranslated)).to.equal(false)
  })
})

const HEAD = { operationId: 'op', model: 'sandbox/echo', created: 0 }
const USAGE = { promptTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 1, reasoningTokens: 0 }
const END = { usage: USAGE, priceMicro: 1n } as const

const writer = messageWriter({
  requestId: 'req-1',
  promptTokens: () => 1,
  mayBeNative: false,
  stops: [],
  callersToolName: (name) => name,
})

interface BlockEvent {
  readonly type: string
  readonly index: number
  readonly content_block?: { readonly type: string }
  readonly delta?: { readonly type: string; readonly text?: string; readonly citation?: unknown }
}

/** What the events of these deltas say of blocks, in order. */
const streamed = (deltas: readonly ChatDelta[]): readonly unknown[] => {
  const { chunks, completed } = writer.stream(HEAD)
  const frames = [
    ...deltas.map((delta) => chunks([{ choices: [{ index: 0, delta, finish_reason: null }], usage: null }])),
    atOnce(completed({ tag: 'completed', ...END })),
  ]
  return frames
    .join('')
    .split('\n\n')
    .flatMap((frame) => {
      const event = JSON.parse(frame.split('\ndata: ')[1] ?? '{}') as BlockEvent
      if (event.content_block !== undefined) return [[event.index, event.content_block.type]]
      const { type, text, citation: cited } = event.delta ?? {}
      if (type === 'text_delta') return [[event.index, text]]
      return type === 'citations_delta' ? [[event.index, cited]] : []
    })
}

const whole = (message: Omit<ChatCompletionMessage, 'role'>): unknown => {
  const choices = [{ index: 0, message: { role: 'assistant' as const, ...message }, finish_reason: 'stop' as const }]
  const answer = { ...END, lacksReasoning: false }
  const written = writer.whole(HEAD, { completion: { choices, usage: USAGE }, ...answer })
  return (written as { readonly content: unknown }).content
}

describe('a message with sources of its text', () => {
  it('has each behind the words that came before it', () =>
    expect(
      streamed([
        { content: 'a', annotations: [annotation(ONE)] },
        { content: 'b' },
        { annotations: [annotation(TWO), { type: 'file' }] },
      ]),
    ).to.deep.equal([
      [0, 'text'],
      [0, 'a'],
      [0, citation(ONE)],
      [0, 'b'],
      [0, citation(TWO)],
    ]))

  it('keeps those that come before the text for it', () =>
    expect(streamed([{ reasoning_content: 'hm', annotations: [annotation(ONE)] }, { content: 'a' }])).to.deep.equal([
      [0, 'thinking'],
      [1, 'text'],
      [1, 'a'],
      [1, citation(ONE)],
    ]))

  it('keeps those that come behind a call for the text before it, while that has not ended', () => {
    const call = (index: number, given: string) => ({
      tool_calls: [{ index, id: `call_${index}`, function: { name: 'look', arguments: given } }],
    })
    const sources = { annotations: [annotation(ONE)] }
    expect(streamed([call(0, '{'), { content: 'a' }, call(1, '{}'), sources])).to.deep.equal([
      [0, 'tool_use'],
      [1, 'text'],
      [1, 'a'],
      [1, citation(ONE)],
      [2, 'tool_use'],
    ])
    expect(streamed([{ content: 'a' }, call(0, '{}'), sources])).to.deep.equal([
      [0, 'text'],
      [0, 'a'],
      [1, 'tool_use'],
    ])
  })

  it('opens no empty text for them, which no later request could have', () =>
    expect(streamed([{ annotations: [annotation(ONE)] }])).to.deep.equal([]))

  it('has them all in its text where it is whole', () => {
    expect(whole({ content: 'a', annotations: [annotation(ONE), annotation(TWO)] })).to.deep.equal([
      { type: 'text', text: 'a', citations: [citation(ONE), citation(TWO)] },
    ])
    expect(whole({ content: 'a', annotations: [] })).to.deep.equal([{ type: 'text', text: 'a', citations: null }])
  })
})

import { expect } from 'chai'
import { citationsOf } from '../../../../../src/adapters/http/openai/response-output/citations.ts'
import { finalResponse } from '../../../../support/responses/response-events.ts'
import type { ResponseEvent } from '../../../../support/responses/response-events.ts'
import { chunk, ended, streamed, written } from '../../../../support/responses/written.ts'

const inChat = (url: string) => ({
  type: 'url_citation',
  url_citation: { url, title: 'T', start_index: 1, end_index: 3 },
})
const inResponses = (url: string) => ({ type: 'url_citation', url, title: 'T', start_index: 1, end_index: 3 })
const [ONE, TWO] = ['https://a.example/1', 'https://a.example/2']

describe('citationsOf', () => {
  it('takes the fields of a citation out of the object in which chat has them', () => {
    expect(citationsOf([inChat(ONE), inChat(TWO)])).to.deep.equal([inResponses(ONE), inResponses(TWO)])
  })

  it('takes a citation whose fields stand where those of Responses do', () => {
    expect(citationsOf([inResponses(ONE)])).to.deep.equal([inResponses(ONE)])
  })

  it('gives every field that clients read, whatever the provider left out', () => {
    expect(citationsOf([{ type: 'url_citation', url_citation: { url: ONE, start_index: 'x' } }])).to.deep.equal([
      { type: 'url_citation', url: ONE, title: '', start_index: 0, end_index: 0 },
    ])
  })

  it('leaves out what cites no address', () => {
    const others = [
      null,
      1,
      'x',
      [],
      { type: 'file', file: {} },
      { type: 'url_citation' },
      { url_citation: { url: ONE } },
    ]
    for (const given of [undefined, null, 'x', {}, others]) expect(citationsOf(given)).to.deep.equal([])
  })
})

describe('the writer of a response with citations', () => {
  const added = (events: readonly ResponseEvent[]) =>
    events
      .filter(({ type }) => type === 'response.output_text.annotation.added')
      .map(({ output_index: output, content_index: content, annotation_index: place, annotation }) => {
        return [output, content, place, annotation]
      })
  const textOf = (text: string, urls: readonly string[]) => [
    { type: 'output_text', text, annotations: urls.map(inResponses), logprobs: [] },
  ]

  it('tells of each as it comes, and has all of them in the ended text', () => {
    const events = streamed([
      chunk({ content: 'see', annotations: [inChat(ONE)] }),
      chunk({ annotations: [inChat(TWO)] }),
      ended(),
    ])
    expect(added(events)).to.deep.equal([
      [0, 0, 0, inResponses(ONE)],
      [0, 0, 1, inResponses(TWO)],
    ])
    const done = events.find(({ type }) => type === 'response.content_part.done')
    expect([done?.['part']]).to.deep.equal(textOf('see', [ONE, TWO]))
    expect(finalResponse(events).output[0]?.['content']).to.deep.equal(textOf('see', [ONE, TWO]))
  })

  it('keeps those that come before the text for it', () => {
    const events = streamed([
      chunk({ reasoning_content: 'Hm.', annotations: [inChat(ONE)] }),
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ content: 'see' }),
      ended(),
    ])
    expect(added(events)).to.deep.equal([[1, 0, 0, inResponses(ONE)]])
    expect(finalResponse(events).output.map(({ type }) => type)).to.deep.equal(['reasoning', 'message'])
  })

  it('gives those without a text an empty one', () => {
    const { output } = finalResponse(streamed([chunk({ annotations: [inChat(ONE)] }), ended()]))
    expect(output.map(({ content }) => content)).to.deep.equal([textOf('', [ONE])])
  })

  it('opens no message for annotations that cite nothing', () => {
    expect(finalResponse(streamed([chunk({ annotations: [] }), ended()])).output).to.deep.equal([])
  })

  it('shows them in a whole answer', () => {
    const message = { role: 'assistant' as const, content: 'see', annotations: [inChat(ONE)] }
    const { output } = written({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage: null })
    expect(output[0]?.['content']).to.deep.equal(textOf('see', [ONE]))
  })
})

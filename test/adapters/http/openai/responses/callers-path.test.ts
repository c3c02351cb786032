import { expect } from 'chai'
import { callersPath } from '../../../../../src/adapters/http/openai/responses/callers-path.ts'
import { inCallersTerms } from '../../../../../src/adapters/http/paid-calls/in-callers-terms.ts'

/** Two items stand before the caller's own; the second of all is not sent in this wire, nor is the first tool. */
const pathOf = callersPath({
  chat: (path) => path.replace(/^messages\.1/, 'input.2').replace(/^logprobs$/, 'top_logprobs'),
  native: { input: () => [0, 2, 3], tools: () => [1, 2] },
  own: (path) =>
    path.replace(/^input\.(\d)/, (_, place) => (place < 2 ? 'previous_response_id' : `input.${place - 2}`)),
})

describe('a refusal in the terms of the caller', () => {
  for (const [named, own] of [
    ['input[1].content[0].text', 'input.0.content.0.text'],
    ['input[2]', 'input.1'],
    ['input[0].id', 'previous_response_id.id'],
    ['messages[1].content', 'input.0.content'],
    ['messages.1.content', 'input.0.content'],
    ['input', 'input'],
    ['tools[0].name', 'tools[0].name'],
    ['logprobs', 'top_logprobs'],
  ] as const) {
    it(`names ${own} where its provider names ${named}`, () => {
      expect(pathOf(named)).to.equal(own)
    })
  }

  it('names a tool where it stands in the list, where the provider was asked in this wire', () => {
    const message = "Invalid schema: 'tools[1].tools[0].parameters'."
    const refused = { param: 'tools[1].tools[0].parameters', message, wire: 'responses' }
    expect(inCallersTerms(refused, pathOf)).to.deep.equal({
      ...refused,
      param: 'tools.2.tools.0.parameters',
      message: "Invalid schema: 'tools.2.tools.0.parameters'.",
    })
  })

  it('names the place in its sentence too, and leaves a word of the sentence as it is', () => {
    const message = "Invalid 'input[1].id': 'item_0'. Expected an ID that begins with 'msg'."
    expect(inCallersTerms({ param: 'input[1].id', message }, pathOf)).to.deep.equal({
      param: 'input.0.id',
      message: "Invalid 'input.0.id': 'item_0'. Expected an ID that begins with 'msg'.",
    })
    const words = { param: 'logprobs', message: 'top_logprobs needs logprobs' }
    expect(inCallersTerms(words, pathOf)).to.deep.equal({ ...words, param: 'top_logprobs' })
  })
})

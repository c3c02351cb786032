import { expect } from 'chai'
import { notIncluded } from '../../../../../src/adapters/http/openai/responses/included-fields.ts'

const LOGPROBS = 'message.output_text.logprobs'
const SEAL = 'reasoning.encrypted_content'
const written = (logprobs: readonly unknown[]) => ({
  type: 'message',
  content: [{ type: 'output_text', text: 'Hi', logprobs }],
})
const asked = (...names: readonly string[]) => ({ include: null, 'include[]': names.join(',') })

describe('what a client asks to see beside a stored response', () => {
  it('is not named where it is there', () => {
    const items = [written([{ token: 'Hi', logprob: 0 }]), { type: 'reasoning', encrypted_content: 'sealed' }]
    expect(notIncluded(asked(LOGPROBS, SEAL), items)).to.deep.equal([])
  })

  it('is not named where the response has no item of that type', () => {
    expect(notIncluded(asked(SEAL), [written([])])).to.deep.equal([])
  })

  it('is named where an item was answered without it, once', () => {
    const items = [written([]), { type: 'reasoning', summary: [] }]
    expect(notIncluded({ include: LOGPROBS, 'include[]': `${SEAL},${LOGPROBS}` }, items)).to.deep.equal([
      `include.${LOGPROBS}`,
      `include.${SEAL}`,
    ])
  })

  it('is named where it is nothing that is ever shown', () => {
    expect(notIncluded(asked('file_search_call.results'), [])).to.deep.equal(['include.file_search_call.results'])
  })

  it('is nothing where the client does not ask', () => {
    expect(notIncluded({ include: undefined, 'include[]': undefined }, [written([])])).to.deep.equal([])
  })
})

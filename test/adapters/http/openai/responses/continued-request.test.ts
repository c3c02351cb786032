import { expect } from 'chai'
import { continuedRequest, withThoughts } from '../../../../../src/adapters/http/openai/responses/continued-request.ts'

const BEFORE = [
  { type: 'message', role: 'user', content: 'a' },
  { type: 'message', role: 'assistant', content: 'b' },
]

describe('a request that continues a response', () => {
  it('has the items of the responses before it in front of its own', () => {
    const own = [{ type: 'message', role: 'user', content: 'c' } as const]
    expect(continuedRequest({ model: 'm', input: own }, BEFORE).asked.input).to.deep.equal([...BEFORE, ...own])
    expect(continuedRequest({ model: 'm', input: 'c' }, BEFORE).asked.input).to.deep.equal([
      ...BEFORE,
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'c' }] },
    ])
  })

  it('keeps its own instructions and no earlier ones', () => {
    expect(continuedRequest({ model: 'm', input: 'c', instructions: 'be brief' }, BEFORE).asked).to.have.property(
      'instructions',
      'be brief',
    )
    expect(continuedRequest({ model: 'm', input: 'c' }, BEFORE).asked).not.to.have.property('instructions')
  })

  it('names fields where the caller wrote them', () => {
    const { pathOf } = continuedRequest({ model: 'm', input: [{ role: 'user', content: 'c' }] }, BEFORE)
    expect(pathOf('input.2.content.0.image_url')).to.equal('input.0.content.0.image_url')
    expect(pathOf('input.1.call_id')).to.equal('previous_response_id')
    expect(pathOf('tools.0.type')).to.equal('tools.0.type')
    expect(continuedRequest({ model: 'm', input: 'c' }, BEFORE).pathOf('input.2.content')).to.equal('input')
  })

  it('is the caller’s own where nothing is before it', () => {
    const asked = { model: 'm', input: 'c' }
    const { asked: whole, pathOf } = continuedRequest(asked, [])
    expect(whole).to.equal(asked)
    expect(pathOf('input')).to.equal('input')
  })
})

describe('a request with the thoughts that its model goes on from', () => {
  const thought = (id: string) => ({ type: 'reasoning', id, summary: [] })
  const whole = { type: 'reasoning', id: 'rs_up', summary: [], encrypted_content: 'sealed' }
  const stored = new Map([
    ['rs_1', whole],
    ['rs_2', whole],
  ])
  const call = { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'c', output: 'a door' }
  const user = { role: 'user', content: 'a' } as const

  it('has those that led to calls since the last words of the user, and no others', () => {
    const input = [user, thought('rs_1'), call, output, user, thought('rs_2'), call, output, thought('rs_3')]
    const { input: sent } = withThoughts({ model: 'm', input }, stored)
    expect(sent).to.deep.equal(input.map((item, index) => (index === 5 ? whole : item)))
  })

  it('is as it was where nothing of them is stored, or the user has the last word', () => {
    const answered = { model: 'm', input: [user, thought('rs_1'), call, output] }
    expect(withThoughts(answered, new Map())).to.equal(answered)
    expect(withThoughts({ ...answered, input: [...answered.input, user] }, stored).input).to.deep.equal([
      ...answered.input,
      user,
    ])
  })
})

import { expect } from 'chai'
import { sealReasoning } from '../../../../../src/adapters/http/openai/response-input/reasoning-seal.ts'
import { finalResponse } from '../../../../support/responses/response-events.ts'
import { translated } from '../../../../support/responses/translated.ts'
import { chunk, ended, streamed } from '../../../../support/responses/written.ts'
import { timed } from '../../../../support/timed.ts'

const INCLUDE = { include: ['reasoning.encrypted_content'] }
const ANSWER = [
  chunk({ reasoning_content: 'Hm. ' }),
  chunk({ reasoning_content: 'Yes.', reasoning_signature: 'sig' }),
  chunk({ content: 'a' }),
  ended(),
]

const answered = (body: object = INCLUDE) =>
  finalResponse(streamed(ANSWER, body as Readonly<Record<string, unknown>>)).output

/** What the next turn of a conversation comes to. */
const next = (items: readonly unknown[], model = 'vendor/model') =>
  translated({ model, input: [{ role: 'user', content: 'q' }, ...items, { role: 'user', content: 'and?' }] })

describe('reasoning that a client hands back', () => {
  it('goes with its signature to the model that thought it', () => {
    const { request, ignored } = next(answered())
    expect(request.messages[1]).to.deep.equal({
      role: 'assistant',
      content: 'a',
      reasoning_content: 'Hm. Yes.',
      reasoning_signature: 'sig',
    })
    expect(ignored).to.deep.equal([])
  })

  it('is sealed only where the client asks for that', () => {
    expect(answered()[0]).to.have.property('encrypted_content')
    expect(answered({})[0]).not.to.have.property('encrypted_content')
  })

  it('goes back by its signature alone where the provider does not show it', () => {
    const hidden = streamed([chunk({ reasoning_signature: 'sig' }), chunk({ content: 'a' }), ended()], INCLUDE)
    const { output } = finalResponse(hidden)
    expect(output[0]).to.deep.include({ type: 'reasoning', summary: [] })
    expect(next(output).request.messages[1]).to.deep.equal({
      role: 'assistant',
      content: 'a',
      reasoning_signature: 'sig',
    })
  })

  it('goes back by a signature that came behind the words, with the answer that it signs', () => {
    const chunks = [
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ content: 'a' }),
      chunk({ reasoning_signature: 'sig' }),
      ended(),
    ]
    const { output } = finalResponse(streamed(chunks, INCLUDE))
    expect(output.map(({ type, status }) => [type, status])).to.deep.equal([
      ['reasoning', 'completed'],
      ['message', 'completed'],
      ['reasoning', 'completed'],
    ])
    const signed = { role: 'assistant', content: 'a', reasoning_content: 'Hm.', reasoning_signature: 'sig' }
    const { request, ignored } = next(output)
    expect(request.messages).to.have.length(3)
    expect([request.messages[1], ignored]).to.deep.equal([signed, []])
    expect(finalResponse(streamed(chunks, {})).output.map(({ type }) => type)).to.deep.equal(['reasoning', 'message'])
  })

  it('goes before the calls behind the words that it signs', () => {
    const calls = [{ index: 0, id: 'c', type: 'function' as const, function: { name: 'look', arguments: '{}' } }]
    const chunks = [chunk({ content: 'a' }), chunk({ reasoning_signature: 'sig' }), chunk({ tool_calls: calls })]
    const { output } = finalResponse(streamed([...chunks, ended('tool_calls')], INCLUDE))
    expect(output.map(({ type }) => type)).to.deep.equal(['message', 'reasoning', 'function_call'])
  })

  it('never goes to another model, and is named as left out', () => {
    const foreign = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'x' }] }
    const cases = [
      next(answered(), 'vendor/other'),
      next(answered({})),
      ...['gAAAAA', 'gw1.', 'gw1.e30', `gw1.${Buffer.from('["vendor/model"]').toString('base64url')}`].map((seal) =>
        next([{ ...foreign, encrypted_content: seal }]),
      ),
    ]
    for (const { request, ignored } of cases) {
      expect(JSON.stringify(request.messages)).not.to.include('reasoning')
      expect(ignored).to.deep.equal(['input.reasoning'])
    }
  })

  it('stands before the calls that it led to, and is no message by itself', () => {
    const seal = sealReasoning('vendor/model', '')
    const thought = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: seal }
    const { request } = next([
      thought,
      { type: 'function_call', call_id: 'c', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: 'x' },
      thought,
    ])
    expect(request.messages.map(({ role }) => role)).to.deep.equal(['user', 'assistant', 'tool', 'user'])
    expect(request.messages[1]).to.deep.include({ reasoning_content: 'Hm.' })
  })

  it('is not parsed where its seal holds more than one of ours: ten million lists would hold the process', async () => {
    const forged = `gw1.${Buffer.from(`[${'[],'.repeat(5_000_000)}[]]`).toString('base64url')}`
    const item = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: forged }
    const { value, ms } = await timed(async () => next([item]))
    expect(value.ignored).to.deep.equal(['input.reasoning'])
    expect(ms).to.be.below(2_000)
  })
})

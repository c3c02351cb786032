import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect } from 'chai'
import { sandboxChat } from '../../../../src/adapters/providers/sandbox/chat-provider.ts'
import { foldChunks } from '../../../../src/domain/chat/answers/fold.ts'
import type { ChatMessage } from '../../../../src/domain/chat/message.ts'
import { chatCall, streamOutcome } from '../../../support/chat/chat-calls.ts'

const sandbox = sandboxChat()

const answer = async (upstreamModel: string, request: Readonly<Record<string, unknown>> = {}) => {
  const outcome = await sandbox.complete(chatCall({ upstreamModel, request }))
  if (isLeft(outcome)) throw new Error(outcome.left.message)
  return outcome.right.completion
}

const tools = [{ type: 'function', function: { name: 'count', parameters: { type: 'object' } } }]

describe('the reasoning of the sandbox', () => {
  it('is shown beside the answer, signed, and counted as output', async () => {
    const { choices, usage } = await answer('reasoning')
    const { content, reasoning_content: reasoning, reasoning_signature: signature } = choices[0]?.message ?? {}
    expect(content).to.equal('one two three')
    expect(reasoning).to.match(/^The last message has 3 words\./)
    expect(signature).to.match(/^[A-Za-z0-9+/]{40,}=*$/)
    const words = (reasoning ?? '').split(' ').length
    expect(usage).to.include({ completionTokens: words + 3, reasoningTokens: words })
  })

  it('comes before the answer in a stream, and its fold is the whole answer', async () => {
    const { chunks } = await streamOutcome(sandbox, chatCall({ upstreamModel: 'reasoning' }))
    const keys = chunks.flatMap(({ choices }) => Object.keys(choices[0]?.delta ?? {}))
    expect(keys.lastIndexOf('reasoning_content')).to.be.lessThan(keys.indexOf('reasoning_signature'))
    expect(keys.indexOf('reasoning_signature')).to.be.lessThan(keys.lastIndexOf('content'))
    const whole = await answer('reasoning')
    const folded = foldChunks(chunks)
    expect(folded.choices[0]?.message).to.deep.include(whole.choices[0]?.message)
    expect(folded.usage).to.deep.equal(whole.usage)
  })

  it('is as long as the effort asks for, and absent under none', async () => {
    const lengths = await Promise.all(
      ['low', 'medium', 'high', 'max'].map(async (effort) => {
        const { usage } = await answer('reasoning', { reasoning_effort: effort })
        return usage?.reasoningTokens ?? 0
      }),
    )
    expect(lengths).to.deep.equal([...new Set(lengths)].toSorted((one, other) => one - other))
    const { choices, usage } = await answer('reasoning', { reasoning_effort: 'none' })
    expect(choices[0]?.message).to.deep.equal({ role: 'assistant', content: 'one two three' })
    expect(usage).to.include({ completionTokens: 3, reasoningTokens: 0 })
  })

  it('is billed but not shown where it is hidden', async () => {
    const { choices, usage } = await answer('reasoning-hidden')
    expect(choices[0]?.message).to.have.keys('role', 'content', 'reasoning_signature')
    expect(usage?.reasoningTokens).to.be.above(0)
  })

  it('is billed but not shown to a client that asks not to see it, and a wish to see it is named where it is hidden', async () => {
    const { choices, usage } = await answer('reasoning', { include_reasoning: false })
    expect(choices[0]?.message).to.have.keys('role', 'content', 'reasoning_signature')
    expect(usage?.reasoningTokens).to.be.above(0)
    const named = (upstreamModel: string, wish: unknown = true): readonly string[] =>
      sandbox.ignoredFields(chatCall({ upstreamModel, request: { include_reasoning: wish } }))
    expect(named('reasoning', 'yes')).to.deep.equal(['include_reasoning'])
    expect(['reasoning', 'reasoning-hidden', 'echo'].map((model) => named(model))).to.deep.equal([
      [],
      ['include_reasoning'],
      ['include_reasoning'],
    ])
  })

  it('counts inside the limit: what it uses up ends the answer', async () => {
    const { choices, usage } = await answer('reasoning', { max_tokens: 4 })
    expect(choices[0]).to.deep.include({ finish_reason: 'length' })
    expect(choices[0]?.message.content).to.equal('')
    expect(usage).to.include({ completionTokens: 4, reasoningTokens: 4 })
  })

  it('stands before the call of a tool, and may be given back with its result', async () => {
    const question: ChatMessage = { role: 'user', content: 'count' }
    const [first] = (await answer('reasoning', { messages: [question], tools })).choices
    expect(first?.finish_reason).to.equal('tool_calls')
    if (first === undefined) throw new Error('no choice')
    const result: ChatMessage = { role: 'tool', tool_call_id: first.message.tool_calls?.[0]?.id ?? '', content: '3' }
    const { choices } = await answer('reasoning', { tools, messages: [question, first.message, result] })
    expect(choices[0]?.message.content).to.equal('count: 3')
  })

  it('that comes back altered is the fault of the request, at its message', async () => {
    const [first] = (await answer('reasoning')).choices
    const message = { ...first?.message, reasoning_content: 'other words' }
    const request = { messages: [{ role: 'user' as const, content: 'x' }, message as ChatMessage] }
    for (const upstreamModel of ['reasoning', 'reasoning-hidden']) {
      const outcome = await sandbox.complete(chatCall({ upstreamModel, request }))
      expect(outcome).to.have.nested.property('left.tag', 'rejected')
      expect(outcome).to.have.nested.property('left.param', 'messages.1.reasoning_signature')
      expect(outcome).to.have.nested.property('left.code', 'invalid_encrypted_content')
      const without = await sandbox.complete({ ...chatCall({ upstreamModel, request }), leavesOutReasoning: true })
      expect(without).to.have.nested.property('left.code', 'rejected_by_upstream')
    }
    expect(isRight(await sandbox.complete(chatCall({ upstreamModel: 'echo', request })))).to.equal(true)
  })

  it('is read by the models that reason, and named as ignored by the others', () => {
    const messages: readonly ChatMessage[] = [{ role: 'assistant', content: 'x', reasoning_signature: 'y' }]
    const ignoredBy = (upstreamModel: string) =>
      sandbox.ignoredFields(chatCall({ upstreamModel, request: { messages } }))
    expect(ignoredBy('reasoning')).to.deep.equal([])
    expect(ignoredBy('echo')).to.deep.equal(['messages.reasoning_signature'])
  })
})

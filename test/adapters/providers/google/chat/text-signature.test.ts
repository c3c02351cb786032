import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { fromResponse } from '../../../../../src/adapters/providers/google/chat/from-response.ts'
import { ignoredFields } from '../../../../../src/adapters/providers/google/chat/ignored-fields.ts'
import { NO_FILES } from '../../../../../src/adapters/providers/google/chat/inline-files.ts'
import { streamReader } from '../../../../../src/adapters/providers/google/chat/stream-reader.ts'
import { sealOfText, textSignatureIn } from '../../../../../src/adapters/providers/google/chat/text-signature.ts'
import { toContents } from '../../../../../src/adapters/providers/google/chat/to-contents.ts'
import type { ChatDelta } from '../../../../../src/domain/chat/chunk.ts'
import type { ChatMessage } from '../../../../../src/domain/chat/message.ts'
import { chatCall } from '../../../../support/chat/chat-calls.ts'
import { content } from '../../../../support/upstreams/google-answers.ts'

type Parts = Parameters<typeof content>[0]

const THOUGHT = { text: 'hm', thought: true }
const CALL = { functionCall: { id: 'fc', name: 'look', args: {} }, thoughtSignature: 'Y2FsbA==' }

const wholeOf = (parts: Parts): unknown => {
  const body = content(parts)
  const read = fromResponse({ body, text: JSON.stringify(body), headers: {}, status: 200 } as never, 'op')
  return isLeft(read) ? read.left : read.right.completion.choices[0]?.message.reasoning_signature
}

/** The deltas of a stream whose events have these parts; the last one ends it. */
const deltasOf = (...events: readonly Parts[]): readonly ChatDelta[] => {
  const reader = streamReader('op', {})
  return events.flatMap((parts, index) => {
    const event = content(parts, index === events.length - 1 ? 'STOP' : null)
    const step = reader.read({ name: null, data: JSON.stringify(event) })
    return step.chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
  })
}

const sent = (message: Partial<ChatMessage>, thoughtSignatures = true, leavesOutReasoning = false): unknown => {
  const user: ChatMessage = { role: 'user', content: 'hi' }
  const messages: readonly ChatMessage[] = [user, { role: 'assistant', content: 'yes', ...message }, user]
  const made = toContents(messages, NO_FILES, { thoughtSignatures, prefill: false }, leavesOutReasoning)
  return isLeft(made) ? made.left : made.right.contents[1]?.['parts']
}

describe('the signature of a text of Google', () => {
  it('is a seal that no other provider makes', () => {
    expect(textSignatureIn(sealOfText('c2ln'))).to.equal('c2ln')
    for (const seal of ['c2ln', 'gw2.a1.x', 'gts1.', '', null, undefined]) expect(textSignatureIn(seal)).to.equal(null)
  })

  it('comes with the reasoning that is shown, and not without', () => {
    expect(wholeOf([THOUGHT, { text: 'yes', thoughtSignature: 'c2ln' }])).to.equal('gts1.c2ln')
    expect(wholeOf([{ text: 'yes', thoughtSignature: 'c2ln' }])).to.equal(undefined)
    expect(wholeOf([THOUGHT, CALL])).to.equal(undefined)
  })

  it('comes behind all words of a stream, also where it came beside an empty text', () => {
    const tail = [{ text: '', thoughtSignature: 'bGFzdA==' }]
    const deltas = deltasOf([THOUGHT], [{ text: 'ye', thoughtSignature: 'c2ln' }], [{ text: 's' }], tail)
    expect(deltas.map(({ reasoning_signature: seal, content: words }) => seal ?? words ?? '')).to.deep.equal([
      '',
      'ye',
      's',
      'gts1.bGFzdA==',
      '',
    ])
    expect(deltasOf([{ text: 'yes' }], tail).some((delta) => delta.reasoning_signature !== undefined)).to.equal(false)
  })

  it('comes before the calls of a stream, which have signatures of their own', () => {
    const deltas = deltasOf([THOUGHT], [{ text: 'I look', thoughtSignature: 'c2ln' }, CALL])
    const kinds = deltas.flatMap((delta) => Object.keys(delta).filter((name) => name !== 'role'))
    expect(kinds).to.deep.equal(['reasoning_content', 'content', 'reasoning_signature', 'tool_calls'])
  })

  it('goes back to Google on the text that it signs', () => {
    const seal = 'gts1.c2ln'
    expect(sent({ reasoning_signature: seal })).to.deep.equal([{ text: 'yes', thoughtSignature: 'c2ln' }])
    expect(sent({ reasoning_signature: seal }, false)).to.deep.equal([{ text: 'yes' }])
    expect(sent({ reasoning_signature: 'of another' })).to.deep.equal([{ text: 'yes' }])
  })

  it('is left out, as those of calls are, where Google could not read one', () => {
    const [text, call] = [
      { text: 'yes' },
      { id: 'c__ts_YWJj', type: 'function', function: { name: 'f', arguments: '{}' } },
    ]
    expect(sent({ reasoning_signature: 'gts1.c2ln', tool_calls: [call] }, true, true)).to.deep.equal([
      text,
      { functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' },
    ])
  })

  it('is named where the model is not given it', () => {
    const named = (seal: string, parameters = {}) => {
      const messages: readonly ChatMessage[] = [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'yes', reasoning_signature: seal },
        { role: 'user', content: 'hi' },
      ]
      const { request, deployment } = chatCall({ request: { messages }, parameters })
      return ignoredFields(request, deployment)
    }
    expect(named('gts1.c2ln')).to.deep.equal([])
    expect(named('of another')).to.deep.equal(['messages.reasoning_signature'])
    expect(named('gts1.c2ln', { thought_signatures: false })).to.deep.equal(['messages.reasoning_signature'])
  })
})

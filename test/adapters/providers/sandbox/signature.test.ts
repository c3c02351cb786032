import { expect } from 'chai'
import { alteredReasoning, sealReasoning } from '../../../../src/adapters/providers/sandbox/signature.ts'
import type { ChatMessage } from '../../../../src/domain/chat/message.ts'
import { OPERATION_ID } from '../../../support/chat/chat-calls.ts'

const signature = sealReasoning('because', OPERATION_ID)

const alteredIn = (message: Partial<ChatMessage>): number | null =>
  alteredReasoning({
    model: 'm',
    messages: [
      { role: 'user', content: 'why?' },
      { role: 'assistant', content: 'so', ...message },
    ],
  })

describe('alteredReasoning', () => {
  it('accepts the reasoning that was signed, the signature alone, and reasoning without one', () => {
    expect(alteredIn({ reasoning_content: 'because', reasoning_signature: signature })).to.equal(null)
    expect(alteredIn({ reasoning_signature: signature })).to.equal(null)
    expect(alteredIn({ reasoning_content: 'whatever' })).to.equal(null)
    expect(alteredIn({ reasoning_content: 'because', reasoning_signature: null })).to.equal(null)
  })

  it('finds other words under the signature', () => {
    expect(alteredIn({ reasoning_content: 'because.', reasoning_signature: signature })).to.equal(1)
  })

  it('finds every change of one character in the signature', () => {
    for (let at = 0; at < signature.length; at += 1) {
      const other = signature[at] === 'A' ? 'B' : 'A'
      const changed = signature.slice(0, at) + other + signature.slice(at + 1)
      expect(alteredIn({ reasoning_signature: changed }), changed).to.equal(1)
    }
    for (const foreign of ['x', 'EqQBCkgIARABGAIiQ', 'A'.repeat(100_000)]) {
      expect(alteredIn({ reasoning_signature: foreign })).to.equal(1)
    }
  })

  it('shows nothing of what it seals', () => {
    const text = Buffer.from(sealReasoning('a secret thought', OPERATION_ID), 'base64').toString('latin1')
    expect(text).to.not.include('secret')
  })
})

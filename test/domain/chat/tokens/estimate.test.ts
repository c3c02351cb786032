import { expect } from 'chai'
import fc from 'fast-check'
import { estimateMessageTokens, estimatePromptTokens } from '../../../../src/domain/chat/tokens/estimate.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'

describe('the estimate of one message', () => {
  it('is the estimate of a prompt that has this message alone', () => {
    const role = fc.constantFrom('system' as const, 'developer' as const, 'user' as const, 'assistant' as const)
    fc.assert(
      fc.property(role, fc.string({ unit: 'binary' }), (by, content) => {
        const request = chatRequest({ messages: [{ role: by, content }] })
        expect(estimateMessageTokens(by, content)).to.equal(estimatePromptTokens(request, chatModel()))
      }),
    )
  })
})

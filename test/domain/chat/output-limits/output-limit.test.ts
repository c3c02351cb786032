import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { limitOutput } from '../../../../src/domain/chat/output-limits/output-limit.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'

const newer = chatModel({ outputLimitField: 'max_completion_tokens' })
const older = chatModel({ outputLimitField: 'max_tokens' })

describe('the limit of an answer', () => {
  const table = [
    { asked: {}, tokens: 1000 },
    { asked: { max_tokens: null, max_completion_tokens: null }, tokens: 1000 },
    { asked: { max_tokens: 7 }, tokens: 7 },
    { asked: { max_completion_tokens: 7 }, tokens: 7 },
    { asked: { max_tokens: 7, max_completion_tokens: 7 }, tokens: 7 },
    { asked: { max_tokens: null, max_completion_tokens: 7 }, tokens: 7 },
    { asked: { max_tokens: 1_000_000 }, tokens: 4000 },
  ] as const
  for (const { asked, tokens } of table) {
    it(`is ${tokens} for ${JSON.stringify(asked)}, in the field that the model reads and in no other`, () => {
      expect(limitOutput(chatRequest(asked), newer)).to.deep.equal(
        right({ outputLimit: tokens, request: chatRequest({ max_completion_tokens: tokens }) }),
      )
      expect(limitOutput(chatRequest(asked), older)).to.deep.equal(
        right({ outputLimit: tokens, request: chatRequest({ max_tokens: tokens }) }),
      )
    })
  }

  it('is refused when it stands twice with two values', () => {
    for (const model of [newer, older, chatModel()]) {
      expect(limitOutput(chatRequest({ max_tokens: 7, max_completion_tokens: 8 }), model)).to.deep.equal(
        left({ tag: 'conflicting_token_limits' }),
      )
    }
  })
})

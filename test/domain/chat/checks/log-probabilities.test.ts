import { expect } from 'chai'
import { isRight } from 'fp-ts/lib/Either.js'
import { MAX_LOG_PROBABILITIES, tokensAskedFor } from '../../../../src/domain/chat/checks/log-probabilities.ts'
import { planChat } from '../../../../src/domain/chat/plan.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'

const limits = { ...chatModel().limits, defaultOutputTokens: 8_000, maxOutputTokens: 128_000, maxChoices: 8 }
const model = chatModel({ limits })
const plan = (asked: Parameters<typeof chatRequest>[0]) => planChat(model, chatRequest(asked))

describe('log probabilities that a request asks for', () => {
  it('are as many as all choices may have tokens, and those that are named beside each', () => {
    const asked = { max_tokens: 10, n: 2 }
    expect(tokensAskedFor(chatRequest(asked))).to.equal(20)
    expect(tokensAskedFor(chatRequest({ ...asked, logprobs: true }))).to.equal(20)
    expect(tokensAskedFor(chatRequest({ ...asked, logprobs: true, top_logprobs: 4 }))).to.equal(100)
    expect(tokensAskedFor(chatRequest({ ...asked, top_logprobs: 4 })), 'not asked for').to.equal(20)
  })

  for (const asked of [
    { logprobs: true, top_logprobs: 20 },
    { logprobs: true, top_logprobs: 20, max_tokens: Math.floor(MAX_LOG_PROBABILITIES / 21) },
    { logprobs: true, max_tokens: 128_000 },
    { top_logprobs: 20, max_tokens: 128_000 },
    { n: 8, max_tokens: 128_000 },
  ]) {
    it(`are taken for ${JSON.stringify(asked)}`, () => {
      expect(isRight(plan(asked))).to.equal(true)
    })
  }

  for (const [asked, param, most] of [
    [{ logprobs: true, top_logprobs: 20, max_tokens: 120_000 }, 'top_logprobs', 9_523],
    [{ logprobs: true, top_logprobs: 20, n: 2 }, 'top_logprobs', 4_761],
    [{ logprobs: true, n: 2, max_tokens: 128_000 }, 'logprobs', 100_000],
  ] as const) {
    it(`are refused by name for ${JSON.stringify(asked)}`, () => {
      const refused = plan(asked)
      expect(refused).to.deep.include({ _tag: 'Left' })
      expect(refused).to.nested.include({ 'left.tag': 'unsupported_parameter', 'left.param': param })
      expect(refused).to.nested.property('left.message').that.includes(`at most ${most} tokens`)
    })
  }
})

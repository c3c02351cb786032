import { expect } from 'chai'
import {
  DEFAULT_RESPONSE_LIMITS,
  limitsForAnswer,
} from '../../../../src/adapters/providers/upstream/response-limits.ts'
import { MAX_LOG_PROBABILITIES } from '../../../../src/domain/chat/checks/log-probabilities.ts'

const { maxEventChars, maxStreamBytes } = DEFAULT_RESPONSE_LIMITS
const MB = 1024 * 1024

describe('the limits of a stream', () => {
  it('are those of every answer for what most calls ask', () => {
    expect(limitsForAnswer(DEFAULT_RESPONSE_LIMITS, 8_000)).to.deep.equal({ maxEventChars, maxStreamBytes })
  })

  it('have room for all log probabilities that a request may ask for, in one event and five times in the stream', () => {
    const grown = limitsForAnswer(DEFAULT_RESPONSE_LIMITS, MAX_LOG_PROBABILITIES)
    const token = { token: ' слово', logprob: -12.345678, bytes: [...Buffer.from(' слово')], top_logprobs: [] }
    expect(grown.maxEventChars).to.be.greaterThan(MAX_LOG_PROBABILITIES * JSON.stringify(token).length)
    const bytes = Buffer.byteLength(JSON.stringify(token))
    expect(grown.maxStreamBytes).to.be.greaterThan(5 * MAX_LOG_PROBABILITIES * bytes)
  })

  it('have an end, whatever is asked for', () => {
    expect(limitsForAnswer(DEFAULT_RESPONSE_LIMITS, 1e9)).to.deep.equal({
      maxEventChars: 32 * MB,
      maxStreamBytes: 512 * MB,
    })
  })
})

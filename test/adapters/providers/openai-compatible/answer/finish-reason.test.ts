import { expect } from 'chai'
import { toFinishReason } from '../../../../../src/adapters/providers/openai-compatible/answer/finish-reason.ts'

describe('toFinishReason', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['a word of OpenAI is its own', 'tool_calls', 'tool_calls'],
    ['an answer that goes on has no end', null, null],
    ['the end of an answer that no table knows is a good one', 'eos', 'stop'],
    ['a server that broke gave no good answer', 'error', 'failed'],
    ['a server that gave the request up gave no good answer', 'abort', 'failed'],
    ['the same in another form of the word', 'aborted', 'failed'],
    ['a request that the server cancelled has no good answer', 'cancelled', 'failed'],
    ['the same as Americans write it', 'canceled', 'failed'],
    ['an answer that filled the context was cut', 'model_context_window_exceeded', 'length'],
    ['an answer that reached the limit of its tokens was cut', 'max_output_tokens', 'length'],
    ['an answer that repeats itself was cut', 'repetition', 'length'],
  ]
  for (const [title, given, expected] of cases) {
    it(title, () => {
      expect(toFinishReason(given)).to.equal(expected)
    })
  }
})

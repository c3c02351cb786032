import { expect } from 'chai'
import type { ChatCompletion } from '../../../../src/domain/chat/completion.ts'
import { foldChunks } from '../../../../src/domain/chat/answers/fold.ts'
import { unfold } from '../../../../src/domain/chat/answers/unfold.ts'

describe('a whole answer as a stream', () => {
  it('folds to the answer', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    const cited = (url: string) => ({ type: 'url_citation', url_citation: { url } })
    const answer: ChatCompletion = {
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'a', refusal: null, reasoning_content: 'r', tool_calls: [call, call] },
          finish_reason: 'tool_calls',
        },
        {
          index: 1,
          message: { role: 'assistant', content: 'b', refusal: null, annotations: [cited('1'), cited('2')] },
          finish_reason: 'length',
        },
      ],
      usage: { promptTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 2, reasoningTokens: 0 },
      extras: { system_fingerprint: 'fp' },
    }
    expect(foldChunks(unfold(answer))).to.deep.equal(answer)
  })
})

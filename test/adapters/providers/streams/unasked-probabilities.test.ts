import { expect } from 'chai'
import { openAiCompatibleChat } from '../../../../src/adapters/providers/openai-compatible/chat-provider.ts'
import { upstreamHttp } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { ChatChunk } from '../../../../src/domain/chat/chunk.ts'
import { chatCall } from '../../../support/chat/chat-calls.ts'
import { startScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../../support/upstreams/scripted-upstream.ts'
import { chunk, DONE, frame, streams } from '../../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../../twins/media/memory-url-fetcher.ts'

const PROBABILITIES = { content: [{ token: 'a', logprob: -1 }] }
const CHOICE = { index: 0, delta: { content: 'a' }, logprobs: PROBABILITIES, finish_reason: null }

describe('the probabilities of a streamed answer', () => {
  let upstream: ScriptedUpstream
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const chunksOf = async (logprobs: boolean): Promise<readonly ChatChunk[]> => {
    const fetcher = memoryUrlFetcher(new Map())
    const provider = openAiCompatibleChat({ fetcher, baseUrl: upstream.baseUrl, apiKey: null, http })
    upstream.next(streams([frame(chunk({}, null, { choices: [CHOICE] })), frame(chunk({}, 'stop')), DONE]))
    const stream = await provider.stream(chatCall({ request: { logprobs } }))
    if (stream._tag === 'Left') throw new Error(stream.left.message)
    const chunks: ChatChunk[] = []
    for await (const batch of stream.right.chunks) if (batch._tag === 'Right') chunks.push(...batch.right)
    return chunks
  }

  it('are handed on where a client asks for them, and left out otherwise', async () => {
    const [asked, unasked] = [await chunksOf(true), await chunksOf(false)]
    expect(asked[0]?.choices[0]).to.deep.include({ logprobs: PROBABILITIES })
    expect(unasked[0]?.choices[0]).to.have.nested.property('delta.content', 'a')
    expect(unasked[0]?.choices[0]).not.to.have.property('logprobs')
    expect(unasked.at(-1)?.choices[0]).to.have.property('finish_reason', 'stop')
  })
})

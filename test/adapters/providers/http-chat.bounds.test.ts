import { expect } from 'chai'
import { openAiCompatibleChat } from '../../../src/adapters/providers/openai-compatible/chat-provider.ts'
import { upstreamHttp } from '../../../src/adapters/providers/upstream/upstream-http.ts'
import { memoryBudget } from '../../../src/application/load/memory-budget.ts'
import { chatCall } from '../../support/chat/chat-calls.ts'
import { startScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import type { ScriptedUpstream } from '../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, completion } from '../../support/upstreams/upstream-scripts.ts'
import { memoryUrlFetcher } from '../../twins/media/memory-url-fetcher.ts'

const many = <A>(count: number, one: A): readonly A[] => Array.from({ length: count }, () => one)
const CHOICE = { message: { content: 'a' }, finish_reason: 'stop' }
const TOOL_CALL = { function: { name: 'f', arguments: '{}' } }
const withAnnotations = (json: string): string =>
  JSON.stringify(completion({ content: 'a', annotations: 'here' })).replace('"here"', json)

const NO_CHOICES = { tag: 'bad_answer', message: 'The upstream answer is not a chat completion.' }

describe('httpChat: a whole answer of an upstream', () => {
  let upstream: ScriptedUpstream
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  for (const [what, script, outcome] of [
    ['128 choices is read', answersJson(completion({}, { choices: many(128, CHOICE) })), 'Right'],
    ['129 choices is refused', answersJson(completion({}, { choices: many(129, CHOICE) })), 'Left'],
    ['1,024 calls of tools is read', answersJson(completion({ tool_calls: many(1_024, TOOL_CALL) })), 'Right'],
    ['1,025 calls of tools is refused', answersJson(completion({ tool_calls: many(1_025, TOOL_CALL) })), 'Left'],
    ['more values than any answer has is refused', answersText(withAnnotations(`[${'0,'.repeat(400_000)}0]`)), 'Left'],
    ['shallow extras is read', answersText(withAnnotations('[[[]]]')), 'Right'],
    ['200,000 levels is refused', answersText(withAnnotations('['.repeat(200_000) + ']'.repeat(200_000))), 'Left'],
  ] as const) {
    for (const method of ['complete', 'stream'] as const) {
      it(`with ${what}, by ${method}`, async () => {
        upstream.next(script)
        const fetcher = memoryUrlFetcher(new Map())
        const provider = openAiCompatibleChat({ fetcher, baseUrl: upstream.baseUrl, apiKey: null, http })
        const answer = await provider[method](chatCall())
        expect(answer._tag).to.equal(outcome)
        if (answer._tag === 'Left') expect(answer.left.tag).to.equal('too_large')
      })
    }
  }

  it('may say as much of each token as was asked for', async () => {
    const fetcher = memoryUrlFetcher(new Map())
    const provider = openAiCompatibleChat({ fetcher, baseUrl: upstream.baseUrl, apiKey: null, http })
    const memory = memoryBudget(100_000_000, 100_000_000).open('caller')
    for (const method of ['complete', 'stream'] as const) {
      upstream.next(answersText(withAnnotations(`[${'0,'.repeat(1_000_000)}0]`)))
      const answer = await provider[method]({ ...chatCall({ request: { logprobs: true } }), memory })
      expect(answer._tag).to.equal('Right')
    }
  })

  it('is called by no id that is longer than any, in a failure neither', async () => {
    const fetcher = memoryUrlFetcher(new Map())
    const provider = openAiCompatibleChat({ fetcher, baseUrl: upstream.baseUrl, apiKey: null, http })
    const id = 'x'.repeat(1_000_000)
    upstream.next(answersJson({ ...completion({ content: 'a' }), id }))
    expect(await provider.complete(chatCall())).to.have.nested.property('right.upstreamRequestId', null)
    upstream.next(answersJson({ id }))
    expect(await provider.complete(chatCall())).to.deep.include({
      left: { ...NO_CHOICES, upstreamRequestId: null },
    })
  })
})

import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatProvider, ChunkBatch } from '../../../../src/application/ports/providers/chat-provider.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { callNotebook } from '../../../../src/infrastructure/observability/metrics/call-notes.ts'
import { measuredProvider } from '../../../../src/infrastructure/observability/metrics/measured-provider.ts'
import { openMetrics } from '../../../../src/infrastructure/observability/metrics/open-metrics.ts'
import { chatCall, OPERATION_ID, streamOutcome } from '../../../support/chat/chat-calls.ts'
import { figuresOf } from '../../../support/samples.ts'

const FAILURE: UpstreamFailure = { tag: 'cut', message: 'It broke.', upstreamRequestId: null }
const LABELS = 'chat scripted vendor/model'

type Element = Either<UpstreamFailure, ChunkBatch>

const word: Element = right([{ choices: [], usage: null }])
const usage = (completionTokens: number): Element =>
  right([
    {
      choices: [],
      usage: { promptTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, completionTokens, reasoningTokens: 0 },
    },
  ])

const measured = () => {
  let nowMs = 0
  const metrics = openMetrics()
  const notebook = callNotebook()
  const measure = measuredProvider({ figures: metrics.metrics, notebook, nowMs: () => nowMs })
  const pass = (ms: number): void => void (nowMs += ms)
  /** A provider whose answer takes 100 ms and each element of whose stream takes 10. */
  const chatOf = (answer: Element, elements: readonly Element[] = []): ChatProvider => {
    const port: ChatProvider = {
      ignoredFields: () => [],
      complete: async () => {
        pass(100)
        return answer as Either<UpstreamFailure, never>
      },
      stream: async () => {
        pass(100)
        const chunks = (async function* () {
          for (const element of elements) {
            pass(10)
            yield element
          }
        })()
        return right({ chunks, upstreamRequestId: () => null })
      },
    }
    const { chat } = measure({ chat: port })
    if (chat === undefined) throw new Error('the port is gone')
    return chat
  }
  const figures = (name: string) => figuresOf(metrics.expose(), name)
  return { chatOf, figures, notebook, pass }
}

describe('a measured provider', () => {
  it('counts an answer under its model, and notes how long it was waited for', async () => {
    const { chatOf, figures, notebook } = measured()
    await chatOf(right([])).complete(chatCall())
    expect(figures('gateway_provider_calls_total')).to.deep.equal({ scripted: 1 })
    expect(figures('gateway_provider_failures_total')).to.deep.equal({})
    expect(figures('gen_ai_server_request_duration_seconds_sum')).to.deep.equal({ [LABELS]: 0.1 })
    expect(figures('gen_ai_server_time_to_first_token_seconds_count')).to.deep.equal({})
    expect(notebook.take(OPERATION_ID)).to.include({ waitedMs: 100, provider: 'scripted', isStream: false })
    expect(notebook.take(OPERATION_ID)).to.equal(null)
  })

  it('counts a question that asks no provider nowhere', () => {
    const { chatOf, figures } = measured()
    chatOf(right([])).ignoredFields(chatCall())
    expect(figures('gateway_provider_calls_total')).to.deep.equal({})
  })

  it('times the first token and each further one, and counts no time of a slow reader as waiting', async () => {
    const { chatOf, figures, notebook, pass } = measured()
    const chat = chatOf(right([]), [word, word, usage(5)])
    const stream = await chat.stream(chatCall())
    if (stream._tag === 'Left') throw new Error('it was refused')
    for await (const _ of stream.right.chunks) pass(1000)
    expect(figures('gen_ai_server_time_to_first_token_seconds_sum')).to.deep.equal({ [LABELS]: 0.11 })
    // From 110 ms to the end at 3,130: of five tokens the first came with the first chunk.
    expect(figures('gen_ai_server_time_per_output_token_seconds_sum')).to.deep.equal({ [LABELS]: 0.755 })
    expect(notebook.take(OPERATION_ID)).to.include({ waitedMs: 130, isStream: true, isCut: false })
  })

  it('counts a stream that broke once, by its cause, and no duration for it', async () => {
    const { chatOf, figures, notebook } = measured()
    await streamOutcome(chatOf(right([]), [word, left(FAILURE)]), chatCall())
    expect(figures('gateway_provider_failures_total')).to.deep.equal({ 'scripted cut': 1 })
    expect(figures('gen_ai_server_request_duration_seconds_count')).to.deep.equal({})
    expect(notebook.take(OPERATION_ID)).to.include({ isCut: true })
  })

  it('adds the waiting of all deployments of a call up, and the last one answers for it', async () => {
    const { chatOf, notebook } = measured()
    const call = chatCall()
    await chatOf(left(FAILURE)).complete(call)
    await chatOf(right([])).complete({ ...call, deployment: { ...call.deployment, provider: 'second' } })
    expect(notebook.take(OPERATION_ID)).to.include({ waitedMs: 200, provider: 'second', isCut: false })
  })

  it('counts no failure where the caller gave up', async () => {
    const { chatOf, figures } = measured()
    await chatOf(left(FAILURE)).complete(chatCall({ signal: AbortSignal.abort() }))
    expect(figures('gateway_provider_failures_total')).to.deep.equal({})
    expect(figures('gateway_provider_calls_total')).to.deep.equal({ scripted: 1 })
  })

  it('takes no stream that its reader left for a whole one', async () => {
    const { chatOf, figures } = measured()
    const stream = await chatOf(right([]), [word, word]).stream(chatCall())
    if (stream._tag === 'Left') throw new Error('it was refused')
    for await (const _ of stream.right.chunks) break
    expect(figures('gen_ai_server_request_duration_seconds_count')).to.deep.equal({})
  })

  it('drops the oldest notes where too many are never taken', () => {
    const notebook = callNotebook(2)
    for (const id of ['a', 'b', 'c']) notebook.of(id)
    expect(notebook.take('a')).to.equal(null)
    expect(notebook.take('c')).not.to.equal(null)
  })
})

import { expect } from 'chai'
import { googleEmbeddings } from '../../../../../src/adapters/providers/google/embeddings/embedding-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { EmbeddingProvider } from '../../../../../src/application/ports/providers/embedding-provider.ts'
import type { Deployment } from '../../../../../src/domain/catalog/model.ts'
import type { EmbeddingRequest } from '../../../../../src/domain/embeddings/request.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { embeddingRequest } from '../../../../support/media/embedding-models.ts'
import { BAD_KEY, RATE_LIMITED } from '../../../../support/upstreams/google-answers.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { ReceivedRequest, Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { answersJson, hangs } from '../../../../support/upstreams/upstream-scripts.ts'

interface Batch {
  readonly requests: readonly { readonly content: { readonly parts: readonly { readonly text: string }[] } }[]
}

const textsOf = ({ body }: ReceivedRequest): readonly string[] =>
  (body as unknown as Batch).requests.map(({ content }) => content.parts.map(({ text }) => text).join(''))

/** Answers each text, which is a number, with that number; and a token for each. */
const echoesNumbers: Script = (response, request) => {
  const texts = textsOf(request)
  const embeddings = texts.map((text) => ({ values: [Number(text), 0] }))
  return answersJson({ embeddings, usageMetadata: { promptTokenCount: texts.length } })(response, request)
}

const vector = (...values: readonly number[]) => new Float32Array(values)

describe('googleEmbeddings', () => {
  let upstream: ScriptedUpstream
  let provider: EmbeddingProvider
  /** Gives a provider up soon: of the others a busy machine may have to wait longer for an answer. */
  let impatient: EmbeddingProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    const connection = { baseUrl: upstream.baseUrl, apiKey: 'g-key', http }
    provider = googleEmbeddings(connection)
    impatient = googleEmbeddings({ ...connection, timeouts: { nonStreamingIdleTimeoutMs: 200 } })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const embed = (
    scripts: readonly Script[],
    asked: Partial<EmbeddingRequest> = {},
    parameters: Deployment['parameters'] = {},
    by = provider,
  ) => {
    upstream.next(...scripts)
    const deployment = { provider: 'google', upstreamModel: 'gemini-embedding-2', parameters }
    return by.embed({ operationId: OPERATION_ID, deployment, request: embeddingRequest(asked) })
  }

  it('sends each input with the fixed fields of the deployment', async () => {
    await embed([echoesNumbers], { inputs: ['1', '2'], dimensions: 2 }, { taskType: 'RETRIEVAL_DOCUMENT' })
    const request = upstream.requests.at(-1)
    expect(request).to.include({ method: 'POST', path: '/v1/models/gemini-embedding-2:batchEmbedContents' })
    expect(request?.headers).to.include({ 'x-goog-api-key': 'g-key' })
    const one = (text: string) => ({
      model: 'models/gemini-embedding-2',
      content: { parts: [{ text }] },
      outputDimensionality: 2,
      taskType: 'RETRIEVAL_DOCUMENT',
    })
    expect(request?.body).to.deep.equal({ requests: [one('1'), one('2')] })
  })

  it('reads the vectors and the tokens', async () => {
    expect(await embed([echoesNumbers], { inputs: ['1', '2'] })).to.deep.equal({
      _tag: 'Right',
      right: { vectors: [vector(1, 0), vector(2, 0)], promptTokens: 2, ignored: [], upstreamRequestId: null },
    })
  })

  it('gives vectors of an asked length the length one', async () => {
    const script = answersJson({ embeddings: [{ values: [3, 4] }, { values: [0, 0] }] })
    expect(await embed([script], { inputs: ['a', 'b'], dimensions: 2 }))
      .to.have.nested.property('right.vectors')
      .that.deep.equals([vector(0.6, 0.8), vector(0, 0)])
  })

  it('reports no tokens where Google counted none, and names the user as a field that it was not sent', async () => {
    const answered = await embed([answersJson({ embeddings: [{ values: [1] }] })], { user: 'u-1' })
    expect(answered)
      .to.have.property('right')
      .that.deep.includes({ promptTokens: null, ignored: ['user'] })
  })

  it('sends many inputs as several requests, and puts the answers in order', async () => {
    const before = upstream.requests.length
    const inputs = Array.from({ length: 250 }, (_, at) => String(at))
    const answered = await embed([echoesNumbers, echoesNumbers, echoesNumbers], { inputs })
    expect(upstream.requests.slice(before).map((request) => textsOf(request).length)).to.have.members([100, 100, 50])
    expect(answered).to.have.nested.property('right.promptTokens', 250)
    expect(answered)
      .to.have.nested.property('right.vectors')
      .that.deep.equals(inputs.map((text) => vector(Number(text), 0)))
  })

  it('takes a batch that was answered for work that was done, whatever another batch says', async () => {
    const inputs = Array.from({ length: 101 }, () => '1')
    expect(await embed([echoesNumbers, RATE_LIMITED], { inputs })).to.have.nested.property('left.tag', 'server_error')
    expect(await embed([RATE_LIMITED, RATE_LIMITED], { inputs })).to.have.nested.property('left.tag', 'rate_limited')
  })

  it('takes no batch for answered that has more or fewer vectors than inputs, whatever all have together', async () => {
    const given = (count: number) => answersJson({ embeddings: Array.from({ length: count }, () => ({ values: [1] })) })
    const inputs = Array.from({ length: 200 }, () => 'a')
    expect(await embed([given(101), given(99)], { inputs })).to.have.nested.property('left.tag', 'bad_answer')
  })

  it('is sent no token numbers', async () => {
    const before = upstream.requests.length
    expect(await embed([], { inputs: [[1]] }))
      .to.have.property('left')
      .that.includes({ tag: 'rejected', unsent: true })
    expect(upstream.requests).to.have.lengthOf(before)
  })

  const FAILURES: readonly (readonly [string, Script, string])[] = [
    ['a bad key', BAD_KEY, 'misconfigured'],
    ['a rate limit', RATE_LIMITED, 'rate_limited'],
    ['a hole in place of a number', answersJson({ embeddings: [{ values: [null] }] }), 'bad_answer'],
    ['an entry without numbers', answersJson({ embeddings: [{}] }), 'bad_answer'],
    ['silence', hangs(), 'timed_out'],
  ]
  for (const [name, script, tag] of FAILURES) {
    it(`reports ${name} as ${tag}`, async () => {
      const by = tag === 'timed_out' ? impatient : provider
      expect(await embed([script], {}, {}, by)).to.have.nested.property('left.tag', tag)
    })
  }
})

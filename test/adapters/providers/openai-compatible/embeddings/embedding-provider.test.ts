import { expect } from 'chai'
import { openAiCompatibleEmbeddings } from '../../../../../src/adapters/providers/openai-compatible/embeddings/embedding-provider.ts'
import { upstreamHttp } from '../../../../../src/adapters/providers/upstream/upstream-http.ts'
import type { EmbeddingProvider } from '../../../../../src/application/ports/providers/embedding-provider.ts'
import type { Deployment } from '../../../../../src/domain/catalog/model.ts'
import type { EmbeddingRequest } from '../../../../../src/domain/embeddings/request.ts'
import { OPERATION_ID } from '../../../../support/chat/chat-calls.ts'
import { embeddingRequest } from '../../../../support/media/embedding-models.ts'
import { startScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import type { Script, ScriptedUpstream } from '../../../../support/upstreams/scripted-upstream.ts'
import { answersJson, answersText, hangs, resets } from '../../../../support/upstreams/upstream-scripts.ts'

const base64 = (...values: readonly number[]): string => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes.toString('base64')
}

const vector = (...values: readonly number[]) => new Float32Array(values)

const answer = (data: readonly object[], usage: object = { prompt_tokens: 5, total_tokens: 5 }): Script =>
  answersJson({ object: 'list', model: 'm', data, usage }, 200, { 'x-request-id': 'req_1' })

describe('openAiCompatibleEmbeddings', () => {
  let upstream: ScriptedUpstream
  let provider: EmbeddingProvider
  /** Gives a provider up soon: of the others a busy machine may have to wait longer for an answer. */
  let impatient: EmbeddingProvider
  const http = upstreamHttp()

  before(async () => {
    upstream = await startScriptedUpstream()
    const connection = { baseUrl: upstream.baseUrl, apiKey: 'sk-ours', http }
    provider = openAiCompatibleEmbeddings(connection)
    impatient = openAiCompatibleEmbeddings({ ...connection, timeouts: { nonStreamingIdleTimeoutMs: 200 } })
  })
  after(async () => {
    await http.close()
    await upstream.close()
  })

  const embed = (
    script: Script,
    asked: Partial<EmbeddingRequest> = {},
    parameters: Deployment['parameters'] = {},
    by = provider,
  ) => {
    upstream.next(script)
    const deployment = { provider: 'openai', upstreamModel: 'text-embedding-3-small', parameters }
    return by.embed({ operationId: OPERATION_ID, deployment, request: embeddingRequest(asked) })
  }
  const two = { inputs: ['a', 'b'] }

  it('asks for base64 and reads the numbers from it', async () => {
    const answered = await embed(answer([{ index: 0, embedding: base64(0.5, -2, 1e-8) }]))
    expect(answered).to.deep.equal({
      _tag: 'Right',
      right: { vectors: [vector(0.5, -2, 1e-8)], promptTokens: 5, ignored: [], upstreamRequestId: 'req_1' },
    })
    const request = upstream.requests.at(-1)
    expect(request).to.include({ method: 'POST', path: '/v1/embeddings' })
    expect(request?.headers).to.include({ authorization: 'Bearer sk-ours' })
    expect(request?.body).to.deep.equal({
      model: 'text-embedding-3-small',
      input: ['a text'],
      encoding_format: 'base64',
    })
  })

  it('sends token numbers, dimensions and the user, and what the deployment fixes', async () => {
    const asked = { inputs: [[1, 2], [3]], dimensions: 2, user: 'u-1' }
    const entries = [
      { index: 0, embedding: [1, 0] },
      { index: 1, embedding: [0, 1] },
    ]
    expect(await embed(answer(entries), asked, { encoding_format: 'float' })).to.have.property('_tag', 'Right')
    expect(upstream.requests.at(-1)?.body).to.deep.include({
      input: [[1, 2], [3]],
      dimensions: 2,
      user: 'u-1',
      encoding_format: 'float',
    })
  })

  it('reads numbers of servers that do not know base64', async () => {
    const answered = await embed(answer([{ index: 0, embedding: [0.5, -2] }]))
    expect(answered)
      .to.have.nested.property('right.vectors')
      .that.deep.equals([vector(0.5, -2)])
  })

  it('reads base64 that is broken into lines', async () => {
    const values = Array.from({ length: 64 }, (_, at) => at / 2)
    for (const end of ['\n', '\r\n']) {
      const lines = `${base64(...values).replaceAll(/.{76}/g, (line) => line + end)}${end}`
      expect(await embed(answer([{ index: 0, embedding: lines }])))
        .to.have.nested.property('right.vectors')
        .that.deep.equals([vector(...values)])
    }
  })

  it('puts each vector at the place that its entry names, whatever the order of the answer', async () => {
    const entries = [
      { index: 1, embedding: base64(2) },
      { index: 0, embedding: base64(1) },
    ]
    expect(await embed(answer(entries), two))
      .to.have.nested.property('right.vectors')
      .that.deep.equals([vector(1), vector(2)])
  })

  it('takes the order of the answer where its entries name no place', async () => {
    const entries = [{ embedding: base64(1) }, { embedding: base64(2) }]
    expect(await embed(answer(entries), two))
      .to.have.nested.property('right.vectors')
      .that.deep.equals([vector(1), vector(2)])
  })

  it('knows the tokens by their sum where only that is reported, and none where nothing is', async () => {
    const entries = [{ index: 0, embedding: base64(1) }]
    expect(await embed(answer(entries, { total_tokens: 4 }))).to.have.nested.property('right.promptTokens', 4)
    expect(await embed(answer(entries, {}))).to.have.nested.property('right.promptTokens', null)
  })

  const twice = [
    { index: 0, embedding: base64(1) },
    { index: 0, embedding: base64(2) },
  ]
  const beyond = [
    { index: 0, embedding: base64(1) },
    { index: 2, embedding: base64(2) },
  ]
  const withFirst = (embedding: unknown): Script =>
    answer([
      { index: 0, embedding },
      { index: 1, embedding: base64(1) },
    ])
  const FAILURES: readonly (readonly [string, Script, string])[] = [
    ['fewer entries than inputs', answer([{ index: 0, embedding: base64(1) }]), 'bad_answer'],
    ['two vectors for one input', answer(twice), 'bad_answer'],
    ['a vector for an input that there is not', answer(beyond), 'bad_answer'],
    ['base64 of half a number', withFirst(Buffer.alloc(6).toString('base64')), 'bad_answer'],
    ['text that is no base64', withFirst('*not base64*'), 'bad_answer'],
    ['a number with a character that is no base64', withFirst('AAC*APw=='), 'bad_answer'],
    ['words in place of numbers', withFirst(['1']), 'bad_answer'],
    ['a hole in place of a number', withFirst([1, null]), 'bad_answer'],
    ['an object in place of a vector', withFirst({}), 'bad_answer'],
    ['no JSON', answersText('<html>'), 'bad_answer'],
    ['an error inside a 200', answersJson({ error: { message: 'No.', code: 'server_error' } }), 'server_error'],
    ['a bad key', answersJson({ error: { message: 'No.', code: 'invalid_api_key' } }, 401), 'misconfigured'],
    ['a rate limit', answersJson({ error: { message: 'No.' } }, 429), 'rate_limited'],
    ['a rejection', answersJson({ error: { message: 'No.', type: 'invalid_request_error' } }, 400), 'rejected'],
    ['a reset', resets(), 'cut'],
    ['silence', hangs(), 'timed_out'],
  ]
  for (const [name, script, tag] of FAILURES) {
    it(`reports ${name} as ${tag}`, async () => {
      const by = tag === 'timed_out' ? impatient : provider
      expect(await embed(script, two, {}, by)).to.have.nested.property('left.tag', tag)
    })
  }

  it('names a context that is too long for the model', async () => {
    const message = "This model's maximum context length is 8192 tokens, however you requested 9000 tokens."
    expect(await embed(answersJson({ error: { message } }, 400))).to.have.nested.property(
      'left.code',
      'context_length_exceeded',
    )
  })
})

import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { createGenerationEndpoint } from '../../../../../src/adapters/http/account/generations/create-generation.ts'
import type { CreateGenerationInput } from '../../../../../src/application/conversations/generations/create-generation.ts'
import type {
  GenerationFailed,
  UnacceptableField,
} from '../../../../../src/application/conversations/turns/turn-failure.ts'
import { runningClaims } from '../../../../../src/application/idempotency/claim-ends.ts'
import { keyedCalls } from '../../../../../src/application/idempotency/keyed-calls.ts'
import { testId } from '../../../../contract/billing/billing-stores.ts'
import { GOOD_TOKEN, serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import { memoryMediaStore } from '../../../../twins/media/memory-media-store.ts'
import { memoryIdempotency } from '../../../../twins/process/idempotency.ts'
import { exactHolds } from '../../../../support/ledger/exact-holds.ts'

type Failure = GenerationFailed | UnacceptableField

const CONVERSATION = '01890A5D-AC96-774B-BCCE-000000000009'

describe('The endpoint of generations', () => {
  let app: RunningApp
  let given: CreateGenerationInput | null
  let failure: Failure | null
  let posts = 0

  before(async () => {
    const idempotency = memoryIdempotency()
    const shared = {
      ids: { next: testId },
      instance: { id: 'here' },
      reservations: exactHolds,
      running: runningClaims(),
      timer: { sleep: () => Promise.resolve() },
      media: memoryMediaStore(() => 0),
    }
    const calls = keyedCalls({ idempotency, ...shared, onLost: () => undefined })
    const endpoint = createGenerationEndpoint(async (input) => {
      given = input
      if (failure !== null) return left(failure)
      throw new Error('killed')
    }, calls)
    app = await serveForTest([endpoint])
  })
  after(() => app.close())
  beforeEach(() => {
    given = null
    failure = null
  })

  const post = (body: object, key = `key-${(posts += 1)}`): Promise<Response> =>
    fetch(`${app.url}/v1/me/generations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${GOOD_TOKEN}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    })

  it('reads a request: absent and null fields are left out, images are named by their index', async () => {
    await post({
      task: 'image',
      prompt: 'a boat',
      conversation_id: CONVERSATION,
      images: [
        { type: 'base64', data: 'aGk=', mime_type: 'image/png' },
        { type: 'url', data: 'https://example.com/a.png' },
      ],
      parameters: { size: '64x64', seed: null, style: 'ink' },
    })
    expect(given).to.deep.include({
      userId: 'user-1',
      task: 'image',
      conversationId: CONVERSATION.toLowerCase(),
      ask: {
        prompt: 'a boat',
        images: [
          { tag: 'bytes', bytes: Buffer.from('hi'), param: 'images.0.data' },
          { tag: 'url', url: 'https://example.com/a.png', param: 'images.1.data' },
        ],
        parameters: { size: '64x64', style: 'ink' },
      },
    })
    await post({ task: 'image', prompt: 'a boat', conversation_id: null, images: null, parameters: null })
    const ask = { prompt: 'a boat', images: [], parameters: {} }
    expect(given).to.deep.include({ conversationId: null, ask })
  })

  const malformed: readonly (readonly [string, object, readonly (string | number)[]])[] = [
    ['no task', { task: undefined }, ['task']],
    ['an empty prompt', { prompt: '' }, ['prompt']],
    ['parameters that are a list', { parameters: [] }, ['parameters']],
    ['a length that is a text', { parameters: { max_tokens: 'long' } }, ['parameters', 'max_tokens']],
    ['a size that is a number', { parameters: { size: 64 } }, ['parameters', 'size']],
    ['base64 of no type', { images: [{ type: 'base64', data: 'aGk=' }] }, ['images', 0, 'mime_type']],
    ['17 images', { images: Array(17).fill({ type: 'url', data: 'https://example.com/a.png' }) }, ['images']],
  ]
  for (const [name, changes, path] of malformed) {
    it(`answers 422 to ${name}, and generates nothing`, async () => {
      const answer = await post({ task: 'image', prompt: 'a boat', ...changes })
      const { detail } = (await answer.json()) as { detail: readonly [{ loc: unknown }] }
      expect([answer.status, detail[0].loc, given]).to.deep.equal([422, ['body', ...path], null])
    })
  }

  it('names the field that a task does not accept', async () => {
    failure = {
      tag: 'unacceptable_field',
      path: ['parameters', 'n'],
      type: 'unsupported_parameter',
      message: 'too many',
    }
    const answer = await post({ task: 'image', prompt: 'a boat', parameters: { n: 2 } })
    expect(answer.status).to.equal(422)
    expect(await answer.json()).to.deep.equal({
      detail: [{ loc: ['body', 'parameters', 'n'], msg: 'too many', type: 'unsupported_parameter' }],
    })
  })

  it('answers a failed generation, its repetition and an interrupted one with the same 502', async () => {
    const order = { task: 'image', prompt: 'a boat' }
    failure = { tag: 'generation_failed' }
    const [recorded, replayed] = [await post(order, 'failed'), await post(order, 'failed')]
    failure = null
    expect((await post(order, 'interrupted')).status, 'the process broke').to.equal(500)
    const interrupted = await post(order, 'interrupted')
    expect([recorded.status, replayed.status, interrupted.status]).to.deep.equal([502, 502, 502])
    expect(replayed.headers.get('idempotency-replayed')).to.equal('true')
    const bodies = [await recorded.json(), await replayed.json(), await interrupted.json()] as unknown[]
    expect(bodies).to.deep.equal([bodies[0], bodies[0], bodies[0]])
  })
})

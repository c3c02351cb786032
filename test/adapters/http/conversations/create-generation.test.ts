import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { createGenerationEndpoint } from '../../../../src/adapters/http/conversations/create-generation.ts'
import type { CreateGenerationInput } from '../../../../src/application/conversations/create-generation.ts'
import type { TurnFailure } from '../../../../src/application/conversations/turn-failure.ts'
import { GOOD_TOKEN, type RunningApp, serveForTest } from '../../../support/http-app.ts'

const CONVERSATION = '01890A5D-AC96-774B-BCCE-000000000009'

describe('The endpoint of generations', () => {
  let app: RunningApp
  let given: CreateGenerationInput | null
  let failure: TurnFailure | null

  before(async () => {
    const endpoint = createGenerationEndpoint(async (input) => {
      given = input
      return failure === null ? right({ ...input.renderFailure(), replayed: false }) : left(failure)
    })
    app = await serveForTest([endpoint])
  })
  after(() => app.close())
  beforeEach(() => {
    given = null
    failure = null
  })

  const post = (body: object): Promise<Response> =>
    fetch(`${app.url}/v1/me/generations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${GOOD_TOKEN}`,
        'idempotency-key': 'key-1',
      },
      body: JSON.stringify(body),
    })

  it('reads an order: what is absent or null is left out, images are named by their place', async () => {
    await post({
      task: 'picture',
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
      key: 'key-1',
      task: 'picture',
      conversationId: CONVERSATION.toLowerCase(),
      ask: {
        prompt: 'a boat',
        images: [
          { tag: 'bytes', bytes: Buffer.from('hi'), param: 'images.0' },
          { tag: 'url', url: 'https://example.com/a.png', param: 'images.1' },
        ],
        parameters: { size: '64x64', style: 'ink' },
      },
    })
    await post({ task: 'picture', prompt: 'a boat', conversation_id: null, images: null, parameters: null })
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
    it(`answers 422 to ${name}, and orders nothing`, async () => {
      const answer = await post({ task: 'picture', prompt: 'a boat', ...changes })
      const { detail } = (await answer.json()) as { detail: readonly [{ loc: unknown }] }
      expect([answer.status, detail[0].loc, given]).to.deep.equal([422, ['body', ...path], null])
    })
  }

  it('says which field a task does not take', async () => {
    failure = {
      tag: 'unacceptable_field',
      path: ['parameters', 'n'],
      type: 'unsupported_parameter',
      message: 'too many',
    }
    const answer = await post({ task: 'picture', prompt: 'a boat', parameters: { n: 2 } })
    expect(answer.status).to.equal(422)
    expect(await answer.json()).to.deep.equal({
      detail: [{ loc: ['body', 'parameters', 'n'], msg: 'too many', type: 'unsupported_parameter' }],
    })
  })

  it('answers what failed, and what an interrupted order came to, with the same 502', async () => {
    const recorded = await post({ task: 'picture', prompt: 'a boat' })
    failure = { tag: 'interrupted' }
    const interrupted = await post({ task: 'picture', prompt: 'a boat' })
    expect([recorded.status, interrupted.status]).to.deep.equal([502, 502])
    expect(await recorded.json()).to.deep.equal(await interrupted.json())
  })
})

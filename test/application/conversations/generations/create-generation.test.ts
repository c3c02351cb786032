import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { sandboxPng } from '../../../../src/adapters/providers/sandbox/media/png.ts'
import { createGeneration } from '../../../../src/application/conversations/generations/create-generation.ts'
import type {
  CreateGenerationDeps,
  CreateGenerationInput,
  Generation,
} from '../../../../src/application/conversations/generations/create-generation.ts'
import type { Charged } from '../../../../src/application/conversations/turns/charged-turn.ts'
import type { TurnFailure } from '../../../../src/application/conversations/turns/turn-failure.ts'
import type { IdempotentExecution } from '../../../../src/application/idempotency/idempotently.ts'
import type { ImageSource } from '../../../../src/application/media/input-image.ts'
import type { ImageCall, ImageProvider } from '../../../../src/application/ports/providers/image-provider.ts'
import type { ImageModel } from '../../../../src/domain/catalog/model.ts'
import type { Task } from '../../../../src/domain/catalog/task.ts'
import type { Conversation } from '../../../../src/domain/conversation/conversation.ts'
import type { GenerationParams } from '../../../../src/domain/conversation/plan-task.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { testId } from '../../../contract/billing/billing-stores.ts'
import { taskOf } from '../../../support/chat/catalogs.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { imageModel } from '../../../support/media/media-models.ts'
import { completion, failure, fakeProvider, unwrap } from '../../gateway/gateway-stage.ts'
import type { Script } from '../../gateway/gateway-stage.ts'
import { answeringUnderKeys, outcomeOf, recordedJson } from '../../../support/idempotency/keyed-answers.ts'
import { OTHER_USER, TOKENS, turnStage, USER } from '../turns/turn-stage.ts'
import type { TurnStageOptions } from '../turns/turn-stage.ts'

const PNG = sandboxPng('a', 8, 6)
const GIVEN = sandboxPng('b', 4, 2)
const OWN = testId()

const models = [chatModel(), imageModel()]
const plainModel: ImageModel = { ...imageModel({ capabilities: new Set() }), id: 'vendor/plain' }

const smallModel = chatModel({ id: 'vendor/small', limits: { ...chatModel().limits, contextTokens: 2_300 } })

const task = (slug: string, given: Partial<Task>): readonly [string, Task] => [slug, taskOf({ slug, ...given })]

const catalog = {
  models: new Map([...models, plainModel, smallModel].map((model) => [model.id, model])),
  tasks: new Map([
    task('text', { price: { tag: 'fixed', micro: 2_000_000n } }),
    task('image', { kind: 'image', model: 'vendor/image', price: { tag: 'fixed', micro: 5_000_000n } }),
    task('plain', { kind: 'image', model: 'vendor/plain', price: { tag: 'fixed', micro: 4_000_000n } }),
    task('small', { model: 'vendor/small' }),
    task('film', { kind: 'video', price: { tag: 'fixed', micro: 20_000_000n } }),
    task('riches', { price: { tag: 'fixed', micro: TOKENS + 1n } }),
  ]),
}

interface RecordingImageProvider extends ImageProvider {
  readonly calls: ImageCall[]
}

const imageProvider = (
  answer: UpstreamFailure | readonly Uint8Array[],
  duringCall: () => Promise<unknown> = async () => null,
): RecordingImageProvider => {
  const calls: ImageCall[] = []
  return {
    calls,
    ignoredFields: () => [],
    generate: async (call) => {
      calls.push(call)
      await duringCall()
      if ('tag' in answer) return left(answer)
      const images = answer.map((bytes) => ({ bytes, revisedPrompt: 'a better prompt' }))
      return right({ images, usage: null, upstreamRequestId: 'up-1' })
    },
  }
}

const words = (text: string | null): Script => ({ complete: completion(text, usageOf(3, 4)) })

const bytes = (content: Uint8Array, index = 0): ImageSource => ({
  tag: 'bytes',
  bytes: content,
  param: `images.${index}`,
})

type Order = Partial<Omit<CreateGenerationInput, 'ask'>> & {
  readonly key?: string
  readonly requestHash?: Uint8Array
  readonly ask?: Partial<GenerationParams<ImageSource>>
}

const set = (options: TurnStageOptions = {}, over: Partial<CreateGenerationDeps> = {}) => {
  const on = turnStage({ catalog, ...options })
  const create = createGeneration({ ...on.deps, ...over })
  const under = answeringUnderKeys(on.deps)
  const order = ({ ask, key = 'key', requestHash = new Uint8Array(32), ...given }: Order = {}) => {
    const params = { prompt: 'a boat\non the sea', images: [], parameters: {}, ...ask }
    const input = { userId: USER, task: 'image', ask: params, conversationId: null, ...given }
    return under({
      userId: input.userId,
      scope: 'me.generations',
      key,
      requestHash,
      execute: (operation: IdempotentExecution<TurnFailure, Charged<Generation>>) => create(input, operation),
      encode: ({ operationId, made, chargedMicro, wallet }) =>
        recordedJson(201, { operationId, ...made, chargedMicro, wallet: wallet.balance }),
      encodeFailure: ({ tag }) => (tag === 'generation_failed' ? recordedJson(502, 'failed') : null),
    })
  }
  const add = async (given: Partial<Conversation> = {}): Promise<void> =>
    on.deps.conversations.add({
      id: OWN,
      userId: USER,
      catalogSlug: 'vendor/model',
      model: 'vendor/model',
      kind: 'text',
      title: 'Talk',
      archivedAtMs: null,
      createdAtMs: 1,
      updatedAtMs: 1,
      ...given,
    })
  return { ...on, order, add }
}

const bodyOf = (answer: Awaited<ReturnType<ReturnType<typeof set>['order']>>): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(unwrap(answer).body)) as Record<string, unknown>

describe('A generation', () => {
  it('generates an image, charges the price of its task and stores both in a new conversation', async () => {
    const provider = imageProvider([PNG])
    const on = set({ images: [provider] })
    const body = bodyOf(await on.order())
    const [question, answer] = on.messages()
    const [conversation] = on.rows.conversations.values()
    const nowMs = on.clock.now()
    const [id, conversationId] = [body['operationId'], conversation?.id]
    expect(conversation).to.deep.include({ catalogSlug: 'vendor/image', kind: 'image', title: 'a boat', userId: USER })
    expect(question).to.deep.equal({
      id: question?.id,
      conversationId,
      role: 'user',
      content: 'a boat\non the sea',
      createdAtMs: nowMs,
    })
    expect(answer).to.deep.equal({
      id,
      conversationId,
      role: 'assistant',
      content: '',
      replyTo: question?.id,
      state: { tag: 'done' },
      chargedMicro: 5_000_000n,
      createdAtMs: nowMs,
    })
    expect(on.assets()).to.have.length(1)
    expect(on.assets()[0]).to.deep.include({ ownerId: id, idx: 0, width: 8, height: 6, galleryOf: USER })
    expect(body).to.deep.include({ task: 'image', kind: 'image', chargedMicro: '5000000', wallet: '95000000' })
    expect([on.balance(), on.held()]).to.deep.equal([TOKENS - 5_000_000n, 0n])
    expect(on.transfers().map(({ reference }) => reference)).to.deep.equal([{ kind: 'message', id }])
    expect(on.holds()[0]?.receipt).to.deep.include({ model: 'vendor/image', outcome: 'succeeded' })
    expect(provider.calls[0]?.request).to.deep.include({ prompt: 'a boat\non the sea', n: 1 })
  })

  it('edits the images it is given, which become those of the user’s message and of the gallery as sent', async () => {
    const provider = imageProvider([PNG])
    const web = new Map([['https://example.com/b.png', GIVEN]])
    const on = set({ images: [provider], web })
    const url = { tag: 'url', url: 'https://example.com/b.png', param: 'images.1' } as const
    unwrap(await on.order({ ask: { images: [bytes(GIVEN), url] } }))
    const image = { bytes: GIVEN, mimeType: 'image/png' }
    expect(provider.calls[0]?.request.images).to.deep.equal([image, image])
    const [question] = on.messages()
    const sent = on.assets().filter(({ ownerId }) => ownerId === question?.id)
    expect(sent.map(({ idx, width, galleryOf, sent: isSent }) => ({ idx, width, galleryOf, isSent }))).to.deep.equal([
      { idx: 0, width: 4, galleryOf: USER, isSent: true },
      { idx: 1, width: 4, galleryOf: USER, isSent: true },
    ])
    expect(on.assets()).to.have.length(3)
  })

  it('writes a text about the images it is given', async () => {
    const provider = fakeProvider(words('There once was a boat'))
    const on = set({ chat: [provider] })
    const body = bodyOf(await on.order({ task: 'text', ask: { images: [bytes(GIVEN)], parameters: { seed: 7 } } }))
    expect(body).to.deep.include({ task: 'text', kind: 'text', chargedMicro: '2000000' })
    const [question, answer] = on.messages()
    expect([question?.content, answer?.content]).to.deep.equal(['a boat\non the sea', 'There once was a boat'])
    const data = Buffer.from(GIVEN).toString('base64')
    expect(provider.calls[0]?.request).to.deep.include({
      seed: 7,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a boat\non the sea' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
          ],
        },
      ],
    })
    expect(on.assets().map(({ ownerId }) => ownerId)).to.deep.equal([question?.id])
  })

  it('goes into the conversation that is named, whatever its kind, which is then the latest', async () => {
    const on = set({ images: [imageProvider([PNG])] })
    await on.add()
    unwrap(await on.order({ conversationId: OWN }))
    expect(on.messages().map(({ conversationId }) => conversationId)).to.deep.equal([OWN, OWN])
    expect(on.rows.conversations.get(OWN)?.updatedAtMs).to.equal(on.clock.now())
    expect(on.rows.conversations).to.have.property('size', 1)
  })

  it('that was begun before its conversation was archived still ends in it', async () => {
    const on = set({ images: [imageProvider([PNG], () => on.deps.conversations.archive(USER, OWN, 5))] })
    await on.add()
    expect(outcomeOf(await on.order({ conversationId: OWN }))).to.equal('201')
    expect(on.messages()).to.have.length(2)
    expect(on.rows.conversations.get(OWN)?.archivedAtMs).to.equal(5)
    expect(on.balance()).to.equal(TOKENS - 5_000_000n)
  })

  const refused: readonly (readonly [string, Order, string])[] = [
    ['a task that is not on offer', { task: 'none' }, 'not_found'],
    ['a conversation that does not exist', { conversationId: testId() }, 'not_found'],
    ['the conversation of another user', { conversationId: OWN, userId: OTHER_USER }, 'not_found'],
    ['too few tokens', { task: 'riches' }, 'insufficient_tokens'],
    ['an image that is none', { ask: { images: [bytes(new Uint8Array([1, 2]))] } }, 'invalid_image'],
    [
      'an address inside',
      { ask: { images: [{ tag: 'url', url: 'http://169.254.169.254/', param: 'images.0' }] } },
      'unsafe_url',
    ],
  ]
  for (const [name, order, tag] of refused) {
    it(`is refused for ${name}; nothing is asked or held, and the key stays free`, async () => {
      const [images, texts] = [imageProvider([PNG]), fakeProvider(words('text'))]
      const on = set({ images: [images], chat: [texts] })
      await on.add()
      expect(outcomeOf(await on.order(order))).to.equal(tag)
      expect([images.calls.length, texts.calls.length, on.holds().length, on.rows.keys.size]).to.deep.equal([
        0, 0, 0, 0,
      ])
      expect(outcomeOf(await on.order())).to.equal('201')
    })
  }

  it('is refused in an archived conversation', async () => {
    const on = set({ images: [imageProvider([PNG])] })
    await on.add({ archivedAtMs: 5 })
    expect(outcomeOf(await on.order({ conversationId: OWN }))).to.equal('conversation_archived')
    expect(on.rows.keys.size).to.equal(0)
  })

  const atFields: readonly (readonly [string, Order, readonly string[]])[] = [
    ['a task of videos', { task: 'film' }, ['task']],
    ['an edit that the model cannot do', { task: 'plain', ask: { images: [bytes(GIVEN)] } }, ['images']],
    ['a more expensive image', { ask: { parameters: { n: 2 } } }, ['parameters', 'n']],
    ['a longer text', { task: 'text', ask: { parameters: { max_tokens: 2000 } } }, ['parameters', 'max_tokens']],
    ['tools', { task: 'text', ask: { parameters: { tools: [] } } }, ['parameters', 'tools']],
    ['an answer to more than the model reads', { task: 'small', ask: { prompt: 'a'.repeat(9_000) } }, ['prompt']],
  ]
  for (const [name, order, path] of atFields) {
    it(`says where it was asked for ${name}`, async () => {
      const on = set({ images: [imageProvider([PNG])], chat: [fakeProvider(words('text'))] })
      const outcome = await on.order(order)
      expect(isLeft(outcome) && outcome.left).to.deep.include({ tag: 'unacceptable_field', path })
      expect(on.isUntouched()).to.equal(true)
    })
  }

  const failing: readonly (readonly [string, Order, TurnStageOptions, string])[] = [
    ['fails', {}, { images: [imageProvider(failure.serverError)] }, 'upstream_failed'],
    ['refuses the content', {}, { images: [imageProvider(failure.refusedContent)] }, 'refused'],
    ['sends no image', {}, { images: [imageProvider([])] }, 'upstream_failed'],
    ['fails to write', { task: 'text' }, { chat: [fakeProvider({ complete: failure.cut })] }, 'upstream_failed'],
    ['refuses to write', { task: 'text' }, { chat: [fakeProvider({ complete: failure.refusedContent })] }, 'refused'],
    ['writes nothing', { task: 'text' }, { chat: [fakeProvider(words(null))] }, 'nothing_delivered'],
  ]
  for (const [name, order, options, reason] of failing) {
    it(`leaves nothing behind when the provider ${name}, and answers 502 ever after without asking again`, async () => {
      const on = set(options)
      expect(outcomeOf(await on.order(order))).to.equal('502')
      expect(on.isUntouched()).to.equal(true)
      expect(on.holds()).to.have.length(1)
      expect(on.holds()[0]).to.deep.include({ state: 'released', releaseReason: reason })
      expect(outcomeOf(await on.order(order))).to.equal('502 again')
      expect(on.holds()).to.have.length(1)
    })
  }

  const unsent: readonly (readonly [string, Order, TurnStageOptions])[] = [
    ['image', {}, { images: [imageProvider(failure.unsent)] }],
    ['text', { task: 'text' }, { chat: [fakeProvider({ complete: failure.unsent })] }],
  ]
  for (const [name, order, options] of unsent) {
    it(`of a ${name} that the provider's wire cannot carry is the fault of its field, and leaves the key free`, async () => {
      const on = set(options)
      const asked = { ...order, ask: { parameters: { seed: 1 } } }
      for (const time of ['once', 'again']) {
        const outcome = await on.order(asked)
        const refusal = { tag: 'unacceptable_field', path: ['parameters', 'seed'], type: 'unsupported_parameter' }
        expect(isLeft(outcome) && outcome.left, time).to.deep.include(refusal)
      }
      expect([on.isUntouched(), on.rows.keys.size]).to.deep.equal([true, 0])
      expect(on.holds().map(({ releaseReason }) => releaseReason)).to.deep.equal(['not_called', 'not_called'])
    })
  }

  it('leaves nothing behind when its files cannot be stored', async () => {
    const media = { put: () => Promise.reject(new Error('the disk is full')) }
    const on = set({ images: [imageProvider([PNG])] }, { media })
    const thrown: unknown = await on.order().catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(Error)
    await on.deps.settlements.drain()
    expect(on.isUntouched()).to.equal(true)
    expect(outcomeOf(await on.order())).to.equal('interrupted')
  })

  it('is made once for fifty requests at once, which all get the same bytes', async () => {
    const provider = imageProvider([PNG])
    const on = set({ images: [provider] })
    const answers = await Promise.all(Array.from({ length: 50 }, () => on.order()))
    expect(answers.map(outcomeOf).toSorted()).to.deep.equal([
      '201',
      ...Array<string>(49).fill('idempotency_in_progress'),
    ])
    expect(bodyOf(await on.order())).to.deep.equal(bodyOf(answers.find((answer) => !isLeft(answer)) ?? answers[0]!))
    expect([provider.calls.length, on.messages().length]).to.deep.equal([1, 2])
    expect(on.balance()).to.equal(TOKENS - 5_000_000n)
  })

  it('is replayed also when its conversation was archived since', async () => {
    const on = set({ images: [imageProvider([PNG])] })
    await on.add()
    unwrap(await on.order({ conversationId: OWN }))
    await on.deps.conversations.archive(USER, OWN, 5)
    expect(outcomeOf(await on.order({ conversationId: OWN }))).to.equal('201 again')
  })
})

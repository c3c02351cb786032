import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { createEmbeddings } from '../../../../src/application/gateway/embeddings/create-embeddings.ts'
import type { CreateEmbeddingsDeps } from '../../../../src/application/gateway/embeddings/create-embeddings.ts'
import type {
  EmbeddingCall,
  EmbeddingProvider,
} from '../../../../src/application/ports/providers/embedding-provider.ts'
import type { EmbeddingModel } from '../../../../src/domain/catalog/model.ts'
import type { EmbeddingRequest } from '../../../../src/domain/embeddings/request.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { embeddingModel, embeddingRequest } from '../../../support/media/embedding-models.ts'
import { failure, KEY, shortBy, stage, unwrap, WALLET } from '../gateway-stage.ts'
import type { StageOptions } from '../gateway-stage.ts'

const FULL = 100_000_000n

type Vectors = readonly Float32Array<ArrayBuffer>[]

const VECTORS: Vectors = [new Float32Array([1, 0])]

interface FakeEmbeddings extends EmbeddingProvider {
  readonly calls: EmbeddingCall[]
}

const provider = (answer: UpstreamFailure | Vectors, promptTokens: number | null = 3): FakeEmbeddings => {
  const calls: EmbeddingCall[] = []
  return {
    calls,
    embed: async (call) => {
      calls.push(call)
      return 'tag' in answer
        ? left(answer)
        : right({ vectors: answer, promptTokens, ignored: [], upstreamRequestId: 'up-1' })
    },
  }
}

const set = (
  providers: readonly EmbeddingProvider[],
  model: EmbeddingModel = embeddingModel(),
  options: StageOptions = {},
) => {
  const on = stage([], { models: [model], ...options })
  const names = ['first', 'second']
  const deps: CreateEmbeddingsDeps = {
    ...on.deps,
    providers: new Map(providers.map((each, index) => [names[index] ?? '', each])),
  }
  const principal = { walletId: WALLET, keyId: KEY, tokensPerMinute: null, allowedModels: null }
  const embed = (asked: Partial<EmbeddingRequest> = {}) =>
    createEmbeddings(deps)({ principal, request: embeddingRequest(asked) })
  return { ...on, embed }
}

describe('a call for embeddings', () => {
  it('is held before the provider is asked and charged after the answer was delivered', async () => {
    const on = set([provider(VECTORS)])
    const metered = unwrap(await on.embed())
    expect(metered.answer).to.deep.equal({ vectors: VECTORS, promptTokens: 3, ignored: [], priceMicro: 3n })
    expect([on.balance(), on.hold().state, on.hold().amount]).to.deep.equal([FULL, 'held', 14n])
    metered.delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(FULL - 3n)
    expect(on.hold().receipt).to.deep.include({
      kind: 'embedding',
      outcome: 'succeeded',
      usage: { inputs: 1, prompt_tokens: 3, total_tokens: 3 },
      estimated: false,
    })
  })

  it('is charged by our count where the provider gave none that is plausible', async () => {
    for (const reported of [null, 0, -1, 1.5, 2_000_000_000]) {
      const on = set([provider(VECTORS, reported)])
      unwrap(await on.embed()).delivered()
      await on.settlements.drain()
      expect(FULL - on.balance(), String(reported)).to.equal(6n)
      expect(on.hold().receipt).to.have.property('estimated', true)
    }
  })

  it('never costs more than its hold, whatever the provider reports', async () => {
    const on = set([provider(VECTORS, 900_000)])
    const metered = unwrap(await on.embed())
    metered.delivered()
    await on.settlements.drain()
    expect(FULL - on.balance()).to.equal(14n)
    // The model costs a micro-rouble a token: what is shown is what is charged.
    expect(metered.answer).to.deep.include({ promptTokens: 14, priceMicro: 14n })
    const usage = { inputs: 1, prompt_tokens: 14, total_tokens: 14 }
    expect(on.hold().receipt).to.deep.include({ usage, estimated: true })
  })

  const LIES: readonly (readonly [string, Vectors])[] = [
    ['no vector', []],
    ['a vector too many', [...VECTORS, ...VECTORS]],
    ['no number', [new Float32Array([1, Number.NaN])]],
    ['another length than was asked for', [new Float32Array([1, 0, 0])]],
  ]
  for (const [name, vectors] of LIES) {
    it(`costs nothing where the provider answers with ${name}`, async () => {
      const second = provider(VECTORS)
      const on = set([provider(vectors), second])
      const answered = await on.embed({ dimensions: 2 })
      expect(answered).to.deep.equal(left({ tag: 'upstream_error', mayHaveWorked: true }))
      await on.settlements.drain()
      expect([on.balance(), on.hold().state]).to.deep.equal([FULL, 'released'])
      expect(second.calls).to.have.lengthOf(0)
      expect(on.hold().receipt).to.have.nested.property('attempts[0].outcome', 'bad_answer')
    })
  }

  const FAILURES: readonly (readonly [keyof typeof failure, boolean])[] = [
    ['unreachable', true],
    ['rateLimited', true],
    ['serverError', true],
    ['timedOut', false],
    ['cut', false],
    ['rejected', false],
    ['refusedContent', false],
  ]
  for (const [name, goesOn] of FAILURES) {
    it(`${goesOn ? 'goes on to the next deployment' : 'ends, and costs nothing,'} after ${name}`, async () => {
      const on = set([provider(failure[name]), provider(VECTORS)])
      const answered = await on.embed()
      expect(isLeft(answered)).to.equal(!goesOn)
      if (!isLeft(answered)) answered.right.delivered()
      await on.settlements.drain()
      expect(FULL - on.balance()).to.equal(goesOn ? 3n : 0n)
      expect(on.hold().state).to.equal(goesOn ? 'settled' : 'released')
      if (goesOn) return
      const reason = name === 'refusedContent' ? 'refused' : 'upstream_failed'
      expect([on.hold().releaseReason, on.hold().receipt?.outcome]).to.deep.equal([reason, reason])
    })
  }

  it('refuses a text that our count proves too long, before any money is held', async () => {
    const asked = provider(VECTORS)
    const on = set([asked])
    const answered = await on.embed({ inputs: ['b', 'a'.repeat(500)] })
    expect(answered).to.have.property('left').that.includes({ code: 'context_length_exceeded', param: 'input.1' })
    expect([asked.calls.length, on.memory.holds.size]).to.deep.equal([0, 0])
  })

  it('is refused without the money of its hold', async () => {
    const asked = provider(VECTORS)
    const on = set([asked], embeddingModel(), { balance: 13n })
    expect(await on.embed()).to.deep.equal(shortBy('insufficient_balance', [14n, 0n, 13n]))
    expect(asked.calls).to.have.lengthOf(0)
  })

  it('obeys the spend limit of the key', async () => {
    const on = set([provider(VECTORS)], embeddingModel(), { spendLimit: 13n })
    expect(await on.embed()).to.deep.equal(
      left({
        tag: 'key_spend_limit_exceeded',
        shortage: { neededMicro: 14n, heldMicro: 0n, availableMicro: 13n, isOfKey: true },
        limitMicro: 13n,
        periodEndsAtMs: null,
      }),
    )
  })
})

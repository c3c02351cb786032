import { expect } from 'chai'
import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../../../src/domain/catalog/model.ts'
import {
  affordedPlan,
  holdBounds,
  keepingDeployments,
  leastOutputLimit,
} from '../../../../src/domain/chat/output-limits/affordable.ts'
import { predictedTokens } from '../../../../src/domain/chat/output-limits/output-limit.ts'
import { holdFor, planChat } from '../../../../src/domain/chat/plan.ts'
import type { ChatPlan } from '../../../../src/domain/chat/plan.ts'
import type { NativeRequest } from '../../../../src/domain/chat/native.ts'
import { takenBy } from '../../../../src/domain/ledger/hold-amount.ts'
import { chatModel, chatRequest } from '../../../support/chat/chat-models.ts'

type Asked = Parameters<typeof chatRequest>[0]

const limits = { ...chatModel().limits, defaultOutputTokens: 8_000, maxOutputTokens: 64_000, maxChoices: 16 }

const keeping = (given: Partial<ChatModel> = {}): ChatModel => chatModel({ limits, keepsOutputLimit: true, ...given })

const planOf = (asked: Asked, model: ChatModel = keeping(), native?: NativeRequest): ChatPlan => {
  const plan = planChat(model, chatRequest(asked), native)
  if (isLeft(plan)) throw new Error(plan.left.tag)
  return plan.right
}

/** The plan of a call for which the ledger finds this much; null where it refuses the hold. */
const affordedWith = (plan: ChatPlan, availableMicro: bigint): ChatPlan | null => {
  const { most, less } = holdBounds(plan, plan.promptTokens)
  if (availableMicro < less.least) return null
  const held = takenBy({ amount: most, less }, availableMicro)
  return affordedPlan(plan, plan.promptTokens, held, plan.model.deployments)
}

const price = fc.bigInt({ min: 1n, max: 5_000_000_000n })

const rates = fc.record({
  inputPerMillion: price,
  cachedInputPerMillion: price,
  cacheWritePerMillion: price,
  outputPerMillion: price,
})

/** Any tariff: with prices for long prompts, and with tiers of which any may be served. */
const tariff = fc
  .record({ base: rates, step: fc.option(rates), over: fc.integer({ min: 1, max: 400 }), tier: fc.option(rates) })
  .map(({ base, step, over, tier }) => ({
    unit: 'tokens' as const,
    ...base,
    ...(step === null ? {} : { steps: [{ ...step, promptTokensOver: over }] }),
    ...(tier === null ? {} : { serviceTiers: new Map([['priority', tier]]) }),
  }))

const call = fc.record({
  tariff,
  n: fc.integer({ min: 1, max: 16 }),
  maxTokens: fc.integer({ min: 1, max: 64_000 }),
  prompt: fc.integer({ min: 0, max: 2_000 }),
  predicted: fc.integer({ min: 0, max: 300 }),
  isAuto: fc.boolean(),
  hiddenReasoning: fc.boolean(),
})

type AnyCall = typeof call extends fc.Arbitrary<infer C> ? C : never

const planOfCall = ({ tariff: prices, n, maxTokens, prompt, predicted, isAuto, hiddenReasoning }: AnyCall): ChatPlan =>
  planOf(
    {
      n,
      max_tokens: maxTokens,
      messages: [{ role: 'user', content: 'x'.repeat(prompt) }],
      ...(predicted === 0 ? {} : { prediction: { type: 'content', content: 'y'.repeat(predicted) } }),
      ...(isAuto ? { service_tier: 'auto' } : {}),
    },
    keeping({ tariff: prices, hiddenReasoning }),
  )

describe('An answer shortened to the money at hand', () => {
  it('costs no more than is held, whatever it is billed by', () => {
    fc.assert(
      fc.property(call, fc.integer({ min: 0, max: 1_000 }), (asked, permille) => {
        const plan = planOfCall(asked)
        const shortened = affordedWith(plan, (plan.holdMicro * BigInt(permille)) / 1_000n)
        if (shortened === null) return
        const { outputLimit, outputTokens, holdMicro, request, possibleRates, promptTokens } = shortened
        expect(outputTokens).to.equal((request.n ?? 1) * (outputLimit + predictedTokens(request)))
        expect(holdFor(possibleRates, promptTokens, outputTokens) <= holdMicro).to.equal(true)
        expect(request.max_tokens).to.equal(outputLimit)
        expect(outputLimit).to.be.within(leastOutputLimit(plan), plan.outputLimit)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is never shorter with more money', () => {
    const permille = fc.integer({ min: 0, max: 1_100 })
    fc.assert(
      fc.property(call, permille, permille, (asked, one, other) => {
        const plan = planOfCall(asked)
        const limitWith = (part: number): number =>
          affordedWith(plan, (plan.holdMicro * BigInt(part)) / 1_000n)?.outputLimit ?? 0
        expect(limitWith(Math.min(one, other))).to.be.at.most(limitWith(Math.max(one, other)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is as long as what is held pays for: one token more would cost more', () => {
    const plan = planOf({ max_tokens: 64_000, n: 3 })
    const shortened = affordedWith(plan, 20_000_000n)!
    const { possibleRates, promptTokens, outputLimit, holdMicro } = shortened
    expect(holdFor(possibleRates, promptTokens, 3 * (outputLimit + 1)) > holdMicro).to.equal(true)
  })

  it('is whole where the money lasts for it', () => {
    const plan = planOf({ max_tokens: 500 })
    expect(affordedWith(plan, plan.holdMicro)).to.deep.equal(plan)
  })

  it('leaves half of the money to other calls, once it is long enough', () => {
    const plan = planOf({ max_tokens: 64_000 })
    const whole = plan.holdMicro
    expect(affordedWith(plan, whole - 1n)?.holdMicro).to.equal((whole - 1n) / 2n)
    const enough = holdFor(plan.possibleRates, plan.promptTokens, 4_096)
    expect(affordedWith(plan, enough + 10n)?.holdMicro).to.equal(enough)
    expect(affordedWith(plan, enough - 10n)?.holdMicro).to.equal(enough - 10n)
  })

  it('is refused below 256 tokens, and below what its caller asked for where that is less', () => {
    const least = (asked: Asked, model?: ChatModel) => leastOutputLimit(planOf(asked, model))
    expect(least({})).to.equal(256)
    expect(least({ max_tokens: 40 })).to.equal(40)
    expect(least({}, keeping({ hiddenReasoning: true }))).to.equal(2_048)
    expect(least({}, keeping({ hiddenReasoning: true, leastOutputTokens: 512 }))).to.equal(512)
    const { less, most } = holdBounds(planOf({ max_tokens: 40 }), 200)
    expect(less.least).to.equal(most)
  })

  it('leaves room for the least of thoughts that its caller asks for', () => {
    const least = (asked: Asked) => leastOutputLimit(planOf(asked))
    expect(least({ reasoning_effort: 'low' })).to.equal(1_280)
    expect(least({ reasoning_effort: 'none' })).to.equal(256)
    expect(least({ reasoning: { max_tokens: 9_000 } })).to.equal(1_280)
    expect(least({ thinking: { type: 'enabled', budget_tokens: 9_000 } })).to.equal(1_280)
  })

  it('thinks in proportion, and never less than the least', () => {
    const plan = planOf({ max_tokens: 64_000, reasoning: { max_tokens: 32_000 } })
    const budgetWith = (micro: bigint) => {
      const shortened = affordedWith(plan, micro)!
      return [shortened.outputLimit, (shortened.request['reasoning'] as { max_tokens: number }).max_tokens]
    }
    const [limit, budget] = budgetWith(100_000_000n)
    expect(budget).to.equal(Math.floor(limit! / 2))
    expect(budgetWith(holdBounds(plan, plan.promptTokens).less.least)).to.deep.equal([1_280, 1_024])
  })

  it('is asked of deployments alone that keep their limits', () => {
    const [kept, lost] = [
      { provider: 'first', upstreamModel: 'kept', parameters: {} },
      { provider: 'first', upstreamModel: 'lost', parameters: {} },
    ]
    const deployments = [kept, lost]
    const isKept = ({ upstreamModel }: { readonly upstreamModel: string }) => upstreamModel !== 'lost'
    expect(keepingDeployments(planOf({}, keeping({ deployments })), isKept)).to.deep.equal([kept])
    const others = chatModel({ deployments })
    expect(keepingDeployments(planOf({}, others), isKept)).to.deep.equal([])
  })
})

import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { billAnswer, billEstimate } from '../../../../src/domain/chat/billing/bill.ts'
import type { Ending } from '../../../../src/domain/chat/billing/bill.ts'
import type { FinishReason } from '../../../../src/domain/chat/chunk.ts'
import type { ChatCompletionMessage, ChatCompletion } from '../../../../src/domain/chat/completion.ts'
import { isContent, markRefusals } from '../../../../src/domain/chat/answers/output.ts'
import { planChat } from '../../../../src/domain/chat/plan.ts'
import type { ChatPlan } from '../../../../src/domain/chat/plan.ts'
import type { TokenUsage } from '../../../../src/domain/pricing/token-price.ts'
import { chatModel, chatRequest, usageOf } from '../../../support/chat/chat-models.ts'

const planOf = (asked: Parameters<typeof chatRequest>[0] = {}, model = chatModel()): ChatPlan => {
  const plan = planChat(model, chatRequest(asked))
  if (isLeft(plan)) throw new Error(plan.left.tag)
  return plan.right
}

const answer = (
  message: Partial<ChatCompletionMessage>,
  usage: TokenUsage | null,
  finish: FinishReason | null = 'stop',
): ChatCompletion => ({
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
  usage,
})

const text = { content: 'hello' }
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }

const verdict = (completion: ChatCompletion, ending: Ending = 'whole', plan = planOf()): string => {
  const bill = billAnswer(plan, completion, ending)
  return bill.tag === 'charge' ? `charge ${bill.price}` : bill.tag === 'free' ? `free ${bill.reason}` : bill.tag
}

describe('the bill of an answer', () => {
  const table: readonly (readonly [string, ChatCompletion, Ending, string])[] = [
    ['text with usage', answer(text, usageOf(10, 5)), 'whole', 'charge 20000'],
    ['cut at its limit', answer(text, usageOf(10, 5), 'length'), 'whole', 'charge 20000'],
    ['a tool call alone', answer({ tool_calls: [call] }, usageOf(10, 5), 'tool_calls'), 'whole', 'charge 20000'],
    ['text without usage', answer(text, null), 'whole', 'uncounted'],
    ['text with an empty usage', answer(text, usageOf(0, 0)), 'whole', 'uncounted'],
    ['text of which nothing is counted', answer(text, usageOf(10, 0)), 'whole', 'uncounted'],
    ['no text, of which nothing is counted', answer({}, usageOf(10, 0)), 'whole', 'charge 10000'],
    [
      'a prompt of more tokens than it can have',
      answer(text, usageOf(planOf().promptTokens + 1, 5)),
      'whole',
      'uncounted',
    ],
    ['such a prompt and no text', answer({}, usageOf(30_000_000, 5)), 'whole', 'free nothing_delivered'],
    ['nothing but usage', answer({}, usageOf(10, 5), 'length'), 'whole', 'charge 20000'],
    ['nothing at all', answer({}, null), 'whole', 'free nothing_delivered'],
    ['a refusal', answer({ refusal: 'no' }, usageOf(10, 5)), 'whole', 'free refused'],
    ['a silent refusal', answer({}, usageOf(10, 5), 'content_filter'), 'whole', 'free refused'],
    ['filtered after some text', answer(text, usageOf(10, 5), 'content_filter'), 'whole', 'charge 20000'],
    ['usage far above the hold', answer(text, usageOf(10, 5000)), 'whole', 'charge 10010000'],
    ['read out with usage above the hold', answer(text, usageOf(10, 5000)), 'read_out', `charge ${planOf().holdMicro}`],
  ]
  for (const [name, completion, ending, expected] of table) {
    it(`${name}: ${expected}`, () => expect(verdict(completion, ending)).to.equal(expected))
  }

  const context = 10_000
  const limits = { ...chatModel().limits, contextTokens: context }
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } } as const
  const counts: readonly (readonly [string, Parameters<typeof chatRequest>[0], TokenUsage, string])[] = [
    ['a prompt as long as the context', {}, usageOf(context, 5), 'charge 10010000'],
    ['a prompt that is longer', {}, usageOf(context + 1, 5), 'uncounted'],
    ['an answer as long as the context', {}, usageOf(10, context), 'charge 20010000'],
    ['an answer that is longer', {}, usageOf(10, context + 1), 'uncounted'],
    ['two answers that are longer together', { n: 2 }, usageOf(10, context + 1), 'charge 20012000'],
    [
      'a prediction that was not used',
      { prediction: 'x'.repeat(context) },
      usageOf(10, context + 1),
      'charge 20012000',
    ],
  ]
  for (const [name, asked, usage, expected] of counts) {
    it(`${name}, by the provider’s count: ${expected}`, () => {
      const plan = planOf(asked, chatModel({ limits }))
      expect(verdict(answer(text, usage), 'whole', plan)).to.equal(expected)
    })
  }

  describe('whose price is many times the hold', () => {
    const large = { ...limits, contextTokens: 1_000_000 }
    const model = chatModel({ limits: large })
    const reader = chatModel({ limits: large, capabilities: new Set(['file_input']) })
    const short = { max_tokens: 1 }
    /** 145 tokens of the prompt, and one of the answer. */
    const hold = 147_000n
    const long = answer({ content: 'word '.repeat(10_000) }, usageOf(10, 10_000))
    const prompt = (promptTokens: number): ChatCompletion => answer({ content: 'x' }, usageOf(promptTokens, 1))
    const file = {
      type: 'file',
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
    } as const

    const table: readonly (readonly [string, ChatPlan, ChatCompletion, string])[] = [
      ['a prompt at twenty times', planOf(short, model), prompt(2_938), 'charge 2940000'],
      ['a prompt above that', planOf(short, model), prompt(2_939), 'uncounted'],
      ['such a prompt and no text', planOf(short, model), answer({}, usageOf(2_939, 1)), 'free nothing_delivered'],
      ['an answer that shows more than its limit', planOf(short, model), long, 'charge 20010000'],
      ['an answer that shows nothing of it', planOf(short, model), answer(text, usageOf(10, 10_000)), 'uncounted'],
      [
        'unseen thoughts beyond the limit',
        planOf(short, chatModel({ limits: large, hiddenReasoning: true })),
        answer(text, usageOf(10, 10_000)),
        'charge 20010000',
      ],
      [
        'a prompt that may be of any length',
        planOf({ ...short, messages: [{ role: 'user', content: [file] }] }, reader),
        prompt(900_000),
        'charge 900002000',
      ],
    ]
    for (const [name, plan, completion, expected] of table) {
      it(`${name}: ${expected}`, () => expect(verdict(completion, 'whole', plan)).to.equal(expected))
    }

    it('is what was held, with a usage of our own count', () => {
      const plan = planOf(short, model)
      const bill = billAnswer(plan, prompt(900_000), 'whole')
      if (bill.tag !== 'uncounted') throw new Error(bill.tag)
      const charged = { price: hold, usage: usageOf(1, 1), estimated: true }
      expect(billEstimate(plan, bill.counted, 1, 1)).to.deep.include(charged)
      expect(plan.holdMicro).to.equal(hold)
    })
  })

  it('takes the provider’s count of a prompt with images up to the most that they may be', () => {
    const plan = planOf({ messages: [{ role: 'user', content: [image, image] }] })
    expect(verdict(answer(text, usageOf(1000, 5)), 'whole', plan)).to.equal('charge 1010000')
    expect(verdict(answer(text, usageOf(plan.promptTokens + 1, 5)), 'whole', plan)).to.equal('uncounted')
  })

  it('follows the tier the provider says it served', () => {
    const { tariff } = chatModel()
    const expensive = { ...tariff, outputPerMillion: 20_000_000_000n }
    const model = chatModel({ tariff: { ...tariff, serviceTiers: new Map([['fast', expensive]]) } })
    const fast = planOf({ service_tier: 'fast' }, model)
    const served = (extras: ChatCompletion['extras'], plan = fast): unknown => {
      const bill = billAnswer(plan, { ...answer(text, usageOf(0, 10)), extras }, 'whole')
      return bill.tag === 'charge' ? bill.price : bill.tag
    }
    expect(served(undefined)).to.equal(200_000n)
    expect(served({ service_tier: 'fast' })).to.equal(200_000n)
    expect(served({ service_tier: 'default' })).to.equal(20_000n)
    expect(served({ service_tier: 'unheard-of' })).to.equal(200_000n)
    // The operator's own settings may choose a tier where the request leaves it open. It is held for where it may be.
    expect(served({ service_tier: 'fast' }, planOf({ service_tier: 'auto' }, model))).to.equal(200_000n)
    for (const tier of ['default', null]) {
      expect(served({ service_tier: 'fast' }, planOf({ service_tier: tier }, model))).to.equal(20_000n)
    }
  })

  it('made of our own count adds images and never exceeds the hold', () => {
    const images = planOf({
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] }],
    })
    expect(billEstimate(images, null, 10, 5)).to.deep.include({
      price: 520_000n,
      estimated: true,
      usage: usageOf(510, 5),
    })
    expect(billEstimate(planOf(), null, 10, 1_000_000)).to.deep.include({ price: planOf().holdMicro })
  })
})

describe('a refusal', () => {
  it('ends with content_filter, whatever the provider called it', () => {
    expect(markRefusals(answer({ refusal: 'no' }, null)).choices[0]?.finish_reason).to.equal('content_filter')
    expect(markRefusals(answer(text, null)).choices[0]?.finish_reason).to.equal('stop')
    const partly = answer({ ...text, refusal: 'no more' }, null)
    expect(markRefusals(partly)).to.equal(partly)
  })
})

describe('the first content', () => {
  const isFirst = (delta: object): boolean =>
    isContent({ choices: [{ index: 0, delta, finish_reason: null }], usage: null })
  it('is text, reasoning, a tool call or a refusal, and not a role', () => {
    expect(isFirst({ role: 'assistant', content: '' })).to.equal(false)
    expect(isFirst({})).to.equal(false)
    for (const delta of [
      { content: 'a' },
      { reasoning_content: 'a' },
      { refusal: 'a' },
      { tool_calls: [{ index: 0 }] },
    ]) {
      expect(isFirst(delta)).to.equal(true)
    }
  })
})

import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import type { ChatCall } from '../../../../src/application/ports/providers/chat-provider.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { TINY_PDF_URL } from '../../../support/media/tiny-pdf.ts'
import { completion, failure, fakeProvider, shortBy, stage, unwrap } from '../gateway-stage.ts'
import type { FakeProvider } from '../gateway-stage.ts'

/** 0.001 RUB a token in and 0.002 out; two deployments, of which both read PDFs. */
const base = chatModel()
const reader = chatModel({
  capabilities: new Set(['file_input']),
  limits: { ...base.limits, contextTokens: 50_000 },
  deployments: [...base.deployments, { provider: 'second', upstreamModel: 'm2', parameters: {} }],
})
const asked = {
  messages: [{ role: 'user' as const, content: [{ type: 'file', file: { file_data: TINY_PDF_URL } }] }],
  max_tokens: 10,
}

const CONTEXT = 50_000n * 1_000n + 20_000n
/** A tenth more than 2,000 tokens, 136 for the template; and what comes out. */
const COUNTED = (2_200n + 136n) * 1_000n + 20_000n

type Count = Either<UpstreamFailure, number | null>

const counting = (count: Count, usage = usageOf(2_000, 10)): FakeProvider & { readonly questions: ChatCall[] } => {
  const questions: ChatCall[] = []
  return Object.assign(fakeProvider({ complete: completion('ok', usage) }), {
    questions,
    count: async (call: ChatCall): Promise<Count> => {
      questions.push(call)
      return count
    },
  })
}

describe('a prompt with a file whose whole context is more than a wallet can pay for', () => {
  it('is held for by the count of its provider, with a margin', async () => {
    const provider = counting(right(2_000))
    const on = stage([provider], { models: [reader], balance: COUNTED })
    unwrap(await completeChat(on.deps)(on.input(asked))).delivered()
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'settled', amount: COUNTED, settledAmount: 2_020_000n })
    const [question] = provider.questions
    expect(question).to.deep.include({
      operationId: provider.calls[0]?.operationId,
      request: provider.calls[0]?.request,
    })
    expect(provider.questions).to.have.lengthOf(1)
  })

  it('is not counted where the whole context can be paid for', async () => {
    const provider = counting(right(2_000))
    const on = stage([provider], { models: [reader], balance: CONTEXT })
    unwrap(await completeChat(on.deps)(on.input(asked)))
    expect(on.hold().amount).to.equal(CONTEXT)
    expect(provider.questions).to.deep.equal([])
  })

  it('goes to no other provider than the one that counted it', async () => {
    const [failing, second] = [counting(left(failure.unreachable)), counting(right(2_000))]
    const on = stage([failing, second], { models: [reader], balance: COUNTED })
    unwrap(await completeChat(on.deps)(on.input(asked)))
    expect([failing, second].map(({ calls }) => calls.length)).to.deep.equal([0, 1])
  })

  it('is refused with what its count needs where that is too much as well', async () => {
    const provider = counting(right(2_000))
    const on = stage([provider], { models: [reader], balance: COUNTED - 1n })
    const short = shortBy('insufficient_balance', [COUNTED, 0n, COUNTED - 1n])
    expect(await completeChat(on.deps)(on.input(asked))).to.deep.equal(short)
    expect(await streamChat(on.deps)(on.input(asked))).to.deep.equal(short)
    expect(provider.calls).to.deep.equal([])
  })

  it('is refused with the whole context where no provider has a count', async () => {
    const short = shortBy('insufficient_balance', [CONTEXT, 0n, COUNTED])
    for (const provider of [counting(left(failure.unreachable)), counting(right(null)), fakeProvider()]) {
      const on = stage([provider], { models: [reader], balance: COUNTED })
      expect(await completeChat(on.deps)(on.input(asked))).to.deep.equal(short)
    }
  })

  it('is never held for by more than the whole context', async () => {
    const on = stage([counting(right(90_000))], { models: [reader], balance: COUNTED })
    const short = shortBy('insufficient_balance', [CONTEXT, 0n, COUNTED])
    expect(await completeChat(on.deps)(on.input(asked))).to.deep.equal(short)
  })

  it('is asked of no provider where the money covers no prompt at all', async () => {
    const provider = counting(right(2_000))
    const on = stage([provider], { models: [reader], balance: 20_000n + 136_000n })
    expect(await completeChat(on.deps)(on.input(asked))).to.have.nested.property('left.tag', 'insufficient_balance')
    expect(provider.questions).to.deep.equal([])
  })

  it('has its answer shortened to what its count leaves', async () => {
    const provider = counting(right(2_000))
    const models = [{ ...reader, keepsOutputLimit: true, limits: { ...reader.limits, maxOutputTokens: 64_000 } }]
    const on = stage([provider], { models, balance: 4_000_000n })
    const { answer } = unwrap(await completeChat(on.deps)(on.input({ ...asked, max_tokens: 64_000 })))
    // 4 roubles, less 2,336 tokens of prompt.
    expect(answer.shortenedTo).to.equal(832)
  })
})

/** 20,000 tokens at most for an image, and of this one its provider says 2,000. */
const viewer = chatModel({
  limits: { ...base.limits, maxImageInputTokens: 20_000 },
  deployments: reader.deployments,
  tokenizer: 'o200k',
})
const shown = {
  messages: [
    { role: 'user' as const, content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] },
  ],
  max_tokens: 10,
}
/** With the 13 letters of the role and of the part's type. */
const LARGEST = (20_000n + 13n + 136n) * 1_000n + 20_000n

describe('a prompt with an image that may be larger than a wallet can pay for', () => {
  it('is held for by the count of its provider, with a margin', async () => {
    const provider = counting(right(2_000))
    const on = stage([provider], { models: [viewer], balance: LARGEST - 1n })
    unwrap(await completeChat(on.deps)(on.input(shown))).delivered()
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'settled', amount: COUNTED, settledAmount: 2_020_000n })
    expect(provider.questions).to.have.lengthOf(1)
  })

  it('is not counted where the largest image can be paid for', async () => {
    const provider = counting(right(2_000))
    const on = stage([provider], { models: [viewer], balance: LARGEST })
    unwrap(await completeChat(on.deps)(on.input(shown)))
    expect(on.hold().amount).to.equal(LARGEST)
    expect(provider.questions).to.deep.equal([])
  })

  it('has its words counted here where no provider has a count', async () => {
    const text = { type: 'text', text: 'я'.repeat(1_000) }
    const messages = shown.messages.map(({ role, content }) => ({ role, content: [...content, text] }))
    // 1,017 letters and a tenth more, where they are 2,017 bytes.
    const counted = (1_119n + 20_000n + 136n) * 1_000n + 20_000n
    const countless = fakeProvider({ complete: completion('ok', usageOf(2_000, 10)) })
    for (const provider of [counting(left(failure.unreachable)), countless]) {
      const on = stage([provider], { models: [viewer], balance: counted })
      expect(await completeChat(on.deps)(on.input({ ...shown, messages }))).to.have.property('_tag', 'Right')
      expect(on.hold().amount).to.equal(counted)
    }
  })

  it('is refused where the largest image is too much and no provider has a count', async () => {
    const on = stage([fakeProvider()], { models: [viewer], balance: LARGEST - 1n })
    expect(await completeChat(on.deps)(on.input(shown))).to.have.nested.property('left.tag', 'insufficient_balance')
  })
})

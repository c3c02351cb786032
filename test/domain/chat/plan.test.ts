import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { ChatModel, Model } from '../../../src/domain/catalog/model.ts'
import { planChat } from '../../../src/domain/chat/plan.ts'
import {
  isProvidersCountOfUse,
  maxAffordableCount,
  promptTokensOfCount,
  promptTokensOfProvidersCount,
} from '../../../src/domain/chat/tokens/counted-prompt.ts'
import type { ChatFile, ContentPart } from '../../../src/domain/chat/message.ts'
import type { ChatRequest } from '../../../src/domain/chat/request.ts'
import { chatModel, chatRequest } from '../../support/chat/chat-models.ts'
import { imageModel } from '../../support/media/media-models.ts'
import { TINY_PNG } from '../../support/media/tiny-images.ts'
import { TINY_PDF_URL } from '../../support/media/tiny-pdf.ts'

type Asked = Partial<ChatRequest> & Readonly<Record<string, unknown>>

const refusal = (asked: Asked, model: Model = chatModel()) => {
  const plan = planChat(model, chatRequest(asked))
  if (isRight(plan)) return 'accepted'
  return 'param' in plan.left ? `${plan.left.tag} ${plan.left.param}` : plan.left.tag
}

const bare = chatModel({ capabilities: new Set() })
const reader = chatModel({
  capabilities: new Set(['image_input', 'file_input']),
  limits: { ...chatModel().limits, contextTokens: 50_000 },
})
const document = (file: ChatFile): Asked => ({ messages: [{ role: 'user', content: [{ type: 'file', file }] }] })
const tool = { type: 'function', function: { name: 'f', parameters: {} } }
const schema = { type: 'json_schema', json_schema: { name: 's', schema: {} } }
const image = (url: string): Asked => ({
  messages: [
    { role: 'system', content: 'see' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'what is it?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
})

describe('a field that changes what a call costs, or whose place it takes', () => {
  it('is refused in every spelling, the gateway’s own fields too', () => {
    for (const name of [
      'Service_Tier',
      'serviceTier',
      'SERVICE-TIER',
      'max_output_tokens',
      'maxOutputTokens',
      'Max_Tokens',
      'maxTokens',
      'N',
      'ｎ',
      'Stream',
      'ſtream',
      'MODEL',
      'deferred',
      'background',
      'backgroundOptions',
      'Best_Of',
      'cache_salt',
      'prompt_cache_retention',
    ]) {
      expect(refusal({ [name]: 'x' }), name).to.equal(`unsupported_parameter ${name}`)
    }
  })

  it('is accepted where it asks for nothing', () => {
    expect(refusal({ N: null, deferred: false, plugins: [], modalities: ['text'], priority: 0 })).to.equal('accepted')
    expect(refusal({ metadata: { model: 'x' }, nn: 1, streams: 1 })).to.equal('accepted')
  })

  it('may ask for an answer at once in the options of background work, and for nothing else', () => {
    const asked = (options: unknown) => refusal({ background_options: options })
    for (const options of [{}, { completion_window: 'soonest' }, { completion_window: null, continuation_id: null }]) {
      expect(asked(options), JSON.stringify(options)).to.equal('accepted')
    }
    const queued = [{ completion_window: '2h' }, { completion_window: 'soonest', continuation_id: 'a' }, '8h']
    for (const options of queued) {
      expect(asked(options), JSON.stringify(options)).to.equal('unsupported_parameter background_options')
    }
  })
})

/** What a provider puts around a prompt of one message. */
const TEMPLATE = 128 + 8

describe('an image in a message', () => {
  const model = chatModel({ limits: { ...reader.limits, maxImageInputTokens: 20_000 } })
  const planned = (images: number) => {
    const content = Array.from({ length: images }, () => ({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${Buffer.from(TINY_PNG).toString('base64')}` },
    }))
    const plan = planChat(model, chatRequest({ messages: [{ role: 'user', content }], max_tokens: 100 }))
    if (isLeft(plan)) throw new Error(plan.left.tag)
    return plan.right
  }

  it('is held for by the most that its providers count for one, all together by no more than the context', () => {
    const others = planned(1).promptTokens - 20_000
    expect(others).to.be.within(TEMPLATE, TEMPLATE + 20)
    expect(planned(2).promptTokens).to.be.within(40_000 + TEMPLATE, 40_000 + TEMPLATE + 40)
    expect(planned(30).promptTokens).to.equal(50_000)
  })

  it('is held for by the provider’s count, if that is asked for, with nothing for an image beside it', () => {
    expect(promptTokensOfProvidersCount(planned(2), 10_000)).to.equal(11_000 + TEMPLATE)
    expect(isProvidersCountOfUse(planned(2), 1_000_000n, 100)).to.equal(true)
    expect(isProvidersCountOfUse(planned(0), 1_000_000n, 100)).to.equal(false)
  })
})

describe('a file in a message', () => {
  const planned = (file: ChatFile, text: string, model: ChatModel = reader) => {
    const content = [
      { type: 'text', text },
      { type: 'file', file },
    ]
    const plan = planChat(model, chatRequest({ messages: [{ role: 'user', content }], max_tokens: 100 }))
    if (isLeft(plan)) throw new Error(plan.left.tag)
    return plan.right
  }

  it('is held for by the whole context of its model: no prompt is longer, and the file is not opened', () => {
    const small = planned({ file_data: TINY_PDF_URL }, 'read')
    const large = planned({ file_data: `${TINY_PDF_URL}${'A'.repeat(400_000)}` }, 'read '.repeat(1_000))
    const named = planned({ file_url: 'https://example.com/a.pdf' }, 'read')
    for (const plan of [small, large, named]) {
      expect(plan.promptTokens).to.equal(50_000)
      expect(plan.holdMicro).to.equal(50_000n * 1_000n + 100n * 2_000n)
    }
  })

  it('is counted by its provider alone, however little money there is', () => {
    const plan = planned({ file_data: TINY_PDF_URL }, 'read', { ...reader, tokenizer: 'o200k' })
    expect(maxAffordableCount(plan, 10_000_000n, plan.outputTokens)).to.equal(null)
    expect(promptTokensOfProvidersCount(plan, 1_000)).to.equal(1_100 + TEMPLATE)
    const least = BigInt(TEMPLATE + 1) * 1_000n + 100n * 2_000n
    expect([least, least + 1_000n].map((money) => isProvidersCountOfUse(plan, money, 100))).to.deep.equal([false, true])
  })

  it('is held for by its words, and counted, where it is a text', () => {
    const text = planned({ file_data: 'data:text/plain;base64,aGVsbG8=', filename: 'a.txt' }, 'read', {
      ...reader,
      tokenizer: 'o200k',
    })
    const same = planChat(
      reader,
      chatRequest({
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'read' },
              { type: 'text', text: 'a.txt:\nhello' },
            ],
          },
        ],
        max_tokens: 100,
      }),
    )
    expect(text.promptTokens).to.equal(isRight(same) && same.right.promptTokens)
    expect(maxAffordableCount(text, 10_000_000n, text.outputTokens)).to.be.above(0)
  })
})

describe('the address of an image in a message', () => {
  it('goes on as the URL parser writes it, whatever else stands in its part', () => {
    const plan = planChat(chatModel(), chatRequest(image('HTTP://EXAMPLE.COM:80/a.png')))
    expect(isRight(plan) && plan.right.request.messages).to.have.nested.property(
      '[1].content[1].image_url.url',
      'http://example.com/a.png',
    )
  })
})

describe('what a model can do', () => {
  const table: readonly (readonly [string, Asked, Model, string])[] = [
    ['an image', image('https://example.com/a.png'), chatModel(), 'accepted'],
    [
      'an image for a blind model',
      image('https://example.com/a.png'),
      bare,
      'unsupported_capability messages.1.content.1.image_url',
    ],
    [
      'an image on the local network',
      image('http://10.0.0.1/a.png'),
      chatModel(),
      'unsafe_url messages.1.content.1.image_url.url',
    ],
    [
      'audio input',
      { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] },
      chatModel(),
      'unsupported_parameter messages.0.content.0.type',
    ],
    [
      "a file of the operator's",
      document({ file_id: 'file-1' }),
      reader,
      'unsupported_parameter messages.0.content.0.file.file_id',
    ],
    [
      'a part without its file',
      { messages: [{ role: 'user', content: [{ type: 'file' }] }] },
      reader,
      'unsupported_parameter messages.0.content.0.file',
    ],
    ['a PDF', document({ file_data: TINY_PDF_URL }), reader, 'accepted'],
    [
      'a PDF for a model that reads none',
      document({ file_data: TINY_PDF_URL }),
      chatModel(),
      'unsupported_capability messages.0.content.0',
    ],
    [
      'a file of text for a model that reads nothing else',
      document({ file_data: 'data:text/plain;base64,aGVsbG8=' }),
      bare,
      'accepted',
    ],
    [
      'a file at an address on the local network',
      document({ file_url: 'http://10.0.0.1/a.pdf' }),
      reader,
      'unsafe_url messages.0.content.0.file.file_url',
    ],
    [
      'a text that has a file beside it',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', file: { file_data: TINY_PDF_URL } }] }] },
      reader,
      'unsupported_parameter messages.0.content.0.file',
    ],
    [
      'an image that has a file beside it',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'image_url', image_url: { url: 'https://e.com/a' }, file: { file_id: 'file-1' } }],
          },
        ],
      },
      reader,
      'unsupported_parameter messages.0.content.0.file',
    ],
    [
      'a text that has an image beside it, for servers that go by the fields',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', image_url: { url: 'http://10.0.0.1/a' } }] }] },
      chatModel(),
      'unsupported_parameter messages.0.content.0.image_url',
    ],
    [
      'a refusal that has one',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'refusal', refusal: 'x', image_url: { url: 'data:image/png;base64,AA==' } }],
          },
        ],
      },
      bare,
      'unsupported_parameter messages.0.content.0.image_url',
    ],
    [
      'a text whose image is null',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'x', image_url: null }] }] },
      bare,
      'accepted',
    ],
    ['tools', { tools: [tool] }, chatModel(), 'accepted'],
    ['tools for a model without', { tools: [tool] }, bare, 'unsupported_parameter tools'],
    ['no tools at all', { tools: [] }, bare, 'accepted'],
    [
      "a tool of the provider's",
      { tools: [tool, { type: 'web_search' }] },
      chatModel(),
      'unsupported_parameter tools.1.type',
    ],
    ['JSON schema', { response_format: schema }, chatModel(), 'accepted'],
    ['JSON schema for a model without', { response_format: schema }, bare, 'unsupported_parameter response_format'],
    ['plain JSON', { response_format: { type: 'json_object' } }, bare, 'accepted'],
    ['four choices', { n: 4 }, chatModel(), 'accepted'],
    ['five choices of at most four', { n: 5 }, chatModel(), 'unsupported_parameter n'],
    [
      'a field its providers ignore',
      { seed: 1 },
      chatModel({ unsupportedParameters: new Set(['seed']) }),
      'unsupported_parameter seed',
    ],
    ['that field as null', { seed: null }, chatModel({ unsupportedParameters: new Set(['seed']) }), 'accepted'],
    ['conflicting limits', { max_tokens: 1, max_completion_tokens: 2 }, chatModel(), 'conflicting_token_limits'],
    ['another kind of model', {}, imageModel(), 'unsupported_capability model'],
  ]
  for (const [name, asked, model, expected] of table) {
    it(`${name}: ${expected}`, () => expect(refusal(asked, model)).to.equal(expected))
  }
})

describe('fields that change the price', () => {
  const flex = chatModel()
  const withFlex = chatModel({ tariff: { ...flex.tariff, serviceTiers: new Map([['flex', flex.tariff]]) } })
  const accepted: readonly Asked[] = [
    { service_tier: 'default' },
    { service_tier: 'auto' },
    { service_tier: null },
    { modalities: ['text'] },
    { web_search_options: null },
    { plugins: [] },
    { enable_search: false },
    { prediction: { type: 'content', content: 'x' } },
    { metadata: { a: 'b' } },
  ]
  for (const asked of accepted) it(`${JSON.stringify(asked)} passes`, () => expect(refusal(asked)).to.equal('accepted'))

  const refused: readonly (readonly [string, unknown])[] = [
    ['service_tier', 'priority'],
    ['service_tier', 'flex'],
    ['service_tier', 5],
    ['modalities', ['text', 'audio']],
    ['audio', { voice: 'alloy' }],
    ['web_search_options', {}],
    ['search_parameters', { mode: 'on' }],
    ['plugins', [{ id: 'web' }]],
    ['models', ['expensive/model']],
    ['provider', { order: ['expensive'] }],
    ['max_output_tokens', 5],
    ['best_of', 5],
  ]
  for (const [name, value] of refused) {
    it(`${name}: ${JSON.stringify(value)} does not`, () => {
      expect(refusal({ [name]: value })).to.equal(`unsupported_parameter ${name}`)
    })
  }

  it('pass where the tariff has a row for them', () => {
    expect(refusal({ service_tier: 'flex' }, withFlex)).to.equal('accepted')
  })
})

describe('what is held', () => {
  const held = (asked: Asked, model: ChatModel = chatModel()): bigint => {
    const plan = planChat(model, chatRequest(asked))
    if (isLeft(plan)) throw new Error(plan.left.tag)
    return plan.right.holdMicro
  }
  const message = (content: string): Asked => ({ messages: [{ role: 'user', content }] })

  it('is a token for each byte of the prompt and what providers add, and the limit of every choice', () => {
    // "user" and 300 letters are 304 bytes; 128 tokens stand for what begins a call, 8 for the frame of a message.
    expect(held(message('x'.repeat(300)))).to.equal(440n * 1000n + 1000n * 2000n)
    expect(held({ ...message('x'.repeat(300)), n: 3, max_tokens: 10 })).to.equal(440n * 1000n + 30n * 2000n)
  })

  it("counts bytes, not characters, and an image by the model's figure, whatever its data weighs", () => {
    expect(held(message('я'.repeat(300))) - held(message('x'.repeat(300)))).to.equal(300n * 1000n)
    const small = held(image('data:image/png;base64,AA=='))
    expect(held(image(`data:image/png;base64,${'A'.repeat(100_000)}`))).to.equal(small)
  })

  it('counts every text that a provider may read, in whichever field it stands', () => {
    const long = 'x'.repeat(5000)
    const asks: readonly Asked[] = [
      { messages: [{ role: 'assistant', content: [{ type: 'refusal', refusal: long }] }] },
      { messages: [{ role: 'assistant', reasoning_content: long }] },
      {
        messages: [
          { role: 'assistant', content: null, unheard_of: { deep: [long] } } as ChatRequest['messages'][number],
        ],
      },
      { messages: [{ role: 'user', content: [{ type: 'text', text: '', note: long } as object as ContentPart] }] },
      { response_format: { type: 'json_object', hint: long } },
      { documents: [{ text: long }] },
    ]
    for (const asked of asks)
      expect(held(asked) > held({}) + 4_900n * 1000n, JSON.stringify(Object.keys(asked))).to.equal(true)
    expect(held({ user: long, stop: [long], temperature: 1.2345 })).to.equal(held({}))
  })

  it('counts predicted output as prompt and as output of every choice', () => {
    const prediction = { type: 'content', content: 'x'.repeat(1000) }
    const bytes = BigInt(JSON.stringify(prediction).length)
    expect(held({ prediction, n: 2 }) - held({ n: 2 })).to.equal(bytes * 1000n + 2n * bytes * 2000n)
  })

  it('counts tool definitions and earlier tool calls', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: 'x'.repeat(3000) } }
    expect(held({ tools: [{ ...tool, description: 'x'.repeat(3000) }] }) > held({}) + 1000n * 1000n).to.equal(true)
    expect(held({ messages: [{ role: 'assistant', tool_calls: [call] }] }) > held({}) + 990n * 1000n).to.equal(true)
  })

  it("uses the highest price a prompt token can have, and the tier's own", () => {
    const { tariff } = chatModel()
    const expensiveWrites = chatModel({ tariff: { ...tariff, cacheWritePerMillion: 3_000_000_000n } })
    expect(held({}, expensiveWrites) > held({})).to.equal(true)
    const tier = { ...tariff, outputPerMillion: 20_000_000_000n }
    const tiered = chatModel({ tariff: { ...tariff, serviceTiers: new Map([['fast', tier]]) } })
    expect(held({ service_tier: 'fast' }, tiered) - held({}, tiered)).to.equal(1000n * 18_000n)
    expect(held({ service_tier: 'auto' }, tiered)).to.equal(held({ service_tier: 'fast' }, tiered))
  })

  it('is never zero', () => {
    const tariff = { ...chatModel().tariff, inputPerMillion: 1n, cachedInputPerMillion: 1n, cacheWritePerMillion: 1n }
    expect(
      held({ ...message(''), max_tokens: 1 }, chatModel({ tariff: { ...tariff, outputPerMillion: 1n } })),
    ).to.equal(1n)
  })
})

describe('thoughts that a client gives back sealed', () => {
  const at = (wires: readonly ('messages' | 'responses')[]) => [
    { provider: 'first', upstreamModel: 'm', parameters: {}, nativeWires: new Set(wires) },
  ]
  const planned = (wires: readonly ('messages' | 'responses')[], bytes: number) => {
    const sealedReasoning = { sealMarks: [], bytes }
    const native = {
      wire: 'responses',
      fields: new Map(),
      bytes: 0,
      headers: {},
      isTranslatable: true,
      sealedReasoning,
    } as const
    const plan = planChat(
      chatModel({ deployments: at(wires), tokenizer: 'o200k' }),
      chatRequest({ max_tokens: 1 }),
      native,
    )
    if (isLeft(plan)) throw new Error(plan.left.tag)
    return plan.right
  }

  it('are held for by the bytes of their seals where the provider is given them, counted prompt or not', () => {
    const [bare, sealed] = [planned(['responses'], 0), planned(['responses'], 500)]
    expect(sealed.holdMicro - bare.holdMicro).to.equal(500n * 1000n)
    expect(promptTokensOfCount(sealed, 10) - promptTokensOfCount(bare, 10)).to.equal(500)
    expect(promptTokensOfProvidersCount(sealed, 10) - promptTokensOfProvidersCount(bare, 10)).to.equal(500)
    expect(maxAffordableCount(sealed, 10_500_000n, sealed.outputTokens)).to.equal(
      maxAffordableCount(bare, 10_000_000n, bare.outputTokens),
    )
    expect(planned(['messages'], 500).holdMicro).to.equal(bare.holdMicro)
  })
})

describe('a part of the prompt that is to be kept for longer than usual', () => {
  const { tariff } = chatModel()
  const at = (wires: readonly ('messages' | 'responses')[]) => [
    { provider: 'first', upstreamModel: 'm', parameters: {}, nativeWires: new Set(wires) },
  ]
  const priced = { ...tariff, cacheWrite1hPerMillion: 3_000_000_000n }
  const plan = (model: Model, life: string | null) =>
    planChat(model, chatRequest({ max_tokens: 1 }), {
      wire: 'messages',
      fields: new Map(),
      bytes: 0,
      headers: {},
      isTranslatable: true,
      longCache: life === null ? null : { path: 'system.0.cache_control.ttl', life },
    })
  const holdOf = (model: Model, life: string | null): bigint => {
    const planned = plan(model, life)
    if (isLeft(planned)) throw new Error(planned.left.tag)
    return planned.right.holdMicro
  }

  it('is refused by its place where the tariff has no price for its life', () => {
    for (const [model, life] of [
      [chatModel({ deployments: at(['messages']) }), '1h'],
      [chatModel({ deployments: at(['messages']), tariff: priced }), '24h'],
    ] as const) {
      const planned = plan(model, life)
      expect(isLeft(planned) && planned.left).to.include({ param: 'system.0.cache_control.ttl' })
    }
  })

  it('is held for at its own price, and only where a request asks for it', () => {
    const model = chatModel({ deployments: at(['messages']), tariff: priced })
    const plain = chatModel({ deployments: at(['messages']) })
    expect(holdOf(model, null)).to.equal(holdOf(plain, null))
    expect(holdOf(model, '1h') > 2n * holdOf(model, null)).to.equal(true)
  })

  it('means nothing to a provider that is asked in other words', () => {
    const model = chatModel({ deployments: at(['responses']) })
    expect(holdOf(model, '1h')).to.equal(holdOf(model, null))
  })
})

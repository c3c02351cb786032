import { expect } from 'chai'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { monotonicMs } from '../../../src/adapters/runtime/system-clock.ts'
import { gptTokenCounter } from '../../../src/adapters/tokens/gpt-token-counter.ts'
import { countedPromptBound, promptBound, readableTexts } from '../../../src/domain/chat/tokens/prompt-bound.ts'
import type { ChatRequest } from '../../../src/domain/chat/request.ts'
import { chatModel, chatRequest } from '../../support/chat/chat-models.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const model = chatModel({ tokenizer: 'o200k' })
const random = seededRandom(12)
const below = (most: number): number => Math.floor(random() * most)
const LENGTH = 20_000

/** `LENGTH` units of pieces that `piece` makes. */
const textOf = (piece: (index: number) => string): string => {
  let text = ''
  for (let index = 0; text.length < LENGTH; index += 1) text += piece(index)
  return text
}

const codePoints = (first: number, last: number): string =>
  textOf(() => String.fromCodePoint(first + below(last - first + 1)))

const CODE = 'export const f = async <A>(x: A): Promise<A> => {\n\treturn await g(x) // ok\n}\n'

/** Texts that have few bytes for each token of some vocabulary, and ordinary ones. */
const CORPUS: Readonly<Record<string, string>> = {
  'counting digits': textOf((index) => `${index} `),
  'single digits': textOf(() => `${below(10)} `),
  'digits in a run': textOf(() => String(below(10))),
  punctuation: textOf(() => '!@#$%^&*()_+-=[]{}|;:,.<>?/~`'[below(29)] ?? '!'),
  'control characters': codePoints(0x01, 0x1f),
  'rare ideographs': codePoints(0x20000, 0x2a6df),
  'private use': codePoints(0xe000, 0xf8ff),
  cuneiform: codePoints(0x12000, 0x12399),
  'Egyptian hieroglyphs': codePoints(0x13000, 0x1342f),
  ethiopic: codePoints(0x1200, 0x137f),
  'combining marks': codePoints(0x0300, 0x036f),
  'lone surrogates': codePoints(0xd800, 0xdfff),
  'zero width': textOf(() => '\u200b\u200d\ufeff'),
  emoji: codePoints(0x1f600, 0x1f64f),
  'families of emoji': textOf(() => '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u{1f3fd} '),
  base64: Buffer.from(Array.from({ length: 15_000 }, () => below(256))).toString('base64'),
  hexadecimal: Buffer.from(Array.from({ length: 10_000 }, () => below(256))).toString('hex'),
  'random letters': textOf(() => String.fromCharCode(97 + below(26)) + (below(5) === 0 ? ' ' : '')),
  'one letter': 'a'.repeat(LENGTH),
  spaces: ' '.repeat(LENGTH),
  'line ends': textOf(() => ['\n', '\r\n', '\t', ' '][below(4)] ?? '\n'),
  code: textOf(() => CODE),
  json: textOf((index) => JSON.stringify({ id: index, name: `n${index}`, ok: [true, null, 1e-9] })),
  'English prose': textOf(() => 'The quick brown fox jumps over the lazy dog, and nobody minds at all. '),
  'Russian prose': textOf(() => 'Съешь же ещё этих мягких французских булок, да выпей чаю. '),
  'Chinese prose': textOf(() => '我们在这里测试一个很长的句子，看看它有多少个词元。'),
  'special tokens': textOf(() => '<|endoftext|><|im_start|>'),
  mixed: textOf((index) => ['я', '7', '漢', '\u0007', 'Zq', '\u{1f9ff}', ' ', '=='][index % 8] ?? ''),
}

const asText = { disallowedSpecial: new Set<string>() }

/** Tokens of their own round a message: its start, the end of its role, its end; and what begins the answer. */
const TEMPLATE_OF_MESSAGE = 3
const TEMPLATE_OF_ANSWER = 3

/**
 * What a provider of this vocabulary counts. Its template's tokens part the texts, so each is counted by itself, whole.
 */
const providerTokenCount = ({ messages, tools }: ChatRequest): number => {
  const isWithTools = tools !== undefined && tools !== null
  const instructions = isWithTools ? [`# Tools\nnamespace functions {${JSON.stringify(tools)}}`] : []
  const texts = [
    ...instructions,
    ...messages.flatMap(({ role, content }) => [role, typeof content === 'string' ? content : '']),
  ]
  const counted = texts.reduce((sum, text) => sum + countTokens(text, asText), 0)
  return counted + messages.length * TEMPLATE_OF_MESSAGE + TEMPLATE_OF_ANSWER
}

const tool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: {} },
})

/** A text alone, in many short messages, and in tools. */
const requestsWith = (text: string): readonly ChatRequest[] => [
  chatRequest({ messages: [{ role: 'user', content: text }] }),
  chatRequest({
    messages: Array.from({ length: 200 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: text.slice(index * 20, index * 20 + 20),
    })),
  }),
  chatRequest({
    messages: [{ role: 'user', content: 'x' }],
    tools: Array.from({ length: 20 }, (_, index) => tool(`t${index}`, text.slice(index * 200, index * 200 + 200))),
  }),
]

/** The provider's tokenizer takes quadratic time on one long run, and counts it as in pieces but for a token each. */
const QUADRATIC: ReadonlySet<string> = new Set(['one letter', 'spaces', 'random letters', 'digits in a run'])

describe('what is held for a prompt', () => {
  const tokens = gptTokenCounter({ monotonicMs })

  for (const [name, whole] of Object.entries(CORPUS)) {
    const text = QUADRATIC.has(name) ? whole.slice(0, 4_000) : whole
    it(`is no less than the provider's count of ${name}, by its bytes and by our count`, async () => {
      for (const request of requestsWith(text)) {
        const count = providerTokenCount(request)
        expect(promptBound(request, model), 'by bytes').to.be.at.least(count)
        const counted = await tokens.count(readableTexts(request))
        expect(countedPromptBound(request, model, counted), 'by our count').to.be.at.least(count)
      }
    })
  }

  it('is little more than the count, for prose', async () => {
    const request = chatRequest({ messages: [{ role: 'user', content: CORPUS['Russian prose'] ?? '' }] })
    const counted = await tokens.count(readableTexts(request))
    expect(countedPromptBound(request, model, counted)).to.be.below(providerTokenCount(request) * 1.2)
  })

  it('is counted only as far as the available money could pay for', async () => {
    const text = 'word '.repeat(50_000)
    expect(await tokens.count([text], { most: 1_000 })).to.be.within(1_001, 4_000)
  })
})

import type { ChatModel } from '../../catalog/model.ts'
import { utf8Length } from '../estimate.ts'
import type { ChatMessage, ContentPart } from '../message.ts'
import { type ChatRequest, fieldsOf } from '../request.ts'
import { countImages } from '../texts.ts'

/** What servers put before a conversation and count: knowledge dates, channels, the start of the answer. */
const TOKENS_OF_CALL = 128

/** Chat templates wrap every message in a few tokens of their own. */
const TOKENS_OF_MESSAGE = 8

/** The instructions that vendors add when there are tools (up to about 800 at Anthropic), and what wraps each tool. */
const TOKENS_WITH_TOOLS = 1_024
const TOKENS_OF_TOOL = 16

/**
 * How far a vendor's count of a prompt may be above the count of its vocabulary here: templates join texts, and texts
 * are counted here in pieces. `test/adapters/tokens/gpt-token-counter.corpus.test.ts` shows it for a corpus.
 */
const PERCENT_OF_COUNT = 110

/** Prompts are counted up to this size; counting a longer one would keep the process busy for seconds. */
const MOST_COUNTED_BYTES = 400_000

/**
 * Fields that steer a vendor and are no part of any prompt. Every other one is taken for a part of it: templates write
 * the effort of reasoning down, too.
 */
const NEVER_READ: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream_options',
  'stop',
  'logit_bias',
  'modalities',
  'service_tier',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
])

/** A value that may stand in a prompt, as text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The texts of all fields but these. Numbers and flags are nobody's words. */
const textsBeside = (record: object, left: ReadonlySet<string>): readonly string[] =>
  Object.entries(record)
    .filter(([name, value]) => !left.has(name) && (typeof value === 'string' || typeof value === 'object'))
    .filter(([, value]) => value !== null)
    .map(([, value]) => textOf(value))

const IMAGE: ReadonlySet<string> = new Set(['image_url'])
const CONTENT: ReadonlySet<string> = new Set(['content'])

const partTexts = (part: ContentPart): readonly string[] => textsBeside(part, IMAGE)

const messageTexts = (message: ChatMessage): readonly string[] => {
  const { content } = message
  const contents = typeof content === 'string' ? [content] : (content ?? []).flatMap(partTexts)
  return [...contents, ...textsBeside(message, CONTENT)]
}

/** Every text of a request, in a field that this gateway knows or in another one, that a vendor may read. */
export const readableTexts = (request: ChatRequest): readonly string[] => [
  ...request.messages.flatMap(messageTexts),
  ...textsBeside(request, NEVER_READ),
]

const toolsOf = (request: ChatRequest): number => {
  const { tools, functions } = fieldsOf(request)
  return [tools, functions].reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
}

/** Tokens of a prompt that are in none of its texts. */
const tokensBeside = (request: ChatRequest, { limits }: ChatModel): number => {
  const tools = toolsOf(request)
  return (
    TOKENS_OF_CALL +
    request.messages.length * TOKENS_OF_MESSAGE +
    (tools === 0 ? 0 : TOKENS_WITH_TOOLS + tools * TOKENS_OF_TOOL) +
    countImages(request.messages) * limits.imageInputTokens
  )
}

const bytesOf = (request: ChatRequest): number =>
  readableTexts(request).reduce((sum, text) => sum + utf8Length(text), 0)

/** No vendor counts more tokens for a prompt (contract 10.1): a token stands for one byte at least. */
export const promptBound = (request: ChatRequest, model: ChatModel): number =>
  bytesOf(request) + tokensBeside(request, model)

/** The same from a count of `readableTexts` with the model's own vocabulary. */
export const countedPromptBound = (request: ChatRequest, model: ChatModel, counted: number): number =>
  Math.ceil((counted * PERCENT_OF_COUNT) / 100) + tokensBeside(request, model)

/** The largest count of `readableTexts` whose bound is at most `mostTokens`; below zero where none is. */
export const mostCounted = (request: ChatRequest, model: ChatModel, mostTokens: number): number =>
  Math.floor(((mostTokens - tokensBeside(request, model)) * 100) / PERCENT_OF_COUNT)

/** Whether a prompt can be counted with the model's own vocabulary. */
export const isCountable = (request: ChatRequest, model: ChatModel): boolean =>
  model.tokenizer === 'o200k' && bytesOf(request) <= MOST_COUNTED_BYTES

/** Predicted output that the answer does not take up is billed as output beyond the limit. */
export const predictedTokens = (request: ChatRequest): number => {
  const { prediction } = fieldsOf(request)
  return prediction === undefined || prediction === null ? 0 : utf8Length(textOf(prediction))
}

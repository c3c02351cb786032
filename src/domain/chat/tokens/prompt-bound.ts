import type { ChatModel } from '../../catalog/model.ts'
import { MAX_COUNTED_BYTES } from './estimate.ts'
import { utf8Length } from '../../utf8-length.ts'
import { base64Chars, countImages, hasFiles } from './media-tokens.ts'
import type { NativeRequest } from '../native.ts'
import type { ChatPlan } from '../plan.ts'
import type { ChatRequest } from '../request.ts'

/** Tokens that servers add before a conversation and count: knowledge dates, channels, the start of the answer. */
const TOKENS_OF_CALL = 128

/** A chat template wraps every message in a few tokens of its own. */
const TOKENS_OF_MESSAGE = 8

/**
 * The instructions that providers add where a request has tools (up to about 800 tokens at Anthropic), and the frame of
 * each tool.
 */
const TOKENS_WITH_TOOLS = 1_024
const TOKENS_OF_TOOL = 16

/**
 * How far a provider's count of a prompt may exceed our count with the same vocabulary, in per cent: templates join
 * texts, and we count texts in pieces. `test/adapters/tokens/gpt-token-counter.corpus.test.ts` shows the figure for a
 * corpus.
 */
const PERCENT_OF_COUNT = 110

/**
 * Fields that never become a part of the prompt. All other fields are counted as prompt text: chat templates write even
 * the effort of reasoning into it.
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

/** Adds the texts of all fields but `unread`. Numbers and flags are no texts. */
const addTexts = (record: object, unread: ReadonlySet<string>, texts: string[]): void => {
  for (const [name, value] of Object.entries(record)) {
    if (unread.has(name) || value === null) continue
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object') texts.push(JSON.stringify(value))
  }
}

const MEDIA: ReadonlySet<string> = new Set(['image_url', 'file'])
const CONTENT: ReadonlySet<string> = new Set(['content'])

/** Every text of a request that a provider may read, in a field that this gateway knows or in another one. */
export const readableTexts = (request: ChatRequest): readonly string[] => {
  const texts: string[] = []
  for (const message of request.messages) {
    const { content } = message
    if (typeof content === 'string') texts.push(content)
    else for (const part of content ?? []) addTexts(part, MEDIA, texts)
    addTexts(message, CONTENT, texts)
  }
  addTexts(request, NEVER_READ, texts)
  return texts
}

/** Tokens that a provider puts around the texts and images of a prompt. */
const templateTokens = (request: ChatRequest): number => {
  const tools = (request.tools ?? []).length
  return (
    TOKENS_OF_CALL +
    request.messages.length * TOKENS_OF_MESSAGE +
    (tools === 0 ? 0 : TOKENS_WITH_TOOLS + tools * TOKENS_OF_TOOL)
  )
}

/** Tokens of a prompt that stand in none of its texts. */
const overheadTokens = (request: ChatRequest, { limits }: ChatModel): number =>
  templateTokens(request) + countImages(request.messages) * limits.maxImageInputTokens

/** The readable texts of a request in UTF-8. */
const bytesOf = (request: ChatRequest): number => {
  let bytes = 0
  for (const text of readableTexts(request)) bytes += utf8Length(text)
  return bytes
}

/**
 * What a native request says beyond the `bytes` of its translation: a field that chat has no word for, sealed
 * reasoning.
 */
const excessOver = (bytes: number, { messages }: ChatRequest, native: NativeRequest | undefined): number =>
  native === undefined ? 0 : Math.max(native.sealedReasoning?.bytes ?? 0, native.bytes - base64Chars(messages) - bytes)

/** The most tokens of what only the native request says. Its provider alone knows how many they are. */
export const untranslatedTokens = (request: ChatRequest, native: NativeRequest | undefined): number =>
  excessOver(bytesOf(request), request, native)

/**
 * An upper bound of every provider's count for the prompt, in tokens (contract 10.1): a token stands for at least one
 * byte. `native` is the request as some provider is asked it: of the two the longer one counts. What a file unpacks to
 * is known to the provider alone, and no prompt is longer than its model's context, however large its images may be.
 */
export const promptBound = (request: ChatRequest, model: ChatModel, native?: NativeRequest): number => {
  const { contextTokens } = model.limits
  if (contextTokens !== null && hasFiles(request.messages)) return contextTokens
  const bytes = bytesOf(request)
  const bound = bytes + excessOver(bytes, request, native) + overheadTokens(request, model)
  return contextTokens === null ? bound : Math.min(bound, contextTokens)
}

const withMargin = (counted: number): number => Math.ceil((counted * PERCENT_OF_COUNT) / 100)

/** The largest count that is at most `mostTokens` with its margin. */
const withoutMargin = (mostTokens: number): number => Math.floor((mostTokens * 100) / PERCENT_OF_COUNT)

/** The same bound from a count of `readableTexts` with the model's own vocabulary. */
export const countedPromptBound = (request: ChatRequest, model: ChatModel, counted: number): number =>
  withMargin(counted) + overheadTokens(request, model)

/** The same bound from a provider's own count of the prompt, which has its images and files in it. */
export const providersPromptBound = (request: ChatRequest, counted: number): number =>
  withMargin(counted) + templateTokens(request)

/** The largest count of `readableTexts` whose bound is at most `mostTokens`; negative where there is none. */
export const maxPromptCount = (request: ChatRequest, model: ChatModel, mostTokens: number): number =>
  withoutMargin(mostTokens - overheadTokens(request, model))

/** The same of a provider's count. */
export const maxProvidersCount = (request: ChatRequest, mostTokens: number): number =>
  withoutMargin(mostTokens - templateTokens(request))

/**
 * Whether a prompt can be counted here, with the model's own vocabulary. Only then can a count show that it has fewer
 * tokens than its bound.
 */
export const isCountable = ({ request, model }: Pick<ChatPlan, 'request' | 'model'>): boolean =>
  model.tokenizer === 'o200k' && !hasFiles(request.messages) && bytesOf(request) <= MAX_COUNTED_BYTES

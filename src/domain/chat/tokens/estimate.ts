import { isNonEmptyText } from '../../json.ts'
import type { Choice } from '../completion.ts'
import type { ChatMessage, ToolCall, Role } from '../message.ts'
import type { ChatRequest } from '../request.ts'
import type { ChatModel } from '../../catalog/model.ts'
import { utf8Length } from '../../utf8-length.ts'
import { estimateMediaTokens } from './media-tokens.ts'

const NO_TEXTS: readonly string[] = []

const callTexts = (calls: readonly ToolCall[] | null | undefined): readonly string[] =>
  calls === undefined || calls === null
    ? NO_TEXTS
    : calls.flatMap((call) => [call.id, call.function.name, call.function.arguments])

/** What a field holds, as it is written into a prompt; null if it holds nothing. */
const fieldText = (value: unknown): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value)

/** The texts of a message, empty ones included. Reasoning is counted in one of its two forms. */
const addMessageTexts = (message: ChatMessage, texts: (string | null | undefined)[]): void => {
  const { content } = message
  texts.push(message.role, message.name, message.tool_call_id, message.refusal, message.reasoning_content)
  if (typeof content === 'string') texts.push(content)
  else for (const part of content ?? []) texts.push(part.text, part.refusal)
  for (const text of callTexts(message.tool_calls)) texts.push(text)
  const fields = message as object as Readonly<Record<string, unknown>>
  texts.push(fieldText(fields['reasoning_details'] ?? fields['reasoning']))
}

/** Fields beside the messages that providers write into the prompt. */
const PROMPT_FIELDS = [
  'tools',
  'response_format',
  'tool_choice',
  'prediction',
  'reasoning_effort',
  'verbosity',
] as const

/** Every text of a request that becomes prompt tokens. Images and files are counted apart. */
export const promptTexts = (request: ChatRequest): readonly string[] => {
  const texts: (string | null | undefined)[] = []
  for (const message of request.messages) addMessageTexts(message, texts)
  for (const name of PROMPT_FIELDS) {
    const value = request[name]
    if (value !== undefined) texts.push(fieldText(value))
  }
  return texts.filter(isNonEmptyText)
}

/** Every text of an answer's choices that the provider had to produce. */
export const outputTexts = (choices: readonly Choice[]): readonly string[] =>
  choices.flatMap(({ message }) =>
    [message.content, message.refusal, message.reasoning_content, ...callTexts(message.tool_calls)].filter(
      isNonEmptyText,
    ),
  )

/**
 * Tokens are about three bytes long in prose, and seldom longer. For what a model can read, and for estimates where
 * nothing counts; what is held is bounded by `prompt-bound.ts`.
 */
const BYTES_PER_TOKEN = 3

/** Chat templates wrap every message in a few tokens of their own. */
const FRAME_BYTES_PER_MESSAGE = 9

/** About how many tokens a text is. */
export const estimateTextTokens = (text: string): number => Math.ceil(utf8Length(text) / BYTES_PER_TOKEN)

/** About how many tokens one message is that has nothing but a text: the same as a prompt of this message alone. */
export const estimateMessageTokens = (role: Role, text: string): number =>
  Math.ceil((FRAME_BYTES_PER_MESSAGE + role.length + utf8Length(text)) / BYTES_PER_TOKEN)

/** About how many tokens a prompt is. */
export const estimatePromptTokens = (request: ChatRequest, model: ChatModel): number => {
  let bytes = request.messages.length * FRAME_BYTES_PER_MESSAGE
  for (const text of promptTexts(request)) bytes += utf8Length(text)
  return Math.ceil(bytes / BYTES_PER_TOKEN) + estimateMediaTokens(request.messages, model)
}

/** Texts up to this size together are counted. To count longer ones would take the process seconds. */
export const MAX_COUNTED_BYTES = 400_000

/** The frame of a message, in tokens. */
const TOKENS_OF_FRAME = FRAME_BYTES_PER_MESSAGE / BYTES_PER_TOKEN

/** A count of so much takes a few turns of the process, however many of them are asked for. */
const MAX_SHORT_BYTES = 16_384

interface CountableTexts {
  readonly texts: readonly string[]
  readonly isShort: boolean
}

/** The texts by whose count `countedPromptTokens` tells what a prompt is; null if there is too much of them. */
export const countableTexts = (request: ChatRequest): CountableTexts | null => {
  const texts = promptTexts(request)
  let bytes = 0
  for (const text of texts) bytes += utf8Length(text)
  return bytes <= MAX_COUNTED_BYTES ? { texts, isShort: bytes <= MAX_SHORT_BYTES } : null
}

/** How many tokens a prompt is whose `countableTexts` are so many. */
export const countedPromptTokens = ({ messages }: ChatRequest, model: ChatModel, counted: number): number =>
  counted + messages.length * TOKENS_OF_FRAME + estimateMediaTokens(messages, model)

import type { Either } from 'fp-ts/lib/Either.js'
import { SUPPORTED, unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { ResponseRequest } from './response-request-codec.ts'

export const LOGPROBS = 'message.output_text.logprobs'

/** Asks for what lets a model go on from its own reasoning. */
export const SEALED_REASONING = 'reasoning.encrypted_content'

const INCLUDED: ReadonlySet<string> = new Set([LOGPROBS, SEALED_REASONING])

/** Fields that would do something that is not offered, each with the values that do nothing, and with what to say. */
const REFUSED: readonly (readonly [name: string, isIdle: (value: unknown) => boolean, message: string])[] = [
  ['conversation', () => false, 'No conversations are kept here; continue a response with previous_response_id.'],
  ['prompt', () => false, 'No prompts are kept here; send the text itself.'],
  ['background', (value) => value === false, 'Answers are given at once or streamed, not in the background.'],
  ['truncation', (value) => value === 'disabled', 'Nothing is cut out of the input; send what fits the model.'],
  ['context_management', (value) => Array.isArray(value) && value.length === 0, 'The input is not compacted.'],
  ['moderation', () => false, 'No moderation is run beside the answer.'],
]

/** Fields of other APIs that would change the answer, each with its name in this one. */
const SPELT_OTHERWISE: ReadonlyMap<string, string | null> = new Map([
  ['messages', 'input'],
  ['max_tokens', 'max_output_tokens'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['response_format', 'text.format'],
  ['reasoning_effort', 'reasoning.effort'],
  ['verbosity', 'text.verbosity'],
  ['logprobs', 'top_logprobs'],
  ['functions', 'tools'],
  ['function_call', 'tool_choice'],
  ['n', null],
  ['modalities', null],
  ['prediction', null],
])

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const fieldsOf = (asked: ResponseRequest): Readonly<Record<string, unknown>> =>
  asked as object as Readonly<Record<string, unknown>>

/** The first field that asks for what is not offered. */
export const findRefused = (asked: ResponseRequest): Either<UnsupportedParameter, void> => {
  const fields = fieldsOf(asked)
  for (const [name, isIdle, message] of REFUSED) {
    if (isGiven(fields[name]) && !isIdle(fields[name])) return unsupportedParameter(name, message)
  }
  for (const [name, spelling] of SPELT_OTHERWISE) {
    if (!isGiven(fields[name])) continue
    const message = spelling === null ? `'${name}' is not offered.` : `'${name}' is not read; it is '${spelling}'.`
    return unsupportedParameter(name, message)
  }
  return SUPPORTED
}

/** Fields that a chat request has under another name or in another form, or that only the response shows. */
const TRANSLATED: ReadonlySet<string> = new Set(
  [
    ['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning', 'max_output_tokens'],
    ['top_logprobs', 'include', 'stream', 'metadata'],
  ].flat(),
)

/** Fields without an effect here, whatever their value. */
const IDLE: ReadonlySet<string> = new Set(['client_metadata', 'max_tool_calls'])

/** Fields of which only some values are named as left out. */
const SETTLED: ReadonlySet<string> = new Set([
  'store',
  'previous_response_id',
  'stream_options',
  ...REFUSED.map(([name]) => name),
])

/** Fields that mean the same in a chat request, and fields that only a provider may know. */
export const readFields = (asked: ResponseRequest): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(asked).filter(([name]) => !TRANSLATED.has(name) && !IDLE.has(name) && !SETTLED.has(name)),
  )

/** The given fields of an object of the caller's whose names are not among these. */
const others = (path: string, value: object | null | undefined, read: readonly string[]): readonly string[] =>
  Object.entries(value ?? {}).flatMap(([name, field]) =>
    isGiven(field) && !read.includes(name) ? [`${path}.${name}`] : [],
  )

/** Fields that no chat request has, by name. */
export const unreadOf = (asked: ResponseRequest): readonly string[] => [
  ...Object.entries(asked).flatMap(([name, value]) => (IDLE.has(name) && isGiven(value) ? [name] : [])),
  ...(asked.stream_options?.include_obfuscation === true ? ['stream_options.include_obfuscation'] : []),
  ...(asked.include ?? []).flatMap((name) => (INCLUDED.has(name) ? [] : [`include.${name}`])),
  ...others('reasoning', asked.reasoning, ['effort']),
  ...others('text', asked.text, ['format', 'verbosity']),
]

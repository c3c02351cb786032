import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import { asksForPadding, PADDING } from '../stream-padding.ts'
import { isRefusable, refusalOf } from './refused-fields.ts'
import type { ResponseRequest } from './response-request-codec.ts'
import { isGiven, isRecord } from '../../../../domain/json.ts'

export const LOGPROBS = 'message.output_text.logprobs'

/** Asks for what lets a model go on from its own reasoning. */
export const SEALED_REASONING = 'reasoning.encrypted_content'

const INCLUDED: ReadonlySet<string> = new Set([LOGPROBS, SEALED_REASONING])

/** The one way of reasoning whose tokens stay within the limit of the answer, which is what a call is held for. */
const isUsualMode = ({ reasoning }: { readonly reasoning?: unknown }): boolean => {
  const mode = isRecord(reasoning) ? reasoning['mode'] : null
  return !isGiven(mode) || mode === 'standard'
}

const SUMMARIES: ReadonlySet<unknown> = new Set(['auto', 'concise', 'detailed'])

/** Whether the caller asks to be shown the reasoning, and for some. */
export const asksForSummary = ({ reasoning }: Pick<ResponseRequest, 'reasoning'>): boolean =>
  SUMMARIES.has(reasoning?.summary) && reasoning?.effort !== 'none'

/**
 * Fields that a chat request has under another name or in another form, that only the response shows, or of which only
 * some values are named as left out.
 */
const READ_ELSEWHERE: ReadonlySet<string> = new Set(
  [
    ['model', 'input', 'instructions', 'tools', 'tool_choice', 'text', 'reasoning', 'max_output_tokens'],
    ['top_logprobs', 'include', 'stream', 'metadata', 'store', 'previous_response_id', 'stream_options'],
  ].flat(),
)

/** Fields without an effect here, whatever their value. */
const IDLE: ReadonlySet<string> = new Set(['client_metadata', 'max_tool_calls'])

/** The given fields of an object of the caller's whose names are not among these. */
const others = (path: string, value: object | null | undefined, read: readonly string[]): readonly string[] =>
  value === undefined || value === null
    ? []
    : Object.entries(value).flatMap(([name, field]) =>
        isGiven(field) && !read.includes(name) ? [`${path}.${name}`] : [],
      )

interface SortedFields {
  /** Fields that mean the same in a chat request, and fields that only a provider may know. */
  readonly kept: Readonly<Record<string, unknown>>
  /** What no chat request has, by name. */
  readonly unread: readonly string[]
}

/**
 * The fields of a request by what becomes of them. Left: the first of the caller's that asks for what is not offered.
 */
export const sortFields = (asked: ResponseRequest): Either<UnsupportedParameter, SortedFields> => {
  const kept: [string, unknown][] = []
  const unread: string[] = []
  for (const [name, value] of Object.entries(asked)) {
    if (!isGiven(value) || READ_ELSEWHERE.has(name)) continue
    const refusal = refusalOf(name, value)
    if (refusal !== null) return unsupportedParameter(name, refusal)
    if (isRefusable(name)) continue
    if (IDLE.has(name)) unread.push(name)
    else kept.push([name, value])
  }
  if (!isUsualMode(asked)) return unsupportedParameter('reasoning.mode', 'This model reasons in the standard mode.')
  for (const name of asked.include ?? []) if (!INCLUDED.has(name)) unread.push(`include.${name}`)
  const within = [
    // How long a summary is stays with the provider.
    ...others('reasoning', asked.reasoning, [
      'effort',
      'mode',
      ...(asked.reasoning?.summary === 'auto' ? ['summary'] : []),
    ]),
    ...others('text', asked.text, ['format', 'verbosity']),
    ...others('stream_options', asked.stream_options, asksForPadding(asked.stream_options) ? [] : [PADDING]),
  ]
  return right({ kept: Object.fromEntries(kept), unread: [...unread, ...within] })
}

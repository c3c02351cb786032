import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { ResponseRequest } from './response-request-codec.ts'
import type { DeclaredTool } from './tool-codec.ts'
import { toMessages } from './messages.ts'
import { pathInRequest } from './paths.ts'
import { findRefused, LOGPROBS, readFields, unreadOf } from './request-fields.ts'
import { toTools } from './tools.ts'
import type { ToolNames } from './tool-names.ts'

/** A request for a response as a chat request, and what it takes to answer it in the caller's terms. */
interface Translation {
  readonly request: ChatRequest
  readonly names: ToolNames
  /** The tools that the response shows. */
  readonly tools: readonly DeclaredTool[]
  /** Fields of the caller's that are left out. */
  readonly ignored: readonly string[]
  /** Where a field of `request` stands in the caller's request. */
  readonly pathOf: (path: string) => string
}

const wantsLogprobs = ({ include, top_logprobs: top }: ResponseRequest): boolean =>
  (top ?? 0) > 0 || (include ?? []).includes(LOGPROBS)

const formatOf = ({ text }: ResponseRequest): Pick<ChatRequest, 'response_format'> => {
  const format = text?.format
  if (format === undefined || format === null || format.type === 'text') return {}
  if (format.type !== 'json_schema') return { response_format: { type: format.type } }
  const { type, ...schema } = format
  return { response_format: { type, json_schema: schema } }
}

const given = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

/** Refuses by name what cannot be honoured. Nothing is dropped without being named. */
export const toChatRequest = (asked: ResponseRequest): Either<UnsupportedParameter, Translation> => {
  const refused = findRefused(asked)
  if (isLeft(refused)) return refused
  const tools = toTools(asked)
  if (isLeft(tools)) return tools
  const { input, instructions } = asked
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input
  const read = toMessages(items, tools.right.names, asked.model)
  if (isLeft(read)) return read
  const { messages } = read.right
  if (messages.length === 0) return unsupportedParameter('input', 'There is no message to answer.')
  const isInstructed = instructions !== undefined && instructions !== null
  const places = typeof input === 'string' ? [{ place: 'input' }] : messages
  const sent = messages.map(({ message }) => message)
  const { choice } = tools.right
  const request: ChatRequest = {
    ...given(readFields(asked)),
    model: asked.model,
    messages: isInstructed ? [{ role: 'system', content: instructions }, ...sent] : sent,
    ...given({
      max_completion_tokens: asked.max_output_tokens,
      reasoning_effort: asked.reasoning?.effort,
      verbosity: asked.text?.verbosity,
      top_logprobs: (asked.top_logprobs ?? 0) > 0 ? asked.top_logprobs : null,
      tool_choice: tools.right.tools.length === 0 ? null : choice,
    }),
    ...(wantsLogprobs(asked) ? { logprobs: true } : {}),
    ...formatOf(asked),
    ...(tools.right.tools.length === 0 ? {} : { tools: tools.right.tools }),
  }
  return right({
    request,
    names: tools.right.names,
    tools: tools.right.declared,
    ignored: [...new Set([...unreadOf(asked), ...tools.right.ignored, ...read.right.ignored])],
    pathOf: pathInRequest({
      messages: isInstructed ? [{ place: 'instructions' }, ...places] : places,
      tools: tools.right.places,
    }),
  })
}

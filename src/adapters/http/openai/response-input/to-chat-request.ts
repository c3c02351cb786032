import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatRequest } from '../../../../domain/chat/request.ts'
import { SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'
import { givenFields } from '../../../../domain/json.ts'
import { unsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../../../domain/parameters/request-fields.ts'
import type { ResponseRequest } from './response-request-codec.ts'
import type { DeclaredTool } from './tool-codec.ts'
import { toMessages } from './messages.ts'
import type { TranslatedItems } from './messages.ts'
import { pathInRequest } from './paths.ts'
import { asksForSummary, LOGPROBS, sortFields } from './request-fields.ts'
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

const wantsOthers = ({ top_logprobs: top }: ResponseRequest): boolean => (top ?? 0) > 0

const wantsLogprobs = (asked: ResponseRequest): boolean =>
  wantsOthers(asked) || (asked.include ?? []).includes(LOGPROBS)

const formatOf = ({ text }: ResponseRequest): ChatRequest['response_format'] => {
  const format = text?.format
  if (format === undefined || format === null || format.type === 'text') return null
  if (format.type !== 'json_schema') return { type: format.type }
  const { type, ...schema } = format
  return { type, json_schema: schema }
}

/** The messages of an input. A text is one message of the user. */
const readInput = (
  { input, model }: ResponseRequest,
  names: ToolNames,
): Either<UnsupportedParameter, TranslatedItems> =>
  typeof input === 'string'
    ? right({ messages: [{ message: { role: 'user', content: input }, place: 'input' }], ignored: [] })
    : toMessages(input ?? [], names, model)

/** Refuses by name what cannot be honoured. Nothing is dropped without being named. */
export const toChatRequest = (asked: ResponseRequest): Either<UnsupportedParameter, Translation> => {
  const sorted = sortFields(asked)
  if (isLeft(sorted)) return sorted
  const tools = toTools(asked)
  if (isLeft(tools)) return tools
  const { instructions } = asked
  const read = readInput(asked, tools.right.names)
  if (isLeft(read)) return read
  const { messages } = read.right
  const isAsked = (asked.input ?? null) !== null
  if (isAsked && messages.length === 0) return unsupportedParameter('input', 'There is no message to answer.')
  const isInstructed = instructions !== undefined && instructions !== null
  const sent = messages.map(({ message }) => message)
  const { choice, tools: offered } = tools.right
  const request: ChatRequest = {
    ...sorted.right.kept,
    model: asked.model,
    messages: isInstructed ? [{ role: 'system', content: instructions }, ...sent] : sent,
    ...givenFields({
      max_completion_tokens: asked.max_output_tokens,
      reasoning_effort: asked.reasoning?.effort,
      [SHOWN_REASONING]: asksForSummary(asked) ? true : null,
      verbosity: asked.text?.verbosity,
      top_logprobs: wantsOthers(asked) ? asked.top_logprobs : null,
      logprobs: wantsLogprobs(asked) ? true : null,
      response_format: formatOf(asked),
      tools: offered.length === 0 ? null : offered,
      tool_choice: offered.length === 0 ? null : choice,
    }),
  }
  return right({
    request,
    names: tools.right.names,
    tools: tools.right.declared,
    ignored: [...new Set([...sorted.right.unread, ...tools.right.ignored, ...read.right.ignored])],
    pathOf: pathInRequest({
      messages: isInstructed ? [{ place: 'instructions' }, ...messages] : messages,
      tools: tools.right.places,
      logprobs: wantsOthers(asked) ? 'top_logprobs' : 'include',
    }),
  })
}

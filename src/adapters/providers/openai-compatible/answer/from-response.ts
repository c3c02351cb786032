import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatResult } from '../../../../application/ports/providers/chat-provider.ts'
import type { Choice, ChatCompletion } from '../../../../domain/chat/completion.ts'
import { CUSTOM } from '../../../../domain/chat/tool-calls/custom-call.ts'
import type { ToolCall } from '../../../../domain/chat/message.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { generatedCallId } from '../../call-ids/generated-call-id.ts'
import { failureIn } from '../../openai-errors.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, countOf, idOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { textOf } from './answer-text.ts'
import { endWithCalls, matchedStopOf, toFinishReason } from './finish-reason.ts'
import { extrasOf, keptFields } from './kept-fields.ts'
import { namesSources, sourceFields, startSources, withAnnotations } from './sources.ts'
import { CALL_FIELDS, callsOf, haveHalfArguments, toToolCall } from './tool-calls.ts'
import { toUsage } from './usage.ts'

/** `bad_answer`: not a chat completion. `failed`: the provider says itself that the answer broke. */
export type UnreadableAnswer = 'bad_answer' | 'failed'

/** Reads a whole response, or the error that it holds: xAI sends errors with status 200, also in place of a stream. */
export const fromResponse = (
  { body: read, text, headers, upstreamRequestId: headId }: ProviderJson,
  operationId: string,
): Either<UpstreamFailure, ChatResult> => {
  const body = withExactFields(text, read, CALL_FIELDS)
  const failure = failureIn(body, headers)
  if (failure !== null) return left(failure)
  const wire = objectOf(body)
  if (wire === null) return left(unreadable('bad_answer', headId))
  const upstreamRequestId = headId ?? idOf(wire['id'])
  const completion = toCompletion(wire, operationId)
  return isLeft(completion)
    ? left(unreadable(completion.left, upstreamRequestId))
    : right({ completion: completion.right, upstreamRequestId })
}

export const unreadable = (answer: UnreadableAnswer, upstreamRequestId: string | null): UpstreamFailure => {
  switch (answer) {
    case 'bad_answer':
      return badAnswer('The upstream answer is not a chat completion.', upstreamRequestId)
    case 'failed':
      return { tag: 'server_error', message: 'The upstream broke its own answer off.', upstreamRequestId }
  }
}

/** A whole answer in our vocabulary. Check for an error object first. */
export const toCompletion = (answer: Wire, operationId: string): Either<UnreadableAnswer, ChatCompletion> => {
  const wireChoices = arrayOf(answer['choices'])
  if (wireChoices === null || wireChoices.length === 0) return left('bad_answer')
  const choices: Choice[] = []
  for (const [position, value] of wireChoices.entries()) {
    const choice = toChoice(value, position, operationId)
    if (isLeft(choice)) return choice
    choices.push(choice.right)
  }
  const usage = toUsage(answer['usage'])
  if (!namesSources(answer)) return right({ choices, usage, extras: extrasOf(answer) })
  return right({ choices: withSources(choices, answer), usage, extras: extrasOf(answer, sourceFields(answer)) })
}

/** The choices with the sources that the envelope alone names, in the first one. */
const withSources = (choices: readonly Choice[], envelope: Wire): readonly Choice[] => {
  const sources = startSources()
  for (const { message } of choices) sources.note(message.annotations)
  const cited = sources.newIn(envelope)
  return choices.map((choice, index) =>
    index === 0 ? { ...choice, message: withAnnotations(choice.message, cited) } : choice,
  )
}

const toChoice = (value: unknown, position: number, operationId: string): Either<UnreadableAnswer, Choice> => {
  const choice = objectOf(value)
  if (choice === null) return left('bad_answer')
  const finish = toFinishReason(choice['finish_reason'])
  if (finish === 'failed') return left('failed')
  // Google refuses without a message.
  const message = objectOf(choice['message']) ?? (finish === 'content_filter' ? {} : null)
  if (message === null) return left('bad_answer')

  const index = countOf(choice['index']) ?? position
  const { content, reasoning } = textOf(message)
  const refusal = stringOf(message['refusal'])
  const callIds = new Set<string>()
  const toolCalls = callsOf(message).flatMap((call, callIndex) => {
    const generated = generatedCallId(operationId, index, callIndex)
    const read = toToolCall(call, generated)
    if (read === null) return []
    const id = callIds.has(read.id) ? generated : read.id
    callIds.add(id)
    return [{ ...read, id }]
  })
  // Nothing says that the answer is whole, and its call is not.
  if (finish === null && haveHalfArguments(toolCalls.flatMap(argumentsOfFunction))) return left('failed')
  return right({
    index,
    message: {
      role: 'assistant',
      content,
      ...(refusal === null ? {} : { refusal }),
      ...(reasoning === null ? {} : { reasoning_content: reasoning }),
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
      ...keptFields(message),
    },
    finish_reason: endWithCalls(finish ?? 'stop', toolCalls.length > 0),
    ...matchedStopOf(choice),
    ...(choice['logprobs'] === undefined || choice['logprobs'] === null ? {} : { logprobs: choice['logprobs'] }),
  })
}

const argumentsOfFunction = ({ type, function: called }: ToolCall): readonly string[] =>
  type === CUSTOM ? [] : [called.arguments]

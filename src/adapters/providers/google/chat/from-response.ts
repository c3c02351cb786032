import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatResult } from '../../../../application/ports/providers/chat-provider.ts'
import type { FinishReason } from '../../../../domain/chat/chunk.ts'
import type { ChatCompletion } from '../../../../domain/chat/completion.ts'
import type { ToolCall } from '../../../../domain/chat/message.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { isPromptBlocked, toFinish } from '../finish-reason.ts'
import type { GoogleFinish } from '../finish-reason.ts'
import { googleAnswer } from '../google-http.ts'
import { CALL_FIELDS, candidateOf, readParts } from '../parts.ts'
import type { FunctionCallPart } from '../parts.ts'
import { startSources } from './sources.ts'
import { sealOfText } from './text-signature.ts'
import { callIdFor, encodeCallId } from './tool-call-id.ts'
import { toUsage } from '../usage.ts'

/** `bad_answer`: none of the documented shape. `failed`: the provider broke its answer off. */
export const unreadable = (tag: 'bad_answer' | 'failed', upstreamRequestId: string | null): UpstreamFailure =>
  tag === 'bad_answer'
    ? badAnswer('The upstream answer is not a generated content.', upstreamRequestId)
    : { tag: 'server_error', message: 'The upstream broke its own answer off.', upstreamRequestId }

/** Reads a whole response, or the error that it holds. */
export const fromResponse = (response: ProviderJson, operationId: string): Either<UpstreamFailure, ChatResult> => {
  const answer = googleAnswer({ ...response, body: withExactFields(response.text, response.body, CALL_FIELDS) })
  if (isLeft(answer)) return answer
  const { body, upstreamRequestId } = answer.right
  const completion = toCompletion(body, operationId)
  return isLeft(completion)
    ? left(unreadable(completion.left, upstreamRequestId))
    : right({ completion: completion.right, upstreamRequestId })
}

/** A whole answer in our vocabulary. Check for an error object first. */
const toCompletion = (answer: Wire, operationId: string): Either<'bad_answer' | 'failed', ChatCompletion> => {
  const usage = toUsage(answer['usageMetadata'])
  const extras = extrasOf(answer)
  const candidate = candidateOf(answer)
  if (candidate === null) {
    return isPromptBlocked(answer)
      ? right({ choices: [{ index: 0, message: SILENCE, finish_reason: 'content_filter' }], usage, extras })
      : left('bad_answer')
  }
  const { text, reasoning, textSignature, calls } = readParts(candidate)
  const finish = toFinish(candidate['finishReason']) ?? 'stop'
  // What is left of a broken answer would pass for a whole one.
  if (finish === 'failed') return left('failed')
  const toolCalls = calls.map((call, index) => toToolCall(call, operationId, index))
  const sources = startSources()
  sources.read(text ?? '')
  sources.add(candidate)
  const annotations = sources.annotations()
  const message = {
    role: 'assistant' as const,
    content: text === '' ? null : text,
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(reasoning === null || textSignature === null ? {} : { reasoning_signature: sealOfText(textSignature) }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    ...(annotations === null ? {} : { annotations }),
  }
  return right({ choices: [{ index: 0, message, finish_reason: finishOf(finish, calls.length > 0) }], usage, extras })
}

const SILENCE = { role: 'assistant', content: null } as const

/** Whether a call was made is seen from the calls: Google ends them with `STOP`. */
export const finishOf = (finish: Exclude<GoogleFinish, 'failed'>, hasCalls: boolean): FinishReason =>
  finish === 'stop' && hasCalls ? 'tool_calls' : finish

export const toToolCall = (call: FunctionCallPart, operationId: string, index: number): ToolCall => ({
  id: encodeCallId({ id: callIdFor(call.id, operationId, index), thoughtSignature: call.thoughtSignature }),
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.args) },
})

/** The tier that served the call, where it is not the ordinary one: it may have its own price. */
export const extrasOf = (answer: Wire): Readonly<Record<string, unknown>> | undefined => {
  const tier = nonEmptyOf(objectOf(answer['usageMetadata'])?.['serviceTier'])?.toLowerCase() ?? null
  return tier === 'flex' || tier === 'priority' ? { service_tier: tier } : undefined
}

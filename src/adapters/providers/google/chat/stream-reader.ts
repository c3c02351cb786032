import type { ChatChunk, ChatDelta, FinishReason } from '../../../../domain/chat/chunk.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { fails, NOTHING } from '../../streams/chat-stream.ts'
import type { StreamReader, StreamStep } from '../../streams/chat-stream.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { idOf, jsonOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { failureIn, requestIdOf } from '../errors.ts'
import { isPromptBlocked, toFinish } from '../finish-reason.ts'
import { extrasOf, finishOf, toToolCall, unreadable } from './from-response.ts'
import { CALL_FIELDS, candidateOf, readParts } from '../parts.ts'
import type { ReadParts } from '../parts.ts'
import { startSources } from './sources.ts'
import { toUsage } from '../usage.ts'

/**
 * Reads the events of one streamed answer. Nothing but the end of the connection follows the last of them, so the
 * finish reason is what makes an answer whole.
 */
export const streamReader = (operationId: string, headers: UpstreamHeaders): StreamReader => {
  let hasBegun = false
  let isFinished = false
  let callsSeen = 0
  let upstreamRequestId = requestIdOf(headers)
  const sources = startSources()

  const deltaOf = ({ text, reasoning, calls }: ReadParts): ChatDelta | null => {
    const isFirst = !hasBegun
    const toolCalls = calls.map((call) => {
      const index = callsSeen
      callsSeen += 1
      return { index, ...toToolCall(call, operationId, index) }
    })
    const hasText = text !== null && text !== ''
    const hasReasoning = reasoning !== null && reasoning !== ''
    if (!isFirst && !hasText && !hasReasoning && toolCalls.length === 0) return null
    hasBegun = true
    if (hasText) sources.read(text)
    return {
      ...(isFirst ? { role: 'assistant' } : {}),
      ...(hasText ? { content: text } : {}),
      ...(hasReasoning ? { reasoning_content: reasoning } : {}),
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    }
  }

  const finishIn = (answer: Wire, candidate: Wire | null): FinishReason | 'failed' | null => {
    if (isFinished) return null
    if (candidate === null) return isPromptBlocked(answer) ? 'content_filter' : null
    const finish = toFinish(candidate['finishReason'])
    return finish === null || finish === 'failed' ? finish : finishOf(finish, callsSeen > 0)
  }

  const readAnswer = (answer: Wire): StreamStep => {
    upstreamRequestId ??= idOf(answer['responseId'])
    const candidate = candidateOf(answer)
    const isBlocked = candidate === null && isPromptBlocked(answer)
    const delta = candidate === null && !isBlocked ? null : deltaOf(readParts(candidate))
    const finish = finishIn(answer, candidate)
    if (finish === 'failed') return fails(unreadable('failed', upstreamRequestId))
    isFinished ||= finish !== null
    sources.add(candidate)
    return stepOf(answer, delta, finish, finish === null ? null : sources.annotations())
  }

  return {
    read: ({ name, data }) => {
      const text = data.trim()
      if (text === '' || text === '[DONE]') return NOTHING
      const body = withExactFields(text, jsonOf(text), CALL_FIELDS)
      const failure = failureIn(body, headers) ?? (name === 'error' ? namedError(upstreamRequestId) : null)
      if (failure !== null) return fails(failure)
      const answer = objectOf(body)
      return answer === null ? fails(unreadable('bad_answer', upstreamRequestId)) : readAnswer(answer)
    },
    isWhole: () => isFinished,
    // Google names the call in the first event of its answer.
    upstreamRequestId: () => upstreamRequestId,
  }
}

/**
 * The words, then the end: the finish reason comes with a delta that has nothing but the sources of all words, and the
 * count of tokens with the last of them.
 */
const stepOf = (
  answer: Wire,
  delta: ChatDelta | null,
  finish: FinishReason | null,
  annotations: readonly unknown[] | null,
): StreamStep => {
  const usage = toUsage(answer['usageMetadata'])
  const extras = extrasOf(answer)
  const choices = [
    ...(delta === null ? [] : [{ index: 0, delta, finish_reason: null }]),
    ...(finish === null
      ? []
      : [{ index: 0, delta: annotations === null ? {} : { annotations }, finish_reason: finish }]),
  ]
  const chunks: ChatChunk[] = choices.map((choice) => ({ choices: [choice], usage: null }))
  const last = chunks.pop() ?? { choices: [], usage: null }
  if (last.choices.length === 0 && usage === null) return NOTHING
  const end = { ...last, usage, ...(extras === undefined ? {} : { extras }) }
  return { chunks: [...chunks, end], end: null }
}

const namedError = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'server_error',
  message: 'The upstream reported an error in its stream.',
  upstreamRequestId,
})

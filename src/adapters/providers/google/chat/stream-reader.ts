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
import { sealOfText } from './text-signature.ts'
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
  const seals = startSeals()

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
    const parts = readParts(candidate)
    const delta = candidate === null && !isBlocked ? null : deltaOf(parts)
    const finish = finishIn(answer, candidate)
    if (finish === 'failed') return fails(unreadable('failed', upstreamRequestId))
    isFinished ||= finish !== null
    sources.add(candidate)
    seals.read(parts)
    const seal = finish !== null || parts.calls.length > 0 ? seals.take() : null
    return stepOf(answer, { delta, seal, finish, annotations: finish === null ? null : sources.annotations() })
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
 * The seal of the text, where the reasoning is shown: the last signature that came. It is written once no more text can
 * come, so that it stands in the middle of none.
 */
const startSeals = () => {
  let hasReasoning = false
  let signature: string | null = null
  return {
    read: ({ reasoning, textSignature }: ReadParts): void => {
      hasReasoning ||= reasoning !== null && reasoning !== ''
      signature = textSignature ?? signature
    },
    take: (): string | null => {
      const taken = hasReasoning && signature !== null ? sealOfText(signature) : null
      signature = null
      return taken
    },
  }
}

/** What one event says of the answer. */
interface EventParts {
  readonly delta: ChatDelta | null
  /** The seal of the text, where it has ended. */
  readonly seal: string | null
  readonly finish: FinishReason | null
  /** The sources of all words, at their end. */
  readonly annotations: readonly unknown[] | null
}

/** A seal behind the words and their sources; before calls, which it does not belong to. */
const deltasOf = ({ delta, seal, annotations }: EventParts): readonly ChatDelta[] => {
  const signed = seal === null ? [] : [{ reasoning_signature: seal }]
  if (delta?.tool_calls === undefined) {
    const cited = annotations === null || signed.length === 0 ? [] : [{ annotations }]
    return [...(delta === null ? [] : [delta]), ...cited, ...signed]
  }
  const { tool_calls: calls, ...before } = delta
  if (signed.length === 0) return [delta]
  return [...(Object.keys(before).length === 0 ? [] : [before]), ...signed, { tool_calls: calls }]
}

/**
 * The words, then the end: the finish reason comes with a delta that has nothing but the sources of all words, and the
 * count of tokens with the last of them.
 */
const stepOf = (answer: Wire, parts: EventParts): StreamStep => {
  const { finish, annotations } = parts
  const usage = toUsage(answer['usageMetadata'])
  const extras = extrasOf(answer)
  const deltas = deltasOf(parts)
  const isCited = deltas.some((delta) => delta.annotations !== undefined)
  const choices = [
    ...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })),
    ...(finish === null
      ? []
      : [{ index: 0, delta: annotations === null || isCited ? {} : { annotations }, finish_reason: finish }]),
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

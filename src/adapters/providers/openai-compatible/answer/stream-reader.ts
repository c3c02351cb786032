import { isLeft } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../../../domain/chat/chunk.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { fails, NOTHING, says } from '../../streams/chat-stream.ts'
import type { StreamReader, StreamStep } from '../../streams/chat-stream.ts'
import { repeatedTexts } from '../../streams/repeated-texts.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { failureIn, fromErrorResponse, requestIdOf } from '../../openai-errors.ts'
import { CALL_FIELDS } from './tool-calls.ts'
import { chunkReader } from './from-chunk.ts'
import { unreadable } from './from-response.ts'
import { wordChunk } from './word-chunk.ts'
import { DETAILED_LIMITS, jsonOf, objectOf } from '../../wire.ts'

/** Reads the events of one streamed answer. */
export const streamReader = (operationId: string, headers: UpstreamHeaders): StreamReader => {
  const chunks = chunkReader(operationId)
  const repeated = repeatedTexts<ChatChunk>()
  const upstreamRequestId = requestIdOf(headers)

  const readDone = (): StreamStep => {
    if (chunks.state() === 'nothing') return fails(unreadable('bad_answer', upstreamRequestId))
    const last = chunks.finishOpen()
    if (isLeft(last)) return fails(unreadable(last.left, upstreamRequestId))
    return { chunks: last.right === null ? [] : [last.right], end: 'done' }
  }

  return {
    read: ({ name, data }) => {
      const known = name === 'error' ? null : repeated.recall(data)
      if (known !== null) return says(known)
      const text = data.trim()
      if (text === '[DONE]') return readDone()
      if (text === '') return NOTHING
      const body = withExactFields(text, jsonOf(text, DETAILED_LIMITS), CALL_FIELDS)
      if (name === 'error') return fails(namedError(body, headers))
      const failure = failureIn(body, headers)
      if (failure !== null) return fails(failure)
      const wire = objectOf(body)
      if (wire === null) return fails(unreadable('bad_answer', upstreamRequestId))
      const read = chunks.read(wire)
      if (isLeft(read)) return fails(unreadable(read.left, upstreamRequestId))
      const chunk = read.right
      if (chunk === null) return NOTHING
      repeated.learn(data, () => wordChunk(chunk, wire))
      return says(chunk)
    },
    isWhole: () => chunks.state() === 'finished',
  }
}

/** `event: error`: an error whatever its data looks like. */
const namedError = (body: unknown, headers: UpstreamHeaders): UpstreamFailure =>
  failureIn(body, headers) ?? fromErrorResponse(502, headers, body)

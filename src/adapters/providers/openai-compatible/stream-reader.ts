import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { fails, NOTHING, says } from '../chat-stream.ts'
import type { StreamReader, StreamStep } from '../chat-stream.ts'
import type { UpstreamHeaders } from '../upstream-exchange.ts'
import { errorIn, fromErrorBody, fromErrorResponse, requestIdOf } from '../openai-errors.ts'
import { chunkReader } from './from-chunk.ts'
import type { UnreadableAnswer } from './from-response.ts'
import { jsonOf, objectOf } from '../wire.ts'

/** Reads the events of one streamed answer. */
export const streamReader = (operationId: string, headers: UpstreamHeaders): StreamReader => {
  const chunks = chunkReader(operationId)
  const upstreamRequestId = requestIdOf(headers)

  const readDone = (): StreamStep => {
    if (chunks.state() === 'nothing') return fails(unreadable('bad_answer', upstreamRequestId))
    const last = chunks.finishOpen()
    return { chunks: last === null ? [] : [last], end: 'done' }
  }

  return {
    read: ({ name, data }) => {
      const text = data.trim()
      if (text === '[DONE]') return readDone()
      if (text === '') return NOTHING
      const body = jsonOf(text)
      if (name === 'error') return fails(namedError(body, headers))
      const error = errorIn(body)
      if (error !== null) return fails(fromErrorBody(error, headers))
      const wire = objectOf(body)
      if (wire === null) return fails(unreadable('bad_answer', upstreamRequestId))
      const read = chunks.read(wire)
      if (read._tag === 'Left') return fails(unreadable(read.left, upstreamRequestId))
      return read.right === null ? NOTHING : says(read.right)
    },
    isWhole: () => chunks.state() === 'finished',
  }
}

export const unreadable = (answer: UnreadableAnswer, upstreamRequestId: string | null): UpstreamFailure => {
  switch (answer) {
    case 'bad_answer':
      return { tag: 'bad_answer', message: 'The upstream answer is not a chat completion.', upstreamRequestId }
    case 'failed':
      return { tag: 'server_error', message: 'The upstream broke its own answer off.', upstreamRequestId }
  }
}

/** `event: error`: an error whatever its data looks like. */
const namedError = (body: unknown, headers: UpstreamHeaders): UpstreamFailure => {
  const error = errorIn(body)
  return error === null ? fromErrorResponse(502, headers, body) : fromErrorBody(error, headers)
}

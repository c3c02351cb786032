import type { ChatChunk, ChatDelta } from '../../../../domain/chat/chunk.ts'
import { withExactFields } from '../../../../domain/exact-numbers.ts'
import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { fails, NOTHING, says } from '../../streams/chat-stream.ts'
import type { StreamReader, StreamStep } from '../../streams/chat-stream.ts'
import type { SseEvent } from '../../upstream/sse.ts'
import { repeatedJson, wordAndPadding } from '../../streams/repeated-texts.ts'
import type { ReadText } from '../../streams/repeated-texts.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { blockReader, CALL_FIELDS } from './block-reader.ts'
import { brokenOff, failureIn, fromErrorResponse, notAMessage, requestIdOf } from '../errors.ts'
import { laterEnd, matchedStopOf, refusalOf, toFinishReason } from './finish-reason.ts'
import { laterUsage, toUsage } from './usage.ts'

const say = (delta: ChatDelta | null, usage: TokenUsage | null = null): StreamStep =>
  delta === null ? NOTHING : says({ choices: [{ index: 0, delta, finish_reason: null }], usage })

/** The field of a delta that brings the next piece of a block's text, thought or arguments, and nothing else. */
const PIECES: ReadonlySet<string> = new Set(['text', 'thinking', 'partial_json'])

/** An event that brings a piece of a block and nothing else; null for any other. */
const pieceOf = (value: unknown): ReadText<Wire> | null => {
  const event = objectOf(value)
  const delta = event?.['type'] === 'content_block_delta' ? objectOf(event['delta']) : null
  const fields = delta === null ? [] : Object.keys(delta).filter((field) => field !== 'type')
  const [field = ''] = fields
  if (fields.length !== 1 || !PIECES.has(field)) return null
  const wordsOf = (other: unknown): readonly string[] | null =>
    wordAndPadding(nonEmptyOf(objectOf(objectOf(other)?.['delta'])?.[field]), null)
  return { value, wordsOf, withWord: (word) => ({ ...event, delta: { ...delta, [field]: word } }) }
}

/**
 * Reads the events of one streamed answer. Its beginning has the provider's count of the prompt, which a client owes
 * that leaves. Only `message_stop` makes it whole; then comes the end, with the usage of all.
 */
export const streamReader = (headers: UpstreamHeaders): StreamReader => {
  const blocks = blockReader()
  const parse = repeatedJson(pieceOf)
  let hasStarted = false
  let usage: Wire = {}
  let ended: Wire = {}

  const readEvent = (event: Wire, data: string): StreamStep => {
    switch (event['type']) {
      case 'message_start':
        hasStarted = true
        usage = laterUsage(usage, objectOf(event['message'])?.['usage'])
        return say({ role: 'assistant', content: '' }, toUsage(usage))
      case 'content_block_start':
        return say(blocks.start(objectOf(objectOf(withExactFields(data, event, CALL_FIELDS))?.['content_block']) ?? {}))
      case 'content_block_delta':
        return say(blocks.add(objectOf(event['delta']) ?? {}))
      case 'content_block_stop':
        return say(blocks.stop())
      case 'message_delta':
        usage = laterUsage(usage, event['usage'])
        ended = laterEnd(ended, event['delta'])
        return NOTHING
      case 'message_stop':
        if (!hasStarted) return fails(notAMessage(requestIdOf(headers)))
        // Inside of a block, and without a reason, the answer was broken off and not ended.
        return blocks.isInside() && nonEmptyOf(ended['stop_reason']) === null
          ? fails(brokenOff(requestIdOf(headers)))
          : { chunks: [lastChunk(ended, usage)], end: 'done' }
      // `ping`, and events the provider may yet invent.
      default:
        return NOTHING
    }
  }

  return {
    read: ({ name, data }: SseEvent) => {
      if (data.trim() === '') return NOTHING
      const body = parse(data)
      const failure = failureIn(body, headers) ?? (name === 'error' ? fromErrorResponse(500, headers, body) : null)
      if (failure !== null) return fails(failure)
      const event = objectOf(body)
      return event === null
        ? fails(notAMessage(requestIdOf(headers)))
        : { ...readEvent(event, data), type: nonEmptyOf(event['type']) }
    },
    isWhole: () => false,
  }
}

const lastChunk = (ended: Wire, usage: Wire): ChatChunk => {
  const refusal = refusalOf(ended)
  return {
    choices: [
      {
        index: 0,
        delta: refusal === null ? {} : { refusal },
        finish_reason: toFinishReason(ended['stop_reason']),
        ...matchedStopOf(ended),
      },
    ],
    usage: toUsage(usage),
  }
}

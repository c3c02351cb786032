import type { ChatChunk, ChatDelta } from '../../../domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { StreamReader, StreamStep } from '../chat-stream.ts'
import type { SseEvent } from '../sse.ts'
import type { UpstreamHeaders } from '../upstream-exchange.ts'
import { jsonOf, nonEmptyOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { failureIn, fromErrorResponse, requestIdOf } from './errors.ts'
import { refusalOf, toFinishReason } from './finish-reason.ts'
import { thinkingBlock, toCallId } from './tool-call-id.ts'
import { laterUsage, toUsage } from './usage.ts'

const NOTHING: StreamStep = { tag: 'nothing' }

export const notAMessage = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'bad_answer',
  message: 'The upstream answer is not a message.',
  upstreamRequestId,
})

const say = (delta: ChatDelta): StreamStep => ({
  tag: 'chunk',
  chunk: { choices: [{ index: 0, delta, finish_reason: null }], usage: null },
})

/** A block that is being sent. */
interface OpenBlock {
  readonly start: Wire
  /** The number of the tool call that the block is; null for other blocks. */
  readonly callIndex: number | null
  hasArguments: boolean
  thinking: string
  signature: string
}

/** Reads the events of one streamed answer. Only `message_stop` makes it whole; then the end is told, with usage. */
export const streamReader = (headers: UpstreamHeaders): StreamReader => {
  let hasStarted = false
  let usage: Wire = {}
  let ended: Wire = {}
  let open: OpenBlock | null = null
  let callCount = 0
  let thinking: Wire[] = []

  const startMessage = (message: Wire | null): StreamStep => {
    hasStarted = true
    usage = laterUsage(usage, message?.['usage'])
    return say({ role: 'assistant', content: '' })
  }

  const startBlock = (start: Wire): StreamStep => {
    const isCall = start['type'] === 'tool_use'
    open = { start, callIndex: isCall ? callCount : null, hasArguments: false, thinking: '', signature: '' }
    if (!isCall) return readDelta(open, start)
    const id = toCallId(stringOf(start['id']) ?? '', thinking)
    thinking = []
    callCount += 1
    const called = { name: stringOf(start['name']) ?? '', arguments: '' }
    return say({ tool_calls: [{ index: callCount - 1, id, type: 'function', function: called }] })
  }

  const stopBlock = (block: OpenBlock): StreamStep => {
    open = null
    if (block.callIndex !== null) return block.hasArguments ? NOTHING : fragment(block, wholeInput(block.start))
    const thought = thinkingBlock(
      block.start['type'] === 'thinking'
        ? { type: 'thinking', thinking: block.thinking, signature: block.signature }
        : block.start,
    )
    if (thought !== null) thinking.push(thought)
    return NOTHING
  }

  const readEvent = (event: Wire): StreamStep => {
    switch (event['type']) {
      case 'message_start':
        return startMessage(objectOf(event['message']))
      case 'content_block_start':
        return startBlock(objectOf(event['content_block']) ?? {})
      case 'content_block_delta':
        return open === null ? NOTHING : readDelta(open, objectOf(event['delta']) ?? {})
      case 'content_block_stop':
        return open === null ? NOTHING : stopBlock(open)
      case 'message_delta':
        usage = laterUsage(usage, event['usage'])
        ended = { ...ended, ...objectOf(event['delta']) }
        return NOTHING
      case 'message_stop':
        return hasStarted
          ? { tag: 'done', chunk: lastChunk(ended, usage) }
          : { tag: 'failed', failure: notAMessage(requestIdOf(headers)) }
      // `ping`, and events the vendor may yet invent.
      default:
        return NOTHING
    }
  }

  return {
    read: ({ name, data }: SseEvent) => {
      if (data.trim() === '') return NOTHING
      const body = jsonOf(data)
      const failure = failureIn(body, headers) ?? (name === 'error' ? fromErrorResponse(500, headers, body) : null)
      if (failure !== null) return { tag: 'failed', failure }
      const event = objectOf(body)
      return event === null ? { tag: 'failed', failure: notAMessage(requestIdOf(headers)) } : readEvent(event)
    },
    isWhole: () => false,
  }
}

/** A delta, or the beginning of a block, which may hold the first words already. */
const readDelta = (block: OpenBlock, delta: Wire): StreamStep => {
  const json = nonEmptyOf(delta['partial_json'])
  if (json !== null && block.callIndex !== null) {
    block.hasArguments = true
    return fragment(block, json)
  }
  block.signature += stringOf(delta['signature']) ?? ''
  const thought = nonEmptyOf(delta['thinking'])
  if (thought !== null) {
    block.thinking += thought
    return say({ reasoning_content: thought })
  }
  const text = nonEmptyOf(delta['text'])
  return text === null ? NOTHING : say({ content: text })
}

const fragment = ({ callIndex }: OpenBlock, json: string): StreamStep =>
  say({ tool_calls: [{ index: callIndex ?? 0, function: { arguments: json } }] })

/** A call without fragments has its arguments, if any, in the beginning of its block. */
const wholeInput = (start: Wire): string => JSON.stringify(objectOf(start['input']) ?? {})

const lastChunk = (ended: Wire, usage: Wire): ChatChunk => {
  const refusal = refusalOf(ended)
  return {
    choices: [
      {
        index: 0,
        delta: refusal === null ? {} : { refusal },
        finish_reason: toFinishReason(ended['stop_reason']),
      },
    ],
    usage: toUsage(usage),
  }
}

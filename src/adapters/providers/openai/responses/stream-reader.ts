import type { ChatDelta } from '../../../../domain/chat/chunk.ts'
import type { NativePlace } from '../../../../domain/chat/native.ts'
import { fails, NOTHING, says } from '../../streams/chat-stream.ts'
import type { StreamReader, StreamStep } from '../../streams/chat-stream.ts'
import { failureIn, fromErrorResponse, requestIdOf } from '../../openai-errors.ts'
import { repeatedJson, wordAndPadding } from '../../streams/repeated-texts.ts'
import type { ReadText } from '../../streams/repeated-texts.ts'
import { responseTooLarge, withRequestId } from '../../upstream/transport-failure.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { stringOf } from '../../../../domain/json.ts'
import { countOf, nonEmptyOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { extrasOf, failureOf, finishReasonOf, notAResponse, toUsage } from './from-response.ts'
import { shownWhole } from './shown-whole.ts'

const deltaStep = (delta: ChatDelta): StreamStep =>
  says({ choices: [{ index: 0, delta, finish_reason: null }], usage: null })

const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call'])

/** The words of an event that brings a piece. */
const wordsOf = (value: unknown): readonly string[] | null => {
  const event = objectOf(value)
  return wordAndPadding(nonEmptyOf(event?.['delta']), event)
}

/** An event that brings a piece; null for any other. Its own number is not read here. */
const pieceOf = (value: unknown): ReadText<Wire> | null =>
  wordsOf(value) === null
    ? null
    : { value, wordsOf, number: 'sequence_number', withWord: (delta) => ({ ...objectOf(value), delta }) }

const placeOf = (event: Wire): NativePlace => ({
  itemId: stringOf(event['item_id']),
  item: countOf(event['output_index']) ?? 0,
  part: countOf(event['content_index'] ?? event['summary_index']) ?? 0,
})

/** What the last event amounts to, which shows the response whole. */
const finish = (response: Wire, headers: UpstreamHeaders): StreamStep => {
  const failure = failureOf(response, headers)
  if (failure !== null) return fails(failure)
  const last = { index: 0, delta: {}, finish_reason: finishReasonOf(response) }
  return { chunks: [{ choices: [last], usage: toUsage(response['usage']), ...extrasOf(response) }], end: 'done' }
}

/** Reads the events of one streamed response. It is whole with `response.completed` or `response.incomplete`. */
export const streamReader = (_: string, headers: UpstreamHeaders): StreamReader => {
  /** The number of each tool call, by the number of its item. */
  const calls = new Map<unknown, number>()
  const parse = repeatedJson(pieceOf)
  const judge = shownWhole()

  const startCall = (event: Wire): StreamStep => {
    const item = objectOf(event['item']) ?? {}
    if (!CALLS.has(item['type'])) return NOTHING
    const index = calls.size
    calls.set(event['output_index'], index)
    const called = { name: stringOf(item['name']) ?? '', arguments: '' }
    return deltaStep({
      tool_calls: [{ index, id: nonEmptyOf(item['call_id']) ?? '', type: 'function', function: called }],
    })
  }

  const continueCall = (event: Wire, piece: string): StreamStep =>
    deltaStep({ tool_calls: [{ index: calls.get(event['output_index']) ?? 0, function: { arguments: piece } }] })

  const readEvent = (event: Wire): StreamStep => {
    const piece = nonEmptyOf(event['delta'])
    switch (event['type']) {
      case 'response.created':
        return deltaStep({ role: 'assistant', content: '' })
      case 'response.output_item.added':
        return startCall(event)
      case 'response.output_text.delta':
        return piece === null ? NOTHING : deltaStep({ content: piece })
      case 'response.refusal.delta':
        return piece === null ? NOTHING : deltaStep({ refusal: piece })
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return piece === null ? NOTHING : deltaStep({ reasoning_content: piece })
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return piece === null ? NOTHING : continueCall(event, piece)
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return finish(objectOf(event['response']) ?? {}, headers)
      case 'error':
        return fails(
          failureIn({ error: objectOf(event['error']) ?? event }, headers) ?? fromErrorResponse(502, headers, event),
        )
      // Events that the provider may yet invent.
      default:
        return NOTHING
    }
  }

  return {
    read: ({ name, data }) => {
      const text = data.trim()
      if (text === '' || text === '[DONE]') return NOTHING
      const body = parse(data)
      const event = objectOf(body)
      if (event === null) return fails(notAResponse(requestIdOf(headers)))
      const failure = event['type'] === undefined ? failureIn(body, headers) : null
      if (failure !== null) return fails(failure)
      const type = nonEmptyOf(event['type'])
      const problem = judge(type ?? name, event)
      if (problem === 'malformed') return fails(notAResponse(requestIdOf(headers)))
      if (problem === 'too_many') return fails(withRequestId(responseTooLarge, requestIdOf(headers)))
      const { chunks, end } = readEvent(event)
      return { chunks, end, type, place: placeOf(event) }
    },
    isWhole: () => false,
  }
}

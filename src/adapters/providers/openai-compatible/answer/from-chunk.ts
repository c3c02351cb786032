import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatChunk, ChatDelta, ChunkChoice } from '../../../../domain/chat/chunk.ts'
import type { UnreadableAnswer } from './from-response.ts'
import { toolCallDeltas } from './tool-call-deltas.ts'
import { stringOf } from '../../../../domain/json.ts'
import { arrayOf, countOf, objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { textOf } from './answer-text.ts'
import { endWithCalls, matchedStopOf, toFinishReason } from './finish-reason.ts'
import { extrasOf, keptFields } from './kept-fields.ts'
import { sourceFields, startSources, withAnnotations } from './sources.ts'
import { callsOf } from './tool-calls.ts'
import { toUsage } from './usage.ts'

interface ChoiceProgress {
  readonly calls: ReturnType<typeof toolCallDeltas>
  finished: boolean
  hasCalls: boolean
}

interface ChunkReader {
  /** Null for a chunk that says nothing new. Check for an error object first. */
  read(chunk: Wire): Either<UnreadableAnswer, ChatChunk | null>
  /** `nothing` came yet, some choice is still `open`, or every choice seen is `finished`. */
  state(): 'nothing' | 'open' | 'finished'
  /**
   * Ends what is still open, for an upstream that says that it is done and forgot the reason. A call that breaks off in
   * its arguments is not done, whatever the upstream says.
   */
  finishOpen(): Either<UnreadableAnswer, ChatChunk | null>
}

/** Reads the chunks of one stream. Each choice says its role first and once, and its finish reason once. */
export const chunkReader = (operationId: string): ChunkReader => {
  const choices = new Map<number, ChoiceProgress>()
  const sources = startSources()

  const readChoice = (wire: Wire, position: number): Either<UnreadableAnswer, ChunkChoice | null> => {
    const index = countOf(wire['index']) ?? position
    const finish = toFinishReason(wire['finish_reason'])
    if (finish === 'failed') return left('failed')
    const seen = choices.get(index)
    const progress = seen ?? { calls: toolCallDeltas(operationId, index), finished: false, hasCalls: false }
    if (seen === undefined) choices.set(index, progress)
    const isEnd = finish !== null && !progress.finished
    const given = objectOf(wire['delta']) ?? objectOf(wire['message']) ?? {}
    const delta = toDelta(given, progress, { isFirst: seen === undefined, isEnd })
    if (delta?.tool_calls !== undefined) progress.hasCalls = true
    const finishNow = progress.finished || finish === null ? null : endWithCalls(finish, progress.hasCalls)
    progress.finished ||= finish !== null
    const logprobs = wire['logprobs'] ?? null
    // A token may have no text, as half a character has none, and has a probability all the same.
    if (delta === null && finishNow === null && logprobs === null) return right(null)
    const matched = finishNow === null ? null : matchedStopOf(wire)
    const choice: ChunkChoice = { index, delta: delta ?? {}, finish_reason: finishNow, ...matched }
    return right(logprobs === null ? choice : { ...choice, logprobs })
  }

  return {
    read: (chunk) => {
      const wireChoices = chunk['choices'] === undefined || chunk['choices'] === null ? [] : arrayOf(chunk['choices'])
      if (wireChoices === null) return left('bad_answer')
      const read: ChunkChoice[] = []
      for (let position = 0; position < wireChoices.length; position += 1) {
        const wire = objectOf(wireChoices[position])
        if (wire === null) return left('bad_answer')
        const choice = readChoice(wire, position)
        if (isLeft(choice)) return choice
        if (choice.right === null) continue
        if (choice.right.delta.annotations !== undefined) sources.note(choice.right.delta.annotations)
        read.push(choice.right)
      }
      const usage = usageOf(chunk, objectOf(wireChoices[0]))
      // Before a choice has begun there is no text to cite for; its provider names the sources again.
      const cited = choices.size === 0 ? [] : sources.newIn(chunk)
      if (read.length === 0 && usage === null && cited.length === 0) return right(null)
      const withCited = cited.length === 0 ? read : withSources(read, cited)
      const extras = cited.length === 0 ? extrasOf(chunk) : extrasOf(chunk, sourceFields(chunk))
      return right(extras === undefined ? { choices: withCited, usage } : { choices: withCited, usage, extras })
    },
    state: () => {
      if (choices.size === 0) return 'nothing'
      for (const { finished } of choices.values()) if (!finished) return 'open'
      return 'finished'
    },
    finishOpen: () => {
      const open = [...choices].filter(([, { finished }]) => !finished)
      if (open.length === 0) return right(null)
      if (open.some(([, { calls }]) => calls.isHalf())) return left('failed')
      for (const [, progress] of open) progress.finished = true
      return right({
        choices: open.map(([index, progress]) => ({
          index,
          delta: endDelta(progress),
          finish_reason: endWithCalls('stop', progress.hasCalls),
        })),
        usage: null,
      })
    },
  }
}

const GOES_ON: ChunkChoice = { index: 0, delta: {}, finish_reason: null }

/** The choices of a chunk with the sources that its envelope is the first to name. */
const withSources = (
  [first = GOES_ON, ...others]: readonly ChunkChoice[],
  cited: readonly unknown[],
): ChunkChoice[] => [{ ...first, delta: withAnnotations(first.delta, cited) }, ...others]

/** In the chunk; Groq's own place; or, at some providers, in the choice. */
const usageOf = (chunk: Wire, firstChoice: Wire | null) =>
  toUsage(chunk['usage']) ?? toUsage(objectOf(chunk['x_groq'])?.['usage']) ?? toUsage(firstChoice?.['usage'])

type WideDelta = { -readonly [Field in keyof ChatDelta]: ChatDelta[Field] }

const endDelta = ({ calls }: ChoiceProgress): ChatDelta => {
  const rest = calls.end()
  return rest.length === 0 ? {} : { tool_calls: rest }
}

/** Where in its choice a delta stands. */
interface Place {
  readonly isFirst: boolean
  readonly isEnd: boolean
}

const callsIn = (wire: Wire, { calls }: ChoiceProgress, isEnd: boolean): NonNullable<ChatDelta['tool_calls']> => {
  const read = calls.read(callsOf(wire))
  return isEnd ? [...read, ...calls.end()] : read
}

/** Null if the delta carries nothing and is not the choice's first. */
const toDelta = (wire: Wire, progress: ChoiceProgress, { isFirst, isEnd }: Place): ChatDelta | null => {
  const { content, reasoning } = textOf(wire)
  const refusal = stringOf(wire['refusal'])
  const toolCalls = callsIn(wire, progress, isEnd)
  const delta: WideDelta = {}
  let carries = isFirst
  if (isFirst) delta.role = 'assistant'
  if (content !== null && (content !== '' || isFirst)) {
    delta.content = content
    carries = true
  }
  if (reasoning !== null && reasoning !== '') {
    delta.reasoning_content = reasoning
    carries = true
  }
  if (refusal !== null && refusal !== '') {
    delta.refusal = refusal
    carries = true
  }
  if (toolCalls.length > 0) {
    delta.tool_calls = toolCalls
    carries = true
  }
  for (const [field, value] of Object.entries(keptFields(wire))) {
    Object.assign(delta, { [field]: value })
    carries = true
  }
  return carries ? delta : null
}

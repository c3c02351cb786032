import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { stringOf } from '../../../domain/json.ts'
import { arrayOf, jsonOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/**
 * A model that thought before it called a tool must be given those thoughts back, signed and unchanged, together
 * with the tool's result. Callers of the OpenAI interface echo nothing but the id of a call, so that is where the
 * thoughts travel: `<the provider's id>.t1.<blocks as JSON, deflated, base64url>`.
 */
const MARK = '.t1.'

/**
 * Blocks come back from the caller, so what they unfold to is bounded, for all ids of a conversation together: about as
 * much as the longest context holds.
 */
const MAX_THOUGHTS_BYTES = 4 * 1024 * 1024

/** A byte that is deflated unfolds to no more than these. */
const MAX_BYTES_OF_BYTE = 1_032

/**
 * Whether the provider takes a text for the id of a tool call: it refuses other letters. No limit of the length is
 * known of it, so an id that a client wrote in the provider's own wire stays as long as it is.
 */
export const isTakenCallId = (id: string): boolean => /^[A-Za-z0-9_-]+$/.test(id)

/** Longer ids carry what another provider packed into them: the model would read that for nothing. */
const MAX_CALL_ID_CHARS = 128

interface ReadToolCallId {
  /** As the provider knows the call. */
  readonly id: string
  /** The thinking blocks that belong before the call. */
  readonly thinking: readonly Wire[]
}

/** The id under which the caller learns of a call. */
const folded = (id: string, json: string): string => `${id}${MARK}${deflateRawSync(json).toString('base64url')}`

const charsOf = (thought: Wire): number =>
  Object.values(thought).reduce<number>((sum, field) => sum + (stringOf(field)?.length ?? 0), 0)

/**
 * Makes the ids of the calls of one answer, each with what was thought before it. Thoughts that take more room than
 * there is for those of a conversation are left out: nothing could unfold them, and to fold what a provider sends of
 * them takes seconds.
 */
export const startCallIds = () => {
  let bytesLeft = MAX_THOUGHTS_BYTES
  let thinking: Wire[] = []
  let chars = 0
  return {
    think: (thought: Wire): void => {
      chars += charsOf(thought)
      // Half of the thoughts before a call are refused, so it is all of them or none.
      if (chars > bytesLeft) thinking = []
      else thinking.push(thought)
    },
    idOf: (id: string): string => {
      const json = thinking.length === 0 ? '' : JSON.stringify(thinking)
      const bytes = Buffer.byteLength(json)
      const isTooMuch = bytes > bytesLeft
      thinking = []
      chars = 0
      if (json === '' || isTooMuch) return id
      bytesLeft -= bytes
      return folded(id, json)
    },
  }
}

/**
 * Takes the ids of a conversation's calls apart, oldest first as given. One that is not of our making, or whose
 * thoughts do not fit beside those of later calls, becomes an id that the provider accepts, always the same in a
 * conversation.
 */
export const readCallIds = (callIds: readonly string[]) => {
  const read = new Map<string, ReadToolCallId>()
  let bytesLeft = MAX_THOUGHTS_BYTES
  // The latest thoughts are those that the provider insists on.
  for (const callId of callIds.toReversed()) {
    if (read.has(callId)) continue
    const { bytes, ...parts } = fromCallId(callId, bytesLeft)
    bytesLeft -= bytes
    read.set(callId, parts)
  }
  // A model may give a call an id that another model gave one before; the provider wants each once.
  const taken = new Set<string>()
  for (const [callId, parts] of [...read].toReversed()) {
    if (taken.has(parts.id)) read.set(callId, { ...parts, id: substitute(callId) })
    taken.add(parts.id)
  }
  const given = new Set<string>()

  return {
    idOf: (callId: string): string => read.get(callId)?.id ?? substitute(callId),
    /** Given once, however often a call comes: a short id may hold long thoughts. */
    takeThoughts: (callId: string): readonly Wire[] => {
      const thinking = given.has(callId) ? [] : (read.get(callId)?.thinking ?? [])
      given.add(callId)
      return thinking
    },
  }
}

const fromCallId = (callId: string, bytesLeft: number): ReadToolCallId & Pick<Unfolded, 'bytes'> => {
  const at = callId.indexOf(MARK)
  const id = at === -1 ? callId : callId.slice(0, at)
  const { blocks, bytes } = at === -1 ? NOTHING_FOLDED : unfold(callId.slice(at + MARK.length), bytesLeft)
  return blocks !== null && isTakenCallId(id) && id.length <= MAX_CALL_ID_CHARS
    ? { id, thinking: blocks, bytes }
    : { id: substitute(callId), thinking: [], bytes }
}

interface Unfolded {
  /** Null where they are none of our making, or more than there is room for. */
  readonly blocks: readonly Wire[] | null
  /** What they unfolded to; the most that it can have been where that was in vain. */
  readonly bytes: number
}

const NOTHING_FOLDED: Unfolded = { blocks: [], bytes: 0 }

const unfold = (text: string, bytesLeft: number): Unfolded => {
  if (bytesLeft < 1) return { blocks: null, bytes: 0 }
  const folded = Buffer.from(text, 'base64url')
  try {
    const json = inflateRawSync(folded, { maxOutputLength: bytesLeft })
    const blocks = arrayOf(jsonOf(json.toString('utf8')))?.map(thinkingBlock)
    return { blocks: blocks?.filter((block) => block !== null) ?? null, bytes: json.length }
  } catch {
    return { blocks: null, bytes: Math.min(bytesLeft, folded.length * MAX_BYTES_OF_BYTE) }
  }
}

/** A block to be given back as it was, null if the value is none: only what has been thought may travel so. */
export const thinkingBlock = (value: unknown): Wire | null => {
  const block = objectOf(value)
  const [thinking, signature, data] = [block?.['thinking'], block?.['signature'], block?.['data']].map(stringOf)
  if (block?.['type'] === 'thinking' && signature) return { type: 'thinking', thinking: thinking ?? '', signature }
  return block?.['type'] === 'redacted_thinking' && data ? { type: 'redacted_thinking', data } : null
}

const substitute = (callId: string): string => `toolu_${createHash('sha256').update(callId).digest('hex').slice(0, 24)}`

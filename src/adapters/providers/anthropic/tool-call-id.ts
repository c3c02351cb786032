import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { arrayOf, jsonOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/**
 * A model that thought before it called a tool must be given those thoughts back, signed and unchanged, together
 * with the tool's result. Callers of the OpenAI interface echo nothing but the id of a call, so that is where the
 * thoughts travel: `<the provider's id>.t1.<blocks as JSON, deflated, base64url>`.
 */
const MARK = '.t1.'

/** Blocks come back from the caller, so what they unfold to is bounded. */
const MAX_BLOCKS_BYTES = 4 * 1024 * 1024

/** What the provider accepts for an id; others come from other providers' answers in the same conversation. */
const PROVIDER_CALL_ID = /^[A-Za-z0-9_-]{1,128}$/

interface ReadToolCallId {
  /** As the provider knows the call. */
  readonly id: string
  /** The thinking blocks that belong before the call. */
  readonly thinking: readonly Wire[]
}

/** The id under which the caller learns of a call. */
export const toCallId = (id: string, thinking: readonly Wire[]): string =>
  thinking.length === 0 ? id : `${id}${MARK}${deflateRawSync(JSON.stringify(thinking)).toString('base64url')}`

/** Takes an echoed id apart. One that is not of our making becomes an id the provider accepts, always the same. */
export const fromCallId = (callId: string): ReadToolCallId => {
  const at = callId.indexOf(MARK)
  const id = at === -1 ? callId : callId.slice(0, at)
  const thinking = at === -1 ? [] : unfold(callId.slice(at + MARK.length))
  return thinking !== null && PROVIDER_CALL_ID.test(id) ? { id, thinking } : { id: substitute(callId), thinking: [] }
}

const unfold = (text: string): readonly Wire[] | null => {
  try {
    const json = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: MAX_BLOCKS_BYTES })
    const blocks = arrayOf(jsonOf(json.toString('utf8')))?.map(thinkingBlock)
    return blocks?.filter((block) => block !== null) ?? null
  } catch {
    return null
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

import type { NativeField } from '../../../domain/chat/native.ts'

/** Fields that steer a provider, or say who asks: they stand in no prompt. */
const NEVER_READ: ReadonlySet<string> = new Set([
  'model',
  'stream',
  'stream_options',
  'store',
  'include',
  'max_tokens',
  'max_output_tokens',
  'stop_sequences',
  'service_tier',
  'metadata',
  'client_metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'previous_response_id',
])

/** What is written of a field beside its value: two quotation marks and a colon. */
const SIGNS_OF_NAME = 3
/** Two quotation marks, brackets or braces. */
const SIGNS_AROUND = 2

/** Words of the wire, which say to a template what stands beside them. */
const WORDS: ReadonlySet<string> = new Set(['type', 'role', 'status', 'phase'])
const MAX_WORD_CHARS = 32

/** Names of the fields whose values a template writes into the prompt, without their names. */
const NAMES: ReadonlySet<string> = new Set([
  ...WORDS,
  'content',
  'text',
  'thinking',
  'signature',
  'data',
  'summary',
  'encrypted_content',
  'output',
  'input',
  'arguments',
  'id',
  'call_id',
  'tool_use_id',
  'name',
  'is_error',
  'source',
  'cache_control',
])

const LISTS = ['content', 'summary', 'output'] as const

/**
 * The least that is written around what a list of messages, items or parts says. Their own parts stand in lists, too.
 */
const frameOfList = (list: unknown, depth: number): number => {
  if (!Array.isArray(list)) return 0
  let bytes = SIGNS_AROUND
  for (const each of list as readonly unknown[]) {
    if (typeof each === 'object' && each !== null && !Array.isArray(each)) bytes += frameOf(each, depth)
  }
  return bytes
}

const frameOf = (block: object, depth: number): number => {
  let bytes = SIGNS_AROUND
  const fields = block as Readonly<Record<string, unknown>>
  for (const name of Object.keys(fields)) {
    if (!NAMES.has(name)) continue
    const value = fields[name]
    bytes += name.length + SIGNS_OF_NAME
    if (typeof value !== 'string') continue
    bytes += SIGNS_AROUND
    if (WORDS.has(name) && value.length <= MAX_WORD_CHARS) bytes += value.length
  }
  if (depth > 0) for (const name of LISTS) bytes += frameOfList(fields[name], depth - 1)
  return bytes
}

/** A message, a block of it, and a block in the result of a tool. */
const DEPTH_OF_BLOCKS = 2

/** Where the frames of messages and items are no part of what a model reads. */
const CONVERSATIONS: ReadonlySet<string> = new Set(['messages', 'input', 'system'])

/** The letters of a text in UTF-8, as they are meant: JSON may spell each of them with six. */
const written = ({ json, value }: NativeField): number =>
  Buffer.byteLength(json.includes('\\u') ? JSON.stringify(value) : json)

/**
 * The most that a native request may say to a model, in bytes of UTF-8: every field that may stand in a prompt, media
 * among them, whether this gateway knows it or not. A token is no shorter than a byte.
 */
export const nativeBytes = (fields: ReadonlyMap<string, NativeField>): number => {
  let bytes = 0
  for (const [name, field] of fields) {
    if (NEVER_READ.has(name)) continue
    const frame = CONVERSATIONS.has(name) ? frameOfList(field.value, DEPTH_OF_BLOCKS) : 0
    bytes += written(field) - frame
  }
  return bytes
}

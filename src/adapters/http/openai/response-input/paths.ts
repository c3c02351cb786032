import { SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'
import type { PlacedMessage } from './turns.ts'

/** Names of a chat request that are spelt otherwise in a request for a response. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['messages', 'input'],
  ['response_format', 'text.format'],
  ['verbosity', 'text.verbosity'],
  ['reasoning_effort', 'reasoning.effort'],
  [SHOWN_REASONING, 'reasoning.summary'],
  ['max_tokens', 'max_output_tokens'],
  ['max_completion_tokens', 'max_output_tokens'],
])

/** Names of what stands in every message that has it. */
const INNER_NAMES: ReadonlyMap<string, string> = new Map([
  ['messages.reasoning_content', 'input.reasoning'],
  ['messages.reasoning_signature', 'input.reasoning'],
  ['messages.content.file.filename', 'input.content.filename'],
  ['messages.content.image_url.detail', 'input.content.detail'],
])

interface Places {
  readonly messages: readonly Pick<PlacedMessage, 'place' | 'partPlaces'>[]
  readonly tools: readonly string[]
  /** The field that asks for log probabilities. */
  readonly logprobs: 'top_logprobs' | 'include'
}

const below = (place: string, rest: string): string => (rest === '' ? place : `${place}.${rest}`)

/**
 * The rest of a path inside a message: its parts stand where they stood, an image's address and all of a file are plain
 * fields.
 */
const inMessage = (
  { place, partPlaces }: Pick<PlacedMessage, 'place' | 'partPlaces'>,
  [field, part, ...rest]: readonly string[],
): string => {
  if (field !== 'content' || part === undefined) return place
  return below(
    partPlaces?.[Number(part)] ?? `${place}.${part}`,
    rest
      .join('.')
      .replace(/^image_url\.url$/, 'image_url')
      .replace(/^file\./, ''),
  )
}

/** Where the field of a chat request stands in the request that it was made of. */
export const pathInRequest =
  ({ messages, tools, logprobs }: Places) =>
  (path: string): string => {
    const [head = '', index, ...rest] = path.split('.')
    const message = head === 'messages' ? messages[Number(index)] : undefined
    if (message !== undefined) return inMessage(message, rest)
    const tool = head === 'tools' ? tools[Number(index)] : undefined
    if (tool !== undefined) return below(tool, rest.join('.'))
    const inner = INNER_NAMES.get(path)
    if (inner !== undefined) return inner
    if (head === 'logprobs') return logprobs
    const name = NAMES.get(head)
    if (name === undefined) return path
    // Chat has a schema in an object of its own, Responses in the format itself.
    const isSchema = head === 'response_format' && index === 'json_schema'
    return below(name, [...(index === undefined || isSchema ? [] : [index]), ...rest].join('.'))
  }

import { SHOWN_REASONING } from '../../../../domain/chat/shown-reasoning.ts'
import { dotted } from '../../../../domain/parameters/places.ts'
import type { CallersPath } from '../../paid-calls/in-callers-terms.ts'
import type { PromptRequest } from './message-request-codec.ts'
import { nativePlaces } from './native-fields.ts'

/** What this wire calls a field that the core has under another name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['stop', 'stop_sequences'],
  ['response_format', 'output_config.format'],
  ['reasoning_effort', 'thinking'],
  [SHOWN_REASONING, 'thinking.display'],
  ['user', 'metadata.user_id'],
  ['parallel_tool_calls', 'tool_choice.disable_parallel_tool_use'],
  ['max_completion_tokens', 'max_tokens'],
])

/** The same for fields below others. */
const INNER_NAMES: ReadonlyMap<string, string> = new Map([
  ['messages.reasoning_content', 'messages.content.thinking'],
  ['messages.reasoning_signature', 'messages.content.thinking'],
  ['messages.content.file.filename', 'messages.content.title'],
])

const named = (path: string): string => INNER_NAMES.get(path) ?? NAMES.get(path.split('.', 1)[0] ?? '') ?? path

/** A message, and a part of its content. All else below a message has another form on this wire. */
const MESSAGE_PATH = /^(messages\.(\d+)(?:\.content\.\d+)?)(?:\.|$)/

interface Places {
  /** Where each message of the core's request stood in the caller's. */
  readonly messagePaths: readonly string[]
  /** The same of the address or the bytes of each image and file, by `messages.<index>.content.<index>`. */
  readonly partPlaces: ReadonlyMap<string, string>
  /** The caller's own. */
  readonly messages: PromptRequest['messages']
}

/** Where a field of the core's request, or of the one that a provider of this wire gets, stands in the caller's. */
export const callersPath =
  ({ messagePaths, partPlaces, messages }: Places): CallersPath =>
  (path, isNative = false) => {
    if (isNative) return named(nativePlaces({ messages })(path))
    const [, part = '', index] = MESSAGE_PATH.exec(dotted(path)) ?? []
    return index === undefined ? named(path) : (partPlaces.get(part) ?? messagePaths[Number(index)] ?? path)
  }

import type { ApiFailure } from '../../failures/protocol-failure.ts'

/** What this wire calls a field that the core has under another name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['stop', 'stop_sequences'],
  ['response_format', 'output_config.format'],
  ['reasoning_effort', 'thinking'],
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

/** The caller's name for a field of the core's request, given by its path. */
export const callersName = (path: string): string =>
  INNER_NAMES.get(path) ?? NAMES.get(path.split('.', 1)[0] ?? '') ?? path

/** Below its message a path of the core's is of no use to the caller. */
const MESSAGE_PATH = /^messages\.(\d+)(?:\.|$)/

const callersPath = (path: string, messagePaths: readonly string[]): string => {
  const index = MESSAGE_PATH.exec(path)?.[1]
  return index === undefined ? callersName(path) : (messagePaths[Number(index)] ?? path)
}

/**
 * A failure with the caller's own name of the field that is at fault. `messagePaths` tells where each message stood.
 */
export const callersFailure = <F extends ApiFailure>(failure: F, messagePaths: readonly string[]): F =>
  'param' in failure && typeof failure.param === 'string'
    ? { ...failure, param: callersPath(failure.param, messagePaths) }
    : failure

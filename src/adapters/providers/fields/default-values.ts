import { isIdleValue } from '../../../domain/chat/checks/priced-fields.ts'
import { isGiven } from '../../../domain/json.ts'

/** By the path of a field of chat: what a provider does that knows no such field, or is not given it. */
const DEFAULTS: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['temperature', [1]],
  ['top_p', [1]],
  ['min_p', [0]],
  ['top_a', [0]],
  ['frequency_penalty', [0]],
  ['presence_penalty', [0]],
  ['repetition_penalty', [1]],
  ['logprobs', [false]],
  ['top_logprobs', [0]],
  ['parallel_tool_calls', [true]],
  ['verbosity', ['medium']],
  ['store', [false]],
  ['service_tier', ['auto', 'default']],
  ['messages.content.image_url.detail', ['auto']],
  // Providers that know no such field show what they have; those that hide it name the field themselves.
  ['include_reasoning', [true]],
])

const isEmpty = (value: unknown): boolean => value === '' || (typeof value === 'object' && isEmptyObject(value))

const isEmptyObject = (value: object | null): boolean => value !== null && Object.keys(value).length === 0

/**
 * Whether a field asks for what comes without it as well: it has no value, an empty one, or its default. Such a field
 * is not named where a provider is not given it.
 */
export const asksForNothing = (path: string, value: unknown): boolean =>
  !isGiven(value) || isEmpty(value) || DEFAULTS.get(path)?.includes(value) === true || isIdleValue(path, value)

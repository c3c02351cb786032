import { isIdleValue } from '../../../../domain/chat/checks/priced-fields.ts'
import { isGiven, isRecord } from '../../../../domain/json.ts'

/** Why a field is refused with some values, or with every value. */
interface Refusal {
  /** Whether a value asks for nothing. */
  readonly isIdle: (value: unknown) => boolean
  readonly message: string
}

/** Fields that would do something that is not offered, each with the values that do nothing, and with what to say. */
const NOT_OFFERED: readonly (readonly [name: string, isIdle: Refusal['isIdle'], message: string])[] = [
  ['conversation', () => false, 'No conversations are kept here; continue a response with previous_response_id.'],
  ['prompt', () => false, 'No prompts are kept here; send the text itself.'],
  ['background', (value) => value === false, 'Answers are given at once or streamed, not in the background.'],
  [
    'background_options',
    (value) => isIdleValue('background_options', value),
    'Answers are given at once or streamed, not in the background.',
  ],
  ['truncation', (value) => value === 'disabled', 'Nothing is cut out of the input; send what fits the model.'],
  ['context_management', (value) => Array.isArray(value) && value.length === 0, 'The input is not compacted.'],
  ['moderation', () => false, 'No moderation is run beside the answer.'],
  [
    'multi_agent',
    (value) => isRecord(value) && value['enabled'] === false,
    'One model answers, without others beside it.',
  ],
]

/** Fields of other APIs that would change the answer, each with its name in this one. */
const SPELT_OTHERWISE: readonly (readonly [name: string, spelling: string | null])[] = [
  ['messages', 'input'],
  ['max_tokens', 'max_output_tokens'],
  ['max_completion_tokens', 'max_output_tokens'],
  ['response_format', 'text.format'],
  ['reasoning_effort', 'reasoning.effort'],
  ['verbosity', 'text.verbosity'],
  ['logprobs', 'top_logprobs'],
  ['functions', 'tools'],
  ['function_call', 'tool_choice'],
  ['n', null],
  ['modalities', null],
  ['prediction', null],
]

const misspelt = (name: string, spelling: string | null): Refusal => ({
  isIdle: () => false,
  message: spelling === null ? `'${name}' is not offered.` : `'${name}' is not read; it is '${spelling}'.`,
})

const REFUSED: ReadonlyMap<string, Refusal> = new Map([
  ...NOT_OFFERED.map(([name, isIdle, message]) => [name, { isIdle, message }] as const),
  ...SPELT_OTHERWISE.map(([name, spelling]) => [name, misspelt(name, spelling)] as const),
])

/** Whether some value of this field is refused. Its other values do nothing. */
export const isRefusable = (name: string): boolean => REFUSED.has(name)

/** What to say of a field with a value that asks for what is not offered; null of all others. */
export const refusalOf = (name: string, value: unknown): string | null => {
  const refusal = isGiven(value) ? REFUSED.get(name) : undefined
  return refusal === undefined || refusal.isIdle(value) ? null : refusal.message
}

/** Whether a field of the caller's asks for what is not offered. */
export const hasRefused = (asked: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(asked).some(([name, value]) => refusalOf(name, value) !== null)

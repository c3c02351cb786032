import type { FinishReason } from '../../../domain/chat/chunk.ts'
import { CUSTOM } from '../../../domain/chat/tool-calls/custom-call.ts'
import type { FunctionCall, ToolCall } from '../../../domain/chat/message.ts'
import { fieldsNamed } from '../../../domain/exact-numbers.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { arrayOf, countOf, isJson, nonEmptyOf, objectOf, stringOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

interface UpstreamText {
  readonly content: string | null
  readonly reasoning: string | null
}

/**
 * What a message or delta says. Content is a string, or an array of parts (Mistral) whose thinking parts are the
 * reasoning; reasoning has two names among providers.
 */
export const textOf = (message: Wire): UpstreamText => {
  const named = stringOf(message['reasoning_content']) ?? stringOf(message['reasoning'])
  const parts = arrayOf(message['content'])
  if (parts === null) return { content: stringOf(message['content']), reasoning: named }
  const thinking = partsText(parts, (type) => type === 'thinking')
  return { content: partsText(parts, (type) => type !== 'thinking'), reasoning: named ?? thinking }
}

const partsText = (parts: readonly unknown[], isWanted: (type: unknown) => boolean): string | null => {
  const texts = parts.flatMap((value) => {
    const part = objectOf(value)
    return part !== null && isWanted(part['type']) ? [partText(part)] : []
  })
  return texts.length === 0 ? null : texts.join('')
}

const partText = (part: Wire): string => {
  const nested = arrayOf(part['thinking'])
  if (nested === null) return stringOf(part['text']) ?? stringOf(part['thinking']) ?? ''
  return nested.map((value) => stringOf(objectOf(value)?.['text']) ?? '').join('')
}

/** `failed`: the provider ended the answer because it broke, whatever text came before. */
type UpstreamFinish = FinishReason | 'failed' | null

const FINISH_REASONS: ReadonlyMap<string, UpstreamFinish> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['function_call', 'function_call'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  // vLLM breaks off an answer that says the same again and again.
  ['repetition', 'length'],
  ['tool_use', 'tool_calls'],
  ['safety', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['error', 'failed'],
  ['abort', 'failed'],
  ['aborted', 'failed'],
  ['cancelled', 'failed'],
  ['canceled', 'failed'],
  ['network_error', 'failed'],
  ['insufficient_system_resource', 'failed'],
])

/** Null while the answer goes on. A word that no table knows is an end like any other. */
export const toFinishReason = (value: unknown): UpstreamFinish =>
  typeof value !== 'string' || value === '' ? null : (FINISH_REASONS.get(value.toLowerCase()) ?? 'stop')

/**
 * The stop text that ended a choice: vLLM tells it as `stop_reason`, SGLang as `matched_stop`, and both may name a
 * token by its number instead. OpenAI tells nothing.
 */
export const matchedStopOf = (choice: Wire): { readonly matched_stop?: string } => {
  const stop = nonEmptyOf(choice['matched_stop']) ?? nonEmptyOf(choice['stop_reason'])
  return stop === null ? NOTHING : { matched_stop: stop }
}

/** What a model gives a function, where its provider sends that as an object. */
export const CALL_FIELDS = fieldsNamed('arguments')

/**
 * Arguments are JSON text; some providers send the object itself. A tool of free text is given `input` in their place.
 */
export const argumentsOf = (called: Wire): string | null => {
  const value = called['arguments']
  return objectOf(value) === null ? stringOf(value ?? called['input']) : JSON.stringify(value)
}

/** Whether arguments break off: what is there is no whole JSON. None at all are an empty object. */
export const isHalfArguments = (given: string): boolean => given.trim() !== '' && !isJson(given)

/** The one call of an answer to a request with `functions`, or a piece of it; null if there is none. */
export const functionCallOf = (message: Wire): Partial<FunctionCall> | null => {
  const called = objectOf(message['function_call'])
  if (called === null) return null
  const [name, given] = [stringOf(called['name']), argumentsOf(called)]
  return { ...(name === null ? {} : { name }), ...(given === null ? {} : { arguments: given }) }
}

/** What a call calls: a function, or a custom tool, which stands in its own field; null where it says neither. */
export const calledOf = (call: Wire): Wire | null => objectOf(call['function']) ?? objectOf(call['custom'])

/** Null where the provider names no type and the fields leave it open. */
export const callTypeOf = (call: Wire): string | null =>
  nonEmptyOf(call['type']) ?? (objectOf(call['custom']) === null ? null : CUSTOM)

/** The arguments of a call that was given none, as OpenAI writes them: clients read them as JSON. */
export const NO_ARGUMENTS = '{}'

/** Null if the provider's value is no call at all. */
export const toToolCall = (value: unknown, generatedId: string): ToolCall | null => {
  const call = objectOf(value)
  if (call === null) return null
  const called = calledOf(call)
  const name = nonEmptyOf(called?.['name'])
  if (called === null || name === null) return null
  const type = callTypeOf(call) ?? 'function'
  return {
    id: nonEmptyOf(call['id']) ?? generatedId,
    type,
    function: { name, arguments: nonEmptyOf(argumentsOf(called)) ?? (type === CUSTOM ? '' : NO_ARGUMENTS) },
  }
}

/** The fields of the envelope that callers read; undefined where the provider sent none of them. */
export const extrasOf = (answer: Wire): Readonly<Record<string, unknown>> | undefined => {
  const fingerprint = stringOf(answer['system_fingerprint'])
  const tier = stringOf(answer['service_tier'])
  if (fingerprint === null && tier === null) return undefined
  return {
    ...(fingerprint === null ? {} : { system_fingerprint: fingerprint }),
    ...(tier === null ? {} : { service_tier: tier }),
  }
}

/** Fields of a message or delta outside our vocabulary that callers of some models read. */
const KEPT_FIELDS = ['annotations', 'audio', 'reasoning_details'] as const

export const keptFields = (message: Wire): Wire => {
  let kept: Record<string, unknown> | null = null
  for (const field of KEPT_FIELDS) {
    const value = message[field]
    if (value !== undefined && value !== null) (kept ??= {})[field] = value
  }
  return kept ?? NOTHING
}

const NOTHING: Wire = {}

/**
 * The upstream's count in our vocabulary, or null if it reported none (all zero is none as well: no call is free
 * of tokens). Holds for every provider: cached + cache writes ≤ prompt, reasoning ≤ completion.
 */
export const toUsage = (value: unknown): TokenUsage | null => {
  const usage = objectOf(value)
  if (usage === null) return null
  const total = countOf(usage['total_tokens'])
  const promptTokens = countOf(usage['prompt_tokens'])
  if (promptTokens === null) return null
  const reported = countOf(usage['completion_tokens']) ?? (total === null ? null : Math.max(0, total - promptTokens))
  if (reported === null || promptTokens + reported === 0) return null

  const prompt = objectOf(usage['prompt_tokens_details']) ?? objectOf(usage['prompt_token_details']) ?? {}
  const completion = objectOf(usage['completion_tokens_details']) ?? {}
  const reasoning = countOf(completion['reasoning_tokens']) ?? 0
  const completionTokens = reported + reasoningLeftOut(promptTokens, reported, reasoning, total)
  const cachedTokens = Math.min(promptTokens, cachedOf(usage, prompt))
  const promptParts = partsOf(prompt, PROMPT_PARTS, promptTokens)
  const completionParts = partsOf(completion, COMPLETION_PARTS, completionTokens)
  return {
    promptTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(promptTokens - cachedTokens, cacheWriteOf(prompt)),
    completionTokens,
    reasoningTokens: Math.min(completionTokens, reasoning),
    ...(promptParts === null && completionParts === null
      ? {}
      : { otherParts: { prompt: promptParts ?? NO_PARTS, completion: completionParts ?? NO_PARTS } }),
  }
}

/** OpenAI counts them in the prompt. */
const PROMPT_PARTS = ['audio_tokens', 'image_tokens', 'text_tokens'] as const

/** OpenAI counts them in the completion, also what it rejected of a prediction. */
const COMPLETION_PARTS = [
  'accepted_prediction_tokens',
  'audio_tokens',
  'rejected_prediction_tokens',
  'text_tokens',
] as const

const NO_PARTS: Readonly<Record<string, number>> = {}

/** Null if the provider reported none of them. */
const partsOf = (details: Wire, names: readonly string[], whole: number): Readonly<Record<string, number>> | null => {
  let parts: Record<string, number> | null = null
  for (const name of names) {
    const tokens = countOf(details[name])
    if (tokens !== null) (parts ??= {})[name] = Math.min(whole, tokens)
  }
  return parts
}

/** xAI counts reasoning beside the completion; its total, or the impossible proportion, gives it away. */
const reasoningLeftOut = (prompt: number, completion: number, reasoning: number, total: number | null): number => {
  if (total === prompt + completion + reasoning) return reasoning
  return reasoning > completion && total !== prompt + completion ? reasoning : 0
}

const cachedOf = (usage: Wire, promptDetails: Wire): number =>
  countOf(promptDetails['cached_tokens']) ??
  countOf(usage['prompt_cache_hit_tokens']) ??
  countOf(usage['num_cached_tokens']) ??
  countOf(usage['cached_tokens']) ??
  0

const cacheWriteOf = (promptDetails: Wire): number =>
  countOf(promptDetails['cache_write_tokens']) ?? countOf(promptDetails['cache_creation_input_tokens']) ?? 0

import type { FinishReason } from '../../../domain/chat/chunk.ts'

/** `failed`: the vendor ended the answer because it broke, whatever text came before. */
export type UpstreamFinish = FinishReason | 'failed' | null

const FINISH_REASONS: ReadonlyMap<string, UpstreamFinish> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['function_call', 'function_call'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['tool_use', 'tool_calls'],
  ['safety', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['error', 'failed'],
  ['network_error', 'failed'],
  ['insufficient_system_resource', 'failed'],
])

/** Null while the answer goes on. A word that no table knows is an end like any other. */
export const toFinishReason = (value: unknown): UpstreamFinish =>
  typeof value !== 'string' || value === '' ? null : (FINISH_REASONS.get(value.toLowerCase()) ?? 'stop')

import { isGiven, isRecord } from '../json.ts'
import type { ChatRequest } from './request.ts'

/** In this word a caller says how much the model is to think. */
export const EFFORT = 'reasoning_effort'

/** Tokens of thought, from which the word of the same weight is asked of a model that is not asked in tokens. */
const WORDS: readonly (readonly [leastTokens: number, effort: string])[] = [
  [16_384, 'high'],
  [4_096, 'medium'],
  [0, 'low'],
]

/** The word that asks for about as much thought as a budget in tokens. */
export const effortOfBudget = (tokens: number): string => WORDS.find(([least]) => tokens >= least)?.[1] ?? 'low'

/** In `reasoning.max_tokens` a caller says how many tokens the model may think. */
export const THINKING_BUDGET = 'reasoning.max_tokens'

/** The tokens that the model may think; null where the caller gives no such number. */
export const thinkingBudgetOf = (request: Pick<ChatRequest, string>): number | null => {
  const { reasoning } = request
  const tokens = isRecord(reasoning) ? reasoning['max_tokens'] : null
  return typeof tokens === 'number' ? tokens : null
}

/** How much the model is to think, for a model that is asked in words: the caller's word, or that of its budget. */
export const effortOf = (request: Pick<ChatRequest, string>): unknown => {
  const budget = thinkingBudgetOf(request)
  return isGiven(request[EFFORT]) || budget === null ? request[EFFORT] : effortOfBudget(budget)
}

/** The field by which the caller says how much the model is to think; null where it says nothing of it. */
export const measureFieldOf = (request: Pick<ChatRequest, string>): string | null => {
  if (isGiven(request[EFFORT])) return EFFORT
  return thinkingBudgetOf(request) === null ? null : THINKING_BUDGET
}

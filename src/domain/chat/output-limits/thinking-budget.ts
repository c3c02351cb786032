import { isRecord } from '../../json.ts'
import { nativeAsked } from '../native.ts'
import type { NativeRequest } from '../native.ts'
import type { ChatModel } from '../../catalog/model.ts'
import type { ChatRequest } from '../request.ts'

/**
 * The least budget for reasoning that providers take, in tokens:
 * https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking
 */
export const LEAST_THINKING_BUDGET = 1_024

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** Where requests say how many tokens reasoning may take. Each of these budgets lies inside the limit of the answer. */
const BUDGETS = [
  ['thinking', 'budget_tokens'],
  ['reasoning', 'max_tokens'],
] as const

/** A budget for an answer that has `limit` in place of `asked` tokens: the same part of it, never below the least. */
export const smallerBudget = (budget: number, asked: number, limit: number): number =>
  limit >= asked ? budget : Math.max(Math.min(LEAST_THINKING_BUDGET, budget), Math.floor((budget * limit) / asked))

/** The request with budgets that fit into a lower limit. */
export const withSmallerBudgets = (request: ChatRequest, asked: number, limit: number): ChatRequest => {
  let changed = request
  for (const [field, name] of BUDGETS) {
    const budget = fieldsOf(request[field])[name]
    if (typeof budget !== 'number') continue
    changed = { ...changed, [field]: { ...fieldsOf(request[field]), [name]: smallerBudget(budget, asked, limit) } }
  }
  return changed
}

const isEffort = (value: unknown): boolean => typeof value === 'string' && value !== 'none'

const thinksWithin = (read: (field: string) => unknown): boolean =>
  BUDGETS.some(([field, name]) => typeof fieldsOf(read(field))[name] === 'number') ||
  isEffort(read('reasoning_effort')) ||
  isEffort(fieldsOf(read('reasoning'))['effort'])

/** Whether the caller asks for reasoning, for which a limit must leave room. */
export const asksForReasoning = (model: ChatModel, request: ChatRequest, native: NativeRequest | undefined): boolean =>
  thinksWithin((field) => request[field]) ||
  thinksWithin((field) => nativeAsked(model, native)?.fields.get(field)?.value)

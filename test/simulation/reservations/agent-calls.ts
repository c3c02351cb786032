import { isLeft } from 'fp-ts/lib/Either.js'
import { chatHolding } from '../../../src/application/gateway/chat/chat-holding.ts'
import { keptLimits } from '../../../src/application/gateway/routing/kept-limits.ts'
import type { ChatModel } from '../../../src/domain/catalog/model.ts'
import { planChat } from '../../../src/domain/chat/plan.ts'
import type { ChatPlan } from '../../../src/domain/chat/plan.ts'
import { chatModel, chatRequest } from '../../support/chat/chat-models.ts'

/** Micro-roubles for a million tokens. The longest answers cost more than the whole wallet has, the shortest little. */
const PRICES = { input: 300_000n, output: 700_000n }

const LEAST_TOKENS = 256

const MODEL: ChatModel = chatModel({
  tokenizer: 'o200k',
  keepsOutputLimit: true,
  limits: { ...chatModel().limits, maxOutputTokens: 12_000 },
  tariff: {
    unit: 'tokens',
    inputPerMillion: PRICES.input,
    cachedInputPerMillion: PRICES.input,
    cacheWritePerMillion: PRICES.input,
    outputPerMillion: PRICES.output,
  },
})

const CONTENT = 'a question of an agent '.repeat(20)

const tokens = { count: async (texts: readonly string[]) => Math.ceil(texts.join('').length / 4) }
const kept = keptLimits({ reportExceeded: () => undefined })

/** What an agent asks for: so many answers to one prompt, each of so many tokens at most. */
export interface AgentRequest {
  readonly choices: number
  readonly limit: number
}

/** What reached the provider, and how many tokens its prompt may be billed for. */
export interface SentRequest extends AgentRequest {
  readonly promptTokens: number
}

/** What the prompt and all answers cost at most, by no code of the gateway. */
export const costOf = ({ promptTokens, choices, limit }: SentRequest): bigint => {
  const perMillion = BigInt(promptTokens) * PRICES.input + BigInt(choices * limit) * PRICES.output
  return (perMillion + 999_999n) / 1_000_000n
}

/** The tokens of the prompt once they are counted: as counted and a tenth, and those that no text has. */
const COUNTED = Math.ceil((Math.ceil((CONTENT.length + 'user'.length) / 4) * 11) / 10) + 128 + 8

/** The least sum for which an agent is answered. */
export const leastFor = ({ choices, limit }: AgentRequest): bigint =>
  costOf({ promptTokens: COUNTED, choices, limit: Math.min(limit, LEAST_TOKENS) })

export const planOf = ({ choices, limit }: AgentRequest): ChatPlan => {
  const asked = chatRequest({ n: choices, max_tokens: limit, messages: [{ role: 'user', content: CONTENT }] })
  const plan = planChat(MODEL, asked)
  if (isLeft(plan)) throw new Error(plan.left.tag)
  return plan.right
}

/** How the money of an agent's call is found. */
export type AgentHolding = Pick<ReturnType<typeof chatHolding>, 'findSmallerHold' | 'affordedBy'>

export const agentHolding = (plan: ChatPlan, operationId: string): AgentHolding =>
  chatHolding({ tokens, keptLimits: kept, providers: new Map() }, plan, {}, { operationId, walletId: 'w' })

/** What a provider is sent for a plan. */
export const sentFor = ({ request: { n, max_tokens: limit }, promptTokens }: ChatPlan): SentRequest => ({
  choices: n ?? 1,
  limit: limit ?? Number.POSITIVE_INFINITY,
  promptTokens,
})

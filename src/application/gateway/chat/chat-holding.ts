import { isLeft } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../domain/catalog/model.ts'
import {
  affordedPlan,
  holdBounds,
  keepingDeployments,
  leastOutputTokens,
} from '../../../domain/chat/output-limits/affordable.ts'
import {
  isProvidersCountOfUse,
  maxAffordableCount,
  promptTokensOfCount,
  promptTokensOfProvidersCount,
} from '../../../domain/chat/tokens/counted-prompt.ts'
import { isCountable, readableTexts } from '../../../domain/chat/tokens/prompt-bound.ts'
import { planOfProvider, questionTo } from '../../../domain/chat/plan.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { ChatProvider } from '../../ports/providers/chat-provider.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import type { FindSmallerHold } from '../metering/held-call.ts'
import type { PaidTerms } from '../metering/paid-operation.ts'
import type { KeptLimits } from '../routing/kept-limits.ts'
import type { ChatInput } from './chat-call.ts'

interface HoldingDeps {
  readonly tokens: TokenCounter
  readonly keptLimits: KeptLimits
  /** By provider id. */
  readonly providers: ReadonlyMap<string, Pick<ChatProvider, 'count'>>
}

interface ChatHolding {
  /** What else may be held where the worst case is not covered. */
  readonly findSmallerHold: FindSmallerHold
  /** The plan of the call for which this much is held. */
  readonly affordedBy: (holdMicro: bigint) => ChatPlan
}

/** What is known of a prompt once it is counted. */
interface KnownPrompt {
  /** With the deployments that the count is true of. */
  readonly plan: ChatPlan
  readonly promptTokens: number
  /** Those that keep a lower limit. */
  readonly keeping: readonly Deployment[]
}

/**
 * Reduces the hold of a chat call that the wallet cannot cover in full. First its prompt is counted, where its bytes
 * were the bound; counting stops at the unspent money, so a refusal costs no more work than that money could pay for. A
 * prompt with images or files is counted by its provider, if that has a count, and then no other provider is called. If
 * this is not enough, the answer is shortened.
 */
export const chatHolding = (
  { tokens, keptLimits, providers }: HoldingDeps,
  wanted: ChatPlan,
  { isNeverShortened = false }: Pick<ChatInput, 'isNeverShortened'>,
  { operationId, walletId }: Pick<PaidTerms, 'operationId' | 'walletId'>,
): ChatHolding => {
  const known = (plan: ChatPlan, promptTokens: number): KnownPrompt => ({
    plan,
    promptTokens: Math.min(wanted.promptTokens, promptTokens),
    keeping: isNeverShortened ? [] : keepingDeployments(plan, keptLimits.isKept),
  })
  const uncounted = known(wanted, wanted.promptTokens)
  let prompt = uncounted

  const countHere = async (most: number): Promise<KnownPrompt> => {
    const counted = await tokens.count(readableTexts(wanted.request), { most, caller: walletId })
    return counted <= most ? known(wanted, promptTokensOfCount(wanted, counted)) : uncounted
  }

  const askProvider = async (): Promise<KnownPrompt | null> => {
    for (const deployment of wanted.model.deployments) {
      const question = { operationId, ...questionTo(wanted, deployment) }
      const counted = await providers.get(deployment.provider)?.count?.(question)
      if (counted === undefined || isLeft(counted) || counted.right === null) continue
      return known(planOfProvider(wanted, deployment.provider), promptTokensOfProvidersCount(wanted, counted.right))
    }
    return null
  }

  const countPrompt = async (unspentMicro: bigint): Promise<KnownPrompt> => {
    const outputTokens = uncounted.keeping.length > 0 ? leastOutputTokens(wanted) : wanted.outputTokens
    const byProvider = isProvidersCountOfUse(wanted, unspentMicro, outputTokens) ? await askProvider() : null
    if (byProvider !== null) return byProvider
    const most = maxAffordableCount(wanted, unspentMicro, outputTokens)
    return most === null ? uncounted : countHere(most)
  }

  return {
    findSmallerHold: async (unspentMicro) => {
      prompt = await countPrompt(unspentMicro)
      const { most, less } = holdBounds(prompt.plan, prompt.promptTokens)
      const bound = prompt === uncounted && isCountable(wanted) ? 'at_most' : undefined
      return { holdMicro: most, less: prompt.keeping.length > 0 ? less : undefined, bound }
    },
    affordedBy: (holdMicro) => affordedPlan(prompt.plan, prompt.promptTokens, holdMicro, prompt.keeping),
  }
}
